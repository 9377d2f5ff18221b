//! Normalizes files that are named one by one, in place. Their replacements are put in place in groups, so that the disk
//! is waited for once for each group.

use super::configuration::Pipeline;
use super::destination::{Destination, Target};
use super::files::{Converted, LastServer, format_of, is_mbox, open};
use super::report::{Report, Totals};
use super::tree::Event;
use super::tree_group::{Done, put_in_place};
use crate::error::Error;
use crate::mailbox::Format;
use crate::mailbox::fs::directory::{Directory, Location};
use crate::mailbox::fs::maildir;
use crate::mailbox::fs::moved;
use crate::mailbox::fs::replace::group;
use crate::mailbox::fs::replace::{Original, Rules};
use std::io::ErrorKind;
use std::mem;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files that stay open for one that is named, besides those of its group: its directory and the one above.
const DIRECTORIES: usize = 2;

impl Pipeline {
    /// Normalizes the files at `paths` in place, one after the other, each as by [`file`](Pipeline::file). Messages
    /// are put in place, and reported, in groups; an mbox by itself. For each file, in their order, `observe` is told
    /// [`Event::Done`] after its reports, or [`Event::Failed`]. If the run is [stopped](super::Monitor::stop_flag), an mbox
    /// fails with [`Error::Stopped`], and nothing is told of the files after it; all these stay unchanged. Returns the
    /// totals of the files that are done. A group has at most 256 files and 4 MB, or one file.
    ///
    /// ```no_run
    /// use mailutf::Policy;
    /// use mailutf::mailbox::{Format, fs::replace::Rules};
    /// use mailutf::pipeline::{Event, Pipeline};
    /// let paths = ["1.eml".into(), "2.eml".into()];
    /// Pipeline::new(Policy::default()).files(&paths, Format::Any, &Rules::default(), |event| {
    ///     if let Event::Failed(error) = event {
    ///         eprintln!("{error}");
    ///     }
    /// });
    /// ```
    pub fn files(
        &self,
        paths: &[PathBuf],
        format: Format,
        rules: &Rules,
        observe: impl FnMut(Event<'_>),
    ) -> Totals {
        let most = group::members(group::FILES + DIRECTORIES, NonZeroUsize::MIN);
        let again = |path: &Path, report: &mut dyn FnMut(Report)| {
            self.file(path, format, Destination::InPlace(rules), report)
        };
        let (totals, all, shared) = (Totals::default(), Vec::new(), Shared::default());
        let mut group = Group { observe, again, totals, all, shared };
        for path in paths {
            if self.monitor.is_stopped() {
                break;
            }
            let mut found = self.named(path, format, rules, &mut group.shared);
            // It may be one that waits under another name, or there is no room until that is in its place.
            if found.is_err() && group.settle() > 0 {
                found = self.named(path, format, rules, &mut group.shared);
            }
            match found {
                Ok(Named::Message(done)) => group.all.push(done),
                Ok(Named::Mbox(original)) => {
                    group.settle();
                    let report = |report: Report| (group.observe)(Event::Report(path, &report));
                    match self.mbox_in_place(&original, format, rules, report) {
                        Ok(totals) => {
                            group.totals += &totals;
                            (group.observe)(Event::Done(path));
                        }
                        Err(error) => {
                            let stopped = matches!(error, Error::Stopped);
                            (group.observe)(Event::Failed(error));
                            if stopped {
                                break;
                            }
                        }
                    }
                }
                Err(Error::Stopped) => break,
                Err(error) => group.all.push(Done::Failed(error)),
            }
            if group.all.len() >= most || group.octets() >= group::OCTETS as u64 {
                group.settle();
            }
        }
        group.settle();
        group.totals
    }

    fn named(&self, path: &Path, format: Format, rules: &Rules, shared: &mut Shared) -> Result<Named, Error> {
        let location = shared.location(path)?;
        let (format, target) = (format_of(path, format), Target::InPlace(rules));
        moved::follow(&location, |location| {
            let mut reports = Vec::new();
            let report = |report| reports.push(report);
            let location = location.clone();
            let Converted { totals, ready } = if maildir::is_message(&location)? {
                self.maildir_message_at(location, target, &mut shared.servers, report)?
            } else {
                let original = open(location, target)?;
                if is_mbox(&original, format)? {
                    return Ok(Named::Mbox(original));
                }
                self.rewrite(original, format, target, report)?
            };
            let path = path.to_path_buf();
            Ok(Named::Message(Done::Message { path, totals, reports, ready: ready.map(Box::new) }))
        })
    }
}

/// A file that is named.
enum Named {
    /// A message, whose replacement may wait.
    Message(Done),
    Mbox(Original),
}

/// What the files of a group share.
#[derive(Default)]
struct Shared {
    /// The directory of the last file, and its path.
    directory: Option<(PathBuf, Arc<Directory>)>,
    servers: LastServer,
}

impl Shared {
    fn location(&mut self, path: &Path) -> Result<Location, Error> {
        let (above, name) = (path.parent().unwrap_or(Path::new("")), path.file_name());
        if let (Some((last, directory)), Some(name)) = (&self.directory, name)
            && last == above
        {
            return Ok(Location::new(Arc::clone(directory), name.to_owned()));
        }
        let location = Location::of(path)?;
        self.directory = Some((above.to_path_buf(), Arc::clone(location.directory())));
        Ok(location)
    }
}

/// Files whose replacements wait.
struct Group<O, A> {
    observe: O,
    /// Converts a file alone, which was moved before it was replaced.
    again: A,
    totals: Totals,
    all: Vec<Done>,
    shared: Shared,
}

impl<O, A> Group<O, A>
where
    O: FnMut(Event<'_>),
    A: Fn(&Path, &mut dyn FnMut(Report)) -> Result<Totals, Error>,
{
    fn octets(&self) -> u64 {
        let octets = |done: &Done| if let Done::Message { totals, .. } = done { totals.octets } else { 0 };
        self.all.iter().map(octets).sum()
    }

    /// Puts the replacements in place, and reports the files; returns how many replacements there were.
    fn settle(&mut self) -> usize {
        let paths: Vec<_> = self.all.iter().map(Done::waiting).collect();
        let placed = put_in_place(&mut self.all);
        self.shared = Shared::default();
        for (done, path) in mem::take(&mut self.all).into_iter().zip(paths) {
            let done = match (done, path) {
                (Done::Failed(error), Some(path)) if error.io_kind() == Some(ErrorKind::NotFound) => {
                    let mut reports = Vec::new();
                    match (self.again)(&path, &mut |report| reports.push(report)) {
                        Ok(totals) => Done::Message { path, totals, reports, ready: None },
                        Err(error) => Done::Failed(error),
                    }
                }
                (done, _) => done,
            };
            match done {
                Done::Message { path, totals, reports, .. } => {
                    self.totals += &totals;
                    reports.iter().for_each(|report| (self.observe)(Event::Report(&path, report)));
                    (self.observe)(Event::Done(&path));
                }
                Done::Failed(error) => (self.observe)(Event::Failed(error)),
                Done::Mbox(_) | Done::Skipped(..) => {}
            }
        }
        placed
    }
}
