//! Messages that own their octets, and messages made of octets and a [`Structure`] that a program has kept separately.

use super::part::MessagePart;
use super::view::Message;
use crate::policy::Policy;
use crate::span::Span;
use crate::structure::Structure;
use crate::syntax::header_block::header_block;
use crate::text::{Facts, MessageTexts};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A message that owns its octets, in a buffer of type `O`, and is parsed once. The message keeps facts about its
/// texts, such as their charsets, but does not keep the texts. A clone copies the list of parts, but shares octets
/// that are in an [`Arc`].
///
/// ```
/// use mailutf::message::OwnedMessage;
/// let kept = OwnedMessage::parse(b"Subject: x\n\nbody\n".to_vec());
/// assert_eq!(kept.message().subject().unwrap(), "x");
/// ```
#[derive(Clone, Debug)]
pub struct OwnedMessage<O = Arc<[u8]>> {
    octets: O,
    /// The octets in which the texts are read: like `octets`, but with enclosed messages decoded and with LF in
    /// place of bare CRs. `None` if there is no difference.
    readable: Option<Arc<[u8]>>,
    policy: Arc<Policy>,
    structure: Structure,
    facts: Facts,
}

impl OwnedMessage {
    /// Parses a message. Its texts are decoded with [`Policy::for_display`]. Linear time.
    pub fn parse(octets: impl Into<Arc<[u8]>>) -> Self {
        Self::parse_with(octets, Policy::for_display())
    }

    /// Parses a message. Its texts are decoded with `policy`; to show them, begin with [`Policy::for_display`]. Linear
    /// time.
    pub fn parse_with(octets: impl Into<Arc<[u8]>>, policy: impl Into<Arc<Policy>>) -> Self {
        Self::of(octets.into(), policy)
    }
}

impl<O: AsRef<[u8]>> OwnedMessage<O> {
    /// Parses a message in a buffer of any type, such as a memory map. The buffer is not copied, and must not change.
    /// The texts of the message are decoded with `policy`, which several messages can share. Linear time.
    ///
    /// ```
    /// use mailutf::{Policy, message::OwnedMessage};
    /// let kept = OwnedMessage::of("Subject: x\n\nbody\n", Policy::for_display());
    /// assert_eq!(kept.message().subject().unwrap(), "x");
    /// ```
    pub fn of(octets: O, policy: impl Into<Arc<Policy>>) -> Self {
        let policy = policy.into();
        let (readable, structure) = Structure::for_readers(octets.as_ref(), &policy.limits, policy.lossy);
        let readable = match readable {
            Cow::Borrowed(_) => None,
            Cow::Owned(readable) => Some(readable.into()),
        };
        let facts = Facts::default();
        Self { octets, readable, policy, structure, facts }
    }

    /// The message. Takes constant time.
    pub fn message(&self) -> Message<'_> {
        Message::of(self.texts(&self.policy).with_facts(&self.facts))
    }

    /// The message, with its texts decoded by another policy. Facts about these texts, such as their charsets, are
    /// not kept in `self`. Takes constant time.
    pub fn message_with<'m>(&'m self, policy: &'m Policy) -> Message<'m> {
        Message::of(self.texts(policy))
    }

    fn texts<'m>(&'m self, policy: &'m Policy) -> MessageTexts<'m> {
        let readable = self.readable.as_deref().unwrap_or_else(|| self.octets());
        MessageTexts::of_readable(self.octets(), readable, &self.structure, policy)
    }

    /// The octets of the message.
    pub fn octets(&self) -> &[u8] {
        self.octets.as_ref()
    }

    /// The buffer that holds the octets.
    pub const fn buffer(&self) -> &O {
        &self.octets
    }

    /// The parts as spans of [`MessageTexts::input`], and the findings about the parts.
    pub const fn structure(&self) -> &Structure {
        &self.structure
    }
}

impl<'m> MessagePart<'m> {
    /// The message that the part encloses, if the media type is `message/rfc822`, `message/global` or `message/news`.
    /// The part can have any transfer encoding. The enclosed message is parsed again, with the policy of the message
    /// around it. Rules for the digest or the mailing list of the message around it apply to the enclosed one, too.
    ///
    /// The limit [`Limits::depth`](crate::Limits::depth) of the enclosed message is that of the message around it minus
    /// the depth of this part minus 1. If that is less than 0, the result is `None`. So a program can call this method
    /// again on the parts of the enclosed message, and so on, without endless recursion. All other limits apply to the
    /// enclosed message alone.
    ///
    /// ```
    /// use mailutf::message::Message;
    /// let octets = b"Content-Type: message/rfc822\n\nSubject: =?koi8-r?B?8A==?=\n\nbody";
    /// let message = Message::parse(octets);
    /// let enclosed = message.attachments().next().unwrap().enclosed_message().unwrap();
    /// assert_eq!(enclosed.message().subject().unwrap(), "П");
    /// ```
    pub fn enclosed_message(&self) -> Option<OwnedMessage<Cow<'m, [u8]>>> {
        let encloses = ["message/rfc822", "message/global", "message/news"].contains(&self.media_type());
        let limits = &self.policy().limits;
        let depth = limits.depth.checked_sub(self.structure().depth + 1).filter(|_| encloses)?;
        let rules = self.texts.rules_of_enclosed(self.index());
        let policy = self.policy().clone().with_limits(limits.clone().with_depth(depth)).with_rules(rules);
        Some(OwnedMessage::of(self.octets(), policy))
    }
}

/// The error if a [`Structure`] was not parsed from the given octets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrongBuffer;

impl fmt::Display for WrongBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the structure belongs to another message")
    }
}

impl std::error::Error for WrongBuffer {}

impl Structure {
    /// The message with this structure and these `octets`. The structure must have been parsed from the same
    /// octets. To check this, the header is parsed again, but not the rest of the message.
    ///
    /// ```
    /// use mailutf::{Limits, structure::Structure};
    /// let octets = b"Subject: x\n\nbody\n";
    /// let structure = Structure::parse(octets, &Limits::default());
    /// assert_eq!(structure.of(octets).unwrap().subject().unwrap(), "x");
    /// assert!(structure.of(b"From: x\n\nother\n").is_err());
    /// ```
    ///
    /// # Errors
    /// Fails if `octets` has another length or another header than the message that was parsed.
    pub fn of<'m>(&'m self, octets: &'m [u8]) -> Result<Message<'m>, WrongBuffer> {
        let root = self.parts.first().ok_or(WrongBuffer)?;
        let header = header_block(octets, Span::new(0, octets.len()));
        // If the limit on fields was exceeded, the structure has fewer fields than the header.
        let same = root.header.fields.iter().zip(&header.fields).all(|(a, b)| a == b);
        match root.span.end == octets.len() && same && root.header.fields.len() <= header.fields.len() {
            true => Ok(Message::new(octets, Cow::Borrowed(self), Cow::Owned(Policy::for_display()))),
            false => Err(WrongBuffer),
        }
    }
}
