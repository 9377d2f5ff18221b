//! Charsets that mail names although it uses a superset of them. For example, mail with the label ISO-8859-1
//! uses windows-1252.
//!
//! This module recognizes the characters that only the superset has. It needs no tables of characters, because
//! these characters are in ranges of octets, or of pairs of octets, that the narrower charset does not use.
//! Linear time.

use crate::charset::identity::{Charset, Kind};
use crate::charset::legacy::{code_pages, koi8_u};
use crate::kernels::{self, pairs, pairs::UsualPairs};
use encoding_rs::Encoding;

/// A charset whose label in mail means a superset of this charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum DeclaredSubset {
    /// ISO-8859-1, read as windows-1252.
    Iso8859_1,
    /// ISO-8859-9, read as windows-1254.
    Iso8859_9,
    /// ISO-8859-11, read as windows-874.
    Iso8859_11,
    /// ISO-8859-11 without the no-break space, read as windows-874.
    Tis620,
    /// GB 2312-80 in EUC, read as GB18030.
    Gb2312,
    /// GBK, read as GB18030.
    Gbk,
    /// KS X 1001 in EUC, read as Unified Hangul Code (windows-949).
    EucKr,
    /// JIS X 0201 and 0208, read as windows-31j.
    ShiftJis,
    /// ETEN's Big5, read as Big5-HKSCS.
    Big5,
    /// KOI8-U as RFC 2319 defines it, read as KOI8-U of the WHATWG.
    Koi8U,
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
            Self::Koi8U => "KOI8-U",
        }
    }

    /// The charset itself, if there are octets that mean one character in it and another character in its
    /// superset. `None` if the charset only lacks characters of the superset.
    pub(super) fn exact(self) -> Option<Charset> {
        let page = match self {
            Self::Iso8859_1 => &code_pages::ISO_8859_1,
            Self::Iso8859_9 => &code_pages::ISO_8859_9,
            Self::Iso8859_11 | Self::Tis620 => &code_pages::ISO_8859_11,
            Self::Koi8U => &code_pages::KOI8_U,
            _ => return None,
        };
        Some(Charset(Kind::CodePage(page)))
    }

    /// The offset of the first octet of a character that only the superset has.
    pub(super) fn exceeded_by(self, text: &[u8]) -> Option<usize> {
        const NONE: [u8; 2] = [0xff, 0];
        let no_others = |_, _| false;
        match self {
            // These octets are C1 control characters in the narrower charsets, but letters or signs in the
            // superset. Mail does not use C1 control characters.
            Self::Iso8859_1 | Self::Iso8859_9 | Self::Iso8859_11 => {
                first(text, |octet| matches!(octet, 0x80..=0x9f))
            }
            Self::Tis620 => first(text, |octet| matches!(octet, 0x80..=0xa0)),
            // GB 2312 has characters in rows 1 to 9 and 16 to 87.
            Self::Gb2312 => {
                let pairs = UsualPairs { single: NONE, first: [[0xa1, 0xa9], [0xb0, 0xf7]], second: 0xa1 };
                first_pair(text, &pairs, no_others)
            }
            // A second octet that is a digit belongs to a four-octet code of GB18030, which GBK lacks.
            Self::Gbk => {
                let pairs = UsualPairs { single: NONE, first: [[0x81, 0xff], NONE], second: b'9' + 1 };
                first_pair(text, &pairs, no_others)
            }
            Self::EucKr => {
                let pairs = UsualPairs { single: NONE, first: [[0xa1, 0xff], NONE], second: 0xa1 };
                first_pair(text, &pairs, no_others)
            }
            // JIS X 0208 lacks NEC row 13, NEC's selection of IBM's extensions, the user-defined rows from 95 on,
            // and IBM's extensions.
            Self::ShiftJis => {
                let first = [[0x81, 0x86], [0x88, 0xec]];
                let pairs = UsualPairs { single: [0xa1, 0xdf], first, second: DIGITS };
                first_pair(text, &pairs, |lead, _| lead == 0xef)
            }
            // For two octets, the narrower charset has frame corners where the superset has letters. Only the
            // letters need the superset.
            Self::Koi8U => koi8_u::first_letter(text),
            Self::Big5 => {
                let first = [[0xa1, 0xc5], [0xc9, 0xf8]];
                let pairs = UsualPairs { single: NONE, first, second: DIGITS };
                first_pair(text, &pairs, |lead, trail| {
                    matches!((lead, trail), (0xc6, ..=0xa0) | (0xf9, ..=0xd5))
                })
            }
        }
    }
}

/// The least second octet of pairs in charsets whose second octets are digits or greater.
const DIGITS: u8 = b'0';

/// The offset of the first pair of octets that the narrower charset lacks. The narrower charset has the usual
/// `pairs`, and the pairs for which `others` returns true.
fn first_pair(text: &[u8], pairs: &UsualPairs, others: impl Fn(u8, u8) -> bool) -> Option<usize> {
    let is_in = |octet: u8, [least, greatest]: [u8; 2]| (least..=greatest).contains(&octet);
    let is_pair = |lead: u8| lead > 0x80 && !is_in(lead, pairs.single);
    let is_usual =
        |lead: u8, trail: u8| pairs.first.iter().any(|range| is_in(lead, *range)) && trail >= pairs.second;
    let mut at = 0;
    loop {
        at += kernels::level()
            .map_or(0, |level| pairs::usual(level, pairs, text.get(at..).unwrap_or_default()));
        at += match text.get(at..)? {
            [] => return None,
            ascii @ [0..=0x7f, ..] => Encoding::ascii_valid_up_to(ascii),
            [lead, trail @ DIGITS..=0xff, ..] if is_pair(*lead) => {
                if !is_usual(*lead, *trail) && !others(*lead, *trail) {
                    return Some(at);
                }
                2
            }
            _ => 1,
        };
    }
}

/// The offset of the first octet for which `is` returns true.
fn first(text: &[u8], is: impl Fn(u8) -> bool) -> Option<usize> {
    const PIECE: usize = 64;
    // The loop over a piece has no early exit. Therefore the compiler uses vector instructions.
    let has = |piece: &[u8]| piece.iter().fold(false, |found, octet| found | is(*octet));
    let before = PIECE * text.chunks(PIECE).position(has)?;
    Some(before + text.iter().skip(before).position(|octet| is(*octet))?)
}

#[cfg(test)]
mod tests {
    use super::DeclaredSubset;
    use crate::kernels::test::{each_stretch, same_at_each_level};

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
    #[test]
    fn the_character_is_found_wherever_it_is() {
        for (narrow, usual, others, beyond) in [
            (DeclaredSubset::Gb2312, b"\xb0\xa1\xf7\xfe \xa9\xff", &b"\xc4\x2f\x80"[..], b"\xaa\xa1"),
            (DeclaredSubset::Gbk, b"\x81\x40\xfe\xa0 \xb0\xa1", b"\x80\xfe\x2f", b"\x81\x30"),
            (DeclaredSubset::EucKr, b"\xb0\xa1\xc8\xfe \xa1\xff", b"\xc4\x2f", b"\xb0\xa0"),
            (DeclaredSubset::ShiftJis, b"\x93\xfa\x96\x7b\xb1\xec\x87", b"\xef\xed\xc4a\x80", b"\x87\xb1"),
            (DeclaredSubset::Big5, b"\xa4\x40\xc9\xc7 \xf8\x30", b"\xf9\xd5\xc6\xa0", b"\xc6\xa1"),
        ] {
            for times in 0..40 {
                let within = [&usual.repeat(times)[..], others, &usual.repeat(times)].concat();
                assert_eq!(narrow.exceeded_by(&within), None, "{narrow:?}");
                let both = [&within[..], beyond, usual].concat();
                assert_eq!(narrow.exceeded_by(&both), Some(within.len()), "{narrow:?}");
            }
            let octets =
                [&usual.repeat(12)[..], others, &usual.repeat(20), beyond, &usual.repeat(12)].concat();
            each_stretch(&octets, |octets| same_at_each_level(|| narrow.exceeded_by(octets)));
        }
    }
}
