//! The rows of a census.

use crate::charset::Charset;
use crate::finding::Hypothesis;
use crate::text::{MessageTexts, TextPlace};
use crate::with::with;
use std::path::Path;
use std::sync::Arc;

/// The maximum number of octets of a label that are kept.
const LABEL: usize = 64;

/// The maximum number of octets of a Message-ID that are kept.
const MESSAGE_ID: usize = 256;

/// The count of the texts that stand in the same kind of place, have the same label, were decoded in the same
/// charset, and have the same likely reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row<'c> {
    /// The place of the texts.
    pub place: TextPlace,
    /// The year of the messages with these texts. `None` if the year is not known, or if all years are counted
    /// together.
    pub year: Option<u16>,
    /// The label of the texts.
    pub label: &'c DeclaredLabel,
    /// The charset in which the texts were decoded; `None` if they cannot be decoded without loss.
    pub charset: Option<Charset>,
    /// The likely reading of the texts, if their label is [doubtful](crate::policy::Doubtful). Texts with one label
    /// can be in several charsets, and so be counted in several rows. Text that was encoded to UTF-8 twice has both
    /// a likely reading and a charset in which it is decoded.
    pub likely: Option<Hypothesis>,
    /// The number of texts. Each body, each encoded word, each field with raw octets, and each parameter value counts
    /// as one text.
    pub count: u64,
    /// The first of the texts.
    pub example: &'c Example,
}

impl Row<'_> {
    /// Whether the texts cannot be decoded without loss, or have a doubtful label.
    pub fn is_unresolved(&self) -> bool {
        self.charset.is_none() || self.likely.is_some()
    }
}

/// The label of a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DeclaredLabel {
    /// The text has no label.
    Missing,
    /// The label as it is written, but without blanks around it, in lower case (labels are case-insensitive, RFC 2046
    /// section 4.1.2), and cut to 64 octets. It must be escaped before it is printed.
    Written(Vec<u8>),
    /// Any label for which there was no separate row.
    Other,
}

impl DeclaredLabel {
    pub(super) fn of(label: Option<&[u8]>) -> Self {
        let Some(label) = label else { return Self::Missing };
        let label = label.trim_ascii();
        Self::Written(label.get(..LABEL).unwrap_or(label).to_ascii_lowercase())
    }
}

/// The origin of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// The file that holds the message, if any.
    pub file: Option<Arc<Path>>,
    /// The number of messages before this one in its mailbox.
    pub ordinal: u64,
    /// The offset of the message in its mailbox, in octets.
    pub offset: u64,
}

with! {
    impl Origin {
        fn with_file(file: Option<Arc<Path>>);
        fn with_ordinal(ordinal: u64);
        fn with_offset(offset: u64);
    }
}

/// The location of one of the texts that a row counts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Example {
    /// The origin of the message that contains the text.
    pub origin: Origin,
    /// The Message-ID of the message, without blanks around it, and cut to 256 octets. Empty if there is none. It
    /// must be escaped before it is printed.
    pub message_id: Vec<u8>,
    /// The section number in IMAP (RFC 3501 section 6.4.5) of the part that contains the text. Empty for the message
    /// itself.
    pub part: String,
    /// The offset of the text in the message, in octets.
    pub at: usize,
    /// The reason why the text cannot be decoded, or why its label is doubtful. Empty for other texts.
    pub why: String,
    /// Up to 96 octets of a text that cannot be decoded or is doubtful. Empty for other texts. The octets are taken
    /// around the first octet above 127. For a body, they are given without its transfer encoding. For a text in a
    /// header, they are given as they are written. They must be escaped before they are printed.
    pub octets: Vec<u8>,
}

impl Example {
    pub(super) fn new(
        message: &MessageTexts<'_>,
        part: usize,
        at: usize,
        why: String,
        octets: Vec<u8>,
        origin: &Origin,
    ) -> Self {
        let id = message.structure().message_id(message.input());
        Self {
            origin: origin.clone(),
            message_id: id.get(..MESSAGE_ID).unwrap_or(id).to_vec(),
            part: message.structure().path(part),
            at,
            why,
            octets,
        }
    }
}
