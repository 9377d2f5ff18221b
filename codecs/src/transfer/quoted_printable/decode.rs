//! Decoding quoted-printable (RFC 2045 section 6.7), and the Q encoding of encoded words (RFC 2047 section 4.2).
//!
//! This module does not use the decoder of another crate, because the decoder must keep what other decoders
//! destroy: raw octets above 127, control characters and line ends, and an `=` that starts no escape. The decoder
//! removes blanks at the end of a line, as section 6.7 rule 3 requires. It removes soft line breaks, even if blanks
//! stand between the `=` and the line end. A space that is written as `=20` at the end of a line is text and is
//! kept. Hexadecimal digits can be in either case. Linear time.

use crate::kernels;
use crate::kernels::Level;
use crate::kernels::quoted_printable::{AHEAD, BLOCK};
use crate::transfer::decoded_body::{DecodedBody, Repair, note};
use memchr::memchr;
use std::borrow::Cow;

/// Decodes a body, tolerating errors. The result is borrowed if decoding changes nothing. Linear time.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::transfer::quoted_printable::decode;
/// assert_eq!(*decode(b"caf=C3=A9 =\r\nau lait  \r\n").octets, *"café au lait\r\n".as_bytes());
/// assert_eq!(*decode(b"1=2").octets, *b"1=2");
/// ```
pub fn decode(encoded: &[u8]) -> DecodedBody<'_> {
    let mut output = Output::new(encoded);
    let mut start = 0;
    while start < encoded.len() {
        start += output.regular(encoded.get(start..).unwrap_or_default());
        // Vector instructions decode only regular octets. The rest of the line is decoded without them.
        let rest = encoded.get(start..).unwrap_or_default();
        let len = memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        output.line(rest.get(..len).unwrap_or_default(), start);
        start += len;
    }
    // If decoding changes anything, then the output is shorter than the input.
    let same = output.len == encoded.len();
    output.finish(encoded, same)
}

/// Decodes the text of a Q encoded word, in which `_` is a space. RFC 2047 forbids raw blanks in a word; the
/// decoder keeps them. Linear time.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::transfer::quoted_printable::decode_word;
/// assert_eq!(*decode_word(b"caf=E9_au_lait").octets, *b"caf\xE9 au lait");
/// ```
pub fn decode_word(encoded: &[u8]) -> DecodedBody<'_> {
    let mut output = Output::new(encoded);
    output.escapes(encoded, 0, b'_');
    let same = output.len == encoded.len() && !encoded.contains(&b'_');
    output.finish(encoded, same)
}

/// The octet that the escape `=XY` at the start of `encoded` encodes.
fn unescaped(encoded: &[u8]) -> Option<u8> {
    match encoded {
        [b'=', high, low, ..] => octet(*high, *low),
        _ => None,
    }
}

/// The octet that two hexadecimal digits encode.
#[expect(clippy::indexing_slicing, reason = "an octet indexes 256 entries")]
fn octet(high: u8, low: u8) -> Option<u8> {
    let (high, low) = (DIGITS[usize::from(high)], DIGITS[usize::from(low)]);
    // All digits have values below 16, and any other octet has the value 0xFF. Therefore the upper four bits show
    // whether both octets are digits.
    ((high | low) & 0xF0 == 0).then_some(high << 4 | low)
}

/// The value of each octet as a hexadecimal digit; 0xFF for octets that are no digits.
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

/// The octets decoded so far.
struct Output {
    /// A buffer as long as the input, because the output is never longer. The first `len` octets are decoded.
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

    /// Decodes `rest`, the undecoded end of a body, with vector instructions, up to the first block that is irregular
    /// (see [`decode`](kernels::quoted_printable::decode)). Returns the number of octets read.
    fn regular(&mut self, rest: &[u8]) -> usize {
        let Some(level) = kernels::level() else { return 0 };
        let room = self.octets.get_mut(self.len..).unwrap_or_default();
        let (read, written) = kernels::quoted_printable::decode(level, rest, room);
        self.len += written;
        read + self.end(level, rest.get(read..).unwrap_or_default())
    }

    /// Decodes the last octets of a body in a block that is filled up with zeros, if the kernel can decode all
    /// these octets. Returns the number of octets read.
    fn end(&mut self, level: Level, rest: &[u8]) -> usize {
        let (mut padded, mut room) = ([0; BLOCK + AHEAD], [0; BLOCK]);
        // The kernel would keep blanks before a zero, but blanks at the end of a body must be removed.
        let is_blank = matches!(rest.last(), Some(b' ' | b'\t'));
        let Some(place) = padded.get_mut(..rest.len()).filter(|_| rest.len() <= BLOCK && !is_blank) else {
            return 0;
        };
        place.copy_from_slice(rest);
        let (read, written) = kernels::quoted_printable::decode(level, &padded, &mut room);
        // Each zero that fills up the block is one octet of the result.
        let decoded = room.get(..(written + rest.len()).saturating_sub(BLOCK)).filter(|_| read == BLOCK);
        let place = decoded.and_then(|decoded| self.octets.get_mut(self.len..self.len + decoded.len()));
        let (Some(decoded), Some(place)) = (decoded, place) else { return 0 };
        place.copy_from_slice(decoded);
        self.len += decoded.len();
        rest.len()
    }

    /// Decodes a line of a body, including its line end, if it has one. Removes raw blanks at the end of the line.
    /// If the line ends with a soft break, then the `=` and the line end are removed.
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

    /// Decodes the escapes in `text`, and replaces each `blank` by a space. `offset` is the offset of `text` in the
    /// input.
    ///
    /// An `=` that starts no escape is text. An escape directly after such an `=` is also text, because no encoder
    /// writes `==41`.
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

    /// Appends text that has no escapes, and replaces each `blank` by a space.
    fn copy(&mut self, plain: &[u8], blank: u8) {
        if let Some(room) = self.octets.get_mut(self.len..self.len + plain.len()) {
            room.copy_from_slice(plain);
            if blank != b' ' {
                room.iter_mut().filter(|octet| **octet == blank).for_each(|octet| *octet = b' ');
            }
            self.len += plain.len();
        }
    }

    /// Returns the result. `same` says that the decoded octets are the same as `encoded`, so that the
    /// result borrows them.
    fn finish(mut self, encoded: &[u8], same: bool) -> DecodedBody<'_> {
        self.octets.truncate(self.len);
        let octets = if same { Cow::Borrowed(encoded) } else { Cow::Owned(self.octets) };
        DecodedBody { octets, repairs: self.repairs, ..DecodedBody::default() }
    }
}
