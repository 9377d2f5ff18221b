//! Recognizes text that has no characters in the charset of its label. If such a text is short, it may only be
//! damaged. But a program labels all texts of a message alike. So if octets [disprove](super::disproof) the label of
//! one text, that label is worthless for the other texts, too. And if the letters of one text show another charset, short
//! texts that can be words of that charset are in it, too.

use super::survey::Survey;
use super::words::is_plausible;
use crate::charset::{Charset, MalformedKind};
use mailutf_codecs::internal::has_latin_letters;

/// Characters count as accidents if there are at least this many ill-formed sequences for each character. In
/// words in KOI8-R, IBM866, windows-1256 or Thai, one in ten to thirty letters begins a well-formed character of
/// UTF-8 by accident.
const ERRORS_PER_ACCIDENT: usize = 4;

/// Whether text with this `survey` in the charset of its label has characters of that charset only by accident. A
/// single character that is cut off at the end (`Stra\xC3`) is mere damage, so such text does not count.
pub(in crate::text) fn lacks_characters(survey: &Survey) -> bool {
    let Survey { errors, well_formed, first_error, .. } = survey;
    let is_cut = *errors == 1 && first_error.is_some_and(|first| first.kind == MalformedKind::Truncated);
    *errors > 0 && *errors >= ERRORS_PER_ACCIDENT * well_formed && !is_cut
}

/// The maximum number of octets of a text that is too short to show its charset.
const SHORT: usize = 64;

/// Whether a short text in a Latin charset has a word of two or more octets, all of them above 127. Such words are very
/// rare in Latin alphabets, but usual in others: `Äà` is `Да` in windows-1251.
pub(in crate::text) fn may_be_in_other_script(octets: &[u8], charset: Charset) -> bool {
    let mut words = octets.split(|octet| octet.is_ascii() && !octet.is_ascii_alphabetic());
    octets.len() <= SHORT
        && words.any(|word| word.len() > 1 && !word.iter().any(u8::is_ascii))
        && charset.is_single_octet()
        && has_latin_letters(charset)
}

/// Whether the octets are words in `charset`.
pub(in crate::text) fn are_words(octets: &[u8], charset: Charset) -> bool {
    let Ok(text) = charset.decode_strict(octets) else { return false };
    text.chars().all(|c| c.is_ascii() || c.is_alphabetic()) && is_plausible(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_another_charset_are_accidents() {
        let lacks = |octets: &[u8]| lacks_characters(&Survey::of(Charset::UTF_8, octets));
        for (label, text) in [
            ("windows-1256", "السلام عليكم ورحمة الله وبركاته"),
            ("ibm866", "Мороз и солнце; день чудесный!"),
            ("koi8-r", "переключатель"),
            ("windows-1252", "été"),
        ] {
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            assert!(lacks(&charset.encode(text).unwrap()), "{text}");
        }
        assert!(!lacks("größer".as_bytes()) && !lacks(b"Stra\xC3") && !lacks(b"plain"));
        assert!(!lacks(b"gr\xC3\xB6\xC3er, sch\xC3n"));
    }
}
