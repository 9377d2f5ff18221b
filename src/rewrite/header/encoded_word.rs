//! Encodes text as encoded words in UTF-8 or UTF-7 (RFC 2047 section 2, RFC 2152), of at most 75 characters each.
//!
//! Each word has whole characters, as section 5 requires, and whole grapheme clusters if one fits into a word. All
//! words of a text in UTF-8 use B or Q, whichever is shorter for the whole text. UTF-7 uses Q, in which it needs no
//! escapes, and each word is decoded by itself. Q uses only characters that are allowed everywhere, also in phrases
//! (section 5 (3)). Linear time.

use crate::charset::Charset;
use crate::charset::utf7;
use crate::transfer::{base64, quoted_printable};
use unicode_segmentation::UnicodeSegmentation;

/// The most characters of an encoded word (RFC 2047 section 2).
const WORD: usize = 75;

/// The text of encoded words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) text: String,
    /// The language of the words (RFC 2231 section 5), or empty.
    pub(super) language: String,
    /// UTF-8, or UTF-7.
    pub(super) charset: Charset,
}

/// Encodes a text word by word. Each word is as long as the room allows.
pub(super) struct Encoder<'t> {
    /// The pieces of text that must not be split, in order.
    pieces: std::vec::IntoIter<&'t str>,
    scheme: Scheme,
    /// `=?utf-8?Q?`
    opening: String,
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
    pub(super) fn new(words: &'t Words, room: usize) -> Self {
        let Words { text, language, charset } = words;
        let (name, scheme) = match *charset {
            Charset::UTF_7 => ("utf-7", Scheme::Utf7Q),
            _ if Scheme::B.len(text) < Scheme::Q.len(text) => ("utf-8", Scheme::B),
            _ => ("utf-8", Scheme::Q),
        };
        let star = if language.is_empty() { "" } else { "*" };
        let opening = format!("=?{name}{star}{language}?{}?", if scheme == Scheme::B { 'B' } else { 'Q' });
        let budget = budget(&opening, room);
        let mut pieces = Vec::new();
        for cluster in text.graphemes(true) {
            if scheme.len(cluster) <= budget {
                pieces.push(cluster);
            } else {
                pieces.extend(cluster.split_inclusive(|_: char| true));
            }
        }
        Self { pieces: pieces.into_iter(), scheme, opening }
    }

    /// Whether all of the text has been encoded.
    pub(super) fn is_done(&self) -> bool {
        self.pieces.as_slice().is_empty()
    }

    /// The longest word of at most `room` characters; `None` if no piece of text fits into one.
    pub(super) fn word(&mut self, room: usize) -> Option<String> {
        let budget = budget(&self.opening, room);
        let mut measure = self.scheme.measure();
        let fits = |piece: &&&str| measure.push(piece) <= budget;
        let count = self.pieces.as_slice().iter().take_while(fits).count();
        (count > 0).then(|| self.take(count))
    }

    /// The longest word of at most `room` characters; if no piece of text fits, a longer word with one piece.
    pub(super) fn forced_word(&mut self, room: usize) -> String {
        self.word(room).unwrap_or_else(|| self.take(1))
    }

    fn take(&mut self, count: usize) -> String {
        let text: String = self.pieces.by_ref().take(count).collect();
        let encoded = match self.scheme {
            Scheme::B => base64::encode_word(text.as_bytes()),
            Scheme::Q => quoted_printable::encode_word(text.as_bytes()),
            // The space is the only character of the header form of UTF-7 that Q does not write as it is.
            Scheme::Utf7Q => {
                quoted_printable::encode_word(&utf7::EncodeOptions::new().for_header().encode(&text))
            }
        };
        format!("{}{encoded}?=", self.opening)
    }
}

/// The number of characters for encoded text in a word of `room` characters.
fn budget(opening: &str, room: usize) -> usize {
    room.min(WORD).saturating_sub(opening.len() + "?=".len())
}

impl Scheme {
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

/// Measures a text to which pieces are added.
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
                octets.div_ceil(3) * 4
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
    use crate::policy::Policy;
    use crate::span::Span;
    use crate::text::{Context, word::runs};
    use proptest::prelude::*;

    fn spoken(text: &str, language: &str, charset: Charset) -> Words {
        Words { text: text.to_owned(), language: language.to_owned(), charset }
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

    fn decoded(words: &[String]) -> String {
        let policy = Policy::default();
        let context = Context::new(&policy);
        let input = words.join(" ");
        let runs = runs(input.as_bytes(), Span::new(0, input.len()), &context).runs;
        assert!(runs.iter().all(|run| run.exact.is_some() && run.findings.is_empty()), "{words:?}");
        runs.into_iter().map(|run| run.text).collect()
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
        assert_eq!(encoder.forced_word(10), "=?utf-8?B?8J2Eng==?=");
        assert!(!encoder.is_done());
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

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
