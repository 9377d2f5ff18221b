//! Quoted-printable (RFC 2045 section 6.7), and the Q encoding of encoded words (RFC 2047 section 4.2).
//!
//! The decoder is our own, because it must keep what others destroy: raw octets above 127, control characters and
//! line ends, and an `=` that starts no escape. It removes blanks at the end of a line, as section 6.7 rule 3
//! requires, and soft line breaks, also with blanks before the line end; `=20` at the end of a line is text.
//! Hexadecimal digits may be in either case.
//!
//! Linear time both ways.

use super::decoded_body::{DecodedBody, Repair, note};
use crate::kernels;
use memchr::{memchr, memchr_iter};
use std::borrow::Cow;

/// Decodes a body, tolerating errors; borrowed if nothing changes. Linear time.
///
/// ```
/// use mailutf::transfer::quoted_printable::decode;
/// assert_eq!(*decode(b"caf=C3=A9 =\r\nau lait  \r\n").octets, *"café au lait\r\n".as_bytes());
/// assert_eq!(*decode(b"1=2").octets, *b"1=2");
/// ```
pub fn decode(encoded: &[u8]) -> DecodedBody<'_> {
    let mut output = Output::new(encoded);
    let mut start = 0;
    while start < encoded.len() {
        start += output.regular(encoded.get(start..).unwrap_or_default());
        // The rest of the line.
        let rest = encoded.get(start..).unwrap_or_default();
        let len = memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        output.line(rest.get(..len).unwrap_or_default(), start);
        start += len;
    }
    // Any change makes the output shorter.
    let same = output.len == encoded.len();
    output.finish(encoded, same)
}

/// Decodes the text of a Q encoded word, in which `_` is a space. A raw blank, which RFC 2047 forbids, is kept.
/// Linear time.
///
/// ```
/// use mailutf::transfer::quoted_printable::decode_word;
/// assert_eq!(*decode_word(b"caf=E9_au_lait").octets, *b"caf\xE9 au lait");
/// ```
pub fn decode_word(encoded: &[u8]) -> DecodedBody<'_> {
    let mut output = Output::new(encoded);
    output.escapes(encoded, 0, b'_');
    let same = output.len == encoded.len() && !encoded.contains(&b'_');
    output.finish(encoded, same)
}

/// Encodes a body in lines of at most 76 columns. Each `line_end` (LF or CRLF) in the input is a line end of the
/// output; any other CR or LF is escaped, and so is a blank at the end of a line, which `format=flowed` needs (RFC
/// 3676 section 4.2). Linear time.
///
/// ```
/// use mailutf::transfer::quoted_printable::encode_body;
/// assert_eq!(encode_body("flowed \né".as_bytes(), b"\n"), b"flowed=20\n=C3=A9");
/// ```
pub fn encode_body(octets: &[u8], line_end: &[u8]) -> Vec<u8> {
    encode_within(octets, line_end, usize::MAX).unwrap_or_default()
}

/// Encodes a body as [`encode_body`] does; `None` if the result is longer than `most` octets. Stops after the first
/// line that exceeds them.
pub(super) fn encode_within(octets: &[u8], line_end: &[u8], most: usize) -> Option<Vec<u8>> {
    let len = likely_len(octets).min(most.saturating_add(4 * PIECE));
    let mut output = Encoded { octets: vec![0; len], len: 0, most, line_end };
    let mut start = 0;
    let last = line_end.last().copied();
    for at in last.into_iter().flat_map(|last| memchr_iter(last, octets)) {
        let Some(line) = octets.get(start..=at).and_then(|line| line.strip_suffix(line_end)) else {
            continue;
        };
        output.line(line);
        output.line_end();
        if output.len > most {
            return None;
        }
        start = at + 1;
    }
    output.line(octets.get(start..).unwrap_or_default());
    output.octets.truncate(output.len);
    (output.len <= most).then_some(output.octets)
}

/// The length of the encoded form, if as many octets are escaped everywhere as at the start, and a little more.
fn likely_len(octets: &[u8]) -> usize {
    let start = octets.get(..PIECE).unwrap_or(octets);
    let escapes = start.iter().filter(|octet| !is_literal(**octet)).count();
    let likely = octets.len() + 2 * escapes * octets.len().div_ceil(PIECE);
    likely + likely / 16 + 2 * COLUMNS + SLACK
}

/// The columns of an encoded line that goes on, without the `=` of its soft break.
const COLUMNS: usize = 75;

/// The octets of a line that are encoded together.
const PIECE: usize = 256;

/// No more than this is written after what is encoded.
const SLACK: usize = 16;

/// Encoded lines.
struct Encoded<'l> {
    /// The first `len` octets are encoded; there is room after them.
    octets: Vec<u8>,
    len: usize,
    /// Nothing is encoded once there are more octets.
    most: usize,
    line_end: &'l [u8],
}

impl Encoded<'_> {
    /// Encodes one line, without its line end.
    fn line(&mut self, line: &[u8]) {
        let Some((last, text)) = line.split_last() else { return };
        let line_end = self.line_end;
        let mut left = COLUMNS;
        for piece in text.chunks(PIECE) {
            let mut place = Place { room: self.room(), written: 0, left, line_end };
            place.text(piece);
            left = place.left;
            self.len += place.written;
            if self.len > self.most {
                return;
            }
        }
        // The column of the `=` is free in a line that does not go on.
        let mut place = Place { room: self.room(), written: 0, left: left + 1, line_end };
        place.octet(if matches!(last, b' ' | b'\t') { escape_of(*last) } else { encoded(*last) });
        self.len += place.written;
    }

    /// Room for a piece and a line end.
    fn room(&mut self) -> &mut [u8] {
        // There is a soft break for every 73 octets or more.
        let breaks = 3 * PIECE / (COLUMNS - 2) + 2;
        let need = self.len + 3 * PIECE + breaks * (1 + self.line_end.len()) + SLACK;
        if self.octets.len() < need {
            self.octets.resize(2 * need, 0);
        }
        self.octets.get_mut(self.len..).unwrap_or_default()
    }

    fn line_end(&mut self) {
        let line_end = self.line_end;
        self.room().iter_mut().zip(line_end).for_each(|(place, octet)| *place = *octet);
        self.len += line_end.len();
    }
}

/// Where the octets of a line are encoded to.
struct Place<'r> {
    room: &'r mut [u8],
    written: usize,
    /// The columns left in the line.
    left: usize,
    line_end: &'r [u8],
}

impl Place<'_> {
    fn text(&mut self, text: &[u8]) {
        let (blocks, rest) = text.as_chunks::<16>();
        for block in blocks {
            // Without an early exit the compiler tests all octets together.
            let literal = block.iter().fold(true, |all, octet| all & is_literal(*octet));
            if literal && block.len() <= self.left {
                self.put(*block, block.len());
                continue;
            }
            for pair in block.as_chunks::<2>().0 {
                self.pair(*pair);
            }
        }
        rest.iter().for_each(|octet| self.octet(encoded(*octet)));
    }

    /// Encodes two octets, which usually fit, by one store.
    fn pair(&mut self, pair: [u8; 2]) {
        let [(first, count), (second, more)] = pair.map(encoded);
        if count + more > self.left {
            self.octet((first, count));
            return self.octet((second, more));
        }
        let [first, second] = [first, second].map(|octets| u64::from(u32::from_le_bytes(octets) & 0xFF_FFFF));
        // A literal octet has only zeros after it.
        self.put((first | second << (8 * count)).to_le_bytes(), count + more);
    }

    /// Writes what an octet is encoded as, after a soft break if it does not fit.
    fn octet(&mut self, (octets, count): ([u8; 4], usize)) {
        if count > self.left {
            self.left = COLUMNS + 1;
            self.put([b'='], 1);
            self.line_end.iter().for_each(|octet| {
                self.left += 1;
                self.put([*octet], 1);
            });
        }
        self.put(octets, count);
    }

    /// Writes the first `count` of the octets, for which there is room.
    fn put<const COUNT: usize>(&mut self, octets: [u8; COUNT], count: usize) {
        if let Some(place) = self.room.get_mut(self.written..).and_then(<[u8]>::first_chunk_mut) {
            *place = octets;
        }
        self.written += count;
        self.left -= count;
    }
}

/// What is written for an octet, followed by anything, and its length.
#[expect(clippy::indexing_slicing, reason = "an octet indexes 256 entries")]
fn encoded(octet: u8) -> ([u8; 4], usize) {
    let octets = ENCODED[usize::from(octet)];
    let [.., count] = octets;
    (octets, usize::from(count))
}

/// The escape of an octet, as in [`encoded`].
const fn escape_of(octet: u8) -> ([u8; 4], usize) {
    ([b'=', hex_digit(octet >> 4), hex_digit(octet & 15), 3], 3)
}

/// For each octet what is written for it, and the length of that.
#[expect(clippy::indexing_slicing, reason = "the loop ends before 256, and it runs at compile time")]
static ENCODED: [[u8; 4]; 256] = {
    let mut all = [[0; 4]; 256];
    let mut octet = 0;
    while octet < 256 {
        let literal = [octet as u8, 0, 0, 1];
        all[octet] = if is_literal(octet as u8) { literal } else { escape_of(octet as u8).0 };
        octet += 1;
    }
    all
};

/// Whether an octet may stand for itself, except for a blank at the end of a line. Without branches, so that the compiler
/// can test many octets together.
const fn is_literal(octet: u8) -> bool {
    (octet >= b' ') & (octet <= b'~') & (octet != b'=') | (octet == b'\t')
}

/// Encodes the text of a Q encoded word. Only the characters that RFC 2047 section 5 (3) allows in a phrase are
/// literal, so that the word can be used anywhere: letters, digits, `!*+-/`, and `_` for a space.
///
/// ```
/// use mailutf::transfer::quoted_printable::encode_word;
/// assert_eq!(encode_word("café, s'il".as_bytes()), "caf=C3=A9=2C_s=27il");
/// ```
pub fn encode_word(octets: &[u8]) -> String {
    let mut encoded = String::with_capacity(octets.len());
    for &octet in octets {
        match octet {
            b' ' => encoded.push('_'),
            _ if is_word_literal(octet) => encoded.push(char::from(octet)),
            _ => encoded.extend([b'=', hex_digit(octet >> 4), hex_digit(octet & 15)].map(char::from)),
        }
    }
    encoded
}

/// The length of what [`encode_word`] writes for `octets`.
pub(crate) fn encoded_word_len(octets: &[u8]) -> usize {
    octets.iter().map(|octet| if *octet == b' ' || is_word_literal(*octet) { 1 } else { 3 }).sum()
}

const fn is_word_literal(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'!' | b'*' | b'+' | b'-' | b'/')
}

/// The octet of an escape `=XY` at the start of `encoded`.
fn unescaped(encoded: &[u8]) -> Option<u8> {
    match encoded {
        [b'=', high, low, ..] => octet(*high, *low),
        _ => None,
    }
}

/// The octet of two hexadecimal digits.
#[expect(clippy::indexing_slicing, reason = "an octet indexes 256 entries")]
fn octet(high: u8, low: u8) -> Option<u8> {
    let (high, low) = (DIGITS[usize::from(high)], DIGITS[usize::from(low)]);
    // Only the value of a non-digit has one of the upper four bits set.
    ((high | low) & 0xF0 == 0).then_some(high << 4 | low)
}

/// The value of each hexadecimal digit; 0xFF for all other octets.
#[expect(clippy::indexing_slicing, reason = "16 digits, each an octet, and it runs at compile time")]
static DIGITS: [u8; 256] = {
    let mut digits = [0xFF; 256];
    let mut value = 0;
    while value < 16 {
        let digit = b"0123456789ABCDEF"[value as usize];
        digits[digit as usize] = value;
        digits[digit.to_ascii_lowercase() as usize] = value;
        value += 1;
    }
    digits
};

/// The digit of a value below 16.
const fn hex_digit(value: u8) -> u8 {
    if value < 10 { b'0' + value } else { b'A' - 10 + value }
}

/// The octets decoded so far.
struct Output {
    /// As long as the input, which the output never exceeds; the first `len` octets are decoded.
    octets: Vec<u8>,
    len: usize,
    repairs: Vec<(Repair, usize)>,
}

impl Output {
    fn new(encoded: &[u8]) -> Self {
        let mut repairs = Vec::new();
        if !encoded.is_ascii() {
            let offset = encoded.iter().position(|octet| !octet.is_ascii());
            note(&mut repairs, Repair::RawOctet, offset.unwrap_or(0));
        }
        Self { octets: vec![0; encoded.len()], len: 0, repairs }
    }

    /// Decodes what is regular at the start of `rest`. Returns how many octets of it.
    fn regular(&mut self, rest: &[u8]) -> usize {
        let Some(level) = kernels::level() else { return 0 };
        let room = self.octets.get_mut(self.len..).unwrap_or_default();
        let (read, written) = kernels::quoted_printable::decode(level, rest, room);
        self.len += written;
        read
    }

    /// Decodes a line of a body, including its line end, if it has one. Raw blanks at the end of the line are
    /// removed; so is the line end after the `=` of a soft break.
    fn line(&mut self, line: &[u8], start: usize) {
        let content = line.strip_suffix(b"\n").map_or(line, |line| line.strip_suffix(b"\r").unwrap_or(line));
        let blanks = content.iter().rev().take_while(|octet| matches!(octet, b' ' | b'\t')).count();
        let (text, _) = content.split_at_checked(content.len() - blanks).unwrap_or((content, b""));
        let (text, line_end) = match text {
            [text @ .., b'='] => (text, &b""[..]),
            _ => (text, line.get(content.len()..).unwrap_or_default()),
        };
        self.escapes(text, start, b' ');
        self.copy(line_end, b' ');
    }

    /// Decodes the escapes in `text`, which is at `offset`, and replaces each `blank` by a space.
    ///
    /// An `=` that starts no escape is text. So is an escape directly after it, because no encoder writes `==41`.
    fn escapes(&mut self, text: &[u8], offset: usize, blank: u8) {
        let mut rest = text;
        while !rest.is_empty() {
            let mut run = 0;
            let room = self.octets.get_mut(self.len..).unwrap_or_default();
            for (room, escape) in room.iter_mut().zip(rest.chunks_exact(3)) {
                let Some(octet) = unescaped(escape) else { break };
                *room = octet;
                run += 1;
            }
            self.len += run;
            rest = rest.get(run * 3..).unwrap_or_default();
            let plain = match rest {
                [b'=', after @ ..] => {
                    note(&mut self.repairs, Repair::BareEquals, offset + text.len() - rest.len());
                    1 + usize::from(unescaped(after).is_some())
                }
                [_, b'=', ..] => 1,
                _ => memchr(b'=', rest).unwrap_or(rest.len()),
            };
            let (plain, after) = rest.split_at_checked(plain).unwrap_or((rest, b""));
            self.copy(plain, blank);
            rest = after;
        }
    }

    /// Appends text without escapes, and replaces each `blank` by a space.
    fn copy(&mut self, plain: &[u8], blank: u8) {
        if let Some(room) = self.octets.get_mut(self.len..self.len + plain.len()) {
            room.copy_from_slice(plain);
            if blank != b' ' {
                room.iter_mut().filter(|octet| **octet == blank).for_each(|octet| *octet = b' ');
            }
            self.len += plain.len();
        }
    }

    /// The result; borrowed if it is the `same` as the input.
    fn finish(mut self, encoded: &[u8], same: bool) -> DecodedBody<'_> {
        self.octets.truncate(self.len);
        let octets = if same { Cow::Borrowed(encoded) } else { Cow::Owned(self.octets) };
        DecodedBody { octets, repairs: self.repairs, tail: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::test::{each_stretch, same_at_each_level};
    use memchr::memmem;
    use proptest::prelude::*;
    use quoted_printable::ParseMode;

    type Row = (&'static [u8], &'static [u8], &'static [(Repair, usize)]);

    /// For each malformed input, the result of the most tolerant decoders.
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
        // Each octet as either digit.
        for (octet, digit) in (0..=u8::MAX).flat_map(|octet| [(octet, 1), (octet, 2)]) {
            let mut encoded = b"=4E".repeat(30);
            encoded[30 + digit] = octet;
            same_at_each_level(|| decode(&encoded));
        }
    }

    /// The lines of one long line, by the crate.
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

        /// The crate's strict decoder gives the same result for well-formed input.
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

        /// For any input, only blanks, line ends and escapes are lost.
        #[test]
        fn decodes_any_octets(encoded in octets()) {
            let decoded = decode(&encoded);
            let letters = |octets: &[u8]| octets.iter().filter(|octet| matches!(octet, b'.' | 128..)).count();
            prop_assert!(letters(&decoded.octets) >= letters(&encoded));
            prop_assert!(decoded.octets.len() <= encoded.len());
        }
    }
}
