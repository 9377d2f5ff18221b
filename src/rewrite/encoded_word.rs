//! Text to encoded words in UTF-8 (RFC 2047 section 2), of at most 75 characters each.
//!
//! Each word is whole characters, as section 5 asks, and whole grapheme clusters where one fits into a word.
//! The whole text is in B or Q, whichever is shorter; Q by the alphabet that is allowed in every place,
//! phrases included (section 5 rule 3). Linear time.

use crate::transfer::{base64, quoted_printable};
use unicode_segmentation::UnicodeSegmentation;

/// Characters of an encoded word (RFC 2047 section 2).
const WORD: usize = 75;

/// Text that goes out word by word, each as long as there is room.
pub(super) struct Encoder<'t> {
    /// What must not be torn, in order.
    pieces: std::vec::IntoIter<&'t str>,
    letter: Letter,
    /// `=?utf-8?Q?`
    opening: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Letter {
    B,
    Q,
}

impl<'t> Encoder<'t> {
    /// Words for `text` in `language` (RFC 2231 section 5), which may be empty; none will have more than `room`
    /// characters, but one character of the text is always taken to fit.
    pub(super) fn new(text: &'t str, language: &str, room: usize) -> Self {
        let letter = if Letter::B.len(text) < Letter::Q.len(text) { Letter::B } else { Letter::Q };
        let star = if language.is_empty() { "" } else { "*" };
        let opening = format!("=?utf-8{star}{language}?{}?", if letter == Letter::B { 'B' } else { 'Q' });
        let budget = budget(&opening, room);
        let mut pieces = Vec::new();
        for cluster in text.graphemes(true) {
            if letter.len(cluster) <= budget {
                pieces.push(cluster);
            } else {
                pieces.extend(cluster.split_inclusive(|_: char| true));
            }
        }
        Self { pieces: pieces.into_iter(), letter, opening }
    }

    /// Whether all of the text is out.
    pub(super) fn is_done(&self) -> bool {
        self.pieces.as_slice().is_empty()
    }

    /// The longest word of at most `room` characters, if any text fits into one.
    pub(super) fn word(&mut self, room: usize) -> Option<String> {
        let budget = budget(&self.opening, room);
        let (mut octets, mut len, mut count) = (0, 0, 0);
        for piece in self.pieces.as_slice() {
            octets += piece.len();
            len += Letter::Q.len(piece);
            let encoded = if self.letter == Letter::B { base64_len(octets) } else { len };
            if encoded > budget {
                break;
            }
            count += 1;
        }
        (count > 0).then(|| self.take(count))
    }

    /// The longest word of at most `room` characters, or one of one character.
    pub(super) fn forced_word(&mut self, room: usize) -> String {
        self.word(room).unwrap_or_else(|| self.take(1))
    }

    fn take(&mut self, count: usize) -> String {
        let text: String = self.pieces.by_ref().take(count).collect();
        let encoded = match self.letter {
            Letter::B => base64::encode_word(text.as_bytes()),
            Letter::Q => quoted_printable::encode_word(text.as_bytes()),
        };
        format!("{}{encoded}?=", self.opening)
    }
}

/// Characters that are left for encoded text.
fn budget(opening: &str, room: usize) -> usize {
    room.min(WORD).saturating_sub(opening.len() + "?=".len())
}

impl Letter {
    /// Number of characters that `text` takes.
    fn len(self, text: &str) -> usize {
        match self {
            Self::B => base64_len(text.len()),
            Self::Q => quoted_printable::encoded_word_len(text.as_bytes()),
        }
    }
}

const fn base64_len(octets: usize) -> usize {
    octets.div_ceil(3) * 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Policy;
    use crate::resolve::{Context, word::runs};
    use crate::span::Span;
    use proptest::prelude::*;

    fn words(text: &str, room: usize) -> Vec<String> {
        let mut encoder = Encoder::new(text, "", room);
        let mut words = Vec::new();
        while !encoder.is_done() {
            words.push(encoder.forced_word(room));
        }
        words
    }

    fn decoded(words: &[String]) -> String {
        let policy = Policy::default();
        let context = Context { policy: &policy, neighbour: None, guess: true };
        let input = words.join(" ");
        let runs = runs(input.as_bytes(), Span::new(0, input.len()), &context).runs;
        assert!(runs.iter().all(|run| run.normal && run.findings.is_empty()), "{words:?}");
        runs.into_iter().map(|run| run.text).collect()
    }

    #[test]
    fn the_shorter_of_b_and_q() {
        assert_eq!(words("café au lait", 75), ["=?utf-8?Q?caf=C3=A9_au_lait?="]);
        assert_eq!(words("日本語", 75), ["=?utf-8?B?5pel5pys6Kqe?="]);
        assert_eq!(words("", 75), [""; 0]);
        assert_eq!(Encoder::new("ä", "de", 75).forced_word(75), "=?utf-8*de?B?w6Q=?=");
    }

    #[test]
    fn clusters_stay_whole_where_they_fit() {
        let family = "👨\u{200D}👩\u{200D}👧";
        for word in words(&family.repeat(5), 75) {
            assert_eq!(decoded(&[word]).len() % family.len(), 0);
        }
        let marks = format!("a{}", "\u{301}".repeat(100));
        assert_eq!(decoded(&words(&marks, 75)), marks);
    }

    #[test]
    fn one_character_is_taken_to_fit() {
        let mut encoder = Encoder::new("𝄞𝄞", "", 10);
        assert_eq!(encoder.word(10), None);
        assert_eq!(encoder.forced_word(10), "=?utf-8?B?8J2Eng==?=");
        assert!(!encoder.is_done());
    }

    proptest! {
        #[test]
        fn words_fit_and_say_the_text(text in "\\PC{1,60}|[a-z ]{0,40}|[\\x00-\\xff]{0,40}", room in 30_usize..=80) {
            let words = words(&text, room);
            for word in &words {
                prop_assert!(word.is_ascii() && word.len() <= room.min(75));
            }
            prop_assert_eq!(decoded(&words), text);
        }
    }
}
