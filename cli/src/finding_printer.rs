//! What a person is told of the messages in which something was odd.
//!
//! A few are shown one by one; of many, how many of each kind there are, and where the first one is. All of
//! them are in `--report`, and on standard error with `--verbose`.

use crate::escape::Escaped;
use crate::input_name::name;
use crate::progress::Progress;
#[cfg(unix)]
use crate::stopped::Inputs;
use crate::style::{self, Paint};
use anstyle::Style;
#[cfg(unix)]
use mailutf::mailbox::fs::tree::SkipReason;
use mailutf::pipeline::{Report, Totals};
use mailutf::{Code, Detail, Finding, Severity};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// Findings that are shown one by one unless all are asked for.
const SHOWN: usize = 10;

/// How much is said on standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Volume {
    /// What stopped the work.
    Quiet,
    /// Doubts too.
    Normal,
    /// Everything.
    Verbose,
}

/// Collects findings and says them.
pub(crate) struct FindingPrinter {
    volume: Volume,
    progress: Option<Progress>,
    /// Whether nothing is written, so that all is said of what would be.
    dry_run: bool,
    shown: usize,
    /// Of what was shown.
    gravest: Option<(Severity, Code)>,
    /// Files that were skipped; and those of them that hold mail and were not named.
    skipped: u64,
    unnamed: u64,
    /// What was not shown: how often, and the first place.
    rest: BTreeMap<Code, (u64, String)>,
}

impl FindingPrinter {
    /// `progress` is what else stands on standard error meanwhile.
    pub(crate) fn new(volume: Volume, progress: Option<Progress>, dry_run: bool) -> Self {
        Self {
            volume,
            progress,
            dry_run,
            shown: 0,
            gravest: None,
            skipped: 0,
            unnamed: 0,
            rest: BTreeMap::new(),
        }
    }

    /// Takes what is reported of a message of the file `path`.
    pub(crate) fn take(&mut self, path: &Path, report: &Report) {
        let least = match self.volume {
            Volume::Quiet => return,
            Volume::Normal => Severity::Guess,
            Volume::Verbose => Severity::Note,
        };
        for (finding, part) in report.findings.iter().filter(|(f, _)| f.code.severity() >= least) {
            let place = place(path, report, part);
            if self.volume == Volume::Verbose || self.shown < SHOWN {
                self.shown += 1;
                self.gravest = self.gravest.max(Some((finding.code.severity(), finding.code)));
                self.say(&format!("{place}: {}", sentence(finding, Paint::errors())));
            } else {
                self.rest.entry(finding.code).or_insert((0, place)).0 += 1;
            }
        }
    }

    /// Takes a file that is not read, and why. Whoever asked for its mail is told in any case.
    #[cfg(unix)]
    pub(crate) fn skipped(&mut self, path: &Path, why: SkipReason) {
        self.skipped += 1;
        let named = match self.volume {
            Volume::Quiet => return,
            Volume::Normal => why.holds_mail(),
            Volume::Verbose => true,
        };
        if named && (self.volume == Volume::Verbose || self.shown < SHOWN) {
            self.shown += 1;
            self.say(&format!("{}: skipped: {why}", Escaped(path.as_os_str().as_encoded_bytes())));
        } else {
            self.unnamed += u64::from(named);
        }
    }

    /// Says that a signal stopped the run, and how far it was.
    #[cfg(unix)]
    pub(crate) fn stopped(&self, signal: u8, inputs: &Inputs<'_>) {
        if self.volume > Volume::Quiet {
            inputs.lines(signal).iter().for_each(|line| self.say(line));
        }
    }

    fn say(&self, line: &str) {
        match &self.progress {
            Some(progress) => progress.suspend(|| say(line)),
            None => say(line),
        }
    }

    /// How many messages were converted, or would be.
    fn summary(&self, totals: &Totals) -> String {
        let Totals { messages, changed, unresolved, .. } = totals;
        let plural = if *messages == 1 { "" } else { "s" };
        let converted = if self.dry_run { "to convert" } else { "converted" };
        let unchanged = messages.saturating_sub(*changed);
        format!(
            "{messages} message{plural}: {changed} {converted}, {unchanged} unchanged, {unresolved} unresolved"
        )
    }

    /// How many seals break, where some do, and how to keep them.
    fn broken_seals(&self, totals: &Totals) -> Option<String> {
        let seals = totals.findings.get(&Code::SealBroken)?;
        let plural = if *seals == 1 { "" } else { "s" };
        let broken = if self.dry_run { "would be broken" } else { "broken" };
        Some(format!(
            "{seals} DKIM or ARC signature{plural} {broken} (--keep-dkim leaves such messages unchanged)"
        ))
    }

    /// Says what is left to say; with `--verbose`, and to a person who watches, what was done altogether.
    pub(crate) fn finish(mut self, totals: &Totals) {
        let watched = self.progress.take().is_some();
        if !self.rest.is_empty() || self.unnamed > 0 {
            say("more findings (--verbose shows them all, --report FILE records them):");
        }
        for (code, (count, place)) in &self.rest {
            say(&format!("{count} × {code}, first in {place}: {}", code.meaning()));
        }
        if self.unnamed > 0 {
            say(&format!("files that hold mail and were skipped: {}", self.unnamed));
        }
        // To a person; a log has no use for it.
        if let Some((_, code)) = self.gravest.filter(|_| io::stderr().is_terminal()) {
            say(&format!("`mailutf explain {code}` explains why this happens and what to do"));
        }
        let is_wanted = self.volume == Volume::Verbose || watched;
        let seals = self.broken_seals(totals).filter(|_| self.volume > Volume::Quiet);
        match seals {
            Some(seals) if is_wanted => say(&format!("{}; {seals}", self.summary(totals))),
            Some(seals) => say(&seals),
            None if is_wanted => say(&self.summary(totals)),
            None => {}
        }
        if is_wanted {
            for (what, charsets) in [("bodies", &totals.charsets), ("header texts", &totals.header_charsets)]
            {
                let charsets = charsets.iter().map(|(charset, texts)| format!("{charset} {texts}"));
                let charsets = charsets.collect::<Vec<_>>().join(", ");
                if !charsets.is_empty() {
                    say(&format!("{what} by charset: {charsets}"));
                }
            }
            if self.skipped > 0 {
                say(&format!("files skipped: {}", self.skipped));
            }
        }
    }
}

/// Where a finding is: file, message and part.
pub(crate) fn place(path: &Path, report: &Report, part: &str) -> String {
    let mut place = name(path);
    #[cfg(unix)]
    if let Some(folder) = mailutf::mailbox::fs::maildir::folder_name(path) {
        place += &format!(" ({})", Escaped(folder.as_bytes()));
    }
    if report.in_mbox {
        place += &format!(": message {} at octet {}", report.ordinal + 1, report.offset);
        if !report.message_id.is_empty() {
            place += &format!(" {}", Escaped(&report.message_id));
        }
    }
    if !part.is_empty() {
        place += &format!(": part {part}");
    }
    place
}

/// What a finding says, and at which octet of the message.
pub(crate) fn sentence(finding: &Finding, paint: Paint) -> String {
    let Finding { code, span, .. } = finding;
    let marked = paint.paint(style::of(code.severity()), code);
    let said = if finding.detail.is_none() { code.meaning().to_owned() } else { detail(finding) };
    format!("{marked} at octet {}: {said}", span.start)
}

/// What was found, fit for a terminal; with the option that sets a limit or helps with a server's index.
pub(crate) fn detail(finding: &Finding) -> String {
    let detail = Escaped(finding.detail.to_string().as_bytes()).to_string();
    match finding.detail {
        Detail::Limit(..) => detail.replace("limit `", "`--limit-"),
        Detail::ServerIndex("Cyrus") => {
            format!("{detail}; write it elsewhere with -o, or name the file and then run `reconstruct`")
        }
        Detail::ServerIndex(_) => format!("{detail}; --add-sizes gives the message a new name"),
        _ => detail,
    }
}

/// A line on standard error.
pub(crate) fn say(line: &str) {
    say_in(style::HEADING, line);
}

/// A line on standard error, its start in `style`.
pub(crate) fn say_in(style: Style, line: &str) {
    let start = Paint::errors().paint(style, "mailutf:");
    // Where standard error is gone there is nobody to tell.
    let _ = writeln!(io::stderr(), "{start} {line}");
}
