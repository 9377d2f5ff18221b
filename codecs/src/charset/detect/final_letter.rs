//! The letters of Hebrew that have another form at the end of a word.

/// Whether a letter is such a form, which stands only at the end of words.
pub const fn is_final(letter: char) -> bool {
    matches!(letter, 'ך' | 'ם' | 'ן' | 'ף' | 'ץ')
}
