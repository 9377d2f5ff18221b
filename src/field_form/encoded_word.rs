//! Encodes text as encoded words in UTF-8 or UTF-7 (RFC 2047 section 2, RFC 2152), of at most 75 characters each.
//!
//! Each word has whole characters, as section 5 requires. A grapheme cluster is split only if it does not fit into
//! one word. A text in UTF-8 uses the encoding B (base64) or Q, whichever is shorter for the whole text. A text in
//! UTF-7 uses Q, because UTF-7 for headers needs no escapes in Q; each word is complete UTF-7, which can be decoded
//! without the other words. Q uses only characters that are allowed everywhere, also in phrases (section 5 (3)).
//!
//! Only the last word of a text in B is padded. The reason is that some readers join the base64 of adjacent words
//! before they decode it, and lose the text after the padding. A word needs no padding if its number of octets is a
//! multiple of three. If no such word can be made of whole characters, the word uses Q. Linear time.

use crate::charset::Charset;
use crate::charset::utf7;
use crate::transfer::{base64, quoted_printable};
use std::borrow::Cow;
use std::collections::VecDeque;
use unicode_segmentation::UnicodeSegmentation;

/// The maximum number of characters of an encoded word (RFC 2047 section 2).
const WORD: usize = 75;

/// The number of octets that one group of base64 encodes without padding (RFC 4648 section 4).
const QUANTUM: usize = 3;

/// A text that is to be written as encoded words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Words<'t> {
    pub(super) text: Cow<'t, str>,
    /// The language of the words (RFC 2231 section 5), or empty.
    pub(super) language: &'t str,
    /// The charset of the words: UTF-8 or UTF-7.
    pub(super) charset: Charset,
}

/// Encodes a text word by word. Each word is as long as the room allows.
pub(super) struct Encoder<'t> {
    /// The text that is not encoded yet. Each piece is a grapheme cluster, or one character of a cluster that is too
    /// long for a word.
    pieces: VecDeque<&'t str>,
    scheme: Scheme,
    /// The beginning of each word, such as `=?utf-8?`.
    opening: String,
    /// Whether the text is cut beside blanks, where that is possible.
    cuts_beside_blanks: bool,
}

/// The encoding of the words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scheme {
    B,
    Q,
    Utf7Q,
}

impl<'t> Encoder<'t> {
    /// An encoder of `words`. No word will have more than `room` characters, unless a single character of the text
    /// needs more.
    pub(super) fn new(words: &'t Words<'_>, room: usize) -> Self {
        let Words { text, language, charset } = words;
        let (name, scheme) = match *charset {
            Charset::UTF_7 => ("utf-7", Scheme::Utf7Q),
            _ if Scheme::B.len(text) < Scheme::Q.len(text) => ("utf-8", Scheme::B),
            _ => ("utf-8", Scheme::Q),
        };
        let star = if language.is_empty() { "" } else { "*" };
        let opening = format!("=?{name}{star}{language}?");
        let budget = budget(&opening, room);
        let mut pieces = VecDeque::new();
        for cluster in text.graphemes(true) {
            if scheme.len(cluster) <= budget {
                pieces.push_back(cluster);
            } else {
                pieces.extend(characters(cluster));
            }
        }
        Self { pieces, scheme, opening, cuts_beside_blanks: false }
    }

    /// Cuts the text beside blanks, where that is possible. Some readers show a blank between two encoded words of a
    /// phrase. There, they show a blank too many; anywhere else, they would show a blank within a word of the text.
    pub(super) fn cutting_beside_blanks(self) -> Self {
        Self { cuts_beside_blanks: true, ..self }
    }

    /// Whether all of the text has been encoded.
    pub(super) fn is_done(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Takes the longest word of at most `room` characters from the start of the text. Returns `None` if not even
    /// one piece of the text fits into such a word.
    pub(super) fn word(&mut self, room: usize) -> Option<String> {
        let budget = budget(&self.opening, room);
        let (scheme, count) = match self.unpadded(budget) {
            Some(count) => (Scheme::B, count),
            None => {
                self.split_for_q(budget);
                let scheme = self.scheme.without_padding();
                let fitting = self.fitting(scheme, budget);
                let is_rest = fitting == self.pieces.len();
                (scheme, if is_rest { fitting } else { self.cut(1..=fitting).unwrap_or_default() })
            }
        };
        (count > 0).then(|| self.take(scheme, count))
    }

    /// Returns the next word, like [`Encoder::word`]. If no piece of text fits into `room` characters, returns a
    /// longer word with one piece.
    pub(super) fn forced_word(&mut self, room: usize) -> String {
        self.word(room).unwrap_or_else(|| {
            let padded = self.pieces.front().is_some_and(|piece| !piece.len().is_multiple_of(QUANTUM));
            let scheme = if padded { self.scheme.without_padding() } else { self.scheme };
            self.take(scheme, 1)
        })
    }

    /// The number of pieces in the next word in B. If all remaining pieces fit into one word, the word has all of
    /// them. Otherwise, the word is the longest word that needs no padding. `None` if there is no such word, or if
    /// the text does not use B.
    fn unpadded(&self, budget: usize) -> Option<usize> {
        let fitting = Some(Scheme::B).filter(|b| self.scheme == *b).map(|b| self.fitting(b, budget))?;
        if fitting == self.pieces.len() {
            return Some(fitting);
        }
        let mut octets = 0;
        let lengths = self.pieces.iter().take(fitting).map(|piece| {
            octets += piece.len();
            octets
        });
        let counted = lengths.zip(1..).filter(|(octets, _)| octets.is_multiple_of(QUANTUM));
        self.cut(counted.map(|(_, count)| count))
    }

    /// Chooses the number of pieces in the next word from `counts`, which ascend: the last one, or the last one that
    /// cuts beside a blank.
    fn cut(&self, counts: impl Iterator<Item = usize>) -> Option<usize> {
        let is_blank = |at: usize| self.pieces.get(at).is_some_and(|piece| *piece == " ");
        let is_beside_blank = |count: usize| is_blank(count.saturating_sub(1)) || is_blank(count);
        counts.reduce(|best, count| {
            let is_worse = self.cuts_beside_blanks && is_beside_blank(best) && !is_beside_blank(count);
            if is_worse { best } else { count }
        })
    }

    /// In a text that uses B, splits the first grapheme cluster into characters if the cluster is too long for a
    /// word in Q.
    fn split_for_q(&mut self, budget: usize) {
        if self.scheme == Scheme::B
            && let Some(first) = self.pieces.front().copied().filter(|first| Scheme::Q.len(first) > budget)
        {
            self.pieces.pop_front();
            characters(first).rev().for_each(|character| self.pieces.push_front(character));
        }
    }

    /// The number of pieces that fit into a word with `budget` characters of text.
    fn fitting(&self, scheme: Scheme, budget: usize) -> usize {
        let mut measure = scheme.measure();
        self.pieces.iter().take_while(|piece| measure.push(piece) <= budget).count()
    }

    fn take(&mut self, scheme: Scheme, count: usize) -> String {
        let text: String = self.pieces.drain(..count.min(self.pieces.len())).collect();
        let encoded = match scheme {
            Scheme::B => base64::encode_word(text.as_bytes()),
            Scheme::Q => quoted_printable::encode_word(text.as_bytes()),
            // UTF-7 for headers uses only characters that Q writes unchanged, and the space, which Q writes as `_`.
            Scheme::Utf7Q => {
                quoted_printable::encode_word(&utf7::EncodeOptions::new().for_header().encode(&text))
            }
        };
        let letter = if scheme == Scheme::B { 'B' } else { 'Q' };
        format!("{}{letter}?{encoded}?=", self.opening)
    }
}

/// Each character of `text`.
fn characters(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split_inclusive(|_: char| true)
}

/// The number of characters that are left for encoded text in a word of `room` characters.
fn budget(opening: &str, room: usize) -> usize {
    room.min(WORD).saturating_sub(opening.len() + "Q??=".len())
}

impl Scheme {
    /// The encoding for a word that must not be padded. B can need padding and is replaced by Q; the other encodings
    /// need no padding.
    const fn without_padding(self) -> Self {
        match self {
            Self::B => Self::Q,
            other => other,
        }
    }

    /// The number of characters that `text` takes when encoded.
    fn len(self, text: &str) -> usize {
        self.measure().push(text)
    }

    fn measure(self) -> Measure {
        match self {
            Self::B => Measure::B(0),
            Self::Q => Measure::Q(0),
            Self::Utf7Q => Measure::Utf7Q(utf7::EncodeOptions::new().for_header().column()),
        }
    }
}

/// Computes the encoded length of a text while pieces are added to the text.
enum Measure {
    /// The number of octets that are encoded as B.
    B(usize),
    /// The number of characters in Q.
    Q(usize),
    Utf7Q(utf7::Column),
}

impl Measure {
    /// Adds `text`. Returns the number of characters that the whole text takes when encoded.
    fn push(&mut self, text: &str) -> usize {
        match self {
            Self::B(octets) => {
                *octets += text.len();
                octets.div_ceil(QUANTUM) * 4
            }
            Self::Q(characters) => {
                *characters += quoted_printable::encoded_word_len(text.as_bytes());
                *characters
            }
            Self::Utf7Q(column) => {
                text.chars().for_each(|character| column.push(character));
                column.octets()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{Doubtful, Policy};
    use crate::span::Span;
    use crate::syntax::field_kind::FieldKind;
    use crate::text::span_text::RunKind;
    use crate::text::{Context, read_field};
    use proptest::prelude::*;

    fn spoken<'t>(text: &'t str, language: &'t str, charset: Charset) -> Words<'t> {
        Words { text: text.into(), language, charset }
    }

    fn words(text: &str, room: usize) -> Vec<String> {
        words_in(Charset::UTF_8, text, room)
    }

    fn words_in(charset: Charset, text: &str, room: usize) -> Vec<String> {
        let spoken = spoken(text, "", charset);
        let mut encoder = Encoder::new(&spoken, room);
        let mut words = Vec::new();
        while !encoder.is_done() {
            words.push(encoder.forced_word(room));
        }
        words
    }

    /// Decodes `words` in the charset of their labels. Charsets are not guessed, because random text can look as if
    /// it had been decoded in a wrong charset.
    fn decoded(words: &[String]) -> String {
        let policy = Policy::default().with_doubtful(Doubtful::Label);
        let context = Context::new(&policy);
        let input = words.join(" ");
        let (kind, body) = (FieldKind::Unstructured, Span::new(0, input.len()));
        let runs =
            read_field(input.as_bytes(), body, kind, &context).spans.into_iter().flat_map(|span| span.runs);
        let word = |run| match run {
            RunKind::Words(run) => {
                assert!(run.exact.is_some() && run.findings.is_empty(), "{words:?}");
                run.text
            }
            RunKind::Blank => String::new(),
            other => panic!("{words:?}: {other:?}"),
        };
        runs.map(|run| word(run.what)).collect()
    }

    #[test]
    fn the_shorter_of_b_and_q() {
        assert_eq!(words("café au lait", 75), ["=?utf-8?Q?caf=C3=A9_au_lait?="]);
        assert_eq!(words("日本語", 75), ["=?utf-8?B?5pel5pys6Kqe?="]);
        assert_eq!(words("", 75), [""; 0]);
        let german = spoken("ä", "de", Charset::UTF_8);
        assert_eq!(Encoder::new(&german, 75).forced_word(75), "=?utf-8*de?B?w6Q=?=");
    }

    #[test]
    fn utf7_needs_no_escapes() {
        assert_eq!(words_in(Charset::UTF_7, "Hi Mom ☺!", 75), ["=?utf-7?Q?Hi_Mom_+JjoAIQ-?="]);
        let words = words_in(Charset::UTF_7, &"日本語".repeat(8), 75);
        assert_eq!(words.len(), 2);
        assert!(words.iter().all(|word| word.ends_with("-?=") && word.len() <= 75), "{words:?}");
    }

    #[test]
    fn clusters_that_fit_are_not_split() {
        let family = "👨\u{200D}👩\u{200D}👧";
        for word in words(&family.repeat(5), 75) {
            assert_eq!(decoded(&[word]).len() % family.len(), 0);
        }
        let marks = format!("a{}", "\u{301}".repeat(100));
        assert_eq!(decoded(&words(&marks, 75)), marks);
    }

    #[test]
    fn a_forced_word_has_one_character_at_least() {
        let clefs = spoken("𝄞𝄞", "", Charset::UTF_8);
        let mut encoder = Encoder::new(&clefs, 10);
        assert_eq!(encoder.word(10), None);
        assert_eq!(encoder.forced_word(10), "=?utf-8?Q?=F0=9D=84=9E?=");
        assert!(!encoder.is_done());
    }

    #[test]
    fn a_word_that_b_would_pad_uses_q() {
        assert_eq!(
            words("é日本語日本語日本語日本語日本語日本語", 75),
            [
                "=?utf-8?Q?=C3=A9=E6=97=A5=E6=9C=AC=E8=AA=9E=E6=97=A5=E6=9C=AC=E8=AA=9E?=",
                "=?utf-8?B?5pel5pys6Kqe5pel5pys6Kqe5pel5pys6Kqe5pel5pys6Kqe?="
            ]
        );
        // A cluster of 25 octets is too long for one word in Q, so it is split.
        let family = "👨\u{200D}👩\u{200D}👧\u{200D}👦";
        let words = words(&family.repeat(2), 75);
        assert!(words.iter().any(|word| word.contains("?Q?")), "{words:?}");
        assert_eq!(decoded(&words), family.repeat(2));
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn only_the_last_word_is_padded(
            text in "([a-z é日本語𝄞]|👨\u{200D}👩\u{200D}👧\u{200D}👦){1,60}|\\PC{1,60}",
            rooms in proptest::collection::vec(1_usize..=80, 1..4),
        ) {
            let spoken = spoken(&text, "", Charset::UTF_8);
            let mut encoder = Encoder::new(&spoken, rooms[0]);
            let mut rooms = rooms.iter().cycle();
            let mut words = Vec::new();
            while !encoder.is_done() {
                words.push(encoder.forced_word(*rooms.next().unwrap()));
            }
            let (last, others) = words.split_last().unwrap();
            prop_assert!(!others.iter().any(|word| word.contains("?B?") && word.ends_with("=?=")), "{words:?}");
            prop_assert!(last.len() <= 75 && others.iter().all(|word| word.len() <= 75));
            prop_assert_eq!(decoded(&words), text);
        }

        #[test]
        fn words_fit_and_decode_to_the_text(text in "\\PC{1,60}|[a-z ]{0,40}|[\\x00-\\xff]{0,40}", room in 30_usize..=80) {
            for charset in [Charset::UTF_8, Charset::UTF_7] {
            let words = words_in(charset, &text, room);
            for word in &words {
                prop_assert!(word.is_ascii() && word.len() <= room.min(75));
            }
            prop_assert_eq!(decoded(&words), &*text);
            }
        }
    }
}
