//! UTF-16 (RFC 2781 section 4).
//!
//! In `UTF-16` a byte order mark decides the order and is removed. Without a mark the order is big-endian (section
//! 4.3). In `x-UTF-16LE-BOM` a mark is removed, too. In `UTF-16BE` and `UTF-16LE` a U+FEFF at the start is text
//! (sections 4.1 and 4.2), and the mark of the opposite order is an error.
//!
//! An unpaired surrogate is ill-formed. A single octet that is left over at the end is also ill-formed. An unpaired
//! high surrogate directly before this octet forms one error together with it. Linear time.

use super::byte_order::Order;
use super::from_kernel;
use crate::charset::codec::{MalformedKind, Output, RawDecoder};
use crate::kernels::{self, utf16::ROOM};

const MARK: u16 = 0xFEFF;
/// The number of units that are decoded one by one after the [kernel](crate::kernels) has stopped, and before it
/// is called again.
const FEW: usize = 64;
const REVERSED_MARK: u16 = 0xFFFE;

/// The maximum length in octets of a text that is decoded by the fast path.
const SHORT: usize = 128;

/// Fast path for a few whole units without an unpaired surrogate. Returns `None` if the first unit is a byte order
/// mark, or if the fast path cannot decode all of `octets`.
pub(crate) fn short(order: Option<Order>, octets: &[u8]) -> Option<String> {
    if matches!(octets, [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..]) {
        return None;
    }
    let (level, is_big) = (kernels::level()?, order != Some(Order::Little));
    let kernel = |input: &[u8], room: &mut [u8]| kernels::utf16::decode(level, input, is_big, room);
    let mut text = String::new();
    from_kernel::append_few::<2, { SHORT + 2 }, { SHORT / 2 * 3 + ROOM }>(&mut text, octets, kernel)?;
    Some(text)
}

/// The decoder of UTF-16. It holds back half a unit and a high surrogate.
#[derive(Clone, Debug)]
pub(crate) struct Utf16 {
    /// The byte order. In `UTF-16` it is `None` until the first unit shows the order.
    order: Option<Order>,
    /// Whether a byte order mark at the start is removed because it is not text.
    drops_mark: bool,
    octet: Option<u8>,
    high: High,
}

/// A high surrogate whose low surrogate has not come yet.
#[derive(Clone, Copy, Debug, Default)]
struct High {
    /// The surrogate, or zero if there is none.
    unit: u16,
    offset: usize,
}

impl Utf16 {
    /// Makes a decoder. If `order` is `None`, then the decoder is that of `UTF-16`, in which the first unit shows
    /// the order.
    pub(crate) fn new(order: Option<Order>) -> Self {
        Self { order, drops_mark: order.is_none(), octet: None, high: High::default() }
    }

    /// Makes a decoder for text in this order. If a byte order mark is at the start, it is removed.
    pub(crate) fn marked(order: Order) -> Self {
        Self { drops_mark: true, ..Self::new(Some(order)) }
    }

    /// The order that the name of the charset includes. If the name includes no order, then the first unit of the
    /// text shows the order.
    fn order(&self, first: [u8; 2]) -> Order {
        self.order.unwrap_or(match u16::from_be_bytes(first) {
            REVERSED_MARK => Order::Little,
            _ => Order::Big,
        })
    }

    /// Decodes whole units. The first unit is at offset `at`.
    fn take(&mut self, mut octets: &[[u8; 2]], mut at: usize, output: &mut Output<'_>) {
        let Some((&first, rest)) = octets.split_first() else { return };
        let order = self.order(first);
        if at == 0 {
            match order.unit(first) {
                MARK if self.drops_mark => (octets, at) = (rest, 2),
                REVERSED_MARK => output.error(at, MalformedKind::ReversedMark),
                _ => {}
            }
        }
        self.order = Some(order);
        while !octets.is_empty() {
            let regular = self.regular(octets, order, output.text);
            let rest = octets.get(regular..).unwrap_or_default();
            let (few, after) = rest.split_at_checked(FEW).unwrap_or((rest, &[]));
            at += 2 * regular;
            for octets in few {
                self.unit(order.unit(*octets), at, output);
                at += 2;
            }
            octets = after;
        }
    }

    /// Decodes as many units as a [kernel](crate::kernels) can, but none after an unpaired surrogate. Returns the
    /// number of units that were decoded.
    fn regular(&self, octets: &[[u8; 2]], order: Order, text: &mut String) -> usize {
        let Some(level) = kernels::level().filter(|_| self.high.unit == 0) else { return 0 };
        let is_big = matches!(order, Order::Big);
        let kernel = |input: &[u8], room: &mut [u8]| kernels::utf16::decode(level, input, is_big, room);
        from_kernel::append_units::<2>(text, octets.as_flattened(), kernel) / 2
    }

    fn unit(&mut self, unit: u16, at: usize, output: &mut Output<'_>) {
        let high = std::mem::take(&mut self.high);
        match unit {
            0xDC00..=0xDFFF if high.unit != 0 => {
                return output.text.extend(char::decode_utf16([high.unit, unit]).flatten());
            }
            _ if high.unit != 0 => output.replace(high.offset, MalformedKind::LoneSurrogate),
            _ => {}
        }
        match unit {
            0xD800..=0xDBFF => self.high = High { unit, offset: at },
            0xDC00..=0xDFFF => output.replace(at, MalformedKind::LoneSurrogate),
            _ => output.text.extend(char::from_u32(unit.into())),
        }
    }
}

impl RawDecoder for Utf16 {
    fn feed(&mut self, mut input: &[u8], mut at: usize, output: &mut Output<'_>) {
        if let (Some(first), Some((&second, rest))) = (self.octet, input.split_first()) {
            self.octet = None;
            self.take(&[[first, second]], at.saturating_sub(1), output);
            (input, at) = (rest, at + 1);
        }
        let (units, odd) = input.as_chunks();
        self.take(units, at, output);
        self.octet = self.octet.or(odd.first().copied());
    }

    fn finish(&mut self, at: usize, output: &mut Output<'_>) {
        if self.high.unit != 0 {
            output.replace(self.high.offset, MalformedKind::LoneSurrogate);
        } else if self.octet.is_some() {
            output.replace(at.saturating_sub(1), MalformedKind::OddOctet);
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

    fn octets(units: &[u16]) -> Vec<u8> {
        units.iter().flat_map(|unit| unit.to_le_bytes()).collect()
    }

    /// Checks that all instruction sets decode the octets alike, in both byte orders. In the wrong byte order, most
    /// of the octets are another text, and some are ill-formed.
    fn is_the_same(octets: &[u8]) {
        for charset in [Charset::UTF_16LE, Charset::UTF_16BE] {
            same_at_each_level(|| {
                let decoded = charset.decode(octets);
                (decoded.text.into_owned(), decoded.errors, decoded.first_error)
            });
        }
    }

    #[test]
    fn vector_instructions_change_nothing() {
        for text in [
            "ASCII alone is in one block, Съешь же ещё alone in another; ",
            "日本語 – d’un cœur",
            "😀 👨‍👩‍👧 ❤️ ok",
        ] {
            let units: Vec<u16> = text.repeat(20).encode_utf16().take(170).collect();
            each_stretch(&octets(&units), is_the_same);
            for at in 60..units.len() {
                for unit in
                    [0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF]
                {
                    let mut units = units.clone();
                    units[at] = unit;
                    is_the_same(&octets(&units));
                }
            }
        }
    }

    #[test]
    fn a_short_text_is_decoded_as_a_stream_is() {
        let units: Vec<u16> = "aé語😀 short".encode_utf16().collect();
        for unit in (0..=u16::MAX).step_by(0x7F).chain([0xFEFF, 0xFFFE, 0xD800, 0xDBFF, 0xDC00, 0xDFFF]) {
            for len in 0..=2 * units.len() + 2 {
                let units = [&[unit], units.as_slice(), &[unit]].concat();
                for charset in [Charset::UTF_16, Charset::UTF_16LE, Charset::UTF_16BE] {
                    let octets = &octets(&units)[..len];
                    let (mut decoder, mut text) = (charset.decoder(), String::new());
                    decoder.push(octets, &mut text);
                    let errors = decoder.finish(&mut text);
                    let decoded = charset.decode(octets);
                    assert_eq!(
                        (&*decoded.text, decoded.errors, decoded.first_error),
                        (&*text, errors.0, errors.1)
                    );
                }
            }
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn vector_instructions_change_no_random_text(
            kinds in prop::collection::vec((prop::sample::select(vec![0_u32..0x80, 0x80..0x800, 0x800..0xD800, 0xD800..0xE000, 0x1_0000..0x11_0000]), 0_usize..200), 0..8),
            seed in any::<u32>(),
        ) {
            let mut state = seed;
            let mut units = Vec::new();
            for (kind, times) in kinds {
                for _ in 0..times {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let code = kind.start + (state >> 8) % (kind.end - kind.start);
                    match char::from_u32(code) {
                        Some(character) => units.extend_from_slice(character.encode_utf16(&mut [0; 2])),
                        None => units.push(code as u16),
                    }
                }
            }
            is_the_same(&octets(&units));
        }
    }
}
