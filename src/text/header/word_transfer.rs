//! Decodes the B and Q encodings of encoded words (RFC 2047 section 4) to octets, word by word.
//!
//! These errors are tolerated:
//!
//! - a single symbol at the end of base64, if the octets before it decode to text (a single symbol is less than an
//!   octet)
//! - a fold within the text of a word
//! - an `=` at the end of Q text, which is left over from a soft line break
//! - an escape or a quantum of base64 that is split between a word and the next word
//! - Q text with the letter B, or base64 with the letter Q, if the octets are well-formed only in the other encoding
//!
//! All functions take linear time.

use crate::charset::Charset;
use crate::span::Span;
use crate::syntax::encoded_word::{EncodedWord, WordEncoding};
use crate::transfer::{Repair, base64, quoted_printable};
use std::borrow::Cow;

/// The octets of a word. If an escape or quantum is split between several words, the octets of these words together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::text) struct WordOctets {
    /// The number of words.
    pub(in crate::text) words: usize,
    pub(in crate::text) octets: Vec<u8>,
    /// Whether the encoding conforms to RFC 2047.
    pub(in crate::text) exact: bool,
    /// Whether some of the text was dropped, and may have been more than padding.
    pub(in crate::text) lost: bool,
    /// Whether the last octet is incomplete. Its bits were dropped.
    pub(in crate::text) cut: bool,
}

/// Returns the octets of `words`, which must be adjacent. All their labels must mean `charset`.
pub(in crate::text) fn word_octets(
    input: &[u8],
    words: &[EncodedWord],
    charset: Option<Charset>,
) -> Vec<WordOctets> {
    let mut decoded: Vec<WordOctets> = Vec::with_capacity(words.len());
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let mut text = unfolded(input, word.text);
        // The number of symbols is needed only if another word follows.
        let (mut count, mut symbols) = (1, words.peek().map_or(0, |_| symbols(&text)));
        while let Some(next) = words.next_if(|next| next.encoding == word.encoding) {
            let more = unfolded(input, next.text);
            let cut = match word.encoding {
                WordEncoding::Q => is_escape_cut(&text, &more),
                WordEncoding::B => is_quantum_cut(&text, symbols),
            };
            let many = self::symbols(&more);
            if cut {
                text.to_mut().extend_from_slice(&more);
                (count, symbols) = (count + 1, symbols + many);
            } else {
                decoded.push(octets(word.encoding, &text, charset).of(count));
                (text, count, symbols) = (more, 1, many);
            }
        }
        decoded.push(octets(word.encoding, &text, charset).of(count));
    }
    decoded
}

impl WordOctets {
    /// Returns the octets of a word that has no adjacent words.
    pub(in crate::text) fn of_one(input: &[u8], word: &EncodedWord, charset: Option<Charset>) -> Self {
        octets(word.encoding, &unfolded(input, word.text), charset)
    }

    /// Sets the number of words from which the octets come. Octets that come from several words do not conform to
    /// RFC 2047, because an escape or quantum is split between the words.
    fn of(self, words: usize) -> Self {
        Self { words, exact: self.exact && words == 1, ..self }
    }
}

/// Returns the text of a word without the line ends of folds.
fn unfolded(input: &[u8], text: Span) -> Cow<'_, [u8]> {
    let octets = text.slice(input);
    if memchr::memchr2(b'\r', b'\n', octets).is_none() {
        return Cow::Borrowed(octets);
    }
    octets.iter().copied().filter(|octet| !matches!(octet, b'\r' | b'\n')).collect()
}

/// Returns the number of symbols of base64 in `text`. A sum of at most 255 fits into an octet, so the compiler can
/// add many octets at once.
fn symbols(text: &[u8]) -> usize {
    let count = |some: &[u8]| some.iter().map(|octet| u8::from(is_symbol(*octet))).sum::<u8>();
    text.chunks(255).map(|some| usize::from(count(some))).sum()
}

const fn is_symbol(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'+' | b'/')
}

/// Whether an escape at the end of Q text continues in the next word.
fn is_escape_cut(text: &[u8], next: &[u8]) -> bool {
    let digit = |octet: &u8| matches!(octet, b'0'..=b'9' | b'A'..=b'F');
    match (text, next) {
        ([.., b'='], [high, low, ..]) => digit(high) && digit(low),
        ([.., b'=', high], [low, ..]) => digit(high) && digit(low),
        _ => false,
    }
}

/// Whether `text`, which is base64 with this many `symbols`, ends within an octet that continues in the next word. This
/// is so in two cases: the last symbol is the only one of its quantum, or the bits after the last whole octet are not
/// all zero.
fn is_quantum_cut(text: &[u8], symbols: usize) -> bool {
    let value = |octet: &u8| match octet {
        b'A'..=b'Z' => octet - b'A',
        b'a'..=b'z' => octet - b'a' + 26,
        b'0'..=b'9' => octet - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let last = text.last().filter(|octet| is_symbol(**octet)).map(value);
    match (symbols % 4, last) {
        (1, Some(_)) => true,
        (2, Some(last)) => last % 16 != 0,
        (3, Some(last)) => last % 4 != 0,
        _ => false,
    }
}

/// Returns the octets of the text of a word, decoded in the encoding that `letter` names. If the octets are
/// well-formed only in the other encoding, that encoding is used instead.
fn octets(letter: WordEncoding, text: &[u8], charset: Option<Charset>) -> WordOctets {
    let reads = |octets: &[u8]| charset.is_some_and(|charset| charset.decode_strict(octets).is_ok());
    match letter {
        WordEncoding::Q => {
            let soft_break = text.strip_suffix(b"=");
            if soft_break.is_some()
                && is_padded_base64(text)
                && charset.is_some_and(|charset| !charset.is_single_octet())
            {
                let other = b(text, charset);
                if !other.octets.is_ascii() && reads(&other.octets) {
                    return WordOctets { exact: false, ..other };
                }
            }
            let decoded = q(soft_break.unwrap_or(text));
            WordOctets { exact: decoded.exact && soft_break.is_none(), ..decoded }
        }
        WordEncoding::B => {
            let decoded = b(text, charset);
            if decoded.lost || !decoded.exact && !reads(&decoded.octets) {
                let other = q(text);
                if other.octets != text && reads(&other.octets) {
                    return WordOctets { exact: false, ..other };
                }
            }
            decoded
        }
    }
}

fn q(text: &[u8]) -> WordOctets {
    let decoded = quoted_printable::decode_word(text);
    let exact = decoded.repairs.is_empty();
    WordOctets { words: 1, octets: decoded.octets.into_owned(), exact, lost: false, cut: false }
}

fn b(text: &[u8], charset: Option<Charset>) -> WordOctets {
    let decoded = base64::decode_word(text);
    let has = |repair: Repair| decoded.repairs.iter().any(|(other, _)| *other == repair);
    let loss = decoded.repairs.iter().any(|(repair, _)| repair.is_loss());
    let cut = has(Repair::Truncated);
    let lost = loss || cut && !is_text(text, &decoded.octets, charset);
    let exact = decoded.repairs.is_empty();
    let is_malformed = !exact || memchr::memchr2(b' ', b'\t', text).is_some();
    let lost = lost || is_malformed && has_control(&decoded.octets, charset);
    WordOctets { words: 1, octets: decoded.octets.into_owned(), exact, lost, cut }
}

/// Whether `octets` decode to text with control characters. The octets come from malformed base64, so control
/// characters prove that the text is damaged.
fn has_control(octets: &[u8], charset: Option<Charset>) -> bool {
    charset.is_some_and(|charset| charset.decode(octets).text.contains(is_control))
}

fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\r' | '\n')
}

/// Whether `octets`, which were decoded from base64 that ends with a single symbol, are certainly text. They are if
/// they come from more than two quanta, and if they decode in `charset` without errors and control characters. Shorter
/// base64 can be a plain word: any word of five letters has this form.
fn is_text(encoded: &[u8], octets: &[u8], charset: Option<Charset>) -> bool {
    let text = charset.and_then(|charset| charset.decode_strict(octets).ok());
    symbols(encoded) > 8 && text.is_some_and(|text| !text.contains(is_control))
}

fn is_padded_base64(text: &[u8]) -> bool {
    let symbols = text.iter().take_while(|octet| is_symbol(**octet)).count();
    text.len().is_multiple_of(4) && text.len() - symbols <= 2 && text.iter().skip(symbols).all(|o| *o == b'=')
}
