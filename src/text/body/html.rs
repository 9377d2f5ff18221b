//! The charsets that a document declares within its text: `<meta charset>` and `<meta http-equiv=content-type>`
//! (HTML section 4.2.5), the XML declaration (XML 1.0 section 2.8), CSS `@charset` (CSS Syntax section 3.2), and the
//! properties of vCards.
//!
//! In HTML, a declaration counts only if it starts within the first 1,024 characters, before `<body`, and not within
//! a comment. Browsers do the same. Formats such as `text/rtf`, whose octets are not plain text, are not covered. The
//! time is linear in the size of the head of the document; for vCards, it is linear in the size of the whole
//! document.

use super::card::{self, MEDIA_TYPES};
use crate::span::Span;

/// A kind of document that can declare its charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Markup {
    /// HTML, or XHTML that is labelled as HTML or as `text/xhtml`.
    Html,
    /// XML.
    Xml,
    /// A style sheet.
    Css,
    /// A vCard, vCalendar or vNote.
    Card,
}

/// A declaration in HTML must start within this many characters from the start of the document.
const HEAD: usize = 1024;

impl Markup {
    /// Returns the kind of document for a media type in lower case, or `None` if such documents declare no charset.
    pub fn for_media_type(media_type: &str) -> Option<Self> {
        match media_type {
            "text/html" | "text/xhtml" => Some(Self::Html),
            "text/xml" | "text/xml-external-parsed-entity" => Some(Self::Xml),
            "text/css" => Some(Self::Css),
            card if MEDIA_TYPES.contains(&card) => Some(Self::Card),
            other => (other.starts_with("text/") && other.ends_with("+xml")).then_some(Self::Xml),
        }
    }

    /// Returns the charset names that `document` declares, in order. The charset of the document must be a superset
    /// of US-ASCII.
    ///
    /// ```
    /// use mailutf::internal::Markup;
    /// let document = b"<html><head><meta charset=koi8-r></head><body>";
    /// let names = Markup::Html.declarations(document);
    /// assert_eq!(names[0].slice(document), b"koi8-r");
    /// ```
    pub fn declarations(self, document: &[u8]) -> Vec<Span> {
        let start = if document.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        let mut tags = Cursor { document, at: start };
        match self {
            Self::Css => tags.style_sheet().into_iter().collect(),
            Self::Card => card::declarations(document),
            Self::Xml => tags.xml().into_iter().collect(),
            Self::Html => {
                let mut names: Vec<Span> = tags.xml().into_iter().collect();
                let end = end_of_head(document);
                while tags.next_tag(end, &mut names) {}
                names
            }
        }
    }
}

/// Whether `document` begins with an XML declaration.
pub(crate) fn is_xml(document: &[u8]) -> bool {
    let document = document.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(document);
    document.strip_prefix(b"<?xml").is_some_and(|rest| rest.first().copied().is_some_and(is_blank))
}

/// Returns the offset after the first 1,024 characters. Octets 80 to BF are not counted, because in UTF-8 they
/// continue a character.
fn end_of_head(document: &[u8]) -> usize {
    let head = document.iter().enumerate().filter(|(_, octet)| !(0x80..0xC0).contains(*octet));
    head.map(|(at, _)| at).nth(HEAD).unwrap_or(document.len())
}

/// A place in a document.
pub(super) struct Cursor<'d> {
    document: &'d [u8],
    at: usize,
}

impl<'d> Cursor<'d> {
    pub(super) const fn at_start(document: &'d [u8]) -> Self {
        Self { document, at: 0 }
    }

    fn rest(&self) -> &'d [u8] {
        self.document.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.document.get(self.at).copied()
    }

    /// Skips octets as long as they are `wanted`. Returns the span of the skipped octets.
    fn skip(&mut self, wanted: impl Fn(u8) -> bool) -> Span {
        let rest = self.rest();
        let length = rest.iter().position(|octet| !wanted(*octet)).unwrap_or(rest.len());
        self.at += length;
        Span::new(self.at - length, self.at)
    }

    /// Skips to the octet after the next `end`. If there is no `end`, skips to the end of the document.
    fn skip_past(&mut self, end: &[u8]) {
        let found = memchr::memmem::find(self.rest(), end).map(|found| self.at + found + end.len());
        self.at = found.unwrap_or(self.document.len());
    }

    fn at_word(&self, word: &[u8]) -> bool {
        self.rest().get(..word.len()).is_some_and(|octets| octets.eq_ignore_ascii_case(word))
    }

    /// Skips to the next `<`. Returns the span of the text before it.
    pub(super) fn text(&mut self) -> Span {
        self.skip(|octet| octet != b'<')
    }

    /// Skips a comment, an instruction, or a tag with its attributes. Returns the name of a tag in lower case, and
    /// `None` for anything else. The name of an end tag begins with `/`. If the `<` is text, the name does not begin
    /// with a letter.
    pub(super) fn tag(&mut self) -> Option<Vec<u8>> {
        if self.at_word(b"<!--") {
            self.at += 2;
            self.skip_past(b"-->");
            return None;
        }
        self.at += 1;
        if matches!(self.peek(), Some(b'!' | b'?')) {
            self.skip_past(b">");
            return None;
        }
        let slash = self.skip(|octet| octet == b'/');
        let name = Span {
            start: slash.start,
            ..self.skip(|octet| !is_blank(octet) && !matches!(octet, b'/' | b'>'))
        };
        while self.attribute().is_some() {}
        self.skip_past(b">");
        Some(name.slice(self.document).to_ascii_lowercase())
    }

    /// Skips to the next tag that begins with `tag`, or to the end of the document.
    pub(super) fn skip_to(&mut self, tag: &[u8]) {
        while !self.is_at_end() && !self.at_word(tag) {
            self.at += 1;
            self.text();
        }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    /// Reads the charset name in `@charset "name";` at the start of a style sheet. The `@charset` rule must be
    /// written exactly in this form.
    fn style_sheet(&mut self) -> Option<Span> {
        let opening = b"@charset \"";
        if !self.rest().starts_with(opening) {
            return None;
        }
        self.at += opening.len();
        let name = self.skip(|octet| octet != b'"' && octet != b'\n');
        self.rest().starts_with(b"\";").then_some(name)
    }

    /// Reads the charset name in `<?xml … encoding="name" …?>` at the start of the document.
    fn xml(&mut self) -> Option<Span> {
        let mut inside = Cursor { document: self.document, at: self.at };
        if !inside.rest().starts_with(b"<?xml") {
            return None;
        }
        inside.at += 5;
        while let Some((name, value)) = inside.attribute() {
            if name.slice(self.document).eq_ignore_ascii_case(b"encoding") {
                return Some(name_in(self.document, value));
            }
        }
        None
    }

    /// Skips the next tag or comment, and adds the declared charset names to `names`. Returns `false` if no tag or
    /// comment starts before `end` and before the body.
    fn next_tag(&mut self, end: usize, names: &mut Vec<Span>) -> bool {
        self.skip(|octet| octet != b'<');
        if self.at >= end {
            return false;
        } else if self.at_word(b"<!--") {
            self.at += 2;
            self.skip_past(b"-->");
        } else if self.at_word(b"<body") {
            return false;
        } else if self.at_word(b"<meta") && self.rest().get(5).is_some_and(|o| is_blank(*o) || *o == b'/') {
            self.at += 5;
            names.extend(self.meta());
        } else if self.rest().get(1).is_some_and(|octet| octet.is_ascii_alphabetic() || *octet == b'/') {
            self.at += 2;
            self.skip(|octet| !is_blank(octet) && octet != b'>');
            while self.attribute().is_some() {}
        } else {
            self.at += 1;
        }
        true
    }

    /// Reads the charset names that a `<meta` tag declares. The cursor must be after the name of the tag.
    fn meta(&mut self) -> Vec<Span> {
        let (mut names, mut is_content_type, mut content) = (Vec::new(), false, None);
        while let Some((name, value)) = self.attribute() {
            let octets = value.slice(self.document);
            match name.slice(self.document).to_ascii_lowercase().as_slice() {
                b"charset" => names.push(name_in(self.document, value)),
                b"http-equiv" => is_content_type = octets.trim_ascii().eq_ignore_ascii_case(b"content-type"),
                b"content" => {
                    content = content.or(charset_parameter(octets).map(|span| span.shift(value.start)))
                }
                _ => {}
            }
        }
        names.extend(content.filter(|_| is_content_type));
        names.retain(|name| !name.is_empty());
        names.sort();
        names
    }

    /// Reads the next attribute of a tag. Returns its name and its value without quotes, or `None` after the last
    /// attribute.
    fn attribute(&mut self) -> Option<(Span, Span)> {
        self.skip(|octet| is_blank(octet) || octet == b'/' || octet == b'?');
        if self.peek().is_none_or(|octet| octet == b'>') {
            return None;
        }
        // A name can start with `=` (HTML section 13.2.5.32), so the first octet is always part of the name.
        let start = self.at;
        self.at += 1;
        self.skip(|octet| !is_blank(octet) && !matches!(octet, b'=' | b'>' | b'/' | b'?'));
        let name = Span::new(start, self.at);
        self.skip(is_blank);
        if self.peek() != Some(b'=') {
            return Some((name, Span::at(self.at)));
        }
        self.at += 1;
        self.skip(is_blank);
        let value = match self.peek() {
            Some(quote @ (b'"' | b'\'')) => {
                self.at += 1;
                let value = self.skip(|octet| octet != quote);
                self.at = (self.at + 1).min(self.document.len());
                value
            }
            _ => self.skip(|octet| !is_blank(octet) && octet != b'>'),
        };
        Some((name, value))
    }
}

/// Finds the charset name in the value of a `content` attribute, such as `text/html; charset=name`.
fn charset_parameter(content: &[u8]) -> Option<Span> {
    let mut cursor = Cursor { document: content, at: 0 };
    loop {
        let word = content.get(cursor.at..)?.windows(7).position(|w| w.eq_ignore_ascii_case(b"charset"))?;
        cursor.at += word + 7;
        cursor.skip(is_blank);
        if cursor.peek() == Some(b'=') {
            break;
        }
    }
    cursor.at += 1;
    cursor.skip(|octet| is_blank(octet) || octet == b'"' || octet == b'\'');
    let name = cursor.skip(|octet| !is_blank(octet) && !matches!(octet, b';' | b'"' | b'\''));
    Some(name_in(content, name)).filter(|name| !name.is_empty())
}

/// Returns the charset name in `value`, without quotes. A `3D` that quoted-printable left at the start, as in
/// `charset=3D"koi8-r"`, is also removed.
fn name_in(document: &[u8], value: Span) -> Span {
    let octets = value.slice(document);
    let quote = |octet: &u8| matches!(octet, b'"' | b'\'');
    let escaped = if octets.starts_with(b"3D") { 2 } else { 0 };
    let start = escaped + octets.iter().skip(escaped).take_while(|octet| quote(octet)).count();
    let length = octets.iter().skip(start).take_while(|octet| !quote(octet)).count();
    Span::new(value.start + start, value.start + start + length)
}

const fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t' | b'\r' | b'\n' | 0x0C)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn names(markup: Markup, document: &str) -> Vec<&str> {
        let spans = markup.declarations(document.as_bytes());
        spans.into_iter().map(|span| &document[span.range()]).collect()
    }

    #[test]
    fn declarations_of_html() {
        for (document, want) in [
            ("<meta charset=koi8-r>", &["koi8-r"][..]),
            ("<META CHARSET = 'koi8-r' />", &["koi8-r"]),
            ("<meta/charset=\"koi8-r\">", &["koi8-r"]),
            ("<meta http-equiv=Content-Type content=\"text/html; charset=koi8-r\">", &["koi8-r"]),
            ("<meta content='text/html;charset = \"koi8-r\"' http-equiv='content-type'>", &["koi8-r"]),
            ("<?xml version='1.0' encoding='koi8-r'?><html><meta charset=\"x\"/>", &["koi8-r", "x"]),
            ("\u{feff}<html title='<meta charset=a>'><meta charset=b>", &["b"]),
            ("<meta http-equiv=3D\"Content-Type\" content=3D\"text/html; charset=3Dkoi8-r\">", &["koi8-r"]),
            ("<meta content=\"text/html; charset=3Dkoi8-r\" http-equiv=Content-Type>", &["koi8-r"]),
            ("<?xml version=3D\"1.0\" encoding=3D\"koi8-r\"?><meta charset=3D\"a\">", &["koi8-r", "a"]),
            ("<!-- <meta charset=a> --><meta charset=b>", &["b"]),
            ("<!--><meta charset=a>", &["a"]),
            ("<metacharset=a><meta name=charset content='charset=a'>", &[]),
            ("<body><meta charset=a>", &[]),
            ("<meta charset=''><meta charset><meta charset", &[]),
        ] {
            assert_eq!(names(Markup::Html, document), want, "{document}");
        }
    }

    #[test]
    fn only_the_head_counts() {
        let near = format!("{}<meta charset=a>", "ä".repeat(1023));
        assert_eq!(names(Markup::Html, &near), ["a"]);
        let far = format!("{}<meta charset=a>", "ä".repeat(1024));
        assert_eq!(names(Markup::Html, &far), [""; 0]);
    }

    #[test]
    fn declarations_of_xml_and_css() {
        assert_eq!(names(Markup::Xml, "<?xml version=\"1.0\" encoding = \"koi8-r\" ?><a/>"), ["koi8-r"]);
        assert_eq!(names(Markup::Xml, "<a/><?xml encoding='koi8-r'?>"), [""; 0]);
        assert_eq!(names(Markup::Css, "@charset \"koi8-r\"; a {}"), ["koi8-r"]);
        assert_eq!(names(Markup::Css, "@charset 'koi8-r';"), [""; 0]);
        assert_eq!(Markup::for_media_type("text/mathml+xml"), Some(Markup::Xml));
        assert_eq!(Markup::for_media_type("text/plain"), None);
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn any_octets_give_spans_in_order(document in "[<meta charst=koi8\"'>/!?-]{0,80}") {
            let spans = Markup::Html.declarations(document.as_bytes());
            let mut end = 0;
            for span in spans {
                prop_assert!(span.start >= end && span.end <= document.len());
                end = span.end;
            }
        }
    }
}
