//! Byte order in UTF-16 and UTF-32 (RFC 2781 section 3; Unicode chapter 3, D98 and D101), and the encoders of both.
//! Charsets whose name does not include the byte order are written with a byte order mark. Linear time.

use crate::charset::codec::{self, Unmappable};
use crate::kernels::{self, utf32::UNITS_ROOM};

/// A byte order. Its name says which octet of a code unit comes first: the most significant one (big-endian) or the
/// least significant one (little-endian).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Big,
    Little,
}

impl Order {
    /// The UTF-16 unit that two octets form in this order.
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

impl Form {
    /// The number of octets of a code unit.
    fn size(self) -> usize {
        match self {
            Self::Utf16 => 2,
            Self::Utf32 => 4,
        }
    }
}

/// The encoder of UTF-16 and UTF-32.
#[derive(Clone)]
pub(crate) struct Writer {
    form: Form,
    order: Order,
    /// Whether the byte order mark still has to be written.
    mark: bool,
}

impl Writer {
    /// Makes an encoder. If `order` is `None`, then the encoder writes big-endian with a byte order mark (RFC 2781
    /// section 3.3).
    pub(crate) fn new(form: Form, order: Option<Order>) -> Self {
        Self { form, order: order.unwrap_or(Order::Big), mark: order.is_none() }
    }

    /// Makes an encoder that writes in this order with a byte order mark.
    pub(crate) fn marked(form: Form, order: Order) -> Self {
        Self { form, order, mark: true }
    }
}

/// The maximum length in octets of a text that is encoded without a [kernel](crate::kernels), which uses vector
/// instructions. The end of a longer text is encoded in a copy that is filled up with zeros.
const FEW: usize = 128;
/// The number of octets that a kernel writes in one step. This many octets fit into the first-level cache.
const STEP: usize = 2048;

impl Writer {
    /// Encodes as much text as a kernel can. Returns the text that is left.
    fn regular<'t>(&self, text: &'t str, octets: &mut Vec<u8>) -> &'t str {
        let Some(level) = kernels::level().filter(|_| text.len() > FEW) else { return text };
        let is_big = matches!(self.order, Order::Big);
        let encode = match self.form {
            Form::Utf16 => kernels::utf16::encode,
            Form::Utf32 => kernels::utf32::encode,
        };
        let mut read = 0;
        let mut rest = text.as_bytes();
        loop {
            let start = octets.len();
            octets.resize(start + STEP, 0);
            let room = octets.get_mut(start..).unwrap_or_default();
            let (taken, written) = encode(level, rest, is_big, room);
            octets.truncate(start + written);
            if taken == 0 {
                break;
            }
            read += taken;
            rest = rest.get(taken..).unwrap_or_default();
        }
        let (mut few, mut room) = ([0; FEW + 66], [0; 4 * FEW + UNITS_ROOM]);
        if let Some(place) = few.get_mut(..rest.len()).filter(|_| rest.len() <= FEW) {
            place.copy_from_slice(rest);
            let blocks = few.get(..rest.len().next_multiple_of(64) + 2).unwrap_or_default();
            let (padded, written) = encode(level, blocks, is_big, &mut room);
            // The text was filled up with NULs. Each of these NULs has become one code unit.
            if let Some(padding) = padded.checked_sub(rest.len()) {
                let written = written - self.form.size() * padding;
                octets.extend_from_slice(room.get(..written).unwrap_or_default());
                read += rest.len();
            }
        }
        text.get(read..).unwrap_or_default()
    }
}

impl codec::RawEncoder for Writer {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        let beyond = if text.len() > FEW { STEP } else { 0 };
        octets.reserve(text.len() * self.form.size() + beyond);
        self.finish(octets);
        let (text, is_big) = (self.regular(text, octets), matches!(self.order, Order::Big));
        let (units, characters) = (text.encode_utf16(), text.chars().map(u32::from));
        match self.form {
            Form::Utf16 if is_big => units.for_each(|unit| octets.extend_from_slice(&unit.to_be_bytes())),
            Form::Utf16 => units.for_each(|unit| octets.extend_from_slice(&unit.to_le_bytes())),
            Form::Utf32 if is_big => characters.for_each(|c| octets.extend_from_slice(&c.to_be_bytes())),
            Form::Utf32 => characters.for_each(|c| octets.extend_from_slice(&c.to_le_bytes())),
        }
        Ok(())
    }

    fn finish(&mut self, octets: &mut Vec<u8>) {
        if std::mem::take(&mut self.mark) {
            octets.extend_from_slice(match (self.form, self.order) {
                (Form::Utf16, Order::Big) => b"\xFE\xFF",
                (Form::Utf16, Order::Little) => b"\xFF\xFE",
                (Form::Utf32, Order::Big) => b"\0\0\xFE\xFF",
                (Form::Utf32, Order::Little) => b"\xFF\xFE\0\0",
            });
        }
    }

    fn fork(&self) -> Option<Box<dyn codec::RawEncoder + Send + Sync>> {
        Some(Box::new(self.clone()))
    }
}

#[cfg(test)]
mod tests {
    use crate::charset::Charset;
    use crate::kernels::test::same_at_each_level;
    use proptest::prelude::*;

    fn is_the_same(text: &str) {
        let (units, characters) = (|| text.encode_utf16(), || text.chars().map(u32::from));
        for (charset, expected) in [
            (Charset::UTF_16LE, units().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()),
            (Charset::UTF_16BE, units().flat_map(u16::to_be_bytes).collect()),
            (Charset::UTF_32LE, characters().flat_map(u32::to_le_bytes).collect()),
            (Charset::UTF_32BE, characters().flat_map(u32::to_be_bytes).collect()),
        ] {
            same_at_each_level(|| assert_eq!(*charset.encode(text).unwrap(), expected));
        }
    }

    #[test]
    fn vector_instructions_change_nothing() {
        for text in
            ["plain", "Съешь же ещё, ", "日本語 – d’un cœur ", "😀 👨‍👩‍👧 ok", "\0é\u{FFFF}\u{10000}\u{10FFFF}"]
        {
            let text = text.repeat(30);
            let ends = (0..=300).filter(|end| text.is_char_boundary(*end));
            for (start, _) in text.char_indices().take(4) {
                ends.clone().filter_map(|end| text.get(start..end)).for_each(is_the_same);
            }
        }
        let ascii = "x".repeat(300);
        for at in 0..140 {
            for character in ["\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"]
            {
                is_the_same(&[&ascii[..at], character, &ascii[at..]].concat());
            }
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(128))]

        #[test]
        fn vector_instructions_change_no_random_text(
            runs in prop::collection::vec(
                prop_oneof!["[ -~]{0,90}", "[\u{80}-\u{7FF}]{1,40}", "[\u{800}-\u{FFFF}]{1,60}", "[\u{0}-\u{10FFFF}]{1,90}"],
                0..12,
            ),
        ) {
            is_the_same(&runs.concat());
        }
    }
}
