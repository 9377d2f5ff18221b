//! The WHATWG encodings, through `encoding_rs`: never its BOM sniffing, never its replacement encoding.

use super::decode::{Machine, MalformedKind, Output};
use super::encode::{self, Lacking};
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

/// The encoder. None of the encodings has a state here: ISO-2022-JP is not among them.
pub(super) struct Writer(&'static Encoding);

impl Writer {
    pub(super) fn new(encoding: &'static Encoding) -> Self {
        Self(encoding)
    }
}

impl encode::Writer for Writer {
    /// What the WHATWG writes as another character, as a yen sign as the backslash of Shift_JIS, counts as
    /// lacking.
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Lacking> {
        let (written, lacking) = as_whatwg(self.0, text);
        let taken = lacking.and_then(|(at, _)| text.get(..at)).unwrap_or(text);
        let (again, _) = self.0.decode_without_bom_handling(&written);
        let mut characters = taken.char_indices().zip(again.chars());
        match characters.find(|((_, ours), theirs)| ours != theirs).filter(|_| again != taken) {
            None => {
                octets.extend_from_slice(&written);
                lacking.map_or(Ok(()), Err)
            }
            Some((other, _)) => {
                octets.extend(as_whatwg(self.0, text.get(..other.0).unwrap_or_default()).0);
                Err(other)
            }
        }
    }
}

/// The octets of `text` up to the first character that `encoding` lacks, and that.
fn as_whatwg(encoding: &'static Encoding, text: &str) -> (Vec<u8>, Option<Lacking>) {
    let mut encoder = encoding.new_encoder();
    let (mut octets, mut at) = (Vec::new(), 0);
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let need = encoder.max_buffer_length_from_utf8_without_replacement(rest.len());
        octets.reserve(need.unwrap_or(rest.len()));
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut octets, true);
        at += read;
        match result {
            EncoderResult::InputEmpty => return (octets, None),
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(character) => {
                return (octets, Some((at.saturating_sub(character.len_utf8()), character)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::encode::Writer as _;

    fn encode(encoding: &'static Encoding, text: &str) -> (Vec<u8>, Result<(), Lacking>) {
        let mut octets = Vec::new();
        let result = Writer::new(encoding).write(text, &mut octets);
        (octets, result)
    }

    #[test]
    fn a_character_that_would_come_back_as_another_is_lacking() {
        let lacks = |encoding, text| encode(encoding, text).1.unwrap_err();
        assert_eq!(lacks(encoding_rs::SHIFT_JIS, "日\u{A5}"), (3, '\u{A5}'));
        assert_eq!(lacks(encoding_rs::EUC_JP, "\u{2212}"), (0, '\u{2212}'));
        assert_eq!(lacks(encoding_rs::GB18030, "a\u{E78D}"), (1, '\u{E78D}'));
        assert_eq!(encode(encoding_rs::SHIFT_JIS, "ｱ\\"), (b"\xB1\\".to_vec(), Ok(())));
    }

    #[test]
    fn the_first_of_both_kinds_counts_and_what_stands_before_it_is_written() {
        assert_eq!(encode(encoding_rs::SHIFT_JIS, "a\u{A5}é"), (b"a".to_vec(), Err((1, '\u{A5}'))));
        assert_eq!(encode(encoding_rs::SHIFT_JIS, "aé\u{A5}"), (b"a".to_vec(), Err((1, 'é'))));
    }
}
