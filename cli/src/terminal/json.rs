//! JSON that is safe on a terminal, in a log and in an editor (guarantee G22): the characters that [`is_unsafe`] names are
//! escaped as `\uNNNN` (RFC 8259 section 7), wherever the JSON goes. A parser reads the same value.

use crate::terminal::escape::is_unsafe;
use serde_json::Value;
use std::fmt::{self, Display, Write};

/// Writes a value as JSON, on one line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Json<'v>(pub(crate) &'v Value);

impl Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaping(f), "{}", self.0)
    }
}

/// Takes JSON, in which only strings hold such characters.
struct Escaping<'f, 'a>(&'f mut fmt::Formatter<'a>);

impl Write for Escaping<'_, '_> {
    fn write_str(&mut self, json: &str) -> fmt::Result {
        for run in json.split_inclusive(is_unsafe) {
            let last = run.chars().next_back().filter(|last| is_unsafe(*last));
            self.0.write_str(last.and_then(|last| run.strip_suffix(last)).unwrap_or(run))?;
            let mut units = [0; 2];
            let escaped = last.map_or(&[][..], |last| last.encode_utf16(&mut units));
            escaped.iter().try_for_each(|unit| write!(self.0, "\\u{unit:04x}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn no_unsafe_character_is_in_json_and_each_is_read_again() {
        let unsafe_ones: String = ('\0'..=char::MAX).filter(|one| is_unsafe(*one)).collect();
        assert!(unsafe_ones.contains('\u{9b}') && unsafe_ones.contains('\u{E0001}'));
        let value = json!({ &unsafe_ones: [unsafe_ones, "Grüße 日本 😀 \" \\", 1.5] });
        let written = Json(&value).to_string();
        assert_eq!(written.chars().find(|one| is_unsafe(*one)), None, "{written}");
        assert!(
            written.contains(r"\u009b") && written.contains(r"\udb40\udc01") && written.contains("日本 😀")
        );
        assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), value);
    }
}
