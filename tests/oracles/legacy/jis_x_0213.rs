//! EUC-JIS-2004 and Shift_JIS-2004, compared with Python. The test tries each code of one to three octets, and each
//! character that has a code.

use super::oracle::{self, Verdict};
use mailutf::charset::Charset;

/// Converts the text that Python reads in Shift_JIS-2004 to the text that mail means. Python reads the octets 0x5C
/// and 0x7E as in JIS X 0201, but in all mail they are US-ASCII. For the wide forms of the backslash and the tilde,
/// Python has the US-ASCII characters instead.
fn as_in_mail(text: &str) -> String {
    let in_mail = |c| match c {
        '¥' => '\\',
        '‾' => '~',
        '\\' => '＼',
        '~' => '～',
        c => c,
    };
    text.chars().map(in_mail).collect()
}

/// Each sequence of octets that can be a character.
fn codes(is_euc: bool) -> Vec<Vec<u8>> {
    let one = (0..=0xFF).map(|octet| vec![octet]);
    let two = (0x80..=0xFF).flat_map(|lead| (0x21..=0xFF).map(move |trail| vec![lead, trail]));
    let three = (0xA1..=0xFE).flat_map(|row| (0xA1..=0xFE).map(move |column| vec![0x8F, row, column]));
    one.chain(two).chain(three.filter(|_| is_euc)).collect()
}

#[test]
fn each_code_and_each_character() {
    for (charset, codec) in
        [(Charset::EUC_JIS_2004, "euc_jis_2004"), (Charset::SHIFT_JIS_2004, "shift_jis_2004")]
    {
        let codes = codes(charset == Charset::EUC_JIS_2004);
        let asked: Vec<_> = codes.iter().map(|code| (codec, code.clone())).collect();
        let Some(verdicts) = oracle::decode(&asked) else { return };
        let mut characters = 0;
        for (code, theirs) in codes.iter().zip(verdicts) {
            let ours = charset.decode_strict(code).ok();
            let expected = match theirs {
                Verdict::Unknown => return,
                Verdict::Text(text) if charset == Charset::SHIFT_JIS_2004 => Some(as_in_mail(&text)),
                Verdict::Text(text) => Some(text),
                Verdict::Refused => None,
            };
            // Rows of JIS X 0212 have the same octets in EUC-JP as plane 2 has in EUC-JIS-2004. Where plane 2 has no
            // character, Python reads JIS X 0212, so these codes are not compared.
            if ours.is_none() && code.len() == 3 {
                continue;
            }
            assert_eq!(ours.as_deref(), expected.as_deref(), "{codec} {code:X?}");
            let Some(text) = expected else { continue };
            // If a character has two codes, the encoder writes the shorter one. So the texts are compared, not the
            // octets.
            let written = charset.encode(&text).unwrap();
            assert_eq!(charset.decode(&written).text, text, "{codec} {code:X?}");
            if text.chars().count() <= 2 && code.len() > 1 {
                characters += usize::from(*written == **code);
            }
        }
        assert!(characters > 11_000, "{codec}: {characters}");
        assert!(charset.encode("가").is_err());
        // The base letters here can be followed by an accent with which they share a code. Each text is encoded at
        // once and in pieces.
        for text in ["か", "か\u{309A}", "かか\u{309A}か", "æ\u{300}a", "\u{2E9}\u{2E5}\u{2E9}"] {
            let whole = charset.encode(text).unwrap();
            assert_eq!(charset.decode(&whole).text, text);
            let (mut encoder, mut octets) = (charset.encoder(), Vec::new());
            for character in text.chars() {
                encoder.push(&character.to_string(), &mut octets).unwrap();
            }
            encoder.finish(&mut octets);
            assert_eq!(octets, *whole, "{text}");
        }
    }
}
