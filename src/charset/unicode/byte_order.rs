//! Byte order in UTF-16 and UTF-32 (RFC 2781 section 3; Unicode chapter 3, D98 and D101), and their encoders.
//! Charsets whose name does not include the byte order are written with a byte order mark. Linear time.

use crate::charset::codec::{self, Unmappable};

/// A byte order, by the octet of a code unit that comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Big,
    Little,
}

impl Order {
    /// The UTF-16 unit of two octets in this order.
    pub(crate) fn unit(self, octets: [u8; 2]) -> u16 {
        match self {
            Self::Big => u16::from_be_bytes(octets),
            Self::Little => u16::from_le_bytes(octets),
        }
    }
}

/// The size of the code units.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    Utf16,
    Utf32,
}

/// The encoder.
pub(crate) struct Writer {
    form: Form,
    order: Order,
    /// Whether the byte order mark still has to be written.
    mark: bool,
}

impl Writer {
    /// An encoder; `None` means big-endian with a byte order mark (RFC 2781 section 3.3).
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
