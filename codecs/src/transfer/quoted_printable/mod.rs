//! Quoted-printable (RFC 2045 section 6.7), and the Q encoding of encoded words (RFC 2047 section 4.2).

mod decode;
mod encode;
mod word;

pub use decode::{decode, decode_word};
pub use encode::encode_body;
pub(super) use encode::encode_within;
pub use word::{encode_word, encoded_word_len};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::test::{each_stretch, same_at_each_level};
    use crate::transfer::Repair;
    use memchr::memmem;
    use proptest::prelude::*;
    use quoted_printable::ParseMode;
    use std::borrow::Cow;

    type Row = (&'static [u8], &'static [u8], &'static [(Repair, usize)]);

    /// The expected result for each malformed input is that of the most tolerant decoders.
    #[test]
    fn tolerates_malformed_input() {
        use Repair::{BareEquals, RawOctet};
        let rows: [Row; 27] = [
            (b"caf=C3=A9\r\n", b"caf\xC3\xA9\r\n", &[]),
            (b"caf=c3=a9", b"caf\xC3\xA9", &[]),
            (b"a=ZZb", b"a=ZZb", &[(BareEquals, 1)]),
            (b"abc=", b"abc", &[]),
            (b"abc=4", b"abc=4", &[(BareEquals, 3)]),
            (b"a==41b", b"a==41b", &[(BareEquals, 1)]),
            (b"a==\nb", b"a=b", &[(BareEquals, 1)]),
            (b"ab=\r\ncd", b"abcd", &[]),
            (b"ab=\ncd", b"abcd", &[]),
            (b"ab= \t\r\ncd", b"abcd", &[]),
            (b"ab =\r\ncd", b"ab cd", &[]),
            (b"ab= ", b"ab", &[]),
            (b"ab=\rcd", b"ab=\rcd", &[(BareEquals, 2)]),
            (b"a  \t\r\nb", b"a\r\nb", &[]),
            (b"a \t\nb \n \n", b"a\nb\n\n", &[]),
            (b"a =20\r\nb", b"a  \r\nb", &[]),
            (b"a=20 \r\nb", b"a \r\nb", &[]),
            (b"a  ", b"a", &[]),
            (b"a =20", b"a  ", &[]),
            (b"caf\xC3\xA9", b"caf\xC3\xA9", &[(RawOctet, 3)]),
            (b"a\x0C\x01\0b", b"a\x0C\x01\0b", &[]),
            (b"a\nb\n", b"a\nb\n", &[]),
            (b"a\rb \r c\r", b"a\rb \r c\r", &[]),
            (b"a=0D\r\n", b"a\r\r\n", &[]),
            (b"a_b", b"a_b", &[]),
            (b"", b"", &[]),
            (b"=", b"", &[]),
        ];
        for (encoded, octets, repairs) in rows {
            let decoded = decode(encoded);
            assert_eq!(decoded.octets.escape_ascii().to_string(), octets.escape_ascii().to_string());
            assert_eq!(decoded.repairs, repairs, "{}", encoded.escape_ascii());
        }
    }

    #[test]
    fn borrows_what_it_does_not_change() {
        assert!(matches!(decode(b"plain text\r\nof two lines\r\n").octets, Cow::Borrowed(_)));
        assert!(matches!(decode(b"1 = 2").octets, Cow::Borrowed(_)));
        assert!(matches!(decode_word(b"plain").octets, Cow::Borrowed(_)));
    }

    #[test]
    fn words_have_no_soft_breaks() {
        assert_eq!(*decode_word(b"a_=5F_b ").octets, *b"a _ b ");
        assert_eq!(decode_word(b"a=\n=").repairs, [(Repair::BareEquals, 1)]);
        assert_eq!(*decode_word(b"a=\n=").octets, *b"a=\n=");
    }

    #[test]
    fn a_line_end_that_is_not_the_message_s_is_escaped() {
        assert_eq!(encode_body(b"a\rb\nc\r\nd\n", b"\r\n"), b"a=0Db=0Ac\r\nd=0A");
        assert_eq!(encode_body(b"a\rb\nc\r\nd\n", b"\n"), b"a=0Db\nc=0D\nd\n");
    }

    fn octets() -> impl Strategy<Value = Vec<u8>> {
        let octet = prop_oneof![
            4 => prop::sample::select(b"ab =\t.\r\n".to_vec()),
            1 => any::<u8>(),
        ];
        prop::collection::vec(octet, 0..400)
    }

    fn split<'o>(octets: &'o [u8], line_end: &[u8]) -> Vec<&'o [u8]> {
        let ends: Vec<usize> = memmem::find_iter(octets, line_end).collect();
        let starts = std::iter::once(0).chain(ends.iter().map(|end| end + line_end.len()));
        let ends = ends.iter().copied().chain([octets.len()]);
        starts.zip(ends).map(|(start, end)| &octets[start..end]).collect()
    }

    #[test]
    fn vector_instructions_change_nothing() {
        let french = encode_body("Voix ambiguë d’un cœur,\nqui préfère. ".repeat(12).as_bytes(), b"\n");
        let russian = encode_body("Съешь же ещё булок\r\n".repeat(8).as_bytes(), b"\r\n");
        let line = b"a line that is longer than a block, so that its blanks are in two blocks";
        let blanks = [line.as_slice(), b" \t  \t  \r\n", line, b"      \n", line].concat();
        for encoded in [french, russian, blanks] {
            each_stretch(&encoded, |encoded| same_at_each_level(|| decode(encoded)));
            for (at, damage) in
                (0..200).flat_map(|at| b"= \t\r\nFg:`\xBD".iter().map(move |damage| (at, damage)))
            {
                let mut damaged = encoded.clone();
                damaged[at] = *damage;
                same_at_each_level(|| decode(damaged.get(..280).unwrap_or(&damaged)));
            }
        }
        // Each octet is put in the place of each of the two digits of an escape.
        for (octet, digit) in (0..=u8::MAX).flat_map(|octet| [(octet, 1), (octet, 2)]) {
            let mut encoded = b"=4E".repeat(30);
            encoded[30 + digit] = octet;
            same_at_each_level(|| decode(&encoded));
        }
    }

    #[test]
    fn vector_instructions_change_no_encoded_line() {
        let words = "un œuf = 1 € \t";
        let ends = "a \n\tb\t\n\r\nc \r\nd\r\r\n\n\r \r\t\r\n=\ne\u{7F}\0\r\n";
        let lines = "x".repeat(75) + "\n" + &"x".repeat(76) + "\r\n" + &"é".repeat(40) + "\n";
        for unit in [words, ends, &lines, "plain text of no end; ", "Съешь же ещё"] {
            let whole = unit.repeat(340 / unit.len() + 1);
            each_stretch(whole.as_bytes(), |octets| {
                same_at_each_level(|| [encode_body(octets, b"\n"), encode_body(octets, b"\r\n")]);
            });
        }
        // Each octet occurs within a line, and each kind of line end occurs at each place of a block.
        for octet in 0..=u8::MAX {
            let text = [&[b'x'; 90], [octet].as_slice(), b" \n", &[b'y'; 90]].concat();
            same_at_each_level(|| [encode_body(&text, b"\n"), encode_body(&text, b"\r\n")]);
        }
        for at in 0..140 {
            for end in [" \n", "\t\r\n", "\r\n", "\n\n", "\r\r\n", " \r", "\r \n"] {
                let text = ["x".repeat(at).as_str(), end, &"y z".repeat(60)].concat();
                same_at_each_level(|| {
                    ["\n", "\r\n"].map(|line_end| encode_body(text.as_bytes(), line_end.as_bytes()))
                });
            }
        }
    }

    /// The lines into which the crate `quoted_printable` encodes one long line.
    fn lines_of_the_crate(line: &[u8]) -> String {
        String::from_utf8(quoted_printable::encode_binary(line)).unwrap()
    }

    #[test]
    fn long_lines_are_those_of_the_crate() {
        for unit in [
            b"x".as_slice(),
            b"\xE9",
            b"x\xE9",
            b"some words ",
            b"\xD0\xB8\xD0\xB2 ",
            b"=\t",
            b"sixteen octets, \xE9",
        ] {
            let line = unit.repeat(1200 / unit.len());
            for len in (0..400).chain(500..530).chain([770, 1000]) {
                let line = &line[..len.min(line.len())];
                let encoded = String::from_utf8(encode_body(line, b"\r\n")).unwrap();
                assert_eq!(encoded, lines_of_the_crate(line), "{len} {}", unit.escape_ascii());
            }
        }
    }

    #[test]
    fn line_ends_that_mail_does_not_have_are_written_too() {
        let line = [b'x'; 80];
        for line_end in ["", "!", "<br>\r\n", "0123456789abcdef"] {
            let encoded = [&"x".repeat(75), "=", line_end, &"x".repeat(5)].concat();
            assert_eq!(encode_body(&line, line_end.as_bytes()), encoded.as_bytes());
        }
        assert_eq!(encode_body("é<br>é<br".as_bytes(), b"<br>"), b"=C3=A9<br>=C3=A9<br");
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(1024))]

        #[test]
        fn vector_instructions_change_no_random_body(octets in octets(), parts in prop::collection::vec("=[0-9A-Fa-f]{2}|= ?\r?\n|[a-z ]{1,40}|.", 0..60)) {
            same_at_each_level(|| decode(&octets));
            let parts = parts.concat().into_bytes();
            same_at_each_level(|| decode(&parts));
        }

        #[test]
        fn lines_are_those_of_the_crate(
            octets in octets(),
            line_end in prop::sample::select(vec!["\n", "\r\n"]),
        ) {
            let lines: Vec<&[u8]> = split(&octets, line_end.as_bytes());
            let lines: Vec<String> = lines
                .into_iter()
                .map(lines_of_the_crate)
                .map(|line| line.replace("\r\n", line_end))
                .collect();
            let encoded = encode_body(&octets, line_end.as_bytes());
            prop_assert_eq!(String::from_utf8(encoded).unwrap(), lines.join(line_end));
            same_at_each_level(|| encode_body(&octets, line_end.as_bytes()));
        }

        #[test]
        fn encoding_round_trips(
            octets in octets(),
            line_end in prop::sample::select(vec!["\n", "\r\n"]),
        ) {
            let encoded = encode_body(&octets, line_end.as_bytes());
            let decoded = decode(&encoded);
            prop_assert_eq!(&*decoded.octets, &octets);
            prop_assert!(decoded.repairs.is_empty());
            prop_assert!(encoded.is_ascii());
            for line in encoded.split(|&octet| octet == b'\n') {
                let line = if line_end.len() == 2 { line.strip_suffix(b"\r").unwrap_or(line) } else { line };
                prop_assert!(line.len() <= 76);
                prop_assert!(!line.ends_with(b" ") && !line.ends_with(b"\t"));
                prop_assert!(!line.contains(&b'\r'));
            }
        }

        /// The strict decoder of the crate `quoted_printable` decodes well-formed input to the same octets.
        #[test]
        fn agrees_with_the_crate(octets in octets()) {
            let encoded = encode_body(&octets, b"\r\n");
            let theirs = quoted_printable::decode(&encoded, ParseMode::Strict).unwrap();
            prop_assert_eq!(&*decode(&encoded).octets, &theirs);
        }

        #[test]
        fn words_round_trip(octets in prop::collection::vec(any::<u8>(), 0..60)) {
            let word = encode_word(&octets);
            prop_assert_eq!(&*decode_word(word.as_bytes()).octets, &octets);
            prop_assert!(word.bytes().all(|octet| octet.is_ascii_alphanumeric() || b"!*+-/=_".contains(&octet)));
        }

        /// Decoding any input loses only blanks, line ends and escapes.
        #[test]
        fn decodes_any_octets(encoded in octets()) {
            let decoded = decode(&encoded);
            let letters = |octets: &[u8]| octets.iter().filter(|octet| matches!(octet, b'.' | 128..)).count();
            prop_assert!(letters(&decoded.octets) >= letters(&encoded));
            prop_assert!(decoded.octets.len() <= encoded.len());
        }
    }
}
