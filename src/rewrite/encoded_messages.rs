//! Enclosed messages with a transfer encoding, which RFC 2046 section 5.2.1 forbids, but some programs write.
//!
//! They are left unchanged: if they were decoded, their parts would become parts of the outer message, which must
//! keep its number of parts (guarantee G4). A finding reports them if their text would have changed. Linear time.

use crate::finding::{Code, Detail, Finding};
use crate::structure::PartKind;
use crate::text::MessageTexts;
use crate::transfer::TransferEncoding;

/// The finding about part `part`, if it is such a message and `would_change` returns true for its transfer encoding
/// and encoded body.
pub(super) fn finding(
    message: &MessageTexts<'_>,
    part: usize,
    would_change: impl FnOnce(TransferEncoding, &[u8]) -> bool,
) -> Option<Finding> {
    let index = part;
    let part = message.parts().get(part).filter(|part| part.protection.is_none())?;
    let encloses = matches!(part.media_type.as_str(), "message/rfc822" | "message/global" | "message/news");
    let transfer = part.transfer.filter(|_| encloses && part.kind == PartKind::Other)?;
    would_change(transfer, part.body.slice(message.input())).then(|| {
        Finding::new(Code::MessageEncoded, part.body, Detail::EncodedMessage(transfer)).in_part(index)
    })
}
