//! US-ASCII (RFC 20): octets above 127 are ill-formed, one each. Linear time.

use super::codec::{MalformedKind, Output, RawDecoder};

pub(super) struct Ascii;

impl RawDecoder for Ascii {
    fn feed(&mut self, input: &[u8], mut at: usize, output: &mut Output<'_>) {
        for run in input.chunk_by(|a, b| a.is_ascii() == b.is_ascii()) {
            match std::str::from_utf8(run) {
                Ok(text) if text.is_ascii() => output.text.push_str(text),
                _ => (at..at + run.len()).for_each(|at| output.replace(at, MalformedKind::InvalidByte)),
            }
            at += run.len();
        }
    }

    fn finish(&mut self, _at: usize, _output: &mut Output<'_>) {}
}

/// Appends the octet of a character; whether there is one.
pub(super) fn encode(character: char, octets: &mut Vec<u8>) -> bool {
    let octet = u8::try_from(character).ok().filter(u8::is_ascii);
    octets.extend(octet);
    octet.is_some()
}
