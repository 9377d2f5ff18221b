//! Text in double octets between escape sequences that stands raw in a field (ISO-2022-JP, RFC 1468), as in
//! Japanese mail before there were encoded words.
//!
//! Its octets are those of ASCII, so that half of a character may look like a quote, a comma, a bracket or the
//! beginning of an encoded word. Grammars look past it: a shifted sequence is as many octets without a meaning.
//! It counts as one only if it ends on its line in ASCII or JIS X 0201 Roman, as RFC 1468 asks, and is whole
//! characters throughout; what is not stays what it looks like.
//!
//! In text, where nothing is lost by it, a sequence may hold blanks, as mailers wrote that folded or padded it:
//! that it returns to ASCII without having been designated anew shows that the shift went on behind them.
//!
//! One pass, and a copy only where there is such a sequence.

use memchr::memchr;
use std::borrow::Cow;

const ESCAPE: u8 = 0x1B;
/// What stands for an octet of a shifted sequence: no grammar knows it.
const NO_MEANING: u8 = 0xFF;

/// `octets` with those of shifted sequences made meaningless, each where it stood.
pub(crate) fn mask_iso2022(octets: &[u8]) -> Cow<'_, [u8]> {
    hidden_with(octets, false)
}

/// The same with sequences that hold spaces or tabs, which are made meaningless too.
pub(crate) fn mask_iso2022_across_blanks(octets: &[u8]) -> Cow<'_, [u8]> {
    hidden_with(octets, true)
}

fn hidden_with(octets: &[u8], blanks: bool) -> Cow<'_, [u8]> {
    let mut hidden = Cow::Borrowed(octets);
    let mut at = 0;
    while let Some(found) = octets.get(at..).and_then(|rest| memchr(ESCAPE, rest)) {
        let start = at + found;
        let (end, whole) = sequence(octets, start, blanks);
        if whole && let Some(sequence) = hidden.to_mut().get_mut(start..end) {
            sequence.fill(NO_MEANING);
        }
        at = end.max(start + 1);
    }
    hidden
}

/// Where the sequence that the escape at `start` may begin ends, and whether it is one. Where it is none, no
/// sequence begins before that end.
fn sequence(octets: &[u8], start: usize, blanks: bool) -> (usize, bool) {
    let (mut at, mut width, mut blank) = (start, 0, false);
    loop {
        match octets.get(at..).unwrap_or_default() {
            // ASCII, or JIS X 0201 Roman.
            [ESCAPE, b'(', b'B' | b'J', ..] => return (at + 3, width > 0),
            // The shift that a blank stood in has ended there.
            [ESCAPE, ..] if blank => return (at, false),
            // JIS X 0201 Katakana.
            [ESCAPE, b'(', b'I', ..] => (at, width) = (at + 3, 1),
            // JIS C 6226, GB 2312, JIS X 0208.
            [ESCAPE, b'$', b'@' | b'A' | b'B', ..] => (at, width) = (at + 3, 2),
            // JIS X 0212, JIS X 0213.
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
        let hidden = mask_iso2022(octets).into_owned();
        hidden.iter().map(|o| if *o == NO_MEANING { '.' } else { char::from(*o) }).collect()
    }

    #[test]
    fn what_is_hidden() {
        assert_eq!(shown(b"a \x1B$B\",<(\x1B(B \""), "a .......... \"");
        assert_eq!(shown(b"\x1B$@F|\x1B(Jx\x1B(I1\"\x1B(B"), "........x........");
        assert_eq!(shown(b"\x1B$BF|\x1B$(D\"/\x1B(I1\x1B(B"), ".".repeat(18));
    }

    #[test]
    fn what_is_not() {
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
        // One that is none is no reason to doubt the next.
        assert_eq!(shown(b"\x1B$BF \x1B$BF|\x1B(B"), "\x1B$BF ........");
        assert_eq!(shown(b"\x1B$BF\x1B$BF|\x1B(B"), "\x1B$BF........");
    }

    #[test]
    fn blanks_inside() {
        let shown = |octets: &[u8]| {
            let hidden = mask_iso2022_across_blanks(octets).into_owned();
            hidden.iter().map(|o| if *o == NO_MEANING { '.' } else { char::from(*o) }).collect::<String>()
        };
        assert_eq!(shown(b"a \x1B$BF| K\\\tF| \x1B(B b"), "a ............... b");
        assert_eq!(shown(b"\x1B(I1 1\x1B(B"), ".".repeat(9));
        for plain in [&b"\x1B$BF| K\\"[..], b"\x1B$BF| K\x1B(B", b"\x1B$BF|\n K\\\x1B(B", b" \x1B(B \x1B(B"] {
            assert_eq!(shown(plain).as_bytes(), plain);
        }
        assert_eq!(shown(b"\x1B$BF| text \x1B$BF|\x1B(B"), "\x1B$BF| text ........");
    }

    #[test]
    fn adversaries_do_not_make_it_quadratic() {
        for unit in ["\x1B", "\x1B$B", "\x1B$BF", "\x1B$BF|", "\x1B$BF|\x1B(B", "\x1B(I1", "\x1B$B "] {
            // Hopeless to wait for, were it quadratic.
            assert_eq!(mask_iso2022_across_blanks(unit.repeat(1 << 16).as_bytes()).len(), unit.len() << 16);
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn what_has_a_meaning_is_as_it_was(octets in "(\x1B(\\$B|\\(B|\\(I|\\$)?|F\\||[\",<(]|1| |\n){0,20}") {
            let octets = octets.as_bytes();
            let hidden = mask_iso2022(octets);
            prop_assert_eq!(hidden.len(), octets.len());
            for (old, new) in octets.iter().zip(&*hidden) {
                prop_assert!(old == new || *new == NO_MEANING);
                prop_assert!(!matches!(old, b' ' | b'\n') || old == new);
            }
        }
    }
}
