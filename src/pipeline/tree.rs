//! Trees of mailboxes normalized: messages side by side, mboxes one after the other.

use super::files::Target;
use super::ordered::{Workers, in_order};
use super::report::{Report, Totals};
use super::stream::Pipeline;
use crate::error::Error;
use crate::mailbox::Format;
use crate::mailbox::directory::{Directory, Location};
use crate::mailbox::replace::Rules;
use crate::mailbox::tree::{Found, Kind, SkipReason, Tree};
use std::convert::Infallible;
use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

/// Where the new form of a tree goes.
#[derive(Clone, Copy, Debug)]
pub enum TreePlace<'p> {
    /// Over the old form, by these rules.
    Over(&'p Rules),
    /// Below this directory, under the same names; the old form stays. What is no mail is not copied.
    Below(&'p Path),
    /// Nowhere: what would be done is only reported.
    Nowhere,
}

/// What happened to a file of a tree.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// A message of the file is to be told of.
    Report(&'e Path, &'e Report),
    /// The file is as it was and was not read; why. Where it [holds mail](SkipReason::holds_mail),
    /// [`Totals::skipped_mail`] counts it.
    Skipped(&'e Path, SkipReason),
    /// The file, or a directory, could not be worked on, and is as it was.
    Failed(Error),
}

/// What a worker made of a file.
enum Done {
    Message(PathBuf, Totals, Vec<Report>),
    /// An mbox, by its path from the root.
    Mbox(PathBuf),
    Skipped(PathBuf, SkipReason),
    Failed(Error),
}

impl Pipeline {
    /// Normalizes all mail below the directory `root`, each file as [`file`](Pipeline::file) and
    /// [`maildir_message`](Pipeline::maildir_message) do; `mbox` is how mbox files are read. What goes wrong with
    /// one file does not keep the others from being done. Nothing outside of `root` is touched, whatever is
    /// swapped for a symbolic link meanwhile. Where the work is [stopped](super::Monitor::stop_flag), the totals
    /// are of what was done.
    ///
    /// # Errors
    /// Where `root` cannot be listed.
    pub fn tree(
        &self,
        root: &Path,
        mbox: Format,
        place: TreePlace<'_>,
        mut observe: impl FnMut(Event<'_>),
    ) -> Result<Totals, Error> {
        let mut totals = Totals::default();
        let mut mboxes = Vec::new();
        let alone = Self { workers: Workers { jobs: NonZeroUsize::MIN, ..self.workers }, ..self.clone() };
        let place = Ground::of(place)?;
        let root = Directory::open(root).map_err(|error| Error::new("open", Some(root), error))?;
        let tree = Tree::of(&root)?;
        let files = tree.take_while(|_| !self.monitor.is_stopped()).map(|found| {
            let weight = found.as_ref().map_or(0, |found| usize::try_from(found.size).unwrap_or(usize::MAX));
            Ok::<_, Infallible>((found, weight))
        });
        let work = |found| alone.file_of_tree(found, &place);
        let Ok(()) = in_order(self.workers, files, work, |done| {
            match done {
                Done::Message(path, done, reports) => {
                    totals += &done;
                    reports.iter().for_each(|report| observe(Event::Report(&path, report)));
                }
                Done::Mbox(inside) => mboxes.push(inside),
                Done::Skipped(path, why) => {
                    totals.skipped_mail += u64::from(why.holds_mail());
                    observe(Event::Skipped(&path, why));
                }
                Done::Failed(error) => observe(Event::Failed(error)),
            }
            Ok(())
        });
        for inside in mboxes.iter().take_while(|_| !self.monitor.is_stopped()) {
            let path = root.path().join(inside);
            let report = |report: &Report| observe(Event::Report(&path, report));
            let done = reach(&root, inside, Directory::enter).and_then(|location| {
                place.target(inside, |target| self.file_at(location, mbox, target, report))
            });
            match done {
                Ok(done) => totals += &done,
                Err(error) => observe(Event::Failed(error)),
            }
        }
        Ok(totals)
    }

    fn file_of_tree(&self, found: Result<Found, Error>, place: &Ground<'_>) -> Done {
        let Found { location, inside, kind, .. } = match found {
            Ok(found) => found,
            Err(error) => return Done::Failed(error),
        };
        let path = location.path();
        if let Ground::Over(Rules { backup: Some(suffix), .. }) = place
            && is_backup(&location, suffix)
        {
            return Done::Skipped(path, SkipReason::Backup);
        }
        let format = match kind {
            Kind::Mbox => return Done::Mbox(inside),
            Kind::Skipped(why) => return Done::Skipped(path, why),
            Kind::Cyrus if matches!(place, Ground::Over(_)) => {
                return Done::Skipped(path, SkipReason::CyrusMessage);
            }
            Kind::Emlx => Format::Emlx,
            Kind::Maildir | Kind::Message | Kind::Cyrus => Format::Message,
        };
        let mut reports = Vec::new();
        let report = |report: &Report| reports.push(report.clone());
        let done = if kind == Kind::Maildir {
            let whole = place.make_maildir(&inside);
            whole.and_then(|()| place.target(&inside, |to| self.maildir_message_at(location, to, report)))
        } else {
            place.target(&inside, |to| self.file_at(location, format, to, report))
        };
        match done {
            Ok(totals) => Done::Message(path, totals, reports),
            Err(error) => Done::Failed(error),
        }
    }
}

/// Whether the file at `location` is called like one beside it, with `suffix`.
fn is_backup(location: &Location, suffix: &OsStr) -> bool {
    let plain = location.name().as_bytes().strip_suffix(suffix.as_bytes());
    let original = plain.filter(|plain| !plain.is_empty()).map(|plain| OsStr::from_bytes(plain).to_owned());
    original.is_some_and(|original| location.sibling(original).stat().is_ok())
}

/// Where the new form of a tree goes, held.
enum Ground<'p> {
    Over(&'p Rules),
    Below(Arc<Directory>),
    Nowhere,
}

impl<'p> Ground<'p> {
    fn of(place: TreePlace<'p>) -> Result<Self, Error> {
        Ok(match place {
            TreePlace::Over(rules) => Self::Over(rules),
            TreePlace::Nowhere => Self::Nowhere,
            TreePlace::Below(target) => {
                let made = fs::create_dir_all(target).and_then(|()| Directory::open(target));
                Self::Below(made.map_err(|error| Error::new("create", Some(target), error))?)
            }
        })
    }

    /// Does something with the target of the file that is at `inside` of the tree.
    fn target<T>(
        &self,
        inside: &Path,
        work: impl FnOnce(Target<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        match self {
            Self::Over(rules) => work(Target::Over(rules)),
            Self::Nowhere => work(Target::Nowhere),
            Self::Below(root) => work(Target::To(&reach(root, inside, Directory::make)?)),
        }
    }

    /// Makes the Maildir whole that the message at `inside` goes to.
    fn make_maildir(&self, inside: &Path) -> Result<(), Error> {
        let Self::Below(root) = self else { return Ok(()) };
        let folder = inside.parent().and_then(Path::parent).unwrap_or(Path::new(""));
        ["cur", "new", "tmp"].iter().try_for_each(|name| {
            let inside = folder.join(name);
            let made = root.walk(&inside, Directory::make);
            made.map(drop).map_err(|error| Error::new("create", Some(&root.path().join(&inside)), error))
        })
    }
}

/// The file at `inside` of `root`, each directory on the way by `step`.
fn reach(
    root: &Arc<Directory>,
    inside: &Path,
    step: impl Fn(&Arc<Directory>, &OsStr) -> io::Result<Arc<Directory>>,
) -> Result<Location, Error> {
    let error = |error| Error::new("open", Some(&root.path().join(inside)), error);
    let directory = root.walk(inside.parent().unwrap_or(Path::new("")), step).map_err(error)?;
    Ok(Location::new(directory, inside.file_name().unwrap_or_default().to_owned()))
}
