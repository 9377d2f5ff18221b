//! Where a line of text may be broken: the break opportunities of UAX #14 that do not split a grapheme cluster (UAX
//! #29).
//!
//! They are tailored in one point, as section 8 of UAX #14 permits: a line is not broken between two US-ASCII
//! characters if neither is a blank or control character. So a URL, a path, base64 or a hyphenated compound stays
//! in one piece for readers whose program does not join lines. Dictionaries find the words of Thai, Lao, Khmer and
//! Burmese. Linear time; a word in one of these scripts is held in memory.

use icu_segmenter::iterators::LineBreakIterator;
use icu_segmenter::options::LineBreakOptions;
use icu_segmenter::scaffold::Utf8;
use icu_segmenter::{LineSegmenter, LineSegmenterBorrowed};
use std::sync::LazyLock;
use unicode_segmentation::UnicodeSegmentation;

static SEGMENTER: LazyLock<LineSegmenterBorrowed<'static>> =
    LazyLock::new(|| LineSegmenter::new_dictionary(LineBreakOptions::default()));

/// The break opportunities in a text, as offsets in order. The last one is the end of the text.
pub(super) struct Opportunities<'t> {
    text: &'t str,
    lines: LineBreakIterator<'static, 't, Utf8>,
    /// The start of a cluster, not far before the next opportunity.
    cluster: usize,
}

impl<'t> Opportunities<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, lines: SEGMENTER.segment_str(text), cluster: 0 }
    }

    fn splits_cluster(&mut self, at: usize) -> bool {
        if self.cluster < at && self.is_between_lone(at) {
            self.cluster = at;
            return false;
        }
        if self.cluster < at {
            let start = self.cluster;
            let clusters = self.text.get(start..).unwrap_or_default().grapheme_indices(true);
            let mut ends = clusters.map(|(offset, cluster)| start + offset + cluster.len());
            self.cluster = ends.find(|end| *end >= at).unwrap_or(self.text.len());
        }
        self.cluster > at
    }

    /// Whether both neighbours are characters of which two are never one cluster.
    fn is_between_lone(&self, at: usize) -> bool {
        let Some((before, after)) = self.text.split_at_checked(at) else { return false };
        before.chars().next_back().is_some_and(is_lone) && after.chars().next().is_some_and(is_lone)
    }

    /// Whether both neighbours are graphic US-ASCII characters.
    fn splits_ascii_word(&self, at: usize) -> bool {
        let octet = |at: usize| self.text.as_bytes().get(at).is_some_and(u8::is_ascii_graphic);
        octet(at) && at.checked_sub(1).is_some_and(octet)
    }
}

/// Whether the character makes no cluster with another of these: US-ASCII, letters of Latin, Greek, Cyrillic, Kana and
/// Hangul, ideographs and their punctuation. Of US-ASCII, CR and LF are one cluster, but no opportunity is between them.
fn is_lone(character: char) -> bool {
    matches!(
        character,
        '\0'..='\x7F' | '\u{A1}'..='\u{A8}' | '\u{AF}'..='\u{2FF}' | '\u{370}'..='\u{482}' | '\u{48A}'..='\u{52F}'
            | '\u{3000}'..='\u{3029}' | '\u{3041}'..='\u{3096}' | '\u{309D}'..='\u{30FF}'
            | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}'
    )
}

impl Iterator for Opportunities<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        loop {
            let at = self.lines.next()?;
            if at > 0 && !self.splits_ascii_word(at) && !self.splits_cluster(at) {
                return Some(at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pieces(text: &str) -> Vec<&str> {
        let mut start = 0;
        let pieces = Opportunities::new(text).map(|end| {
            let piece = &text[start..end];
            start = end;
            piece
        });
        pieces.collect()
    }

    #[test]
    fn blanks_and_ideographs() {
        assert_eq!(pieces("two  words"), ["two  ", "words"]);
        assert_eq!(pieces("日本語。「あ」"), ["日", "本", "語。", "「あ」"]);
        assert_eq!(pieces("a\u{a0}b c"), ["a\u{a0}b ", "c"]);
        assert_eq!(pieces(""), [""; 0]);
    }

    #[test]
    fn ascii_words_are_not_split() {
        assert_eq!(pieces("see http://a.example/b-c/?d=e, x"), ["see ", "http://a.example/b-c/?d=e, ", "x"]);
        assert_eq!(pieces("well-élevé"), ["well-", "élevé"]);
    }

    #[test]
    fn clusters_are_not_split() {
        assert_eq!(pieces("🇩🇪🇫🇷👩‍👩‍👧"), ["🇩🇪", "🇫🇷", "👩‍👩‍👧"]);
        assert_eq!(pieces("a \u{301}b c"), ["a \u{301}b ", "c"]);
        // UAX #14 and UAX #29 pair these regional indicators differently.
        assert_eq!(pieces("🇩\u{fe0f}🇪🇫"), ["🇩\u{fe0f}🇪🇫"]);
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(1000))]

        #[test]
        fn they_are_the_ends_of_clusters_at_which_a_line_may_be_broken(
            pieces in proptest::collection::vec(
                prop::sample::select(vec![
                    "a", "b c", " ", "-", "\r", "\n", "\u{301}", "é", "🇩", "🇪", "👩", "\u{200d}", "\u{fe0f}", "日", "ภาษา",
                    "क्", "ष", "\u{600}", "각", "\u{1100}", "\u{2028}",
                ]),
                0..12,
            ),
        ) {
            let text = pieces.concat();
            let ends: Vec<usize> = text.grapheme_indices(true).map(|(at, one)| at + one.len()).collect();
            let word = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_graphic);
            let all = SEGMENTER.segment_str(&text).filter(|at| ends.contains(at));
            let expected: Vec<usize> = all.filter(|at| !(word(*at) && word(at - 1))).collect();
            prop_assert_eq!(Opportunities::new(&text).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn lone_characters_are_clusters_of_their_own() {
        let all: Vec<char> = (' '..=char::MAX).filter(|one| is_lone(*one)).collect();
        assert!(all.len() > 30_000);
        // One of each class that joins others, if it were among them.
        for one in &all {
            for other in [' ', 'a', '\u{AC00}', '\u{AC01}', '日'] {
                for pair in [format!("{one}{other}"), format!("{other}{one}"), format!("{one}{one}")] {
                    assert_eq!(pair.graphemes(true).count(), 2, "{pair:?}");
                }
            }
        }
    }

    #[test]
    fn thai_breaks_between_words() {
        assert_eq!(pieces("ภาษาไทย"), ["ภาษา", "ไทย"]);
    }
}
