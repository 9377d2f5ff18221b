//! The texts of one message. Each text can be evidence for the charsets of the others.

use super::gather;
use super::shown;
use crate::learn::Observation;
use crate::policy::{Doubtful, Policy};
use crate::rules::{Rules, RulesByMessage};
use crate::structure::{Children, Part, PartKind, Structure};
use crate::syntax::header_block::{Field, HeaderBlock};
use crate::text::body::Body;
use crate::text::body::content::Content;
use crate::text::body::unreadable::Unreadable;
use crate::text::context::{Context, EvidenceSource};
use crate::text::decoded_text::DecodedText;
use crate::text::evidence::message_evidence::MessageEvidence;
use crate::text::header::raw_charset::{BlockCharset, in_other_text};
use crate::text::inventory::Inventory;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

/// A message whose texts are decoded with one policy. This struct keeps facts about the texts, but no text. Evidence
/// from other texts is gathered once, and only if a text without a label needs it.
///
/// ```
/// use mailutf::{Policy, text::MessageTexts};
/// let octets = b"Content-Type: text/plain; charset=koi8-r\n\
///     Content-Transfer-Encoding: quoted-printable\n\n=EB=CF=C4\n";
/// let policy = Policy::default();
/// let message = MessageTexts::parse(octets, &policy);
/// assert_eq!(message.text(0).unwrap().text, "Код\n");
/// ```
#[derive(Clone, Debug)]
pub struct MessageTexts<'a> {
    original: &'a [u8],
    /// The message as this library reads it. All spans refer to these octets. See [`MessageTexts::input`].
    input: Cow<'a, [u8]>,
    structure: Cow<'a, Structure>,
    policy: Cow<'a, Policy>,
    facts: Cow<'a, Facts>,
}

/// Facts about the parts and texts of one message under one policy. Each fact is determined when it is first needed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    /// The evidence in the message, which is needed for unlabelled text.
    evidence: OnceLock<MessageEvidence>,
    /// The rules for this message and for each message that it encloses.
    rules: OnceLock<RulesByMessage>,
    /// The charsets of the raw octets in each part.
    raw: OnceLock<Box<[PartCharsets]>>,
    /// The parts directly within each part.
    children: OnceLock<Children>,
    /// The index of the first part with each Content-ID.
    content_ids: OnceLock<HashMap<Box<str>, usize>>,
}

/// The charsets of the raw octets in the header of a part, and in the header blocks of its body.
#[derive(Clone, Debug, Default)]
struct PartCharsets {
    header: BlockCharset,
    blocks: OnceLock<Box<[BlockCharset]>>,
}

impl<'a> MessageTexts<'a> {
    /// Parses the message `input`, whose texts are decoded with `policy`. Finds the parts, but decodes no text. Takes
    /// linear time.
    pub fn parse(input: &'a [u8], policy: &'a Policy) -> Self {
        let structure = Cow::Owned(Structure::parse(input, &policy.limits));
        Self::new(input, structure, Cow::Borrowed(policy))
    }

    /// Parses a message that is to be read by people: enclosed messages under a transfer encoding are parsed, too.
    /// If there are such messages, [`MessageTexts::input`] is a copy of the message in which they are decoded. All
    /// spans refer to that copy.
    pub(crate) fn parse_for_readers(original: &'a [u8], policy: Cow<'a, Policy>) -> Self {
        let (input, structure) = Structure::for_readers(original, &policy.limits, policy.lossy);
        let facts = Cow::Owned(Facts::default());
        Self { original, input, structure: Cow::Owned(structure), policy, facts }
    }

    /// Returns the texts of the message `original`, which has this structure.
    pub(crate) fn new(original: &'a [u8], structure: Cow<'a, Structure>, policy: Cow<'a, Policy>) -> Self {
        let input = structure.readable(original);
        Self { original, input, structure, policy, facts: Cow::Owned(Facts::default()) }
    }

    /// Returns the texts of the message `original`, which was parsed [for readers](Structure::for_readers). `input`
    /// and `structure` are the result of that parsing.
    pub(crate) fn of_readable(
        original: &'a [u8],
        input: &'a [u8],
        structure: &'a Structure,
        policy: &'a Policy,
    ) -> Self {
        let (structure, policy) = (Cow::Borrowed(structure), Cow::Borrowed(policy));
        let (input, facts) = (Cow::Borrowed(input), Cow::Owned(Facts::default()));
        Self { original, input, structure, policy, facts }
    }

    /// Returns these texts with `facts`. Another `MessageTexts` of the same message and policy may already
    /// have filled `facts`.
    pub(crate) fn with_facts(self, facts: &'a Facts) -> Self {
        Self { facts: Cow::Borrowed(facts), ..self }
    }

    /// The octets of the message as this library reads them. All spans refer to these octets. They are the octets
    /// of [`MessageTexts::original`], except in two cases:
    ///
    /// - If lines end with CR alone, LF replaces CR.
    /// - In a [`Message`](crate::message::Message), enclosed messages with a transfer encoding are decoded.
    pub fn input(&self) -> &[u8] {
        &self.input
    }

    /// The octets of the message, unchanged.
    pub const fn original(&self) -> &'a [u8] {
        self.original
    }

    /// The parts, and the findings about them.
    pub fn structure(&self) -> &Structure {
        &self.structure
    }

    /// Returns the structure of [`MessageTexts::original`]. The findings of a plan for these octets refer to this
    /// structure. If enclosed messages were decoded for readers, the octets are parsed again.
    pub fn original_structure(&self) -> Cow<'_, Structure> {
        match self.structure.has_decoded_messages() {
            true => Cow::Owned(Structure::parse(self.original, &self.policy.limits)),
            false => Cow::Borrowed(&self.structure),
        }
    }

    /// The parts in their order. The first one is the message itself.
    pub fn parts(&self) -> &[Part] {
        &self.structure.parts
    }

    /// The parts directly within each part.
    pub(crate) fn children(&self) -> &Children {
        self.facts.children.get_or_init(|| Children::of(self.parts()))
    }

    /// The index of the first part with each Content-ID, which `read` finds if it is not known yet.
    pub(crate) fn content_ids(
        &self,
        read: impl FnOnce() -> HashMap<Box<str>, usize>,
    ) -> &HashMap<Box<str>, usize> {
        self.facts.content_ids.get_or_init(read)
    }

    /// The policy with which texts are decoded.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Returns the context of the texts of the message. It is not the context of the texts of enclosed messages, to
    /// which other [rules](crate::rules) may apply.
    ///
    /// ```
    /// use mailutf::{Policy, header, text::MessageTexts};
    /// let octets = b"Subject: \xF2\xE5\xEC\xE0\nContent-Type: text/plain; charset=windows-1251\n\n\xEC\xE8\xF0\n";
    /// let policy = Policy::default();
    /// let message = MessageTexts::parse(octets, &policy);
    /// let subject = message.parts()[0].header.field(octets, "Subject").unwrap().body.slice(octets);
    /// assert_eq!(header::decode_in(subject, &message.context()), "тема");
    /// ```
    pub fn context(&self) -> Context<'_> {
        self.context_of(0)
    }

    /// Returns the context of the texts of part `part`.
    pub(crate) fn context_of(&self, part: usize) -> Context<'_> {
        Context::within(&self.policy, self.rules().of_part(&self.structure, part), self)
    }

    /// Returns the rules for the message that part `part` encloses, if that message is read by itself.
    pub(crate) fn rules_of_enclosed(&self, part: usize) -> Rules {
        RulesByMessage::of_enclosed(&self.policy.rules, self.original, &self.input, &self.structure, part)
    }

    fn rules(&self) -> &RulesByMessage {
        let decide = || RulesByMessage::of(&self.policy.rules, self.original, &self.input, &self.structure);
        self.facts.rules.get_or_init(decide)
    }

    /// Returns the context of `field`, which is in the header of part `part` or in a header block in the body of that
    /// part. This context also has the charset of the raw octets of that header or block. The charset is determined
    /// when the first field with such octets is read.
    ///
    /// ```
    /// use mailutf::{Policy, header, text::MessageTexts};
    /// let octets = b"Subject: \xC4\xE0\nX-Note: \xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0\n\n";
    /// let policy = Policy::default();
    /// let message = MessageTexts::parse(octets, &policy);
    /// let subject = message.parts()[0].header.field(octets, "Subject").unwrap();
    /// assert_eq!(header::decode_in(subject.body.slice(octets), &message.field_context(0, subject)), "Да");
    /// ```
    pub fn field_context(&self, part: usize, field: &Field) -> Context<'_> {
        let context = self.context_of(part);
        let body = field.body.slice(&self.input);
        if std::str::from_utf8(body).is_ok() {
            let raw = in_other_text(body, &context);
            return context.with_raw(raw);
        }
        let blocks = self.field_blocks(part);
        let raw =
            self.facts.raw.get_or_init(|| self.parts().iter().map(|_| PartCharsets::default()).collect());
        let Some((part, raw)) = self.parts().get(part).zip(raw.get(part)) else { return context };
        if part.header.span.contains(field.span) {
            return raw.header.field_context(&self.input, &part.header, field.body, context);
        }
        let charsets = raw.blocks.get_or_init(|| blocks.iter().map(|_| BlockCharset::default()).collect());
        let at = blocks.partition_point(|block| block.span.end < field.span.end);
        match blocks.get(at).zip(charsets.get(at)) {
            Some((block, charset)) => charset.field_context(&self.input, block, field.body, context),
            None => context,
        }
    }

    /// The texts of the message.
    pub(crate) fn inventory(&self) -> Inventory<'_> {
        let Self { input, structure, policy, .. } = self;
        Inventory { input, structure, limits: &policy.limits, rules: self.rules() }
    }

    /// Returns the charsets that the message shows for its sender, list and thread, for use in
    /// [`Habits`](crate::learn::Habits). Reads the whole message in linear time.
    pub fn observation(&self) -> Observation {
        gather::observation(self.inventory(), &self.policy)
    }

    /// Whether a rule for the texts of this message undoes wrong decodings.
    pub(crate) fn undoes(&self) -> bool {
        self.rules().undo()
    }

    /// Returns the decoded text of the body of part `part`. The text is borrowed if the message already has it in
    /// UTF-8.
    ///
    /// # Errors
    /// Fails if there is no such part, if the part is not text or is binary data, if its transfer encoding is unknown
    /// or damaged, or if its octets cannot be decoded without loss.
    pub fn text(&self, part: usize) -> Result<DecodedText<'_>, Unreadable> {
        let index = part;
        let part = self.parts().get(index).ok_or(Unreadable::NoPart)?;
        if part.kind != PartKind::Text {
            return Err(Unreadable::NotText(part.media_type.clone()));
        }
        shown::text(&Body::of(&self.input, part), &self.context_of(index))
    }

    /// Whether part `part` is labelled as text, but is binary data.
    pub(crate) fn is_data(&self, part: usize) -> bool {
        let texts = self.parts().get(part).filter(|part| part.kind == PartKind::Text);
        texts.is_some_and(|text| Body::of(&self.input, text).is_data(&self.context_of(part)))
    }

    /// Whether the text of part `part` has words: see [`Body::has_words`].
    pub(crate) fn has_words(&self, part: usize) -> bool {
        self.body(part).is_some_and(|body| body.has_words(&self.context_of(part)))
    }

    /// Returns the content of part `part`, without its transfer encoding. Returns `None` if there is no such part.
    pub fn content(&self, part: usize) -> Option<Content<'_>> {
        Some(Content::of(&self.input, self.structure(), part, self.parts().get(part)?))
    }

    /// Returns the text of the body of part `part` in the charset of its label, if that label is doubtful and
    /// [`text`](Self::text) returns the likely reading instead. Otherwise returns `None`.
    ///
    /// ```
    /// use mailutf::{Policy, text::MessageTexts};
    /// let octets = b"Content-Type: text/plain; charset=iso-8859-1\n\n\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0\n";
    /// let policy = Policy::for_display();
    /// let message = MessageTexts::parse(octets, &policy);
    /// assert_eq!(message.text(0).unwrap().text, "Привет, мир\n");
    /// assert_eq!(message.text_by_label(0).unwrap().text, "Ïðèâåò, ìèð\n");
    /// ```
    pub fn text_by_label(&self, part: usize) -> Option<DecodedText<'_>> {
        let (index, read) = (part, self.text(part).ok()?);
        let part = self.parts().get(index)?;
        if !read.is_label_doubtful() {
            return None;
        }
        let policy = self.policy.as_ref().clone().with_doubtful(Doubtful::Label);
        let by_label = Body::of(&self.input, part).text(&self.context_of(index).with_policy(&policy)).ok();
        by_label.map(DecodedText::without_mark)
    }

    /// The charset label of part `part`, as it is written (RFC 2046 section 4.1.2).
    pub fn label(&self, part: usize) -> Option<Cow<'_, [u8]>> {
        self.body(part)?.label()
    }

    /// Returns whether flowed text (RFC 3676 section 4) in part `part` has `delsp=yes`.
    /// [`flowed::paragraphs`](crate::flowed::paragraphs) needs this value. Returns `None` if the part is not flowed
    /// text.
    ///
    /// ```
    /// use mailutf::{Policy, text::MessageTexts};
    /// let policy = Policy::default();
    /// let flowed = |octets| MessageTexts::parse(octets, &policy).flowed(0);
    /// assert_eq!(flowed(b"Content-Type: text/plain; format=flowed; delsp=yes\n\n"), Some(true));
    /// let octets = b"Content-Type: text/plain; format*=us-ascii''flowed; delsp*0=n; delsp*1=o\n\n";
    /// assert_eq!(flowed(octets), Some(false));
    /// ```
    pub fn flowed(&self, part: usize) -> Option<bool> {
        self.body(part)?.flowed()
    }

    /// Returns the header blocks in the body of part `part`; see [`Structure::field_blocks`].
    pub fn field_blocks(&self, part: usize) -> &[HeaderBlock] {
        self.structure.field_blocks(part)
    }

    fn body(&self, part: usize) -> Option<Body<'_, '_>> {
        self.parts().get(part).map(|part| Body::of(&self.input, part))
    }
}

impl EvidenceSource for MessageTexts<'_> {
    fn evidence(&self) -> &MessageEvidence {
        self.facts.evidence.get_or_init(|| gather::evidence(self.inventory(), &self.policy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::decode_in;

    /// The Subject is `石梅` in GBK, but its octets are also `ʯ÷` in UTF-8.
    #[test]
    fn few_characters_are_in_the_charset_of_other_text() {
        let octets =
            b"Subject: \xCA\xAF\xC3\xB7\nContent-Type: text/plain; charset=gb2312\n\n\xC4\xFA\xBA\xC3\n";
        let policy = Policy::default();
        let message = MessageTexts::parse(octets, &policy);
        let subject = message.parts()[0].header.field(octets, "Subject").unwrap();
        let context = message.field_context(0, subject);
        let body = subject.body.slice(octets);
        assert!(crate::text::evidence::few_characters::are_few(body));
        assert!(!context.evidence().labelled.is_empty());
        assert!(in_other_text(body, &context).is_some());
        assert_eq!(decode_in(body, &context), "石梅");
    }

    #[test]
    fn facts_are_determined_once_for_all_views_of_a_message() {
        let octets =
            b"Subject: \xF2\xE5\xEC\xE0\nContent-Type: text/plain; charset=windows-1251\n\n\xE4\xE0\n";
        let policy = Policy::default();
        let structure = Structure::parse(octets, &policy.limits);
        let facts = Facts::default();
        let addresses = [(); 2].map(|()| {
            let message = MessageTexts::of_readable(octets, octets, &structure, &policy).with_facts(&facts);
            let subject = message.parts()[0].header.field(octets, "Subject").unwrap();
            let context = message.field_context(0, subject);
            assert_eq!(decode_in(subject.body.slice(octets), &context), "тема");
            std::ptr::from_ref(facts.evidence.get().unwrap())
        });
        assert_eq!(addresses[0], addresses[1]);
    }

    /// A labelled text is read without the rest of the message.
    #[test]
    fn other_texts_are_read_only_if_a_text_is_unlabelled() {
        let policy = Policy::default();
        for (value, asks) in [
            (&b"plain"[..], false),
            (b"=?utf-8?Q?Gr=C3=BC=C3=9Fe?= =?koi8-r?Q?=F0?=", false),
            ("größer".as_bytes(), false),
            (b"\xF0\xF2", true),
            (b"=?us-ascii?Q?=F0=F2?=", true),
        ] {
            let octets = b"Content-Type: text/plain; charset=koi8-r\n\n\xF0\n";
            let message = MessageTexts::parse(octets, &policy);
            assert_eq!(message.text(0).unwrap().text, "П\n");
            decode_in(value, &message.context());
            assert_eq!(message.facts.evidence.get().is_some(), asks, "{}", value.escape_ascii());
        }
    }
}
