//! Single-octet charsets that the WHATWG standard lacks: US-ASCII (RFC 20), the code pages of DOS, Macintosh and
//! EBCDIC, the national variants of ISO 646, and the exact ISO-8859-1, ISO-8859-9 and ISO-8859-11.
//!
//! `tools/code_pages.py` writes the table of code pages from the codecs of Python, glibc, Perl and Java. An octet
//! without a character is ill-formed. If a page has a character at two octets, the lower octet is written.

use super::single_octet::Table;
use crate::charset::codec::{MalformedKind, Output, RawDecoder};
use std::hash::{Hash, Hasher};

/// A code page.
#[derive(Debug)]
pub(crate) struct CodePage {
    /// The preferred MIME name.
    pub(crate) name: &'static str,
    /// Returns the table of characters. The field is a function, because constants of type
    /// [`Charset`](crate::charset::Charset) refer to the page, and a constant cannot refer to a table that is made
    /// at run time.
    pub(super) table: fn() -> &'static Table,
}

impl CodePage {
    pub(crate) fn table(&self) -> &'static Table {
        (self.table)()
    }
}

/// Makes a code page from its name, the characters of the octets below 128, and the characters of the other
/// octets, in order. The characters of the octets below 128 are `None` if they are US-ASCII. U+FFFD stands for an
/// octet without a character.
macro_rules! code_page {
    ($name:literal, $low:expr, $high:expr $(,)?) => {
        CodePage {
            name: $name,
            table: || {
                static TABLE: LazyTable = LazyTable::new();
                Table::made_in(&TABLE, $low, $high)
            },
        }
    };
}
pub(super) use code_page;

/// Compares code pages by their names, which are unique.
impl PartialEq for CodePage {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for CodePage {}

impl Hash for CodePage {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// The decoder of US-ASCII.
pub(crate) struct Ascii;

impl RawDecoder for Ascii {
    fn feed(&mut self, input: &[u8], mut at: usize, output: &mut Output<'_>) {
        for run in input.chunk_by(|a, b| a.is_ascii() == b.is_ascii()) {
            match std::str::from_utf8(run) {
                Ok(text) if text.is_ascii() => output.text.push_str(text),
                _ => (at..at + run.len()).for_each(|at| output.replace(at, MalformedKind::InvalidOctet)),
            }
            at += run.len();
        }
    }

    fn finish(&mut self, _at: usize, _output: &mut Output<'_>) {}
}

/// Appends the octet of a character of US-ASCII. For any other character, appends nothing and returns `false`.
pub(crate) fn encode_ascii(character: char, octets: &mut Vec<u8>) -> bool {
    let octet = u8::try_from(character).ok().filter(u8::is_ascii);
    octets.extend(octet);
    octet.is_some()
}

#[cfg(test)]
mod tests {
    use crate::charset::identity::{Charset, Kind};
    use crate::charset::legacy::code_pages::{ALL, IBM437, IBM857};

    #[test]
    fn every_page_round_trips() {
        for page in ALL {
            let charset = Charset(Kind::CodePage(page));
            for octet in 0..=u8::MAX {
                let octets = [octet];
                let Ok(text) = charset.decode_strict(&octets) else { continue };
                let back = charset.encode(&text).unwrap();
                assert_eq!(charset.decode_strict(&back).unwrap(), text, "{} {octet:02X}", page.name);
            }
        }
    }

    #[test]
    fn errors_have_offsets() {
        let lacking =
            |text| Charset(Kind::CodePage(&IBM437)).encode(text).map_err(|e| (e.offset, e.character));
        assert_eq!(lacking("é\u{2262}"), Err((2, '\u{2262}')));
        assert_eq!(lacking("\u{fffd}"), Err((0, '\u{fffd}')));
        let decoded = Charset(Kind::CodePage(&IBM857)).decode(b"a\xd5\x80");
        assert_eq!((decoded.text.as_ref(), decoded.errors), ("a\u{fffd}Ç", 1));
        assert_eq!(decoded.first_error.unwrap().offset, 1);
    }
}
