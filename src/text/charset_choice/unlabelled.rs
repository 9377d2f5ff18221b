//! Decodes text without a label, or with a label that names no charset. The kinds of evidence are tried from the
//! strongest to the weakest.

use super::order::{EvidenceKind, ORDER, UnlabelledEvidence};
use super::reading::{Octets, Resolved, UNKNOWN};
use crate::charset::Charset;
use crate::charset::detect::by_form;
use crate::finding::{Cause, Code, Confidence};
use crate::text::decoded_text::{DecodedText, Unresolved};
use crate::text::evidence::survey::Survey;
use crate::text::evidence::{has_escape, has_foreign_lines, shows_other_charset, shows_shifts};
use mailutf_codecs::internal::utf8_in_mail;
use mailutf_codecs::internal::{by_escape, by_escape_with_text};
use std::cell::LazyCell;

impl<'a> Octets<'a, '_> {
    /// Decodes text without a label, or with a label that does not show the charset. `code` is the code of the
    /// finding about the label. `ascii` is the confidence for text that turns out to be US-ASCII.
    pub(super) fn unlabelled(&self, code: Code, ascii: Confidence) -> Resolved<'a> {
        let believed = self.label_if_any().is_some() && self.decision.is_final;
        if self.octets.is_ascii() && (believed || !self.has_shifts() && !self.may_be_utf16()) {
            let text = Charset::US_ASCII.decode(self.octets).text;
            let charset = Charset::US_ASCII;
            return Ok(DecodedText { text, charset, confidence: ascii, replaced: 0, findings: Vec::new() });
        }
        if self.label_if_any().is_none()
            && let Some(text) = self.by_rule(code)
        {
            return text;
        }
        if self.may_guess()
            && let Some(text) = self.by_other_evidence(code)
        {
            let mut text = text?;
            // If the text is read as US-ASCII, its escape characters switch to no other charset. They may begin, for
            // example, the escape sequences of a terminal.
            if text.charset == Charset::US_ASCII {
                (text.confidence, text.findings) = (ascii, Vec::new());
            }
            return Ok(text);
        }
        if let Some(text) = self.without_guess(code) {
            return text;
        }
        match self.is_damaged_utf8() {
            true => self.damaged(Charset::UTF_8, &self.survey(Charset::UTF_8)),
            false => self.unread(),
        }
    }

    /// Decodes text whose label is neither a charset nor a placeholder for an unknown charset. The evidence is the
    /// same as for text without a label.
    pub(super) fn mislabelled(&self) -> Resolved<'a> {
        let text = match self.may_guess() {
            true => self.by_other_evidence(Code::LabelUnknown),
            false => self.without_guess(Code::LabelUnknown),
        };
        text.unwrap_or(Err(UNKNOWN))
    }

    /// Returns the text if no charset may be guessed for it, as in an attachment, and the policy is not strict. The
    /// text is read as UTF-8 if it is valid UTF-8. Otherwise it is read in the charset that the attachment declares,
    /// or else in the charset that the caller names.
    fn without_guess(&self, code: Code) -> Option<Resolved<'a>> {
        if self.may_guess() || self.context.policy.strict {
            return None;
        }
        if !shows_other_charset(self.octets)
            && let Ok(text) = std::str::from_utf8(self.octets)
        {
            // The label of the attachment stays as the sender wrote it. If the label is missing, none is added. A
            // finding reports this.
            let (charset, confidence) = (Charset::UTF_8, Confidence::Utf8Validity);
            let findings = vec![(Code::AttachmentKept, Cause::Utf8WithoutLabel.into())];
            return Some(Ok(DecodedText { text: text.into(), charset, confidence, replaced: 0, findings }));
        }
        self.by_declaration_or_fallback(code)
    }

    /// Reads the text in the charset that the document declares, or else in the charset that the caller names for
    /// text without evidence.
    pub(super) fn by_declaration_or_fallback(&self, code: Code) -> Option<Resolved<'a>> {
        let fallback = || self.read(self.context.policy.fallback?, Confidence::Fallback, code).map(Ok);
        self.as_declared(code).or_else(fallback)
    }

    /// Reads the text in the charset that the document declares. The declaration is a label, so it can be as doubtful
    /// as a label. Returns `None` if nothing is declared, or if the octets do not decode in the charset.
    pub(super) fn as_declared(&self, code: Code) -> Option<Resolved<'a>> {
        let text = self.read(self.in_document()?, Confidence::Document, code)?;
        let labelled = Self::of(self.octets, self.declared, None, self.context).by_evidence();
        let is_believed = |read: &DecodedText<'_>| {
            matches!(read.confidence, Confidence::Declared | Confidence::Superset | Confidence::LineByLine)
        };
        Some(if labelled.as_ref().is_ok_and(is_believed) { Ok(text) } else { labelled })
    }

    /// Reads the text in the charset that a rule names for it. If the rule does not name the message, the octets may
    /// prove another charset.
    fn by_rule(&self, code: Code) -> Option<Resolved<'a>> {
        let charset = self.choice.charset()?;
        if self.decision.overrules_proof()
            && let Some((text, mut findings)) = self.exact(charset)
        {
            findings.insert(0, self.rule_finding(charset));
            return Some(Ok(DecodedText {
                text,
                charset,
                confidence: Confidence::Rule,
                replaced: 0,
                findings,
            }));
        }
        if self.is_damaged_utf8() {
            return None;
        }
        let proof = ORDER.into_iter().take_while(|evidence| *evidence != EvidenceKind::Rule);
        if let Some(text) = self.by_first_of(proof, code) {
            return Some(text);
        }
        let text = self.read(charset, self.decision.confidence(), code);
        Some(text.map_or_else(|| self.damaged(charset, &self.survey(charset)), Ok))
    }

    /// Reads the text in the charset that its octets, the document or other texts show. The label does not count.
    pub(super) fn by_other_evidence(&self, code: Code) -> Option<Resolved<'a>> {
        self.by_first_of(ORDER.into_iter(), code)
    }

    fn by_first_of(&self, order: impl Iterator<Item = EvidenceKind>, code: Code) -> Option<Resolved<'a>> {
        let surroundings = LazyCell::new(|| UnlabelledEvidence::of(self.octets, self.context));
        for evidence in order {
            let found = match evidence {
                EvidenceKind::Label => None,
                EvidenceKind::Form => {
                    by_form(self.octets).map(|found| (found.charset, found.evidence.into()))
                }
                // Damaged UTF-8 is not text in another charset. But some lines of it, such as a footer, can be in
                // another charset.
                EvidenceKind::DamagedUtf8 if self.is_damaged_utf8() && !has_foreign_lines(self.octets) => {
                    return None;
                }
                EvidenceKind::DamagedUtf8 => None,
                EvidenceKind::SurrogatePairs => {
                    let is_sound = utf8_in_mail::is_sound(self.octets);
                    is_sound.then_some((Charset::UTF_8, Confidence::Utf8Validity))
                }
                EvidenceKind::Escapes => {
                    by_escape_with_text(self.octets).map(|charset| (charset, Confidence::EscapeSequence))
                }
                EvidenceKind::Rule => {
                    let named = |declared| self.decision.overriding(declared, self.octets);
                    self.declared.and_then(named).map(|charset| (charset, self.decision.confidence()))
                }
                EvidenceKind::Declaration => match self.as_declared(code) {
                    None => None,
                    text => return text,
                },
                EvidenceKind::OtherText
                | EvidenceKind::OtherMessages
                | EvidenceKind::Fallback
                | EvidenceKind::Letters => surroundings.charset(evidence),
            };
            let text = found.and_then(|(charset, confidence)| self.read(charset, confidence, code));
            if let Some(text) = text {
                return Some(Ok(text));
            }
        }
        None
    }

    /// Whether the octets are UTF-8, but are ill-formed even if surrogate pairs are allowed.
    fn is_damaged_utf8(&self) -> bool {
        utf8_in_mail::is_sound(self.octets) && self.exact(Charset::UTF_8).is_none()
    }

    /// Whether the octets have NULs, as ASCII characters in UTF-16 do.
    fn may_be_utf16(&self) -> bool {
        self.may_guess() && memchr::memchr(0, self.octets).is_some()
    }

    /// Whether the octets have escape sequences or shifts of HZ. With a strict policy, shifts of HZ do not count.
    fn has_shifts(&self) -> bool {
        has_escape(self.octets) || !self.context.policy.strict && shows_shifts(self.octets)
    }

    /// Returns the result if no evidence gives a text. Text with escape sequences is unresolved and keeps its label:
    /// under another label, nobody would know what the sequences mean.
    pub(super) fn unread(&self) -> Resolved<'a> {
        let shown = by_escape(self.octets);
        let charset = shown.unwrap_or(Charset::US_ASCII);
        let survey = Survey::of(charset, self.octets);
        if shown.is_some() && (survey.errors == 0 || !self.may_guess()) {
            return Err(UNKNOWN);
        }
        match self.exact(charset) {
            Some(read) => Ok(self.declared(charset, read)),
            // Octets in an unknown charset are not ill-formed. If they were replaced, nobody could read the text any more.
            None if shown.is_none() && !self.context.policy.strict => {
                Err(Unresolved::new(Some(charset), survey.first_error))
            }
            None => self.damaged(charset, &survey),
        }
    }

    /// Returns the charset that the document declares, except US-ASCII and charsets that are no superset of
    /// US-ASCII. UTF-7 is excluded because only a label may name it. UTF-16 is excluded because a declaration in
    /// octets of UTF-16 could not have been found.
    pub(super) fn in_document(&self) -> Option<Charset> {
        let charset = Charset::for_label(self.declared?)?;
        (charset.is_ascii_superset() && charset != Charset::US_ASCII).then_some(charset)
    }
}
