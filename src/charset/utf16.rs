//! UTF-16 (RFC 2781).

use super::decode::{Machine, Output};

pub(super) struct Utf16;

impl Utf16 {
    pub(super) fn marked() -> Self {
        Self
    }
    pub(super) fn big_endian() -> Self {
        Self
    }
    pub(super) fn little_endian() -> Self {
        Self
    }
}

impl Machine for Utf16 {
    fn feed(&mut self, input: &[u8], _at: usize, output: &mut Output<'_>) {
        let units = input.chunks(2).map(|pair| {
            u16::from(pair.first().copied().unwrap_or(0)) << 8 | u16::from(pair.get(1).copied().unwrap_or(0))
        });
        output.text.extend(char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)));
    }

    fn finish(&mut self, _at: usize, _output: &mut Output<'_>) {}
}
