//! Octets to text: what is asked, and what is answered. The charset is found on a ladder of evidence,
//! of which [`Confidence`] names the rungs.

use super::charset_choice::Octets;
use super::confidence::Confidence;
use crate::charset::{Charset, Malformed};
use crate::finding::Code;
use crate::policy::Policy;
use std::borrow::Cow;
use std::fmt;

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

impl fmt::Display for Unresolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.charset, self.malformed) {
            (Some(charset), Some(malformed)) => write!(f, "{charset}: {malformed} of the text"),
            (Some(charset), None) => write!(f, "the octets are not {charset}"),
            (None, _) => f.write_str("no charset is known"),
        }
    }
}

impl std::error::Error for Unresolved {}

/// What is known around the octets.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The caller's choices.
    pub policy: &'a Policy,
    /// The charset of other text of the same message, for octets that say nothing of themselves.
    pub message_charset: Option<Charset>,
    /// Whether guessing is allowed here (it is not for attachments).
    pub guess: bool,
}

impl<'a> Context<'a> {
    /// Octets on their own, of which `policy` decides: nothing is known around them, and guessing is allowed.
    ///
    /// ```
    /// use mailutf::{Policy, resolve::Context};
    /// let policy = Policy::default();
    /// assert_eq!(Context::new(&policy).message_charset, None);
    /// ```
    pub const fn new(policy: &'a Policy) -> Self {
        Self { policy, message_charset: None, guess: true }
    }
}

/// The text of `octets` under `label`. Linear time.
///
/// ```
/// use mailutf::Policy;
/// use mailutf::resolve::{Confidence, Context, text};
/// let policy = Policy::default();
/// let context = Context::new(&policy);
/// let read = text::resolve("größer".as_bytes(), Some(b"us-ascii"), &context).unwrap();
/// assert_eq!((read.text.as_ref(), read.confidence), ("größer", Confidence::Utf8Validity));
/// ```
///
/// # Errors
/// Where no charset there is evidence for reads the octets without loss (and the policy is not lossy).
pub fn resolve<'a>(
    octets: &'a [u8],
    label: Option<&[u8]>,
    context: &Context<'_>,
) -> Result<Text<'a>, Unresolved> {
    Octets { octets, label, declared: None, context }.resolve()
}

/// The same for a document that may itself declare its charset, in `declared`: that counts where the label
/// is missing or names nothing, before any statistics.
///
/// # Errors
/// As for [`resolve`].
pub fn resolve_document<'a>(
    octets: &'a [u8],
    label: Option<&[u8]>,
    declared: Option<&[u8]>,
    context: &Context<'_>,
) -> Result<Text<'a>, Unresolved> {
    Octets { octets, label, declared, context }.resolve()
}
