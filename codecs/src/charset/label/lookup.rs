//! Looks up labels.

use super::alias::{Alias, Label};
use super::names::{self, COUNT};
use super::table::{ROWS, Row};
use crate::charset::identity::Charset;

impl Charset {
    /// The charset that mail means by `label`; `None` if the label names no charset. Case, quotes, blanks, an RFC
    /// 2231 language suffix and common misspellings are ignored. If mail uses a label for a superset of the charset
    /// that the label names, then the label is read as the superset: `gb2312` is GB18030, and `iso-8859-1` is
    /// windows-1252. The time is linear in the length of the label.
    pub fn for_label(label: &[u8]) -> Option<Self> {
        Label::read(label).map(Label::charset)
    }

    /// The charset that a user names. In addition to the labels of [`Charset::for_label`], this function knows the
    /// charsets that no label means: `Modified-UTF-8`, `UTF-8-RFC2279` and `KOI8-U-RFC2319`.
    ///
    /// ```
    /// # extern crate mailutf_codecs as mailutf;
    /// use mailutf::charset::Charset;
    /// assert_eq!(Charset::for_name("modified-utf-8"), Some(Charset::MODIFIED_UTF_8));
    /// assert_eq!(Charset::for_label(b"modified-utf-8"), None);
    /// assert_eq!(Charset::for_name("latin1"), Some(Charset::WINDOWS_1252));
    /// ```
    pub fn for_name(name: &str) -> Option<Self> {
        let on_request = [Self::MODIFIED_UTF_8, Self::UTF_8_RFC_2279, Self::KOI8_U_RFC_2319];
        let named = on_request.into_iter().find(|charset| charset.name().eq_ignore_ascii_case(name));
        named.or_else(|| Self::for_label(name.as_bytes()))
    }

    /// All labels that mean this charset, including labels that name a subset of it. The labels are in the order of
    /// their folded form.
    ///
    /// ```
    /// # extern crate mailutf_codecs as mailutf;
    /// use mailutf::charset::Charset;
    /// let windows_1252 = Charset::WINDOWS_1252;
    /// assert!(windows_1252.aliases().any(|alias| alias.name() == "iso-8859-1"));
    /// ```
    pub fn aliases(self) -> impl Iterator<Item = Alias> {
        Alias::all().filter(move |alias| alias.label().charset() == self)
    }
}

impl Label {
    /// The meaning of `label`; `None` if the label names no charset. Case, quotes, blanks, punctuation, a stray `;`
    /// or `charset=`, and an RFC 2231 language suffix (`utf-8*en`) are ignored.
    pub fn read(label: &[u8]) -> Option<Self> {
        // Most current mail has this label.
        if label.eq_ignore_ascii_case(b"utf-8") {
            return Some(Self::of(Charset::UTF_8));
        }
        let key = Key::of(label).or_else(|| Key::of(bare(label)))?;
        find(key.as_bytes()).or_else(|| find(key.code_page()?.as_bytes()))
    }
}

impl Alias {
    /// All names of charsets, in the order of their folded form.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..COUNT).filter_map(names::alias)
    }
}

/// The label without the text that mail wrongly puts around it. This text is a `;` at the start, everything from
/// the next `;` or from the `*` of an RFC 2231 language suffix on, and everything up to the last `=`.
fn bare(label: &[u8]) -> &[u8] {
    let label = label.trim_ascii();
    let label = label.strip_prefix(b";").unwrap_or(label);
    let label = label.split(|octet| matches!(octet, b';' | b'*')).next().unwrap_or_default();
    label.rsplit(|&octet| octet == b'=').next().unwrap_or_default().trim_ascii()
}

/// The folded form of a label, in which names are compared. It consists of lower-case letters, digits and hyphens,
/// without the text that mail wrongly puts around labels. `None` if the label has octets that occur in no name.
pub(super) fn folded(label: &[u8]) -> Option<String> {
    let key = Key::of(label).or_else(|| Key::of(bare(label)))?;
    Some(key.as_str().to_owned())
}

fn find(key: &[u8]) -> Option<Label> {
    let mut slot = hash(key);
    loop {
        let alias = names::alias(usize::from(*SLOTS.get(slot)?))?;
        if folded_octets(alias.name().as_bytes()).eq(key.iter().copied()) {
            return Some(alias.label());
        }
        slot = (slot + 1) % SLOTS.len();
    }
}

/// The number of slots in the hash table, a power of two. It is more than twice the number of names, so that most names are in the
/// slot of their hash.
const SIZE: usize = 4096;

/// The content of an empty slot.
const NONE: u16 = u16::MAX;

/// The indices of the names in [`ROWS`]. Each index is in the slot of the [`hash`] of its key, or in the
/// first free slot after it.
static SLOTS: [u16; SIZE] = slots(ROWS);

#[expect(clippy::indexing_slicing, reason = "a place is less than SIZE, and it runs at compile time")]
const fn slots(mut rows: &[Row]) -> [u16; SIZE] {
    assert!(rows.len() < SIZE / 2);
    let (mut slots, mut index) = ([NONE; SIZE], 0);
    while let [Row(key, ..), others @ ..] = rows {
        let mut slot = hash(key.as_bytes());
        while slots[slot] != NONE {
            slot = (slot + 1) % SIZE;
        }
        slots[slot] = index;
        (rows, index) = (others, index + 1);
    }
    slots
}

/// The highest bits of the FNV-1a hash of a key.
const fn hash(mut key: &[u8]) -> usize {
    let mut hash = 0x811C_9DC5_u32;
    while let [octet, others @ ..] = key {
        hash = (hash ^ *octet as u32).wrapping_mul(0x0100_0193);
        key = others;
    }
    (hash >> (u32::BITS - SIZE.trailing_zeros())) as usize
}

/// The octets of the folded form of a label: lower-case letters and digits. Other octets between two digits become a
/// hyphen, and all other octets are removed. Therefore `iso_8859-1` and `ISO8859-1` are the same name, but
/// `iso-8859-15` and `iso-8859-1 5` are different names.
fn folded_octets(label: &[u8]) -> impl Iterator<Item = u8> {
    let (mut previous, mut gap) = (b' ', false);
    let fold = move |octet: &u8| {
        if !octet.is_ascii_alphanumeric() {
            gap = true;
            return [None; 2];
        }
        let hyphen = gap && previous.is_ascii_digit() && octet.is_ascii_digit();
        (previous, gap) = (*octet, false);
        [hyphen.then_some(b'-'), Some(octet.to_ascii_lowercase())]
    };
    label.iter().flat_map(fold).flatten()
}

/// The folded form of a label.
struct Key {
    octets: [u8; Self::LONGEST],
    length: usize,
}

impl Key {
    /// The maximum length of a label, in octets.
    const LONGEST: usize = 64;

    /// The key of `label`; `None` if the label is too long or has octets that no name has.
    fn of(label: &[u8]) -> Option<Self> {
        let is_allowed =
            |octet: &u8| matches!(octet, b'!'..=b'~' | b' ' | b'\t') && !matches!(octet, b';' | b'*' | b'=');
        if label.len() > Self::LONGEST || !label.iter().all(is_allowed) {
            return None;
        }
        let mut key = Self { octets: [0; Self::LONGEST], length: 0 };
        folded_octets(label).for_each(|octet| key.push(octet));
        Some(key)
    }

    /// Appends an octet. There is always room, because the key is never longer than the label.
    fn push(&mut self, octet: u8) {
        if let Some(place) = self.octets.get_mut(self.length) {
            *place = octet;
            self.length += 1;
        }
    }

    /// The number of a code page, if the key is a prefix and a number, as in `cp1252`, `ms-1252`, `win1252` and
    /// `x-cp00858`. The table of labels has the number without the prefix and without leading zeros.
    fn code_page(&self) -> Option<&str> {
        const BEFORE: [&str; 14] = [
            "cp", "xcp", "ms", "xms", "mscp", "win", "xwin", "windows", "xwindows", "ibm", "xibm", "ccsid",
            "dos", "codepage",
        ];
        let key = self.as_str();
        let (before, number) = key.split_at_checked(key.find(|c: char| c.is_ascii_digit())?)?;
        let number = number.trim_start_matches('0');
        let numeric = number.bytes().all(|octet| octet.is_ascii_digit());
        (BEFORE.contains(&before) && numeric).then_some(number)
    }

    fn as_bytes(&self) -> &[u8] {
        self.octets.get(..self.length).unwrap_or_default()
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_sorted_and_each_name_is_found() {
        assert!(ROWS.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(Alias::all().count(), ROWS.len());
        for (alias, Row(key, name, meaning, source)) in Alias::all().zip(ROWS) {
            assert_eq!(alias, Alias::new(name, meaning.label().unwrap(), *source));
            assert_eq!(*key, Key::of(name.as_bytes()).unwrap().as_str());
            assert_eq!(Label::read(alias.name().as_bytes()), Some(alias.label()), "{}", alias.name());
            assert_eq!(
                Label::read(alias.name().to_uppercase().as_bytes()),
                Some(alias.label()),
                "{}",
                alias.name()
            );
            assert!(alias.name().len() <= Key::LONGEST);
        }
    }

    #[test]
    fn labels_are_read_despite_common_errors_around_them() {
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
    fn a_gap_between_digits_is_significant() {
        let read = |label: &str| Label::read(label.as_bytes()).map(Label::name);
        assert_eq!(read("iso 8859 15"), Some("ISO-8859-15"));
        assert_eq!(read("iso885915"), Some("ISO-8859-15"));
        assert_eq!(read("iso-8859-1    5"), None);
        assert_eq!(read("utf-1-6"), None);
    }

    #[test]
    fn labels_that_name_no_charset() {
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
