//! The multi-octet WHATWG encodings. `encoding_rs` decodes them, without its BOM sniffing and without its
//! replacement encoding.
//!
//! The `decode_to_string` functions of `encoding_rs` write to all spare capacity of the string on each call.
//! Therefore one call for each error would make decoding quadratic. This module decodes into an array of fixed size
//! instead, and appends the array to the string.

use super::pairs::{Pairs, SHORT};
use crate::charset::codec::{Decoded, MalformedKind, Output, RawDecoder, whole};
use crate::charset::unicode::utf8;
use encoding_rs::{DecoderResult, Encoding};
use std::borrow::Cow;

/// The size in octets of the array into which `encoding_rs` decodes.
const ROOM: usize = 1 << 10;

/// Decodes `input` up to its end or its first ill-formed sequence, and appends the text. Returns the result of
/// `encoding_rs`, and the number of octets read.
pub(crate) fn append(
    decoder: &mut encoding_rs::Decoder,
    input: &[u8],
    last: bool,
    text: &mut String,
) -> (DecoderResult, usize) {
    let mut room = [0; ROOM];
    let mut total = 0;
    loop {
        let rest = input.get(total..).unwrap_or_default();
        let (result, read, written) = decoder.decode_to_utf8_without_replacement(rest, &mut room, last);
        text.push_str(utf8::valid(room.get(..written).unwrap_or_default()).unwrap_or_default());
        total += read;
        if result != DecoderResult::OutputFull {
            return (result, total);
        }
    }
}

pub(crate) struct WhatwgDecoder {
    decoder: encoding_rs::Decoder,
    pairs: Option<Pairs>,
    /// Whether `decoder` is between two characters.
    between: bool,
}

/// Octets below this one are not part of a longer character in any encoding. Therefore `encoding_rs` is between two
/// characters after each of them.
const ALONE: u8 = 0x30;

/// The kind of an ill-formed sequence that `encoding_rs` reports.
fn kind(encoding: &'static Encoding, last: bool) -> MalformedKind {
    match (last, encoding.is_single_byte()) {
        // The last call has no octets. Therefore only the end of the input can be ill-formed.
        (true, _) => MalformedKind::Truncated,
        (false, true) => MalformedKind::InvalidOctet,
        (false, false) => MalformedKind::Unmapped,
    }
}

/// Decodes a whole text in a multi-octet encoding.
pub(crate) fn decode(encoding: &'static Encoding, octets: &[u8]) -> Decoded<'static> {
    // For a short text, making the decoder of `encoding_rs` costs more than decoding with it.
    if let Some(pairs) = Pairs::of(encoding).filter(|_| octets.len() <= SHORT) {
        let mut text = String::new();
        if pairs.append(octets, &mut text) == octets.len() {
            return Cow::from(text).into();
        }
    }
    whole(WhatwgDecoder::new(encoding), octets)
}

impl WhatwgDecoder {
    pub(crate) fn new(encoding: &'static Encoding) -> Self {
        let decoder = encoding.new_decoder_without_bom_handling();
        Self { decoder, pairs: Pairs::of(encoding), between: true }
    }

    fn run(&mut self, mut input: &[u8], mut at: usize, last: bool, output: &mut Output<'_>) {
        loop {
            let (result, read) = append(&mut self.decoder, input, last, output.text);
            input = input.get(read..).unwrap_or_default();
            at += read;
            let DecoderResult::Malformed(length, back) = result else { return };
            output.replace(
                at.saturating_sub(usize::from(length) + usize::from(back)),
                kind(self.decoder.encoding(), last),
            );
        }
    }
}

impl RawDecoder for WhatwgDecoder {
    /// Decodes pairs with the cache. When an octet starts no pair of the cache, `encoding_rs` decodes this octet
    /// and the octets after it, up to an octet that is a character by itself. Then the cache is used again.
    fn feed(&mut self, input: &[u8], at: usize, output: &mut Output<'_>) {
        let Some(pairs) = self.pairs else { return self.run(input, at, false, output) };
        let mut done = 0;
        loop {
            if self.between {
                done += pairs.append(input.get(done..).unwrap_or_default(), output.text);
            }
            let rest = input.get(done..).unwrap_or_default();
            if rest.is_empty() {
                return;
            }
            let alone = rest.iter().position(|octet| *octet < ALONE);
            let (irregular, _) =
                rest.split_at_checked(alone.map_or(rest.len(), |at| at + 1)).unwrap_or((rest, &[]));
            self.run(irregular, at + done, false, output);
            self.between = alone.is_some();
            done += irregular.len();
        }
    }

    fn finish(&mut self, at: usize, output: &mut Output<'_>) {
        if !self.between {
            self.run(&[], at, true, output);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::codec::{Errors, Malformed};
    use proptest::prelude::*;

    /// The text, the number of errors, and the first error.
    type Reading = (String, usize, Option<Malformed>);

    /// Decodes with `encoding_rs` into a string that has room for all of the text.
    fn in_one_call(encoding: &'static Encoding, octets: &[u8]) -> Reading {
        let (mut text, mut errors, mut at) =
            (String::with_capacity(4 * octets.len() + 64), Errors::default(), 0);
        let mut decoder = encoding.new_decoder_without_bom_handling();
        for last in [false, true] {
            loop {
                let rest = if last { &[] } else { &octets[at..] };
                let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut text, last);
                at += read;
                let DecoderResult::Malformed(length, back) = result else { break };
                let offset = at - usize::from(length) - usize::from(back);
                Output { text: &mut text, errors: &mut errors }.replace(offset, kind(encoding, last));
            }
        }
        (text, errors.count, errors.first)
    }

    /// Decodes with this crate's decoder, `split` octets at a time.
    fn in_pieces(encoding: &'static Encoding, octets: &[u8], split: usize) -> Reading {
        let (mut machine, mut text, mut errors) =
            (WhatwgDecoder::new(encoding), String::new(), Errors::default());
        let mut output = Output { text: &mut text, errors: &mut errors };
        for (number, piece) in octets.chunks(split).enumerate() {
            machine.feed(piece, number * split, &mut output);
        }
        machine.finish(octets.len(), &mut output);
        (text, errors.count, errors.first)
    }

    const ENCODINGS: [&Encoding; 12] = [
        encoding_rs::WINDOWS_1252,
        encoding_rs::WINDOWS_1253,
        encoding_rs::KOI8_R,
        encoding_rs::ISO_8859_8,
        encoding_rs::MACINTOSH,
        encoding_rs::SHIFT_JIS,
        encoding_rs::EUC_JP,
        encoding_rs::EUC_KR,
        encoding_rs::BIG5,
        encoding_rs::GBK,
        encoding_rs::GB18030,
        encoding_rs::WINDOWS_874,
    ];

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        /// Checks that the decoder gives the same result as one call of `encoding_rs`. The texts are longer than
        /// the array of [`ROOM`] octets. They have errors or no errors, and come in pieces of any size.
        #[test]
        fn decoding_through_the_array_changes_nothing(
            unit in proptest::collection::vec(any::<u8>(), 1..40),
            damage in proptest::collection::vec(any::<u8>(), 0..6),
            (times, after) in (1_usize..160, 0_usize..160),
            split in 1_usize..3000,
        ) {
            let octets = [unit.repeat(times), damage, unit.repeat(after)].concat();
            for encoding in ENCODINGS {
                let expected = in_one_call(encoding, &octets);
                for split in [split, 1, octets.len()] {
                    prop_assert_eq!(&in_pieces(encoding, &octets, split), &expected, "{}", encoding.name());
                }
            }
        }

        /// Checks that the cache does not change how text of two-octet characters, errors and US-ASCII is
        /// decoded.
        #[test]
        fn remembering_pairs_changes_nothing(
            parts in proptest::collection::vec(
                prop_oneof![
                    6 => proptest::collection::vec((0xA1_u8..=0xFE, 0xA1_u8..=0xFE), 0..40),
                    2 => proptest::collection::vec((0x81_u8..=0xFE, 0x30_u8..=0xFE), 0..10),
                    1 => proptest::collection::vec((any::<u8>(), any::<u8>()), 0..3),
                ],
                0..8,
            ),
            ascii in proptest::sample::select(vec!["", " ", "a", "word, word\r\n"]),
            split in 1_usize..300,
        ) {
            let part = |part: &Vec<(u8, u8)>| {
                let pairs = part.iter().flat_map(|(lead, trail)| [*lead, *trail]);
                pairs.chain(ascii.bytes()).collect::<Vec<u8>>()
            };
            let octets: Vec<u8> = parts.iter().flat_map(part).collect();
            for encoding in ENCODINGS {
                let expected = in_one_call(encoding, &octets);
                for split in [split, 1, octets.len().max(1)] {
                    prop_assert_eq!(&in_pieces(encoding, &octets, split), &expected, "{}", encoding.name());
                }
            }
        }
    }

    #[test]
    fn remembered_pairs_are_those_of_encoding_rs() {
        let pair = |lead: u8| (0..=u8::MAX).map(move |trail| [lead, trail]);
        for encoding in ENCODINGS.into_iter().filter(|encoding| !encoding.is_single_byte()) {
            for lead in 0x80..=u8::MAX {
                // In `apart`, a space follows each pair. In `together`, pairs follow one another, and octets
                // that are no pair follow the pairs. When `apart` is decoded for the second time, the pairs come
                // from the cache.
                let apart = pair(lead).flat_map(|[lead, trail]| [lead, trail, b' ']).collect::<Vec<u8>>();
                let together = pair(lead).flatten().chain(*b"text").collect::<Vec<u8>>();
                for octets in [&apart, &together, &apart].into_iter().map(Vec::as_slice) {
                    let expected = in_one_call(encoding, octets);
                    for split in [octets.len(), 50, 3] {
                        assert_eq!(in_pieces(encoding, octets, split), expected, "{}", encoding.name());
                    }
                }
                for pair in pair(lead) {
                    assert_eq!(
                        in_pieces(encoding, &pair, 2),
                        in_one_call(encoding, &pair),
                        "{}",
                        encoding.name()
                    );
                }
            }
        }
    }
}
