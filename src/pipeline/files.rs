//! Normalizes files, in place or into another file.

use super::configuration::Pipeline;
use super::deferred_replacement::{DeferredReplacement, NEW_FORM};
use super::destination::{Destination, TMP, Target};
use super::report::{Report, Totals};
use super::stream::Failure;
use super::work::ConvertedBatch;
use crate::error::Error;
use crate::finding::Detail;
use crate::mailbox::Format;
use crate::mailbox::batch::Batch;
use crate::mailbox::compressed::{Compression, Compressor, padded};
use crate::mailbox::fs::directory::{Directory, Location, if_exists};
use crate::mailbox::fs::found::Found;
use crate::mailbox::fs::maildir::{self, Sizes};
use crate::mailbox::fs::replace::fingerprint::{AsRead, Fingerprinted, Fingerprinter};
use crate::mailbox::fs::replace::group::{Committed, Ready};
use crate::mailbox::fs::replace::predecessor::{lock_and_finish_earlier, wait_for_the_clock};
use crate::mailbox::fs::replace::{Original, ReplaceOptions, Replacement};
use crate::mailbox::fs::server_index;
use crate::mailbox::mail::{MailFile, Opened, ReadOptions};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::io::{self, BufWriter, IntoInnerError, Read};
use std::path::Path;
use std::sync::Arc;

/// A file after its conversion.
pub(super) struct ConvertedFile {
    pub(super) totals: Totals,
    /// The replacement, if anything changed. It is already written, but not yet in place.
    pub(super) ready: Option<Ready>,
}

impl ConvertedFile {
    /// Puts the replacement of this file in place alone, not together with the replacements of other files, if
    /// the run of `pipeline` is not stopped.
    pub(super) fn finish(mut self, pipeline: &Pipeline) -> Result<Totals, Error> {
        if let Some(ready) = self.ready {
            self.totals.left_over(ready.commit_unless(&|| pipeline.monitor.is_stopped())?.left);
        }
        Ok(self.totals)
    }
}

impl Pipeline {
    /// (Unix, feature `files`.) Normalizes the mbox or message at `path`, and writes it to `destination`. A
    /// compressed file stays compressed, but loses the padding after its data. In place, an mbox is locked
    /// during the run, and a file without changes is only read.
    ///
    /// The replacement of a Maildir message is written in `tmp`. The sizes in the name of the message are updated;
    /// the name of a compressed file has the sizes of the decompressed message. The flags and times of the file are
    /// kept. If Dovecot or Courier has an index of the Maildir, a conversion in place leaves a message unchanged if
    /// the message would keep its name. Such a message gets a finding
    /// [`Code::ServerIndex`](crate::Code::ServerIndex).
    ///
    /// `report` is called on the thread of the caller. The file is replaced, or its copy is written, after the last
    /// report. To prevent this, set the [`stop_flag`](super::Monitor::stop_flag) in any report.
    ///
    /// # Errors
    /// Fails if the file cannot be read, locked or replaced, or if the run is stopped. The file is then unchanged,
    /// but a Maildir message may already have its new name. Fails with [`Error::ServerIndex`] if a mail server keeps
    /// an index of an mbox that is to be replaced.
    pub fn file(
        &self,
        path: &Path,
        format: Format,
        destination: Destination<'_>,
        mut report: impl FnMut(Report),
    ) -> Result<Totals, Error> {
        let (pipeline, location) = (self.at(MailFile::named(path).inside()), Location::of(path)?);
        if let Destination::InPlace(options) = destination
            && maildir::is_message(&location)?
        {
            return pipeline.message_in_place(&location, options, &mut report);
        }
        let format = format.named_by(path);
        pipeline.file_at(location, format, &destination.of_file(path)?, &mut report)?.finish(&pipeline)
    }

    pub(super) fn file_at(
        &self,
        location: Location,
        format: Format,
        target: &Target<'_, Location>,
        report: &mut dyn FnMut(Report),
    ) -> Result<ConvertedFile, Error> {
        let original = open(location, target)?;
        match target {
            Target::InPlace(options) if holds_several(&original, format)? => {
                let totals = self.mbox_in_place(original, format, options, report)?;
                Ok(ConvertedFile { totals, ready: None })
            }
            _ => self.rewrite(original, format, target, report),
        }
    }

    pub(super) fn mbox_in_place(
        &self,
        original: Original,
        format: Format,
        options: &ReplaceOptions,
        report: &mut dyn FnMut(Report),
    ) -> Result<Totals, Error> {
        // The file is opened again, because the lock must be held before the file is read.
        let location = original.location().clone();
        drop(original);
        let (original, lock, earlier) = lock_and_finish_earlier(location, format, options, &self.waits)?;
        wait_for_the_clock(original.state());
        // An error is ignored here, because the conversion reads the same file and will report the error.
        let is_numbered = !options.beside_index && server_index::has_uids(&original).unwrap_or(false);
        // The lock is held until the converted file is in place.
        let done = self.rewrite(original, format, &Target::InPlace(options), report).and_then(|converted| {
            let ConvertedFile { mut totals, ready } = converted;
            totals.left_over(earlier);
            totals.numbered = u64::from(ready.is_some() && is_numbered);
            let commit = |ready: Ready| ready.commit_unless(&|| self.monitor.is_stopped());
            let committed = ready.map(commit).transpose()?;
            Ok((totals, committed.unwrap_or_default()))
        });
        match done {
            Ok((mut totals, Committed { left, predecessor })) => {
                totals.left_over(left);
                let not_done = match predecessor {
                    Some(old) => old.settle(lock, format, options.patience, &self.waits),
                    None => lock.release().err().into_iter().collect(),
                };
                totals.left_over(not_done);
                Ok(totals)
            }
            Err(error) => match lock.release() {
                Err(left) => Err(error.followed_by(left)),
                Ok(()) => Err(error),
            },
        }
    }

    pub(super) fn rewrite(
        &self,
        original: Original,
        format: Format,
        target: &Target<'_, Location>,
        report: &mut dyn FnMut(Report),
    ) -> Result<ConvertedFile, Error> {
        let path = original.path();
        let unreadable = Error::failed("read", path);
        let unwritten = Error::failed(NEW_FORM, path);
        let file = Arc::new(MailFile::named(path));
        let read_options =
            ReadOptions::default().with_format(format).with_limit(self.policy().limits.message);
        let whole = original.whole().map_err(unreadable)?;
        let opened = Opened::of_whole(whole, Arc::clone(&file), &read_options)?;
        let (holds_several, compression) = (opened.holds_several(), opened.compression());
        // After an mbox has been replaced, its original is compared with the octets that were read from it, to
        // detect changes by other programs. These are the octets before decompression.
        let is_watched = holds_several && matches!(target, Target::InPlace(_));
        let mut stored = None;
        let opened = match compression {
            Some(_) if is_watched => {
                let input = stored.insert(Fingerprinted::new(original.reader()));
                Opened::of(input, file, &read_options)?
            }
            _ => opened,
        };
        let failed = |failure| match failure {
            Failure::Read(error) => unreadable(error),
            Failure::Write(error) => unwritten(error),
            Failure::Stopped => Error::Stopped,
        };
        if let Target::Nowhere = target {
            let totals = self.run_batches(opened.into_batches(), &mut io::sink(), report).map_err(failed)?;
            return Ok(ConvertedFile { totals, ready: None });
        }
        let mut deferred = DeferredReplacement::new(&original, compression, self.workers.threads());
        if is_watched && compression.is_none() {
            deferred.fingerprint = Some(Fingerprinter::default());
        }
        if let Target::To(target) = target {
            deferred.begin(Replacement::of(target)?).map_err(unwritten)?;
        }
        let done = self.run_batches(opened.into_batches(), &mut deferred, report);
        let fingerprint = deferred.fingerprint.take();
        let replacement = deferred.into_replacement()?;
        let mut totals = done.map_err(failed)?;
        let place = original.location().clone();
        let ready = match (replacement, target) {
            (Some(replacement), Target::InPlace(options)) => {
                let fingerprint = match stored {
                    Some(stored) => Some(stored.finish().map_err(unreadable)?),
                    None => fingerprint.map(|read| read.finish()),
                };
                let ready = replacement.ready_as(original, place, options)?;
                let read = |fingerprint| AsRead { messages: totals.messages, fingerprint };
                Some(match fingerprint.map(read) {
                    Some(read) => ready.watched(read),
                    None => ready,
                })
            }
            (Some(replacement), Target::To(target)) => {
                Some(replacement.ready_copy(original, target.clone())?)
            }
            (None, Target::InPlace(_)) => {
                totals.left_over(Replacement::tidy(&place, &place));
                None
            }
            (_, Target::Nowhere) | (None, _) => None,
        };
        Ok(ConvertedFile { totals, ready })
    }

    /// Replaces the Maildir message that was at `location`, even if it has been moved since. A message that moves
    /// during its conversion is converted again, but reported once.
    fn message_in_place(
        &self,
        location: &Location,
        options: &ReplaceOptions,
        report: &mut dyn FnMut(Report),
    ) -> Result<Totals, Error> {
        let target = &Target::InPlace(options);
        let mut is_reported = false;
        let done = Found::named(location.clone(), Arc::default()).reach(|now| {
            let mut reports = Vec::new();
            let (location, mut servers) = (now.location.clone(), LastServer::default());
            let converted =
                self.maildir_message_at(location, target, &mut servers, &mut |report| reports.push(report))?;
            if !std::mem::replace(&mut is_reported, true) {
                reports.into_iter().for_each(&mut *report);
            }
            converted.finish(self)
        });
        done?.ok_or_else(|| Error::new("open", Some(&location.path()), Errno::NOENT.into()))
    }

    pub(super) fn maildir_message_at(
        &self,
        location: Location,
        target: &Target<'_, Location>,
        servers: &mut LastServer,
        report: &mut dyn FnMut(Report),
    ) -> Result<ConvertedFile, Error> {
        let original = open(location, target)?;
        let path = original.path();
        let limit = self.policy().limits.message;
        let size = usize::try_from(original.size()).unwrap_or(usize::MAX);
        let mut message = Vec::with_capacity(size.min(limit).saturating_add(1));
        let (mut input, compression, padding) =
            padded(original.reader()).map_err(Error::failed("read", path))?;
        let mut start = input.by_ref().take((limit as u64).saturating_add(1));
        start.read_to_end(&mut message).map_err(Error::failed("read", path))?;
        let is_whole = message.len() <= limit;
        let mut converted = self.work(Batch::of_file(message, limit));
        let sizes =
            |converted: &ConvertedBatch| Sizes::of_slices(converted.splice.slices(converted.batch.octets()));
        if let Target::InPlace(options) = target
            && converted.totals.changed > 0
            && let Some(server) = server_with_index(
                original.location(),
                Sizes::of(converted.batch.octets()),
                sizes(&converted),
                options,
                servers,
            )?
        {
            converted = self.leaving(Detail::ServerIndex(server)).work(converted.batch);
        }
        std::mem::take(&mut converted.reports).into_iter().for_each(&mut *report);
        self.note_padding(padding.take(), &mut converted.totals, &mut *report);
        let (to, add_sizes) = match target {
            Target::InPlace(options) if converted.totals.changed > 0 => {
                (original.location(), options.add_sizes)
            }
            Target::To(to) => (to, false),
            Target::InPlace(_) | Target::Nowhere => {
                if let Target::InPlace(_) = target {
                    converted.totals.left_over(tidy(original.location()));
                }
                self.monitor.add(&converted.totals);
                return Ok(ConvertedFile { totals: converted.totals, ready: None });
            }
        };
        let name = match is_whole {
            true => new_name(to.name(), sizes(&converted), add_sizes),
            false => to.name().to_owned(),
        };
        let to = Location::new(Arc::clone(to.directory()), name);
        let replacement = Replacement::elsewhere(&unfinished(&to)?, &to)?;
        let replacement = Compressor::new(BufWriter::new(replacement), compression)
            .and_then(|mut compressor| {
                converted.splice.write_to(converted.batch.octets(), &mut compressor)?;
                // If a message is larger than the limit `Limits::message`, only its start is in memory. The rest
                // is copied here.
                io::copy(&mut input, &mut compressor)?;
                compressor.finish()?.into_inner().map_err(IntoInnerError::into_error)
            })
            .map_err(Error::failed(NEW_FORM, path))?;
        drop(input);
        // If a message is larger than the limit `Limits::message`, the padding after its compressed data is known
        // only now, after all of the message has been read.
        self.note_padding(padding.take(), &mut converted.totals, &mut *report);
        let ready = match target {
            Target::InPlace(options) => replacement.ready_as(original, to, options)?,
            Target::To(_) | Target::Nowhere => replacement.ready_copy(original, to)?,
        };
        self.monitor.add(&converted.totals);
        Ok(ConvertedFile { totals: converted.totals, ready: Some(ready) })
    }
}

/// The server that would not notice the new size of the message at `location`. The message gets the sizes `new`
/// instead of `old`. A server does not notice this if it has an index and the message keeps its name. Returns
/// `None` if the sizes in the name differ from `old`: in this case, a run that was killed has already given the
/// message its new name.
fn server_with_index(
    location: &Location,
    old: Sizes,
    new: Sizes,
    options: &ReplaceOptions,
    servers: &mut LastServer,
) -> Result<Option<&'static str>, Error> {
    let name = location.name();
    if new_name(name, new, options.add_sizes) != name || maildir::with_sizes(name, old) != name {
        return Ok(None);
    }
    servers.of(location.directory())
}

/// The server that has an index of the last Maildir that was examined. For the messages of a group, a Maildir is
/// examined only once. This is enough, because no message of a group is replaced before all of them have been
/// examined.
#[derive(Default)]
pub(super) struct LastServer(Option<(Arc<Directory>, Option<&'static str>)>);

impl LastServer {
    fn of(&mut self, directory: &Arc<Directory>) -> Result<Option<&'static str>, Error> {
        match &self.0 {
            Some((last, server)) if Arc::ptr_eq(last, directory) => Ok(*server),
            _ => {
                let server = directory.parent().map_or(Ok(None), |folder| maildir::server_of(folder))?;
                self.0 = Some((Arc::clone(directory), server));
                Ok(server)
            }
        }
    }
}

fn new_name(name: &OsStr, sizes: Sizes, add_sizes: bool) -> OsString {
    if add_sizes { maildir::with_all_sizes(name, sizes) } else { maildir::with_sizes(name, sizes) }
}

pub(super) fn open(location: Location, target: &Target<'_, Location>) -> Result<Original, Error> {
    let original = match target {
        Target::InPlace(options) => Original::at(location, false, options),
        Target::To(_) | Target::Nowhere => {
            Original::at(location, false, &ReplaceOptions { hard_links: true, ..ReplaceOptions::default() })
        }
    }?;
    let path = original.path();
    Compression::refuse_empty(path, original.metadata()).map_err(Error::failed("read", path))?;
    Ok(original)
}

/// The temporary location of the message that will be at `to` in a Maildir: in `tmp`, under the new name of the
/// message. A run that is killed between two renames leaves the original at this location. A missing `tmp` is
/// created.
fn unfinished(to: &Location) -> Result<Location, Error> {
    let tmp = to.directory().beside(OsStr::new(TMP)).map_err(to.failed("find its directory `tmp`"))?;
    Ok(Location::new(tmp, to.name().to_owned()))
}

/// Removes the files that a killed run left behind for the Maildir message at `location`. Returns the error if that
/// fails.
fn tidy(location: &Location) -> Option<Error> {
    match if_exists(location.directory().parent()?.enter(OsStr::new(TMP))) {
        Ok(tmp) => Replacement::tidy(&Location::new(tmp?, location.name().to_owned()), location),
        Err(error) => Some(location.failed("look into its directory `tmp`")(error)),
    }
}

pub(super) fn holds_several(original: &Original, format: Format) -> Result<bool, Error> {
    let options = ReadOptions::default().with_format(format);
    Ok(Opened::of(original.reader(), MailFile::named(original.path()), &options)?.holds_several())
}
