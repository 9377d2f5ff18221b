//! Control characters of ISO 8859: octets 80 to 9F (ISO/IEC 6429). No author of mail writes them. Programs that label
//! windows-1250 as ISO-8859-2, or quote windows-1252 in ISO-8859-15, have quotation marks and dashes there, which are the same
//! in the code pages of Windows, and a few letters, which are not.
//!
//! Such text is read as if it had no label, if that changes control characters alone, to such marks: all letters are what the
//! label says. ISO-8859-1, -9 and -11 need no evidence: mail means their [supersets](crate::charset::Label). Linear time.

use crate::charset::Charset;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Whether `octets` have control characters in `charset` that are not those of US-ASCII.
pub(in crate::text) fn has_controls(charset: Charset, octets: &[u8]) -> bool {
    charset.name().starts_with("ISO-8859-") && octets.iter().any(is_control)
}

/// Whether `octets` are the same text in `other` as in `charset`, but for their control characters, which all are marks
/// there, as in windows-1252.
pub(in crate::text) fn explains_controls(other: Charset, charset: Charset, octets: &[u8]) -> bool {
    let in_text: BTreeSet<u8> = octets.iter().copied().filter(|octet| !octet.is_ascii()).collect();
    let explains = |octet: u8| {
        let read = |charset: Charset| charset.decode_strict(&[octet]).ok().map(Cow::into_owned);
        let is = read(other);
        if is_control(&octet) {
            let is_mark = |c: char| !c.is_alphabetic() && !c.is_control();
            is == read(Charset::WINDOWS_1252) && is.is_some_and(|is| is.chars().all(is_mark))
        } else {
            is == read(charset)
        }
    };
    other.is_single_octet() && in_text.into_iter().all(explains)
}

const fn is_control(octet: &u8) -> bool {
    matches!(*octet, 0x80..=0x9F)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charset(label: &str) -> Charset {
        Charset::for_label(label.as_bytes()).unwrap()
    }

    #[test]
    fn only_iso_8859_has_control_characters() {
        assert!(has_controls(charset("iso-8859-2"), b"it\x92s"));
        for (label, octets) in [
            ("iso-8859-1", &b"it\x92s"[..]),
            ("iso-8859-9", b"it\x92s"),
            ("iso-8859-2", b"dobr\xFD"),
            ("iso-8859-2", b"\x1B[0m"),
            ("koi8-r", b"\x92"),
            ("utf-8", b"\xC2\x92"),
        ] {
            assert!(!has_controls(charset(label), octets), "{label} {}", octets.escape_ascii());
        }
    }

    #[test]
    fn another_charset_must_have_the_same_letters() {
        let explains =
            |other, label, octets: &[u8]| explains_controls(charset(other), charset(label), octets);
        assert!(explains("windows-1250", "iso-8859-2", b"\x84dobr\xFD\x93"));
        assert!(explains("windows-1252", "iso-8859-15", b"k\xF6nnte\x85"));
        // `ś` and `ą` of ISO-8859-2 are `¶` and `±` in windows-1250.
        assert!(!explains("windows-1250", "iso-8859-2", b"\x84\xB6wi\xB1t\x94"));
        // The letters of other code pages are others.
        assert!(!explains("windows-1252", "iso-8859-15", b"\x9Croda"));
        assert!(!explains("ibm850", "iso-8859-15", b"M\x84dchen"));
        assert!(!explains("macintosh", "iso-8859-15", b"it\x93s"));
        // 81 is no character of windows-1250.
        assert!(!explains("windows-1250", "iso-8859-2", b"\x81dobr\xFD"));
        assert!(!explains("iso-8859-16", "iso-8859-2", b"it\x92s"));
        assert!(!explains("gb18030", "iso-8859-2", b"\x84\x84"));
    }
}
