//! The decoder of charsets whose characters are one to four octets each, without shift states. It holds back an
//! unfinished character.

use crate::charset::codec::{MalformedKind, Output, RawDecoder};

/// What is at the start of some octets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A character, which was appended to the text, and its length in octets.
    Character(usize),
    /// All the octets are the start of one character.
    Prefix,
    /// An ill-formed sequence and its length in octets.
    IllFormed(usize, MalformedKind),
}

/// A function that decodes the first character of octets, which must not be empty.
pub(crate) type Read = fn(&[u8], &mut String) -> Found;

/// The decoder.
#[derive(Debug)]
pub(crate) struct Multibyte {
    read: Read,
    held: Vec<u8>,
}

impl Multibyte {
    pub(crate) fn new(read: Read) -> Self {
        Self { read, held: Vec::new() }
    }

    /// Appends the first character of `octets`.
    fn first(&self, octets: &[u8], text: &mut String) -> Found {
        match octets.first() {
            Some(ascii @ 0..0x80) => {
                text.push(char::from(*ascii));
                Found::Character(1)
            }
            _ => (self.read)(octets, text),
        }
    }

    /// Decodes the character at the start of `octets`. Holds them back if they are the start of one. Returns how many.
    fn decode(&mut self, octets: &[u8], at: usize, output: &mut Output<'_>) -> usize {
        match self.first(octets, output.text) {
            Found::Prefix => {
                self.held.extend_from_slice(octets);
                octets.len()
            }
            Found::Character(length) => length,
            Found::IllFormed(length, kind) => {
                output.replace(at, kind);
                length
            }
        }
        .clamp(1, octets.len())
    }

    /// Decodes the octets held, which end at offset `end`.
    fn decode_held(&mut self, end: usize, output: &mut Output<'_>) {
        while !self.held.is_empty() {
            let at = end - self.held.len();
            let length = match self.first(&self.held, output.text) {
                Found::Prefix => return,
                Found::Character(length) => length,
                Found::IllFormed(length, kind) => {
                    output.replace(at, kind);
                    length
                }
            };
            self.held.drain(..length.clamp(1, self.held.len()));
        }
    }
}

impl RawDecoder for Multibyte {
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

/// The error of a lead octet and a trail octet that together are no character. A trail octet below 128 is not part of
/// the ill-formed sequence, so that it stays in the text.
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
