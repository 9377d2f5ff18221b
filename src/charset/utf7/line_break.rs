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
    /// The start of the first piece that has not been looked at.
    at: usize,
    /// The start of the piece before it, and the opportunities within; `None` if there are none but its end.
    within: Option<Box<(usize, Within<'t>)>>,
}

impl<'t> Opportunities<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0, within: None }
    }
}

impl Iterator for Opportunities<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        loop {
            if let Some(piece) = &mut self.within {
                let (start, within) = &mut **piece;
                if let Some(at) = within.next() {
                    return Some(*start + at);
                }
            }
            let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
            let (length, whole) = piece(rest);
            let start = self.at;
            self.at += length;
            if whole {
                self.within = None;
                return Some(self.at);
            }
            self.within = Some(Box::new((start, Within::new(rest.get(..length)?))));
        }
    }
}

/// What the tables of both annexes say about a character in all texts. Most texts consist of these characters, and
/// need no tables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Space,
    /// A graphic US-ASCII character.
    Ascii(u8),
    /// A letter of Latin, Greek or Cyrillic.
    Letter,
    /// An ideograph, a syllable of Hangul or a letter of Kana: a line may be broken before and after it.
    Ideograph,
    /// A line may be broken before an ideograph that follows it, but not before it.
    Closing,
    Other,
}

impl Kind {
    fn of(character: char) -> Self {
        match character {
            ' ' => Self::Space,
            '!'..='~' => Self::Ascii(character as u8),
            letter if is_letter(letter) => Self::Letter,
            // Small Kana must not start a line.
            'ぁ' | 'ぃ' | 'ぅ' | 'ぇ' | 'ぉ' | 'っ' | 'ゃ' | 'ゅ' | 'ょ' | 'ゎ' | 'ゕ' | 'ゖ' => {
                Self::Closing
            }
            'ァ' | 'ィ' | 'ゥ' | 'ェ' | 'ォ' | 'ッ' | 'ャ' | 'ュ' | 'ョ' | 'ヮ' | 'ヵ' | 'ヶ' => {
                Self::Closing
            }
            '、' | '。' | 'ー' => Self::Closing,
            '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' => Self::Ideograph,
            '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' => Self::Ideograph,
            _ => Self::Other,
        }
    }

    /// Whether there is no opportunity between the character and a letter that is not US-ASCII, in either order.
    fn joins_letters(self) -> bool {
        match self {
            Self::Ascii(octet) => octet.is_ascii_alphanumeric() || b"'\",.:;)".contains(&octet),
            kind => kind == Self::Letter,
        }
    }

    /// Whether there is an opportunity after the spaces that follow the character, if one follows that [opens](Self::opens).
    fn closes(self) -> bool {
        match self {
            Self::Ascii(octet) => !b"([{".contains(&octet),
            kind => matches!(kind, Self::Letter | Self::Ideograph | Self::Closing),
        }
    }

    fn opens(self) -> bool {
        match self {
            Self::Ascii(octet) => octet.is_ascii_alphanumeric(),
            kind => matches!(kind, Self::Letter | Self::Ideograph),
        }
    }
}

/// Whether there is certainly no opportunity between two characters.
fn joined(before: Kind, after: Kind) -> bool {
    match (before, after) {
        (Kind::Other, _) | (_, Kind::Other) | (Kind::Space, _) => false,
        (_, Kind::Space) | (Kind::Ascii(_), Kind::Ascii(_)) => true,
        (Kind::Letter, other) | (other, Kind::Letter) => other.joins_letters(),
        (Kind::Ideograph | Kind::Closing, after) => after == Kind::Closing,
        (Kind::Ascii(_), _) => false,
    }
}

/// Whether there is certainly an opportunity between two characters, and the text after it has those that it would
/// have by itself.
fn apart(before: Kind, after: Kind) -> bool {
    match (before, after) {
        (Kind::Ideograph | Kind::Closing, Kind::Ideograph) => true,
        (Kind::Letter, Kind::Ideograph) | (Kind::Ideograph, Kind::Letter) => true,
        (Kind::Ascii(octet), Kind::Ideograph) | (Kind::Ideograph, Kind::Ascii(octet)) => {
            octet.is_ascii_alphanumeric()
        }
        _ => false,
    }
}

/// The length of the first piece of the text, which ends at an opportunity; and whether there is none within.
fn piece(text: &str) -> (usize, bool) {
    let (mut at, mut whole) = (0, true);
    // The character before, and the last one that is no space.
    let (mut before, mut word) = (Kind::Space, Kind::Other);
    while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let after = Kind::of(first);
        if at > 0 {
            let spaced = before == Kind::Space && word.closes() && after.opens();
            if spaced || apart(before, after) {
                return (at, whole);
            }
            whole &= joined(before, after) || before == Kind::Space && after == Kind::Space;
        }
        before = match after {
            Kind::Ascii(_) => {
                let run = graphic(text, at);
                at += run.len();
                run.last().map_or(after, |last| Kind::Ascii(*last))
            }
            Kind::Letter => {
                at += letters(text, at);
                after
            }
            _ => {
                at += first.len_utf8();
                after
            }
        };
        if before != Kind::Space {
            word = before;
        }
    }
    (text.len(), whole)
}

/// The graphic US-ASCII characters from `at` on: there is no opportunity among them.
fn graphic(text: &str, at: usize) -> &[u8] {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    rest.split(|octet| !octet.is_ascii_graphic()).next().unwrap_or_default()
}

/// The octets of the letters from `at` on: there is no opportunity among them.
fn letters(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let others = rest.char_indices().find(|(_, character)| !is_letter(*character));
    others.map_or(rest.len(), |(length, _)| length)
}

/// Whether the character is a letter of Latin, Greek or Cyrillic, and not US-ASCII.
fn is_letter(character: char) -> bool {
    matches!(
        character,
        '\u{400}'..='\u{481}' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{24F}'
            | '\u{388}'..='\u{3FF}' | '\u{48A}'..='\u{52F}'
    )
}

/// The opportunities in a text by the tables of both annexes.
struct Within<'t> {
    text: &'t str,
    lines: LineBreakIterator<'static, 't, Utf8>,
    /// The start of a cluster, not far before the next opportunity.
    cluster: usize,
}

impl<'t> Within<'t> {
    fn new(text: &'t str) -> Self {
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

impl Iterator for Within<'_> {
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

    /// The ends of clusters at which a line may be broken, by the tables alone.
    fn by_tables(text: &str) -> Vec<usize> {
        let ends: Vec<usize> = text.grapheme_indices(true).map(|(at, one)| at + one.len()).collect();
        let word = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_graphic);
        let all = SEGMENTER.segment_str(text).filter(|at| ends.binary_search(at).is_ok());
        all.filter(|at| !(word(*at) && word(at - 1))).collect()
    }

    fn of_kinds() -> impl Strategy<Value = String> {
        let characters = prop_oneof![
            4 => proptest::char::range('\0', '\x7F'),
            4 => Just(' '),
            2 => proptest::char::ranges(vec!['\u{80}'..='\u{52F}'].into()),
            2 => proptest::char::ranges(vec!['\u{3000}'..='\u{30FF}', '\u{4E00}'..='\u{9FFF}'].into()),
            1 => proptest::char::range('\u{AC00}', '\u{D7A3}'),
            1 => any::<char>(),
        ];
        proptest::collection::vec(characters, 0..24).prop_map(String::from_iter)
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(2000))]

        #[test]
        fn all_text_is_broken_where_the_tables_say(text in of_kinds()) {
            prop_assert_eq!(Opportunities::new(&text).collect::<Vec<_>>(), by_tables(&text));
        }

        #[test]
        fn us_ascii_is_broken_where_the_tables_say(text in "[\0-\x7F]{0,9}([ -~]{0,9} {0,2}){0,4}") {
            prop_assert_eq!(Opportunities::new(&text).collect::<Vec<_>>(), by_tables(&text));
        }

        #[test]
        fn clusters_and_lines_of_all_kinds(
            pieces in proptest::collection::vec(
                prop::sample::select(vec![
                    "a", "b c", " ", "-", "\r", "\n", "\u{301}", "é", "🇩", "🇪", "👩", "\u{200d}", "\u{fe0f}", "日", "ภาษา",
                    "क्", "ष", "\u{600}", "각", "\u{1100}", "\u{2028}", "っ", "(", "«", "1",
                ]),
                0..12,
            ),
        ) {
            let text = pieces.concat();
            prop_assert_eq!(Opportunities::new(&text).collect::<Vec<_>>(), by_tables(&text));
        }
    }

    #[test]
    fn each_two_characters_of_us_ascii() {
        for before in '\0'..='\x7F' {
            for after in '\0'..='\x7F' {
                for text in
                    [format!("a{before}{after}b"), format!("{before} {after}"), format!("{before}{after} é")]
                {
                    assert_eq!(Opportunities::new(&text).collect::<Vec<_>>(), by_tables(&text), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn each_character_that_needs_no_tables() {
        let neighbours: Vec<char> = (' '..='~').chain("éЯ日각っ、".chars()).collect();
        for one in (' '..='\u{D7A3}').filter(|one| Kind::of(*one) != Kind::Other) {
            // Ideographs and syllables are many, and alike.
            let every = if ('\u{4E00}'..).contains(&one) { 17 } else { 1 };
            for other in neighbours.iter().skip(one as usize % every).step_by(every) {
                let text = format!("{one}{other}{one} {one}{one} {other} {one}");
                assert_eq!(Opportunities::new(&text).collect::<Vec<_>>(), by_tables(&text), "{text:?}");
            }
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
