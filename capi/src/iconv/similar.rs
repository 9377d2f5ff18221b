//! The replacements that `//TRANSLIT` writes for a character that a charset lacks.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Characters that Unicode does not decompose, each with the text that people type in its place on a typewriter.
const TYPEWRITTEN: &[(&str, &str)] = &[
    ("‘’‚‛′‵´", "'"),
    ("“”„‟″‶", "\""),
    ("‐‑‒–—―−", "-"),
    ("•‣◦∙", "*"),
    ("‹", "<"),
    ("›", ">"),
    ("«", "<<"),
    ("»", ">>"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("¥", "JPY"),
    ("©", "(C)"),
    ("®", "(R)"),
    ("Æ", "AE"),
    ("æ", "ae"),
    ("Œ", "OE"),
    ("œ", "oe"),
    ("ß", "ss"),
    ("ẞ", "SS"),
    ("Ø", "O"),
    ("ø", "o"),
    ("Đ", "D"),
    ("đ", "d"),
    ("Ł", "L"),
    ("ł", "l"),
    ("ı", "i"),
    ("Þ", "TH"),
    ("þ", "th"),
    ("Ð", "D"),
    ("ð", "d"),
    ("×", "x"),
    ("÷", ":"),
    ("⁄", "/"),
    ("¡", "!"),
    ("¿", "?"),
];

/// Returns the texts that can replace a character, from best to worst. The last text is a question mark.
pub(crate) fn texts(character: char) -> Vec<String> {
    let mut own = [0; 4];
    let own = &*character.encode_utf8(&mut own);
    let typewritten = TYPEWRITTEN.iter().find(|(characters, _)| characters.contains(character));
    let parts: String = own.nfkd().collect();
    let base: String = parts.chars().filter(|part| !is_combining_mark(*part)).collect();
    let plain: String = base.chars().map(typed).collect();
    let invisible = matches!(character, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}');
    let mut texts: Vec<String> = typewritten.map(|(_, text)| (*text).to_owned()).into_iter().collect();
    // If the character is a combining mark, `base` and `plain` are empty. An empty text may replace only an
    // invisible character, so a combining mark is replaced by the question mark.
    let own_forms = [own.nfc().collect(), parts, base, plain];
    texts.extend(own_forms.into_iter().filter(|text: &String| invisible || !text.is_empty()));
    if invisible {
        texts.push(String::new());
    }
    texts.push("?".to_owned());
    texts
}

/// Returns the US-ASCII character that people type for a slash, hyphen or minus in a compatibility decomposition of
/// Unicode. For example, the fraction slash in ½ becomes `/`. Any other character is returned unchanged.
fn typed(character: char) -> char {
    match character {
        '\u{2044}' => '/',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mailutf::charset::Charset;

    #[test]
    fn similar_texts_in_ascii() {
        let ascii = |text: &str| -> String {
            let has = |text: &String| Charset::US_ASCII.encode(text).is_ok();
            text.chars().map(|character| texts(character).into_iter().find(has).unwrap()).collect()
        };
        assert_eq!(ascii("“Löß” – naïve… ½ €5 ﬁ Łódź"), "\"Loss\" - naive... 1/2 EUR5 fi Lodz");
        assert_eq!(ascii("Привет 中"), "?????? ?");
        assert_eq!(ascii("a\u{200B}b"), "ab");
    }
}
