//! Each text of a message, how it is labelled, and the charset it is read in.

use super::row::Where;
use crate::charset::Charset;
use crate::charset::detect::{Evidence, detect};
use crate::span::Span;
use crate::structure::{Part, PartKind};
use crate::syntax::content_type::parameterized;
use crate::syntax::encoded_word::encoded_words;
use crate::syntax::field_kind::{FieldKind, field_kind};
use crate::syntax::header_block::{Field, HeaderBlock};
use crate::syntax::parameter::Parameter;
use crate::syntax::rfc2231::{Joined, values};
use crate::text::body::Body;
use crate::text::field::is_utf8;
use crate::text::text_span::{is_text_parameter, places};
use crate::text::word::runs;
use crate::text::{Context, FieldReader, MessageTexts, Unreadable, Unresolved, raw_charset};

/// A text.
pub(super) struct Occurrence<'s> {
    pub(super) place: Where,
    pub(super) label: Option<&'s [u8]>,
    /// The charset, or why it cannot be read.
    pub(super) read: Result<Charset, String>,
    pub(super) part: usize,
    /// Octet of the message.
    pub(super) at: usize,
}

/// Shows each text of `message` to `see`. Linear in the message.
pub(super) fn each(message: &MessageTexts<'_>, visit: &mut dyn FnMut(Occurrence<'_>)) {
    let context = message.context();
    for (index, part) in message.parts().iter().enumerate() {
        let mut header = Header { input: message.input(), context: &context, part: index, raw: None, visit };
        header.block(&part.header);
        message.field_blocks(index).iter().for_each(|block| header.block(block));
        if part.kind == PartKind::Text {
            visit_body(message, index, part, visit);
        }
    }
}

fn visit_body(message: &MessageTexts<'_>, index: usize, part: &Part, visit: &mut dyn FnMut(Occurrence<'_>)) {
    let body = Body::of(message.input(), part);
    let read = body.text(&message.context()).map(|text| text.charset);
    let offset = match &read {
        Err(Unreadable::Text(Unresolved { malformed: Some(malformed), .. })) if body.is_raw() => {
            malformed.offset
        }
        Err(Unreadable::Damaged(_, offset)) => *offset,
        _ => 0,
    };
    let (read, at) = (read.map_err(|why| why.to_string()), part.body.start + offset);
    visit(Occurrence { place: Where::Body, label: body.label().as_deref(), read, part: index, at });
}

/// The header blocks of a part.
struct Header<'m, 's> {
    input: &'m [u8],
    context: &'m Context<'m>,
    part: usize,
    /// The charset of octets in the block that are not UTF-8.
    raw: Option<Charset>,
    visit: &'s mut dyn FnMut(Occurrence<'_>),
}

impl Header<'_, '_> {
    fn block(&mut self, block: &HeaderBlock) {
        let (input, limits) = (self.input, &self.context.policy.limits);
        let fields = block.fields.iter().filter(|field| may_tell(field.body.slice(input)));
        let fields: Vec<(&Field, FieldKind)> = fields
            .map(|field| (field, field_kind(field.name.slice(input))))
            .filter(|(_, kind)| *kind != FieldKind::Opaque)
            .collect();
        self.raw = raw_charset::of_block(input, block, self.context).map(|(charset, _)| charset);
        for (field, kind) in fields {
            if kind == FieldKind::Parameters {
                let read = parameterized(input, field.body, limits.parameters);
                values(input, &read.parameters).iter().for_each(|sections| self.value(sections));
                continue;
            }
            if memchr::memmem::find(field.body.slice(input), b"=?").is_some() {
                for place in places(input, field.body, kind, limits.comments) {
                    self.words(Where::Word, place.span);
                }
            }
            self.raw(field.body, kind);
        }
    }

    /// The encoded words in `span`.
    fn words(&mut self, place: Where, span: Span) {
        let found = runs(self.input, span, self.context);
        for (label, charset) in found.read {
            self.occurs(place, Some(label), label.start, Ok(charset));
        }
        for (word, why) in found.unresolved {
            let label = encoded_words(self.input, word).first().map(|word| word.charset);
            self.occurs(place, label, word.start, Err(why.to_string()));
        }
    }

    /// Octets of a field that are no encoded words.
    fn raw(&mut self, body: Span, kind: FieldKind) {
        let octets = body.slice(self.input);
        if octets.is_ascii() {
            let shifts = kind == FieldKind::Unstructured && octets.contains(&0x1B);
            let found = if shifts { detect(octets) } else { None };
            if let Some(found) = found.filter(|found| found.evidence == Evidence::EscapeSequence) {
                self.occurs(Where::Raw, None, body.start, Ok(found.charset));
            }
            return;
        }
        self.octets(Where::Raw, body);
    }

    /// The value of a parameter.
    fn value(&mut self, sections: &[&Parameter]) {
        let Some(first) = sections.first().filter(|first| is_text_parameter(first.name.slice(self.input)))
        else {
            return;
        };
        let (input, at) = (self.input, first.value.start);
        if let Some(label) = Joined::of(input, sections).label {
            let reader = FieldReader { input, context: self.context, raw: self.raw };
            let read = reader.value(sections);
            let charset = read
                .map_err(|why| why.to_string())
                .and_then(|value| value.labelled.map(|(_, charset)| charset).ok_or_else(String::new));
            let occurrence = Occurrence {
                place: Where::Parameter,
                label: Some(&label),
                read: charset,
                part: self.part,
                at,
            };
            return (self.visit)(occurrence);
        }
        for section in sections {
            self.words(Where::Parameter, section.content);
            self.octets(Where::Parameter, section.content);
        }
    }

    /// The octets above 127 in `span` that stand outside readable encoded words.
    fn octets(&mut self, place: Where, span: Span) {
        let octets = raw_charset::without_words(self.input, span, self.context);
        if octets.is_ascii() {
            return;
        }
        let utf8 = is_utf8(&octets, self.context).then_some(Charset::UTF_8);
        let read = utf8.or(self.raw).ok_or_else(|| "raw octets in an unknown charset".to_owned());
        let first = span.slice(self.input).iter().position(|octet| !octet.is_ascii());
        self.occurs(place, None, span.start + first.unwrap_or_default(), read);
    }

    fn occurs(&mut self, place: Where, label: Option<Span>, at: usize, read: Result<Charset, String>) {
        let label = label.map(|label| label.slice(self.input));
        (self.visit)(Occurrence { place, label, read, part: self.part, at });
    }
}

/// A quick look for anything but plain ASCII.
fn may_tell(body: &[u8]) -> bool {
    memchr::memchr3(b'?', b'*', 0x1B, body).is_some() || !body.is_ascii()
}
