//! Decodes the texts of one header field. [`read_field`] is the only function that does so: the normalizer, the
//! census, the program and the methods for clients all use it, so that they cannot disagree.

use super::parameter::{self, ParameterText};
use super::raw_charset;
use super::span_text::{SpanReader, SpanText};
use super::text_span::{FieldTexts, TextSpan, places_of_addresses};
use crate::span::Span;
use crate::syntax::address::Address;
use crate::syntax::content_type::Parameterized;
use crate::syntax::field_kind::FieldKind;
use crate::text::context::Context;

/// The texts of a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldText<'b> {
    /// The spans that are text, sorted and disjoint. Empty for a field with parameters.
    pub spans: Vec<SpanText<'b>>,
    /// The parameters, for a field of this kind.
    pub parameters: Option<Parameters>,
}

/// The parameters of a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parameters {
    /// The parsed field.
    pub field: Parameterized,
    /// The values, in the order of their first sections, including those that are not text.
    pub values: Vec<ParameterText>,
}

/// Decodes the texts of the field body `body` in `buffer`. Linear in the body.
///
/// Raw octets that are not UTF-8 are decoded in the charset that `context` has for the header block. If it has no
/// block, the field is decoded as one without its header.
///
/// ```
/// use mailutf::syntax::field_kind::FieldKind;
/// use mailutf::text::{Context, read_field};
/// use mailutf::{Policy, Span};
/// let body = b" =?koi8-r?Q?=E9=D7=C1=CE?= <i@example.org> (\xD0\xA4)";
/// let policy = Policy::default();
/// let field = read_field(body, Span::new(0, body.len()), FieldKind::Addresses, &Context::new(&policy));
/// let texts: Vec<_> = field.spans.iter().map(|span| span.text(body)).collect();
/// assert_eq!(texts, ["Иван", "Ф"]);
/// ```
pub fn read_field<'b>(buffer: &'b [u8], body: Span, kind: FieldKind, context: &Context<'_>) -> FieldText<'b> {
    let reader = reader(buffer, body, kind, context);
    match FieldTexts::of(buffer, body, kind, &context.policy.limits) {
        FieldTexts::Spans(places) => FieldText::of(&reader, places),
        FieldTexts::Parameters(field) => {
            let values = parameter::values(&reader, &field.parameters);
            FieldText { parameters: Some(Parameters { field, values }), ..FieldText::default() }
        }
    }
}

/// Decodes the texts of a list of addresses, and returns the list, too. Linear in the body.
pub(crate) fn read_addresses<'b>(
    buffer: &'b [u8],
    body: Span,
    context: &Context<'_>,
) -> (Vec<Address>, FieldText<'b>) {
    let (list, places) = places_of_addresses(buffer, body, context.policy.limits.comments);
    (list, FieldText::of(&reader(buffer, body, FieldKind::Addresses, context), places))
}

/// Decodes the only text of a field body of this `kind`. Linear in the text.
pub(crate) fn read_span<'b>(
    buffer: &'b [u8],
    place: TextSpan,
    kind: FieldKind,
    context: &Context<'_>,
) -> SpanText<'b> {
    reader(buffer, place.span, kind, context).read(place)
}

fn reader<'b, 'c>(
    buffer: &'b [u8],
    body: Span,
    kind: FieldKind,
    context: &'c Context<'c>,
) -> SpanReader<'b, 'c> {
    let raw = context.raw().unwrap_or_else(|| raw_charset::of_field(buffer, body, kind, context));
    SpanReader { input: buffer, context, raw }
}

impl<'b> FieldText<'b> {
    fn of(reader: &SpanReader<'b, '_>, places: Vec<TextSpan>) -> Self {
        Self { spans: places.into_iter().map(|place| reader.read(place)).collect(), parameters: None }
    }
}

impl FieldText<'_> {
    /// Whether all raw octets in the spans are in a known charset.
    pub fn is_readable(&self) -> bool {
        self.spans.iter().all(SpanText::is_readable)
    }

    /// The spans of the field body `body` between its texts and parameter values, in order.
    pub fn between_texts(&self, body: Span) -> impl Iterator<Item = Span> {
        let parameters = self.parameters.iter().flat_map(|parameters| &parameters.field.parameters);
        let texts = self.spans.iter().map(|span| span.place.span);
        let mut at = body.start;
        let ends = texts.chain(parameters.map(|parameter| parameter.value)).chain([Span::at(body.end)]);
        ends.map(move |next| Span::new(std::mem::replace(&mut at, next.end), next.start))
    }

    /// The texts within `span`, in order.
    pub fn within(&self, span: Span) -> impl Iterator<Item = &SpanText<'_>> {
        let from = self.spans.partition_point(|text| text.place.span.start < span.start);
        self.spans.iter().skip(from).take_while(move |text| text.place.span.end <= span.end)
    }
}
