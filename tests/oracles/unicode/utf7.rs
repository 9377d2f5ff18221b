//! UTF-7: all short strings and random longer strings. Each is compared with the reference decoder, and decoded in
//! pieces.

use super::{Outcome, at_once, in_pieces, reference, strings};
use mailutf::charset::Charset;
use mailutf::charset::utf7::{EncodeOptions, SetO};
use proptest::prelude::*;

/// The shift character, the character that ends a shift, symbols with zero bits, symbols with few bits, symbols of
/// surrogates, characters of Set D, characters of Set O, characters in neither set, a line end, and an octet of 8
/// bits.
pub(crate) const ALPHABET: &[u8] = b"+-AQ2D3/ ~=\n\x80";

fn check(octets: &[u8]) -> Outcome {
    let outcome = at_once(Charset::UTF_7, octets);
    assert_eq!(outcome, reference::decode(octets), "{octets:?}");
    assert_eq!(outcome, in_pieces(Charset::UTF_7, octets.chunks(1)), "{octets:?}");
    outcome
}

#[test]
fn all_strings_of_up_to_four_symbols() {
    for octets in (0..=4).flat_map(|length| strings(ALPHABET, length)) {
        let (text, errors, first) = check(&octets);
        match Charset::UTF_7.decode_strict(&octets) {
            Ok(strict) => assert_eq!((strict.as_ref(), errors), (text.as_str(), 0)),
            Err(error) => assert_eq!(Some(error), first),
        }
    }
}

/// Shifted sequences of every length, with units of every class, at every position in a block that the decoder
/// reads at once.
#[test]
fn all_pair_classes_in_shifted_sequences() {
    let classes = [0x20, 0xE9, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF_u16];
    let base64 = |units: &[u16]| {
        let units: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        // A sequence with all units is written by hand, because the encoder takes only well-formed text.
        let bits: String = units.iter().map(|octet| format!("{octet:08b}")).collect();
        let symbols = bits.as_bytes().chunks(6).map(|six| {
            let value =
                six.iter().fold(0, |value, bit| value << 1 | usize::from(bit - b'0')) << (6 - six.len());
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[value]
        });
        symbols.collect::<Vec<u8>>()
    };
    for pair in strings(&classes, 2) {
        for before in 0..4 {
            for end in [&b""[..], b"-", b" +AOk-", b"-+3Kk-", b" +-", b"\x80"] {
                let units: Vec<u16> = std::iter::repeat_n(0x430, before).chain(pair.clone()).collect();
                check(&[b"x+", &base64(&units)[..], end].concat());
            }
        }
    }
}

/// The text between two shifted sequences has every length up to the size of a block (the octets that the decoder
/// reads at once) and beyond.
#[test]
fn gaps_between_shifted_sequences() {
    for sequence in [&b"+AOk"[..], b"+AOkA6Q", b"+AOkA6QDp", b"+2D0", b"+2D3cqQ", b"+AOl"] {
        for dash in [&b""[..], b"-", b"--"] {
            for length in 0..=16 {
                for next in [&b"+AOk-"[..], b"+3Kk-", b"+-", b"+ ", b"\x80", b""] {
                    check(&[sequence, dash, &b", -a. bc~, d e f"[..length], next].concat());
                    check(&[sequence, dash, &b" "[..length.min(1)], next, sequence].concat());
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(crate::proptest_config(400))]

    #[test]
    fn any_octets(octets in prop::collection::vec(prop::sample::select(ALPHABET), 0..80), split in 0..80_usize) {
        let outcome = check(&octets);
        let (before, after) = octets.split_at(split.min(octets.len()));
        prop_assert_eq!(outcome, in_pieces(Charset::UTF_7, [before, after]));
    }

    #[test]
    fn any_text_is_decoded_back(text in r"([a+/\- éж日💩\u{FEFF}]|\PC){0,40}", set_o in 0..3) {
        let set_o = [SetO::Encode, SetO::DirectInBodies, SetO::Direct][set_o as usize];
        for encoder in [EncodeOptions::new(), EncodeOptions::new().for_header()] {
            let octets = encoder.with_set_o(set_o).encode(&text).into_owned();
            prop_assert!(octets.is_ascii());
            let outcome = check(&octets);
            prop_assert_eq!(outcome, (text.clone(), 0, None));
        }
    }

    /// Characters that are written directly are those of RFC 2152 rule 1. No shifted sequence continues after a
    /// line end.
    #[test]
    fn direct_characters_and_line_ends(text in "[ -~é\r\n\t]{0,20}") {
        let octets = EncodeOptions::new().with_set_o(SetO::Direct).encode(&text).into_owned();
        prop_assert!(!octets.contains(&b'~') && !octets.contains(&b'\\'));
        for line in octets.split(|octet| *octet == b'\n') {
            prop_assert_eq!(check(line).1, 0);
        }
        let word = EncodeOptions::new().for_header().encode(&text).into_owned();
        prop_assert!(word.iter().all(|octet| octet.is_ascii_alphanumeric() || b" +-/".contains(octet)));
    }
}
