//! Text that consists of US-ASCII and pairs of octets, with nothing but shifts between them. Nearly all text in
//! ISO-2022-JP, ISO-2022-KR and HZ is of this form. Most of it is decoded eight octets at a time.

use super::set::{ESC, SI, SO};
use crate::charset::legacy::pairs::{Pairs, STEP};
use crate::charset::legacy::single_octet::put;
use crate::charset::unicode::utf8;

/// The size of the buffer for decoded text.
const ROOM: usize = 1 << 10;

/// Fast path for a text that consists of US-ASCII, pairs of octets and shifts. Returns `None` if [`append`] cannot
/// decode all of `octets`. Linear time.
#[inline(always)]
pub(super) fn decode<'a>(
    pairs: Pairs,
    octets: &'a [u8],
    shift: impl Fn(&'a [u8], bool) -> Option<(&'a [u8], bool)>,
) -> Option<String> {
    let mut text = String::with_capacity(octets.len());
    let (read, _) = append(pairs, octets, false, &mut text, shift);
    (read == octets.len()).then_some(text)
}

/// Decodes US-ASCII and pairs of octets, and appends their text. `pairs` expects the octets of pairs with the high
/// bit set. `double` says whether `octets` begins with pairs. Returns the number of octets that were decoded, and
/// whether pairs follow them. Linear time.
///
/// `shift` is called with the rest of the octets, and with whether the rest begins with pairs. If the rest starts
/// with a shift, then `shift` returns both values as they are after the shift. Otherwise `shift` returns both
/// values unchanged. For octets that only the full decoder can read, `shift` returns `None`. A shift never starts
/// with a space or with an octet from 0x21 to 0x7D.
#[inline(always)]
pub(super) fn append<'a>(
    pairs: Pairs,
    octets: &'a [u8],
    mut double: bool,
    text: &mut String,
    shift: impl Fn(&'a [u8], bool) -> Option<(&'a [u8], bool)>,
) -> (usize, bool) {
    let (mut room, mut written, mut rest) = ([0; ROOM], 0, octets);
    // Whether the last pair took three octets in UTF-8. If it did, then the next pairs probably do, too.
    let mut is_long = true;
    loop {
        let Some(place) = room.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<STEP>) else {
            utf8::push(&mut room, written, text);
            written = 0;
            continue;
        };
        let eight = rest.split_first_chunk().filter(|(eight, _)| are_graphic(eight));
        (written, rest) = match (rest, eight) {
            (_, Some((eight, after))) if !double => {
                put(place, 0, *eight);
                (written + 8, after)
            }
            (_, Some((eight, after))) if is_long && pairs.four(with_high_bits(*eight), place) => {
                (written + 12, after)
            }
            ([lead @ 0x21..=0x7D, trail @ 0x21..=0x7E, after @ ..], _) if double => {
                let Some((character, length)) = pairs.character(lead | 0x80, trail | 0x80) else { break };
                put(place, 0, character);
                is_long = length == 3;
                (written + length, after)
            }
            ([], _) => break,
            _ => match (shift(rest, double), rest) {
                (Some((after, next)), _) if after.len() < rest.len() => {
                    double = next;
                    (written, after)
                }
                (Some((_, next)), [ascii, after @ ..]) if is_ascii(*ascii, next) => {
                    double = next;
                    put(place, 0, [*ascii]);
                    (written + 1, after)
                }
                _ => break,
            },
        };
    }
    utf8::push(&mut room, written, text);
    (octets.len() - rest.len(), double)
}

/// Sets the high bits of eight octets together.
#[inline(always)]
fn with_high_bits(octets: [u8; 8]) -> [u8; 8] {
    (u64::from_ne_bytes(octets) | 0x8080_8080_8080_8080).to_ne_bytes()
}

/// Whether an octet is a US-ASCII character by itself. The result is false for ESC, SO and SI, because they start
/// shifts. (In HZ, `~` starts a shift, too, but [`append`] does not call this function for it.) If pairs of octets are
/// read (`double`), the result is also false for an octet above 0x20, because it belongs to a pair.
#[inline(always)]
fn is_ascii(octet: u8, double: bool) -> bool {
    match octet {
        ESC | SO | SI | 0x80.. => false,
        0..=0x20 => true,
        0x21..=0x7F => !double,
    }
}

/// Whether all octets are from 0x21 to 0x7D.
#[inline(always)]
fn are_graphic(octets: &[u8; 8]) -> bool {
    // The loop has no early exit. Therefore the compiler uses vector instructions.
    octets.iter().fold(true, |all, octet| all & matches!(octet, 0x21..=0x7D))
}

#[cfg(test)]
mod tests {
    use crate::charset::Charset;
    use proptest::prelude::*;

    /// Checks that decoding the octets in pieces gives the same text and errors as decoding them in one call. In
    /// pieces of one octet, no pair is complete. Therefore the code of this module, which decodes whole pairs, is
    /// not used for them.
    fn is_read_as_a_stream_is(charset: Charset, octets: &[u8]) {
        let decoded = charset.decode(octets);
        for size in [1, octets.len().max(1), octets.len() / 2 + 1] {
            let (mut decoder, mut text) = (charset.decoder(), String::new());
            octets.chunks(size).for_each(|piece| decoder.push(piece, &mut text));
            let errors = decoder.finish(&mut text);
            assert_eq!(
                (&*decoded.text, decoded.errors, decoded.first_error),
                (&*text, errors.0, errors.1),
                "{charset} {octets:?} {size}"
            );
        }
    }

    #[test]
    fn each_pair_is_read_as_a_stream_is() {
        for (charset, before, after) in [
            (Charset::ISO_2022_JP, &b"\x1B$B"[..], &b"\x1B(B"[..]),
            (Charset::ISO_2022_KR, b"\x1B$)C\x0E", b"\x0F"),
            (Charset::HZ_GB_2312, b"~{", b"~}"),
        ] {
            for lead in 0..=0x7F {
                for trail in 0..=0x7F {
                    // The pair is decoded by itself, and then as one of four pairs that are decoded together. The
                    // second time, the character of the pair comes from the cache.
                    for pairs in [&[lead, trail][..], &[0x30, 0x21, 0x30, 0x21, lead, trail, 0x30, 0x21]] {
                        is_read_as_a_stream_is(charset, &[before, pairs, after, b"a"].concat());
                    }
                }
            }
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(512))]

        #[test]
        fn any_text_is_read_as_a_stream_is(
            parts in proptest::collection::vec(
                prop_oneof![
                    4 => proptest::collection::vec(0x30_u8..0x48, 0..40).prop_map(|octets| octets.repeat(2)),
                    2 => proptest::collection::vec(0x20_u8..0x7F, 0..20),
                    6 => proptest::sample::select(vec![
                        "\x1B$B", "\x1B$@", "\x1B(B", "\x1B(J", "\x1B$)C", "\x0E", "\x0F", "~{", "~}", "~~", "~\n", "~\r\n",
                        "\r\n", "\n", " ", "\t", "\x7F", "~", "0",
                    ]).prop_map(|shift| shift.as_bytes().to_vec()),
                    1 => proptest::collection::vec(any::<u8>(), 0..2),
                ],
                0..16,
            ),
        ) {
            for charset in [Charset::ISO_2022_JP, Charset::ISO_2022_KR, Charset::HZ_GB_2312] {
                is_read_as_a_stream_is(charset, &parts.concat());
            }
        }
    }
}
