//! Prints findings to standard error.
//!
//! The first few are printed one by one; the rest are counted by code, with the place of the first of each.
//! `--report` records all of them, and `--verbose` prints all.

use crate::input::{self, name, say_undated};
use crate::progress::Progress;
#[cfg(unix)]
use crate::report::stopped::Inputs;
use crate::report::summary::Ending;
use crate::terminal::{Escaped, Paint, say, style};
#[cfg(unix)]
use mailutf::mailbox::mail::SkipReason;
use mailutf::pipeline::{Report, Totals};
use mailutf::{Code, Detail, Finding, Severity};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::path::Path;

/// Findings printed one by one without `--verbose`.
const SHOWN: usize = 10;

/// How much is printed to standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Volume {
    /// Errors.
    Quiet,
    /// Also guesses and what is worse.
    Normal,
    /// Everything.
    Verbose,
}

/// Collects findings and prints them.
pub(crate) struct FindingPrinter {
    volume: Volume,
    progress: Option<Progress>,
    /// How the run ends, for the summary.
    ending: Ending,
    shown: usize,
    /// The most severe finding printed.
    worst: Option<(Severity, Code)>,
    /// Files skipped; and those of them that hold mail and were not printed.
    skipped: u64,
    unnamed: u64,
    /// For each code, the number of findings not printed, and the place of the first.
    rest: BTreeMap<Code, (u64, String)>,
}

impl FindingPrinter {
    /// `progress` is the line that is shown on standard error meanwhile.
    pub(crate) fn new(volume: Volume, progress: Option<Progress>, ending: Ending) -> Self {
        Self {
            volume,
            progress,
            ending,
            shown: 0,
            worst: None,
            skipped: 0,
            unnamed: 0,
            rest: BTreeMap::new(),
        }
    }

    /// Takes the report on a message of the file `path`.
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
                self.worst = self.worst.max(Some((finding.code.severity(), finding.code)));
                self.say(&format!("{place}: {}", sentence(finding, Paint::errors())));
            } else {
                self.rest.entry(finding.code).or_insert((0, place)).0 += 1;
            }
        }
    }

    /// Takes a skipped file. A file that holds mail is reported unless `--quiet` is given.
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

    /// Reports that a signal stopped the run, and what was done.
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

    /// Prints the rest of the findings. A summary follows with `--verbose` or `--dry-run`, or if a person watches the
    /// progress.
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
        // Only to a person, not to a log.
        if let Some((_, code)) = self.worst.filter(|_| io::stderr().is_terminal()) {
            say(&format!("`mailutf explain {code}` explains why this happens and what to do"));
        }
        if self.volume == Volume::Quiet {
            return;
        }
        say_undated(totals.undated);
        say_numbered(totals.numbered);
        let ending = self.ending;
        if self.volume == Volume::Verbose || watched || ending.is_awaited() {
            ending.summary(totals, self.skipped).iter().for_each(|line| say(line));
        } else if let Some(seals) = ending.broken_seals(totals) {
            say(&seals);
        }
    }
}

/// Warns of mbox files whose messages an IMAP server has numbered.
fn say_numbered(files: u64) {
    let of_them = match files {
        0 => return,
        1 => "1 mbox, which was converted".to_owned(),
        _ => format!("{files} mbox files, which were converted"),
    };
    say(&format!(
        "an IMAP server has numbered the messages of {of_them} (X-UID, X-IMAPbase): if it is Dovecot and keeps an index of \
         them in another directory, it serves them cut off until the file dovecot.index.cache there is removed; see \
         docs/delivery.md"
    ));
}

/// The place of a finding: file, message and part.
pub(crate) fn place(path: &Path, report: &Report, part: &str) -> String {
    let file = name(path);
    #[cfg(unix)]
    let file = match mailutf::mailbox::fs::maildir::folder_name(path) {
        Some(folder) => format!("{file} ({})", Escaped(folder.as_bytes())),
        None => file,
    };
    let in_mbox = report.in_mbox.then_some((report.ordinal, report.offset, &*report.message_id));
    input::place(file, in_mbox, part)
}

/// A finding as a sentence, with its offset in the message.
pub(crate) fn sentence(finding: &Finding, paint: Paint) -> String {
    let Finding { code, span, .. } = finding;
    let marked = paint.paint(style::of(code.severity()), code);
    let text = if finding.detail.is_none() { code.meaning().to_owned() } else { detail(finding) };
    format!("{marked} at octet {}: {text}", span.start)
}

/// The detail of a finding, escaped for a terminal; with the option that sets a limit, selects a reading, or helps with
/// a server's index.
pub(crate) fn detail(finding: &Finding) -> String {
    let detail = Escaped(finding.detail.to_string().as_bytes()).to_string();
    match finding.detail {
        Detail::Limit(..) => detail.replace("limit `", "`--limit-"),
        Detail::ServerIndex("Cyrus") => {
            format!(
                "{detail}; write it elsewhere with -o, or convert the file by its name and then run `reconstruct`"
            )
        }
        Detail::Doubtful { evidence_suffices: true, .. } if finding.code == Code::LabelDoubtful => {
            format!("{detail}; --doubtful evidence reads it so, --doubtful label as its label says")
        }
        Detail::Doubtful { .. } if finding.code == Code::LabelDoubtful => {
            format!("{detail}; --doubtful label reads it as its label says")
        }
        Detail::Doubtful { evidence_suffices: true, .. } if finding.code == Code::TextGarbled => {
            format!("{detail}; --doubtful evidence restores it, --doubtful label says that it is sound")
        }
        Detail::Doubtful { .. } if finding.code == Code::TextGarbled => {
            format!("{detail}; --doubtful label says that it is sound")
        }
        Detail::NamedInside(_) if finding.code == Code::AttachmentKept => {
            format!("{detail}; --doubtful label converts it by its label")
        }
        Detail::Read { label: Some(ref label), .. } if finding.code == Code::LabelUncertain => {
            format!(
                "{detail}; --charset {label}=CHARSET reads it in another charset, --doubtful label says that the label is right"
            )
        }
        Detail::NamedInside(_) if finding.code == Code::LabelUncertain => {
            format!("{detail}; --doubtful label says that the label is right")
        }
        _ if finding.detail.label_fits() => format!("{detail}; --doubtful label reads it as its label says"),
        Detail::ServerIndex(_) => format!("{detail}; --add-sizes gives the message a new name"),
        _ => detail,
    }
}
