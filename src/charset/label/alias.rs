//! What a label says, and who says so.

use super::declared_subset::DeclaredSubset;
use crate::charset::identity::Charset;

/// What a label says: the charset that mail means by it, and whether that is more than the name promises.
///
/// ```
/// use mailutf::charset::{Charset, Label};
/// let label = Label::read(b"ISO-8859-1").unwrap();
/// assert_eq!(label.charset(), Charset::WINDOWS_1252);
/// assert_eq!(label.name(), "ISO-8859-1");
/// assert_eq!(label.exceeded_by(b"caf\xe9"), None);
/// assert_eq!(label.exceeded_by(b"\x93caf\xe9\x94"), Some(0)); // quotation marks of windows-1252
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    charset: Charset,
    narrow: Option<DeclaredSubset>,
}

impl Label {
    /// The charset that mail means: the superset reading.
    pub fn charset(self) -> Charset {
        self.charset
    }

    /// The preferred MIME name of the charset that the label names, which [`Label::charset`] may exceed.
    pub fn name(self) -> &'static str {
        self.narrow.map_or(self.charset.name(), DeclaredSubset::name)
    }

    /// The charset that the label names, to the letter, where it is here by itself: ISO-8859-1, -9 and -11;
    /// else [`Label::charset`].
    ///
    /// ```
    /// use mailutf::charset::{Charset, Label};
    /// assert_eq!(Label::read(b"latin1").unwrap().exact(), Charset::ISO_8859_1);
    /// assert_eq!(Label::read(b"koi8-r").unwrap().exact().name(), "KOI8-R");
    /// ```
    pub fn exact(self) -> Charset {
        self.narrow.and_then(DeclaredSubset::exact).unwrap_or(self.charset)
    }

    /// Offset of the first octet in `text` that the charset named by the label lacks and [`Label::charset`]
    /// was chosen for; `None` where the text stays within its label, or the label promises no less than is
    /// read. Octets that are ill-formed in both are not looked for. Linear time.
    pub fn exceeded_by(self, text: &[u8]) -> Option<usize> {
        self.narrow.and_then(|narrow| narrow.exceeded_by(text))
    }

    pub(super) const fn of(charset: Charset) -> Self {
        Self { charset, narrow: None }
    }

    pub(super) const fn within(charset: Charset, narrow: DeclaredSubset) -> Self {
        Self { charset, narrow: Some(narrow) }
    }
}

/// One name of a charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The name, folded.
    pub(super) key: &'static str,
    name: &'static str,
    label: Label,
    source: Source,
}

impl Alias {
    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// What it says.
    pub fn label(self) -> Label {
        self.label
    }

    /// Who gives that name to that charset.
    pub fn source(self) -> Source {
        self.source
    }

    pub(super) const fn new(key: &'static str, name: &'static str, label: Label, source: Source) -> Self {
        Self { key, name, label, source }
    }
}

/// Who gives a name to a charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// The IANA registry of character sets.
    Iana,
    /// The WHATWG encoding standard.
    Whatwg,
    /// Python's codecs.
    Python,
    /// Java's charsets.
    Java,
    /// The GNU C library's `iconv`.
    Iconv,
    /// ICU's converters.
    Icu,
    /// Windows: code page numbers and names, font charset numbers.
    Windows,
    /// Mail itself, and the alias tables of mail programs.
    Wild,
}
