//! Finds octets in a header that are not UTF-8. Some of them are raw octets in a field, and no label names their
//! charset. Others stay in the output, because they are in fields that are never rewritten ([`FieldKind::Opaque`]), or
//! in lines that are not fields. Findings report the octets that stay, because programs that read the output as UTF-8
//! cannot read them. If the header is to be US-ASCII, findings also report the octets in UTF-8 that stay. Linear time.
//!
//! Octets within a readable encoded word are in the charset of the encoded word. Octets of a boundary must equal
//! the octets of its delimiter lines, so they are never decoded as text. The preamble and the epilogue of a multipart
//! are not reported, because they are neither shown nor part of a header; [`Code::TextOutsideParts`] names their text.

use crate::edit::{self, Edit, Segment};
use crate::finding::{Cause, Code, Detail, Finding};
use crate::policy::HeaderForm;
use crate::span::Span;
use crate::structure::Part;
use crate::syntax::field_kind::{FieldKind, field_kind};
use crate::syntax::header_block::{Field, HeaderBlock};
use crate::text::header::parsed_field::ParsedField;
use crate::text::text_span::is_text_parameter;

/// The raw octets of a field.
#[derive(Debug, Default)]
pub(super) struct Raw {
    /// Whether the text of the field has raw octets.
    pub(super) text: bool,
    /// The first value that is not UTF-8, among parameters whose value is no text for people to read, such as
    /// `boundary`. Such a value never changes.
    pub(super) value: Option<Span>,
    /// The offset of the first raw octet outside texts and parameter values.
    pub(super) elsewhere: Option<usize>,
}

impl Raw {
    /// The raw octets of `field`. `text` tells whether the texts of the field have raw octets.
    pub(super) fn of(input: &[u8], field: &ParsedField, text: bool) -> Self {
        let raw = |span: Span| {
            let error = std::str::from_utf8(span.slice(input)).err()?;
            Some(span.start + error.valid_up_to())
        };
        let parameters = field.parameters().into_iter().flat_map(|field| &field.parameters);
        let mut fixed = parameters.filter(|parameter| !is_text_parameter(parameter.name.slice(input)));
        let value = fixed.find(|parameter| raw(parameter.value).is_some()).map(|parameter| parameter.value);
        Self { text, value, elsewhere: field.between_texts().find_map(raw) }
    }
}

/// The findings about fields of `block` that are never rewritten, and about lines that are not fields. Such fields
/// and lines are reported if they have octets that are not UTF-8, or not in the wanted `form`. Fields for which
/// `may_change` is false are left out, because they are reported as protected.
pub(super) fn in_block(
    input: &[u8],
    block: &HeaderBlock,
    form: HeaderForm,
    may_change: impl Fn(&Field) -> bool,
) -> Vec<Finding> {
    let octets = block.span.slice(input);
    let encoded = form == HeaderForm::Encoded;
    if octets.is_ascii() || !encoded && std::str::from_utf8(octets).is_ok() {
        return Vec::new();
    }
    let fields = block
        .fields
        .iter()
        .filter(|field| field_kind(field.name.slice(input)) == FieldKind::Opaque && may_change(field));
    let name = |field: &Field| Detail::Name(String::from_utf8_lossy(field.name.slice(input)).into_owned());
    let found = |span: Span, what: Detail| {
        let not_ascii = || left(input, span, &[], what.clone()).filter(|_| encoded);
        finding(input, span, what.clone()).or_else(not_ascii)
    };
    let fields = fields.filter_map(|field| found(field.body, name(field)));
    let lines = block.malformed.iter().filter_map(|line| found(*line, Cause::NotAField.into()));
    fields.chain(lines).collect()
}

/// The findings about text before, between and after the header `blocks` in the body of `part`.
pub(super) fn beside(input: &[u8], part: &Part, blocks: &[HeaderBlock]) -> Vec<Finding> {
    let starts = std::iter::once(part.body.start).chain(blocks.iter().map(|block| block.span.end));
    let ends = blocks.iter().map(|block| block.span.start).chain(std::iter::once(part.body.end));
    let gaps = starts.zip(ends).map(|(start, end)| Span::new(start, end.max(start)));
    gaps.filter_map(|gap| finding(input, gap, Cause::NotAField)).collect()
}

/// The finding about octets above 127 that are still in the field body `body` after the `edits` are applied. The
/// callers use this finding only if header text is to be US-ASCII.
pub(super) fn left(input: &[u8], body: Span, edits: &[Edit], what: impl Into<Detail>) -> Option<Finding> {
    let first = |span: Span| {
        let octets = span.slice(input);
        octets.iter().position(|octet| !octet.is_ascii()).map(|at| span.start + at)
    };
    let at = edit::segments(body, edits).find_map(|segment| match segment {
        Segment::Kept(span) => first(span),
        Segment::New(octets) => (!octets.is_ascii()).then_some(body.start),
    });
    Some(Finding::new(Code::FieldNotAscii, Span::at(at?), what))
}

fn finding(input: &[u8], span: Span, what: impl Into<Detail>) -> Option<Finding> {
    let error = std::str::from_utf8(span.slice(input)).err()?;
    Some(Finding::new(Code::FieldNotUtf8, Span::at(span.start + error.valid_up_to()), what))
}
