//! Compares every two-octet code of every charset that has two-octet codes with another decoder.

use super::oracle::{self, Verdict};
use mailutf::charset::Charset;
use std::collections::BTreeSet;

/// A set of two-octet characters, as one charset encodes it.
struct Set {
    label: &'static str,
    /// The octets, such as escape sequences, that must stand before and after a character.
    around: (&'static [u8], &'static [u8]),
    /// The range of the second octets of codes. The first octets have the same range, except for `EIGHT`: there they
    /// are 0x81 to 0xFE.
    octets: (u8, u8),
    /// The decoder to compare with, in the notation of `oracle::decode`.
    decoder: &'static str,
    /// The codes that have different characters. Each entry is our character and the character of the other decoder.
    differ: &'static [(&'static str, &'static str)],
    /// The number of codes that only we decode, and the number of codes that only the other decoder decodes.
    only: (usize, usize),
    /// The checksum of all characters, with `-` for each code without a character.
    checksum: u64,
}

const SEVEN: (u8, u8) = (0x21, 0x7E);
const EIGHT: (u8, u8) = (0x31, 0xFE);
/// Characters of JIS X 0208: first according to Windows and the WHATWG, then according to JIS X 0221.
const JAPANESE: &[(&str, &str)] =
    &[("～", "〜"), ("∥", "‖"), ("－", "−"), ("￠", "¢"), ("￡", "£"), ("￢", "¬")];
/// Characters of GB 2312: first according to GB18030, then according to other decoders.
const CHINESE: &[(&str, &str)] = &[("·", "・"), ("—", "―")];

const HIGH: (u8, u8) = (0xA1, 0xFE);
/// Characters that GB18030 has since the edition of 2022, and the code points in their place in the edition of
/// 2005.
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
/// Symbols of Big5: first according to the WHATWG, then according to Python.
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
    // Only we decode rows 13 and 89 to 92, which are extensions of NEC and IBM.
    Set::new("iso-2022-jp", (b"\x1B$B", b"\x1B(B"), SEVEN, "iso2022_jp", 0xC296482A52C5BBF6)
        .differ(JAPANESE)
        .only(457, 0),
    Set::new("iso-2022-jp-1", (b"\x1B$(D", b"\x1B(B"), SEVEN, "iso2022_jp_ext", 0xC39BBC2A047D13CD)
        .differ(&[("～", "~")]),
    // We decode GB 2312 by GBK, which fills gaps with vertical forms, small Roman numerals and the euro sign.
    Set::new("iso-2022-jp-2", (b"\x1B$A", b"\x1B(B"), SEVEN, "iso2022_jp_2", 0xD0FF1CEBCA2AFB66)
        .differ(CHINESE)
        .only(46, 0),
    Set::new("iso-2022-jp-2", (b"\x1B$(C", b"\x1B(B"), SEVEN, "iconv:ISO-2022-JP-2", 0xAFA1386941E8E51E),
    Set::new("iso-2022-jp-3", (b"\x1B$(Q", b"\x1B(B"), SEVEN, "iso2022_jp_2004", 0x94EA27EE6DB77C9A)
        .differ(&[("～", "~")]),
    Set::new("iso-2022-jp-3", (b"\x1B$(P", b"\x1B(B"), SEVEN, "iso2022_jp_2004", 0xC63EB5B318ACB326),
    Set::new("iso-2022-kr", (b"\x1B$)C\x0E", b"\x0F"), SEVEN, "iconv:ISO-2022-KR", 0xAFA1386941E8E51E),
    Set::new("hz-gb-2312", (b"~{", b"~}"), SEVEN, "hz", 0xD0FF1CEBCA2AFB66).differ(CHINESE).only(46, 0),
    // Some letters have two codes. We read both, Python reads one, and glibc reads fewer. Python also reads a
    // filler, but not the postal code mark.
    Set::new("johab", (b"", b""), EIGHT, "johab", 0x9FD28DD035D286E3).only(52, 1),
    Set::new("johab", (b"", b""), EIGHT, "iconv:JOHAB", 0x9FD28DD035D286E3).only(67, 0),
    Set::new("euc-tw", (b"", b""), HIGH, "iconv:EUC-TW", 0x9DAE767283D96589),
    Set::new("euc-tw", (b"\x8E\xA2", b""), HIGH, "iconv:EUC-TW", 0xB6322CA87920CA49),
    Set::new("euc-tw", (b"\x8E\xA3", b""), HIGH, "iconv:EUC-TW", 0x8A198C367B886058),
    Set::new("euc-tw", (b"\x8E\xA4", b""), HIGH, "iconv:EUC-TW", 0x85D15E8F6ECAD690),
    Set::new("euc-tw", (b"\x8E\xA5", b""), HIGH, "iconv:EUC-TW", 0xAB89264C23A86775),
    Set::new("euc-tw", (b"\x8E\xA6", b""), HIGH, "iconv:EUC-TW", 0xBA7F0DB9ABB43BF7),
    Set::new("euc-tw", (b"\x8E\xA7", b""), HIGH, "iconv:EUC-TW", 0x01DC80855DD0E5F6),
    Set::new("euc-tw", (b"\x8E\xAF", b""), HIGH, "iconv:EUC-TW", 0x8A32C6B35FB05CCE),
    Set::new("iso-2022-cn", (b"\x1B$)A\x0E", b"\x0F"), SEVEN, "iconv:ISO-2022-CN", 0xD0FF1CEBCA2AFB66)
        .differ(CHINESE)
        .only(46, 0),
    Set::new("iso-2022-cn", (b"\x1B$)G\x0E", b"\x0F"), SEVEN, "iconv:ISO-2022-CN", 0x9DAE767283D96589),
    Set::new("iso-2022-cn", (b"\x1B$*H\x1BN", b""), SEVEN, "iconv:ISO-2022-CN", 0xB6322CA87920CA49),
    Set::new(
        "iso-2022-cn-ext",
        (b"\x1B$)E\x0E", b"\x0F"),
        SEVEN,
        "iconv:ISO-2022-CN-EXT",
        0x363F23E97F0324F6,
    ),
    Set::new("iso-2022-cn-ext", (b"\x1B$+I\x1BO", b""), SEVEN, "iconv:ISO-2022-CN-EXT", 0x8A198C367B886058),
    Set::new("iso-2022-cn-ext", (b"\x1B$+J\x1BO", b""), SEVEN, "iconv:ISO-2022-CN-EXT", 0x85D15E8F6ECAD690),
    Set::new("iso-2022-cn-ext", (b"\x1B$+K\x1BO", b""), SEVEN, "iconv:ISO-2022-CN-EXT", 0xAB89264C23A86775),
    Set::new("iso-2022-cn-ext", (b"\x1B$+L\x1BO", b""), SEVEN, "iconv:ISO-2022-CN-EXT", 0xBA7F0DB9ABB43BF7),
    Set::new("iso-2022-cn-ext", (b"\x1B$+M\x1BO", b""), SEVEN, "iconv:ISO-2022-CN-EXT", 0x01DC80855DD0E5F6),
    // Python reads the octets A0, FD and FE as characters.
    Set::new("shift_jis", (b"", b""), EIGHT, "cp932", 0x954A6FF625A28A4F).only(0, 621),
    Set::new("euc-jp", (b"", b""), HIGH, "euc_jp", 0xC296482A52C5BBF6).differ(JAPANESE).only(457, 0),
    Set::new("euc-jp", (b"\x8F", b""), HIGH, "euc_jp", 0xC39BBC2A047D13CD).differ(&[("～", "~")]),
    Set::new("gb2312", (b"", b""), EIGHT, "gb18030", 0x69A9526EDE38D5AE).differ(GB18030),
    Set::new("ks_c_5601-1987", (b"", b""), EIGHT, "cp949", 0xA38717E2EEBA20D7),
    // We follow the edition of HKSCS of 2008, which has more characters than the edition of 2004,
    // which Python follows.
    Set::new("big5", (b"", b""), EIGHT, "big5hkscs", 0x83A66B1C57FE8EE3).differ(HKSCS).only(192, 0),
];

impl Set {
    const fn new(
        label: &'static str,
        around: (&'static [u8], &'static [u8]),
        octets: (u8, u8),
        decoder: &'static str,
        checksum: u64,
    ) -> Self {
        Self { label, around, octets, decoder, differ: &[], only: (0, 0), checksum }
    }

    const fn differ(self, differ: &'static [(&'static str, &'static str)]) -> Self {
        Self { differ, ..self }
    }

    const fn only(self, ours: usize, theirs: usize) -> Self {
        Self { only: (ours, theirs), ..self }
    }

    /// Every code, with the octets of `around` before and after it.
    fn codes(&self) -> Vec<Vec<u8>> {
        let (first, last) = self.octets;
        let leads = if self.octets == EIGHT { 0x81..=0xFE } else { first..=last };
        let pairs = leads.flat_map(|lead| (first..=last).map(move |trail| [lead, trail]));
        pairs
            .filter(|pair| pair.iter().all(|octet| *octet != 0x7F && *octet != 0x80))
            .map(|pair| [self.around.0, &pair, self.around.1].concat())
            .collect()
    }

    /// Compares our texts of `codes` with those of the other decoder and with the checksum. Returns the errors.
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
fn every_code_matches_its_source() {
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
