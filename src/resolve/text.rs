//! The ladder of evidence: which charset octets are in, and how sure that is.

use crate::charset::{Charset, Malformed};
use crate::finding::Code;
use crate::policy::Policy;
use std::borrow::Cow;

/// How the charset of a text is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Confidence {
    /// The label says so, and the octets agree.
    Declared,
    /// Only octets below 128 under no label: ASCII.
    Ascii,
    /// A superset of the labelled charset.
    Superset,
    /// A byte order mark.
    ByteOrderMark,
    /// Valid UTF-8 with octets above 127.
    Utf8Validity,
    /// The charset of other text in the same message.
    Neighbour,
    /// The caller's fallback.
    Fallback,
    /// Statistics: tentative.
    Detected,
}

/// Text out of octets.
#[derive(Clone, Debug)]
pub struct Text<'a> {
    /// The text; borrowed where the octets are that text already.
    pub text: Cow<'a, str>,
    /// The charset it was read in.
    pub charset: Charset,
    /// How that is known.
    pub confidence: Confidence,
    /// Number of U+FFFD written for ill-formed sequences; 0 unless the policy is lossy.
    pub replaced: usize,
    /// What was odd: a code and a sentence; the caller knows the span.
    pub findings: Vec<(Code, String)>,
}

/// Why octets could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unresolved {
    /// The charset of the label, where it names one.
    pub charset: Option<Charset>,
    /// Where and how it failed; `None` where no charset could even be tried.
    pub malformed: Option<Malformed>,
}

/// What is known around the octets.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The caller's choices.
    pub policy: &'a Policy,
    /// The charset of other text of the same message, for octets that say nothing of themselves.
    pub neighbour: Option<Charset>,
    /// Whether guessing is allowed here (it is not for attachments).
    pub guess: bool,
}

/// The text of `octets` under `label`. Linear time.
///
/// # Errors
/// Where no charset there is evidence for reads the octets without loss (and the policy is not lossy).
pub fn resolve<'a>(
    octets: &'a [u8],
    label: Option<&[u8]>,
    context: &Context<'_>,
) -> Result<Text<'a>, Unresolved> {
    let _ = context;
    let charset = label.and_then(Charset::for_label).unwrap_or(Charset::UTF_8);
    match charset.decode_strict(octets) {
        Ok(text) => {
            Ok(Text { text, charset, confidence: Confidence::Declared, replaced: 0, findings: Vec::new() })
        }
        Err(malformed) => Err(Unresolved { charset: Some(charset), malformed: Some(malformed) }),
    }
}
