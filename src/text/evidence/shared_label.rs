//! Recognizes text that has no characters in the charset of its label. If such a text is short, it may only be
//! damaged. But a program labels all texts of a message alike. So if octets [disprove](super::disproof) the label of
//! one text, that label is worthless for the other texts, too. And if the letters of one text show another charset, short
//! texts that can be words of that charset are in it, too.

use super::doubt::{Doubt, in_other_charset};
use super::survey::Survey;
use super::words::is_plausible;
use crate::charset::detect::likeliest_of;
use crate::charset::{Charset, MalformedKind};
use mailutf_codecs::internal::{has_latin_letters, suits};

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

/// What a text shows about its label, if the letters of another text of the message make the same label doubtful.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Standing {
    /// The text is likely in another charset, too: the one that both texts together show.
    Shares(Doubt, Charset),
    /// The text shows that the label is right.
    Confirms,
    /// The text can be in either charset, or is the same in both.
    Silent,
}

impl Standing {
    /// Judges `octets` whose label means `charset`. `doubtful` is the words of the other text. A text [may
    /// share](may_share) the doubt only if it is short.
    pub(in crate::text) fn of(octets: &[u8], charset: Charset, doubtful: &[u8]) -> Self {
        let Ok(labelled) = charset.decode_strict(octets) else { return Self::Silent };
        let both = [octets, b" ", doubtful].concat();
        let Some((doubt, likely)) = in_other_charset(&both, charset) else { return Self::Confirms };
        let Ok(other) = likely.decode_strict(octets) else { return Self::Confirms };
        if labelled == other {
            return Self::Silent;
        }
        if !is_plausible(&other) || likeliest_of(octets, &[charset, likely]) == Some(charset) {
            return Self::Confirms;
        }
        let is_letter = |c: char| c.is_ascii() || c.is_alphabetic() || labelled.contains(c);
        if other.chars().all(is_letter) { Self::Shares(doubt, likely) } else { Self::Silent }
    }
}

/// Whether a text can share the doubt about another one: it is short, its label means a charset of Latin letters, it
/// has a word of several letters and octets above 127, and its words do not suit that charset. The words of most sound
/// text do, so that the other texts of the message need not be read.
pub(in crate::text) fn may_share(octets: &[u8], charset: Charset) -> bool {
    let is_letter = |octet: &u8| octet.is_ascii_alphabetic() || !octet.is_ascii();
    let mut words = octets.split(|octet| !is_letter(octet));
    is_short(octets)
        && words.any(|word| word.len() > 1 && !word.is_ascii())
        && charset.is_single_octet()
        && has_latin_letters(charset)
        && !suits(octets, charset)
}

/// Whether a text is too short to show its charset.
pub(in crate::text) const fn is_short(octets: &[u8]) -> bool {
    octets.len() <= 64
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
