//! What was odd in the data, as values with stable codes; never an error, never silent.

use crate::span::Span;
use std::fmt;

/// What a finding means for the person who owns the mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// Odd, and read without any doubt.
    Note,
    /// Decided on evidence because the message does not say, or says what is not so.
    Guess,
    /// Octets were replaced by U+FFFD, as the caller asked.
    Lossy,
    /// Left as it was, because it cannot be read without loss.
    Unresolved,
}

impl Severity {
    /// The word reports use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Guess => "guess",
            Self::Lossy => "lossy",
            Self::Unresolved => "unresolved",
        }
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident $code:literal $severity:ident $meaning:literal;)*) => {
        /// The kinds of findings. Codes are stable: scripts may rely on [`Code::as_str`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code { $( #[doc = $meaning] $name, )* }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The stable name, lower case with hyphens.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code),* }
            }

            /// How much it matters.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity),* }
            }

            /// What it means, in a sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => $meaning),* }
            }
        }
    };
}

codes! {
    // Charsets
    LabelUnknown "label-unknown" Guess "The charset label names no charset we know; the text was read on other evidence.";
    LabelMissing "label-missing" Guess "Text beyond ASCII stands under no charset label; it was read on other evidence.";
    LabelMismatch "label-mismatch" Guess "The octets are not in the charset of their label; the text was read on other evidence.";
    LabelOverruled "label-overruled" Guess "The text was read in another charset than the one that its label names, as asked.";
    LabelSuperset "label-superset" Note "The text uses characters its label lacks and a superset of it, which mailers mean by that label, has.";
    Utf16Order "utf16-order" Guess "UTF-16 without a byte order mark is in the other octet order than its label says.";
    TextUnresolved "text-unresolved" Unresolved "The text cannot be read without loss in any charset there is evidence for; it was left as it was.";
    TextMalformed "text-malformed" Note "The text is not quite as its charset has it; nothing of it was lost.";
    TextReplaced "text-replaced" Lossy "Ill-formed sequences were replaced by U+FFFD.";
    TextMixed "text-mixed" Guess "Some lines of the text are in UTF-8 and the others in another charset; each line was read in its own.";
    Utf8SurrogatePair "utf8-surrogate-pair" Note "UTF-8 holds surrogate pairs, as CESU-8 has them; each was read as its character.";
    TextBinary "text-binary" Unresolved "A text part holds binary data; it was left as it was.";
    CharsetInside "charset-inside" Unresolved "A document names its charset inside itself, in a form that is not followed, or names several; it was left as it was.";
    // Header fields
    WordSplitChar "word-split-char" Note "A character is split across adjacent encoded words; they were joined before decoding.";
    WordMalformed "word-malformed" Note "An encoded word is not as RFC 2047 has it, and its meaning is clear all the same.";
    WordMisplaced "word-misplaced" Note "An encoded word stands where RFC 2047 section 5 forbids it, and was decoded.";
    WordControl "word-control" Note "An encoded word holds control characters, another encoded word, or a line that is too long; it stays encoded, in UTF-8.";
    WordUnresolved "word-unresolved" Unresolved "An encoded word cannot be decoded without loss; it was left as it was.";
    WordReplaced "word-replaced" Lossy "Ill-formed sequences in an encoded word were replaced by U+FFFD.";
    FieldRaw "field-raw" Guess "A field holds raw octets above 127 that are not UTF-8, or raw escape sequences; they were read on evidence.";
    FieldUnresolved "field-unresolved" Unresolved "A field holds raw octets above 127 for which there is no evidence; it was left as it was.";
    FieldNotUtf8 "field-not-utf8" Unresolved "Octets above 127 that are not UTF-8 stand in a field or a line that is never rewritten; it was left as it was.";
    FieldDuplicate "field-duplicate" Note "A field that may stand once stands more than once; the first one counts.";
    FieldMalformed "field-malformed" Note "A line of the header is no field; it was left as it was.";
    ParameterMalformed "parameter-malformed" Note "A parameter is not as RFC 2045 or RFC 2231 has it, and its meaning is clear all the same.";
    ParameterUnresolved "parameter-unresolved" Unresolved "A parameter value cannot be decoded without loss; it was left as it was.";
    // Transfer encodings
    TransferUnknown "transfer-unknown" Unresolved "The transfer encoding is none we know; the part was left as it was.";
    TransferMismatch "transfer-mismatch" Note "The body is not in the transfer encoding its field names.";
    TransferMalformed "transfer-malformed" Note "The transfer encoding is not as RFC 2045 has it, and its meaning is clear all the same.";
    TransferDropped "transfer-dropped" Lossy "Octets that are no part of the transfer encoding were dropped; what follows them may be misread.";
    TransferTail "transfer-tail" Note "Text follows the end of a base64 body; it was kept.";
    // Structure
    BoundaryMissing "boundary-missing" Note "A multipart names no boundary, or one that occurs nowhere.";
    BoundaryUnterminated "boundary-unterminated" Note "A multipart ends without its closing boundary.";
    HeaderMissing "header-missing" Guess "No header field stands there; all of it was taken for the body of a message.";
    HeaderUnterminated "header-unterminated" Note "No blank line stands between a header and its body.";
    MessageEncoded "message-encoded" Unresolved "A message stands under a transfer encoding, and something in it would change; it was left as it was, or the message around it would have other parts than before.";
    MessageEmbedded "message-embedded" Unresolved "A message in another charset seems to stand inside the text; the text was left as it was.";
    StructureDoubtful "structure-doubtful" Unresolved "The structure is so broken that a change would alter it; the message was left as it was.";
    ServerIndex "server-index" Unresolved "A mail server's index holds what it knows of the message by its file name; the message was left as it was.";
    Protected "protected" Note "Signed or encrypted octets were left as they were.";
    NotSevenBit "not-7bit" Unresolved "Octets above 127 stand where nothing must be changed; the message is no 7-bit mail.";
    SignatureBroken "signature-broken" Note "A signed part was changed, as allowed; its signature no longer verifies.";
    SealBroken "seal-broken" Note "A DKIM signature or ARC seal no longer verifies after the change.";
    SealKept "seal-kept" Note "A message with a DKIM signature or ARC seal was left as it was, as asked.";
    FormatUnsupported "format-unsupported" Unresolved "The file is in a format that is not read; it was left as it was.";
    // Limits and safety
    LimitReached "limit-reached" Unresolved "A limit was reached; the message was left as it was.";
    EditsOverlap "edits-overlap" Unresolved "Two edits overlap, a defect of this program; the message was left as it was.";
    VerifyFailed "verify-failed" Unresolved "mail-parser reads the rewritten message differently; the message was left as it was.";
    VerifySkipped "verify-skipped" Note "The rewritten message was not verified: mail-parser is not safe on it, or it is too large.";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One oddity at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Which kind.
    pub code: Code,
    /// The octets of the message it is about.
    pub span: Span,
    /// Index of the part in [`Structure::parts`](crate::structure::Structure::parts); 0 is the message itself.
    pub part: usize,
    /// What was found and what was made of it: the label, the charset used, what was expected.
    pub detail: String,
}

impl Finding {
    /// A finding on the message itself; [`Finding::in_part`] moves it.
    pub fn new(code: Code, span: Span, detail: impl Into<String>) -> Self {
        Self { code, span, part: 0, detail: detail.into() }
    }

    /// The same, in part `part`.
    #[must_use]
    pub fn in_part(mut self, part: usize) -> Self {
        self.part = part;
        self
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at octet {}", self.code, self.span.start)?;
        if self.detail.is_empty() { Ok(()) } else { write!(f, ": {}", self.detail) }
    }
}
