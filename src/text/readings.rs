//! The likely readings of a text, except the reading that is shown. Each of them comes with the rule that chooses it.
//! A person who sees garbage can look at these readings. All functions take linear time.

use super::alternatives::{Alternative, Hypothesis, alternatives};
use super::decoded_text::DecodedText;
use super::resolve;
use super::word_alternatives::WordAlternatives;
use super::{Context, Unreadable};
use crate::charset::{Charset, Label};

/// The maximum size, in octets, of a text for which other readings are sought. It is limited because several readings
/// are in memory at once.
const READ_AGAIN: usize = 1 << 20;

/// Another reading of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The value of `read` in a [rule](crate::rules) that chooses this reading: `label`, `evidence` or a charset. If the
    /// octets prove the present reading, only a rule that names the message chooses this one: by the digest of the
    /// outermost message, or by the [Message-ID](crate::message::Readings::message_id) of the message with the text, without
    /// a `*` ([`escape`](crate::selection::escape) it). No rule chooses a charset for text that is labelled UTF-8 or UTF-7
    /// and is valid in it.
    pub rule: &'static str,
    /// The assumption on which the reading is based, in words, such as "in KOI8-R".
    pub how: String,
    /// The text: of a body, the whole body; of encoded words, the words with one label, joined by blanks; of raw octets
    /// in fields, the bodies of these fields, joined.
    pub text: String,
}

impl Reading {
    /// Returns the reading of an alternative, or `None` if no rule can choose the alternative.
    fn of(found: Alternative) -> Option<Self> {
        let rule = match found.hypothesis {
            Hypothesis::In(charset) => charset.name(),
            Hypothesis::EncodedAgain(_) | Hypothesis::WithoutEscapes => "evidence",
            Hypothesis::ReadAs { .. } | Hypothesis::LinesIn(_) => return None,
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

/// Returns the likely readings of a body, except `read`, which is the result of reading the body. Returns none if
/// no charset would make the body readable, and for bodies of more than [`READ_AGAIN`] octets.
pub(crate) fn of_body(
    octets: &[u8],
    read: &Result<DecodedText<'_>, Unreadable>,
    label: Option<Label>,
) -> Vec<Reading> {
    let doubt = match read {
        Err(Unreadable::Text(unresolved)) => unresolved.doubt,
        _ => None,
    };
    if read.as_ref().is_err_and(|why| !why.is_about_charset()) || octets.len() > READ_AGAIN {
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

/// Returns the likely readings of octets that have no label, other than the reading that is shown, which is in the
/// charset `shown`. If the octets are garbled UTF-8 that was restored, one of these readings is the text as it stands.
pub(crate) fn of_unlabelled(octets: &[u8], shown: Option<Charset>, context: &Context<'_>) -> Vec<Reading> {
    if octets.is_empty() || octets.len() > READ_AGAIN {
        return Vec::new();
    }
    let read = resolve(octets, None, &context.alone());
    let as_it_stands = read.as_ref().ok().filter(|read| read.charset == Charset::UTF_8).and_then(|read| {
        let text = read.otherwise_by_label(octets, Charset::UTF_8)?;
        Some(Reading { rule: "label", how: format!("in {}, as it stands", Charset::UTF_8), text })
    });
    let mut others = alternatives(octets, read.as_ref().map_err(|why| why.doubt));
    others.retain(|other| shown.is_none_or(|shown| other.hypothesis != Hypothesis::In(shown)));
    joined(as_it_stands, others)
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
