//! The pieces of a field: its encoded words, its raw octets and its parameter values. Each piece has its own label
//! and charset. The time is linear in the size of the field.

use super::header::field::FieldReading;
use super::header::parameter::ParameterText;
use super::header::parsed_field::{FieldTexts, ParsedValue};
use super::header::raw_charset::of_unknown;
use super::header::span_text::charset_of_raw;
use super::header::word_transfer::word_octets;
use crate::charset::Charset;
use crate::finding::{Cause, Code, Confidence, Detail};
use crate::span::Span;
use crate::syntax::encoded_word::EncodedWord;
use std::borrow::Cow;
use std::slice;

/// The place of a text in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum TextPlace {
    /// The body of a text part (RFC 2046 section 4.1).
    Body,
    /// An encoded word of a header field (RFC 2047).
    Word,
    /// Octets of a header field outside encoded words and parameter values: octets above 127 (in UTF-8 by RFC 6532,
    /// or in another charset against all RFCs), or escape sequences of ISO-2022.
    Raw,
    /// A parameter value (RFC 2231), or an encoded word in a parameter value.
    Parameter,
}

impl TextPlace {
    /// All places, in order.
    pub const ALL: [Self; 4] = [Self::Body, Self::Word, Self::Raw, Self::Parameter];

    /// The name of the place in output for programs. The name does not change between versions.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Word => "word",
            Self::Raw => "raw",
            Self::Parameter => "parameter",
        }
    }
}

/// One text of a field: an encoded word, all raw octets of the field, or a parameter value.
#[derive(Debug)]
pub(crate) struct Piece<'r> {
    pub(crate) place: TextPlace,
    /// The charset label, as it is written.
    pub(crate) label: Option<&'r [u8]>,
    /// The charset in which the piece is decoded, and how this charset is known.
    pub(crate) read: Result<(Charset, Confidence), Unread<'r>>,
    /// The offset of the piece in the buffer of the field.
    pub(crate) at: usize,
    /// The span of the piece, as it is written in the buffer of the field. If the piece consists of several spans,
    /// this is the first of them.
    pub(crate) written: Span,
    source: Source<'r>,
}

/// Why a text is not read.
#[derive(Debug)]
pub(crate) struct Unread<'r> {
    pub(crate) why: Cow<'r, Detail>,
    /// The charset in which the text is decoded nevertheless, although another reading is likelier. `None` if the
    /// text is not decoded.
    pub(crate) charset: Option<Charset>,
}

/// The octets of a piece.
#[derive(Debug)]
enum Source<'r> {
    Word(&'r [u8], &'r EncodedWord),
    Raw(&'r [u8], Vec<Span>),
    Value(&'r [u8]),
}

impl<'r> Piece<'r> {
    /// Returns the octets of the text, after decoding transfer encoding and percent escapes.
    pub(crate) fn octets(&self) -> Cow<'r, [u8]> {
        match &self.source {
            Source::Word(buffer, word) => {
                let charset = self.read.as_ref().ok().map(|(charset, _)| *charset);
                let octets = word_octets(buffer, slice::from_ref(*word), charset).into_iter();
                octets.flat_map(|word| word.octets).collect()
            }
            Source::Raw(buffer, spans) => {
                spans.iter().map(|span| span.slice(buffer)).collect::<Vec<_>>().join(&b' ').into()
            }
            Source::Value(octets) => Cow::Borrowed(octets),
        }
    }

    /// The encoded word and its buffer, if the piece is an encoded word.
    pub(crate) fn word(&self) -> Option<(&'r [u8], &'r EncodedWord)> {
        match &self.source {
            Source::Word(buffer, word) => Some((buffer, word)),
            _ => None,
        }
    }

    /// Whether the piece is unlabelled text whose octets are already UTF-8.
    pub(crate) fn is_plain_utf8(&self) -> bool {
        let is_utf8 = matches!(self.read, Ok((Charset::UTF_8, _)));
        is_utf8 && self.label.is_none() && std::str::from_utf8(&self.octets()).is_ok()
    }
}

impl FieldReading<'_> {
    /// Returns the texts of the field that are not US-ASCII or have a label, in this order: words, raw octets,
    /// parameter values.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = Piece<'_>> {
        let (words, values) = match &self.parsed.texts {
            FieldTexts::Spans(texts) => (&*texts.words, &[][..]),
            FieldTexts::Parameters(_, values) => (&[][..], &**values),
        };
        let spans = || self.texts.spans.iter();
        let read = spans().flat_map(|text| &text.words).map(|(_, charset)| *charset);
        let unread = spans().flat_map(|text| &text.unresolved).map(|(span, why)| (*span, why));
        let words = in_words(TextPlace::Word, self.buffer, words, read, unread);
        let texts = self.texts.parameters.iter().flat_map(|parameters| &parameters.values);
        let texts = values.iter().zip(texts).filter(|(_, text)| text.is_text(self.buffer));
        words.chain(self.raw()).chain(texts.flat_map(|(value, text)| self.value(value, text)))
    }

    /// Returns the raw octets of the field outside encoded words and parameters, as one piece. If there are raw octets
    /// in the texts of the field (unstructured text, phrases and comments), only those are returned. Otherwise the raw
    /// octets between these texts, such as in an address, are returned.
    fn raw(&self) -> Option<Piece<'_>> {
        let octets = |span: Span| span.slice(self.buffer);
        let mut raw: Vec<_> = self.texts.spans.iter().flat_map(|text| text.raw.iter().copied()).collect();
        let mut between_texts = false;
        if raw.is_empty() {
            let utf8 = |span| std::str::from_utf8(octets(span)).ok().map(|_| Charset::UTF_8);
            let between = self.parsed.between_texts().filter(|span| !octets(*span).is_ascii());
            raw = between.map(|span| (span, utf8(span))).collect();
            between_texts = true;
        }
        let (first, _) = *raw.first()?;
        let at = octets(first).iter().position(|octet| !octet.is_ascii());
        let charsets: Option<Vec<Charset>> = raw.iter().map(|(_, charset)| *charset).collect();
        let charset = charsets.and_then(|charsets| charset_of_raw(charsets.into_iter()));
        let unknown = || match raw.iter().find(|(_, charset)| charset.is_none()) {
            Some((span, _)) if !between_texts => of_unknown(octets(*span)),
            _ => Cause::RawOutsideText.into(),
        };
        let why = || Unread { why: Cow::Owned(unknown()), charset: None };
        let read = charset.map(|charset| (charset, self.confidence(charset, &[]))).ok_or_else(why);
        let is_word = |span: Span| self.parsed.is_word(span);
        let mut garbled = self.texts.spans.iter().flat_map(|text| &text.unresolved);
        let garbled = garbled.find(|(span, _)| !is_word(*span)).map(|(_, why)| why);
        Some(Piece {
            place: TextPlace::Raw,
            label: None,
            read: as_garbled(read, garbled),
            at: first.start + at.unwrap_or_default(),
            written: first,
            source: Source::Raw(self.buffer, raw.into_iter().map(|(span, _)| span).collect()),
        })
    }

    /// Returns the pieces of a parameter value.
    fn value<'r>(
        &'r self,
        value: &'r ParsedValue,
        text: &'r ParameterText,
    ) -> impl Iterator<Item = Piece<'r>> {
        let (octets, words) = (&*value.joined.octets, &*value.text.words);
        let written = text.sections.first().map_or(Span::at(0), |first| first.value);
        let whole = move |label: Option<&'r [u8]>, read| {
            let source = Source::Value(octets);
            Piece { place: TextPlace::Parameter, label, read, at: written.start, written, source }
        };
        let failed = text.value.as_ref().err().map(|why| {
            let unread = Unread { why: Cow::Borrowed(why), charset: None };
            whole(value.joined.label.as_deref(), Err(unread))
        });
        let read = text.value.as_ref().ok();
        let labelled = read.and_then(|read| read.labelled.as_ref());
        let labelled =
            labelled.map(|(label, charset)| whole(Some(label), Ok((*charset, Confidence::Declared))));
        let of_words = read.into_iter().flat_map(move |read| {
            let unread = read.unread.iter().copied().zip(read.unresolved.iter().map(|(_, why)| why));
            let charsets = read.words.iter().map(|(_, charset)| *charset);
            let pieces = in_words(TextPlace::Parameter, octets, words, charsets, unread);
            pieces.map(move |piece| Piece { at: written.start, written, ..piece })
        });
        let raw = read.and_then(|read| {
            let mut unresolved = read.unresolved.iter();
            let garbled = unresolved.find(|(label, _)| label.is_empty()).map(|(_, why)| why);
            let charset = read.raw?;
            Some(whole(None, as_garbled(Ok((charset, self.confidence(charset, &read.findings))), garbled)))
        });
        failed.into_iter().chain(labelled).chain(of_words).chain(raw)
    }

    /// Returns how the `charset` of raw octets is known. For a value in percent escapes, a finding in `findings`
    /// tells how. For other octets, the evidence for the header block tells how. If neither tells, the octets show the
    /// charset by themselves: they are valid UTF-8 or have escape sequences.
    fn confidence(&self, charset: Charset, findings: &[(Code, Detail)]) -> Confidence {
        let own = findings.iter().find_map(|(_, detail)| match detail {
            Detail::Read { charset: read, confidence, .. } if *read == charset => Some(*confidence),
            _ => None,
        });
        let of_block = || self.raw.filter(|(raw, _)| *raw == charset).map(|(_, confidence)| confidence);
        own.or_else(of_block).unwrap_or(match charset {
            Charset::UTF_8 => Confidence::Utf8Validity,
            _ => Confidence::EscapeSequence,
        })
    }
}

/// Returns the result for text that was read. If `garbled` is given, the text is garbled and counts as not read.
fn as_garbled<'r>(
    read: Result<(Charset, Confidence), Unread<'r>>,
    garbled: Option<&'r Detail>,
) -> Result<(Charset, Confidence), Unread<'r>> {
    match (read, garbled) {
        (Ok((charset, _)), Some(why)) => Err(Unread { why: Cow::Borrowed(why), charset: Some(charset) }),
        (read, _) => read,
    }
}

/// Returns the pieces of `words`. `unread` lists the words that are not read, with the reasons. `read` lists the
/// charsets of the other words. All three lists must be in order. Spans in `unread` that are not words are skipped.
fn in_words<'r>(
    place: TextPlace,
    buffer: &'r [u8],
    words: &'r [EncodedWord],
    mut read: impl Iterator<Item = Charset>,
    unread: impl Iterator<Item = (Span, &'r Detail)>,
) -> impl Iterator<Item = Piece<'r>> {
    let is_word = |span: Span| words.binary_search_by_key(&span, |word| word.span).is_ok();
    let mut unread = unread.filter(move |(span, _)| is_word(*span)).peekable();
    words.iter().filter_map(move |word| {
        let (at, read) = match unread.next_if(|(span, _)| *span == word.span) {
            Some((_, why)) => (word.span.start, Err(Unread { why: Cow::Borrowed(why), charset: None })),
            None => (word.charset.start, Ok((read.next()?, Confidence::Declared))),
        };
        let (label, source) = (Some(word.charset.slice(buffer)), Source::Word(buffer, word));
        Some(Piece { place, label, read, at, written: word.span, source })
    })
}
