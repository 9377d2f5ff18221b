//! The decoder of charsets without shift states whose characters are one to four octets each. It holds back an
//! unfinished character.

use crate::charset::codec::{MalformedKind, Output, RawDecoder};
use crate::charset::unicode::utf8;

/// What stands at the start of some octets: a character, or an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A character, and its length in octets.
    Character(char, usize),
    /// Two characters that the charset encodes together, and the number of octets that encode them.
    Two([char; 2], usize),
    /// The octets are the start of one character, whose last octets are missing.
    Prefix,
    /// An ill-formed sequence, and its length in octets.
    IllFormed(usize, MalformedKind),
}

/// The decoder. `read` decodes the character or the error at the start of a slice of at least one octet.
/// `held` contains the octets of an unfinished character.
#[derive(Debug)]
pub(crate) struct Multibyte<R: Fn(&[u8]) -> Found> {
    read: R,
    held: Vec<u8>,
}

/// The size of the buffer for decoded text.
const ROOM: usize = 1 << 9;

impl<R: Fn(&[u8]) -> Found> Multibyte<R> {
    pub(crate) fn new(read: R) -> Self {
        Self { read, held: Vec::new() }
    }

    /// What stands at the start of `octets`: a character, or an error.
    #[inline]
    fn first(&self, octets: &[u8]) -> Found {
        match octets {
            [ascii @ 0..0x80, ..] => Found::Character(char::from(*ascii), 1),
            [] => Found::Prefix,
            _ => (self.read)(octets),
        }
    }

    /// Appends the characters at the start of `octets`. Returns the length of these characters in octets.
    fn characters(&self, octets: &[u8], text: &mut String) -> usize {
        let (mut room, mut written, mut taken) = ([0; ROOM], 0, 0);
        while let Some(rest) = octets.get(taken..) {
            let (character, length) = match self.first(rest) {
                Found::Character(character, length) => (character, length),
                Found::Two(characters, length) => {
                    utf8::push(&mut room, written, text);
                    text.extend(characters);
                    (written, taken) = (0, taken + length);
                    continue;
                }
                Found::Prefix | Found::IllFormed(..) => break,
            };
            let Some(place) = room.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<4>) else {
                utf8::push(&mut room, written, text);
                written = 0;
                continue;
            };
            written += character.encode_utf8(place).len();
            taken += length;
        }
        utf8::push(&mut room, written, text);
        taken
    }

    /// Decodes the characters at the start of `octets`, and an ill-formed sequence after them. If `octets` end
    /// within a character, then the octets of this character are held back. Returns the number of octets that were
    /// decoded or held back.
    fn decode(&mut self, octets: &[u8], at: usize, output: &mut Output<'_>) -> usize {
        let taken = self.characters(octets, output.text);
        let rest = octets.get(taken..).unwrap_or_default();
        match self.first(rest) {
            Found::Prefix => self.held.extend_from_slice(rest),
            Found::Character(..) | Found::Two(..) => return taken,
            Found::IllFormed(length, kind) => {
                output.replace(at + taken, kind);
                return taken + length.clamp(1, rest.len());
            }
        }
        octets.len()
    }

    /// Decodes the held octets, which end at offset `end`.
    fn decode_held(&mut self, end: usize, output: &mut Output<'_>) {
        while !self.held.is_empty() {
            let at = end - self.held.len();
            let length = match self.first(&self.held) {
                Found::Prefix => return,
                Found::Character(character, length) => {
                    output.text.push(character);
                    length
                }
                Found::Two(characters, length) => {
                    output.text.extend(characters);
                    length
                }
                Found::IllFormed(length, kind) => {
                    output.replace(at, kind);
                    length
                }
            };
            self.held.drain(..length.clamp(1, self.held.len()));
        }
    }
}

impl<R: Fn(&[u8]) -> Found> RawDecoder for Multibyte<R> {
    fn feed(&mut self, input: &[u8], at: usize, output: &mut Output<'_>) {
        let mut taken = 0;
        while let Some(rest) = input.get(taken..)
            && let Some(&octet) = rest.first()
        {
            if self.held.is_empty() {
                taken += self.decode(rest, at + taken, output);
            } else {
                self.held.push(octet);
                taken += 1;
                self.decode_held(at + taken, output);
            }
        }
    }

    fn finish(&mut self, at: usize, output: &mut Output<'_>) {
        if !self.held.is_empty() {
            output.replace(at - self.held.len(), MalformedKind::Truncated);
        }
    }
}

/// The error of a lead octet and a trail octet that together are no character. A trail octet below 128 is not part
/// of the ill-formed sequence, and therefore stays in the text.
pub(crate) fn ill_formed(trail: u8) -> Found {
    Found::IllFormed(if trail < 0x80 { 1 } else { 2 }, MalformedKind::Unmapped)
}

#[cfg(test)]
mod tests {
    use crate::charset::Charset;

    #[test]
    fn text_after_half_a_character_stays() {
        for charset in [Charset::EUC_TW, Charset::JOHAB] {
            for split in 1..4 {
                let (mut decoder, mut text) = (charset.decoder(), String::new());
                b"\xC4!\xC4\nb".chunks(split).for_each(|piece| decoder.push(piece, &mut text));
                assert_eq!((decoder.finish(&mut text).0, &*text), (2, "\u{FFFD}!\u{FFFD}\nb"), "{charset}");
            }
        }
    }
}
