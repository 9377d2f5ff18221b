//! Recognizes control characters in place of letters: octets from 80 to 9F (ISO/IEC 6429) to which the charset of the
//! label assigns control characters. No author of mail writes such characters. In ISO 8859, all octets from 80 to 9F
//! are control characters. In the code pages of Windows, a few of them are (81, 8D, 8F, 90 and 9D in windows-1252):
//! Microsoft left these octets unassigned, and WHATWG decodes them as control characters.
//!
//! Some programs convert letters to ISO-8859-2, or quote windows-1252 in ISO-8859-15, but leave the quotation marks
//! and dashes of Windows as they were. These marks have the same octets in all code pages of Windows. The euro sign
//! has the same octet in all code pages except windows-1251. Any other octet from 80 to 9F is a character of another
//! charset.
//!
//! ISO-8859-1, -9 and -11 are read as code pages of Windows that are their [supersets](crate::charset::Label). All
//! functions take linear time.

use crate::charset::Charset;

/// Whether a text has octets that are control characters in the charset of its label, and of which kind they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Controls {
    /// There are no control characters.
    None,
    /// All control characters are octets that are punctuation marks in Windows.
    Marks,
    /// There are other control characters, too, so the text is in another charset.
    Others,
}

impl Controls {
    /// Returns the kinds of control characters in `octets`, which are labelled as `charset`.
    pub(in crate::text) fn of(charset: Charset, octets: &[u8]) -> Self {
        if !charset.is_single_octet() {
            return Self::None;
        }
        // The compiler makes vector instructions of this loop, because it has no branches. Few texts have such octets.
        if octets.iter().fold(0, |any, octet| any | u8::from(is_control(octet))) == 0 {
            return Self::None;
        }
        let present = octets.iter().filter(|octet| is_control(octet)).fold(0, |all, octet| all | bit(*octet));
        let mut controls =
            (0x80..=0x9F).filter(|octet| present & bit(*octet) != 0 && is_control_in(charset, *octet));
        match controls.next() {
            None => Self::None,
            Some(first)
                if is_iso_8859(charset) && is_mark(&first) && controls.all(|octet| is_mark(&octet)) =>
            {
                Self::Marks
            }
            Some(_) => Self::Others,
        }
    }
}

/// Decodes `octets` in `charset`. But octets that are punctuation marks in Windows become these marks, not control
/// characters. `controls` is the result of [`Controls::of`]. Returns `None` if there are no control characters, or if
/// the octet of one of them is not such a mark.
pub(in crate::text) fn with_marks(charset: Charset, octets: &[u8], controls: Controls) -> Option<String> {
    if controls != Controls::Marks {
        return None;
    }
    let mut text = String::with_capacity(octets.len());
    for run in octets.chunk_by(|one, other| is_mark(one) == is_mark(other)) {
        let charset = if run.iter().all(is_mark) { Charset::WINDOWS_1252 } else { charset };
        text.push_str(&charset.decode_strict(run).ok()?);
    }
    Some(text)
}

/// Returns the octets with blanks in place of those that are punctuation marks in Windows. The marks are left out
/// because only the letters show whether the label is right.
pub(super) fn without_marks(octets: &[u8]) -> Vec<u8> {
    octets.iter().map(|octet| if is_mark(octet) { b' ' } else { *octet }).collect()
}

/// Returns the code page of Windows for the same languages as `charset`. Returns `None` unless `charset` is a charset
/// of ISO 8859 with control characters.
pub(super) fn code_page(charset: Charset) -> Option<Charset> {
    let page = match charset.name() {
        "ISO-8859-2" | "ISO-8859-16" => "windows-1250",
        "ISO-8859-3" => "windows-1254",
        "ISO-8859-4" | "ISO-8859-10" | "ISO-8859-13" => "windows-1257",
        "ISO-8859-5" => "windows-1251",
        "ISO-8859-6" => "windows-1256",
        "ISO-8859-7" => "windows-1253",
        "ISO-8859-8" | "ISO-8859-8-I" => "windows-1255",
        "ISO-8859-14" | "ISO-8859-15" => "windows-1252",
        _ => return None,
    };
    Charset::for_label(page.as_bytes())
}

/// Returns the bit that stands for one of the octets 80 to 9F in a set of such octets.
const fn bit(octet: u8) -> u32 {
    1_u32 << (octet & 0x1F)
}

fn is_iso_8859(charset: Charset) -> bool {
    charset.name().starts_with("ISO-8859-")
}

/// Whether the octet is a control character in the charset.
fn is_control_in(charset: Charset, octet: u8) -> bool {
    charset.decode(&[octet]).text.chars().any(is_c1)
}

/// Whether a character is a C1 control character. If the charset assigns no character to an octet, programs decode
/// the octet as the control character with the same number.
pub(super) const fn is_c1(character: char) -> bool {
    matches!(character, '\u{80}'..='\u{9F}')
}

const fn is_control(octet: &u8) -> bool {
    matches!(*octet, 0x80..=0x9F)
}

const fn is_mark(octet: &u8) -> bool {
    matches!(*octet, 0x80 | 0x82 | 0x84..=0x87 | 0x89 | 0x8B | 0x91..=0x97 | 0x99 | 0x9B)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charset(label: &str) -> Charset {
        Charset::for_label(label.as_bytes()).unwrap()
    }

    #[test]
    fn marks_are_the_same_in_all_code_pages_of_windows() {
        for octet in (0x80..=0x9F).filter(is_mark) {
            let octets = [octet];
            let is = Charset::WINDOWS_1252.decode_strict(&octets).unwrap();
            assert!(is.chars().all(|c| !c.is_alphabetic() && !c.is_control()), "{octet:X}");
            for page in 1250..=1258 {
                let page = charset(&format!("windows-{page}"));
                let differs = octet == 0x80 && page.name() == "windows-1251";
                assert_eq!(page.decode_strict(&octets).is_ok_and(|c| c == is), !differs, "{page} {octet:X}");
            }
        }
    }

    #[test]
    fn marks_and_other_characters_are_told_apart() {
        let of = |label, octets: &[u8]| Controls::of(charset(label), octets);
        for octets in [&b"\x8Aup"[..], b"x \x8D y", b"\x84dobr\xFD\x94 \x81"] {
            assert_eq!(of("iso-8859-2", octets), Controls::Others, "{}", octets.escape_ascii());
            for label in ["koi8-r", "utf-8", "ibm850", "macintosh", "windows-1256"] {
                assert_eq!(of(label, octets), Controls::None, "{label} {}", octets.escape_ascii());
            }
        }
        assert_eq!(of("iso-8859-2", b"it\x92s"), Controls::Marks);
        for octets in [&b"dobr\xFD"[..], b"\x1B[0m"] {
            assert_eq!(of("iso-8859-2", octets), Controls::None, "{}", octets.escape_ascii());
        }
    }

    #[test]
    fn code_pages_have_controls_where_they_are_empty() {
        let of = |label, octets: &[u8]| Controls::of(charset(label), octets);
        for label in
            ["iso-8859-1", "windows-1252", "windows-1250", "windows-1253", "windows-1257", "iso-8859-9"]
        {
            assert_eq!(of(label, b"Gr\x81\xE1e"), Controls::Others, "{label}");
            assert_eq!(of(label, b"it\x92s"), Controls::None, "{label}");
        }
        for octet in 0x80..=0x9F {
            let is_empty = matches!(octet, 0x81 | 0x8D | 0x8F | 0x90 | 0x9D);
            let expected = if is_empty { Controls::Others } else { Controls::None };
            assert_eq!(of("windows-1252", &[octet]), expected, "{octet:X}");
        }
    }

    #[test]
    fn marks_stand_among_the_letters_of_the_label() {
        for (label, octets, text) in [
            ("iso-8859-2", &b"\x84\xB6wi\xB1t\x94"[..], Some("„świąt”")),
            ("iso-8859-15", b"k\xF6nnte\x85 \xA4 \x80", Some("könnte… € €")),
            ("iso-8859-5", b"\x84\xDC\xD8\xE0\x93", Some("„мир“")),
            // The next text has a `ś` of windows-1250. The last text has an octet that is not a character in
            // windows-1250.
            ("iso-8859-2", b"\x84\x9Croda\x94", None),
            ("iso-8859-2", b"\x84dobr\xFD\x94 \x81", None),
        ] {
            let charset = charset(label);
            let read = with_marks(charset, octets, Controls::of(charset, octets));
            assert_eq!(read.as_deref(), text, "{label} {}", octets.escape_ascii());
        }
    }

    #[test]
    fn each_charset_with_control_characters_has_its_code_page() {
        let has_controls = |charset: &Charset| Controls::of(*charset, b"\x92") == Controls::Marks;
        let is_labelled = |charset: &Charset| Charset::for_label(charset.name().as_bytes()) == Some(*charset);
        for charset in Charset::all().filter(has_controls).filter(is_labelled) {
            assert!(code_page(charset).is_some(), "{charset}");
        }
    }

    #[test]
    fn letters_are_what_is_left_without_marks() {
        assert_eq!(without_marks(b"\x84\xB6wi\xB1t\x94 \x9C"), b" \xB6wi\xB1t  \x9C");
    }
}
