//! Trees of mailboxes normalized in place: messages side by side, mboxes one after the other.

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
    /// Normalizes all mail below the directory `root` in place, each file as [`in_place`](Pipeline::in_place)
    /// does. What goes wrong with one file does not keep the others from being done.
    ///
    /// # Errors
    /// Where `root` cannot be listed.
    pub fn tree_in_place(
        &self,
        root: &Path,
        rules: &Rules,
        mut observe: impl FnMut(Event<'_>),
    ) -> Result<Totals, Error> {
        let mut totals = Totals::default();
        let mut mboxes = Vec::new();
        let alone = Self { workers: Workers { jobs: NonZeroUsize::MIN, ..self.workers }, ..self.clone() };
        let files = Tree::below(root)?.map(|found| {
            let weight = found.as_ref().map_or(0, |found| usize::try_from(found.size).unwrap_or(usize::MAX));
            Ok::<_, Infallible>((found, weight))
        });
        let Ok(()) = in_order(
            self.workers,
            files,
            |found| alone.file_of_tree(found, rules),
            |done| {
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
            },
        );
        for path in &mboxes {
            let report = |report: &Report| observe(Event::Report(path, report));
            match self.in_place(path, Format::Any, rules, report) {
                Ok(done) => totals += &done,
                Err(error) => observe(Event::Failed(error)),
            }
        }
        Ok(totals)
    }

    fn file_of_tree(&self, found: Result<Found, Error>, rules: &Rules) -> Done {
        let Found { path, kind, .. } = match found {
            Ok(found) => found,
            Err(error) => return Done::Failed(error),
        };
        let mut reports = Vec::new();
        let report = |report: &Report| reports.push(report.clone());
        let done = match kind {
            Kind::Maildir => self.maildir_in_place(&path, rules, report),
            Kind::Message => self.in_place(&path, Format::Message, rules, report),
            Kind::Mbox => return Done::Mbox(path),
            Kind::Left(why) => return Done::Left(path, why),
        };
        match done {
            Ok(totals) => Done::Message(path, totals, reports),
            Err(error) => Done::Failed(error),
        }
    }
}
