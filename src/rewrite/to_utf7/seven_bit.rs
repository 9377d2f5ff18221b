//! What is not text in 7-bit mail: base64 for octets that 7bit does not carry (RFC 2045 sections 2.7 and 6.8),
//! and no claim of 8bit where there is none.

use crate::edit::{Edit, Reason};
use crate::finding::{Code, Detail, Finding};
use crate::policy::BodyForm;
use crate::rewrite::body::dependent_fields;
use crate::rewrite::body::written_body::{BodyPlace, line_end};
use crate::span::Span;
use crate::structure::{Part, PartKind};
use crate::text::MessageTexts;
use crate::transfer::Repair;
use crate::transfer::TransferEncoding::{self, Binary, EightBit};
use crate::transfer::choose;
use std::collections::HashSet;

/// The edits that let 7-bit mail carry the body of part `part`, octet for octet.
pub(super) fn plan(message: &MessageTexts<'_>, part: usize, edits: &mut Vec<Edit>) {
    let Some(part) = message.parts().get(part) else { return };
    let leaf = matches!(part.kind, PartKind::Text | PartKind::Other) && !is_composite(part);
    // Bodies that hold bodies are not looked through: one within another, that would be once for each.
    if !leaf || part.protection.is_some() {
        return;
    }
    let Some(old) = part.transfer else { return };
    let body = part.body.slice(message.input());
    let carried = match old.is_identity() {
        true => choose::identity(body) == Some(TransferEncoding::SevenBit),
        // Octets that are no base64, and raw ones in quoted-printable or the name of a uuencoded file.
        false => body.is_ascii(),
    };
    // Where no blank line ends the header, a body that is written anew could be taken for more of it.
    let apart = part.header.terminated && dependent_fields::may_add_fields(message, part);
    if carried || !apart {
        return;
    }
    let decoded = old.decode(body);
    // Where others may read something else, nobody is to be told what it is.
    let doubtful = |(repair, _): &_| matches!(repair, Repair::Plain | Repair::Junk | Repair::Line);
    if decoded.repairs.iter().any(doubtful) || decoded.tail.is_some() {
        return;
    }
    let wanted = if part.kind == PartKind::Text { BodyForm::Auto } else { BodyForm::Base64 };
    let place = BodyPlace::new(message, part, false);
    let written = place.encoded(&decoded.octets, wanted);
    dependent_fields::set_transfer(message, part, written.transfer, place.line_end, edits);
    edits.push(Edit { span: part.body, replacement: written.octets, reason: Reason::Body });
}

/// Whether the type is one that must be under an identity encoding (RFC 2045 section 6.4), even where its parts cannot
/// be found. RFC 6532 section 3.7 and RFC 6533 section 4 allow the others for their types.
fn is_composite(part: &Part) -> bool {
    let media_type = part.media_type.as_str();
    let composite = media_type.starts_with("multipart/") || media_type.starts_with("message/");
    composite && !media_type.starts_with("message/global")
}

/// Where no octets above 127 are left, no part claims to have some.
pub(super) fn lower_claims(message: &MessageTexts<'_>, edits: &mut Vec<Edit>) {
    if left_over(message, edits).is_some() {
        return;
    }
    let line_end = line_end(message);
    let bodies = edits.iter().filter(|edit| edit.reason == Reason::Body);
    let changed: HashSet<Span> = bodies.map(|edit| edit.span).collect();
    let claims = |part: &Part| matches!(part.transfer, Some(EightBit | Binary));
    // What stands around a protected claim must not deny it (RFC 2045 section 6.4).
    let protected = message.parts().iter().any(|part| part.protection.is_some() && claims(part));
    for part in message.parts().iter().filter(|part| part.protection.is_none() && claims(part)) {
        let encloses = matches!(part.kind, PartKind::Multipart | PartKind::Message);
        if !(changed.contains(&part.body) || encloses && protected) {
            dependent_fields::set_transfer(message, part, TransferEncoding::SevenBit, line_end, edits);
        }
    }
}

/// Says where the first octets above 127 are that stay: none that an edit replaces, unless by such octets (in
/// the name of a parameter, which cannot be encoded).
pub(super) fn left_over(message: &MessageTexts<'_>, edits: &[Edit]) -> Option<Finding> {
    let mut covered: Vec<Span> =
        edits.iter().filter(|edit| edit.replacement.is_ascii()).map(|edit| edit.span).collect();
    covered.sort();
    let starts = std::iter::once(0).chain(covered.iter().map(|span| span.end));
    let ends = covered.iter().map(|span| span.start).chain(std::iter::once(message.input().len()));
    let left = starts.zip(ends).find_map(|(start, end)| {
        let octets = Span::new(start, end).slice(message.input());
        let first = octets.iter().position(|octet| !octet.is_ascii())?;
        let length = octets.iter().skip(first).take_while(|octet| !octet.is_ascii()).count();
        Some(Span::new(start + first, start + first + length))
    })?;
    let part = message.parts().iter().rposition(|part| part.span.contains(left)).unwrap_or(0);
    Some(Finding::new(Code::NotSevenBit, left, Detail::None).in_part(part))
}
