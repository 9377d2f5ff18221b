//! The order of octets in a unit of UTF-16 and UTF-32 (RFC 2781 section 3; Unicode chapter 3, D98 and D101), and
//! their encoders: units in one order, after a byte order mark where the label names none. Linear time.

use crate::charset::codec::{self, Unmappable};

/// Which octet of a unit comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Big,
    Little,
}

impl Order {
    /// A unit of UTF-16.
    pub(crate) fn unit(self, octets: [u8; 2]) -> u16 {
        match self {
            Self::Big => u16::from_be_bytes(octets),
            Self::Little => u16::from_le_bytes(octets),
        }
    }
}

/// What the units are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    Utf16,
    Utf32,
}

/// The encoder.
pub(crate) struct Writer {
    form: Form,
    order: Order,
    /// The byte order mark is still to be written.
    mark: bool,
}

impl Writer {
    /// With `None` big-endian after a byte order mark (RFC 2781 section 3.3).
    pub(crate) fn new(form: Form, order: Option<Order>) -> Self {
        Self { form, order: order.unwrap_or(Order::Big), mark: order.is_none() }
    }
}

impl codec::RawEncoder for Writer {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        octets.reserve(text.len() * 2);
        self.finish(octets);
        let (units, characters) = (text.encode_utf16(), text.chars().map(u32::from));
        match (self.form, self.order) {
            (Form::Utf16, Order::Big) => units.for_each(|unit| octets.extend_from_slice(&unit.to_be_bytes())),
            (Form::Utf16, Order::Little) => {
                units.for_each(|unit| octets.extend_from_slice(&unit.to_le_bytes()))
            }
            (Form::Utf32, Order::Big) => characters.for_each(|c| octets.extend_from_slice(&c.to_be_bytes())),
            (Form::Utf32, Order::Little) => {
                characters.for_each(|c| octets.extend_from_slice(&c.to_le_bytes()))
            }
        }
        Ok(())
    }

    fn finish(&mut self, octets: &mut Vec<u8>) {
        if std::mem::take(&mut self.mark) {
            octets.extend_from_slice(match self.form {
                Form::Utf16 => b"\xFE\xFF",
                Form::Utf32 => b"\0\0\xFE\xFF",
            });
        }
    }
}
