//! Encodes bodies that are not converted to UTF-7, so that the mail is 7-bit. Only a body with octets that 7bit
//! does not allow is encoded (RFC 2045 sections 2.7 and 6.8). Also changes the transfer encodings 8bit and binary
//! to 7bit if no octets above 127 are left.

use crate::edit::{Edit, Reason};
use crate::finding::{Code, Detail, Finding};
use crate::policy::BodyForm;
use crate::rewrite::body::dependent_fields;
use crate::rewrite::body::encoded_body::{BodyPlace, line_end};
use crate::span::Span;
use crate::structure::{Part, PartKind};
use crate::text::MessageTexts;
use crate::transfer::Repair;
use crate::transfer::TransferEncoding::{self, Binary, EightBit};
use crate::transfer::choose;
use std::collections::HashSet;

/// Adds the edits that encode the body of part `part` for 7-bit mail without a change of its content.
pub(super) fn plan(message: &MessageTexts<'_>, part: usize, edits: &mut Vec<Edit>) {
    let Some(part) = message.parts().get(part) else { return };
    let leaf = matches!(part.kind, PartKind::Text | PartKind::Other) && !is_composite(part);
    // Only parts without nested parts are encoded. Reading the bodies of nested parts once for each level would
    // take quadratic time.
    if !leaf || part.protection.is_some() {
        return;
    }
    let strict = message.policy().strict;
    let Some(old) = part.transfer.filter(|_| !(strict && part.transfer_inferred)) else { return };
    let body = part.body.slice(message.input());
    let fits = match old.is_identity() {
        true => choose::identity(body) == Some(TransferEncoding::SevenBit),
        // Encoded bodies can have raw octets too: junk in base64, or the name of a uuencoded file.
        false => body.is_ascii(),
    };
    // If there is no blank line after the header, a rewritten body could be taken for a part of the header.
    let apart = part.header.terminated && dependent_fields::may_add_fields(message, part);
    if fits || !apart {
        return;
    }
    let decoded = old.decode(body);
    // Other programs may decode a damaged body differently, so this function must not decide what the body means.
    let doubtful = |(repair, _): &(Repair, usize)| repair.is_loss() || *repair == Repair::Plain;
    if decoded.repairs.iter().any(doubtful) || !decoded.is_only_data() {
        return;
    }
    let wanted = if part.kind == PartKind::Text { BodyForm::Auto } else { BodyForm::Base64 };
    let place = BodyPlace::new(message, part, false);
    let written = place.encoded(&decoded.octets, wanted);
    dependent_fields::set_transfer(message, part, written.transfer, place.line_end, edits);
    edits.push(Edit { span: part.body, replacement: written.octets, reason: Reason::Body });
}

/// Whether the media type of `part` requires an identity encoding (RFC 2045 section 6.4), even if the parts within
/// `part` cannot be found. RFC 6532 section 3.7 and RFC 6533 section 4 allow other encodings for `message/global`
/// and related types.
fn is_composite(part: &Part) -> bool {
    let media_type = part.media_type.as_str();
    let composite = media_type.starts_with("multipart/") || media_type.starts_with("message/");
    composite && !media_type.starts_with("message/global")
}

/// If no octets above 127 are left, changes the transfer encodings 8bit and binary to 7bit.
pub(super) fn lower_claims(message: &MessageTexts<'_>, edits: &mut Vec<Edit>) {
    if left_over(message, edits).is_some() {
        return;
    }
    let line_end = line_end(message);
    let bodies = edits.iter().filter(|edit| edit.reason == Reason::Body);
    let changed: HashSet<Span> = bodies.map(|edit| edit.span).collect();
    let claims = |part: &Part| matches!(part.transfer, Some(EightBit | Binary));
    // RFC 2045 section 6.4: if a protected part is labelled 8bit, the parts that enclose it must be labelled 8bit
    // too.
    let protected = message.parts().iter().any(|part| part.protection.is_some() && claims(part));
    for part in message.parts().iter().filter(|part| part.protection.is_none() && claims(part)) {
        let encloses = matches!(part.kind, PartKind::Multipart | PartKind::Message);
        if !(changed.contains(&part.body) || encloses && protected) {
            dependent_fields::set_transfer(message, part, TransferEncoding::SevenBit, line_end, edits);
        }
    }
}

/// A finding about the first octets above 127 in the input that are left in the output. Octets are left if no edit
/// replaces them, or if their replacement has octets above 127, too. A replacement can have such octets in the name of
/// a parameter, because a name cannot be encoded.
pub(super) fn left_over(message: &MessageTexts<'_>, edits: &[Edit]) -> Option<Finding> {
    let mut covered: Vec<Span> =
        edits.iter().filter(|edit| edit.replacement.is_ascii()).map(|edit| edit.span).collect();
    covered.sort();
    let starts = std::iter::once(0).chain(covered.iter().map(|span| span.end));
    let ends = covered.iter().map(|span| span.start).chain(std::iter::once(message.input().len()));
    let left = starts.zip(ends).find_map(|(start, end)| {
        let octets = Span::new(start, end).slice(message.input());
        if octets.is_ascii() {
            return None;
        }
        let first = octets.iter().position(|octet| !octet.is_ascii())?;
        let length = octets.iter().skip(first).take_while(|octet| !octet.is_ascii()).count();
        Some(Span::new(start + first, start + first + length))
    })?;
    let part = message.parts().iter().rposition(|part| part.span.contains(left)).unwrap_or(0);
    Some(Finding::new(Code::NotSevenBit, left, Detail::None).in_part(part))
}
