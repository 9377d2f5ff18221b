//! Where a line of text may be broken: the opportunities of UAX #14, tailored, between grapheme clusters (UAX #29).
//!
//! Tailored in one point, which section 8 of the annex leaves to the application: none between two US-ASCII
//! characters of which neither is a blank or control. A URL, a path, base64 or a compound with a hyphen stays
//! in one piece for readers who do not join lines again. Thai, Lao, Khmer and Burmese words are told apart by
//! dictionaries. Linear time; a word of Thai and its like is held in memory.

use icu_segmenter::LineSegmenter;
use icu_segmenter::iterators::LineBreakIterator;
use icu_segmenter::options::LineBreakOptions;
use icu_segmenter::scaffold::Utf8;
use unicode_segmentation::{GraphemeIndices, UnicodeSegmentation};

/// The opportunities in a text, as offsets, the end of the text last.
pub(super) struct Opportunities<'t> {
    text: &'t str,
    lines: LineBreakIterator<'static, 't, Utf8>,
    clusters: GraphemeIndices<'t>,
    /// The last start of a cluster looked at.
    cluster: usize,
}

impl<'t> Opportunities<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let lines = LineSegmenter::new_dictionary(LineBreakOptions::default()).segment_str(text);
        let clusters = text.grapheme_indices(true);
        Self { text, lines, clusters, cluster: 0 }
    }

    fn tears_cluster(&mut self, at: usize) -> bool {
        while self.cluster < at {
            self.cluster = self.clusters.next().map_or(self.text.len(), |(start, _)| start);
        }
        self.cluster > at
    }

    /// Whether both neighbours are of what is not torn.
    fn tears_word(&self, at: usize) -> bool {
        let octet = |at: usize| self.text.as_bytes().get(at).is_some_and(u8::is_ascii_graphic);
        octet(at) && at.checked_sub(1).is_some_and(octet)
    }
}

impl Iterator for Opportunities<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        loop {
            let at = self.lines.next()?;
            if at > 0 && !self.tears_word(at) && !self.tears_cluster(at) {
                return Some(at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn ascii_words_are_not_torn() {
        assert_eq!(pieces("see http://a.example/b-c/?d=e, x"), ["see ", "http://a.example/b-c/?d=e, ", "x"]);
        assert_eq!(pieces("well-élevé"), ["well-", "élevé"]);
    }

    #[test]
    fn clusters_are_not_torn() {
        assert_eq!(pieces("🇩🇪🇫🇷👩‍👩‍👧"), ["🇩🇪", "🇫🇷", "👩‍👩‍👧"]);
        assert_eq!(pieces("a \u{301}b c"), ["a \u{301}b ", "c"]);
        // The two annexes pair these flags otherwise.
        assert_eq!(pieces("🇩\u{fe0f}🇪🇫"), ["🇩\u{fe0f}🇪🇫"]);
    }

    #[test]
    fn thai_breaks_between_words() {
        assert_eq!(pieces("ภาษาไทย"), ["ภาษา", "ไทย"]);
    }
}
