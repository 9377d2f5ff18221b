//! JSON that is safe on a terminal, in a log and in an editor (guarantee G22): the characters that [`is_unsafe`] names are
//! escaped as `\uNNNN` (RFC 8259 section 7), wherever the JSON goes. A parser reads the same value.

use crate::terminal::escape::is_unsafe;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};

/// Writes a value as JSON, on one line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Json<'v>(pub(crate) &'v Value);

impl Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaping(f), "{}", self.0)
    }
}

/// An object whose members are written as they are added, in the order of their names. As values, the items of a long
/// list would take many times the memory of their text (guarantee G12).
#[derive(Debug, Default)]
pub(crate) struct Object(BTreeMap<&'static str, String>);

impl Object {
    /// Adds a member.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.0.insert(name, Json(&value.into()).to_string());
        self
    }

    /// Adds a list of values.
    pub(crate) fn with_list(self, name: &'static str, items: impl Iterator<Item = Value>) -> Self {
        self.with_items(name, items, |item, list| write!(list, "{}", Json(&item)))
    }

    /// Adds a list of objects.
    pub(crate) fn with_objects(self, name: &'static str, items: impl Iterator<Item = Self>) -> Self {
        self.with_items(name, items, |item, list| write!(list, "{item}"))
    }

    fn with_items<T>(
        mut self,
        name: &'static str,
        items: impl Iterator<Item = T>,
        write: impl Fn(T, &mut String) -> fmt::Result,
    ) -> Self {
        let mut list = "[".to_owned();
        for (number, item) in items.enumerate() {
            list += if number > 0 { "," } else { "" };
            // Writing to a string cannot fail.
            let _ = write(item, &mut list);
        }
        self.0.insert(name, list + "]");
        self
    }
}

impl Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('{')?;
        for (number, (name, value)) in self.0.iter().enumerate() {
            let comma = if number > 0 { "," } else { "" };
            // The names are words of this program.
            write!(f, "{comma}\"{name}\":{value}")?;
        }
        f.write_char('}')
    }
}

/// Takes JSON, in which only strings hold such characters.
struct Escaping<'f, 'a>(&'f mut fmt::Formatter<'a>);

impl Write for Escaping<'_, '_> {
    fn write_str(&mut self, json: &str) -> fmt::Result {
        // Most text is US-ASCII, in which only DEL is unsafe; the other control characters are escaped already. Many octets
        // are tested at once.
        if json.bytes().fold(true, |all, octet| all & matches!(octet, b' '..=b'~')) {
            return self.0.write_str(json);
        }
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
    fn an_object_is_the_same_as_a_value_of_its_members() {
        let object =
            Object::default().with("b", "\u{9b}\"").with_list("c", [json!({ "x": 1 }), json!(2)].into_iter());
        let object = Object::default()
            .with("a", json!(null))
            .with_objects("l", [object, Object::default()].into_iter());
        let object = object.with_list("empty", std::iter::empty());
        let value = json!({ "a": null, "empty": [], "l": [{ "b": "\u{9b}\"", "c": [{ "x": 1 }, 2] }, {}] });
        assert_eq!(object.to_string(), Json(&value).to_string());
    }

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
