//! Parameter values in the form of RFC 2231. This module collects, sorts and joins the sections of a value, decodes
//! percent escapes, and writes values in this form. It works on octets; [`text::parameter`](crate::text::parameter)
//! decodes the octets to text.
//!
//! Sections can be in any order (section 3), and some can be missing. The first section gives the charset and the
//! language of all sections (section 4). A percent escape can be split between two sections. An extended value
//! without its two apostrophes has no charset.
//!
//! Programs also write file names with escapes, or with a charset, that nothing announces. [`Unannounced`] says which
//! of these names are read. Linear time, except for sorting the sections.

use super::parameter::{Parameter, unquoted};
use crate::charset::Charset;
use std::borrow::Cow;
use std::collections::HashMap;

/// The maximum number of columns of a section on a line, without the blank before the section and the semicolon after
/// it.
pub(crate) const LINE: usize = 76;

/// The first octet of a percent escape.
pub(crate) const PERCENT: u8 = b'%';

/// Groups the parameters by value. The values are in the order of their first parameters, and the sections of a value
/// are sorted by number. A plain `name=` and an extended `name*=` are two values.
pub(crate) fn values(input: &[u8], parameters: &[Parameter]) -> Vec<Vec<Parameter>> {
    let mut values: Vec<Vec<Parameter>> = Vec::new();
    let mut sectioned: HashMap<Vec<u8>, usize> = HashMap::new();
    for parameter in parameters {
        let earlier = parameter.section.and_then(|_| {
            let name = parameter.name.slice(input).to_ascii_lowercase();
            let index = *sectioned.entry(name).or_insert(values.len());
            values.get_mut(index)
        });
        match earlier {
            Some(value) => value.push(*parameter),
            None => values.push(vec![*parameter]),
        }
    }
    for value in &mut values {
        value.sort_by_key(|parameter| parameter.section);
    }
    values
}

/// The octets of the parameter `name`, which is case-insensitive. The first plain parameter with this name counts. If
/// there is none, the first value in the form of RFC 2231 counts. Most programs have this order of preference.
pub(crate) fn octets<'a>(input: &'a [u8], parameters: &[Parameter], name: &str) -> Option<Cow<'a, [u8]>> {
    let named = parameters.iter().filter(|p| p.name.slice(input).eq_ignore_ascii_case(name.as_bytes()));
    if let Some(plain) = named.clone().find(|p| p.section.is_none() && !p.extended) {
        return Some(unquoted(input, plain));
    }
    let first = named.clone().next()?;
    let mut sections: Vec<Parameter> = match first.section {
        Some(_) => named.filter(|p| p.section.is_some()).copied().collect(),
        None => vec![*first],
    };
    sections.sort_by_key(|section| section.section);
    Some(Cow::Owned(Joined::of(input, &sections).octets))
}

/// Returns the charset label in `value`, the value of a parameter `charset`. A label contains no apostrophe. Some mail
/// programs write this value in the form of RFC 2231 with nothing before the apostrophes (`''utf-8`). Then the label
/// is the text after the last apostrophe.
pub(crate) fn after_apostrophes(value: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let text = value.trim_ascii();
    let after = memchr::memrchr(b'\'', text).and_then(|at| text.get(at + 1..));
    match after {
        Some(after) if !after.is_empty() => Cow::Owned(after.to_vec()),
        _ => value,
    }
}

/// The joined sections of one value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) struct Joined {
    /// The octets without charset and language, with percent escapes decoded.
    pub octets: Vec<u8>,
    /// The charset label, if the first section is extended and has both apostrophes.
    pub label: Option<Vec<u8>>,
    /// The language, which can be empty. The language has a meaning only if there is a label.
    pub language: Vec<u8>,
    /// Whether the value has a percent escape.
    pub escaped: bool,
    /// Whether the value as written is ASCII.
    pub ascii: bool,
    /// Whether each section as written is UTF-8 on its own.
    pub whole: bool,
    /// The escapes that nothing announces.
    pub unannounced: Unannounced,
}

/// Escapes in a file name that nothing announces, because the `*` after the parameter name or one of the two
/// apostrophes is missing. A file may really be called `100%25.txt`, so such escapes are text unless the octets behind
/// them prove the contrary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Unannounced {
    /// There are none.
    #[default]
    None,
    /// They are decoded. Either the value begins with the name of a charset and an apostrophe, or the escapes are those
    /// of valid UTF-8 or of UTF-16 code units (`%u041E`), with characters beyond US-ASCII.
    Read,
    /// Nothing shows the charset of the escapes. They are not decoded.
    Unclear,
}

impl Joined {
    /// Joins `sections`, which must be sorted as [`values`] sorts them.
    ///
    /// ```abnf
    /// extended-initial-value := [charset] "'" [language] "'" extended-other-values   ; RFC 2231 section 7
    /// extended-other-values  := *(ext-octet / attribute-char)
    /// ```
    pub(crate) fn of(input: &[u8], sections: &[Parameter]) -> Self {
        let mut joined = Self { ascii: true, whole: true, ..Self::default() };
        // The undecoded octets of consecutive extended sections. They are decoded together, because an escape can be
        // split between two sections.
        let mut open = Vec::new();
        for (index, section) in sections.iter().enumerate() {
            let value = unquoted(input, section);
            joined.ascii &= value.is_ascii();
            joined.whole &= std::str::from_utf8(&value).is_ok();
            if !section.extended {
                joined.close(&mut open);
                joined.octets.extend_from_slice(&value);
                continue;
            }
            let mut parts = value.splitn(3, |octet| *octet == b'\'');
            match (parts.next(), parts.next(), parts.next()) {
                (Some(label), Some(language), Some(text)) if index == 0 => {
                    joined.label = Some(label.to_vec());
                    joined.language = language.to_vec();
                    open.extend_from_slice(text);
                }
                _ => open.extend_from_slice(&value),
            }
        }
        joined.close(&mut open);
        let is_file_name = |first: &Parameter| {
            let name = first.name.slice(input);
            ["name", "filename"].iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
        };
        let is_plain = sections.iter().all(|section| !section.extended);
        if joined.label.is_none() && joined.ascii && sections.first().is_some_and(is_file_name) {
            joined.unannounced = joined.find_unannounced(is_plain);
        }
        joined
    }

    /// Decodes the escapes that nothing announces. `is_plain` tells whether no escape has been decoded yet. Encoded
    /// words have escapes of their own, so a value with an encoded word stays.
    fn find_unannounced(&mut self, is_plain: bool) -> Unannounced {
        if memchr::memmem::find(&self.octets, b"=?").is_some() {
            return Unannounced::None;
        }
        let decoded = |text: &[u8]| if is_plain { without_escapes(text) } else { text.to_vec() };
        let labelled =
            in_charset(&self.octets).map(|(label, language, text)| (label, language, decoded(text)));
        if let Some((label, language, octets)) = labelled.filter(|(_, _, octets)| !octets.is_ascii()) {
            (self.label, self.language) = (Some(label.to_vec()), language.to_vec());
            (self.octets, self.escaped) = (octets, true);
            return Unannounced::Read;
        }
        if !is_plain || memchr::memchr(b'%', &self.octets).is_none() {
            return Unannounced::None;
        }
        let decoded = [Some(without_escapes(&self.octets)), from_code_units(&self.octets)];
        if let Some(octets) = decoded.into_iter().flatten().find(|octets| is_foreign_text(octets)) {
            (self.octets, self.escaped) = (octets, true);
            return Unannounced::Read;
        }
        if has_adjacent_escapes(&self.octets) { Unannounced::Unclear } else { Unannounced::None }
    }

    fn close(&mut self, open: &mut Vec<u8>) {
        let octets = without_escapes(open);
        self.escaped |= octets.len() < open.len();
        self.octets.extend(octets);
        open.clear();
    }
}

/// Decodes percent escapes, and leaves all other octets as they are.
///
/// ```abnf
/// ext-octet := "%" 2(DIGIT / "A" / "B" / "C" / "D" / "E" / "F")   ; RFC 2231 section 7
/// ```
pub(crate) fn without_escapes(escaped: &[u8]) -> Vec<u8> {
    let (mut octets, mut rest) = (Vec::with_capacity(escaped.len()), escaped);
    while let Some((octet, after)) = rest.split_first() {
        let escape = after.first_chunk().filter(|_| *octet == b'%').and_then(hex);
        rest = if escape.is_some() { after.get(2..).unwrap_or_default() } else { after };
        octets.push(escape.unwrap_or(*octet));
    }
    octets
}

/// Splits a value that begins with the name of a charset and one or two apostrophes: returns the charset, the language
/// and the rest.
fn in_charset(value: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let (label, rest) = value.split_at_checked(memchr::memchr(b'\'', value)?)?;
    let rest = rest.get(1..)?;
    let (language, text) =
        memchr::memchr(b'\'', rest).and_then(|at| rest.split_at_checked(at)).unwrap_or_default();
    let is_language = !text.is_empty() && language.iter().all(|o| o.is_ascii_alphanumeric() || *o == b'-');
    Charset::for_label(label)?;
    Some(if is_language { (label, language, text.get(1..)?) } else { (label, &[], rest) })
}

/// Decodes the escapes `%u0000` to `%uFFFF` and `%00` to `%FF`, which stand for code units of UTF-16. Returns the text
/// in UTF-8, or `None` if it is not well-formed, or if there is no escape with `u`. JavaScript's function `escape`
/// writes these escapes.
fn from_code_units(escaped: &[u8]) -> Option<Vec<u8>> {
    let (mut units, mut rest, mut found) = (Vec::with_capacity(escaped.len()), escaped, false);
    while let Some((octet, after)) = rest.split_first() {
        let (unit, len) = match (octet, after) {
            (b'%', [b'u', a, b, c, d, ..])
                if let (Some(high), Some(low)) = (hex(&[*a, *b]), hex(&[*c, *d])) =>
            {
                found = true;
                (u16::from_be_bytes([high, low]), 5)
            }
            (b'%', [a, b, ..]) => {
                hex(&[*a, *b]).map_or((u16::from(*octet), 0), |octet| (u16::from(octet), 2))
            }
            _ => (u16::from(*octet), 0),
        };
        units.push(unit);
        rest = after.get(len..).unwrap_or_default();
    }
    String::from_utf16(&units).ok().filter(|_| found).map(String::into_bytes)
}

/// Whether `octets` are UTF-8 with characters beyond US-ASCII and without control characters.
fn is_foreign_text(octets: &[u8]) -> bool {
    std::str::from_utf8(octets).is_ok_and(|text| !text.is_ascii() && !text.contains(char::is_control))
}

/// Whether two escapes of octets above 127 are adjacent, which hardly occurs in a text that is not escaped.
fn has_adjacent_escapes(octets: &[u8]) -> bool {
    let is_high = |a: &u8, b: &u8| hex(&[*a, *b]).is_some_and(|octet| !octet.is_ascii());
    octets.windows(6).any(|six| matches!(six, [b'%', a, b, b'%', c, d] if is_high(a, b) && is_high(c, d)))
}

fn hex(digits: &[u8; 2]) -> Option<u8> {
    let [high, low] = digits.map(|digit| char::from(digit).to_digit(16));
    u8::try_from(high? << 4 | low?).ok()
}

/// Writes `text` as the parameter `name*=utf-8'language'…`, or as several sections if the text is too long for a
/// line. No character is split between two sections.
pub(crate) fn written(name: &str, text: &str, language: &str) -> Vec<String> {
    let mut value = format!("utf-8'{language}'");
    let mut sections = Vec::new();
    for character in text.chars() {
        let escaped = percent_escaped(character);
        let head = name.len() + sections.len().to_string().len() + "**=".len();
        if head + value.len() + escaped.len() > LINE && !value.is_empty() {
            sections.push(std::mem::take(&mut value));
        }
        value.push_str(&escaped);
    }
    sections.push(value);
    match &sections[..] {
        [whole] => vec![format!("{name}*={whole}")],
        _ => sections.iter().enumerate().map(|(n, section)| format!("{name}*{n}*={section}")).collect(),
    }
}

/// The character itself if it is an `attribute-char` (RFC 2231 section 7); otherwise the percent escapes of its
/// octets in UTF-8.
fn percent_escaped(character: char) -> String {
    if character.is_ascii_alphanumeric() || "!#$&+-.^_`{|}~".contains(character) {
        return character.to_string();
    }
    let mut buffer = [0; 4];
    let octets = character.encode_utf8(&mut buffer).bytes();
    octets.map(|octet| format!("%{octet:02X}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;
    use crate::syntax::content_type::parameterized;
    use proptest::prelude::*;

    #[test]
    fn a_plain_parameter_comes_first() {
        use crate::syntax::content_type::parameterized;
        let input = b"text/plain; charset*=us-ascii''koi8%2Dr; format*1=wed; format*0=flo";
        let field = parameterized(input, Span::new(0, input.len()), 10);
        assert_eq!(octets(input, &field.parameters, "charset").as_deref(), Some(&b"koi8-r"[..]));
        assert_eq!(octets(input, &field.parameters, "Format").as_deref(), Some(&b"flowed"[..]));
        assert_eq!(octets(input, &field.parameters, "delsp"), None);
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn written_values_are_read_back(name in "[a-z]{1,20}", text in "\\PC{0,60}|[%' *4a]{0,12}", language in "|en|de-AT") {
            let parameters = written(&name, &text, &language);
            prop_assert!(parameters.iter().all(|parameter| parameter.is_ascii() && parameter.len() <= LINE));
            let input = format!("v; {}", parameters.join("; "));
            let read = parameterized(input.as_bytes(), Span::new(0, input.len()), 1_000).parameters;
            let [value] = &values(input.as_bytes(), &read)[..] else { panic!("{input}") };
            let joined = Joined::of(input.as_bytes(), value);
            prop_assert_eq!(joined.octets, text.into_bytes());
            prop_assert_eq!((joined.label, joined.language), (Some(b"utf-8".to_vec()), language.into_bytes()));
        }
    }

    #[test]
    fn escapes_that_nothing_announces() {
        use Unannounced::{None as Absent, Read, Unclear};
        for (value, octets, unannounced) in [
            ("filename=\"%D0%9E%D1%82%20.doc\"", "От .doc", Read),
            ("name=%D0%9E%D1%82.doc", "От.doc", Read),
            ("filename=%E2%80%93%25", "–%", Read),
            ("filename*0=utf-8''%D0%9E; filename*1=%D1%82.doc", "От.doc", Read),
            ("filename*0=utf-8'ru'%D0; filename*1=%9E", "О", Read),
            ("filename*=utf-8'%D0%9E.doc", "О.doc", Read),
            ("filename=\"%u041E%u0442%20a.doc\"", "От a.doc", Read),
            ("filename=\"%uD83D%uDE00%E9\"", "😀é", Read),
            ("filename=\"%uD83D.doc\"", "%uD83D.doc", Absent),
            ("filename=%CF%F0.doc", "%CF%F0.doc", Unclear),
            ("filename=100%25.txt", "100%25.txt", Absent),
            ("filename=a%20b.txt", "a%20b.txt", Absent),
            ("filename=100%best.pdf", "100%best.pdf", Absent),
            ("filename=%u0041.txt", "%u0041.txt", Absent),
            ("filename=%C2%85.txt", "%C2%85.txt", Unclear),
            ("filename=utf-8''a.txt", "utf-8''a.txt", Absent),
            ("filename=don't%20.txt", "don't%20.txt", Absent),
            ("url=http://a/%D0%9E", "http://a/%D0%9E", Absent),
            ("filename=\"=?utf-8?Q?a?= %D0%9E\"", "=?utf-8?Q?a?= %D0%9E", Absent),
        ] {
            let input = format!("v; {value}");
            let read = parameterized(input.as_bytes(), Span::new(0, input.len()), 10).parameters;
            let joined = Joined::of(input.as_bytes(), &values(input.as_bytes(), &read)[0]);
            assert_eq!(String::from_utf8(joined.octets).unwrap(), octets, "{value}");
            assert_eq!(joined.unannounced, unannounced, "{value}");
        }
    }

    #[test]
    fn every_form_of_a_value_is_read() {
        for (field, value) in [
            ("a=x", "x"),
            ("a*=us-ascii''%78", "x"),
            ("a*=us-ascii'en'x", "x"),
            ("a*=x", "x"),
            ("a*1=y; a*0=x", "xy"),
            ("a*0*=us-ascii''%7; a*1*=8y", "xy"),
            ("a*0*=''x; A*1=%79", "x%79"),
            ("a*0=''x; a*1=y", "''xy"),
            ("a*=''x; a=y", "y"),
            ("a*=''x; a*=''y", "x"),
            ("a*=''x; a*0=y; a*1=z", "x"),
            ("a*0=y; a*=''x; a*1=z", "yz"),
            ("a*0=x; a*0=y", "xy"),
            ("b=x; a=\"y z\"", "y z"),
        ] {
            let input = format!("v; {field}");
            let read = parameterized(input.as_bytes(), Span::new(0, input.len()), 10);
            let octets = octets(input.as_bytes(), &read.parameters, "a");
            assert_eq!(octets.as_deref(), Some(value.as_bytes()), "{field}");
        }
    }
}
