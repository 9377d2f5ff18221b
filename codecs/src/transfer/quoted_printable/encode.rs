//! Encodes bodies in quoted-printable (RFC 2045 section 6.7), some hundred octets at a time, in two steps. First, the
//! octets are encoded without soft line breaks. Each octet of this output is called a *column*: a literal octet is one
//! column, and an escape such as `=C3` is three. Then soft breaks are added to lines of more than 76 columns. Linear
//! time.

use crate::kernels::{self, quoted_printable::escape};
use memchr::{memchr, memchr_iter};

/// Encodes a body in lines of at most 76 columns. Each `line_end` (LF or CRLF) in the input is a line end of the
/// output. Any other CR or LF is escaped. A blank at the end of a line is escaped too, because `format=flowed`
/// needs it (RFC 3676 section 4.2). Linear time.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::transfer::quoted_printable::encode_body;
/// assert_eq!(encode_body("flowed \né".as_bytes(), b"\n"), b"flowed=20\n=C3=A9");
/// ```
pub fn encode_body(octets: &[u8], line_end: &[u8]) -> Vec<u8> {
    encode_within(octets, line_end, usize::MAX).unwrap_or_default()
}

/// Encodes a body as [`encode_body`] does. Returns `None` if the result is longer than `most` octets. In this
/// case, encoding stops soon after the output has become longer.
pub(in crate::transfer) fn encode_within(octets: &[u8], line_end: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut lines = Lines::new(likely_len(octets).min(most.saturating_add(ROOM)), line_end);
    let mut start = lines.regular(octets, most)?;
    let rest = octets.get(start..).unwrap_or_default();
    let offset = start;
    for at in line_end.last().into_iter().flat_map(|last| memchr_iter(*last, rest)) {
        let end = offset + at;
        let Some(line) = octets.get(start..=end).and_then(|line| line.strip_suffix(line_end)) else {
            continue;
        };
        lines.escape(line);
        lines.end();
        if lines.octets.len() > most {
            return None;
        }
        start = end + 1;
    }
    lines.escape(octets.get(start..).unwrap_or_default());
    lines.write(lines.len);
    (lines.octets.len() <= most).then_some(lines.octets)
}

/// The likely length of the encoded form, and a little more. It is computed from the start of the octets, as if
/// octets were escaped everywhere as often as at the start.
fn likely_len(octets: &[u8]) -> usize {
    let start = octets.get(..PIECE).unwrap_or(octets);
    let escapes = start.iter().filter(|octet| !is_literal(**octet)).count();
    let likely = octets.len() + 2 * escapes * octets.len().div_ceil(PIECE);
    likely + likely / 16 + COLUMNS
}

/// The maximum number of columns of a line.
const COLUMNS: usize = 76;

/// The maximum number of octets that are encoded in one step. After each step, lines that are too long are broken.
const PIECE: usize = 256;

/// The size of the buffer of columns. It has room for the columns of a line, for the columns of [`PIECE`] octets that
/// are all escaped, and for some more.
const ROOM: usize = COLUMNS + 3 * PIECE + 180;

/// The end of a text is encoded in a copy if it has at most this many octets. The [kernel](kernels) reads whole
/// blocks. Therefore the end of the text is copied to an array in which zeros follow it.
const END: usize = 128;

/// The encoded lines, and columns that may still need soft breaks.
struct Lines<'l> {
    octets: Vec<u8>,
    columns: [u8; ROOM],
    /// The number of octets that are in `columns` so far.
    len: usize,
    /// The number of octets of `columns` that are already in `octets`.
    written: usize,
    /// The place in `columns` at which the last line starts.
    start: usize,
    line_end: &'l [u8],
}

impl<'l> Lines<'l> {
    fn new(capacity: usize, line_end: &'l [u8]) -> Self {
        let octets = Vec::with_capacity(capacity);
        Self { octets, columns: [0; ROOM], len: 0, written: 0, start: 0, line_end }
    }

    /// Encodes as many octets as a kernel can. Returns the number of octets read, or `None` if the result is longer
    /// than `most` octets.
    fn regular(&mut self, octets: &[u8], most: usize) -> Option<usize> {
        let crlf = self.line_end == b"\r\n";
        let Some(level) = kernels::level().filter(|_| crlf || self.line_end == b"\n") else { return Some(0) };
        // A blank at the end of the text is escaped, but a kernel would not escape it.
        let len = octets.len() - usize::from(octets.last().is_some_and(|last| is_blank(*last)));
        let mut done = 0;
        while done < len {
            self.make_room();
            let room = self.columns.get_mut(self.len..).unwrap_or_default();
            let rest = octets.get(done..len).unwrap_or_default();
            let (mut read, mut written) = escape(level, rest, crlf, room);
            let mut padded = [0; END + 66];
            if let Some(place) = padded.get_mut(..rest.len()).filter(|_| read == 0 && rest.len() <= END) {
                place.copy_from_slice(rest);
                let blocks = rest.len().next_multiple_of(64);
                written = escape(level, padded.get(..blocks + 2).unwrap_or_default(), crlf, room).1;
                // Each zero after the text has become an escape of three columns.
                written -= 3 * (blocks - rest.len());
                read = rest.len();
            }
            if read == 0 {
                break;
            }
            done += read;
            self.lines(written);
            if self.octets.len() > most {
                return None;
            }
        }
        Some(done)
    }

    /// Counts `columns` more columns, which the caller has already written after the other columns. Then breaks the
    /// lines that are too long. Line ends can be among the columns.
    fn lines(&mut self, columns: usize) {
        let mut from = self.len;
        self.len += columns;
        while let Some(at) = self.columns.get(from..self.len).and_then(|new| memchr(b'\n', new)) {
            from += at + 1;
            self.fit(from - self.line_end.len());
            self.start = from;
        }
        self.fit(self.len);
    }

    /// Encodes one line without its line end, or the end of a line.
    fn escape(&mut self, line: &[u8]) {
        let Some((last, text)) = line.split_last() else { return };
        for piece in text.chunks(PIECE) {
            self.make_room();
            piece.iter().for_each(|octet| self.put(encoded(*octet)));
            self.fit(self.len);
        }
        self.make_room();
        self.put(if is_blank(*last) { escape_of(*last) } else { encoded(*last) });
        self.fit(self.len);
    }

    /// Appends the first `count` octets of `octets`.
    fn put(&mut self, (octets, count): ([u8; 4], usize)) {
        if let Some(place) = self.columns.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut) {
            *place = octets;
            self.len += count;
        }
    }

    /// Ends a line.
    fn end(&mut self) {
        self.write(self.len);
        self.octets.extend_from_slice(self.line_end);
        self.start = self.len;
    }

    /// Breaks the last line, which extends at least to `end`, while the line is too long. A line of text can have
    /// 76 columns. A line that ends with a soft break can have 75, because the last column is needed for the `=`.
    fn fit(&mut self, end: usize) {
        while end - self.start > COLUMNS {
            let is_escape = |column: usize| self.columns.get(self.start + column) == Some(&b'=');
            // The line is broken before an escape, never within it.
            let divided = if is_escape(COLUMNS - 2) { 1 } else { 2 * usize::from(is_escape(COLUMNS - 3)) };
            self.start += COLUMNS - 1 - divided;
            self.write(self.start);
            self.octets.push(b'=');
            self.octets.extend_from_slice(self.line_end);
        }
    }

    /// Writes the columns before `end`.
    fn write(&mut self, end: usize) {
        self.octets.extend_from_slice(self.columns.get(self.written..end).unwrap_or_default());
        self.written = end;
    }

    /// Makes room for a piece, by removing all columns except those of the last line.
    fn make_room(&mut self) {
        if self.len + 3 * PIECE < ROOM {
            return;
        }
        self.write(self.start);
        self.columns.copy_within(self.start..self.len, 0);
        self.len -= self.start;
        (self.start, self.written) = (0, 0);
    }
}

/// The columns of an octet, at the start of an array, and their number. The other octets of the array are arbitrary.
#[expect(clippy::indexing_slicing, reason = "an octet indexes 256 entries")]
fn encoded(octet: u8) -> ([u8; 4], usize) {
    let octets = ENCODED[usize::from(octet)];
    let [.., count] = octets;
    (octets, usize::from(count))
}

/// The columns of the escape of an octet, and their number, as in [`encoded`].
const fn escape_of(octet: u8) -> ([u8; 4], usize) {
    ([b'=', hex_digit(octet >> 4), hex_digit(octet & 15), 3], 3)
}

/// For each octet, its columns, and their number in the last place.
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

fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t')
}

/// Whether an octet can stand for itself. The result is also true for a blank, although a blank at the end of a line
/// must be escaped. The function has no branches. Therefore the compiler can test many octets together.
const fn is_literal(octet: u8) -> bool {
    (octet >= b' ') & (octet <= b'~') & (octet != b'=') | (octet == b'\t')
}

/// The hexadecimal digit of a value below 16.
pub(super) const fn hex_digit(value: u8) -> u8 {
    if value < 10 { b'0' + value } else { b'A' - 10 + value }
}
