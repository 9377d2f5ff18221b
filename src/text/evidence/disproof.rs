//! Finds octets that cannot occur in text in the charset of their label, not even in damaged text. Such octets
//! disprove the label. Text with a disproved label is decoded as if it had no label.
//!
//! UTF-8 (RFC 3629) is disproved by each of the following:
//!
//! - an octet from F5 to FF
//! - a lead octet between two letters of US-ASCII, as in `Müller` in ISO-8859-1
//! - three different lead octets in a row, as in `тест` in KOI8-R
//!
//! The lead octets of Latin letters, accents and punctuation marks are an exception, because these characters occur
//! next to letters of US-ASCII. Such a lead octet may be the rest of a character that lost an octet (`Gr\xC3e`).
//!
//! The following are mere damage, too: a character that was cut off at the end, a stray continuation octet, an
//! overlong form, and a few foreign octets in text that is otherwise UTF-8. But if all foreign octets are on lines of
//! their own, these lines are a footer or banner in another charset.
//!
//! A charset of single octets is disproved if it assigns no character to any octet above 127 in the text, and if one
//! of these octets is next to a letter of US-ASCII. That octet is a letter in another charset (`für` labelled
//! windows-874). All functions take linear time.

use super::segments::lines;
use super::shift::{is_seven_bit, shifts_in};
use crate::charset::Charset;
use mailutf_codecs::internal::utf8_in_mail;

/// Whether `octets` disprove that they are in `charset`, the charset of their label.
pub(in crate::text) fn disproves(charset: Charset, octets: &[u8]) -> bool {
    if octets.is_ascii() {
        return false;
    }
    match charset {
        Charset::UTF_8 => has_foreign(octets) && !utf8_in_mail::is_sound(octets) || has_foreign_lines(octets),
        _ if charset.is_single_octet() => has_only_foreign_letters(charset, octets),
        _ => is_seven_bit(charset) && !shifts_in(charset, octets),
    }
}

/// Whether `charset`, a charset of single octets, assigns no character to any of the octets above 127, and one of
/// these octets is next to a letter of US-ASCII.
fn has_only_foreign_letters(charset: Charset, octets: &[u8]) -> bool {
    let is_foreign = |octet: &u8| octet.is_ascii() || charset.decode_strict(&[*octet]).is_err();
    octets.iter().all(is_foreign) && are_in_ascii_words(octets)
}

/// Whether an octet above 127 is next to a letter of US-ASCII.
pub(super) fn are_in_ascii_words(octets: &[u8]) -> bool {
    let is_in_word = |pair: &[u8]| pair.iter().any(u8::is_ascii_alphabetic) && !pair.iter().all(u8::is_ascii);
    octets.windows(2).any(is_in_word)
}

/// Whether some lines are in UTF-8 and all others are in another charset. The other lines must have no multi-octet
/// characters of UTF-8, and their octets must disprove UTF-8. A single foreign octet counts as damage.
pub(in crate::text) fn has_foreign_lines(octets: &[u8]) -> bool {
    let (mut has_utf8, mut foreign) = (false, Vec::new());
    for (line, _) in lines(octets).filter(|(line, _)| !line.is_ascii()) {
        if utf8_in_mail::is_valid(line) {
            has_utf8 = true;
        } else if utf8_in_mail::has_character(line) {
            return false;
        } else {
            foreign.extend_from_slice(line);
        }
    }
    has_utf8 && foreign.iter().filter(|octet| !octet.is_ascii()).count() > 1 && has_foreign(&foreign)
}

/// Whether there are octets that cannot occur in UTF-8, even if some octets were lost.
///
/// A lead octet C2 to CD or E2 between letters of US-ASCII is no proof. C2 to CD are the lead octets of Latin letters
/// and accents. E2 is the lead octet of quotation marks and dashes; the octets after it are control characters in
/// ISO-8859-1, and some programs remove control characters.
///
/// Three different lead octets in a row (CE to DF) are a proof. In UTF-8 they could only be the rest of three letters
/// that lost their continuation octets. But the letters of an alphabet have only two or three lead octets, so three
/// different ones in a row are unlikely.
fn has_foreign(octets: &[u8]) -> bool {
    let is_foreign = |three: &[u8]| match three {
        [before, 0xCE..=0xE1 | 0xE3..=0xF4, after] if before.is_ascii_alphabetic() => {
            after.is_ascii_alphabetic()
        }
        [one @ 0xCE..=0xDF, two @ 0xCE..=0xDF, three @ 0xCE..=0xDF] => {
            one != two && two != three && one != three
        }
        _ => false,
    };
    octets.iter().any(|octet| *octet >= 0xF5) || octets.windows(3).any(is_foreign)
}

/// Whether a lead octet follows a letter of US-ASCII, begins a symbol or a letter of another alphabet, and is
/// followed by US-ASCII instead of its continuation octets. At the end of the text, a lead octet does not count,
/// because UTF-8 may be cut off.
///
/// Words that mix two alphabets are rare. So such a lead octet proves that the text is not UTF-8 if the document
/// declares another charset. Without that declaration, it is no proof.
pub(in crate::text) fn has_foreign_ending(octets: &[u8]) -> bool {
    octets.windows(3).any(|three| match three {
        [before, 0xCE..=0xE1 | 0xE3..=0xF4, after] => before.is_ascii_alphabetic() && after.is_ascii(),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_8_is_disproved_by_octets_that_damage_does_not_make() {
        for octets in [&b"M\xFCller"[..], b"na\xEFve", b"\xFF", b"\xD4\xC5\xD3\xD4\xD2", b"caf\xE9 M\xE4rz"] {
            assert!(disproves(Charset::UTF_8, octets), "{}", octets.escape_ascii());
        }
        for octets in [
            &b"plain"[..],
            "größer".as_bytes(),
            b"Stra\xC3",
            b"caf\xC3 und",
            b"x\xC0\xAFy",
            b"it\x92s",
            b"gr\xC3\xB6\xC3\x9Fer M\xFCller",
            b"\xDCber",
            b"Stra\xC3e",
            b"it\xE2s",
        ] {
            assert!(!disproves(Charset::UTF_8, octets), "{}", octets.escape_ascii());
        }
    }

    #[test]
    fn a_letter_of_another_alphabet_does_not_end_a_word() {
        for octets in [&b"caf\xE9 au lait"[..], b"<b>voil\xE0</b>", b"caf\xE9."] {
            assert!(has_foreign_ending(octets), "{}", octets.escape_ascii());
        }
        for octets in
            [&b"Stra\xC3 und"[..], b"Stra\xC3", b"caf\xE9", b"it\xE2 s", b"5 \xE9 6", "für".as_bytes()]
        {
            assert!(!has_foreign_ending(octets), "{}", octets.escape_ascii());
        }
    }

    #[test]
    fn charsets_of_single_octets_are_disproved_by_letters_that_they_lack() {
        let lacks = |octets, label: &str| disproves(Charset::for_label(label.as_bytes()).unwrap(), octets);
        for (octets, label) in [
            (&b"f\xFCr"[..], "windows-874"),
            (b"M\xFCller", "windows-1255"),
            (b"h\xF6ren", "iso-8859-6"),
            (b"Bj\xD2rk", "iso-8859-7"),
            (b"a\xD2o \xFF", "windows-1253"),
        ] {
            assert!(lacks(octets, label), "{label} {}", octets.escape_ascii());
        }
        for (octets, label) in [
            (&b"f\xFCr"[..], "windows-1252"),
            (b"f\xFCr gr\xF6\xDFere", "windows-874"),
            (b"20 \xFC 30", "windows-874"),
            (b"\xE4\xFC", "windows-874"),
            (b"f\xFC", "gb2312"),
        ] {
            assert!(!lacks(octets, label), "{label} {}", octets.escape_ascii());
        }
    }

    #[test]
    fn seven_bit_charsets_are_disproved_by_eight_bits_without_shifts() {
        for (octets, label) in
            [(&b"M\xFCller"[..], "iso-2022-jp"), (b"caf\xE9", "utf-7"), (b"\xA4", "hz-gb-2312")]
        {
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            assert!(disproves(charset, octets), "{label}");
        }
        for (octets, label) in [
            (&b"\x1B$B8l\x1B(B\xFC"[..], "iso-2022-jp"),
            (b"+AOk-\xFC", "utf-7"),
            (b"caf\xE9", "windows-1252"),
        ] {
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            assert!(!disproves(charset, octets), "{label}");
        }
    }
}
