//! Other decoders read the output of our encoders. The tests encode every character, and every order of the sets
//! between which a charset shifts.

use super::oracle::{self, Verdict};
use mailutf::charset::Charset;
use std::collections::{BTreeMap, BTreeSet};

/// A charset for which we have an encoder of our own, and the other decoders that read its output.
struct Written {
    label: &'static str,
    /// The other decoders, in the notation of `oracle::decode`.
    decoders: &'static [&'static str],
    /// The pieces of which texts are made: a character of each character set, and a line end.
    sets: &'static [&'static str],
    /// The characters that the other decoders read differently: our character, and theirs.
    differ: &'static [(char, char)],
    /// The number of texts that each of the other decoders refuses.
    refused: usize,
}

/// Characters of JIS X 0208: first according to Windows and the WHATWG, then according to JIS X 0221.
const JAPANESE: &[(char, char)] =
    &[('～', '〜'), ('∥', '‖'), ('－', '−'), ('￠', '¢'), ('￡', '£'), ('￢', '¬')];
/// Characters of GB 2312: first according to GB18030, then according to other decoders.
const CHINESE: &[(char, char)] = &[('·', '・'), ('—', '―')];

const WRITTEN: &[Written] = &[
    Written {
        label: "iso-2022-jp",
        decoders: &["iso2022_jp_ext", "iconv:ISO-2022-JP-3"],
        sets: &["a", "\u{A5}", "ｱ", "亜", "\n"],
        differ: JAPANESE,
        // The refused texts are in row 13 of NEC and in the extensions of IBM, which Windows and browsers read.
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

    /// Each character that the charset can encode as a text of its own, and each text of up to four pieces from
    /// `sets`.
    fn texts(&self) -> Vec<String> {
        let charset = self.charset();
        // Other planes have no characters of these charsets, so they are not tried.
        let every = ('\u{80}'..='\u{FFFF}').chain('\u{20000}'..='\u{2FA1D}').map(String::from);
        let mut texts: Vec<String> = every.filter(|text| charset.encode(text).is_ok()).collect();
        let longer = |texts: Vec<String>| -> Vec<String> {
            texts.iter().flat_map(|text| self.sets.iter().map(move |set| [text, *set].concat())).collect()
        };
        texts.extend((0..4).fold(vec![String::new()], |texts, _| longer(texts)));
        texts
    }

    /// The text that the other decoders should read if we encode `text`.
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
