//! An open file, and its messages. Only this module decides how a file is decompressed, how large a message may
//! be, and which files are not mail.

use super::file::MailFile;
use super::skip_reason::SkipReason;
use super::skipped::{Origin, Skipped, Why};
use crate::error::Error;
use crate::limits::Limits;
use crate::mailbox::batch::{Batch, Entry};
use crate::mailbox::compressed::Compression;
use crate::mailbox::mbox::{self, SharedMbox};
use crate::mailbox::source::{Format, Source};
use crate::mailbox::whole_file::{SharedFile, WholeFile};
use crate::with::with;
use std::fmt;
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek};
use std::sync::Arc;

/// Options for reading mail. By default, the format is recognised, messages of up to 256 MiB are read, and
/// the whole file is read.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The format in which files of [`Kind::Any`](super::Kind::Any) and [`Kind::Mbox`](super::Kind::Mbox) are
    /// read; [`Format::Any`] by default.
    pub format: Format,
    /// The size of the largest message that is read, in octets after decompression; [`Limits::MESSAGE`] by
    /// default.
    pub limit: usize,
    /// If set, only the messages in this range of an mbox are read. The mbox must not be compressed.
    /// [`Index`](mbox::Index) finds ranges. To continue after an earlier read, set the range that follows the
    /// messages that were read.
    pub range: Option<mbox::Range>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { format: Format::Any, limit: Limits::MESSAGE, range: None }
    }
}

with! {
    impl ReadOptions {
        fn with_format(format: Format);
        fn with_limit(limit: usize);
        fn with_range(range: Option<mbox::Range>);
    }
}

/// An open file: an iterator over its messages in batches, each as a `Result<Batch, Skipped>`.
///
/// An error ends the iteration. The error is yielded once, after the messages that were read before it. The
/// last of these messages may be incomplete. The error contains the offset up to which the file was read.
///
/// A message that is larger than [`ReadOptions::limit`] is read in pieces. The iterator yields a [`Skipped`]
/// for the first piece, and a batch without messages for each other piece. Then the next messages are read.
/// A file in an unsupported format is also [`Skipped`], and so is [text](Batch::text_before_messages) before
/// the first message of an mbox. The example in the documentation of [the module](super) handles these cases.
///
/// If the file grows while it is read, the added messages are read, too. If the file is not locked, its last
/// message may be unfinished, because another program may be writing it.
///
/// Memory: the same as for [`Source`].
#[derive(Debug)]
pub struct Opened<'r> {
    batches: Batches<'r>,
    compression: Option<Compression>,
    metadata: Option<Metadata>,
    position: Position,
}

/// The progress of reading the messages of a file.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    file: Arc<MailFile>,
    /// The offset up to which the file was read.
    read: u64,
    /// Whether reading has ended early, because of an error or an unsupported format.
    ended: bool,
}

/// All octets of a file, in batches, for a program that rewrites the whole file. Some batches hold no
/// message.
pub struct Batches<'r> {
    input: Input<'r>,
    /// The file, if other threads can read it independently.
    file: Option<FileApart>,
}

/// An mbox whose messages are read by threads other than the thread that opened it.
pub(crate) enum Apart {
    /// Any number of threads read the mbox. Each thread reads some sections of the file.
    Sections(SharedMbox),
    /// One thread reads the mbox from its start, because the mbox is compressed, or because its first line is
    /// not a separator.
    Whole(FileApart),
}

/// A file that another thread reads from its start.
pub(crate) struct FileApart {
    file: SharedFile,
    format: Format,
    limit: usize,
}

enum Input<'r> {
    Whole(Source<Box<dyn Read + 'r>>),
    Range(Box<mbox::Reader<SharedFile>>),
}

impl MailFile {
    /// Opens the file. If a mail client has moved or renamed a message of a Maildir since it was found, the
    /// message is opened at its new place.
    ///
    /// # Errors
    /// Fails if the file cannot be opened or read, or is compressed and the feature `compression` is off. If
    /// the options have a range, fails if no message starts at the start of the range.
    pub fn open(&self, options: &ReadOptions) -> Result<Opened<'static>, Skipped> {
        match self.reach(|file| file.opened(options)) {
            Ok(Some(opened)) => Ok(opened),
            Ok(None) => Err(Skipped::new(self.clone(), SkipReason::Gone)),
            Err(error) => Err(Skipped::new(self.clone(), error)),
        }
    }

    fn opened(&self, options: &ReadOptions) -> Result<Opened<'static>, Error> {
        let (file, metadata) = self.open_file()?;
        Compression::refuse_empty(self.path(), &metadata).map_err(Error::failed("read", self.path()))?;
        let file = WholeFile::examined(Arc::new(file), &metadata);
        let opened = match &options.range {
            None => Opened::of_whole(file, Arc::new(self.clone()), options)?,
            Some(range) => {
                let failed = Error::failed("read a range of it", self.path());
                let reader = mbox::Reader::range(file, range).map_err(failed)?.limit(options.limit);
                Opened::new(Arc::new(self.clone()), Input::Range(Box::new(reader)), None)
            }
        };
        Ok(Opened { metadata: Some(metadata), ..opened })
    }
}

impl Opened<'static> {
    /// Reads an open file, such as redirected standard input, from its current position on. The octets are
    /// treated as the content of `file`: the path of `file` is reported, and its kind decides the format. The
    /// options must not have a range.
    ///
    /// ```
    /// use mailutf::mailbox::mail::{MailFile, Opened, ReadOptions};
    /// # let directory = tempfile::tempdir()?;
    /// # let path = directory.path().join("1998.mbox");
    /// # std::fs::write(&path, "From a@b.org Mon Jan  1 00:00:00 2024\nSubject: x\n\n1\n\n")?;
    /// let open = std::fs::File::open(&path)?;
    /// let opened = Opened::of_file(open, MailFile::named("mail"), &ReadOptions::default())?;
    /// assert_eq!(opened.count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails for the same reasons as [`of`](Opened::of).
    pub fn of_file(
        open: File,
        file: impl Into<Arc<MailFile>>,
        options: &ReadOptions,
    ) -> Result<Self, Skipped> {
        let file = file.into();
        let failed = |error| Skipped::new(Arc::clone(&file), error);
        let examined = WholeFile::of(Arc::new(open)).map_err(Error::failed("read", file.path()));
        let mut input = examined.map_err(failed)?;
        // A stream without a position, such as a pipe, is treated as if it were at its start.
        let at = input.stream_position().unwrap_or(0);
        match at {
            0 if options.range.is_none() => Self::of_whole(input, Arc::clone(&file), options).map_err(failed),
            _ => Self::of(input, file, options),
        }
    }

    /// Reads a file from its start. If the file is an mbox, [`Batches::apart`] can hand it to other threads,
    /// unless the file or the system [cannot share it](WholeFile::shared).
    pub(crate) fn of_whole(
        input: SharedFile,
        file: Arc<MailFile>,
        options: &ReadOptions,
    ) -> Result<Self, Error> {
        let (format, limit) = (file.kind().format(options.format), options.limit);
        let apart = input.shared().map(|file| FileApart { file, format, limit });
        let opened = Self::decompressed(input, file, options)?;
        Ok(Self { batches: Batches { file: apart, ..opened.batches }, ..opened })
    }
}

impl<'r> Opened<'r> {
    /// Reads the octets of `source`, such as standard input, a member of an archive, or a file that the
    /// caller has locked. The octets are treated as the content of `file`: the path of `file` is reported,
    /// and its kind decides the format.
    ///
    /// # Errors
    /// Fails if `source` cannot be read. Also fails if the options have a range, because only a file has
    /// ranges.
    pub fn of(
        source: impl Read + 'r,
        file: impl Into<Arc<MailFile>>,
        options: &ReadOptions,
    ) -> Result<Self, Skipped> {
        let file = file.into();
        if options.range.is_some() {
            let why = "ranges can be read only from a file, and this is a stream";
            let refused = Error::refused("read a range of it", file.path(), why);
            return Err(Skipped::new(file, refused));
        }
        Self::decompressed(source, Arc::clone(&file), options).map_err(|error| Skipped::new(file, error))
    }

    fn decompressed(
        source: impl Read + 'r,
        file: Arc<MailFile>,
        options: &ReadOptions,
    ) -> Result<Self, Error> {
        let format = file.kind().format(options.format);
        let failed = Error::failed("read", file.path());
        let (source, compression) = Source::decompressed(source, format).map_err(failed)?;
        Ok(Self::new(file, Input::Whole(source.limit(options.limit)), compression))
    }

    fn new(file: Arc<MailFile>, input: Input<'r>, compression: Option<Compression>) -> Self {
        let batches = Batches { input, file: None };
        let position = Position { file, read: 0, ended: false };
        Self { batches, compression, metadata: None, position }
    }

    /// The file, with the path at which it was opened.
    pub fn file(&self) -> &Arc<MailFile> {
        &self.position.file
    }

    /// The metadata of the file, if [`MailFile::open`] opened it; otherwise `None`.
    pub fn metadata(&self) -> Option<&Metadata> {
        self.metadata.as_ref()
    }

    /// The compression format of the file; `None` if the file is not compressed.
    pub fn compression(&self) -> Option<Compression> {
        self.compression
    }

    /// Whether the file can hold several messages, that is, whether it is an mbox or an MMDF file. An
    /// empty file counts as an mbox only with [`Format::Mbox`].
    pub fn holds_several(&self) -> bool {
        match &self.batches.input {
            Input::Whole(source) => source.holds_several(),
            Input::Range(_) => true,
        }
    }

    /// The origin of a message of a batch.
    pub fn origin(&self, entry: &Entry<'_>) -> Origin {
        let (file, from_line) = (Arc::clone(self.file()), entry.from_line_octets().into());
        Origin { file, offset: entry.offset(), ordinal: entry.ordinal, from_line }
    }

    /// Returns an iterator over the octets of the file that were not read yet.
    pub fn into_batches(self) -> Batches<'r> {
        self.batches
    }

    /// Returns this file. If the file is an mbox that several threads can read, also returns the mbox in a form
    /// for those threads. The caller must not have read any batch of the file.
    pub(crate) fn shared(self) -> (Self, Option<(SharedMbox, Position)>) {
        let (batches, apart) = self.batches.apart();
        let opened = Self { batches, ..self };
        let shared = match apart {
            Some(Apart::Sections(mbox)) => Some((mbox, opened.position.clone())),
            Some(Apart::Whole(_)) | None => None,
        };
        (opened, shared)
    }
}

impl Iterator for Opened<'_> {
    type Item = Result<Batch, Skipped>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.position.ended {
            return None;
        }
        self.batches.next().map(|batch| self.position.after(batch))
    }
}

impl Position {
    pub(crate) fn at(self, offset: u64) -> Self {
        Self { read: offset, ..self }
    }

    fn skipped(&self, offset: u64, why: Why) -> Skipped {
        Skipped::from(&self.file, offset, why)
    }

    /// Moves the position to the end of `batch`, which is the next batch. Returns the batch, or the reason why
    /// it is not read.
    pub(crate) fn after(&mut self, batch: io::Result<Batch>) -> Result<Batch, Skipped> {
        let batch = match batch {
            Ok(batch) => batch,
            Err(error) => {
                self.ended = true;
                let error = Error::new("read", Some(self.file.path()), error);
                return Err(self.skipped(self.read, error.into()));
            }
        };
        if let Some(format) = batch.unsupported() {
            self.ended = true;
            return Err(self.skipped(0, Why::Unsupported(format)));
        }
        if let Some(octets) = batch.padding() {
            return Err(self.skipped(self.read, Why::Padding(octets)));
        }
        self.read = batch.end();
        if let Some(octets) = batch.text_before_messages() {
            return Err(self.skipped(0, Why::TextBeforeMessages(octets)));
        }
        match batch.too_large() {
            Some(message) => {
                let mut skipped = self.skipped(message.offset, Why::TooLarge(message));
                skipped.origin.ordinal = message.ordinal;
                Err(skipped)
            }
            None => Ok(batch),
        }
    }
}

impl Batches<'_> {
    /// Returns these batches. If the file is an mbox, and none of its batches was read yet, also returns the
    /// file in a form for other threads.
    pub(crate) fn apart(mut self) -> (Self, Option<Apart>) {
        let apart = match (self.file.take(), &self.input) {
            (Some(file), Input::Whole(source)) if source.holds_several() => Some(file.shared_by(source)),
            _ => None,
        };
        (self, apart)
    }
}

impl FileApart {
    fn shared_by<R: Read>(self, source: &Source<R>) -> Apart {
        let Self { file, format, limit } = self;
        match source.share(file) {
            Ok(mbox) => Apart::Sections(mbox),
            Err(file) => Apart::Whole(Self { file, format, limit }),
        }
    }

    /// Reads the messages of the file, which is decompressed if it is compressed.
    pub(crate) fn source(&self) -> io::Result<Source<Box<dyn Read + '_>>> {
        let (source, _) = Source::decompressed(self.file.from(0), self.format)?;
        Ok(source.limit(self.limit))
    }
}

impl fmt::Debug for Batches<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batches").finish_non_exhaustive()
    }
}

impl Iterator for Batches<'_> {
    type Item = io::Result<Batch>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.input {
            Input::Whole(source) => source.next(),
            Input::Range(reader) => reader.next(),
        }
    }
}
