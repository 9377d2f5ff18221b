//! Code pages: charsets of one octet a character that the WHATWG standard lacks (DOS, Macintosh, EBCDIC,
//! the national variants of ISO 646, and the true ISO-8859-1, -9 and -11).
//!
//! `tools/code_pages.py` writes the table from the codecs of Python, glibc, Perl and Java. An octet without a
//! character is ill-formed. Decoding takes one step an octet; encoding a binary search a character, the
//! lowest octet where a page has a character twice.

mod table;

use super::codec::{MalformedKind, Output, RawDecoder};
use std::hash::{Hash, Hasher};
pub(super) use table::*;

/// A code page: which character each octet is, U+FFFD where it is none.
#[derive(Debug)]
pub(super) struct CodePage {
    /// The preferred MIME name.
    pub(super) name: &'static str,
    /// The characters of octets 0 to 127, in order, where they are not ASCII.
    low: Option<&'static str>,
    /// The characters of octets 128 to 255, in order.
    high: &'static str,
}

impl CodePage {
    pub(super) fn is_ascii_superset(&self) -> bool {
        self.low.is_none()
    }

    pub(super) fn decoder(&self) -> Decoder {
        let mut characters = self.characters();
        Decoder(std::array::from_fn(|_| characters.next().unwrap_or(char::REPLACEMENT_CHARACTER)))
    }

    /// What appends the octet of a character, and says whether there is one.
    pub(super) fn encoder(&self) -> impl FnMut(char, &mut Vec<u8>) -> bool + Send + Sync + use<> {
        let mut table: Vec<(char, u8)> = self.characters().zip(0..=u8::MAX).collect();
        table.retain(|&(character, _)| character != char::REPLACEMENT_CHARACTER);
        table.sort_unstable();
        table.dedup_by_key(|&mut (character, _)| character);
        move |character, octets| {
            let found = table.binary_search_by_key(&character, |&(character, _)| character);
            let found = found.ok().and_then(|at| table.get(at));
            octets.extend(found.map(|&(_, octet)| octet));
            found.is_some()
        }
    }

    fn characters(&self) -> impl Iterator<Item = char> {
        let ascii = self.low.is_none().then_some('\0'..='\x7f').into_iter().flatten();
        ascii.chain(self.low.unwrap_or_default().chars()).chain(self.high.chars())
    }
}

/// Pages are told apart by their names.
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

pub(super) struct Decoder([char; 256]);

impl RawDecoder for Decoder {
    fn feed(&mut self, input: &[u8], at: usize, output: &mut Output<'_>) {
        for (offset, &octet) in input.iter().enumerate() {
            match self.0.get(usize::from(octet)) {
                Some(&character) if character != char::REPLACEMENT_CHARACTER => output.text.push(character),
                _ => output.replace(at + offset, MalformedKind::InvalidByte),
            }
        }
    }

    fn finish(&mut self, _at: usize, _output: &mut Output<'_>) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::identity::{Charset, Kind};

    #[test]
    fn every_page_is_whole_and_its_octets_come_back() {
        for page in ALL {
            assert_eq!(page.characters().count(), 256, "{}", page.name);
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
