//! How text is read, and which text may be changed.

use super::charset;
use super::limits::LimitArgs;
use clap::ValueEnum;
use mailutf::charset::Charset;
use mailutf::policy::{Overrides, Policy};

/// The choices of [`Policy`] that matter where nothing is written.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "How text is read")]
pub(crate) struct ReadingArgs {
    /// Follow labels to the letter: guess nothing.
    #[arg(long)]
    strict: bool,

    /// Read text labelled DECLARED as REAL, where mailers name the wrong charset: `iso-8859-1=windows-1251`.
    ///
    /// For bodies, encoded words and parameters; as often as there are such labels. Each text that is read so is a
    /// finding. Text that is valid UTF-8 and labelled so stays that.
    #[arg(long = "charset", value_name = "DECLARED=REAL", value_parser = overruled)]
    overruled: Vec<(String, Charset)>,

    /// The charset of text for which nothing else speaks.
    #[arg(long, value_name = "CHARSET", value_parser = fallback)]
    fallback_charset: Option<Charset>,

    /// Read what is ill-formed as U+FFFD, instead of leaving such text as it was.
    #[arg(long)]
    lossy: bool,

    #[command(flatten)]
    limits: LimitArgs,
}

/// The choices of [`Policy`] but for the forms that are written.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is changed")]
pub(crate) struct ChangingArgs {
    /// What happens to text attachments.
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    attachments: Attachments,

    /// Leave messages with a DKIM signature or an ARC seal as they are.
    #[arg(long)]
    keep_dkim: bool,

    /// Change signed parts too, which breaks their signatures.
    #[arg(long)]
    break_signatures: bool,

    #[command(flatten)]
    reading: ReadingArgs,
}

impl ReadingArgs {
    pub(crate) fn policy(&self) -> Policy {
        let mut overrides = Overrides::default();
        for (declared, real) in &self.overruled {
            overrides.insert(declared.as_bytes(), *real);
        }
        Policy {
            strict: self.strict,
            overrides,
            fallback: self.fallback_charset,
            lossy: self.lossy,
            limits: self.limits.limits(),
            ..Policy::default()
        }
    }

    /// What was said that cannot be meant together.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let mut overrides = Overrides::default();
        let mut said = self.overruled.iter();
        let (declared, _) = said.find(|(declared, real)| {
            overrides.insert(declared.as_bytes(), *real).is_some_and(|known| known != *real)
        })?;
        Some(format!("--charset: text labelled `{declared}` is in one charset, and two are named"))
    }
}

impl ChangingArgs {
    /// What was said that cannot be meant together.
    pub(crate) fn contradiction(&self) -> Option<String> {
        self.reading.contradiction()
    }

    pub(crate) fn policy(&self) -> Policy {
        Policy {
            attachments: matches!(self.attachments, Attachments::Convert),
            keep_dkim: self.keep_dkim,
            break_signatures: self.break_signatures,
            ..self.reading.policy()
        }
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Attachments {
    /// By their label, never by a guess.
    #[default]
    Convert,
    /// As they are.
    Keep,
}

fn fallback(name: &str) -> Result<Charset, String> {
    charset::named(name).map(|named| named.usual)
}

/// A label, and what text under it is in.
fn overruled(said: &str) -> Result<(String, Charset), String> {
    let example = |real: &str| {
        format!("the label that lies is wanted, too, as iso-8859-1={real}; `mailutf inspect` shows labels")
    };
    match said.split_once('=') {
        None => fallback(said).and_then(|_| Err(example(said))),
        Some((declared, _)) if declared.trim().is_empty() => {
            Err("there is no label before the `=`; for text without one there is --fallback-charset"
                .to_owned())
        }
        Some((declared, real)) => Ok((declared.to_owned(), fallback(real)?)),
    }
}
