//! What is not text in 7-bit mail: base64 for octets that 7bit does not carry (RFC 2045 sections 2.7 and 6.8),
//! and no claim of 8bit where there is none.

use crate::finding::{Code, Finding};
use crate::message::{Message, Part, PartKind};
use crate::rewrite::plan::{Edit, Reason};
use crate::rewrite::{following, form};
use crate::span::Span;
use crate::transfer::TransferEncoding::{self, Binary, EightBit};
use crate::transfer::{base64, choose};
use std::collections::HashSet;

/// The edits that let 7-bit mail carry the body of part `part`, octet for octet.
pub(super) fn plan(message: &Message<'_>, part: usize, edits: &mut Vec<Edit>) {
    let Some(part) = message.parts.get(part) else { return };
    let leaf = matches!(part.kind, PartKind::Text | PartKind::Other);
    let raw = part.transfer.is_some_and(TransferEncoding::is_identity);
    let octets = part.body.slice(message.input);
    // Where no blank line ends the header, a body that is written anew could be taken for more of it.
    let apart = part.header.terminated && following::may_add_fields(message, part);
    let may = leaf && raw && part.protection.is_none() && apart;
    if !may || choose::identity(octets) == Some(TransferEncoding::SevenBit) {
        return;
    }
    let line_end = form::line_end(message);
    let (transfer, encoded) = match part.kind {
        PartKind::Text => choose::shorter(octets, line_end.as_bytes()),
        _ => (TransferEncoding::Base64, base64::encode_body(octets, line_end.as_bytes())),
    };
    following::set_transfer(message, part, transfer, line_end, edits);
    edits.push(Edit { span: part.body, replacement: encoded, reason: Reason::Body });
}

/// Where no octets above 127 are left, no part claims to have some.
pub(super) fn lower_claims(message: &Message<'_>, edits: &mut Vec<Edit>) {
    if left_over(message, edits).is_some() {
        return;
    }
    let line_end = form::line_end(message);
    let bodies = edits.iter().filter(|edit| edit.reason == Reason::Body);
    let changed: HashSet<Span> = bodies.map(|edit| edit.span).collect();
    let claims = |part: &Part| matches!(part.transfer, Some(EightBit | Binary));
    // What stands around a protected claim must not deny it (RFC 2045 section 6.4).
    let protected = message.parts.iter().any(|part| part.protection.is_some() && claims(part));
    for part in message.parts.iter().filter(|part| part.protection.is_none() && claims(part)) {
        let encloses = matches!(part.kind, PartKind::Multipart | PartKind::Message);
        if !(changed.contains(&part.body) || encloses && protected) {
            following::set_transfer(message, part, TransferEncoding::SevenBit, line_end, edits);
        }
    }
}

/// Says where the first octets above 127 are that stay: none that an edit replaces, unless by such octets (in
/// the name of a parameter, which cannot be encoded).
pub(super) fn left_over(message: &Message<'_>, edits: &[Edit]) -> Option<Finding> {
    let mut covered: Vec<Span> =
        edits.iter().filter(|edit| edit.replacement.is_ascii()).map(|edit| edit.span).collect();
    covered.sort();
    let starts = std::iter::once(0).chain(covered.iter().map(|span| span.end));
    let ends = covered.iter().map(|span| span.start).chain(std::iter::once(message.input.len()));
    let left = starts.zip(ends).find_map(|(start, end)| {
        let octets = Span::new(start, end).slice(message.input);
        let first = octets.iter().position(|octet| !octet.is_ascii())?;
        let length = octets.iter().skip(first).take_while(|octet| !octet.is_ascii()).count();
        Some(Span::new(start + first, start + first + length))
    })?;
    let part = message.parts.iter().rposition(|part| part.span.contains(left)).unwrap_or(0);
    Some(Finding::new(Code::NotSevenBit, left, "").in_part(part))
}
