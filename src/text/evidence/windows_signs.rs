//! Recognizes signs (punctuation marks and symbols) of Windows in US-ASCII: `Copyright © 2009`, `anybody’s`,
//! `worldwide – no`.
//!
//! A single octet above 127 shows no language. But some signs are recognized by their places: the apostrophe of an
//! English contraction, a dash between words, or a copyright sign before a year. If all octets above 127 are such
//! signs, the text is in windows-1252. (The other code pages of Windows have most of these signs, too.) Octets of
//! damaged UTF-8 stand in other places. All functions take linear time.

use super::doubt::Doubt;
use crate::charset::Charset;

/// The endings that follow the apostrophe in English contractions.
const CONTRACTIONS: [&[u8]; 7] = [b"s", b"t", b"d", b"m", b"re", b"ve", b"ll"];

/// Returns windows-1252, if all octets above 127 are signs of this charset and stand where they belong.
pub(in crate::text) fn by_windows_signs(octets: &[u8]) -> Option<Charset> {
    are_in_place(octets, is_in_place).then_some(Charset::WINDOWS_1252)
}

/// Returns windows-1252, if all octets above 127 are signs of windows-1252 that stand where they belong, but are
/// other characters in `charset`, the single-octet charset of the label. Some characters of that charset, such as a
/// dash in KOI8-R or a letter that is an initial, can stand in the same places. So fewer kinds of signs count here than
/// in [`by_windows_signs`].
pub(in crate::text) fn in_windows_signs(octets: &[u8], charset: Charset) -> Option<(Doubt, Charset)> {
    let windows = Charset::WINDOWS_1252;
    let is_other = |octet: &u8| {
        let [labelled, sign] = [charset, windows].map(|charset| charset.decode(&[*octet]).text.into_owned());
        labelled != sign && !labelled.contains(char::is_control)
    };
    let mut signs = octets.iter().filter(|octet| !octet.is_ascii());
    let is_certain = |before: &[u8], octet, after: &[u8]| match octet {
        0x92 | 0x96 | 0x97 => is_in_place(before, octet, after),
        0xA9 => before.trim_ascii_end().ends_with(b"opyright") && is_in_place(before, octet, after),
        _ => false,
    };
    let is_doubtful = charset.is_single_octet() && are_in_place(octets, is_certain) && signs.all(is_other);
    is_doubtful.then(|| (Doubt::at_limit(windows), windows))
}

/// Whether there are octets above 127, and `is_in_place` is true for each of them. The arguments of `is_in_place` are
/// the octets before the octet, the octet itself, and the octets after it.
fn are_in_place(octets: &[u8], is_in_place: impl Fn(&[u8], u8, &[u8]) -> bool) -> bool {
    let mut places = octets.iter().enumerate().filter(|(_, octet)| !octet.is_ascii()).peekable();
    places.peek().is_some()
        && places.all(|(at, octet)| {
            let (before, after) = octets.split_at_checked(at).unwrap_or_default();
            is_in_place(before, *octet, after.get(1..).unwrap_or_default())
        })
}

/// Whether an octet is a sign of windows-1252 that stands where it belongs. In other charsets the octet is a letter:
/// an apostrophe is `í` in Macintosh, and an ellipsis is `à` in DOS.
fn is_in_place(before: &[u8], octet: u8, after: &[u8]) -> bool {
    let (last, next) = (before.last().copied().unwrap_or(b'\n'), after.first().copied().unwrap_or(b'\n'));
    let ends = |octet: u8| octet.is_ascii() && !octet.is_ascii_alphanumeric();
    match octet {
        // ’
        0x92 => last.is_ascii_alphabetic() && is_contraction(after),
        // “ and ”
        0x93 => ends(last) && next.is_ascii_alphanumeric(),
        0x94 => last.is_ascii_graphic() && ends(next),
        // – and —
        0x96 | 0x97 => is_between_words(before, after),
        // •
        0x95 => matches!(last, b'\n' | b'\r') && matches!(next, b' ' | b'\t'),
        // ™ and ®
        0x99 | 0xAE => last.is_ascii_alphabetic() && ends(next),
        // ©
        0xA9 => ends(last) && is_year(after.strip_prefix(b" ").unwrap_or(after)),
        // € and £
        0x80 | 0xA3 => {
            let number = before.strip_suffix(b" ").unwrap_or(before).last().is_some_and(u8::is_ascii_digit);
            next.is_ascii_digit() || octet == 0x80 && number && ends(next)
        }
        // °
        0xB0 => {
            last.is_ascii_digit() && !next.is_ascii_digit() || last == b' ' && matches!(next, b'C' | b'F')
        }
        _ => false,
    }
}

fn is_contraction(after: &[u8]) -> bool {
    let end = after.iter().position(|octet| !octet.is_ascii_alphabetic()).unwrap_or(after.len());
    let (word, rest) = after.split_at_checked(end).unwrap_or_default();
    CONTRACTIONS.contains(&word) && rest.first().is_none_or(u8::is_ascii)
}

/// Whether the sign stands between two words, with blanks before and after it. Each word must end or begin with two
/// letters next to the sign, because a single letter may be a variable (`x √ y` in KOI8-R).
fn is_between_words(before: &[u8], after: &[u8]) -> bool {
    let before = before.strip_suffix(b" ").and_then(<[u8]>::last_chunk::<2>);
    let after = after.strip_prefix(b" ").and_then(<[u8]>::first_chunk::<2>);
    [before, after].iter().all(|two| two.is_some_and(|two| two.iter().all(u8::is_ascii_alphabetic)))
}

fn is_year(text: &[u8]) -> bool {
    let (year, rest) = text.split_at_checked(4).unwrap_or_default();
    (year.starts_with(b"19") || year.starts_with(b"20"))
        && year.iter().all(u8::is_ascii_digit)
        && !rest.first().is_some_and(u8::is_ascii_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubted(label: &str, octets: &[u8]) -> Option<Charset> {
        in_windows_signs(octets, Charset::for_label(label.as_bytes()).unwrap()).map(|(_, charset)| charset)
    }

    #[test]
    fn signs_in_their_place_are_those_of_windows() {
        for octets in [
            &b"Copyright \xA9 2009 Company"[..],
            b"(\xA92009)",
            b"We Will Beat Anybody\x92s Deal",
            b"don\x92t, they\x92re, I\x92ll",
            b"worldwide \x96 no",
            b"We \x93really\x94 care",
            b"Price: 20 \x80, or \xA35",
            b"Word\xAE, Company\x99",
            b"20 \xB0C and 30\xB0",
            b"List:\n\x95 one\n\x95 two\n",
        ] {
            assert_eq!(by_windows_signs(octets), Some(Charset::WINDOWS_1252), "{}", octets.escape_ascii());
        }
    }

    #[test]
    fn letters_and_damage_stand_elsewhere() {
        for octets in [
            &b"plain"[..],
            b"caf\xA9",
            b"Mart\x92nez y d\x92a",
            b"citt\x85 nuova",
            b"Stra\xC3e",
            b"x \x81 y",
            b"20 \x96 30",
            b"x \x96 y",
            b"\x8A 2009",
            b"don\x99t",
            "Größe © 2009".as_bytes(),
            b"\xA9\xA9 2009",
        ] {
            assert_eq!(by_windows_signs(octets), None, "{}", octets.escape_ascii());
        }
    }

    #[test]
    fn a_label_that_has_other_characters_there_is_doubted() {
        for (label, octets) in [
            ("koi8-r", &b"worldwide \x96 no"[..]),
            ("koi8-r", b"Copyright \xA9 2009"),
            ("iso-8859-2", b"Copyright \xA9 2009"),
            ("ibm850", b"Anybody\x92s deal"),
        ] {
            assert_eq!(
                doubted(label, octets),
                Some(Charset::WINDOWS_1252),
                "{label} {}",
                octets.escape_ascii()
            );
        }
        for (label, octets) in [
            ("koi8-r", &b"x \x96 2"[..]),
            ("iso-8859-15", b"I\x92m here and it\x92s fine"),
            ("koi8-r", b"20 \x80 30"),
            ("iso-8859-2", b"\xA9 2009"),
            ("windows-1251", b"Copyright \xA9 2009"),
            ("windows-1250", b"worldwide \x96 no"),
        ] {
            assert_eq!(doubted(label, octets), None, "{label} {}", octets.escape_ascii());
        }
    }
}
