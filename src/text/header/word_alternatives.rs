//! Alternative readings of encoded words (RFC 2047). All words with the same label are decoded together, because a
//! single subject or name is too short to be judged. All functions take linear time.

use super::word_transfer::word_octets;
use crate::charset::{Charset, Label};
use crate::span::Span;
use crate::syntax::encoded_word::{EncodedWord, encoded_words};
use crate::syntax::header_block::Field;
use crate::text::Context;
use crate::text::alternatives::{Alternative, alternatives};
use crate::text::resolve;

/// The alternative readings of the encoded words with one label.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WordAlternatives<'i> {
    /// The label as it is written.
    pub written: &'i [u8],
    /// The meaning of the label.
    pub label: Label,
    /// The text of the words in the charset of their label. `None` if the words are read in that charset anyway.
    pub by_label: Option<String>,
    /// The other readings of the words, the likeliest first.
    pub alternatives: Vec<Alternative>,
}

/// Returns the alternatives of the encoded words in `fields`, one item for each label.
///
/// A field is skipped if its words have several labels, if their charset is a multi-octet charset other than UTF-8,
/// or if a rule names the charset for their label.
pub fn word_alternatives<'i, 'f>(
    input: &'i [u8],
    fields: impl Iterator<Item = &'f Field>,
    context: &Context<'_>,
) -> Vec<WordAlternatives<'i>> {
    let mut texts: Vec<(&[u8], Label, Vec<u8>)> = Vec::new();
    for field in fields {
        let words = encoded_words(input, field.body);
        let Some((written, label)) = common_label(input, &words) else { continue };
        let usable = label.charset().is_single_octet() || label.charset() == Charset::UTF_8;
        if !usable || context.decision(Some(written)).rule.is_some_and(|rule| rule.charsets().is_some()) {
            continue;
        }
        let octets = octets(input, &words, label.charset());
        match texts.iter_mut().find(|(_, other, _)| *other == label) {
            Some((_, _, text)) => text.extend([b" ", octets.as_slice()].concat()),
            None => texts.push((written, label, octets)),
        }
    }
    let words = texts.into_iter().map(|(written, label, octets)| {
        let read = resolve(&octets, Some(written), &context.alone());
        let charset = label.charset();
        let by_label = read.as_ref().ok().and_then(|read| read.otherwise_by_label(&octets, charset));
        WordAlternatives {
            written,
            label,
            by_label,
            alternatives: alternatives(&octets, read.as_ref().map_err(|why| why.doubt)),
        }
    });
    words.collect()
}

/// Returns the label of all `words`, as it is written, and its meaning. Returns `None` if the labels of the words
/// differ in meaning.
fn common_label<'i>(input: &'i [u8], words: &[EncodedWord]) -> Option<(&'i [u8], Label)> {
    let mut labels = words.iter().map(|word| word.charset.slice(input));
    let written = labels.next()?;
    let label = Label::read(written)?;
    labels.all(|other| Label::read(other) == Some(label)).then_some((written, label))
}

/// Returns the octets of those `words` that can be decoded without loss. A space separates words that are not
/// adjacent.
fn octets(input: &[u8], words: &[EncodedWord], charset: Charset) -> Vec<u8> {
    let adjacent = |a: &EncodedWord, b: &EncodedWord| {
        Span::new(a.span.end, b.span.start).slice(input).trim_ascii().is_empty()
    };
    let runs = words.chunk_by(adjacent).map(|run| {
        let whole = word_octets(input, run, Some(charset)).into_iter().filter(|word| !word.lost);
        whole.flat_map(|word| word.octets).collect::<Vec<u8>>()
    });
    let readable = runs.filter(|run| charset != Charset::UTF_8 || std::str::from_utf8(run).is_ok());
    readable.collect::<Vec<_>>().join(&b' ')
}
