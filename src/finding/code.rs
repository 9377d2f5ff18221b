//! The kinds of findings: stable codes, their severity and their meaning.

use std::fmt;

/// What a finding means for the owner of the mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// Unusual, but read without doubt.
    Note,
    /// Decided on evidence, because the message names no charset or a wrong one.
    Guess,
    /// Octets were replaced by U+FFFD, as the caller requested.
    Lossy,
    /// Left unchanged, because it cannot be read without loss.
    Unresolved,
}

impl Severity {
    /// The word used in reports.
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
            /// All codes, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The stable name, in lower case with hyphens.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code),* }
            }

            /// Its severity.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity),* }
            }

            /// Its meaning, in one sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => $meaning),* }
            }
        }
    };
}

codes! {
    // Charsets
    LabelUnknown "label-unknown" Guess "The charset label is unknown; the text was read by other evidence.";
    LabelMissing "label-missing" Guess "Text with octets above 127 has no charset label; it was read by other evidence.";
    LabelMismatch "label-mismatch" Guess "The octets are not in the charset that their label names; the text was read by other evidence.";
    LabelOverruled "label-overruled" Guess "As requested, the text was read in another charset than its label names.";
    Rule "rule" Note "A rule of the mail's owner decided how the text was read, or that it was left unchanged.";
    LabelDoubtful "label-doubtful" Unresolved "The text decodes in the charset of its label, but is very likely in another one, or lacks its escape characters; it was left unchanged.";
    LabelUncertain "label-uncertain" Guess "The text is labelled UTF-16, but could as well be US-ASCII or UTF-8; it was read as its label says.";
    LabelSuperset "label-superset" Note "The text uses characters that its label lacks; it was read in the larger charset that mailers mean by this label.";
    Utf16Order "utf16-order" Guess "UTF-16 without a byte order mark is in the other octet order than its label says.";
    TextUnresolved "text-unresolved" Unresolved "The text cannot be read without loss in any charset for which there is evidence; it was left unchanged.";
    TextMalformed "text-malformed" Note "The text has a minor encoding error; nothing was lost.";
    TextReplaced "text-replaced" Lossy "Ill-formed sequences were replaced by U+FFFD.";
    TextMixed "text-mixed" Guess "Some lines of the text are UTF-8 and the others are in another charset; each line was read in its own charset.";
    Utf8SurrogatePair "utf8-surrogate-pair" Note "UTF-8 contains surrogate pairs, as in CESU-8; each was read as one character.";
    VisualOrder "visual-order" Note "Hebrew text is in visual order: each line is stored as it is seen from left to right, so that programs of today show it backwards.";
    BidiControl "bidi-control" Note "The text has characters that change the direction of the text around them, so that it may be shown in another order than it is written in.";
    TagCharacter "tag-character" Note "The text has tag characters, which are not shown, outside a flag.";
    Noncharacter "noncharacter" Note "The text of a header has code points that Unicode never assigns to a character.";
    BodyNul "body-nul" Note "A text that has no transfer encoding has NULs, which 7bit and 8bit forbid; some programs end the text there.";
    SeparatorsReplaced "separators-replaced" Note "As requested, line and paragraph separators were written as line ends.";
    TextGarbled "text-garbled" Unresolved "The text is valid, but was very likely decoded in a wrong charset before it was stored; it was left as it is.";
    TextBinary "text-binary" Unresolved "A text part holds binary data; it was left unchanged.";
    CharsetInside "charset-inside" Unresolved "A document names its charset inside itself, several times or in a form that is not supported; it was left unchanged.";
    AttachmentKept "attachment-kept" Note "The text of an attachment is sound, but its label is missing or is not the charset that it declares inside; it was left unchanged.";
    // Header fields
    WordSplitChar "word-split-char" Note "A character is split across adjacent encoded words; they were joined before decoding.";
    WordMalformed "word-malformed" Note "An encoded word violates RFC 2047 but decodes unambiguously.";
    WordMisplaced "word-misplaced" Note "An encoded word is in a place where RFC 2047 section 5 forbids it; it was decoded.";
    WordControl "word-control" Note "An encoded word holds control characters, another encoded word, or an overlong line; it stays encoded, in UTF-8.";
    WordUnresolved "word-unresolved" Unresolved "An encoded word cannot be decoded without loss; it was left unchanged.";
    WordReplaced "word-replaced" Lossy "Ill-formed sequences in an encoded word were replaced by U+FFFD.";
    FieldRaw "field-raw" Guess "A header field holds raw octets that are not UTF-8, or raw escape sequences; they were read by other evidence.";
    FieldUnresolved "field-unresolved" Unresolved "A header field holds raw octets above 127, or escape sequences, that cannot be read in any charset for which there is evidence; it was left unchanged.";
    FieldNotUtf8 "field-not-utf8" Unresolved "A field or line that is never rewritten contains octets that are not UTF-8; it was left unchanged.";
    FieldNotAscii "field-not-ascii" Unresolved "As requested, header text was written in encoded words, but the field has octets above 127 where none may be; they were left unchanged.";
    FieldDuplicate "field-duplicate" Note "A field that may occur once occurs more than once; the first one counts.";
    FieldMalformed "field-malformed" Note "A line of the header is not a field; it was left unchanged.";
    ParameterMalformed "parameter-malformed" Note "A parameter violates RFC 2045 or RFC 2231 but reads unambiguously.";
    ParameterUnresolved "parameter-unresolved" Unresolved "A parameter value cannot be decoded without loss; it was left unchanged.";
    // Transfer encodings
    TransferUnknown "transfer-unknown" Unresolved "The transfer encoding is unknown; the part was left unchanged.";
    TransferUnnamed "transfer-unnamed" Guess "Content-Transfer-Encoding names no transfer encoding; the body was read as what it plainly is.";
    TransferMismatch "transfer-mismatch" Note "The body is not in the transfer encoding that its header names.";
    TransferMalformed "transfer-malformed" Note "The transfer encoding violates RFC 2045 but decodes unambiguously.";
    TransferDropped "transfer-dropped" Lossy "Octets that do not belong to the transfer encoding were dropped; the text after them may be misread.";
    TransferTail "transfer-tail" Note "Text follows the end of a base64 body; it was kept.";
    // Structure
    BoundaryMissing "boundary-missing" Note "A multipart names no boundary, or one that does not occur.";
    BoundaryUnterminated "boundary-unterminated" Note "A multipart ends without its closing boundary.";
    HeaderMissing "header-missing" Guess "The input has no header field; all of it was taken for the body of a message.";
    HeaderUnterminated "header-unterminated" Note "No blank line separates a header from its body.";
    MessageEncoded "message-encoded" Unresolved "An enclosed message has a transfer encoding, and its text would change; it was left unchanged, because decoding it would change the parts of the outer message.";
    MessageEmbedded "message-embedded" Unresolved "The text seems to contain a message in another charset; the text was left unchanged.";
    StructureDoubtful "structure-doubtful" Unresolved "The structure is too damaged to change the message safely; it was left unchanged.";
    ServerIndex "server-index" Unresolved "A mail server's index refers to the message by its file name; the message was left unchanged.";
    Protected "protected" Note "Signed or encrypted octets were left unchanged.";
    NotSevenBit "not-7bit" Unresolved "Octets above 127 are in places where nothing may be changed; the message is not 7-bit.";
    SignatureBroken "signature-broken" Note "As requested, a signed part was changed; its signature is no longer valid.";
    SealBroken "seal-broken" Note "A DKIM signature or ARC seal is no longer valid after the change.";
    SealKept "seal-kept" Note "As requested, a message with a DKIM signature or ARC seal was left unchanged.";
    FormatUnsupported "format-unsupported" Unresolved "The file format is not supported; the file was left unchanged.";
    CompressedPadding "compressed-padding" Note "NUL padding behind the data of a compressed file was ignored.";
    // Limits and safety
    LimitReached "limit-reached" Unresolved "A limit was exceeded; the message was left unchanged.";
    EditsOverlap "edits-overlap" Unresolved "Two edits overlap, which is a defect of this program; the message was left unchanged.";
    VerifyFailed "verify-failed" Unresolved "mail-parser reads the rewritten message differently; the message was left unchanged.";
    VerifySkipped "verify-skipped" Note "The rewritten message was not verified: mail-parser is not safe on it, or it is too large.";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
