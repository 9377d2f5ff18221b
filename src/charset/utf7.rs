//! UTF-7 (RFC 2152): text whose characters beyond Set D and Set O stand in *shifted sequences*, `+`, modified
//! base64 of big-endian UTF-16, and an optional `-`.
//!
//! Ill-formed by rule 2 are exactly: a `+` before neither modified base64 nor `-`; bits other than zero left
//! over at the end of a shifted sequence; an octet above 127; an unpaired surrogate. Lossy decoding writes one
//! U+FFFD for each (for the first, the `+` itself) and drops nothing else. All of US-ASCII but `+` is taken
//! directly, `~` and `\` too: they are unambiguous, and real mail has them. Linear time.

use super::decode::{Machine, MalformedKind, Output};

pub use super::utf7_class::SetO;
pub use super::utf7_encode::Encoder;
#[cfg(feature = "to-utf7")]
pub use super::utf7_lines::{Line, Lines, SoftBreak};

/// Where the decoder stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Outside shifted sequences.
    #[default]
    Direct,
    /// After the `+` at this offset.
    Plus(usize),
    /// In a shifted sequence, after at least one symbol.
    Shifted,
}

/// The decoder: holds back the bits of an unfinished unit, and a high surrogate.
#[derive(Debug, Default)]
pub(super) struct Utf7 {
    state: State,
    /// The last `count` (under 16) bits are of an unfinished unit.
    bits: u32,
    count: u32,
    high: Option<High>,
}

/// A high surrogate that waits for its other half.
#[derive(Clone, Copy, Debug)]
struct High {
    unit: u16,
    offset: usize,
    /// Its shifted sequence has ended, which is an error already; a low surrogate at the very start of the
    /// next sequence still makes a character of the two.
    reported: bool,
}

/// The value of a modified base64 symbol (RFC 2152 rule 2, RFC 2045 table 1).
pub(super) fn sextet(octet: u8) -> Option<u8> {
    Some(match octet {
        b'A'..=b'Z' => octet - b'A',
        b'a'..=b'z' => octet - b'a' + 26,
        b'0'..=b'9' => octet - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

impl Utf7 {
    /// Takes a symbol of a shifted sequence.
    fn symbol(&mut self, value: u8, at: usize, output: &mut Output<'_>) {
        self.bits = self.bits << 6 | u32::from(value);
        self.count += 6;
        if self.count >= 16 {
            self.count -= 16;
            let unit = (self.bits >> self.count) as u16;
            self.bits &= (1 << self.count) - 1;
            // A unit begins in the third symbol before the one that ends it when that leaves four bits, else
            // in the second.
            let offset = at.saturating_sub(if self.count == 4 { 3 } else { 2 });
            self.unit(unit, offset, output);
        }
    }

    fn unit(&mut self, unit: u16, offset: usize, output: &mut Output<'_>) {
        if let Some(high) = self.high {
            if let Some(Ok(character)) = char::decode_utf16([high.unit, unit]).next() {
                self.high = None;
                output.text.push(character);
                return;
            }
            self.settle(output);
        }
        match char::from_u32(u32::from(unit)) {
            Some(character) => output.text.push(character),
            None if unit < 0xDC00 => self.high = Some(High { unit, offset, reported: false }),
            None => output.replace(offset, MalformedKind::LoneSurrogate),
        }
    }

    /// A high surrogate that waited for its other half has waited in vain.
    fn settle(&mut self, output: &mut Output<'_>) {
        self.report(output);
        if self.high.take().is_some() {
            output.text.push(char::REPLACEMENT_CHARACTER);
        }
    }

    fn report(&mut self, output: &mut Output<'_>) {
        if let Some(high) = self.high.as_mut().filter(|high| !high.reported) {
            high.reported = true;
            output.error(high.offset, MalformedKind::LoneSurrogate);
        }
    }

    /// The shifted sequence ends before octet `at`.
    fn unshift(&mut self, at: usize, output: &mut Output<'_>) {
        self.report(output);
        if self.bits != 0 {
            self.settle(output);
            output.replace(at.saturating_sub(1), MalformedKind::NonZeroBits);
        }
        (self.bits, self.count) = (0, 0);
        self.state = State::Direct;
    }

    fn direct(&mut self, octet: u8, at: usize, output: &mut Output<'_>) {
        match octet {
            b'+' => self.state = State::Plus(at),
            0x80.. => {
                self.settle(output);
                output.replace(at, MalformedKind::InvalidByte);
            }
            _ => {
                self.settle(output);
                output.text.push(char::from(octet));
            }
        }
    }

    /// The `+` at octet `plus` starts nothing; it is text.
    fn stray(&mut self, plus: usize, output: &mut Output<'_>) {
        self.settle(output);
        output.error(plus, MalformedKind::EmptyShift);
        output.text.push('+');
        self.state = State::Direct;
    }

    fn octet(&mut self, octet: u8, at: usize, output: &mut Output<'_>) {
        match (self.state, sextet(octet)) {
            (State::Direct, _) => self.direct(octet, at, output),
            (State::Plus(_) | State::Shifted, Some(value)) => {
                self.state = State::Shifted;
                self.symbol(value, at, output);
            }
            (State::Plus(_), None) if octet == b'-' => {
                self.settle(output);
                output.text.push('+');
                self.state = State::Direct;
            }
            (State::Plus(plus), None) => {
                self.stray(plus, output);
                self.direct(octet, at, output);
            }
            (State::Shifted, None) => {
                self.unshift(at, output);
                if octet != b'-' {
                    self.direct(octet, at, output);
                }
            }
        }
    }
}

impl Machine for Utf7 {
    fn feed(&mut self, input: &[u8], at: usize, output: &mut Output<'_>) {
        for (index, &octet) in input.iter().enumerate() {
            self.octet(octet, at + index, output);
        }
    }

    fn finish(&mut self, at: usize, output: &mut Output<'_>) {
        match self.state {
            State::Direct => {}
            State::Plus(plus) => self.stray(plus, output),
            State::Shifted => self.unshift(at, output),
        }
        self.settle(output);
    }
}
