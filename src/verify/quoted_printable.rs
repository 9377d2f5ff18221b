//! Checks bodies that were written in quoted-printable. The crate `quoted_printable`, which shares no code with
//! mailutf, must decode them to the same octets as our decoder.

use crate::structure::{Part, PartKind};
use crate::transfer::{TransferEncoding, quoted_printable};
use ::quoted_printable::ParseMode;

/// The minimum size of a piece in octets. A large body is decoded in pieces, so that it is not in memory three
/// times.
const PIECE: usize = 64 << 10;

/// Whether the crate `quoted_printable` and our decoder decode the body of `new` differently. `new` is a part of
/// `after`, and `old` is the same part of `before`. A body is checked only if it is in quoted-printable and the
/// rewrite changed it, because mail may contain damaged quoted-printable. Linear time.
pub(super) fn is_read_otherwise(before: &[u8], old: &Part, after: &[u8], new: &Part) -> bool {
    let (was, body) = (old.body.slice(before), new.body.slice(after));
    let has_body = !matches!(new.kind, PartKind::Multipart | PartKind::Message);
    has_body && new.transfer == Some(TransferEncoding::QuotedPrintable) && was != body && differs(body)
}

fn differs(mut body: &[u8]) -> bool {
    while !body.is_empty() {
        // The body can be decoded in pieces of whole lines, because neither decoder keeps a state from one line
        // to the next.
        let end = body.get(PIECE..).and_then(|rest| memchr::memchr(b'\n', rest));
        let (piece, rest) = body.split_at(end.map_or(body.len(), |end| PIECE + end + 1));
        let theirs = ::quoted_printable::decode(piece, ParseMode::Robust).unwrap_or_default();
        let ours = quoted_printable::decode(piece).octets;
        // CRs are ignored, because the crate `quoted_printable` writes CRLF for each line end.
        let without_cr =
            |octets: &[u8]| octets.iter().copied().filter(|octet| *octet != b'\r').collect::<Vec<_>>();
        if without_cr(&theirs) != without_cr(&ours) {
            return true;
        }
        body = rest;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transfer::quoted_printable::encode_body;
    use proptest::prelude::*;

    #[test]
    fn what_the_crate_reads_otherwise_differs() {
        for body in [&b"Gr\xFC\xDFe"[..], b"a\x00", &[&b"x=3D\n".repeat(20_000), &b"\xE4\n"[..]].concat()] {
            assert!(differs(body), "{}", body.escape_ascii());
        }
        for body in [&b""[..], b"Gr=FC=DFe=\n=20\n", b"a=0D\r\nb\r\n", &b"x=\n".repeat(50_000)] {
            assert!(!differs(body), "{}", body.escape_ascii());
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(64))]

        #[test]
        fn what_is_written_is_read_alike(octets in prop::collection::vec(any::<u8>(), 0..400), times in 1..400_usize) {
            let octets = octets.repeat(times);
            for line_end in [&b"\n"[..], b"\r\n"] {
                prop_assert!(!differs(&encode_body(&octets, line_end)));
            }
        }
    }
}
