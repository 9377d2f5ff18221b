//! Prints findings to standard error.
//!
//! A finding is printed immediately if no earlier message has a finding of the same kind. After ten findings, no more
//! findings are printed immediately. Findings that are not printed immediately are counted. At the end, three
//! messages are named for each kind. `--verbose` prints all findings immediately, and `--report` records all of them.

#[cfg(unix)]
use crate::input::archived;
use crate::input::{self, name, say_undated};
use crate::progress::Progress;
use crate::report::finding_groups::FindingGroups;
use crate::report::review_line;
#[cfg(unix)]
use crate::report::skipped_files::SkippedFiles;
#[cfg(unix)]
use crate::report::stopped::Inputs;
use crate::report::summary::Ending;
use crate::terminal::{Escaped, Paint, say, style};
use mailutf::charset::{Charset, Label};
use mailutf::finding::Hypothesis;
#[cfg(unix)]
use mailutf::mailbox::mail::SkipReason;
use mailutf::pipeline::{Report, Totals};
use mailutf::{Code, Detail, Finding, Severity};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// The maximum number of findings that are printed immediately without `--verbose`. The same number of skipped files
/// is named immediately.
const SHOWN: usize = 10;

/// How much is printed to standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Volume {
    /// Prints only errors.
    Quiet,
    /// Prints guesses and more severe findings.
    Normal,
    /// Prints everything.
    Verbose,
}

/// Collects findings and prints them.
pub(crate) struct FindingPrinter {
    volume: Volume,
    progress: Option<Progress>,
    /// The facts about the run that the summary at its end needs.
    ending: Ending,
    groups: FindingGroups,
    /// Whether there was doubtful text. If so, a line at the end names `mailutf review`.
    is_doubtful: bool,
    /// The paths that were named on the command line.
    paths: Vec<PathBuf>,
    #[cfg(unix)]
    skipped: SkippedFiles,
    /// The number of skipped files that have been named immediately.
    #[cfg(unix)]
    named: usize,
}

impl FindingPrinter {
    /// Creates a printer for the mail at `paths`. `progress` is the line that is shown on standard error during the
    /// run.
    pub(crate) fn new(volume: Volume, progress: Option<Progress>, ending: Ending, paths: &[PathBuf]) -> Self {
        Self {
            volume,
            progress,
            ending,
            groups: FindingGroups::new(SHOWN),
            is_doubtful: false,
            paths: paths.to_vec(),
            #[cfg(unix)]
            skipped: SkippedFiles::default(),
            #[cfg(unix)]
            named: 0,
        }
    }

    /// Takes the report on a message of the file `path`, and prints its findings or counts them.
    pub(crate) fn take(&mut self, path: &Path, report: &Report) {
        let least = match self.volume {
            Volume::Quiet => return,
            Volume::Normal => Severity::Guess,
            Volume::Verbose => Severity::Note,
        };
        for (finding, part) in report.findings.iter().filter(|(f, _)| f.code.severity() >= least) {
            self.is_doubtful |= review_line::is_for(finding);
            let is_news = self.groups.add(finding, &message(path, report));
            if is_news || self.volume == Volume::Verbose {
                self.say(&format!("{}: {}", place(path, report, part), sentence(finding, Paint::errors())));
            }
        }
    }

    /// Takes a skipped file. If the file holds mail, it is named immediately, or counted if many files have been
    /// named. With `--quiet`, nothing is reported.
    #[cfg(unix)]
    pub(crate) fn skipped(&mut self, path: &Path, why: SkipReason) {
        self.skipped.add();
        let is_named = match self.volume {
            Volume::Quiet => return,
            Volume::Normal => why.holds_mail() && self.named < SHOWN,
            Volume::Verbose => true,
        };
        if is_named {
            self.named += 1;
            self.say(&format!("{}: skipped: {}", name(path), archived::skipped(path, why)));
        } else {
            self.skipped.add_unnamed(path, why);
        }
    }

    /// Reports that a signal stopped the run, and which inputs are done.
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

    /// Prints the findings that were only counted. With `--verbose` or `--dry-run`, or if progress was shown,
    /// prints a summary after them.
    pub(crate) fn finish(mut self, totals: &Totals) {
        let watched = self.progress.take().is_some();
        let groups = if self.volume == Volume::Verbose { Vec::new() } else { self.groups.lines() };
        if !groups.is_empty() {
            say(
                "number of findings of each kind (--verbose shows each finding, --report FILE records them):",
            );
        }
        groups.iter().for_each(|line| say(line));
        #[cfg(unix)]
        self.skipped.lines().iter().for_each(|line| say(line));
        if self.is_doubtful {
            say(&review_line::line(&self.paths));
        }
        // Only a person needs this line, so it is not written to a log.
        if let Some(code) = self.groups.worst().filter(|_| io::stderr().is_terminal()) {
            say(&format!("`mailutf explain {code}` explains why this happens and what to do"));
        }
        if self.volume == Volume::Quiet {
            return;
        }
        say_undated(totals.undated);
        say_numbered(totals.numbered);
        let ending = self.ending;
        if self.volume == Volume::Verbose || watched || ending.is_awaited() {
            #[cfg(unix)]
            let skipped = self.skipped.all;
            #[cfg(not(unix))]
            let skipped = 0;
            ending.summary(totals, skipped).iter().for_each(|line| say(line));
        } else if let Some(seals) = ending.broken_seals(totals) {
            say(&seals);
        }
    }
}

/// Warns of mbox files that were converted although an IMAP server has numbered their messages.
fn say_numbered(files: u64) {
    let files_have = match files {
        0 => return,
        1 => "1 converted mbox has".to_owned(),
        _ => format!("{files} converted mbox files have"),
    };
    say(&format!(
        "{files_have} fields X-UID or X-IMAPbase, which an IMAP server writes. If this server is Dovecot, its \
         index is in a place that mailutf does not know. Remove dovecot.index.cache there; otherwise Dovecot cuts \
         off the converted messages. See docs/delivery.md"
    ));
}

/// Describes the place of a finding: its file, message and part.
pub(crate) fn place(path: &Path, report: &Report, part: &str) -> String {
    let in_mbox = report.in_mbox.then_some((report.ordinal, report.offset, &*report.message_id));
    input::place(file(path), in_mbox, part)
}

/// Describes the message of a report in a few words.
pub(crate) fn message(path: &Path, report: &Report) -> String {
    let file = file(path);
    if report.in_mbox { format!("{file}: message {}", report.ordinal + 1) } else { file }
}

/// Returns the name of the file. If the file is in a folder of a Maildir, adds the name of the folder, because the
/// path of the file contains the folder's name only in an encoded form.
fn file(path: &Path) -> String {
    let file = name(path);
    #[cfg(unix)]
    let file = match mailutf::internal::folder_name(path) {
        Some(folder) => format!("{file} ({})", Escaped(folder.as_bytes())),
        None => file,
    };
    file
}

/// Formats a finding as a sentence, with its offset in the message.
pub(crate) fn sentence(finding: &Finding, paint: Paint) -> String {
    let Finding { code, span, .. } = finding;
    let marked = paint.paint(style::of(code.severity()), code);
    let text =
        if finding.detail.is_none() { code.meaning().to_owned() } else { detail_among_others(finding) };
    format!("{marked} at octet {}: {text}", span.start)
}

/// Describes the detail of a finding in a single message. `all` are the findings of this message. For text with a
/// doubtful label, the description names the options `--charset LABEL=CHARSET`, if all doubtful texts in the message
/// with this label have the same likely charset. In an archive, such an option might be wrong, because the label may
/// stand for several charsets. In all other cases, the description is that of [`detail_among_others`].
pub(crate) fn detail<'f>(finding: &Finding, all: impl IntoIterator<Item = &'f Finding>) -> String {
    let stands_for = |named: Label, charset: Charset| {
        all.into_iter().all(|other| match other.detail {
            Detail::Doubtful { label: Some(label), likely, .. } if label == named => {
                likely == Hypothesis::In(charset)
            }
            _ => true,
        })
    };
    match finding.detail {
        Detail::Doubtful { label: Some(label), likely: Hypothesis::In(likely), .. }
            if finding.code == Code::LabelDoubtful && stands_for(label, likely) =>
        {
            let detail = Escaped(finding.detail.to_string().as_bytes()).to_string();
            let label = label.name();
            format!(
                "{detail}; to read it as {likely}, use --charset {label}={likely}; to read it as labelled, \
                 use --charset {label}={label}"
            )
        }
        _ => detail_among_others(finding),
    }
}

/// Describes the detail of a finding, escaped for a terminal. If an option can help, the description names this option.
/// Examples are the `--limit-` option for a limit that was reached, and `--doubtful label` for text that is to be read
/// in the charset of its label.
fn detail_among_others(finding: &Finding) -> String {
    let detail = Escaped(finding.detail.to_string().as_bytes()).to_string();
    match finding.detail {
        Detail::Limit(..) => detail.replace("limit `", "`--limit-"),
        Detail::ServerIndex("Cyrus") => {
            format!(
                "{detail}; write the converted mail elsewhere with -o; or name this file itself on the command line, \
                 and run `reconstruct` of Cyrus after the conversion"
            )
        }
        Detail::Doubtful { evidence_suffices: true, .. } if finding.code == Code::LabelDoubtful => {
            format!(
                "{detail}; to accept the likely reading, use --doubtful evidence; to read it as labelled, \
                 use --doubtful label"
            )
        }
        Detail::Doubtful { likely: Hypothesis::LinesIn(_), .. } if finding.code == Code::LabelDoubtful => {
            format!("{detail}; it stays, because no option reads both")
        }
        Detail::Doubtful { .. } if finding.code == Code::LabelDoubtful => {
            format!("{detail}; to read it as its label says, use --doubtful label")
        }
        Detail::Doubtful { evidence_suffices: true, .. } if finding.code == Code::TextGarbled => {
            format!(
                "{detail}; to repair the text, use --doubtful evidence; if it is right as it stands, use \
                 --doubtful label"
            )
        }
        Detail::Doubtful { .. } if finding.code == Code::TextGarbled => {
            format!(
                "{detail}; mailutf cannot repair it, because octets were lost or several originals are possible: ask \
                 for another copy, or use --doubtful label if the text is right as it stands"
            )
        }
        Detail::NamedInside(_) if finding.code == Code::AttachmentKept => {
            format!("{detail}; to convert it as labelled, use --doubtful label")
        }
        Detail::Read { label: Some(ref label), .. } if finding.code == Code::LabelUncertain => {
            format!(
                "{detail}; if this reading is wrong, use --charset {label}=CHARSET; if the label is right, \
                 use --doubtful label"
            )
        }
        Detail::NamedInside(_) if finding.code == Code::LabelUncertain => {
            format!("{detail}; if the label is right, use --doubtful label")
        }
        Detail::Read { rule: Some(_), .. } => {
            format!(
                "{detail}; to enforce the rule, name this message in it by `message-id`, and a charset that fits"
            )
        }
        _ if finding.detail.label_fits() => {
            format!("{detail}; to read it as its label says, use --doubtful label")
        }
        Detail::ServerIndex(_) => {
            format!("{detail}; to convert the message under a new name, use --add-sizes")
        }
        _ => detail,
    }
}
