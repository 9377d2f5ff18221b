//! Recognizes a few characters of two octets that are UTF-8 by chance. For example, `石梅` in GBK is `ʯ÷` in UTF-8.
//!
//! Pairs of octets in a double-octet charset are often valid UTF-8. So three characters or fewer do not prove UTF-8
//! if other text of the message is in a double-octet charset and the words are likelier in that charset. Next to
//! letters of US-ASCII, however, such octets are Western letters in UTF-8. The same holds for UTF-8 that seems damaged:
//! `谢谢你` in GBK is `лл` and two octets more. All functions take linear time.

use super::disproof::are_in_ascii_words;
use crate::charset::Charset;
use mailutf_codecs::internal::{likelier_as_utf8, utf8_in_mail};

/// The smallest number of characters that are never UTF-8 by chance.
const NO_ACCIDENT: usize = 4;
/// If other text of the message is in a double-octet charset, a single character counts as a character of that
/// charset only if it is likelier there than in UTF-8 by at least this many nats (natural logarithm of the ratio of
/// the probabilities). Several characters in a word need no such lead: of 2,577 words in UTF-8, none is as likely in
/// a double-octet charset as in UTF-8.
const CLEAR: i32 = 4;

/// Whether `octets`, which are valid UTF-8, have so few characters beyond US-ASCII that they can be UTF-8 by chance.
pub(in crate::text) fn are_few(octets: &[u8]) -> bool {
    let (mut count, mut before) = (0, b' ');
    let mut rest = octets;
    while let [octet, after @ ..] = rest {
        rest = match (octet, after) {
            (0xC2..=0xDF, [_, after @ ..]) => {
                count += 1;
                let next = after.first().copied().unwrap_or(b' ');
                if count == NO_ACCIDENT || before.is_ascii_alphabetic() || next.is_ascii_alphabetic() {
                    return false;
                }
                after
            }
            (0..=0x7F, _) => after,
            _ => return false,
        };
        before = *octet;
    }
    count > 0
}

/// Whether `octets` are damaged UTF-8 that may be text in a double-octet charset: no character is next to letters of
/// US-ASCII.
pub(in crate::text) fn are_damaged(octets: &[u8]) -> bool {
    std::str::from_utf8(octets).is_err() && utf8_in_mail::is_sound(octets) && !are_in_ascii_words(octets)
}

/// Whether `octets` are likelier in `charset`, the charset of other text of the message, than in UTF-8.
pub(in crate::text) fn are_likelier_in(charset: Charset, octets: &[u8]) -> bool {
    !charset.is_single_octet()
        && charset.is_ascii_superset()
        && charset != Charset::UTF_8
        && charset.decode_strict(octets).is_ok()
        && likelier_as_utf8(octets, charset) <= if are_several(octets) { 0 } else { -CLEAR }
}

/// Whether the octets are valid UTF-8, and a word has several characters of two octets.
fn are_several(octets: &[u8]) -> bool {
    octets.windows(4).any(are_two) && std::str::from_utf8(octets).is_ok()
}

/// Whether four octets are two characters in UTF-8, each of two octets.
fn are_two(octets: &[u8]) -> bool {
    matches!(octets, [0xC2..=0xDF, 0x80..=0xBF, 0xC2..=0xDF, 0x80..=0xBF])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charset(label: &str) -> Charset {
        Charset::for_label(label.as_bytes()).unwrap()
    }

    #[test]
    fn names_in_charsets_of_two_octets_may_be_utf8_by_chance() {
        let octets = b"\xCA\xAF\xC3\xB7 <x@b.example>";
        assert!(are_few(octets) && are_likelier_in(charset("gb2312"), octets));
        for text in ["für", "Müller", "Да", "é", "© 2009", "№ 5", "тест", "ä ö ü", "«да»"]
        {
            let is_other = are_few(text.as_bytes())
                && ["gb2312", "big5", "shift_jis", "euc-kr", "euc-jp"]
                    .iter()
                    .any(|label| are_likelier_in(charset(label), text.as_bytes()));
            assert!(!is_other, "{text}");
        }
    }

    #[test]
    fn all_pairs_that_are_utf8_by_chance_are_few() {
        for octets in [&b"\xC4\xA3"[..], b"\xCA\xAF\xC3\xB7", b"\xC4\xA3 \xC4\xA3: \xC4\xA3"] {
            assert!(std::str::from_utf8(octets).is_ok() && are_few(octets));
        }
        for text in ["", "plain", "xä", "äx", "тест", "語", "ä語"] {
            assert!(!are_few(text.as_bytes()), "{text}");
        }
    }
}
