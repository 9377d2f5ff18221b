//! Decoding: whole texts, and streams in any split.

use super::byte_order::Order;
use super::identity::{Charset, Kind};
use super::utf8_forms::Utf8Form;
use super::utf16::Utf16;
use super::utf32::Utf32;
use super::{ascii, euc_tw, hz, imap_utf7, iso2022, johab, legacy, multibyte, utf7, utf8};
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
    /// ISO-2022: text after a line that ended in a set of two octets, so that it may be of either set.
    UnclosedSet,
}

impl MalformedKind {
    /// What is wrong, in a few words.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::UnexpectedContinuation => "a continuation octet where a character must start",
            Self::BadContinuation => "a character that is not continued",
            Self::Overlong => "a form longer than the shortest",
            Self::Surrogate => "an encoded surrogate",
            Self::OutOfRange => "an octet or a value that no character has",
            Self::Truncated => "a character cut short by the end",
            Self::EmptyShift => "a shift before what is no base64",
            Self::NonZeroBits => "bits left over that are not zero",
            Self::LoneSurrogate => "half a surrogate pair",
            Self::InvalidByte => "an octet that the charset does not have",
            Self::OddByte => "half a code unit",
            Self::ReversedMark => "a byte order mark of the other order",
            Self::Unterminated => "a shifted sequence without its closing `-`",
            Self::PartialUnit => "a shifted sequence that ends within a code unit",
            Self::EncodedAscii => "printable US-ASCII in a shifted sequence",
            Self::SuperfluousShift => "a shifted sequence right after another",
            Self::Unmapped => "a sequence that means no character",
            Self::MixedUtf8 => "UTF-8 in text of another charset",
            Self::UnclosedSet => "text after a line that ended in a set of two octets",
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

impl Charset {
    /// The text of `octets`, with U+FFFD for each ill-formed sequence. Never fails; linear time.
    ///
    /// ```
    /// use mailutf::charset::Charset;
    /// let decoded = Charset::UTF_8.decode(b"caf\xe9!");
    /// assert_eq!((decoded.text.as_ref(), decoded.errors), ("caf\u{fffd}!", 1));
    /// ```
    pub fn decode(self, octets: &[u8]) -> Decoded<'_> {
        if let Some(text) = self.borrow(octets) {
            return Decoded { text: Cow::Borrowed(text), errors: 0, first_error: None };
        }
        match self.0 {
            // Encoded words are short: these are common enough in them to be spared an allocation.
            Kind::Utf7 => whole(utf7::Utf7::default(), octets),
            Kind::Utf8 => whole(utf8::Utf8::default(), octets),
            Kind::Utf16 => whole(Utf16::new(None), octets),
            Kind::Utf16Be => whole(Utf16::new(Some(Order::Big)), octets),
            Kind::Utf16Le => whole(Utf16::new(Some(Order::Little)), octets),
            Kind::Iso2022(dialect) => iso2022::decode(dialect, octets),
            _ => whole(self.machine(), octets),
        }
    }

    /// The text of `octets`, or the first ill-formed sequence.
    ///
    /// # Errors
    /// The offset, in octets, and kind of the first ill-formed sequence.
    pub fn decode_strict(self, octets: &[u8]) -> Result<Cow<'_, str>, Malformed> {
        let decoded = self.decode(octets);
        decoded.first_error.map_or(Ok(decoded.text), Err)
    }

    /// A streaming decoder.
    pub fn decoder(self) -> Decoder {
        Decoder { machine: self.machine(), errors: Errors::default(), at: 0 }
    }

    fn machine(self) -> Box<dyn RawDecoder + Send + Sync> {
        match self.0 {
            Kind::Ascii => Box::new(ascii::Ascii),
            Kind::Utf8 => Box::<utf8::Utf8>::default(),
            Kind::Utf8Form(form) => Box::new(Utf8Form::new(form)),
            Kind::Utf7 => Box::<utf7::Utf7>::default(),
            Kind::ImapUtf7 => Box::<imap_utf7::ImapUtf7>::default(),
            Kind::Utf16 => Box::new(Utf16::new(None)),
            Kind::Utf16Be => Box::new(Utf16::new(Some(Order::Big))),
            Kind::Utf16Le => Box::new(Utf16::new(Some(Order::Little))),
            Kind::Utf32 => Box::new(Utf32::new(None)),
            Kind::Utf32Be => Box::new(Utf32::new(Some(Order::Big))),
            Kind::Utf32Le => Box::new(Utf32::new(Some(Order::Little))),
            Kind::Whatwg(encoding) => Box::new(legacy::Legacy::new(encoding)),
            Kind::CodePage(page) => Box::new(page.decoder()),
            Kind::Iso2022(dialect) => Box::new(iso2022::Iso2022::new(dialect)),
            Kind::Hz => Box::<hz::Hz>::default(),
            Kind::EucTw => Box::new(multibyte::Multibyte::new(euc_tw::read)),
            Kind::Johab => Box::new(multibyte::Multibyte::new(johab::read)),
        }
    }

    /// The octets as text where they are that text already.
    fn borrow(self, octets: &[u8]) -> Option<&str> {
        match self.0 {
            Kind::ImapUtf7 if octets.iter().copied().all(imap_utf7::is_direct) => utf8::valid(octets),
            Kind::Utf7 if utf7::direct(octets) == octets.len() => utf8::valid(octets),
            Kind::Utf8 => utf8::valid(octets),
            _ if self.is_ascii_superset() && octets.is_ascii() => utf8::valid(octets),
            _ => None,
        }
    }
}

/// A decoder that takes its input in pieces of any size.
///
/// ```
/// use mailutf::charset::Charset;
/// let (mut decoder, mut text) = (Charset::UTF_7.decoder(), String::new());
/// for octet in b"A+ImIDkQ." {
///     decoder.push(&[*octet], &mut text);
/// }
/// decoder.finish(&mut text);
/// assert_eq!(text, "A\u{2262}\u{391}.");
/// ```
pub struct Decoder {
    machine: Box<dyn RawDecoder + Send + Sync>,
    errors: Errors,
    at: usize,
}

impl Decoder {
    /// Decodes the next octets and appends their text to `text`.
    pub fn push(&mut self, octets: &[u8], text: &mut String) {
        self.machine.feed(octets, self.at, &mut Output { text, errors: &mut self.errors });
        self.at += octets.len();
    }

    /// The first ill-formed sequence of those met so far.
    pub fn first_error(&self) -> Option<Malformed> {
        self.errors.first
    }

    /// Ends the input and appends what was held back; the number of ill-formed sequences and the first one.
    pub fn finish(mut self, text: &mut String) -> (usize, Option<Malformed>) {
        self.machine.finish(self.at, &mut Output { text, errors: &mut self.errors });
        (self.errors.count, self.errors.first)
    }
}

impl fmt::Debug for Decoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoder").field("at", &self.at).field("errors", &self.errors).finish_non_exhaustive()
    }
}
