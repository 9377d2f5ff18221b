//! The octets that tell in which charset a text is: its words with octets above 127.
//!
//! A word ends where it does in every charset: at blanks, controls and the punctuation that is no second octet of
//! any character. A word that stands twice tells no more than once, and 1 KiB of them tells enough.

use std::collections::HashSet;

/// Octets that are looked at.
const MOST: usize = 1024;
/// Octets that are looked at beyond that, of words in which an octet stands that none before has: it may be all
/// that two charsets do not share.
const MOST_RARE: usize = 256;
/// What is kept of a long word in front of its first octet above 127.
const LEAD: usize = 24;

/// The words that tell, and those around them that are ASCII.
#[derive(Debug)]
pub(super) struct Telling<'a> {
    pub(super) words: Vec<&'a [u8]>,
    pub(super) plain: Vec<&'a [u8]>,
    /// Indices of the words that are cut, where there was no room for all of them.
    pub(super) cut: Vec<usize>,
}

impl<'a> Telling<'a> {
    /// Those of `octets`, in linear time.
    pub(super) fn of(octets: &'a [u8]) -> Self {
        let mut seen = HashSet::new();
        let mut stands = [false; 256];
        let (mut room, mut plain_room, mut rare_room) = (MOST, MOST, MOST_RARE);
        let mut telling = Self { words: Vec::new(), plain: Vec::new(), cut: Vec::new() };
        for word in octets.split(|octet| is_end(*octet)) {
            let is_new = |octet: &u8| !octet.is_ascii() && stands.get(usize::from(*octet)) == Some(&false);
            let Some(first) = word.iter().position(|octet| !octet.is_ascii()) else {
                if plain_room > word.len() && word.len() > 1 && seen.insert(word) {
                    plain_room -= word.len();
                    telling.plain.push(word);
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
            if !word.is_empty() && seen.insert(word) {
                if cut {
                    telling.cut.push(telling.words.len());
                }
                *room -= word.len();
                telling.words.push(word);
                for octet in word {
                    if let Some(stands) = stands.get_mut(usize::from(*octet)) {
                        *stands = true;
                    }
                }
            }
        }
        telling
    }

    /// The words that are whole, a blank between them, or where there are none the one that is cut, and whether it
    /// is one that is whole.
    pub(super) fn joined(&self) -> (Vec<u8>, bool) {
        let words = self.words.iter().enumerate();
        let whole: Vec<&[u8]> =
            words.filter(|(index, _)| !self.cut.contains(index)).map(|(_, word)| *word).collect();
        let is_whole = !whole.is_empty();
        (if is_whole { whole.join(&b' ') } else { self.words.concat() }, is_whole)
    }

    /// Which octets above 127 stand in the words.
    pub(super) fn high(&self) -> Vec<u8> {
        high(&self.words)
    }
}

/// Which octets above 127 stand in words.
pub(super) fn high(words: &[&[u8]]) -> Vec<u8> {
    let mut stands = [false; 256];
    for octet in words.iter().copied().flatten() {
        if let Some(stands) = stands.get_mut(usize::from(*octet)) {
            *stands = true;
        }
    }
    (0x80..=0xFF_u8).filter(|octet| stands.get(usize::from(*octet)) == Some(&true)).collect()
}

/// Whether a word ends here: nowhere where Shift_JIS, Big5 or GB18030 have the second octet of a character.
fn is_end(octet: u8) -> bool {
    matches!(octet, 0..=0x2F | 0x3A..=0x3F | 0x7F)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_once() {
        let telling = Telling::of(b"caf\xE9, th\xE9: caf\xE9 noir (\xA0) a noir");
        assert_eq!(telling.words, [&b"caf\xE9"[..], b"th\xE9", b"\xA0"]);
        assert_eq!(telling.plain, [b"noir"]);
        assert_eq!(telling.high(), [0xA0, 0xE9]);
    }

    #[test]
    fn a_kilobyte_is_enough() {
        let octets: Vec<u8> =
            (0..4000_u16).flat_map(|n| [b'a' + (n % 26) as u8, 0x80 | (n / 26 % 64) as u8, b' ']).collect();
        let telling = Telling::of(&octets);
        assert!(telling.words.iter().map(|word| word.len()).sum::<usize>() <= MOST + MOST_RARE);
        let rare = [&octets[..], b" last\xFE"].concat();
        assert_eq!(Telling::of(&rare).words.last(), Some(&&b"last\xFE"[..]));
        let long = [&[b'a'; 5000][..], &[0xE9; 5000]].concat();
        assert_eq!(Telling::of(&long).words, [[&[b'a'; LEAD][..], &[0xE9; MOST - LEAD]].concat()]);
    }
}
