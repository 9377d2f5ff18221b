//! What a census tells.

use crate::charset::Charset;
use crate::text::MessageTexts;
use crate::with::with;
use std::path::Path;
use std::sync::Arc;

/// Octets of a label that are kept: as many as an encoded word may have.
const LABEL: usize = 64;

/// Octets of a Message-ID that are kept.
const MESSAGE_ID: usize = 256;

/// Texts that stand in the same kind of place, have the same label and are read in the same charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row<'c> {
    /// Where they stand.
    pub place: Where,
    /// The year of their messages; `None` where it is not known, and where all years are counted together.
    pub year: Option<u16>,
    /// The label.
    pub label: &'c DeclaredLabel,
    /// The charset they were read in; `None` where they cannot be read without loss.
    pub charset: Option<Charset>,
    /// How many texts: each body, each encoded word, each field with raw octets, each parameter value.
    pub count: u64,
    /// The first of them.
    pub example: &'c Example,
}

/// Where text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Where {
    /// The body of a text part (RFC 2046 section 4.1).
    Body,
    /// An encoded word of a header field (RFC 2047).
    Word,
    /// Octets above 127, or escape sequences of ISO-2022, as they stand in a header field (RFC 6532, or no RFC).
    Raw,
    /// A parameter value (RFC 2231), or an encoded word in one.
    Parameter,
}

impl Where {
    /// Every place, in their order.
    pub const ALL: [Self; 4] = [Self::Body, Self::Word, Self::Raw, Self::Parameter];

    /// The word for it in data: stable.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Word => "word",
            Self::Raw => "raw",
            Self::Parameter => "parameter",
        }
    }
}

/// How a text is labelled.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DeclaredLabel {
    /// Not at all.
    Missing,
    /// As it stands, without the blanks around it, in lower case (case means nothing in a label, RFC 2046
    /// section 4.1.2), and at most 64 octets of it. Not fit for a terminal.
    Written(Vec<u8>),
    /// One of more labels than are told apart.
    Other,
}

impl DeclaredLabel {
    pub(super) fn of(label: Option<&[u8]>) -> Self {
        let Some(label) = label else { return Self::Missing };
        let label = label.trim_ascii();
        Self::Written(label.get(..LABEL).unwrap_or(label).to_ascii_lowercase())
    }
}

/// Where a message comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// The file, where it is in one.
    pub file: Option<Arc<Path>>,
    /// Number of messages before it in its mailbox.
    pub ordinal: u64,
    /// Octet of its mailbox at which it starts.
    pub offset: u64,
}

with! {
    impl Origin {
        fn with_file(file: Option<Arc<Path>>);
        fn with_ordinal(ordinal: u64);
        fn with_offset(offset: u64);
    }
}

/// Where one of the texts of a row stands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Example {
    /// The message.
    pub origin: Origin,
    /// Its Message-ID, blanks around it left out, at most 256 octets; empty where there is none. As it stands:
    /// not fit for a terminal.
    pub message_id: Vec<u8>,
    /// Number of the part as IMAP counts them (RFC 3501 section 6.4.5); empty for the message itself.
    pub part: String,
    /// Octet of the message.
    pub at: usize,
    /// Why it cannot be read; empty where it can.
    pub why: String,
}

impl Example {
    pub(super) fn new(
        message: &MessageTexts<'_>,
        part: usize,
        at: usize,
        why: String,
        origin: &Origin,
    ) -> Self {
        let id = message.structure().message_id(message.input());
        Self {
            origin: origin.clone(),
            message_id: id.get(..MESSAGE_ID).unwrap_or(id).to_vec(),
            part: message.structure().path(part),
            at,
            why,
        }
    }
}
