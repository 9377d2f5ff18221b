//! The kinds of findings: stable codes, their severity, their meaning, why they occur, and what to do.

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
    ($($name:ident $code:literal $severity:ident $meaning:literal $cause:literal $advice:literal;)*) => {
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

            /// Why it occurs.
            pub const fn cause(self) -> &'static str {
                match self { $(Self::$name => $cause),* }
            }

            /// What to do about it, in options of the program; those about text are in `Policy`, by the same names.
            pub const fn advice(self) -> &'static str {
                match self { $(Self::$name => $advice),* }
            }
        }
    };
}

codes! {
    // CODE SEVERITY, then what it means, why it occurs, and what to do.

    // Charsets
    LabelUnknown "label-unknown" Guess
        "The charset label is unknown; the text was read by other evidence."
        "The sender's software invented the label, misspelled it, or uses a charset of its own."
        "Check the text. If it is wrong, name the charset with --charset DECLARED=REAL, or with --fallback-charset for all such labels.";
    LabelMissing "label-missing" Guess
        "Text with octets above 127 has no charset label; it was read by other evidence."
        "Old mailers, scripts and web forms send text without naming its charset."
        "Check the text. If it is wrong, name the charset with --fallback-charset.";
    LabelMismatch "label-mismatch" Guess
        "The octets are not in the charset that their label names; the text was read by other evidence."
        "A gateway or a mailer converted the text but kept the label, or puts the same label on everything."
        "Check the text: the evidence is strong, but not proof. If the finding says `by statistics` and the text is wrong, name the charset with --charset DECLARED=REAL. If the label fits, too, keep it: --charset X=X, or --doubtful label for all labels.";
    LabelOverruled "label-overruled" Guess
        "The text was read in another charset than its label names, because you asked for that, or because it is only shown."
        "You gave --charset for this label, or --doubtful evidence; or the command only shows text, and shows it as it likely is."
        "Check the text. If it is wrong, omit the option or name another charset.";
    Rule "rule" Note
        "A rule of the mail's owner decided how the text was read, or that it was left unchanged."
        "A rule in the file that you gave with --rules applies to the text; the finding names its line."
        "Check the text. If it is wrong, change the rule, or decide again: mailutf review PATH.";
    LabelDoubtful "label-doubtful" Unresolved
        "The text decodes in the charset of its label, but is very likely in another one, or lacks its escape characters; it was left unchanged."
        "The sender's software names the wrong charset: Russian text labelled ISO-8859-1, for example."
        "Compare the readings with `mailutf inspect`. --doubtful evidence reads all such text as it very likely is, --doubtful label as its label says; --charset DECLARED=REAL decides for one label.";
    LabelUncertain "label-uncertain" Guess
        "The text could as well be in another charset than its label says; it was read as its label says."
        "Chinese words in UTF-16 can have the octets of printable US-ASCII, and the other way round; a single character of UTF-16 may be in either octet order; or a document declares another charset inside. Neither reading is clearly likelier."
        "Check the text. If it is wrong, name the charset with --charset DECLARED=REAL; if it is right, --doubtful label says so.";
    LabelSuperset "label-superset" Note
        "The text uses characters that its label lacks; it was read in the larger charset that mailers mean by this label."
        "Mailers send windows-1252 labelled ISO-8859-1, or GBK labelled GB2312: they use the better known name for the larger charset."
        "Nothing. The text is read as its writer saw it.";
    Utf16Order "utf16-order" Guess
        "UTF-16 without a byte order mark is in the other octet order than its label says."
        "The label promises one octet order (big-endian where it names none, RFC 2781), but the writer's machine used the other."
        "Check the text. --doubtful label believes all labels, --charset utf-16le=utf-16le this one.";
    TextUnresolved "text-unresolved" Unresolved
        "The text cannot be read without loss in any charset for which there is evidence; it was left unchanged."
        "The text was damaged in transit, nothing names its charset (an attachment is never converted by its letters), or a rule names several and the letters do not show which."
        "Look at the octet named in the finding. If the label is missing, use --fallback-charset; if it is wrong, --charset DECLARED=REAL; if it is right, although the text looks like something else, --doubtful label; if you accept the damage, --lossy; if a rule names several charsets, name one for this message in a rule before it.";
    TextMalformed "text-malformed" Note
        "The text has a minor encoding error; nothing was lost."
        "The writer's encoder was careless, for example with a bare `+` in UTF-7."
        "Nothing. The meaning is clear.";
    TextReplaced "text-replaced" Lossy
        "Ill-formed sequences were replaced by U+FFFD."
        "Some octets are ill-formed in their charset; you gave --lossy, or the command only shows text."
        "Keep the original: only it still holds the replaced octets.";
    TextMixed "text-mixed" Guess
        "Some lines of the text are UTF-8 and the others are in another charset; each line was read in its own charset."
        "Software added lines without converting them to the charset of the text: a mailing list its footer, a gateway its banner."
        "Check the lines named in the finding. Where it says that the label fits, --doubtful label reads all lines as the label says.";
    Utf8SurrogatePair "utf8-surrogate-pair" Note
        "UTF-8 contains surrogate pairs, as in CESU-8; each was read as one character."
        "The sender's software writes CESU-8 but calls it UTF-8, as MySQL and Java do with emoji."
        "Nothing. Each pair is one character. With --strict such text is ill-formed.";
    VisualOrder "visual-order" Note
        "Hebrew text is in visual order: each line is stored as it is seen from left to right, so that programs of today show it backwards."
        "Before Unicode, Hebrew was stored as terminals showed it (RFC 1555): the last letter of a line comes first."
        "--logical-order puts such text in logical order, as it is spoken. Without it, the text keeps its order.";
    BidiControl "bidi-control" Note
        "The text has characters that change the direction of the text around them, so that it may be shown in another order than it is written in."
        "Mail in Hebrew or Arabic has them around names, addresses and telephone numbers. They can also disguise a name: one that ends in `.exe` can be shown as if it ended in `.txt`."
        "Nothing in mail of such languages. Anywhere else, be careful with the message.";
    TagCharacter "tag-character" Note
        "The text has tag characters outside of a flag, where they are not shown."
        "A program hides data in the text, such as a watermark, or instructions to a program that reads the mail."
        "Be careful with the message, and do not pass its text to a program that acts on it. The characters are kept.";
    Noncharacter "noncharacter" Note
        "The text of a header has code points that Unicode never assigns to a character."
        "The mailer has a defect, or a program tests how readers treat such text."
        "Nothing. The code points are kept.";
    BodyNul "body-nul" Note
        "A text that has no transfer encoding has NULs, which 7bit and 8bit forbid; some programs end the text there."
        "A program wrote all of its buffer, or the text was damaged."
        "Nothing if your mail program shows the whole text. The NULs are kept.";
    SeparatorsReplaced "separators-replaced" Note
        "As requested, line and paragraph separators were written as line ends."
        "You gave --separators-as-line-ends."
        "Keep the original if the difference between these characters and line ends matters.";
    TextGarbled "text-garbled" Unresolved
        "The text is valid, but was very likely decoded in a wrong charset before it was stored; it was left as it is."
        "Software decoded the text in a wrong charset, once or several times, and stored the result as UTF-8: `GrÃ¶ÃŸe` was `Größe`, and `Ïðèâåò` was `Привет`."
        "Compare the readings with `mailutf inspect`. --doubtful evidence restores all such text from which no octet was lost; --doubtful label says that the text is as its author wrote it.";
    TextBinary "text-binary" Unresolved
        "A text part holds binary data; it was left unchanged."
        "A file was attached with a text media type, or the file is not a message but a document."
        "Nothing, or correct the media type where the mail is produced.";
    CharsetInside "charset-inside" Unresolved
        "A document names its charset inside itself, several times or in a form that is not supported; it was left unchanged."
        "A vCard can name a charset for each line. Source code, LaTeX, RTF and translation catalogs name theirs where the programs that read them look, whatever the label says."
        "Nothing, or convert the document with its own program.";
    AttachmentKept "attachment-kept" Note
        "The text of an attachment is sound, but its label is missing or is not the charset that it declares inside; it was left unchanged."
        "The mailer attached a file as it was. Programs open it by what it holds or declares, not by its label."
        "Nothing. If it declares another charset, --doubtful label converts it by its label, and --charset DECLARED=REAL decides for one label.";
    // Header fields
    WordSplitChar "word-split-char" Note
        "A character is split across adjacent encoded words; they were joined before decoding."
        "The mailer cut encoded words at a fixed number of octets, in the middle of a character, which RFC 2047 section 5 forbids."
        "Nothing. The words were joined, and the character is complete.";
    WordMalformed "word-malformed" Note
        "An encoded word violates RFC 2047 but decodes unambiguously."
        "The mailer left spaces in a word, or padded its base64 wrongly."
        "Nothing. The meaning is clear.";
    WordMisplaced "word-misplaced" Note
        "An encoded word is in a place where RFC 2047 section 5 forbids it; it was decoded."
        "The mailer put an encoded word into a quoted string or an address, where strict readers show it undecoded."
        "Nothing. After conversion every reader shows the text.";
    WordControl "word-control" Note
        "An encoded word holds control characters, another encoded word, or an overlong line; it stays encoded, in UTF-8."
        "A program put a line break or another control character into header text, possibly to forge a header field, or encoded the text twice."
        "Be careful with the message. The encoded word itself is harmless.";
    AddressInWord "address-in-word" Note
        "An entry of an address list has no address but the one in its encoded words; they stay encoded."
        "The mailer encoded the address together with the name, which RFC 2047 section 5 forbids."
        "Look at the address in the finding. Programs that send mail pass it over, and conversion does not make it a recipient; if you want to write to it, type it.";
    WordUnresolved "word-unresolved" Unresolved
        "An encoded word cannot be decoded without loss; it was left unchanged."
        "The charset of the word is unknown, or the word was cut short or damaged."
        "Look at the octet named in the finding. If the charset is unknown or wrong, use --charset DECLARED=REAL; if you accept the damage, --lossy.";
    WordReplaced "word-replaced" Lossy
        "Ill-formed sequences in an encoded word were replaced by U+FFFD."
        "Some octets of the word are ill-formed in its charset; you gave --lossy, or the command only shows text."
        "Keep the original: only it still holds the replaced octets.";
    FieldRaw "field-raw" Guess
        "A header field holds raw octets that are not UTF-8, or raw escape sequences; they were read by other evidence."
        "The mailer put 8-bit text into the header without an encoded word, so that nothing names its charset."
        "Check the text. If it is wrong, name the charset with --fallback-charset.";
    FieldUnresolved "field-unresolved" Unresolved
        "A header field holds raw octets above 127, or escape sequences, that cannot be read in any charset for which there is evidence; it was left unchanged."
        "The mailer put 8-bit or shifted text into the header, and there is no evidence of its charset; or it put it where no charset can be named, such as an address."
        "Name the charset with --fallback-charset. An address stays, because nobody but its owner knows the right one.";
    FieldUnbalanced "field-unbalanced" Unresolved
        "The quotes, comments or brackets of a field with addresses do not balance, so that programs find different addresses in it; it was left unchanged."
        "The mailer cut a name short, or put a quote, parenthesis or bracket into it without quoting it."
        "Look at the octet named in the finding. In a copy of the message, add what is missing there, or remove what is too much; then the field is converted.";
    FieldNotUtf8 "field-not-utf8" Unresolved
        "A field or line that is never rewritten contains octets that are not UTF-8; it was left unchanged."
        "A mail server copied the sender's host name into a trace field unchanged, or a program printed into the header."
        "Usually nothing: these octets are hardly ever read. A program that requires the whole message to be UTF-8 must replace them.";
    FieldNotAscii "field-not-ascii" Unresolved
        "As requested, header text was written in encoded words, but the field has octets above 127 where none may be; they were left unchanged."
        "An address, a trace field or a message identifier has octets above 127 (RFC 6532). Encoded words are not allowed there (RFC 2047 section 5)."
        "Send the message to servers that accept SMTPUTF8, or replace the address by one in US-ASCII; a domain has such a form (`xn--`).";
    FieldDuplicate "field-duplicate" Note
        "A field that may occur once occurs more than once; the first one counts."
        "A gateway added a field that already existed."
        "Nothing. The first field counts, as for most readers; others may show another value.";
    FieldMalformed "field-malformed" Note
        "A line of the header is not a field; it was left unchanged."
        "A line break was inserted into a field, or a program printed into the header."
        "Nothing. The line is kept.";
    ParameterMalformed "parameter-malformed" Note
        "A parameter violates RFC 2045 or RFC 2231 but reads unambiguously."
        "The mailer put an encoded word into a parameter, or left out required quotes."
        "Nothing. The meaning is clear.";
    ParameterUnresolved "parameter-unresolved" Unresolved
        "A parameter value cannot be decoded without loss; it was left unchanged."
        "The charset of a file name is unknown, or the name is damaged."
        "If the value names the wrong charset, use --charset DECLARED=REAL. Otherwise rename the file by hand. Its content is not affected.";
    // Transfer encodings
    TransferUnknown "transfer-unknown" Unresolved
        "The transfer encoding is unknown; the part was left unchanged."
        "The name of the transfer encoding is misspelled, or private to one mailer."
        "If the content shows what it is, correct Content-Transfer-Encoding by hand.";
    TransferUnnamed "transfer-unnamed" Guess
        "Content-Transfer-Encoding does not name the transfer encoding of the body, which was read as what it plainly is."
        "A mailer wrote a charset or a media type into Content-Transfer-Encoding; or the field was lost or replaced by 7bit, and the command only shows text."
        "Look at the text. --strict leaves such a part unchanged.";
    TransferDoubtful "transfer-doubtful" Unresolved
        "The text seems to be in quoted-printable or base64, but its header names no such transfer encoding; it was left unchanged."
        "A mailer or a gateway lost Content-Transfer-Encoding, or wrote 7bit over it. With a label of UTF-8, the text would be misread by whoever decodes it."
        "Read it with `mailutf text`. To have it converted, correct Content-Transfer-Encoding by hand; --doubtful label says that the text is as it should be.";
    TransferMismatch "transfer-mismatch" Note
        "The body is not in the transfer encoding that its header names."
        "A mailer or a gateway decoded the body but kept the field."
        "Nothing. The body is read as what it is.";
    TransferMalformed "transfer-malformed" Note
        "The transfer encoding violates RFC 2045 but decodes unambiguously."
        "The body was damaged in transit, or its encoder is careless."
        "Nothing, unless text is missing at the octet named in the finding.";
    TransferDropped "transfer-dropped" Lossy
        "Octets that do not belong to the transfer encoding were dropped; the text after them may be misread."
        "Base64 or uuencoded text was damaged in transit; you gave --lossy, or the command only shows text."
        "Keep the original: the backup or another copy of the mail.";
    TransferTail "transfer-tail" Note
        "Text follows the end of a base64 body; it was kept."
        "A mailing list appended its footer to a base64 body."
        "Nothing. The footer is kept after the text.";
    // Structure
    BoundaryMissing "boundary-missing" Unresolved
        "A multipart names no boundary, or one that does not occur, so that mail programs do not show its text; it was left unchanged."
        "The message was cut short, its Content-Type was damaged, or all of the multipart is in base64 or quoted-printable, which RFC 2045 forbids."
        "Read the text with `mailutf text`. In a copy of the message, look for a line that begins with `--`, put what follows the hyphens into boundary= of Content-Type, and convert the copy.";
    MultipartEmpty "multipart-empty" Note
        "A multipart contains no part, and no text either."
        "A program removed the parts, the message was cut short, or the multipart is encrypted and its boundary is missing."
        "Nothing, or look for another copy of the message if its text is missing.";
    BoundaryUnterminated "boundary-unterminated" Note
        "A multipart ends without its closing boundary."
        "The message was cut short, or the mailer left out the closing boundary."
        "Check whether the last part is complete.";
    HeaderMissing "header-missing" Guess
        "The input has no header field; all of it was taken for the body of a message."
        "The file is a document, a page saved from a web mailer, a message saved as UTF-16, or a message that lost its beginning."
        "Look at the file. Nothing is lost; if it is not mail, leave it out. Convert UTF-16 with `mailutf decode --charset utf-16`.";
    HeaderUnterminated "header-unterminated" Note
        "No blank line separates a header from its body."
        "The message was cut short, or a program left out the blank line."
        "Nothing. Header and body are kept.";
    MessageEncoded "message-encoded" Unresolved
        "An enclosed message or report has a transfer encoding, and its text may need conversion; it was left unchanged, because decoding it would change the parts of the outer message."
        "A mailer attached a message in base64 or quoted-printable, which RFC 2046 forbids, but RFC 6532 allows for message/global."
        "Read it with `mailutf text`. To convert it, save the attached message with `mailutf attachments`, and convert that file.";
    MessageDecoded "message-decoded" Note
        "An enclosed message or report has a transfer encoding; it was left unchanged, and there is no text in it to convert."
        "A mailer attached a message in base64 or quoted-printable, which RFC 2046 forbids, but RFC 6532 allows for message/global."
        "Nothing. `mailutf text` shows it; some other programs show a file.";
    MessageEmbedded "message-embedded" Unresolved
        "The text seems to contain a message in another charset; the text was left unchanged."
        "A mailbox lost the lines between its messages, or a digest joins messages in several charsets. Read in the charset of the surrounding text, the message would be unreadable."
        "Look at the file. Put a blank line and a `From ` line before each message, and give the file a name that does not end in .eml; or save each message to its own file.";
    StructureDoubtful "structure-doubtful" Unresolved
        "The structure is too damaged to change the message safely; it was left unchanged."
        "The structure is ambiguous: after the change, other parts would be found. Or text that could not be read would be read differently beside the changed text. Or a mailbox has no blank line before a `From ` line, or text before its first message. Or a file of Apple Mail starts with a wrong length. Or a program for the old Mac OS ended all lines of a message with CR alone, for which other programs see one line."
        "Look at the boundaries and header lines with `mailutf inspect`, and repair them by hand if it matters. In a mailbox, put a blank line before each `From ` line; with --mbox-variant, text before the first one is kept. Where lines end with CR alone, convert a copy: `tr '\\r' '\\n' <FILE >COPY`, if no line of the file ends with CRLF.";
    ServerIndex "server-index" Unresolved
        "A mail server's index refers to the message by its file name; the message was left unchanged."
        "A message never changes in IMAP, so Dovecot, Courier and Cyrus store its size and structure in an index, under its file name. If the file changed and kept its name, they would report a broken size or show the text in the wrong charset."
        "In a Maildir, --add-sizes gives changed messages new names with their sizes; mail clients then see them as new messages with new UIDs. For Cyrus, write the mail elsewhere with -o, or convert each file by its name and then run `reconstruct`.";
    Protected "protected" Note
        "Signed or encrypted octets were left unchanged."
        "Changing a signed octet breaks its signature; changing an encrypted one destroys it."
        "Nothing, or --break-signatures to convert signed parts and break their signatures.";
    NotSevenBit "not-7bit" Unresolved
        "Octets above 127 are in places where nothing may be changed; the message is not 7-bit."
        "You asked for 7-bit mail, but the octets are protected or cannot be read."
        "Send the message to servers that accept 8-bit mail (8BITMIME, SMTPUTF8), or not at all.";
    SignatureBroken "signature-broken" Note
        "As requested, a signed part was changed; its signature is no longer valid."
        "You gave --break-signatures."
        "Keep the original: the backup or another copy of the mail.";
    SealBroken "seal-broken" Note
        "A DKIM signature or ARC seal is no longer valid after the change."
        "DKIM and ARC sign the body and header fields as they were sent."
        "Keep the original if its signature still matters, or use --keep-dkim.";
    SealKept "seal-kept" Note
        "As requested, a message with a DKIM signature or ARC seal was left unchanged."
        "You gave --keep-dkim."
        "Omit the option to convert the message.";
    FormatUnsupported "format-unsupported" Unresolved
        "The file format is not supported; the file was left unchanged."
        "The file is a mailbox of another program, an archive or a document, whatever its name."
        "For most formats, docs/formats.md has a command that makes mbox or .eml of the file. Convert what it makes.";
    CompressedPadding "compressed-padding" Note
        "NUL padding behind the data of a compressed file was ignored."
        "A tape or a disk filled the last block of the gzip, bzip2 or Zstandard file with NULs, which are no data."
        "Nothing. A file that is converted in place, or written compressed, has no padding afterwards.";
    // Limits and safety
    LimitReached "limit-reached" Unresolved
        "A limit was exceeded; the message was left unchanged."
        "The message is larger or deeper, or has more fields, than ordinary mail; it may be an attack."
        "Look at the message before you trust it. It was not changed. Options such as --limit-message raise the limits.";
    EditsOverlap "edits-overlap" Unresolved
        "Two edits overlap, which is a defect of this program; the message was left unchanged."
        "A defect of this program."
        "Please report it, with the message if possible.";
    VerifyFailed "verify-failed" Unresolved
        "mail-parser reads the rewritten message differently; the message was left unchanged."
        "Two readers disagree about the message: it is ambiguous, or one of them has a defect."
        "Look at the message. With --no-verify it is converted anyway.";
    VerifySkipped "verify-skipped" Note
        "The rewritten message was not verified: mail-parser is not safe on it, or it is too large."
        "mail-parser takes too long or too much memory, or fails, for messages of this size or shape."
        "Nothing. The message was converted without the check.";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
