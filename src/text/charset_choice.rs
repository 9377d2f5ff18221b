//! Chooses the charset of octets, and says how certain it is.
//!
//! The module `order` contains the order of evidence: the label comes first, statistics of letters come last.
//!
//! If the chosen charset is not the charset of the label, a finding reports this. Evidence can point to several
//! charsets. If the octets have errors in each of them, the text is unresolved. A few ill-formed octets never change
//! the charset of a text: such a text is unresolved, too. But with a lossy policy the text is decoded, and only these
//! octets are replaced by U+FFFD.
//!
//! A charset is refused if the decoded text would still have escape sequences or shift sequences of the labelled
//! charset, or if UTF-8 would be decoded as something else. Text in two charsets is either decoded [line by
//! line](super::evidence::mixed) or unresolved. Text in UTF-8 may have surrogate pairs (see `utf8_in_mail`).
//!
//! If the policy is strict, or if the context forbids guessing, only the label counts. UTF-7 is decoded only if a
//! label names it. All functions take linear time.

mod labelled;
pub(in crate::text) mod order;
mod reading;
#[cfg(test)]
mod tests;
mod unlabelled;

use self::order::{is_placeholder, to_show};
use super::context::Context;
use super::decoded_text::{DecodedText, Unresolved};
use super::evidence::doubt::Doubt;
use super::evidence::garbled::{garbled, undone};
use super::evidence::has_escape;
use super::evidence::lost_escapes::restored;
use super::evidence::visual_order::{is_visual, logical};
use crate::charset::{Charset, is_unsupported};
use crate::finding::{Code, Confidence, Detail};
use crate::policy::Doubtful;
use crate::text::decision::Choice;
pub(in crate::text) use reading::show;
use reading::{Octets, Resolved};

/// Decodes `octets` with the label `label`. Takes linear time.
///
/// ```
/// use mailutf::Policy;
/// use mailutf::text::{self, Confidence, Context};
/// let policy = Policy::default();
/// let context = Context::new(&policy);
/// let read = text::resolve("größer".as_bytes(), Some(b"us-ascii"), &context).unwrap();
/// assert_eq!((read.text.as_ref(), read.confidence), ("größer", Confidence::Utf8Validity));
/// ```
///
/// # Errors
/// Fails if none of the charsets for which there is evidence decodes the octets without loss, unless the policy is
/// lossy or [for display](crate::Policy::shown). Fails also with such a policy if nothing shows the charset: then
/// [`body::decode`](crate::body::decode) shows the text in the likeliest charset.
pub fn resolve<'a>(
    octets: &'a [u8],
    label: Option<&[u8]>,
    context: &Context<'_>,
) -> Result<DecodedText<'a>, Unresolved> {
    Octets::of(octets, label, None, context).resolve()
}

/// Decodes a document as [`resolve`] does. `declared` is the charset name that the document declares in its text, if
/// there is one. This name counts if the label is missing, names no charset, or is disproved.
///
/// # Errors
/// The errors are those of [`resolve`].
pub fn resolve_document<'a>(
    octets: &'a [u8],
    label: Option<&[u8]>,
    declared: Option<&[u8]>,
    context: &Context<'_>,
) -> Result<DecodedText<'a>, Unresolved> {
    Octets::of(octets, label, declared, context).resolve()
}

/// Decodes `octets` as [`resolve`] does. If nothing shows the charset of a text that is only shown, it is read in the
/// charset [`to_show`], unless it has a single character beyond US-ASCII, which any charset has.
pub(in crate::text) fn resolve_or_show<'a>(
    octets: &'a [u8],
    label: &[u8],
    context: &Context<'_>,
) -> Result<DecodedText<'a>, Unresolved> {
    resolve(octets, Some(label), context).or_else(|why| {
        let is_unknown = matches!(why.charset, None | Some(Charset::US_ASCII));
        let is_single = octets.iter().filter(|octet| !octet.is_ascii()).count() < 2;
        if !is_unknown || is_single || why.rule.is_some() || why.doubt.is_some() {
            return Err(why);
        }
        // A conversion reports the label, and leaves this text.
        let read = |charset: Charset| {
            let (text, confidence) = (charset.decode_strict(octets).ok()?, Confidence::Detected);
            Some(DecodedText { text, charset, confidence, replaced: 0, findings: Vec::new() })
        };
        to_show(octets, Some(label), context).into_iter().find_map(read).ok_or(why)
    })
}

impl<'a> Octets<'a, '_> {
    /// Returns the text. If the policy lets evidence decide about doubtful text, garbled text and lost escape
    /// characters are restored.
    pub(super) fn resolve(&self) -> Resolved<'a> {
        let rule = self.choice.charset().zip(self.decision.place());
        let with_rule = |why: Unresolved| match rule {
            Some((charset, place)) if why.rule.is_none() => {
                Unresolved { rule: Some(place.clone()), charset: why.charset.or(Some(charset)), ..why }
            }
            _ => why,
        };
        let mut text = self.by_evidence().map_err(with_rule)?;
        if text.charset == Charset::ISO_2022_JP {
            return self.with_escapes(text);
        }
        let policy = self.context.policy;
        if is_visual(&text.text, text.charset) {
            let mut detail = Detail::None;
            if policy.logical_order {
                text.text = logical(&text.text).into();
                detail = Detail::Sentence("put in logical order".into());
            }
            text.findings.push((Code::VisualOrder, detail));
        }
        if let Some(rule) = self.decision.undoing()
            && let Some(undone) = undone(&text.text, rule)
        {
            text.findings.push((Code::Rule, self.context.undone_detail(rule)));
            if undone.lost > 0 {
                text.findings.push((Code::TextReplaced, Detail::None));
            }
            (text.text, text.confidence) = (undone.text.into(), Confidence::Rule);
            text.replaced += undone.lost;
            return Ok(text);
        }
        if !is_unicode(text.charset) || self.decision.ignores_garbled() || self.context.reads_as_it_stands() {
            return Ok(text);
        }
        if let Some(found) = garbled(&text.text) {
            let detail = self.doubted(found.doubt, text.charset).detail(text.charset);
            let undo = self.context.restores(&self.decision, &text.text, &found);
            match found.original.filter(|_| undo) {
                _ if self.decision.keeps_garbled(&text.text) => {
                    text.findings.push(self.rule_finding(text.charset))
                }
                Some(original) => {
                    text.findings.push((Code::TextRestored, detail));
                    (text.text, text.confidence) = (original.into(), Confidence::Detected);
                }
                None => text.findings.push((Code::TextGarbled, detail)),
            }
        }
        Ok(text)
    }

    /// Restores the escape characters that `text` has lost. `text` was decoded in ISO-2022-JP. By default text that
    /// lost escape characters is unresolved, because a conversion to UTF-8 would destroy the evidence of the loss.
    fn with_escapes(&self, mut text: DecodedText<'a>) -> Resolved<'a> {
        let is_sure = self.decision.is_sure();
        let Some(restored) = (if is_sure { None } else { restored(self.octets) }) else { return Ok(text) };
        let doubt = self.doubted(Doubt::WITHOUT_ESCAPES, text.charset);
        if self.decision.doubtful != Doubtful::Evidence || !self.may_guess() {
            return Err(Unresolved { doubt: Some(doubt), ..Unresolved::new(Some(text.charset), None) });
        }
        text.findings.push((Code::TextRestored, doubt.detail(text.charset)));
        (text.text, text.confidence) = (restored.into(), Confidence::Detected);
        Ok(text)
    }

    /// Returns the text that the strongest evidence gives. The kinds of evidence are tried in order, until one of
    /// them gives a text.
    fn by_evidence(&self) -> Resolved<'a> {
        if matches!(self.choice, Choice::Leave | Choice::Undecided) && !self.is_already_utf8() {
            let (rule, is_left) = (self.decision.place().cloned(), self.choice == Choice::Leave);
            return Err(Unresolved { rule, is_left, ..Unresolved::new(None, None) });
        }
        let Some(label) = self.label_if_any() else {
            return self.unlabelled(Code::LabelMissing, Confidence::Ascii);
        };
        // Escape sequences and the NULs of UTF-16 are proof of a charset, so a rule in a file overrides them only in
        // messages that it names. A caller who names the charset for this run does override them.
        let yields = self.decision.place().is_some() && !self.decision.overrules_proof();
        let is_proved = |charset| yields && self.would_leave_shifts(charset);
        if let Some(charset) = self.overriding().filter(|charset| !is_proved(*charset)) {
            return self.overruled(label, charset);
        }
        match self.named_charset() {
            Some(Charset::US_ASCII) => self.unlabelled(Code::LabelMismatch, Confidence::Declared),
            Some(charset) => self.labelled(label, charset),
            None if is_unsupported(label) => self.unsupported(),
            None if is_placeholder(label) => self.unlabelled(Code::LabelUnknown, Confidence::Ascii),
            None => self.mislabelled(),
        }
    }

    /// Whether the octets are UTF-8 with the label UTF-8, or US-ASCII without a label. In these cases a rule that
    /// leaves text unchanged makes no difference.
    fn is_already_utf8(&self) -> bool {
        match self.named_charset() {
            Some(Charset::UTF_8) => std::str::from_utf8(self.octets).is_ok(),
            charset => {
                let is_unlabelled = charset == Some(Charset::US_ASCII) || self.label_if_any().is_none();
                is_unlabelled && self.octets.is_ascii() && !has_escape(self.octets)
            }
        }
    }

    /// Decodes the text as if the label named `charset`, which a rule or the caller names instead. Evidence counts
    /// against `charset` as it would count against the label.
    fn overruled(&self, label: &[u8], charset: Charset) -> Resolved<'a> {
        if !self.decision.is_final && self.would_leave_shifts(charset) {
            return Err(Unresolved::new(Some(charset), None));
        }
        let mut text = self.labelled(label, charset)?;
        if matches!(text.confidence, Confidence::Declared | Confidence::LineByLine) {
            text.confidence = self.decision.confidence();
            let finding = self.finding(Code::LabelOverruled, charset, text.confidence, false);
            text.findings.insert(0, finding);
        }
        Ok(text)
    }
}

/// Whether `charset` has all characters of Unicode, as UTF-16, UTF-7 and GB18030 have. Text in such a charset may have
/// been garbled before it was stored. Text in another charset that was garbled has a doubtful label, because its octets
/// are words in the charset of the original.
fn is_unicode(charset: Charset) -> bool {
    charset == Charset::UTF_8 || !charset.is_single_octet() && charset.encode("\u{10FFFD}").is_ok()
}
