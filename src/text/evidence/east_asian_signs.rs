//! Finds signs (punctuation marks and symbols) of East Asian charsets in English text whose label is a charset of
//! single octets.
//!
//! A program from East Asia can write English with signs of an East Asian charset: `It’s` is `It¡¯s` in
//! windows-1252, and a blank is `¡¡`. In GB 2312, Big5, KS X 1001 and JIS X 0208, many pairs of octets that begin
//! with A1 or A3 are signs. The octets of these signs are also signs in the charset of the label, but are out of
//! place there. An author who writes `¡¡Hola!!`, `££` or `¡¿`, however, really means these signs. All functions
//! take linear time.

use super::doubt::Doubt;
use crate::charset::Charset;
use mailutf_codecs::internal::likelier;

/// The East Asian charsets whose signs are sought.
const CHARSETS: [&str; 4] = ["gb18030", "Big5", "EUC-KR", "EUC-JP"];
/// A text is doubtful if it is likelier with East Asian signs than with the characters of the label's charset by at
/// least this many nats (natural logarithm of the ratio of the probabilities).
const FAR: i32 = 6;
/// The charset of the signs is certain if the text is likelier in it than in any other charset by at least this many
/// nats. Charsets in which the text is the same are not compared.
const CLEAR: i32 = 3;
/// The approximate maximum number of octets that are compared. They begin with the word that has the first sign.
const SAMPLE: usize = 256;

/// Returns the charset of the East Asian signs in `octets`, if all octets above 127 belong to such signs, and these
/// octets are out of place in `charset`.
pub(in crate::text) fn in_east_asian_signs(octets: &[u8], charset: Charset) -> Option<(Doubt, Charset)> {
    let first = octets.iter().position(|octet| !octet.is_ascii())?;
    if !charset.is_single_octet() || !are_pairs(octets) {
        return None;
    }
    let sample = sample(octets, first);
    let labelled = charset.decode_strict(sample).ok()?;
    if labelled.chars().any(|c| !c.is_ascii() && c.is_alphabetic()) {
        return None;
    }
    let read = |name: &&str| {
        let other = Charset::for_label(name.as_bytes())?;
        let text = other.decode_strict(sample).ok()?;
        Some((likelier(&text, &labelled), other, text))
    };
    let found: Vec<_> = CHARSETS.iter().filter_map(read).collect();
    let (nats, best, text) = found.iter().rev().max_by_key(|(nats, ..)| *nats)?;
    let is_sure = found.iter().all(|(other, _, read)| read == text || nats - other >= CLEAR);
    let doubt = if is_sure { Doubt::at_limit(*best) } else { Doubt::even(*best) };
    (*nats >= FAR).then_some((doubt, *best))
}

/// Whether all octets above 127 form pairs that begin with A1 or A3, and at least one pair stands where no author
/// would put the signs that the octets are in a single-octet charset.
fn are_pairs(octets: &[u8]) -> bool {
    let (mut before, mut is_out_of_place) = (b' ', false);
    let mut runs = octets.chunk_by(|one, other| one.is_ascii() == other.is_ascii()).peekable();
    while let Some(run) = runs.next() {
        if run.is_ascii() {
            before = run.last().copied().unwrap_or(b' ');
            continue;
        }
        let (pairs, rest) = run.as_chunks();
        if !rest.is_empty() || !pairs.iter().all(is_sign) {
            return false;
        }
        let after = runs.peek().and_then(|run| run.first()).copied().unwrap_or(b' ');
        let is_blank = pairs.iter().all(|pair| pair == BLANK);
        let (follows, precedes) = (is_end(before), after.is_ascii_alphanumeric());
        // `¡¡Hola` is Spanish, and perhaps `Hola¡¡` is, too. So `¡¡` can be an East Asian blank only if there are
        // words on both sides of it or on neither side.
        is_out_of_place |= if is_blank { follows == precedes } else { follows || precedes };
    }
    is_out_of_place
}

/// A blank as wide as an East Asian character.
const BLANK: &[u8; 2] = b"\xA1\xA1";

/// Whether a pair is punctuation or a full-width letter of East Asian charsets. Pairs that an author of Western text
/// writes as two characters of one octet each, such as `££` and `¡¿`, do not count.
fn is_sign(pair: &[u8; 2]) -> bool {
    let is_in_rows = matches!(pair, [0xA1 | 0xA3, 0xA1..=0xFE]);
    let [first, second] = pair;
    is_in_rows && (pair == BLANK || first != second && pair != b"\xA1\xBF")
}

/// Whether a word or sentence can end with the octet.
fn is_end(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'.' | b',' | b'!' | b'?' | b':' | b';' | b')')
}

/// Returns the octets around the first sign, from the start of its word.
fn sample(octets: &[u8], first: usize) -> &[u8] {
    let start = octets.get(..first).unwrap_or_default().iter().rposition(u8::is_ascii_whitespace);
    let rest = octets.get(start.map_or(0, |start| start + 1)..).unwrap_or_default();
    let end = rest.iter().skip(SAMPLE).position(u8::is_ascii).map_or(rest.len(), |more| SAMPLE + more);
    rest.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &[u8]) -> Option<String> {
        let (_, charset) = in_east_asian_signs(text, Charset::WINDOWS_1252)?;
        Some(charset.decode(text).text.into_owned())
    }

    #[test]
    fn signs_of_east_asia_are_out_of_place_in_western_text() {
        for (octets, text) in [
            (&b"It\xA1\xAFs a nice day"[..], "It’s a nice day"),
            (b"He said \xA1\xB0hello\xA1\xB1 to me", "He said “hello” to me"),
            (b"He said \xA1\xA7hello\xA1\xA8 to me", "He said “hello” to me"),
            (b"Dear sir\xA3\xAC please pay\xA1\xA3", "Dear sir， please pay。"),
            (b"<p>Hello friend\xA1\xA1and welcome</p>", "<p>Hello friend　and welcome</p>"),
        ] {
            assert_eq!(found(octets).as_deref(), Some(text), "{}", octets.escape_ascii());
        }
    }

    #[test]
    fn western_signs_are_in_place() {
        for text in [
            "¡¡Felicidades!!",
            "Felicidades¡¡ Que bien",
            "¡Hola! ¡¡Buenas!!",
            "¡¿Como?!",
            "££ saved",
            "§§ 12, 13 BGB",
            "2009 © ® 5 °C",
            "¡«Viva»!",
            "3 £ ¥ ¢",
            "£¥",
            "50 % ¡¡50!!",
        ] {
            let octets = Charset::WINDOWS_1252.encode(text).unwrap();
            assert_eq!(found(&octets), None, "{text}");
        }
    }
}
