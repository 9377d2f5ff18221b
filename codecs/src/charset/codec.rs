//! The traits that each charset implements, and the errors that decoders report. All codecs import this module, and
//! [`record`](super::record) imports all codecs.

use std::borrow::Cow;
use std::fmt;

/// Decoded text, and the number of ill-formed sequences in its input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decoded<'a> {
    /// The text, with U+FFFD for ill-formed sequences. It is borrowed if the input is already this text in UTF-8.
    pub text: Cow<'a, str>,
    /// The number of ill-formed sequences.
    pub errors: usize,
    /// The first ill-formed sequence.
    pub first_error: Option<Malformed>,
}

/// The result of decoding without errors.
impl<'a> From<Cow<'a, str>> for Decoded<'a> {
    #[inline]
    fn from(text: Cow<'a, str>) -> Self {
        Self { text, errors: 0, first_error: None }
    }
}

/// An ill-formed sequence. `Display` writes the [meaning](MalformedKind::meaning) of its kind, and its
/// offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The offset of the sequence in the input, in octets. It is the offset of the first octet of the sequence,
    /// unless the description of the [`MalformedKind`] names another octet.
    pub offset: usize,
    /// The kind of the error.
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
    /// UTF-8: a character is encoded in more octets than it needs.
    Overlong,
    /// UTF-8, UTF-32: an encoded surrogate.
    Surrogate,
    /// UTF-8, UTF-32: a value above U+10FFFF. In UTF-8, this is also the kind of an octet that cannot start a
    /// character. In CESU-8, it is the kind of a character that is encoded in four octets, as in UTF-8.
    OutOfRange,
    /// The input ends within a character. In ISO-2022 and HZ, this is also the kind if the second octet of a
    /// character is missing.
    Truncated,
    /// UTF-7: a `+` is followed by neither modified base64 nor `-`. IMAP UTF-7: an `&` is followed by neither
    /// modified base64 nor `-`.
    EmptyShift,
    /// UTF-7, IMAP UTF-7: the bits left over at the end of a shifted sequence are not zero. The offset is that of the
    /// last symbol of base64 in the sequence.
    NonZeroBits,
    /// UTF-7, UTF-16, CESU-8: an unpaired surrogate. In UTF-7, the offset is that of the first symbol of base64 that holds
    /// bits of the surrogate.
    LoneSurrogate,
    /// An octet that the charset does not have.
    InvalidOctet,
    /// UTF-16: a single octet is left over at the end.
    OddOctet,
    /// UTF-16BE, UTF-16LE: the text starts with the byte order mark of the opposite byte order (RFC 2781 sections
    /// 4.1, 4.2).
    ReversedMark,
    /// IMAP UTF-7: a shifted sequence ends without `-`. The offset is that of the octet that ends the sequence.
    Unterminated,
    /// IMAP UTF-7: a shifted sequence ends within a code unit of UTF-16, or has a superfluous symbol of base64. The
    /// offset is that of the last symbol of base64 in the sequence.
    PartialUnit,
    /// IMAP UTF-7: a printable US-ASCII character in a shifted sequence. The offset is that of the first symbol of base64
    /// that holds bits of the character.
    EncodedAscii,
    /// IMAP UTF-7: a shifted sequence follows another one directly, although one sequence could have held both.
    SuperfluousShift,
    /// A legacy charset has no character for the sequence.
    Unmapped,
    /// UTF-8 in text of another charset. No codec reports this kind. Only the crate `mailutf` reports it, in
    /// its module `text`, because that module sees the whole text.
    MixedUtf8,
    /// An escape sequence of ISO-2022 in text of another charset. No codec reports this kind. Only the crate
    /// `mailutf` reports it, in its module `text`.
    EscapeSequence,
    /// ISO-2022: text follows a line that ended in a double-octet set. It is ambiguous whether this text is in the
    /// double-octet set or in US-ASCII.
    UnclosedSet,
}

impl MalformedKind {
    /// The description of the kind in a few words, for messages.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::UnexpectedContinuation => "unexpected continuation of a character",
            Self::BadContinuation => "incomplete character",
            Self::Overlong => "overlong form",
            Self::Surrogate => "encoded surrogate",
            Self::OutOfRange => "invalid value",
            Self::Truncated => "character cut short",
            Self::EmptyShift => "shift into base64 without any base64",
            Self::NonZeroBits => "non-zero padding bits",
            Self::LoneSurrogate => "lone surrogate",
            Self::InvalidOctet => "value outside the charset",
            Self::OddOctet => "incomplete code unit",
            Self::ReversedMark => "byte order mark of the opposite octet order",
            Self::Unterminated => "shifted sequence without its closing `-`",
            Self::PartialUnit => "shifted sequence that ends within a code unit",
            Self::EncodedAscii => "printable US-ASCII in a shifted sequence",
            Self::SuperfluousShift => "shifted sequence directly after another shifted sequence",
            Self::Unmapped => "sequence outside the charset",
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

/// The ill-formed sequences that a decoder has found so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Errors {
    pub(super) count: usize,
    pub(super) first: Option<Malformed>,
}

/// The places to which a decoder appends its text and its errors.
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

/// A decoder whose input comes in pieces. The text and the errors do not depend on how the input is split.
pub(super) trait RawDecoder {
    /// Decodes the next octets, which begin at offset `at` of the stream.
    fn feed(&mut self, input: &[u8], at: usize, output: &mut Output<'_>);
    /// Ends the stream, whose length is `at` octets.
    fn finish(&mut self, at: usize, output: &mut Output<'_>);
    /// Returns a copy of the decoder in its present state. Returns `None` if the decoders of the charset keep no
    /// state from one character to the next, because then the caller can use a new decoder instead.
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
    // The input is often the content of an encoded word. In UTF-8, its text mostly has more octets than the input, but
    // fewer than 128 octets. With a capacity of 128 octets, one allocation therefore usually suffices.
    let (mut text, mut errors) = (String::with_capacity(octets.len().max(128)), Errors::default());
    let mut output = Output { text: &mut text, errors: &mut errors };
    machine.feed(octets, 0, &mut output);
    machine.finish(octets.len(), &mut output);
    Decoded { text: Cow::Owned(text), errors: errors.count, first_error: errors.first }
}

/// A character that a charset lacks, with the offset of the character in the text.
pub(super) type Unmappable = (usize, char);

/// An encoder whose text comes in pieces. The octets do not depend on how the text is split.
pub(super) trait RawEncoder {
    /// Appends the octets of `text`. The encoder can hold back some of the octets until the next call.
    ///
    /// # Errors
    /// The first character that the charset lacks. The text before this character has been encoded. The caller can
    /// go on with the text after the character.
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable>;

    /// Ends the text: appends the octets that were held back, and closes an open shifted sequence.
    fn finish(&mut self, _octets: &mut Vec<u8>) {}

    /// Returns a copy of the encoder in its present state. Returns `None` for charsets without a state, because
    /// the caller can use a new encoder instead. Also returns `None` for UTF-7 and JIS X 0213, whose encoders
    /// hold back text.
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

/// The encoder of a charset without a state. It calls a function for each character. The function appends the
/// octets of the character, or returns `false` if the charset lacks the character.
pub(super) struct Each<E: FnMut(char, &mut Vec<u8>) -> bool>(pub(super) E);

impl<E: FnMut(char, &mut Vec<u8>) -> bool> RawEncoder for Each<E> {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        octets.reserve(text.len());
        text.char_indices().find(|(_, character)| !(self.0)(*character, octets)).map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::Charset;

    /// The offset is that of the first octet of the sequence, unless the description of the kind names another one.
    #[test]
    fn each_kind_has_the_offset_that_its_description_names() {
        use MalformedKind::*;
        let rows: [(&str, &[u8], MalformedKind, usize); 26] = [
            ("utf-8", b"a\x80", UnexpectedContinuation, 1),
            ("utf-8", b"a\xC3(", BadContinuation, 1),
            ("utf-8", b"a\xC0\xAF", Overlong, 1),
            ("utf-8", b"a\xED\xA0\x80", Surrogate, 1),
            ("utf-32be", b"\0\0\0a\0\0\xD8\0", Surrogate, 4),
            ("utf-8", b"a\xF8", OutOfRange, 1),
            ("utf-8", b"a\xF4\x90\x80\x80", OutOfRange, 1),
            ("utf-8", b"a\xC3", Truncated, 1),
            ("iso-2022-jp", b"a\x1B$B$\x1B(B", Truncated, 4),
            ("utf-7", b"a+!", EmptyShift, 1),
            ("imap-utf-7", b"a&!", EmptyShift, 1),
            ("utf-7", b"a+AOl-", NonZeroBits, 4),
            ("imap-utf-7", b"a&AOl-", NonZeroBits, 4),
            ("utf-16be", b"\0a\xD8\0\0b", LoneSurrogate, 2),
            ("utf-7", b"a\xE9", InvalidOctet, 1),
            ("us-ascii", b"a\xE9", InvalidOctet, 1),
            ("utf-16be", b"\0a\0", OddOctet, 2),
            ("utf-16le", b"\xFE\xFFa\0", ReversedMark, 0),
            ("imap-utf-7", b"a&AOk", Unterminated, 5),
            ("imap-utf-7", b"a&AOk!", Unterminated, 5),
            ("imap-utf-7", b"Bad&AP-x", PartialUnit, 5),
            ("imap-utf-7", b"a&AOkA-", PartialUnit, 5),
            ("imap-utf-7", b"a&AGE-", EncodedAscii, 2),
            ("imap-utf-7", b"&AOk-&AOk-", SuperfluousShift, 5),
            ("shift_jis", b"a\x81\xAD", Unmapped, 1),
            ("iso-2022-jp", b"a\x1B$B$3\nbc", UnclosedSet, 7),
        ];
        let found = |label: &str, octets: &[u8]| {
            let charset = match label {
                "imap-utf-7" => Charset::IMAP_UTF_7,
                _ => Charset::for_label(label.as_bytes()).unwrap(),
            };
            charset.decode_strict(octets).map(drop)
        };
        let wrong: Vec<_> = rows
            .into_iter()
            .map(|(label, octets, kind, offset)| (label, found(label, octets), Malformed { offset, kind }))
            .filter(|(_, found, expected)| *found != Err(*expected))
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
