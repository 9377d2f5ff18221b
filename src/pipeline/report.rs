//! Reports on single messages, and totals over all messages.

use super::about::About;
use crate::edit::{Edit, Reason};
use crate::error::Error;
use crate::finding::{Code, Finding, Severity};
#[cfg(feature = "digests")]
use crate::mailbox::Digest;
use crate::rewrite::{Charsets, Plan};
use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::sync::Arc;

/// The changes to one message, and the findings about the message. A report can also be about a file: see
/// [`Report::is_message`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// Whether the report is about a message. Otherwise, it is about a file that is no mail, the text before the first
    /// message of an mbox, or the padding after compressed data. Such a report has no edits, and its `ordinal` and `offset`
    /// are 0. [`Totals::skipped_mail`] counts files and text that are not read, not `Totals::unresolved`.
    pub is_message: bool,
    /// Whether the message is in an mbox; otherwise its file holds only this message.
    pub in_mbox: bool,
    /// The number of messages before this message in its mailbox. It is the same before and after the run.
    pub ordinal: u64,
    /// The offset of the first octet of the message in the mailbox that is read, after decompression. In an
    /// mbox, a message begins with its `From ` line.
    pub offset: u64,
    /// The body of the Message-ID field without surrounding white space; empty if there is no such field. The value
    /// is not escaped: do not write it to a terminal.
    pub message_id: Vec<u8>,
    /// The author, date and subject of the message; only with [`Pipeline::about`](super::Pipeline::about).
    pub about: Option<About>,
    /// The findings, each with the IMAP number of its part (RFC 3501 section 6.4.5), which is empty for the
    /// message itself; see [`Structure::path`](crate::structure::Structure::path). Spans are offsets in the message, without
    /// its `From ` line and without the `>` that quotes lines in an mbox.
    pub findings: Vec<(Finding, String)>,
    /// The number of edits for each reason; empty if the message does not change. A field can have several edits: one
    /// for each run of encoded words or raw octets that is rewritten. The program counts each edit of
    /// [`Reason::Header`] as a header text.
    pub edits: Vec<(Reason, usize)>,
    /// SHA-256 of the message, if [`Pipeline::digests`](super::Pipeline::digests) is set; `None` for a message
    /// larger than [`Limits::message`](crate::Limits::message), and for octets that are not a message.
    #[cfg(feature = "digests")]
    pub digests: Option<Digests>,
    /// The changes, if [`Reports::Changes`](super::Reports::Changes) was requested.
    pub changes: Option<Changes>,
}

/// SHA-256 of one message before and after the run (feature `digests`).
#[cfg(feature = "digests")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Digests {
    /// The digest of the message that was read.
    pub before: Digest,
    /// The digest of the message that was written. It equals `before` if the message was kept.
    pub after: Digest,
}

/// The changes to one message.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Changes {
    /// The original message, without the `From ` line and the quoting of an mbox.
    pub message: Vec<u8>,
    /// The edits, which are sorted and do not overlap. There is at least one edit.
    pub edits: Vec<Edit>,
}

impl Report {
    /// The highest severity of the findings, or `None` if there are no findings.
    pub fn severity(&self) -> Option<Severity> {
        self.findings.iter().map(|(finding, _)| finding.code.severity()).max()
    }
}

/// Sums over many messages.
///
/// All mail was converted if `unresolved`, `skipped_mail` and `undated` are 0. `left_over` and `numbered` are about
/// files that were converted, but need some work by the user. If `left_over` is not empty, the user may have to
/// remove a lock or an original file. If `numbered` is not 0, the user has to let the mail server rebuild its index.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Totals {
    /// The number of messages that were read.
    pub messages: u64,
    /// The number of messages that were changed.
    pub changed: u64,
    /// The number of messages in which something could not be read without loss and was kept unchanged.
    pub unresolved: u64,
    /// The number of files in which mail may have been skipped. Either the whole file was skipped, for example because
    /// its format is not supported, or the file is an mbox, and the text before its first message was skipped.
    pub skipped_mail: u64,
    /// Errors that occurred after a file was replaced: a lock or an original could not be removed, or a directory
    /// could not be flushed to the disk.
    pub left_over: Vec<Arc<Error>>,
    /// The number of messages that were not selected because their date cannot be read.
    pub undated: u64,
    /// The number of mbox files that were replaced although an IMAP server has numbered their messages (X-UID).
    /// Such a server may have an index, in an unknown place, with the old sizes of the messages. Files for which
    /// [`beside_index`](crate::pipeline::ReplaceOptions::beside_index) was given are not counted.
    pub numbered: u64,
    /// The number of octets that were read.
    pub octets: u64,
    /// The number of findings of each kind.
    pub findings: BTreeMap<Code, u64>,
    /// The number of text bodies that were read in each charset, as [`Plan::charsets`] counts them.
    pub charsets: Charsets,
    /// The number of header texts that were read in each charset, as [`Plan::header_charsets`] counts them.
    pub header_charsets: Charsets,
}

impl Totals {
    /// Records errors that occurred after a file was replaced.
    #[cfg(all(unix, feature = "files"))]
    pub(super) fn left_over(&mut self, errors: impl IntoIterator<Item = Error>) {
        self.left_over.extend(errors.into_iter().map(Arc::new));
    }

    /// Counts a message that was not converted because it exceeds a limit. `report` is the report on the message.
    pub(super) fn count_left(&mut self, report: &Report) {
        self.messages += 1;
        self.unresolved += 1;
        for (finding, _) in &report.findings {
            *self.findings.entry(finding.code).or_default() += 1;
        }
    }

    /// Counts a message that has this plan.
    pub(super) fn count(&mut self, plan: &Plan<'_>) {
        self.messages += 1;
        self.changed += u64::from(!plan.is_noop());
        self.unresolved += u64::from(plan.is_unresolved());
        self.charsets += plan.charsets();
        self.header_charsets += plan.header_charsets();
        for finding in plan.findings() {
            *self.findings.entry(finding.code).or_default() += 1;
        }
    }
}

impl AddAssign<&Self> for Totals {
    fn add_assign(&mut self, other: &Self) {
        self.messages += other.messages;
        self.changed += other.changed;
        self.unresolved += other.unresolved;
        self.skipped_mail += other.skipped_mail;
        self.left_over.extend_from_slice(&other.left_over);
        self.undated += other.undated;
        self.numbered += other.numbered;
        self.octets += other.octets;
        self.charsets += &other.charsets;
        self.header_charsets += &other.header_charsets;
        for (&code, count) in &other.findings {
            *self.findings.entry(code).or_default() += count;
        }
    }
}
