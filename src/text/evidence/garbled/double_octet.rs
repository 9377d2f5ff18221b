//! Undoes the decoding of UTF-8 in a double-octet charset. All functions take linear time.

use crate::charset::Charset;
use crate::text::evidence::utf8_proof::is_utf8_word;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The double-octet charsets in which UTF-8 is sometimes decoded by mistake.
pub(super) static DOUBLE_OCTET: LazyLock<Vec<DoubleOctet>> = LazyLock::new(|| {
    let charset = |label: &&str| Charset::for_label(label.as_bytes());
    ["gb18030", "big5", "shift_jis"].iter().filter_map(charset).map(DoubleOctet::of).collect()
});

/// If UTF-8 was decoded in one of these charsets, and the UTF-8 began with a multi-octet sequence, then the first
/// character of the result is not below this one. (The first two octets of such a sequence are C2 to F4, and 80 to BF.)
/// Letters of alphabets are below it. Therefore text that begins with such a letter needs no further check.
const FIRST_PAIR: char = '\u{2000}';

/// A double-octet charset, with a cache of the characters at the start of earlier texts.
pub(super) struct DoubleOctet {
    pub(super) charset: Charset,
    /// The cache. An entry is the code point of a character times two, plus one if the octets of the character can be
    /// the start of text in UTF-8. The code point determines the place of the entry. Without the cache, encoding the
    /// first character would take most of the time for a short text.
    starts: [AtomicU32; 1 << 10],
}

impl DoubleOctet {
    fn of(charset: Charset) -> Self {
        Self { charset, starts: [const { AtomicU32::new(0) }; 1 << 10] }
    }

    /// Whether the octets of the first four characters of `text` can be the start of text in UTF-8. This is a cheap
    /// pre-check, because for most texts the first character alone shows that they cannot.
    pub(super) fn starts(&self, text: &str) -> bool {
        let Some(first) = text.chars().next().filter(|first| *first >= FIRST_PAIR) else { return false };
        let number = u32::from(first);
        let Some(cached) = self.starts.get(number as usize % self.starts.len()) else { return false };
        let mut start = cached.load(Relaxed);
        if start >> 1 != number {
            start = number << 1 | u32::from(self.can_start(text, 1));
            cached.store(start, Relaxed);
        }
        start & 1 == 1 && self.can_start(text, 4)
    }

    /// Whether the octets of the first `characters` characters of `text` can be the start of text in UTF-8.
    fn can_start(&self, text: &str, characters: usize) -> bool {
        let end = text.char_indices().nth(characters).map_or(text.len(), |(end, _)| end);
        let octets = text.get(..end).and_then(|few| self.charset.encode(few).ok()).unwrap_or_default();
        let is_cut =
            |octets| std::str::from_utf8(octets).map_or_else(|error| error.error_len().is_none(), |_| true);
        matches!(*octets, [0xC2..=0xF4, 0x80..=0xBF, ..]) && is_cut(&octets)
    }
}

/// Returns the text whose UTF-8 was decoded in `charset`, a double-octet charset. Returns `None` unless all of the
/// text beyond US-ASCII is such UTF-8, and has more characters than could be UTF-8 by chance.
pub(super) fn undo_pairs(text: &str, charset: Charset) -> Option<String> {
    let mut once = String::new();
    for piece in text.split_inclusive(|c: char| c.is_ascii()) {
        let octets = charset.encode(piece).ok()?;
        once.push_str(std::str::from_utf8(&octets).ok()?);
    }
    is_utf8_word(charset, once.as_bytes()).then_some(once)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_pair_that_starts_utf_8_is_a_letter_of_an_alphabet() {
        for DoubleOctet { charset, .. } in DOUBLE_OCTET.iter() {
            let pairs = (0xC2..=0xF4).flat_map(|lead| (0x80..=0xBF).map(move |trail| [lead, trail]));
            for pair in pairs {
                let text = charset.decode(&pair).text;
                assert!(text.starts_with(|first| first >= FIRST_PAIR), "{charset} {text}");
            }
        }
    }

    /// Characters whose code points differ by 1,024 share a place in the cache. The test checks that such
    /// characters are not mistaken for each other.
    #[test]
    fn the_cache_does_not_confuse_characters() {
        for charset in DOUBLE_OCTET.iter() {
            for place in (0x4E00..0x5200).step_by(7) {
                for first in (place..0xA000).step_by(0x400).filter_map(char::from_u32) {
                    let text = first.to_string();
                    let expected = charset.can_start(&text, 1) && charset.can_start(&text, 4);
                    assert_eq!(charset.starts(&text), expected, "{} {text}", charset.charset);
                }
            }
        }
    }
}
