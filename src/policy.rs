//! What the caller wants done: run-time choices, never Cargo features.

mod overrides;

pub use overrides::Overrides;

use crate::charset::Charset;
use crate::limits::Limits;

/// How decoded header text is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeaderForm {
    /// Raw UTF-8 (RFC 6532).
    #[default]
    Utf8,
    /// UTF-8 encoded words (RFC 2047) and RFC 2231 parameters: 7-bit headers.
    Encoded,
    /// UTF-7 encoded words (RFC 2152), and RFC 2231 parameters in UTF-8.
    Utf7,
    /// No header field is touched but those that must follow a changed body.
    Keep,
}

/// How the body of a changed text part is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum BodyForm {
    /// 8bit where it can carry the text, else the smaller of quoted-printable and base64.
    #[default]
    Auto,
    /// 8bit; a body it cannot carry goes as under [`BodyForm::Auto`].
    EightBit,
    /// Quoted-printable.
    QuotedPrintable,
    /// Base64.
    Base64,
    /// No body is touched.
    Keep,
}

/// The choices of a rewrite; the default is what the archivist wants.
///
/// ```
/// use mailutf::policy::{HeaderForm, Policy};
/// let policy = Policy { headers: HeaderForm::Encoded, ..Policy::default() };
/// assert!(!policy.lossy);
/// ```
#[derive(Clone, Debug)]
pub struct Policy {
    /// How header text is written.
    pub headers: HeaderForm,
    /// How changed text bodies are written.
    pub bodies: BodyForm,
    /// Convert text attachments too, by their label alone, never by a guess.
    pub attachments: bool,
    /// Also undo the transfer encoding of text that is UTF-8 already.
    pub decode_all: bool,
    /// Write U+FFFD for what cannot be decoded, instead of leaving the text as it was.
    pub lossy: bool,
    /// Follow labels to the letter: no guessing, no detection, UTF-16 without a mark is big-endian.
    pub strict: bool,
    /// Leave a message with a DKIM signature or an ARC seal alone.
    pub keep_dkim: bool,
    /// Change signed parts too: explicit consent to break their signatures.
    pub break_signatures: bool,
    /// Read ISO-8859-1 as itself rather than as windows-1252.
    pub latin1_strict: bool,
    /// What text is in under labels that lie.
    pub overrides: Overrides,
    /// The charset of text for which nothing else speaks.
    pub fallback: Option<Charset>,
    /// Limits beyond which a message is left as it was.
    pub limits: Limits,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            headers: HeaderForm::default(),
            bodies: BodyForm::default(),
            attachments: true,
            decode_all: false,
            lossy: false,
            strict: false,
            keep_dkim: false,
            break_signatures: false,
            latin1_strict: false,
            overrides: Overrides::default(),
            fallback: None,
            limits: Limits::default(),
        }
    }
}
