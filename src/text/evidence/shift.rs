//! The shift state at the end of text. RFC 2047 section 3 requires that an encoded word in a stateful charset ends
//! in the initial state (RFC 1468, 1554, 1557, 1843, 1922). This module tells whether text ends in the initial
//! state. It takes one pass over the octets.
//!
//! The end of text in UTF-7 also ends a shifted sequence, so text in UTF-7 never ends in a shifted state.

use super::survey::Survey;
use crate::charset::{Charset, Shift};
use memchr::{memchr, memchr_iter, memchr2_iter, memchr3};

const ESCAPE: u8 = 0x1B;
const SHIFT_OUT: u8 = 0x0E;
const SHIFT_IN: u8 = 0x0F;

/// Whether text in a charset with shifts of the kind `shift` ends in a shifted state. `shifted` is the state at the
/// start of the text.
pub(in crate::text) fn is_shifted_after(shift: Option<Shift>, mut shifted: bool, octets: &[u8]) -> bool {
    let mut rest = octets;
    match shift {
        None | Some(Shift::Base64) => return false,
        Some(Shift::Escape) => {
            while let Some(at) = memchr3(ESCAPE, SHIFT_OUT, SHIFT_IN, rest) {
                rest = rest.get(at..).unwrap_or_default();
                shifted = match rest {
                    [SHIFT_OUT, ..] => true,
                    [SHIFT_IN, ..] => false,
                    // The sequence selects US-ASCII or JIS X 0201 Roman. Some mailers write `ESC ( H` for US-ASCII.
                    [_, b'(', b'B' | b'J' | b'H', ..] => false,
                    // The sequence designates a set that SO or a single shift selects later.
                    [_, b'$', b')' | b'*' | b'+', ..] => shifted,
                    // The sequence selects another set. A sequence that is cut off at the end also counts, because
                    // the next word completes it.
                    [_, b'$' | b'(', ..] | [_] => true,
                    _ => shifted,
                };
                rest = rest.get(1..).unwrap_or_default();
            }
        }
        Some(Shift::Tilde) => {
            while let Some(at) = memchr(b'~', rest) {
                rest = rest.get(at..).unwrap_or_default();
                shifted = match rest {
                    [_, b'{', ..] => true,
                    [_, b'}', ..] => false,
                    _ => shifted,
                };
                rest = rest.get(2..).unwrap_or_default();
            }
        }
    }
    shifted
}

/// Whether text in a charset with shifts of the kind `shift` begins with a shift. If so, the text does not depend on
/// the state before it.
pub(in crate::text) fn begins_with_shift(shift: Option<Shift>, octets: &[u8]) -> bool {
    match shift {
        None | Some(Shift::Base64) => false,
        Some(Shift::Escape) => matches!(octets, [ESCAPE | SHIFT_OUT, ..]),
        Some(Shift::Tilde) => octets.starts_with(b"~{"),
    }
}

/// Whether `octets` have shifts or designations of `charset`. If the octets were decoded in another charset, these
/// shifts or designations would be left in the text.
pub(in crate::text) fn shifts_in(charset: Charset, octets: &[u8]) -> bool {
    match charset.shift() {
        Some(Shift::Escape) => memchr2_iter(ESCAPE, SHIFT_OUT, octets).any(|at| {
            let shift = octets.get(at..).unwrap_or_default();
            matches!(
                shift,
                [SHIFT_OUT, ..] | [_, b'$' | b'(' | b')' | b'*' | b'+' | b'-' | b'.' | b'N' | b'O', ..]
            )
        }),
        Some(Shift::Tilde) => memchr::memmem::find(octets, b"~{").is_some(),
        Some(Shift::Base64) if charset == Charset::UTF_7 => has_utf7_shift(octets),
        Some(Shift::Base64) | None => is_seven_bit(charset) && has_national_characters(charset, octets),
    }
}

/// Whether the charset is 7-bit and differs from US-ASCII: it is stateful, or a national variant of ISO 646.
pub(in crate::text) fn is_seven_bit(charset: Charset) -> bool {
    let national = || charset.is_single_octet() && charset.decode(&[0xE9]).errors > 0;
    charset.is_stateful() || !charset.is_ascii_superset() && national()
}

/// Whether words in US-ASCII are the same words in `charset`. This is true of supersets of US-ASCII, and of charsets
/// that have other characters in place of control characters (VISCII, TCVN) or signs (IBM864). It is false of EBCDIC.
pub(in crate::text) fn keeps_ascii_words(charset: Charset) -> bool {
    let octets =
        || (0..0x80).filter(|octet: &u8| octet.is_ascii_alphanumeric() || b" \t\r\n".contains(octet));
    let is_kept = || octets().all(|octet| charset.decode(&[octet]).text.as_bytes() == [octet]);
    charset.is_ascii_superset() || charset.is_single_octet() && is_kept()
}

/// Whether some octets are characters beyond US-ASCII in `charset`.
fn has_national_characters(charset: Charset, octets: &[u8]) -> bool {
    Survey::of(charset, octets).well_formed > 0
}

/// Whether the octets have a shifted sequence of UTF-7. Symbols of base64 after a `+` count as a shifted sequence only
/// if they decode to a character beyond US-ASCII, or if they decode to any character and a `-` follows them.
/// Otherwise the `+` is an ordinary plus sign.
fn has_utf7_shift(octets: &[u8]) -> bool {
    let is_symbol = |octet: &&u8| octet.is_ascii_alphanumeric() || matches!(octet, b'+' | b'/');
    let mut done = 0;
    memchr_iter(b'+', octets).any(|at| {
        if at < done {
            return false;
        }
        let length = octets.iter().skip(at).take_while(is_symbol).count();
        done = at + length;
        let sequence = octets.get(at..done).unwrap_or_default();
        Charset::UTF_7.decode_strict(sequence).is_ok_and(|text| {
            let ended = octets.get(done) == Some(&b'-');
            !text.is_ascii() || ended && !text.is_empty()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_at_the_end() {
        for (octets, shifted) in [
            (&b"\x1B$B8l\x1B(B"[..], false),
            (b"\x1B$B8l", true),
            (b"\x1B$B8l\x1B(J", false),
            (b"\x1B(I1", true),
            (b"\x1B$)C\x0E0!\x0F", false),
            (b"\x1B$)C\x0E0!", true),
            (b"\x1B$B8l\x1B", true),
            (b"\x1B", true),
            (b"\x1B(", true),
            (b"plain", false),
        ] {
            assert_eq!(is_shifted_after(Some(Shift::Escape), false, octets), shifted, "{octets:?}");
            assert!(!is_shifted_after(Some(Shift::Base64), true, octets));
        }
        assert!(is_shifted_after(Some(Shift::Escape), true, b"8l"));
        assert!(is_shifted_after(Some(Shift::Tilde), false, b"~~{~{VP"));
        assert!(!is_shifted_after(Some(Shift::Tilde), false, b"~{VP~}"));
        assert!(!is_shifted_after(Some(Shift::Tilde), false, b"~~{"));
        assert!(begins_with_shift(Some(Shift::Escape), b"\x1B$B"));
        assert!(!begins_with_shift(Some(Shift::Escape), b"8l"));
        assert!(begins_with_shift(Some(Shift::Tilde), b"~{"));
    }

    #[test]
    fn each_stateful_charset_says_how_it_shifts() {
        for charset in Charset::all() {
            let by_name = match charset.name() {
                name if name.starts_with("ISO-2022-") => Some(Shift::Escape),
                "HZ-GB-2312" => Some(Shift::Tilde),
                "UTF-7" | "IMAP-UTF-7" => Some(Shift::Base64),
                _ => None,
            };
            assert_eq!(charset.shift(), by_name, "{charset}");
        }
    }

    #[test]
    fn shifts_of_each_charset_are_found() {
        for (label, octets) in [
            ("iso-2022-jp", &b"\x1B$B8l\x1B(B"[..]),
            ("iso-2022-jp", b"gr\xC3\xB6\x1B(B"),
            ("iso-2022-kr", b"\x0E0!\x0F"),
            ("hz-gb-2312", b"~{VP~}"),
            ("utf-7", b"1 +2 and Hi +Jjo-"),
            ("utf-7", b"+AGE-\xFC"),
        ] {
            assert!(shifts_in(Charset::for_label(label.as_bytes()).unwrap(), octets), "{label}");
        }
        for (label, octets) in [
            ("iso-2022-jp", &b"\x1B[1m plain"[..]),
            ("hz-gb-2312", b"~user"),
            ("utf-7", b"C++ and 1 + 1, +49 30 123456, a+b +-"),
            ("latin1", b"\x1B$B8l\x1B(B"),
        ] {
            assert!(!shifts_in(Charset::for_label(label.as_bytes()).unwrap(), octets), "{label}");
        }
    }
}
