//! Messages under a transfer encoding, which RFC 2046 section 5.2.1 forbids and some programs write all the same.
//!
//! They stay as they are: without the encoding they would have parts of their own, and the message around them others
//! than before (guarantee G4). Where something in them is not as it should be, that is told of. Linear time; one that
//! stands in another such message is not looked into.

use super::normalizer::Normalizer;
use crate::finding::{Code, Detail, Finding};
use crate::structure::PartKind;
use crate::text::MessageTexts;

/// What there is to tell of part `part`, where it is such a message. It is looked into if `look` says so, and else
/// believed to hold something.
pub(super) fn finding(message: &MessageTexts<'_>, part: usize, look: bool) -> Option<Finding> {
    let index = part;
    let part = message.parts().get(part).filter(|part| part.protection.is_none())?;
    let encloses = matches!(part.media_type.as_str(), "message/rfc822" | "message/global" | "message/news");
    let transfer = part.transfer.filter(|_| encloses && part.kind == PartKind::Other)?;
    if look {
        let decoded = transfer.decode(part.body.slice(message.input()));
        let inside = Normalizer::of_enclosed(message.policy().clone()).plan(&decoded.octets);
        if inside.is_noop() && !inside.is_unresolved() {
            return None;
        }
    }
    Some(Finding::new(Code::MessageEncoded, part.body, Detail::EncodedMessage(transfer)).in_part(index))
}
