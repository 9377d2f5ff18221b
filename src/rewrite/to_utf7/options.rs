//! The choices for mail in UTF-7.

use crate::charset::utf7::EncodeOptions;
use crate::policy::{HeaderForm, Policy};
use crate::with::with;

/// What happens to lines that are longer than wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wrap {
    /// Plain text becomes `format=flowed; delsp=yes` (RFC 3676), from which a reader has its paragraphs back;
    /// HTML gets line ends in place of spaces that are no text; all else goes as under
    /// [`Wrap::QuotedPrintable`].
    #[default]
    Flowed,
    /// Lines of plain text are broken for good. HTML and all else as under [`Wrap::Flowed`], and so is text
    /// that is flowed already.
    Hard,
    /// No line is broken: quoted-printable over UTF-7.
    QuotedPrintable,
    /// None, up to the 998 octets that mail carries (RFC 5322 section 2.1.1); beyond, as under
    /// [`Wrap::QuotedPrintable`].
    None,
}

/// The choices of [`ToUtf7`](super::ToUtf7).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Utf7Options {
    /// Octets of a line, its end not counted: 20 to 998. A word that is longer by itself goes beyond under
    /// [`Wrap::Flowed`] and [`Wrap::Hard`].
    pub columns: usize,
    /// What happens to longer lines.
    pub wrap: Wrap,
    /// How UTF-7 is written: what becomes of Set O, and where a shifted sequence ends with `-`.
    pub encoder: EncodeOptions,
    /// How text is read, and what of the message may be changed; of its forms for bodies only
    /// [`BodyForm::Keep`](crate::policy::BodyForm::Keep) counts.
    pub policy: Policy,
}

impl Default for Utf7Options {
    /// Flowed lines of 76 octets, Set O shifted, headers in UTF-7.
    fn default() -> Self {
        let policy = Policy { headers: HeaderForm::Utf7, ..Policy::default() };
        Self { columns: 76, wrap: Wrap::default(), encoder: EncodeOptions::default(), policy }
    }
}

with! {
    impl Utf7Options {
        fn with_columns(columns: usize);
        fn with_wrap(wrap: Wrap);
        fn with_encoder(encoder: EncodeOptions);
        fn with_policy(policy: Policy);
    }
}
