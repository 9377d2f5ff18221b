//! Converts a mailbox or a message from a reader to a writer.

use super::configuration::Pipeline;
use super::ordered::in_order;
use super::report::{Report, Totals};
use super::sink::Sink;
use super::work::ConvertedBatch;
use crate::mailbox::batch::Batch;
use std::fmt;
use std::io;

/// Why a stream ended before all of it was written.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The reader failed.
    Read(io::Error),
    /// The writer failed.
    Write(io::Error),
    /// Another thread [stopped](super::Monitor::stop_flag) the run.
    Stopped,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "cannot read: {error}"),
            Self::Write(error) => write!(f, "cannot write: {error}"),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Read(error) | Self::Write(error) => Some(error),
            Self::Stopped => None,
        }
    }
}

impl Pipeline {
    /// Rewrites all messages of `source` to `output`, and passes reports on messages to `report`, in order.
    /// Memory: see [this module](super).
    ///
    /// # Errors
    /// Fails if `source` or `output` does, or the run is [stopped](Failure::Stopped); the output is then incomplete.
    pub fn run(
        &self,
        source: impl IntoIterator<Item = io::Result<Batch>>,
        output: &mut impl Sink,
        mut report: impl FnMut(Report),
    ) -> Result<Totals, Failure> {
        let mut totals = Totals::default();
        let batches = source.into_iter().map(|batch| {
            let batch = batch.map_err(Failure::Read)?;
            if self.monitor.is_stopped() {
                return Err(Failure::Stopped);
            }
            let weight = batch.octets().len();
            Ok((batch, weight))
        });
        let work = |batch: Batch| self.work(batch);
        in_order(self.workers, batches, work, |converted: ConvertedBatch| {
            let octets = converted.batch.octets();
            match converted.totals.changed {
                0 => output.keep(octets),
                _ => output.change(octets, &converted.splice),
            }
            .map_err(Failure::Write)?;
            converted.reports.into_iter().for_each(&mut report);
            totals += &converted.totals;
            self.monitor.add(&converted.totals);
            Ok(())
        })?;
        output.finish().map_err(Failure::Write)?;
        Ok(totals)
    }
}
