//! Reports on single messages, and totals over all.

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

/// The changes to one message, and the findings about it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// Whether the message is in an mbox; otherwise its file holds only this message.
    pub in_mbox: bool,
    /// Number of messages before it in its mailbox.
    pub ordinal: u64,
    /// Offset of its first octet in its mailbox, the `From ` line included.
    pub offset: u64,
    /// The body of its Message-ID field without surrounding white space; empty if it has none. Unescaped: do
    /// not write it to a terminal.
    pub message_id: Vec<u8>,
    /// The author, date and subject; only with [`Pipeline::about`](super::Pipeline::about).
    pub about: Option<About>,
    /// The findings, each with the IMAP number of its part (RFC 3501 section 6.4.5).
    pub findings: Vec<(Finding, String)>,
    /// Number of edits for each reason.
    pub edits: Vec<(Reason, usize)>,
    /// SHA-256 of the message, if [`Pipeline::digests`](super::Pipeline::digests) is set; `None` for a message larger
    /// than the limit, and for octets that are not a message.
    #[cfg(feature = "digests")]
    pub digests: Option<Digests>,
    /// The changes, if [`Reports::Changes`](super::Reports::Changes) was requested.
    pub changes: Option<Changes>,
}

/// SHA-256 of one message before and after the run.
#[cfg(feature = "digests")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Digests {
    /// The digest of the message that was read.
    pub before: Digest,
    /// The digest of the message that was written; the same if the message was kept.
    pub after: Digest,
}

/// The changes to one message.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Changes {
    /// The original message, without the `From ` line and the quoting of an mbox.
    pub message: Vec<u8>,
    /// The edits, sorted and without overlap; at least one.
    pub edits: Vec<Edit>,
}

impl Report {
    /// The highest severity of its findings.
    pub fn severity(&self) -> Option<Severity> {
        self.findings.iter().map(|(finding, _)| finding.code.severity()).max()
    }
}

/// Sums over many messages.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Totals {
    /// Messages read.
    pub messages: u64,
    /// Messages that were changed.
    pub changed: u64,
    /// Messages in which something could not be read without loss and was kept unchanged.
    pub unresolved: u64,
    /// Files that hold mail and were skipped, such as those in unsupported formats; and mbox files with text
    /// before their first message, which was skipped.
    pub skipped_mail: u64,
    /// Errors after a file was replaced: a lock or an original that could not be removed, a directory that
    /// could not be flushed to the disk.
    pub left_over: Vec<Arc<Error>>,
    /// Messages that were not selected because their date cannot be read.
    pub undated: u64,
    /// mbox files that were replaced although an IMAP server has numbered their messages (X-UID), so that it may keep
    /// their sizes in an index in an unknown place. Files for which
    /// [`beside_index`](crate::pipeline::ReplaceOptions::beside_index) was given are not counted.
    pub numbered: u64,
    /// Octets read.
    pub octets: u64,
    /// Findings of each kind.
    pub findings: BTreeMap<Code, u64>,
    /// Text bodies by the charset they were read in.
    pub charsets: Charsets,
    /// Header texts by the charset they were read in, as [`Plan::header_charsets`] counts them.
    pub header_charsets: Charsets,
}

impl Totals {
    /// Records errors after a file was replaced.
    #[cfg(all(unix, feature = "files"))]
    pub(super) fn left_over(&mut self, errors: impl IntoIterator<Item = Error>) {
        self.left_over.extend(errors.into_iter().map(Arc::new));
    }

    /// Counts a message that was kept unchanged, by its report.
    pub(super) fn count_left(&mut self, report: &Report) {
        self.messages += 1;
        self.unresolved += 1;
        for (finding, _) in &report.findings {
            *self.findings.entry(finding.code).or_default() += 1;
        }
    }

    /// Counts a message, by its plan.
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
