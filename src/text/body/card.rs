//! The charset names in the properties of vCard 2.1, vCalendar 1.0 and vNote, as in `N;CHARSET=windows-1252:Müller`.
//!
//! Such a name overrides the label of the body for the raw octets of its property. In a property with
//! `ENCODING=QUOTED-PRINTABLE`, the name applies to the escaped octets, which a conversion of the body does not
//! change. So only the names in properties with raw octets above 127 or with escape sequences are relevant. All
//! functions take linear time.

use crate::span::Span;

/// The media types of vCards, vCalendars and vNotes. Documents in later versions of these formats have the same media
/// types, but are in UTF-8 and name no charset.
pub(in crate::text) const MEDIA_TYPES: [&str; 7] = [
    "text/vcard",
    "text/x-vcard",
    "text/directory",
    "text/calendar",
    "text/x-vcalendar",
    "text/x-vnote",
    "text/vnd.vnote",
];

/// A property, including its continuation lines.
struct Property<'d> {
    document: &'d [u8],
    span: Span,
    /// The value of the parameter `CHARSET` of the property, without quotes.
    charset: Option<Span>,
    quoted_printable: bool,
}

/// Returns the charset names of those properties that have raw octets above 127 or escape sequences, in order.
pub(in crate::text) fn declarations(document: &[u8]) -> Vec<Span> {
    let raw = properties(document).filter(|property| {
        property.span.slice(document).iter().any(|octet| !octet.is_ascii() || *octet == 0x1B)
    });
    raw.filter_map(|property| property.charset).collect()
}

/// Whether the document has a property without `CHARSET` whose quoted-printable octets are not UTF-8. These octets
/// are in the charset of the label, so the label must not change.
pub(crate) fn depends_on_label(document: &[u8]) -> bool {
    let silent =
        properties(document).filter(|property| property.charset.is_none() && property.quoted_printable);
    let mut values =
        silent.map(|property| crate::transfer::quoted_printable::decode(property.value()).octets);
    values.any(|octets| std::str::from_utf8(&octets).is_err())
}

fn properties(document: &[u8]) -> impl Iterator<Item = Property<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = document.get(at..).filter(|rest| !rest.is_empty())?;
        let property = Property::at(document, Span::new(at, at + line(rest).len()));
        at = property.span.end;
        Some(property)
    })
}

/// Returns the first line of `rest`, with its line end.
fn line(rest: &[u8]) -> &[u8] {
    let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
    rest.get(..end).unwrap_or_default()
}

impl<'d> Property<'d> {
    /// Reads the property that begins with the line `first`.
    fn at(document: &'d [u8], first: Span) -> Self {
        let mut property = Self { document, span: first, charset: None, quoted_printable: false };
        let mut at = first.start;
        for parameter in property.head().split(|octet| *octet == b';') {
            let span = Span::new(at, at + parameter.len());
            at = span.end + 1;
            let (name, value) = match parameter.iter().position(|octet| *octet == b'=') {
                Some(equals) => {
                    (Span::new(span.start, span.start + equals), Span::new(span.start + equals + 1, span.end))
                }
                None => (Span::at(span.start), span),
            };
            if name.slice(document).trim_ascii().eq_ignore_ascii_case(b"CHARSET") {
                property.charset = property.charset.or(Some(unquoted(document, value)));
            }
            let value = unquoted(document, value).slice(document);
            property.quoted_printable |= value.eq_ignore_ascii_case(b"QUOTED-PRINTABLE");
        }
        property.take_continuations();
        property
    }

    /// The part of the property before the colon: its name and its parameters.
    fn head(&self) -> &'d [u8] {
        let line = self.span.slice(self.document);
        let mut quoted = false;
        let colon = line.iter().position(|octet| {
            quoted ^= *octet == b'"';
            *octet == b':' && !quoted
        });
        line.get(..colon.unwrap_or(0)).unwrap_or_default()
    }

    fn value(&self) -> &'d [u8] {
        self.span.slice(self.document).get(self.head().len()..).unwrap_or_default()
    }

    /// Adds the continuation lines to the property. A line continues the property if it begins with a blank (it is
    /// folded), or if it follows a soft break of quoted-printable.
    fn take_continuations(&mut self) {
        while let Some(rest) = self.document.get(self.span.end..).filter(|rest| !rest.is_empty()) {
            let soft =
                self.quoted_printable && self.span.slice(self.document).trim_ascii_end().ends_with(b"=");
            if !soft && !matches!(rest, [b' ' | b'\t', ..]) {
                break;
            }
            self.span.end += line(rest).len();
        }
    }
}

fn unquoted(document: &[u8], value: Span) -> Span {
    let blank = |octet: &u8| octet.is_ascii_whitespace() || *octet == b'"';
    let octets = value.slice(document);
    let start = octets.iter().take_while(|octet| blank(octet)).count();
    let end =
        octets.iter().skip(start).rposition(|octet| !blank(octet)).map_or(start, |last| start + last + 1);
    Span::new(value.start + start, value.start + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_raw_octets() {
        let document = b"BEGIN:VCARD\r\nN;CHARSET=windows-1252:M\xFCller\r\nFN;charset=\"koi8-r\";X=\"a:b\":\r\n \xC4\xC1\r\n\
            ORG;CHARSET=big5;ENCODING=QUOTED-PRINTABLE:=A4=\r\n=A4\r\nTITLE;CHARSET=big5:plain\r\n\
            NOTE;QUOTED-PRINTABLE;CHARSET=iso-8859-5:=\r\n\xB6\r\nX:\xFC;CHARSET=x\r\n";
        let names: Vec<_> = declarations(document).into_iter().map(|name| name.slice(document)).collect();
        assert_eq!(names, [&b"windows-1252"[..], b"koi8-r", b"iso-8859-5"]);
    }

    #[test]
    fn quoted_printable_without_a_charset() {
        for (document, hangs) in [
            (&b"N;ENCODING=QUOTED-PRINTABLE:M=FCller\n"[..], true),
            (b"N;QUOTED-PRINTABLE:M=\n=FCller\n", true),
            (b"N;ENCODING=quoted-printable:M=C3=BCller\n", false),
            (b"N;ENCODING=QUOTED-PRINTABLE;CHARSET=latin1:M=FCller\n", false),
            (b"N:M=FCller\n", false),
        ] {
            assert_eq!(depends_on_label(document), hangs, "{}", document.escape_ascii());
        }
    }
}
