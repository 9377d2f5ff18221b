//! UTF-32 (Unicode chapter 3, D90 and D99 to D101): four octets a character. Labels as for UTF-16: under
//! `UTF-32` a byte order mark decides and is dropped, and without one the order is big-endian; under
//! `UTF-32BE` and `UTF-32LE` a leading U+FEFF is text. One U+FFFD for each unit that is a surrogate or above
//! U+10FFFF (the mark of the other order is), and one for up to three odd octets at the end. Linear time.

use super::byte_order::Order;
use crate::charset::codec::{MalformedKind, Output, RawDecoder};

const MARK: u32 = 0xFEFF;
const REVERSED_MARK: u32 = 0xFFFE_0000;

/// The decoder: holds back the octets of an unfinished unit.
#[derive(Debug)]
pub(crate) struct Utf32 {
    /// `None` until the first unit told.
    order: Option<Order>,
    held: [u8; 4],
    len: usize,
}

impl Utf32 {
    /// `None` is label `UTF-32`.
    pub(crate) fn new(order: Option<Order>) -> Self {
        Self { order, held: [0; 4], len: 0 }
    }

    fn take(&mut self, octets: [u8; 4], at: usize, output: &mut Output<'_>) {
        let unit = match self.order {
            Some(Order::Big) => u32::from_be_bytes(octets),
            Some(Order::Little) => u32::from_le_bytes(octets),
            None => {
                let unit = u32::from_be_bytes(octets);
                self.order = Some(if unit == REVERSED_MARK { Order::Little } else { Order::Big });
                if unit == MARK || unit == REVERSED_MARK {
                    return;
                }
                unit
            }
        };
        match char::from_u32(unit) {
            Some(character) => output.text.push(character),
            None if unit < 0x1_0000 => output.replace(at, MalformedKind::Surrogate),
            None => output.replace(at, MalformedKind::OutOfRange),
        }
    }
}

impl RawDecoder for Utf32 {
    fn feed(&mut self, mut input: &[u8], mut at: usize, output: &mut Output<'_>) {
        while self.len > 0 {
            let Some((&octet, rest)) = input.split_first() else { return };
            if let Some(place) = self.held.get_mut(self.len) {
                *place = octet;
            }
            (self.len, input, at) = (self.len + 1, rest, at + 1);
            if self.len == 4 {
                self.len = 0;
                self.take(self.held, at.saturating_sub(4), output);
            }
        }
        let (units, odd) = input.as_chunks();
        for octets in units {
            self.take(*octets, at, output);
            at += 4;
        }
        self.len = odd.len();
        self.held.iter_mut().zip(odd).for_each(|(place, octet)| *place = *octet);
    }

    fn finish(&mut self, at: usize, output: &mut Output<'_>) {
        if self.len > 0 {
            output.replace(at.saturating_sub(self.len), MalformedKind::Truncated);
        }
    }
}
