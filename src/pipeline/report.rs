//! What was done to a message, and to all of them.

use crate::edit::{Edit, Reason};
use crate::error::Error;
use crate::finding::{Code, Finding, Severity};
use crate::rewrite::{Charsets, Plan};
use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::sync::Arc;

/// What was done to one message, and what was odd about it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// Whether it stands in an mbox; else its file holds no other.
    pub in_mbox: bool,
    /// Number of messages before it in its mailbox.
    pub ordinal: u64,
    /// Octet of its mailbox at which it starts, its `From ` line included.
    pub offset: u64,
    /// The body of its Message-ID field, blanks around it left out; empty where it has none. As it stands:
    /// not fit for a terminal.
    pub message_id: Vec<u8>,
    /// What was odd, each with the number of its part as IMAP counts them (RFC 3501 section 6.4.5).
    pub findings: Vec<(Finding, String)>,
    /// Number of edits for each reason.
    pub edits: Vec<(Reason, usize)>,
    /// What changes, where [`Reports::Changes`](super::Reports::Changes) asks for it.
    pub changes: Option<Changes>,
}

/// What changes in one message.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Changes {
    /// The message as it was, without the `From ` line and the quoting of an mbox.
    pub message: Vec<u8>,
    /// The edits, sorted, none overlapping another; at least one.
    pub edits: Vec<Edit>,
}

impl Report {
    /// The gravest of the findings.
    pub fn severity(&self) -> Option<Severity> {
        self.findings.iter().map(|(finding, _)| finding.code.severity()).max()
    }
}

/// What was done to many messages.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Totals {
    /// Messages seen.
    pub messages: u64,
    /// Messages written other than they were.
    pub changed: u64,
    /// Messages in which something was left as it was because it cannot be read without loss.
    pub unresolved: u64,
    /// Files that hold mail and were skipped, such as those in formats that are not read; and mbox files with text
    /// before their first message, which was skipped.
    pub skipped_mail: u64,
    /// What went wrong with files that are in their new form: an old form or a lock that could not be removed, a
    /// directory that could not be flushed to the disk.
    pub left_over: Vec<Arc<Error>>,
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
    /// Notes what went wrong with a file that is done.
    #[cfg(all(unix, feature = "files"))]
    pub(super) fn left_over(&mut self, error: Option<Error>) {
        self.left_over.extend(error.map(Arc::new));
    }

    /// Counts a message that was left as it was, by its report.
    pub(super) fn count_left(&mut self, report: &Report) {
        self.messages += 1;
        self.unresolved += 1;
        for (finding, _) in &report.findings {
            *self.findings.entry(finding.code).or_default() += 1;
        }
    }

    /// Counts a message.
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
        self.octets += other.octets;
        self.charsets += &other.charsets;
        self.header_charsets += &other.header_charsets;
        for (&code, count) in &other.findings {
            *self.findings.entry(code).or_default() += count;
        }
    }
}
