//! Groups of files of a tree, whose replacements are put in place together, so that the disk is waited for once for
//! each group.

use super::configuration::Pipeline;
use super::destination::{Made, Target, TreeTarget};
use super::files::{Converted, LastServer};
use super::ordered::Workers;
use super::report::{Report, Totals};
use crate::error::Error;
use crate::finding::Detail;
use crate::mailbox::Format;
use crate::mailbox::fs::directory::Location;
use crate::mailbox::fs::moved;
use crate::mailbox::fs::replace::group::{self, Ready};
use crate::mailbox::fs::replace::{Original, Rules};
use crate::mailbox::mail::{Kind, MailFile, SkipReason, Skipped, Why};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// The size of the first group. Each is twice as large as the last one, so that all workers have work soon.
const FIRST: usize = 8;

/// Divides the files of a tree into groups.
pub(super) struct Groups<I> {
    files: I,
    /// The number of files in the next group.
    members: usize,
    most: usize,
    /// Octets beyond which a group takes no more files.
    octets: usize,
}

impl<I> Groups<I> {
    pub(super) fn new(files: I, workers: Workers) -> Self {
        let jobs = workers.threads();
        let most = group::members(group::FILES, jobs);
        let octets = group::OCTETS.min(workers.octets / (2 * jobs.get()));
        Self { files, members: FIRST.min(most), most, octets }
    }
}

impl<I: Iterator<Item = Result<MailFile, Skipped>>> Iterator for Groups<I> {
    /// The files of a group, and their octets.
    type Item = (Vec<Result<MailFile, Skipped>>, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let (mut group, mut octets) = (Vec::new(), 0_usize);
        while group.len() < self.members && (group.is_empty() || octets < self.octets) {
            let Some(found) = self.files.next() else { break };
            let size = found.as_ref().map_or(0, |found| usize::try_from(found.size()).unwrap_or(usize::MAX));
            octets = octets.saturating_add(size);
            group.push(found);
        }
        self.members = (2 * self.members).min(self.most);
        (!group.is_empty()).then_some((group, octets))
    }
}

/// What was done with one file.
pub(super) enum Done {
    Message {
        path: PathBuf,
        totals: Totals,
        reports: Vec<Report>,
        /// Its replacement, until that is put in place.
        ready: Option<Box<Ready<Original>>>,
    },
    /// An mbox, by its path relative to the root.
    Mbox(PathBuf),
    Skipped(PathBuf, SkipReason),
    Failed(Error),
}

impl Done {
    fn ready(&mut self) -> Option<Ready<Original>> {
        match self {
            Self::Message { ready, .. } => ready.take().map(|ready| *ready),
            _ => None,
        }
    }

    /// The path of a file whose replacement waits.
    pub(super) fn waiting(&self) -> Option<PathBuf> {
        match self {
            Self::Message { path, ready: Some(_), .. } => Some(path.clone()),
            _ => None,
        }
    }

    fn had_no_room(&self) -> bool {
        matches!(self, Self::Failed(error) if group::had_no_room(error))
    }

    /// Whether it failed because nothing has the name of `location` any more.
    pub(super) fn is_missing(&self, location: &Location) -> bool {
        matches!(self, Self::Failed(error) if moved::is_missing(location, error))
    }
}

impl Pipeline {
    pub(super) fn group_of_tree(
        &self,
        group: Vec<Result<MailFile, Skipped>>,
        targets: &TreeTarget<'_>,
    ) -> Vec<Done> {
        let (mut entries, mut all) = (Vec::new(), Vec::new());
        let (mut made, mut servers) = (None, LastServer::default());
        for found in group.into_iter().take_while(|_| !self.monitor.is_stopped()) {
            let (entry, done) = match found {
                Err(skipped) => (None, not_found(skipped, targets)),
                Ok(entry) => {
                    let mut convert = || self.entry_of_tree(&entry, targets, &mut made, &mut servers);
                    let mut done = convert();
                    if done.had_no_room() && put_in_place(&mut all) > 0 {
                        done = convert();
                    }
                    (Some(entry), done)
                }
            };
            entries.push(entry);
            all.push(done);
        }
        put_in_place(&mut all);
        // Messages that were moved after they were read.
        for _ in 0..moved::ATTEMPTS {
            let missing = entries.iter().zip(&mut all).filter_map(|(entry, done)| {
                let is_missing = |entry: &&MailFile| entry.location().is_some_and(|at| done.is_missing(at));
                entry.as_ref().filter(is_missing).map(|entry| (entry, done))
            });
            let again = missing.map(|(entry, done)| {
                *done = self.entry_of_tree(entry, targets, &mut made, &mut servers);
            });
            if again.count() == 0 {
                break;
            }
            put_in_place(&mut all);
        }
        all
    }

    /// Converts the file, where it is now.
    fn entry_of_tree(
        &self,
        entry: &MailFile,
        targets: &TreeTarget<'_>,
        made: &mut Option<Made>,
        servers: &mut LastServer,
    ) -> Done {
        match entry.reach(|entry| self.file_of_tree(entry, targets, made, servers)) {
            Ok(Some(done)) => done,
            Ok(None) => Done::Skipped(entry.path().to_path_buf(), SkipReason::Gone),
            Err(error) => Done::Failed(error),
        }
    }

    fn file_of_tree(
        &self,
        entry: &MailFile,
        targets: &TreeTarget<'_>,
        made: &mut Option<Made>,
        servers: &mut LastServer,
    ) -> Result<Done, Error> {
        let (path, kind, inside) = (entry.path().to_path_buf(), entry.kind(), entry.inside());
        // A tree has places only.
        let Some(location) = entry.location() else { return Ok(Done::Skipped(path, SkipReason::Gone)) };
        if is_backup(location, targets) {
            return Ok(Done::Skipped(path, SkipReason::Backup));
        }
        let format = match kind {
            Kind::Mbox | Kind::Any => return Ok(Done::Mbox(inside.to_path_buf())),
            Kind::Emlx => Format::Emlx,
            Kind::Maildir | Kind::Message | Kind::Cyrus => Format::Message,
        };
        let mut reports = Vec::new();
        let report = |report| reports.push(report);
        let converted = targets.of_file(kind, inside, location.directory(), made, |to| {
            let location = location.clone();
            match (kind, to) {
                (Kind::Maildir, to) => self.maildir_message_at(location, to, servers, report),
                (Kind::Cyrus, Target::InPlace(_)) => {
                    self.leaving(Detail::ServerIndex("Cyrus")).file_at(location, format, to, report)
                }
                (_, to) => self.file_at(location, format, to, report),
            }
        });
        let Converted { totals, ready } = converted?;
        Ok(Done::Message { path, totals, reports, ready: ready.map(Box::new) })
    }
}

/// Puts the replacements that are ready in place, and returns how many there were.
pub(super) fn put_in_place(all: &mut [Done]) -> usize {
    let (files, group): (Vec<_>, Vec<_>) =
        all.iter_mut().filter_map(|done| done.ready().map(|ready| (done, ready))).unzip();
    let count = group.len();
    for (done, placed) in files.into_iter().zip(group::commit(group)) {
        match (placed, &mut *done) {
            (Ok(after), Done::Message { totals, .. }) => totals.left_over(after.left),
            (Ok(_), _) => {}
            (Err(error), _) => *done = Done::Failed(error),
        }
    }
    count
}

/// What is told of a file that is not read.
fn not_found(Skipped { origin, why, .. }: Skipped, targets: &TreeTarget<'_>) -> Done {
    let path = origin.file.path().to_path_buf();
    match why {
        Why::File(_) if origin.file.location().is_some_and(|location| is_backup(location, targets)) => {
            Done::Skipped(path, SkipReason::Backup)
        }
        Why::File(why) => Done::Skipped(path, why),
        why => Done::Failed(Error::from(Skipped::new(origin.file, why))),
    }
}

/// Whether the name of the file at `location` is that of a file beside it and the suffix of backups.
fn is_backup(location: &Location, targets: &TreeTarget<'_>) -> bool {
    let TreeTarget::InPlace(Rules { backup: Some(suffix), .. }) = targets else { return false };
    let plain = location.name().as_bytes().strip_suffix(suffix.as_bytes());
    let original = plain.filter(|plain| !plain.is_empty()).map(|plain| OsStr::from_bytes(plain).to_owned());
    original.is_some_and(|original| location.sibling(original).stat().is_ok())
}
