//! Base64 (RFC 2045 section 6.8), for bodies and for B encoded words.
//!
//! Decoding takes what mail has. Line ends and blanks may stand anywhere; any other octet outside the
//! alphabet is skipped and reported, as section 6.8 has it. Several padded blocks may run together, padding
//! may be missing or surplus, the end may be cut off. Text that somebody appended to the body (a list footer)
//! is not decoded but [pointed at](Decoded::tail).
//!
//! The symbols are compacted here, line by line, and decoded by the `base64` crate, which takes neither line
//! ends nor blocks that run together. Linear time, one allocation of the size of the result.
//!
//! Refuses the alphabets of RFC 4648 section 5 and RFC 3501: their `-`, `_` and `,` are junk in mail.

use super::encoding::note;
use super::{Decoded, Repair};
use base64::alphabet;
use base64::engine::{DecodePaddingMode, Engine, GeneralPurpose, GeneralPurposeConfig};
use memchr::memchr;
use std::borrow::Cow;
use std::slice;

const ENGINE: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Decodes tolerantly. Linear time.
///
/// A tail is looked for in two places, and only where no line as long as the first one follows that is
/// base64 throughout: behind padding at the end of a line; and, for a body whose length needs no padding,
/// behind a whole quantum where a blank line or a line that starts with `--` or `__` follows. It starts at the
/// line behind the last line that was decoded.
///
/// ```
/// use mailutf::transfer::base64::decode;
/// assert_eq!(*decode(b"SGVs\r\nbG8=").octets, *b"Hello");
/// let listed = decode(b"SGVsbG8=\n-- \nThe List\n");
/// assert_eq!(*listed.octets, *b"Hello");
/// assert_eq!(listed.tail, Some(9));
/// ```
pub fn decode(encoded: &[u8]) -> Decoded<'static> {
    let mut decoder = Decoder::new(encoded);
    let tail = decoder.lines();
    decoder.end_segment(tail.unwrap_or(encoded.len()));
    Decoded { octets: Cow::Owned(decoder.octets), repairs: decoder.repairs, tail }
}

/// Encodes as a body: lines of 76 columns, each ended by `line_end`. Text goes in with CRLF line ends where
/// the message is to travel (RFC 2045 section 6.8); the octets are encoded as they are.
///
/// ```
/// assert_eq!(mailutf::transfer::base64::encode_body(b"Hello", b"\r\n"), b"SGVsbG8=\r\n");
/// ```
pub fn encode_body(octets: &[u8], line_end: &[u8]) -> Vec<u8> {
    let mut encoded = Vec::with_capacity(body_len(octets.len(), line_end));
    let mut line = [0; LINE_SYMBOLS];
    for chunk in octets.chunks(LINE_OCTETS) {
        // A chunk of 57 octets is 76 symbols: it always fits.
        let written = ENGINE.encode_slice(chunk, &mut line).unwrap_or(0);
        encoded.extend_from_slice(line.get(..written).unwrap_or_default());
        encoded.extend_from_slice(line_end);
    }
    encoded
}

/// Number of octets [`encode_body`] makes of `octets` octets.
pub(super) fn body_len(octets: usize, line_end: &[u8]) -> usize {
    octets.div_ceil(3) * 4 + octets.div_ceil(LINE_OCTETS) * line_end.len()
}

/// Encodes without line breaks, padded: the text of a B encoded word.
///
/// ```
/// assert_eq!(mailutf::transfer::base64::encode_word("é".as_bytes()), "w6k=");
/// ```
pub fn encode_word(octets: &[u8]) -> String {
    ENGINE.encode(octets)
}

/// The longest line RFC 2045 section 6.8 allows, in symbols, and the octets it carries.
const LINE_SYMBOLS: usize = 76;
const LINE_OCTETS: usize = LINE_SYMBOLS / 4 * 3;
/// Symbols decoded at a time, and the octets they carry: small enough for the first-level cache.
const RUN_SYMBOLS: usize = 4096;
const RUN_OCTETS: usize = RUN_SYMBOLS / 4 * 3;
/// A line of fewer symbols is no sign of data: a footer has such lines too.
const DATA_LINE: usize = 20;

struct Decoder<'a> {
    encoded: &'a [u8],
    octets: Vec<u8>,
    /// Symbols of the open segment that are not decoded yet.
    run: Vec<u8>,
    /// Number of `=` behind the open segment.
    padding: usize,
    /// Whether a segment has ended: one more is padding in the middle.
    ended: bool,
    repairs: Vec<(Repair, usize)>,
    /// Where data last ended with proper padding at a line end.
    padded_end: Option<Checkpoint>,
    /// Length of the first line, at least [`DATA_LINE`].
    data_line: Option<usize>,
    /// Start of a line of data that was found ahead.
    data_ahead: usize,
}

/// What to go back to where the text behind a padded end turns out to be none of the data.
#[derive(Clone, Copy)]
struct Checkpoint {
    offset: usize,
    octets: usize,
    repairs: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Blank,
    /// Nothing but symbols.
    Clean,
    /// Symbols, padding and blanks.
    Padded,
    Foreign,
}

impl<'a> Decoder<'a> {
    fn new(encoded: &'a [u8]) -> Self {
        Self {
            encoded,
            octets: Vec::with_capacity(encoded.len() / 4 * 3 + 3),
            run: Vec::with_capacity(RUN_SYMBOLS),
            padding: 0,
            ended: false,
            repairs: Vec::new(),
            padded_end: None,
            data_line: None,
            data_ahead: 0,
        }
    }

    /// Reads line by line up to the end or the tail, whose offset it answers.
    fn lines(&mut self) -> Option<usize> {
        let (mut start, mut data_end, mut blank_before) = (0, 0, false);
        while start < self.encoded.len() {
            let (line, next) = line_at(self.encoded, start);
            let kind = classify(line);
            match kind {
                Line::Blank => blank_before = true,
                Line::Foreign if self.starts_tail(line, start, blank_before) => {
                    return Some(self.go_back().unwrap_or(data_end));
                }
                Line::Clean if self.padding == 0 => self.clean(line, start),
                _ => self.mixed(line, start),
            }
            if kind != Line::Blank {
                self.data_line.get_or_insert(line.len().max(DATA_LINE));
                self.mark_padded_end(next);
                (data_end, blank_before) = (next, false);
            }
            start = next;
        }
        let dangling = self.run.len() % 4 != 0 && self.padding == 0;
        let after = self.padded_end.map(|end| end.offset)?;
        if dangling && !self.data_follows(after) { self.go_back() } else { None }
    }

    /// Whether `line` is where text appended to the body starts.
    fn starts_tail(&mut self, line: &[u8], start: usize, blank_before: bool) -> bool {
        let whole = self.run.len() % 4 == 0 && self.padding == 0 && self.data_line.is_some();
        let divided = blank_before || line.starts_with(b"--") || line.starts_with(b"__");
        (self.padded_end.is_some() || (whole && divided)) && !self.data_follows(start)
    }

    /// Whether a line of data, as long as the first one, starts at `from` or behind it. Each line is looked at
    /// once, however often this is asked.
    fn data_follows(&mut self, from: usize) -> bool {
        let least = self.data_line.unwrap_or(DATA_LINE);
        if self.data_ahead < from {
            self.data_ahead = from;
        }
        while self.data_ahead < self.encoded.len() {
            let (line, next) = line_at(self.encoded, self.data_ahead);
            if line.len() >= least && matches!(classify(line), Line::Clean | Line::Padded) {
                return true;
            }
            self.data_ahead = next;
        }
        false
    }

    /// Forgets what was decoded behind the last padded end; answers where that was.
    fn go_back(&mut self) -> Option<usize> {
        let end = self.padded_end?;
        self.octets.truncate(end.octets);
        self.repairs.truncate(end.repairs);
        self.run.clear();
        self.padding = 0;
        Some(end.offset)
    }

    /// At the end of a line: ends a segment whose padding is complete.
    fn mark_padded_end(&mut self, next: usize) {
        if self.padding > 0 && self.padding == padding_for(self.run.len()) {
            self.end_segment(next);
            self.padded_end =
                Some(Checkpoint { offset: next, octets: self.octets.len(), repairs: self.repairs.len() });
        }
    }

    /// A line of symbols alone.
    fn clean(&mut self, line: &[u8], start: usize) {
        if self.ended {
            self.repair(Repair::Padding, start);
        }
        let mut rest = line;
        while let Some((head, behind)) = rest.split_at_checked(RUN_SYMBOLS - self.run.len()) {
            self.run.extend_from_slice(head);
            self.decode_run();
            rest = behind;
        }
        self.run.extend_from_slice(rest);
    }

    /// Any other line, octet by octet.
    fn mixed(&mut self, line: &[u8], start: usize) {
        for (offset, octet) in (start..).zip(line) {
            match *octet {
                b'=' => self.padding += 1,
                symbol if is_symbol(symbol) => {
                    if self.padding > 0 {
                        self.end_segment(offset);
                    }
                    self.clean(slice::from_ref(octet), offset);
                }
                blank if is_blank(blank) => {}
                _ => self.repair(Repair::Junk, offset),
            }
        }
    }

    /// Ends the open segment before `offset` and decodes what is left of it.
    fn end_segment(&mut self, offset: usize) {
        if self.padding != padding_for(self.run.len()) {
            self.repair(Repair::Padding, offset);
        }
        if self.run.len() % 4 == 1 {
            self.run.pop();
            self.repair(Repair::Truncated, offset);
        }
        self.ended |= self.padding > 0;
        self.padding = 0;
        self.decode_run();
    }

    fn decode_run(&mut self) {
        let mut buffer = [0; RUN_OCTETS];
        // Cannot fail: symbols alone, never one too many, no more than the buffer takes.
        let decoded = ENGINE.decode_slice(&self.run, &mut buffer).ok().and_then(|len| buffer.get(..len));
        self.octets.extend_from_slice(decoded.unwrap_or_default());
        self.run.clear();
    }

    fn repair(&mut self, repair: Repair, offset: usize) {
        note(&mut self.repairs, repair, offset);
    }
}

/// The line at `start`, without its line end, and where the next one starts.
fn line_at(encoded: &[u8], start: usize) -> (&[u8], usize) {
    let rest = encoded.get(start..).unwrap_or_default();
    let end = memchr(b'\n', rest).unwrap_or(rest.len());
    let line = rest.get(..end).unwrap_or_default();
    (line.strip_suffix(b"\r").unwrap_or(line), start + end + 1)
}

fn classify(line: &[u8]) -> Line {
    // Without an early exit the compiler tests many octets at a time.
    if line.iter().fold(true, |clean, &octet| clean & is_symbol(octet)) {
        return if line.is_empty() { Line::Blank } else { Line::Clean };
    }
    let mut equals = 0;
    for &octet in line.trim_ascii() {
        equals = if octet == b'=' { equals + 1 } else { 0 };
        if equals > 2 || !(octet == b'=' || is_symbol(octet)) {
            return Line::Foreign;
        }
    }
    if line.trim_ascii().is_empty() { Line::Blank } else { Line::Padded }
}

const fn is_symbol(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() | (octet == b'+') | (octet == b'/')
}

const fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t' | b'\r' | b'\n')
}

/// Number of `=` that the last quantum of a segment of `symbols` symbols asks for.
const fn padding_for(symbols: usize) -> usize {
    match symbols % 4 {
        2 => 2,
        3 => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The rows of the table of tolerance: what the kindest of nine decoders makes of each input.
    #[test]
    fn takes_what_mail_has() {
        use Repair::*;
        let rows: [(&[u8], &[u8], &[(Repair, usize)]); 19] = [
            (b"SGVs\r\nbG8=", b"Hello", &[]),
            (b"SGV\r\nsbG8=", b"Hello", &[]),
            (b" SG Vs\tbG8= ", b"Hello", &[]),
            (b"SGVsbG8", b"Hello", &[(Padding, 7)]),
            (b"SGVsbG8==", b"Hello", &[(Padding, 9)]),
            (b"SGk=SGk=", b"HiHi", &[(Padding, 4)]),
            (b"SGk=\nSGk=\n", b"HiHi", &[(Padding, 5)]),
            (b"SG!VsbG8=", b"Hello", &[(Junk, 2)]),
            (b"-_-_", b"", &[(Junk, 0)]),
            (b"SGVs\xA0bG8=", b"Hello", &[(Junk, 4)]),
            (b"SGVsbG9=", b"Hello", &[]),
            (b"SGVsb", b"Hel", &[(Truncated, 5)]),
            (b"SGVs\x00bG8=", b"Hello", &[(Junk, 4)]),
            (b"====", b"", &[(Padding, 4)]),
            (b"SG=VsbG8=", b"HV\xC6\xC6", &[(Padding, 3), (Truncated, 9)]),
            (b"SGVsbA=\n=\n", b"Hell", &[]),
            (b"", b"", &[]),
            (b"\r\n", b"", &[]),
            (b"SGk=\n!!!!\nSGVsbG8hSGVsbG8hSGVsbG8h\n", b"HiHello!Hello!Hello!", &[(Junk, 5), (Padding, 10)]),
        ];
        for (encoded, octets, repairs) in rows {
            let decoded = decode(encoded);
            assert_eq!(*decoded.octets, *octets, "{}", encoded.escape_ascii());
            assert_eq!(decoded.repairs, repairs, "{}", encoded.escape_ascii());
            assert_eq!(decoded.tail, None, "{}", encoded.escape_ascii());
        }
    }

    #[test]
    fn points_at_what_was_appended() {
        let rows: [(&[u8], &[u8], &[u8]); 8] = [
            (b"SGk=\r\n--\r\nsent from", b"Hi", b"--\r\nsent from"),
            (b"SGk=\n\n____\nlist mailing list\n", b"Hi", b"\n____\nlist mailing list\n"),
            (b"SGk=\nRegards\nthe list\n", b"Hi", b"Regards\nthe list\n"),
            (b"SGk=\nRegards\n", b"Hi", b"Regards\n"),
            (b"SGk=\nSGk=\n=====\nlist\n", b"HiHi", b"=====\nlist\n"),
            (b"SGVsbG8h\n--\nthe list\n", b"Hello!", b"--\nthe list\n"),
            (b"SGVsbG8h\n\nthe list\n", b"Hello!", b"\nthe list\n"),
            (b"SGVsbG8h\nSGVsbG8h\n__\nlist\n", b"Hello!Hello!", b"__\nlist\n"),
        ];
        for (encoded, octets, tail) in rows {
            let decoded = decode(encoded);
            assert_eq!(*decoded.octets, *octets, "{}", encoded.escape_ascii());
            let found = decoded.tail.map(|offset| encoded[offset..].escape_ascii().to_string());
            assert_eq!(found, Some(tail.escape_ascii().to_string()), "{}", encoded.escape_ascii());
        }
    }

    #[test]
    fn a_body_has_lines_of_76_columns() {
        let encoded = encode_body(&[b'x'; 115], b"\r\n");
        let lines: Vec<usize> = encoded.split(|&octet| octet == b'\n').map(<[u8]>::len).collect();
        assert_eq!(lines, [77, 77, 5, 0]);
    }

    proptest! {
        #[test]
        fn undoes_its_own_encoding(
            octets in prop::collection::vec(any::<u8>(), 0..10_000),
            line_end in prop::sample::select(vec!["\n", "\r\n"]),
        ) {
            let body = encode_body(&octets, line_end.as_bytes());
            prop_assert_eq!(body.len(), body_len(octets.len(), line_end.as_bytes()));
            for encoded in [body.as_slice(), encode_word(&octets).as_bytes()] {
                let decoded = decode(encoded);
                prop_assert_eq!(&*decoded.octets, &octets);
                prop_assert_eq!((decoded.repairs, decoded.tail), (vec![], None));
            }
        }

        /// Where the crate reads the symbols at all, it reads them as we do.
        #[test]
        fn agrees_with_the_crate(encoded in "[A-Za-z0-9+/]{0,40}={0,2}") {
            if let Ok(octets) = ENGINE.decode(&encoded) {
                prop_assert_eq!(&*decode(encoded.as_bytes()).octets, &octets);
            }
        }

        /// Anything at all is decoded as what is left of it when what is foreign is taken out.
        #[test]
        fn skips_what_is_foreign(encoded in "[AbC9+/ \\n\\r!\u{e9}]{0,60}") {
            let decoded = decode(encoded.as_bytes());
            let kept = decoded.tail.unwrap_or(encoded.len());
            let mut symbols: Vec<u8> = encoded.bytes().take(kept).filter(|&octet| is_symbol(octet)).collect();
            if symbols.len() % 4 == 1 {
                symbols.pop();
            }
            prop_assert_eq!(&*decoded.octets, &ENGINE.decode(symbols).unwrap());
        }

        #[test]
        fn takes_any_octets(encoded in prop::collection::vec(prop::sample::select(b"Ab+/= \t\r\n-_!\0\xFF".to_vec()), 0..200)) {
            let decoded = decode(&encoded);
            prop_assert!(decoded.octets.len() <= encoded.len() / 4 * 3 + 3);
            prop_assert!(decoded.tail.is_none_or(|tail| tail <= encoded.len()));
        }
    }
}
