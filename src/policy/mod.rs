//! The options by which mail is read and converted. The caller chooses them at run time, never by Cargo features.

pub(crate) mod choices;
mod mistake;

pub use mistake::Mistake;

use crate::charset::Charset;
use crate::learn::Habits;
use crate::limits::Limits;
use crate::rules::Rules;
use crate::with::with;
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

/// How decoded header text is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeaderForm {
    /// Raw UTF-8 (RFC 6532).
    #[default]
    Utf8,
    /// UTF-8 encoded words (RFC 2047) and RFC 2231 parameters, for 7-bit headers.
    Encoded,
    /// UTF-7 encoded words (RFC 2152), and RFC 2231 parameters in UTF-8.
    Utf7,
    /// Header fields are unchanged, except those that depend on a changed body.
    Keep,
}

/// How the body of a changed text part is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum BodyForm {
    /// 8bit if 8bit can carry the text, else the smaller of quoted-printable and base64.
    #[default]
    Auto,
    /// 8bit; a body that 8bit cannot carry is written as by [`BodyForm::Auto`].
    EightBit,
    /// Quoted-printable.
    QuotedPrintable,
    /// Base64.
    Base64,
    /// Bodies are unchanged.
    Keep,
}

/// How doubtful text is read. Text is doubtful in two cases: it decodes in the charset of its label, but its letters
/// form words only in another charset; or it was garbled before it was stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Doubtful {
    /// Text with a doubtful label is left unchanged, because conversion would destroy the evidence. Text that was
    /// garbled before it was stored is read as it is stored, and not restored. So
    /// [`text::resolve`](crate::text::resolve) returns an error for a doubtful label, but for garbled text the text, with
    /// the finding `text-garbled`.
    #[default]
    Keep,
    /// Doubtful text is read in the charset of its label, if the text decodes in that charset. No other evidence
    /// then counts against any label: neither UTF-8, nor escape sequences, nor the byte order of UTF-16.
    Label,
    /// Doubtful text is read as the evidence says: in the likely charset, if its probability is 0.9 or more.
    /// Garbled text is restored.
    Evidence,
}

/// The options of a rewrite. The default suits an archive: all text becomes UTF-8, also in text attachments,
/// and doubtful text is left unchanged. Fields that are `bool` are off by default, except `attachments`;
/// fields that are an `Option` are `None`.
///
/// ```
/// use mailutf::policy::{HeaderForm, Policy};
/// let policy = Policy::default().with_headers(HeaderForm::Encoded).with_attachments(false);
/// assert!(!policy.lossy);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Policy {
    /// How header text is written; [`HeaderForm::Utf8`] by default.
    pub headers: HeaderForm,
    /// How changed text bodies are written; [`BodyForm::Auto`] by default.
    pub bodies: BodyForm,
    /// Also convert text attachments. On by default.
    pub attachments: bool,
    /// Also guess the charset of text attachments. If this is off, the charset is taken only from their label, from
    /// their own declarations, or from the caller, because a wrong guess would be written into a file that programs
    /// read.
    pub guess_attachments: bool,
    /// Also undo the transfer encoding of text that is already UTF-8.
    pub decode_all: bool,
    /// Replace octets that cannot be decoded by U+FFFD, instead of leaving the text unchanged.
    pub lossy: bool,
    /// Follow labels to the letter, without guessing and without detection. UTF-16 without a byte order mark is
    /// read as big-endian.
    pub strict: bool,
    /// Leave a message unchanged if its conversion would break a DKIM signature or an ARC seal.
    pub keep_dkim: bool,
    /// Also change signed parts, which breaks their signatures.
    pub break_signatures: bool,
    /// Put Hebrew that is in visual order (RFC 1555) in logical order. If this is off, such text keeps its order.
    pub logical_order: bool,
    /// How text with a doubtful label is read; [`Doubtful::Keep`] by default.
    pub doubtful: Doubtful,
    /// The decisions of the mail's owner about the charsets of the texts in the mail. By default, there are
    /// none.
    pub rules: Rules,
    /// The charsets that senders, lists and threads use, as evidence for text without a usable label.
    pub habits: Option<Arc<Habits>>,
    /// The charset of text without a usable label. It comes before the evidence of the letters, but after all other
    /// evidence, such as valid UTF-8. To let the letters decide first, use [`Context::beside`](crate::text::Context::beside).
    pub fallback: Option<Charset>,
    /// The limits on a message. A message that exceeds one of them is left unchanged.
    pub limits: Limits,
    /// Whether [`Doubtful::Evidence`] accepts the likely reading at any probability, as it does when text is shown.
    pub(crate) any_probability: bool,
    /// Whether texts are decoded to be shown, as [`Policy::shown`] says. Conversions ignore this field.
    pub(crate) display: bool,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            headers: HeaderForm::default(),
            bodies: BodyForm::default(),
            attachments: true,
            guess_attachments: false,
            decode_all: false,
            lossy: false,
            strict: false,
            keep_dkim: false,
            break_signatures: false,
            logical_order: false,
            doubtful: Doubtful::default(),
            rules: Rules::default(),
            habits: None,
            fallback: None,
            limits: Limits::default(),
            any_probability: false,
            display: false,
        }
    }
}

impl Policy {
    /// The default policy changed by [`Policy::shown`], for a program that shows mail and does not write it.
    ///
    /// ```
    /// use mailutf::{Policy, header, text::Context};
    /// let word = b"=?iso-8859-1?Q?=CF=F0=E8=E2=E5=F2?=";
    /// assert_eq!(header::decode(word), "Привет"); // as with `Policy::for_display()`
    /// assert!(header::decode_in(word, &Context::new(&Policy::default())).starts_with("=?iso-8859-1?"));
    /// ```
    pub fn for_display() -> Self {
        Self::default().shown()
    }

    /// Returns this policy, changed for a program that shows mail and does not write it. A person who reads a text
    /// sees whether a guess is right, and learns more from a damaged text than from no text. So no text is hidden:
    ///
    /// - text with a doubtful label is read in its likely charset, whatever the probability is, unless
    ///   [`doubtful`](Self::doubtful) says otherwise;
    /// - octets that cannot be decoded become U+FFFD, and a damaged transfer encoding is decoded as far as possible;
    /// - the charset of text attachments is guessed too.
    ///
    /// A finding reports each body that is shown in one of these ways; for header text, `Message::findings` reports
    /// what a conversion would leave or guess. A body without a usable label is shown in the charset that its letters
    /// make likeliest. But under a label that names a charset which mailutf does not know, another charset is shown
    /// only if the letters suffice for a text without a label; otherwise octets above 127 become U+FFFD. The detail of
    /// the finding names the charset. A strict policy shows no text in these ways. A [`Normalizer`](crate::Normalizer)
    /// converts with the returned policy as with the original policy, because it does not write texts that can only be
    /// shown in these ways.
    ///
    /// ```
    /// use mailutf::{Policy, body};
    /// let text = |octets, policy| body::decode(octets, b"text/plain; charset=utf-8", b"8bit", &policy).map(|read| read.text);
    /// let cut = "Grüße aus Köln und \u{BB}".as_bytes().split_last().unwrap().1;
    /// assert!(text(cut, Policy::default()).is_err());
    /// assert_eq!(text(cut, Policy::default().shown()).unwrap(), "Grüße aus Köln und \u{FFFD}");
    /// ```
    #[must_use]
    pub fn shown(self) -> Self {
        Self { display: true, ..self }
    }

    /// Returns this policy, changed for a conversion that reads doubtful text as [`Policy::shown`] shows it.
    pub(crate) fn reading_as_shown(self) -> Self {
        let doubtful = match self.doubtful {
            Doubtful::Keep => Doubtful::Evidence,
            chosen => chosen,
        };
        Self { doubtful, any_probability: true, ..self }
    }

    /// Returns this policy for the mail in `file`, a path relative to the directory that is read. Rules with a
    /// condition on the file are tested against this path.
    ///
    /// ```
    /// # #[cfg(feature = "rules")] {
    /// use mailutf::{Normalizer, Policy, rules::Rules};
    /// let rules = Rules::parse("version = 1\n[[rule]]\nfile = \"old/*.mbox\"\nread = \"koi8-r\"\n").unwrap();
    /// let policy = Policy::default().with_rules(rules);
    /// let message = b"Content-Type: text/plain; charset=iso-8859-1\n\n\xEB\xCF\xC4\n";
    /// let plan = Normalizer::new(policy.at("old/1.mbox".as_ref()).into_owned()).plan(message);
    /// assert!(plan.apply().ends_with("Код\n".as_bytes()));
    /// # }
    /// ```
    pub fn at(&self, file: &Path) -> Cow<'_, Self> {
        match self.rules.need_files() {
            true => Cow::Owned(self.clone().with_rules(self.rules.at(file))),
            false => Cow::Borrowed(self),
        }
    }
}

with! {
    impl Policy {
        fn with_headers(headers: HeaderForm);
        fn with_bodies(bodies: BodyForm);
        fn with_attachments(attachments: bool);
        fn with_guess_attachments(guess_attachments: bool);
        fn with_decode_all(decode_all: bool);
        fn with_lossy(lossy: bool);
        fn with_strict(strict: bool);
        fn with_keep_dkim(keep_dkim: bool);
        fn with_break_signatures(break_signatures: bool);
        fn with_logical_order(logical_order: bool);
        fn with_doubtful(doubtful: Doubtful);
        fn with_rules(rules: Rules);
        fn with_habits(habits: Option<Arc<Habits>>);
        fn with_fallback(fallback: Option<Charset>);
        fn with_limits(limits: Limits);
    }
}
