//! The charset of text whose label names the wrong one, as given by the caller.
//!
//! Mail names the charset of its text (RFC 2045 section 5.2, RFC 2047 section 2, RFC 2231 section 4), and a
//! mailer that names the wrong one does so in all its mail. If the octets are valid in both charsets, only a
//! person who reads the language can tell.

use crate::charset::{Charset, Label};

/// The actual charset for each label that names the wrong one.
///
/// ```
/// use mailutf::charset::Charset;
/// use mailutf::{Normalizer, Policy};
/// let mut policy = Policy::default();
/// policy.overrides.insert(b"iso-8859-1", Charset::for_label(b"windows-1251").unwrap());
/// let message = b"Subject: =?ISO-8859-1?Q?=CF=F0=E8=E2=E5=F2?=\n\n";
/// let plan = Normalizer::new(policy).plan(message);
/// assert_eq!(plan.apply().as_ref(), "Subject: Привет\n\n".as_bytes());
/// assert_eq!(plan.findings()[0].code.as_str(), "label-overruled");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides(Vec<(Declared, Charset)>);

/// The meaning of a label.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Declared {
    /// A charset under any of its names: `latin1` is `iso-8859-1`, but not `windows-1252`.
    Known(Label),
    /// Unknown: the label in lower case.
    Unknown(Vec<u8>),
}

impl Declared {
    fn by(label: &[u8]) -> Self {
        let unquoted = || label.iter().filter(|octet| !matches!(octet, b'"' | b' ' | b'\t' | b'\r' | b'\n'));
        let folded = || unquoted().map(u8::to_ascii_lowercase).collect();
        Label::read(label).map_or_else(|| Self::Unknown(folded()), Self::Known)
    }
}

impl Overrides {
    /// Reads text labelled `label` as `charset`, as if the label named it: UTF-8 and escape sequences still count against
    /// it. But if the label does name it, nothing counts against it where the text decodes so. Spelling and case of the label do not matter; an unknown
    /// label is compared as written, except for case. Returns the charset that the label was given before.
    ///
    /// Text under a UTF-8 or UTF-7 label that is valid in that charset is still read in it, so that rewritten
    /// mail is not read differently the next time.
    pub fn insert(&mut self, label: &[u8], charset: Charset) -> Option<Charset> {
        let declared = Declared::by(label);
        if let Some((_, known)) = self.0.iter_mut().find(|(known, _)| *known == declared) {
            return Some(std::mem::replace(known, charset));
        }
        self.0.push((declared, charset));
        None
    }

    /// Whether `label` is overridden by the charset that it names. The caller is sure of it then.
    pub(crate) fn confirms(&self, label: &[u8]) -> bool {
        self.charset(label).is_some_and(|charset| Charset::for_label(label) == Some(charset))
    }

    /// The charset given for `label`, if any.
    ///
    /// ```
    /// use mailutf::{charset::Charset, policy::Overrides};
    /// let mut overrides = Overrides::default();
    /// overrides.insert(b"iso-8859-1", Charset::UTF_8);
    /// assert_eq!(overrides.charset(b"Latin1"), Some(Charset::UTF_8));
    /// assert_eq!(overrides.charset(b"windows-1252"), None);
    /// ```
    pub fn charset(&self, label: &[u8]) -> Option<Charset> {
        if self.0.is_empty() {
            return None;
        }
        let declared = Declared::by(label);
        self.0.iter().find(|(known, _)| *known == declared).map(|(_, charset)| *charset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charset(label: &str) -> Charset {
        Charset::for_label(label.as_bytes()).unwrap()
    }

    #[test]
    fn a_label_matches_in_any_spelling() {
        let read = |declared: &str, label: &str| {
            let mut overrides = Overrides::default();
            assert_eq!(overrides.insert(declared.as_bytes(), charset("koi8-r")), None);
            overrides.charset(label.as_bytes()).map(Charset::name)
        };
        for (declared, label) in [
            ("iso-8859-1", "\"ISO_8859-1\""),
            ("latin1", "iso-8859-1*ru"),
            ("x-klingon", " \"X-Klingon\""),
            ("unknown-8bit", "Unknown-8bit"),
        ] {
            assert_eq!(read(declared, label), Some("KOI8-R"), "{declared} {label}");
        }
        for (declared, label) in
            [("iso-8859-1", "windows-1252"), ("x-klingon", "x-romulan"), ("gbk", "gb2312")]
        {
            assert_eq!(read(declared, label), None, "{declared} {label}");
        }
    }

    #[test]
    fn a_later_override_replaces_an_earlier_one() {
        let mut overrides = Overrides::default();
        overrides.insert(b"latin1", charset("koi8-r"));
        assert_eq!(overrides.insert(b"iso-8859-1", charset("big5")), Some(charset("koi8-r")));
        assert_eq!(overrides.charset(b"latin1"), Some(charset("big5")));
    }
}
