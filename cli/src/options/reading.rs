//! Options that choose charsets, limits, and the text that is changed.

use super::choices::{self, ChoiceArgs};
use super::conditions::ConditionArgs;
use super::limits::LimitArgs;
use super::rules::remember;
use crate::input::{InputOptions, learning};
use mailutf::Error;
use mailutf::mailbox::Format;
use mailutf::policy::{Doubtful, Policy};
use mailutf::rules::Rules;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The options of [`Policy`] for commands that only read.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Charsets")]
pub(crate) struct ReadingArgs {
    #[command(flatten)]
    choices: ChoiceArgs<choices::Reading>,

    /// Read the mail twice, first to learn which charsets each sender, mailing list and thread uses. The second reading
    /// uses these charsets for text without a usable label, text with a doubtful label, and text that was garbled
    /// before it was stored.
    ///
    /// All other text is read as usual. Only files and directories can be read twice. All of their mail is read first,
    /// even if only one message is wanted. A range of an mbox is refused, because the program must learn from the whole
    /// file. Each text whose charset was learned is reported. At most 50,000 senders, lists and threads are remembered,
    /// in at most 25 MB.
    #[arg(long)]
    learn: bool,

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
    /// Returns the policy. If --learn is given, the policy knows the charsets that senders, mailing lists and threads
    /// use in the mail in `paths`.
    ///
    /// # Errors
    /// Fails if [`ReadingArgs::learned`] fails.
    pub(crate) fn policy(&self, paths: &[PathBuf], jobs: Option<NonZeroUsize>) -> Result<Policy, Error> {
        self.reading.learned(self.reading.policy(), paths, jobs, Format::Any)
    }

    /// Returns the options for reading the selected messages. Texts that must be searched to select messages are
    /// decoded by `policy`.
    pub(crate) fn selected(&self, policy: &Policy) -> InputOptions {
        InputOptions {
            selection: self.conditions.selection(policy),
            ..InputOptions::of(policy.limits.message)
        }
    }

    /// Describes the first contradiction between these options, if there is any.
    pub(crate) fn contradiction(&self) -> Option<String> {
        self.reading.contradiction().or_else(|| self.conditions.contradiction())
    }
}

/// The options of [`Policy`], except the forms of headers and bodies.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Conversion")]
pub(crate) struct ChangingArgs {
    #[command(flatten)]
    choices: ChoiceArgs<choices::Changing>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

impl ReadingArgs {
    pub(crate) fn policy(&self) -> Policy {
        let policy = self.choices.applied_to(Policy::default()).with_limits(self.limits.limits());
        remember(&policy.rules, &self.choices.overruled);
        policy
    }

    /// Returns `policy`. If --learn is given, adds the charsets that senders, mailing lists and threads use in the
    /// mail in `paths`. `mbox` is the format of files that may be mboxes.
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

    /// Describes the first contradiction between these options, if there is any.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let policy = self.choices.applied_to(Policy::default());
        if policy.strict && policy.doubtful == Doubtful::Evidence {
            return Some(
                "--strict contradicts --doubtful evidence: --strict believes every label; give only one of \
                 these options"
                    .to_owned(),
            );
        }
        let mut rules = Rules::default();
        let mut given = self.choices.overruled.iter();
        let (declared, _) = given.find(|(declared, real)| {
            rules.overrule(declared.as_bytes(), *real).is_some_and(|before| before != *real)
        })?;
        Some(format!("--charset names two charsets for the label `{declared}`"))
    }
}

impl ChangingArgs {
    pub(crate) fn policy(&self) -> Policy {
        self.choices.applied_to(self.reading.policy())
    }
}
