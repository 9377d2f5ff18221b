//! The model of languages: how likely octets are as text of each language in each charset. The unlikelier the text
//! is, the more it costs. The model finds the charset of text without a label, doubts labels, and compares texts.
//!
//! The feature `detection` switches the model on. If the feature is off, `no_model.rs` has functions of the same
//! names instead.

mod among;
mod ascii_pairs;
mod bigrams;
mod byte_order;
mod candidates;
mod certain;
mod characters;
mod choice;
mod confusions;
mod costs;
mod decoding;
mod east_asia;
mod exception;
mod half_width;
mod known;
mod labelled;
mod labelled_words;
mod language_model;
mod languages;
mod layout;
mod limits;
mod multi;
mod neutral;
mod open_hypotheses;
mod prior;
mod sample;
mod scorer;
mod trigrams;
mod visual;
mod weight;
mod word_letters;
mod written;

#[cfg(mailutf_exceptions)]
pub use exception::WITHOUT;

pub use byte_order::likelier_big_endian;
pub use candidates::{has_latin_letters, is_scored};
pub use labelled::suits;
pub use sample::scored_words;
pub use weight::{distinct_words, likelier, likelier_as_utf8};
pub use written::{cost_of_written, is_spelled};

pub(super) use among::likeliest;
pub(super) use choice::choose;
pub(super) use labelled::likelier_than;

use crate::charset::detect::{Candidate, Prior};
use open_hypotheses::UnknownWords;
use sample::Sample;
use scorer::{AsciiWords, Scorer};

/// Whether the program has a model of languages.
pub const HAS_MODEL: bool = true;

/// The charsets that are possible for `octets`, the likeliest first.
pub(super) fn candidates(octets: &[u8], prior: &Prior) -> Vec<Candidate> {
    let octets = choice::distinct(octets);
    let sample = Sample::of(&octets);
    if let Some(certain) = certain::candidate(&sample) {
        return vec![certain];
    }
    let scorer = Scorer::of(&sample, &AsciiWords::of(&sample));
    scorer.map_or_else(Vec::new, |scorer| scorer.candidates(prior, UnknownWords::Penalized))
}
