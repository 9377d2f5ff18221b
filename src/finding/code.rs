//! The kinds of findings: stable codes, their severity, the warning for a reader, their meaning, why they occur, and
//! what to do.

use std::fmt;

/// What a finding means for the owner of the mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// Something was unusual, but was read without doubt.
    Note,
    /// Evidence decided how the text was read, for example because the message names no charset or a wrong one.
    Guess,
    /// Octets were replaced by U+FFFD, as the caller requested.
    Lossy,
    /// Something was left unchanged, because its reading is doubtful or because it cannot be read without loss.
    Unresolved,
}

impl Severity {
    /// The word for the severity in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Guess => "guess",
            Self::Lossy => "lossy",
            Self::Unresolved => "unresolved",
        }
    }
}

/// What a finding warns a reader of the message about. The [`Severity`] is about the conversion instead: even a note
/// can be a warning for a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Warning {
    /// Some text may be wrong: its charset was guessed or is doubtful, or the text is damaged.
    Wrong,
    /// Something may be missing, because the message was cut short or damaged.
    Missing,
    /// Something may be hidden: other programs do not show it, or nobody sees it.
    Hidden,
    /// The message may be forged: it can look like something that it is not, or other programs read it differently.
    Forged,
}

impl Warning {
    /// All warnings.
    pub const ALL: &'static [Self] = &[Self::Wrong, Self::Missing, Self::Hidden, Self::Forged];

    /// The word for the warning in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Wrong => "wrong",
            Self::Missing => "missing",
            Self::Hidden => "hidden",
            Self::Forged => "forged",
        }
    }

    /// The warning in one sentence, for a reader.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Wrong => "Some text of the message may be wrong.",
            Self::Missing => "Something may be missing from the message.",
            Self::Hidden => "Other programs, or readers, may not see everything in the message.",
            Self::Forged => "The message may be forged.",
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

macro_rules! codes {
    ($($name:ident $code:literal $severity:ident $($warning:ident)? $meaning:literal $cause:literal $advice:literal;)*) => {
        /// The kinds of findings, each with its stable name and its [`Severity`]. Scripts may rely on the
        /// names, which [`Code::as_str`] and `Display` write.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(
                #[doc = concat!($meaning, "\n\n`", $code, "`, [`Severity::", stringify!($severity), "`]")]
                $name,
            )*
        }

        impl Code {
            /// All codes, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The stable name, in lower case with hyphens.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code),* }
            }

            /// The severity of the finding.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity),* }
            }

            /// What the finding warns a reader of the message about; `None` if the reader need not know of it. A finding
            /// can be without the warning of its code: see [`Finding::warning`](crate::Finding::warning).
            ///
            /// ```
            /// use mailutf::{Code, Warning};
            ///
            /// assert_eq!(Code::AddressInWord.warning(), Some(Warning::Forged));
            /// assert_eq!(Code::TransferTail.warning(), None);
            /// ```
            pub const fn warning(self) -> Option<Warning> {
                match self { $($(Self::$name => Some(Warning::$warning),)?)* _ => None }
            }

            /// The meaning of the finding, in one sentence. It is about a conversion: "it was left unchanged" means
            /// that a conversion leaves it, even if a program [shows](crate::Policy::shown) it in its likely reading.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => $meaning),* }
            }

            /// Why the finding occurs.
            pub const fn cause(self) -> &'static str {
                match self { $(Self::$name => $cause),* }
            }

            /// What to do about the finding, after a conversion. The advice names options of the program; the options
            /// about text have the same names in `Policy`.
            pub const fn advice(self) -> &'static str {
                match self { $(Self::$name => $advice),* }
            }
        }
    };
}

codes! {
    // Each entry has a name, a code, a severity and, for some codes, a warning; then the meaning, the cause and the
    // advice.

    // Charsets
    LabelUnknown "label-unknown" Guess Wrong
        "The charset label is unknown; the charset of the text was determined in another way."
        "The sender's software invented the label, misspelled it, or uses a charset of its own. If nothing shows the charset of the text, the finding is `text-unresolved` instead."
        "Check the text. If it is wrong, name the charset with --charset DECLARED=REAL, or with --fallback-charset for all unknown labels.";
    LabelMissing "label-missing" Guess Wrong
        "Text with octets above 127 has no charset label; its charset was determined without one."
        "Old mailers, scripts and web forms send text without naming its charset. If nothing shows the charset of the text, the finding is `text-unresolved` instead."
        "Check the text. If it is wrong, name the charset with --fallback-charset.";
    LabelMismatch "label-mismatch" Guess Wrong
        "The text is not in the charset that its label names; its charset was determined in another way."
        "A gateway or a mailer converted the text but kept the label, or puts the same label on everything."
        "Check the text. If it is wrong and the finding says `by statistics`, name the right charset with --charset DECLARED=REAL. If the finding names `--doubtful label`, the text can also be read in the charset of its label: use `--doubtful label` for all labels, or `--charset X=X` for the label X only.";
    LabelOverruled "label-overruled" Guess Wrong
        "The text was read in a charset that its label does not name. Either you asked for this charset, or the command only shows text: such commands read doubtful text in its likely charset."
        "You gave --charset for this label, or `--doubtful evidence`. Or you used a command that only shows text, such as `mailutf text`: it reads doubtful text in its likely charset."
        "Check the text. If it is wrong, omit the option or name another charset.";
    Rule "rule" Note
        "A rule in your rules file decided how the text was read, or left the text unchanged."
        "A rule in the file that you gave with --rules applies to the text; the finding names the line of the rule. A rule with `read = \"evidence\"` is not named, because the finding names the evidence, unless its `undo` restored the text."
        "Check the text. If it is wrong, change the rule, or decide again: mailutf review PATH.";
    LabelDoubtful "label-doubtful" Unresolved Wrong
        "The text decodes in the charset of its label, but is very likely in another charset, or has lost its escape characters. It was left unchanged."
        "The sender's software names the wrong charset: Russian text labelled ISO-8859-1, for example."
        "Compare the readings with `mailutf inspect`. To read all doubtful text in its likely charset, use `--doubtful evidence`; to read it in the charset of its label, use `--doubtful label`; to decide for one label, use --charset DECLARED=REAL.";
    LabelUncertain "label-uncertain" Guess Wrong
        "The text is as likely to be in another charset as in the charset of its label; it was read as its label says."
        "There are three possible causes. Chinese text in UTF-16 can have the same octets as US-ASCII text. A single character of UTF-16 can be valid in both octet orders. A document can declare another charset than its label does."
        "Check the text. If it is wrong, name the charset with --charset DECLARED=REAL; if it is right, use `--doubtful label` to confirm the label.";
    LabelSuperset "label-superset" Note
        "The text has characters that the charset of its label lacks; it was read in the larger charset that mailers mean by this label."
        "Mailers send windows-1252 labelled ISO-8859-1, or GBK labelled GB2312: they use the better known name for the larger charset."
        "Nothing. The text is read as its writer saw it.";
    Utf16Order "utf16-order" Guess Wrong
        "The text is UTF-16 without a byte order mark, and its octet order is the opposite of the order that its label names."
        "The label stands for one octet order (big-endian if the label names no order, RFC 2781), but the writer's machine used the other order."
        "Check the text. If it is wrong, use `--doubtful label`, which reads all text in the charset of its label, or `--charset utf-16le=utf-16le`, which does so only for text labelled UTF-16LE.";
    TextUnresolved "text-unresolved" Unresolved Wrong
        "The text cannot be read or converted without loss; it was left unchanged."
        "The text was damaged in transit, its header is damaged, or nothing names its charset. (mailutf never converts an attachment by the charset that its letters show. To read it, it is shown in that charset.) Or a rule names several charsets, and the text does not show which of them is right."
        "Look at the octet named in the finding. If the message is damaged there, repair a copy of it, and convert the copy. If the label is missing, use --fallback-charset. If the label is wrong, use --charset DECLARED=REAL. If the label is right, although the text looks like something else, use `--doubtful label`. If you accept the damage, use --lossy. If a rule names several charsets, add a rule before it that names the charset of this message.";
    TextMalformed "text-malformed" Note
        "The text has a minor encoding error; nothing was lost."
        "The writer's encoder was careless, for example with a bare `+` in UTF-7."
        "Nothing. The meaning is clear.";
    TextReplaced "text-replaced" Lossy Wrong
        "Ill-formed sequences were replaced by U+FFFD."
        "Some octets are not valid in the charset of the text. They were replaced because you gave --lossy, or because you used a command that only shows text, such as `mailutf text`."
        "Keep the original, because only the original still has the octets that were replaced.";
    TextMixed "text-mixed" Guess Wrong
        "Some lines of the text are UTF-8, and the other lines are in another charset; each line was read in its own charset."
        "Software added lines without converting them to the charset of the text: a mailing list added its footer, for example, or a gateway its banner."
        "Check the lines. The first octet in the finding is where the body starts; the other octets are counted from there, after decoding, and show which lines are UTF-8. A conversion writes all lines in UTF-8. If there is also a finding `label-mismatch` or `label-missing`, it says how the charset of the other lines was found. If that charset is wrong, name the right one with --charset DECLARED=REAL or, if there is no label, with --fallback-charset. To leave the text unchanged, use a rule with `read = \"leave\"`. With --strict, the lines are not read separately: the whole text is read as its label says, or left unchanged. If the finding names `--doubtful label`, this option reads all lines in the charset of the label.";
    Utf8SurrogatePair "utf8-surrogate-pair" Note
        "The text is in UTF-8, but contains surrogate pairs, as in CESU-8; each pair was read as one character."
        "The sender's software writes CESU-8 but calls it UTF-8, as MySQL and Java do with emoji."
        "Nothing. Each pair was read as one character. With --strict, such text counts as ill-formed.";
    VisualOrder "visual-order" Note Wrong
        "Hebrew text is in visual order: each line is stored as it is seen from left to right, so current programs show the line backwards."
        "Before Unicode, Hebrew was stored as terminals showed it (RFC 1555): the last letter of a line comes first."
        "To put Hebrew text in logical order, the order in which it is spoken, use --logical-order. Without this option, the text keeps its order.";
    BidiControl "bidi-control" Note Forged
        "The text has characters that change the direction of the text around them, so that it may be shown in an order that differs from the stored order."
        "Mail in Hebrew or Arabic has such characters around names, addresses and telephone numbers. They can also disguise a file name: a name that ends in `.exe` can be shown as if it ended in `.txt`."
        "Nothing, if the mail is in Hebrew, Arabic or a similar language. In any other mail, check who sent the message before you trust it or open its attachments.";
    TagCharacter "tag-character" Note Hidden
        "The text has tag characters, which belong only in flag emoji; elsewhere they are invisible."
        "A program hid data in the text: a watermark, for example, or instructions for a program that reads the mail."
        "Check who sent the message before you trust it, and do not pass its text to a program that follows instructions in it. The characters are kept.";
    Noncharacter "noncharacter" Note
        "The text of a header has code points that Unicode never assigns to a character."
        "The mailer has a defect, or someone tests how programs treat such text."
        "Nothing. The code points are kept.";
    BodyNul "body-nul" Note Hidden
        "The text contains NULs (octets of value 0), which are not allowed without a transfer encoding; some programs end the text at the first NUL."
        "A program wrote unused octets of its buffer, or the text was damaged."
        "Nothing, if your mail program shows the whole text; otherwise read the text with `mailutf text`. The NULs are kept.";
    SeparatorsReplaced "separators-replaced" Note
        "As requested, the Unicode line and paragraph separators (U+2028 and U+2029) were written as ordinary line ends."
        "You gave --separators-as-line-ends."
        "Keep the original if you may need these separators again, because the result does not show where they were.";
    TextGarbled "text-garbled" Unresolved Wrong
        "The text is valid, but it was very likely decoded in a wrong charset before it was stored; it was left unchanged."
        "Software decoded the text in a wrong charset, once or several times, and stored the result as UTF-8: `GrÃ¶ÃŸe` was `Größe`, and `Ïðèâåò` was `Привет`."
        "Compare the readings with `mailutf inspect`. To repair all garbled text from which no octet was lost, use `--doubtful evidence`; if the text is right as it stands, use `--doubtful label`.";
    TextRestored "text-restored" Guess Wrong
        "The text was garbled before it was stored, or had lost its escape characters; its original text was restored."
        "Software decoded the text in a wrong charset and stored the result as UTF-8, or removed the escape characters of ISO-2022-JP. The text was restored because you gave `--doubtful evidence`, because other messages of the sender were garbled in the same way, or because the command only shows text."
        "Check the text. If it was right as it stood, use `--doubtful label`.";
    TextBinary "text-binary" Unresolved Wrong
        "A text part holds binary data; it was left unchanged."
        "A binary file was attached with a text media type, or the input is not a message but a document."
        "Nothing, or correct the media type where the mail is produced.";
    CharsetInside "charset-inside" Unresolved Wrong
        "A document names its charset inside itself, either several times or in a form that mailutf does not support. The document was left unchanged."
        "A vCard can name a charset for each line. Source code, LaTeX, RTF and translation catalogs name their charset in the file; programs that read them use this charset and ignore the label."
        "Nothing, or convert the document with its own program.";
    AttachmentKept "attachment-kept" Note
        "A text attachment was left unchanged, because it is UTF-8 without a charset label, or because its label names another charset than its text declares."
        "The mailer attached a file without changing it. Programs that open the file look at its content and at the charset that it declares, not at the label of the part. An attachment in another charset that has no label is `text-unresolved`."
        "Nothing. If the text declares another charset than its label, you can still convert it: use `--doubtful label` to read all such attachments in the charset of their label, or --charset DECLARED=REAL to decide for one label.";
    // Header fields
    WordSplitChar "word-split-char" Note
        "A character is split across adjacent encoded words; the words were joined before decoding."
        "The mailer cut encoded words at a fixed number of octets, in the middle of a character, which RFC 2047 section 5 forbids."
        "Nothing. The words were joined, and the character is complete.";
    WordMalformed "word-malformed" Note
        "An encoded word violates RFC 2047 but decodes unambiguously."
        "The mailer left spaces in a word, or padded its base64 wrongly."
        "Nothing. The meaning is clear.";
    WordCut "word-cut" Note Missing
        "An encoded word in base64 ends within an octet; the text before that octet was decoded."
        "A program cut the encoded word off after a number of octets, so the end of the text is missing. Or it wrote one symbol of base64 too many."
        "Read the text. If its end is missing, look for another copy of the message.";
    WordMisplaced "word-misplaced" Note
        "An encoded word is in a place where RFC 2047 section 5 forbids it; it was decoded."
        "The mailer put an encoded word into a quoted string, a parameter or an address, where strict readers show it undecoded."
        "Nothing. After conversion every reader shows the text.";
    WordControl "word-control" Note Forged
        "An encoded word holds control characters, another encoded word, or an overlong line; the word stays encoded. If a conversion changed its charset, it is now in UTF-8."
        "A program encoded header text twice, or put a line break or another control character into it, possibly to forge a header field. Or the text is longer than a line of mail can be (998 octets)."
        "The message may be forged, so check who sent it before you trust it. The encoded word itself does no harm, because it stays encoded. To read text that was encoded twice, decode it twice: give the text that `mailutf text --headers` shows to `mailutf header`.";
    AddressInWord "address-in-word" Note Forged
        "An entry of an address list has its only address, or a part of it, inside encoded words; the words stay encoded."
        "The mailer encoded the address, alone or together with the name, which RFC 2047 section 5 forbids."
        "Look at the address in the finding. Programs that send mail ignore this address, and the conversion does not make it a recipient. To write to this address, type it yourself.";
    WordUnresolved "word-unresolved" Unresolved Wrong
        "An encoded word cannot be decoded without loss; it was left unchanged."
        "The charset of the word is unknown, or the word was cut short or damaged. A command that only shows text decodes a damaged word as far as it can, without the invalid characters of its base64."
        "Look at the octet named in the finding. If the charset is unknown or wrong, use --charset DECLARED=REAL; if you accept the damage, use --lossy.";
    WordReplaced "word-replaced" Lossy Wrong
        "Ill-formed sequences in an encoded word were replaced by U+FFFD."
        "Some octets of the word are not valid in its charset. They were replaced because you gave --lossy, or because you used a command that only shows text, such as `mailutf text`."
        "Keep the original, because only the original still has the octets that were replaced.";
    FieldRaw "field-raw" Guess Wrong
        "A header field holds raw octets that are not UTF-8, or raw escape sequences; their charset was determined without a label."
        "The mailer put 8-bit text into the header without an encoded word, so nothing names its charset."
        "Check the text. If it is wrong, name the charset with --fallback-charset.";
    FieldUnresolved "field-unresolved" Unresolved Wrong
        "A header field holds raw octets above 127, or escape sequences, that cannot be read or converted without loss; the field was left unchanged."
        "The mailer put 8-bit text or escape sequences into the header, and nothing shows their charset. Or the text is in a place, such as an address, where no charset can be named."
        "If the charset is unknown, name it with --fallback-charset. If the finding names UTF-8 and an octet, the text was cut or damaged there: if you accept the damage, use --lossy. Octets in an address, a date or an identifier stay unchanged with any option, because only its owner knows how it should be written.";
    FieldUnbalanced "field-unbalanced" Unresolved Forged
        "The quotes, comments or brackets of an address field do not balance, so different programs find different addresses in the field; the field was left unchanged. Only fields with text beyond ASCII or with encoded words are checked."
        "The mailer cut a name short, or put a quote, parenthesis or bracket into it without quoting it."
        "Look at the octet named in the finding. In a copy of the message, add the missing character there, or remove the superfluous one; then convert the copy.";
    FieldNotUtf8 "field-not-utf8" Unresolved
        "A header field or line that mailutf never rewrites contains octets that are not UTF-8; they were left unchanged."
        "A mail server copied the sender's host name into a trace field unchanged, or the output of a program got into the header."
        "Usually nothing, because these octets are hardly ever read. A program that requires the whole message to be UTF-8 must replace them.";
    FieldNotAscii "field-not-ascii" Unresolved
        "You asked for encoded words, but the field has octets above 127 in a place where encoded words are not allowed; these octets were left unchanged."
        "An address, a trace field or a message identifier has octets above 127 (RFC 6532). Encoded words are not allowed there (RFC 2047 section 5)."
        "Send the message to servers that accept SMTPUTF8, or replace the address by one in US-ASCII; every domain has a US-ASCII form (`xn--`).";
    FieldDuplicate "field-duplicate" Note Forged
        "A field that may occur only once occurs more than once. The first occurrence counts, but the addresses of all occurrences are read."
        "A gateway added a field that already existed. Or someone forged the message: a filter checks one of the fields, and a mail program shows another one."
        "If the field names the sender (From, Sender or Reply-To), check who sent the message before you trust it. Otherwise nothing; some programs may show the value of another field.";
    FieldMalformed "field-malformed" Note
        "A line of the header is not a field; it was left unchanged."
        "A line break was inserted into a field, or the output of a program got into the header."
        "Nothing. The line is kept.";
    ParameterMalformed "parameter-malformed" Note
        "A parameter violates RFC 2045 or RFC 2231, but its meaning is clear."
        "The mailer wrote the form of RFC 2231 with errors, such as sections in the wrong order, or a file name with percent escapes that no `*` after `filename` announces."
        "Nothing. The meaning is clear.";
    ParameterUnresolved "parameter-unresolved" Unresolved Wrong
        "A parameter value cannot be decoded without loss; it was left unchanged."
        "The charset of a file name is unknown, or the name is damaged."
        "If the value names the wrong charset, use --charset DECLARED=REAL. Otherwise give the file a new name when you save it; its content is not affected.";
    // Transfer encodings
    TransferUnknown "transfer-unknown" Unresolved Wrong
        "The transfer encoding is unknown; the part was left unchanged."
        "The name of the transfer encoding is misspelled, or private to one mailer."
        "If you can tell the transfer encoding from the content, correct Content-Transfer-Encoding by hand.";
    TransferUnnamed "transfer-unnamed" Guess Wrong
        "The body is plainly in base64 or another transfer encoding that Content-Transfer-Encoding does not name; the body was decoded."
        "A mailer wrote a charset or a media type into Content-Transfer-Encoding. Or the field was lost or replaced by 7bit; such a body is decoded only by commands that show text, such as `mailutf text`."
        "Look at the text. To leave such a part unchanged, use --strict.";
    TransferDoubtful "transfer-doubtful" Unresolved Wrong
        "The text seems to be in quoted-printable or base64, but its header names no such transfer encoding; it was left unchanged."
        "A mailer or a gateway removed Content-Transfer-Encoding, or replaced it by 7bit; or a program encoded the text twice. The text is left unchanged, because a conversion would label it UTF-8, although the encoded text may be in another charset."
        "Read the text with `mailutf text`, which decodes it unless it was encoded twice. To convert it, correct Content-Transfer-Encoding by hand. If the text only looks encoded, use `--doubtful label` to confirm that it has no transfer encoding.";
    TransferMissing "transfer-missing" Note Wrong
        "The text seems to be in quoted-printable or base64, but its header names no such transfer encoding; the encoded text is UTF-8 or US-ASCII, as its label says, so there is nothing to convert."
        "A mailer or a gateway removed Content-Transfer-Encoding, or replaced it by 7bit; or a program encoded the text twice."
        "Read the text with `mailutf text`, which decodes it unless it was encoded twice. If other programs should show it decoded, correct Content-Transfer-Encoding by hand.";
    TransferMismatch "transfer-mismatch" Note
        "The header names a transfer encoding, but the body is not encoded in it."
        "A mailer or a gateway decoded the body but kept the field."
        "Nothing. The body was read without decoding.";
    TransferMalformed "transfer-malformed" Note Missing
        "The transfer encoding violates RFC 2045 but decodes unambiguously."
        "The body was damaged in transit, or the program that encoded it is careless. If it has octets that are not valid in the transfer encoding, the finding is `text-unresolved` instead."
        "Nothing, unless text is missing at the octet named in the finding.";
    TransferDropped "transfer-dropped" Lossy Missing
        "Octets that are not valid in the transfer encoding (base64, for example) were dropped, or the encoded data is cut off; the text after that place may be wrong or missing."
        "Base64 or uuencoded data was damaged in transit. Octets were dropped because you gave --lossy, or because you used a command that only shows text, such as `mailutf text`."
        "Keep the original: the backup or another copy of the mail.";
    TransferTail "transfer-tail" Note
        "Plain text stands before or after the encoded data of a body; it was kept."
        "A mail gateway put its banner before a base64 body, or a mailing list appended its footer."
        "Nothing. The banner is kept before the text, and the footer after it.";
    // Structure
    BoundaryMissing "boundary-missing" Unresolved Hidden
        "A multipart names no boundary, or a boundary that does not occur in it, so mail programs do not show its text; the multipart was left unchanged."
        "The message was cut short, or its Content-Type was damaged."
        "Read the text with `mailutf text`. In a copy of the message, look for a line that begins with `--`, copy the text after the hyphens into `boundary=` of Content-Type, and convert the copy.";
    MultipartEmpty "multipart-empty" Note Missing
        "A multipart contains neither a part nor any text."
        "A program removed the parts, the message was cut short, or the multipart is encrypted and its boundary is missing."
        "Nothing. If text should be there, look for another copy of the message.";
    BoundaryUnterminated "boundary-unterminated" Note Missing
        "A multipart ends without its closing boundary."
        "The message was cut short, or the mailer left out the closing boundary."
        "Check whether the last part is complete.";
    TextOutsideParts "text-outside-parts" Note Hidden
        "A multipart has text before its first part or after its last part, where mail programs do not show it."
        "A mailing list or a gateway added its footer or banner to the message, but not to one of its parts. Or the delimiter lines of the multipart are in the wrong place: a line that ends with `--` closes the multipart too early, for example, or the first delimiter line is missing."
        "Open the message in a text editor to read the text; the finding says where it starts. mailutf keeps the text unchanged, and never converts it. If a delimiter line is wrong or missing, repair it in a copy of the message; then mail programs show the text.";
    HeaderMissing "header-missing" Guess Missing
        "The input begins with neither a header field nor a blank line; all of it was read as the body of a message."
        "The file is a document, a page saved from a web mailer, a message saved as UTF-16, or a message that lost its beginning."
        "Look at the file. Nothing is lost. If the file is not mail, leave it out. If it is UTF-16, convert it with `mailutf decode --charset utf-16`.";
    HeaderUnterminated "header-unterminated" Note Missing
        "No blank line separates a header from its body."
        "The message was cut short, or a program left out the blank line."
        "Nothing. Header and body are kept.";
    HeaderSplit "header-split" Unresolved Wrong
        "A blank line divides the header, so the body begins with header fields that say how it is read; the body was left unchanged."
        "A program wrote a line end too many at the end of a field."
        "In a copy of the message, remove the blank line before these fields, and convert the copy.";
    MessageEncoded "message-encoded" Unresolved Hidden
        "An enclosed message, a report or a whole multipart has a transfer encoding, and its text may need conversion. It was left unchanged, because decoding it would add parts to the outer message."
        "A mailer or a gateway put a message or a multipart in base64 or quoted-printable. RFC 2045 and RFC 2046 forbid this; RFC 6532 allows it for message/global."
        "To read the text, use `mailutf text`. To convert an attached message, save it with `mailutf attachments`, and convert the saved file. To convert a multipart, decode its body in a copy of the message, remove its Content-Transfer-Encoding, and convert the copy.";
    MessageDecoded "message-decoded" Note Hidden
        "An enclosed message or report has a transfer encoding; it was left unchanged, and there is no text in it to convert."
        "A mailer attached a message in base64 or quoted-printable. RFC 2046 forbids this; RFC 6532 allows it for message/global."
        "Nothing. `mailutf text` shows the text of the enclosed message; some other programs show only an attached file.";
    MessageEmbedded "message-embedded" Unresolved Wrong
        "The text seems to contain a message in another charset; the text was left unchanged."
        "A mailbox lost the lines that separate its messages, or a digest joins messages in several charsets. The message would be unreadable if it were read in the charset of the text around it."
        "Look at the file. Put a blank line and a `From ` line before each message, and give the file a name that does not end in .eml. Or save each message to its own file.";
    StructureDoubtful "structure-doubtful" Unresolved Wrong
        "The structure is too damaged to change the message safely; the message was left unchanged."
        "Boundaries, line ends or `From ` lines are damaged, or a length in the file is wrong; the finding says which. After a change, other programs might divide the file into messages, or the message into parts, in another way."
        "Repair what the finding names, if it matters; `mailutf inspect` shows the parts. In a mailbox, put a blank line before each `From ` line. If the finding names text before the first message, use --mbox-variant, which keeps this text. If lines end with CR alone, and no line of the file ends with CRLF, make a copy with `tr '\\r' '\\n' <FILE >COPY`, and convert the copy.";
    ServerIndex "server-index" Unresolved
        "A mail server's index refers to the message by its file name; the message was left unchanged."
        "In IMAP a message never changes, so Dovecot, Courier and Cyrus store its size and structure in an index, under its file name. If the file changed but kept its name, these servers would report a wrong size or show the text in the wrong charset."
        "In a Maildir, use --add-sizes: each changed message gets a new file name that contains its size. Mail clients then see a new message with a new UID. For Cyrus, there are two ways. Either write the converted mail elsewhere with -o. Or name each message file on the command line of `mailutf normalize -i`, and run `reconstruct` afterwards.";
    Protected "protected" Note
        "Signed or encrypted octets were left unchanged."
        "Changing a signed octet breaks the signature; changing an encrypted octet destroys the encrypted text."
        "Nothing. With --break-signatures, signed parts are converted, and their signatures become invalid.";
    NotSevenBit "not-7bit" Unresolved
        "Octets above 127 remain in places where nothing may be changed, so the message is not 7-bit."
        "You asked for 7-bit mail, but these octets are protected (by a signature, for example) or cannot be read."
        "Send the message only to servers that accept 8-bit mail (8BITMIME, SMTPUTF8).";
    SignatureBroken "signature-broken" Note
        "As requested, a signed part was changed; its signature is no longer valid."
        "You gave --break-signatures."
        "Keep the original: the backup or another copy of the mail.";
    SealBroken "seal-broken" Note
        "A DKIM signature or ARC seal is no longer valid after the change."
        "DKIM and ARC sign the body and header fields as they were sent."
        "If the signature still matters, keep the original, or use --keep-dkim, which leaves such a message unchanged.";
    SealKept "seal-kept" Note
        "As requested, a message with a DKIM signature or ARC seal was left unchanged."
        "You gave --keep-dkim."
        "To convert the message, omit --keep-dkim.";
    FormatUnsupported "format-unsupported" Unresolved
        "The file format is not supported; the file was left unchanged."
        "The file is an archive, a document, or a mailbox in the format of another program, even if its name suggests something else."
        "For most formats, docs/formats.md names a command that turns the file into mbox or .eml files. Run it, and convert its output.";
    CompressedPadding "compressed-padding" Note
        "NULs after the end of the compressed data were ignored."
        "A tape or a disk filled the last block of the gzip, bzip2 or Zstandard file with NULs, which are not part of the data."
        "Nothing. If the file is converted in place, or its output is compressed, the NULs are not written.";
    // Limits and safety
    LimitReached "limit-reached" Unresolved Missing
        "A limit was exceeded; the message was left unchanged."
        "The message is larger than ordinary mail, its parts are nested more deeply, or it has more header fields; \
         it may be an attack."
        "Look at the message before you trust it. To convert it, raise the limit with an option such as --limit-message.";
    EditsOverlap "edits-overlap" Unresolved
        "Two changes that mailutf planned overlap, which is a defect of mailutf; the message was left unchanged."
        "A defect of this program."
        "Please report it, with the message if possible.";
    VerifyFailed "verify-failed" Unresolved
        "mail-parser, the library that checks the result, reads the message differently after the rewrite than before; the message was left unchanged."
        "This program and mail-parser disagree about the message: it is ambiguous, or one of them has a defect."
        "Look at the message. To convert it without the check, use --no-verify.";
    VerifySkipped "verify-skipped" Note
        "The rewritten message was not verified: it is too large for mail-parser, or has a form that mail-parser cannot handle safely."
        "For messages of this size or shape, mail-parser needs too much time or memory, or fails."
        "Nothing. The message was converted without the check.";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
