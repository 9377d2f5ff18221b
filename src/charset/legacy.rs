//! The WHATWG encodings, through `encoding_rs`: never its BOM sniffing, never its replacement encoding.

use super::decode::{Machine, MalformedKind, Output};
use encoding_rs::{DecoderResult, EncoderResult, Encoding};

pub(super) struct Legacy(encoding_rs::Decoder);

/// What is wrong with octets that `encoding_rs` refuses.
fn kind(encoding: &'static Encoding, last: bool) -> MalformedKind {
    match (last, encoding.is_single_byte()) {
        // Before the last call all octets are in, so that only the end of the input can be wrong then.
        (true, _) => MalformedKind::Truncated,
        (false, true) => MalformedKind::InvalidByte,
        (false, false) => MalformedKind::Unmapped,
    }
}

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
                        kind(self.0.encoding(), last),
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

/// The octets of `text`, or the first character that `encoding` lacks and its offset. What the WHATWG writes as
/// another character, as a yen sign as the backslash of Shift_JIS, counts as lacking.
pub(super) fn encode(encoding: &'static Encoding, text: &str) -> Result<Vec<u8>, (usize, char)> {
    let octets = encode_as_whatwg(encoding, text)?;
    let (again, _) = encoding.decode_without_bom_handling(&octets);
    if again == text {
        return Ok(octets);
    }
    let differ = text.char_indices().zip(again.chars()).find(|((_, ours), theirs)| ours != theirs);
    differ.map_or(Ok(octets), |(lacking, _)| Err(lacking))
}

fn encode_as_whatwg(encoding: &'static Encoding, text: &str) -> Result<Vec<u8>, (usize, char)> {
    let mut encoder = encoding.new_encoder();
    let (mut octets, mut at) = (Vec::new(), 0);
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let need = encoder.max_buffer_length_from_utf8_without_replacement(rest.len());
        octets.reserve(need.unwrap_or(rest.len()));
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut octets, true);
        at += read;
        match result {
            EncoderResult::InputEmpty => return Ok(octets),
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(character) => return Err((at - character.len_utf8(), character)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::encode;

    #[test]
    fn a_character_that_would_come_back_as_another_is_lacking() {
        assert_eq!(encode(encoding_rs::SHIFT_JIS, "日\u{A5}"), Err((3, '\u{A5}')));
        assert_eq!(encode(encoding_rs::EUC_JP, "\u{2212}"), Err((0, '\u{2212}')));
        assert_eq!(encode(encoding_rs::GB18030, "a\u{E78D}"), Err((1, '\u{E78D}')));
        assert_eq!(encode(encoding_rs::SHIFT_JIS, "ｱ\\"), Ok(b"\xB1\\".to_vec()));
    }
}
