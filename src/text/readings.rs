//! The likely readings of a text, except the reading that is shown. Each of them comes with the rule that chooses it.
//! A person who sees garbage can look at these readings. All functions take linear time.

use super::alternatives::{Alternative, Hypothesis, alternatives};
use super::decoded_text::DecodedText;
use super::resolve;
use super::word_alternatives::WordAlternatives;
use super::{Context, Unreadable};
use crate::charset::{Charset, Label};
use crate::policy::Policy;

/// The maximum size, in octets, of a text for which other readings are sought. It is limited because several readings
/// are in memory at once.
const READ_AGAIN: usize = 1 << 20;

/// Another reading of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The value of `read` in a [rule](crate::rules) that chooses this reading: `label`, `evidence` or a charset. If the
    /// octets prove the present reading, only a rule that names the message chooses this one: by its digest, or by its
    /// Message-ID without a `*` ([`escape`](crate::selection::escape) the Message-ID). No rule chooses a charset for text
    /// that is labelled UTF-8 or UTF-7 and is valid in it.
    pub rule: &'static str,
    /// The assumption on which the reading is based, in words, such as "in KOI8-R".
    pub how: String,
    /// The text.
    pub text: String,
}

impl Reading {
    /// Returns the reading of an alternative, or `None` if no rule can choose the alternative.
    fn of(found: Alternative) -> Option<Self> {
        let rule = match found.hypothesis {
            Hypothesis::In(charset) => charset.name(),
            Hypothesis::EncodedAgain(_) | Hypothesis::WithoutEscapes => "evidence",
            Hypothesis::ReadAs { .. } => return None,
        };
        Some(Self { rule, how: found.hypothesis.to_string(), text: found.text })
    }

    fn by_label(charset: Charset, text: String) -> Self {
        Self { rule: "label", how: format!("in {charset}, as its label says"), text }
    }
}

/// Returns the meaning of a label.
pub(crate) fn label_of(written: &str) -> Option<Label> {
    Label::read(written.as_bytes())
}

/// Returns the likely readings of a body, except `read`, which is the result of reading the body. Returns none for
/// binary data and for bodies of more than [`READ_AGAIN`] octets.
pub(crate) fn of_body(
    octets: &[u8],
    read: &Result<DecodedText<'_>, Unreadable>,
    label: Option<Label>,
) -> Vec<Reading> {
    let doubt = match read {
        Err(Unreadable::Text(unresolved)) => unresolved.doubt,
        _ => None,
    };
    if matches!(read, Err(Unreadable::Binary(_))) || octets.len() > READ_AGAIN {
        return Vec::new();
    }
    let labelled = || {
        let (read, charset) = (read.as_ref().ok()?, label?.charset());
        Some(Reading::by_label(charset, read.otherwise_by_label(octets, charset)?))
    };
    joined(labelled(), alternatives(octets, read.as_ref().map_err(|_| doubt)))
}

/// Returns the likely readings of encoded words with one label, other than the reading that is shown.
pub(crate) fn of_words(words: WordAlternatives<'_>) -> Vec<Reading> {
    joined(words.by_label.map(|text| Reading::by_label(words.label.charset(), text)), words.alternatives)
}

/// Returns the likely readings of octets that have no label, other than the reading that is shown.
pub(crate) fn of_unlabelled(octets: &[u8], policy: &Policy) -> Vec<Reading> {
    if octets.is_empty() || octets.len() > READ_AGAIN || std::str::from_utf8(octets).is_ok() {
        return Vec::new();
    }
    let read = resolve(octets, None, &Context::new(policy));
    joined(None, alternatives(octets, read.as_ref().map_err(|why| why.doubt)))
}

/// Returns `labelled`, the reading in the charset of the label, and after it a reading for each of the `others`. An
/// alternative is left out if no rule can choose it, or if an earlier reading gives the same text.
fn joined(labelled: Option<Reading>, others: Vec<Alternative>) -> Vec<Reading> {
    let mut found: Vec<Reading> = labelled.into_iter().collect();
    for other in others.into_iter().filter_map(Reading::of) {
        if found.iter().all(|known| known.text != other.text) {
            found.push(other);
        }
    }
    found
}
