//! `--fail-on` of commands that show mail. The option names findings. If one of them occurs, the exit status is 1,
//! even if all mail could be shown.

use super::names::{self, Completed, nearest, unknown};
use crate::input::FileEntry;
use crate::inspection::place;
use crate::report::finding_printer::sentence;
use crate::terminal::Paint;
use clap::builder::PossibleValue;
use mailutf::text::MessageTexts;
use mailutf::{Code, Finding, Normalizer, Policy, Severity};

/// The severities that the option accepts, the least severe first.
const SEVERITIES: [Severity; 3] = [Severity::Guess, Severity::Lossy, Severity::Unresolved];

/// The findings that a name stands for: all findings with one code, or all findings of a severity or a greater one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Code(Code),
    AtLeast(Severity),
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FailOnArgs {
    /// Set exit status 1 if the mail has one of these findings. Name codes such as `label-doubtful`, or
    /// `guess`, `lossy` or `unresolved` for all findings of that severity and of greater severity. Separate the names
    /// by commas.
    ///
    /// Two kinds of findings count: those that `mailutf inspect` prints, and those about the texts that the command
    /// shows. `mailutf explain` lists the codes.
    #[arg(long, value_name = "FINDINGS", value_delimiter = ',', value_parser = Completed(kind, kinds), hide_possible_values = true, help_heading = "Reports")]
    fail_on: Vec<Kind>,
}

impl FailOnArgs {
    /// Whether a finding with this code makes the exit status 1.
    pub(crate) fn names(&self, code: Code) -> bool {
        self.fail_on.iter().any(|kind| match kind {
            Kind::Code(named) => *named == code,
            Kind::AtLeast(least) => code.severity() >= *least,
        })
    }

    /// Returns the findings about a message that make the exit status 1, formatted as lines for standard error. If
    /// `--fail-on` is not given, the message is not read for this purpose.
    pub(crate) fn in_message(&self, entry: &FileEntry<'_>, policy: &Policy) -> Vec<String> {
        if self.fail_on.is_empty() {
            return Vec::new();
        }
        let octets = entry.message();
        let plan = Normalizer::new(policy.clone()).plan(octets.octets());
        let texts = &MessageTexts::parse(octets.octets(), policy);
        // Findings refer to the message as it is stored, which `texts` may have changed for reading. The number of a
        // part is therefore taken from the structure of the stored message.
        let stored = texts.original_structure();
        let line = |finding: &Finding| {
            format!(
                "{}: {}",
                place(entry, texts, &stored.path(finding.part)),
                sentence(finding, Paint::errors())
            )
        };
        plan.findings().iter().filter(|finding| self.names(finding.code)).map(line).collect()
    }
}

fn kind(name: &str) -> Result<Kind, String> {
    let severity = SEVERITIES.into_iter().find(|severity| severity.as_str().eq_ignore_ascii_case(name));
    if let Some(severity) = severity {
        return Ok(Kind::AtLeast(severity));
    }
    let all = || {
        SEVERITIES.iter().map(|severity| severity.as_str()).chain(Code::ALL.iter().map(|code| code.as_str()))
    };
    let advice = "expected guess, lossy, unresolved, or a code; `mailutf explain` lists all codes";
    names::code(name).map(Kind::Code).map_err(|_| unknown("finding", nearest(name, all()), advice))
}

fn kinds() -> Vec<PossibleValue> {
    let severities = SEVERITIES.map(|severity| PossibleValue::new(severity.as_str()));
    severities.into_iter().chain(names::codes()).collect()
}
