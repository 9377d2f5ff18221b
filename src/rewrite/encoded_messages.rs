//! Messages under a transfer encoding, which RFC 2046 section 5.2.1 forbids and some programs write all the same.
//!
//! They are left unchanged: decoded, they would have parts of their own, so that the outer message would have other parts
//! than before (guarantee G4). If their text would change, this is a finding. Linear time.

use crate::finding::{Code, Detail, Finding};
use crate::structure::PartKind;
use crate::text::MessageTexts;
use crate::transfer::TransferEncoding;

/// The finding on part `part`, where it is such a message and `would_change` says so of its encoded body.
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
