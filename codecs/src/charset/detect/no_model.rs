//! Replaces the model of languages if the feature `detection` is off. Letters then show nothing, and only the form of
//! octets counts. All functions take linear time.

use super::candidate::Candidate;
use super::prior::Prior;
use crate::charset::identity::Charset;

/// Whether the program has a model of languages.
pub const HAS_MODEL: bool = false;

/// A number of nats that is above every limit to which callers compare it.
const BY_FORM: i32 = 1000;
/// The maximum number of octets of words, or of units of UTF-16, that are considered.
const SAMPLE: usize = 256;
/// If one octet of a unit of UTF-16 is NUL, the byte order in which the unit is a character below U+0100 is likelier
/// by this many nats.
const NUL: i32 = 3;

pub(super) fn choose(_: &[u8], _: &Prior) -> Option<Charset> {
    None
}

pub(super) fn likeliest(_: &[u8], _: &[Charset]) -> Option<Charset> {
    None
}

pub(super) fn likelier_than(_: &[u8], _: Charset) -> Option<Candidate> {
    None
}

pub(super) fn candidates(_: &[u8], _: &Prior) -> Vec<Candidate> {
    Vec::new()
}

/// Whether the model scores text in a charset. Without a model, the answer is always no.
pub const fn is_scored(_: Charset) -> bool {
    false
}

/// Whether the model scores text in a charset, and the charset has Latin letters beyond US-ASCII. Without a model, the
/// answer is always no.
pub const fn has_latin_letters(_: Charset) -> bool {
    false
}

/// Whether a language that the model knows is written with a letter. Without a model, the answer is always no.
pub const fn is_spelled(_: char) -> bool {
    false
}

/// The cost of words, which is always 0 without a model.
pub fn cost_of_written<'w>(_: impl Iterator<Item = &'w str>) -> i32 {
    0
}

/// The evidence in nats for one of two texts. It is always 0, because without a model, all texts are equally likely.
pub const fn likelier(_: &str, _: &str) -> i32 {
    0
}

/// The evidence in nats that octets are in UTF-8, and not in a charset. Without a model, the form of UTF-8 alone
/// decides, so UTF-8 is always far likelier.
pub const fn likelier_as_utf8(_: &[u8], _: Charset) -> i32 {
    BY_FORM
}

/// Returns the evidence in nats that UTF-16 without a byte order mark is in big-endian order. It is negative if
/// little-endian order is likelier. Only characters below U+0100 count.
pub fn likelier_big_endian(octets: &[u8]) -> i32 {
    let of_latin = |[first, second]: &[u8; 2]| NUL * (i32::from(*first == 0) - i32::from(*second == 0));
    octets.as_chunks().0.iter().take(SAMPLE).map(of_latin).sum()
}

/// Whether words suit a language of a charset. Without a model, all words do.
pub const fn suits(_: &[u8], _: Charset) -> bool {
    true
}

/// The words that the model scores. Without a model, there are none.
pub const fn scored_words(_: &[u8]) -> Vec<u8> {
    Vec::new()
}

/// The first words with octets above 127, with spaces between them. A repeated word occurs only once in the result.
pub fn distinct_words(octets: &[u8], _: Charset) -> Vec<u8> {
    let mut words: Vec<&[u8]> = Vec::new();
    let mut room = SAMPLE;
    for word in octets.split(u8::is_ascii_whitespace).filter(|word| !word.is_ascii()) {
        if !words.contains(&word) {
            words.push(word.get(..room).unwrap_or(word));
            room = room.saturating_sub(word.len());
        }
        if room == 0 {
            break;
        }
    }
    words.join(&b' ')
}
