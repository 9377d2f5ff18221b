//! Converts a mailbox or a message from a reader to a writer.

use super::configuration::Pipeline;
use super::counts::Counts;
use super::ordered::in_order;
use super::piece::Piece;
use super::report::{Report, Totals};
use super::sink::Sink;
use super::work::ConvertedBatch;
use crate::mailbox::batch::Batch;
use std::fmt;
use std::io;
use std::num::NonZeroUsize;

/// The reason why a conversion ended before all output was written. `Display` writes `cannot read` or `cannot
/// write` and the cause, or `stopped`.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The reader failed.
    Read(io::Error),
    /// The writer failed.
    Write(io::Error),
    /// The caller, another thread or a signal handler [stopped](super::Monitor::stop_flag) the run.
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
    /// Rewrites all messages of `source` to `output`, and passes reports about messages to `report`, in
    /// order. `report` is called on the thread of the caller, after the message was written; while it runs,
    /// the workers go on with the pieces that were already read. The documentation of [this module](super)
    /// states how much memory is needed.
    ///
    /// # Errors
    /// Fails if `source` or `output` fails, or if the run is [stopped](Failure::Stopped). The output is then
    /// incomplete. If `source` fails, the output holds the messages that were read before the error. The last of
    /// these messages may be incomplete, and is unchanged. A run also fails with [`Failure::Read`] and
    /// [`InvalidData`](io::ErrorKind::InvalidData) if programs that use Content-Length would count more or fewer
    /// messages in the output than in `source`.
    pub fn run(
        &self,
        source: impl IntoIterator<Item = io::Result<Batch>>,
        output: &mut impl Sink,
        mut report: impl FnMut(Report),
    ) -> Result<Totals, Failure> {
        self.run_pieces(&mut pieces(source), output, &mut report)
    }

    /// Rewrites all messages of `pieces`. This function is compiled once, not for each caller.
    pub(super) fn run_pieces(
        &self,
        pieces: &mut dyn Iterator<Item = Result<Piece, Failure>>,
        output: &mut dyn Sink,
        report: &mut dyn FnMut(Report),
    ) -> Result<Totals, Failure> {
        let (mut totals, mut counts) = (Totals::default(), Counts::default());
        let pieces = pieces.map(|piece| {
            let piece = piece?;
            self.go_on()?;
            let weight = piece.octets();
            Ok((piece, weight))
        });
        let convert = |batch| match self.workers.jobs {
            Some(NonZeroUsize::MIN) => self.work(batch),
            _ => self.work(batch).in_few_pieces(),
        };
        let work = |piece: Piece| {
            let (batches, rest) = piece.read();
            (batches.into_iter().map(|batch| batch.map(convert)).collect::<Vec<_>>(), rest)
        };
        let done = in_order(self.workers, pieces, work, |(converted, mut rest)| {
            let mut write = |converted: io::Result<ConvertedBatch>| {
                self.go_on()?;
                let mut converted = converted.map_err(Failure::Read)?;
                if counts.pass_over(&converted.stretch()) {
                    counts.add(&converted.stretch());
                } else {
                    let kept = self.keeping_counts(converted.batch, &mut counts);
                    converted = kept.map_err(Failure::Read)?;
                }
                converted.write_to(output).map_err(Failure::Write)?;
                converted.reports.into_iter().for_each(&mut *report);
                totals += &converted.totals;
                self.monitor.add(&converted.totals);
                Ok(())
            };
            converted.into_iter().try_for_each(&mut write)?;
            rest.try_for_each(|batch| write(batch.map(convert)))
        });
        // Messages that were read before an error are written too.
        if let Ok(()) | Err(Failure::Read(_)) = done {
            output.finish().map_err(Failure::Write)?;
        }
        done.map(|()| totals)
    }

    /// Returns an error if another thread has stopped the run.
    fn go_on(&self) -> Result<(), Failure> {
        if self.monitor.is_stopped() { Err(Failure::Stopped) } else { Ok(()) }
    }
}

/// The batches of `source` as pieces.
pub(super) fn pieces(
    source: impl IntoIterator<Item = io::Result<Batch>>,
) -> impl Iterator<Item = Result<Piece, Failure>> {
    source.into_iter().map(|batch| batch.map(Piece::Batch).map_err(Failure::Read))
}
