//! JSON that is safe on a terminal, in a log and in an editor (guarantee G22): the characters that [`is_deceptive`] names are
//! escaped as `\uNNNN` (RFC 8259 section 7), wherever the JSON goes. A parser reads the same value.
//!
//! Text is most of what is written, and is written in long runs between characters that are escaped.

use mailutf::plain::is_deceptive;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};

/// Octets that are tested at once: those of a vector.
const BLOCK: usize = 16;

/// Writes a value as JSON, on one line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Json<'v>(pub(crate) &'v Value);

impl Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_value(f, self.0)
    }
}

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
        Value::Null | Value::Bool(_) | Value::Number(_) => write!(json, "{value}"),
    }
}

fn write_string(json: &mut impl Write, mut text: &str) -> fmt::Result {
    json.write_char('"')?;
    while let Some((run, escaped)) = split_at_escaped(text) {
        json.write_str(run)?;
        match escaped {
            '"' => json.write_str("\\\"")?,
            '\\' => json.write_str("\\\\")?,
            '\n' => json.write_str("\\n")?,
            '\r' => json.write_str("\\r")?,
            '\t' => json.write_str("\\t")?,
            '\u{8}' => json.write_str("\\b")?,
            '\u{C}' => json.write_str("\\f")?,
            other => {
                other.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(json, "\\u{unit:04x}"))?;
            }
        }
        text = text.get(run.len() + escaped.len_utf8()..).unwrap_or_default();
    }
    json.write_str(text)?;
    json.write_char('"')
}

/// The text before the first character that is escaped, and that character.
fn split_at_escaped(text: &str) -> Option<(&str, char)> {
    let is_escaped = |one: &char| matches!(one, '"' | '\\') || is_deceptive(*one);
    let octets = text.as_bytes();
    let mut start = 0;
    loop {
        // Many octets are tested at once.
        let (blocks, _) = octets.get(start..)?.as_chunks::<BLOCK>();
        start +=
            BLOCK * blocks.iter().take_while(|block| !block.iter().fold(false, may_start_escaped)).count();
        start += octets.get(start..)?.iter().position(|octet| may_start_escaped(false, octet))?;
        let (run, rest) = text.split_at_checked(start)?;
        if let Some(escaped) = rest.chars().next().filter(is_escaped) {
            return Some((run, escaped));
        }
        start += 1;
    }
}

/// Whether a character that is escaped may start with `octet` in UTF-8, or with an octet before it, if `any` says so. All
/// conditions are tested, without branches.
const fn may_start_escaped(any: bool, octet: &u8) -> bool {
    let octet = *octet;
    any | (octet < b' ')
        | (octet == b'"')
        | (octet == b'\\')
        | (octet == 0x7F)
        | (octet == 0xC2) // U+0080 to U+00BF
        | (octet == 0xD8) // U+0600 to U+063F
        | (octet.wrapping_sub(0xE1) < 2) // U+1000 to U+2FFF
        | (octet == 0xEF) // U+F000 to U+FFFF
        | (octet == 0xF3) // from U+C0000
}

/// An object whose members are written as they are added, in the order of their names. As values, the items of a long
/// list would take many times the memory of their text (guarantee G12).
#[derive(Debug, Default)]
pub(crate) struct Object(BTreeMap<&'static str, String>);

impl Object {
    /// Adds a member.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        let value = value.into();
        let mut json =
            String::with_capacity(value.as_str().map_or(0, |text| text.len() + text.len() / 16 + 2));
        // Writing to a string cannot fail.
        let _ = write_value(&mut json, &value);
        self.0.insert(name, json);
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
    fn no_deceptive_character_is_in_json_and_each_is_read_again() {
        let deceptive: String = ('\0'..=char::MAX).filter(|one| is_deceptive(*one)).collect();
        assert!(deceptive.contains('\u{9b}') && deceptive.contains('\u{E0001}'));
        let value = json!({ &deceptive: [deceptive, "Grüße 日本 😀 \" \\", 1.5], "b": [null, true, -1, {}] });
        let written = Json(&value).to_string();
        assert_eq!(written.chars().find(|one| is_deceptive(*one)), None, "{written}");
        assert!(
            written.contains(r"\u009b") && written.contains(r"\udb40\udc01") && written.contains("日本 😀")
        );
        assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), value);
    }

    #[test]
    fn other_characters_are_written_as_serde_json_writes_them() {
        for before in ["", "a", "é", "日本", &"x".repeat(30), &"x".repeat(31)] {
            for one in
                ('\0'..=char::MAX).filter(|one| *one < ' ' || !is_deceptive(*one)).step_by(before.len() + 1)
            {
                let text = format!("{before}{one}");
                let mut written = String::new();
                write_string(&mut written, &text).unwrap();
                assert_eq!(written, serde_json::to_string(&text).unwrap(), "{one:?}");
            }
        }
    }
}
