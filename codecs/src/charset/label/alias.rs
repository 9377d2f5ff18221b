//! The meaning of a label, and the source of each name in the label table.

use super::declared_subset::DeclaredSubset;
use crate::charset::identity::Charset;

/// The meaning of a label: the charset that mail means by the label, and the charset that the label names, if that
/// charset is narrower.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
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
    /// The charset that mail means by the label. It can be a superset of the charset that the label names.
    pub fn charset(self) -> Charset {
        self.charset
    }

    /// The preferred MIME name of the charset that the label names. [`Label::charset`] can be a superset of this
    /// charset.
    pub fn name(self) -> &'static str {
        self.narrow.map_or(self.charset.name(), DeclaredSubset::name)
    }

    /// The charset that the label names, if this crate implements that charset separately: ISO-8859-1, ISO-8859-9,
    /// ISO-8859-11 or KOI8-U. Otherwise the result is the same as that of [`Label::charset`].
    ///
    /// ```
    /// # extern crate mailutf_codecs as mailutf;
    /// use mailutf::charset::{Charset, Label};
    /// assert_eq!(Label::read(b"latin1").unwrap().exact(), Charset::ISO_8859_1);
    /// assert_eq!(Label::read(b"koi8-r").unwrap().exact().name(), "KOI8-R");
    /// ```
    pub fn exact(self) -> Charset {
        self.narrow.and_then(DeclaredSubset::exact).unwrap_or(self.charset)
    }

    /// The offset of the first octet in `text` that needs the superset. For such an octet, the charset that the
    /// label names lacks the character, and [`Label::charset`] has it. `None` if there is no such octet, or if the
    /// label names no narrower charset. Octets that are ill-formed in both charsets are not reported. Linear time.
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

/// A name of a charset that can occur in mail as a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alias {
    pub(super) name: &'static str,
    pub(super) label: Label,
    pub(super) source: Source,
}

impl Alias {
    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// The meaning of the name.
    pub fn label(self) -> Label {
        self.label
    }

    /// The source of the name.
    pub fn source(self) -> Source {
        self.source
    }

    pub(super) const fn new(name: &'static str, label: Label, source: Source) -> Self {
        Self { name, label, source }
    }
}

/// The source of a name of a charset.
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
    /// Windows: numbers and names of code pages, and numbers of font charsets.
    Windows,
    /// Mail itself, and the alias tables of mail programs.
    Wild,
}
