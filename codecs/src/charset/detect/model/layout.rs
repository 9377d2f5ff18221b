//! Finds the charset of text by signs of layout, which are bullets before the items of a list, and signs with which
//! lines are drawn.
//!
//! If signs of layout are the only octets above 127, no letters show the charset. But the same octets are currency
//! signs or capitals in other charsets, and nobody begins items with a currency sign, or fills lines with currency
//! signs or capitals. Takes linear time.

use crate::charset::identity::Charset;

/// The minimum number of items of a list.
const ITEMS: usize = 2;
/// The minimum number of signs in a drawn line.
const RULE: usize = 8;

/// The bullet in charsets of the Macintosh. In windows-1252, this octet is a yen sign.
const BULLET: u8 = 0xA5;
/// The octets of signs with which lines are drawn, each with the label of a charset that has the sign. 0x80 is `─` in
/// KOI8-R, and a euro sign in windows-1252. 0xC4 and 0xCD are `─` and `═` in all charsets of DOS.
const SIGNS: [(u8, &str); 3] = [(0x80, "koi8-r"), (0xC4, "ibm437"), (0xCD, "ibm437")];

/// Returns the charset in which all octets above 127 are bullets of a list, or are one sign with which lines are drawn.
pub(super) fn charset(octets: &[u8]) -> Option<Charset> {
    let first = octets.iter().find(|octet| !octet.is_ascii())?;
    let mut lines = octets.split(|octet| matches!(octet, b'\r' | b'\n')).filter(|line| !line.is_ascii());
    if *first == BULLET {
        let number = lines.clone().take(ITEMS).count();
        return (number == ITEMS && lines.all(is_item)).then(|| Charset::for_label(b"macintosh"))?;
    }
    let (sign, label) = SIGNS.iter().find(|(sign, _)| sign == first)?;
    lines.all(|line| is_rule(line, *sign)).then(|| Charset::for_label(label.as_bytes()))?
}

/// Whether a line is an item of a list: a bullet, a blank, and US-ASCII that begins with a letter. The line may be
/// quoted.
fn is_item(line: &[u8]) -> bool {
    let start = line.iter().position(|octet| !matches!(octet, b' ' | b'\t' | b'>'));
    match line.get(start.unwrap_or_default()..).unwrap_or_default() {
        [BULLET, b' ' | b'\t', text @ ..] => {
            text.is_ascii() && text.trim_ascii_start().first().is_some_and(u8::is_ascii_alphabetic)
        }
        _ => false,
    }
}

/// Whether a line of text consists of `sign`, at least [`RULE`] times, and blanks. The line may be quoted.
fn is_rule(line: &[u8], sign: u8) -> bool {
    let signs = line.iter().filter(|octet| **octet == sign).count();
    signs >= RULE && line.iter().all(|octet| *octet == sign || matches!(octet, b' ' | b'\t' | b'>'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::detect::by_language;

    #[test]
    fn bullets_and_rules_beside_english() {
        for (label, text) in [
            ("macintosh", "Please bring:\n• the books\n•\tthe tickets\n\nBye"),
            ("macintosh", "> • first\r\n> • second\r\n"),
            ("koi8-r", "Hello\n────────────────────\nJohn"),
            ("ibm437", "Hello\n ══════════\nJohn\n"),
            ("ibm437", "> ────────\n> John\n"),
        ] {
            let octets = Charset::for_label(label.as_bytes()).unwrap().encode(text).unwrap();
            let found = charset(&octets).unwrap();
            assert_eq!(found.decode(&octets).text, text);
            assert_eq!(by_language(&octets), Some(found), "{text}");
        }
    }

    #[test]
    fn prices_and_words_are_none() {
        for text in [
            "one\n¥ 500 for the book\n¥ 20 for the bag\n",
            "one\n¥ only this line\n",
            "¥ one\n¥ two\n¥ né\n",
            "yen ¥ and euro\n",
            "€€€ win money €€€\n",
            "€€€€€€€€ win money\n",
            "ÄÄÄ\n",
            "ÄÄÄÄÄÄÄÄÄÖ\n",
            "ÍÍÍÍÍÍÍÍÍ\nÄÄÄÄÄÄÄÄÄÄ\n",
        ] {
            assert_eq!(charset(&Charset::WINDOWS_1252.encode(text).unwrap()), None, "{text}");
        }
        assert_eq!(charset(b""), None);
    }
}
