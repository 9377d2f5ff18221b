//! The modified UTF-7 of IMAP mailbox names (RFC 3501 section 5.1.3). `&` starts a shifted sequence, `,` is the
//! symbol for 63, `-` must end the sequence, and each name has only one form. Mail messages do not use modified
//! UTF-7.
//!
//! The user must recognize a mailbox even if its name breaks the rules. Therefore lossy decoding never writes
//! U+FFFD for a shifted sequence:
//!
//! - A sequence that ends within a unit or has an unpaired surrogate is kept as literal text: `&AO-` stays `&AO-`.
//! - A sequence that encodes text, but not in the one form that a name has, is decoded. It can contain printable
//!   US-ASCII, follow another sequence directly, lack its `-`, or end with nonzero bits.
//! - Octets above 127 are read as UTF-8, because servers that accept UTF-8 names store them as UTF-8.
//!
//! Encoding the decoded name does not always give the same octets. Therefore a client must keep the octets of the
//! name, and send them to the server. Linear time. A shifted sequence that is not yet whole is held in memory.

use super::base64::Symbols;
use super::passages;
use crate::charset::codec::{self, Errors, MalformedKind, Output, RawDecoder, Unmappable};
use crate::charset::unicode::from_kernel;
use crate::charset::unicode::utf8::{self, Utf8};
use crate::kernels::{
    self,
    base64::{NONE, sextet},
    to_utf7::Direct,
};

/// The decoder. It holds back a shifted sequence, and octets above 127 that can be the start of a UTF-8 character.
#[derive(Clone, Debug, Default)]
pub(crate) struct ImapUtf7 {
    /// The offset of the `&` that began the current shifted sequence; `None` outside shifted sequences.
    shift: Option<usize>,
    symbols: Vec<u8>,
    /// Whether the octets that were decoded last are a whole shifted sequence with its `-`.
    shifted: bool,
    raw: Utf8,
}

/// The number of octets that are decoded one by one after the [kernel](crate::kernels) has stopped, and
/// before it is called again. The number is so large that decoding takes linear time even if the kernel
/// often decodes nothing.
const IRREGULAR: usize = 256;

impl ImapUtf7 {
    /// Decodes as many octets as a [kernel](crate::kernels) can. Returns the number of octets that were decoded.
    fn regular(&mut self, rest: &[u8], at: usize, output: &mut Output<'_>) -> usize {
        let between = self.shift.is_none() && rest.first().is_some_and(u8::is_ascii);
        let Some(level) = kernels::level().filter(|_| between) else { return 0 };
        self.raw(None, at, output);
        let mut after_shift = self.shifted;
        let read = from_kernel::append(output.text, rest, |input, room| {
            let (read, written) = kernels::utf7::decode::<true>(level, input, after_shift, room);
            // If the last octet of the text is printable US-ASCII, then it does not come from a shifted sequence,
            // because shifted sequences encode no printable US-ASCII. (`&-` is not a shifted sequence.)
            let last = room.get(..written).and_then(<[u8]>::last);
            after_shift = last.map_or(after_shift, |last| !is_printable(*last));
            (read, written)
        });
        self.shifted = after_shift;
        read
    }

    /// Decodes octets at the start of `rest`, in the shifted sequence that began with the `&` at `start`. Returns
    /// the number of octets that were decoded. If the sequence can go on in later input, then its symbols are held
    /// back.
    fn shifted(&mut self, start: usize, rest: &[u8], at: usize, output: &mut Output<'_>) -> usize {
        let run = rest.iter().position(|octet| sextet::<true>(*octet) == NONE).unwrap_or(rest.len());
        let (symbols, after) = rest.split_at_checked(run).unwrap_or((rest, &[]));
        let Some(end) = after.first() else {
            self.symbols.extend_from_slice(symbols);
            return run;
        };
        let closed = *end == b'-';
        if self.symbols.is_empty() {
            self.unshift(start, symbols, at + run, closed, output);
        } else {
            let mut held = std::mem::take(&mut self.symbols);
            held.extend_from_slice(symbols);
            self.unshift(start, &held, at + run, closed, output);
        }
        run + usize::from(closed)
    }

    /// Decodes octets outside shifted sequences, at the start of `rest`. Returns the number of octets that were
    /// decoded.
    fn direct(&mut self, rest: &[u8], at: usize, output: &mut Output<'_>) -> usize {
        let run = rest.iter().position(|octet| !is_direct(*octet)).unwrap_or(rest.len());
        let Some(&octet) = rest.first() else { return 0 };
        if octet >= 0x80 {
            output.error(at, MalformedKind::InvalidOctet);
            self.raw(Some(octet), at, output);
            self.shifted = false;
            return 1;
        }
        self.raw(None, at, output);
        if octet == b'&' {
            self.shift = Some(at);
            return 1;
        }
        if run == 0 {
            output.error(at, MalformedKind::InvalidOctet);
            output.text.push(char::from(octet));
        }
        output.text.push_str(rest.get(..run).and_then(utf8::valid).unwrap_or_default());
        self.shifted = false;
        run.max(1)
    }

    /// Decodes an octet of raw UTF-8; `None` ends the raw UTF-8. Errors within the UTF-8 are not counted, because
    /// each octet above 127 has already been counted as an error.
    fn raw(&mut self, octet: Option<u8>, at: usize, output: &mut Output<'_>) {
        let mut output = Output { text: output.text, errors: &mut Errors::default() };
        match octet {
            Some(octet) => self.raw.feed(&[octet], at, &mut output),
            None => std::mem::take(&mut self.raw).finish(at, &mut output),
        }
    }

    /// Ends the shifted sequence that began with the `&` at offset `start`. Its `symbols` end before offset `at`.
    /// `closed` means that the octet at this offset is the `-` of the sequence.
    fn unshift(&mut self, start: usize, symbols: &[u8], at: usize, closed: bool, output: &mut Output<'_>) {
        self.shift = None;
        if symbols.is_empty() {
            if !closed {
                output.error(start, MalformedKind::EmptyShift);
            }
            output.text.push('&');
            self.shifted = false;
            return;
        }
        if self.shifted {
            output.error(start, MalformedKind::SuperfluousShift);
        }
        if !push_symbols(symbols, start + 1, output) {
            output.text.push('&');
            output.text.extend(symbols.iter().copied().map(char::from));
            output.text.extend(closed.then_some('-'));
        }
        if !closed {
            output.error(at, MalformedKind::Unterminated);
        }
        self.shifted = closed;
    }
}

/// Appends the text that the symbols encode. The symbols begin at offset `at`. If they have an unpaired surrogate or
/// a part of a unit, then this function appends nothing and returns `false`.
fn push_symbols(symbols: &[u8], at: usize, output: &mut Output<'_>) -> bool {
    let before = output.text.len();
    let (mut bits, mut count) = (0_u32, 0);
    let units = symbols.iter().filter_map(|symbol| {
        (bits, count) = (bits << 6 | u32::from(sextet::<true>(*symbol)), count + 6);
        count = if count < 16 { return None } else { count - 16 };
        let unit = (bits >> count) as u16;
        bits &= (1 << count) - 1;
        Some(unit)
    });
    let (mut whole, mut unit) = (true, 0);
    for character in char::decode_utf16(units) {
        let offset = at + unit * 16 / 6;
        unit += character.as_ref().map_or(1, |character| character.len_utf16());
        match character {
            Ok(character) => {
                if matches!(character, ' '..='~') {
                    output.error(offset, MalformedKind::EncodedAscii);
                }
                output.text.push(character);
            }
            Err(_) => {
                output.error(offset, MalformedKind::LoneSurrogate);
                whole = false;
            }
        }
    }
    let last = at + symbols.len() - 1;
    if count >= 6 {
        output.error(last, MalformedKind::PartialUnit);
        whole = false;
    } else if bits != 0 {
        output.error(last, MalformedKind::NonZeroBits);
    }
    if !whole {
        output.text.truncate(before);
    }
    whole
}

impl RawDecoder for ImapUtf7 {
    fn feed(&mut self, input: &[u8], at: usize, output: &mut Output<'_>) {
        let (mut taken, mut irregular) = (0, 0);
        while let Some(rest) = input.get(taken..).filter(|rest| !rest.is_empty()) {
            if taken >= irregular {
                taken += self.regular(rest, at + taken, output);
                irregular = taken + IRREGULAR;
                continue;
            }
            taken += match self.shift {
                Some(start) => self.shifted(start, rest, at + taken, output),
                None => self.direct(rest, at + taken, output),
            };
        }
    }

    fn finish(&mut self, at: usize, output: &mut Output<'_>) {
        if let Some(start) = self.shift {
            let held = std::mem::take(&mut self.symbols);
            self.unshift(start, &held, at, false, output);
        }
        self.raw(None, at, output);
    }

    fn fork(&self) -> Option<Box<dyn RawDecoder + Send + Sync>> {
        Some(Box::new(self.clone()))
    }
}

/// The encoder. In modified UTF-7, a name has exactly one form, and the encoder writes this form.
#[derive(Clone)]
pub(crate) struct Writer {
    symbols: Symbols<true>,
    shifted: bool,
}

impl Writer {
    pub(crate) fn new() -> Self {
        Self { symbols: Symbols::new(), shifted: false }
    }
}

/// The direct characters, that is, those that are written as themselves. A shifted sequence before any of them ends
/// with `-`.
static DIRECT: Direct = {
    // All characters from U+0020 to U+007E except `&`.
    let mut plain = [0xFC; 16];
    (plain[0x06], plain[0x0F]) = (0xF8, 0x7C);
    Direct { plain, symbols: [0; 16] }
};

impl Writer {
    /// Encodes as much text as a kernel can. Returns the text that is left.
    fn regular<'t>(&self, text: &'t str, octets: &mut Vec<u8>) -> &'t str {
        if self.shifted { text } else { passages::encode::<true>(&DIRECT, text, octets, |open, _| Err(open)) }
    }
}

impl codec::RawEncoder for Writer {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        octets.reserve(2 * text.len());
        let mut rest = self.regular(text, octets);
        while let Some(first) = rest.bytes().next() {
            let end = rest.bytes().position(|octet| is_printable(octet) != is_printable(first));
            let (run, after) = end.and_then(|end| rest.split_at_checked(end)).unwrap_or((rest, ""));
            if is_printable(first) {
                self.finish(octets);
                for part in run.split_inclusive('&') {
                    octets.extend_from_slice(part.as_bytes());
                    octets.extend(part.ends_with('&').then_some(b'-'));
                }
            } else {
                octets.extend((!self.shifted).then_some(b'&'));
                self.shifted = true;
                self.symbols.write(run, octets);
                if !after.is_empty() {
                    self.finish(octets);
                }
            }
            rest = self.regular(after, octets);
        }
        Ok(())
    }

    fn finish(&mut self, octets: &mut Vec<u8>) {
        if std::mem::take(&mut self.shifted) {
            self.symbols.finish(octets);
            octets.push(b'-');
        }
    }

    fn fork(&self) -> Option<Box<dyn codec::RawEncoder + Send + Sync>> {
        Some(Box::new(self.clone()))
    }
}

/// Whether the octet is a printable US-ASCII character, which must not be in a shifted sequence.
fn is_printable(octet: u8) -> bool {
    matches!(octet, b' '..=b'~')
}

/// Whether the octet is a direct character, that is, written as itself.
pub(crate) fn is_direct(octet: u8) -> bool {
    is_printable(octet) && octet != b'&'
}
