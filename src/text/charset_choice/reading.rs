//! Decodes octets in one charset. A charset is refused if there is evidence against it. Damaged text is decoded if
//! the policy allows its ill-formed octets to be replaced by U+FFFD.

use crate::charset::{Charset, Decoded, Label};
use crate::finding::{Code, Confidence, Detail, RulePlace};
use crate::text::context::Context;
use crate::text::decision::{Choice, Decision};
use crate::text::decoded_text::{DecodedText, Unresolved};
use crate::text::evidence;
use crate::text::evidence::doubt::Doubt;
use crate::text::evidence::mixed::{self, Mixture};
use crate::text::evidence::segments;
use crate::text::evidence::shift::{is_seven_bit, keeps_ascii_words, shifts_in};
use crate::text::evidence::survey::Survey;
use crate::text::evidence::width::has_control;
use mailutf_codecs::internal::utf8_in_mail::{self, InMail};
use mailutf_codecs::internal::{by_escape, koi8_u};
use std::borrow::Cow;

/// Octets with their label and their context, for which a charset is to be chosen.
pub(super) struct Octets<'a, 'c> {
    pub(super) octets: &'a [u8],
    pub(super) label: Option<&'c [u8]>,
    /// The label, if it names a supported charset. [`Label::charset`] is the charset in which mail with this label is
    /// read. This can be a superset of the charset that the label names.
    meaning: Option<Label>,
    /// The charset name that the document declares in its text.
    pub(super) declared: Option<&'c [u8]>,
    /// The decision of the mail's owner about texts with this label.
    pub(super) decision: Decision<'c>,
    /// The decision of the mail's owner about this text.
    pub(super) choice: Choice,
    pub(super) context: &'c Context<'c>,
}

pub(super) type Resolved<'a> = Result<DecodedText<'a>, Unresolved>;

/// The text of well-formed octets, and findings about it.
pub(super) type Exact<'a> = (Cow<'a, str>, Vec<(Code, Detail)>);

pub(super) const UNKNOWN: Unresolved = Unresolved::new(None, None);

impl<'a, 'c> Octets<'a, 'c> {
    pub(super) fn of(
        octets: &'a [u8],
        label: Option<&'c [u8]>,
        declared: Option<&'c [u8]>,
        context: &'c Context<'c>,
    ) -> Self {
        let decision = context.decision_on_document(label, declared);
        let choice = decision.choice(octets);
        Self { octets, label, meaning: label.and_then(Label::read), declared, decision, choice, context }
    }

    /// The label, unless it is empty.
    pub(super) fn label_if_any(&self) -> Option<&[u8]> {
        self.label.filter(|label| !label.is_empty())
    }

    /// The charset in which text with this label is read, unless evidence or a rule says otherwise. It can be a
    /// superset of the charset that the label names: the label ISO-8859-1 gives windows-1252. But with a strict policy,
    /// the label KOI8-U gives exactly the charset of RFC 2319. `None` if there is no label, or if the label names no
    /// supported charset.
    pub(super) fn named_charset(&self) -> Option<Charset> {
        let label = self.meaning?;
        let is_exact = label.exact() == Charset::KOI8_U_RFC_2319 && self.context.policy.strict;
        Some(if is_exact { label.exact() } else { label.charset() })
    }

    /// The charset that a rule names instead of the label, or else the charset of the label.
    fn effective_charset(&self) -> Option<Charset> {
        self.overriding().or_else(|| self.named_charset())
    }

    /// Adds the label of the text to `doubt`, which is about text in `charset`. If guessing is forbidden, the result
    /// also says that evidence does not suffice.
    pub(super) fn doubted(&self, doubt: Doubt, charset: Charset) -> Doubt {
        let label = self.meaning.filter(|label| label.charset() == charset);
        doubt.under(label).where_evidence_counts(self.may_guess())
    }

    /// The charset that a rule names instead of the label.
    pub(super) fn overriding(&self) -> Option<Charset> {
        self.decision.overriding(self.label_if_any()?, self.octets)
    }

    /// Whether evidence other than the label may be used.
    pub(super) fn may_guess(&self) -> bool {
        self.context.may_guess()
    }

    /// Returns the finding that the text was decoded in `charset`. If a rule in a file decided this, the finding
    /// names the rule.
    pub(super) fn finding(
        &self,
        code: Code,
        charset: Charset,
        confidence: Confidence,
        label_fits: bool,
    ) -> (Code, Detail) {
        match self.decision.place() {
            Some(_) if confidence == Confidence::Rule => self.rule_finding(charset),
            _ => {
                let (label, rule) = (self.label_if_any().map(show), self.yielding_rule(charset));
                (code, Detail::Read { label, charset, confidence, label_fits, rule })
            }
        }
    }

    /// The rule that yields to the evidence for `charset`: it names another charset, or says that the
    /// label is right.
    fn yielding_rule(&self, charset: Charset) -> Option<RulePlace> {
        let place = self.decision.place()?;
        match self.choice {
            Choice::In(named) => named != charset,
            Choice::Label => self.named_charset().is_some_and(|named| named != charset),
            Choice::None | Choice::Undo | Choice::Undecided | Choice::Leave => false,
        }
        .then(|| place.clone())
    }

    /// Returns the finding that the text is in `charset` because of a rule.
    pub(super) fn rule_finding(&self, charset: Charset) -> (Code, Detail) {
        (Code::Rule, self.context.rule_detail(&self.decision, self.label_if_any().map(show), Some(charset)))
    }

    /// Decodes the octets in `charset`. Surrogate pairs are allowed in UTF-8, unless the policy is strict. A finding
    /// reports them.
    pub(super) fn decode(&self, charset: Charset) -> (Decoded<'a>, Vec<(Code, Detail)>) {
        if charset != Charset::UTF_8 || self.context.policy.strict {
            let decoded = koi8_u::in_mail(charset, self.octets)
                .map_or_else(|| charset.decode(self.octets), |text| Cow::from(text).into());
            return (decoded, Vec::new());
        }
        let InMail { decoded, pairs, first_pair, .. } = utf8_in_mail::decode(self.octets);
        let detail = || Detail::SurrogatePairs { count: pairs, first: first_pair };
        (decoded, (pairs > 0).then(|| (Code::Utf8SurrogatePair, detail())).into_iter().collect())
    }

    /// Returns the text in `charset`, with the same findings as [`decode`](Self::decode). Returns `None` if an octet
    /// is ill-formed.
    pub(super) fn exact(&self, charset: Charset) -> Option<Exact<'a>> {
        if charset != Charset::UTF_8 || self.context.policy.strict {
            let text = match koi8_u::in_mail(charset, self.octets) {
                Some(text) => text.into(),
                None => charset.decode_strict(self.octets).ok()?,
            };
            return Some((text, Vec::new()));
        }
        match utf8_in_mail::text(self.octets)? {
            // The text is owned only if the UTF-8 has surrogate pairs.
            Cow::Owned(_) => {
                let (decoded, findings) = self.decode(charset);
                Some((decoded.text, findings))
            }
            text => Some((text, Vec::new())),
        }
    }

    /// Counts the characters and the errors that decoding the octets in `charset` gives, without keeping the text.
    pub(super) fn survey(&self, charset: Charset) -> Survey {
        match charset {
            Charset::UTF_8 if !self.context.policy.strict => Survey::of_utf8_in_mail(self.octets),
            _ => Survey::of(charset, self.octets),
        }
    }

    /// Decodes the octets in `charset`, if there are no errors and there is no evidence against `charset`. `code` is
    /// the code of the finding about the label.
    pub(super) fn read(
        &self,
        charset: Charset,
        confidence: Confidence,
        code: Code,
    ) -> Option<DecodedText<'a>> {
        let is_doubtful = charset == Charset::HZ_GB_2312
            && !matches!(confidence, Confidence::Fallback | Confidence::Overruled | Confidence::Rule)
            && evidence::is_doubtful_hz(self.octets);
        if is_doubtful || self.would_leave_shifts(charset) {
            return None;
        }
        let hides_utf8 = self.would_hide_utf8(charset);
        let (text, mut others) = match mixed::mixture(charset, self.octets) {
            Mixture::None if !hides_utf8 => self.exact(charset)?,
            Mixture::Segments(segments) if !hides_utf8 || evidence::has_foreign_lines(self.octets) => {
                let (text, detail) = segments::read(charset, self.octets, &segments, false)?;
                (Cow::Owned(text), vec![(Code::TextMixed, detail)])
            }
            Mixture::None | Mixture::Segments(_) | Mixture::Unclear(_) => return None,
        };
        let label_fits =
            self.effective_charset().is_some_and(|named| named != charset && self.exact(named).is_some());
        let mut findings = vec![self.finding(code, charset, confidence, label_fits)];
        findings.append(&mut others);
        Some(DecodedText { text, charset, confidence, replaced: 0, findings })
    }

    /// Whether shift sequences would be left in the text if the octets were decoded in `charset`. Shift sequences
    /// are those of the charset that the label names, or else of the charset that the octets show. If the label names
    /// UTF-16 or UTF-32, control characters count as shifts.
    pub(super) fn would_leave_shifts(&self, charset: Charset) -> bool {
        let named = self.named_charset();
        if named.is_some_and(Charset::is_wide) && !charset.is_wide() && has_control(self.octets) {
            return true;
        }
        let shifting = named.filter(|named| is_seven_bit(*named)).or_else(|| by_escape(self.octets));
        !is_seven_bit(charset) && shifting.is_some_and(|shifting| shifts_in(shifting, self.octets))
    }

    /// Whether the octets are UTF-8, perhaps damaged, and `charset` would decode them as something else.
    pub(super) fn would_hide_utf8(&self, charset: Charset) -> bool {
        charset != Charset::UTF_8 && keeps_ascii_words(charset) && utf8_in_mail::is_sound(self.octets)
    }

    /// Returns the result for text that was decoded in `charset`, the charset of its label. Mail often means a
    /// superset of the charset that a label names. If the text has characters that are only in the superset, a
    /// finding is added.
    pub(super) fn declared(&self, charset: Charset, (text, mut findings): Exact<'a>) -> DecodedText<'a> {
        let exceeded = self
            .meaning
            .filter(|label| label.charset() == charset && label.exceeded_by(self.octets).is_some());
        let confidence = exceeded.map_or(Confidence::Declared, |_| Confidence::Superset);
        let finding = |label: Label| {
            let label = Some(label.name().to_owned());
            (Code::LabelSuperset, Detail::Read { label, charset, confidence, label_fits: false, rule: None })
        };
        findings.extend(exceeded.map(finding));
        DecodedText { text, charset, confidence, replaced: 0, findings }
    }

    /// Returns the result for octets with ill-formed sequences in `charset`. `survey` counts these sequences.
    pub(super) fn damaged(&self, charset: Charset, survey: &Survey) -> Resolved<'a> {
        let Some(first) = survey.first_error else { return Err(Unresolved::new(Some(charset), None)) };
        let stray = !self.context.policy.strict && evidence::is_stray_plus(first, survey);
        if !stray && !self.context.replaces() {
            return Err(Unresolved::new(Some(charset), Some(first)));
        }
        let (decoded, mut findings) = self.decode(charset);
        let detail = Detail::IllFormed { charset, count: survey.errors, first };
        findings.push((if stray { Code::TextMalformed } else { Code::TextReplaced }, detail));
        let confidence = match self.label_if_any() {
            Some(_) => Confidence::Declared,
            None if charset == Charset::US_ASCII => Confidence::Unknown,
            None => Confidence::Detected,
        };
        let text = decoded.text;
        let replaced = if stray { 0 } else { survey.errors };
        Ok(DecodedText { text, charset, confidence, replaced, findings })
    }
}

/// Returns a label in the form in which findings show it: at most 40 characters, with `?` instead of octets that
/// are not printable.
pub(in crate::text) fn show(label: &[u8]) -> String {
    label
        .iter()
        .take(40)
        .map(|octet| if octet.is_ascii_graphic() { char::from(*octet) } else { '?' })
        .collect()
}
