//! Undoes the decoding of text in a wrong charset. The letters of such text form words only in the right charset. All
//! functions take linear time.

use super::page::{CODE_PAGES, CodePage, STARTS};
use super::suspicion::Suspicion;
use crate::charset::Charset;
use crate::charset::detect::{Candidate, by_language, likelier_than};
use crate::text::evidence::controls::is_c1;
use crate::text::evidence::words::{are_of_one_alphabet, breaks_words, is_mixed};
use mailutf_codecs::internal::{cost_of_written, likelier, nats};

/// A restored text is accepted if its letters are likelier than those of the garbled text by at least this much.
/// Likelihoods are compared in nats (natural logarithm of the ratio of the probabilities).
const MARGIN: i32 = nats(12);
/// The margin for text with control characters. It can be lower because no author writes control characters.
const MARGIN_OF_CONTROLS: i32 = nats(8);
/// The margin for text in a charset of several octets. Lists of Western signs and letters gain up to 50 nats, because
/// two of them are a character of such a charset; text gains 13 nats for each character.
const MARGIN_OF_PAIRS: i32 = nats(60);
/// UTF-8 is certain if it is likelier than a word in another charset by at least this much, in nats.
const SURE: i32 = 5;
/// The smallest number of letters that are evidence. Fewer letters can be a list of letters, or an abbreviation.
const LETTERS: usize = 4;
/// With fewer letters than these, text in a charset of single octets must fulfil the conditions for text in a charset
/// of several octets: otherwise it is too often text in another charset.
const MANY_LETTERS: usize = 5;
/// The charsets that are tried for the original text. Other charsets are too rare.
const CHARSETS: [&str; 22] = [
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-874",
    "KOI8-R",
    "KOI8-U",
    "ISO-8859-2",
    "ISO-8859-5",
    "ISO-8859-7",
    "ISO-8859-9",
    "ISO-8859-13",
    "IBM866",
    "gb18030",
    "Big5",
    "EUC-JP",
    "Shift_JIS",
    "EUC-KR",
];
/// The code pages of Western text. Only in these, text in a charset of several octets was decoded: in other code pages,
/// sound letters are characters of such charsets too often.
pub(super) const WESTERN: [Charset; 2] = [Charset::WINDOWS_1252, Charset::ISO_8859_1];
/// The lowest probability of a charset of several octets.
const PROBABLE: f64 = 0.9;
/// The number of octets at the start of a text that are compared.
const SAMPLE: usize = 2048;

/// A text that was restored by decoding it in the charset in which it was written.
pub(super) struct Restored {
    /// The charset in which the text was wrongly decoded.
    pub(super) by: Charset,
    /// The charset of the original text.
    pub(super) charset: Charset,
    pub(super) text: String,
    /// How much likelier the restored text is than the garbled text.
    pub(super) gain: i32,
}

/// Decodes the text in the charset in which it was written, instead of the wrong charset.
pub(super) fn undo(suspicion: Suspicion, text: &str) -> Option<Restored> {
    // Control characters are octets of characters of several octets, or they are signs and letters.
    let is_possible = |found: &Restored| !suspicion.has_controls || !found.charset.is_single_octet();
    let found = CODE_PAGES.iter().filter_map(|page| in_page(page, text)).filter(is_possible);
    let best = found.reduce(|best, other| if other.gain > best.gain { other } else { best });
    best.or_else(|| if suspicion.has_controls { controls(text) } else { None })
}

fn in_page(page: &CodePage, text: &str) -> Option<Restored> {
    let octets = page.octets(text)?;
    // Words of US-ASCII, such as `Re:`, show nothing.
    let words = octets.split(u8::is_ascii_whitespace).filter(|word| !word.is_ascii());
    let letters = words.flatten().filter(|octet| octet.is_ascii_alphabetic() || !octet.is_ascii()).count();
    // Mail means windows-1252 by the label ISO-8859-1, and so does the model.
    let named = if page.charset == Charset::ISO_8859_1 { Charset::WINDOWS_1252 } else { page.charset };
    let Candidate { charset: other, probability, .. } =
        likelier_than(&octets, named).filter(|_| letters >= LETTERS)?;
    if !CHARSETS.contains(&other.name()) {
        return None;
    }
    let read = other.decode_strict(&octets).ok()?.into_owned();
    let is_probable = WESTERN.contains(&page.charset) && probability >= PROBABLE;
    let (is_possible, margin) = match other.is_single_octet() {
        true => (!breaks_words(text, &read) && (letters >= MANY_LETTERS || is_probable), MARGIN),
        false => (is_probable, MARGIN_OF_PAIRS),
    };
    if_likelier(page.charset, other, text, read, margin).filter(|_| is_possible)
}

/// Whether `word` may be a word in another charset whose octets are UTF-8 of `restored` by chance. In that charset, all
/// its characters are letters, in the case of a word, and likelier than `restored`, or nearly as likely. For example, `Òîì`
/// was `Том` in windows-1251, and in IBM850 it is UTF-8 of a sign.
pub(super) fn may_be_word(word: &str, restored: &str) -> bool {
    let Some(octets) = CODE_PAGES.iter().find_map(|page| page.octets(word)) else { return false };
    let charsets = CHARSETS.iter().filter_map(|label| Charset::for_label(label.as_bytes()));
    charsets
        .filter(|charset| charset.is_single_octet())
        .filter_map(|charset| charset.decode_strict(&octets).ok())
        .any(|read| is_word(&read) && likelier(restored, &read) < SURE)
}

/// Whether `text` consists of letters of one alphabet, in the case of a word.
fn is_word(text: &str) -> bool {
    let core = text.trim_matches(|c: char| c.is_ascii_punctuation());
    let mut pairs = core.chars().zip(core.chars().skip(1));
    !is_mixed(core) && pairs.all(|(one, other)| are_of_one_alphabet(one, other))
}

/// Decodes a line in `charset`, instead of the code page. Returns `None` if it is not possible, or breaks words.
pub(super) fn read_in(page: &CodePage, charset: Charset, line: &str) -> Option<Restored> {
    let octets = if line.is_ascii() { None } else { page.octets(line) };
    let read = charset.decode_strict(&octets?).ok()?.into_owned();
    let is_possible = !charset.is_single_octet() || !breaks_words(line, &read);
    if_likelier(page.charset, charset, line, read, 0).filter(|_| is_possible)
}

/// Returns `read`, the text in `charset`, if it is likelier than `text` by at least `margin` and has no control
/// characters.
fn if_likelier(by: Charset, charset: Charset, text: &str, read: String, margin: i32) -> Option<Restored> {
    let gain = cost(text) - cost(&read);
    (gain >= margin && !read.contains(is_c1)).then_some(Restored { by, charset, text: read, gain })
}

/// Returns the original of `text`, which has control characters of ISO-8859-1. No author writes control characters,
/// so the original is in a charset in which their octets are other characters.
fn controls(text: &str) -> Option<Restored> {
    // Control characters after these letters may be the rest of damaged UTF-8, so the text is not restored. So may those
    // after characters of another code page.
    let is_cut = |(first, second)| match first {
        '\0'..='\u{FF}' => matches!(first, 'Â'..='Å' | 'Ð' | 'Ñ' | 'â' | 'ã' | 'ð') && is_c1(second),
        _ => STARTS.pair(first, second) != 0,
    };
    if text.chars().zip(text.chars().skip(1)).any(is_cut) {
        return None;
    }
    // Characters above U+00FF cannot come from octets that were decoded in ISO-8859-1. They are other text that was
    // inserted, so they are replaced by blanks here.
    let sample: Vec<u8> = text.chars().map(|c| u8::try_from(c).unwrap_or(b' ')).collect();
    if sample.iter().filter(|octet| octet.is_ascii_alphabetic()).count() < LETTERS {
        return None;
    }
    let charset = by_language(&sample).filter(|charset| charset.is_single_octet());
    let charset = charset.unwrap_or(Charset::WINDOWS_1252);
    let read = if text.chars().all(|c| c <= '\u{FF}') {
        charset.decode_strict(&sample).ok()?.into_owned()
    } else {
        let mut read = String::with_capacity(text.len());
        for character in text.chars() {
            match u8::try_from(character).ok().filter(|_| is_c1(character)) {
                Some(octet) => read.push_str(&Charset::WINDOWS_1252.decode_strict(&[octet]).ok()?),
                None => read.push(character),
            }
        }
        read
    };
    let is_proved = charset != Charset::WINDOWS_1252 || are_marks(text, &read);
    if_likelier(Charset::ISO_8859_1, charset, text, read, MARGIN_OF_CONTROLS).filter(|_| is_proved)
}

/// Whether the characters of windows-1252 that replace the control characters of `text` stand in likely places in
/// `read`. An apostrophe is in an unlikely place if two letters precede it, three letters follow it, and the first
/// letter after it is a small consonant other than `h` and `y` (`tur’stico`, where Macintosh has an `í`).
fn are_marks(text: &str, read: &str) -> bool {
    let letters = |part: &str| part.chars().take_while(|c| c.is_alphabetic()).take(3).collect::<String>();
    let is_sound = |at: usize| {
        let after = letters(read.get(at + '’'.len_utf8()..).unwrap_or_default());
        let before =
            read.get(..at).unwrap_or_default().chars().rev().take_while(|c| c.is_alphabetic()).take(2);
        before.count() < 2
            || after.chars().count() < 3
            || after.starts_with(['a', 'e', 'i', 'o', 'u', 'h', 'y'])
            || !after.starts_with(|c: char| c.is_ascii_lowercase())
    };
    let changed = text.chars().zip(read.char_indices()).filter(|(one, (_, other))| one != other);
    changed.into_iter().all(|(_, (at, other))| other != '’' || is_sound(at))
}

/// The cost of the words of a text that have characters beyond US-ASCII.
pub(super) fn cost(text: &str) -> i32 {
    let end = text.char_indices().map(|(at, _)| at).find(|at| *at >= SAMPLE).unwrap_or(text.len());
    let words = text.get(..end).unwrap_or_default().split_ascii_whitespace();
    cost_of_written(words.filter(|word| !word.is_ascii()))
}
