//! Decodes parameter values. The [joined sections](crate::syntax::rfc2231) of each value are decoded once (RFC 2231
//! section 4).
//!
//! RFC 2047 section 5 forbids encoded words in parameter values. They are decoded nevertheless, even if a word is
//! split between two sections. Raw octets are decoded as everywhere in the header.
//!
//! A value with two sections of the same number is refused, because it is ambiguous. The time is linear in the size
//! of the value and in the number of sections, except for the time to sort the sections.

use super::parsed_field::{ParsedSpans, ParsedValue};
use super::raw_charset::{of_sample, of_unknown, without_words};
use super::span_text::{RunKind, SpanReader, charset_of_raw, is_utf8, text_of};
use super::text_span::{TextKind, TextSpan, is_text_parameter};
use crate::charset::Charset;
use crate::finding::{Cause, Code, Confidence, Detail};
use crate::span::Span;
use crate::syntax::parameter::Parameter;
use crate::syntax::rfc2231::{Joined, Unannounced};
use crate::text::charset_choice::resolve_or_show;
use std::mem;

/// A parameter with all its sections.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParameterText {
    /// The sections, in the order of their numbers. If the sections have no numbers, there is only one section.
    pub sections: Vec<Parameter>,
    /// The value, or the reason why it cannot be decoded without loss.
    pub value: Result<Value, Detail>,
}

impl ParameterText {
    /// The name of the parameter, as it is written.
    pub fn name<'b>(&self, buffer: &'b [u8]) -> &'b [u8] {
        self.sections.first().map(|first| first.name.slice(buffer)).unwrap_or_default()
    }

    /// Whether the value is text. The values of two parameters are not text: the value of `boundary` must equal
    /// other octets of the message, and the value of `charset` depends on the body.
    pub fn is_text(&self, buffer: &[u8]) -> bool {
        is_text_parameter(self.name(buffer))
    }
}

/// Decodes the texts of `values`. Moves the sections of each value into the result.
pub(in crate::text) fn values(reader: &SpanReader<'_, '_>, values: &mut [ParsedValue]) -> Vec<ParameterText> {
    let read = |value: &mut ParsedValue| ParameterText {
        value: reader.value(value),
        sections: mem::take(&mut value.sections),
    };
    values.iter_mut().map(read).collect()
}

/// The text of a parameter value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Value {
    /// The text.
    pub text: String,
    /// The charset label in the value (RFC 2231 section 4), and the charset in which the value was decoded.
    pub labelled: Option<(Vec<u8>, Charset)>,
    /// Whether the value is in the form of RFC 2231, with percent escapes or sections.
    pub extended: bool,
    /// Whether the octets of the value are already the text in UTF-8, without percent escapes and encoded words.
    pub plain: bool,
    /// Whether the value conforms to RFC 2231 and is in UTF-8 or US-ASCII.
    pub normal: bool,
    /// The language of the value (RFC 2231 section 4), which is empty if none is named.
    pub language: String,
    /// Findings about the value. Each code occurs once.
    pub findings: Vec<(Code, Detail)>,
    /// The labels of those encoded words in the value that cannot be decoded, with the reasons. These words stay in
    /// the text.
    pub unresolved: Vec<(Vec<u8>, Detail)>,
    /// The labels of those encoded words in the value that were decoded, with their charsets.
    pub words: Vec<(Vec<u8>, Charset)>,
    /// The charset of unlabelled octets outside encoded words. `None` if all these octets are US-ASCII.
    pub raw: Option<Charset>,
    /// The spans of the words that `unresolved` lists. The spans refer to the joined octets of all sections.
    pub(in crate::text) unread: Vec<Span>,
}

impl SpanReader<'_, '_> {
    /// Returns the text of `value`, or the reason why it cannot be read without loss.
    fn value(&self, value: &ParsedValue) -> Result<Value, Detail> {
        let ParsedValue { sections, joined, .. } = value;
        let twice = |pair: &[Parameter]| matches!(pair, [a, b] if a.section == b.section);
        if sections.windows(2).any(twice) {
            return Err(Cause::RepeatedSection.into());
        }
        if joined.unannounced == Unannounced::Unclear {
            return Err(Cause::UnclearEscapes.into());
        }
        let extended = sections.first().is_some_and(|first| first.extended || first.section.is_some());
        let malformed = sections.iter().any(|section| section.malformed);
        let mut read = match &joined.label {
            Some(label) => self.labelled(joined, label)?,
            None => self.unlabelled(joined, &value.text)?,
        };
        read.extended = extended;
        let in_order = (0..).zip(sections).all(|(n, p)| p.section.unwrap_or(n) == n);
        let is_announced = joined.unannounced == Unannounced::None;
        read.normal &= in_order && is_announced;
        if extended && (malformed || !in_order) || !is_announced {
            read.findings.push((Code::ParameterMalformed, Detail::None));
        }
        Ok(read)
    }

    fn labelled(&self, octets: &Joined, label: &[u8]) -> Result<Value, Detail> {
        let text = resolve_or_show(&octets.octets, label, self.context)?;
        // Garbled text is not rewritten. After a rewrite, nobody could distinguish it from text that its author wrote
        // in this form. A person who reads it sees it as it is stored.
        if let Some(why) = text.doubt().filter(|_| !self.context.is_for_display()) {
            return Err(why.clone());
        }
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

    fn unlabelled(&self, joined: &Joined, texts: &ParsedSpans) -> Result<Value, Detail> {
        let Joined { escaped, ascii, whole, ref octets, .. } = *joined;
        let place = TextSpan { kind: TextKind::Text, span: Span::new(0, octets.len()) };
        let silent = match is_utf8(octets, self.context) {
            true => Vec::new(),
            false => without_words(octets, place.span, texts, self.context),
        };
        let utf8 = is_utf8(&silent, self.context) && !self.is_by_chance(octets);
        // Raw octets have the charset of all raw octets of the header, and a finding on the field names this charset.
        // If that charset is unknown, or if all octets beyond US-ASCII are percent-escaped, the charset is determined
        // from this value alone.
        let unknown = !utf8 && (self.raw.is_none() || ascii);
        let guess = if unknown { of_sample(&silent, self.context) } else { None };
        let reader =
            SpanReader { input: octets, raw: self.raw.filter(|_| !utf8 && !ascii).or(guess), ..*self };
        let read = reader.read(place, texts);
        if !read.is_readable() {
            return Err(of_unknown(octets));
        }
        let words = read.runs.iter().filter_map(|run| match &run.what {
            RunKind::Words(words) => Some(words),
            _ => None,
        });
        let mut findings: Vec<(Code, Detail)> = Vec::new();
        for (code, detail) in words.clone().flat_map(|words| &words.findings) {
            if findings.iter().all(|(other, _)| other != code) {
                findings.push((*code, detail.clone()));
            }
        }
        if words.clone().next().is_some() {
            findings.push((Code::WordMisplaced, Detail::None));
        }
        if let Some((charset, confidence)) = guess {
            findings.push(self.context.raw_finding(charset, confidence));
        }
        if read.is_shifted(octets) {
            findings.push((Code::FieldRaw, Cause::EscapeSequences.into()));
        }
        if read.has_surrogate_pairs(octets) {
            findings.push((Code::Utf8SurrogatePair, Detail::None));
        }
        findings.extend(read.noted.into_iter().take(1).map(|(_, code, why)| (code, why)));
        let text = text_of(octets, &read.runs, TextKind::Text);
        Ok(Value {
            plain: whole && !escaped && text.as_bytes() == octets,
            normal: text.is_ascii() && !escaped && words.count() == 0,
            text,
            findings,
            unread: read.unresolved.iter().map(|(span, _)| *span).collect(),
            unresolved: read
                .unresolved
                .into_iter()
                .map(|(span, why)| (texts.label(octets, span).unwrap_or_default().to_vec(), why))
                .collect(),
            words: read
                .words
                .into_iter()
                .map(|(label, charset)| (label.slice(octets).to_vec(), charset))
                .collect(),
            raw: charset_of_raw(read.raw.into_iter().filter_map(|(_, charset)| charset)),
            ..Value::default()
        })
    }
}
