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

    /// Decodes the character at the start of `octets`. Holds them back if they are the start of one. Returns how many.
    fn decode(&mut self, octets: &[u8], at: usize, output: &mut Output<'_>) -> usize {
        match (self.read)(octets, output.text) {
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
            let length = match (self.read)(&self.held, output.text) {
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
            taken += if !self.held.is_empty() {
                self.held.push(octet);
                self.decode_held(at + taken + 1, output);
                1
            } else if octet < 0x80 {
                output.text.push(char::from(octet));
                1
            } else {
                self.decode(rest, at + taken, output)
            };
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
