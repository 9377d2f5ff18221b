//! What parameter values say: their [joined sections](crate::syntax::rfc2231) decoded once (RFC 2231 section 4).
//!
//! Beyond the letter: encoded words, which RFC 2047 section 5 forbids here, are read, those too that are cut by the
//! end of a section; raw octets are read as everywhere in the header.
//!
//! Refuses values with two sections of the same number: there is no telling which one is meant. Linear in the
//! value, and in the number of sections but for their sort.

use super::FieldReader;
use super::charset_choice::resolve;
use super::field::{RunKind, has_surrogate_pairs, is_shifted, is_utf8, text_of};
use super::raw_charset::{of_sample, without_words};
use super::text_span::{TextKind, TextSpan};
use crate::charset::Charset;
use crate::finding::{Cause, Code, Confidence, Detail};
use crate::span::Span;
use crate::syntax::parameter::Parameter;
use crate::syntax::rfc2231::Joined;

/// What a value says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
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
    pub findings: Vec<(Code, Detail)>,
    /// Why encoded words in it cannot be read; they are text.
    pub unresolved: Vec<Detail>,
    /// The charsets of the encoded words in it that were read.
    pub words: Vec<Charset>,
}

impl FieldReader<'_, '_> {
    /// What the value in `sections`, as [`values`](crate::syntax::rfc2231::values) gives them, says.
    ///
    /// # Errors
    /// Why it cannot be read without loss.
    pub fn value(&self, sections: &[&Parameter]) -> Result<Value, Detail> {
        let twice = |pair: &[&Parameter]| matches!(pair, [a, b] if a.section == b.section);
        if sections.windows(2).any(twice) {
            return Err(Cause::RepeatedSection.into());
        }
        let octets = Joined::of(self.input, sections);
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
            value.findings.push((Code::ParameterMalformed, Detail::None));
        }
        Ok(value)
    }

    fn labelled(&self, octets: &Joined, label: &[u8]) -> Result<Value, Detail> {
        let text = resolve(&octets.octets, Some(label), self.context)?;
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

    fn unlabelled(&self, octets: &Joined) -> Result<Value, Detail> {
        let Joined { escaped, ascii, whole, ref octets, .. } = *octets;
        let place = TextSpan { kind: TextKind::Text, span: Span::new(0, octets.len()) };
        let silent = match is_utf8(octets, self.context) {
            true => Vec::new(),
            false => without_words(octets, place.span, self.context),
        };
        let utf8 = is_utf8(&silent, self.context);
        // Octets under percent escapes are a sample by themselves. The finding on the field names the charset of others.
        let unknown = !utf8 && (self.raw.is_none() || ascii);
        let guess = if unknown { of_sample(&silent, self.context) } else { None };
        let reader = FieldReader {
            input: octets,
            raw: self.raw.filter(|_| !utf8 && !ascii).or(guess.map(|(charset, _)| charset)),
            ..*self
        };
        let read = reader.fragments(place).ok_or(Cause::UnknownCharset)?;
        let words = read.fragments.iter().filter_map(|fragment| match &fragment.what {
            RunKind::Words(run) => Some(run),
            _ => None,
        });
        let mut findings: Vec<(Code, Detail)> = Vec::new();
        for (code, detail) in words.clone().flat_map(|run| &run.findings) {
            if findings.iter().all(|(known, _)| known != code) {
                findings.push((*code, detail.clone()));
            }
        }
        if words.clone().next().is_some() {
            findings.push((Code::WordMisplaced, Detail::None));
        }
        if let Some((charset, confidence)) = guess {
            findings.push((Code::FieldRaw, Detail::Read { label: None, charset, confidence }));
        }
        if is_shifted(octets, &read.fragments) {
            findings.push((Code::FieldRaw, Cause::EscapeSequences.into()));
        }
        if has_surrogate_pairs(octets, &read.fragments) {
            findings.push((Code::Utf8SurrogatePair, Detail::None));
        }
        let text = text_of(octets, &read.fragments, TextKind::Text);
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
