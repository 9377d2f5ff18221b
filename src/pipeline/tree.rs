//! Trees of mailboxes normalized: messages side by side, mboxes one after the other.

use super::files::Place;
use super::ordered::{Workers, in_order};
use super::report::{Report, Totals};
use super::stream::Pipeline;
use crate::error::Error;
use crate::mailbox::Format;
use crate::mailbox::replace::Rules;
use crate::mailbox::tree::{Found, Kind, Tree};
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

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

impl TreePlace<'_> {
    /// Does something with the place of the file `path` of the tree `root`.
    fn of<T>(self, root: &Path, path: &Path, work: impl FnOnce(Place<'_>) -> T) -> T {
        match self {
            Self::Over(rules) => work(Place::Over(rules)),
            Self::Nowhere => work(Place::Nowhere),
            Self::Below(target) => {
                let inside = path.strip_prefix(root).unwrap_or(path);
                work(Place::To(&target.join(inside)))
            }
        }
    }
}

/// What happened to a file of a tree.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// A message of the file is to be told of.
    Report(&'e Path, &'e Report),
    /// The file is no mail; why.
    Left(&'e Path, &'static str),
    /// The file, or a directory, could not be worked on, and is as it was.
    Failed(Error),
}

/// What a worker made of a file.
enum Done {
    Message(PathBuf, Totals, Vec<Report>),
    Mbox(PathBuf),
    Left(PathBuf, &'static str),
    Failed(Error),
}

impl Pipeline {
    /// Normalizes all mail below the directory `root`, each file as [`file`](Pipeline::file) and
    /// [`maildir_message`](Pipeline::maildir_message) do; `mbox` is how mbox files are read. What goes wrong with one file does not keep the
    /// others from being done. Where the work is [stopped](super::Monitor::stop_flag), the totals are of what was
    /// done.
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
        let files = Tree::below(root)?.take_while(|_| !self.monitor.is_stopped()).map(|found| {
            let weight = found.as_ref().map_or(0, |found| usize::try_from(found.size).unwrap_or(usize::MAX));
            Ok::<_, Infallible>((found, weight))
        });
        let work = |found| alone.file_of_tree(found, root, place);
        let Ok(()) = in_order(self.workers, files, work, |done| {
            match done {
                Done::Message(path, done, reports) => {
                    totals += &done;
                    reports.iter().for_each(|report| observe(Event::Report(&path, report)));
                }
                Done::Mbox(path) => mboxes.push(path),
                Done::Left(path, why) => observe(Event::Left(&path, why)),
                Done::Failed(error) => observe(Event::Failed(error)),
            }
            Ok(())
        });
        for path in mboxes.iter().take_while(|_| !self.monitor.is_stopped()) {
            let report = |report: &Report| observe(Event::Report(path, report));
            match place.of(root, path, |place| self.file(path, mbox, place, report)) {
                Ok(done) => totals += &done,
                Err(error) => observe(Event::Failed(error)),
            }
        }
        Ok(totals)
    }

    fn file_of_tree(&self, found: Result<Found, Error>, root: &Path, place: TreePlace<'_>) -> Done {
        let Found { path, kind, .. } = match found {
            Ok(found) => found,
            Err(error) => return Done::Failed(error),
        };
        let mut reports = Vec::new();
        let report = |report: &Report| reports.push(report.clone());
        let done = place.of(root, &path, |place| match kind {
            Kind::Maildir => Some(self.maildir_message(&path, place, report)),
            Kind::Message => Some(self.file(&path, Format::Message, place, report)),
            Kind::Mbox | Kind::Left(_) => None,
        });
        match (done, kind) {
            (Some(Ok(totals)), _) => Done::Message(path, totals, reports),
            (Some(Err(error)), _) => Done::Failed(error),
            (None, Kind::Left(why)) => Done::Left(path, why),
            (None, _) => Done::Mbox(path),
        }
    }
}
