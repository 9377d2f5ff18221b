//! The details of a finding: data for programs, and a sentence for people.

use super::code::Code;
use super::confidence::Confidence;
use crate::charset::{Charset, Label, Malformed};
use crate::limits::Limit;
use crate::span::Span;
use crate::transfer::{Repair, TransferEncoding};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// The details of a [`Finding`](super::Finding). `Display` writes a sentence, whose wording may change
/// between versions, and nothing for [`Detail::None`]. A field `label` is printable US-ASCII. Other text from
/// the message, such as a name, an address, or a label inside a document, is not escaped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Detail {
    /// There are no details, because the code says everything.
    #[default]
    None,
    /// Text was read in a charset.
    Read {
        /// The charset label, in printable ASCII and at most 40 characters; `None` if there is no label.
        label: Option<String>,
        /// The charset that the text was read in.
        charset: Charset,
        /// How the charset of the text is known.
        confidence: Confidence,
        /// Whether all octets decode in the charset of the label, too. If so,
        /// [`Doubtful::Label`](crate::policy::Doubtful::Label) reads the text in that charset.
        label_fits: bool,
        /// The rule that says otherwise, but yields to the evidence, because it does not name this message.
        rule: Option<RulePlace>,
    },
    /// Lines in UTF-8 among lines in another charset.
    Mixed {
        /// The charset of the other lines.
        charset: Charset,
        /// The first lines in UTF-8, as a span of the decoded body or value.
        utf8: Span,
        /// The number of further places with UTF-8.
        more: usize,
        /// Whether all octets decode in the charset of the label, too. If so,
        /// [`Doubtful::Label`](crate::policy::Doubtful::Label) reads the text in that charset.
        label_fits: bool,
    },
    /// Surrogate pairs in UTF-8.
    SurrogatePairs {
        /// The number of surrogate pairs.
        count: usize,
        /// The offset of the first surrogate pair in the decoded body or value.
        first: usize,
    },
    /// Characters of one kind.
    Characters {
        /// The first character.
        first: char,
        /// The offset of the first character in the text, in octets of UTF-8.
        offset: usize,
        /// The number of characters.
        count: usize,
    },
    /// Octets that are ill-formed in the charset of the text.
    IllFormed {
        /// The charset of the text.
        charset: Charset,
        /// The number of ill-formed sequences.
        count: usize,
        /// The first ill-formed sequence. Its offset is in the decoded body or value.
        first: Malformed,
    },
    /// A rule of the mail's owner decided how the text was read.
    Rule {
        /// The rule.
        place: RulePlace,
        /// The charset label, in printable ASCII and at most 40 characters; `None` if there is no label.
        label: Option<String>,
        /// The charset that the text was read in; `None` if the text was left unchanged.
        charset: Option<Charset>,
    },
    /// A rule of the mail's owner says that the text was decoded in a wrong charset before it was stored; the text was
    /// restored.
    Undone {
        /// The rule.
        place: RulePlace,
        /// The wrong decodings, in the order in which the rule writes them: the last decoding comes first.
        pairs: String,
    },
    /// Octets that cannot be decoded without loss in any charset.
    Unresolved {
        /// The charset that the label or the rule names, if any.
        charset: Option<Charset>,
        /// The place where decoding failed, or where the octets contradict the label. `None` if there is no single
        /// such place.
        malformed: Option<Malformed>,
        /// Whether all octets decode in the charset of the label, too. If so,
        /// [`Doubtful::Label`](crate::policy::Doubtful::Label) reads the text in that charset.
        label_fits: bool,
        /// The rule that applies, if there is one. If `charset` is given, the rule names this charset. If
        /// `charset` is `None`, the rule names several charsets, and the characters of the text do not show which one
        /// is right.
        rule: Option<RulePlace>,
    },
    /// Text that is probably not what its label says.
    Doubtful {
        /// The label, if there is one.
        label: Option<Label>,
        /// The charset in which the text decodes without an error. If there is a label, `charset` is the charset
        /// that the label names.
        charset: Charset,
        /// The likely reading.
        likely: Hypothesis,
        /// How likely the reading in `likely` is, in percent.
        percent: u8,
        /// Whether [`Doubtful::Evidence`](crate::policy::Doubtful::Evidence) accepts the likely reading.
        evidence_suffices: bool,
    },
    /// A charset. The code of the finding tells what is in this charset.
    Charset(Charset),
    /// A charset label inside a document.
    NamedInside(String),
    /// A charset label inside a document. The label applies to some text of the document, but other text of the
    /// document is in another charset.
    NamedForSome(String),
    /// The charset label of a message embedded in a text.
    EmbeddedLabel(String),
    /// An address.
    Address(String),
    /// The name of a field, media type or transfer encoding, as written.
    Name(String),
    /// The transfer encoding that a body plainly has, although its header names none.
    Inferred(TransferEncoding),
    /// The transfer encoding that a body seems to have, although its header does not name it.
    SeemsEncoded(TransferEncoding),
    /// A boundary guessed from the lines of a multipart, because the boundary in its header does not occur or is
    /// missing.
    GuessedBoundary(String),
    /// Text outside the parts of a multipart.
    OutsideParts {
        /// Whether the text is in the epilogue, after the last part. Otherwise, it is in the preamble, before the first
        /// part.
        is_epilogue: bool,
        /// The start of the text, on one line. U+FFFD stands for octets that are not UTF-8.
        start: String,
        /// The length of the text in octets.
        octets: usize,
    },
    /// The transfer encoding of a multipart. RFC 2045 allows no transfer encoding for a multipart.
    OnMultipart(TransferEncoding),
    /// The transfer encoding applied to a whole enclosed message.
    EncodedMessage(TransferEncoding),
    /// An irregularity that was repaired when a transfer encoding was decoded.
    Repair(Repair),
    /// Damage to the transfer encoding of a body, and the offset of the damage in the body. Such damage can lose
    /// text.
    Damage(Repair, usize),
    /// The number of adjacent encoded words.
    Words(usize),
    /// The number of lines.
    Lines(usize),
    /// A limit that was exceeded, and its value.
    Limit(Limit, usize),
    /// The number of octets of NUL padding after compressed data.
    Padding(u64),
    /// The name of a mail server that keeps the size of the message in an index.
    ServerIndex(&'static str),
    /// A cause that needs no data of its own.
    Cause(Cause),
    /// Any other sentence.
    Sentence(Cow<'static, str>),
}

impl Detail {
    /// The code of a finding that has this detail and is about text that stays unchanged. The code is `otherwise`,
    /// unless the label is doubtful, the text is garbled, or a rule decided.
    pub(crate) const fn unresolved_as(&self, otherwise: Code) -> Code {
        match self {
            Self::Doubtful { likely, .. } if likely.is_garbled() => Code::TextGarbled,
            Self::Doubtful { .. } => Code::LabelDoubtful,
            Self::Rule { charset: None, .. } => Code::Rule,
            _ => otherwise,
        }
    }

    /// The state, in one word, of a text that is not read because of this detail: `doubtful` if the text can be read
    /// in two ways, otherwise `unreadable`.
    ///
    /// ```
    /// use mailutf::finding::Cause;
    /// assert_eq!(mailutf::Detail::from(Cause::UnknownCharset).state(), "unreadable");
    /// ```
    pub const fn state(&self) -> &'static str {
        if matches!(self, Self::Doubtful { .. }) { "doubtful" } else { "unreadable" }
    }

    /// Whether the text decodes in the charset of its label, but was read otherwise or is unresolved.
    /// [`Doubtful::Label`](crate::policy::Doubtful::Label) would read it in that charset. Always false for
    /// [`Detail::Doubtful`], although its text decodes in that charset.
    ///
    /// ```
    /// use mailutf::{Normalizer, Policy};
    /// let message = "Content-Type: text/plain; charset=iso-8859-1\n\ngrößer\n";
    /// let plan = Normalizer::new(Policy::default()).plan(message.as_bytes());
    /// assert!(plan.findings()[0].detail.label_fits());
    /// ```
    pub const fn label_fits(&self) -> bool {
        matches!(
            self,
            Self::Read { label_fits: true, .. }
                | Self::Mixed { label_fits: true, .. }
                | Self::Unresolved { label_fits: true, .. }
        )
    }

    /// Whether there are no details, because the code of the finding says everything.
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }
}

/// Where the owner's rule is that decided about a text. `Display` writes `my.toml:2`, or `the rule on line 2 of the
/// rules file` if the file has no name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulePlace(Arc<(Option<String>, u32)>);

impl RulePlace {
    /// The place of a rule on this line of the file with this name.
    pub(crate) fn new(file: Option<String>, line: u32) -> Self {
        Self(Arc::new((file, line)))
    }

    /// The name of the rules file, if it has one ([`Rules::named`](crate::rules::Rules::named)).
    pub fn file(&self) -> Option<&str> {
        self.0.0.as_deref()
    }

    /// The line of the rule in the rules file.
    pub fn line(&self) -> u32 {
        self.0.1
    }
}

impl fmt::Display for RulePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.file() {
            Some(file) => write!(f, "{file}:{}", self.line()),
            None => write!(f, "the rule on line {} of the rules file", self.line()),
        }
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => Ok(()),
            Self::Rule { place, label, charset } => {
                match charset {
                    Some(charset) => {
                        label.iter().try_for_each(|label| write!(f, "{label} "))?;
                        write!(f, "read as {charset}, by ")?;
                    }
                    None => f.write_str("left unchanged, by ")?,
                }
                place.fmt(f)
            }
            Self::Undone { place, pairs } => write!(f, "wrong decoding undone ({pairs}), by {place}"),
            Self::Read { label: Some(label), charset, confidence: Confidence::Superset, .. }
                if label == charset.name() =>
            {
                write!(f, "{label} read with the characters that mail programs add to it")
            }
            Self::Read { label, charset, confidence, rule, .. } => {
                label.iter().try_for_each(|label| write!(f, "{label} "))?;
                write!(f, "read as {charset}, {confidence}")?;
                rule.iter().try_for_each(|rule| write!(f, ", although {rule} says otherwise"))
            }
            Self::Mixed { charset, utf8: Span { start, end }, more, .. } => {
                write!(f, "{charset}, but octets {start} to {end} of the text are UTF-8")?;
                match more {
                    0 => Ok(()),
                    1 => f.write_str(", as are octets in one more place"),
                    more => write!(f, ", as are octets in {more} more places"),
                }
            }
            Self::SurrogatePairs { count, first } => {
                write!(f, "surrogate pairs in the text: {count}; the first one is at octet {first}")
            }
            Self::Characters { first, offset, count } => {
                if *count > 1 {
                    write!(f, "{count} characters; the first one is ")?;
                }
                write!(f, "U+{:04X} at octet {offset} of the text", u32::from(*first))
            }
            Self::IllFormed { charset, count, first } => {
                write!(f, "ill-formed sequences in {charset}: {count}; the first one: {first} of the text")
            }
            Self::Unresolved { rule: Some(rule), charset: None, .. } => {
                write!(
                    f,
                    "{rule} names several charsets, and the characters of the text do not show which one is right"
                )
            }
            Self::Unresolved { rule: Some(rule), charset, malformed, label_fits } => {
                write!(f, "{rule} names the charset; ")?;
                let (charset, malformed, label_fits) = (*charset, *malformed, *label_fits);
                Self::Unresolved { rule: None, charset, malformed, label_fits }.fmt(f)
            }
            Self::Unresolved { charset: Some(charset), malformed, label_fits: true, .. } => {
                write!(f, "valid {charset}, but ")?;
                match malformed {
                    Some(malformed) => write!(f, "suspicious: {malformed} of the text"),
                    None => f.write_str("its octets show that it is not text in this charset"),
                }
            }
            Self::Unresolved { charset: Some(charset), malformed: Some(malformed), .. } => {
                write!(f, "{charset}: {malformed} of the text")
            }
            Self::Unresolved { charset: Some(charset), malformed: None, .. } => {
                write!(f, "the octets are not text in {charset}")
            }
            Self::Unresolved { charset: None, .. } => f.write_str("no charset is known"),
            Self::Doubtful { label: Some(label), likely: Hypothesis::In(likely), percent, .. } => {
                write!(f, "labelled {}, but {percent} % likely {likely}", label.name())
            }
            Self::Doubtful {
                label: Some(label), likely: likely @ Hypothesis::LinesIn(_), percent, ..
            } => {
                write!(f, "labelled {}, but {percent} % likely {likely}", label.name())
            }
            Self::Doubtful { charset, likely, percent, .. } if likely.is_garbled() => {
                write!(f, "valid {charset}, but probably garbled ({percent} %): {likely}")
            }
            Self::Doubtful { charset, likely, percent, .. } => {
                write!(f, "valid {charset}, but {percent} % likely {likely}")
            }
            Self::Charset(charset) => charset.fmt(f),
            Self::NamedInside(label) => write!(f, "the document names the charset {label} inside itself"),
            Self::NamedForSome(label) => {
                write!(
                    f,
                    "the document names the charset {label} for some of its text, but the rest is in another \
                     charset"
                )
            }
            Self::EmbeddedLabel(label) => {
                write!(f, "a message header inside the text names the charset `{label}`")
            }
            Self::Address(text) | Self::Name(text) => f.write_str(text),
            Self::Inferred(transfer) => write!(f, "read as {}", transfer.name()),
            Self::SeemsEncoded(transfer) => {
                write!(f, "the text seems to be in {}, but its header does not say so", transfer.name())
            }
            Self::GuessedBoundary(boundary) => {
                write!(f, "mailutf guessed the boundary of the multipart from the line `--{boundary}`")
            }
            Self::OutsideParts { is_epilogue, start, octets } => {
                let place = if *is_epilogue { "after the last part" } else { "before the first part" };
                let unit = if *octets == 1 { "octet" } else { "octets" };
                write!(f, "text of {octets} {unit} {place}, where mail programs do not show it: `{start}`")
            }
            Self::OnMultipart(transfer) => write!(
                f,
                "the multipart has the transfer encoding {}, which RFC 2045 forbids",
                transfer.name()
            ),
            Self::EncodedMessage(transfer) => {
                write!(
                    f,
                    "the enclosed message or report is in {}; `mailutf text` decodes it, but a conversion leaves it \
                     unchanged",
                    transfer.name()
                )
            }
            Self::Repair(repair) => repair.fmt(f),
            Self::Damage(repair, offset) => write!(f, "{repair} at octet {offset} of the encoded body"),
            Self::Words(1) => f.write_str("1 word"),
            Self::Words(words) => write!(f, "{words} words"),
            Self::Lines(1) => f.write_str("1 line"),
            Self::Lines(lines) => write!(f, "{lines} lines"),
            Self::Padding(1) => f.write_str("1 octet of NUL padding after the compressed data was ignored"),
            Self::Padding(octets) => {
                write!(f, "{octets} octets of NUL padding after the compressed data were ignored")
            }
            Self::Limit(limit, value) => write!(f, "{} (limit `{}`)", limit.exceeded(*value), limit.name()),
            Self::ServerIndex(server) => write!(f, "{server} keeps the size of the message in an index"),
            Self::Cause(cause) => f.write_str(cause.meaning()),
            Self::Sentence(sentence) => f.write_str(sentence),
        }
    }
}

impl From<Cause> for Detail {
    fn from(cause: Cause) -> Self {
        Self::Cause(cause)
    }
}

impl From<Repair> for Detail {
    fn from(repair: Repair) -> Self {
        Self::Repair(repair)
    }
}

impl From<&'static str> for Detail {
    fn from(sentence: &'static str) -> Self {
        Self::Sentence(Cow::Borrowed(sentence))
    }
}

impl From<String> for Detail {
    fn from(sentence: String) -> Self {
        Self::Sentence(Cow::Owned(sentence))
    }
}

/// A likely reading of octets that contradicts their label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Hypothesis {
    /// The octets are in this charset.
    In(Charset),
    /// The octets were UTF-8, were wrongly read in this charset, and were then encoded in UTF-8 again.
    EncodedAgain(Charset),
    /// The octets are text that was in one charset, was wrongly read in another charset, and was then encoded in
    /// UTF-8.
    ReadAs {
        /// The charset that the text was read in by mistake.
        by: Charset,
        /// The charset of the text itself.
        charset: Charset,
    },
    /// Some lines of the text are in this charset, and the others in the charset of the label.
    LinesIn(Charset),
    /// The octets are ISO-2022-JP without its escape characters.
    WithoutEscapes,
}

impl Hypothesis {
    /// Whether the text was decoded in a wrong charset before it was stored.
    const fn is_garbled(self) -> bool {
        matches!(self, Self::EncodedAgain(_) | Self::ReadAs { .. })
    }
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::In(charset) => write!(f, "in {charset}"),
            Self::EncodedAgain(charset) => {
                write!(f, "UTF-8 that was read as {charset} and encoded twice")
            }
            Self::ReadAs { by, charset } => write!(f, "{charset} that was read as {by}"),
            Self::LinesIn(charset) => write!(f, "text in two charsets, with some lines in {charset}"),
            Self::WithoutEscapes => f.write_str("ISO-2022-JP that lost its escape characters"),
        }
    }
}

macro_rules! causes {
    ($($name:ident $meaning:literal;)*) => {
        /// A cause of a finding that needs no data of its own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Cause { $( #[doc = concat!("In words: ", $meaning, ".")] $name, )* }

        impl Cause {
            /// The cause in words.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => $meaning),* }
            }
        }
    };
}

causes! {
    // Structure
    NoPart "it contains no part";
    DoubledLineEnds "lines end with CR CR LF";
    BareCr "its lines end with CR alone; if the file has no CRLF, `tr '\\r' '\\n' <FILE >COPY` makes a copy that can \
            be converted";
    OtherParts "headers or delimiter lines are damaged, and the converted message would be divided into parts in \
                another way";
    UnstablePlan "a second run would change the converted message again";
    // Header fields
    EscapeSequences "its escape sequences show its charset";
    UncertainShifts "its escape sequences or shifts may belong to another charset";
    UnknownCharset "it has raw octets in an unknown charset";
    RawOutsideText "it has octets above 127 outside its text, such as in a date or an identifier, where nothing can name \
                    their charset";
    RawInAddress "it has raw octets in an address, where nothing can name their charset";
    RawInFixedValue "a parameter that is not text, such as `boundary`, has raw octets, and changing it would \
                     damage the message";
    NoEquivalentForm "the field cannot be rewritten without changing its meaning";
    NotAField "a line of the header is not a field";
    UnclearEscapes "it has percent escapes, but nothing names their charset";
    RepeatedSection "the parameter has two sections with the same number";
    JunkInWord "its base64 has invalid characters";
    EmptyWord "it holds no text";
    CutWord "the word is cut short: it has no `?=`";
    DamagedWord "the part of the word before its encoded text is damaged: it has blanks, or lacks a `?`";
    // Bodies
    NoBlankLine "there is no blank line before the body; insert it in a copy, and convert the copy";
    WideMessage "the whole message is in UTF-16 or UTF-32; convert it with `mailutf decode --charset utf-16`";
    NoPlaceForLabel "the header is too damaged to add a charset label; repair it in a copy, and convert the copy";
    TextBeforeData "text stands before the encoded data";
    TextAfterData "text follows the end of the encoded data";
    UndecodableBeside "the text before or after the encoded data is not UTF-8";
    EmbeddedUnlabelled "a message inside the text names no charset, and is not in the charset of the text \
                        around it";
    OtherTransfer "the header has several Content-Transfer-Encoding fields, and the text reads differently when \
                   decoded as the second field says; remove the wrong field in a copy, and convert the copy";
    OtherLabel "the header has several Content-Type fields, and the text reads differently in the charset of the \
                last field; remove the wrong field in a copy, and convert the copy";
    OnlyByOtherTexts "only other texts of the message are evidence for its charset, and once these are converted, they \
                      no longer are";
    Utf8WithoutLabel "the text is valid UTF-8, but has no label that says so";
    UnlabelledValue "a quoted-printable line of the vCard names no charset; programs read it in the charset of \
                     the part's label, so mailutf keeps this label";
}
