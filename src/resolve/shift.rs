//! Shift states: whether text of a charset that shifts ends in its initial state (RFC 1468, 1554, 1557, 1843,
//! 1922), as RFC 2047 section 3 asks of an encoded word. One pass over the octets.
//!
//! UTF-7 is not among them: a shifted sequence that is open at the end of a text ends with it.

use crate::charset::Charset;
use memchr::{memchr, memchr3};

const ESCAPE: u8 = 0x1B;
const SHIFT_OUT: u8 = 0x0E;
const SHIFT_IN: u8 = 0x0F;

/// How a charset shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shift {
    /// Not at all.
    Never,
    /// By escape sequences, SO and SI: the ISO-2022 family.
    Escape,
    /// By `~{` and `~}`: HZ.
    Tilde,
}

impl Shift {
    pub(super) fn of(charset: Option<Charset>) -> Self {
        match charset.map_or("", Charset::name) {
            name if name.starts_with("ISO-2022-") => Self::Escape,
            name if name.starts_with("HZ") => Self::Tilde,
            _ => Self::Never,
        }
    }

    /// Whether text that begins shifted or not ends shifted.
    pub(super) fn after(self, mut shifted: bool, octets: &[u8]) -> bool {
        let mut rest = octets;
        match self {
            Self::Never => return false,
            Self::Escape => {
                while let Some(at) = memchr3(ESCAPE, SHIFT_OUT, SHIFT_IN, rest) {
                    rest = rest.get(at..).unwrap_or_default();
                    shifted = match rest {
                        [SHIFT_OUT, ..] => true,
                        [SHIFT_IN, ..] => false,
                        // ASCII, JIS X 0201 Roman, and an escape that some mailers write for ASCII.
                        [_, b'(', b'B' | b'J' | b'H', ..] => false,
                        // Designates what SO or a single shift will select.
                        [_, b'$', b')' | b'*' | b'+', ..] => shifted,
                        // To another set; or cut, and so for the next word to end.
                        [_, b'$' | b'(', ..] | [_] => true,
                        _ => shifted,
                    };
                    rest = rest.get(1..).unwrap_or_default();
                }
            }
            Self::Tilde => {
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

    /// Whether text begins with a shift of its own, and so needs no state from before.
    pub(super) fn starts(self, octets: &[u8]) -> bool {
        match self {
            Self::Never => false,
            Self::Escape => matches!(octets, [ESCAPE | SHIFT_OUT, ..]),
            Self::Tilde => octets.starts_with(b"~{"),
        }
    }
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
            assert_eq!(Shift::Escape.after(false, octets), shifted, "{octets:?}");
            assert!(!Shift::Never.after(true, octets));
        }
        assert!(Shift::Escape.after(true, b"8l"));
        assert!(Shift::Tilde.after(false, b"~~{~{VP"));
        assert!(!Shift::Tilde.after(false, b"~{VP~}"));
        assert!(!Shift::Tilde.after(false, b"~~{"));
        assert!(
            Shift::Escape.starts(b"\x1B$B") && !Shift::Escape.starts(b"8l") && Shift::Tilde.starts(b"~{")
        );
    }
}
