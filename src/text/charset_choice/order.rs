//! The order of evidence for the charset of a text ([`ORDER`]), and the evidence in the surroundings of a text.
//! `docs/detection.md` lists the kinds of evidence in the same order. All functions take linear time.
//!
//! Two parts of the library decide before this order:
//!
//! - The module `labelled` contains the evidence that is stronger than a label.
//! - The modules `header::raw_charset` and `header::span_text` read raw octets of a header, that is, octets outside
//!   encoded words. First they look for UTF-8, for escape sequences and shifts of HZ, and for a rule that names the
//!   charset. If they find none of these, they ask [`guesses`], which considers only some of the evidence.

use crate::charset::detect;
use crate::charset::{Charset, is_unsupported};
use crate::finding::Confidence;
use crate::learn::Habit;
use crate::text::context::Context;
use crate::text::evidence::message_evidence::MessageEvidence;
use crate::text::evidence::mixed::{self, Mixture, mixture};
use crate::text::evidence::segments::lines;
use crate::text::evidence::windows_signs::by_windows_signs;
use crate::text::evidence::words::is_garbled;
use std::borrow::Cow;

/// A kind of evidence for the charset of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum EvidenceKind {
    Label,
    Form,
    DamagedUtf8,
    SurrogatePairs,
    Escapes,
    Rule,
    Declaration,
    OtherText,
    OtherMessages,
    Fallback,
    Letters,
}

/// All kinds of evidence, the strongest first. Each kind of evidence can point to a charset. A text is in the first
/// of these charsets in which its octets decode to text.
pub(in crate::text) const ORDER: [EvidenceKind; 11] = [
    EvidenceKind::Label,
    EvidenceKind::Form,
    EvidenceKind::DamagedUtf8,
    EvidenceKind::SurrogatePairs,
    EvidenceKind::Escapes,
    EvidenceKind::Rule,
    EvidenceKind::Declaration,
    EvidenceKind::OtherText,
    EvidenceKind::OtherMessages,
    EvidenceKind::Fallback,
    EvidenceKind::Letters,
];

/// Labels that mean an unknown charset.
const PLACEHOLDERS: [&str; 15] = [
    "",
    "unknown-8bit",
    "x-unknown",
    "unknown",
    "default",
    "x-default",
    "none",
    "auto",
    "_autodetect",
    "_autodetect_all",
    "8bit",
    "binary",
    "ascii-8bit",
    "x-unknown-8bit",
    "csunknown8bit",
];

/// Whether `label` means an unknown charset.
pub(super) fn is_placeholder(label: &[u8]) -> bool {
    let bare = label.trim_ascii().strip_prefix(b"\"").unwrap_or(label).strip_suffix(b"\"").unwrap_or(label);
    PLACEHOLDERS.iter().any(|placeholder| bare.trim_ascii().eq_ignore_ascii_case(placeholder.as_bytes()))
}

/// The evidence for the charset of unlabelled octets. It comes from their surroundings (the message, other messages
/// and the caller) and from their letters. The letters are judged together with all unlabelled text of the message.
pub(super) struct UnlabelledEvidence<'o, 'c> {
    evidence: Cow<'c, MessageEvidence>,
    /// The octets, without the lines that are in UTF-8.
    sample: Cow<'o, [u8]>,
    fallback: Option<Charset>,
    likely: Option<Charset>,
}

impl<'o, 'c> UnlabelledEvidence<'o, 'c> {
    pub(super) fn of(octets: &'o [u8], context: &Context<'c>) -> Self {
        let evidence = context.evidence();
        let sample = mixed::rest(octets);
        let likely = evidence.likeliest(&sample).or_else(|| by_windows_signs(&sample));
        Self { evidence, sample, fallback: context.policy.fallback, likely }
    }

    /// Returns the charset that evidence of this kind shows. Only four kinds are considered here: other text of the
    /// message, other messages, the fallback that the caller names, and the letters of the octets. For all other
    /// kinds, the result is `None`. A message can have text in several languages. So the charset of other text counts
    /// only if the letters of the octets show it, too. If the model of languages does not cover this charset, it counts
    /// if the octets look like words in it.
    pub(super) fn charset(&self, evidence: EvidenceKind) -> Option<(Charset, Confidence)> {
        match evidence {
            EvidenceKind::OtherText => {
                let mut labelled = self.evidence.labelled.iter().map(|(charset, _)| *charset);
                let fits = |charset: &Charset| !detect::is_scored(*charset) && fits(*charset, &self.sample);
                let found = labelled.find(|charset| self.is_likely(*charset) || fits(charset));
                found.map(|charset| (charset, Confidence::OtherText))
            }
            // If the letters alone show the charset that other messages show, the letters are reported as the
            // reason. But if the caller names a fallback, the other messages are the reason, because the fallback
            // would come before the letters.
            EvidenceKind::OtherMessages => by_habit(&self.sample, &self.evidence)
                .filter(|(charset, _)| self.fallback.is_some() || !self.is_likely(*charset)),
            EvidenceKind::Fallback => self.fallback.map(|charset| (charset, Confidence::Fallback)),
            EvidenceKind::Letters => self.likely.map(|charset| (charset, Confidence::Detected)),
            // For these kinds, the charset is shown by the label, by the form of the octets, by a rule, or by the
            // document.
            EvidenceKind::Label
            | EvidenceKind::Form
            | EvidenceKind::DamagedUtf8
            | EvidenceKind::SurrogatePairs
            | EvidenceKind::Escapes
            | EvidenceKind::Rule
            | EvidenceKind::Declaration => None,
        }
    }

    /// Whether the text in the charset `other` is the same as in the charset that the letters show.
    fn is_likely(&self, other: Charset) -> bool {
        self.likely.is_some_and(|likely| reads_alike(likely, other, &self.sample))
    }
}

/// Returns the possible charsets of unlabelled `octets`, in the order of the evidence for them. The form of the
/// octets (such as escape sequences) must not already show a charset.
pub(in crate::text) fn guesses(
    octets: &[u8],
    context: &Context<'_>,
) -> impl Iterator<Item = (Charset, Confidence)> {
    let surroundings = UnlabelledEvidence::of(octets, context);
    ORDER.into_iter().filter_map(move |evidence| surroundings.charset(evidence))
}

/// Returns the charsets in which to show octets whose charset nothing proves, the likeliest first, however unlikely they
/// are: if the text were not shown, nobody could read it. The result is empty unless the context is for display, and if
/// guessing is forbidden.
///
/// A `label` that names an unsupported charset is evidence against all others. Letters count against it only if they
/// suffice for a text without a label, and if all octets decode.
pub(in crate::text) fn to_show(octets: &[u8], label: Option<&[u8]>, context: &Context<'_>) -> Vec<Charset> {
    if !context.is_for_display() || !context.may_guess() {
        return Vec::new();
    }
    if label.is_some_and(is_unsupported) {
        let reads = |charset: &Charset| charset.decode_strict(octets).is_ok();
        return detect::by_language(octets).filter(reads).into_iter().collect();
    }
    let found = detect::candidates_by(octets, &context.evidence().prior());
    found.into_iter().map(|candidate| candidate.charset).collect()
}

/// Returns the charset of other messages of the sender, list or thread, if the letters show this charset when all these
/// messages count as evidence, too.
fn by_habit(octets: &[u8], evidence: &MessageEvidence) -> Option<(Charset, Confidence)> {
    if evidence.habits.is_empty() {
        return None;
    }
    let likely = evidence.likeliest_with_habits(octets)?;
    let Habit { charset, group, messages } =
        evidence.habit(|charset| reads_alike(likely, charset, octets))?;
    Some((charset, Confidence::Learned { group, messages }))
}

/// Returns the charset of other messages of the sender, list or thread, for text whose label names an unsupported
/// charset.
pub(super) fn learned(octets: &[u8], context: &Context<'_>) -> Option<(Charset, Confidence)> {
    context.policy.habits.as_ref()?;
    by_habit(&mixed::rest(octets), &context.evidence())
}

/// Returns the confidence if other messages confirm that text with the label `charset` is in `other`, or else `None`.
/// At least two messages of the sender, list or thread must be in `other`, and at least twice as many as in
/// `charset`.
pub(super) fn confirmed(other: Charset, charset: Charset, context: &Context<'_>) -> Option<Confidence> {
    context.policy.habits.as_ref()?;
    let evidence = context.evidence();
    let Habit { group, messages, .. } = evidence.habit(|learned| learned == other)?;
    let as_labelled = evidence.habits.iter().filter(|habit| habit.charset == charset);
    let most = as_labelled.map(|habit| habit.messages).max().unwrap_or_default();
    (messages >= 2 && messages / 2 >= most).then_some(Confidence::Learned { group, messages })
}

/// Whether `octets` look like words in `charset`. UTF-8 next to text in `charset` is not evidence against `charset`.
fn fits(charset: Charset, octets: &[u8]) -> bool {
    charset.is_ascii_superset()
        && (mixture(charset, octets) != Mixture::None
            || !lines(octets).any(|(line, _)| is_garbled(&charset.decode(line).text)))
}

/// Whether the octets give the same text in both charsets.
pub(super) fn reads_alike(one: Charset, other: Charset, octets: &[u8]) -> bool {
    let is_same = |line: &[u8]| one.decode(line).text == other.decode(line).text;
    let superset = one.is_ascii_superset() && other.is_ascii_superset();
    one == other || superset && lines(octets).all(|(line, _)| is_same(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the line about this kind of evidence in `docs/detection.md`.
    const fn line(evidence: EvidenceKind) -> &'static str {
        match evidence {
            EvidenceKind::Label => {
                "the label, as the superset that mail means by it, or as the charset that `--charset` or a rule names for it"
            }
            EvidenceKind::Form => {
                "a byte order mark, valid UTF-8, or escape sequences of ISO-2022 or shifts of HZ in text of US-ASCII octets"
            }
            EvidenceKind::DamagedUtf8 => {
                "UTF-8 with some damage: it is text in no other charset, but lines without UTF-8 may be a footer in one"
            }
            EvidenceKind::SurrogatePairs => "UTF-8 with surrogate pairs (CESU-8)",
            EvidenceKind::Escapes => "escape sequences of ISO-2022 beside octets above 127",
            EvidenceKind::Rule => {
                "the charset that a rule names for text without a label, or `--charset` or a rule for the one that a document declares in its text"
            }
            EvidenceKind::Declaration => "the charset that a document declares in its text",
            EvidenceKind::OtherText => "the charset of other text of the message, if the letters agree",
            EvidenceKind::OtherMessages => {
                "the charset of other messages of the sender, list or thread, if the letters agree"
            }
            EvidenceKind::Fallback => "the charset that `--fallback-charset` names",
            EvidenceKind::Letters => "the letters",
        }
    }

    #[test]
    fn the_documentation_has_the_same_order() {
        let documentation = include_str!("../../../docs/detection.md");
        let (_, listed) = documentation.split_once("## The order of evidence\n").unwrap();
        let listed = listed
            .split("\n## ")
            .next()
            .unwrap()
            .lines()
            .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
        let order = ORDER.iter().zip(1..).map(|(evidence, number)| format!("{number}. {}", line(*evidence)));
        assert_eq!(listed.collect::<Vec<_>>(), order.collect::<Vec<_>>());
    }
}
