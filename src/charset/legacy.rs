//! The WHATWG encodings, through `encoding_rs`: never its BOM sniffing, never its replacement encoding.

use super::decode::{Machine, MalformedKind, Output};
use encoding_rs::{DecoderResult, Encoding};

pub(super) struct Legacy(encoding_rs::Decoder);

impl Legacy {
    pub(super) fn new(encoding: &'static Encoding) -> Self {
        Self(encoding.new_decoder_without_bom_handling())
    }

    fn run(&mut self, mut input: &[u8], mut at: usize, last: bool, output: &mut Output<'_>) {
        loop {
            let need = self.0.max_utf8_buffer_length_without_replacement(input.len()).unwrap_or(input.len());
            output.text.reserve(need.saturating_add(4));
            let (result, read) = self.0.decode_to_string_without_replacement(input, output.text, last);
            input = input.get(read..).unwrap_or_default();
            at += read;
            match result {
                DecoderResult::InputEmpty => return,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(length, back) => {
                    output.replace(
                        at.saturating_sub(usize::from(length) + usize::from(back)),
                        MalformedKind::Unmapped,
                    );
                }
            }
        }
    }
}

impl Machine for Legacy {
    fn feed(&mut self, input: &[u8], at: usize, output: &mut Output<'_>) {
        self.run(input, at, false, output);
    }

    fn finish(&mut self, at: usize, output: &mut Output<'_>) {
        self.run(&[], at, true, output);
    }
}
