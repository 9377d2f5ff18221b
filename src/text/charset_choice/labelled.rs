//! Decodes text whose label names a charset. The text is decoded in that charset, unless the octets prove the label
//! wrong.

use super::order::{confirmed, guesses, learned, reads_alike};
use super::reading::{Exact, Octets, Resolved, UNKNOWN, show};
use crate::charset::detect::{is_scored, likeliest_of};
use crate::charset::{Charset, Malformed};
use crate::finding::{Code, Confidence, Detail};
use crate::policy::Doubtful;
use crate::text::decision::Choice;
use crate::text::decoded_text::{DecodedText, Unresolved};
use crate::text::evidence::byte_order::ByteOrder;
use crate::text::evidence::doubt::{Doubt, beside_controls, in_other_charset_beside, in_sure_letters};
use crate::text::evidence::east_asian_signs::in_east_asian_signs;
use crate::text::evidence::mixed::{self, Mixture};
use crate::text::evidence::segments;
use crate::text::evidence::stray_words::in_stray_words;
use crate::text::evidence::survey::Survey;
use crate::text::evidence::width::{Width, in_single_octets};
use crate::text::evidence::windows_signs::{by_windows_signs, in_windows_signs};
use crate::text::evidence::{
    self, Controls, Standing, disproves, has_escape, has_foreign_ending, is_damage, lacks_characters,
    may_share,
};
use std::borrow::Cow;

impl<'a> Octets<'a, '_> {
    /// Decodes text whose label names a charset other than US-ASCII.
    pub(super) fn labelled(&self, label: &[u8], charset: Charset) -> Resolved<'a> {
        if self.decision.is_final
            && let Some(read) = self.exact(charset)
        {
            let mut text = self.declared(charset, read);
            let is_chosen = self.decision.overrules_proof() && self.decision.is_as_labelled();
            if is_chosen && self.has_evidence_against(charset) {
                text.findings.push(self.rule_finding(charset));
            }
            return Ok(text);
        }
        if !self.context.policy.strict
            && let Some((other, confidence)) = evidence::against(charset, self.octets)
        {
            // In an attachment no charset is guessed. But the attachment itself may declare the charset that the
            // evidence shows.
            let declares_it = || self.in_document() == Some(other);
            let confidence = if self.may_guess() {
                Some(confidence)
            } else {
                declares_it().then_some(Confidence::Document)
            };
            let text = confidence.and_then(|confidence| self.read(other, confidence, Code::LabelMismatch));
            let malformed = evidence::foreign_shift(charset, self.octets);
            return text.ok_or_else(|| self.contradicted(charset, malformed));
        }
        if !self.context.policy.strict
            && let Some(shift) = evidence::foreign_shift(charset, self.octets)
        {
            return Err(self.contradicted(charset, Some(shift)));
        }
        match self.byte_order(charset) {
            // The octets are not in the byte order of the label. If guessing is forbidden, this is an error, because
            // the text would be unreadable in the byte order of the label.
            ByteOrder::Other(order) => {
                let read = || self.read(order, Confidence::Utf16Order, Code::Utf16Order);
                let text = if self.may_guess() { read() } else { None };
                return text.ok_or_else(|| self.contradicted(charset, None));
            }
            // Both byte orders are possible. The label `UTF-16` names neither of them, so the label cannot decide.
            ByteOrder::Either(likelier) if charset == Charset::UTF_16 => {
                return self.doubtful(charset, Doubt::even(likelier), likelier);
            }
            ByteOrder::Either(_) | ByteOrder::AsLabelled => {}
        }
        let mixture =
            if self.context.policy.strict { Mixture::None } else { mixed::mixture(charset, self.octets) };
        let controls = Controls::of(charset, self.octets);
        let marked = self.with_marks(label, charset, controls);
        let has_marks = marked.is_some();
        let exact = marked.or_else(|| self.exact(charset));
        let is_exact = exact.is_some();
        match (mixture, exact) {
            (Mixture::None, Some(read)) => {
                if let Some(unresolved) = self.in_stray_words(charset, self.octets) {
                    return Err(unresolved);
                }
                let doubt = self.doubt(charset, self.octets, controls);
                let is_as_labelled = self.decision.is_as_labelled();
                let Some((doubt, other)) = doubt.filter(|_| !is_as_labelled) else {
                    let may_be_other = self.choice.allows_doubt() && !is_as_labelled && !has_marks;
                    if may_be_other && controls != Controls::None {
                        return Err(self.contradicted(charset, None));
                    }
                    let mut text = self.declared(charset, read);
                    if has_marks {
                        text.confidence = Confidence::WindowsMarks;
                    }
                    if doubt.is_some() {
                        text.findings.push(self.rule_finding(charset));
                    }
                    let uncertainty = self.uncertainty(label, charset, text.confidence);
                    text.findings.extend(uncertainty.map(|detail| (Code::LabelUncertain, detail)));
                    return Ok(text);
                };
                drop(read);
                return self.doubtful(charset, doubt, other);
            }
            (Mixture::Segments(segments), exact) if self.may_guess() => {
                // The text that was decoded above is freed, so that only one text is in memory.
                drop(exact);
                let rest = mixed::rest(self.octets);
                let controls = Controls::of(charset, &rest);
                if let Some(unresolved) = self.in_stray_words(charset, &rest) {
                    return Err(unresolved);
                }
                if let Some((doubt, other)) = self.doubt(charset, &rest, controls)
                    && !self.decision.is_as_labelled()
                {
                    return self.doubtful(charset, doubt, other);
                }
                if controls != Controls::None && self.choice.allows_doubt() && !self.decision.is_as_labelled()
                {
                    return Err(self.contradicted(charset, None));
                }
                if let Some((text, detail)) = segments::read(charset, self.octets, &segments, is_exact) {
                    let (text, confidence) = (Cow::Owned(text), Confidence::LineByLine);
                    let findings = vec![(Code::TextMixed, detail)];
                    return Ok(DecodedText { text, charset, confidence, replaced: 0, findings });
                }
            }
            (Mixture::Unclear(at), Some(_)) => return Err(self.contradicted(charset, Some(at))),
            _ => {}
        }
        if is_exact {
            return Err(self.contradicted(charset, None));
        }
        let survey = self.survey(charset);
        let text = match self.may_guess() {
            // The owner of the mail has named the charset in a rule. Any charset except this one and UTF-8 would be a
            // guess against that rule.
            _ if self.is_overruled_by_file(charset) => self.valid_utf8().map(Ok),
            false => self.by_declaration(charset, &survey),
            true if disproves(charset, self.octets) || self.shares_disproved_label(charset, &survey) => {
                self.by_other_evidence(Code::LabelMismatch)
            }
            true => self
                .valid_utf8()
                .or_else(|| self.proved_wrong(charset, &survey))
                .map(Ok)
                .or_else(|| self.by_declaration(charset, &survey))
                .or_else(|| self.by_signs().map(Ok)),
        };
        let text = text.or_else(|| self.by_sure_letters(charset, &survey).map(Ok));
        text.unwrap_or_else(|| self.damaged(charset, &survey))
    }

    /// Decodes octets in another charset, because they do not decode in `charset`, the charset of their label. This is
    /// done only if `charset` has characters of several octets, if evidence may be used, and if the evidence leaves no
    /// doubt about the other charset.
    fn by_sure_letters(&self, charset: Charset, survey: &Survey) -> Option<DecodedText<'a>> {
        let counts = match self.decision.doubtful {
            Doubtful::Evidence => true,
            Doubtful::Label => false,
            _ => self.context.is_for_display(),
        };
        let has_errors = charset == Charset::UTF_8 || is_scored(charset) && !charset.is_single_octet();
        let is_decided = !self.choice.allows_doubt() || self.decision.is_as_labelled();
        if !counts || !has_errors || is_decided || !self.may_guess() {
            return None;
        }
        let (doubt, other) = in_sure_letters(self.octets, charset, survey.errors)?;
        self.doubtful(charset, doubt, other).ok()
    }

    /// Whether the text would be read otherwise, or left, if its label were not believed.
    fn has_evidence_against(&self, charset: Charset) -> bool {
        let is_proved = evidence::against(charset, self.octets).is_some();
        is_proved || self.doubt(charset, self.octets, Controls::of(charset, self.octets)).is_some()
    }

    /// Returns the byte order of the octets. With a strict policy, this is always the byte order of the label.
    fn byte_order(&self, charset: Charset) -> ByteOrder {
        if self.context.policy.strict { ByteOrder::AsLabelled } else { ByteOrder::of(charset, self.octets) }
    }

    /// Returns the error for text with evidence against `charset`, the charset of its label. The text may still
    /// decode in that charset.
    fn contradicted(&self, charset: Charset, malformed: Option<Malformed>) -> Unresolved {
        Unresolved { label_fits: self.exact(charset).is_some(), ..Unresolved::new(Some(charset), malformed) }
    }

    /// Decodes octets that are control characters in `charset` as the punctuation marks that Windows assigns to these
    /// octets. Returns `None` if there are no such octets, if guessing is forbidden, or if a rule names the charset.
    fn with_marks(&self, label: &[u8], charset: Charset, controls: Controls) -> Option<Exact<'a>> {
        let is_decided = matches!(self.choice, Choice::In(_) | Choice::Undecided);
        if is_decided || !self.may_guess() {
            return None;
        }
        let text = evidence::with_marks(charset, self.octets, controls)?;
        let (label, confidence) = (Some(show(label)), Confidence::WindowsMarks);
        let detail = Detail::Read { label, charset, confidence, label_fits: true, rule: None };
        Some((text.into(), vec![(Code::LabelMismatch, detail)]))
    }

    /// Reads the text in the charset that the document declares, if the octets are clearly not in the charset of the
    /// label. The use of a declared charset is not a guess.
    fn by_declaration(&self, charset: Charset, survey: &Survey) -> Option<Resolved<'a>> {
        if self.context.policy.strict {
            return None;
        }
        if disproves(charset, self.octets) {
            return self.by_declaration_or_fallback(Code::LabelMismatch);
        }
        // If the label is UTF-8, a single ill-formed sequence may be a character that was cut off. So it is evidence
        // against UTF-8 only if all other octets are US-ASCII, if it follows an ASCII letter, and if it does not
        // begin like a Latin letter in UTF-8. Several ill-formed sequences are always evidence. Well-formed sequences
        // among them do not matter, because Thai letters can be UTF-8 by chance. `read` refuses a charset that would
        // hide damaged UTF-8. If the label is any other charset, the octets are clearly not in it if they have no
        // character beyond US-ASCII in it.
        let is_other = match charset {
            Charset::UTF_8 => survey.errors > 1 || survey.well_formed == 0 && has_foreign_ending(self.octets),
            _ => survey.well_formed == 0,
        };
        if is_other { self.as_declared(Code::LabelMismatch) } else { None }
    }

    /// Reads the text as US-ASCII with signs (punctuation marks and symbols) of Windows, if all octets above 127
    /// stand where such signs belong. In damaged text in the charset of the label, these octets usually stand in
    /// other places.
    fn by_signs(&self) -> Option<DecodedText<'a>> {
        self.read(by_windows_signs(self.octets)?, Confidence::Detected, Code::LabelMismatch)
    }

    /// Whether other text of the message proves the same label wrong, and this text has no characters in the charset
    /// of the label.
    fn shares_disproved_label(&self, charset: Charset, survey: &Survey) -> bool {
        lacks_characters(survey) && self.context.evidence().disproved.contains(&charset)
    }

    /// Whether a rule in a file says that the text is in `charset`. (Only a rule in a file has a place.)
    fn is_overruled_by_file(&self, charset: Charset) -> bool {
        self.decision.place().is_some() && self.choice == Choice::In(charset)
    }

    /// Returns the charset that is likelier than `charset` for `octets`, which are the text or a part of it.
    /// `charset` is the charset of the label. Returns `None` if a rule decides the charset.
    fn doubt(&self, charset: Charset, octets: &[u8], controls: Controls) -> Option<(Doubt, Charset)> {
        if !self.choice.allows_doubt() {
            return None;
        }
        let declared = || {
            let (declared, likelier) = self.contradiction(charset)?;
            (likelier == Some(declared)).then_some((Doubt::at_limit(declared), declared))
        };
        let own = in_other_charset_beside(octets, charset, controls);
        // Where the words of a short text do not suffice, the other text decides with them.
        let is_uncertain = own.is_some_and(|(doubt, _)| !doubt.evidence_suffices);
        let shared = if is_uncertain { self.shared_doubt(charset, octets) } else { None };
        shared
            .or(own)
            .or_else(|| in_single_octets(charset, octets))
            .or_else(|| in_east_asian_signs(octets, charset))
            .or_else(|| in_windows_signs(octets, charset))
            .or_else(|| self.shared_doubt(charset, octets))
            .or_else(declared)
            .or_else(|| beside_controls(octets, charset, controls))
    }

    /// Returns the doubt about another text of the message with the same label, if these octets are too short to be
    /// doubtful by themselves, but [are likely](Standing::Shares) in the charset of that text.
    fn shared_doubt(&self, charset: Charset, octets: &[u8]) -> Option<(Doubt, Charset)> {
        if !may_share(octets, charset) {
            return None;
        }
        let evidence = self.context.evidence();
        let (_, doubtful) = evidence.doubted.iter().find(|(label, _)| *label == charset)?;
        match Standing::of(octets, charset, doubtful) {
            Standing::Shares(doubt, likely) => Some((doubt, likely)),
            Standing::Confirms | Standing::Silent => None,
        }
    }

    /// Returns the error for text with words in two charsets: some words in the charset of the label, and some lines
    /// of words in another charset. No single charset can decode all of these words.
    fn in_stray_words(&self, charset: Charset, octets: &[u8]) -> Option<Unresolved> {
        if !self.choice.allows_doubt() || self.decision.is_as_labelled() {
            return None;
        }
        let doubt = Some(self.doubted(in_stray_words(octets, charset)?, charset));
        Some(Unresolved { doubt, ..Unresolved::new(Some(charset), None) })
    }

    /// Returns the charset that the document declares, if the declaration contradicts the label: the octets decode in
    /// the declared charset, and give another text than in `charset`, the charset of the label. Also returns the
    /// likelier of the two charsets, if the letters show it. The letters only have to decide between these two.
    fn contradiction(&self, charset: Charset) -> Option<(Charset, Option<Charset>)> {
        let declared = self.in_document()?;
        if reads_alike(declared, charset, self.octets) || self.survey(declared).first_error.is_some() {
            return None;
        }
        let are_scored = is_scored(charset) && is_scored(declared);
        let likelier = if are_scored { likeliest_of(self.octets, &[charset, declared]) } else { None };
        Some((declared, likelier))
    }

    /// Returns the reason why the text is equally likely in another charset. There are three reasons: the octets are
    /// also valid US-ASCII or UTF-8, they are also UTF-16 in the other byte order, or the document declares another
    /// charset.
    fn uncertainty(&self, label: &[u8], charset: Charset, confidence: Confidence) -> Option<Detail> {
        if let Some((declared, None)) = self.contradiction(charset) {
            return Some(Detail::NamedInside(declared.name().to_owned()));
        }
        let is_either = Width::of(charset, self.octets) == Width::Either
            || matches!(self.byte_order(charset), ByteOrder::Either(_));
        let is_uncertain = !self.context.policy.strict && is_either;
        is_uncertain.then(|| Detail::Read {
            label: Some(show(label)),
            charset,
            confidence,
            label_fits: true,
            rule: None,
        })
    }

    /// Decodes text whose label is doubtful. By default such text is unresolved, because a conversion would destroy
    /// its octets, which are the evidence. But if other messages of the sender, list or thread are in the likely
    /// charset, the text is decoded.
    fn doubtful(&self, charset: Charset, doubt: Doubt, other: Charset) -> Resolved<'a> {
        let confidence = match self.decision.doubtful {
            _ if !self.may_guess() => None,
            Doubtful::Evidence if doubt.evidence_suffices || self.context.accepts_any_probability() => {
                Some(Confidence::Detected)
            }
            _ => confirmed(other, charset, self.context),
        };
        // Octets that do not decode under their label disprove it. If they do decode, the label is only unlikely.
        let code = || match self.exact(charset) {
            Some(_) => Code::LabelOverruled,
            None => Code::LabelMismatch,
        };
        let read = confidence.and_then(|confidence| self.read(other, confidence, code()));
        let doubt = Some(self.doubted(doubt, charset));
        read.ok_or(Unresolved { doubt, ..Unresolved::new(Some(charset), None) })
    }

    /// Decodes text whose label names a charset that is not supported. Only four readings are possible; any other
    /// charset would contradict the label:
    ///
    /// - in the charset that the octets certainly are in, such as UTF-8 that is not accidental
    /// - as US-ASCII
    /// - in the charset of other messages of the sender, list or thread
    /// - in the caller's fallback
    pub(super) fn unsupported(&self) -> Resolved<'a> {
        let plain = self.octets.is_ascii() && !has_escape(self.octets);
        let policy = self.context.policy;
        let fallback = policy.fallback.map(|charset| (charset, Confidence::Fallback));
        let (charset, confidence) = evidence::against(Charset::WINDOWS_1252, self.octets)
            .or(plain.then_some((Charset::US_ASCII, Confidence::Ascii)))
            .or_else(|| learned(self.octets, self.context))
            .filter(|_| self.may_guess())
            .or(fallback.filter(|_| !policy.strict))
            .ok_or(UNKNOWN)?;
        self.read(charset, confidence, Code::LabelUnknown).ok_or(UNKNOWN)
    }

    /// Returns the text in UTF-8, if the octets are valid UTF-8 and not all US-ASCII.
    pub(super) fn valid_utf8(&self) -> Option<DecodedText<'a>> {
        let utf8 = !self.octets.is_ascii();
        utf8.then(|| self.read(Charset::UTF_8, Confidence::Utf8Validity, Code::LabelMismatch)).flatten()
    }

    /// Decodes octets that are clearly not in `charset`, the charset of their label, in another charset. `survey`
    /// counts the characters and errors that the octets have in `charset`.
    ///
    /// If there are few errors, the octets may be damaged text in `charset`, and the result is `None`. A single
    /// ill-formed octet is always too little. If there are so few characters that they can be accidents, all charsets
    /// of [`guesses`] are tried. Otherwise only multi-octet charsets are tried: a single-octet charset decodes nearly
    /// any octets, but text in another charset rarely decodes in a multi-octet charset.
    pub(super) fn proved_wrong(&self, charset: Charset, survey: &Survey) -> Option<DecodedText<'a>> {
        if is_damage(charset, self.octets, survey) {
            return None;
        }
        let hopeless = lacks_characters(survey);
        guesses(self.octets, self.context)
            .filter(|(other, _)| *other != charset && (hopeless || !other.is_single_octet()))
            .find_map(|(other, confidence)| self.read(other, confidence, Code::LabelMismatch))
    }
}
