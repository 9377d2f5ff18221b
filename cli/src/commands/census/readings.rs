//! The octets of an unreadable text, and its likely readings.

use crate::inspection::selecting_option::selecting_option;
use mailutf::Policy;
use mailutf::census::Row;
use mailutf::internal::{WordEncoding, encoded_words};
use mailutf::span::Span;
use mailutf::text::alternatives::{Alternative, alternatives};
use mailutf::text::{Context, TextPlace, resolve};
use mailutf::transfer::{base64, quoted_printable};

/// The maximum number of octets of an incomplete character at the end of an example. Examples may be cut within a
/// character.
const CUT: usize = 3;

/// A likely reading of an unreadable text.
pub(super) struct OtherReading {
    /// The assumption behind this reading, such as `in windows-1251`.
    pub(super) hypothesis: String,
    pub(super) text: String,
    /// The option of the program that selects this reading.
    pub(super) option: Option<String>,
}

/// Returns the likely readings of the text that `row` shows as its example. Most unreadable texts have no likely
/// reading.
pub(super) fn readings(row: &Row<'_>, policy: &Policy) -> Vec<OtherReading> {
    let octets = decoded(row.place, &row.example.octets);
    let label = super::data::written(row.label);
    let shorter = (0..=CUT).filter_map(|less| octets.get(..octets.len().checked_sub(less)?));
    let found = shorter.map(|octets| {
        let read = resolve(octets, label, &Context::new(policy));
        alternatives(octets, read.as_ref().map_err(|why| why.doubt))
    });
    let found: Option<Vec<Alternative>> = found.into_iter().find(|found| !found.is_empty());
    let reading = |Alternative { hypothesis, text, .. }| OtherReading {
        hypothesis: hypothesis.to_string(),
        text,
        option: selecting_option(hypothesis, label, true),
    };
    found.unwrap_or_default().into_iter().map(reading).collect()
}

/// Returns the octets of a text. If the text is an encoded word, returns the octets that the word encodes.
fn decoded(place: TextPlace, octets: &[u8]) -> Vec<u8> {
    let words = encoded_words(octets, Span::new(0, octets.len()));
    match words.first() {
        Some(word) if place == TextPlace::Word => match word.encoding {
            WordEncoding::B => base64::decode_word(word.text.slice(octets)).octets.into_owned(),
            WordEncoding::Q => quoted_printable::decode_word(word.text.slice(octets)).octets.into_owned(),
        },
        _ => octets.to_vec(),
    }
}

/// Formats octets for a person: printable ASCII is unchanged, and all other octets are written as `\xNN`.
pub(super) fn octets(octets: &[u8]) -> String {
    octets
        .iter()
        .map(|octet| match octet {
            b' '..=b'~' => char::from(*octet).to_string(),
            _ => format!("\\x{octet:02X}"),
        })
        .collect()
}
