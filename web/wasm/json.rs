//! Writes JSON. JavaScript gets structured results as JSON, because parsing one JSON text is faster than calling a
//! function of WebAssembly for each value.

use mailutf::header::EmailAddress;
use std::borrow::Cow;
use std::fmt::Write;

/// A value that is written as JSON.
pub(crate) trait Json {
    fn write(&self, out: &mut String);
}

/// An object that is being written.
#[derive(Debug)]
pub(crate) struct Object(String);

impl Object {
    pub(crate) fn new() -> Self {
        Self("{".to_owned())
    }

    pub(crate) fn with(mut self, name: &str, value: impl Json) -> Self {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        name.write(&mut self.0);
        self.0.push(':');
        value.write(&mut self.0);
        self
    }

    /// Returns the finished object as octets.
    pub(crate) fn end(mut self) -> Vec<u8> {
        self.0.push('}');
        self.0.into_bytes()
    }
}

/// Returns a single value as octets.
pub(crate) fn json(value: impl Json) -> Vec<u8> {
    let mut out = String::new();
    value.write(&mut out);
    out.into_bytes()
}

impl Json for Object {
    fn write(&self, out: &mut String) {
        out.push_str(&self.0);
        out.push('}');
    }
}

impl Json for str {
    fn write(&self, out: &mut String) {
        out.push('"');
        let mut rest = self;
        while let Some(at) = rest.find(|c: char| c < ' ' || c == '"' || c == '\\') {
            let (before, after) = rest.split_at(at);
            out.push_str(before);
            let mut after = after.chars();
            // Writing to a string cannot fail.
            let _ = match after.next().unwrap_or_default() {
                c @ ('"' | '\\') => write!(out, "\\{c}"),
                c => write!(out, "\\u{:04x}", u32::from(c)),
            };
            rest = after.as_str();
        }
        out.push_str(rest);
        out.push('"');
    }
}

impl<T: Json + ?Sized> Json for &T {
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }
}

impl Json for String {
    fn write(&self, out: &mut String) {
        self.as_str().write(out);
    }
}

impl Json for Cow<'_, str> {
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }
}

impl Json for bool {
    fn write(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Json for $number {
            fn write(&self, out: &mut String) {
                // Writing to a string cannot fail.
                let _ = write!(out, "{self}");
            }
        }
    )*};
}

numbers!(usize, u64, i64, i16);

impl<T: Json> Json for Option<T> {
    fn write(&self, out: &mut String) {
        match self {
            Some(value) => value.write(out),
            None => out.push_str("null"),
        }
    }
}

impl<T: Json> Json for Vec<T> {
    fn write(&self, out: &mut String) {
        out.push('[');
        for (index, value) in self.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            value.write(out);
        }
        out.push(']');
    }
}

impl<A: Json, B: Json> Json for (A, B) {
    fn write(&self, out: &mut String) {
        out.push('[');
        self.0.write(out);
        out.push(',');
        self.1.write(out);
        out.push(']');
    }
}

impl Json for EmailAddress {
    fn write(&self, out: &mut String) {
        Object::new().with("name", &self.name).with("address", &self.address).write(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_json() {
        let object = Object::new()
            .with("a\"", "\\ \u{1} ä \u{7f}\n")
            .with("b", vec![(1_usize, Some(true)), (2, None)])
            .with("c", Object::new());
        let expected = "{\"a\\\"\":\"\\\\ \\u0001 ä \u{7f}\\u000a\",\"b\":[[1,true],[2,null]],\"c\":{}}";
        assert_eq!(String::from_utf8(object.end()).unwrap(), expected);
        assert_eq!(json(EmailAddress::new("N", "a@b")), br#"{"name":"N","address":"a@b"}"#);
    }
}
