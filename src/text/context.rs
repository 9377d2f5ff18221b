//! The context of a text.

use super::evidence::message_evidence::MessageEvidence;
use crate::charset::Charset;
use crate::finding::Confidence;
use crate::policy::Policy;
use std::borrow::Cow;
use std::fmt;

/// The charset of raw octets of header fields, and how it is known; `None` if there is no evidence for a charset that
/// decodes all of them.
pub(crate) type RawCharset = Option<(Charset, Confidence)>;

/// The context of a text: the policy, the evidence of other texts of the message, and whether guessing is allowed.
#[derive(Clone, Copy, Debug)]
pub struct Context<'c> {
    /// The caller's policy.
    pub(crate) policy: &'c Policy,
    around: Around<'c>,
    /// The charset of the raw octets of the header block, if it has been determined.
    raw: Option<RawCharset>,
    guess: bool,
}

/// The message that contains a text, as a source of evidence for the charset of unlabelled text.
pub(super) trait Surroundings: fmt::Debug + Sync {
    /// The evidence in the message. The first call reads the whole message.
    fn evidence(&self) -> &MessageEvidence;
}

#[derive(Clone, Copy, Debug)]
enum Around<'c> {
    Nothing,
    /// Text in that charset.
    Text(Charset),
    Message(&'c dyn Surroundings),
}

impl<'c> Context<'c> {
    /// The context of a text without its message. Guessing is allowed unless the policy is strict.
    ///
    /// ```
    /// use mailutf::{Policy, text::Context};
    /// let policy = Policy::default();
    /// assert_eq!(Context::new(&policy).message_charset(), None);
    /// ```
    pub const fn new(policy: &'c Policy) -> Self {
        Self { policy, around: Around::Nothing, raw: None, guess: !policy.strict }
    }

    /// This context, with the knowledge that other text of the message is in `charset`.
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
        Self { around: Around::Text(charset), ..self }
    }

    /// The context of texts of a message. Its evidence is gathered when it is needed.
    pub(super) const fn within(policy: &'c Policy, message: &'c dyn Surroundings) -> Self {
        Self { around: Around::Message(message), ..Self::new(policy) }
    }

    /// This context for the fields of a header block whose raw octets are in `charset`; `None` if the charset is
    /// unknown.
    #[must_use]
    pub(crate) const fn with_raw(self, charset: RawCharset) -> Self {
        Self { raw: Some(charset), ..self }
    }

    /// The charset of the raw octets of the header block; `None` where a field stands without
    /// its header.
    pub(crate) const fn raw(&self) -> Option<RawCharset> {
        self.raw
    }

    /// This context, with guessing forbidden, as for attachments.
    #[must_use]
    pub const fn without_guess(self) -> Self {
        Self { guess: false, ..self }
    }

    /// This context, with another policy. A strict policy forbids guessing; another one does not allow it again.
    #[must_use]
    pub const fn with_policy(self, policy: &'c Policy) -> Self {
        Self { policy, guess: self.guess && !policy.strict, ..self }
    }

    /// Whether evidence other than a label may be used.
    pub const fn may_guess(&self) -> bool {
        self.guess
    }

    /// The charset of other text of the same message that names its charset and has characters beyond ASCII; the
    /// charset of most of it where there are several. The first call reads the message.
    pub fn message_charset(&self) -> Option<Charset> {
        match self.around {
            Around::Nothing => None,
            Around::Text(charset) => Some(charset),
            Around::Message(message) => message.evidence().charset(),
        }
    }

    /// The evidence for the charset of unlabelled text.
    pub(super) fn evidence(&self) -> Cow<'c, MessageEvidence> {
        match self.around {
            Around::Nothing => Cow::Owned(MessageEvidence::default()),
            Around::Text(charset) => Cow::Owned(MessageEvidence::told(charset)),
            Around::Message(message) => Cow::Borrowed(message.evidence()),
        }
    }
}
