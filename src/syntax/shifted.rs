//! Shifted sequences: double-octet text between escape sequences (ISO-2022-JP, RFC 1468). Japanese mail had such text
//! in its header fields before there were encoded words.
//!
//! The octets of a sequence are in the ASCII range, so half of a character can look like a quote, a comma, a bracket
//! or the start of an encoded word. Therefore, before a grammar reads a field, this module replaces each octet of a
//! sequence by an octet that has no meaning in any grammar. A sequence is replaced only if it consists of whole
//! characters and returns to ASCII or JIS X 0201 Roman on the same line, as RFC 1468 requires. The octets of any
//! other sequence keep their ASCII meaning.
//!
//! In unstructured text, a sequence can also contain white space, because some mailers folded or padded such text.
//! Such a sequence must return to ASCII without a new designation (an escape sequence that names a character set)
//! after the white space. If there is a new designation, the white space was not part of the sequence.
//!
//! The octets are read in one pass, and are copied only if there is a sequence to replace.

use memchr::memchr;
use std::borrow::Cow;

const ESCAPE: u8 = 0x1B;
/// The octet that replaces each octet of a shifted sequence. No grammar gives 0xFF a meaning.
const NO_MEANING: u8 = 0xFF;

/// Replaces each octet of the shifted sequences in `octets` by an octet without a meaning, so that all offsets stay
/// the same.
pub(crate) fn mask_iso2022(octets: &[u8]) -> Cow<'_, [u8]> {
    mask(octets, false)
}

/// Like [`mask_iso2022`], but a sequence can also contain spaces and tabs, which are replaced, too.
pub(crate) fn mask_iso2022_across_blanks(octets: &[u8]) -> Cow<'_, [u8]> {
    mask(octets, true)
}

fn mask(octets: &[u8], blanks: bool) -> Cow<'_, [u8]> {
    let mut masked = Cow::Borrowed(octets);
    let mut at = 0;
    while let Some(found) = octets.get(at..).and_then(|rest| memchr(ESCAPE, rest)) {
        let start = at + found;
        let (end, whole) = sequence(octets, start, blanks);
        if whole && let Some(sequence) = masked.to_mut().get_mut(start..end) {
            sequence.fill(NO_MEANING);
        }
        at = end.max(start + 1);
    }
    masked
}

/// Reads what looks like a shifted sequence, from the escape character at `start`. Returns the offset at which
/// reading ended, and whether the octets from `start` to this offset are a shifted sequence. If they are not, no
/// shifted sequence begins between `start` and this offset.
fn sequence(octets: &[u8], start: usize, blanks: bool) -> (usize, bool) {
    let (mut at, mut width, mut blank) = (start, 0, false);
    loop {
        match octets.get(at..).unwrap_or_default() {
            // The escape sequence returns to ASCII or JIS X 0201 Roman.
            [ESCAPE, b'(', b'B' | b'J', ..] => return (at + 3, width > 0),
            // A new designation follows, so the white space did not belong to the sequence.
            [ESCAPE, ..] if blank => return (at, false),
            // JIS X 0201 Katakana.
            [ESCAPE, b'(', b'I', ..] => (at, width) = (at + 3, 1),
            // The escape sequence names JIS C 6226, GB 2312 or JIS X 0208.
            [ESCAPE, b'$', b'@' | b'A' | b'B', ..] => (at, width) = (at + 3, 2),
            // The escape sequence names JIS X 0212 or JIS X 0213.
            [ESCAPE, b'$', b'(', b'D' | b'O' | b'P' | b'Q', ..] => (at, width) = (at + 4, 2),
            [b'!'..=b'~', ..] if width == 1 => at += 1,
            [b'!'..=b'~', b'!'..=b'~', ..] if width == 2 => at += 2,
            [b' ' | b'\t', ..] if blanks && width > 0 => (at, blank) = (at + 1, true),
            _ => return (at, false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(octets: &[u8]) -> String {
        let masked = mask_iso2022(octets).into_owned();
        masked.iter().map(|o| if *o == NO_MEANING { '.' } else { char::from(*o) }).collect()
    }

    #[test]
    fn whole_sequences_are_masked() {
        assert_eq!(shown(b"a \x1B$B\",<(\x1B(B \""), "a .......... \"");
        assert_eq!(shown(b"\x1B$@F|\x1B(Jx\x1B(I1\"\x1B(B"), "........x........");
        assert_eq!(shown(b"\x1B$BF|\x1B$(D\"/\x1B(I1\x1B(B"), ".".repeat(18));
    }

    #[test]
    fn incomplete_sequences_are_not_masked() {
        for plain in [
            &b"no escape"[..],
            b"\x1B$BF|",
            b"\x1B$BF|K\x1B(B",
            b"\x1B$BF| K\\\x1B(B",
            b"\x1B$BF|\n K\\\x1B(B",
            b"\x1B$BF\xE4\x1B(B",
            b"\x1B(B,\x1B(B",
            b"\x1B[31m",
            b"\x1B$)C\x0E0!\x0F",
            b"\x1B",
        ] {
            assert!(matches!(mask_iso2022(plain), Cow::Borrowed(_)), "{}", plain.escape_ascii());
        }
        // An incomplete sequence does not affect the sequence after it.
        assert_eq!(shown(b"\x1B$BF \x1B$BF|\x1B(B"), "\x1B$BF ........");
        assert_eq!(shown(b"\x1B$BF\x1B$BF|\x1B(B"), "\x1B$BF........");
    }

    #[test]
    fn sequences_across_white_space() {
        let shown = |octets: &[u8]| {
            let masked = mask_iso2022_across_blanks(octets).into_owned();
            masked.iter().map(|o| if *o == NO_MEANING { '.' } else { char::from(*o) }).collect::<String>()
        };
        assert_eq!(shown(b"a \x1B$BF| K\\\tF| \x1B(B b"), "a ............... b");
        assert_eq!(shown(b"\x1B(I1 1\x1B(B"), ".".repeat(9));
        for plain in [&b"\x1B$BF| K\\"[..], b"\x1B$BF| K\x1B(B", b"\x1B$BF|\n K\\\x1B(B", b" \x1B(B \x1B(B"] {
            assert_eq!(shown(plain).as_bytes(), plain);
        }
        assert_eq!(shown(b"\x1B$BF| text \x1B$BF|\x1B(B"), "\x1B$BF| text ........");
    }

    #[test]
    fn hostile_input_takes_linear_time() {
        for unit in ["\x1B", "\x1B$B", "\x1B$BF", "\x1B$BF|", "\x1B$BF|\x1B(B", "\x1B(I1", "\x1B$B "] {
            // The test would not finish in reasonable time if the code were quadratic.
            assert_eq!(mask_iso2022_across_blanks(unit.repeat(1 << 16).as_bytes()).len(), unit.len() << 16);
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn only_sequences_are_masked(octets in "(\x1B(\\$B|\\(B|\\(I|\\$)?|F\\||[\",<(]|1| |\n){0,20}") {
            let octets = octets.as_bytes();
            let masked = mask_iso2022(octets);
            prop_assert_eq!(masked.len(), octets.len());
            for (old, new) in octets.iter().zip(&*masked) {
                prop_assert!(old == new || *new == NO_MEANING);
                prop_assert!(!matches!(old, b' ' | b'\n') || old == new);
            }
        }
    }
}
