//! Charsets whose characters are one to four octets each, without shifts: the machine that holds back what may
//! be the beginning of a character.

use crate::charset::codec::{MalformedKind, Output, RawDecoder};

/// What octets begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A character, now appended to the text, of so many octets.
    Character(usize),
    /// The beginning of a character.
    Prefix,
    /// So many octets that are no character.
    IllFormed(usize, MalformedKind),
}

/// Reads the first character of octets that are not empty.
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

    /// Reads what is held, the last octet of which is the one before `end`.
    fn settle(&mut self, end: usize, output: &mut Output<'_>) {
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
        for (offset, &octet) in input.iter().enumerate() {
            if octet < 0x80 && self.held.is_empty() {
                output.text.push(char::from(octet));
            } else {
                self.held.push(octet);
                self.settle(at + offset + 1, output);
            }
        }
    }

    fn finish(&mut self, at: usize, output: &mut Output<'_>) {
        if !self.held.is_empty() {
            output.replace(at - self.held.len(), MalformedKind::Truncated);
        }
    }
}

/// The shape of a character of two octets: whether `pair` may be one, by a lead and what `trail` says. An octet
/// below 128 that is no trail is not eaten.
pub(crate) fn ill_formed(trail: u8) -> Found {
    Found::IllFormed(if trail < 0x80 { 1 } else { 2 }, MalformedKind::Unmapped)
}
