//! Quoted-printable (RFC 2045 section 6.7), and the Q encoding of encoded words (RFC 2047 section 4.2).
//!
//! Decoding is ours, because what it must keep others destroy: raw octets above 127, control characters and
//! line ends stay as they are, and so does an `=` that starts no escape. Blanks at the end of a line go, as
//! section 6.7 rule 3 asks, and so does the line end of a soft break, blanks before it or not; `=20` at the
//! end of a line is text. Hexadecimal digits may be of either case.
//!
//! Encoding is done line by line by the `quoted_printable` crate. Linear time both ways.

use super::encoding::note;
use super::{Decoded, Repair};
use memchr::{memchr2, memmem};
use std::borrow::Cow;

/// Decodes a body tolerantly; borrowed where there is nothing to undo. Linear time.
///
/// ```
/// use mailutf::transfer::quoted_printable::decode;
/// assert_eq!(*decode(b"caf=C3=A9 =\r\nau lait  \r\n").octets, *"café au lait\r\n".as_bytes());
/// assert_eq!(*decode(b"1=2").octets, *b"1=2");
/// ```
pub fn decode(encoded: &[u8]) -> Decoded<'_> {
    let mut output = Output::new(encoded);
    while let Some((octet, rest)) = output.find(b'=', b'\n') {
        if octet == b'\n' {
            output.end_line(rest);
        } else if is_escape(rest) {
            output.escapes(rest);
        } else if let Some(len) = soft_break(rest) {
            output.replace(None, len);
        } else {
            output.bare_equals(rest);
        }
    }
    output.end_line(b"");
    output.finish()
}

/// Decodes the text of a Q encoded word: `_` is a space, and a blank (which RFC 2047 forbids) is one too.
///
/// ```
/// use mailutf::transfer::quoted_printable::decode_word;
/// assert_eq!(*decode_word(b"caf=E9_au_lait").octets, *b"caf\xE9 au lait");
/// ```
pub fn decode_word(encoded: &[u8]) -> Decoded<'_> {
    let mut output = Output::new(encoded);
    while let Some((octet, rest)) = output.find(b'=', b'_') {
        if octet == b'_' {
            output.replace(Some(b' '), 1);
        } else if is_escape(rest) {
            output.escapes(rest);
        } else {
            output.bare_equals(rest);
        }
    }
    output.finish()
}

/// Encodes a body: lines of at most 76 columns. A line end of the input (`line_end`, LF or CRLF, and that
/// only) is a hard break and stays; any other CR or LF is escaped, and so is a blank at the end of a line,
/// which `format=flowed` needs (RFC 3676 section 4.2).
///
/// ```
/// use mailutf::transfer::quoted_printable::encode_body;
/// assert_eq!(encode_body("flowed \né".as_bytes(), b"\n"), b"flowed=20\n=C3=A9");
/// ```
pub fn encode_body(octets: &[u8], line_end: &[u8]) -> Vec<u8> {
    encode_within(octets, line_end, usize::MAX).unwrap_or_default()
}

/// The same, or `None` where it is longer than `most` octets: then no more than a line of it is too much.
pub(super) fn encode_within(octets: &[u8], line_end: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut encoded = Vec::with_capacity(octets.len() + octets.len() / 4);
    let mut rest = octets;
    loop {
        let line = memmem::find(rest, line_end)
            .filter(|_| !line_end.is_empty())
            .and_then(|end| rest.split_at_checked(end));
        let (line, behind) = line.unwrap_or((rest, b""));
        encode_line(line, line_end, &mut encoded);
        let next = behind.strip_prefix(line_end);
        encoded.extend_from_slice(next.map_or(b"", |_| line_end));
        if encoded.len() > most {
            return None;
        }
        match next {
            Some(next) => rest = next,
            None => return Some(encoded),
        }
    }
}

/// One line, which holds no `line_end`: the only line ends the crate then writes are those of soft breaks.
fn encode_line(line: &[u8], line_end: &[u8], encoded: &mut Vec<u8>) {
    let line = quoted_printable::encode_binary(line);
    let mut rest = line.as_slice();
    while let Some((column, behind)) =
        memmem::find(rest, b"\r\n").and_then(|end| Some((rest.get(..end)?, rest.get(end + 2..)?)))
    {
        encoded.extend_from_slice(column);
        encoded.extend_from_slice(line_end);
        rest = behind;
    }
    encoded.extend_from_slice(rest);
}

/// Encodes as the text of a Q encoded word, by the alphabet that is allowed everywhere, in phrases too
/// (RFC 2047 section 5 rule 3): letters, digits, `!*+-/`, and `_` for a space.
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
            _ => encoded.extend(['=', hex_digit(octet >> 4), hex_digit(octet & 15)]),
        }
    }
    encoded
}

/// Number of octets [`encode_word`] makes of `octets`.
pub(crate) fn encoded_word_len(octets: &[u8]) -> usize {
    octets.iter().map(|octet| if *octet == b' ' || is_word_literal(*octet) { 1 } else { 3 }).sum()
}

const fn is_word_literal(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'!' | b'*' | b'+' | b'-' | b'/')
}

/// Length of the soft break at the `=` that `encoded` starts with.
fn soft_break(encoded: &[u8]) -> Option<usize> {
    let behind = encoded.get(1..)?;
    let blanks = behind.iter().take_while(|octet| matches!(octet, b' ' | b'\t')).count();
    let line_end = match behind.get(blanks..)? {
        [b'\r', b'\n', ..] => 2,
        [b'\n', ..] => 1,
        [] => 0,
        _ => return None,
    };
    Some(1 + blanks + line_end)
}

/// Whether `encoded` starts with `=XY`.
fn is_escape(encoded: &[u8]) -> bool {
    matches!(encoded, [b'=', high, low, ..] if octet(*high, *low).is_some())
}

/// The octet of two hexadecimal digits.
#[expect(clippy::indexing_slicing, reason = "an octet indexes 256 entries")]
fn octet(high: u8, low: u8) -> Option<u8> {
    let (high, low) = (DIGITS[usize::from(high)], DIGITS[usize::from(low)]);
    // Only what is no digit has the upper half set.
    ((high | low) & 0xF0 == 0).then_some(high << 4 | low)
}

/// The value of each hexadecimal digit, and 0xFF for what is none.
#[expect(clippy::indexing_slicing, reason = "16 digits, each an octet, and it runs when compiled")]
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

fn hex_digit(value: u8) -> char {
    char::from_digit(value.into(), 16).map_or('0', |digit| digit.to_ascii_uppercase())
}

/// What is decoded so far: runs of the input copied as late as can be, so that a body without escapes is
/// never copied.
struct Output<'a> {
    encoded: &'a [u8],
    octets: Vec<u8>,
    /// Start of what is not copied yet.
    kept: usize,
    /// Offset of the octet at hand, and where to look on.
    at: usize,
    next: usize,
    repairs: Vec<(Repair, usize)>,
}

impl<'a> Output<'a> {
    fn new(encoded: &'a [u8]) -> Self {
        let mut repairs = Vec::new();
        if !encoded.is_ascii() {
            let offset = encoded.iter().position(|octet| !octet.is_ascii());
            note(&mut repairs, Repair::RawOctet, offset.unwrap_or(0));
        }
        Self { encoded, octets: Vec::new(), kept: 0, at: 0, next: 0, repairs }
    }

    /// The next octet that is either of the two, and the rest of the input from it on.
    fn find(&mut self, one: u8, two: u8) -> Option<(u8, &'a [u8])> {
        let found = memchr2(one, two, self.encoded.get(self.next..)?)?;
        self.at = self.next + found;
        self.next = self.at + 1;
        let rest = self.encoded.get(self.at..)?;
        Some((*rest.first()?, rest))
    }

    /// Drops raw blanks before the line end that `rest` starts with.
    fn end_line(&mut self, rest: &[u8]) {
        let end = self.encoded.len() - rest.len();
        let line = self.encoded.get(self.kept..end).unwrap_or_default();
        let line = line.strip_suffix(b"\r").filter(|_| !rest.is_empty()).unwrap_or(line);
        let blanks = line.iter().rev().take_while(|octet| matches!(octet, b' ' | b'\t')).count();
        if blanks > 0 {
            let line_end = self.kept + line.len();
            self.copy(line_end - blanks, line_end);
        }
    }

    /// Puts `octet` in place of the next `len` octets.
    fn replace(&mut self, octet: Option<u8>, len: usize) {
        self.next = self.at + len;
        self.copy(self.at, self.next);
        self.octets.extend(octet);
    }

    /// Undoes the escapes that `rest` starts with, and those a letter behind them: in most scripts they
    /// stand so close that to look for each would take longer.
    fn escapes(&mut self, mut rest: &[u8]) {
        self.copy(self.at, self.at);
        let mut letters = 0;
        loop {
            match rest {
                [b'=', high, low, behind @ ..] => {
                    let Some(octet) = octet(*high, *low) else { break };
                    self.octets.push(octet);
                    (rest, letters) = (behind, 0);
                }
                [letter, behind @ ..] if letters < 1 && letter.is_ascii_alphanumeric() => {
                    self.octets.push(*letter);
                    (rest, letters) = (behind, letters + 1);
                }
                _ => break,
            }
        }
        self.kept = self.encoded.len() - rest.len();
        self.next = self.kept;
    }

    /// Copies what was kept up to `end`; what is kept from here on starts at `next`.
    fn copy(&mut self, end: usize, next: usize) {
        if self.octets.capacity() == 0 {
            self.octets.reserve(self.encoded.len());
        }
        self.octets.extend_from_slice(self.encoded.get(self.kept..end).unwrap_or_default());
        self.kept = next;
    }

    /// Keeps an `=` as text. What looks like an escape right behind it is text too: `==41` was never encoded.
    fn bare_equals(&mut self, rest: &[u8]) {
        note(&mut self.repairs, Repair::BareEquals, self.at);
        if rest.get(1..).is_some_and(|behind| behind.starts_with(b"=") && is_escape(behind)) {
            self.next += 1;
        }
    }

    fn finish(mut self) -> Decoded<'a> {
        if self.kept == 0 {
            return Decoded { octets: Cow::Borrowed(self.encoded), repairs: self.repairs, tail: None };
        }
        self.copy(self.encoded.len(), self.encoded.len());
        Decoded { octets: Cow::Owned(self.octets), repairs: self.repairs, tail: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use quoted_printable::ParseMode;

    type Row = (&'static [u8], &'static [u8], &'static [(Repair, usize)]);

    /// The rows of the table of tolerance: the union of the kindest decoders.
    #[test]
    fn takes_what_mail_has() {
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
    fn borrows_what_it_need_not_change() {
        assert!(matches!(decode(b"plain text\r\nof two lines\r\n").octets, Cow::Borrowed(_)));
        assert!(matches!(decode(b"1 = 2").octets, Cow::Borrowed(_)));
        assert!(matches!(decode_word(b"plain").octets, Cow::Borrowed(_)));
    }

    #[test]
    fn words_know_no_line_ends() {
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

    proptest! {
        #![proptest_config(crate::cases::cases(256))]

        #[test]
        fn undoes_its_own_encoding(
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

        /// Where RFC 2045 leaves no choice, the crate's strict decoder reads what we read.
        #[test]
        fn agrees_with_the_crate(octets in octets()) {
            let encoded = encode_body(&octets, b"\r\n");
            let theirs = quoted_printable::decode(&encoded, ParseMode::Strict).unwrap();
            prop_assert_eq!(&*decode(&encoded).octets, &theirs);
        }

        #[test]
        fn words_come_back(octets in prop::collection::vec(any::<u8>(), 0..60)) {
            let word = encode_word(&octets);
            prop_assert_eq!(&*decode_word(word.as_bytes()).octets, &octets);
            prop_assert!(word.bytes().all(|octet| octet.is_ascii_alphanumeric() || b"!*+-/=_".contains(&octet)));
        }

        /// Whatever it is, no octet but blanks, line ends and escapes is lost.
        #[test]
        fn takes_any_octets(encoded in octets()) {
            let decoded = decode(&encoded);
            let letters = |octets: &[u8]| octets.iter().filter(|octet| matches!(octet, b'.' | 128..)).count();
            prop_assert!(letters(&decoded.octets) >= letters(&encoded));
            prop_assert!(decoded.octets.len() <= encoded.len());
        }
    }
}
