//! Normalizes directory trees of mail: messages in parallel, mbox files one after the other.

use super::configuration::Pipeline;
use super::destination::{Destination, Target};
use super::files::Converted;
use super::ordered::{Workers, in_order};
use super::report::{Report, Totals};
use super::tree_group::{Done, Groups};
use crate::error::Error;
use crate::mailbox::Format;
use crate::mailbox::fs::directory::{Directory, Location};
use crate::mailbox::mail::{Files, Kind, SkipReason};
use std::convert::Infallible;
use std::io::ErrorKind;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

/// What happened to a file in a tree.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// A report on a message in the file.
    Report(&'e Path, &'e Report),
    /// The file was skipped, for this reason. [`Totals::skipped_mail`] counts it if it [holds
    /// mail](SkipReason::holds_mail).
    Skipped(&'e Path, SkipReason),
    /// All messages of the file were reported, and its replacement, if there is one, is in its place.
    Done(&'e Path),
    /// A file or directory could not be processed, and is unchanged; or the tree has files, but no mail.
    Failed(Error),
}

impl Pipeline {
    /// Normalizes all mail below the directory `root`, each file as by [`file`](Pipeline::file) and
    /// [`maildir_message`](Pipeline::maildir_message); `mbox` is the format of mbox files. An error in one
    /// file does not stop the others. Files are put in place, and reported, in groups, so that the disk is waited
    /// for once for each group. Nothing outside `root` is changed, even if a symbolic link replaces a
    /// file or directory during the run. If the run is [stopped](super::Monitor::stop_flag), the totals cover
    /// what was done.
    ///
    /// # Errors
    /// Fails if `root` cannot be listed.
    pub fn tree(
        &self,
        root: &Path,
        mbox: Format,
        destination: Destination<'_>,
        mut observe: impl FnMut(Event<'_>),
    ) -> Result<Totals, Error> {
        let mut totals = Totals::default();
        let mut mboxes = Vec::new();
        let alone =
            Self { workers: Workers { jobs: Some(NonZeroUsize::MIN), ..self.workers }, ..self.clone() };
        let root = Directory::open(root).map_err(|error| Error::new("open", Some(root), error))?;
        let targets = destination.of_tree(&root)?;
        let files = Files::below(&root)?;
        let groups = Groups::new(files.take_while(|_| !self.monitor.is_stopped()), self.workers);
        let work = |group| alone.group_of_tree(group, &targets);
        let Ok(()) = in_order(self.workers, groups.map(Ok::<_, Infallible>), work, |group| {
            for done in group {
                match done {
                    Done::Message { path, totals: done, reports, .. } => {
                        totals += &done;
                        reports.iter().for_each(|report| observe(Event::Report(&path, report)));
                        observe(Event::Done(&path));
                    }
                    Done::Mbox(inside) => mboxes.push(inside),
                    Done::Skipped(path, why) => {
                        totals.skipped_mail += u64::from(why.holds_mail());
                        observe(Event::Skipped(&path, why));
                    }
                    Done::Failed(error) => observe(Event::Failed(error)),
                }
            }
            Ok(())
        });
        for inside in mboxes.iter().take_while(|_| !self.monitor.is_stopped()) {
            let path = root.path().join(inside);
            let report = |report: Report| observe(Event::Report(&path, &report));
            let done = reach(&root, inside).and_then(|location| {
                let source = Arc::clone(location.directory());
                let convert = |target: Target<'_>| self.file_at(location, mbox, target, report);
                targets.of_file(Kind::Mbox, inside, &source, &mut None, convert)
            });
            match done.and_then(Converted::finish) {
                Ok(done) => {
                    totals += &done;
                    observe(Event::Done(&path));
                }
                Err(error) if is_removed(&path, &error) => observe(Event::Skipped(&path, SkipReason::Gone)),
                Err(error) => observe(Event::Failed(error)),
            }
        }
        Ok(totals)
    }
}

/// Whether `error` is due to another program having removed the file.
fn is_removed(path: &Path, error: &Error) -> bool {
    let is_missing = |kind| kind == ErrorKind::NotFound;
    error.io_kind().is_some_and(is_missing)
        && path.symlink_metadata().is_err_and(|error| is_missing(error.kind()))
}

/// The location of the file `inside` below `root`.
fn reach(root: &Arc<Directory>, inside: &Path) -> Result<Location, Error> {
    let error = |error| Error::new("open", Some(&root.path().join(inside)), error);
    let directory = root.walk(inside.parent().unwrap_or(Path::new(""))).map_err(error)?;
    Ok(Location::new(directory, inside.file_name().unwrap_or_default().to_owned()))
}
