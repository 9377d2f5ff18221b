//! Visits each text of a message, with its label and the charset in which it is decoded.

use crate::charset::Charset;
use crate::finding::{Cause, Detail};
use crate::span::Span;
use crate::structure::{Part, PartKind};
use crate::syntax::field_kind::{FieldKind, field_kind};
use crate::syntax::header_block::{Field, HeaderBlock};
use crate::syntax::rfc2231::Joined;
use crate::text::body::Body;
use crate::text::parameter::ParameterText;
use crate::text::span_text::{SpanText, charset_of_raw};
use crate::text::word::label_of;
use crate::text::{Context, FieldText, MessageTexts, TextPlace, Unreadable, Unresolved, read_field};

/// A text.
pub(super) struct Occurrence<'s> {
    pub(super) place: TextPlace,
    pub(super) label: Option<&'s [u8]>,
    pub(super) read: Result<Charset, Unread>,
    pub(super) part: usize,
    /// The offset in the message.
    pub(super) at: usize,
}

/// Why a text cannot be decoded, or must not be.
pub(super) struct Unread {
    pub(super) why: String,
    /// Whether the reason is that its label is doubtful.
    pub(super) is_doubtful: bool,
    /// The charset in which text that was encoded twice is decoded nevertheless.
    pub(super) charset: Option<Charset>,
    /// The octets of the text that are shown to a person.
    pub(super) octets: Vec<u8>,
}

/// The most octets of an unread text that are kept, and of those before its first octet above 127.
const SAMPLE: usize = 96;
const BEFORE: usize = 24;

/// Octets from `text`: around its first octet above 127, or else from its start.
fn sample(text: &[u8]) -> Vec<u8> {
    let start = text.iter().position(|octet| !octet.is_ascii()).unwrap_or_default().saturating_sub(BEFORE);
    text.iter().skip(start).take(SAMPLE).copied().collect()
}

impl Unread {
    fn with_octets(self, octets: Vec<u8>) -> Self {
        Self { octets, ..self }
    }
}

impl From<&Detail> for Unread {
    fn from(why: &Detail) -> Self {
        let is_doubtful = matches!(why, Detail::Doubtful { .. });
        Self { why: why.to_string(), is_doubtful, charset: None, octets: Vec::new() }
    }
}

impl From<&Unreadable> for Unread {
    fn from(why: &Unreadable) -> Self {
        let is_doubtful = matches!(why, Unreadable::Text(Unresolved { doubt: Some(_), .. }));
        Self { why: why.to_string(), is_doubtful, charset: None, octets: Vec::new() }
    }
}

/// Calls `visit` for each text of `message`. Linear in the message.
pub(super) fn each(message: &MessageTexts<'_>, visit: &mut dyn FnMut(Occurrence<'_>)) {
    for (index, part) in message.parts().iter().enumerate() {
        let mut header = Header { input: message.input(), part: index, visit };
        header.fields(&part.header, |field| message.field_context(index, field));
        for block in message.field_blocks(index) {
            let context = message.block_context(&block);
            header.fields(&block, |_| context);
        }
        if part.kind == PartKind::Text {
            visit_body(message, index, part, visit);
        }
    }
}

fn visit_body(message: &MessageTexts<'_>, index: usize, part: &Part, visit: &mut dyn FnMut(Occurrence<'_>)) {
    let body = Body::of(message.input(), part);
    let read = body.text(&message.context());
    let offset = match &read {
        Err(Unreadable::Text(Unresolved { malformed: Some(malformed), .. })) if body.is_raw() => {
            malformed.offset
        }
        Err(Unreadable::Damaged(_, offset)) => *offset,
        _ => 0,
    };
    let read = match &read {
        Ok(text) => match text.doubt() {
            Some(why) => Err(Unread { charset: Some(text.charset), ..why.into() }),
            None => Ok(text.charset),
        },
        Err(why) => Err(Unread::from(why)),
    };
    let read = read.map_err(|unread| match body.decode(message.policy()) {
        Ok(decoded) => unread.with_octets(sample(&decoded.octets)),
        Err(_) => unread.with_octets(sample(part.body.slice(message.input()))),
    });
    let at = part.body.start + offset;
    visit(Occurrence { place: TextPlace::Body, label: body.label().as_deref(), read, part: index, at });
}

/// The header blocks of a part.
struct Header<'m, 's> {
    input: &'m [u8],
    part: usize,
    visit: &'s mut dyn FnMut(Occurrence<'_>),
}

impl Header<'_, '_> {
    fn fields<'c>(&mut self, block: &HeaderBlock, context: impl Fn(&Field) -> Context<'c>) {
        let input = self.input;
        for field in block.fields.iter().filter(|field| may_be_counted(field.body.slice(input))) {
            let kind = field_kind(field.name.slice(input));
            if kind == FieldKind::Opaque {
                continue;
            }
            let texts = read_field(input, field.body, kind, &context(field));
            texts.spans.iter().for_each(|text| self.words(text));
            self.raw(&texts, field);
            for parameter in texts.parameters.iter().flat_map(|parameters| &parameters.values) {
                if parameter.is_text(input) {
                    self.parameter(parameter);
                }
            }
        }
    }

    fn words(&mut self, text: &SpanText<'_>) {
        for (label, charset) in &text.words {
            self.occurs(TextPlace::Word, Some(label.slice(self.input)), label.start, Ok(*charset));
        }
        for (word, why) in &text.unresolved {
            let label = label_of(self.input, *word);
            if label.is_empty() {
                // It is raw text, which is visited below.
                continue;
            }
            let unread = Unread::from(why).with_octets(sample(word.slice(self.input)));
            self.occurs(TextPlace::Word, Some(label), word.start, Err(unread));
        }
    }

    /// Visits the raw octets of a field outside encoded words and parameters, as one text. If some of them are in the
    /// field's texts, the others do not count.
    fn raw(&mut self, texts: &FieldText<'_>, field: &Field) {
        let in_texts = texts.spans.iter().flat_map(|text| text.raw.iter().copied());
        let between = texts.between_texts(field.body).filter_map(|span| {
            let octets = span.slice(self.input);
            let utf8 = std::str::from_utf8(octets).ok().map(|_| Charset::UTF_8);
            (!octets.is_ascii()).then_some((span, utf8))
        });
        let (raw, unread) = match in_texts.collect::<Vec<_>>() {
            raw if raw.is_empty() => (between.collect(), Cause::RawOutsideText),
            raw => (raw, Cause::UnknownCharset),
        };
        let Some((first, _)) = raw.first() else { return };
        let at = first.slice(self.input).iter().position(|octet| !octet.is_ascii());
        let charsets: Option<Vec<Charset>> = raw.iter().map(|(_, charset)| *charset).collect();
        let read = charsets.and_then(|charsets| charset_of_raw(charsets.into_iter()));
        let octets = || sample(first.slice(self.input));
        let read = read.ok_or_else(|| Unread::from(&Detail::from(unread)).with_octets(octets()));
        let garbled = texts.spans.iter().flat_map(|text| &text.unresolved);
        let garbled = garbled.filter(|(span, _)| label_of(self.input, *span).is_empty()).map(|(_, why)| why);
        let read = match (read, garbled.into_iter().next()) {
            (Ok(charset), Some(why)) => {
                Err(Unread { charset: Some(charset), ..Unread::from(why).with_octets(octets()) })
            }
            (read, _) => read,
        };
        self.occurs(TextPlace::Raw, None, first.start + at.unwrap_or_default(), read);
    }

    fn parameter(&mut self, parameter: &ParameterText) {
        let written = parameter.sections.first().map_or(Span::at(0), |first| first.value);
        let at = written.start;
        let value = match &parameter.value {
            Ok(value) => value,
            Err(why) => {
                let sections: Vec<_> = parameter.sections.iter().collect();
                let label = Joined::of(self.input, &sections).label;
                let unread = Unread::from(why).with_octets(sample(written.slice(self.input)));
                return self.occurs(TextPlace::Parameter, label.as_deref(), at, Err(unread));
            }
        };
        if let Some((label, charset)) = &value.labelled {
            self.occurs(TextPlace::Parameter, Some(label), at, Ok(*charset));
        }
        for (label, charset) in &value.words {
            self.occurs(TextPlace::Parameter, Some(label), at, Ok(*charset));
        }
        // All unread words of a value have one sample: a value may have many, and is searched once.
        let octets = if value.unresolved.is_empty() { Vec::new() } else { sample(written.slice(self.input)) };
        for (label, why) in &value.unresolved {
            let unread = Unread::from(why).with_octets(octets.clone());
            self.occurs(TextPlace::Parameter, Some(label), at, Err(unread));
        }
        if let Some(charset) = value.raw {
            self.occurs(TextPlace::Parameter, None, at, Ok(charset));
        }
    }

    fn occurs(&mut self, place: TextPlace, label: Option<&[u8]>, at: usize, read: Result<Charset, Unread>) {
        (self.visit)(Occurrence { place, label, read, part: self.part, at });
    }
}

/// Whether the field body may have more than plain US-ASCII text: a quick test.
fn may_be_counted(body: &[u8]) -> bool {
    memchr::memchr3(b'?', b'*', 0x1B, body).is_some() || !body.is_ascii()
}
