//! Breaks lines of HTML at spaces that a line end can replace.
//!
//! A line end can replace spaces in text, because white space collapses there, and spaces between the attributes
//! of a tag. It cannot replace spaces in `pre` and similar elements, scripts, style sheets, comments and attribute
//! values. A document that mentions `white-space` (CSS) or `xml:space` may show line ends anywhere, so its lines
//! are not broken. Tags are parsed as the tokenizer of HTML does (section 13.2.5 of the HTML standard). Linear
//! time.

use crate::charset::utf7::{EncodeOptions, SoftBreak};

/// Elements whose white space is significant, or whose content is not HTML.
const VERBATIM: [&str; 10] =
    ["pre", "textarea", "script", "style", "xmp", "listing", "plaintext", "noembed", "noframes", "iframe"];

/// The document as UTF-7 in lines of at most `columns` octets; `None` if lines of this length are not possible, or
/// if the document mentions `white-space` or `xml:space`.
pub(super) fn broken(
    document: &str,
    encoder: EncodeOptions,
    columns: usize,
    line_end: &str,
) -> Option<Vec<u8>> {
    if ["white-space", "xml:space"].iter().any(|word| contains_ignoring_case(document, word)) {
        return None;
    }
    let opportunities = opportunities(document);
    let (mut octets, mut start) = (Vec::with_capacity(document.len()), 0);
    for line in document.split_inclusive('\n') {
        let bare = line.strip_suffix("\r\n").or(line.strip_suffix('\n')).unwrap_or(line);
        let end = start + bare.len();
        let from = opportunities.partition_point(|at| *at <= start);
        let to = opportunities.partition_point(|at| *at < end);
        let within = opportunities.get(from..to).unwrap_or_default().iter().map(move |at| at - start);
        let mut lines = encoder.lines_at(bare, columns, SoftBreak::Hard, within);
        while !lines.is_at_end() {
            let before = octets.len();
            lines.write_after("", &mut octets);
            if octets.len() - before > columns {
                return None;
            }
            octets.extend_from_slice(if lines.is_at_end() { b"" } else { line_end.as_bytes() });
        }
        octets.extend_from_slice(line.get(bare.len()..).unwrap_or_default().as_bytes());
        start += line.len();
    }
    Some(octets)
}

fn contains_ignoring_case(text: &str, word: &str) -> bool {
    text.as_bytes().windows(word.len()).any(|window| window.eq_ignore_ascii_case(word.as_bytes()))
}

/// Finds the spaces that a line end can replace. Returns, in order, the offset after each of these spaces.
fn opportunities(document: &str) -> Vec<usize> {
    let mut cursor = Cursor { octets: document.as_bytes(), at: 0, spaces: Vec::new() };
    while cursor.at < document.len() {
        cursor.text();
        cursor.markup();
    }
    cursor.spaces
}

struct Cursor<'d> {
    octets: &'d [u8],
    at: usize,
    spaces: Vec<usize>,
}

impl Cursor<'_> {
    fn rest(&self) -> &[u8] {
        self.octets.get(self.at..).unwrap_or_default()
    }

    fn next(&mut self) -> Option<u8> {
        let octet = self.octets.get(self.at).copied()?;
        self.at += 1;
        Some(octet)
    }

    /// Reads text up to the next `<`.
    fn text(&mut self) {
        let end = memchr::memchr(b'<', self.rest()).map_or(self.octets.len(), |at| self.at + at);
        let spaces = memchr::memchr_iter(b' ', self.octets.get(self.at..end).unwrap_or_default());
        self.spaces.extend(spaces.map(|space| self.at + space + 1));
        self.at = end;
    }

    /// Reads a tag, comment or declaration. If it is the start tag of an element in [`VERBATIM`], also reads the
    /// content of the element. A `<` that starts no tag, comment or declaration is text.
    fn markup(&mut self) {
        match self.rest() {
            [b'<', b'!', b'-', b'-', ..] => self.skip_past(b"-->"),
            [b'<', b'!' | b'?', ..] => self.skip_past(b">"),
            [b'<', b'/', letter, ..] if letter.is_ascii_alphabetic() => self.tag(),
            [b'<', letter, ..] if letter.is_ascii_alphabetic() => {
                let start = self.at + 1;
                self.tag();
                let name = self.octets.get(start..self.at).unwrap_or_default();
                let length = name.iter().position(|octet| !octet.is_ascii_alphanumeric());
                let name = name.get(..length.unwrap_or(name.len())).unwrap_or_default();
                if let Some(name) =
                    VERBATIM.iter().find(|element| name.eq_ignore_ascii_case(element.as_bytes()))
                {
                    self.skip_element(name.as_bytes());
                }
            }
            _ => self.at += 1,
        }
    }

    /// Skips past the next `end`, or to the end of the document.
    fn skip_past(&mut self, end: &[u8]) {
        let found = memchr::memmem::find(self.rest(), end).map(|at| self.at + at + end.len());
        self.at = found.unwrap_or(self.octets.len());
    }

    /// Skips an element whose start tag has been read, including nested elements of the same name. Stops at the
    /// start of the name in the end tag.
    fn skip_element(&mut self, name: &[u8]) {
        let mut depth = 1;
        while depth > 0 && self.at < self.octets.len() {
            let next = memchr::memchr(b'<', self.rest()).map_or(self.octets.len(), |at| self.at + at + 1);
            self.at = next;
            let closes = self.rest().first() == Some(&b'/');
            self.at += usize::from(closes);
            if self.rest().get(..name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name)) {
                depth = if closes { depth - 1 } else { depth + 1 };
            }
        }
    }

    /// Reads a tag from its `<` to its `>`.
    fn tag(&mut self) {
        let mut state = Tag::Name;
        while let Some(octet) = self.next() {
            state = match (state, octet) {
                (Tag::Quoted(quote), _) => {
                    if octet == quote {
                        Tag::Name
                    } else {
                        state
                    }
                }
                (_, b'>') => return,
                (Tag::Equals, b'"' | b'\'') => Tag::Quoted(octet),
                (Tag::Equals, b' ' | b'\t' | b'\r' | b'\n' | 0x0C) => Tag::Equals,
                (Tag::Equals, _) => Tag::Unquoted,
                (_, b' ') => {
                    self.spaces.push(self.at);
                    Tag::Name
                }
                (_, b'\t' | b'\r' | b'\n' | 0x0C) => Tag::Name,
                (Tag::Name, b'=') => Tag::Equals,
                _ => state,
            };
        }
    }
}

/// The position within a tag.
#[derive(Clone, Copy)]
enum Tag {
    /// A place in a name or between names.
    Name,
    /// The place between the `=` and the value of an attribute.
    Equals,
    /// A place within a value that began with this quote.
    Quoted(u8),
    /// A place within a value without quotes.
    Unquoted,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::Charset;
    use proptest::prelude::*;

    /// Returns `document` with `|` at each place where a line can be broken.
    fn shown(document: &str) -> String {
        let mut shown = document.to_owned();
        opportunities(document).into_iter().rev().for_each(|at| shown.insert(at, '|'));
        shown
    }

    #[test]
    fn opportunities_are_insignificant_spaces() {
        for (document, want) in [
            ("a b  c", "a |b | |c"),
            ("<p class=x  title='a b'>c d</p >", "<p |class=x | |title='a b'>c |d</p |>"),
            ("<a href = \"b c\" d = e f>g h", "<a |href |= \"b c\" |d |= e |f>g |h"),
            ("a < b <3 c", "a |< |b |<3 |c"),
            ("<!-- a b --> c <!doctype d e> f", "<!-- a b --> |c |<!doctype d e> |f"),
            ("<pre>a b</pre> c", "<pre>a b</pre> |c"),
            ("<PRE id=a>b <pre>c </pre> d</Pre> e", "<PRE |id=a>b <pre>c </pre> d</Pre> |e"),
            ("<script>a < b </scrip c</script> d", "<script>a < b </scrip c</script> |d"),
            ("<textarea>a b", "<textarea>a b"),
            ("<a title='b c", "<a |title='b c"),
        ] {
            assert_eq!(shown(document), want);
        }
    }

    #[test]
    fn unbreakable_documents_are_refused() {
        let long = "x".repeat(80);
        assert_eq!(broken(&format!("a {long} b"), EncodeOptions::new(), 76, "\n"), None);
        let styled = format!("<p style='White-Space: pre'>{}</p>", "a ".repeat(80));
        assert_eq!(broken(&styled, EncodeOptions::new(), 76, "\n"), None);
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn only_spaces_become_line_ends(document in "([a-c<>='\"/! \n-]|pre|é){0,120}", columns in 20..=40_usize) {
            if let Some(octets) = broken(&document, EncodeOptions::new(), columns, "\n") {
                prop_assert!(octets.split(|octet| *octet == b'\n').all(|line| line.len() <= columns));
                let text = Charset::UTF_7.decode_strict(&octets).unwrap().into_owned();
                prop_assert_eq!(text.len(), document.len());
                let allowed = opportunities(&document);
                for (at, (old, new)) in document.bytes().zip(text.bytes()).enumerate() {
                    prop_assert!(old == new || old == b' ' && new == b'\n' && allowed.contains(&(at + 1)));
                }
            }
        }
    }
}
