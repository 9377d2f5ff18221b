//! Hebrew letters in the special form that they have at the end of a word.

/// Whether a Hebrew letter is in its final form. Letters in final form stand only at the end of words.
pub const fn is_final(letter: char) -> bool {
    matches!(letter, 'ך' | 'ם' | 'ן' | 'ף' | 'ץ')
}
