//! The examples and sequences that the RFCs print, section by section.

use super::{at_once, strict};
use mailutf::charset::utf7::{EncodeOptions, SetO};
use mailutf::charset::{Charset, MalformedKind};

/// Asserts that the octets decode to the text, and that the text is encoded to the octets.
fn both_ways(charset: Charset, octets: &[u8], text: &str) {
    assert_eq!(charset.decode_strict(octets).unwrap(), text);
    assert_eq!(charset.encode(text).unwrap(), octets);
}

#[test]
fn rfc_2152_definition_examples() {
    both_ways(Charset::UTF_7, b"A+ImIDkQ.", "A\u{2262}\u{0391}.");
    assert_eq!(Charset::UTF_7.decode_strict(b"Hi Mom -+Jjo--!").unwrap(), "Hi Mom -\u{263A}-!");
    assert_eq!(
        &*EncodeOptions::new().with_set_o(SetO::Direct).encode("Hi Mom -\u{263A}-!"),
        b"Hi Mom -+Jjo--!"
    );
    assert_eq!(Charset::UTF_7.decode_strict(b"+ZeVnLIqe-").unwrap(), "\u{65E5}\u{672C}\u{8A9E}");
    // Our form is an octet shorter than the RFC's, because no character follows that would require the `-`.
    assert_eq!(&*Charset::UTF_7.encode("\u{65E5}\u{672C}\u{8A9E}").unwrap(), b"+ZeVnLIqe");
}

#[test]
fn rfc_2152_within_mime_examples() {
    assert_eq!(Charset::UTF_7.decode_strict(b"Hi Mom +Jjo-!").unwrap(), "Hi Mom \u{263A}!");
    both_ways(Charset::UTF_7, b"Item 3 is +AKM-1.", "Item 3 is \u{A3}1.");
}

#[test]
fn rfc_2152_rule_1_sets_d_and_o() {
    let d = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'(),-./:?";
    both_ways(Charset::UTF_7, d.as_bytes(), d);
    let o = "!\"#$%&*;<=>@[]^_`{|}";
    assert_eq!(Charset::UTF_7.decode_strict(o.as_bytes()).unwrap(), o);
    assert_eq!(&*EncodeOptions::new().with_set_o(SetO::Direct).encode(o), o.as_bytes());
    let encoded = Charset::UTF_7.encode(o).unwrap();
    assert!(encoded[1..].iter().all(|octet| octet.is_ascii_alphanumeric() || b"+/".contains(octet)));
}

#[test]
fn rfc_2152_rule_2_shifted_encoding() {
    let utf7 = |octets: &[u8]| strict(Charset::UTF_7, octets);
    assert_eq!(utf7(b"+-").unwrap(), "+");
    assert_eq!(utf7(b"1 + 1").unwrap_err(), (2, MalformedKind::EmptyShift));
    assert_eq!(utf7(b"+AGE--").unwrap(), "a-", "the `-` that ends a sequence is absorbed, and only it");
    assert_eq!(utf7(b"+AGE.").unwrap(), "a.", "what else ends one is not");
    assert_eq!(utf7(b"+AGEAYg\r\nAGE").unwrap(), "ab\r\nAGE", "a line end ends one");
    assert_eq!(utf7(b"+AGEA-").unwrap(), "a", "zero bits are discarded");
    assert_eq!(utf7(b"+AGF-").unwrap_err(), (3, MalformedKind::NonZeroBits));
    assert_eq!(utf7(b"+2AA-").unwrap_err(), (1, MalformedKind::LoneSurrogate));
    both_ways(Charset::UTF_7, b"+2AjfRQ", "\u{12345}");
}

#[test]
fn rfc_2152_rule_3_blanks_and_line_ends() {
    both_ways(Charset::UTF_7, b" \t\r\n", " \t\r\n");
}

#[test]
fn rfc_2152_separators_become_line_ends_on_request() {
    let encoder = EncodeOptions::new().with_separators_as_line_ends();
    assert_eq!(&*encoder.encode("é\u{2028}é\u{2029}a"), b"+AOk\r\n+AOk\r\na");
    assert_eq!(&*EncodeOptions::new().encode("é\u{2028}"), b"+AOkgKA");
}

/// The text `*=Ra`, where `*` is U+12345.
const RA: &str = "\u{12345}=Ra";

#[test]
fn rfc_2781_section_5_examples() {
    let be = [0xD8, 0x08, 0xDF, 0x45, 0x00, 0x3D, 0x00, 0x52, 0x00, 0x61];
    let le = [0x08, 0xD8, 0x45, 0xDF, 0x3D, 0x00, 0x52, 0x00, 0x61, 0x00];
    both_ways(Charset::UTF_16BE, &be, RA);
    both_ways(Charset::UTF_16LE, &le, RA);
    both_ways(Charset::UTF_16, &[&[0xFE, 0xFF][..], &be].concat(), RA);
    assert_eq!(Charset::UTF_16.decode_strict(&[&[0xFF, 0xFE][..], &le].concat()).unwrap(), RA);
}

#[test]
fn rfc_2781_section_4_interpreting_labels() {
    let reversed = Err((0, MalformedKind::ReversedMark));
    // Sections 4.1 and 4.2: the text has no byte order mark, and the first character must not be 0xFFFE.
    assert_eq!(strict(Charset::UTF_16BE, b"\xFE\xFF\0a"), Ok("\u{FEFF}a".to_owned()));
    assert_eq!(strict(Charset::UTF_16LE, b"\xFF\xFEa\0"), Ok("\u{FEFF}a".to_owned()));
    // `UTF_16LE_BOM` is the charset of labels that Windows and Java use. A byte order mark at the start of the text
    // is not a part of the text, and can be missing.
    assert_eq!(strict(Charset::UTF_16LE_BOM, b"\xFF\xFEa\0"), Ok("a".to_owned()));
    assert_eq!(strict(Charset::UTF_16LE_BOM, b"\xFF\xFE\xFF\xFEa\0"), Ok("\u{FEFF}a".to_owned()));
    assert_eq!(strict(Charset::UTF_16LE_BOM, b"a\0"), Ok("a".to_owned()));
    assert_eq!(strict(Charset::UTF_16LE_BOM, b"\xFE\xFF\0a"), reversed);
    assert_eq!(&*Charset::UTF_16LE_BOM.encode("\u{FEFF}a").unwrap(), b"\xFF\xFE\xFF\xFEa\0");
    assert_eq!(strict(Charset::UTF_16BE, b"\xFF\xFEa\0"), reversed);
    assert_eq!(strict(Charset::UTF_16LE, b"\xFE\xFF\0a"), reversed);
    assert_eq!(strict(Charset::UTF_16BE, b"\0a\xFF\xFE"), Ok("a\u{FFFE}".to_owned()), "elsewhere it is text");
    // Section 4.3: the text has a byte order mark, or is big-endian.
    assert_eq!(strict(Charset::UTF_16, b"\xFE\xFF\0a"), Ok("a".to_owned()));
    assert_eq!(strict(Charset::UTF_16, b"\xFF\xFEa\0"), Ok("a".to_owned()));
    assert_eq!(strict(Charset::UTF_16, b"\0a"), Ok("a".to_owned()));
}

#[test]
fn rfc_2781_section_2_2_decoding() {
    let lone = |offset| Err((offset, MalformedKind::LoneSurrogate));
    let utf16 = |octets: &[u8]| strict(Charset::UTF_16BE, octets);
    assert_eq!(utf16(b"\0a\xDC\0"), lone(2), "step 2");
    assert_eq!(utf16(b"\0a\xD8\0"), lone(2), "step 3, no second unit");
    assert_eq!(utf16(b"\xD8\0\0a"), lone(0), "step 3, no low surrogate");
}

#[test]
fn rfc_3629_section_3_table() {
    let borders: [(&[u8], char); 8] = [
        (b"\x00", '\0'),
        (b"\x7F", '\x7F'),
        (b"\xC2\x80", '\u{80}'),
        (b"\xDF\xBF", '\u{7FF}'),
        (b"\xE0\xA0\x80", '\u{800}'),
        (b"\xEF\xBF\xBF", '\u{FFFF}'),
        (b"\xF0\x90\x80\x80", '\u{10000}'),
        (b"\xF4\x8F\xBF\xBF", '\u{10FFFF}'),
    ];
    for (octets, character) in borders {
        both_ways(Charset::UTF_8, octets, &character.to_string());
    }
    both_ways(Charset::UTF_8, b"\xE4\xBD\xA0", "\u{4F60}");
}

#[test]
fn rfc_3629_section_3_prohibitions() {
    let kind = |octets| Charset::UTF_8.decode_strict(octets).unwrap_err().kind;
    assert_eq!(kind(b"\xC0\x80"), MalformedKind::Overlong);
    assert_eq!(kind(b"\xED\xA1\x8C\xED\xBE\xB4"), MalformedKind::Surrogate, "CESU-8 of U+233B4");
    assert_eq!(kind(b"\xF4\x90\x80\x80"), MalformedKind::OutOfRange);
    assert_eq!(kind(b"\xF8\x88\x80\x80\x80"), MalformedKind::OutOfRange);
    assert_eq!(Charset::CESU_8.decode_strict(b"\xED\xA1\x8C\xED\xBE\xB4").unwrap(), "\u{233B4}");
}

#[test]
fn rfc_3629_section_7_examples() {
    both_ways(Charset::UTF_8, b"\x41\xE2\x89\xA2\xCE\x91\x2E", "A\u{2262}\u{391}.");
    both_ways(Charset::UTF_8, b"\xED\x95\x9C\xEA\xB5\xAD\xEC\x96\xB4", "\u{D55C}\u{AD6D}\u{C5B4}");
    both_ways(Charset::UTF_8, b"\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E", "\u{65E5}\u{672C}\u{8A9E}");
    both_ways(Charset::UTF_8, b"\xEF\xBB\xBF\xF0\xA3\x8E\xB4", "\u{FEFF}\u{233B4}");
}

#[test]
fn rfc_3629_section_10_security() {
    let (text, errors, _) = at_once(Charset::UTF_8, b"\x2F\xC0\xAE\x2E\x2F");
    assert_eq!((text.as_str(), errors), ("/\u{FFFD}\u{FFFD}./", 2), "no /../ comes out");
    assert_eq!(at_once(Charset::UTF_8, b"\xC0\x80").0, "\u{FFFD}\u{FFFD}", "no NUL comes out");
}

#[test]
fn rfc_3501_section_5_1_3_examples() {
    let mailbox = "~peter/mail/\u{53F0}\u{5317}/\u{65E5}\u{672C}\u{8A9E}";
    both_ways(Charset::IMAP_UTF_7, b"~peter/mail/&U,BTFw-/&ZeVnLIqe-", mailbox);
    both_ways(Charset::IMAP_UTF_7, b"&Jjo-!", "\u{263A}!");
    both_ways(Charset::IMAP_UTF_7, b"&U,BTF2XlZyyKng-", "\u{53F0}\u{5317}\u{65E5}\u{672C}\u{8A9E}");
    let kind = |octets| Charset::IMAP_UTF_7.decode_strict(octets).unwrap_err().kind;
    assert_eq!(kind(b"&Jjo!"), MalformedKind::Unterminated);
    assert_eq!(kind(b"&U,BTFw-&ZeVnLIqe-"), MalformedKind::SuperfluousShift);
}
