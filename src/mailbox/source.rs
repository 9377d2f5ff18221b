//! Recognises whether a stream of octets is an mbox or one message, and reads the messages of the stream.

use super::batch::Batch;
use super::buffer::Buffer;
#[cfg(any(feature = "files", feature = "compression"))]
use super::compressed::{Compression, padded};
use super::emlx;
#[cfg(feature = "files")]
use super::mbox::SharedMbox;
use super::mbox::separator::{Start, start, starts_with_cut_message};
use super::mbox::{self, Variant};
use super::padding::Padding;
use super::unsupported::UnsupportedFormat;
use super::until_error::{CUT, UntilError};
#[cfg(feature = "files")]
use super::whole_file::SharedFile;
use crate::limits::Limits;
use std::io::{self, ErrorKind, Read};

/// The format of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// The format is recognised by the first line that is not blank. A `From ` line starts an mbox. If the
    /// date in the `From ` line is missing or has an unknown form, a known header field must follow the line.
    /// A line of four 0x01 octets starts an MMDF file.
    ///
    /// A stream that starts with no known header field is an mbox, too, if a blank line, a `From ` line with a date and
    /// a known header field follow within 16 MiB: its first message was cut off. What is left of that message is
    /// [text before the first message](Batch::text_before_messages). Any other stream is one message.
    #[default]
    Any,
    /// The stream is one message, which may be an Apple Mail file (`.emlx`). An Apple Mail file is recognised
    /// by the length in its first line or, if that length is wrong, by the property list at its end. A file
    /// with a wrong length is not changed.
    Message,
    /// The stream is one message in an Apple Mail file. Any other stream is an error.
    Emlx,
    /// The stream is an mbox of this variant. A stream without a separator line is read as one message. But if
    /// such a stream is larger than the [limit](Source::limit), it is returned as
    /// [text before the first message](Batch::text_before_messages), because a separator line could follow
    /// anywhere up to the end of the stream. If the variant is unknown, use [`Format::Any`], which recognises it.
    Mbox(Variant),
}

impl Format {
    /// Returns [`Format::Emlx`] if this format is [`Format::Any`] and the name of the file at `path` ends with
    /// `.emlx`. Otherwise returns this format.
    #[cfg(all(unix, feature = "files"))]
    pub(crate) fn named_by(self, path: &std::path::Path) -> Self {
        let is_emlx = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("emlx"));
        if is_emlx && self == Self::Any { Self::Emlx } else { self }
    }
}

/// The messages of a stream, in batches: an iterator over `io::Result<Batch>`. If the stream fails, the batches
/// read before the error come first.
///
/// Memory: the largest message up to the [limit](Source::limit), or about 256 KiB of small messages, and up
/// to 16 MiB after a message whose Content-Length has to be checked.
#[derive(Debug)]
pub struct Source<R> {
    contents: Contents<R>,
    /// The counter of the NULs after the data of a compressed file.
    padding: Padding,
}

#[derive(Debug)]
enum Contents<R> {
    Mbox(Box<mbox::Reader<R>>),
    Other(Alone<R>),
}

/// A stream of one message, or of a file in an unsupported format.
#[derive(Debug)]
struct Alone<R> {
    input: UntilError<R>,
    /// Whether the whole stream has been returned.
    ended: bool,
    /// The octets already read to recognise the format.
    read: Vec<u8>,
    /// The format that the caller named.
    format: Format,
    /// The size of the largest message that is held in memory, in octets.
    limit: usize,
    /// The unsupported format that the first octets show. Such a file is never held in memory.
    unsupported: Option<UnsupportedFormat>,
    /// The number of octets already returned of a file that is not held in memory.
    passed: u64,
}

/// The number of octets that are read first to recognise a format.
const START: usize = 4 << 10;

/// The maximum number of octets that are read to recognise a format. More than [`START`] octets are read only
/// if the first octets end within blank lines, NULs, a `From ` line, or the field below a `From ` line.
const LONGEST_START: usize = 1 << 20;

/// The maximum number of octets before the first message of an mbox whose beginning was cut off.
const LONGEST_CUT: usize = 16 << 20;

/// The number of octets in each piece of a file that is not held in memory: a file in an unsupported format, or
/// a message that is larger than the limit.
const PIECE: u64 = 256 << 10;

impl<R: Read> Source<R> {
    /// Starts to read the messages of `input`, but does not decompress it: a compressed file is a file of an
    /// [unsupported format](Batch::unsupported). `Source::decompressed` decompresses it.
    ///
    /// # Errors
    /// Fails with an [`io::Error`] if not even the first octets of `input` can be read.
    pub fn new(input: R, format: Format) -> io::Result<Self> {
        let (mut read, mut input) = beginning(input)?;
        let mbox = |input, read, variant| {
            Contents::Mbox(Box::new(mbox::Reader::resume_until_error(input, read, variant)))
        };
        let contents = match (UnsupportedFormat::of(&read), format) {
            (None, Format::Mbox(variant)) => mbox(input, read, Some(variant)),
            (None, Format::Any) if is_mbox(&read) || is_cut_mbox(&mut read, &mut input)? => {
                mbox(input, read, None)
            }
            (unsupported, _) => Contents::Other(Alone {
                input,
                ended: false,
                read,
                format,
                limit: Limits::MESSAGE,
                unsupported,
                passed: 0,
            }),
        };
        Ok(Self { contents, padding: Padding::default() })
    }

    /// Sets the size of the largest message that is held in memory, in octets ([`Limits::MESSAGE`] by
    /// default). A larger message is returned in pieces. The first piece is a
    /// [`TooLarge`](super::batch::TooLarge) batch. In an mbox, the size of a message can include its `From `
    /// line.
    #[must_use]
    pub fn limit(self, octets: usize) -> Self {
        let contents = match self.contents {
            Contents::Mbox(reader) => Contents::Mbox(Box::new(reader.limit(octets))),
            Contents::Other(alone) => Contents::Other(Alone { limit: octets, ..alone }),
        };
        Self { contents, ..self }
    }

    /// Whether the stream can hold several messages, that is, whether it is an mbox or an MMDF file. An
    /// empty stream counts as an mbox only with [`Format::Mbox`].
    pub fn holds_several(&self) -> bool {
        matches!(self.contents, Contents::Mbox(_))
    }

    /// Returns the mbox in `file` in a form that several threads can read. This source must have just begun to read
    /// the same file.
    ///
    /// # Errors
    /// Returns the file if it cannot be read in sections.
    #[cfg(feature = "files")]
    pub(super) fn share(&self, file: SharedFile) -> Result<SharedMbox, SharedFile> {
        match &self.contents {
            Contents::Mbox(reader) => reader.share(file),
            Contents::Other(_) => Err(file),
        }
    }
}

#[cfg(any(feature = "files", feature = "compression"))]
impl<'r> Source<Box<dyn Read + 'r>> {
    /// Starts to read the messages of `input`, which is [decompressed](super::compressed::decompressed) if it is
    /// compressed (feature `files` or `compression`; only `compression` decompresses). Also returns the compression
    /// format. If padding (NULs) follows the compressed data, the last batch [counts it](Batch::padding).
    ///
    /// ```
    /// use mailutf::mailbox::{Format, Source};
    /// let (source, compression) = Source::decompressed(&b"Subject: x\n\n"[..], Format::Any)?;
    /// assert_eq!((source.count(), compression), (1, None));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Fails for the same reasons as [`decompressed`](super::compressed::decompressed) and [`new`](Source::new).
    pub fn decompressed(input: impl Read + 'r, format: Format) -> io::Result<(Self, Option<Compression>)> {
        let (input, compression, padding) = padded(input)?;
        Ok((Self { padding, ..Self::new(input, format)? }, compression))
    }
}

impl<R: Read> Iterator for Source<R> {
    type Item = io::Result<Batch>;

    fn next(&mut self) -> Option<Self::Item> {
        self.contents
            .next()
            .or_else(|| Some(Ok(Batch { padding: Some(self.padding.take()?), ..Batch::default() })))
    }
}

impl<R: Read> Contents<R> {
    fn next(&mut self) -> Option<io::Result<Batch>> {
        match self {
            Self::Mbox(reader) => match reader.next()? {
                Ok(batch) if reader.is_without_messages(&batch) => {
                    Some(message(batch.octets, Format::Any, batch.damaged))
                }
                batch => Some(batch),
            },
            Self::Other(alone) => alone.next().transpose(),
        }
    }
}

impl<R: Read> Alone<R> {
    /// Returns the message. If the message is too large or the format is unsupported, returns the next piece of
    /// the file.
    fn next(&mut self) -> io::Result<Option<Batch>> {
        if self.ended {
            return self.input.take_error().map_or(Ok(None), Err);
        }
        let mut octets = std::mem::take(&mut self.read);
        let at = self.passed;
        let may_be_held = at == 0 && self.unsupported.is_none();
        let most = if may_be_held { (self.limit as u64).saturating_add(1) } else { PIECE };
        let read = octets.len() as u64;
        self.input.append(&mut octets, most.saturating_sub(read))?;
        let length = octets.len();
        if may_be_held && length <= self.limit {
            self.ended = true;
            let cut = self.input.has_failed().then_some(CUT);
            return message(octets.into(), self.format, cut).map(Some);
        }
        if length == 0 {
            self.ended = true;
            return self.input.take_error().map_or(Ok(None), Err);
        }
        self.passed = at + length as u64;
        Ok(Some(match (self.unsupported, at) {
            (Some(format), _) => Batch { offset: at, ..Batch::of_unsupported(octets.into(), format) },
            (None, 0) => Batch::of_large_message(octets.into(), self.limit),
            (None, _) => Batch::of_no_message(octets.into(), at),
        }))
    }
}

/// Returns a batch of one message. `cut` is the reason why the message must not be changed, if the message is
/// incomplete.
fn message(octets: Buffer, format: Format, cut: Option<&'static str>) -> io::Result<Batch> {
    const WHY: &str =
        "its first line should give the length of the message before the property list, but does not";
    match emlx::slot(&octets) {
        Some(slot) => Ok(Batch { octets, slots: vec![slot], damaged: cut, ..Batch::default() }),
        None if cut.is_some() => Ok(Batch { damaged: cut, ..Batch::of_whole(octets) }),
        None if format == Format::Emlx => Err(io::Error::new(ErrorKind::InvalidData, WHY)),
        None if emlx::is_damaged(&octets) => Ok(Batch { damaged: Some(WHY), ..Batch::of_whole(octets) }),
        None => Ok(Batch { guessed: format == Format::Any, ..Batch::of_whole(octets) }),
    }
}

/// Reads as much of `input` as is needed to recognise its format. Returns the octets that were read, and the
/// rest of the input. Linear time.
///
/// # Errors
/// Fails if not even the first octets can be read.
pub(super) fn beginning<R: Read>(input: R) -> io::Result<(Vec<u8>, UntilError<R>)> {
    let mut input = UntilError::new(input);
    // The buffer has room for a small message, so that such a message is read in one piece.
    let mut read = Vec::with_capacity(START);
    loop {
        let wanted = START.max(read.len());
        let more = input.append(&mut read, wanted as u64)?;
        if read.is_empty()
            && let Some(error) = input.take_error()
        {
            return Err(error);
        }
        if more < wanted || read.len() >= LONGEST_START || start(&read, false).is_some() {
            return Ok((read, input));
        }
    }
}

/// Whether a file is an mbox whose beginning was cut off. `read` are the octets that were read from its `input`, and do
/// not start with a separator. More octets are read if they are needed to tell. Linear time.
pub(super) fn is_cut_mbox<R: Read>(read: &mut Vec<u8>, input: &mut UntilError<R>) -> io::Result<bool> {
    let (mut searched, mut ended) = (0, false);
    if emlx::starts_with_length(read) {
        return Ok(false);
    }
    loop {
        if let Some(found) = starts_with_cut_message(read, &mut searched, ended) {
            return Ok(found);
        }
        if read.len() >= LONGEST_CUT {
            return Ok(false);
        }
        let wanted = START.max(read.len());
        ended = input.append(read, wanted as u64)? < wanted;
    }
}

/// Whether a file that starts with `octets` is an mbox or an MMDF file.
pub(super) fn is_mbox(octets: &[u8]) -> bool {
    matches!(start(octets, true), Some(Start::Mbox(_) | Start::Mmdf(_)))
}
