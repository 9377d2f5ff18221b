//! UTF-16 (RFC 2781 section 4). In `UTF-16` a byte order mark decides the order and is removed; without one the
//! order is big-endian (section 4.3). In `UTF-16BE` and `UTF-16LE` a leading U+FEFF is text (sections 4.1 and 4.2),
//! and the mark of the other order is an error. Each unpaired surrogate is ill-formed, and so is an odd last octet;
//! an unpaired high surrogate and an odd last octet after it are one error. Linear time.

use super::byte_order::Order;
use super::utf8_sink::Utf8Sink;
use crate::charset::codec::{MalformedKind, Output, RawDecoder};

const MARK: u16 = 0xFEFF;
const REVERSED_MARK: u16 = 0xFFFE;

/// The decoder. It holds back half a unit and a high surrogate.
#[derive(Debug)]
pub(crate) struct Utf16 {
    /// `None` in `UTF-16` until the first unit shows it.
    order: Option<Order>,
    octet: Option<u8>,
    high: High,
}

/// A high surrogate whose low surrogate has not come yet.
#[derive(Clone, Copy, Debug, Default)]
struct High {
    /// Zero if there is none.
    unit: u16,
    offset: usize,
}

impl Utf16 {
    /// A decoder; `None` means `UTF-16`, whose order the first unit shows.
    pub(crate) fn new(order: Option<Order>) -> Self {
        Self { order, octet: None, high: High::default() }
    }

    /// The order that the charset's name includes, or else the one that the first unit of the text shows.
    fn order(&self, first: [u8; 2]) -> Order {
        self.order.unwrap_or(match u16::from_be_bytes(first) {
            REVERSED_MARK => Order::Little,
            _ => Order::Big,
        })
    }

    /// Decodes whole units, the first of them at offset `at`.
    fn take(&mut self, mut octets: &[[u8; 2]], mut at: usize, sink: &mut Utf8Sink<'_, '_>) {
        let Some((&first, rest)) = octets.split_first() else { return };
        let order = self.order(first);
        if at == 0 {
            match order.unit(first) {
                MARK if self.order.is_none() => (octets, at) = (rest, 2),
                REVERSED_MARK => sink.error(at, MalformedKind::ReversedMark),
                _ => {}
            }
        }
        self.order = Some(order);
        match order {
            Order::Big => self.units(octets, at, u16::from_be_bytes, sink),
            Order::Little => self.units(octets, at, u16::from_le_bytes, sink),
        }
    }

    #[inline]
    fn units(
        &mut self,
        octets: &[[u8; 2]],
        mut at: usize,
        unit: fn([u8; 2]) -> u16,
        sink: &mut Utf8Sink<'_, '_>,
    ) {
        let (blocks, rest) = octets.as_chunks::<32>();
        for block in blocks {
            let units = block.map(unit);
            if self.high.unit == 0 && units.iter().fold(0, |all, unit| all | unit) < 0x80 {
                sink.ascii(units.map(|unit| unit as u8), 32);
            } else {
                self.eights(block, at, unit, sink);
            }
            at += 64;
        }
        self.eights(rest, at, unit, sink);
    }

    /// Decodes whole units: eight at a time if they have no unpaired surrogate, otherwise one at a time.
    #[inline]
    fn eights(
        &mut self,
        octets: &[[u8; 2]],
        mut at: usize,
        unit: fn([u8; 2]) -> u16,
        sink: &mut Utf8Sink<'_, '_>,
    ) {
        let (mut eights, rest) = octets.as_chunks();
        while !eights.is_empty() {
            let taken = sink.eights(eights.iter().map(|eight| eight.map(unit)), &mut self.high.unit);
            at += 16 * taken;
            if taken > 0 && self.high.unit != 0 {
                self.high.offset = at - 2;
            }
            eights = eights.get(taken..).unwrap_or_default();
            if let Some((eight, after)) = eights.split_first() {
                self.each(eight, at, unit, sink);
                (eights, at) = (after, at + 16);
            }
        }
        self.each(rest, at, unit, sink);
    }

    /// Decodes whole units, one at a time.
    fn each(&mut self, octets: &[[u8; 2]], at: usize, unit: fn([u8; 2]) -> u16, sink: &mut Utf8Sink<'_, '_>) {
        for (index, octets) in octets.iter().enumerate() {
            self.unit(unit(*octets), at + 2 * index, sink);
        }
    }

    fn unit(&mut self, unit: u16, at: usize, sink: &mut Utf8Sink<'_, '_>) {
        let high = std::mem::take(&mut self.high);
        match unit {
            0xDC00..=0xDFFF if high.unit != 0 => return sink.pair(high.unit, unit),
            _ if high.unit != 0 => sink.replace(high.offset, MalformedKind::LoneSurrogate),
            _ => {}
        }
        match unit {
            0xD800..=0xDBFF => self.high = High { unit, offset: at },
            0xDC00..=0xDFFF => sink.replace(at, MalformedKind::LoneSurrogate),
            _ => sink.unit(unit),
        }
    }
}

impl RawDecoder for Utf16 {
    fn feed(&mut self, mut input: &[u8], mut at: usize, output: &mut Output<'_>) {
        let mut sink = Utf8Sink::new(output);
        if let (Some(first), Some((&second, rest))) = (self.octet, input.split_first()) {
            self.octet = None;
            self.take(&[[first, second]], at.saturating_sub(1), &mut sink);
            (input, at) = (rest, at + 1);
        }
        let (units, odd) = input.as_chunks();
        self.take(units, at, &mut sink);
        self.octet = self.octet.or(odd.first().copied());
    }

    fn finish(&mut self, at: usize, output: &mut Output<'_>) {
        if self.high.unit != 0 {
            output.replace(self.high.offset, MalformedKind::LoneSurrogate);
        } else if self.octet.is_some() {
            output.replace(at.saturating_sub(1), MalformedKind::OddByte);
        }
    }
}
