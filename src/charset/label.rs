//! Labels: which charset a name found in mail means.
//!
//! Names come from the IANA registry, the WHATWG encoding standard, Python, Java, ICU, glibc and Windows, and
//! from mail that is wrong in a known way; `tools/labels.py` writes the table and names the sources. Where mail uses a
//! label for more than the charset of that name (`iso-8859-1` for windows-1252), the answer is the wider
//! charset, and [`Label::exceeded_by`] tells whether a text needs it. Refused: `unknown-8bit`, `x-unknown`,
//! `default`, `x-user-defined` and their like, which name nothing. A look-up is a binary search; a label
//! longer than 64 octets names nothing.

mod meaning;
mod narrow;
mod table;

use super::identity::Charset;
use narrow::DeclaredSubset;
use table::ALIASES;

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
    /// What `label` says, or `None` where it names nothing. Case, quotes, blanks, punctuation, a stray `;` or
    /// `charset=` and an RFC 2231 language suffix (`utf-8*en`) do not matter.
    pub fn read(label: &[u8]) -> Option<Self> {
        let key = Key::of(bare(label))?;
        let plain = |key: &Key| find(key.as_str());
        plain(&key).or_else(|| Key::code_page(&key).as_ref().and_then(plain))
    }

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

    const fn of(charset: Charset) -> Self {
        Self { charset, narrow: None }
    }

    const fn within(charset: Charset, narrow: DeclaredSubset) -> Self {
        Self { charset, narrow: Some(narrow) }
    }
}

/// One name of a charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The name, folded.
    key: &'static str,
    name: &'static str,
    label: Label,
    source: Source,
}

impl Alias {
    /// Every name we know.
    pub fn all() -> impl Iterator<Item = Self> {
        ALIASES.iter().copied()
    }

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

    const fn new(key: &'static str, name: &'static str, label: Label, source: Source) -> Self {
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

/// The label without what mail puts around it: a leading `;`, all from the next `;` or an RFC 2231 `*` on, and
/// all up to a `=`.
fn bare(label: &[u8]) -> &[u8] {
    let label = label.trim_ascii();
    let label = label.strip_prefix(b";").unwrap_or(label);
    let label = label.split(|octet| matches!(octet, b';' | b'*')).next().unwrap_or_default();
    label.rsplit(|&octet| octet == b'=').next().unwrap_or_default().trim_ascii()
}

fn find(key: &str) -> Option<Label> {
    let at = ALIASES.binary_search_by(|alias| alias.key.cmp(key)).ok()?;
    ALIASES.get(at).map(|alias| alias.label)
}

/// Letters in lower case and digits; of all between them only a hyphen between two digits stays, so that
/// `iso_8859-1` and `ISO8859-1` are the same name, `iso-8859-15` and `iso-8859-1 5` are not.
fn fold(label: &[u8]) -> String {
    let mut folded = String::with_capacity(label.len());
    let mut previous = b' ';
    let mut gap = false;
    for &octet in label {
        if !octet.is_ascii_alphanumeric() {
            gap = true;
            continue;
        }
        if gap && previous.is_ascii_digit() && octet.is_ascii_digit() {
            folded.push('-');
        }
        folded.push(char::from(octet.to_ascii_lowercase()));
        (previous, gap) = (octet, false);
    }
    folded
}

/// A folded label.
struct Key(String);

impl Key {
    /// No name of a charset is longer, in octets.
    const LONGEST: usize = 64;

    /// The key of `label`, or `None` for what is no label: too long, or with octets that no name has.
    fn of(label: &[u8]) -> Option<Self> {
        let named = label.len() <= Self::LONGEST
            && label.iter().all(|octet| octet.is_ascii_graphic() || matches!(octet, b' ' | b'\t'));
        named.then(|| Self(fold(label)))
    }

    /// The key as a Windows code page, for the ways in which its number is written: `cp1252`, `ms-1252`,
    /// `win1252`, `x-cp00858`. The table holds the bare number.
    fn code_page(key: &Self) -> Option<Self> {
        const BEFORE: [&str; 14] = [
            "cp", "xcp", "ms", "xms", "mscp", "win", "xwin", "windows", "xwindows", "ibm", "xibm", "ccsid",
            "dos", "codepage",
        ];
        let digits = key.0.find(|c: char| c.is_ascii_digit())?;
        let (before, number) = key.0.split_at_checked(digits)?;
        let number = number.trim_start_matches('0');
        let numeric = number.bytes().all(|octet| octet.is_ascii_digit());
        (BEFORE.contains(&before) && numeric).then(|| Self(number.to_owned()))
    }

    fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_sorted_and_each_name_leads_to_its_row() {
        assert!(ALIASES.is_sorted_by(|a, b| a.key < b.key));
        for alias in ALIASES {
            assert_eq!(alias.key, fold(alias.name.as_bytes()));
            assert_eq!(Label::read(alias.name.as_bytes()), Some(alias.label), "{}", alias.name);
            assert_eq!(
                Label::read(alias.name.to_uppercase().as_bytes()),
                Some(alias.label),
                "{}",
                alias.name
            );
            assert!(alias.name.len() <= Key::LONGEST);
        }
    }

    #[test]
    fn what_mail_puts_around_a_label() {
        for label in [
            "UTF-8",
            " utf-8 ",
            "\"utf-8\"",
            "'utf8'",
            "utf-8;",
            ";utf-8",
            "utf-8; format=flowed",
            "utf-8*en",
            "utf_8",
            "Utf 8",
            "charset=utf-8",
            "\"charset=utf-8\"",
            "utf-8\\",
            "utf-8\r",
            "csUTF8",
            "cp65001",
            "65001",
        ] {
            assert_eq!(Charset::for_label(label.as_bytes()), Some(Charset::UTF_8), "{label:?}");
        }
    }

    #[test]
    fn a_gap_between_digits_counts() {
        let read = |label: &str| Label::read(label.as_bytes()).map(Label::name);
        assert_eq!(read("iso 8859 15"), Some("ISO-8859-15"));
        assert_eq!(read("iso885915"), Some("ISO-8859-15"));
        assert_eq!(read("iso-8859-1    5"), None);
        assert_eq!(read("utf-1-6"), None);
    }

    #[test]
    fn names_of_nothing() {
        for label in [
            "",
            " ",
            "\"\"",
            "unknown-8bit",
            "x-unknown",
            "unknown",
            "default",
            "_autodetect",
            "_autodetect_all",
            "none",
            "x-user-defined",
            "binary",
            "8bit",
            "iso-88$9-1",
            "\u{fc}tf-8",
            "utf\0-8",
            "replacement",
        ] {
            assert_eq!(Label::read(label.as_bytes()), None, "{label:?}");
        }
        assert_eq!(Label::read(&[b'a'; 1000]), None);
    }
}
