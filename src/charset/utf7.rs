//! UTF-7 (RFC 2152).

use super::decode::{Machine, Output};

#[derive(Default)]
pub(super) struct Utf7;

impl Machine for Utf7 {
    fn feed(&mut self, input: &[u8], _at: usize, output: &mut Output<'_>) {
        output.text.push_str(&String::from_utf8_lossy(input));
    }

    fn finish(&mut self, _at: usize, _output: &mut Output<'_>) {}
}
