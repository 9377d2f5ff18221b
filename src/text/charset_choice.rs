//! Which charset octets are in, and how sure that is.
//!
//! Evidence counts in this order:
//!
//! 1. the label, read as the superset that mailers mean by it, or as the charset that the caller says it stands for;
//! 2. where the label is missing, unknown or proved wrong: a byte order mark, an escape sequence of ISO-2022, valid
//!    UTF-8;
//! 3. the charset that a document declares in itself;
//! 4. the charset of other text in the message;
//! 5. the caller's fallback;
//! 6. statistics.
//!
//! Everything but a label that is believed is reported in a finding. Octets that no charset of this list reads without
//! an error are unresolved. A few ill-formed octets never change the charset of a text: it is unresolved, or, with a
//! lossy policy, U+FFFD replaces these octets only.
//!
//! A reading is refused where it would leave escape sequences or shifts of the label's charset in the text, or where
//! it would read UTF-8 as another charset. Text in two charsets is read [line by line](super::mixed), or left. UTF-8 is
//! read [as mail has it](crate::charset::utf8_in_mail).
//!
//! With a strict policy, or where the context forbids guessing, only the label counts. UTF-7 is read only where a label
//! names it. Linear time.

mod labelled;
mod reading;
#[cfg(test)]
mod tests;
mod unlabelled;

use super::context::Context;
use super::decoded_text::{DecodedText, Unresolved};
use super::evidence::is_placeholder;
use super::overruled::override_for;
use crate::charset::Charset;
use crate::finding::{Code, Confidence, Detail};
use reading::{Octets, Resolved, show};

/// The text of `octets` under `label`. Linear time.
///
/// ```
/// use mailutf::Policy;
/// use mailutf::text::{self, Confidence, Context};
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
) -> Result<DecodedText<'a>, Unresolved> {
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
) -> Result<DecodedText<'a>, Unresolved> {
    Octets { octets, label, declared, context }.resolve()
}

impl<'a> Octets<'a, '_> {
    /// The text, by the first rung that reads it.
    pub(super) fn resolve(&self) -> Resolved<'a> {
        let Some(label) = self.named() else { return self.unlabelled(Code::LabelMissing, Confidence::Ascii) };
        if let Some(charset) = override_for(&self.context.policy.overrides, label, self.octets) {
            return self.overruled(label, charset);
        }
        match self.meant(label) {
            Some(Charset::US_ASCII) => self.unlabelled(Code::LabelMismatch, Confidence::Declared),
            Some(charset) => self.labelled(label, charset),
            None if is_placeholder(label) => self.unlabelled(Code::LabelUnknown, Confidence::Ascii),
            None => self.mislabelled(),
        }
    }

    /// As if the label named `charset`: what speaks against a label speaks against the caller's word, too.
    fn overruled(&self, label: &[u8], charset: Charset) -> Resolved<'a> {
        if !self.context.policy.strict && self.would_leave_shifts(charset) {
            return Err(Unresolved { charset: Some(charset), malformed: None });
        }
        let mut text = self.labelled(label, charset)?;
        if matches!(text.confidence, Confidence::Declared | Confidence::LineByLine) {
            text.confidence = Confidence::Overruled;
            let detail = Detail::Read { label: Some(show(label)), charset, confidence: text.confidence };
            text.findings.insert(0, (Code::LabelOverruled, detail));
        }
        Ok(text)
    }
}
