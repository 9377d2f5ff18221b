//! Characters and shifted sequences that are split between encoded words, which RFC 2047 section 5 forbids. The
//! tests try every split of every text, in B and in Q, with and without blanks between the words.

use mailutf::charset::Charset;
use mailutf::header::{decode, parameter};
use mailutf::transfer::{base64, quoted_printable};
use mailutf::{Code, normalize};

const TEXTS: &[(&str, &str)] = &[
    ("utf-8", "aé€😀b"),
    ("gb18030", "中a文😀€"),
    ("gb2312", "中a文"),
    ("big5", "中a文"),
    ("euc-jp", "日a本ｶ"),
    ("shift_jis", "日a表ｶ"),
    ("euc-kr", "한a국"),
    ("utf-16be", "a日😀"),
    ("utf-16le", "a日😀"),
    ("utf-32be", "a😀"),
    ("iso-2022-jp", "a日本b語"),
];

fn word(charset: &str, octets: &[u8], q: bool) -> String {
    let (letter, text) = match q {
        true => ('Q', quoted_printable::encode_word(octets)),
        false => ('B', base64::encode_word(octets)),
    };
    format!("=?{charset}?{letter}?{text}?=")
}

#[test]
fn in_two_at_every_octet() {
    for (label, text) in TEXTS {
        let charset = Charset::for_label(label.as_bytes()).unwrap();
        let octets = charset.encode(text).unwrap();
        for at in 1..octets.len() {
            let (one, two) = octets.split_at(at);
            for (q, between) in [(true, " "), (false, "\r\n\t"), (true, ""), (false, "")] {
                let words = word(label, one, q) + between + &word(&label.to_uppercase(), two, !q);
                assert_eq!(decode(words.as_bytes()), *text, "{words}");
            }
        }
    }
}

#[test]
fn into_single_octets() {
    for (label, text) in TEXTS {
        let octets = Charset::for_label(label.as_bytes()).unwrap().encode(text).unwrap();
        let words: Vec<_> = octets.iter().map(|octet| word(label, &[*octet], true)).collect();
        assert_eq!(decode(words.join(" ").as_bytes()), *text, "{words:?}");
    }
}

/// A value in the form of RFC 2231 is cut into two sections, which come in either order. The cut can be between two
/// octets or within an escape.
#[test]
fn sections_cut_at_every_character() {
    for (label, text) in TEXTS {
        let octets = Charset::for_label(label.as_bytes()).unwrap().encode(text).unwrap();
        let escaped: String = octets.iter().map(|octet| format!("%{octet:02x}")).collect();
        for at in 0..=escaped.len() {
            let (one, two) = escaped.split_at(at);
            for value in [
                format!("a; name*0*={label}''{one}; name*1*={two}"),
                format!("a; name*1*={two};\n name*0*={label}''{one}"),
            ] {
                assert_eq!(parameter(value.as_bytes(), "name").as_deref(), Some(*text), "{value}");
            }
        }
    }
}

#[test]
fn a_split_character_is_reported() {
    let split = |header: &str| {
        let plan = normalize(header.as_bytes());
        plan.findings().iter().any(|finding| finding.code == Code::WordSplitChar)
    };
    assert!(split("Subject: =?utf-8?Q?=C3?= =?utf-8?Q?=A4?=\n\n"));
    assert!(!split("Subject: =?utf-8?Q?=C3=A4?= =?utf-8?Q?=A4?=\n\n"));
    assert!(!split("Subject: =?utf-8?Q?=C3=A4?= =?utf-8?Q?=C3=A4?=\n\n"));
}

/// A damaged word stays as it is, and does not affect the words next to it.
#[test]
fn only_the_damaged_word_stays() {
    let good = word("utf-8", "ä".as_bytes(), true);
    let (one, two) = ("=?utf-8?Q?=C3?=", "=?utf-8?Q?=A4?=");
    for bad in ["=?utf-8?Q?=FF?=", "=?x-runes?Q?=E4?=", "=?utf-8?B?#?="] {
        for (words, text) in [
            (format!("{good} {bad} {good}"), format!("ä {bad} ä")),
            (format!("{good} {one} {two} {bad}"), format!("ää {bad}")),
        ] {
            if bad.contains("x-runes") || !words.contains(one) {
                assert_eq!(decode(words.as_bytes()), text);
            }
        }
    }
}

/// Words of ISO-2022-JP that each end in US-ASCII must not be joined before they are decoded: the escape sequences
/// between two words would be an error.
#[test]
fn words_that_end_in_the_initial_state() {
    let jis = Charset::for_label(b"iso-2022-jp").unwrap();
    let words: Vec<_> =
        ["日", "本", "語"].iter().map(|text| word("iso-2022-jp", &jis.encode(text).unwrap(), true)).collect();
    assert_eq!(decode(words.join("\n ").as_bytes()), "日本語");
    assert_eq!(decode(b"=?utf-7?Q?+ZeU-?= =?utf-7?Q?+Zyw?= =?utf-7?B?K2lwNA==?="), "日本語");
    assert_eq!(decode(b"=?iso-2022-kr?Q?=1B$)C=0EGQ=0F?= =?iso-2022-kr?Q?=0E19=0F?="), "한국");
    assert_eq!(decode(b"=?hz-gb-2312?Q?~{VP?= =?hz-gb-2312?Q?ND~}?="), "中文");
}

/// The encoding of these words has errors: a split escape, a split quantum, missing padding, a fold, or the wrong
/// letter for the encoding.
#[test]
fn errors_in_the_encoding_of_words() {
    for (words, text) in [
        ("=?utf-8?Q?Certifica=?= =?utf-8?Q?C3=A7=C3=A3?=", "Certificaçã"),
        ("=?utf-8?Q?a=C?= =?utf-8?Q?3=A4?=", "aä"),
        ("=?utf-8?B?YWJ?= =?utf-8?B?jZGVm?=", "abcdef"),
        ("=?utf-8?B?w?= =?utf-8?B?6?= =?utf-8?B?Q=?=", "ä"),
        ("=?utf-8?B?w6Q?= =?utf-8?B?w6Q?=", "ää"),
        ("=?utf-8?B?w6Q\r\n =?=", "ä"),
        ("=?utf-8?Q?w6Q=?=", "ä"),
        ("=?utf-8?B?caf=C3=A9?=", "café"),
        ("=?shift-jis?Q?=93=FA=96{=8C=EA=?=", "日本語"),
        ("=?utf-8?Q?a b?=", "a b"),
        ("=?utf-8?Q?who??=", "who?"),
        ("=?iso-8859-1?Q?=C3=A4=C3=B6?=", "äö"),
        ("=?iso-8859-1?Q?=C3=A4?=", "ä"),
    ] {
        assert_eq!(decode(words.as_bytes()), text, "{words}");
    }
}

/// Under the labels that Windows and Java use, and under `utf-16`, a byte order mark is not text. Under `utf-16le` it is
/// text.
#[test]
fn a_byte_order_mark_in_a_word() {
    for (word, text) in [
        ("=?unicodelittle?B?//5hAGIA?=", "ab"),
        ("=?x-utf-16le-bom?B?//5hAGIA?=", "ab"),
        ("=?unicodelittle?B?YQBiAA==?=", "ab"),
        ("=?unicodelittle?B?//5hAA==?= =?unicodelittle?B?//5iAA==?=", "ab"),
        ("=?utf-16le?B?//5hAGIA?=", "\u{FEFF}ab"),
        ("=?utf-16?B?//5hAGIA?=", "ab"),
    ] {
        assert_eq!(mailutf::header::decode(word.as_bytes()), text, "{word}");
    }
}
