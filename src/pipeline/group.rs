//! Groups of files. A group is a job of one worker. The replacements of its files are put in place together, so
//! that the worker waits for the disk only once per group.

use super::configuration::Pipeline;
use super::destination::{OutputDirectory, Target};
use super::files::{ConvertedFile, LastServer, holds_several, open};
use super::ordered::Workers;
use super::report::{Report, Totals};
use crate::error::Error;
use crate::finding::Detail;
use crate::mailbox::Format;
use crate::mailbox::fs::directory::{Directory, Location};
use crate::mailbox::fs::replace::ReplaceOptions;
use crate::mailbox::fs::replace::group::{self, Ready};
use crate::mailbox::fs::{maildir, moved};
use crate::mailbox::mail::{Kind, MailFile, SkipReason, Skipped, Why};
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::Arc;

/// The number of files in the first group. The first group is small, so that all workers have work soon; each later
/// group can have twice as many files as the group before it.
const FIRST: usize = 8;

/// Divides files into groups.
pub(super) struct Groups<I> {
    files: I,
    /// The number of files in the next group.
    members: usize,
    most: usize,
    /// If the files of a group have this many octets, the group takes no more files.
    octets: usize,
}

impl<I> Groups<I> {
    /// Divides `files` into groups. `open` is the number of additional files that stay open for each file of a
    /// group.
    pub(super) fn new(files: I, workers: Workers, open: usize) -> Self {
        let jobs = workers.threads();
        let most = group::members(group::FILES + open, jobs);
        let octets = group::OCTETS.min(workers.octets / (2 * jobs.get()));
        Self { files, members: FIRST.min(most), most, octets }
    }
}

impl<I: Iterator<Item = Result<MailFile, Skipped>>> Iterator for Groups<I> {
    /// The files of a group, and the number of their octets.
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

/// The outcome for one file.
pub(super) enum FileOutcome {
    Message {
        path: PathBuf,
        totals: Totals,
        reports: Vec<Report>,
        /// The replacement of the file, until the replacement is put in place.
        ready: Option<Box<Ready>>,
    },
    Skipped(PathBuf, SkipReason),
    Failed(Error),
}

impl FileOutcome {
    fn ready(&mut self) -> Option<Ready> {
        match self {
            Self::Message { ready, .. } => ready.take().map(|ready| *ready),
            _ => None,
        }
    }

    /// Whether the conversion failed because no file has the name of `location` any more.
    fn is_missing(&self, location: &Location) -> bool {
        matches!(self, Self::Failed(error) if moved::is_missing(location, error))
    }
}

/// How the files of a group are converted.
struct Group<'g, 'p> {
    pipeline: &'g Pipeline,
    format: Format,
    destination: &'g Target<'p, Arc<Directory>>,
    made: Option<OutputDirectory>,
    servers: LastServer,
}

impl Pipeline {
    /// Converts the files in order. Stops at an mbox that the caller named, and returns that mbox. `format` is the
    /// format of files that may be mboxes.
    pub(super) fn group(
        &self,
        files: &mut impl Iterator<Item = Result<MailFile, Skipped>>,
        format: Format,
        destination: &Target<'_, Arc<Directory>>,
    ) -> (Vec<FileOutcome>, Option<MailFile>) {
        let (made, servers) = (None, LastServer::default());
        let mut group = Group { pipeline: self, format, destination, made, servers };
        let (mut found, mut all, mut mbox) = (Vec::new(), Vec::new(), None);
        while !self.monitor.is_stopped()
            && let Some(next) = files.next()
        {
            let (file, done) = match next {
                Err(skipped) => (None, not_found(skipped, destination)),
                Ok(file) => {
                    let mut done = group.convert(&file);
                    // A second attempt may succeed after the replacements of the earlier files have been put
                    // in place: the disk may be full until then, or a killed run may have left the file
                    // under another name.
                    if matches!(done, Some(FileOutcome::Failed(_))) && self.put_in_place(&mut all) > 0 {
                        done = group.convert(&file);
                    }
                    let Some(done) = done else {
                        mbox = Some(file);
                        break;
                    };
                    (Some(file), done)
                }
            };
            found.push(file);
            all.push(done);
        }
        self.put_in_place(&mut all);
        // Messages that were moved after they were read are tried again.
        for _ in 0..moved::ATTEMPTS {
            let missing = found.iter().zip(&mut all).filter_map(|(file, done)| {
                let is_missing = |file: &&MailFile| file.location().is_some_and(|at| done.is_missing(at));
                file.as_ref().filter(is_missing).map(|file| (file, done))
            });
            let again = missing.map(|(file, done)| {
                if let Some(now) = group.convert(file) {
                    *done = now;
                }
            });
            if again.count() == 0 {
                break;
            }
            self.put_in_place(&mut all);
        }
        (all, mbox)
    }

    /// Puts all ready replacements in place, and returns their number. If the run is stopped during this time, the
    /// remaining replacements are not put in place, and their files stay unchanged.
    fn put_in_place(&self, all: &mut [FileOutcome]) -> usize {
        let (files, group): (Vec<_>, Vec<_>) =
            all.iter_mut().filter_map(|done| done.ready().map(|ready| (done, ready))).unzip();
        let count = group.len();
        for (done, committed) in
            files.into_iter().zip(group::commit_unless(&|| self.monitor.is_stopped(), group))
        {
            match (committed, &mut *done) {
                (Ok(after), FileOutcome::Message { totals, .. }) => totals.left_over(after.left),
                (Ok(_), _) => {}
                (Err(error), _) => *done = FileOutcome::Failed(error),
            }
        }
        count
    }
}

impl Group<'_, '_> {
    /// Converts the file at its current location. Returns `None` if the file is an mbox that the caller named.
    fn convert(&mut self, file: &MailFile) -> Option<FileOutcome> {
        let gone = || Error::new("open", Some(file.path()), ErrorKind::NotFound.into());
        match file.reach(|file| self.convert_here(file)) {
            Ok(Some(done)) => done,
            Ok(None) if file.is_named() => Some(FileOutcome::Failed(gone())),
            Ok(None) => Some(FileOutcome::Skipped(file.path().to_path_buf(), SkipReason::Gone)),
            Err(error) => Some(FileOutcome::Failed(error)),
        }
    }

    fn convert_here(&mut self, file: &MailFile) -> Result<Option<FileOutcome>, Error> {
        let path = file.path().to_path_buf();
        let Some(location) = file.location() else { return Ok(None) };
        if !file.is_named() && is_backup(location, self.destination) {
            return Ok(Some(FileOutcome::Skipped(path, SkipReason::Backup)));
        }
        let kind = match file.kind() {
            Kind::Any if maildir::is_message(location)? => Kind::Maildir,
            kind => kind,
        };
        let target = &self.destination.of_found(kind, file.inside(), location.directory(), &mut self.made)?;
        let mut reports = Vec::new();
        let report = &mut |report| reports.push(report);
        let (pipeline, location) = (&*self.pipeline.at(file.inside()), location.clone());
        let converted = match (kind, target) {
            (Kind::Maildir, _) => pipeline.maildir_message_at(location, target, &mut self.servers, report)?,
            (Kind::Cyrus, Target::InPlace(_)) => {
                let pipeline = pipeline.leaving(Detail::ServerIndex("Cyrus"));
                pipeline.file_at(location, kind.format(self.format), target, report)?
            }
            (Kind::Any | Kind::Mbox, _) => {
                let (original, format) = (open(location, target)?, self.format.named_by(&path));
                if holds_several(&original, format)? {
                    return Ok(None);
                }
                pipeline.rewrite(original, format, target, report)?
            }
            (kind, _) => pipeline.file_at(location, kind.format(self.format), target, report)?,
        };
        let ConvertedFile { totals, ready } = converted;
        Ok(Some(FileOutcome::Message { path, totals, reports, ready: ready.map(Box::new) }))
    }
}

/// The outcome for a file that is not read.
fn not_found(Skipped { origin, why, .. }: Skipped, destination: &Target<'_, Arc<Directory>>) -> FileOutcome {
    let path = origin.file.path().to_path_buf();
    match why {
        Why::File(_) if origin.file.location().is_some_and(|location| is_backup(location, destination)) => {
            FileOutcome::Skipped(path, SkipReason::Backup)
        }
        Why::File(why) => FileOutcome::Skipped(path, why),
        why => FileOutcome::Failed(Error::from(Skipped::new(origin.file, why))),
    }
}

/// Whether the file at `location` is a backup of another file in the same directory. The name of a backup is the
/// name of the other file followed by the suffix of backups.
pub(super) fn is_backup(location: &Location, destination: &Target<'_, Arc<Directory>>) -> bool {
    let Target::InPlace(ReplaceOptions { backup: Some(suffix), .. }) = destination else { return false };
    let plain = location.name().as_bytes().strip_suffix(suffix.as_bytes());
    let original = plain.filter(|plain| !plain.is_empty()).map(|plain| OsStr::from_bytes(plain).to_owned());
    original.is_some_and(|original| location.sibling(original).stat().is_ok())
}
