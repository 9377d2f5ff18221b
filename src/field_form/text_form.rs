//! The forms of header text: literal, escaped, or in encoded words.

use crate::charset::Charset;
use crate::syntax::encoded_word::{WordEncoding, encoded_words};
use crate::text::text_span::TextKind;
use crate::text::word::Run;
use std::borrow::Cow;

/// A form of header text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextForm {
    /// Raw UTF-8 (RFC 6532), where raw UTF-8 is safe.
    Text,
    /// US-ASCII. Other characters are written in encoded words (RFC 2047) in this charset, or in the form of RFC
    /// 2231.
    Words(Charset),
}

impl TextForm {
    /// The charset of encoded words. [`TextForm::Text`] uses encoded words too, for text that is not safe in raw
    /// UTF-8.
    pub(super) fn charset(self) -> Charset {
        match self {
            Self::Text => Charset::UTF_8,
            Self::Words(charset) => charset,
        }
    }
}

/// The maximum length in octets of a word of literal text. A word cannot be folded, because it has no blank. This
/// maximum leaves room for other text on the same line: a line must not exceed 998 octets (RFC 5322 section 2.1.1).
const STRETCH: usize = 900;

/// Whether decoded text may be written literally. The text must have no control character except tab, and no line
/// separator, because these must not get into a header. It must have nothing that looks like an encoded word, and
/// no word of more than [`STRETCH`] octets.
pub(crate) fn may_be_literal(text: &str) -> bool {
    let harmful = |c: char| (c.is_control() && c != '\t') || matches!(c, '\u{2028}' | '\u{2029}');
    let foldable = text.len() <= STRETCH || text.split([' ', '\t']).all(|word| word.len() <= STRETCH);
    foldable && !text.contains(harmful) && !text.contains("=?")
}

/// `text` with the quoted pairs that text of this `kind` needs (RFC 5322 section 3.2.1).
pub(super) fn escaped(text: &str, kind: TextKind) -> Cow<'_, str> {
    match kind {
        TextKind::Text => Cow::Borrowed(text),
        TextKind::Comment => with_pairs(text, &['(', ')', '\\']),
        TextKind::Phrase => with_pairs(text, &['"', '\\']),
    }
}

/// `text` as a quoted string (RFC 5322 section 3.2.4).
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", with_pairs(text, &['"', '\\']))
}

fn with_pairs<'t>(text: &'t str, specials: &[char]) -> Cow<'t, str> {
    if !text.contains(specials) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if specials.contains(&character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    Cow::Owned(escaped)
}

/// Whether the words of `run` are legal in their place (RFC 2047 section 5): the words are separated, and words in
/// Q have no characters that the place forbids.
pub(super) fn is_legal(input: &[u8], run: &Run, kind: TextKind) -> bool {
    let words = encoded_words(input, run.span);
    let apart = words.windows(2).all(|pair| matches!(pair, [a, b] if a.span.end < b.span.start));
    let allowed = |octet: &u8| match kind {
        TextKind::Text => true,
        TextKind::Comment => !b"()\"\\".contains(octet),
        TextKind::Phrase => octet.is_ascii_alphanumeric() || b"!*+-/=_".contains(octet),
    };
    let mut q = words.iter().filter(|word| word.encoding == WordEncoding::Q);
    apart && q.all(|word| word.text.slice(input).iter().all(allowed))
}

/// Whether `text` consists of atoms with single spaces between them (RFC 5322 section 3.2.3, RFC 6532 section 3.2).
/// Such a text is a phrase without quotes.
pub(crate) fn is_atoms(text: &str) -> bool {
    let atext = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c);
    text.split(' ').all(|atom| !atom.is_empty() && atom.chars().all(atext))
}
