//! Decodes and encodes single-octet charsets by a table, which has the UTF-8 of the character of each octet.
//!
//! A table is made when its charset is first used. Therefore a program holds no tables of charsets that do not
//! occur. Where vector instructions are fast enough, a [kernel](crate::kernels) decodes blocks of 64 octets that
//! all have characters. Otherwise US-ASCII is copied eight octets at a time, and other octets are looked up one by
//! one.

use super::WHATWG;
use super::index::Index;
use super::superset::{LACKING, Superset, Utf8};
use crate::charset::codec::{
    Decoded, Each, Errors, MalformedKind, Output, RawDecoder, RawEncoder, Unmappable,
};
use crate::charset::unicode::{from_kernel, utf8};
use crate::kernels::Level;
use crate::kernels::{self, single_octet::Planes};
use encoding_rs::Encoding;
use std::sync::OnceLock;

/// The tables of the WHATWG encodings.
static TABLES: [LazyTable; WHATWG.len()] = [const { OnceLock::new() }; WHATWG.len()];

/// A table that is made when it is first used.
pub(super) type LazyTable = OnceLock<Box<Table>>;

/// The UTF-8 of a character, at most three octets, and the number of these octets. If an octet has no character,
/// then its entry has the octets of U+FFFD, and [`UNDEFINED`] is added to the number.
pub(super) type Entry = [u8; 4];

pub(super) const UNDEFINED: u8 = 0x80;
pub(super) const NO_CHARACTER: Entry = [0xEF, 0xBF, 0xBD, UNDEFINED | 3];

/// The character of an entry, if it has one.
pub(super) fn character(entry: Entry) -> Option<char> {
    let [a, b, c, length] = entry;
    let (a, b, c) = (u32::from(a), u32::from(b), u32::from(c));
    match length {
        1 => char::from_u32(a),
        2 => char::from_u32((a & 0x1F) << 6 | b & 0x3F),
        3 => char::from_u32((a & 0x0F) << 12 | (b & 0x3F) << 6 | c & 0x3F),
        _ => None,
    }
}

/// The entry of a character; `None` if it has four octets in UTF-8.
#[inline]
fn entry(character: char) -> Option<Entry> {
    let mut utf8 = [0; 4];
    let length = character.encode_utf8(&mut utf8).len();
    let [a, b, c, d] = utf8;
    (d == 0).then_some([a, b, c, u8::try_from(length).unwrap_or(UNDEFINED)])
}

/// The characters of all 256 octets.
#[derive(Debug)]
pub(crate) struct Table {
    /// Whether octets below 128 are US-ASCII.
    is_ascii_superset: bool,
    entries: [Entry; 256],
    planes: Planes,
    index: Index,
}

impl Table {
    /// Makes the table of 128 or 256 characters, with U+FFFD for octets without a character. If `low` is `None`,
    /// then octets below 128 are US-ASCII.
    pub(super) fn new(low: Option<&str>, high: &str) -> Box<Self> {
        let mut entries = [NO_CHARACTER; 256];
        let (below, above) = entries.split_at_mut(0x80);
        match low {
            Some(low) => fill(below, low.as_bytes()),
            None => fill_ascii(below),
        }
        fill(above, high.as_bytes());
        let (planes, first) = (planes(above), if low.is_none() { 0x80 } else { 1 });
        let index = Index::new(&entries, first);
        Box::new(Self { is_ascii_superset: low.is_none(), planes, index, entries })
    }

    /// The table in `place`. If the table is not there yet, then [`Table::new`] makes it. About a hundred code pages
    /// call this function. If each of them had a closure that makes its table, then a hundred closures would be
    /// compiled.
    pub(super) fn made_in(place: &'static LazyTable, low: Option<&str>, high: &str) -> &'static Self {
        place.get_or_init(|| Self::new(low, high))
    }

    /// The table of an encoding; `None` if the encoding is not a single-octet one.
    pub(crate) fn of_whatwg(encoding: &'static Encoding) -> Option<&'static Self> {
        if !encoding.is_single_byte() {
            return None;
        }
        // The order of the search does not matter, because no encoding is much more frequent than the others.
        let (table, (_, high)) = TABLES.iter().zip(&WHATWG).find(|(_, (other, _))| *other == encoding)?;
        Some(Self::made_in(table, None, high))
    }

    pub(crate) fn is_ascii_superset(&self) -> bool {
        self.is_ascii_superset
    }

    /// The character of an octet; `None` if the octet has no character.
    pub(crate) fn character(&self, octet: u8) -> Option<char> {
        character(self.entry(octet))
    }

    /// The lowest octet with this entry. If octets below 128 are US-ASCII, then the index has only octets above
    /// 127, and the entry must not be that of an octet below 128.
    #[inline]
    fn octet_of(&self, entry: Entry) -> Option<u8> {
        self.index.octet(&self.entries, entry)
    }

    /// Decodes a whole text.
    pub(crate) fn decode(&'static self, octets: &[u8]) -> Decoded<'static> {
        if octets.len() <= SHORT {
            return self.decode_short(octets);
        }
        // The text gets room for one more octet for each octet above 127, because few characters have more than
        // two octets in UTF-8. The sum over at most 255 octets fits into a `u8`. Therefore the compiler can add up
        // many octets together.
        let high = |octets: &[u8]| usize::from(octets.iter().map(|octet| octet >> 7).sum::<u8>());
        let high: usize = octets.chunks(255).map(high).sum();
        let (mut text, mut errors) = (String::with_capacity(octets.len() + high), Errors::default());
        Decoder(self).feed(octets, 0, &mut Output { text: &mut text, errors: &mut errors });
        Decoded { text: text.into(), errors: errors.count, first_error: errors.first }
    }

    /// Decodes a short text with a smaller buffer than that of the decoder.
    fn decode_short(&'static self, octets: &[u8]) -> Decoded<'static> {
        let (mut room, mut text, mut errors) = ([0; 4 * SHORT], String::new(), Errors::default());
        let regular = self.write_block(octets, &mut room).map(|written| (written, false));
        let (written, has_undefined) = regular.unwrap_or_else(|| self.write(octets, &mut room));
        utf8::push(&mut room, written, &mut text);
        if has_undefined {
            Decoder(self).report(octets, 0, &mut Output { text: &mut text, errors: &mut errors });
        }
        Decoded { text: text.into(), errors: errors.count, first_error: errors.first }
    }

    /// Decodes `octets`, at most one block, with the kernel, and writes the text to `room`. Returns the length of
    /// the text, or `None` if the kernel is not used or an octet has no character.
    fn write_block(&self, octets: &[u8], room: &mut [u8; 4 * SHORT]) -> Option<usize> {
        let level = self.kernel()?;
        let mut block = [0; SHORT];
        block.get_mut(..octets.len())?.copy_from_slice(octets);
        let (read, written) = kernels::single_octet::decode(level, &self.planes, &block, room);
        // The octets were filled up with NULs to a whole block. Each of these NULs has become one octet
        // of the result.
        (read == SHORT).then(|| written - (SHORT - octets.len()))
    }

    /// The instruction set with which the kernel is called; `None` if the kernel is not used.
    fn kernel(&self) -> Option<Level> {
        kernels::level().filter(|level| self.is_ascii_superset && kernels::single_octet::pays(*level))
    }

    /// Writes the text of `octets` to `room`, which has eight octets more than the text can need. Returns the
    /// length of the text, and whether an octet has no character.
    fn write(&self, octets: &[u8], room: &mut [u8]) -> (usize, bool) {
        let (mut written, mut lengths) = (0, 0);
        let (eights, rest) = octets.as_chunks::<8>();
        for eight in eights {
            if self.is_ascii_superset && eight.is_ascii() {
                put(room, written, *eight);
                written += eight.len();
                continue;
            }
            for octet in eight {
                self.octet(*octet, room, &mut written, &mut lengths);
            }
        }
        for octet in rest {
            self.octet(*octet, room, &mut written, &mut lengths);
        }
        (written, lengths & UNDEFINED != 0)
    }

    fn octet(&self, octet: u8, room: &mut [u8], written: &mut usize, lengths: &mut u8) {
        let entry = self.entry(octet);
        put(room, *written, entry);
        let [.., length] = entry;
        *lengths |= length;
        *written += usize::from(length & !UNDEFINED);
    }

    pub(crate) fn entry(&self, octet: u8) -> Entry {
        self.entries.get(usize::from(octet)).copied().unwrap_or(NO_CHARACTER)
    }
}

/// The UTF-8 of the octets above 127, in the form that the kernel needs. The UTF-8 of an octet without a character
/// is zero, and the kernel stops at such an octet.
#[expect(clippy::indexing_slicing, reason = "128 octets are two times 64")]
fn planes(above: &[Entry]) -> Planes {
    let mut planes = [[[0; 64]; 2]; 3];
    let mut octet = 0;
    while octet < above.len() {
        let [first, second, third, length] = above[octet];
        if length & UNDEFINED == 0 {
            let (half, place) = (octet / 64, octet % 64);
            (planes[0][half][place], planes[1][half][place], planes[2][half][place]) = (first, second, third);
        }
        octet += 1;
    }
    planes
}

/// Sets the entries to the characters of `utf8`, which is well-formed.
fn fill(mut entries: &mut [Entry], mut utf8: &[u8]) {
    while let [entry, others @ ..] = entries {
        let (character, after) = match utf8 {
            [0xEF, 0xBF, 0xBD, after @ ..] => (NO_CHARACTER, after),
            [a @ ..=0x7F, after @ ..] => ([*a, 0, 0, 1], after),
            [a @ ..=0xDF, b, after @ ..] => ([*a, *b, 0, 2], after),
            [a, b, c, after @ ..] => ([*a, *b, *c, 3], after),
            _ => return,
        };
        *entry = character;
        (entries, utf8) = (others, after);
    }
}

/// Sets the entries to the characters of US-ASCII.
fn fill_ascii(mut entries: &mut [Entry]) {
    let mut octet = 0;
    while let [entry, others @ ..] = entries {
        *entry = [octet, 0, 0, 1];
        (entries, octet) = (others, octet.wrapping_add(1));
    }
}

/// The number of octets that are decoded together.
const PIECE: usize = 256;
/// The room for the text of [`PIECE`] octets, and for the octets that the last step writes after the text.
const ROOM: usize = 3 * PIECE + 8;

/// The maximum length in octets of a text that is decoded with a smaller buffer.
const SHORT: usize = 64;

/// The decoder of single-octet charsets.
pub(crate) struct Decoder(pub(crate) &'static Table);

impl Decoder {
    /// Decodes the octets up to the first block that has an octet without a character. Returns the number of octets
    /// that were decoded.
    fn regular(&self, octets: &[u8], text: &mut String) -> usize {
        self.0.kernel().map_or(0, |level| {
            let kernel = |input: &[u8], room: &mut [u8]| {
                kernels::single_octet::decode(level, &self.0.planes, input, room)
            };
            from_kernel::append(text, octets, kernel)
        })
    }

    /// Records an error for each octet without a character.
    fn report(&self, octets: &[u8], at: usize, output: &mut Output<'_>) {
        for (offset, octet) in (at..).zip(octets) {
            if self.0.entry(*octet) == NO_CHARACTER {
                output.error(offset, MalformedKind::InvalidOctet);
            }
        }
    }
}

/// Writes octets, if there is room.
pub(crate) fn put<const N: usize>(room: &mut [u8], at: usize, octets: [u8; N]) {
    if let Some(place) = room.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
        *place = octets;
    }
}

impl RawDecoder for Decoder {
    fn feed(&mut self, input: &[u8], mut at: usize, output: &mut Output<'_>) {
        let (mut room, mut rest) = ([0; ROOM], input);
        while !rest.is_empty() {
            let regular = self.regular(rest, output.text);
            (rest, at) = (rest.get(regular..).unwrap_or_default(), at + regular);
            let (piece, after) = rest.split_at_checked(PIECE).unwrap_or((rest, &[]));
            let (written, has_undefined) = self.0.write(piece, &mut room);
            utf8::push(&mut room, written, output.text);
            if has_undefined {
                self.report(piece, at, output);
            }
            (rest, at) = (after, at + piece.len());
        }
    }

    fn finish(&mut self, _at: usize, _output: &mut Output<'_>) {}
}

/// The encoder of single-octet charsets.
pub(crate) struct Encoder(pub(crate) &'static Table);

impl RawEncoder for Encoder {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        if self.0.is_ascii_superset {
            let octet = |utf8| match utf8 {
                Utf8::Two([a, b]) => self.0.octet_of([a, b, 0, 2]),
                Utf8::Three([a, b, c]) => self.0.octet_of([a, b, c, 3]),
                Utf8::Four(_) => None,
            };
            return Superset(|utf8| octet(utf8).map_or(LACKING, |octet| (octet.into(), 1)))
                .write(text, octets);
        }
        let append = |character, octets: &mut Vec<u8>| {
            let octet = entry(character).and_then(|entry| self.0.octet_of(entry));
            octets.extend(octet);
            octet.is_some()
        };
        Each(append).write(text, octets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::identity::{Charset, Kind};
    use crate::kernels::test::{each_stretch, same_at_each_level};
    use proptest::prelude::*;

    /// The character of each octet in an encoding, decoded by `encoding_rs`.
    fn characters(encoding: &'static Encoding) -> Vec<Option<char>> {
        let character = |octet: u8| {
            let octets = [octet];
            let text = encoding.decode_without_bom_handling_and_without_replacement(&octets)?;
            text.chars().next()
        };
        (0..=u8::MAX).map(character).collect()
    }

    #[test]
    fn the_tables_are_those_of_encoding_rs() {
        for (encoding, _) in &WHATWG {
            let table = Table::of_whatwg(encoding).unwrap();
            let ours: Vec<_> = (0..=u8::MAX).map(|octet| table.character(octet)).collect();
            assert_eq!(ours, characters(encoding), "{}", encoding.name());
        }
        assert!(Table::of_whatwg(encoding_rs::GB18030).is_none());
    }

    #[test]
    fn vector_instructions_change_nothing() {
        let words = encoding_rs::WINDOWS_1251.encode("Съешь же ещё «этих» мягких — ").0;
        let octets =
            [&*words, b"plain text that is longer than a block, so that one has nothing else in it"].concat();
        for encoding in [encoding_rs::WINDOWS_1251, encoding_rs::ISO_8859_7] {
            let charset = Charset(Kind::Whatwg(encoding));
            each_stretch(&octets.repeat(4), |octets| same_at_each_level(|| charset.decode(octets)));
        }
        for (encoding, _) in &WHATWG {
            for octet in 0..=u8::MAX {
                let mut octets = octets.repeat(3);
                octets[150] = octet;
                same_at_each_level(|| Charset(Kind::Whatwg(encoding)).decode(&octets));
            }
        }
    }

    #[test]
    fn a_short_text_is_decoded_as_a_stream_is() {
        let all: Vec<u8> = (0..=u8::MAX).collect();
        for (encoding, _) in &WHATWG {
            for octets in (0..=u8::MAX).map(|octet| [octet, b'a', octet]).chain([*b"abc"]) {
                let charset = Charset(Kind::Whatwg(encoding));
                for octets in [octets.as_slice(), &all[..SHORT], &all[all.len() - SHORT..]] {
                    let (mut decoder, mut text) = (charset.decoder(), String::new());
                    decoder.push(octets, &mut text);
                    let errors = decoder.finish(&mut text);
                    let decoded = charset.decode(octets);
                    assert_eq!(
                        (&*decoded.text, decoded.errors, decoded.first_error),
                        (&*text, errors.0, errors.1)
                    );
                }
            }
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn vector_instructions_change_no_random_text(
            octets in proptest::collection::vec(prop_oneof![any::<u8>(), 32_u8..127, 0xC0_u8..], 0..3000),
            encoding in proptest::sample::select(WHATWG.iter().map(|(encoding, _)| *encoding).collect::<Vec<_>>()),
        ) {
            same_at_each_level(|| Charset(Kind::Whatwg(encoding)).decode(&octets));
        }

        /// Decodes runs of equal octets of any length, in one call and in pieces of any size, and compares the
        /// text and the errors with those of each single octet.
        #[test]
        fn text_and_errors_are_those_of_the_octets(
            runs in proptest::collection::vec((any::<u8>(), 0_usize..300), 0..12),
            odd in proptest::collection::vec(any::<u8>(), 0..20),
            split in 1_usize..700,
        ) {
            let runs = runs.into_iter().flat_map(|(octet, times)| vec![octet; times]);
            let octets: Vec<u8> = odd.iter().copied().chain(runs).chain(odd.iter().copied()).collect();
            for encoding in [encoding_rs::WINDOWS_1253, encoding_rs::KOI8_R, encoding_rs::WINDOWS_874] {
                let characters = characters(encoding);
                let character = |octet: &u8| characters[usize::from(*octet)];
                let text: String = octets.iter().map(|octet| character(octet).unwrap_or('\u{FFFD}')).collect();
                let first = octets.iter().position(|octet| character(octet).is_none());
                let errors = octets.iter().filter(|octet| character(octet).is_none()).count();
                let charset = Charset(Kind::Whatwg(encoding));
                let whole = charset.decode(&octets);
                prop_assert_eq!((&*whole.text, whole.errors), (&*text, errors));
                prop_assert_eq!(whole.first_error.map(|error| error.offset), first);
                let (mut decoder, mut in_pieces) = (charset.decoder(), String::new());
                octets.chunks(split).for_each(|piece| decoder.push(piece, &mut in_pieces));
                prop_assert_eq!(decoder.finish(&mut in_pieces), (errors, whole.first_error));
                prop_assert_eq!(in_pieces, text);
            }
        }
    }
}
