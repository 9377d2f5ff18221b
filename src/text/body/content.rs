//! The content of any part: its octets without transfer encoding, and the damage of the encoding.

use super::unreadable::Unreadable;
use crate::finding::{Code, Detail};
use crate::structure::{Part, Structure};
use crate::transfer::{DecodedBody, Repair, TransferEncoding};
use std::borrow::Cow;

/// The content of a part. See [`MessagePart::content`](crate::message::MessagePart::content).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Content<'m> {
    /// The octets, without transfer encoding.
    pub octets: Cow<'m, [u8]>,
    /// The reason why octets may be missing or wrong: [`Unreadable::TransferUnknown`], [`Unreadable::Damaged`], or, for a
    /// file and a text alike, [`Unreadable::CutOff`].
    pub damage: Option<Unreadable>,
}

impl<'m> Content<'m> {
    /// The finding about the damage, if there is any.
    pub fn finding(&self) -> Option<(Code, Detail)> {
        let damage = self.damage.clone()?;
        let code = match damage {
            Unreadable::TransferUnknown => Code::TransferUnknown,
            Unreadable::CutOff => Code::BoundaryUnterminated,
            Unreadable::Damaged(Repair::Plain, _) => Code::TransferMismatch,
            _ => Code::TransferDropped,
        };
        Some((code, damage.into()))
    }

    /// Decodes the body of `part`, which has this index in `structure`. Takes linear time.
    pub(crate) fn of(input: &'m [u8], structure: &Structure, index: usize, part: &Part) -> Self {
        let body = part.body.slice(input);
        let content = Self::of_body(body, part);
        let is_padded =
            part.transfer == Some(TransferEncoding::Base64) && body.trim_ascii_end().ends_with(b"=");
        let is_cut = || !is_padded && structure.is_cut_off(index);
        let damage = content.damage.or_else(|| is_cut().then_some(Unreadable::CutOff));
        Self { damage, ..content }
    }

    fn of_body(body: &'m [u8], part: &Part) -> Self {
        let is_file = part.is_file();
        let transfer = match part.transfer {
            // A transfer encoding without a known name was inferred from the octets. It suffices for text, but a file may be
            // in an encoding that nobody knows.
            Some(transfer) if !(is_file && part.transfer_inferred && transfer.is_identity()) => transfer,
            _ => return Self { octets: body.into(), damage: Some(Unreadable::TransferUnknown) },
        };
        let DecodedBody { octets, repairs, .. } = transfer.decode(body);
        // Text that a person reads suffers little if it is not encoded, or has an `=` too many. A file may be useless.
        let harms_files = |repair| matches!(repair, Repair::Plain | Repair::BareEquals);
        let is_damage = |repair: Repair| {
            repair.is_loss() || repair == Repair::Truncated || is_file && harms_files(repair)
        };
        let damage = repairs.into_iter().find(|(repair, _)| is_damage(*repair));
        Self { octets, damage: damage.map(|(repair, offset)| Unreadable::Damaged(repair, offset)) }
    }
}
