//! Chooses one of several charsets that the caller names, for octets that are certainly in one of these charsets.
//!
//! No charset counts as rarer than another, because the caller knows that each of the named charsets is used. If there
//! is a named charset in which the octets do not decode without an error, they may be damaged text in that charset.
//! Then it is one more hypothesis that the octets are noise (not text), so that damaged text in one charset is not
//! taken for text in another.

use super::choice;
use super::limits::Amount;
use super::open_hypotheses::UnknownWords;
use super::sample::Sample;
use super::scorer::{AsciiWords, Scorer, noise, posterior};
use crate::charset::detect::Prior;
use crate::charset::identity::Charset;

/// Returns the charset among `charsets` in which the letters are likeliest, if the probability of this charset is
/// high enough. Text with a single octet above 127 requires a higher probability than other text. Takes linear time.
pub(in crate::charset::detect) fn likeliest(octets: &[u8], charsets: &[Charset]) -> Option<Charset> {
    let octets = choice::distinct(octets);
    let sample = Sample::of(&octets);
    let ascii = AsciiWords::of(&sample);
    let scorer = Scorer::within(&sample, &ascii, |charset| charsets.contains(&charset))?;
    let noise = noise(&sample);
    let hypotheses = scorer.hypotheses(UnknownWords::Penalized, noise);
    let is_read = |charset: &Charset| charset.decode(&octets).errors == 0;
    let noise = if charsets.iter().all(is_read) { i32::MAX / 2 } else { noise };
    let as_frequent = |charset: &Charset| (*charset, 0.0);
    let prior = Prior { charsets: charsets.iter().map(as_frequent).collect(), languages: Vec::new() };
    let found = posterior(&hypotheses, noise, &prior);
    let is_alone = octets.iter().filter(|octet| !octet.is_ascii()).nth(1).is_none();
    let amount = if is_alone { Amount::Bare } else { Amount::Enough };
    found.first().filter(|found| found.probability >= amount.floor()).map(|found| found.charset)
}
