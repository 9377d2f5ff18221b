//! Charsets whose labels mail uses for a superset, and the characters that only the superset has.
//!
//! These are recognized by ranges of octets or pairs of octets that the narrower standard does not use, not by
//! tables of characters. Linear time.

use crate::charset::identity::{Charset, Kind};
use crate::charset::legacy::code_pages;

/// A charset whose labels are read as a superset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum DeclaredSubset {
    /// Read as windows-1252.
    Iso8859_1,
    /// Read as windows-1254.
    Iso8859_9,
    /// Read as windows-874.
    Iso8859_11,
    /// ISO-8859-11 without the no-break space, read as windows-874.
    Tis620,
    /// GB 2312-80 in EUC, read as GB18030.
    Gb2312,
    /// Read as GB18030.
    Gbk,
    /// KS X 1001 in EUC, read as Unified Hangul Code.
    EucKr,
    /// JIS X 0201 and 0208, read as windows-31j.
    ShiftJis,
    /// ETEN's Big5, read as Big5-HKSCS.
    Big5,
}

impl DeclaredSubset {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Iso8859_1 => "ISO-8859-1",
            Self::Iso8859_9 => "ISO-8859-9",
            Self::Iso8859_11 => "ISO-8859-11",
            Self::Tis620 => "TIS-620",
            Self::Gb2312 => "GB2312",
            Self::Gbk => "GBK",
            Self::EucKr => "EUC-KR",
            Self::ShiftJis => "Shift_JIS",
            Self::Big5 => "Big5",
        }
    }

    /// The charset itself, if it differs from its superset in more than missing characters.
    pub(super) fn exact(self) -> Option<Charset> {
        let page = match self {
            Self::Iso8859_1 => &code_pages::ISO_8859_1,
            Self::Iso8859_9 => &code_pages::ISO_8859_9,
            Self::Iso8859_11 | Self::Tis620 => &code_pages::ISO_8859_11,
            _ => return None,
        };
        Some(Charset(Kind::CodePage(page)))
    }

    /// Offset of the first octet of a character that only the superset has.
    pub(super) fn exceeded_by(self, text: &[u8]) -> Option<usize> {
        let is_single = |_| false;
        match self {
            // The C1 control characters of these charsets, which mail does not use.
            Self::Iso8859_1 | Self::Iso8859_9 | Self::Iso8859_11 => {
                first(text, |octet| matches!(octet, 0x80..=0x9f))
            }
            Self::Tis620 => first(text, |octet| matches!(octet, 0x80..=0xa0)),
            // Rows 1 to 9 and 16 to 87.
            Self::Gb2312 => first_pair(text, is_single, |lead, trail| {
                !matches!(lead, 0xa1..=0xa9 | 0xb0..=0xf7) || trail < 0xa1
            }),
            // A digit as the second octet shows a four-octet code of GB18030.
            Self::Gbk => first_pair(text, is_single, |_, trail| trail.is_ascii_digit()),
            Self::EucKr => first_pair(text, is_single, |lead, trail| lead < 0xa1 || trail < 0xa1),
            // NEC row 13, NEC's selection of IBM's extensions, user-defined rows from 95 on, and IBM's extensions.
            Self::ShiftJis => first_pair(
                text,
                |lead| matches!(lead, 0xa1..=0xdf),
                |lead, _| matches!(lead, 0x87 | 0xed | 0xee | 0xf0..),
            ),
            Self::Big5 => first_pair(text, is_single, |lead, trail| match lead {
                0xc6 => trail >= 0xa1,
                0xc7 | 0xc8 => true,
                0xf9 => trail > 0xd5,
                _ => !matches!(lead, 0xa1..=0xf9),
            }),
        }
    }
}

/// Offset of the first pair of octets that the narrower charset lacks. `is_single` tells which octets above 128 are
/// characters by themselves.
fn first_pair(text: &[u8], is_single: impl Fn(u8) -> bool, lacks: impl Fn(u8, u8) -> bool) -> Option<usize> {
    let mut rest = text;
    loop {
        rest = match rest {
            [] => return None,
            [0..=0x7f, after @ ..] => match rest.first_chunk() {
                Some(eight) => {
                    let high = u64::from_le_bytes(*eight) & 0x8080_8080_8080_8080;
                    rest.get(high.trailing_zeros() as usize / 8..).unwrap_or_default()
                }
                None => after,
            },
            [0x80, after @ ..] => after,
            [lead, after @ ..] if is_single(*lead) => after,
            // None of these charsets has a second octet below the digits.
            [lead, trail @ b'0'..=0xff, after @ ..] => {
                if lacks(*lead, *trail) {
                    return Some(text.len() - rest.len());
                }
                after
            }
            [_, after @ ..] => after,
        };
    }
}

/// Offset of the first octet for which `is` holds.
fn first(text: &[u8], is: impl Fn(u8) -> bool) -> Option<usize> {
    const PIECE: usize = 64;
    // Without an early exit in a piece, the compiler uses vector instructions.
    let has = |piece: &[u8]| piece.iter().fold(false, |found, octet| found | is(*octet));
    let before = PIECE * text.chunks(PIECE).position(has)?;
    Some(before + text.iter().skip(before).position(|octet| is(*octet))?)
}

#[cfg(test)]
mod tests {
    use super::DeclaredSubset;

    #[test]
    fn finds_the_first_character_beyond_the_subset() {
        for (narrow, within, beyond) in [
            (DeclaredSubset::Iso8859_1, &b"a\xa0\xff"[..], &b"\x80"[..]),
            (DeclaredSubset::Iso8859_9, b"\xfe", b"\x9f"),
            (DeclaredSubset::Iso8859_11, b"\xa1", b"\x85"),
            (DeclaredSubset::Gb2312, b"\xb0\xa1\xf7\xfe", b"\x81\x40"),
            (DeclaredSubset::Gb2312, b"\xa1\xa1", b"\xb0\x7e"),
            (DeclaredSubset::Gbk, b"\x81\x40\xfe\xa0", b"\x81\x30\x81\x30"),
            (DeclaredSubset::EucKr, b"\xb0\xa1\xc8\xfe", b"\x8c\x63"),
            (DeclaredSubset::ShiftJis, b"\x93\xfa\x96\x7b\xb1\x87", b"\x87\x40"),
            (DeclaredSubset::ShiftJis, b"\xea\xa4", b"\xfa\x40"),
            (DeclaredSubset::Big5, b"\xa4\xa4\xc9\x40\xf9\xd5", b"\xf9\xd6"),
            (DeclaredSubset::Big5, b"\xc6\x7e", b"\x88\x62"),
        ] {
            assert_eq!(narrow.exceeded_by(within), None, "{narrow:?}");
            let both = [within, b" ", beyond].concat();
            assert_eq!(narrow.exceeded_by(&both), Some(within.len() + 1), "{narrow:?}");
        }
    }
}
