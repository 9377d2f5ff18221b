//! Finds the places where a line of text can be broken: the break opportunities of UAX #14 that do not split a
//! grapheme cluster (UAX #29).
//!
//! The rules are tailored in one point, as section 8 of UAX #14 permits: a line is not broken between two US-ASCII
//! characters if neither of them is a blank or control character. Thus a URL, a path, base64 or a hyphenated
//! compound stays in one piece for readers whose program does not join lines.
//!
//! Dictionaries find the words of Thai, Lao, Khmer and Burmese. Linear time. A word in one of these scripts is held
//! in memory.

use icu_segmenter::iterators::LineBreakIterator;
use icu_segmenter::options::LineBreakOptions;
use icu_segmenter::scaffold::Utf8;
use icu_segmenter::{LineSegmenter, LineSegmenterBorrowed};
use std::sync::LazyLock;
use unicode_segmentation::UnicodeSegmentation;

static SEGMENTER: LazyLock<LineSegmenterBorrowed<'static>> =
    LazyLock::new(|| LineSegmenter::new_dictionary(LineBreakOptions::default()));

/// An iterator over the break opportunities in a text, as offsets in ascending order. The last offset is the end of
/// the text.
pub(super) struct Opportunities<'t> {
    text: &'t str,
    /// The start of the next piece. The text is cut into pieces, each of which ends at a break opportunity.
    at: usize,
    /// The kind and the length of the first character of the next piece, if they are known.
    first: Option<(Kind, usize)>,
    /// The start of the previous piece, and the break opportunities within it. `None` if the only opportunity is at
    /// the end of the piece.
    within: Option<Box<(usize, Within<'t>)>>,
}

impl<'t> Opportunities<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0, first: None, within: None }
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
            let start = self.at;
            let (length, whole);
            (length, whole, self.first) = piece(rest.as_bytes(), self.first);
            self.at += length;
            if whole {
                self.within = None;
                return Some(self.at);
            }
            self.within = Some(Box::new((start, Within::new(rest.get(..length)?))));
        }
    }
}

/// A class of characters that behave alike. Whether a line can be broken between two characters depends only on
/// their classes, by the tables of UAX #14 and UAX #29. (This is not true of [`Kind::Other`].) Most texts consist
/// only of characters of such classes, and need no tables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Space,
    /// A letter or digit of US-ASCII.
    Alphanumeric,
    /// Punctuation of US-ASCII that stays with the letter before it or after it.
    Joining,
    /// An opening bracket of US-ASCII.
    Bracket,
    /// Another graphic character of US-ASCII.
    Graphic,
    /// A letter of Latin, Greek or Cyrillic that is not US-ASCII.
    Letter,
    /// An ideograph, a syllable of Hangul or a letter of Kana. A line can be broken before and after it.
    Ideograph,
    /// A character that must not start a line, such as `。`. A line can be broken between this character and an
    /// ideograph after it.
    Closing,
    Other,
}

impl Kind {
    /// The kind of the first character of `text`, which is UTF-8, and the length of the character in octets.
    fn first(text: &[u8]) -> Option<(Self, usize)> {
        Some(match *text {
            [] => return None,
            [octet @ ..0x80, ..] => (Self::of_ascii(octet), 1),
            [lead @ 0xC0..0xE0, trail, ..] => {
                (if is_letter(lead, trail) { Self::Letter } else { Self::Other }, 2)
            }
            [lead @ 0xE0..0xF0, second, third, ..] => {
                let code =
                    u32::from(lead & 0x0F) << 12 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F);
                (Self::of_three(code), 3)
            }
            _ => (Self::Other, 4),
        })
    }

    /// The kind of the last character of `text`, which is UTF-8, and the length of the character in octets.
    fn last(text: &[u8]) -> Option<(Self, usize)> {
        let start = text.iter().rposition(|octet| octet & 0xC0 != 0x80)?;
        Self::first(text.get(start..)?)
    }

    fn of_ascii(octet: u8) -> Self {
        match octet {
            b' ' => Self::Space,
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => Self::Alphanumeric,
            octet if b"'\",.:;)".contains(&octet) => Self::Joining,
            b'(' | b'[' | b'{' => Self::Bracket,
            b'!'..=b'~' => Self::Graphic,
            _ => Self::Other,
        }
    }

    /// The kind of a code point that has three octets in UTF-8.
    fn of_three(code: u32) -> Self {
        match code {
            0x4E00..=0x9FFF | 0xAC00..=0xD7A3 => Self::Ideograph,
            // Small Kana must not start a line.
            0x3041 | 0x3043 | 0x3045 | 0x3047 | 0x3049 | 0x3063 | 0x3083 | 0x3085 | 0x3087 | 0x308E => {
                Self::Closing
            }
            0x30A1 | 0x30A3 | 0x30A5 | 0x30A7 | 0x30A9 | 0x30C3 | 0x30E3 | 0x30E5 | 0x30E7 | 0x30EE => {
                Self::Closing
            }
            0x3095 | 0x3096 | 0x30F5 | 0x30F6 => Self::Closing,
            // `、`, `。` and the mark of long vowels.
            0x3001 | 0x3002 | 0x30FC => Self::Closing,
            0x3041..=0x3096 | 0x30A1..=0x30FA => Self::Ideograph,
            _ => Self::Other,
        }
    }

    fn is_ascii(self) -> bool {
        matches!(self, Self::Alphanumeric | Self::Joining | Self::Bracket | Self::Graphic)
    }

    /// Whether a line cannot be broken between the character and a letter beyond US-ASCII, whichever of the
    /// two comes first.
    fn joins_letters(self) -> bool {
        matches!(self, Self::Alphanumeric | Self::Joining | Self::Letter)
    }

    /// Whether a line can be broken after the spaces that follow the character, provided that the character after
    /// the spaces [opens](Self::opens).
    fn closes(self) -> bool {
        !matches!(self, Self::Space | Self::Bracket | Self::Other)
    }

    fn opens(self) -> bool {
        matches!(self, Self::Alphanumeric | Self::Letter | Self::Ideograph)
    }
}

/// Whether a line can certainly not be broken between two characters.
fn joined(before: Kind, after: Kind) -> bool {
    match (before, after) {
        (Kind::Other, _) | (_, Kind::Other) | (Kind::Space, _) => false,
        (_, Kind::Space) => true,
        (Kind::Letter, other) | (other, Kind::Letter) => other.joins_letters(),
        (Kind::Ideograph | Kind::Closing, after) => after == Kind::Closing,
        (_, after) => after.is_ascii(),
    }
}

/// Whether a line can certainly be broken between two characters, and the text after this break has the same break
/// opportunities as it would have by itself.
fn apart(before: Kind, after: Kind) -> bool {
    matches!(
        (before, after),
        (Kind::Ideograph | Kind::Closing | Kind::Letter | Kind::Alphanumeric, Kind::Ideograph)
            | (Kind::Ideograph, Kind::Letter | Kind::Alphanumeric)
    )
}

/// Returns the length of the first piece of the text, which ends at a break opportunity. Also returns whether the
/// piece contains no other opportunity, and the kind and the length of the character after the piece. `first` is
/// the kind and the length of the first character, if they are known.
fn piece(text: &[u8], first: Option<(Kind, usize)>) -> (usize, bool, Option<(Kind, usize)>) {
    let (mut at, mut whole) = (0, true);
    let mut next = first.or_else(|| Kind::first(text));
    // `before` is the kind of the previous character. `word` is the kind of the last character that is not a space.
    let (mut before, mut word) = (Kind::Space, Kind::Other);
    while let Some((after, length)) = next {
        if at > 0 {
            let spaced = before == Kind::Space && word.closes() && after.opens();
            if spaced || apart(before, after) {
                return (at, whole, next);
            }
            whole &= joined(before, after) || before == Kind::Space && after == Kind::Space;
        }
        at += length;
        before = after;
        let rest = text.get(at..).unwrap_or_default();
        if after == Kind::Letter {
            at += letters(rest);
        } else if after.is_ascii() {
            // A line is not broken between two graphic characters of US-ASCII.
            let run = rest.iter().position(|octet| !octet.is_ascii_graphic()).unwrap_or(rest.len());
            at += run;
            before = run
                .checked_sub(1)
                .and_then(|last| rest.get(last))
                .map_or(after, |last| Kind::of_ascii(*last));
        }
        if before != Kind::Space {
            word = before;
        }
        next = text.get(at..).and_then(Kind::first);
    }
    (text.len(), whole, None)
}

/// Returns the last place after `start` and at or before `at` where the line can be broken. `at` must be inside the
/// text. Returns `None` if the characters in this range do not show where this place is. Linear in the distance
/// from `at` to this place, and in the number of spaces before the place.
pub(super) fn last(text: &str, start: usize, mut at: usize) -> Option<usize> {
    let octets = text.as_bytes();
    let (mut after, _) = Kind::first(octets.get(at..)?)?;
    while at > start {
        let head = octets.get(..at)?;
        let (before, length) = Kind::last(head)?;
        if before == Kind::Space && after != Kind::Space {
            let (word, _) = Kind::last(head.trim_ascii_end())?;
            return (word.closes() && after.opens()).then_some(at);
        }
        if apart(before, after) {
            return Some(at);
        }
        if before != Kind::Space && !joined(before, after) {
            return None;
        }
        (after, at) = (before, at - length);
    }
    None
}

/// Whether the line can certainly be broken at `at`, directly after a space that is at `start` or later, and cannot
/// be broken within the word that begins at `at`. Linear in the length of the word.
pub(super) fn is_before_word(text: &str, start: usize, at: usize) -> bool {
    let after = text.as_bytes().get(at..).unwrap_or_default();
    let (length, whole, next) = piece(after, None);
    let is_word = whole && (next.is_none() || after.get(..length).is_some_and(|word| word.ends_with(b" ")));
    is_word && last(text, start, at) == Some(at)
}

/// Whether the text starts with an ideographic character, before and after which a line can be broken.
pub(super) fn is_ideographic(text: &str) -> bool {
    Kind::first(text.as_bytes()).is_some_and(|(kind, _)| kind == Kind::Ideograph)
}

/// The number of octets of the letters at the start of the text. A line cannot be broken between two
/// of these letters.
fn letters(text: &[u8]) -> usize {
    let mut length = 0;
    while let Some([lead, trail, ..]) = text.get(length..)
        && is_letter(*lead, *trail)
    {
        length += 2;
    }
    length
}

/// The letters of Latin, Greek and Cyrillic that have two octets in UTF-8. The index is the lead octet minus 0xC0.
/// Bit n of the number at this index is 1 if the lead octet and the trail octet 0x80 + n are such a letter.
#[expect(clippy::indexing_slicing, reason = "the loop ends below 32 * 64, and it runs at compile time")]
const LETTERS: [u64; 32] = {
    let (mut letters, mut code) = ([0; 32], 0x80);
    while code < 0x800 {
        let is_letter = matches!(
            code,
            0x400..=0x481 | 0xC0..=0xD6 | 0xD8..=0xF6 | 0xF8..=0x24F | 0x388..=0x3FF | 0x48A..=0x52F
        );
        letters[code >> 6] |= (is_letter as u64) << (code & 0x3F);
        code += 1;
    }
    letters
};

/// Whether two octets of UTF-8 are a letter of Latin, Greek or Cyrillic.
fn is_letter(lead: u8, trail: u8) -> bool {
    let letters = LETTERS.get(usize::from(lead ^ 0xC0)).copied().unwrap_or_default();
    letters >> (trail & 0x3F) & 1 == 1
}

/// The break opportunities in a text, found by the tables of UAX #14 and UAX #29.
struct Within<'t> {
    text: &'t str,
    lines: LineBreakIterator<'static, 't, Utf8>,
    /// A boundary of grapheme clusters, from which the search for the next boundaries goes on.
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

    /// Whether the characters on both sides of `at` are [lone](is_lone), so that they form no cluster with each
    /// other.
    fn is_between_lone(&self, at: usize) -> bool {
        let Some((before, after)) = self.text.split_at_checked(at) else { return false };
        before.chars().next_back().is_some_and(is_lone) && after.chars().next().is_some_and(is_lone)
    }

    /// Whether the characters on both sides of `at` are graphic US-ASCII characters.
    fn splits_ascii_word(&self, at: usize) -> bool {
        let octet = |at: usize| self.text.as_bytes().get(at).is_some_and(u8::is_ascii_graphic);
        octet(at) && at.checked_sub(1).is_some_and(octet)
    }
}

/// Whether the character is lone: two lone characters form no grapheme cluster with each other. These are lone:
/// US-ASCII, letters of Latin, Greek, Cyrillic, Kana and Hangul, ideographs and their punctuation. CR and LF are
/// an exception: they count as lone, although CR LF is one cluster. This does no harm, because the function is used
/// only where UAX #14 allows a line break, and it never allows one between CR and LF.
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
        // UAX #14 and UAX #29 pair these three regional indicators differently. Therefore the line is not
        // broken among them.
        assert_eq!(pieces("🇩\u{fe0f}🇪🇫"), ["🇩\u{fe0f}🇪🇫"]);
    }

    /// The ends of grapheme clusters at which a line can be broken, found by the tables alone, without the
    /// classes of [`Kind`].
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

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(2000))]

        #[test]
        fn the_last_is_where_the_tables_say(text in of_kinds(), spaced in "([a-zé日っ.(\"]{0,3} {0,3}){0,5}") {
            for text in [text, spaced] {
                let all = by_tables(&text);
                for (at, _) in text.char_indices() {
                    for start in [0, at / 2] {
                        if let Some(found) = last(&text, start, at) {
                            prop_assert_eq!(Some(&found), all.iter().rfind(|end| **end <= at), "{}", at);
                            prop_assert!(found > start);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_last_in_usual_text() {
        let text = "Größe, Länge. 日本語、見て 1 2";
        let all: Vec<Option<usize>> = text.char_indices().map(|(at, _)| last(text, 0, at)).collect();
        assert_eq!(all.iter().filter(|end| end.is_none()).count(), "Größe, ".chars().count());
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

    fn kind(character: char) -> Kind {
        Kind::first(character.encode_utf8(&mut [0; 4]).as_bytes()).unwrap().0
    }

    #[test]
    fn each_character_that_needs_no_tables() {
        let neighbours: Vec<char> = (' '..='~').chain("éЯ日각っ、".chars()).collect();
        for one in (' '..='\u{D7A3}').filter(|one| kind(*one) != Kind::Other) {
            // Ideographs and syllables of Hangul are many and behave alike. Therefore each of them is tested with
            // only some neighbours.
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
        // These neighbours are of the classes that could form a cluster with a character before or after them.
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
