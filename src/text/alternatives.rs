//! Other likely readings of a text. A user who sees garbage can choose one of these readings. They are never
//! written into converted mail.
//!
//! The other readings depend on how the text was read:
//!
//! - If the label is [doubtful](crate::policy::Doubtful), the other reading is the text in the likely charset, or the
//!   text as it was before it was encoded twice.
//! - If the charset was guessed or is unknown, the other readings are in charsets in which the text looks like words.
//! - If only some lines are in UTF-8, the other reading keeps these lines. It decodes the other lines in a charset in
//!   which they look like words.
//! - If the text is ISO-2022-JP without its escape characters, the other reading is the text with these characters
//!   restored.
//!
//! Octets below 128 are not evidence for any 8-bit charset. All functions take linear time.

use super::decoded_text::DecodedText;
use super::evidence::Controls;
use super::evidence::doubt::{Doubt, beside_controls, in_other_charset};
use super::evidence::garbled::garbled;
use super::evidence::lost_escapes::restored;
use super::evidence::mixed::{Mixture, by_validity, mixture, rest};
use super::evidence::segments;
use super::evidence::shift::is_seven_bit;
use crate::charset::Charset;
use crate::charset::detect::{self, Candidate};
use crate::finding::Confidence;
pub use crate::finding::Hypothesis;
use mailutf_codecs::internal::utf8_in_mail;

/// The maximum number of alternatives of one text.
const MOST: usize = 3;

/// The letters of a text show its charset if its probability is at least this high, and the text has more than [`MANY`]
/// octets above 127.
const SURE: f64 = 0.99;
const MANY: usize = 40;
/// The lowest probability of another charset that is worth a look beside a charset that the letters show.
const POSSIBLE: f64 = 0.001;

/// Charsets to try. Among the charsets of one script, the more frequent ones come first.
const CANDIDATES: [&str; 13] = [
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
    "ibm850",
    "macintosh",
    "johab",
];

/// Another reading of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Alternative {
    /// The assumption about the octets that leads to this reading.
    pub hypothesis: Hypothesis,
    /// The text under that assumption.
    pub text: String,
}

/// Returns the likely readings of `octets`, except the text that [`resolve`](crate::text::resolve) returned.
///
/// `read` is the result of `resolve`. If `resolve` failed, `read` is the doubt about the label, or `None` if there is
/// another reason. The likeliest reading comes first. Most texts have no alternatives. The function takes linear
/// time.
///
/// ```
/// use mailutf::text::alternatives::alternatives;
/// use mailutf::text::{Context, resolve};
/// use mailutf::Policy;
/// let policy = Policy::default();
/// let octets = b"\xCF\xF0\xE8\xE2\xE5\xF2";
/// let read = resolve(octets, Some(b"iso-8859-1"), &Context::new(&policy));
/// let other = &alternatives(octets, read.as_ref().map_err(|why| why.doubt))[0];
/// assert_eq!((other.hypothesis.to_string().as_str(), other.text.as_str()), ("in windows-1251", "Привет"));
/// ```
pub fn alternatives(octets: &[u8], read: Result<&DecodedText<'_>, Option<Doubt>>) -> Vec<Alternative> {
    match read {
        // For display, the octets that cannot be read were replaced.
        Ok(text) if text.replaced > 0 => alternatives(octets, Err(None)),
        Ok(text) if text.charset == Charset::UTF_8 => {
            let original = garbled(&text.text).and_then(|found| Some((found.doubt, found.original?)));
            let original = original.map(|(doubt, text)| Alternative { hypothesis: doubt.hypothesis, text });
            original.into_iter().collect()
        }
        Ok(text) if text.charset == Charset::ISO_2022_JP => without_escapes(octets).into_iter().collect(),
        Ok(text) if text.confidence == Confidence::Detected => candidates(octets, Some(text)),
        Ok(text) => {
            let by_controls = || beside_controls(octets, text.charset, Controls::of(text.charset, octets));
            let other = in_other_charset(octets, text.charset).or_else(by_controls).into_iter();
            other.filter_map(|(doubt, _)| read_as(octets, doubt.hypothesis)).collect()
        }
        Err(Some(Doubt { hypothesis: Hypothesis::WithoutEscapes, .. })) => {
            without_escapes(octets).into_iter().collect()
        }
        Err(Some(doubt)) => read_as(octets, doubt.hypothesis).into_iter().collect(),
        // First, the text is read line by line, because some lines, such as a footer, may be in another charset. If
        // the whole text is damaged UTF-8, no other charset is tried, because UTF-8 is garbage in every other
        // charset. A few sequences that look like UTF-8 are not enough for this, because letters in another charset
        // can look like UTF-8 (`Тё` in windows-1251).
        Err(None) => match by_lines(octets) {
            Some(by_lines) => vec![by_lines],
            None if std::str::from_utf8(octets).is_ok_and(|text| !text.is_ascii()) => {
                read_as(octets, Hypothesis::In(Charset::UTF_8)).into_iter().collect()
            }
            None if utf8_in_mail::is_sound(octets) => Vec::new(),
            None => candidates(octets, None),
        },
    }
}

/// Reads `octets` in the charset that the hypothesis names. Returns `None` if the hypothesis names no charset, or if
/// the octets do not decode in the charset.
fn read_as(octets: &[u8], hypothesis: Hypothesis) -> Option<Alternative> {
    let Hypothesis::In(charset) = hypothesis else { return None };
    let text = match mixture(charset, octets) {
        Mixture::Segments(segments) => segments::read(charset, octets, &segments, false)?.0,
        _ => charset.decode_strict(octets).ok()?.into_owned(),
    };
    Some(Alternative { hypothesis, text })
}

/// Reads octets that have lines in UTF-8 and lines in another charset.
fn by_lines(octets: &[u8]) -> Option<Alternative> {
    octets.utf8_chunks().find(|chunk| !chunk.valid().is_ascii())?;
    let charset = detect::by_language(&rest(octets))?;
    let segments = match mixture(charset, octets) {
        Mixture::Segments(segments) => segments,
        // Lines that decode in a charset with several octets per character are very unlikely to be damaged UTF-8.
        // So the text is divided into the lines that are valid UTF-8 and the lines that are not.
        _ if !charset.is_single_octet() => by_validity(octets),
        _ => return None,
    };
    let (text, _) = segments::read(charset, octets, &segments, false)?;
    Some(Alternative { hypothesis: Hypothesis::In(charset), text })
}

/// Restores the text of ISO-2022-JP whose escape characters were removed in transport.
fn without_escapes(octets: &[u8]) -> Option<Alternative> {
    restored(octets).map(|text| Alternative { hypothesis: Hypothesis::WithoutEscapes, text })
}

fn candidates(octets: &[u8], read: Option<&DecodedText<'_>>) -> Vec<Alternative> {
    let mut likely = detect::candidates(octets);
    // If many letters show the charset of the text, only charsets that are not far less likely are worth a look.
    let is_long = || octets.iter().filter(|octet| !octet.is_ascii()).nth(MANY).is_some();
    let is_sure = |first: &Candidate| {
        first.probability >= SURE && read.is_some_and(|read| read.charset == first.charset) && is_long()
    };
    if likely.first().is_some_and(is_sure) {
        likely.retain(|candidate| candidate.probability >= POSSIBLE);
        return among(likely.into_iter().map(|candidate| candidate.charset), octets, read);
    }
    let likely = likely.into_iter().map(|candidate| candidate.charset);
    let others = CANDIDATES.iter().filter_map(|label| Charset::for_label(label.as_bytes()));
    among(likely.take(MOST).chain(others), octets, read)
}

/// Decodes the octets in each of `charsets`. Returns the first few readings that look like words.
fn among(
    charsets: impl Iterator<Item = Charset>,
    octets: &[u8],
    read: Option<&DecodedText<'_>>,
) -> Vec<Alternative> {
    let mut found: Vec<Alternative> = Vec::new();
    let fits = |charset: &Charset| !octets.is_ascii() || is_seven_bit(*charset);
    for charset in charsets.filter(fits) {
        let Ok(text) = charset.decode_strict(octets) else { continue };
        let is_listed =
            read.is_some_and(|read| read.text == text) || found.iter().any(|other| other.text == text);
        // If escape sequences remain in the text, the charset is wrong.
        if !is_listed && is_ordinary_text(&text) && !text.contains('\x1B') {
            found.push(Alternative { hypothesis: Hypothesis::In(charset), text: text.into_owned() });
        }
        if found.len() == MOST {
            break;
        }
    }
    found
}

/// Whether a text is worth showing. All of these conditions must hold:
///
/// - The characters beyond US-ASCII are letters and common marks.
/// - Words do not mix alphabets.
/// - Accented letters occur among plain letters.
/// - If there are Chinese, Japanese or Korean characters, at least two of them are adjacent.
///
/// This test is stricter than [`words`](super::evidence::words), which judges text that has a label or is UTF-8.
/// Symbols and rare letters are no evidence against a charset that a label names. Here they count against the
/// charset, because the charset is a mere possibility.
fn is_ordinary_text(text: &str) -> bool {
    let east_asian = |c: char| c >= '\u{2E80}' && c.is_alphabetic();
    let (mut before, mut alone, mut together) = (['\0'; 2], false, false);
    for c in text.chars() {
        let [_, second] = before;
        if !(c.is_ascii() || is_letter(c) || is_mark(c)) || cannot_follow(before, c) {
            return false;
        }
        alone |= east_asian(c);
        together |= east_asian(c) && east_asian(second);
        before = [second, c];
    }
    together || !alone
}

fn is_mark(c: char) -> bool {
    matches!(c, '\u{A0}' | '«' | '»' | '§' | '°' | '€' | '\u{2010}'..='\u{201F}' | '\u{2026}')
        || matches!(c, '\u{3000}'..='\u{3011}' | '\u{FF00}'..='\u{FF60}')
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic() && !matches!(c, 'ª' | 'º' | '\u{FF61}'..='\u{FF9F}')
}

/// Whether `c` cannot follow the letters `first` and `second` in a word: `c` is a small letter after a small letter
/// of another alphabet, a capital after a small letter (unless both are US-ASCII), or the third accented letter in a
/// row.
fn cannot_follow([first, second]: [char; 2], c: char) -> bool {
    let latin = |c: char| c.is_alphabetic() && c < '\u{250}';
    let accent = |c: char| latin(c) && !c.is_ascii();
    let beyond = !second.is_ascii() || !c.is_ascii();
    let alphabets = second.is_lowercase() && c.is_lowercase() && latin(second) != latin(c);
    alphabets
        || second.is_lowercase() && c.is_uppercase() && beyond
        || accent(first) && accent(second) && accent(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Policy;
    use crate::text::{Context, resolve};

    fn found(octets: &[u8], label: &str) -> Vec<(String, String)> {
        let policy = Policy::default();
        let context = Context::new(&policy);
        let read = resolve(octets, Some(label.as_bytes()), &context);
        let found = alternatives(octets, read.as_ref().map_err(|why| why.doubt));
        found.into_iter().map(|other| (other.hypothesis.to_string(), other.text)).collect()
    }

    fn encoded(label: &str, text: &str) -> Vec<u8> {
        Charset::for_label(label.as_bytes()).unwrap().encode(text).unwrap().into_owned()
    }

    #[test]
    fn the_original_text_is_among_the_alternatives() {
        let chinese = "你好，这是一封用中文写的信。请查收附件，谢谢。";
        // The octets of `Тё` in windows-1251 are one letter in UTF-8. Nevertheless the text must not be taken
        // for damaged UTF-8.
        let russian = "Тётя Тёкла живёт в деревне.";
        let japanese = encoded("iso-2022-jp", "こんにちは、手紙です。");
        let escapes: Vec<u8> = japanese.into_iter().filter(|octet| *octet != 0x1B).collect();
        for (octets, label, how, text) in [
            (encoded("gbk", chinese), "iso-8859-1", "in gb18030", chinese),
            (encoded("windows-1251", russian), "x-viet-vni", "in windows-1251", russian),
            (encoded("koi8-r", "Привет, это письмо."), "x-viet-vni", "in KOI8-R", "Привет, это письмо."),
            (encoded("windows-1251", "Привет, мир"), "iso-8859-1", "in windows-1251", "Привет, мир"),
            (encoded("windows-1251", "Привет, мир"), "koi8-r", "in windows-1251", "Привет, мир"),
            (encoded("koi8-r", "Привет, мир"), "windows-1251", "in KOI8-R", "Привет, мир"),
            (encoded("iso-8859-7", "Καλημέρα σας"), "iso-8859-1", "in windows-1253", "Καλημέρα σας"),
            (
                encoded("iso-8859-2", "Dziękuję, miłego dnia życzę"),
                "iso-8859-1",
                "in windows-1250",
                "Dziękuję, miłego dnia życzę",
            ),
            (encoded("ibm850", "schöne Grüße, Jörg"), "iso-8859-1", "in IBM850", "schöne Grüße, Jörg"),
            (
                encoded("macintosh", "l'été, les élèves à la plage, ça me plaît"),
                "iso-8859-1",
                "in macintosh",
                "l'été, les élèves à la plage, ça me plaît",
            ),
            (encoded("euc-kr", "안녕하세요"), "iso-8859-1", "in EUC-KR", "안녕하세요"),
            (b"caf\xE9\n".to_vec(), "utf-8", "in windows-1252", "café\n"),
            (
                "GrÃ¶ÃŸe â€“ schÃ¶n".into(),
                "utf-8",
                "UTF-8 that was read as windows-1252 and encoded twice",
                "Größe – schön",
            ),
            (
                "Größe"
                    .chars()
                    .flat_map(|c| c.to_string().into_bytes())
                    .map(char::from)
                    .collect::<String>()
                    .into(),
                "utf-8",
                "UTF-8 that was read as ISO-8859-1 and encoded twice",
                "Größe",
            ),
            (
                "РџСЂРёРІРµС‚".into(),
                "utf-8",
                "UTF-8 that was read as windows-1251 and encoded twice",
                "Привет",
            ),
            (
                b"Herr Gr\xC3\xB6\xC3\x9Fe, W\xC3\xB6rter, \xC3\xA4\xC3\xB6\xC3\xBC\n-- \nDiese Liste ist in K\xF6ln\n".to_vec(),
                "utf-8",
                "in windows-1252",
                "Herr Größe, Wörter, äöü\n-- \nDiese Liste ist in Köln\n",
            ),
            (
                ["Große Liste\n".as_bytes(), &encoded("shift_jis", "配信停止はこちらから\n")].concat(),
                "utf-8",
                "in Shift_JIS",
                "Große Liste\n配信停止はこちらから\n",
            ),
            (
                [&*encoded("koi8-r", "Встреча переносится на завтра\n"), "> Когда встречаемся?\n".as_bytes()].concat(),
                "windows-1251",
                "in KOI8-R",
                "Встреча переносится на завтра\n> Когда встречаемся?\n",
            ),
            (escapes, "iso-2022-jp", "ISO-2022-JP that lost its escape characters", "こんにちは、手紙です。"),
        ] {
            let found = found(&octets, label);
            assert!(found.contains(&(how.to_owned(), text.to_owned())), "{text}: {found:?}");
            assert!(found.len() <= MOST, "{found:?}");
        }
    }

    #[test]
    fn octets_below_128_have_no_alternative_in_an_8_bit_charset() {
        for label in
            ["utf-7", "utf-8", "us-ascii", "x-unknown", "utf-16", "iso-2022-jp", "ibm037", "hz-gb-2312"]
        {
            for octets in [&b"+2D0-"[..], b"+2D0-\n", b"plain text", b"~{", b"a \x1B$B text", b"$B$3$l$O"] {
                let in_8_bits = |(how, _): &(String, String)| {
                    let charset =
                        how.strip_prefix("in ").and_then(|name| Charset::for_label(name.as_bytes()));
                    charset.is_some_and(|charset| !is_seven_bit(charset) && !charset.is_wide())
                };
                assert!(!found(octets, label).iter().any(in_8_bits), "{label} {}", octets.escape_ascii());
            }
        }
    }

    #[test]
    fn sound_text_has_no_alternatives() {
        for (octets, label) in [
            (encoded("windows-1251", "Привет, это письмо на русском языке."), "windows-1251"),
            (encoded("koi8-r", "Привет"), "koi8-r"),
            (encoded("windows-1252", "Größe und schöne Grüße – à bientôt"), "iso-8859-1"),
            (encoded("windows-1252", "L’été à la plage — 3½ km, 20 °C, © 2003 µ® ½ ½ ½ ½"), "iso-8859-1"),
            (
                encoded("windows-1252", "© 2003 Jörg Müller, Größe 3½, schöne Grüße, Mª José, 5 µm"),
                "iso-8859-1",
            ),
            (
                encoded("windows-1252", "col·lecció d’estiu: demà\u{A0}a\u{A0}la plaça, Do\u{AD}nau"),
                "iso-8859-1",
            ),
            (encoded("windows-874", "สวัสดีครับ ขอบคุณที่เขียนจดหมาย"), "tis-620"),
            (encoded("windows-1255", "שָׁלוֹם עולם"), "windows-1255"),
            (encoded("windows-1256", "السلامُ عليكم ورحمةُ الله"), "windows-1256"),
            (encoded("windows-1253", "Καλημέρα σας, τι κάνετε; Άγγελος"), "iso-8859-7"),
            (encoded("windows-1254", "Şöyle böyle, çünkü İstanbul'dayız"), "iso-8859-9"),
            (encoded("windows-1257", "Ąžuolas šlamėjo, ačiū"), "windows-1257"),
            (encoded("windows-1251", "Съешь ещё, подъезд № 5, ёлка"), "windows-1251"),
            (encoded("iso-8859-2", "Zażółć gęślą jaźń"), "iso-8859-2"),
            (encoded("iso-2022-jp", "手紙"), "iso-2022-jp"),
            (b"costs $B and (B".to_vec(), "us-ascii"),
            ("Ã¤, größer".into(), "utf-8"),
            ("Ã¤".into(), "utf-8"),
            (b"gr\xC3\xB6\xC3\x9Fer \xFF x".to_vec(), "utf-8"),
            (b"gr\xF6\xDFer, J\xF6rg, gr\xFCn".to_vec(), "us-ascii"),
        ] {
            assert_eq!(found(&octets, label), [], "{label}");
        }
    }
}
