//! Guarantee G22 (docs/guarantees.md): writes JSON that cannot deceive a person who reads it on a terminal, in a
//! log or in an editor. The characters that [`is_deceptive`] names are always escaped as `\uNNNN` (RFC 8259 section
//! 7), whatever the output is. A parser reads the same values as without the escapes.
//!
//! Most of the output is text. Vector instructions search the text for characters that may have to be escaped. Most
//! of the characters that they find are line ends.

mod marks;

use mailutf::plain::is_deceptive;
use serde_json::Value;
use std::fmt::{self, Display, Write};
use std::ops::Range;

fn write_value(json: &mut impl Write, value: &Value) -> fmt::Result {
    match value {
        Value::String(text) => write_string(json, text),
        Value::Array(items) => {
            json.write_char('[')?;
            for (number, item) in items.iter().enumerate() {
                json.write_str(if number > 0 { "," } else { "" })?;
                write_value(json, item)?;
            }
            json.write_char(']')
        }
        Value::Object(members) => {
            json.write_char('{')?;
            for (number, (name, value)) in members.iter().enumerate() {
                json.write_str(if number > 0 { "," } else { "" })?;
                write_string(json, name)?;
                json.write_char(':')?;
                write_value(json, value)?;
            }
            json.write_char('}')
        }
        Value::Number(number) => write!(json, "{number}"),
        Value::Null | Value::Bool(_) => write!(json, "{value}"),
    }
}

/// Returns a number of octets that is enough for the JSON of most texts.
const fn length_of_json(text: &str) -> usize {
    text.len() + text.len() / 16 + 2
}

fn write_string(json: &mut impl Write, text: &str) -> fmt::Result {
    json.write_char('"')?;
    let mut written = 0;
    marks::each_in(text, |at| {
        if let Some(one) = escaped_at(text, at) {
            json.write_str(text.get(written..at).unwrap_or_default())?;
            write_escaped(json, one)?;
            written = at + one.len_utf8();
        }
        Ok(())
    })?;
    json.write_str(text.get(written..).unwrap_or_default())?;
    json.write_char('"')
}

/// Returns the character at the offset `mark` if the character must be escaped. The search in `marks` has found
/// this offset. If the character is in US-ASCII, it must be escaped. Any other character is examined here.
fn escaped_at(text: &str, mark: usize) -> Option<char> {
    match text.as_bytes().get(mark) {
        Some(octet) if octet.is_ascii() => Some(char::from(*octet)),
        _ => text.get(mark..)?.chars().next().filter(|one| is_deceptive(*one)),
    }
}

fn write_escaped(json: &mut impl Write, escaped: char) -> fmt::Result {
    json.write_str(match escaped {
        '"' => "\\\"",
        '\\' => "\\\\",
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        '\u{8}' => "\\b",
        '\u{C}' => "\\f",
        other => {
            return other.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(json, "\\u{unit:04x}"));
        }
    })
}

/// An object whose members are printed in the order of their names. Each member, except a long text, is formatted when
/// it is added. Its value is not kept, because the values in a long list would need many times as much memory as their
/// text (guarantee G12, docs/guarantees.md: memory is limited).
#[derive(Debug)]
pub(crate) struct Object {
    /// The formatted values of the members, one after the other.
    values: String,
    /// The names of the members, in order, each with its value.
    members: Vec<(&'static str, MemberValue)>,
}

/// The value of a member.
#[derive(Debug)]
enum MemberValue {
    /// The value is formatted. It stands in this range of `values`.
    Written(Range<usize>),
    /// A long text. It is formatted only when the object is printed, so that its JSON is never copied.
    Text(String),
}

impl Default for Object {
    /// Returns an empty object that has room for the members of most objects.
    fn default() -> Self {
        Self { values: String::with_capacity(128), members: Vec::with_capacity(8) }
    }
}

impl Object {
    /// Adds a member.
    pub(crate) fn with(self, name: &'static str, value: impl Into<Value>) -> Self {
        let value = value.into();
        self.add(name, |json| write_value(json, &value))
    }

    /// Adds a text, or null if there is no text.
    pub(crate) fn with_text(self, name: &'static str, text: Option<&str>) -> Self {
        self.add(name, |json| match text {
            Some(text) => {
                json.reserve(length_of_json(text));
                write_string(json, text)
            }
            None => json.write_str("null"),
        })
    }

    /// Adds a long text, or null if there is no text.
    pub(crate) fn with_long_text(self, name: &'static str, text: Option<String>) -> Self {
        match text {
            Some(text) => self.insert(name, MemberValue::Text(text)),
            None => self.with_text(name, None),
        }
    }

    /// Adds a list of values.
    pub(crate) fn with_list(self, name: &'static str, items: impl Iterator<Item = Value>) -> Self {
        self.add(name, |json| write_items(json, items, |item, json| write_value(json, &item)))
    }

    /// Adds a list of texts.
    pub(crate) fn with_texts(self, name: &'static str, items: impl Iterator<Item = String>) -> Self {
        self.add(name, |json| write_items(json, items, |item, json| write_string(json, &item)))
    }

    /// Adds a list of objects.
    pub(crate) fn with_objects(self, name: &'static str, items: impl Iterator<Item = Self>) -> Self {
        self.add(name, |json| write_items(json, items, |item, json| item.write_to(json)))
    }

    /// Adds an object.
    pub(crate) fn with_object(self, name: &'static str, object: &Self) -> Self {
        self.add(name, |json| object.write_to(json))
    }

    /// Appends the formatted object to `octets`, which takes less time than formatting it with `Display`.
    pub(crate) fn append_to(&self, octets: &mut Vec<u8>) {
        let long = self.members.iter().map(|(_, value)| match value {
            MemberValue::Written(_) => 0,
            MemberValue::Text(text) => length_of_json(text),
        });
        octets.reserve(self.values.len() + long.sum::<usize>());
        // Appending to a vector cannot fail.
        let _ = self.write_to(&mut Appended(octets));
    }

    fn add(mut self, name: &'static str, write: impl FnOnce(&mut String) -> fmt::Result) -> Self {
        let start = self.values.len();
        // Writing to a string cannot fail.
        let _ = write(&mut self.values);
        let place = start..self.values.len();
        self.insert(name, MemberValue::Written(place))
    }

    fn insert(mut self, name: &'static str, value: MemberValue) -> Self {
        // The new member replaces a member of the same name.
        match self.members.binary_search_by(|(before, _)| before.cmp(&name)) {
            Ok(place) => {
                self.members.splice(place..=place, [(name, value)]);
            }
            Err(place) => self.members.insert(place, (name, value)),
        }
        self
    }

    fn write_to(&self, json: &mut impl Write) -> fmt::Result {
        json.write_char('{')?;
        for (number, (name, value)) in self.members.iter().enumerate() {
            json.write_str(if number > 0 { ",\"" } else { "\"" })?;
            // The names are constants of this program without characters that need escapes.
            json.write_str(name)?;
            json.write_str("\":")?;
            match value {
                MemberValue::Written(place) => {
                    json.write_str(self.values.get(place.clone()).unwrap_or_default())?
                }
                MemberValue::Text(text) => write_string(json, text)?,
            }
        }
        json.write_char('}')
    }
}

/// A writer that appends text to octets.
struct Appended<'o>(&'o mut Vec<u8>);

impl Write for Appended<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

fn write_items<T>(
    json: &mut String,
    items: impl Iterator<Item = T>,
    write: impl Fn(T, &mut String) -> fmt::Result,
) -> fmt::Result {
    json.push('[');
    for (number, item) in items.enumerate() {
        json.push_str(if number > 0 { "," } else { "" });
        write(item, json)?;
    }
    json.push(']');
    Ok(())
}

impl Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn json_of(value: &Value) -> String {
        let mut json = String::new();
        write_value(&mut json, value).unwrap();
        json
    }

    #[test]
    fn an_object_is_the_same_as_a_value_of_its_members() {
        let object =
            Object::default().with("b", "\u{9b}\"").with_list("c", [json!({ "x": 1 }), json!(2)].into_iter());
        let object = Object::default()
            .with("a", json!(null))
            .with_objects("l", [object, Object::default()].into_iter());
        let object = object.with_list("empty", std::iter::empty()).with_text("none", None).with("a", 2);
        let inner = Object::default().with_texts("t", ["x".to_owned(), "\n".to_owned()].into_iter());
        let object = object.with_object("inner", &inner).with_text("text", Some("é"));
        let object = object.with_long_text("long", Some("\u{9b}\n".repeat(99))).with_long_text("nil", None);
        let value = json!({
            "a": 2, "empty": [], "l": [{ "b": "\u{9b}\"", "c": [{ "x": 1 }, 2] }, {}], "none": null,
            "inner": { "t": ["x", "\n"] }, "long": "\u{9b}\n".repeat(99), "nil": null, "text": "é",
        });
        assert_eq!(object.to_string(), json_of(&value));
        let mut octets = b"before ".to_vec();
        object.append_to(&mut octets);
        assert_eq!(String::from_utf8(octets).unwrap(), format!("before {object}"));
    }

    #[test]
    fn no_deceptive_character_is_in_json_and_each_is_read_again() {
        let deceptive: String = ('\0'..=char::MAX).filter(|one| is_deceptive(*one)).collect();
        assert!(deceptive.contains('\u{9b}') && deceptive.contains('\u{E0001}'));
        let value = json!({ &deceptive: [deceptive, "Grüße 日本 😀 \" \\", 1.5], "b": [null, true, -1, {}] });
        let written = json_of(&value);
        assert_eq!(written.chars().find(|one| is_deceptive(*one)), None, "{written}");
        assert!(
            written.contains(r"\u009b") && written.contains(r"\udb40\udc01") && written.contains("日本 😀")
        );
        assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), value);
    }

    #[test]
    fn other_characters_are_written_as_serde_json_writes_them() {
        let are_the_same = |text: &str| {
            let mut written = String::new();
            write_string(&mut written, text).unwrap();
            assert_eq!(written, serde_json::to_string(text).unwrap(), "{text:?}");
        };
        let others: Vec<char> = ('\0'..=char::MAX).filter(|one| *one < ' ' || !is_deceptive(*one)).collect();
        for some in others.chunks(64) {
            are_the_same(&some.iter().collect::<String>());
        }
        for before in ["", "a", "é", "日本", &"x".repeat(62), &"x".repeat(511), &"é".repeat(400)] {
            for one in others.iter().take(256).chain(others.iter().step_by(61)) {
                are_the_same(&format!("{before}{one}"));
            }
        }
    }
}
