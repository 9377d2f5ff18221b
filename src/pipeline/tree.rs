//! Normalizes directory trees of mail: messages in parallel, mbox files one after the other.

use super::configuration::Pipeline;
use super::files::{Target, make_directory};
use super::ordered::{Workers, in_order};
use super::report::{Report, Totals};
use crate::error::Error;
use crate::finding::Detail;
use crate::mailbox::Format;
use crate::mailbox::fs::directory::{Directory, Location};
use crate::mailbox::fs::output;
use crate::mailbox::fs::replace::Rules;
use crate::mailbox::fs::tree::{Kind, SkipReason, Tree, TreeEntry};
use std::convert::Infallible;
use std::ffi::OsStr;
use std::iter;
use std::num::NonZeroUsize;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the new form of a tree is written.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum TreePlace<'p> {
    /// In place of the old form, by these rules.
    Over(&'p Rules),
    /// Below this directory, under the same names; the old form is kept. Only mail is copied. The directory
    /// must not be inside the tree, nor contain it.
    Below(&'p Path),
    /// Nowhere: the run only reports.
    Nowhere,
}

/// What happened to a file in a tree.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// A report on a message in the file.
    Report(&'e Path, &'e Report),
    /// The file was skipped, for this reason. [`Totals::skipped_mail`] counts it if it [holds
    /// mail](SkipReason::holds_mail).
    Skipped(&'e Path, SkipReason),
    /// All messages of the file were reported, and its new form, if there is one, is in its place.
    Done(&'e Path),
    /// A file or directory could not be processed, and is unchanged.
    Failed(Error),
}

/// The result of a worker for one file.
enum Done {
    Message(PathBuf, Totals, Vec<Report>),
    /// An mbox, by its path relative to the root.
    Mbox(PathBuf),
    Skipped(PathBuf, SkipReason),
    Failed(Error),
}

impl Pipeline {
    /// Normalizes all mail below the directory `root`, each file as by [`file`](Pipeline::file) and
    /// [`maildir_message`](Pipeline::maildir_message); `mbox` is the format of mbox files. An error in one
    /// file does not stop the others. Nothing outside `root` is changed, even if a symbolic link replaces a
    /// file or directory during the run. If the run is [stopped](super::Monitor::stop_flag), the totals cover
    /// what was done.
    ///
    /// # Errors
    /// Fails if `root` cannot be listed.
    pub fn tree(
        &self,
        root: &Path,
        mbox: Format,
        place: TreePlace<'_>,
        mut observe: impl FnMut(Event<'_>),
    ) -> Result<Totals, Error> {
        let mut totals = Totals::default();
        let mut mboxes = Vec::new();
        let alone =
            Self { workers: Workers { jobs: Some(NonZeroUsize::MIN), ..self.workers }, ..self.clone() };
        let root = Directory::open(root).map_err(|error| Error::new("open", Some(root), error))?;
        let place = Destination::of(place, &root)?;
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
                    observe(Event::Done(&path));
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
            let report = |report: Report| observe(Event::Report(&path, &report));
            let done = reach(&root, inside).and_then(|location| {
                let source = Arc::clone(location.directory());
                place.target(inside, &source, |target| self.file_at(location, mbox, target, report))
            });
            match done {
                Ok(done) => {
                    totals += &done;
                    observe(Event::Done(&path));
                }
                Err(error) => observe(Event::Failed(error)),
            }
        }
        Ok(totals)
    }

    fn file_of_tree(&self, found: Result<TreeEntry, Error>, place: &Destination<'_>) -> Done {
        let TreeEntry { location, inside, kind, .. } = match found {
            Ok(found) => found,
            Err(error) => return Done::Failed(error),
        };
        let path = location.path();
        if let Destination::Over(Rules { backup: Some(suffix), .. }) = place
            && is_backup(&location, suffix)
        {
            return Done::Skipped(path, SkipReason::Backup);
        }
        let format = match kind {
            Kind::Mbox => return Done::Mbox(inside),
            Kind::Skipped(why) => return Done::Skipped(path, why),
            Kind::Emlx => Format::Emlx,
            Kind::Maildir | Kind::Message | Kind::Cyrus => Format::Message,
        };
        let mut reports = Vec::new();
        let report = |report| reports.push(report);
        let source = Arc::clone(location.directory());
        let done = place.target(&inside, &source, |to| match (kind, to) {
            (Kind::Maildir, to) => self.maildir_message_at(location, to, report),
            (Kind::Cyrus, Target::Over(_)) => {
                self.leaving(Detail::ServerIndex("Cyrus")).file_at(location, format, to, report)
            }
            (_, to) => self.file_at(location, format, to, report),
        });
        match done {
            Ok(totals) => Done::Message(path, totals, reports),
            Err(error) => Done::Failed(error),
        }
    }
}

/// Whether the name of the file at `location` is that of a file beside it and `suffix`.
fn is_backup(location: &Location, suffix: &OsStr) -> bool {
    let plain = location.name().as_bytes().strip_suffix(suffix.as_bytes());
    let original = plain.filter(|plain| !plain.is_empty()).map(|plain| OsStr::from_bytes(plain).to_owned());
    original.is_some_and(|original| location.sibling(original).stat().is_ok())
}

/// A [`TreePlace`] whose directory is open.
enum Destination<'p> {
    Over(&'p Rules),
    Below(Arc<Directory>),
    Nowhere,
}

impl<'p> Destination<'p> {
    fn of(place: TreePlace<'p>, tree: &Directory) -> Result<Self, Error> {
        Ok(match place {
            TreePlace::Over(rules) => Self::Over(rules),
            TreePlace::Nowhere => Self::Nowhere,
            TreePlace::Below(target) => {
                output::refuse_temporary_name(target)?;
                output::refuse_input(target, tree.path())?;
                make_directory(target.parent().unwrap_or(Path::new("")))?;
                let made = match Location::of(target) {
                    Ok(top) => top.directory().make(top.name(), tree),
                    Err(_) => Directory::open(target),
                };
                Self::Below(made.map_err(|error| Error::new("create", Some(target), error))?)
            }
        })
    }

    /// Calls `work` with the target of the file whose path in the tree is `inside`; its directory is
    /// `source`.
    fn target<T>(
        &self,
        inside: &Path,
        source: &Arc<Directory>,
        work: impl FnOnce(Target<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        match self {
            Self::Over(rules) => work(Target::Over(rules)),
            Self::Nowhere => work(Target::Nowhere),
            Self::Below(root) => work(Target::To(&beneath(root, source, inside)?)),
        }
    }
}

/// The location below `root` of the new form of the file `inside`, whose directory in the tree is `source`.
/// Missing directories are created like those of the tree.
fn beneath(root: &Arc<Directory>, source: &Arc<Directory>, inside: &Path) -> Result<Location, Error> {
    let depth = inside.components().count().saturating_sub(1);
    let mut models: Vec<_> = iter::successors(Some(source), |model| model.parent()).take(depth).collect();
    models.reverse();
    let made = models.iter().try_fold(Arc::clone(root), |made, model| made.make(model.name(), model));
    let directory =
        made.map_err(|error| Error::new("create the directory of", Some(&root.path().join(inside)), error))?;
    Ok(Location::new(directory, inside.file_name().unwrap_or_default().to_owned()))
}

/// The location of the file `inside` below `root`.
fn reach(root: &Arc<Directory>, inside: &Path) -> Result<Location, Error> {
    let error = |error| Error::new("open", Some(&root.path().join(inside)), error);
    let directory = root.walk(inside.parent().unwrap_or(Path::new(""))).map_err(error)?;
    Ok(Location::new(directory, inside.file_name().unwrap_or_default().to_owned()))
}
