//! Guarantee G16 (docs/guarantees.md): the UTF-7 encoder writes the shortest form. Its output is compared with
//! every valid encoding of short texts.

use mailutf::charset::Charset;
use mailutf::charset::utf7::{EncodeOptions, SetO};
use proptest::prelude::*;

/// A letter outside of ASCII in one UTF-16 unit, a character in two units, a letter of ASCII, the shift character,
/// characters of Set D, of Set O and of neither set, a blank, and a line end.
const ALPHABET: [char; 10] = ['é', '𝄞', 'a', '+', '-', '/', ' ', '~', '!', '\n'];

fn may_be_direct(character: char, set_o: bool) -> bool {
    character.is_ascii_alphanumeric()
        || " \t\r\n'(),-./:?+".contains(character)
        || set_o && "!\"#$%&*;<=>@[]^_`{|}".contains(character)
}

/// The length of the shortest encoding. All choices of characters to shift are tried (RFC 2152 rules 1 to 3).
fn shortest(text: &[char], set_o: bool) -> usize {
    let mut best = usize::MAX;
    'ways: for way in 0..1_u32 << text.len() {
        let shifted = |index: usize| way >> index & 1 == 1;
        let (mut length, mut at) = (0, 0);
        while at < text.len() {
            let end = (at..text.len()).find(|&end| shifted(end) != shifted(at)).unwrap_or(text.len());
            let run = &text[at..end];
            if shifted(at) {
                if run.contains(&'\n') {
                    continue 'ways;
                }
                let bits = 16 * run.iter().map(|character| character.len_utf16()).sum::<usize>();
                let glued = |next: &char| next.is_ascii_alphanumeric() || "+/-".contains(*next);
                length += 1 + bits.div_ceil(6) + usize::from(text.get(end).is_some_and(glued));
            } else {
                if !run.iter().all(|&character| may_be_direct(character, set_o)) {
                    continue 'ways;
                }
                length += run.len() + run.iter().filter(|character| **character == '+').count();
            }
            at = end;
        }
        best = best.min(length);
    }
    best
}

fn each_text(length: u32, mut each: impl FnMut(&[char])) {
    for number in 0..ALPHABET.len().pow(length) {
        let digit = |place: u32| number / ALPHABET.len().pow(place) % ALPHABET.len();
        let text: Vec<char> = (0..length).map(|place| ALPHABET[digit(place)]).collect();
        each(&text);
    }
}

fn check(text: &[char]) {
    let string: String = text.iter().collect();
    for (set_o, choice) in [(false, SetO::Encode), (true, SetO::Direct)] {
        let octets = EncodeOptions::new().with_set_o(choice).encode(&string);
        assert_eq!(Charset::UTF_7.decode_strict(&octets).unwrap(), string);
        assert_eq!(octets.len(), shortest(text, set_o), "{string:?} as {:?}", str::from_utf8(&octets));
    }
}

#[test]
fn all_short_texts_get_their_shortest_form() {
    (0..=4).for_each(|length| each_text(length, check));
}

/// Tests longer texts with fewer characters: one that must be shifted, one that can be shifted or written directly,
/// and the shift character.
#[test]
fn longer_texts_get_their_shortest_form() {
    let alphabet = ['é', 'a', '+'];
    for length in 5..=7_u32 {
        for number in 0..3_usize.pow(length) {
            let text: Vec<char> =
                (0..length).map(|place| alphabet[number / 3_usize.pow(place) % 3]).collect();
            check(&text);
        }
    }
}

/// Encodes the text in pieces. Their lengths are the `lengths`, which are repeated until the text ends.
fn in_pieces(encoder: EncodeOptions, text: &str, lengths: &[usize]) -> Vec<u8> {
    let (mut stream, mut octets, mut rest) = (encoder.streaming(), Vec::new(), text);
    for length in lengths.iter().cycle() {
        let end = (*length..).find(|end| *end >= rest.len() || rest.is_char_boundary(*end)).unwrap();
        let (piece, behind) = rest.split_at(end.min(rest.len()));
        stream.push(piece, &mut octets).unwrap();
        rest = behind;
        if rest.is_empty() {
            break;
        }
    }
    stream.finish(&mut octets);
    octets
}

fn encoders() -> impl Strategy<Value = EncodeOptions> {
    (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(direct, explicit, header, lines)| {
            let encoder = EncodeOptions::new().with_set_o(if direct { SetO::Direct } else { SetO::Encode });
            let encoder = if explicit { encoder.with_explicit_ends() } else { encoder };
            let encoder = if lines { encoder.with_separators_as_line_ends() } else { encoder };
            if header { encoder.for_header() } else { encoder }
        },
    )
}

proptest! {
    #![proptest_config(crate::proptest_config(256))]

    #[test]
    fn pieces_of_any_size(
        text in "[éa+/ ~!\r\n\u{2028}日𝄞]{0,30}",
        encoder in encoders(),
        lengths in prop::collection::vec(1..9_usize, 1..5),
    ) {
        prop_assert_eq!(in_pieces(encoder, &text, &lengths), &*encoder.encode(&text));
    }
}

/// Runs of text that are longer than the encoder's look-ahead. The output is the same for any split. For each
/// decision that the encoder makes before the end of the run, the output is at most one octet too long.
#[test]
fn endless_runs() {
    for unit in ["日", "𝄞", "éa", "aé-", "日本a+é", "+", "éabc"] {
        for before in ["", "éa"] {
            let text = before.to_owned() + &unit.repeat((36 << 10) / unit.len());
            let octets = EncodeOptions::new().encode(&text);
            assert!(Charset::UTF_7.decode_strict(&octets).unwrap() == text, "{unit}");
            let mut column = EncodeOptions::new().column();
            text.chars().for_each(|character| column.push(character));
            let shortest = column.octets();
            assert!(
                (shortest..=shortest + 3).contains(&octets.len()),
                "{unit}: {shortest}, {}",
                octets.len()
            );
            for lengths in [&[7][..], &[5_000, 3, 20_000]] {
                assert!(in_pieces(EncodeOptions::new(), &text, lengths) == *octets, "{unit} in {lengths:?}");
            }
        }
    }
}
