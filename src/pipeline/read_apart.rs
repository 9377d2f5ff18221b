//! Converts mailboxes with one thread that writes and other threads that read.

use super::configuration::Pipeline;
use super::piece::Piece;
use super::report::{Report, Totals};
use super::sink::Sink;
use super::stream::{Failure, pieces};
use crate::mailbox::mail::{Apart, Batches, FileApart};
use std::num::NonZeroUsize;
use std::sync::mpsc::sync_channel;
use std::thread;

impl Pipeline {
    /// Rewrites all messages of a file. The output is the same as that of [`run`](Pipeline::run), but if the file
    /// is an mbox, the calling thread only writes. An mbox is read by the workers, and a compressed mbox is read by
    /// one additional thread.
    ///
    /// ```no_run
    /// use mailutf::Policy;
    /// use mailutf::mailbox::mail::{MailFile, ReadOptions};
    /// use mailutf::pipeline::Pipeline;
    /// let opened = MailFile::named("1998.mbox").open(&ReadOptions::default())?;
    /// let mut output = Vec::new();
    /// Pipeline::new(Policy::default()).run_file(opened.into_batches(), &mut output, |_| {})?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Like [`run`](Pipeline::run).
    pub fn run_file(
        &self,
        batches: Batches<'_>,
        output: &mut impl Sink,
        mut report: impl FnMut(Report),
    ) -> Result<Totals, Failure> {
        self.run_batches(batches, output, &mut report)
    }

    /// Does the work of [`run_file`](Pipeline::run_file). This function is compiled once, not for each type of
    /// `output` and `report`.
    pub(super) fn run_batches(
        &self,
        batches: Batches<'_>,
        output: &mut dyn Sink,
        report: &mut dyn FnMut(Report),
    ) -> Result<Totals, Failure> {
        let (batches, apart) = batches.apart();
        if let Some(apart) = apart
            && self.workers.threads() > NonZeroUsize::MIN
        {
            return match apart {
                Apart::Sections(mbox) => {
                    let mut sections = self.workers.sections(mbox).map(|section| Ok(Piece::Section(section)));
                    self.run_pieces(&mut sections, output, report)
                }
                Apart::Whole(file) => self.run_ahead(&file, batches, output, report),
            };
        }
        self.run_pieces(&mut pieces(batches), output, report)
    }

    /// Rewrites all messages of `file`. Another thread reads and decompresses the file, one batch ahead. If this
    /// thread cannot be started, the calling thread reads the `batches` of the file.
    fn run_ahead(
        &self,
        file: &FileApart,
        batches: Batches<'_>,
        output: &mut dyn Sink,
        report: &mut dyn FnMut(Report),
    ) -> Result<Totals, Failure> {
        thread::scope(|scope| {
            let (sender, received) = sync_channel(0);
            let read = move || {
                // Sending a batch fails after an error, because then nobody receives batches any more.
                let is_received = |batch| sender.send(batch).is_ok();
                match file.source() {
                    Ok(mut source) => source.all(is_received),
                    Err(error) => is_received(Err(error)),
                }
            };
            match thread::Builder::new().spawn_scoped(scope, read) {
                Ok(_) => self.run_pieces(&mut pieces(received), output, report),
                Err(_) => self.run_pieces(&mut pieces(batches), output, report),
            }
        })
    }
}
