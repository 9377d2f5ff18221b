//! The list of rules of a policy, in order of precedence.

use super::charsets::Charsets;
use super::index::Index;
use super::label::LabelCondition;
use super::message_rules::MessageRules;
use super::rule::{Read, Rule};
use super::undo::Undo;
use crate::charset::Charset;
use crate::selection::{Around, Selection, Subject};
use crate::syntax::header_block::HeaderBlock;
use std::path::Path;
use std::sync::Arc;

/// Rules for reading texts, in order of precedence. A list of rules is cheap to clone.
///
/// ```
/// use mailutf::charset::Charset;
/// use mailutf::rules::Rules;
/// use mailutf::{Normalizer, Policy};
/// let mut rules = Rules::default();
/// rules.overrule(b"iso-8859-1", Charset::for_label(b"windows-1251").unwrap());
/// let message = b"Subject: =?ISO-8859-1?Q?=CF=F0=E8=E2=E5=F2?=\n\n";
/// let plan = Normalizer::new(Policy::default().with_rules(rules)).plan(message);
/// assert_eq!(plan.apply().as_ref(), "Subject: Привет\n\n".as_bytes());
/// assert_eq!(plan.findings()[0].code.as_str(), "label-overruled");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// All rules. `None` if there are no rules, so that the usual policy without rules needs no allocation.
    listed: Option<Arc<Listed>>,
    /// The rules that apply to all messages. They also apply to a text without its message.
    general: MessageRules,
    /// The name of the file with the rules, which findings mention.
    name: Option<Arc<str>>,
    /// The path of the file with the mail that is read, relative to the directory that the caller named.
    mail: Option<Arc<Path>>,
    /// The message around the message that is read, if the latter was opened from another message.
    around: Option<Arc<Around>>,
}

#[derive(Debug)]
struct Listed {
    /// The rules of the caller, then the rules of the file.
    all: Vec<Arc<Rule>>,
    /// Finds the rules that could apply to a message.
    index: Index,
}

impl Rules {
    pub(super) fn in_order(rules: Vec<Rule>) -> Self {
        Self::default().of_all(rules.into_iter().map(Arc::new).collect())
    }

    /// Adds a rule: text with the label `label` is read in `charset`, as if the label named this charset. The rule
    /// replaces the rule that an earlier call made for the same label. Returns the charset of that earlier rule.
    ///
    /// The octets of a text can still refute `charset`, for example if they are certainly UTF-8, or if they have escape
    /// sequences. But if the label itself names `charset`, and the text decodes in it, nothing refutes `charset`.
    /// Spelling and case of the label do not matter. A label that names no charset is compared as it is written, except
    /// for its case. A call of this method is stronger than the rules of a file.
    ///
    /// Text that is labelled UTF-8 or UTF-7, and is valid in the charset of its label, is still read in the charset
    /// of its label. So rewritten mail is not read differently the next time.
    pub fn overrule(&mut self, label: &[u8], charset: Charset) -> Option<Charset> {
        let labels = vec![LabelCondition::of_label(label)];
        let read = Read::In(Charsets::one(charset));
        let rule = Rule::new(None, Selection::default(), labels, read, Undo::default());
        let mut all = self.all().to_vec();
        let own = all.partition_point(|rule| rule.place.is_none());
        let known = all.iter_mut().take(own).find(|known| known.labels == rule.labels);
        let before = match known {
            Some(known) => std::mem::replace(known, Arc::new(rule)).charsets().and_then(Charsets::only),
            None => {
                all.insert(own, Arc::new(rule));
                None
            }
        };
        *self = std::mem::take(self).of_all(all);
        before
    }

    /// Returns the charset that a rule for all messages names for `label`.
    ///
    /// ```
    /// use mailutf::{charset::Charset, rules::Rules};
    /// let mut rules = Rules::default();
    /// rules.overrule(b"iso-8859-1", Charset::UTF_8);
    /// assert_eq!(rules.charset(b"Latin1"), Some(Charset::UTF_8));
    /// assert_eq!(rules.charset(b"windows-1252"), None);
    /// ```
    pub fn charset(&self, label: &[u8]) -> Option<Charset> {
        self.general.rule(Some(label), None)?.charsets()?.only()
    }

    /// Returns the rules of `self`, followed by the rules of `other`. The result has the file name of `other` if
    /// `other` has one, or else the file name of `self`. Findings name the file of each rule.
    #[must_use]
    pub fn followed_by(self, other: Self) -> Self {
        let all = [self.all(), other.all()].concat();
        Self { name: other.name.or_else(|| self.name.clone()), ..self.of_all(all) }
    }

    /// Returns these rules with the name of their file, which findings mention as `name:2`. Rules that have a name keep
    /// it.
    ///
    /// ```
    /// # #[cfg(feature = "rules")] {
    /// use mailutf::{Normalizer, Policy, rules::Rules};
    /// let rules = |read: &str| {
    ///     Rules::parse(&format!("version = 1\n[[rule]]\nlabel = \"koi8-r\"\nread = \"{read}\"\n")).unwrap()
    /// };
    /// let joined = rules("leave").named("mine.toml").followed_by(rules("label").named("all.toml"));
    /// let plan = Normalizer::new(Policy::default().with_rules(joined));
    /// let plan = plan.plan(b"Content-Type: text/plain; charset=koi8-r\n\n\xEB\xCF\xC4\n");
    /// assert_eq!(plan.findings()[0].detail.to_string(), "left unchanged, by mine.toml:2");
    /// # }
    /// ```
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        let name: Arc<str> = name.into();
        let all = self.all().iter().map(|rule| Arc::new(rule.of_file(&name))).collect();
        Self { name: Some(name), ..self.of_all(all) }
    }

    /// Returns these rules for the mail in `file`, a path relative to the directory that is read. Without this call,
    /// rules with a condition on the file apply to no message.
    #[must_use]
    pub fn at(&self, file: &Path) -> Self {
        Self { mail: Some(file.into()), ..self.clone() }
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.all().is_empty()
    }

    /// Whether a rule has a condition on the file in which a message is stored. If so, [`Rules::at`] must be called.
    pub fn need_files(&self) -> bool {
        self.all().iter().any(|rule| !rule.selection.files.is_empty())
    }

    /// The name of the file with the rules.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the lines of the unused rules of a file: they have applied to no text so far, and no call of
    /// [`Rules::overrule`] has overridden them. A rule counts as used if it was used in any clone of these rules.
    pub fn unused(&self) -> impl Iterator<Item = u32> {
        let unused = self.all().iter().filter(|rule| !rule.is_used() && !rule.is_overridden());
        unused.filter_map(|rule| rule.line())
    }

    /// Returns the lines of the overridden rules of a file: a call of [`Rules::overrule`] has overridden each of
    /// them for some text so far. Texts that were read with a clone of these rules count, too.
    ///
    /// ```
    /// # #[cfg(feature = "rules")] {
    /// use mailutf::{Policy, header, rules::Rules, text::Context};
    /// let rules = Rules::parse("version = 1\n[[rule]]\nlabel = \"iso-8859-1\"\nread = \"koi8-r\"\n").unwrap();
    /// let mut policy = Policy::default().with_rules(rules);
    /// policy.choose("charset", "iso-8859-1=windows-1251").unwrap();
    /// assert_eq!(header::decode_in(b"=?iso-8859-1?Q?=C8=E2=E0=ED?=", &Context::new(&policy)), "Иван");
    /// assert_eq!(policy.rules.overridden().collect::<Vec<_>>(), [2]);
    /// # }
    /// ```
    pub fn overridden(&self) -> impl Iterator<Item = u32> {
        self.all().iter().filter(|rule| rule.is_overridden()).filter_map(|rule| rule.line())
    }

    /// Whether some text with the label `label` has been read so far in the charset that [`Rules::overrule`] names
    /// for this label. Texts that were read with a clone of these rules count, too.
    ///
    /// ```
    /// use mailutf::charset::Charset;
    /// use mailutf::{Normalizer, Policy, rules::Rules};
    /// let mut rules = Rules::default();
    /// rules.overrule(b"iso-8859-1", Charset::for_label(b"windows-1251").unwrap());
    /// let policy = Policy::default().with_rules(rules.clone());
    /// Normalizer::new(policy).plan(b"Subject: =?iso-8859-1?Q?=CF=F0?=\n\n");
    /// assert!(rules.has_overruled(b"latin1"));
    /// assert!(!rules.has_overruled(b"koi8-r"));
    /// ```
    pub fn has_overruled(&self, label: &[u8]) -> bool {
        let label = LabelCondition::of_label(label);
        let own = self.all().iter().take_while(|rule| rule.place.is_none());
        own.filter(|rule| rule.labels.contains(&label)).any(|rule| rule.is_used())
    }

    /// The rules for a text that is given without its message.
    pub(crate) const fn general(&self) -> &MessageRules {
        &self.general
    }

    /// Returns the rules that apply to a message if only its header is given. The spans of `header` refer to
    /// `input`.
    pub(crate) fn of_header(&self, input: &[u8], header: &HeaderBlock) -> MessageRules {
        match self.are_general() {
            true => self.general.clone(),
            false => self.of(&self.subject(input, header)),
        }
    }

    /// Returns the rules that apply to the message that `subject` describes.
    pub(crate) fn of(&self, subject: &Subject<'_>) -> MessageRules {
        let Some(listed) = &self.listed else { return MessageRules::default() };
        let candidates = listed.index.candidates(subject).into_iter();
        let rules = candidates.filter_map(|position| listed.all.get(position));
        MessageRules(rules.filter(|rule| rule.is_for(subject)).cloned().collect())
    }

    pub(crate) fn mail(&self) -> Option<&Path> {
        self.mail.as_deref()
    }

    /// Returns the message in `octets`, with the header `header`, as the rules are asked about it.
    pub(crate) fn subject<'m>(&'m self, octets: &'m [u8], header: &'m HeaderBlock) -> Subject<'m> {
        let subject = Subject::new(octets, header, self.mail());
        match &self.around {
            Some(around) => subject.within(around),
            None => subject,
        }
    }

    /// Returns these rules for a message that is opened from the message that `around` describes. It is then read as it is
    /// within that message.
    pub(crate) fn within(&self, around: &Subject<'_>) -> Self {
        let needs_digest = self.all().iter().any(|rule| rule.has_digests());
        Self { around: Some(Arc::new(around.around(needs_digest))), ..self.clone() }
    }

    /// Whether all rules apply to every message.
    pub(crate) fn are_general(&self) -> bool {
        self.general.0.len() == self.all().len()
    }

    fn all(&self) -> &[Arc<Rule>] {
        self.listed.as_deref().map_or(&[], |listed| &listed.all)
    }

    /// Replaces the rules by `all`.
    fn of_all(self, all: Vec<Arc<Rule>>) -> Self {
        let general = all.iter().filter(|rule| rule.selection.is_everything()).cloned().collect();
        let listed = (!all.is_empty()).then(|| Arc::new(Listed { index: Index::of(&all), all }));
        Self { listed, general: MessageRules(general), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_charset_for_a_label_replaces_an_earlier_one() {
        let charset = |label: &str| Charset::for_label(label.as_bytes()).unwrap();
        let mut rules = Rules::default();
        assert_eq!(rules.overrule(b"latin1", charset("koi8-r")), None);
        assert_eq!(rules.overrule(b"iso-8859-1", charset("big5")), Some(charset("koi8-r")));
        assert_eq!(rules.charset(b"latin1"), Some(charset("big5")));
        assert_eq!(rules.charset(b"windows-1252"), None);
    }
}
