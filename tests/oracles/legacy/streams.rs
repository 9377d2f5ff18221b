//! Guarantee G15 (docs/guarantees.md): every charset decodes any octets, and gives the same text with the same
//! errors for any split. The text is encoded back to octets that decode to the same text.

use mailutf::charset::{Charset, Malformed, Unencodable};
use proptest::prelude::*;

/// Octets that begin a shift or a character in some charset. The tests mix them with other octets.
const FRAGMENTS: [&[u8]; 34] = [
    b"\x1B$B",
    b"\x1B$@",
    b"\x1B(B",
    b"\x1B(J",
    b"\x1B(I",
    b"\x1B$(D",
    b"\x1B$A",
    b"\x1B$(C",
    b"\x1B.A",
    b"\x1B.F",
    b"\x1BN",
    b"\x1BO",
    b"\x1B$)C",
    b"\x1B$)A",
    b"\x1B$)G",
    b"\x1B$*H",
    b"\x1B",
    b"\x0E",
    b"\x0F",
    b"~{",
    b"~}",
    b"~",
    b"\n",
    b"\r\n",
    b" ",
    b"a",
    b"$3",
    b"0!",
    b"\xA4\xA2",
    b"\x8E\xA2\xA1\xA1",
    b"\x81\x30\x81\x30",
    b"\x88\x61",
    b"+",
    b"&",
];

fn octets() -> impl Strategy<Value = Vec<u8>> {
    let fragment = prop::sample::select(&FRAGMENTS[..]).prop_map(<[u8]>::to_vec);
    let any_octets = prop::collection::vec(any::<u8>(), 1..4);
    prop::collection::vec(prop_oneof![3 => fragment, 1 => any_octets], 0..10).prop_map(|parts| parts.concat())
}

type Decoding = (String, usize, Option<Malformed>);

fn in_pieces<'a>(charset: Charset, pieces: impl IntoIterator<Item = &'a [u8]>) -> Decoding {
    let (mut decoder, mut text) = (charset.decoder(), String::new());
    for piece in pieces {
        decoder.push(piece, &mut text);
    }
    let (errors, first) = decoder.finish(&mut text);
    (text, errors, first)
}

proptest! {
    #![proptest_config(crate::proptest_config(32))]

    #[test]
    fn any_octets_in_any_split(octets in octets(), middle in any::<prop::sample::Index>()) {
        let (left, right) = octets.split_at(middle.index(octets.len() + 1));
        for charset in Charset::all() {
            let whole = charset.decode(&octets);
            let whole = (whole.text.into_owned(), whole.errors, whole.first_error);
            prop_assert_eq!(&in_pieces(charset, octets.chunks(1)), &whole, "{} octet by octet", charset);
            prop_assert_eq!(&in_pieces(charset, [left, right]), &whole, "{} in two pieces", charset);
        }
    }

    /// The octets before the first error are valid on their own. UTF-7 is left out, because there these octets can
    /// begin a shifted sequence that has no end.
    #[test]
    fn the_first_error_has_the_reported_offset(octets in octets()) {
        let shifting = [Charset::UTF_7, Charset::IMAP_UTF_7];
        for charset in Charset::all().filter(|charset| !shifting.contains(charset)) {
            let Some(first) = charset.decode(&octets).first_error else { continue };
            prop_assert!(first.offset < octets.len(), "{charset}");
            let (before, _) = octets.split_at(first.offset);
            prop_assert_eq!(charset.decode(before).first_error, None, "{}: {:?}", charset, first);
        }
    }

    /// The octets that an encoder writes decode to the text that was encoded.
    #[test]
    fn encoded_text_decodes_to_itself(octets in octets(), other in any::<String>()) {
        for charset in Charset::all() {
            let read = charset.decode(&octets).text;
            for text in [read.as_ref(), &other] {
                let Ok(written) = charset.encode(text) else { continue };
                let again = charset.decode(&written);
                prop_assert_eq!(again.errors, 0, "{}: {:?}", charset, text);
                prop_assert_eq!(again.text.as_ref(), text, "{}", charset);
            }
        }
    }
}

/// Encodes the pieces without the characters that the charset lacks. Returns the octets, their text, and the first
/// of the characters that the charset lacks.
fn encode_pieces<'a>(
    charset: Charset,
    pieces: impl IntoIterator<Item = &'a str>,
) -> (Vec<u8>, String, Option<Unencodable>) {
    let (mut encoder, mut octets, mut kept) = (charset.encoder(), Vec::new(), String::new());
    let (mut first, mut at) = (None, 0);
    for piece in pieces {
        let mut rest = piece;
        while let Err(lacking) = encoder.push(rest, &mut octets) {
            let (before, behind) = rest.split_at(lacking.offset - at);
            kept.push_str(before);
            rest = behind.strip_prefix(lacking.character).unwrap();
            at = lacking.offset + lacking.character.len_utf8();
            first.get_or_insert(lacking);
        }
        kept.push_str(rest);
        at += rest.len();
    }
    encoder.finish(&mut octets);
    (octets, kept, first)
}

/// Text of characters that many charsets have, in different shift states, and of characters that charsets lack.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[ -~]{1,4}",
        1 => "[\\r\\n\\t&~+]{1,2}",
        2 => "[à-ÿЀ-ӿα-ω]{1,4}",
        2 => "[一-丏ぁ-ん、。]{1,4}",
        1 => "[ｱ-ﾝ가-갣¥‾]{1,3}",
        1 => "[\u{1f300}-\u{1f310}]{1,2}",
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(crate::proptest_config(32))]

    /// A text gives the same octets and the same first error for any split. Characters that the charset lacks have no
    /// influence on how the other characters are encoded.
    #[test]
    fn any_text_in_any_split(text in text(), middle in any::<prop::sample::Index>()) {
        let characters: Vec<&str> = text.split_inclusive(|_| true).collect();
        let middle = middle.index(characters.len() + 1);
        let (left, right) = (characters[..middle].concat(), characters[middle..].concat());
        for charset in Charset::all() {
            let each = encode_pieces(charset, characters.iter().copied());
            prop_assert_eq!(&encode_pieces(charset, [&*left, &*right]), &each, "{} in two pieces", charset);
            let (octets, kept, first) = each;
            prop_assert_eq!(charset.encode(&text).err(), first, "{}", charset);
            prop_assert_eq!(charset.encode(&kept).unwrap().into_owned(), octets, "{}", charset);
        }
    }
}

/// Pieces of the ISO-2022-JP that browsers read.
const JAPANESE: [&[u8]; 13] = [
    b"\x1B$B", b"\x1B$@", b"\x1B(B", b"\x1B(J", b"\x1B(I", b"$3", b"0!", b"1", b"~", b"\\", b" ", b"\n",
    b"\x7F",
];

proptest! {
    #![proptest_config(crate::proptest_config(2_000))]

    /// A whole text can take a fast path that decodes it at once. Pieces of one octet do not take this path, but must
    /// give the same result.
    #[test]
    fn japanese_at_once_and_in_pieces(parts in prop::collection::vec(prop::sample::select(&JAPANESE[..]), 0..12)) {
        let octets = parts.concat();
        let whole = Charset::ISO_2022_JP.decode(&octets);
        let whole = (whole.text.into_owned(), whole.errors, whole.first_error);
        prop_assert_eq!(in_pieces(Charset::ISO_2022_JP, octets.chunks(1)), whole);
    }
}

/// Our own encoders write all characters that have two octets.
#[test]
fn encoders_write_every_character() {
    let seven: Vec<u8> =
        (0x21..=0x7E).flat_map(|lead| (0x21..=0x7E).flat_map(move |trail| [lead, trail])).collect();
    let eight: Vec<u8> = (0x84..=0xFE)
        .flat_map(|lead| (0x31..=0xFE).filter(|trail| *trail != 0x7F).flat_map(move |trail| [lead, trail]))
        .collect();
    let written = |label: &str, parts: &[&[u8]], least: usize| {
        let charset = Charset::for_label(label.as_bytes()).unwrap();
        let octets = parts.concat();
        let read = charset.decode(&octets).text;
        let text: String = read.chars().filter(|c| charset.encode(&String::from(*c)).is_ok()).collect();
        let octets = charset.encode(&text).unwrap();
        assert_eq!(charset.decode_strict(&octets).unwrap(), text, "{label}");
        assert!(text.chars().count() >= least, "{label}: {}", text.chars().count());
    };
    written("iso-2022-jp", &[b"\x1B$B", &seven, b"\x1B(B"], 6_879);
    written("iso-2022-kr", &[b"\x1B$)C\x0E", &seven, b"\x0F"], 8_227);
    written("iso-2022-cn", &[b"\x1B$)A\x0E", &seven, b"\x1B$)G", &seven, b"\x0F"], 7_445 + 5_867);
    written("hz-gb-2312", &[b"~{", &seven, b"~}"], 7_445);
    let plane = |plane: u8| {
        let pairs = seven.chunks(2).flat_map(|pair| [0x8E, 0xA0 + plane, pair[0] | 0x80, pair[1] | 0x80]);
        pairs.collect::<Vec<u8>>()
    };
    written("euc-tw", &[&eight], 5_867);
    for (number, least) in
        [(2, 7_650), (3, 6_394), (4, 7_286), (5, 8_601), (6, 6_386), (7, 6_537), (15, 6_721)]
    {
        written("euc-tw", &[&plane(number)], least);
    }
    written("johab", &[&eight], 17_049);
}
