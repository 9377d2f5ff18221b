//! Applies the charset that a [rule](crate::rules) names to octets and their label.
//!
//! It replaces the charset that the label names, except for text that this library may have written itself:
//! well-formed text labelled as UTF-8 or UTF-7 is decoded in that charset. Linear time.

use crate::charset::Charset;
use crate::rules::Decided;

/// The charset that a rule names against `label`; `None` if there is none, if letters do not show which of several it is, or if
/// `octets` are the same text in both.
pub(crate) fn override_for(decided: &Decided, label: &[u8], octets: &[u8]) -> Option<Charset> {
    let charset = decided.rule(Some(label), None)?.charset(octets)?;
    let declared = Charset::for_label(label);
    if declared.is_some_and(|declared| declared == charset || is_own_output(declared, octets)) {
        return None;
    }
    let is_itself =
        |charset: Charset| charset.decode_strict(octets).is_ok_and(|text| text.as_bytes() == octets);
    let same = octets.is_ascii() && declared.is_some_and(is_itself) && is_itself(charset);
    (!same).then_some(charset)
}

/// The charset of `octets` with the label `label`: that of a rule, if it makes a difference, otherwise the charset that
/// mail means by the label. `None` also if letters do not show which charset of a rule it is.
pub(crate) fn charset_for(decided: &Decided, label: &[u8], octets: &[u8]) -> Option<Charset> {
    match decided.rule(Some(label), None) {
        Some(rule) if rule.is_undecided(octets) => None,
        _ => override_for(decided, label, octets).or_else(|| Charset::for_label(label)),
    }
}

/// The charset for joining the octets of adjacent encoded words with the label `label`. At that point it is not known
/// whether the octets are well-formed in the charset that the label names.
pub(in crate::text) fn joining_charset(decided: &Decided, label: &[u8]) -> Option<Charset> {
    let declared = Charset::for_label(label);
    match declared {
        Some(Charset::UTF_8 | Charset::UTF_7) => declared,
        _ => decided.charset(Some(label)).or(declared),
    }
}

/// Whether this library may have written `octets` with a label of `declared`.
fn is_own_output(declared: Charset, octets: &[u8]) -> bool {
    matches!(declared, Charset::UTF_8 | Charset::UTF_7) && declared.decode_strict(octets).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    fn overridden(declared: &str, real: &str, octets: &[u8]) -> Option<&'static str> {
        let mut rules = Rules::default();
        rules.overrule(declared.as_bytes(), Charset::for_label(real.as_bytes()).unwrap());
        override_for(rules.general(), declared.as_bytes(), octets).map(Charset::name)
    }

    #[test]
    fn overrides_that_make_no_difference_do_not_apply() {
        assert_eq!(overridden("us-ascii", "koi8-r", b"plain"), None);
        assert_eq!(overridden("us-ascii", "hz-gb-2312", b"plain"), None);
        assert_eq!(overridden("us-ascii", "hz-gb-2312", b"~{<:Ky~}"), Some("HZ-GB-2312"));
        assert_eq!(overridden("iso-8859-1", "windows-1252", b"\xE9"), None);
        assert_eq!(overridden("x-klingon", "koi8-r", b"plain"), Some("KOI8-R"));
    }

    #[test]
    fn well_formed_utf_8_and_utf_7_are_not_overridden() {
        assert_eq!(overridden("utf-8", "windows-1251", "é".as_bytes()), None);
        assert_eq!(overridden("utf-8", "windows-1251", b"\xCF\xF0"), Some("windows-1251"));
        assert_eq!(overridden("utf-7", "koi8-r", b"+AOk-"), None);
        assert_eq!(overridden("utf-7", "koi8-r", b"\xF0"), Some("KOI8-R"));
        let mut rules = Rules::default();
        rules.overrule(b"utf-8", Charset::WINDOWS_1252);
        assert_eq!(charset_for(rules.general(), b"utf-8", b"caf\xE9"), Some(Charset::WINDOWS_1252));
        assert_eq!(charset_for(rules.general(), b"utf-8", "café".as_bytes()), Some(Charset::UTF_8));
    }
}
