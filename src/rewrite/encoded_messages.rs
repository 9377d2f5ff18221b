//! Enclosed messages and reports that have a transfer encoding. RFC 2046 section 5.2.1 and RFC 3464 section 2.1
//! forbid the transfer encoding, but some programs write it; RFC 6532 section 3.7 allows it for message/global.
//!
//! Such messages and reports are left unchanged. If they were decoded, their parts would become parts of the outer
//! message, which must keep its number of parts (guarantee G4 in docs/guarantees.md). Each such message or report
//! gets a finding. The finding is only a note if the message or report has no text to convert. Linear time.

use crate::finding::{Code, Detail, Finding};
use crate::structure::Protection;
use crate::text::MessageTexts;

/// The finding about part `part`, if the part has a transfer encoding and is an enclosed message or a report.
/// `would_change` tells whether a given message has text to convert. This function calls `would_change` with a
/// message that encloses the decoded part.
pub(super) fn finding(
    message: &MessageTexts<'_>,
    part: usize,
    would_change: impl FnOnce(&[u8]) -> bool,
) -> Option<Finding> {
    let index = part;
    let part = message.parts().get(part)?;
    let is_inside = message.structure().parent(part).is_some_and(|parent| parent.protection.is_some());
    let is_multipart = part.media_type.starts_with("multipart/");
    let is_encoded = part.protection == Some(Protection::UnknownParts) && !is_multipart && !is_inside;
    let transfer = part.transfer.filter(|_| is_encoded)?;
    let decoded = transfer.decode(part.body.slice(message.input())).octets;
    let enclosing = [b"Content-Type: ", part.media_type.as_bytes(), b"\n\n", &*decoded].concat();
    let code = if would_change(&enclosing) { Code::MessageEncoded } else { Code::MessageDecoded };
    Some(Finding::new(code, part.body, Detail::EncodedMessage(transfer)).in_part(index))
}
