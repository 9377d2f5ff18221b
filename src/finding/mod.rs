//! Findings: reports of what was unusual or undecidable in a message, as values with stable codes. A finding is never
//! an error. Everything surprising in the texts, fields and parts of a message has a finding in `Message::findings`, whether it
//! was changed or left unchanged. Those of a plan lack the findings about texts that it leaves for another reason, such as signed
//! texts. Only damage to a file within a message has none: `Content::finding` of its part has it.

mod code;
mod confidence;
mod detail;

pub use code::{Code, Severity, Warning};
pub use confidence::Confidence;
pub use detail::{Cause, Detail, Hypothesis, RulePlace};

use crate::span::Span;
use std::fmt;

/// A finding about a span of a message.
///
/// `Display` writes the code, the offset and, if there is one, the detail, as in `label-missing at octet 26:
/// read as UTF-8, because it is valid UTF-8`. If the [detail](Finding::detail) is none, [`Code::meaning`] is
/// a sentence for people. Details can contain names and addresses from the message: escape control characters
/// before you print them.
///
/// ```
/// use mailutf::charset::Charset;
/// use mailutf::finding::{Code, Confidence, Detail};
/// let plan = mailutf::normalize(b"Content-Type: text/plain; charset=x-other\n\ngr\xC3\xB6\xC3\x9Fer\n");
/// let finding = &plan.findings()[0];
/// assert_eq!(finding.code, Code::LabelUnknown);
/// assert_eq!(
///     finding.detail,
///     Detail::Read {
///         label: Some("x-other".to_owned()),
///         charset: Charset::UTF_8,
///         confidence: Confidence::Utf8Validity,
///         label_fits: false,
///         rule: None
///     }
/// );
/// assert_eq!(finding.detail.to_string(), "x-other read as UTF-8, because it is valid UTF-8");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The kind of the finding.
    pub code: Code,
    /// The octets of the message that the finding is about. For a body that cannot be decoded, they begin with the first
    /// octet that cannot, or with the first octet of the body if the body is in base64 or quoted-printable; then the detail
    /// counts octets of the decoded text, from 0. For raw octets of a header field, they are the whole value after the
    /// colon; for encoded words, the words that are decoded together. An empty span marks a place, such as the end of a header without the blank line after it. For a
    /// finding of a plan, they are octets of [`Plan::input`](crate::Plan::input).
    pub span: Span,
    /// The index of the part in [`Structure::parts`](crate::structure::Structure::parts). The index 0 is the message
    /// itself. For a finding of a plan, parse the same octets with
    /// [`Structure::parse`](crate::structure::Structure::parse) and the limits of the policy;
    /// [`Structure::path`](crate::structure::Structure::path) then gives the number of the part.
    pub part: usize,
    /// What was found and how it was handled. `Display` writes this as a sentence.
    pub detail: Detail,
}

impl Finding {
    /// A finding about the message itself; [`Finding::in_part`] moves it to a part.
    pub fn new(code: Code, span: Span, detail: impl Into<Detail>) -> Self {
        Self { code, span, part: 0, detail: detail.into() }
    }

    /// What the finding warns a reader of the message about. This is the [warning of the code](Code::warning), but `None` if
    /// text without a label, or with a wrong one, is read without a guess: the octets prove its charset (a byte order mark,
    /// escape sequences, or valid UTF-8), or the text itself names it.
    ///
    /// ```
    /// use mailutf::finding::Warning;
    /// use mailutf::message::Message;
    /// let warnings = |message: &[u8]| {
    ///     Message::parse(message).findings().iter().map(|finding| finding.warning()).collect::<Vec<_>>()
    /// };
    /// assert_eq!(warnings("\nGrüße aus Köln".as_bytes()), [None]); // valid UTF-8
    /// assert_eq!(warnings(b"\nGr\xFC\xDFe aus K\xF6ln"), [Some(Warning::Wrong)]); // by the letters
    /// ```
    pub fn warning(&self) -> Option<Warning> {
        let is_proved = matches!(
            self.detail,
            Detail::Cause(Cause::EscapeSequences)
                | Detail::Read {
                    confidence: Confidence::ByteOrderMark
                        | Confidence::Utf8Validity
                        | Confidence::EscapeSequence
                        | Confidence::Document,
                    ..
                }
        );
        self.code.warning().filter(|_| !is_proved)
    }

    /// Moves the finding to part `part`.
    #[must_use]
    pub fn in_part(mut self, part: usize) -> Self {
        self.part = part;
        self
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at octet {}", self.code, self.span.start)?;
        if self.detail.is_none() { Ok(()) } else { write!(f, ": {}", self.detail) }
    }
}
