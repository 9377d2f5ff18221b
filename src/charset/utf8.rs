//! UTF-8 (RFC 3629): strict by section 4, one U+FFFD for each maximal ill-formed subpart (Unicode chapter 3,
//! "U+FFFD Substitution of Maximal Subparts"), the offset of an error being that of the first octet of the
//! subpart. A U+FEFF at the start is text here; whoever converts a whole body drops it. Linear time.

use super::decode::{Machine, MalformedKind, Output};

/// The longest sequence, and so what a split of the input can tear: one octet less.
const LONGEST: usize = 4;

/// What the first octets of a slice are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sequence {
    /// A character of so many octets.
    Character(usize),
    /// The beginning of a character, cut short by the end of the slice.
    Prefix,
    /// A maximal subpart of so many octets that no character continues.
    IllFormed(usize, MalformedKind),
}

/// The sequence that `octets` starts with (RFC 3629 section 4, the ABNF).
fn sequence(octets: &[u8]) -> Sequence {
    use MalformedKind::{BadContinuation, OutOfRange, Overlong, Surrogate, UnexpectedContinuation};
    let Some((&lead, rest)) = octets.split_first() else { return Sequence::Prefix };
    // Octets that follow, and what the first of them may be.
    let (follow, first, beyond) = match lead {
        0x00..=0x7F => return Sequence::Character(1),
        0x80..=0xBF => return Sequence::IllFormed(1, UnexpectedContinuation),
        0xC0..=0xC1 => return Sequence::IllFormed(1, Overlong),
        0xC2..=0xDF => (1, 0x80..=0xBF, BadContinuation),
        0xE0 => (2, 0xA0..=0xBF, Overlong),
        0xED => (2, 0x80..=0x9F, Surrogate),
        0xE1..=0xEF => (2, 0x80..=0xBF, BadContinuation),
        0xF0 => (3, 0x90..=0xBF, Overlong),
        0xF4 => (3, 0x80..=0x8F, OutOfRange),
        0xF1..=0xF3 => (3, 0x80..=0xBF, BadContinuation),
        0xF5..=0xFF => return Sequence::IllFormed(1, OutOfRange),
    };
    for (index, octet) in rest.iter().take(follow).enumerate() {
        let continues = matches!(octet, 0x80..=0xBF);
        if index == 0 && continues && !first.contains(octet) {
            return Sequence::IllFormed(1, beyond);
        }
        if !continues {
            return Sequence::IllFormed(1 + index, BadContinuation);
        }
    }
    if rest.len() < follow { Sequence::Prefix } else { Sequence::Character(1 + follow) }
}

/// The decoder: holds back what may be the beginning of a character.
#[derive(Debug, Default)]
pub(super) struct Utf8 {
    held: [u8; LONGEST],
    len: usize,
}

impl Utf8 {
    /// Completes the held octets with the first of `input`; how many of them it took.
    fn resume(&mut self, input: &[u8], at: usize, output: &mut Output<'_>) -> usize {
        for (taken, &octet) in input.iter().enumerate() {
            let start = (at + taken).saturating_sub(self.len);
            let Some(place) = self.held.get_mut(self.len) else { break };
            *place = octet;
            let octets = self.held.get(..=self.len).unwrap_or_default();
            match sequence(octets) {
                Sequence::Prefix => self.len += 1,
                Sequence::Character(_) => {
                    output.text.push_str(std::str::from_utf8(octets).unwrap_or_default());
                    self.len = 0;
                    return taken + 1;
                }
                // What was held is a prefix, so the new octet is what does not continue it.
                Sequence::IllFormed(_, kind) => {
                    output.replace(start, kind);
                    self.len = 0;
                    return taken;
                }
            }
        }
        input.len()
    }
}

impl Machine for Utf8 {
    fn feed(&mut self, input: &[u8], mut at: usize, output: &mut Output<'_>) {
        let taken = if self.len > 0 { self.resume(input, at, output) } else { 0 };
        at += taken;
        let mut rest = input.get(taken..).unwrap_or_default();
        for chunk in rest.utf8_chunks() {
            output.text.push_str(chunk.valid());
            at += chunk.valid().len();
            rest = rest.get(chunk.valid().len()..).unwrap_or_default();
            match sequence(rest) {
                Sequence::IllFormed(_, kind) => output.replace(at, kind),
                Sequence::Prefix => {
                    self.len = rest.len();
                    self.held.iter_mut().zip(rest).for_each(|(place, octet)| *place = *octet);
                }
                Sequence::Character(_) => {}
            }
            at += chunk.invalid().len();
            rest = rest.get(chunk.invalid().len()..).unwrap_or_default();
        }
    }

    fn finish(&mut self, at: usize, output: &mut Output<'_>) {
        if self.len > 0 {
            output.replace(at.saturating_sub(self.len), MalformedKind::Truncated);
        }
    }
}
