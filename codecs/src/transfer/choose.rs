//! Chooses the transfer encoding of a body (RFC 2045 sections 2.7, 2.8 and 6).
//!
//! 7bit and 8bit allow lines of at most 998 octets, without NUL and bare CR; 7bit allows only US-ASCII. The caller
//! checks that the line ends of the body are those of the message. Any other body is encoded as quoted-printable or
//! as base64, whichever is shorter. Therefore the encoding of a body adds no more than base64 adds: a third of the
//! length, and the line ends. Guarantee G13 (docs/guarantees.md) rests on this bound. Linear time.

use super::{TransferEncoding, base64, quoted_printable};
use memchr::{memchr, memchr_iter, memrchr};

/// The maximum number of octets of a line, without its line end (RFC 5322 section 2.1.1).
const LINE: usize = 998;

/// Returns 7bit or 8bit, if one of them can be used for `octets`. Linear time.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::transfer::{TransferEncoding, choose::identity};
/// assert_eq!(identity(b"plain\r\n"), Some(TransferEncoding::SevenBit));
/// assert_eq!(identity("café\n".as_bytes()), Some(TransferEncoding::EightBit));
/// assert_eq!(identity(b"bare\rCR"), None);
/// ```
pub fn identity(octets: &[u8]) -> Option<TransferEncoding> {
    let bare = memchr_iter(b'\r', octets).any(|at| octets.get(at + 1) != Some(&b'\n'));
    let carried = !bare && !has_long_line(octets) && memchr(0, octets).is_none();
    carried.then(|| if octets.is_ascii() { TransferEncoding::SevenBit } else { TransferEncoding::EightBit })
}

/// Whether a line is too long. Each step of the search looks at a stretch that is as long as the longest allowed
/// line with its line end. If the stretch has no line end, then its line is too long. Otherwise the search goes on
/// after the last line end of the stretch.
fn has_long_line(octets: &[u8]) -> bool {
    let mut rest = octets;
    while rest.len() > LINE {
        let stretch = rest.get(..LINE + 2).unwrap_or(rest);
        let Some(end) = memrchr(b'\n', stretch) else { return true };
        let (lines, after) = rest.split_at_checked(end).unwrap_or_default();
        // If a line that ends with an LF alone fills the whole stretch, then it has 999 octets, which is
        // one too many.
        if end > LINE && !lines.ends_with(b"\r") && memchr(b'\n', lines).is_none() {
            return true;
        }
        rest = after.get(1..).unwrap_or_default();
    }
    false
}

/// Encodes `octets` as quoted-printable or as base64, whichever is shorter. If both have the same length,
/// quoted-printable is used, because people can read it. Encoded lines end with `line_end`. Linear time.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::transfer::{TransferEncoding, choose::shorter};
/// assert_eq!(shorter("un café".as_bytes(), b"\n"), (TransferEncoding::QuotedPrintable, b"un caf=C3=A9".to_vec()));
/// assert_eq!(shorter("кофе".as_bytes(), b"\n"), (TransferEncoding::Base64, b"0LrQvtGE0LU=\n".to_vec()));
/// ```
pub fn shorter(octets: &[u8], line_end: &[u8]) -> (TransferEncoding, Vec<u8>) {
    let most = base64::body_len(octets.len(), line_end);
    match quoted_printable::encode_within(octets, line_end, most) {
        Some(encoded) => (TransferEncoding::QuotedPrintable, encoded),
        None => (TransferEncoding::Base64, base64::encode_body(octets, line_end)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rfc2045_2_8_what_8bit_carries() {
        use TransferEncoding::{EightBit, SevenBit};
        let line = |octets: usize| "x".repeat(octets);
        for (body, carried) in [
            (String::new(), Some(SevenBit)),
            ("a\nb".into(), Some(SevenBit)),
            ("\u{e9}\r\n".into(), Some(EightBit)),
            (format!("{}\r\n{}", line(998), line(998)), Some(SevenBit)),
            (format!("{}\r\n", line(999)), None),
            (format!("a\n{}", line(999)), None),
            ("a\0b".into(), None),
            ("a\rb\r\n".into(), None),
            ("a\r".into(), None),
        ] {
            assert_eq!(identity(body.as_bytes()), carried, "{}", body.len());
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn a_long_line_is_found_wherever_it_is(
            lines in prop::collection::vec((prop_oneof![0..4_usize, 994..1_003_usize], "\r?\n"), 0..6),
            last in prop_oneof![0..4_usize, 994..1_003_usize],
        ) {
            let text = lines.iter().map(|(length, end)| "x".repeat(*length) + end).collect::<String>() + &"x".repeat(last);
            let longest = lines.iter().map(|(length, _)| *length).chain([last]).max();
            prop_assert_eq!(identity(text.as_bytes()).is_none(), longest > Some(LINE));
        }

        #[test]
        fn the_shorter_one_is_chosen(
            octets in "[a-c =é\u{0}\r\n]{0,200}",
            line_end in prop::sample::select(vec!["\n", "\r\n"]),
        ) {
            let (octets, line_end) = (octets.as_bytes(), line_end.as_bytes());
            let (transfer, encoded) = shorter(octets, line_end);
            let quoted = quoted_printable::encode_body(octets, line_end);
            let base64 = base64::encode_body(octets, line_end);
            let expected = if quoted.len() <= base64.len() { &quoted } else { &base64 };
            prop_assert_eq!(&encoded, expected);
            prop_assert_eq!(&*transfer.decode(&encoded).octets, octets);
        }

        /// Guarantee G13 (docs/guarantees.md): a converted body grows to at most 4.2 times its size and 1 KiB.
        /// Conversion from a legacy charset to UTF-8 makes at most three octets of one. This test shows that the
        /// transfer encoding makes at most 1.4 octets of one.
        #[test]
        fn g13_growth_is_bounded(octets in prop::collection::vec(any::<u8>(), 0..2_000)) {
            let (_, encoded) = shorter(&octets, b"\r\n");
            prop_assert!(encoded.len() <= octets.len() * 14 / 10 + 1024);
        }
    }
}
