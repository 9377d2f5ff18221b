//! Decoding ISO-2022.

use super::plain;
use super::set::{Dialect, ESC, SI, SO, Set};
use crate::charset::codec::{MalformedKind, Output, RawDecoder};
use crate::charset::legacy::pairs::Pairs;

/// An unfinished escape sequence.
#[derive(Clone, Debug)]
struct Escape {
    /// The offset of the ESC.
    at: usize,
    /// The octets after the ESC, of which `len` have been read so far.
    octets: [u8; 3],
    len: usize,
}

impl Escape {
    fn octets(&self) -> &[u8] {
        self.octets.get(..self.len).unwrap_or_default()
    }
}

/// The decoder of the ISO-2022 charsets.
#[derive(Clone, Debug)]
pub(crate) struct Iso2022 {
    dialect: Dialect,
    sets: [Set; 4],
    /// Whether the last shift was SO rather than SI.
    shifted: bool,
    /// The working set that a single shift selects for the next character: 2 (G2) after ESC N, and 3 (G3) after
    /// ESC O. `None` without a single shift.
    single: Option<usize>,
    escape: Option<Escape>,
    /// The offset of the first octet of an unfinished double-octet character, and the octet itself.
    lead: Option<(usize, u8)>,
    /// Whether a line ended in a double-octet set, and no character or designation has followed yet.
    open: bool,
}

impl Iso2022 {
    pub(crate) fn new(dialect: Dialect) -> Self {
        let sets = dialect.sets();
        Self { dialect, sets, shifted: false, single: None, escape: None, lead: None, open: false }
    }

    /// The set of the next character.
    fn current(&self) -> Set {
        let [g0, g1, g2, g3] = self.sets;
        match (self.single, self.shifted) {
            (Some(2), _) => g2,
            (Some(_), _) => g3,
            (None, true) => g1,
            (None, false) => g0,
        }
    }

    /// Decodes one or more octets at the start of `input`. Returns the number of octets that were decoded.
    fn step(&mut self, input: &[u8], at: usize, output: &mut Output<'_>) -> usize {
        let Some(&octet) = input.first() else { return 0 };
        if self.escape.is_some() {
            return self.continue_escape(octet, at, output);
        }
        match octet {
            0x21..=0x7E => return self.graphic(input, at, output),
            // In a set of 96 characters, 0x20 and 0x7F are characters of the set, instead of space and DEL.
            0x20 | 0x7F if self.single.is_some() && self.current().width() == 1 => {
                return self.graphic(input, at, output);
            }
            _ => self.drop_lead(output),
        }
        match octet {
            ESC => self.escape = Some(Escape { at, octets: [0; 3], len: 0 }),
            SO => self.shifted = true,
            SI => self.shifted = false,
            0x80.. => output.replace(at, MalformedKind::InvalidOctet),
            0x7F if self.current().width() == 2 => output.replace(at, MalformedKind::InvalidOctet),
            b'\r' | b'\n' => self.end_line(octet, output),
            _ => output.text.push(char::from(octet)),
        }
        1
    }

    /// Fast path for text in ISO-2022-KR in which only SO and SI change the state, as in nearly all such text.
    /// Returns the number of octets that were decoded. Returns `None` for other charsets, and if an escape sequence
    /// has changed the state. The fast path is not used for ISO-2022-JP, in which the runs of text between shifts
    /// are longer: for long runs it is not faster.
    fn plain(&mut self, input: &[u8], text: &mut String) -> Option<usize> {
        let is_usual = self.dialect == Dialect::Korean && self.sets == self.dialect.sets();
        if !is_usual || self.escape.is_some() || self.single.is_some() || self.lead.is_some() || self.open {
            return None;
        }
        let (read, double) =
            plain::append(Pairs::of(encoding_rs::EUC_KR)?, input, self.shifted, text, korean_shift);
        self.shifted = double;
        Some(read)
    }

    /// Resets the state at the end of a line. If the set in G0 has single octets, then G0 keeps it
    /// (RFC 1468); otherwise G0 becomes US-ASCII. G1, G2 and G3 return to their initial sets (RFC 1554,
    /// RFC 1922), and the shift ends.
    fn end_line(&mut self, octet: u8, output: &mut Output<'_>) {
        let [g0, ..] = self.sets;
        let [ascii, g1, g2, g3] = self.dialect.sets();
        let open = g0.width() == 2;
        self.open |= open;
        self.sets = [if open { ascii } else { g0 }, g1, g2, g3];
        self.shifted = false;
        output.text.push(char::from(octet));
    }

    /// Decodes graphic octets in the current set: 0x21 to 0x7E, and in a set of 96 characters also 0x20 and 0x7F.
    fn graphic(&mut self, input: &[u8], at: usize, output: &mut Output<'_>) -> usize {
        if std::mem::take(&mut self.open) {
            output.error(at, MalformedKind::UnclosedSet);
        }
        let set = self.current();
        let single = self.single.is_some();
        if let (Some((start, lead)), Some(&trail)) = (self.lead.take(), input.first()) {
            self.single = None;
            set.decode(&[lead, trail], start, output);
            return 1;
        }
        let blank = if set == Set::Ascii { 0x20 } else { 0x21 };
        let run = input.iter().take_while(|octet| (blank..=0x7E).contains(*octet)).count();
        let most = if single { set.width() } else { run };
        let whole = run.clamp(1, most.max(1)) / set.width() * set.width();
        if let Some(octets) = input.get(..whole).filter(|octets| !octets.is_empty()) {
            self.single = None;
            set.decode(octets, at, output);
            whole
        } else {
            self.lead = input.first().map(|&lead| (at, lead));
            1
        }
    }

    /// Replaces the first octet of a double-octet character by U+FFFD, if the second octet is missing.
    fn drop_lead(&mut self, output: &mut Output<'_>) {
        self.single = None;
        if let Some((at, _)) = self.lead.take() {
            output.replace(at, MalformedKind::Truncated);
        }
    }

    /// Decodes the next octet of an escape sequence. The sequence consists of intermediate octets from 0x20 to 0x2F
    /// and a final octet.
    fn continue_escape(&mut self, octet: u8, at: usize, output: &mut Output<'_>) -> usize {
        let Some(escape) = self.escape.as_mut() else { return 0 };
        if !matches!(octet, 0x20..=0x7E) {
            self.undo_escape(output);
            return self.step(&[octet], at, output);
        }
        if let Some(place) = escape.octets.get_mut(escape.len) {
            *place = octet;
            escape.len += 1;
        }
        if escape.len < escape.octets.len() && octet < 0x30 {
            return 1;
        }
        match escape.octets() {
            b"N" => self.single = Some(2),
            b"O" => self.single = Some(3),
            // ESC & @ announces the 1990 edition of JIS X 0208. Another escape sequence then designates the set.
            b"&@" => {}
            sequence => match Set::designated(sequence) {
                Some((slot, set)) => {
                    if let Some(designated) = self.sets.get_mut(slot) {
                        *designated = set;
                    }
                    self.open = false;
                }
                None => {
                    self.undo_escape(output);
                    return 1;
                }
            },
        }
        self.escape = None;
        1
    }

    /// Treats an unknown escape sequence as an ill-formed ESC, followed by text.
    fn undo_escape(&mut self, output: &mut Output<'_>) {
        let Some(escape) = self.escape.take() else { return };
        output.replace(escape.at, MalformedKind::InvalidOctet);
        for (offset, octet) in escape.octets().iter().enumerate() {
            self.step(&[*octet], escape.at + 1 + offset, output);
        }
    }
}

/// Decodes `octets` by the fast path of the dialect. Returns `None` if the fast path cannot decode all of `octets`.
pub(crate) fn fast(dialect: Dialect, octets: &[u8]) -> Option<String> {
    match dialect {
        Dialect::Japanese => plain_japanese(octets),
        Dialect::Korean => plain_korean(octets),
        Dialect::Chinese => None,
    }
}

/// Fast path for US-ASCII, pairs of JIS X 0208, and JIS X 0201 Roman where it has the same characters as
/// US-ASCII. Nearly all mail in ISO-2022-JP consists only of these three. Returns `None` if the fast path cannot
/// decode all of `octets`.
fn plain_japanese(octets: &[u8]) -> Option<String> {
    // `Pairs` has the pairs of JIS X 0208 as pairs of EUC-JP, in which the high bits of the octets are set.
    plain::decode(Pairs::of(encoding_rs::EUC_JP)?, octets, |rest, double| match rest {
        [ESC, b'(', b'B', after @ ..] => Some((after, false)),
        [ESC, b'(', b'J' | b'H', after @ ..] if is_ascii_in_roman(after) => Some((after, false)),
        [ESC, b'$', b'@' | b'B', after @ ..] => Some((after, true)),
        [0..=0x20 | 0x7F, ..] if double => None,
        _ => Some((rest, double)),
    })
}

/// Whether the octets up to the next escape sequence have the same characters in JIS X 0201 Roman as in US-ASCII.
fn is_ascii_in_roman(octets: &[u8]) -> bool {
    let end = memchr::memchr(ESC, octets).unwrap_or(octets.len());
    memchr::memchr2(b'\\', b'~', octets.get(..end).unwrap_or_default()).is_none()
}

/// Fast path for US-ASCII and for pairs of KS X 1001 between SO and SI (RFC 1557). Returns `None` if the fast path
/// cannot decode all of `octets`.
fn plain_korean(octets: &[u8]) -> Option<String> {
    plain::decode(Pairs::of(encoding_rs::EUC_KR)?, octets, korean_shift)
}

/// Reads a shift of ISO-2022-KR at the start of `rest`. [`plain::append`] calls this function between characters.
#[inline(always)]
fn korean_shift(rest: &[u8], double: bool) -> Option<(&[u8], bool)> {
    Some(match rest {
        [ESC, b'$', b')', b'C', after @ ..] => (after, double),
        [SO, after @ ..] => (after, true),
        [SI, after @ ..] => (after, false),
        [b'\r' | b'\n', ..] => (rest, false),
        _ => (rest, double),
    })
}

impl RawDecoder for Iso2022 {
    fn feed(&mut self, input: &[u8], at: usize, output: &mut Output<'_>) {
        let mut taken = 0;
        while let Some(rest) = input.get(taken..).filter(|rest| !rest.is_empty()) {
            taken += self.plain(rest, output.text).unwrap_or(0);
            taken += self.step(input.get(taken..).unwrap_or_default(), at + taken, output);
        }
    }

    fn finish(&mut self, _at: usize, output: &mut Output<'_>) {
        self.undo_escape(output);
        self.drop_lead(output);
    }

    fn fork(&self) -> Option<Box<dyn RawDecoder + Send + Sync>> {
        Some(Box::new(self.clone()))
    }
}

#[cfg(test)]
mod tests {
    use crate::charset::{Charset, MalformedKind};

    /// The text, the number of errors, and the offset and kind of the first error.
    type Reading = (String, usize, Option<(usize, MalformedKind)>);

    fn reading(charset: Charset, octets: &[u8]) -> Reading {
        let decoded = charset.decode(octets);
        let first = decoded.first_error.map(|error| (error.offset, error.kind));
        (decoded.text.into_owned(), decoded.errors, first)
    }

    #[track_caller]
    fn reads(charset: Charset, octets: &[u8], text: &str) {
        assert_eq!(reading(charset, octets), (text.to_owned(), 0, None), "{octets:?}");
    }

    #[track_caller]
    fn fails(charset: Charset, octets: &[u8], text: &str, errors: usize, offset: usize, kind: MalformedKind) {
        let expected = (text.to_owned(), errors, Some((offset, kind)));
        assert_eq!(reading(charset, octets), expected, "{octets:?}");
    }

    #[test]
    fn rfc1468_japanese() {
        let japanese = Charset::ISO_2022_JP;
        reads(japanese, b"a\x1B$B$3$s\x1B(Bb\r\n\x1B$@$K\x1B(J\\~\x1B(B\\~", "aこんb\r\nに\u{A5}\u{203E}\\~");
        // A line starts in the single-octet set that was in use at the end of the line before.
        reads(japanese, b"\x1B(J~\n~\x1B(B~", "\u{203E}\n\u{203E}~");
        // A designation without a character after it occurs twice, as it does where encoded words were joined.
        reads(japanese, b"\x1B$B$3\x1B(B\x1B$B$s\x1B(B\x1B(B", "こん");
        // The text does not return to ASCII at its end, and blanks and control characters stand among double-octet
        // characters.
        reads(japanese, b"\x1B$B$3 $s\t$s", "こ ん\tん");
    }

    #[test]
    fn rfc2237_and_1554_more_sets() {
        let japanese = Charset::ISO_2022_JP;
        reads(japanese, b"\x1B$(D0!\x1B(B", "丂");
        reads(japanese, b"\x1B$A0!\x1B$(C0!\x1B(B", "啊가");
        reads(japanese, b"caf\x1B.A\x1BNi \x1B.F\x1BNa", "café α");
        // G2 keeps its set only until the end of the line.
        reads(japanese, b"\x1B.A\x1BNi\n\x1BNi", "é\ni");
    }

    #[test]
    fn jis_x_0213() {
        let japanese = Charset::ISO_2022_JP;
        reads(japanese, b"\x1B$(Q.!\x1B(B", "俱");
        reads(japanese, b"\x1B$(O$w\x1B$(P!!\x1B(B", "か\u{309A}𠂉");
    }

    #[test]
    fn kana_and_extensions() {
        let japanese = Charset::ISO_2022_JP;
        reads(japanese, b"\x1B(I12\x1B(B \x0E12\x0F1", "ｱｲ ｱｲ1");
        reads(japanese, b"\x1B)I\x0E1\x0F", "ｱ");
        reads(japanese, b"\x1B$B-!y!\x1B(B", "①纊");
        reads(japanese, b"\x1B&@\x1B$B$3\x1B(B", "こ");
    }

    #[test]
    fn rfc1557_korean() {
        let korean = Charset::ISO_2022_KR;
        reads(korean, b"\x1B$)Ca\x0E0!\x0Fb\n\x0E0!\x0F", "a가b\n가");
        reads(korean, b"\x1B$)C\x0E0! 0!\t0!\x0F\x7F\r\n0!", "가 가\t가\x7F\r\n0!");
        fails(korean, b"\x0E0!\x7F\x0F", "가\u{FFFD}", 1, 3, MalformedKind::InvalidOctet);
        reads(korean, b"\x0E0!\n0!", "가\n0!");
    }

    #[test]
    fn rfc1922_chinese() {
        let chinese = Charset::ISO_2022_CN;
        // The word from the example in RFC 1922, in GB 2312 and in CNS 11643.
        reads(chinese, b"\x1B$)A\x0E=;;;\x1B$)GG(_P\x0F", "交换交換");
        reads(chinese, b"\x1B$*H\x1BN!!x", "乂x");
        reads(chinese, b"\x1B$+I\x1BO!#x", "丿x");
        reads(chinese, b"\x1B$+J\x1BO!!\x1B$+M\x1BO!!x", "𠂆𠁕x");
        fails(chinese, b"\x1B$+M\x1BO~~x", "\u{FFFD}x", 1, 6, MalformedKind::Unmapped);
    }

    #[test]
    fn errors_and_their_offsets() {
        let japanese = Charset::ISO_2022_JP;
        fails(japanese, b"a\xE9b", "a\u{FFFD}b", 1, 1, MalformedKind::InvalidOctet);
        fails(japanese, b"\x1B$B$\xE9$3", "\u{FFFD}\u{FFFD}こ", 2, 3, MalformedKind::Truncated);
        fails(japanese, b"\x1B$B$3$", "こ\u{FFFD}", 1, 5, MalformedKind::Truncated);
        fails(japanese, b"\x1B$B$\x1B(Ba", "\u{FFFD}a", 1, 3, MalformedKind::Truncated);
        fails(japanese, b"\x1B$B)!a", "\u{FFFD}\u{FFFD}", 2, 3, MalformedKind::Unmapped);
        fails(japanese, b"\x1B[1m", "\u{FFFD}[1m", 1, 0, MalformedKind::InvalidOctet);
        fails(japanese, b"\x1B\x1B(B1", "\u{FFFD}1", 1, 0, MalformedKind::InvalidOctet);
        fails(japanese, b"\x1B$", "\u{FFFD}$", 1, 0, MalformedKind::InvalidOctet);
        fails(japanese, b"\x1B$()12", "\u{FFFD}$()12", 1, 0, MalformedKind::InvalidOctet);
    }

    #[test]
    fn a_line_after_one_that_stayed_open() {
        let japanese = Charset::ISO_2022_JP;
        reads(japanese, b"\x1B$B$3\n\x1B$B$s\n", "こ\nん\n");
        fails(japanese, b"\x1B$B$3\n$s\x1B(B", "こ\n$s", 1, 6, MalformedKind::UnclosedSet);
    }
}
