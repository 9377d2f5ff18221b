//! UTF-16 (RFC 2781 section 4). Label `UTF-16`: a byte order mark decides and is dropped; without one,
//! big-endian (section 4.3). Labels `UTF-16BE` and `UTF-16LE`: a leading U+FEFF is text (sections 4.1 and
//! 4.2), and the mark of the other order there is an error. Each unpaired surrogate is ill-formed, and so is
//! an odd last octet; one that follows a high surrogate is one error with it. Linear time.

use super::decode::{Machine, MalformedKind, Output};

/// Which octet of a unit comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Big,
    Little,
}

impl Order {
    fn unit(self, octets: [u8; 2]) -> u16 {
        match self {
            Self::Big => u16::from_be_bytes(octets),
            Self::Little => u16::from_le_bytes(octets),
        }
    }
}

const MARK: u16 = 0xFEFF;
const REVERSED_MARK: u16 = 0xFFFE;

/// The decoder: holds back half a unit and half a surrogate pair.
#[derive(Debug)]
pub(super) struct Utf16 {
    /// `None` until the first unit told.
    order: Option<Order>,
    octet: Option<u8>,
    /// A high surrogate, and its offset.
    high: Option<(u16, usize)>,
}

impl Utf16 {
    /// `None` is label `UTF-16`.
    pub(super) fn new(order: Option<Order>) -> Self {
        Self { order, octet: None, high: None }
    }

    /// The unit at octet `at`, whatever stands there.
    fn take(&mut self, octets: [u8; 2], at: usize, output: &mut Output<'_>) {
        match self.order {
            None => {
                let unit = Order::Big.unit(octets);
                self.order = Some(if unit == REVERSED_MARK { Order::Little } else { Order::Big });
                if unit != MARK && unit != REVERSED_MARK {
                    self.unit(unit, at, output);
                }
            }
            Some(order) => {
                let unit = order.unit(octets);
                if at == 0 && unit == REVERSED_MARK {
                    output.error(at, MalformedKind::ReversedMark);
                }
                self.unit(unit, at, output);
            }
        }
    }

    fn unit(&mut self, unit: u16, at: usize, output: &mut Output<'_>) {
        if let Some((high, offset)) = self.high.take() {
            if let Some(Ok(character)) = char::decode_utf16([high, unit]).next() {
                output.text.push(character);
                return;
            }
            output.replace(offset, MalformedKind::LoneSurrogate);
        }
        match char::from_u32(u32::from(unit)) {
            Some(character) => output.text.push(character),
            None if unit < 0xDC00 => self.high = Some((unit, at)),
            None => output.replace(at, MalformedKind::LoneSurrogate),
        }
    }
}

impl Machine for Utf16 {
    fn feed(&mut self, mut input: &[u8], mut at: usize, output: &mut Output<'_>) {
        if let (Some(first), Some((&second, rest))) = (self.octet, input.split_first()) {
            self.octet = None;
            self.take([first, second], at.saturating_sub(1), output);
            (input, at) = (rest, at + 1);
        }
        let (units, odd) = input.as_chunks();
        for octets in units {
            self.take(*octets, at, output);
            at += 2;
        }
        self.octet = self.octet.or(odd.first().copied());
    }

    fn finish(&mut self, at: usize, output: &mut Output<'_>) {
        match (self.high, self.octet) {
            (Some((_, offset)), _) => output.replace(offset, MalformedKind::LoneSurrogate),
            (None, Some(_)) => output.replace(at.saturating_sub(1), MalformedKind::OddByte),
            (None, None) => {}
        }
    }
}

/// The octets of `text` in `order`; with `None` big-endian after a byte order mark (RFC 2781 section 3.3).
pub(super) fn encode(text: &str, order: Option<Order>) -> Vec<u8> {
    let mark = order.is_none().then_some(MARK);
    let units = mark.into_iter().chain(text.encode_utf16());
    let mut octets = Vec::with_capacity(2 * text.len().saturating_add(1));
    match order {
        Some(Order::Little) => octets.extend(units.flat_map(u16::to_le_bytes)),
        Some(Order::Big) | None => octets.extend(units.flat_map(u16::to_be_bytes)),
    }
    octets
}
