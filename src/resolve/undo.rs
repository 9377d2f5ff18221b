//! The transfer form of encoded words undone: B and Q text to octets (RFC 2047 section 4), word by word.
//!
//! Beyond the letter: text folded in the middle; an `=` at the end of Q text, a soft line break that somebody
//! left there; an escape, or a quantum of base64, that is cut by the end of a word and goes on in the next
//! one; Q text under the letter B and base64 under the letter Q, where the octets then read without an error
//! and do not otherwise. Linear time.

use crate::charset::Charset;
use crate::span::Span;
use crate::syntax::encoded_word::{EncodedWord, WordEncoding};
use crate::transfer::{Repair, base64, quoted_printable};

/// The octets of a word, or of several that are one to their transfer form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Undone {
    /// Number of words.
    pub(super) words: usize,
    pub(super) octets: Vec<u8>,
    /// Whether the text is as RFC 2047 has it.
    pub(super) exact: bool,
    /// Whether some of the text is neither in the octets nor mere padding.
    pub(super) lost: bool,
}

/// The octets of `words`, which stand side by side and name `charset`.
pub(super) fn undo(input: &[u8], words: &[EncodedWord], charset: Option<Charset>) -> Vec<Undone> {
    let mut undone: Vec<Undone> = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let mut text = unfolded(input, word.text);
        let (mut count, mut symbols) = (1, symbols(&text));
        while let Some(next) = words.next_if(|next| next.encoding == word.encoding) {
            let more = unfolded(input, next.text);
            let cut = match word.encoding {
                WordEncoding::Q => is_escape_cut(&text, &more),
                WordEncoding::B => is_quantum_cut(&text, symbols),
            };
            if !cut {
                undone.push(octets(word.encoding, &text, charset).of(count));
                (text, count, symbols) = (Vec::new(), 0, 0);
            }
            symbols += self::symbols(&more);
            text.extend(more);
            count += 1;
        }
        undone.push(octets(word.encoding, &text, charset).of(count));
    }
    undone
}

impl Undone {
    /// The same as text of so many words.
    fn of(self, words: usize) -> Self {
        Self { words, exact: self.exact && words == 1, ..self }
    }
}

/// Text without the line ends of folds.
fn unfolded(input: &[u8], text: Span) -> Vec<u8> {
    text.slice(input).iter().copied().filter(|octet| !matches!(octet, b'\r' | b'\n')).collect()
}

fn symbols(text: &[u8]) -> usize {
    text.iter().filter(|octet| is_symbol(**octet)).count()
}

const fn is_symbol(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'+' | b'/')
}

/// Whether an escape at the end of Q text goes on in the next text.
fn is_escape_cut(text: &[u8], next: &[u8]) -> bool {
    let digit = |octet: &u8| matches!(octet, b'0'..=b'9' | b'A'..=b'F');
    match (text, next) {
        ([.., b'='], [high, low, ..]) => digit(high) && digit(low),
        ([.., b'=', high], [low, ..]) => digit(high) && digit(low),
        _ => false,
    }
}

/// Whether base64 of so many symbols stops within an octet: bits that are left over are not zero, or are too
/// few to tell.
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

/// The octets of text under that letter, or under the other one where that is what reads.
fn octets(letter: WordEncoding, text: &[u8], charset: Option<Charset>) -> Undone {
    let reads = |octets: &[u8]| charset.is_some_and(|charset| charset.decode_strict(octets).is_ok());
    match letter {
        WordEncoding::Q => {
            let soft_break = text.strip_suffix(b"=");
            if soft_break.is_some()
                && is_padded_base64(text)
                && charset.is_some_and(|charset| !charset.is_single_octet())
            {
                let other = b(text);
                if !other.octets.is_ascii() && reads(&other.octets) {
                    return Undone { exact: false, ..other };
                }
            }
            let undone = q(soft_break.unwrap_or(text));
            Undone { exact: undone.exact && soft_break.is_none(), ..undone }
        }
        WordEncoding::B => {
            let undone = b(text);
            if undone.lost || !undone.exact && !reads(&undone.octets) {
                let other = q(text);
                if other.octets != text && reads(&other.octets) {
                    return Undone { exact: false, ..other };
                }
            }
            undone
        }
    }
}

fn q(text: &[u8]) -> Undone {
    let decoded = quoted_printable::decode_word(text);
    let exact = decoded.repairs.is_empty();
    Undone { words: 1, octets: decoded.octets.into_owned(), exact, lost: false }
}

fn b(text: &[u8]) -> Undone {
    let decoded = base64::decode_word(text);
    let lost = |(repair, _): &(Repair, usize)| repair.is_loss() || *repair == Repair::Truncated;
    let (exact, lost) = (decoded.repairs.is_empty(), decoded.repairs.iter().any(lost));
    Undone { words: 1, octets: decoded.octets.into_owned(), exact, lost }
}

fn is_padded_base64(text: &[u8]) -> bool {
    let symbols = text.iter().take_while(|octet| is_symbol(**octet)).count();
    text.len().is_multiple_of(4) && text.len() - symbols <= 2 && text.iter().skip(symbols).all(|o| *o == b'=')
}
