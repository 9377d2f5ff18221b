//! A mailbox or a message, from a reader to a writer.

use super::monitor::Monitor;
use super::ordered::{Workers, in_order};
use super::report::{Report, Totals};
use super::sink::Sink;
use super::work::Worked;
use crate::finding::Finding;
use crate::mailbox::batch::Batch;
use crate::mailbox::{Format, Source};
use crate::policy::Policy;
use crate::rewrite::{Normalizer, Planner};
use std::fmt;
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

/// What the error says of work that was [stopped](Monitor::stop_flag). Its kind is
/// [`ErrorKind::Interrupted`](io::ErrorKind::Interrupted).
pub const STOPPED: &str = "stopped";

/// Which messages are reported, and which of their findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reports {
    /// Those with findings of [`Severity::Guess`](crate::Severity::Guess) and above, and these.
    #[default]
    Doubts,
    /// Those that change or have findings, and all of these.
    All,
    /// The same, and [what changes](super::Changes): for a look at it. Costs a copy of each message that changes.
    Changes,
}

/// Which side of a stream failed.
#[derive(Debug)]
pub enum Failure {
    /// The reader.
    Read(io::Error),
    /// The writer.
    Write(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "cannot read: {error}"),
            Self::Write(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        let (Self::Read(error) | Self::Write(error)) = self;
        Some(error)
    }
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

    /// Rewrites all messages of `source` into `output`, and hands `report` what is to be told, in order.
    /// Memory: as [this module](super) says.
    ///
    /// # Errors
    /// Where `source` or `output` fails, or the work was [stopped](STOPPED); the output ends somewhere then.
    pub fn run(
        &self,
        source: impl IntoIterator<Item = io::Result<Batch>>,
        output: &mut impl Sink,
        mut report: impl FnMut(&Report),
    ) -> Result<Totals, Failure> {
        let mut totals = Totals::default();
        let batches = source.into_iter().map(|batch| {
            let batch = batch.map_err(Failure::Read)?;
            if self.monitor.is_stopped() {
                return Err(Failure::Read(io::Error::new(io::ErrorKind::Interrupted, STOPPED)));
            }
            let weight = batch.octets().len();
            Ok((batch, weight))
        });
        let work = |batch: Batch| self.work(batch);
        in_order(self.workers, batches, work, |worked: Worked| {
            let octets = worked.batch.octets();
            match worked.totals.changed {
                0 => output.keep(octets),
                _ => output.change(octets, &worked.splice),
            }
            .map_err(Failure::Write)?;
            worked.reports.iter().for_each(&mut report);
            totals += &worked.totals;
            self.monitor.add(&worked.totals);
            Ok(())
        })?;
        output.finish().map_err(Failure::Write)?;
        Ok(totals)
    }
}
