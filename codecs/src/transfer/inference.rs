//! Finds the transfer encoding of a body whose header field names no encoding, such as
//! `Content-Transfer-Encoding: UTF-8`. Only a body that is plainly base64 or quoted-printable is decoded. Any other
//! body is taken as it is. Linear time.

use super::{TransferEncoding, base64, quoted_printable};

/// Words in the names of encodings that RFC 2045 does not define. These names occur in mail without the `x-` that
/// private names should have.
const OTHERS: [&[u8]; 9] =
    [b"binhex", b"yenc", b"zip", b"deflate", b"compress", b"base32", b"base85", b"ascii85", b"btoa"];

/// The minimum number of base64 symbols in a body that is taken for base64. A body with fewer symbols can be a word
/// of plain text.
const SYMBOLS: usize = 16;

/// Whether an unknown `token` of a Content-Transfer-Encoding field names no encoding at all. A token that begins
/// with `x-` is the private name of an encoding (RFC 2045 section 6.3).
pub fn names_none(token: &[u8]) -> bool {
    let private = token.get(..2).is_some_and(|start| start.eq_ignore_ascii_case(b"x-"));
    let lower = token.to_ascii_lowercase();
    !private && OTHERS.iter().all(|other| memchr::memmem::find(&lower, other).is_none())
}

/// Returns base64 or quoted-printable if `body` plainly has this transfer encoding, and 8bit otherwise. `is_text`
/// tells whether the decoded content should be text.
pub fn inferred(body: &[u8], is_text: bool) -> TransferEncoding {
    if !body.is_ascii() {
        TransferEncoding::EightBit
    } else if is_base64(body, is_text) {
        TransferEncoding::Base64
    } else if is_quoted_printable(body) {
        TransferEncoding::QuotedPrintable
    } else {
        TransferEncoding::EightBit
    }
}

/// Returns the transfer encoding that the text `body` seems to have, although its header names 7bit, 8bit or
/// binary. This is the encoding that the body plainly has, or quoted-printable if two escapes of octets above 127
/// follow one another directly. Returns `None` if the body seems to have no encoding.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::transfer::{TransferEncoding, apparent};
/// assert_eq!(apparent(b"=F0=D2=C9=D7=C5=D4\n"), Some(TransferEncoding::QuotedPrintable));
/// assert_eq!(apparent(b"x=20 and y=30\n"), None);
/// ```
pub fn apparent(body: &[u8]) -> Option<TransferEncoding> {
    match inferred(body, true) {
        TransferEncoding::EightBit if has_escapes_in_a_row(body) => Some(TransferEncoding::QuotedPrintable),
        TransferEncoding::EightBit => None,
        encoding => Some(encoding),
    }
}

/// Whether each `=` of `body` begins an escape or ends a line, and two escapes of octets above 127 follow one
/// another directly.
fn has_escapes_in_a_row(body: &[u8]) -> bool {
    let is_pair = |six: &[u8]| {
        matches!(six, [b'=', b'8'..=b'9' | b'A'..=b'F', first, b'=', b'8'..=b'9' | b'A'..=b'F', second]
            if is_upper_hex(first) && is_upper_hex(second))
    };
    body.is_ascii()
        && may_be_quoted_printable(body)
        && body.windows(6).any(is_pair)
        && quoted_printable::decode(body).repairs.is_empty()
}

/// Whether `body` consists only of base64, and is not itself a text. The body must contain letters of both cases,
/// and digits or signs. If the content should be text (`is_text`), then the body must decode to text.
fn is_base64(body: &[u8], is_text: bool) -> bool {
    let symbols = |is_one: fn(&u8) -> bool| body.iter().filter(|octet| is_one(octet)).count();
    let alphabet = body.iter().all(
        |octet| matches!(octet, b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' | b'=' | b'\r' | b'\n'),
    );
    // Most text ends the first check at its first blank, so the other counts come later.
    if !alphabet
        || symbols(|octet| !octet.is_ascii_whitespace()) < SYMBOLS
        || symbols(u8::is_ascii_uppercase) == 0
        || symbols(u8::is_ascii_lowercase) == 0
        || symbols(|octet| matches!(octet, b'0'..=b'9' | b'+' | b'/' | b'=')) == 0
    {
        return false;
    }
    let decoded = base64::decode(body);
    let control =
        |octet: &u8| octet.is_ascii_control() && !matches!(octet, b'\t' | b'\r' | b'\n' | 0x0C | 0x1B);
    decoded.repairs.is_empty() && decoded.tail.is_none() && !(is_text && decoded.octets.iter().any(control))
}

/// Whether each `=` of `body` begins an escape or ends a line, and the body proves that quoted-printable is meant.
/// The proof is a long line that ends with `=`, an escape `=3D`, octets above 127 that form UTF-8, or an escape of
/// a letter within a word.
fn is_quoted_printable(body: &[u8]) -> bool {
    const LONG: usize = 60;
    if !may_be_quoted_printable(body) {
        return false;
    }
    let decoded = quoted_printable::decode(body);
    let is_soft = |line: &[u8]| line.trim_ascii_end().ends_with(b"=") && line.len() > LONG;
    let is_letter = |five: &[u8]| {
        matches!(five, [before, b'=', b'C'..=b'F', b'0'..=b'9' | b'A'..=b'F', after]
            if before.is_ascii_alphabetic() && after.is_ascii_lowercase())
    };
    decoded.repairs.is_empty()
        && (body.split(|octet| *octet == b'\n').any(is_soft)
            || memchr::memmem::find(body, b"=3D").is_some()
            || !decoded.octets.is_ascii() && std::str::from_utf8(&decoded.octets).is_ok()
            || body.windows(5).any(is_letter))
}

const fn is_upper_hex(octet: &u8) -> bool {
    matches!(octet, b'0'..=b'9' | b'A'..=b'F')
}

/// Whether `body` has an `=`, and after each `=` come two hexadecimal digits, a blank or a line end. This check is
/// cheap, and shows for most bodies that they need not be decoded.
fn may_be_quoted_printable(body: &[u8]) -> bool {
    let follows = |at: usize| match body.get(at + 1..) {
        None | Some([] | [b' ' | b'\t' | b'\r' | b'\n', ..]) => true,
        Some([high, low, ..]) => high.is_ascii_hexdigit() && low.is_ascii_hexdigit(),
        Some([_]) => false,
    };
    let mut equals = memchr::memchr_iter(b'=', body).peekable();
    equals.peek().is_some() && equals.all(follows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn private_names_and_other_encodings_are_names() {
        for token in [&b"UTF-8"[..], b"none", b"plain", b"iso-8859-1", b"text/html", b"quoted-pritable"] {
            assert!(names_none(token), "{}", token.escape_ascii());
        }
        for token in [&b"x-none"[..], b"X-runes", b"binhex40", b"mac-binhex40", b"yEnc", b"gzip"] {
            assert!(!names_none(token), "{}", token.escape_ascii());
        }
    }

    #[test]
    fn what_a_body_plainly_is() {
        use TransferEncoding::{Base64, EightBit, QuotedPrintable};
        for (body, transfer) in [
            (&b"R3LDvMOfZSBhbiBhbGxlIQo=\n"[..], Base64),
            (b"Gr=C3=BC=C3=9Fe an alle\n", QuotedPrintable),
            (b"Herr M=FCller\n", QuotedPrintable),
            (b"<a href=3D\"x\">\n", QuotedPrintable),
            (b"plain text\n", EightBit),
            (b"test\n", EightBit),
            (b"Donaudampfschifffahrtsgesellschaftskapitaen12\n", EightBit),
            (b"http://a.example/?a=b&c=d\n", EightBit),
            (b"x=20 and y=30\n", EightBit),
            (b"caf\xC3\xA9 =C3=A9\n", EightBit),
            (b"", EightBit),
        ] {
            assert_eq!(inferred(body, true), transfer, "{}", body.escape_ascii());
        }
    }

    #[test]
    fn what_a_body_seems_to_be() {
        use TransferEncoding::{Base64, QuotedPrintable};
        for (body, transfer) in [
            (&b"=F0=D2=C9=D7=C5=D4, =CD=C9=D2!\n"[..], Some(QuotedPrintable)),
            (b"B=E4r gr=FC=DFend\n", Some(QuotedPrintable)),
            (b"R3LDvMOfZSBhbiBhbGxlIQo=\n", Some(Base64)),
            (b"=F0=D2 a=b\n", None),
            (b"?id=E4&x=C3\n", None),
            (b"=41=42\n", None),
            (b"\xE4 =F0=D2\n", None),
        ] {
            assert_eq!(apparent(body), transfer, "{}", body.escape_ascii());
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        /// A sentence is neither base64 nor quoted-printable. Base64 of several words is recognized.
        #[test]
        fn an_encoded_body_is_found_and_a_sentence_is_none(words in prop::collection::vec("[a-zA-Z]{1,9}|größer|[0-9]{1,4}", 4..30)) {
            let text = words.join(" ") + "\n";
            prop_assert_eq!(inferred(text.as_bytes(), true), TransferEncoding::EightBit);
            let encoded = base64::encode_word(text.as_bytes());
            let has = |is_one: fn(u8) -> bool| encoded.bytes().any(is_one);
            prop_assume!(has(|o| o.is_ascii_digit()) && has(|o| o.is_ascii_lowercase()));
            prop_assert_eq!(inferred(encoded.as_bytes(), true), TransferEncoding::Base64);
        }
    }
}
