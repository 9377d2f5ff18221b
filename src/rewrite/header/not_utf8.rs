//! Finds octets in a header that are not UTF-8 and stay so: in fields that are never rewritten
//! ([`FieldKind::Opaque`]), and in lines that are not fields. A program that reads the output as UTF-8 must know of
//! them. Linear time.
//!
//! The preamble and the epilogue of a multipart are neither shown nor part of a header; they are not reported.

use crate::finding::{Cause, Code, Detail, Finding};
use crate::span::Span;
use crate::structure::Part;
use crate::syntax::field_kind::{FieldKind, field_kind};
use crate::syntax::header_block::{Field, HeaderBlock};

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
