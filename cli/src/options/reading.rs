//! Arguments that choose charsets and the text to change.

use super::conditions::ConditionArgs;
use super::limits::LimitArgs;
use super::names::{Choice, Completed, OneOf, charset, charsets};
use super::rules::{remember, rules_at};
use crate::input::{Reading, learning};
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{ArgAction, ValueHint};
use mailutf::Error;
use mailutf::charset::Charset;
use mailutf::mailbox::Format;
use mailutf::policy::{Doubtful, Policy};
use mailutf::rules::Rules;
use std::num::NonZeroUsize;
use std::path::PathBuf;

const DOUBTFUL: &[Choice<Doubtful>] = &[
    ("keep", "Leave unchanged and report, with exit status 1", Doubtful::Keep),
    (
        "label",
        "Read it as its label says, and believe every other label that the text decodes by",
        Doubtful::Label,
    ),
    ("evidence", "Read it as it very likely is; each such text is reported", Doubtful::Evidence),
];

const ATTACHMENTS: &[Choice<bool>] =
    &[("convert", "Convert by the charset label; never guess", true), ("keep", "Leave unchanged", false)];

/// The options of [`Policy`] for commands that only read.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Charsets")]
pub(crate) struct ReadingArgs {
    /// Take charset labels literally; never guess.
    #[arg(long)]
    strict: bool,

    /// Read text labelled DECLARED as REAL, for mailers that name the wrong charset, as in `iso-8859-1=windows-1251`.
    ///
    /// Applies to bodies, encoded words and parameters. May be repeated. Each such text is reported as a finding.
    /// Valid UTF-8 that is labelled UTF-8 is still read as UTF-8. If DECLARED and REAL are the same, the label is right:
    /// text that decodes so is read so, whatever else it looks like.
    #[arg(long = "charset", value_name = "DECLARED=REAL", value_parser = overruled)]
    overruled: Vec<(String, Charset)>,

    /// Read text as the rules in this file say: by sender, mailing list, thread, date, label and digest.
    ///
    /// `mailutf review` writes such a file, and docs/review.md describes it. --charset counts more than rules, and proof more
    /// than both. Each text that a rule reads is reported as a finding; a rule that applied to no text is named at the end.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = PathBufValueParser::new().try_map(rules_at))]
    rules: Option<Rules>,

    /// What to do with text whose label is doubtful: its letters form words only in another charset, or it is UTF-8 that
    /// was encoded twice.
    #[arg(long, value_parser = OneOf(DOUBTFUL), default_value = "keep", value_name = "WHAT")]
    doubtful: Doubtful,

    /// Put Hebrew that is in visual order in logical order.
    ///
    /// Old mail stores each line of Hebrew as it is seen from left to right (RFC 1555), so that programs of today show it
    /// backwards. The order is measured, because much text in logical order carries the label of visual order. Numbers and
    /// Latin words keep their order.
    #[arg(long)]
    logical_order: bool,

    /// Read the mail twice, first to learn the charsets of each sender, mailing list and thread; they are evidence for
    /// text without a usable label or with a doubtful one, and for text that was encoded twice.
    ///
    /// Only files and directories can be read twice. All of their mail is read first, even if one message is wanted; a
    /// range of an mbox is refused, because it does not show what the whole file shows. Other labels are believed as
    /// without this option. Each text that is read so is reported. At most 50,000 senders, lists and threads are
    /// remembered, in at most 25 MB.
    #[arg(long)]
    learn: bool,

    /// Charset for text without a usable label or other evidence, attachments included.
    #[arg(long, value_name = "CHARSET", value_parser = Completed(fallback, charsets), hide_possible_values = true)]
    fallback_charset: Option<Charset>,

    /// Replace ill-formed sequences by U+FFFD instead of leaving such text unchanged.
    #[arg(long)]
    lossy: bool,

    #[command(flatten)]
    limits: LimitArgs,
}

/// The options of commands that only read: which messages, and how their text is read.
#[derive(Debug, clap::Args)]
pub(crate) struct ReadMailArgs {
    #[command(flatten)]
    conditions: ConditionArgs,

    #[command(flatten)]
    reading: ReadingArgs,
}

impl ReadMailArgs {
    /// The policy, with what the mail in `paths` shows if --learn is given.
    ///
    /// # Errors
    /// As for [`ReadingArgs::learned`].
    pub(crate) fn policy(&self, paths: &[PathBuf], jobs: Option<NonZeroUsize>) -> Result<Policy, Error> {
        self.reading.learned(self.reading.policy(), paths, jobs, Format::Any)
    }

    /// Which messages are read; texts are decoded by `policy`.
    pub(crate) fn selected(&self, policy: &Policy) -> Reading {
        Reading { selection: self.conditions.selection(policy), ..Reading::of(policy.limits.message) }
    }

    /// The first contradiction between options, if any.
    pub(crate) fn contradiction(&self) -> Option<String> {
        self.reading.contradiction().or_else(|| self.conditions.contradiction())
    }
}

/// The options of [`Policy`], except the forms of headers and bodies.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Conversion")]
pub(crate) struct ChangingArgs {
    /// What to do with text attachments.
    // Not a switch, as clap would take a bool for.
    #[arg(long, action = ArgAction::Set, value_parser = OneOf(ATTACHMENTS), default_value = "convert", value_name = "WHAT")]
    attachments: bool,

    /// Leave a message unchanged if its conversion would break a DKIM signature or an ARC seal.
    #[arg(long)]
    keep_dkim: bool,

    /// Also change signed parts, which breaks their signatures.
    #[arg(long)]
    break_signatures: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

impl ReadingArgs {
    pub(crate) fn policy(&self) -> Policy {
        let mut rules = self.rules.clone().unwrap_or_default();
        for (declared, real) in &self.overruled {
            rules.overrule(declared.as_bytes(), *real);
        }
        remember(&rules, &self.overruled);
        Policy::default()
            .with_strict(self.strict)
            .with_doubtful(self.doubtful)
            .with_logical_order(self.logical_order)
            .with_rules(rules)
            .with_fallback(self.fallback_charset)
            .with_lossy(self.lossy)
            .with_limits(self.limits.limits())
    }

    /// `policy`, with what the mail in `paths` shows if --learn is given; `mbox` is the format of files that may be
    /// mboxes.
    ///
    /// # Errors
    /// Fails if one of the paths can be read only once.
    pub(crate) fn learned(
        &self,
        policy: Policy,
        paths: &[PathBuf],
        jobs: Option<NonZeroUsize>,
        mbox: Format,
    ) -> Result<Policy, Error> {
        if self.learn { learning::learned(policy, paths, jobs, mbox) } else { Ok(policy) }
    }

    /// Whether --learn is given.
    pub(crate) fn learns(&self) -> bool {
        self.learn
    }

    /// The first contradiction between options, if any.
    pub(crate) fn contradiction(&self) -> Option<String> {
        if self.strict && self.doubtful == Doubtful::Evidence {
            return Some(
                "--strict believes every label, and --doubtful evidence does not: give one of them"
                    .to_owned(),
            );
        }
        let mut rules = Rules::default();
        let mut given = self.overruled.iter();
        let (declared, _) = given.find(|(declared, real)| {
            rules.overrule(declared.as_bytes(), *real).is_some_and(|before| before != *real)
        })?;
        Some(format!("--charset: two charsets are named for the label `{declared}`"))
    }
}

impl ChangingArgs {
    pub(crate) fn policy(&self) -> Policy {
        self.reading
            .policy()
            .with_attachments(self.attachments)
            .with_keep_dkim(self.keep_dkim)
            .with_break_signatures(self.break_signatures)
    }
}

fn fallback(name: &str) -> Result<Charset, String> {
    charset(name).map(|named| named.usual)
}

/// Parses DECLARED=REAL: a label, and the charset of the text under it.
fn overruled(text: &str) -> Result<(String, Charset), String> {
    let example = |real: &str| {
        format!("name the wrong label too, as in iso-8859-1={real}; `mailutf inspect` shows labels")
    };
    match text.split_once('=') {
        None => fallback(text).and_then(|_| Err(example(text))),
        Some((declared, _)) if declared.trim().is_empty() => {
            Err("no label before the `=`; for text without a label use --fallback-charset".to_owned())
        }
        Some((declared, real)) => Ok((declared.to_owned(), fallback(real)?)),
    }
}
