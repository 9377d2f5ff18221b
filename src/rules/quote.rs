//! Writes strings of a rules file.

use std::fmt::Write;

/// Returns `text` as a string of TOML, for the value of a condition of a rule. Message-IDs and other names come from the
/// sender of a message, and can contain quotes, line ends and anything else. Takes linear time.
///
/// ```
/// use mailutf::rules::{Rules, quote};
/// use mailutf::selection::escape;
/// let id = quote(&escape("4*2'@example.org"));
/// assert_eq!(id, r#""4\\*2'@example.org""#);
/// Rules::parse(&format!("version = 1\n[[rule]]\nmessage-id = {id}\nread = 'label'\n"))?;
/// # Ok::<(), mailutf::rules::Mistakes>(())
/// ```
pub fn quote(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            shown if shown.is_alphanumeric() || shown.is_ascii_graphic() || shown == ' ' => {
                quoted.push(shown)
            }
            // Characters that a terminal might not show unchanged are escaped, too, although TOML allows them.
            other => {
                // Writing to a string cannot fail.
                let _ = write!(quoted, "\\U{:08X}", u32::from(other));
            }
        }
    }
    quoted + "\""
}
