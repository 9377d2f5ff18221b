//! Recognizes text that is not evidence against its label: repeated signs, ornament, lists of letters.
//!
//! The model of languages finds no words in such text, but the same octets are often words in another charset. All
//! functions take linear time.

use super::candidates::{MultiOctet, SINGLE_OCTET, SingleOctet};
use super::characters::{Case, Character, Script};
use super::languages::ALPHABETS;
use crate::charset::identity::Charset;
use encoding_rs::Encoding;
use std::borrow::Cow;

/// A sign counts as repeated if it stands at least this many times in a row. The same sign twice may be two letters
/// of a word.
const REPEATED: usize = 3;

/// The maximum length in octets of a sign or word that is repeated without anything in between.
const LONGEST: usize = 12;

/// The minimum number of letters in a row that count as part of an alphabet or a code chart if they are in order.
/// Fewer letters in order may be a word.
const PART: usize = 4;

/// The minimum number of letters that count as a list in any language if they are in the order of their code points.
/// The letters of a word of this length are hardly ever in order.
const IN_ORDER: usize = 7;

/// A list of letters may lack at most one in this many letters of the alphabet. Only the part of the alphabet from the
/// first letter of the list to the last one counts.
const GAPS: usize = 3;

/// Next to ASCII letters, at least this many letters of another script count as a word of their own (`DHCPсервер`).
/// Next to more than this many ASCII characters, one letter fewer suffices (`user@во`).
const WORD: usize = 3;

/// The maximum number of letters of an abbreviation.
const ABBREVIATION: usize = 6;

/// Lists of letters that people write in any order to test whether the letters arrive (`äöü`, `ÆØÅ`). In charsets of
/// other scripts, the octets of these letters look more like words.
const LISTS: [&str; 6] = ["äöüß", "åäö", "æøå", "áéíóúñü", "êñùü", "ăâîşțșţ"];

/// Lists of letters that people write in this order to test whether the letters arrive. People may leave out a few of
/// the letters. The lists are national letters in the order of the alphabet or the keyboard, and vowels with the same
/// accent.
const LETTERS: [&str; 35] = [
    "éèàùç",
    "ςερτυθιοπ",
    "ασδφγηξκλ",
    "ζχψωβνμ",
    "йцукенгшщзхъ",
    "фывапролджэ",
    "ячсмитьбю",
    "áéíóúý",
    "àèìòù",
    "âêîôû",
    "äëïöü",
    "äëïöüÿ",
    "âêîôûŵŷ",
    "àâæçéèêëîïôœùûüÿ",
    "áâãàçéêíóôõú",
    "šžõäöü",
    "æøåäö",
    "âåæèéêòóôø",
    "áðéíóúýþæö",
    "ěščřžýáíéúůďťňó",
    "áčďéěíňóřšťúůýž",
    "áäčďéíĺľňóôŕšťúýž",
    "ľščťžýáíéúäôňďŕĺ",
    "ąćęłńóśźż",
    "áéíóöőúüű",
    "čćđšž",
    "éčšž",
    "âçğıîöşüû",
    "çğıöşü",
    "ăâîşţ",
    "ăâîșț",
    "āčēģīķļņōŗšūž",
    "ąčęėįšųūž",
    "ĉĝĥĵŝŭ",
    "ăâđêôơư",
];

/// Returns the octets with each repetition reduced to one occurrence. A repetition is a drawn-out letter, a line of
/// stars, or one word again and again. `charset` is `None` if the charset of the octets is unknown.
pub(super) fn without_repetitions(octets: &[u8], charset: Option<Charset>) -> Cow<'_, [u8]> {
    let mut once: Option<Vec<u8>> = None;
    let has_words = charset.is_some_and(Charset::is_single_octet);
    let mut at = 0;
    while let Some(rest) = octets.get(at..).filter(|rest| !rest.is_empty()) {
        // If repeated words are not looked for, US-ASCII is copied as it is.
        let ascii = if has_words { 0 } else { Encoding::ascii_valid_up_to(rest) };
        if ascii > 0 {
            once.iter_mut().for_each(|once| once.extend_from_slice(rest.get(..ascii).unwrap_or_default()));
            at += ascii;
            continue;
        }
        let before = at.checked_sub(1).and_then(|before| octets.get(before));
        let is_start = has_words && before.is_none_or(u8::is_ascii_whitespace);
        let word = if is_start { repeated_word(rest) } else { None };
        let (kept, length) = word.or_else(|| repetition(rest, charset)).unwrap_or((1, 1));
        if once.is_none() && length > kept {
            once = Some(octets.get(..at).unwrap_or_default().to_vec());
        }
        if let Some(once) = &mut once {
            once.extend_from_slice(rest.get(..kept).unwrap_or_default());
        }
        at += length;
    }
    once.map_or(Cow::Borrowed(octets), Cow::Owned)
}

/// Looks for a word at the start of `octets` that consists of repetitions of a shorter word (`menùmenù`). Returns the
/// number of octets of the shorter word, and of the whole word.
fn repeated_word(octets: &[u8]) -> Option<(usize, usize)> {
    octets.first().filter(|first| first.is_ascii())?;
    let end = octets.iter().position(u8::is_ascii_whitespace).unwrap_or(octets.len());
    let word = octets.get(..end).filter(|word| !word.is_ascii())?;
    let is_repeated = |length: &usize| {
        word.len() % length == 0 && word.get(*length..).is_some_and(|rest| word.starts_with(rest))
    };
    (2..=LONGEST.min(word.len() / 2)).find(is_repeated).map(|length| (length, word.len()))
}

/// Looks for a sign or word that is repeated at the start of `octets`. Returns how many octets of the sign or word to
/// keep, and how many octets all its repetitions have together.
fn repetition(octets: &[u8], charset: Option<Charset>) -> Option<(usize, usize)> {
    let first = octets.first().filter(|first| !first.is_ascii())?;
    if !occurs_again(octets, *first) {
        return None;
    }
    let is_next = |at: usize| octets.get(at) == Some(first);
    (1..=LONGEST).filter(|length| is_next(*length) && is_next(2 * length)).find_map(|length| {
        let (period, rest) = octets.split_at_checked(length)?;
        let number = 1 + rest.chunks_exact(length).take_while(|other| *other == period).count();
        // If characters may have two octets each, an even number of octets is removed, so that later characters stay
        // whole.
        let is_single = charset.is_some_and(Charset::is_single_octet);
        let is_odd = !is_single && length * (number - 1) % 2 == 1;
        let kept = if is_odd { 2 * length } else { length };
        (number >= REPEATED).then_some((kept, number * length))
    })
}

/// Whether the first octet may occur again at a distance of at most [`LONGEST`]. One subtraction compares the octets
/// at all these distances: if an octet is equal to the first one, their difference is zero, and subtracting 1 from it
/// sets its highest bit. The result is also `true` if there are too few octets for this comparison.
fn occurs_again(octets: &[u8], first: u8) -> bool {
    const ONES: u128 = u128::from_le_bytes([1; 16]);
    // The highest bits of the octets at the distances from 1 to `LONGEST`.
    const HIGHEST_BITS: u128 = ((1 << (8 * LONGEST)) - 1) & (ONES << 7);
    let Some(next) = octets.get(1..).and_then(|next| next.first_chunk::<16>()) else { return true };
    let difference = u128::from_le_bytes(*next) ^ u128::from_le_bytes([first; 16]);
    difference.wrapping_sub(ONES) & !difference & HIGHEST_BITS != 0
}

/// Whether the octets above 127 are ornament (`·¸¸·´¯`): a few different signs of windows-1252, which occur at least
/// twice each on average. In a double-octet charset, any two of the signs may be a character, but a word of such
/// characters has more different octets.
pub(super) fn is_of_few_signs(octets: &[u8]) -> bool {
    let western = SINGLE_OCTET.iter().find(|page| page.charset == Charset::WINDOWS_1252);
    let is_sign = |octet: u8| {
        let character = |page: &'static SingleOctet| page.characters(&[octet]).next();
        matches!(western.and_then(character), Some(Some(Character::Symbol(..))))
    };
    let mut seen = [false; 256];
    let (mut number, mut different) = (0_usize, 0_usize);
    for octet in octets.iter().copied().filter(|octet| !octet.is_ascii()) {
        let Some(seen) = seen.get_mut(usize::from(octet)) else { return false };
        if !*seen && !is_sign(octet) {
            return false;
        }
        different += usize::from(!std::mem::replace(seen, true));
        number += 1;
    }
    2 * different <= number
}

/// Whether a word in a multi-octet charset is ornament. Ornament is rule lines and signs, Latin letters with tone
/// marks (`nǐ`), or only Greek, Cyrillic, Bopomofo or [Korean](is_jamo) letters. All of these cost much in the
/// languages of multi-octet charsets.
///
/// Some such words do not count as ornament, because they may be the kana of another charset: Greek letters among
/// signs, small Greek letters before capitals, and Roman numerals side by side, unless each is one more than the
/// numeral before it (`ⅠⅡⅢ`).
pub(super) fn is_ornament(word: &[u8], multi: &MultiOctet) -> bool {
    let is_greek = |c: char| Script::of(c) == Script::Greek;
    let is_letter =
        |c: char| is_greek(c) || Script::of(c) == Script::Cyrillic || matches!(c, '\u{3105}'..='\u{3129}');
    let is_sign = |c: char| {
        matches!(c, '\0'..='\u{2FF}' | '\u{2000}'..='\u{2BFF}' | '\u{3000}'..='\u{3020}' | '\u{3200}'..='\u{33FF}')
            || matches!(c, '\u{FE30}'..='\u{FE6F}' | '\u{FF01}'..='\u{FF5E}' | '\u{FFE0}'..='\u{FFEE}')
    };
    let decoded = multi.charset.decode(word);
    // A long word may be cut within a character.
    let whole =
        if decoded.errors == 1 { decoded.text.strip_suffix(char::REPLACEMENT_CHARACTER) } else { None };
    let text = whole.unwrap_or(&decoded.text);
    let is_ordered = || text.chars().filter(|c| is_greek(*c)).is_sorted_by_key(|c| c.is_lowercase());
    let is_number = |c: &char| matches!(c, '\u{2160}'..='\u{217F}');
    let numbers =
        || text.chars().zip(text.chars().skip(1)).filter(|(one, next)| is_number(one) && is_number(next));
    text.chars().all(is_sign) && numbers().all(|(one, next)| u32::from(one) + 1 == u32::from(next))
        || is_jamo(text)
        || text.chars().all(|c| c.is_ascii() || is_letter(c) || c == '…') && is_ordered()
}

/// Whether a word is a single letter of Hangul, or several simple consonants, as people write laughter (`ㅋㅋ`). Other
/// words of single letters of Hangul do not count, because they may be the kana of another charset.
fn is_jamo(word: &str) -> bool {
    const CLUSTERS: &str = "ㄳㄵㄶㄺㄻㄼㄽㄾㄿㅀㅄ";
    let is_consonant = |c: char| matches!(c, 'ㄱ'..='ㅎ') && !CLUSTERS.contains(c);
    let mut letters = word.chars().filter(|c| !c.is_ascii());
    match (letters.next(), letters.next()) {
        (Some('ㄱ'..='ㅣ'), None) => true,
        (Some(first), Some(second)) => [first, second].into_iter().chain(letters).all(is_consonant),
        _ => false,
    }
}

/// Whether a word in a single-octet charset has both ASCII letters and letters of another script (`naяve`).
pub(super) fn is_mixed(word: &[u8], page: &SingleOctet) -> bool {
    let is_other = |character| matches!(character, Some(Character::Letter(letter, _)) if Script::of(letter) != Script::Latin);
    word.iter().any(u8::is_ascii_alphabetic) && page.characters(word).any(is_other)
}

/// Whether a word in a single-octet charset joins ASCII letters with letters of another script. The ASCII letters
/// stand before the others, after them, or on both sides. The letters of the other script are an ending in small
/// letters after a word in capitals (`PDFы`), a word (`DHCPсервер`, `b{два}`), or a part of a unit of measurement
/// (`dБ`). In another charset, the octets may look like a likelier word (`PDFÙ`).
pub(super) fn is_joined(word: &[u8], page: &SingleOctet) -> bool {
    let is_other = |octet: &u8| !octet.is_ascii();
    let first = word.iter().position(is_other).unwrap_or_default();
    let last = word.iter().rposition(is_other).map_or(0, |last| last + 1);
    let Some(letters) = word.get(first..last) else { return false };
    let (before, after) = (word.get(..first).unwrap_or_default(), word.get(last..).unwrap_or_default());
    let is_symbol =
        |octet: &u8| page.characters(&[*octet]).any(|one| matches!(one, Some(Character::Symbol(..))));
    let length = letters.iter().rposition(|octet| !is_symbol(octet)).map_or(0, |last| last + 1);
    let letters = letters.get(..length).unwrap_or_default();
    let mut scripts = page.characters(letters).filter_map(|character| match character {
        Some(Character::Letter(letter, _)) => Some(Script::of(letter)),
        // Signs that do not show the script: signs between words, signs of units and of Hebrew abbreviations, the
        // hyphens of Armenian and Hebrew, and the accents of Armenian.
        Some(Character::Symbol(
            '\0'..='/'
            | ':'..='\u{7F}'
            | 'µ'
            | '\u{55A}'..='\u{55F}'
            | '\u{58A}'
            | '\u{5BE}'
            | '\u{5F3}'
            | '\u{5F4}',
            _,
        )) => None,
        _ => Some(Script::Latin),
    });
    let Some(script) = scripts.next().filter(|script| *script != Script::Latin) else { return false };
    let has_letters = |side: &[u8]| side.iter().any(u8::is_ascii_alphabetic);
    // A number may stand after the letters of both scripts (`DHCPсервер1`).
    let is_number = has_letters(before) && after.iter().all(u8::is_ascii_digit);
    if !has_letters(before) && !has_letters(after) || !scripts.all(|other| other == script) {
        return false;
    }
    // A digit or a sign separates two words.
    let is_apart = |octet: Option<&u8>| octet.is_some_and(|octet| !octet.is_ascii_alphabetic());
    if !before.is_empty() && !after.is_empty() && !is_number {
        let is_enclosed = is_apart(before.last()) && is_apart(after.first());
        return is_enclosed || letters.len() >= WORD;
    }
    let is_small =
        || page.characters(letters).all(|one| matches!(one, Some(Character::Letter(_, Case::Lower))));
    // A unit of measurement, of which one letter was typed in ASCII (`dБ`, `Mб`).
    let is_unit = || match before {
        [b'a'..=b'z'] => {
            matches!(page.characters(letters).next(), Some(Some(Character::Letter(_, Case::Upper))))
        }
        [b'A'..=b'Z'] => letters.len() == 1,
        _ => false,
    };
    // A capital after a small letter is the start of another word (`liКб`).
    let is_start = || {
        let first = page.characters(letters).next();
        letters.len() > 1
            && before.last().is_some_and(u8::is_ascii_lowercase)
            && matches!(first, Some(Some(Character::Letter(_, Case::Upper))))
    };
    letters.len() >= WORD
        || is_apart(before.last().or(after.first()))
        || is_start()
        || is_unit()
        || letters.len() > 1 && before.len() > 1 && before.iter().all(u8::is_ascii_uppercase)
        || (letters.len() + 1 >= WORD || is_caseless(letters, page)) && before.len().max(after.len()) > WORD
        || before.len() > 1 && before.iter().all(u8::is_ascii_uppercase) && is_small()
}

/// Whether a word in a single-octet charset is an abbreviation, which has at most six letters of a script other than
/// Latin. The letters are all capitals, or have a capital after the first letter (`мкДж`). After a hyphen, another
/// abbreviation may follow. An abbreviation proves nothing, because it may consist of any letters.
pub(super) fn is_abbreviation(word: &[u8], page: &SingleOctet) -> bool {
    let case = |one| match one {
        Some(Character::Symbol('«' | '»' | '—' | '[' | ']', _)) => None,
        Some(Character::Letter(letter, case)) if Script::of(letter) != Script::Latin => Some(case),
        _ => Some(Case::None),
    };
    word.split(|octet| *octet == b'-').all(|part| {
        let cases: Vec<Case> = page.characters(part).filter_map(case).collect();
        let is_abbreviated = match cases.as_slice() {
            [] | [Case::Upper] => true,
            [_, others @ ..] => others.contains(&Case::Upper),
        };
        is_abbreviated && cases.len() <= ABBREVIATION && !cases.contains(&Case::None)
    })
}

/// Whether the letters of a word are all of one script without case. The word may also have digits and signs of
/// ASCII, and the signs of Hebrew abbreviations (`צה״ל`).
pub(super) fn is_caseless(word: &[u8], page: &SingleOctet) -> bool {
    let mut script = None;
    word.iter().zip(page.characters(word)).all(|(octet, character)| match character {
        Some(Character::Letter(letter, Case::None)) => {
            Script::of(letter) == *script.get_or_insert(Script::of(letter))
        }
        Some(Character::Symbol('\u{5BE}' | '\u{5F3}' | '\u{5F4}', _)) => true,
        Some(Character::Symbol(..)) => octet.is_ascii(),
        _ => false,
    })
}

/// Whether a word in a single-octet charset is not a word of any language, but a single letter or a list of letters.
pub(super) fn is_list(word: &[u8], page: &SingleOctet) -> bool {
    if word.len() == 1 || has_both_cases(word, page) {
        return true;
    }
    let letter = |character| match character {
        Some(Character::Letter(letter, case)) if !letter.is_ascii() && case != Case::None => {
            Some((letter, case))
        }
        _ => None,
    };
    let is_word = is_capitalized(word, page);
    let are_next = |pair: &[u8]| matches!(pair, [one, other] if one.checked_add(1) == Some(*other));
    if word.len() >= PART && word.windows(2).all(are_next)
        || !is_word && word.len() >= IN_ORDER && word.is_sorted_by(|one, other| one < other)
    {
        return true;
    }
    let Some(letters) = page.characters(word).map(letter).collect::<Option<Vec<_>>>() else { return false };
    let of = |list: &str| letters.iter().all(|(letter, _)| list.contains(*letter));
    LISTS.into_iter().any(of)
        || letters.len() >= PART
            && LETTERS.into_iter().any(|list| is_part(&letters, list) || is_most(&letters, list))
        || !is_word
            && letters.len() >= PART
            && letters.is_sorted_by(|one, other| one.0 < other.0)
            && (letters.len() >= IN_ORDER || is_of_language(page, &letters))
}

/// Whether a word starts with letters of an alphabet, each as a capital and a small letter (`AaĂăÂâBb`).
fn has_both_cases(word: &[u8], page: &SingleOctet) -> bool {
    let letters: Vec<Option<Character>> = page.characters(word).take(2 * PART).collect();
    letters.len() == 2 * PART
        && letters.chunks(2).all(|pair| {
            matches!(pair, [Some(Character::Letter(capital, Case::Upper)), Some(Character::Letter(small, Case::Lower))]
                if capital == small)
        })
}

/// Whether a word is a capital before small letters, as at the start of a sentence. Such letters may be in order by
/// chance, because they are the octets of a word in another charset (`Файлы` is `Ôàéëû`).
fn is_capitalized(word: &[u8], page: &SingleOctet) -> bool {
    let mut cases = page.characters(word).map(|character| match character {
        Some(Character::Letter(_, case)) => case,
        _ => Case::None,
    });
    cases.next() == Some(Case::Upper) && cases.all(|case| case == Case::Lower)
}

/// Whether the alphabet of a language of the charset has all of `letters`, and has few other letters between the first
/// and the last of them (see [`GAPS`]). `letters` must be in the order of their code points.
fn is_of_language(page: &SingleOctet, letters: &[(char, Case)]) -> bool {
    let (Some((first, _)), Some((last, _))) = (letters.first(), letters.last()) else { return false };
    let mut alphabets = page.languages.iter().filter_map(|language| ALPHABETS.get(*language));
    alphabets.any(|alphabet| {
        let between = alphabet.letters.chars().filter(|letter| (*first..=*last).contains(letter)).count();
        GAPS * letters.len() >= (GAPS - 1) * between
            && letters.iter().all(|(letter, _)| alphabet.letters.contains(*letter))
    })
}

/// Whether letters are in the order of an alphabet. The letters may be all small, all capitals, or half of them small
/// and half capitals. In the last case, each half must be in order.
fn is_part(letters: &[(char, Case)], alphabet: &str) -> bool {
    let capitals = letters.iter().filter(|(_, case)| *case == Case::Upper).count();
    let is_one_case = capitals == 0 || capitals == letters.len() || 2 * capitals == letters.len();
    let is_in_order = |case| {
        let mut alphabet = alphabet.chars();
        let mut letters = letters.iter().filter(|(_, other)| *other == case);
        letters.all(|(letter, _)| alphabet.any(|other| other == *letter))
    };
    is_one_case && is_in_order(Case::Upper) && is_in_order(Case::Lower)
}

/// Whether letters are most of the letters of a list, each once, in any order.
fn is_most(letters: &[(char, Case)], list: &str) -> bool {
    let is_there = |letter: &char| letters.iter().any(|(other, _)| other == letter);
    letters.len() > PART
        && 5 * letters.len() >= 4 * list.chars().count()
        && list.chars().filter(is_there).count() == letters.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn charset(label: &str) -> Charset {
        Charset::for_label(label.as_bytes()).unwrap()
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn an_octet_that_occurs_again_is_found(octets in proptest::collection::vec(0xC0..0xD0_u8, 1..40)) {
            let (first, next) = octets.split_first().unwrap();
            let found = next.iter().take(LONGEST).any(|octet| octet == first);
            prop_assert_eq!(occurs_again(&octets, *first), found || next.len() < 16);
        }
    }

    #[test]
    fn a_repeated_sign_counts_once() {
        for (label, octets, once) in [
            ("latin1", &b"caf\xE9\xE9\xE9\xE9\xE9s"[..], &b"caf\xE9s"[..]),
            ("latin1", b"caf\xE9\xE9\xE9\xE9 caf\xE9\xE9", b"caf\xE9 caf\xE9\xE9"),
            ("euc-kr", b"\xA1\xA1\xA1\xA1\xB0\xA1", b"\xA1\xA1\xB0\xA1"),
            ("euc-kr", b"\xA1\xDA\xA1\xDA\xA1\xDA Hi \xA1\xDA\xA1\xDA", b"\xA1\xDA Hi \xA1\xDA\xA1\xDA"),
            ("euc-kr", b"\xB0\xA1\xA1\xDA\xA1\xDA\xA1\xDA", b"\xB0\xA1\xA1\xDA"),
            ("shift_jis", b"\x83\x40\x83\x40\x83\x40\x83", b"\x83\x40\x83"),
            ("latin1", b"aaaa == ====", b"aaaa == ===="),
            ("latin1", b"pu\xF2pu\xF2pu\xF2pu\xF2", b"pu\xF2"),
            ("latin1", b"men\xF9men\xF9men\xF9 men\xF9men\xF9", b"men\xF9 men\xF9"),
            ("latin1", b"m\xE9m\xE9nto", b"m\xE9m\xE9nto"),
            ("gb18030", b"\x81\x30\x81\x31\x81\x30\x81\x31\x81\x30\x81\x31", b"\x81\x30\x81\x31"),
        ] {
            assert_eq!(without_repetitions(octets, Some(charset(label))), once, "{octets:?}");
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        /// An even number of octets is removed, so that double-octet characters after the repetition stay the same.
        #[test]
        fn a_repeated_sign_leaves_an_even_or_odd_number_of_octets(
            before in prop::collection::vec(prop_oneof![Just(b'a'), 0xA1..0xA4_u8], 0..40),
        ) {
            prop_assert_eq!(without_repetitions(&before, None).len() % 2, before.len() % 2);
        }
    }
}
