//! The configuration of a pipeline: its planner, workers and reports.

use super::monitor::Monitor;
use super::ordered::Workers;
use crate::finding::Finding;
#[cfg(all(unix, feature = "files"))]
use crate::finding::{Code, Detail};
#[cfg(all(unix, feature = "files"))]
use crate::mailbox::fs::replace::waits::Waits;
use crate::mailbox::{Format, Source};
use crate::policy::Policy;
use crate::rewrite::{Normalizer, Planner};
use crate::selection::Selection;
#[cfg(all(unix, feature = "files"))]
use crate::span::Span;
use crate::with::with;
use std::borrow::Cow;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// Normalizes whole mailboxes, or rewrites them with another [`Planner`]. The output does not depend on the number
/// of workers.
///
/// ```
/// use mailutf::Policy;
/// use mailutf::mailbox::{Format, Source};
/// use mailutf::pipeline::Pipeline;
/// let mbox = b"From a@b.org Mon Jan  1 00:00:00 2024\nSubject: 1\n\n1\n\n\
///              From c@d.org Mon Jan  1 00:00:00 2024\nSubject: 2\n\n2\n";
/// let source = Source::new(&mbox[..], Format::Any)?;
/// let mut output = Vec::new();
/// let totals = Pipeline::new(Policy::default()).run(source, &mut output, |_| {})?;
/// assert_eq!((totals.messages, totals.changed), (2, 0));
/// assert_eq!(output, mbox);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Pipeline {
    /// How much work is done in parallel.
    pub workers: Workers,
    /// Read each changed message again with `mail-parser`, and keep the original message if the text differs.
    /// Off by default. The field exists only with the feature `verify`.
    #[cfg(feature = "verify")]
    pub verify: bool,
    /// Which messages are reported.
    pub reports: Reports,
    /// Report every message, with its [digests](super::Report::digests). Off by default. The field exists
    /// only with the feature `digests`. This costs one call of [`Digest::of`](crate::mailbox::Digest::of) for
    /// each unchanged message, and two calls for each changed message.
    #[cfg(feature = "digests")]
    pub digests: bool,
    /// Add the author, the date and the subject of the message to each report ([`About`](super::About)). This costs
    /// as much as reading one text of the message again.
    pub about: bool,
    /// The messages that are converted. Other messages are copied unchanged, without a plan and without findings.
    /// By default, all messages are selected.
    pub selection: Selection,
    /// Watches the progress and stops the run, from any thread.
    pub monitor: Arc<Monitor>,
    pub(super) planner: Arc<dyn Planner>,
    /// If this is set, a message that would change stays unchanged, and its report has this finding.
    pub(super) leaves: Option<Finding>,
    /// The time that was spent waiting for other programs that still had the original of a replaced mbox open.
    #[cfg(all(unix, feature = "files"))]
    pub(crate) waits: Arc<Waits>,
}

with! {
    impl Pipeline {
        fn with_workers(workers: Workers);
        #[cfg(feature = "verify")]
        fn with_verify(verify: bool);
        fn with_reports(reports: Reports);
        #[cfg(feature = "digests")]
        fn with_digests(digests: bool);
        fn with_about(about: bool);
        fn with_selection(selection: Selection);
        fn with_monitor(monitor: Arc<Monitor>);
    }
}

/// Tells which messages are reported, and which findings a report has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reports {
    /// Messages with findings of [`Severity::Guess`](crate::Severity::Guess) and above are reported, with only
    /// these findings.
    #[default]
    Doubts,
    /// Messages that change or have findings are reported, with all findings. The message changes if its
    /// report has [`edits`](super::Report::edits).
    All,
    /// Like [`All`](Reports::All), but the reports have the [changes](super::Changes) of each message, for a
    /// preview. The output is the unchanged input.
    Changes,
}

impl Pipeline {
    /// A pipeline that normalizes with `policy`, on all cores.
    pub fn new(policy: Policy) -> Self {
        Self::by(Normalizer::new(policy))
    }

    /// A pipeline that rewrites with `planner`, on all cores.
    pub fn by(planner: impl Planner + 'static) -> Self {
        Self {
            workers: Workers::default(),
            #[cfg(feature = "verify")]
            verify: false,
            reports: Reports::default(),
            #[cfg(feature = "digests")]
            digests: false,
            about: false,
            selection: Selection::default(),
            monitor: Arc::default(),
            planner: Arc::new(planner),
            leaves: None,
            #[cfg(all(unix, feature = "files"))]
            waits: Arc::default(),
        }
    }

    /// A copy of this pipeline that leaves all messages unchanged, because a mail server's index refers to them.
    /// Each message that would change gets a finding with the reason `why`.
    #[cfg(all(unix, feature = "files"))]
    pub(super) fn leaving(&self, why: Detail) -> Self {
        Self { leaves: Some(Finding::new(Code::ServerIndex, Span::at(0), why)), ..self.clone() }
    }

    /// The policy of the planner: how text is read, and the limits beyond which a message is kept unchanged.
    pub fn policy(&self) -> &Policy {
        self.planner.policy()
    }

    /// Returns this pipeline with the policy for the mail in `file`. `file` is a path relative to the directory
    /// that is read. [Rules](crate::rules) with a condition on the file are tested against this path. The methods
    /// that open files call this method themselves. For a file that the caller names, they pass the name that the
    /// caller gave.
    pub fn at(&self, file: &Path) -> Cow<'_, Self> {
        match self.policy().at(file) {
            Cow::Borrowed(_) => Cow::Borrowed(self),
            Cow::Owned(policy) => {
                Cow::Owned(Self { planner: self.planner.with_policy(policy), ..self.clone() })
            }
        }
    }

    /// Reads the messages of `input` for [`run`](Pipeline::run). A message larger than the limit
    /// [`message`](crate::Limits::message) is not held in memory; it is written unchanged and reported.
    ///
    /// # Errors
    /// Fails if `input` cannot be read.
    pub fn source<R: Read>(&self, input: R, format: Format) -> io::Result<Source<R>> {
        Ok(Source::new(input, format)?.limit(self.policy().limits.message))
    }
}
