//! How else a text could be read: for a person who sees garbage to choose from, and for nothing else.
//!
//! Where the charset is not known, or was guessed, charsets in which the octets have the look of words; where a label
//! is believed, what speaks against it; where all is well-formed, UTF-8 that was encoded twice and ISO-2022-JP
//! without its escape characters. Linear time.

use mailutf::charset::Charset;
use mailutf::charset::detect::{Evidence, detect};
use mailutf::resolve::{Confidence, Text};

/// Readings that are shown.
const MOST: usize = 3;

/// Charsets that garbage is in, the commoner ones of a script first.
const CANDIDATES: [&str; 10] = [
    "windows-1251",
    "koi8-r",
    "windows-1252",
    "iso-8859-2",
    "windows-1253",
    "gb18030",
    "shift_jis",
    "euc-jp",
    "euc-kr",
    "big5",
];

/// Other readings of `octets`, which were read as `read`, if at all: what each supposes, and the text.
pub(crate) fn readings(octets: &[u8], read: Option<&Text<'_>>) -> Vec<(String, String)> {
    match read {
        Some(text) if text.replaced > 0 => Vec::new(),
        Some(text) if text.charset == Charset::UTF_8 => encoded_again(&text.text).into_iter().collect(),
        Some(text) if text.charset == Charset::ISO_2022_JP => without_escapes(octets).into_iter().collect(),
        Some(text) if text.confidence == Confidence::Detected => candidates(octets, Some(text)),
        Some(text) if text.charset.is_single_octet() => against_label(octets).into_iter().collect(),
        Some(_) => Vec::new(),
        // Of damaged UTF-8 every other reading is garbage.
        None if has_utf8(octets) => Vec::new(),
        None => candidates(octets, None),
    }
}

fn has_utf8(octets: &[u8]) -> bool {
    octets.utf8_chunks().any(|chunk| !chunk.valid().is_ascii())
}

/// UTF-8 that was taken for text of single octets, and encoded as such.
fn encoded_again(text: &str) -> Option<(String, String)> {
    ["windows-1252", "windows-1251"].into_iter().find_map(|label| {
        let charset = Charset::for_label(label.as_bytes())?;
        let octets = charset.encode(text).ok()?;
        let once = std::str::from_utf8(&octets).ok()?;
        // One sequence may be two letters that were meant.
        (once.chars().filter(|c| !c.is_ascii()).count() > 1)
            .then(|| (format!("UTF-8 that was read as {charset} and encoded again"), once.to_owned()))
    })
}

/// ISO-2022-JP of which something on the way took the control characters.
fn without_escapes(octets: &[u8]) -> Option<(String, String)> {
    if octets.contains(&0x1B) {
        return None;
    }
    let mut whole = Vec::with_capacity(octets.len() * 2);
    for (at, octet) in octets.iter().enumerate() {
        let next = octets.get(at + 1);
        if matches!((octet, next), (b'$', Some(b'B' | b'@')) | (b'(', Some(b'B' | b'J'))) {
            whole.push(0x1B);
        }
        whole.push(*octet);
    }
    let text = Charset::ISO_2022_JP.decode_strict(&whole).ok()?;
    (!text.is_ascii()).then(|| ("ISO-2022-JP that lost its escape characters".to_owned(), text.into_owned()))
}

/// Text of double octets under the label of a charset of single ones.
fn against_label(octets: &[u8]) -> Option<(String, String)> {
    let charset = detect(octets).filter(|found| found.evidence == Evidence::Statistics)?.charset;
    let text = charset.decode_strict(octets).ok()?;
    let beyond = text.chars().filter(|c| !c.is_ascii());
    (!charset.is_single_octet() && beyond.count() >= 4 && is_plausible(&text))
        .then(|| (format!("in {charset}"), text.into_owned()))
}

fn candidates(octets: &[u8], read: Option<&Text<'_>>) -> Vec<(String, String)> {
    let detected = detect(octets).map(|found| found.charset);
    let others = CANDIDATES.iter().filter_map(|label| Charset::for_label(label.as_bytes()));
    let mut readings: Vec<(String, String)> = Vec::new();
    for charset in detected.into_iter().chain(others) {
        let Ok(text) = charset.decode_strict(octets) else { continue };
        let known =
            read.is_some_and(|read| read.text == text) || readings.iter().any(|(_, other)| *other == text);
        if !known && is_plausible(&text) {
            readings.push((format!("in {charset}"), text.into_owned()));
        }
        if readings.len() == MOST {
            break;
        }
    }
    readings
}

/// Whether what is beyond ASCII are letters, and stands as letters do in words: those of one alphabet beside each
/// other, accents among plain letters, and hanzi, kana and hangul not alone in words of others.
fn is_plausible(text: &str) -> bool {
    let mark = |c: char| {
        matches!(c, '\u{A0}' | '«' | '»' | '§' | '°' | '€' | '\u{2010}'..='\u{201F}' | '\u{2026}')
            || matches!(c, '\u{3000}'..='\u{3011}' | '\u{FF00}'..='\u{FF60}')
    };
    let letter = |c: char| c.is_alphabetic() && !matches!(c, 'ª' | 'º' | '\u{FF61}'..='\u{FF9F}');
    let latin = |c: char| c.is_alphabetic() && c < '\u{250}';
    let accent = |c: char| latin(c) && !c.is_ascii();
    let east_asian = |c: char| c >= '\u{2E80}' && c.is_alphabetic();
    let mixed = |a: char, b: char| {
        let beyond = !a.is_ascii() || !b.is_ascii();
        let alphabets = a.is_lowercase() && b.is_lowercase() && latin(a) != latin(b);
        alphabets || a.is_lowercase() && b.is_uppercase() && beyond
    };
    let (mut before, mut alone, mut together) = (['\0'; 2], false, false);
    for c in text.chars() {
        let [first, second] = before;
        let is_letter = c.is_ascii() || letter(c) || mark(c);
        if !is_letter || mixed(second, c) || accent(first) && accent(second) && accent(c) {
            return false;
        }
        alone |= east_asian(c);
        together |= east_asian(c) && east_asian(second);
        before = [second, c];
    }
    together || !alone
}

#[cfg(test)]
mod tests {
    use super::*;
    use mailutf::Policy;
    use mailutf::resolve::{Context, text::resolve};

    fn otherwise(octets: &[u8], label: &str) -> Vec<(String, String)> {
        let context = Context { policy: &Policy::default(), neighbour: None, guess: true };
        readings(octets, resolve(octets, Some(label.as_bytes()), &context).as_ref().ok())
    }

    fn encoded(label: &str, text: &str) -> Vec<u8> {
        Charset::for_label(label.as_bytes()).unwrap().encode(text).unwrap().into_owned()
    }

    #[test]
    fn garbage_is_found_again() {
        let chinese = "你好，这是一封用中文写的信。请查收附件，谢谢。";
        let japanese = encoded("iso-2022-jp", "こんにちは、手紙です。");
        let escapes: Vec<u8> = japanese.into_iter().filter(|octet| *octet != 0x1B).collect();
        for (octets, label, how, text) in [
            (encoded("gbk", chinese), "iso-8859-1", "in gb18030", chinese),
            (encoded("gbk", "你好"), "us-ascii", "in gb18030", "你好"),
            (encoded("koi8-r", "Привет, это письмо."), "x-klingon", "in KOI8-U", "Привет, это письмо."),
            (b"caf\xE9\n".to_vec(), "utf-8", "in windows-1252", "café\n"),
            (
                "GrÃ¶ÃŸe â€“ schÃ¶n".into(),
                "utf-8",
                "UTF-8 that was read as windows-1252 and encoded again",
                "Größe – schön",
            ),
            (
                "РџСЂРёРІРµС‚".into(),
                "utf-8",
                "UTF-8 that was read as windows-1251 and encoded again",
                "Привет",
            ),
            (escapes, "iso-2022-jp", "ISO-2022-JP that lost its escape characters", "こんにちは、手紙です。"),
        ] {
            let found = otherwise(&octets, label);
            assert!(found.contains(&(how.to_owned(), text.to_owned())), "{text}: {found:?}");
            assert!(found.len() <= MOST, "{found:?}");
        }
    }

    #[test]
    fn of_sound_text_nothing_else_is_said() {
        for (octets, label) in [
            (encoded("windows-1251", "Привет, это письмо на русском языке."), "windows-1251"),
            (encoded("koi8-r", "Привет"), "koi8-r"),
            (encoded("windows-1252", "Größe und schöne Grüße – à bientôt"), "iso-8859-1"),
            (encoded("iso-2022-jp", "手紙"), "iso-2022-jp"),
            (b"costs $B and (B".to_vec(), "us-ascii"),
            ("Ã¤, größer".into(), "utf-8"),
            ("Ã¤".into(), "utf-8"),
            (b"gr\xC3\xB6\xC3\x9Fer \xFF x".to_vec(), "utf-8"),
            (b"gr\xF6\xDFer, J\xF6rg, gr\xFCn".to_vec(), "us-ascii"),
        ] {
            assert_eq!(otherwise(&octets, label), [], "{label}");
        }
    }
}
