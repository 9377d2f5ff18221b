//! Every code of two octets, of every charset that has such.

use crate::oracle::{self, Verdict};
use mailutf::charset::Charset;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// A set of characters of two octets.
struct Set {
    label: &'static str,
    /// What goes before a character, and after it.
    around: (&'static [u8], &'static [u8]),
    octets: RangeInclusive<u8>,
    /// The codec that it is compared with, as `oracle::decode` takes it.
    decoder: &'static str,
    /// Where both have a character and not the same: ours, the other.
    differ: &'static [(&'static str, &'static str)],
    /// Number of codes that only we have, and that only the other has.
    only: (usize, usize),
    /// Of all characters, `-` for none.
    checksum: u64,
}

const SEVEN: RangeInclusive<u8> = 0x21..=0x7E;
const EIGHT: RangeInclusive<u8> = 0x31..=0xFE;
/// JIS X 0208 as Windows and the WHATWG map it, against JIS X 0221.
const JAPANESE: &[(&str, &str)] =
    &[("～", "〜"), ("∥", "‖"), ("－", "−"), ("￠", "¢"), ("￡", "£"), ("￢", "¬")];
/// GB 2312 as GB18030 maps it.
const CHINESE: &[(&str, &str)] = &[("·", "・"), ("—", "―")];

const HIGH: RangeInclusive<u8> = 0xA1..=0xFE;
/// GB18030 of 2022 against that of 2005, which had no characters for these yet.
const GB18030: &[(&str, &str)] = &[
    ("ḿ", "\u{e7c7}"),
    ("\u{3000}", "\u{e5e5}"),
    ("龴", "\u{e81e}"),
    ("龵", "\u{e826}"),
    ("龶", "\u{e82b}"),
    ("龷", "\u{e82c}"),
    ("龸", "\u{e832}"),
    ("龹", "\u{e843}"),
    ("龺", "\u{e854}"),
    ("龻", "\u{e864}"),
    ("︐", "\u{e78d}"),
    ("︑", "\u{e78f}"),
    ("︒", "\u{e78e}"),
    ("︓", "\u{e790}"),
    ("︔", "\u{e791}"),
    ("︕", "\u{e792}"),
    ("︖", "\u{e793}"),
    ("︗", "\u{e794}"),
    ("︘", "\u{e795}"),
    ("︙", "\u{e796}"),
];
/// Big5's symbols as the WHATWG maps them.
const HKSCS: &[(&str, &str)] = &[
    ("¯", "‾"),
    ("‧", "•"),
    ("∕", "／"),
    ("⊕", "♁"),
    ("⊙", "☉"),
    ("﹑", "､"),
    ("﹨", "＼"),
    ("～", "∼"),
    ("￠", "¢"),
    ("￡", "£"),
    ("￥", "¥"),
];

const SETS: &[Set] = &[
    // Rows 13 and 89 to 92 are NEC's and IBM's.
    Set {
        label: "iso-2022-jp",
        around: (b"\x1B$B", b"\x1B(B"),
        octets: SEVEN,
        decoder: "iso2022_jp",
        differ: JAPANESE,
        only: (457, 0),
        checksum: 0xC296482A52C5BBF6,
    },
    Set {
        label: "iso-2022-jp-1",
        around: (b"\x1B$(D", b"\x1B(B"),
        octets: SEVEN,
        decoder: "iso2022_jp_ext",
        differ: &[("～", "~")],
        only: (0, 0),
        checksum: 0xC39BBC2A047D13CD,
    },
    // GBK has vertical forms, small Roman numerals and the euro in gaps.
    Set {
        label: "iso-2022-jp-2",
        around: (b"\x1B$A", b"\x1B(B"),
        octets: SEVEN,
        decoder: "iso2022_jp_2",
        differ: CHINESE,
        only: (46, 0),
        checksum: 0xD0FF1CEBCA2AFB66,
    },
    Set {
        label: "iso-2022-jp-2",
        around: (b"\x1B$(C", b"\x1B(B"),
        octets: SEVEN,
        decoder: "iso2022_jp_2",
        differ: &[],
        only: (0, 0),
        checksum: 0xDD88E6D7D4B7F4B9,
    },
    Set {
        label: "iso-2022-jp-3",
        around: (b"\x1B$(Q", b"\x1B(B"),
        octets: SEVEN,
        decoder: "iso2022_jp_2004",
        differ: &[("～", "~")],
        only: (0, 0),
        checksum: 0x94EA27EE6DB77C9A,
    },
    Set {
        label: "iso-2022-jp-3",
        around: (b"\x1B$(P", b"\x1B(B"),
        octets: SEVEN,
        decoder: "iso2022_jp_2004",
        differ: &[],
        only: (0, 0),
        checksum: 0xC63EB5B318ACB326,
    },
    Set {
        label: "iso-2022-kr",
        around: (b"\x1B$)C\x0E", b"\x0F"),
        octets: SEVEN,
        decoder: "iso2022_kr",
        differ: &[],
        only: (0, 0),
        checksum: 0xDD88E6D7D4B7F4B9,
    },
    Set {
        label: "hz-gb-2312",
        around: (b"~{", b"~}"),
        octets: SEVEN,
        decoder: "hz",
        differ: CHINESE,
        only: (46, 0),
        checksum: 0xD0FF1CEBCA2AFB66,
    },
    // Letters alone stand in two places, of which Python reads one; it reads a filler, too.
    Set {
        label: "johab",
        around: (b"", b""),
        octets: EIGHT,
        decoder: "johab",
        differ: &[],
        only: (51, 1),
        checksum: 0x05AFE450FDE37A34,
    },
    Set {
        label: "euc-tw",
        around: (b"", b""),
        octets: HIGH,
        decoder: "iconv:EUC-TW",
        differ: &[],
        only: (0, 0),
        checksum: 0x9DAE767283D96589,
    },
    Set {
        label: "euc-tw",
        around: (b"\x8E\xA2", b""),
        octets: HIGH,
        decoder: "iconv:EUC-TW",
        differ: &[],
        only: (0, 0),
        checksum: 0xB6322CA87920CA49,
    },
    Set {
        label: "euc-tw",
        around: (b"\x8E\xA3", b""),
        octets: HIGH,
        decoder: "iconv:EUC-TW",
        differ: &[],
        only: (0, 0),
        checksum: 0x8A198C367B886058,
    },
    Set {
        label: "iso-2022-cn",
        around: (b"\x1B$)A\x0E", b"\x0F"),
        octets: SEVEN,
        decoder: "iconv:ISO-2022-CN",
        differ: CHINESE,
        only: (46, 0),
        checksum: 0xD0FF1CEBCA2AFB66,
    },
    Set {
        label: "iso-2022-cn",
        around: (b"\x1B$)G\x0E", b"\x0F"),
        octets: SEVEN,
        decoder: "iconv:ISO-2022-CN",
        differ: &[],
        only: (0, 0),
        checksum: 0x9DAE767283D96589,
    },
    Set {
        label: "iso-2022-cn",
        around: (b"\x1B$*H\x1BN", b""),
        octets: SEVEN,
        decoder: "iconv:ISO-2022-CN",
        differ: &[],
        only: (0, 0),
        checksum: 0xB6322CA87920CA49,
    },
    // Python reads A0, FD and FE as characters.
    Set {
        label: "shift_jis",
        around: (b"", b""),
        octets: EIGHT,
        decoder: "cp932",
        differ: &[],
        only: (0, 621),
        checksum: 0x954A6FF625A28A4F,
    },
    Set {
        label: "euc-jp",
        around: (b"", b""),
        octets: HIGH,
        decoder: "euc_jp",
        differ: JAPANESE,
        only: (457, 0),
        checksum: 0xC296482A52C5BBF6,
    },
    Set {
        label: "euc-jp",
        around: (b"\x8F", b""),
        octets: HIGH,
        decoder: "euc_jp",
        differ: &[("～", "~")],
        only: (0, 0),
        checksum: 0xC39BBC2A047D13CD,
    },
    Set {
        label: "gb2312",
        around: (b"", b""),
        octets: EIGHT,
        decoder: "gb18030",
        differ: GB18030,
        only: (0, 0),
        checksum: 0x69A9526EDE38D5AE,
    },
    Set {
        label: "ks_c_5601-1987",
        around: (b"", b""),
        octets: EIGHT,
        decoder: "cp949",
        differ: &[],
        only: (0, 0),
        checksum: 0xA38717E2EEBA20D7,
    },
    // The edition of 2008 has more than that of 2004.
    Set {
        label: "big5",
        around: (b"", b""),
        octets: EIGHT,
        decoder: "big5hkscs",
        differ: HKSCS,
        only: (192, 0),
        checksum: 0x83A66B1C57FE8EE3,
    },
];

impl Set {
    /// Every code, with what goes around it.
    fn codes(&self) -> Vec<Vec<u8>> {
        let leads = if self.octets == EIGHT { 0x81..=0xFE } else { self.octets.clone() };
        let pairs = leads.flat_map(|lead| self.octets.clone().map(move |trail| [lead, trail]));
        pairs
            .filter(|pair| pair.iter().all(|octet| *octet != 0x7F && *octet != 0x80))
            .map(|pair| [self.around.0, &pair, self.around.1].concat())
            .collect()
    }

    /// Ours, and what is wrong with it.
    fn check(&self, codes: &[Vec<u8>], theirs: Option<&[Verdict]>) -> Vec<String> {
        let charset = Charset::for_label(self.label.as_bytes()).unwrap();
        let ours: Vec<_> =
            codes.iter().map(|code| charset.decode_strict(code).ok().map(String::from)).collect();
        let (mut differ, mut only, mut wrong) = (BTreeSet::new(), (0, 0), Vec::new());
        for (ours, theirs) in ours.iter().zip(theirs.unwrap_or_default()) {
            match (ours, theirs) {
                (Some(a), Verdict::Text(b)) if a != b => drop(differ.insert((a.as_str(), b.as_str()))),
                (Some(_), Verdict::Refused) => only.0 += 1,
                (None, Verdict::Text(_)) => only.1 += 1,
                _ => {}
            }
        }
        if theirs.is_some_and(|theirs| !theirs.contains(&Verdict::Unknown)) {
            if differ != self.differ.iter().copied().collect() {
                wrong.push(format!("differ: {differ:?}"));
            }
            if only != self.only {
                wrong.push(format!("only: {only:?}"));
            }
        }
        let all = ours.iter().flat_map(|text| text.as_deref().unwrap_or("-").bytes());
        let checksum = oracle::checksum(all);
        if checksum != self.checksum {
            wrong.push(format!("checksum: 0x{checksum:016X}"));
        }
        wrong
    }
}

#[test]
fn every_code_is_that_of_its_source() {
    let codes: Vec<_> = SETS.iter().map(Set::codes).collect();
    let named = SETS.iter().zip(&codes);
    let named = named.flat_map(|(set, codes)| codes.iter().map(|code| (set.decoder, code.clone())));
    let theirs = oracle::decode(&named.collect::<Vec<_>>());
    let (mut at, mut wrong) = (0, Vec::new());
    for (set, codes) in SETS.iter().zip(&codes) {
        let theirs = theirs.as_ref().map(|theirs| &theirs[at..at + codes.len()]);
        at += codes.len();
        let found = set.check(codes, theirs);
        wrong.extend(found.into_iter().map(|found| format!("{} by {}: {found}", set.label, set.decoder)));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
