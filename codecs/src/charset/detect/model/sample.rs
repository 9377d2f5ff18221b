//! The sample of a text that is scored: its words with octets above 127.
//!
//! Words end at octets that end a word in every charset: blanks, control characters, and punctuation that is not the
//! second octet of any multi-octet character. A word that occurs several times is in the sample once. About 1 KiB of
//! words is enough.

use crate::kernels::{self, high_octets, high_octets::HighOctets};
use encoding_rs::Encoding;

/// The maximum number of octets in the sample of text without a label, not counting the further octets of
/// [`RARE_SIZE`].
const SIZE: usize = 1024;
/// The maximum number of octets of words that are read, as a multiple of the maximum size of the sample. This limit is
/// for text without a label and for ASCII words. It is needed because a text that repeats its words has few new words.
/// Beyond this limit, a word is in the sample only if it has an octet that no earlier word has.
const READ: usize = 2;
/// The maximum number of octets of a text that are searched for ASCII words, as a multiple of the maximum size of the
/// sample.
const SEARCHED: usize = 16;
/// The maximum number of further octets in the sample, for words with an octet that no earlier word has. This octet
/// may be the only one for which two charsets differ.
const RARE_SIZE: usize = 256;
/// If a word begins with more ASCII octets than this, only the last of these ASCII octets are kept.
const LEAD: usize = 24;
/// The assumed length of a word in octets, by which memory for the words is reserved. Most words are at least as long.
const WORD: usize = 6;

/// The sample of a text.
#[derive(Debug)]
pub(super) struct Sample<'a> {
    octets: &'a [u8],
    size: usize,
    /// Words with octets above 127.
    pub(super) words: Vec<&'a [u8]>,
    /// The indices of the words that were cut at the end of the sample.
    pub(super) cut: Vec<usize>,
    /// Whether all words of the text were certainly read.
    pub(super) is_whole: bool,
    /// The set of all octets above 127 that the words have.
    seen: HighOctets,
}

/// Returns the words of `octets` that the model scores, with spaces between them. The result has at most a few KiB.
/// Takes linear time.
pub fn scored_words(octets: &[u8]) -> Vec<u8> {
    Sample::of(octets).to_octets()
}

impl<'a> Sample<'a> {
    /// Returns the sample of `octets` that is scored if they have no label. Takes linear time.
    pub(super) fn of(octets: &'a [u8]) -> Self {
        Self::read(octets, SIZE, SIZE * READ)
    }

    /// Returns the sample that has the first `size` octets of words, and later words with an octet that no earlier word
    /// has. Takes linear time.
    pub(super) fn within(octets: &'a [u8], size: usize) -> Self {
        Self::read(octets, size, size)
    }

    /// Returns a sample of at most `size` octets, which are among the first `unread` octets of words. Later words are
    /// added only if they have an octet that no earlier word has. The added words have together at most [`RARE_SIZE`]
    /// octets, and at most `size`.
    fn read(octets: &'a [u8], size: usize, mut unread: usize) -> Self {
        let most = octets.len().min(size + RARE_SIZE.min(size));
        let (words, cut, seen) = (Vec::with_capacity(most / WORD + 1), Vec::new(), HighOctets::default());
        let mut sample = Self { octets, size, words, cut, is_whole: true, seen };
        let mut words = Distinct::default();
        let (mut room, mut rare_room) = (size, RARE_SIZE.min(size));
        let mut done = 0;
        while room.min(unread) > 0 || rare_room > 0 {
            let rest = octets.get(done..).unwrap_or_default();
            let (room, found) = match room.min(unread) {
                0 => {
                    sample.is_whole = false;
                    (&mut rare_room, sample.first_unseen(rest))
                }
                _ => (&mut room, first_above_127(rest)),
            };
            let Some(found) = found else { break };
            let (before, after) = rest.split_at_checked(found).unwrap_or_default();
            let length = before.iter().rev().take_while(|octet| !is_end(**octet)).count();
            let end = found + after.iter().position(|octet| is_end(*octet)).unwrap_or(after.len());
            let word = rest.get(found - length..end).unwrap_or_default();
            done += end;
            let word = if length > LEAD { without_lead(word) } else { word };
            let kept = word.get(..*room).unwrap_or(word);
            unread = unread.saturating_sub(kept.len());
            if words.insert(kept) {
                if kept.len() < word.len() {
                    sample.cut.push(sample.words.len());
                }
                *room -= kept.len();
                sample.add(kept);
            }
        }
        sample
    }

    fn add(&mut self, word: &'a [u8]) {
        self.words.push(word);
        for octet in word.iter().filter(|octet| !octet.is_ascii()) {
            high_octets::add(&mut self.seen, *octet);
        }
    }

    /// The number of octets of all words.
    pub(super) fn len(&self) -> usize {
        self.words.iter().map(|word| word.len()).sum()
    }

    /// Returns a sample of the first `size` octets of the words in this sample. Its set of octets above 127 is not
    /// changed: it is still that of all words.
    pub(super) fn first(&self, size: usize) -> Self {
        let (mut words, mut cut, mut room) = (Vec::new(), Vec::new(), size);
        for (index, word) in self.words.iter().copied().enumerate() {
            if room == 0 {
                break;
            }
            let kept = word.get(..room).unwrap_or(word);
            if kept.len() < word.len() || self.cut.contains(&index) {
                cut.push(words.len());
            }
            room -= kept.len();
            words.push(kept);
        }
        Self { octets: self.octets, size, words, cut, is_whole: false, seen: self.seen }
    }

    /// Whether most of the words that were read are repetitions.
    pub(super) fn is_repetitive(&self) -> bool {
        !self.is_whole && 2 * self.len() < self.size
    }

    /// Enlarges the sample to `size` octets, by reading further words. Returns whether the words may have changed.
    pub(super) fn widen(&mut self, size: usize) -> bool {
        if self.is_whole {
            self.size = size;
            return false;
        }
        *self = Self::within(self.octets, size);
        true
    }

    /// Removes the words for which `is_out` is true, without reading other words in their place. Returns whether any
    /// word was removed.
    pub(super) fn leave_out(&mut self, is_out: impl Fn(&[u8]) -> bool) -> bool {
        let (number, cut) = (self.words.len(), std::mem::take(&mut self.cut));
        let (mut index, mut kept) = (0, 0);
        self.words.retain(|word| {
            let is_kept = !is_out(word);
            if is_kept {
                if cut.contains(&index) {
                    self.cut.push(kept);
                }
                kept += 1;
            }
            index += 1;
            is_kept
        });
        if kept == number {
            return false;
        }
        self.seen = HighOctets::default();
        for octet in self.words.iter().copied().flatten() {
            high_octets::add(&mut self.seen, *octet);
        }
        true
    }

    /// The offset in `octets` of the first octet above 127 that no word of the sample has. Few texts have such an
    /// octet.
    fn first_unseen(&self, octets: &[u8]) -> Option<usize> {
        let start = kernels::level().map_or(0, |level| high_octets::first_outside(level, &self.seen, octets));
        let is_unseen = |octet: &u8| !high_octets::has(&self.seen, *octet);
        Some(start + octets.get(start..)?.iter().position(is_unseen)?)
    }

    /// The words of the text in US-ASCII, which together have at most as many octets as the sample may have.
    pub(super) fn ascii(&self) -> Vec<&'a [u8]> {
        let (mut words, mut seen, mut room) = (Vec::new(), Distinct::default(), self.size);
        let mut unread = self.size * READ;
        let searched = self.octets.get(..self.size * SEARCHED).unwrap_or(self.octets);
        for word in searched.split(|octet| is_end(*octet)).filter(|word| word.len() > 1) {
            if room.min(unread) <= 2 {
                break;
            }
            if word.is_ascii() {
                unread = unread.saturating_sub(word.len());
                if room > word.len() && seen.insert(word) {
                    room -= word.len();
                    words.push(word);
                }
            }
        }
        words
    }

    /// Returns the words that were not cut, with spaces between them. If all words were cut, returns the cut words.
    /// Also returns whether the returned words are whole.
    pub(super) fn joined(&self) -> (Vec<u8>, bool) {
        let words = self.words.iter().enumerate();
        let whole: Vec<&[u8]> =
            words.filter(|(index, _)| !self.cut.contains(index)).map(|(_, word)| *word).collect();
        let is_whole = !whole.is_empty();
        (if is_whole { whole.join(&b' ') } else { self.words.concat() }, is_whole)
    }

    /// Returns all words, also those in US-ASCII, with spaces between them. The model scores the result in the same
    /// way as the text. Cut words are left out if there are other words.
    pub(super) fn to_octets(&self) -> Vec<u8> {
        [self.joined().0, self.ascii().join(&b' ')].join(&b' ')
    }

    /// The octets above 127 that the words have, in order.
    pub(super) fn high(&self) -> impl Iterator<Item = u8> {
        (0x80..=0xFF).filter(|octet| high_octets::has(&self.seen, *octet))
    }
}

/// The number of slots of a hash table of words.
const SLOTS: usize = 64;
/// The number of slots in a row that are searched for a word or a free place.
const TRIED: usize = 4;

/// A set of words.
struct Distinct<'a> {
    /// A hash table with at most one word in each slot. A free slot has an empty slice.
    slots: [&'a [u8]; SLOTS],
    /// The words for which no slot was free, in order. A number before each word is made of the first octets of the
    /// word, which makes most comparisons cheap.
    others: Vec<(u64, &'a [u8])>,
}

impl Default for Distinct<'_> {
    fn default() -> Self {
        Self { slots: [&[]; SLOTS], others: Vec::new() }
    }
}

impl<'a> Distinct<'a> {
    /// Adds a word, which must not be empty. Returns whether the word is new.
    fn insert(&mut self, word: &'a [u8]) -> bool {
        let mut first = [0; 8];
        match word.first_chunk() {
            Some(octets) => first = *octets,
            None => first.iter_mut().zip(word).for_each(|(place, octet)| *place = *octet),
        }
        let first = u64::from_be_bytes(first);
        let mixed = (first ^ word.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58;
        let slots = usize::try_from(mixed).ok().and_then(|first| self.slots.get_mut(first..));
        for slot in slots.into_iter().flatten().take(TRIED) {
            if slot.is_empty() {
                *slot = word;
                return true;
            }
            if *slot == word {
                return false;
            }
        }
        let entry = (first, word);
        let at = self.others.binary_search(&entry);
        if let Err(at) = at {
            self.others.insert(at, entry);
        }
        at.is_err()
    }
}

/// The offset of the first octet above 127.
fn first_above_127(octets: &[u8]) -> Option<usize> {
    // In most scripts, one of the next two octets is above 127. For only two octets, a vectorized search costs more
    // than it saves.
    let near = octets.iter().take(2).position(|octet| !octet.is_ascii());
    near.or_else(|| Some(Encoding::ascii_valid_up_to(octets)).filter(|at| *at < octets.len()))
}

/// The word without the ASCII octets at its start, except the last [`LEAD`] of them.
fn without_lead(word: &[u8]) -> &[u8] {
    let ascii = word.iter().take_while(|octet| octet.is_ascii()).count();
    word.get(ascii.saturating_sub(LEAD)..).unwrap_or_default()
}

/// Whether a word ends at this octet. Octets that are the second octet of a character in Shift_JIS, Big5 or GB18030
/// must not end words.
fn is_end(octet: u8) -> bool {
    ENDS.get(usize::from(octet)).is_some_and(|is_end| *is_end)
}

/// Whether a word ends at each octet.
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
static ENDS: [bool; 0x100] = {
    let mut ends = [false; 0x100];
    let mut octet = 0;
    while octet < ends.len() {
        ends[octet] = matches!(octet, 0..=0x2F | 0x3A..=0x3F | 0x7F);
        octet += 1;
    }
    ends
};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn words_are_those_with_octets_above_127_each_once(
            octets in proptest::collection::vec(prop_oneof![Just(b' '), Just(b'a'), 0xE0..0xE4_u8], 0..2000),
        ) {
            let mut words: Vec<&[u8]> = Vec::new();
            for word in octets.split(|octet| *octet == b' ').filter(|word| !word.is_ascii()) {
                if !words.contains(&word) {
                    words.push(word);
                }
            }
            let sample = Sample::within(&octets, 2000);
            prop_assert_eq!(&sample.words, &words);
        }
    }

    #[test]
    fn each_word_counts_once() {
        let sample = Sample::of(b"caf\xE9, th\xE9: caf\xE9 noir (\xA0) a noir");
        assert_eq!(sample.words, [&b"caf\xE9"[..], b"th\xE9", b"\xA0"]);
        assert_eq!(sample.ascii(), [b"noir"]);
        assert!(sample.high().eq([0xA0, 0xE9]));
    }

    #[test]
    fn a_sample_is_widened_unless_it_has_all_words() {
        let words = b"caf\xE9 th\xE9 \xE0 la pr\xE8s ";
        for (text, is_widened) in [(words.to_vec(), false), (words.repeat(4), true)] {
            let mut sample = Sample::within(&text, 20);
            assert_eq!(sample.widen(200), is_widened);
            let expected = Sample::within(&text, 200);
            assert_eq!((&sample.words, sample.size), (&expected.words, expected.size));
        }
        let mut sample = Sample::within(b"caf\xE9 caf\xE8", 5);
        assert_eq!(sample.words, [&b"caf\xE9"[..], b"c"]);
        assert!(sample.widen(200));
        assert_eq!(sample.words, [b"caf\xE9", b"caf\xE8"]);
    }

    #[test]
    fn a_text_that_has_few_words_again_and_again_is_repetitive() {
        for (words, is_repetitive) in [(&b"caf\xE9 "[..], true), (b"caf\xE9 th\xE9 pr\xE8s h\xE9las ", false)]
        {
            assert_eq!(Sample::within(&words.repeat(9), 20).is_repetitive(), is_repetitive);
        }
        let whole = Sample::within(b"caf\xE9 caf\xE9", 20);
        assert!(whole.is_whole && !whole.is_repetitive());
    }

    #[test]
    fn words_are_read_up_to_a_limit() {
        let text = |repeated| [&b"caf\xE9 ".repeat(repeated)[..], b"th\xE9 \xFF"].concat();
        let most = SIZE * READ / 4;
        assert_eq!(Sample::of(&text(most - 1)).words, [&b"caf\xE9"[..], b"th\xE9", b"\xFF"]);
        assert_eq!(Sample::of(&text(most)).words, [&b"caf\xE9"[..], b"\xFF"]);
    }

    #[test]
    fn the_size_of_the_sample_is_limited() {
        let octets: Vec<u8> =
            (0..4000_u16).flat_map(|n| [b'a' + (n % 26) as u8, 0x80 | (n / 26 % 64) as u8, b' ']).collect();
        let sample = Sample::of(&octets);
        assert!(sample.len() <= SIZE + RARE_SIZE);
        let rare = [&octets[..], b" last\xFE"].concat();
        assert_eq!(Sample::of(&rare).words.last(), Some(&&b"last\xFE"[..]));
        let long = [&[b'a'; 5000][..], &[0xE9; 5000]].concat();
        assert_eq!(Sample::of(&long).words, [[&[b'a'; LEAD][..], &[0xE9; SIZE - LEAD]].concat()]);
    }
}
