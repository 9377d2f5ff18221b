//! Judges whether a text looks like words. If octets are well-formed in two charsets, this judgment tells the right
//! charset from the wrong one.
//!
//! The judgment uses alphabets, letter case and punctuation, but no knowledge of languages. All functions take linear
//! time.

use mailutf_codecs::internal::is_spelled;

/// The combining marks that occur in decomposed letters.
const MARKS: &str = "\u{300}\u{301}\u{302}\u{303}\u{304}\u{306}\u{307}\u{308}\u{309}\u{30A}\u{30B}\u{30C}\u{31B}\u{323}\u{327}\u{328}";

/// Whether a text looks like words: all its characters are of scripts in use, and no word mixes alphabets.
pub(in crate::text) fn is_plausible(text: &str) -> bool {
    are_plausible(text.chars())
}

/// Does the same as [`is_plausible`] for the characters of a text.
pub(in crate::text) fn are_plausible(mut characters: impl Iterator<Item = char>) -> bool {
    let mut word = None;
    characters.all(|c| {
        let class = CharacterClass::of(c);
        let fits = class != CharacterClass::Foreign && !conflict(word, class);
        word = next(word, class);
        fits
    })
}

/// Whether a text looks as if it was decoded in the wrong charset. It looks so in each of these cases:
///
/// - It has control characters or scripts that are out of use.
/// - A word mixes alphabets.
/// - A symbol that cannot [follow letters](ends_words) follows a letter beyond US-ASCII.
/// - A capital letter follows a small letter, and one of the two is beyond US-ASCII.
pub(in crate::text) fn is_garbled(text: &str) -> bool {
    let (mut word, mut before) = (None, '\0');
    text.chars().any(|c| {
        let class = CharacterClass::of(c);
        let cases = is_capital_within(before, c);
        let symbol = !c.is_ascii() && class == CharacterClass::Common && !ends_words(c);
        let glued = symbol && !before.is_ascii() && word.is_some();
        let garbled = class == CharacterClass::Foreign || conflict(word, class) || cases || glued;
        (word, before) = (next(word, class), c);
        garbled
    })
}

/// Whether some word mixes alphabets, or has a capital letter after a small letter, one of the two beyond US-ASCII.
pub(in crate::text) fn is_mixed(text: &str) -> bool {
    let (mut word, mut before) = (None, '\0');
    text.chars().any(|c| {
        let class = CharacterClass::of(c);
        let mixed = conflict(word, class) || is_capital_within(before, c);
        (word, before) = (next(word, class), c);
        mixed
    })
}

/// Whether `read` has a sign in place of some letter that follows a letter in `text`, and the sign cannot be there: it
/// [ends no words](ends_words), or a letter follows it and it is no apostrophe. A word of `text` that was mixed from
/// alphabets or cases may have such a sign. Both texts have the same number of characters.
pub(in crate::text) fn breaks_words(text: &str, read: &str) -> bool {
    let pairs = || text.chars().zip(read.chars());
    let next = pairs().skip(1).map(|(_, c)| c).chain(['\0']);
    let mut before = '\0';
    pairs().zip(next).any(|((c, sign), next)| {
        let is_word = are_of_one_alphabet(before, c) && !is_capital_within(before, c);
        let is_sign = !sign.is_ascii() && CharacterClass::of(sign) == CharacterClass::Common && sign != '’';
        before = c;
        is_word && is_sign && (!ends_words(sign) || next.is_alphabetic())
    })
}

fn is_capital_within(before: char, c: char) -> bool {
    before.is_lowercase() && c.is_uppercase() && !(before.is_ascii() && c.is_ascii())
}

/// Whether a word consists of capitals and a trademark sign (`COLĂ®`). As UTF-8, the last two characters would be a
/// single small letter (`COLî`).
pub(in crate::text) fn is_trademark(word: &str, as_utf8: &str) -> bool {
    let word = word.trim_end_matches(|c: char| c.is_ascii_punctuation());
    word.ends_with(['®', '™']) && !word.contains(char::is_lowercase) && as_utf8.contains(char::is_lowercase)
}

/// Whether a letter or combining mark is rare. A letter below U+0590 (Latin, Greek, Cyrillic or Armenian) is rare if no
/// language that the model of languages knows is written with it. A combining mark is rare if it does not occur in
/// decomposed letters of these languages. (In Macintosh charsets, some letters followed by `ö` have the two octets of a
/// rare mark in UTF-8, such as CC 9A.)
pub(in crate::text) fn is_rare(letter: char) -> bool {
    match letter {
        '\u{300}'..='\u{36F}' => !MARKS.contains(letter),
        _ => letter.is_alphabetic() && letter < '\u{590}' && !is_spelled(letter),
    }
}

/// Whether both characters are letters, and of the same alphabet.
pub(in crate::text) fn are_of_one_alphabet(one: char, other: char) -> bool {
    let class = CharacterClass::of(one);
    class == CharacterClass::of(other)
        && !matches!(class, CharacterClass::Common | CharacterClass::Foreign | CharacterClass::Mark)
}

/// Whether the symbol can directly follow a letter. Such symbols are closing quotation marks, dashes, apostrophes,
/// ordinals, and blanks.
pub(in crate::text) fn ends_words(c: char) -> bool {
    matches!(c, '\u{A0}' | '\u{AD}' | 'ª' | '°' | '·' | 'º' | '«' | '»' | '´')
        || matches!(c, '\u{2002}'..='\u{2015}' | '’' | '‘' | '“' | '”' | '…' | '›' | '‹' | '\u{3000}'..='\u{303F}')
}

/// Returns the alphabet of the current word after one more character, or `None` if the character ends the word.
fn next(word: Option<CharacterClass>, class: CharacterClass) -> Option<CharacterClass> {
    match class {
        CharacterClass::Common | CharacterClass::Foreign => None,
        CharacterClass::Mark => word,
        _ => Some(class),
    }
}

fn conflict(word: Option<CharacterClass>, class: CharacterClass) -> bool {
    match (word, class) {
        (None, CharacterClass::Mark) => true,
        (Some(CharacterClass::EastAsian), _)
        | (_, CharacterClass::EastAsian | CharacterClass::Mark | CharacterClass::Common) => false,
        (Some(word), class) => word != class,
        (None, _) => false,
    }
}

/// The role of a character in a word: a letter of some alphabet, or not a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CharacterClass {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Hebrew,
    Arabic,
    /// The scripts of India, and the scripts that come from them, such as Lao, Tibetan, Burmese and Khmer.
    Indic,
    Thai,
    Georgian,
    Ethiopic,
    /// Chinese, Japanese and Korean. Words in these languages are written without blanks between them, and mix
    /// scripts.
    EastAsian,
    /// Accents that combine with the letter before them.
    Mark,
    /// Punctuation, digits, symbols, emoji, and the control characters of US-ASCII.
    Common,
    /// Characters that are rare in mail: C1 control characters, phonetic and historic scripts, private use.
    Foreign,
}

impl CharacterClass {
    fn of(c: char) -> Self {
        match c {
            'a'..='z' | 'A'..='Z' => Self::Latin,
            '\0'..='\x7F' => Self::Common,
            '\u{80}'..='\u{9F}' => Self::Foreign,
            '\u{A0}'..='\u{BF}' | '×' | '÷' => Self::Common,
            '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' | '\u{FB00}'..='\u{FB06}' => Self::Latin,
            '\u{2B0}'..='\u{2FF}' => Self::Common,
            '\u{300}'..='\u{36F}' | '\u{FE00}'..='\u{FE0F}' => Self::Mark,
            '\u{384}'..='\u{3CE}' | '\u{1F00}'..='\u{1FFF}' => Self::Greek,
            '\u{400}'..='\u{45F}' | '\u{490}'..='\u{4FF}' => Self::Cyrillic,
            '\u{531}'..='\u{58F}' => Self::Armenian,
            '\u{591}'..='\u{5F4}' | '\u{FB1D}'..='\u{FB4F}' => Self::Hebrew,
            '\u{600}'..='\u{6FF}' | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' => Self::Arabic,
            '\u{900}'..='\u{DFF}' | '\u{E80}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' => Self::Indic,
            '\u{E00}'..='\u{E7F}' => Self::Thai,
            '\u{10A0}'..='\u{10FF}' => Self::Georgian,
            '\u{1200}'..='\u{139F}' => Self::Ethiopic,
            '\u{2000}'..='\u{27BF}' | '\u{2900}'..='\u{2BFF}' => Self::Common,
            '\u{3000}'..='\u{303F}' | '\u{3200}'..='\u{33FF}' => Self::Common,
            '\u{1100}'..='\u{11FF}' | '\u{2E80}'..='\u{2FDF}' | '\u{3040}'..='\u{31FF}' => Self::EastAsian,
            '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}' => Self::EastAsian,
            '\u{FF66}'..='\u{FFDC}' => Self::EastAsian,
            '\u{FE10}'..='\u{FE6F}' | '\u{FEFF}' | '\u{FF01}'..='\u{FF65}' | '\u{FFE0}'..='\u{FFEE}' => {
                Self::Common
            }
            // U+FFFD replaces text that another program could not read, so it is no evidence against the
            // text around it.
            char::REPLACEMENT_CHARACTER => Self::Common,
            '\u{1D400}'..='\u{1D7FF}' | '\u{1F000}'..='\u{1FBFF}' | '\u{E0020}'..='\u{E007F}' => Self::Common,
            _ => Self::Foreign,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::Charset;

    #[test]
    fn words_are_plausible() {
        for text in [
            "Größe – schön, “L’été” à 20 °C © 2024 😀",
            "Привет, это м’я 5 кг",
            "Καλημέρα σας",
            "שלום עולם",
            "日本語のPC를 中文",
            "สวัสดี",
            "ສະບາຍດີ ភាសាខ្មែរ མཛེས မြန်မာ",
            "e\u{301}te\u{301}",
        ] {
            assert!(is_plausible(text) && !is_garbled(text), "{text}");
        }
    }

    /// The texts are correct in other charsets, and are valid UTF-8 by chance.
    #[test]
    fn accidental_utf_8_is_not_plausible() {
        let lines: [(&str, &[u8]); 9] = [
            ("windows-1252", b"LIBERT\xC9\xA0!"),
            ("windows-1252", b"CAF\xC9\x92S"),
            ("windows-1252", b"wirklich Spa\xDF\x93 sagte er"),
            ("windows-1250", b"\xDA\x9Eas"),
            ("windows-1251", b"\xCD\xB3."),
            ("windows-1251", b"\xE4\xB3\xBF"),
            ("macintosh", b"\xD2\x83lan"),
            ("macintosh", b"\xD1\x88 bient"),
            ("IBM866", b"\xE2\xA0\xAC"),
        ];
        for (label, octets) in lines {
            let octets = [octets, b"\n"].concat();
            let utf8 = std::str::from_utf8(&octets).unwrap();
            let text = Charset::for_label(label.as_bytes()).unwrap().decode(&octets).text;
            assert!(!is_plausible(utf8) || !is_garbled(&text), "{label}: {utf8} for {text}");
        }
    }

    #[test]
    fn utf8_in_other_charsets_is_garbled() {
        for text in ["é café", "Größe", "für", "don’t", "Привет", "Ελλάδα", "שלום", "→ x", "😀"]
        {
            for label in [
                "windows-1250",
                "windows-1251",
                "windows-1252",
                "windows-1253",
                "windows-1254",
                "windows-1255",
                "windows-1256",
                "windows-1257",
                "windows-1258",
                "iso-8859-1",
                "iso-8859-2",
                "iso-8859-5",
                "iso-8859-7",
                "iso-8859-8",
                "iso-8859-9",
                "iso-8859-15",
                "koi8-r",
                "koi8-u",
            ] {
                let decoded = Charset::for_label(label.as_bytes()).unwrap().decode(text.as_bytes());
                assert!(decoded.errors > 0 || is_garbled(&decoded.text), "{label}: {}", decoded.text);
            }
        }
    }

    #[test]
    fn a_trademark_has_capitals() {
        assert!(is_trademark("COLĂ®", "COLî") && is_trademark("MÃ®.", "Mî."));
        assert!(!is_trademark("OÃ™", "OÙ") && !is_trademark("jĂ®", "jî") && !is_trademark("Ă®n", "în"));
    }

    #[test]
    fn sound_text_is_not_garbled() {
        for text in ["Straße, „Spaß“ und “L’été”", "№ 5 и «Ещё»", "n’est pas · à l’œuvre…", "1º Mª 20°C"]
        {
            assert!(!is_garbled(text), "{text}");
        }
    }
}
