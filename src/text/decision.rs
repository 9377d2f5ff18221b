//! The decisions of the mail's owner about a text, by a rule or by an option for all texts.

use crate::charset::Charset;
use crate::finding::Confidence;
use crate::policy::{Doubtful, Policy};
use crate::rules::{MessageRules, Read, Rule};
use mailutf_codecs::internal::HAS_MODEL;

/// The decision about the texts with one label. It is made once for a text, and all other code asks it about the
/// owner's choice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decision<'r> {
    /// The rule for these texts, if there is one.
    pub(crate) rule: Option<&'r Rule>,
    /// Whether the charset of the label or of the rule is believed without question: text that decodes in it is
    /// accepted without a search for evidence against it.
    pub(crate) is_final: bool,
    /// How text with a doubtful label is read.
    pub(crate) doubtful: Doubtful,
}

/// How one text is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// As without a rule.
    None,
    /// As without a rule, but garbled letters, which the rule restores, are no evidence against the label.
    Undo,
    /// In the charset of its label. Letters are no evidence against that charset.
    Label,
    /// In this charset. Letters are no evidence against this charset.
    In(Charset),
    /// In one of several charsets, but the letters do not show which.
    Undecided,
    /// Not at all: the text stays unchanged.
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

    /// Whether the letters are checked for a likelier charset. With `Label`, only findings follow from that.
    pub(crate) const fn allows_doubt(self) -> bool {
        HAS_MODEL && matches!(self, Self::None | Self::Label | Self::Leave)
    }
}

impl<'r> Decision<'r> {
    /// The decision about text that has the label `label` and declares itself to be in the charset `declared`.
    /// `doubtful` is how doubtful text is read unless a rule says otherwise.
    pub(crate) fn of(
        policy: &Policy,
        rules: &'r MessageRules,
        doubtful: Doubtful,
        label: Option<&[u8]>,
        declared: Option<&[u8]>,
    ) -> Self {
        let rule = rules.rule(label, declared);
        // `--charset X=X` on the command line: the caller is sure that the label is right.
        let own = rule.filter(|rule| rule.line.is_none()).and_then(|rule| rule.charsets()?.only());
        let is_confirmed = own.is_some() && own == label.and_then(Charset::for_label);
        let is_by_evidence = rule.is_some_and(|rule| rule.read == Read::Evidence);
        Self {
            rule,
            is_final: !HAS_MODEL || policy.strict || policy.doubtful == Doubtful::Label || is_confirmed,
            doubtful: if is_by_evidence { Doubtful::Evidence } else { doubtful },
        }
    }

    /// How `octets` are to be read. Linear time if a rule names several charsets.
    pub(crate) fn choice(&self, octets: &[u8]) -> Choice {
        match self.rule.map(|rule| &rule.read) {
            None | Some(Read::Evidence) => Choice::None,
            Some(Read::Default) => Choice::Undo,
            Some(Read::Label) => Choice::Label,
            Some(Read::Leave) => Choice::Leave,
            Some(Read::In(charsets)) => charsets.of(octets).map_or(Choice::Undecided, Choice::In),
        }
    }

    /// Whether letters do not count against the charset, because nothing counts against it or a rule names it.
    pub(crate) fn is_sure(&self) -> bool {
        self.is_final || self.is_ruled()
    }

    /// Whether a rule says which charset it is.
    pub(crate) fn is_ruled(&self) -> bool {
        self.rule.is_some_and(|rule| matches!(rule.read, Read::In(_) | Read::Label))
    }

    /// Whether a rule says that the label is right.
    pub(crate) fn is_as_labelled(&self) -> bool {
        self.rule.is_some_and(|rule| rule.read == Read::Label)
    }

    /// The line of the rule; `None` without a rule, and if the caller named the charset for this run.
    pub(crate) fn line(&self) -> Option<u32> {
        self.rule?.line
    }

    /// The rule, if it undoes wrong decodings.
    pub(crate) fn undoing(&self) -> Option<&'r Rule> {
        self.rule.filter(|rule| rule.undoes())
    }

    /// How the charset of the decision is known.
    pub(crate) fn confidence(&self) -> Confidence {
        self.line().map_or(Confidence::Overruled, |_| Confidence::Rule)
    }

    /// The charset that the rule names instead of `label`. `None` if there is no such rule, if the letters do not show
    /// which of several charsets is right, or if `octets` are the same text in both charsets. Text that this library
    /// may have written itself stays unchanged: well-formed text with the label UTF-8 or UTF-7. Linear time.
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

    /// The charset of `octets` with the label `label`: the charset that a rule names, if that makes a difference, or
    /// else the charset that mail means by the label. `None` also if the letters do not show which charset of a rule is
    /// right.
    pub(crate) fn charset(&self, label: &[u8], octets: &[u8]) -> Option<Charset> {
        match self.choice(octets) {
            Choice::Undecided => None,
            _ => self.overriding(label, octets).or_else(|| Charset::for_label(label)),
        }
    }

    /// The charset in which the octets of adjacent encoded words under `label` are joined, before it is known whether they are
    /// well-formed in the charset that the label names.
    pub(crate) fn joining_charset(&self, label: &[u8]) -> Option<Charset> {
        let named = Charset::for_label(label);
        match named {
            Some(Charset::UTF_8 | Charset::UTF_7) => named,
            _ => self.rule.and_then(|rule| rule.charsets()?.only()).or(named),
        }
    }
}

/// Whether this library may have written `octets` under a label of `named`.
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
