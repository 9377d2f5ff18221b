//! Labels that lie, by the word of a person who has seen the text.
//!
//! Mail names the charset of its text (RFC 2045 section 5.2, RFC 2047 section 2, RFC 2231 section 4), and a mailer
//! that names the wrong one does so in all it sends. Where octets are well-formed in both charsets nothing but a
//! reader of the language can tell.

use crate::charset::{Charset, Label};

/// The charsets that text is in under labels that name another.
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

/// What a label names.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Declared {
    /// A charset, by whatever name: `latin1` is `iso-8859-1`, and neither is `windows-1252`.
    Known(Label),
    /// None that we know: the label in lower case.
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
    /// Has text labelled `label`, in any spelling and case, read as if the label named `charset`; returns the charset
    /// that was said of it before. A label that names nothing we know is taken by its letters.
    ///
    /// Whatever is said, text that is well-formed under a label of UTF-8 or UTF-7 is that, so that what was rewritten
    /// is not read otherwise the next time.
    pub fn insert(&mut self, label: &[u8], charset: Charset) -> Option<Charset> {
        let declared = Declared::by(label);
        if let Some((_, known)) = self.0.iter_mut().find(|(known, _)| *known == declared) {
            return Some(std::mem::replace(known, charset));
        }
        self.0.push((declared, charset));
        None
    }

    /// What was said of `label`.
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

    /// The same where it makes a difference to `octets`. Linear time.
    pub(crate) fn override_for(&self, label: &[u8], octets: &[u8]) -> Option<Charset> {
        let charset = self.charset(label)?;
        let declared = Charset::for_label(label);
        if declared.is_some_and(|declared| declared == charset || is_own_output(declared, octets)) {
            return None;
        }
        let is_itself =
            |charset: Charset| charset.decode_strict(octets).is_ok_and(|text| text.as_bytes() == octets);
        let same = octets.is_ascii() && declared.is_some_and(is_itself) && is_itself(charset);
        (!same).then_some(charset)
    }

    /// The charset that `octets` under `label` are taken to be in: what was said of the label where that makes a
    /// difference to them, or else what mail means by it.
    ///
    /// ```
    /// use mailutf::{charset::Charset, policy::Overrides};
    /// let mut overrides = Overrides::default();
    /// overrides.insert(b"utf-8", Charset::WINDOWS_1252);
    /// assert_eq!(overrides.charset_for(b"utf-8", b"caf\xE9"), Some(Charset::WINDOWS_1252));
    /// assert_eq!(overrides.charset_for(b"utf-8", "café".as_bytes()), Some(Charset::UTF_8));
    /// ```
    pub fn charset_for(&self, label: &[u8], octets: &[u8]) -> Option<Charset> {
        self.override_for(label, octets).or_else(|| Charset::for_label(label))
    }

    /// The charset that words under `label` are joined as, before it is known whether their octets are
    /// well-formed in the charset that it names.
    pub(crate) fn joining_charset(&self, label: &[u8]) -> Option<Charset> {
        let declared = Charset::for_label(label);
        match declared {
            Some(Charset::UTF_8 | Charset::UTF_7) => declared,
            _ => self.charset(label).or(declared),
        }
    }
}

/// Whether `octets` are what this library writes under a label of `declared`, or as good as that.
fn is_own_output(declared: Charset, octets: &[u8]) -> bool {
    matches!(declared, Charset::UTF_8 | Charset::UTF_7) && declared.decode_strict(octets).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charset(label: &str) -> Charset {
        Charset::for_label(label.as_bytes()).unwrap()
    }

    fn over(declared: &str, real: &str, label: &str, octets: &[u8]) -> Option<&'static str> {
        let mut overrides = Overrides::default();
        assert_eq!(overrides.insert(declared.as_bytes(), charset(real)), None);
        overrides.override_for(label.as_bytes(), octets).map(Charset::name)
    }

    #[test]
    fn a_label_counts_in_any_spelling() {
        let read = |declared, label| over(declared, "koi8-r", label, b"\xF0");
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
    fn what_makes_no_difference_is_not_overruled() {
        assert_eq!(over("us-ascii", "koi8-r", "us-ascii", b"plain"), None);
        assert_eq!(over("us-ascii", "hz-gb-2312", "us-ascii", b"plain"), None);
        assert_eq!(over("us-ascii", "hz-gb-2312", "us-ascii", b"~{<:Ky~}"), Some("HZ-GB-2312"));
        assert_eq!(over("iso-8859-1", "windows-1252", "latin1", b"\xE9"), None);
        assert_eq!(over("x-klingon", "koi8-r", "x-klingon", b"plain"), Some("KOI8-R"));
    }

    #[test]
    fn what_was_rewritten_stands() {
        assert_eq!(over("utf-8", "windows-1251", "utf-8", "é".as_bytes()), None);
        assert_eq!(over("utf-8", "windows-1251", "utf-8", b"\xCF\xF0"), Some("windows-1251"));
        assert_eq!(over("utf-7", "koi8-r", "utf-7", b"+AOk-"), None);
        assert_eq!(over("utf-7", "koi8-r", "utf-7", b"\xF0"), Some("KOI8-R"));
    }

    #[test]
    fn the_last_word_counts() {
        let mut overrides = Overrides::default();
        overrides.insert(b"latin1", charset("koi8-r"));
        assert_eq!(overrides.insert(b"iso-8859-1", charset("big5")), Some(charset("koi8-r")));
        assert_eq!(overrides.charset(b"latin1"), Some(charset("big5")));
    }
}
