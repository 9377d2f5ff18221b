//! UTF-8 (RFC 3629).

use super::decode::{Machine, MalformedKind, Output};

#[derive(Default)]
pub(super) struct Utf8 {
    all: Vec<u8>,
}

impl Machine for Utf8 {
    fn feed(&mut self, input: &[u8], _at: usize, _output: &mut Output<'_>) {
        self.all.extend_from_slice(input);
    }

    fn finish(&mut self, _at: usize, output: &mut Output<'_>) {
        for chunk in self.all.utf8_chunks() {
            output.text.push_str(chunk.valid());
            if !chunk.invalid().is_empty() {
                output.replace(0, MalformedKind::BadContinuation);
            }
        }
    }
}
