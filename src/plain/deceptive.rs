//! Characters that change how a program shows a text, or that cannot be seen in it (Unicode Technical Report 36).

use std::borrow::Cow;

/// Whether a character could deceive a reader. Control characters could move the cursor of a terminal or change earlier
/// output, bidirectional controls could reorder a line, separators could fake a line, and characters without width
/// could make two names look the same.
///
/// The joiners U+200C and U+200D do not count as deceptive, because words of Persian and of Indic languages,
/// and emoji, are written with them. All control characters count, also LF and TAB: in a text of several
/// lines, allow those that you want.
///
/// To print text, write such characters as escapes: see [`escaped`].
///
/// ```
/// use mailutf::plain::is_deceptive;
/// assert!("\u{1B}\n\u{202E}\u{200B}".chars().all(is_deceptive));
/// assert!(!"größer 日本 \u{200D}".chars().any(is_deceptive));
/// ```
pub fn is_deceptive(character: char) -> bool {
    let is_ascii_text = matches!(character, ' '..='~');
    !is_ascii_text
        && (character.is_control()
            || matches!(
                character,
                '\u{061C}' // Arabic letter mark
                    | '\u{180E}' | '\u{200B}' // Mongolian vowel separator, zero width space
                    | '\u{200E}' | '\u{200F}' // left-to-right and right-to-left mark
                    | '\u{2028}' | '\u{2029}' // line and paragraph separator
                    | '\u{202A}'..='\u{202E}' // bidirectional embeddings and overrides
                    | '\u{2060}'..='\u{206F}' // word joiner, invisible operators, bidirectional isolates, deprecated ones
                    | '\u{FEFF}' // zero width no-break space
                    | '\u{FFF9}'..='\u{FFFB}' // interlinear annotation
                    | '\u{E0000}'..='\u{E007F}' // tags
            ))
}

/// Returns `text` with escapes in place of the [deceptive](is_deceptive) characters, except those in `keep`: `\\n`,
/// `\\r`, `\\t` or `\\u{N}`. The result can be printed on a terminal. For text of several lines, replace CRLF by LF
/// first, and keep LF and perhaps TAB. (HTML needs other escapes, too.) Linear time.
///
/// ```
/// use mailutf::plain::escaped;
/// assert_eq!(escaped("fdp.\u{202E}exe\u{1B}[2J\r\n", &['\n']), "fdp.\\u{202e}exe\\u{1b}[2J\\r\n");
/// assert_eq!(escaped("größer\n", &[]), "größer\\n");
/// ```
pub fn escaped<'t>(text: &'t str, keep: &[char]) -> Cow<'t, str> {
    let is_escaped = |character: char| is_deceptive(character) && !keep.contains(&character);
    if !text.contains(is_escaped) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '\n' | '\r' | '\t' if is_escaped(character) => escaped.extend(character.escape_default()),
            other if is_escaped(other) => escaped.extend(other.escape_unicode()),
            other => escaped.push(other),
        }
    }
    escaped.into()
}
