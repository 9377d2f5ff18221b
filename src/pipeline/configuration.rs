//! What a pipeline does and how: its planner, its workers, its reports.

use super::monitor::Monitor;
use super::ordered::Workers;
use crate::finding::Finding;
use crate::mailbox::{Format, Source};
use crate::policy::Policy;
use crate::rewrite::{Normalizer, Planner};
use std::io::{self, Read};
use std::sync::Arc;

/// Normalizes whole mailboxes, or rewrites them otherwise. The output is the same for any number of workers.
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
    /// How much is done at the same time.
    pub workers: Workers,
    /// Have `mail-parser` read each message that changed, and keep the message as it was where it differs.
    #[cfg(feature = "verify")]
    pub verify: bool,
    /// Which messages are reported.
    pub reports: Reports,
    /// Where another thread sees how far the work is, and can stop it.
    pub monitor: Arc<Monitor>,
    pub(super) planner: Arc<dyn Planner>,
    /// Why each message that would change is left as it was.
    pub(super) leaves: Option<Finding>,
}

/// Which messages are reported, and which of their findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reports {
    /// Those with findings of [`Severity::Guess`](crate::Severity::Guess) and above, and these.
    #[default]
    Doubts,
    /// Those that change or have findings, and all of these.
    All,
    /// As [`All`](Reports::All), with [what would change](super::Changes): for a look at it. The messages come out as
    /// they went in, since what they would become is in the reports.
    Changes,
}

impl Pipeline {
    /// Normalizes by `policy`, on all cores.
    pub fn new(policy: Policy) -> Self {
        Self::by(Normalizer::new(policy))
    }

    /// Does what `planner` plans, on all cores.
    pub fn by(planner: impl Planner + 'static) -> Self {
        Self {
            workers: Workers::default(),
            #[cfg(feature = "verify")]
            verify: false,
            reports: Reports::default(),
            monitor: Arc::default(),
            planner: Arc::new(planner),
            leaves: None,
        }
    }

    /// How text is read, and the limits beyond which a message is left as it was.
    pub fn policy(&self) -> &Policy {
        self.planner.policy()
    }

    /// The messages of `input`, for [`run`](Pipeline::run). One beyond the limit
    /// [`message`](crate::Limits::message) is not held in memory, comes out as it went in, and is reported.
    ///
    /// # Errors
    /// What `input` says.
    pub fn source<R: Read>(&self, input: R, format: Format) -> io::Result<Source<R>> {
        Ok(Source::new(input, format)?.limit(self.policy().limits.message))
    }
}
