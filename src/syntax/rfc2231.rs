//! Parameter values in the form of RFC 2231. This module collects, sorts and joins the sections of a value, decodes
//! percent escapes, and writes values in this form. It works on octets; [`text::parameter`](crate::text::parameter)
//! decodes the octets to text.
//!
//! Sections can be in any order (section 3), and some can be missing. The first section gives the charset and the
//! language of all sections (section 4). A percent escape can be split between two sections. An extended value
//! without its two apostrophes has no charset. Linear time, except for sorting the sections.

use super::parameter::{Parameter, unquoted};
use std::borrow::Cow;
use std::collections::HashMap;

/// The maximum number of columns of a section on a line, without the blank before the section and the semicolon after
/// it.
pub(crate) const LINE: usize = 76;

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
        joined
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
