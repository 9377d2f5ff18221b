//! Parameter values: sections collected, ordered, joined and decoded once (RFC 2231 sections 3 and 4).
//!
//! Sections may stand in any order and with gaps; charset and language are those of the first one and hold for
//! all; a percent escape may be cut by the end of a section. Beyond the letter: an extended value without its
//! two apostrophes is octets that say nothing of their charset; encoded words, which RFC 2047 section 5 forbids
//! here, are read, those too that are cut by the end of a section; raw octets are read as everywhere in the
//! header.
//!
//! Refuses values with two sections of the same number: there is no telling which one is meant. Linear in the
//! value, and in the number of sections but for their sort.

use super::field::{What, candidates, is_shifted, text_of, without_words};
use super::place::{Place, PlaceKind};
use super::text;
use super::{Confidence, Reader};
use crate::charset::Charset;
use crate::finding::Code;
use crate::span::Span;
use crate::syntax::parameter::{Parameter, unquoted};
use std::collections::HashMap;

/// What a value says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// The text.
    pub text: String,
    /// The charset label in the value itself (RFC 2231 section 4), and the charset it was read in.
    pub labelled: Option<(Vec<u8>, Charset)>,
    /// Whether it stands in the form of RFC 2231: percent escapes or sections.
    pub extended: bool,
    /// Whether the text is what stands there: neither percent escapes nor encoded words, in UTF-8.
    pub plain: bool,
    /// Whether it is by the letter of RFC 2231, in UTF-8 or US-ASCII.
    pub normal: bool,
    /// The language (RFC 2231 section 4); empty where there is none.
    pub language: String,
    /// What was odd, each code once.
    pub findings: Vec<(Code, String)>,
    /// Why encoded words in it cannot be read; they are text.
    pub unresolved: Vec<String>,
    /// The charsets of the encoded words in it that were read.
    pub words: Vec<Charset>,
}

/// The parameters that make up one value each, in order of their first one; sections in order of their number.
/// A plain `name=` and an extended `name*=` are two values.
pub fn values<'p>(input: &[u8], parameters: &'p [Parameter]) -> Vec<Vec<&'p Parameter>> {
    let mut values: Vec<Vec<&Parameter>> = Vec::new();
    let mut sectioned: HashMap<Vec<u8>, usize> = HashMap::new();
    for parameter in parameters {
        let known = parameter.section.and_then(|_| {
            let name = parameter.name.slice(input).to_ascii_lowercase();
            let index = *sectioned.entry(name).or_insert(values.len());
            values.get_mut(index)
        });
        match known {
            Some(value) => value.push(parameter),
            None => values.push(vec![parameter]),
        }
    }
    for value in &mut values {
        value.sort_by_key(|parameter| parameter.section);
    }
    values
}

impl Reader<'_, '_> {
    /// What the value in `sections`, as [`values`] gives them, says.
    ///
    /// # Errors
    /// Why it cannot be read without loss.
    pub fn value(&self, sections: &[&Parameter]) -> Result<Value, String> {
        let twice = |pair: &[&Parameter]| matches!(pair, [a, b] if a.section == b.section);
        if sections.windows(2).any(twice) {
            return Err("two sections of the same number".to_owned());
        }
        let octets = Octets::of(self.input, sections);
        let extended = sections.first().is_some_and(|first| first.extended || first.section.is_some());
        let malformed = sections.iter().any(|section| section.malformed);
        let mut value = match &octets.label {
            Some(label) => self.labelled(&octets, label)?,
            None => self.unlabelled(&octets)?,
        };
        value.extended = extended;
        let in_order = (0..).zip(sections).all(|(n, p)| p.section.unwrap_or(n) == n);
        value.normal &= in_order;
        if extended && (malformed || !in_order) {
            value.findings.push((Code::ParameterMalformed, String::new()));
        }
        Ok(value)
    }

    fn labelled(&self, octets: &Octets, label: &[u8]) -> Result<Value, String> {
        let text = text::resolve(&octets.octets, Some(label), self.context)
            .map_err(|unresolved| unresolved.to_string())?;
        let utf8 = label.eq_ignore_ascii_case(b"utf-8") || label.eq_ignore_ascii_case(b"us-ascii");
        let sure = matches!(text.confidence, Confidence::Declared | Confidence::Ascii);
        Ok(Value {
            labelled: Some((label.to_vec(), text.charset)),
            text: text.text.into_owned(),
            normal: utf8 && sure && octets.ascii && text.replaced == 0,
            language: String::from_utf8_lossy(&octets.language).into_owned(),
            findings: text.findings,
            ..Value::default()
        })
    }

    fn unlabelled(&self, octets: &Octets) -> Result<Value, String> {
        let (escaped, whole, octets) = (octets.escaped, octets.whole, octets.octets.as_slice());
        let place = Place { kind: PlaceKind::Text, span: Span::new(0, octets.len()) };
        let silent = match std::str::from_utf8(octets) {
            Ok(_) => Vec::new(),
            Err(_) => without_words(octets, place.span, self.context),
        };
        let utf8 = std::str::from_utf8(&silent).is_ok();
        // The charset of the header, if one was found, is told of with the field.
        let unknown = !utf8 && self.raw.is_none();
        let guess = unknown.then(|| candidates(&silent, self.context).first().map(|(charset, _)| *charset));
        let guess = guess.flatten();
        let reader = Reader { input: octets, raw: self.raw.filter(|_| !utf8).or(guess), ..*self };
        let read = reader.fragments(place).ok_or("raw octets in an unknown charset")?;
        let words = read.fragments.iter().filter_map(|fragment| match &fragment.what {
            What::Words(run) => Some(run),
            _ => None,
        });
        let mut findings: Vec<(Code, String)> = Vec::new();
        for (code, detail) in words.clone().flat_map(|run| &run.findings) {
            if findings.iter().all(|(known, _)| known != code) {
                findings.push((*code, detail.clone()));
            }
        }
        if words.clone().next().is_some() {
            findings.push((Code::WordMisplaced, String::new()));
        }
        if let Some(charset) = guess {
            findings.push((Code::FieldRaw, format!("read as {charset}")));
        }
        if is_shifted(octets, &read.fragments) {
            findings.push((Code::FieldRaw, "read by its escape sequences".to_owned()));
        }
        let text = text_of(octets, &read.fragments, PlaceKind::Text);
        Ok(Value {
            plain: whole && !escaped && text.as_bytes() == octets,
            normal: text.is_ascii() && !escaped && words.count() == 0,
            text,
            findings,
            unresolved: read.unresolved.into_iter().map(|(_, why)| why).collect(),
            words: read.read.into_iter().map(|(_, charset)| charset).collect(),
            ..Value::default()
        })
    }
}

/// Sections joined, percent escapes undone.
#[derive(Default)]
struct Octets {
    octets: Vec<u8>,
    /// Charset and language, where the first section has both apostrophes.
    label: Option<Vec<u8>>,
    language: Vec<u8>,
    /// Whether there was a percent escape.
    escaped: bool,
    /// Whether what stands there is ASCII.
    ascii: bool,
    /// Whether each section is UTF-8 by itself.
    whole: bool,
}

impl Octets {
    fn of(input: &[u8], sections: &[&Parameter]) -> Self {
        let mut joined = Self { ascii: true, whole: true, ..Self::default() };
        // Extended sections that stand together, in which an escape may be cut.
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
        let mut rest = open.as_slice();
        while let Some((octet, behind)) = rest.split_first() {
            rest = behind;
            let escape = behind.first_chunk().filter(|_| *octet == b'%').and_then(hex);
            if escape.is_some() {
                rest = behind.get(2..).unwrap_or_default();
                self.escaped = true;
            }
            self.octets.push(escape.unwrap_or(*octet));
        }
        open.clear();
    }
}

fn hex(digits: &[u8; 2]) -> Option<u8> {
    let [high, low] = digits.map(|digit| char::from(digit).to_digit(16));
    u8::try_from(high? << 4 | low?).ok()
}
