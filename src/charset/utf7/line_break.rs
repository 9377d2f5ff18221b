//! Where a line of text may be broken: the break opportunities of UAX #14 that do not split a grapheme cluster (UAX
//! #29).
//!
//! They are tailored in one point, as section 8 of UAX #14 permits: a line is not broken between two US-ASCII
//! characters if neither is a blank or control character. So a URL, a path, base64 or a hyphenated compound stays
//! in one piece for readers whose program does not join lines. Dictionaries find the words of Thai, Lao, Khmer and
//! Burmese. Linear time; a word in one of these scripts is held in memory.

use icu_segmenter::LineSegmenter;
use icu_segmenter::iterators::LineBreakIterator;
use icu_segmenter::options::LineBreakOptions;
use icu_segmenter::scaffold::Utf8;
use unicode_segmentation::{GraphemeIndices, UnicodeSegmentation};

/// The break opportunities in a text, as offsets in order. The last one is the end of the text.
pub(super) struct Opportunities<'t> {
    text: &'t str,
    lines: LineBreakIterator<'static, 't, Utf8>,
    clusters: GraphemeIndices<'t>,
    /// The start of the current cluster.
    cluster: usize,
}

impl<'t> Opportunities<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let lines = LineSegmenter::new_dictionary(LineBreakOptions::default()).segment_str(text);
        let clusters = text.grapheme_indices(true);
        Self { text, lines, clusters, cluster: 0 }
    }

    fn splits_cluster(&mut self, at: usize) -> bool {
        while self.cluster < at {
            self.cluster = self.clusters.next().map_or(self.text.len(), |(start, _)| start);
        }
        self.cluster > at
    }

    /// Whether both neighbours are graphic US-ASCII characters.
    fn splits_ascii_word(&self, at: usize) -> bool {
        let octet = |at: usize| self.text.as_bytes().get(at).is_some_and(u8::is_ascii_graphic);
        octet(at) && at.checked_sub(1).is_some_and(octet)
    }
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

    #[test]
    fn thai_breaks_between_words() {
        assert_eq!(pieces("ภาษาไทย"), ["ภาษา", "ไทย"]);
    }
}
