//! The context of a text: the policy, the rules, and the evidence in the rest of the message.

use super::evidence::garbled::Garbled;
use super::evidence::message_evidence::MessageEvidence;
use crate::charset::Charset;
use crate::finding::{Code, Confidence, Detail};
use crate::policy::{Doubtful, Policy};
use crate::rules::{MessageRules, Read, Rule};
use crate::text::decision::Decision;
use crate::text::decoded_text::DecodedText;
use std::borrow::Cow;
use std::fmt;

/// The number of messages, including the current one, that must be garbled in the same way to count as a habit.
const HABIT: u32 = 3;

/// The charset of the raw octets of header fields, and how this charset is known. `None` if there is no evidence for
/// a charset that decodes all these octets.
pub(crate) type RawCharset = Option<(Charset, Confidence)>;

/// The context of a text: the policy, the evidence of other texts of the message, and whether guessing is allowed.
#[derive(Clone, Copy, Debug)]
pub struct Context<'c> {
    /// The caller's policy.
    pub(crate) policy: &'c Policy,
    /// The rules that apply to the message.
    pub(crate) rules: &'c MessageRules,
    surroundings: Surroundings<'c>,
    /// The charset of the raw octets of the header block; `None` if this charset has not been determined.
    raw: Option<RawCharset>,
    guess: bool,
    /// Whether texts are decoded to be shown to a person. [`Policy::shown`] describes how such texts are decoded.
    display: bool,
    /// Whether replacing octets by U+FFFD is forbidden, even if the policy allows it.
    exact: bool,
    /// Whether text in UTF-8 is read as it stands, even if it looks garbled.
    as_it_stands: bool,
}

/// The message that contains a text, as a source of evidence for the charset of unlabelled text.
pub(super) trait EvidenceSource: fmt::Debug + Sync {
    /// The evidence in the message. The first call of this function reads the whole message.
    fn evidence(&self) -> &MessageEvidence;
}

#[derive(Clone, Copy, Debug)]
/// The facts that are known about the other texts of the message.
enum Surroundings<'c> {
    Nothing,
    /// Some other text of the message is in this charset.
    Text(Charset),
    Message(&'c dyn EvidenceSource),
}

impl<'c> Context<'c> {
    /// Returns the context of a text that is given without its message. Guessing is allowed unless the policy is
    /// strict.
    ///
    /// ```
    /// use mailutf::{Policy, text::{Context, resolve}};
    /// let policy = Policy::default();
    /// let read = resolve(b"caf\xE9", Some(b"iso-8859-1"), &Context::new(&policy)).unwrap();
    /// assert_eq!(read.text, "café");
    /// ```
    pub const fn new(policy: &'c Policy) -> Self {
        let rules = policy.rules.general();
        let (surroundings, guess, display) =
            (Surroundings::Nothing, !policy.strict, policy.display && !policy.strict);
        Self { policy, rules, surroundings, raw: None, guess, display, exact: false, as_it_stands: false }
    }

    /// Returns this context with the additional knowledge that other text of the message is in `charset`.
    ///
    /// ```
    /// use mailutf::charset::Charset;
    /// use mailutf::{Policy, header, text::Context};
    /// let policy = Policy::default();
    /// let context = Context::new(&policy).beside(Charset::for_label(b"windows-1251").unwrap());
    /// assert_eq!(header::decode_in(b"\xC8\xE2\xE0\xED", &context), "Иван");
    /// ```
    #[must_use]
    pub const fn beside(self, charset: Charset) -> Self {
        Self { surroundings: Surroundings::Text(charset), ..self }
    }

    /// Returns this context with other text of the message, such as its body, as evidence. Text in US-ASCII is not
    /// evidence. If there are several other texts, pass the longest one.
    ///
    /// ```
    /// use mailutf::{Policy, body, header, text::Context};
    /// let policy = Policy::for_display();
    /// let body = body::decode(b"\xEC\xE8\xF0", b"text/plain; charset=windows-1251", b"8bit", &policy).unwrap();
    /// let context = Context::new(&policy).beside_text(&body);
    /// assert_eq!(header::decode_in(b"\xF2\xE5\xEC\xE0", &context), "тема");
    /// ```
    #[must_use]
    pub fn beside_text(self, text: &DecodedText<'_>) -> Self {
        if text.text.is_ascii() { self } else { self.beside(text.charset) }
    }

    /// Returns this context without the other texts of the message.
    pub(crate) const fn alone(&self) -> Self {
        Self::under(self.policy, self.rules)
    }

    /// Returns the context of the texts of `message`. `rules` are the rules that apply to the message. The evidence
    /// in the message is gathered when it is needed.
    pub(super) const fn within(
        policy: &'c Policy,
        rules: &'c MessageRules,
        message: &'c dyn EvidenceSource,
    ) -> Self {
        Self { surroundings: Surroundings::Message(message), ..Self::under(policy, rules) }
    }

    /// Returns the context of a text in a message. `rules` are the rules that apply to the message. No other texts of
    /// the message are known.
    pub(crate) const fn under(policy: &'c Policy, rules: &'c MessageRules) -> Self {
        Self { rules, ..Self::new(policy) }
    }

    /// Returns this context for the fields of a header block. `charset` is the charset of the raw octets of that
    /// header block, or `None` if this charset is unknown.
    #[must_use]
    pub(crate) const fn with_raw(self, charset: RawCharset) -> Self {
        Self { raw: Some(charset), ..self }
    }

    /// The charset of the raw octets of the header block; `None` for a field that is read without its header block.
    pub(crate) const fn raw(&self) -> Option<RawCharset> {
        self.raw
    }

    /// Returns this context with guessing forbidden, as for attachments.
    #[must_use]
    pub(crate) const fn without_guess(self) -> Self {
        Self { guess: false, ..self }
    }

    /// Returns this context for a text that is to be written as mail. Readings that are meant only for
    /// [display](Policy::shown) are not used.
    #[must_use]
    pub(crate) const fn to_write(self) -> Self {
        Self { display: false, ..self }
    }

    /// Returns this context, but forbids the replacement of octets by U+FFFD.
    #[must_use]
    pub(crate) const fn exact(self) -> Self {
        Self { exact: true, ..self }
    }

    /// Returns this context for text that was just written. Such text is in UTF-8 and says what was decided about the
    /// text that it replaces, so it is read as it stands: whether it looks garbled is no longer the question, and the rule
    /// that decided may be for another label. If no rule applies to the message, evidence alone decided, so the written
    /// text has to pass the same evidence.
    #[must_use]
    pub(crate) fn of_written(self) -> Self {
        Self { as_it_stands: !self.rules.is_empty(), ..self }
    }

    /// Whether text in UTF-8 is read as it stands, even if it looks garbled.
    pub(crate) const fn reads_as_it_stands(&self) -> bool {
        self.as_it_stands
    }

    /// Whether octets that cannot be decoded are replaced by U+FFFD.
    pub(crate) const fn replaces(&self) -> bool {
        !self.exact && (self.policy.lossy || self.display)
    }

    /// Whether texts are decoded to be shown to a person.
    pub(crate) const fn is_for_display(&self) -> bool {
        self.display
    }

    /// Whether [`Doubtful::Evidence`] accepts evidence against a label at any probability, not only at a high one.
    pub(crate) const fn accepts_any_probability(&self) -> bool {
        self.display || self.policy.any_probability
    }

    /// Returns this context with another policy. A strict policy forbids guessing. If guessing is already forbidden,
    /// a policy that is not strict does not allow it again.
    #[must_use]
    pub const fn with_policy(self, policy: &'c Policy) -> Self {
        Self { policy, guess: self.guess && !policy.strict, ..self }
    }

    /// Returns the decision of the mail's owner about text with the label `label`.
    pub(crate) fn decision(&self, label: Option<&[u8]>) -> Decision<'c> {
        self.decision_on_document(label, None)
    }

    /// Returns the decision of the mail's owner about text that has the label `label` and declares the charset
    /// `declared` in its text.
    pub(crate) fn decision_on_document(&self, label: Option<&[u8]>, declared: Option<&[u8]>) -> Decision<'c> {
        Decision::of(self.policy, self.rules, self.usually_doubtful(), label, declared)
    }

    /// How text with a doubtful label is read, unless a rule says otherwise.
    pub(crate) const fn usually_doubtful(&self) -> Doubtful {
        match self.policy.doubtful {
            Doubtful::Keep if self.display => Doubtful::Evidence,
            chosen => chosen,
        }
    }

    /// Returns the data of a finding about a rule. The rule decided the charset of the text with the label `label`,
    /// or decided that this text stays unchanged.
    pub(crate) fn rule_detail(
        &self,
        decision: &Decision<'_>,
        label: Option<String>,
        charset: Option<Charset>,
    ) -> Detail {
        Detail::Rule { place: decision.place().cloned().unwrap_or_default(), label, charset }
    }

    /// Whether `text` is restored. `garbled` tells how it was garbled.
    ///
    /// No text is restored if guessing is forbidden. Text is restored if the policy or a rule says that evidence
    /// decides. Unless the policy says that labels are right, text is also restored if all of it was garbled in the
    /// same way as other messages of the sender, list or thread. If only a part of the text was garbled, the author
    /// may be quoting garbled text on purpose.
    pub(crate) fn restores(&self, decision: &Decision<'_>, text: &str, garbled: &Garbled) -> bool {
        let is_habit = || {
            let last = garbled.pairs.first().map(|pair| (pair.by, pair.was));
            let known = self.evidence();
            self.policy.habits.is_some()
                && known.garbled.iter().any(|(pair, messages)| Some(*pair) == last && *messages >= HABIT)
                && garbled.is_whole(text)
        };
        self.guess
            && (decision.doubtful == Doubtful::Evidence
                || self.policy.doubtful != Doubtful::Label && is_habit())
    }

    /// Returns the data of the finding that text was restored by `rule`.
    pub(crate) fn undone_detail(&self, rule: &Rule) -> Detail {
        Detail::Undone { place: rule.place.clone().unwrap_or_default(), pairs: rule.undo.to_string() }
    }

    /// Returns the finding that raw octets of header fields, which have no label, were read in `charset`.
    pub(crate) fn raw_finding(&self, charset: Charset, confidence: Confidence) -> (Code, Detail) {
        if confidence == Confidence::Rule {
            return (Code::Rule, self.rule_detail(&self.decision(None), None, Some(charset)));
        }
        (Code::FieldRaw, Detail::Read { label: None, charset, confidence, label_fits: false, rule: None })
    }

    /// Returns the reason why raw octets of header fields are not read, if a rule is the reason. Either the rule leaves
    /// these octets unchanged, or it names a charset in which they do not decode.
    pub(crate) fn raw_unresolved(&self) -> Option<Detail> {
        let decision = self.decision(None);
        match (decision.rule.map(|rule| &rule.read), decision.place()) {
            (Some(Read::Leave), Some(_)) => Some(self.rule_detail(&decision, None, None)),
            (Some(Read::In(charsets)), Some(place)) => {
                let charset = charsets.only();
                Some(Detail::Unresolved {
                    charset,
                    malformed: None,
                    label_fits: false,
                    rule: Some(place.clone()),
                })
            }
            _ => None,
        }
    }

    /// Whether evidence other than a label may be used.
    pub(crate) const fn may_guess(&self) -> bool {
        self.guess
    }

    /// The evidence for the charset of unlabelled text.
    pub(super) fn evidence(&self) -> Cow<'c, MessageEvidence> {
        match self.surroundings {
            Surroundings::Nothing => Cow::Owned(MessageEvidence::default()),
            Surroundings::Text(charset) => Cow::Owned(MessageEvidence::from_caller(charset)),
            Surroundings::Message(message) => Cow::Borrowed(message.evidence()),
        }
    }
}
