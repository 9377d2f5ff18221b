//! The summary at the end of a run. It says what was done, how certain the readings are, how long the run took, and
//! where the output is.

use crate::terminal::counted;
use indicatif::HumanBytes;
use mailutf::pipeline::Totals;
use mailutf::{Code, Severity};
use std::time::Instant;

/// The facts about a run that the summary needs in addition to the totals.
pub(crate) struct Ending {
    start: Instant,
    destination: String,
    dry_run: bool,
    diff: bool,
}

impl Ending {
    /// Returns the facts about a run that begins now and writes to `destination`. A dry run writes nothing, but
    /// would write to `destination` otherwise. `diff` tells whether the run prints a diff.
    pub(crate) fn new(destination: String, dry_run: bool, diff: bool) -> Self {
        Self { start: Instant::now(), destination, dry_run, diff }
    }

    /// Whether the summary is the only output of the run, and must therefore be printed.
    pub(crate) fn is_awaited(&self) -> bool {
        self.dry_run && !self.diff
    }

    /// Returns the lines of the summary. `skipped` is the number of files that were not read, whether they hold
    /// mail or not.
    pub(crate) fn summary(&self, totals: &Totals, skipped: u64) -> Vec<String> {
        let mut lines = vec![self.messages(totals)];
        let guesses: Vec<String> = totals
            .findings
            .iter()
            .filter(|(code, _)| code.severity() == Severity::Guess)
            .map(|(code, count)| format!("{count} {code}"))
            .collect();
        if !guesses.is_empty() {
            lines.push(format!("guesses: {}", guesses.join(", ")));
        }
        for (what, charsets) in [("bodies", &totals.charsets), ("header texts", &totals.header_charsets)] {
            let charsets = charsets.iter().map(|(charset, texts)| format!("{charset} {texts}"));
            let charsets = charsets.collect::<Vec<_>>().join(", ");
            if !charsets.is_empty() {
                lines.push(format!("{what} by charset: {charsets}"));
            }
        }
        if skipped > 0 {
            lines.push(format!("files skipped: {skipped}"));
        }
        let (octets, seconds) = (HumanBytes(totals.octets), self.start.elapsed().as_secs_f64());
        let written = if self.dry_run {
            "nothing written; without --dry-run, mailutf would write "
        } else {
            "written "
        };
        lines.push(format!("{octets} in {seconds:.1} s; {written}{}", self.destination));
        lines
    }

    /// Describes the number of messages that were or would be converted, and the number of messages and texts that
    /// a person must decide about.
    fn messages(&self, totals: &Totals) -> String {
        let Totals { messages, changed, unresolved, .. } = totals;
        let converted = if self.dry_run { "to convert" } else { "converted" };
        let unchanged = messages.saturating_sub(*changed);
        let mut line = format!(
            "{}: {changed} {converted}, {unchanged} unchanged, {unresolved} unresolved",
            counted(*messages, "message")
        );
        if let Some(doubtful) = totals.findings.get(&Code::LabelDoubtful) {
            line += &format!("; {} with a doubtful label", counted(*doubtful, "text"));
        }
        if let Some(garbled) = totals.findings.get(&Code::TextGarbled) {
            line += &format!("; {}", counted(*garbled, "garbled text"));
        }
        match self.broken_seals(totals) {
            Some(seals) => format!("{line}; {seals}"),
            None => line,
        }
    }

    /// Describes the number of signatures that are broken, and how to keep them. Returns `None` if no signature is
    /// broken.
    pub(crate) fn broken_seals(&self, totals: &Totals) -> Option<String> {
        let seals = totals.findings.get(&Code::SealBroken)?;
        let seals = counted(*seals, "DKIM or ARC signature");
        let broken = if self.dry_run { "would be broken" } else { "broken" };
        Some(format!("{seals} {broken} (--keep-dkim leaves messages with such signatures unchanged)"))
    }
}
