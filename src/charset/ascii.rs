//! US-ASCII: octets above 127 are ill-formed, one each.

use super::decode::{Machine, MalformedKind, Output};

pub(super) struct Ascii;

impl Machine for Ascii {
    fn feed(&mut self, input: &[u8], at: usize, output: &mut Output<'_>) {
        for (i, &octet) in input.iter().enumerate() {
            if octet < 0x80 {
                output.text.push(char::from(octet));
            } else {
                output.replace(at + i, MalformedKind::InvalidByte);
            }
        }
    }

    fn finish(&mut self, _at: usize, _output: &mut Output<'_>) {}
}
