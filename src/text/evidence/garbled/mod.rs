//! Finds text that was garbled before it was stored as UTF-8: the text was decoded in a wrong charset, once or
//! several times.
//!
//! A step undoes one wrong decoding. It encodes the text in the wrong charset, which gives the octets that were
//! wrongly decoded. Then it decodes these octets in the right charset, which is UTF-8 or another one. Each step is
//! lossless and makes the letters likelier by far. Steps follow each other until no step makes the letters likelier.
//! So a second run leaves a restored text unchanged. If the text as a whole is no evidence, [single words](words) may be.
//!
//! For nearly all text, a cheap [pre-check](suspicion) makes the comparison of letters unnecessary. All functions
//! take linear time.

mod about;
mod double_octet;
mod letters;
mod lines;
mod page;
mod pairs;
mod sequence;
mod suspicion;
#[cfg(test)]
mod tests;
mod twice;
mod whole;
mod words;

use about::About;
use double_octet::DOUBLE_OCTET;
use mailutf_codecs::internal::HAS_MODEL;
pub(crate) use pairs::{by_pairs, undone};
use suspicion::Suspicion;
pub(crate) use whole::Garbled;
use whole::{about, as_a_whole};

/// The maximum number of rounds in which a text, or some of its words, are restored. One round is not always enough, because
/// the words of a text can have been decoded in several charsets.
const ROUNDS: usize = 4;

/// Returns how `text`, or some of its words, was garbled. Returns `None` if it was not.
pub(crate) fn garbled(text: &str) -> Option<Garbled> {
    if !HAS_MODEL {
        return None;
    }
    let mut found = once(text)?;
    for _ in 1..ROUNDS {
        let Some(original) = &found.original else { return Some(found) };
        let Some(next) = once(original) else { return Some(found) };
        found = match next.original {
            Some(original) => Garbled { original: Some(original), ..found },
            None => found.without_original(),
        };
    }
    Some(found.without_original())
}

fn once(text: &str) -> Option<Garbled> {
    let whole = as_a_whole(text);
    match whole {
        Some(whole) if whole.original.is_some() || whole.must_stay => Some(whole),
        whole => words::undo(text).or(whole),
    }
}

/// Whether `text` may be about garbled text: it has garbled words and also the original form of these words. The function
/// takes linear time.
pub(crate) fn may_be_about(text: &str) -> bool {
    about(Suspicion::of(text), text) != About::No
}

/// Whether some text in the `body` of a field may have been garbled. This is a cheap pre-check before the field is
/// parsed. If the field has several names, each name is checked.
pub(crate) fn may_be_in(body: &str) -> bool {
    body.split(',').any(|text| {
        let beyond =
            text.get(encoding_rs::Encoding::ascii_valid_up_to(text.as_bytes())..).unwrap_or_default();
        !beyond.is_empty()
            && (Suspicion::of(text) != Suspicion::default()
                || DOUBLE_OCTET.iter().any(|pairs| pairs.starts(beyond)))
    })
}
