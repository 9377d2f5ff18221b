//! The output of our encoders, read by others: every character, and every order of the sets that a charset
//! shifts between.

use super::oracle::{self, Verdict};
use mailutf::charset::Charset;
use std::collections::{BTreeMap, BTreeSet};

/// A charset with an encoder of our own, and other decoders.
struct Written {
    label: &'static str,
    /// As `oracle::decode` takes them.
    decoders: &'static [&'static str],
    /// A character of each set, and the end of a line.
    sets: &'static [&'static str],
    /// Characters that the decoders read differently: ours, theirs.
    differ: &'static [(char, char)],
    /// Number of texts that each decoder refuses.
    refused: usize,
}

/// JIS X 0208 by Windows and the WHATWG, and by JIS X 0221.
const JAPANESE: &[(char, char)] =
    &[('～', '〜'), ('∥', '‖'), ('－', '−'), ('￠', '¢'), ('￡', '£'), ('￢', '¬')];
/// GB 2312 by GB18030.
const CHINESE: &[(char, char)] = &[('·', '・'), ('—', '―')];

const WRITTEN: &[Written] = &[
    Written {
        label: "iso-2022-jp",
        decoders: &["iso2022_jp_ext", "iconv:ISO-2022-JP-3"],
        sets: &["a", "\u{A5}", "ｱ", "亜", "\n"],
        differ: JAPANESE,
        // Row 13 of NEC and IBM's extensions, which Windows and browsers have.
        refused: 447,
    },
    Written {
        label: "iso-2022-kr",
        decoders: &["iconv:ISO-2022-KR"],
        sets: &["a", "가", "나", "\n"],
        differ: &[],
        refused: 0,
    },
    Written {
        label: "iso-2022-cn",
        decoders: &["iconv:ISO-2022-CN", "iconv:ISO-2022-CN-EXT"],
        sets: &["a", "换", "換", "乂", "\r\n"],
        differ: CHINESE,
        refused: 0,
    },
    Written { label: "hz", decoders: &["hz"], sets: &["a", "~", "换", "\n"], differ: CHINESE, refused: 0 },
    Written {
        label: "johab", decoders: &["iconv:JOHAB"], sets: &["a", "가", "、"], differ: &[], refused: 0
    },
    Written {
        label: "euc-tw",
        decoders: &["iconv:EUC-TW"],
        sets: &["a", "換", "乂"],
        differ: &[],
        refused: 0,
    },
];

impl Written {
    fn charset(&self) -> Charset {
        Charset::for_label(self.label.as_bytes()).unwrap()
    }

    /// Every character that can be encoded as a text of its own, and every text of four pieces.
    fn texts(&self) -> Vec<String> {
        let charset = self.charset();
        // Other planes have no characters of these charsets.
        let every = ('\u{80}'..='\u{FFFF}').chain('\u{20000}'..='\u{2FA1D}').map(String::from);
        let mut texts: Vec<String> = every.filter(|text| charset.encode(text).is_ok()).collect();
        let longer = |texts: Vec<String>| -> Vec<String> {
            texts.iter().flat_map(|text| self.sets.iter().map(move |set| [text, *set].concat())).collect()
        };
        texts.extend((0..4).fold(vec![String::new()], |texts, _| longer(texts)));
        texts
    }

    /// What the other decoders should read for `text`.
    fn expected(&self, text: &str) -> String {
        let differ: BTreeMap<char, char> = self.differ.iter().copied().collect();
        text.chars().map(|character| *differ.get(&character).unwrap_or(&character)).collect()
    }
}

#[test]
fn others_read_our_output() {
    let mut wrong = BTreeSet::new();
    for written in WRITTEN {
        let texts = written.texts();
        let octets = |text: &String| written.charset().encode(text).unwrap().into_owned();
        for decoder in written.decoders {
            let asked: Vec<_> = texts.iter().map(|text| (*decoder, octets(text))).collect();
            let theirs = oracle::decode(&asked).unwrap_or_default();
            if theirs.iter().filter(|theirs| **theirs == Verdict::Refused).count() != written.refused {
                wrong.extend(refused(&asked, &theirs));
            }
            for (text, theirs) in texts.iter().zip(theirs) {
                if let Verdict::Text(theirs) = theirs
                    && theirs != *text
                    && theirs != written.expected(text)
                {
                    wrong.insert(format!("{decoder}: {text:?} is {theirs:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong: {:#?}", wrong.len(), wrong.iter().take(20).collect::<Vec<_>>());
}

fn refused(asked: &[(&str, Vec<u8>)], theirs: &[Verdict]) -> Vec<String> {
    let refused = asked.iter().zip(theirs).filter(|(_, theirs)| **theirs == Verdict::Refused);
    refused.map(|((decoder, octets), _)| format!("{decoder} refuses {}", octets.escape_ascii())).collect()
}
