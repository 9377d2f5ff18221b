//! The sample of a text that is scored: its words with octets above 127.
//!
//! Words end at octets that end a word in every charset: blanks, control characters, and punctuation that is not the
//! second octet of any multi-octet character. Each word counts once, and 1 KiB of words is enough.

use std::collections::HashSet;

/// The size of the sample in octets.
const SIZE: usize = 1024;
/// Further octets for words with an octet that no earlier word has. That octet may be the only one for which two
/// charsets differ.
const RARE_SIZE: usize = 256;
/// The number of octets that are kept before the first octet above 127 of a long word.
const LEAD: usize = 24;

/// The sample of a text.
#[derive(Debug)]
pub(super) struct Sample<'a> {
    /// Words with octets above 127.
    pub(super) words: Vec<&'a [u8]>,
    /// Words in US-ASCII.
    pub(super) ascii: Vec<&'a [u8]>,
    /// The indices of the words that were cut at the end of the sample.
    pub(super) cut: Vec<usize>,
}

impl<'a> Sample<'a> {
    /// The sample of `octets`. Linear time.
    pub(super) fn of(octets: &'a [u8]) -> Self {
        Self::within(octets, SIZE)
    }

    /// The sample of `octets` with at most `size` octets. Linear time.
    pub(super) fn within(octets: &'a [u8], size: usize) -> Self {
        let mut words = HashSet::new();
        let mut seen = [false; 256];
        let (mut room, mut ascii_room, mut rare_room) = (size, size, RARE_SIZE.min(size));
        let mut sample = Self { words: Vec::new(), ascii: Vec::new(), cut: Vec::new() };
        for word in octets.split(|octet| is_end(*octet)) {
            let is_new = |octet: &u8| !octet.is_ascii() && seen.get(usize::from(*octet)) == Some(&false);
            let Some(first) = word.iter().position(|octet| !octet.is_ascii()) else {
                if ascii_room > word.len() && word.len() > 1 && words.insert(word) {
                    ascii_room -= word.len();
                    sample.ascii.push(word);
                }
                continue;
            };
            let room = match room {
                0 if word.iter().any(is_new) => &mut rare_room,
                _ => &mut room,
            };
            let (_, word) = word.split_at_checked(first.saturating_sub(LEAD)).unwrap_or_default();
            let (word, cut) =
                word.get(..*room).map_or((word, false), |start| (start, start.len() < word.len()));
            if !word.is_empty() && words.insert(word) {
                if cut {
                    sample.cut.push(sample.words.len());
                }
                *room -= word.len();
                sample.words.push(word);
                for octet in word {
                    if let Some(seen) = seen.get_mut(usize::from(*octet)) {
                        *seen = true;
                    }
                }
            }
        }
        sample
    }

    /// The words that were not cut, with a space between them; if there are none, the cut one. Also returns whether
    /// there are any.
    pub(super) fn joined(&self) -> (Vec<u8>, bool) {
        let words = self.words.iter().enumerate();
        let whole: Vec<&[u8]> =
            words.filter(|(index, _)| !self.cut.contains(index)).map(|(_, word)| *word).collect();
        let is_whole = !whole.is_empty();
        (if is_whole { whole.join(&b' ') } else { self.words.concat() }, is_whole)
    }

    /// All words with a space between them. They have the same sample. A word that was cut is left out if others
    /// were not.
    pub(super) fn to_octets(&self) -> Vec<u8> {
        [self.joined().0, self.ascii.join(&b' ')].join(&b' ')
    }

    /// The octets above 127 that the words have, in order.
    pub(super) fn high(&self) -> Vec<u8> {
        high(&self.words)
    }
}

/// The octets above 127 that `words` have, in order.
pub(super) fn high(words: &[&[u8]]) -> Vec<u8> {
    let mut seen = [false; 256];
    for octet in words.iter().copied().flatten() {
        if let Some(seen) = seen.get_mut(usize::from(*octet)) {
            *seen = true;
        }
    }
    (0x80..=0xFF_u8).filter(|octet| seen.get(usize::from(*octet)) == Some(&true)).collect()
}

/// Whether a word ends at this octet. It must not be the second octet of a character in Shift_JIS, Big5 or GB18030.
fn is_end(octet: u8) -> bool {
    matches!(octet, 0..=0x2F | 0x3A..=0x3F | 0x7F)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_counts_once() {
        let sample = Sample::of(b"caf\xE9, th\xE9: caf\xE9 noir (\xA0) a noir");
        assert_eq!(sample.words, [&b"caf\xE9"[..], b"th\xE9", b"\xA0"]);
        assert_eq!(sample.ascii, [b"noir"]);
        assert_eq!(sample.high(), [0xA0, 0xE9]);
    }

    #[test]
    fn the_size_of_the_sample_is_limited() {
        let octets: Vec<u8> =
            (0..4000_u16).flat_map(|n| [b'a' + (n % 26) as u8, 0x80 | (n / 26 % 64) as u8, b' ']).collect();
        let sample = Sample::of(&octets);
        assert!(sample.words.iter().map(|word| word.len()).sum::<usize>() <= SIZE + RARE_SIZE);
        let rare = [&octets[..], b" last\xFE"].concat();
        assert_eq!(Sample::of(&rare).words.last(), Some(&&b"last\xFE"[..]));
        let long = [&[b'a'; 5000][..], &[0xE9; 5000]].concat();
        assert_eq!(Sample::of(&long).words, [[&[b'a'; LEAD][..], &[0xE9; SIZE - LEAD]].concat()]);
    }
}
