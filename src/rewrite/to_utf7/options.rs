//! The options of the conversion to UTF-7.

use crate::charset::utf7::EncodeOptions;
use crate::policy::{HeaderForm, Policy};
use crate::with::with;

/// How lines that exceed the wanted length are written (feature `to-utf7`). The default is [`Wrap::Flowed`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wrap {
    /// Plain text becomes `format=flowed; delsp=yes` (RFC 3676), from which a reader restores the paragraphs. In
    /// HTML, line ends replace spaces that are not significant. All other text is written as with
    /// [`Wrap::QuotedPrintable`].
    #[default]
    Flowed,
    /// Lines of plain text are broken permanently. Other text, and text that is already flowed, is written as with
    /// [`Wrap::Flowed`].
    Hard,
    /// No line is broken; the UTF-7 is encoded as quoted-printable.
    QuotedPrintable,
    /// Lines may have up to 998 octets, the limit of mail (RFC 5322 section 2.1.1). Text with longer lines is
    /// written as with [`Wrap::QuotedPrintable`].
    None,
}

/// The options of [`ToUtf7`](super::ToUtf7) (feature `to-utf7`). The default has 76 columns and [`Wrap::Flowed`]; it keeps
/// U+2028 and U+2029, shifts the characters of Set O, and has the default [`Policy`] with [`HeaderForm::Utf7`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Utf7Options {
    /// The maximum number of octets of a line, without its line end: from 20 to 998. Text with a line that cannot be
    /// broken, such as a long URL, is written as with [`Wrap::QuotedPrintable`].
    pub columns: usize,
    /// How lines that are longer than `columns` are written.
    pub wrap: Wrap,
    /// Writes U+2028 LINE SEPARATOR and U+2029 PARAGRAPH SEPARATOR of inline plain text as line ends, as RFC 2152
    /// advises for mail, and adds a finding. If this is off, the separators stay characters of the text.
    pub separators_as_line_ends: bool,
    /// How UTF-7 is written: whether the characters of Set O (RFC 2152) are shifted, and whether each shifted
    /// sequence ends with `-`.
    pub encoder: EncodeOptions,
    /// How text is decoded, and what may be changed in the message. The policy's field `bodies` has an effect only if
    /// its value is [`BodyForm::Keep`](crate::policy::BodyForm::Keep).
    pub policy: Policy,
}

impl Default for Utf7Options {
    /// Lines are flowed and have at most 76 octets. The characters of Set O (RFC 2152) are written in shifted
    /// sequences. Header fields are in UTF-7.
    fn default() -> Self {
        let policy = Policy { headers: HeaderForm::Utf7, ..Policy::default() };
        Self {
            columns: 76,
            wrap: Wrap::default(),
            separators_as_line_ends: false,
            encoder: EncodeOptions::default(),
            policy,
        }
    }
}

with! {
    impl Utf7Options {
        fn with_columns(columns: usize);
        fn with_wrap(wrap: Wrap);
        fn with_separators_as_line_ends(separators_as_line_ends: bool);
        fn with_encoder(encoder: EncodeOptions);
        fn with_policy(policy: Policy);
    }
}
