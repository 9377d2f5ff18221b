//! The traits that each charset implements, and the errors that decoding reports. All codecs import this module; [`record`](super::record)
//! imports all codecs.

use std::borrow::Cow;
use std::fmt;

/// Decoded text, and the number of ill-formed sequences in its input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decoded<'a> {
    /// The text, with U+FFFD for ill-formed sequences; borrowed if the input is already this text in UTF-8.
    pub text: Cow<'a, str>,
    /// Number of ill-formed sequences.
    pub errors: usize,
    /// The first of them.
    pub first_error: Option<Malformed>,
}

/// Text without errors.
impl<'a> From<Cow<'a, str>> for Decoded<'a> {
    #[inline]
    fn from(text: Cow<'a, str>) -> Self {
        Self { text, errors: 0, first_error: None }
    }
}

/// An ill-formed sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// Offset in the input, in octets: the start of the sequence, or the octet that [`MalformedKind`] names.
    pub offset: usize,
    /// The kind of error there.
    pub kind: MalformedKind,
}

/// How encoded text can be ill-formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MalformedKind {
    /// UTF-8: a continuation octet where a character must start.
    UnexpectedContinuation,
    /// UTF-8: a sequence that is not continued as its lead octet requires.
    BadContinuation,
    /// UTF-8: a longer form than the shortest.
    Overlong,
    /// UTF-8, UTF-32: an encoded surrogate.
    Surrogate,
    /// UTF-8, UTF-32: a value above U+10FFFF, or an octet that starts no sequence; CESU-8: a form of four octets.
    OutOfRange,
    /// The input ends within a character; ISO-2022, HZ: a character lacks its second octet.
    Truncated,
    /// UTF-7: a `+` that is followed by neither modified base64 nor `-`; IMAP UTF-7: the same for `&`.
    EmptyShift,
    /// UTF-7: the bits left over at the end of a shifted sequence are not zero.
    NonZeroBits,
    /// UTF-7, UTF-16, CESU-8: an unpaired surrogate.
    LoneSurrogate,
    /// An octet that the charset does not have.
    InvalidOctet,
    /// UTF-16: an odd octet at the end.
    OddOctet,
    /// UTF-16BE, UTF-16LE: the byte order mark of the other order at the start (RFC 2781 sections 4.1, 4.2).
    ReversedMark,
    /// IMAP UTF-7: a shifted sequence ends without `-`; the offset is that of the octet that ends it.
    Unterminated,
    /// IMAP UTF-7: a shifted sequence ends within a code unit, or has a superfluous symbol.
    PartialUnit,
    /// IMAP UTF-7: a printable US-ASCII character in a shifted sequence.
    EncodedAscii,
    /// IMAP UTF-7: a shifted sequence directly after another one; one sequence could have held both.
    SuperfluousShift,
    /// A legacy charset has no character for the sequence.
    Unmapped,
    /// UTF-8 in text of another charset. No codec reports this; mailutf's `text` does, because it sees the whole text.
    MixedUtf8,
    /// An escape sequence of ISO-2022 in text of another charset. No codec reports this; mailutf's `text` does.
    EscapeSequence,
    /// ISO-2022: text after a line that ended in a double-octet set. It is ambiguous whether it is in that set or in
    /// US-ASCII.
    UnclosedSet,
}

impl MalformedKind {
    /// The kind in a few words, for messages.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::UnexpectedContinuation => "unexpected continuation octet",
            Self::BadContinuation => "incomplete character",
            Self::Overlong => "overlong form",
            Self::Surrogate => "encoded surrogate",
            Self::OutOfRange => "invalid octet or value",
            Self::Truncated => "character cut off by the end",
            Self::EmptyShift => "shift into base64 without any base64",
            Self::NonZeroBits => "non-zero padding bits",
            Self::LoneSurrogate => "lone surrogate",
            Self::InvalidOctet => "octet to which the charset assigns no character",
            Self::OddOctet => "incomplete code unit",
            Self::ReversedMark => "byte order mark of the opposite octet order",
            Self::Unterminated => "shifted sequence without its closing `-`",
            Self::PartialUnit => "shifted sequence that ends within a code unit",
            Self::EncodedAscii => "printable US-ASCII in a shifted sequence",
            Self::SuperfluousShift => "shifted sequence directly after another shifted sequence",
            Self::Unmapped => "sequence to which the charset assigns no character",
            Self::MixedUtf8 => "UTF-8 in text of another charset",
            Self::EscapeSequence => "escape sequence of ISO-2022",
            Self::UnclosedSet => "line that ends in a double-octet character set although text follows",
        }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at octet {}", self.kind.meaning(), self.offset)
    }
}

impl std::error::Error for Malformed {}

/// The ill-formed sequences so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Errors {
    pub(super) count: usize,
    pub(super) first: Option<Malformed>,
}

/// Where a decoder appends its text and records its errors.
pub(super) struct Output<'a> {
    pub(super) text: &'a mut String,
    pub(super) errors: &'a mut Errors,
}

impl Output<'_> {
    /// Records an ill-formed sequence without appending anything to the text.
    pub(super) fn error(&mut self, offset: usize, kind: MalformedKind) {
        self.errors.count += 1;
        self.errors.first.get_or_insert(Malformed { offset, kind });
    }

    /// Records an ill-formed sequence and appends U+FFFD for it.
    pub(super) fn replace(&mut self, offset: usize, kind: MalformedKind) {
        self.error(offset, kind);
        self.text.push(char::REPLACEMENT_CHARACTER);
    }
}

/// A decoder whose input comes in pieces. However the input is split, the text and the errors are the same.
pub(super) trait RawDecoder {
    /// Decodes the next octets, which begin at offset `at` of the stream.
    fn feed(&mut self, input: &[u8], at: usize, output: &mut Output<'_>);
    /// Ends the stream, whose length is `at` octets.
    fn finish(&mut self, at: usize, output: &mut Output<'_>);
    /// A decoder in the same state; `None` for charsets without a shift state, where a new decoder gives the same
    /// result between two characters.
    fn fork(&self) -> Option<Box<dyn RawDecoder + Send + Sync>> {
        None
    }
}

impl<M: RawDecoder + ?Sized> RawDecoder for Box<M> {
    fn feed(&mut self, input: &[u8], at: usize, output: &mut Output<'_>) {
        (**self).feed(input, at, output);
    }

    fn finish(&mut self, at: usize, output: &mut Output<'_>) {
        (**self).finish(at, output);
    }

    fn fork(&self) -> Option<Box<dyn RawDecoder + Send + Sync>> {
        (**self).fork()
    }
}

/// Decodes a whole text.
pub(super) fn whole(mut machine: impl RawDecoder, octets: &[u8]) -> Decoded<'static> {
    // The text of an encoded word is longer than its octets; with 128 octets, one allocation usually suffices.
    let (mut text, mut errors) = (String::with_capacity(octets.len().max(128)), Errors::default());
    let mut output = Output { text: &mut text, errors: &mut errors };
    machine.feed(octets, 0, &mut output);
    machine.finish(octets.len(), &mut output);
    Decoded { text: Cow::Owned(text), errors: errors.count, first_error: errors.first }
}

/// A character that a charset lacks, and its offset in the text.
pub(super) type Unmappable = (usize, char);

/// An encoder whose text comes in pieces. However the text is split, the octets are the same.
pub(super) trait RawEncoder {
    /// Appends the octets of `text`. Some of them may be held back until the next call.
    ///
    /// # Errors
    /// The first character that the charset lacks. The text before it has been encoded; the caller can go on with the
    /// text after it.
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable>;

    /// Ends the text: appends what was held back and closes an open shifted sequence.
    fn finish(&mut self, _octets: &mut Vec<u8>) {}

    /// An encoder in the same state. `None` for charsets without a state, where a new encoder gives the same result,
    /// and for encoders that hold back text.
    fn fork(&self) -> Option<Box<dyn RawEncoder + Send + Sync>> {
        None
    }
}

impl<W: RawEncoder + ?Sized> RawEncoder for Box<W> {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        (**self).write(text, octets)
    }

    fn finish(&mut self, octets: &mut Vec<u8>) {
        (**self).finish(octets);
    }

    fn fork(&self) -> Option<Box<dyn RawEncoder + Send + Sync>> {
        (**self).fork()
    }
}

/// Encodes a whole text.
pub(super) fn encode_whole(mut writer: impl RawEncoder, text: &str) -> Result<Vec<u8>, Unmappable> {
    let mut octets = Vec::new();
    writer.write(text, &mut octets)?;
    writer.finish(&mut octets);
    Ok(octets)
}

/// The encoder of a stateless charset. The function appends the octets of one character; it returns `false` if the
/// charset lacks the character.
pub(super) struct Each<E: FnMut(char, &mut Vec<u8>) -> bool>(pub(super) E);

impl<E: FnMut(char, &mut Vec<u8>) -> bool> RawEncoder for Each<E> {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        octets.reserve(text.len());
        text.char_indices().find(|(_, character)| !(self.0)(*character, octets)).map_or(Ok(()), Err)
    }
}
