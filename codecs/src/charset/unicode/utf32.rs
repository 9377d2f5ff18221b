//! UTF-32 (Unicode chapter 3, D90 and D99 to D101): four octets for each character. In `UTF-32` a byte order mark
//! decides the order and is removed; without one the order is big-endian. In `UTF-32BE` and `UTF-32LE` a leading
//! U+FEFF is text. Each unit that is a surrogate or above U+10FFFF is one error; so is the mark of the other order,
//! whose value is above U+10FFFF. One to three odd octets at the end are one error. Linear time.

use super::byte_order::Order;
use crate::charset::codec::{MalformedKind, Output, RawDecoder};

const MARK: u32 = 0xFEFF;
const REVERSED_MARK: u32 = 0xFFFE_0000;

/// The decoder. It holds back the octets of an unfinished unit.
#[derive(Clone, Debug)]
pub(crate) struct Utf32 {
    /// `None` in `UTF-32` until the first unit shows it.
    order: Option<Order>,
    held: [u8; 4],
    len: usize,
}

impl Utf32 {
    /// A decoder; `None` means `UTF-32`, whose order the first unit shows.
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

    fn fork(&self) -> Option<Box<dyn RawDecoder + Send + Sync>> {
        Some(Box::new(self.clone()))
    }
}
