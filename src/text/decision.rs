//! The decision of the mail's owner about a text. The owner decides by a rule, or by an option for all texts.

use crate::charset::Charset;
use crate::finding::{Confidence, RulePlace};
use crate::policy::{Doubtful, Policy};
use crate::rules::{MessageRules, Read, Rule};
use mailutf_codecs::internal::HAS_MODEL;

/// The owner's decision about the texts with one label. It is looked up once for each text. All other code asks this
/// struct what the owner decided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decision<'r> {
    /// The rule for these texts, if there is one.
    pub(crate) rule: Option<&'r Rule>,
    /// Whether the charset of the label or of the rule is believed without question. If so, text that decodes in this
    /// charset is accepted without a search for evidence against the charset.
    pub(crate) is_final: bool,
    /// Whether a rule in a file says that the label is right: it has `read = "label"`, or names the charset of the label.
    is_as_labelled: bool,
    /// How text with a doubtful label is read.
    pub(crate) doubtful: Doubtful,
}

/// How one text is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// The text is read as if there were no rule.
    None,
    /// The text is read as if there were no rule, and then the rule restores garbled letters. So garbled letters are
    /// no evidence against the label.
    Undo,
    /// The text is read in the charset of its label. Letters are no evidence against that charset.
    Label,
    /// The text is read in this charset. Letters are no evidence against this charset.
    In(Charset),
    /// The text is in one of several charsets, but the letters do not show in which one.
    Undecided,
    /// The text is not read and stays unchanged.
    Leave,
}

impl Choice {
    /// The charset that a rule names for the text.
    pub(crate) const fn charset(self) -> Option<Charset> {
        match self {
            Self::In(charset) => Some(charset),
            Self::None | Self::Undo | Self::Label | Self::Undecided | Self::Leave => None,
        }
    }

    /// Whether the letters are checked for a likelier charset. With `Label`, this check only leads to findings.
    pub(crate) const fn allows_doubt(self) -> bool {
        HAS_MODEL && matches!(self, Self::None | Self::Label | Self::Leave)
    }
}

impl<'r> Decision<'r> {
    /// Returns the decision about text that has the label `label` and declares itself to be in the charset
    /// `declared`. `doubtful` tells how text with a doubtful label is read unless a rule says otherwise.
    pub(crate) fn of(
        policy: &Policy,
        rules: &'r MessageRules,
        doubtful: Doubtful,
        label: Option<&[u8]>,
        declared: Option<&[u8]>,
    ) -> Self {
        let rule = rules.rule(label, declared);
        let named = rule.and_then(|rule| rule.charsets()?.only());
        let names_label = named.is_some() && named == label.and_then(Charset::for_label);
        let is_of_file = rule.is_some_and(|rule| rule.place.is_some());
        // With `--charset X=X` on the command line, the caller is sure that the label is right.
        let is_confirmed = names_label && !is_of_file || rule.is_some_and(Rule::overrules_proof);
        let is_as_labelled = rule.is_some_and(|rule| rule.read == Read::Label) || names_label && is_of_file;
        let is_by_evidence = rule.is_some_and(|rule| rule.read == Read::Evidence);
        Self {
            rule,
            is_final: !HAS_MODEL || policy.strict || policy.doubtful == Doubtful::Label || is_confirmed,
            is_as_labelled,
            doubtful: if is_by_evidence { Doubtful::Evidence } else { doubtful },
        }
    }

    /// Returns how `octets` are to be read. If a rule names several charsets, this takes linear time.
    pub(crate) fn choice(&self, octets: &[u8]) -> Choice {
        if self.is_as_labelled {
            return Choice::Label;
        }
        match self.rule.map(|rule| &rule.read) {
            None | Some(Read::Evidence) => Choice::None,
            Some(Read::Default) => Choice::Undo,
            Some(Read::Label) => Choice::Label,
            Some(Read::Leave) => Choice::Leave,
            Some(Read::In(charsets)) => charsets.of(octets).map_or(Choice::Undecided, Choice::In),
        }
    }

    /// Whether unlikely letters are ignored as evidence against the charset. They are ignored if all evidence
    /// against the charset is ignored, or if a rule decides the charset.
    pub(crate) fn is_sure(&self) -> bool {
        self.is_final || self.is_ruled()
    }

    /// Whether a rule decides the charset of the text.
    pub(crate) fn is_ruled(&self) -> bool {
        self.rule.is_some_and(|rule| matches!(rule.read, Read::In(_) | Read::Label))
    }

    /// Whether a rule in a file says how this very message is read.
    pub(crate) fn overrules_proof(&self) -> bool {
        self.rule.is_some_and(Rule::overrules_proof)
    }

    /// Whether a rule in a file says that the label is right.
    pub(crate) const fn is_as_labelled(&self) -> bool {
        self.is_as_labelled
    }

    /// Whether no search for garbled letters is made, because the charset is believed without question. If a rule in a
    /// file says so, there is a search, because a finding names the rule.
    pub(crate) fn ignores_garbled(&self) -> bool {
        self.is_final && !self.overrules_proof() && !self.is_as_labelled
    }

    /// Whether a rule in a file says that `text`, which is in UTF-8 and looks garbled, is read as it stands: the rule says
    /// that the label is right, or `text` may be what a conversion by the rule wrote. The latter is so if the rule names
    /// this very message, and if its charset has all characters of `text`.
    pub(crate) fn keeps_garbled(&self, text: &str) -> bool {
        let named = || self.rule.filter(|rule| rule.overrules_proof())?.charsets()?.only();
        self.is_as_labelled || named().is_some_and(|charset| charset.encode(text).is_ok())
    }

    /// Where the rule is. `None` if there is no rule, or if the caller named the charset for this run only.
    pub(crate) fn place(&self) -> Option<&'r RulePlace> {
        self.rule?.place.as_ref()
    }

    /// The rule, if the rule undoes wrong decodings.
    pub(crate) fn undoing(&self) -> Option<&'r Rule> {
        self.rule.filter(|rule| rule.undoes())
    }

    /// How the charset of this decision is known: from a rule in a file, or from the caller, who named the charset for
    /// this run only.
    pub(crate) fn confidence(&self) -> Confidence {
        self.place().map_or(Confidence::Overruled, |_| Confidence::Rule)
    }

    /// Returns the charset that the rule names instead of `label`. Returns `None` if there is no such rule, if the
    /// letters do not show which of several charsets is right, or if `octets` are the same text in the charset of
    /// the label and in the charset of the rule.
    ///
    /// Well-formed text with the label UTF-8 or UTF-7 may have been written by this library, so its label is not
    /// overridden either. The function takes linear time.
    pub(crate) fn overriding(&self, label: &[u8], octets: &[u8]) -> Option<Charset> {
        self.rule.filter(|rule| rule.is_for_label(Some(label)))?;
        let charset = self.choice(octets).charset()?;
        let named = Charset::for_label(label);
        if named.is_some_and(|named| named == charset || is_own_output(named, octets)) {
            return None;
        }
        let is_itself =
            |charset: Charset| charset.decode_strict(octets).is_ok_and(|text| text.as_bytes() == octets);
        let same = octets.is_ascii() && named.is_some_and(is_itself) && is_itself(charset);
        (!same).then_some(charset)
    }

    /// Returns the charset of `octets` with the label `label`: the charset that a rule names (see
    /// [`overriding`](Self::overriding)), or else the charset that mail means by the label. Returns `None` if the
    /// label names no charset, or if the letters do not show which of a rule's charsets is right.
    pub(crate) fn charset(&self, label: &[u8], octets: &[u8]) -> Option<Charset> {
        match self.choice(octets) {
            Choice::Undecided => None,
            _ => self.overriding(label, octets).or_else(|| Charset::for_label(label)),
        }
    }

    /// Returns the charset that is assumed when the octets of adjacent encoded words with the label `label` are
    /// joined. For the labels UTF-8 and UTF-7, this is always the charset of the label. A rule overrides these labels
    /// only for ill-formed text, and only the joined octets show whether the text is ill-formed.
    pub(crate) fn joining_charset(&self, label: &[u8]) -> Option<Charset> {
        let named = Charset::for_label(label);
        match named {
            Some(Charset::UTF_8 | Charset::UTF_7) => named,
            _ => self.rule.and_then(|rule| rule.charsets()?.only()).or(named),
        }
    }
}

/// Whether this library may have written `octets` under a label that means `named`.
fn is_own_output(named: Charset, octets: &[u8]) -> bool {
    matches!(named, Charset::UTF_8 | Charset::UTF_7) && named.decode_strict(octets).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::text::context::Context;

    fn overridden(label: &str, real: &str, octets: &[u8]) -> Option<&'static str> {
        let mut rules = Rules::default();
        rules.overrule(label.as_bytes(), Charset::for_label(real.as_bytes()).unwrap());
        let policy = Policy::default().with_rules(rules);
        let decision = Context::new(&policy).decision(Some(label.as_bytes()));
        decision.overriding(label.as_bytes(), octets).map(Charset::name)
    }

    #[test]
    fn a_charset_that_makes_no_difference_does_not_override() {
        assert_eq!(overridden("us-ascii", "koi8-r", b"plain"), None);
        assert_eq!(overridden("us-ascii", "hz-gb-2312", b"plain"), None);
        assert_eq!(overridden("us-ascii", "hz-gb-2312", b"~{<:Ky~}"), Some("HZ-GB-2312"));
        assert_eq!(overridden("iso-8859-1", "windows-1252", b"\xE9"), None);
        assert_eq!(overridden("x-klingon", "koi8-r", b"plain"), Some("KOI8-R"));
    }

    #[test]
    fn well_formed_utf_8_and_utf_7_are_not_overridden() {
        assert_eq!(overridden("utf-8", "windows-1251", "é".as_bytes()), None);
        assert_eq!(overridden("utf-8", "windows-1251", b"\xCF\xF0"), Some("windows-1251"));
        assert_eq!(overridden("utf-7", "koi8-r", b"+AOk-"), None);
        assert_eq!(overridden("utf-7", "koi8-r", b"\xF0"), Some("KOI8-R"));
    }
}
