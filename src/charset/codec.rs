//! What a charset implements to be decoded and encoded, and what decoding reports. The dispatchers,
//! [`decode`](super::decode) and [`encode`](super::encode), stand above all charsets; this stands below them.

use std::borrow::Cow;
use std::fmt;

/// Text, and what was ill-formed on the way to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The text, U+FFFD for what was ill-formed; borrowed where the input is that text already.
    pub text: Cow<'a, str>,
    /// Number of ill-formed sequences.
    pub errors: usize,
    /// The first of them.
    pub first_error: Option<Malformed>,
}

/// An ill-formed sequence: where, in octets from the start of the input, and of which kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// Offset of the octet named by [`MalformedKind`].
    pub offset: usize,
    /// What is wrong there.
    pub kind: MalformedKind,
}

/// What can be wrong with encoded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MalformedKind {
    /// UTF-8: a continuation octet where a character must start.
    UnexpectedContinuation,
    /// UTF-8: a lead octet or what follows it is not continued as it must be.
    BadContinuation,
    /// UTF-8: a longer form than the shortest.
    Overlong,
    /// UTF-8, UTF-32: an encoded surrogate.
    Surrogate,
    /// UTF-8, UTF-32: a value above U+10FFFF, or an octet that starts nothing; CESU-8: a form of four octets.
    OutOfRange,
    /// The input ends within a character.
    Truncated,
    /// UTF-7: a `+` before anything but modified base64 or `-`; IMAP UTF-7: such an `&`.
    EmptyShift,
    /// UTF-7: the bits left over at the end of a shifted sequence are not zero.
    NonZeroBits,
    /// UTF-7, UTF-16, CESU-8: half a surrogate pair.
    LoneSurrogate,
    /// An octet that the charset does not have.
    InvalidByte,
    /// UTF-16: an odd octet at the end.
    OddByte,
    /// UTF-16BE, UTF-16LE: the byte order mark of the other order at the start (RFC 2781 sections 4.1, 4.2).
    ReversedMark,
    /// IMAP UTF-7: a shifted sequence ends without `-`; the offset is that of what ends it.
    Unterminated,
    /// IMAP UTF-7: a shifted sequence ends within a unit, or in a symbol too many.
    PartialUnit,
    /// IMAP UTF-7: a printable US-ASCII character in a shifted sequence.
    EncodedAscii,
    /// IMAP UTF-7: a shifted sequence right after another one, which could have held it.
    SuperfluousShift,
    /// A legacy charset has no character for the sequence.
    Unmapped,
    /// UTF-8 in text of another charset; no codec answers so, but a reader of mail, who sees the whole text.
    MixedUtf8,
    /// An escape sequence of ISO-2022 in text of another charset; no codec answers so, either.
    EscapeSequence,
    /// ISO-2022: text after a line that ended in a set of two octets, so that it may be of either set.
    UnclosedSet,
}

impl MalformedKind {
    /// What is wrong, in a few words.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::UnexpectedContinuation => "unexpected continuation octet",
            Self::BadContinuation => "incomplete character",
            Self::Overlong => "overlong form",
            Self::Surrogate => "encoded surrogate",
            Self::OutOfRange => "invalid octet or value",
            Self::Truncated => "character cut off by the end",
            Self::EmptyShift => "shift without base64",
            Self::NonZeroBits => "non-zero padding bits",
            Self::LoneSurrogate => "lone surrogate",
            Self::InvalidByte => "octet that the charset lacks",
            Self::OddByte => "half a code unit",
            Self::ReversedMark => "byte order mark of the other order",
            Self::Unterminated => "shifted sequence without its closing `-`",
            Self::PartialUnit => "shifted sequence that ends within a code unit",
            Self::EncodedAscii => "printable US-ASCII in a shifted sequence",
            Self::SuperfluousShift => "shifted sequence right after another",
            Self::Unmapped => "sequence that maps to no character",
            Self::MixedUtf8 => "UTF-8 in text of another charset",
            Self::EscapeSequence => "escape sequence of ISO-2022",
            Self::UnclosedSet => "line that ends in a double-octet set, followed by text",
        }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at octet {}", self.kind.meaning(), self.offset)
    }
}

impl std::error::Error for Malformed {}

/// The errors met so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Errors {
    pub(super) count: usize,
    pub(super) first: Option<Malformed>,
}

/// Where a machine writes: text and errors.
pub(super) struct Output<'a> {
    pub(super) text: &'a mut String,
    pub(super) errors: &'a mut Errors,
}

impl Output<'_> {
    /// Records an ill-formed sequence without writing anything for it.
    pub(super) fn error(&mut self, offset: usize, kind: MalformedKind) {
        self.errors.count += 1;
        self.errors.first.get_or_insert(Malformed { offset, kind });
    }

    /// Records an ill-formed sequence and writes U+FFFD for it.
    pub(super) fn replace(&mut self, offset: usize, kind: MalformedKind) {
        self.error(offset, kind);
        self.text.push(char::REPLACEMENT_CHARACTER);
    }
}

/// A decoder as a push machine: the same text and errors for any split of the same input.
pub(super) trait RawDecoder {
    /// Takes the next octets, the first of which is octet `at` of the stream.
    fn feed(&mut self, input: &[u8], at: usize, output: &mut Output<'_>);
    /// The stream ends at octet `at`.
    fn finish(&mut self, at: usize, output: &mut Output<'_>);
}

impl<M: RawDecoder + ?Sized> RawDecoder for Box<M> {
    fn feed(&mut self, input: &[u8], at: usize, output: &mut Output<'_>) {
        (**self).feed(input, at, output);
    }

    fn finish(&mut self, at: usize, output: &mut Output<'_>) {
        (**self).finish(at, output);
    }
}

/// All of a text at once.
pub(super) fn whole(mut machine: impl RawDecoder, octets: &[u8]) -> Decoded<'static> {
    // Words grow, and one allocation is to do for them.
    let (mut text, mut errors) = (String::with_capacity(octets.len().max(128)), Errors::default());
    let mut output = Output { text: &mut text, errors: &mut errors };
    machine.feed(octets, 0, &mut output);
    machine.finish(octets.len(), &mut output);
    Decoded { text: Cow::Owned(text), errors: errors.count, first_error: errors.first }
}

/// A character that a charset lacks, and its offset in the text.
pub(super) type Unmappable = (usize, char);

/// An encoder as a push machine: the same octets for any split of the same text.
pub(super) trait RawEncoder {
    /// Appends the octets of `text`, some of which may be held back.
    ///
    /// # Errors
    /// The first character that the charset lacks. All before it has been taken, and what stands behind it may
    /// follow.
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable>;

    /// The text ends: appends what was held back, and closes what is open.
    fn finish(&mut self, _octets: &mut Vec<u8>) {}
}

impl<W: RawEncoder + ?Sized> RawEncoder for Box<W> {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        (**self).write(text, octets)
    }

    fn finish(&mut self, octets: &mut Vec<u8>) {
        (**self).finish(octets);
    }
}

/// A charset in which each character is some octets, whatever stands around it: appends them, or says that there
/// are none.
pub(super) struct Each<E: FnMut(char, &mut Vec<u8>) -> bool>(pub(super) E);

impl<E: FnMut(char, &mut Vec<u8>) -> bool> RawEncoder for Each<E> {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        octets.reserve(text.len());
        text.char_indices().find(|(_, character)| !(self.0)(*character, octets)).map_or(Ok(()), Err)
    }
}
