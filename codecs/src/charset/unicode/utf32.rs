//! UTF-32 (Unicode chapter 3, D90 and D99 to D101), in which each character has four octets.
//!
//! In `UTF-32` a byte order mark decides the order and is removed. Without a mark the order is big-endian. In
//! `UTF-32BE` and `UTF-32LE` a U+FEFF at the start is text.
//!
//! Each unit that is a surrogate or above U+10FFFF is one error. Therefore the mark of the opposite order is an
//! error, because its value is above U+10FFFF. If one to three octets are left over at the end, they are one error.
//! Linear time.

use super::byte_order::Order;
use super::from_kernel;
use crate::charset::codec::{MalformedKind, Output, RawDecoder};
use crate::kernels::{self, utf32::ROOM};

const MARK: u32 = 0xFEFF;
const REVERSED_MARK: u32 = 0xFFFE_0000;
/// The number of units that are decoded one by one after the [kernel](crate::kernels) has stopped, and before it
/// is called again.
const FEW: usize = 32;

/// The maximum length in octets of a text that is decoded by the fast path.
const SHORT: usize = 256;

/// Fast path for a few whole units that are characters. Returns `None` if the first unit is a byte order mark, or
/// if the fast path cannot decode all of `octets`.
pub(crate) fn short(order: Option<Order>, octets: &[u8]) -> Option<String> {
    if matches!(octets, [0, 0, 0xFE, 0xFF, ..] | [0xFF, 0xFE, 0, 0, ..]) {
        return None;
    }
    let (level, is_big) = (kernels::level()?, order != Some(Order::Little));
    let kernel = |input: &[u8], room: &mut [u8]| kernels::utf32::decode(level, input, is_big, room);
    let mut text = String::new();
    from_kernel::append_few::<4, { SHORT + 4 }, { SHORT / 2 * 3 + ROOM }>(&mut text, octets, kernel)?;
    Some(text)
}

/// The decoder of UTF-32. It holds back the octets of an unfinished unit.
#[derive(Clone, Debug)]
pub(crate) struct Utf32 {
    /// The byte order. In `UTF-32` it is `None` until the first unit shows the order.
    order: Option<Order>,
    held: [u8; 4],
    len: usize,
}

impl Utf32 {
    /// Makes a decoder. If `order` is `None`, then the decoder is that of `UTF-32`, in which the first unit shows
    /// the order.
    pub(crate) fn new(order: Option<Order>) -> Self {
        Self { order, held: [0; 4], len: 0 }
    }

    /// Decodes as many units as a [kernel](crate::kernels) can, but none after a unit that is not a character. Decodes
    /// nothing if the order is not known yet. Returns the number of units that were decoded.
    fn regular(&self, units: &[[u8; 4]], output: &mut Output<'_>) -> usize {
        let (Some(level), Some(order)) = (kernels::level(), self.order) else { return 0 };
        let is_big = matches!(order, Order::Big);
        let kernel = |input: &[u8], room: &mut [u8]| kernels::utf32::decode(level, input, is_big, room);
        from_kernel::append_units::<4>(output.text, units.as_flattened(), kernel) / 4
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
        let (mut units, odd) = input.as_chunks();
        while !units.is_empty() {
            let regular = self.regular(units, output);
            let rest = units.get(regular..).unwrap_or_default();
            let (few, after) = rest.split_at_checked(FEW).unwrap_or((rest, &[]));
            at += 4 * regular;
            for octets in few {
                self.take(*octets, at, output);
                at += 4;
            }
            units = after;
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

#[cfg(test)]
mod tests {
    use crate::charset::Charset;
    use crate::kernels::test::{each_stretch, same_at_each_level};
    use proptest::prelude::*;

    fn octets(units: &[u32]) -> Vec<u8> {
        units.iter().flat_map(|unit| unit.to_le_bytes()).collect()
    }

    /// Checks that all instruction sets decode the units alike, in both byte orders, with a byte order
    /// mark and without.
    fn is_the_same(units: &[u32]) {
        let little = octets(units);
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        for (charset, octets) in [
            (Charset::UTF_32LE, little.clone()),
            (Charset::UTF_32BE, big.clone()),
            (Charset::UTF_32, big.clone()),
            (Charset::UTF_32, [&b"\xFF\xFE\0\0"[..], &little].concat()),
            (Charset::UTF_32, [&b"\0\0\xFE\xFF"[..], &big].concat()),
        ] {
            same_at_each_level(|| {
                let decoded = charset.decode(&octets);
                (decoded.text.into_owned(), decoded.errors, decoded.first_error)
            });
        }
    }

    const TEXTS: [&str; 3] =
        ["ASCII alone is in one block, Съешь же ещё alone in another; ", "日本語 – d’un cœur", "😀 👨‍👩‍👧 ❤️ ok"];
    const EDGES: [u32; 16] = [
        0,
        0x7F,
        0x80,
        0x7FF,
        0x800,
        0xD7FF,
        0xD800,
        0xDFFF,
        0xE000,
        0xFEFF,
        0xFFFF,
        0x1_0000,
        0x10_FFFF,
        0x11_0000,
        0xFFFE_0000,
        u32::MAX,
    ];

    #[test]
    fn vector_instructions_change_nothing() {
        for text in TEXTS {
            let units: Vec<u32> = text.repeat(20).chars().map(u32::from).take(110).collect();
            each_stretch(&octets(&units), |octets| {
                for charset in [Charset::UTF_32LE, Charset::UTF_32BE] {
                    same_at_each_level(|| {
                        let decoded = charset.decode(octets);
                        (decoded.text.into_owned(), decoded.errors, decoded.first_error)
                    });
                }
            });
            for at in 0..units.len() {
                for unit in EDGES.into_iter().skip(at % 4).step_by(4) {
                    let mut units = units.clone();
                    units[at] = unit;
                    is_the_same(&units);
                }
            }
        }
    }

    #[test]
    fn each_text_is_decoded_as_it_was() {
        for text in TEXTS {
            for text in [text.to_owned(), text.repeat(9)] {
                let units: Vec<u32> = text.chars().map(u32::from).collect();
                assert_eq!(Charset::UTF_32LE.decode(&octets(&units)).text, text);
            }
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn vector_instructions_change_no_random_text(
            runs in prop::collection::vec(
                prop::sample::select(vec![0_u32..0x80, 0x80..0x800, 0x800..0xD800, 0xD800..0xE100, 0x1_0000..0x11_0100])
                    .prop_flat_map(|range| prop::collection::vec(range, 0..100)),
                0..8,
            ),
        ) {
            is_the_same(&runs.concat());
        }
    }
}
