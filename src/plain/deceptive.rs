//! Characters that change how a program shows a text, or that cannot be seen in it (Unicode Technical Report 36).

/// Whether a character could deceive a reader. Control characters could move the cursor of a terminal or change earlier
/// output, bidirectional controls could reorder a line, separators could fake a line, and characters without width
/// could make two names look the same.
///
/// The joiners U+200C and U+200D do not count as deceptive, because words of Persian and of Indic languages,
/// and emoji, are written with them. All control characters count, also LF and TAB: in a text of several
/// lines, allow those that you want.
///
/// To print text, write such characters as escapes. (`str::escape_debug` also does this, but it escapes
/// joiners and quotes, too.)
///
/// ```
/// use mailutf::plain::is_deceptive;
/// let mut shown = String::new();
/// for one in "fdp.\u{202E}exe\u{1B}[2J\n".chars() {
///     if is_deceptive(one) && one != '\n' { shown.extend(one.escape_unicode()) } else { shown.push(one) }
/// }
/// assert_eq!(shown, "fdp.\\u{202e}exe\\u{1b}[2J\n");
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
