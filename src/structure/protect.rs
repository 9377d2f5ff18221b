//! Parts whose octets must not change (guarantee G9 in docs/guarantees.md: signed and encrypted parts keep their
//! octets).
//!
//! A `multipart/signed` or `multipart/encrypted` (RFC 1847) protects itself and everything within it, because a
//! signature covers the part and its header. PGP/MIME (RFC 3156) and S/MIME (RFC 8551) use these multiparts. A part
//! that is not a multipart can also contain S/MIME data. Such a part is protected, too. Text that contains OpenPGP
//! armor is protected as a whole. In the header of the outermost protected entity, only the fields whose names begin
//! with `Content-` are protected ([`Structure::is_protected`](super::Structure::is_protected)).

use super::part::{PartKind, Protection};
use crate::syntax::delimiter_line::DASHES;
use crate::transfer::{TransferEncoding, base64};
use memchr::memmem;

/// The protection that a media type implies.
pub(super) fn by_media_type(media_type: &str) -> Option<Protection> {
    match media_type {
        "multipart/signed" => Some(Protection::Signed),
        "multipart/encrypted" | "application/pkcs7-mime" | "application/x-pkcs7-mime" | "application/pgp" => {
            Some(Protection::Encrypted)
        }
        "message/partial" | "message/external-body" => Some(Protection::Incomplete),
        _ => None,
    }
}

/// The protection that the content of a text part implies. Linear time.
pub(super) fn by_content(
    kind: PartKind,
    transfer: Option<TransferEncoding>,
    body: &[u8],
) -> Option<Protection> {
    let armored = kind == PartKind::Text
        && match transfer {
            Some(TransferEncoding::QuotedPrintable) if !may_spell_pgp(body) => false,
            Some(TransferEncoding::Base64) if !may_encode_hyphens(body) => false,
            Some(transfer) => has_armor(&transfer.decode(body).octets),
            None => has_armor(body),
        };
    armored.then_some(Protection::InlinePgp)
}

/// Whether a line begins with OpenPGP armor (RFC 9580 sections 6.2.1 and 7).
fn has_armor(text: &[u8]) -> bool {
    let mut line = Some(0);
    while let Some(start) = line {
        let armor = text.get(start..).unwrap_or_default();
        if armor.starts_with(b"-----BEGIN PGP SIGNED MESSAGE-----")
            || armor.starts_with(b"-----BEGIN PGP MESSAGE")
        {
            return true;
        }
        line = DASHES.find(text, start);
    }
    false
}

/// Whether a quoted-printable body can contain the letters `PGP`. In such a body, either the first `P` is escaped, or
/// the octet after this `P` is `G` or the `=` of an escape or of a soft line break. This check is cheap, and shows for
/// most bodies that they need not be decoded.
fn may_spell_pgp(encoded: &[u8]) -> bool {
    let mut letters = memchr::memchr_iter(b'P', encoded).filter_map(|at| encoded.get(at + 1));
    letters.any(|next| matches!(next, b'G' | b'=')) || memmem::find(encoded, b"=50").is_some()
}

/// Whether a base64 body can contain armor, which begins with five hyphens. At any alignment, three of these hyphens
/// are encoded together, as `LS0t`, if the base64 is regular. This check is cheap, and shows for most bodies that
/// they need not be decoded.
fn may_encode_hyphens(encoded: &[u8]) -> bool {
    memmem::find(encoded, b"LS0t").is_some() || !base64::is_regular(encoded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn armor_in_quoted_printable_is_found_in_any_spelling(
            before in prop::sample::select(vec!["", "x\n", "PP=\n", "P\n"]),
            spelling in proptest::collection::vec(0..5_u8, 26),
        ) {
            let armor = b"-----BEGIN PGP MESSAGE-----\n";
            let spelled = |(octet, how): (&u8, &u8)| match how {
                0 => format!("={octet:02X}"),
                1 => format!("=\n{}", char::from(*octet)),
                2 => format!("=  \r\n{}", char::from(*octet)),
                _ => char::from(*octet).to_string(),
            };
            let encoded: String = before.chars().map(String::from).chain(armor.iter().zip(&spelling).map(spelled)).collect();
            let decoded = has_armor(&TransferEncoding::QuotedPrintable.decode(encoded.as_bytes()).octets);
            let found = by_content(PartKind::Text, Some(TransferEncoding::QuotedPrintable), encoded.as_bytes());
            prop_assert_eq!(found.is_some(), decoded, "{}", encoded);
        }

        #[test]
        fn armor_in_base64_is_found_at_any_alignment(
            before in "[a-z\n]{0,80}",
            columns in 1_usize..100,
            between in prop::sample::select(vec!["\n", "\r\n", " \n", "=\n", "\n> ", "!\n ", "\n\n"]),
            armor in prop::sample::select(vec!["\n-----BEGIN PGP MESSAGE-----\n", "\n----- BEGIN PGP\n"]),
        ) {
            let text = [&before, armor, "x"].concat();
            let symbols = base64::encode_word(text.as_bytes());
            let lines: Vec<&str> =
                symbols.as_bytes().chunks(columns).map(|line| std::str::from_utf8(line).unwrap()).collect();
            let encoded = lines.join(between);
            let decoded = has_armor(&TransferEncoding::Base64.decode(encoded.as_bytes()).octets);
            let found = by_content(PartKind::Text, Some(TransferEncoding::Base64), encoded.as_bytes());
            prop_assert_eq!(found.is_some(), decoded, "{}", encoded);
        }
    }
}
