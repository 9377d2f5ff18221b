//! Guarantees G17 and G18 (docs/guarantees.md): UTF-8 is compared with the standard library, and UTF-16 and UTF-32
//! are compared unit by unit. All of Unicode goes through every codec.

use super::{at_once, codecs, in_pieces, strict, strings};
use mailutf::charset::utf8::{Recovery, decode};
use mailutf::charset::{Charset, MalformedKind};

/// Compares our decoding with that of the standard library: the lossy text, the offset of the first error, and the
/// result of decoding in pieces.
fn check_utf8(octets: &[u8]) {
    let outcome = at_once(Charset::UTF_8, octets);
    assert_eq!(outcome.0, String::from_utf8_lossy(octets), "{octets:x?}");
    let chunks = octets.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty());
    assert_eq!(outcome.1, chunks.count(), "{octets:x?}");
    let valid = std::str::from_utf8(octets).map_err(|error| (error.valid_up_to(), error.error_len()));
    match (Charset::UTF_8.decode_strict(octets), valid) {
        (Ok(ours), Ok(valid)) => assert_eq!(ours, valid),
        (Err(ours), Err((offset, length))) => {
            assert_eq!(ours.offset, offset, "{octets:x?}");
            assert_eq!(ours.kind == MalformedKind::Truncated, length.is_none(), "{octets:x?}");
            assert_eq!(Some(ours), outcome.2);
        }
        (ours, valid) => panic!("{octets:x?}: {ours:?}, {valid:?}"),
    }
    assert_eq!(outcome, in_pieces(Charset::UTF_8, octets.chunks(1)), "{octets:x?}");
}

#[test]
fn utf8_all_of_one_and_two_octets() {
    let octets: Vec<u8> = (0..=255).collect();
    (0..=2).flat_map(|length| strings(&octets, length)).for_each(|octets| check_utf8(&octets));
}

/// For each first octet, all sequences of three octets are decoded in a single text. A space follows each sequence.
#[test]
fn utf8_all_of_three_octets() {
    let check = |first: u8| {
        let mut octets = Vec::with_capacity(4 << 16);
        for rest in 0..=u16::MAX {
            let [second, third] = rest.to_be_bytes();
            octets.extend_from_slice(&[first, second, third, b' ']);
        }
        let decoded = Charset::UTF_8.decode(&octets);
        assert!(decoded.text == String::from_utf8_lossy(&octets), "{first:x}");
        let chunks = octets.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty());
        assert_eq!(decoded.errors, chunks.count(), "{first:x}");
    };
    std::thread::scope(|scope| {
        for start in (0x80..=0xFF_u8).step_by(32) {
            scope.spawn(move || (start..=start + 31).for_each(check));
        }
    });
}

#[test]
fn utf8_classes_of_four_octets() {
    let classes = [
        0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1,
        0xF4, 0xF5, 0xFF,
    ];
    strings(&classes, 4).for_each(|octets| check_utf8(&octets));
}

/// Each way to recover from errors changes only the ill-formed octets. The other text, the number of errors and the
/// first error are the same in all ways.
#[test]
fn utf8_recovery_keeps_well_formed_text() {
    let classes = [0x41, 0x80, 0x9F, 0xBF, 0xC3, 0xE2, 0x82, 0xAC, 0xF0, 0xFF];
    for octets in strings(&classes, 4) {
        let replaced = at_once(Charset::UTF_8, &octets);
        let ill_formed: usize = octets.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
        for recovery in [Recovery::Windows1252, Recovery::Latin1] {
            let decoded = decode(&octets, recovery).unwrap();
            assert_eq!((decoded.errors, decoded.first_error), (replaced.1, replaced.2));
            let shared = replaced.0.chars().count() - replaced.1;
            assert_eq!(decoded.text.chars().count(), shared + ill_formed, "{octets:x?}");
        }
        let latin1 = decode(&octets, Recovery::Latin1).unwrap().text;
        let expected: String = octets
            .utf8_chunks()
            .flat_map(|chunk| chunk.valid().chars().chain(chunk.invalid().iter().copied().map(char::from)))
            .collect();
        assert_eq!(latin1, expected);
        assert_eq!(decode(&octets, Recovery::Fail).err(), replaced.2);
    }
}

fn utf16(order: Charset, units: &[u16]) -> Vec<u8> {
    let octets =
        |unit: &u16| if order == Charset::UTF_16BE { unit.to_be_bytes() } else { unit.to_le_bytes() };
    units.iter().flat_map(octets).collect()
}

/// Compares the text and the errors with those of the standard library. `units` must not start with U+FFFE.
fn check_utf16(units: &[u16]) {
    let expected = String::from_utf16_lossy(units);
    let errors = char::decode_utf16(units.iter().copied()).filter(Result::is_err).count();
    let mut at = 0;
    let first = char::decode_utf16(units.iter().copied()).find_map(|character| match character {
        Ok(character) => {
            at += 2 * character.len_utf16();
            None
        }
        Err(_) => Some(at),
    });
    for order in [Charset::UTF_16BE, Charset::UTF_16LE] {
        let octets = utf16(order, units);
        let outcome = at_once(order, &octets);
        assert_eq!(outcome.0, expected, "{units:x?}");
        assert_eq!((outcome.1, outcome.2.map(|error| error.offset)), (errors, first), "{units:x?}");
        assert!(outcome.2.is_none_or(|error| error.kind == MalformedKind::LoneSurrogate));
        assert_eq!(outcome, in_pieces(order, octets.chunks(1)), "{units:x?}");
        // If an odd octet follows a high surrogate, it counts as the first half of a low surrogate. After other
        // units, an odd octet is an error of its own.
        let cut = matches!(units.last(), Some(0xD800..=0xDBFF));
        let odd = [&octets[..], b"a"].concat();
        let (text, count, at) = at_once(order, &odd);
        assert_eq!(text, if cut { expected.clone() } else { format!("{expected}\u{FFFD}") }, "{units:x?}");
        assert_eq!(count, errors + usize::from(!cut), "{units:x?}");
        assert_eq!(at.unwrap().offset, first.unwrap_or(octets.len()), "{units:x?}");
        assert_eq!((text, count, at), in_pieces(order, odd.chunks(1)), "{units:x?}");
    }
}

#[test]
fn utf16_all_units() {
    (0..=u16::MAX).filter(|unit| *unit != 0xFFFE).for_each(|unit| check_utf16(&[unit]));
}

/// The decoder reads blocks of units at once. Pairs of every class stand at every position of a block, among units
/// that have one, two or three octets in UTF-8.
#[test]
fn utf16_all_pair_classes() {
    let classes = [
        0x00, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFEFF, 0xFFFD,
        0xFFFF_u16,
    ];
    strings(&classes, 3).for_each(|units| check_utf16(&units));
    for pair in strings(&classes, 2) {
        for (before, around) in (1..=9).chain(30..=34).zip([0x61, 0xE9, 0x3042].into_iter().cycle()) {
            let mut units = vec![around; before];
            units.extend(&pair);
            units.extend(vec![around; 40]);
            check_utf16(&units);
        }
    }
}

#[test]
fn utf32_classes_of_units() {
    let classes =
        [0, 0x7F, 0x80, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF, 0x1_0000, 0x10_FFFF, 0x11_0000, u32::MAX];
    for units in strings(&classes, 3) {
        let expected: String = units.iter().map(|unit| char::from_u32(*unit).unwrap_or('\u{FFFD}')).collect();
        let errors = units.iter().filter(|unit| char::from_u32(**unit).is_none()).count();
        let first = units.iter().position(|unit| char::from_u32(*unit).is_none()).map(|index| 4 * index);
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        for (charset, octets) in [(Charset::UTF_32BE, big), (Charset::UTF_32LE, little)] {
            let outcome = at_once(charset, &octets);
            assert_eq!((outcome.0.as_str(), outcome.1), (expected.as_str(), errors));
            assert_eq!(outcome.2.map(|error| error.offset), first);
            assert_eq!(outcome, in_pieces(charset, octets.chunks(3)));
            let cut = at_once(charset, &octets[..11]);
            assert_eq!(cut.2.map(|error| error.offset).unwrap(), first.unwrap_or(8).min(8));
        }
    }
}

#[test]
fn utf32_marks_as_in_utf16() {
    assert_eq!(strict(Charset::UTF_32, b"\0\0\xFE\xFF\0\0\0a").unwrap(), "a");
    assert_eq!(strict(Charset::UTF_32, b"\xFF\xFE\0\0a\0\0\0").unwrap(), "a");
    assert_eq!(strict(Charset::UTF_32, b"\0\0\0a").unwrap(), "a");
    assert_eq!(strict(Charset::UTF_32BE, b"\0\0\xFE\xFF").unwrap(), "\u{FEFF}");
    assert_eq!(strict(Charset::UTF_32BE, b"\xFF\xFE\0\0"), Err((0, MalformedKind::OutOfRange)));
    assert_eq!(strict(Charset::UTF_32LE, b"a\0\0\0b"), Err((4, MalformedKind::Truncated)));
}

#[test]
fn all_of_unicode_through_every_codec() {
    let text: String = ('\0'..=char::MAX).collect();
    let check = |charset: &Charset| {
        let octets = charset.encode(&text).unwrap();
        let decoded = charset.decode(&octets);
        assert!(decoded.text == text, "{charset}");
        assert_eq!(decoded.errors, 0, "{charset}");
    };
    let (codecs, check) = (codecs(), &check);
    std::thread::scope(|scope| {
        for codecs in codecs.chunks(3) {
            scope.spawn(move || codecs.iter().for_each(check));
        }
    });
}

#[test]
fn each_character_alone_through_every_codec() {
    let characters = ('\0'..='\u{FFFF}').step_by(7).chain(('\u{10000}'..=char::MAX).step_by(997));
    let codecs = codecs();
    for character in characters.filter(|character| *character != '\u{FFFE}') {
        let mut buffer = [0; 4];
        let text = &*character.encode_utf8(&mut buffer);
        for &charset in &codecs {
            let octets = charset.encode(text).unwrap();
            assert_eq!(charset.decode_strict(&octets).unwrap(), text, "{charset}");
        }
    }
}

/// Valid text needs no change, so nothing is copied.
#[test]
fn valid_utf8_is_borrowed() {
    use std::borrow::Cow::Borrowed;
    let ascii = b"plain text, nothing shifted~";
    for charset in [Charset::US_ASCII, Charset::UTF_8, Charset::CESU_8, Charset::UTF_7, Charset::IMAP_UTF_7] {
        assert!(matches!(charset.decode(ascii).text, Borrowed(_)), "{charset}");
    }
    assert!(matches!(Charset::UTF_8.decode("größe 日本語".as_bytes()).text, Borrowed(_)));
    assert!(matches!(Charset::UTF_8.encode("größe").unwrap(), Borrowed(_)));
    assert!(matches!(Charset::UTF_7.encode("plain, text").unwrap(), Borrowed(_)));
    assert!(matches!(Charset::IMAP_UTF_7.encode("INBOX").unwrap(), Borrowed(_)));
}
