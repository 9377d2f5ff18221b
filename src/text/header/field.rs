//! Decodes the texts of one header field. [`read_field`] is the only function that does this. The normalizer, the
//! census, the program and the methods for clients all use it, so that they cannot disagree.

use super::parameter::{self, ParameterText};
use super::parsed_field::{FieldTexts, ParsedField, ParsedSpans, between};
use super::raw_charset;
use super::span_text::{SpanReader, SpanText};
use super::text_span::{TextSpan, addresses_with_texts};
use crate::span::Span;
use crate::syntax::address::Address;
use crate::syntax::field_kind::FieldKind;
use crate::text::context::{Context, RawCharset};

/// The texts of a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldText<'b> {
    /// The spans of the field that are text, sorted and disjoint. Empty for a field with parameters.
    pub spans: Vec<SpanText<'b>>,
    /// The parameters, if the field is of the kind that has parameters.
    pub parameters: Option<Parameters>,
}

/// The parameters of a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parameters {
    /// The value before the first parameter.
    pub value: Span,
    /// Whether the field has more parameters than the limit allows. The parameters above the limit are not in
    /// `values`.
    pub truncated: bool,
    /// The values, in the order of the field. A value with several sections has the place of the section that occurs
    /// first in the field. Values that are not text are included.
    pub values: Vec<ParameterText>,
}

/// Decodes the texts of the field body `body` in `buffer`. The time is linear in the size of the body.
///
/// Raw octets that are not UTF-8 are decoded in the charset that `context` names for the raw octets of the header
/// block. If `context` has no header block, the charset is determined from this field alone.
///
/// ```
/// use mailutf::internal::FieldKind;
/// use mailutf::{internal::read_field, text::Context};
/// use mailutf::{Policy, Span};
/// let body = b" =?koi8-r?Q?=E9=D7=C1=CE?= <i@example.org> (\xD0\xA4)";
/// let policy = Policy::default();
/// let field = read_field(body, Span::new(0, body.len()), FieldKind::Addresses, &Context::new(&policy));
/// let texts: Vec<_> = field.spans.iter().map(|span| span.text(body)).collect();
/// assert_eq!(texts, ["Иван", "Ф"]);
/// ```
pub fn read_field<'b>(buffer: &'b [u8], body: Span, kind: FieldKind, context: &Context<'_>) -> FieldText<'b> {
    ParsedField::new(buffer, body, kind, &context.policy.limits).read(buffer, context).texts
}

/// A field with its decoded texts.
#[derive(Debug)]
pub(crate) struct FieldReading<'b> {
    pub(in crate::text) buffer: &'b [u8],
    /// The parsed field. Its values no longer have their sections, which were moved to `texts`.
    pub(in crate::text) parsed: ParsedField,
    /// The charset of those raw octets of the field that are not UTF-8.
    pub(in crate::text) raw: RawCharset,
    pub(crate) texts: FieldText<'b>,
}

impl ParsedField {
    /// Decodes the texts as [`read_field`] does. `buffer` must be the buffer from which the field was parsed.
    pub(crate) fn read<'b>(mut self, buffer: &'b [u8], context: &Context<'_>) -> FieldReading<'b> {
        let raw = context.raw().unwrap_or_else(|| raw_charset::of_field(buffer, &self, context));
        let reader = SpanReader { input: buffer, context, raw };
        let texts = match &mut self.texts {
            FieldTexts::Spans(texts) => FieldText::of(&reader, texts),
            FieldTexts::Parameters(field, values) => {
                let values = parameter::values(&reader, values);
                let parameters = Some(Parameters { value: field.value, truncated: field.truncated, values });
                FieldText { parameters, ..FieldText::default() }
            }
        };
        FieldReading { buffer, parsed: self, raw, texts }
    }
}

/// Decodes the texts of a list of addresses, and also returns the list. The time is linear in the size of the body.
pub(crate) fn read_addresses<'b>(
    buffer: &'b [u8],
    body: Span,
    context: &Context<'_>,
) -> (Vec<Address>, FieldText<'b>) {
    let (list, spans) = addresses_with_texts(buffer, body, context.policy.limits.comments);
    let texts = FieldTexts::Spans(ParsedSpans::of(buffer, spans));
    (list, ParsedField { body, texts }.read(buffer, context).texts)
}

/// Decodes the text at `place`, which is the only text of a field body. The time is linear in the size of the text.
pub(crate) fn read_span<'b>(buffer: &'b [u8], place: TextSpan, context: &Context<'_>) -> SpanText<'b> {
    let mut texts = ParsedSpans::default();
    texts.search(buffer, place);
    let of_text = || raw_charset::of_text(buffer, place.span, &texts, context);
    let raw = context.raw().unwrap_or_else(of_text);
    SpanReader { input: buffer, context, raw }.read(place, &texts)
}

impl<'b> FieldText<'b> {
    fn of(reader: &SpanReader<'b, '_>, texts: &ParsedSpans) -> Self {
        Self { spans: texts.spans.iter().map(|place| reader.read(*place, texts)).collect(), parameters: None }
    }
}

impl FieldText<'_> {
    /// Whether all raw octets in the spans are in a known charset.
    pub fn is_readable(&self) -> bool {
        self.spans.iter().all(SpanText::is_readable)
    }

    /// Returns the spans of the field body `body` outside its texts and parameter values, in order: before the first of
    /// them, between them, and after the last.
    pub fn between_texts(&self, body: Span) -> impl Iterator<Item = Span> {
        let values = self.parameters.iter().flat_map(|parameters| &parameters.values);
        let sections = values.flat_map(|value| &value.sections);
        let mut values: Vec<Span> = sections.map(|section| section.value).collect();
        // The sections of a value are sorted by their numbers. Here they must be in the order of their places.
        values.sort_unstable();
        between(body, self.spans.iter().map(|span| span.place.span).chain(values))
    }

    /// Returns the texts within `span`, in order.
    pub fn within(&self, span: Span) -> impl Iterator<Item = &SpanText<'_>> {
        let from = self.spans.partition_point(|text| text.place.span.start < span.start);
        self.spans.iter().skip(from).take_while(move |text| text.place.span.end <= span.end)
    }
}
