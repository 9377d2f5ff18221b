//! Computes the cost of the letters of one word in one single-octet charset, in any language.

use super::candidates::SingleOctet;
use super::characters::Character;
use super::language_model::Spelling;

/// A word, as octets in a charset.
pub(super) struct WordLetters<'w> {
    page: &'static SingleOctet,
    word: &'w [u8],
    /// The characters of the word; `None` if the tables of the charset are used.
    characters: Option<&'w [Option<Character>]>,
}

impl<'w> WordLetters<'w> {
    /// `by_table` tells whether to use the tables of the charset, which are made on first use. They are also used if
    /// enough words were scored for them to pay off. `buffer` is memory for the characters of the word.
    pub(super) fn of(
        page: &'static SingleOctet,
        word: &'w [u8],
        by_table: bool,
        buffer: &'w mut Vec<Option<Character>>,
    ) -> Self {
        if by_table || page.pays_for_tables() {
            return Self { page, word, characters: None };
        }
        buffer.clear();
        buffer.extend(page.characters(word));
        Self { page, word, characters: Some(buffer) }
    }

    /// The cost of the letters in a language, which is given by its index in the alphabets. The result is exact if it
    /// is at most `most`. Otherwise it is any number above `most`.
    pub(super) fn cost_within(&self, language: usize, most: i32) -> i32 {
        let cost = match self.characters {
            None => self.page.model(language).map(|model| model.cost_within(self.word, most)),
            Some(characters) => {
                Spelling::of(language).map(|spelling| spelling.cost_within(self.word, characters, most))
            }
        };
        cost.unwrap_or(i32::MAX)
    }
}
