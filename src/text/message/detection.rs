//! Lists the texts of a message, the charset in which each is decoded, and the charsets that its letters show.
//!
//! For users who want to know the charsets of texts. The texts are decoded as everywhere else; the letters of a
//! labelled text do not change its charset. Linear time.

use super::message_texts::MessageTexts;
use crate::charset::Charset;
use crate::charset::detect::{Candidate, candidates};
use crate::finding::{Cause, Confidence, Detail};
use crate::policy::Policy;
use crate::span::Span;
use crate::structure::PartKind;
use crate::syntax::encoded_word::encoded_words;
use crate::syntax::field_kind::field_kind;
use crate::syntax::header_block::HeaderBlock;
use crate::syntax::parameter::Parameter;
use crate::syntax::rfc2231::Joined;
use crate::text::body::Body;
use crate::text::charset_choice::resolve;
use crate::text::context::Context;
use crate::text::decoded_text::DecodedText;
use crate::text::header::raw_charset::{RawOctets, of_sample};
use crate::text::header::text_span::{FieldTexts, text_values};
use crate::text::header::word::{Runs, runs};
use crate::text::header::word_transfer::word_octets;
use std::collections::HashMap;
use std::slice;

/// The place of a text in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum TextPlace {
    /// The body of a text part (RFC 2046 section 4.1).
    Body,
    /// An encoded word of a header field (RFC 2047).
    Word,
    /// Raw octets above 127 (RFC 6532, or against all RFCs) or escape sequences of ISO-2022 in a header field.
    Raw,
    /// A parameter value (RFC 2231), or an encoded word in one.
    Parameter,
}

impl TextPlace {
    /// All places, in order.
    pub const ALL: [Self; 4] = [Self::Body, Self::Word, Self::Raw, Self::Parameter];

    /// The word for the place in output for programs. It does not change between versions.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Word => "word",
            Self::Raw => "raw",
            Self::Parameter => "parameter",
        }
    }
}

/// A text and its charset.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Detection {
    /// The index of the part.
    pub part: usize,
    /// The place of the text: of the encoded words of a header, all with the same label are one text; of raw octets, all
    /// in one header. Text that is not in a message counts as a body.
    pub place: TextPlace,
    /// The charset label, as it is written.
    pub label: Option<Vec<u8>>,
    /// The charset in which the text is decoded, and how it is known; or why the text cannot be decoded, or is likely
    /// something else.
    pub read: Result<(Charset, Confidence), Detail>,
    /// The charsets that its letters show, the likeliest first ([`candidates`]). Empty for US-ASCII, UTF-8, and
    /// charsets that are not supersets of US-ASCII.
    pub likely: Vec<Candidate>,
}

impl Detection {
    fn new(place: TextPlace, label: Option<&[u8]>, octets: &[u8], read: Read) -> Self {
        let is_wide = read.as_ref().is_ok_and(|(charset, _)| !charset.is_ascii_superset());
        let has_no_letters =
            is_wide || memchr::memchr(0, octets).is_some() || std::str::from_utf8(octets).is_ok();
        let likely = if has_no_letters { Vec::new() } else { candidates(octets) };
        Self { part: 0, place, label: label.map(<[u8]>::to_vec), read, likely }
    }
}

type Read = Result<(Charset, Confidence), Detail>;

/// How a text is read. A text whose finding says that it is likely something else counts as not read.
fn how_read<E: Into<Detail>>(text: Result<DecodedText<'_>, E>) -> Read {
    let text = text.map_err(Into::into)?;
    text.doubt().map_or(Ok((text.charset, text.confidence)), |why| Err(why.clone()))
}

/// The charset of `octets`, a text without a label that is not in a message.
///
/// ```
/// use mailutf::{Policy, text::detection::of_text};
/// let found = of_text(b"\xD0\xD2\xC9\xD7\xC5\xD4, \xCD\xC9\xD2", &Policy::default());
/// assert_eq!(found.read.unwrap().0.name(), "KOI8-R");
/// assert!(found.likely[0].probability > 0.99);
/// ```
pub fn of_text(octets: &[u8], policy: &Policy) -> Detection {
    let read = how_read(resolve(octets, None, &Context::new(policy)));
    Detection::new(TextPlace::Body, None, octets, read)
}

/// The charset of each text of `message`. For each part, the raw octets, encoded words and parameter values of its
/// headers come first, then its body. US-ASCII text in headers is left out.
///
/// ```
/// use mailutf::Policy;
/// use mailutf::text::{Confidence, MessageTexts, TextPlace, detection::of_message};
/// let octets = b"Subject: \xF2\xE5\xEC\xE0\nContent-Type: text/plain; charset=windows-1251\n\n\xEC\xE8\xF0\n";
/// let policy = Policy::default();
/// let found = of_message(&MessageTexts::parse(octets, &policy));
/// let places = found.iter().map(|text| text.place).collect::<Vec<_>>();
/// assert_eq!(places, [TextPlace::Raw, TextPlace::Body]);
/// assert_eq!(found[0].read.as_ref().unwrap().1, Confidence::Neighbour);
/// ```
pub fn of_message(message: &MessageTexts<'_>) -> Vec<Detection> {
    let context = message.context();
    let mut found = Vec::new();
    for (index, part) in message.parts().iter().enumerate() {
        let start = found.len();
        let header = Header { input: message.input(), context: &context };
        header.block(&part.header, &mut found);
        message.field_blocks(index).iter().for_each(|block| header.block(block, &mut found));
        if part.kind == PartKind::Text {
            found.push(body(&Body::of(message.input(), part), &context));
        }
        found.iter_mut().skip(start).for_each(|text| text.part = index);
    }
    found
}

fn body(body: &Body<'_, '_>, context: &Context<'_>) -> Detection {
    let label = body.label();
    match body.decode(context.policy) {
        Ok(decoded) => {
            let read = how_read(body.read(&decoded, context).map(|(text, _)| text));
            Detection::new(TextPlace::Body, label.as_deref(), &decoded.octets, read)
        }
        Err(why) => Detection::new(TextPlace::Body, label.as_deref(), b"", Err(why.into())),
    }
}

/// Reads the headers of a message.
struct Header<'m> {
    input: &'m [u8],
    context: &'m Context<'m>,
}

impl Header<'_> {
    fn block(&self, block: &HeaderBlock, found: &mut Vec<Detection>) {
        let raw = RawOctets::of(self.input, block, self.context);
        found.extend(raw.map(|raw| {
            let read = raw.charset.ok_or_else(|| Cause::UnknownCharset.into());
            Detection::new(TextPlace::Raw, None, &raw.octets, read)
        }));
        let mut words = Words::default();
        let mut parameters = Vec::new();
        for field in &block.fields {
            let kind = field_kind(field.name.slice(self.input));
            match FieldTexts::of(self.input, field.body, kind, &self.context.policy.limits) {
                FieldTexts::Spans(places) => {
                    places.into_iter().for_each(|place| self.words(place.span, &mut words));
                }
                FieldTexts::Parameters(field) => {
                    let values = text_values(self.input, &field.parameters);
                    parameters.extend(values.filter_map(|sections| self.value(&sections, &mut words)));
                }
            }
        }
        found.extend(words.detections(self.context));
        found.append(&mut parameters);
    }

    /// The text of a parameter value with percent escapes; `None` for a plain value, whose encoded words are added to
    /// `words`.
    fn value(&self, sections: &[&Parameter], words: &mut Words) -> Option<Detection> {
        let Joined { octets, label, escaped, .. } = Joined::of(self.input, sections);
        if label.is_none() && (!escaped || octets.is_ascii()) {
            sections.iter().for_each(|section| self.words(section.content, words));
            return None;
        }
        let read = match (&label, std::str::from_utf8(&octets)) {
            (None, Ok(_)) => Ok((Charset::UTF_8, Confidence::Utf8Validity)),
            (None, Err(_)) => of_sample(&octets, self.context).ok_or_else(|| Cause::UnknownCharset.into()),
            (Some(label), _) => how_read(resolve(&octets, Some(label), self.context)),
        };
        Some(Detection::new(TextPlace::Parameter, label.as_deref(), &octets, read))
    }

    /// Adds the words in `span` to those with the same label that are decoded in the same charset.
    fn words(&self, span: Span, all: &mut Words) {
        if memchr::memmem::find(span.slice(self.input), b"=?").is_none() {
            return;
        }
        let Runs { read, unresolved, .. } = runs(self.input, span, self.context);
        let (mut read, mut unresolved) = (read.into_iter().peekable(), unresolved.into_iter().peekable());
        let mut before: Option<(usize, usize)> = None;
        for word in encoded_words(self.input, span) {
            let charset = read.next_if(|(label, _)| *label == word.charset).map(|(_, charset)| Ok(charset));
            let why = || unresolved.next_if(|(at, _)| *at == word.span).map(|(_, why)| Err(why));
            let Some(read) = charset.or_else(why) else { continue };
            let charset = read.as_ref().ok().copied();
            let at = all.under(word.charset.slice(self.input), read);
            let Some(WordsText { octets: text, .. }) = all.texts.get_mut(at) else { continue };
            let between = |end| Span::new(end, word.span.start).slice(self.input).trim_ascii();
            if !before.is_some_and(|(before, end)| before == at && between(end).is_empty()) {
                text.push(b' ');
            }
            let octets = word_octets(self.input, slice::from_ref(&word), charset).into_iter();
            text.extend(octets.flat_map(|word| word.octets));
            before = Some((at, word.span.end));
        }
    }
}

/// Encoded words with one label that are decoded in one charset.
struct WordsText {
    label: Vec<u8>,
    read: Result<Charset, Detail>,
    octets: Vec<u8>,
}

/// The encoded words of a header.
#[derive(Default)]
struct Words {
    texts: Vec<WordsText>,
    /// The index of the text, by label in lower case and charset.
    known: HashMap<(Vec<u8>, Option<Charset>), usize>,
}

impl Words {
    /// The index of the text of words with this label and result.
    fn under(&mut self, label: &[u8], read: Result<Charset, Detail>) -> usize {
        let key = (label.to_ascii_lowercase(), read.as_ref().ok().copied());
        let at = *self.known.entry(key).or_insert(self.texts.len());
        if at == self.texts.len() {
            self.texts.push(WordsText { label: label.to_vec(), read, octets: Vec::new() });
        }
        at
    }

    fn detections(self, context: &Context<'_>) -> impl Iterator<Item = Detection> {
        self.texts.into_iter().map(|WordsText { label, read, octets }| {
            let confidence = |charset| {
                let together = resolve(&octets, Some(&label), context);
                let alike = together.ok().filter(|text| text.charset == charset);
                (charset, alike.map_or(Confidence::Declared, |text| text.confidence))
            };
            let read = read.map(confidence);
            Detection::new(TextPlace::Word, Some(&label), &octets, read)
        })
    }
}
