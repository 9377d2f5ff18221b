//! Octets in a header that are not UTF-8: the raw octets of fields, which have no label, and octets that stay, in fields
//! that are never rewritten ([`FieldKind::Opaque`]) and in lines that are not fields. A program that reads the output as
//! UTF-8 must know of the latter. Linear time.
//!
//! Octets within a readable encoded word are in the charset of the word. Octets of a boundary must equal those of its
//! delimiter lines, so they are in no charset. The preamble and the epilogue of a multipart are neither shown nor part of
//! a header; they are not reported.

use crate::finding::{Cause, Code, Detail, Finding};
use crate::span::Span;
use crate::structure::Part;
use crate::syntax::field_kind::{FieldKind, field_kind};
use crate::syntax::header_block::{Field, HeaderBlock};
use crate::text::header::raw_charset;
use crate::text::text_span::is_text_parameter;
use crate::text::{Context, FieldText};

/// The raw octets of a field.
#[derive(Debug, Default)]
pub(super) struct Raw {
    /// Whether its text has raw octets.
    pub(super) text: bool,
    /// The first parameter value that is neither text nor UTF-8. It never changes.
    pub(super) value: Option<Span>,
    /// Whether there are raw octets outside texts and parameter values.
    pub(super) elsewhere: bool,
}

impl Raw {
    /// The raw octets of a field body with these texts.
    pub(super) fn of(
        input: &[u8],
        body: Span,
        kind: FieldKind,
        texts: &FieldText<'_>,
        context: &Context<'_>,
    ) -> Self {
        let is_raw = |span: &Span| std::str::from_utf8(span.slice(input)).is_err();
        let parameters = texts.parameters.iter().flat_map(|parameters| &parameters.field.parameters);
        let fixed = parameters.filter(|parameter| !is_text_parameter(parameter.name.slice(input)));
        Self {
            text: raw_charset::has_raw_octets(input, body, kind, context),
            value: fixed.map(|parameter| parameter.value).find(is_raw),
            elsewhere: texts.between_texts(body).any(|span| is_raw(&span)),
        }
    }
}

/// The findings about fields of `block` that are never rewritten, and about lines that are not fields, if they have
/// octets that are not UTF-8. Fields for which `may_change` is false are left out: they are reported as protected.
pub(super) fn in_block(
    input: &[u8],
    block: &HeaderBlock,
    may_change: impl Fn(&Field) -> bool,
) -> Vec<Finding> {
    if std::str::from_utf8(block.span.slice(input)).is_ok() {
        return Vec::new();
    }
    let fields = block
        .fields
        .iter()
        .filter(|field| field_kind(field.name.slice(input)) == FieldKind::Opaque && may_change(field));
    let name = |field: &Field| Detail::Name(String::from_utf8_lossy(field.name.slice(input)).into_owned());
    let fields = fields.filter_map(|field| finding(input, field.body, name(field)));
    let lines = block.malformed.iter().filter_map(|line| finding(input, *line, Cause::NotAField));
    fields.chain(lines).collect()
}

/// The findings about text in the body of `part` between its header `blocks`.
pub(super) fn beside(input: &[u8], part: &Part, blocks: &[HeaderBlock]) -> Vec<Finding> {
    let starts = std::iter::once(part.body.start).chain(blocks.iter().map(|block| block.span.end));
    let ends = blocks.iter().map(|block| block.span.start).chain(std::iter::once(part.body.end));
    let gaps = starts.zip(ends).map(|(start, end)| Span::new(start, end.max(start)));
    gaps.filter_map(|gap| finding(input, gap, Cause::NotAField)).collect()
}

fn finding(input: &[u8], span: Span, what: impl Into<Detail>) -> Option<Finding> {
    let error = std::str::from_utf8(span.slice(input)).err()?;
    Some(Finding::new(Code::FieldNotUtf8, Span::at(span.start + error.valid_up_to()), what))
}
