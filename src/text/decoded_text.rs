//! The result of decoding octets to text, and the error if octets cannot be decoded.

use super::evidence::doubt::Doubt;
use crate::charset::{Charset, Malformed};
use crate::finding::{Code, Confidence, Detail, RulePlace};
use std::borrow::Cow;
use std::fmt;

/// Text decoded from octets.
///
/// All doubts are in [`findings`](Self::findings): if none has [`Severity::Guess`](crate::Severity::Guess) or
/// above, the text was read without a guess and without loss. To warn a reader, one finding of the highest
/// [severity](Code::severity) suffices; its detail is a sentence.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DecodedText<'a> {
    /// The text. It is borrowed if the octets already are this text in UTF-8. Its line ends are those of the
    /// octets.
    pub text: Cow<'a, str>,
    /// The charset that the octets were decoded in.
    pub charset: Charset,
    /// How the charset is known. This is about certainty: a byte order mark or escape sequences without a label are
    /// certain. The severity [`Guess`](crate::finding::Severity::Guess) of a finding says that evidence decided in place
    /// of a label, so such a text has a finding of this severity, although its confidence is that of no guess.
    pub confidence: Confidence,
    /// The number of ill-formed sequences that were replaced by U+FFFD. The number is 0 unless the policy is
    /// lossy or [for display](crate::Policy::for_display).
    pub replaced: usize,
    /// The findings about the text, without their span, which the caller knows.
    pub findings: Vec<(Code, Detail)>,
}

impl DecodedText<'_> {
    /// Whether the label is [doubtful](crate::policy::Doubtful): the octets also decode in the charset of their label,
    /// but as words that are less likely, or as garbled text. A conversion leaves such a text unchanged, unless its
    /// owner decides otherwise.
    pub fn is_label_doubtful(&self) -> bool {
        self.findings.iter().any(|(code, _)| match code {
            Code::LabelOverruled => self.confidence == Confidence::Detected,
            code => matches!(code, Code::LabelDoubtful | Code::TextGarbled | Code::TextRestored),
        })
    }

    /// The reason why another reading of the text is likelier. An example is garbled text that is decoded
    /// but not restored.
    pub(crate) fn doubt(&self) -> Option<&Detail> {
        self.findings
            .iter()
            .find(|(code, _)| matches!(code, Code::LabelDoubtful | Code::TextGarbled))
            .map(|(_, why)| why)
    }

    /// Returns the text of `octets`, from which this text was decoded, in `charset`, the charset of their label.
    /// Returns `None` if this text was read by the label.
    pub(crate) fn otherwise_by_label(&self, octets: &[u8], charset: Charset) -> Option<String> {
        if charset == self.charset && self.confidence != Confidence::Detected {
            return None;
        }
        let text = charset.decode_strict(octets).ok()?;
        (text != self.text).then(|| text.into_owned())
    }

    /// Returns this text without the byte order mark at its start. The mark shows the charset and is no text.
    pub(crate) fn without_mark(mut self) -> Self {
        match &mut self.text {
            Cow::Borrowed(text) => *text = text.strip_prefix('\u{FEFF}').unwrap_or(text),
            Cow::Owned(text) if text.starts_with('\u{FEFF}') => drop(text.drain(..'\u{FEFF}'.len_utf8())),
            Cow::Owned(_) => {}
        }
        self
    }

    /// Returns this text with the plain text `beside` the base64 from which this text was decoded.
    pub(crate) fn with(mut self, beside: Beside<'_>) -> Self {
        if !beside.before.is_empty() {
            self = self.without_mark();
            self.text.to_mut().insert_str(0, beside.before);
        }
        if !beside.after.is_empty() {
            let line_end = if beside.after.contains("\r\n") { "\r\n" } else { "\n" };
            append_tail(self.text.to_mut(), beside.after, line_end);
        }
        self
    }
}

/// Plain text beside the base64 of a body.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Beside<'b> {
    /// The text before the base64, such as the banner of a mail gateway. It ends with a line end, or is empty.
    pub(crate) before: &'b str,
    /// The text after the base64, such as the footer of a mailing list.
    pub(crate) after: &'b str,
}

impl Beside<'_> {
    pub(crate) const fn is_empty(self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }
}

/// Appends `tail` to `text` on lines of its own. If the last line of `text` has no line end, a line end is added:
/// CRLF if `text` contains CRLF, or else `line_end`.
pub(crate) fn append_tail(text: &mut String, tail: &str, line_end: &str) {
    if !text.ends_with('\n') {
        text.push_str(if text.contains("\r\n") { "\r\n" } else { line_end });
    }
    text.push_str(tail);
}

/// The reason why octets could not be decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unresolved {
    /// The charset that was tried, which is usually the charset of the label. `None` if no charset is known.
    pub charset: Option<Charset>,
    /// The first ill-formed or doubtful sequence; `None` if the error is not at a single place.
    pub malformed: Option<Malformed>,
    /// The likely reading of the octets, if the octets decode in the charset of their label but the label is
    /// [doubtful](crate::policy::Doubtful).
    pub doubt: Option<Doubt>,
    /// Whether all octets decode in the charset of their label. If so,
    /// [`Doubtful::Label`](crate::policy::Doubtful::Label) reads the text in that charset.
    pub label_fits: bool,
    /// The owner's rule that names the charset or leaves the text unchanged. If `charset` is
    /// `None`, the rule may also name several charsets, but the letters do not show which of them is right.
    pub rule: Option<RulePlace>,
    /// Whether the rule leaves the text unchanged, whatever its octets are.
    pub is_left: bool,
}

impl Unresolved {
    /// Returns the error for octets that cannot be decoded without loss. `charset` is the charset of their label, if
    /// there is one.
    pub(super) const fn new(charset: Option<Charset>, malformed: Option<Malformed>) -> Self {
        Self { charset, malformed, doubt: None, label_fits: false, rule: None, is_left: false }
    }

    /// Whether a rule names several charsets, and the letters do not show which of them is right.
    pub(crate) const fn is_undecided(&self) -> bool {
        self.rule.is_some() && self.charset.is_none() && !self.is_left
    }
}

impl fmt::Display for Unresolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Detail::from(self.clone()).fmt(f)
    }
}

impl From<Unresolved> for Detail {
    fn from(why: Unresolved) -> Self {
        let Unresolved { charset, malformed, doubt, label_fits, rule, is_left } = why;
        match (doubt, charset) {
            _ if is_left => Self::Rule { place: rule.unwrap_or_default(), label: None, charset: None },
            (Some(doubt), Some(charset)) => doubt.detail(charset),
            _ => Self::Unresolved { charset, malformed, label_fits, rule },
        }
    }
}

impl std::error::Error for Unresolved {}
