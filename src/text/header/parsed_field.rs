//! A field body that is parsed but not yet decoded: the octets that are text, and the encoded words in them. A walk
//! over the texts uses only this value, so that each field is parsed once. The value is dropped after the walk,
//! because an encoded word takes 80 octets here, but can be as short as eight octets in the message. All functions
//! take linear time.

use super::text_span::{TextKind, TextSpan, inside, is_text_parameter, text_spans};
use crate::limits::Limits;
use crate::span::Span;
use crate::syntax::content_type::{Parameterized, parameterized};
use crate::syntax::encoded_word::{EncodedWord, words_and_damaged};
use crate::syntax::field_kind::FieldKind;
use crate::syntax::parameter::Parameter;
use crate::syntax::rfc2231::{self, Joined};
use crate::syntax::token::{TokenKind, tokens};

/// A parsed field body. Its spans refer to the buffer from which it was parsed.
#[derive(Debug)]
pub(crate) struct ParsedField {
    pub(in crate::text) body: Span,
    pub(in crate::text) texts: FieldTexts,
}

/// The texts of a field.
#[derive(Debug)]
pub(in crate::text) enum FieldTexts {
    Spans(ParsedSpans),
    Parameters(Parameterized, Vec<ParsedValue>),
}

/// Spans that are text, with the quoted strings and encoded words in them.
#[derive(Debug, Default)]
pub(in crate::text) struct ParsedSpans {
    /// The spans, sorted and disjoint.
    pub(in crate::text) spans: Vec<TextSpan>,
    /// The quoted strings in phrases, in order.
    quoted: Vec<Span>,
    /// The encoded words and the damaged words, in order. Each word is either completely inside a quoted string or
    /// completely outside.
    pub(in crate::text) words: Vec<EncodedWord>,
}

/// A parameter value.
#[derive(Debug)]
pub(in crate::text) struct ParsedValue {
    /// The sections, in the order of their numbers. If the sections have no numbers, there is only one section.
    pub(in crate::text) sections: Vec<Parameter>,
    pub(in crate::text) joined: Joined,
    /// The encoded words and the damaged words in the joined octets. The joined octets are a single text, so `spans` is
    /// empty. If the value has a label, `words` is empty, too.
    pub(in crate::text) text: ParsedSpans,
}

impl ParsedField {
    /// Parses the field body `body`. Takes linear time.
    pub(crate) fn new(buffer: &[u8], body: Span, kind: FieldKind, limits: &Limits) -> Self {
        let texts = match kind {
            FieldKind::Parameters => {
                let field = parameterized(buffer, body, limits.parameters);
                let values = rfc2231::values(buffer, &field.parameters).into_iter();
                let values = values.map(|sections| ParsedValue::of(buffer, sections)).collect();
                FieldTexts::Parameters(field, values)
            }
            _ => FieldTexts::Spans(ParsedSpans::of(buffer, text_spans(buffer, body, kind, limits.comments))),
        };
        #[cfg(test)]
        tests::PARSED.with(|parsed| parsed.set(parsed.get() + 1));
        Self { body, texts }
    }

    /// Returns the spans of the body outside the texts and parameter values, in order: before the first of them,
    /// between them, and after the last.
    pub(crate) fn between_texts(&self) -> impl Iterator<Item = Span> {
        let (spans, parameters) = match &self.texts {
            FieldTexts::Spans(texts) => (&*texts.spans, &[][..]),
            FieldTexts::Parameters(field, _) => (&[][..], &*field.parameters),
        };
        between(self.body, spans.iter().map(|text| text.span).chain(parameters.iter().map(|p| p.value)))
    }

    /// The parameters, if the field is of the kind that has parameters.
    pub(crate) fn parameters(&self) -> Option<&Parameterized> {
        match &self.texts {
            FieldTexts::Spans(_) => None,
            FieldTexts::Parameters(field, _) => Some(field),
        }
    }

    /// Whether there is an encoded word at exactly this `span`.
    pub(in crate::text) fn is_word(&self, span: Span) -> bool {
        match &self.texts {
            FieldTexts::Spans(texts) => !texts.words_in(span).is_empty(),
            FieldTexts::Parameters(..) => false,
        }
    }

    /// The number of encoded words in the field.
    pub(crate) fn words(&self) -> usize {
        match &self.texts {
            FieldTexts::Spans(texts) => texts.words.len(),
            FieldTexts::Parameters(_, values) => values.iter().map(|value| value.text.words.len()).sum(),
        }
    }
}

/// Returns the spans of `body` outside `texts`: before the first text, between texts, and after the last. `texts` must
/// be in order.
pub(in crate::text) fn between(body: Span, texts: impl Iterator<Item = Span>) -> impl Iterator<Item = Span> {
    let mut at = body.start;
    let ends = texts.chain([Span::at(body.end)]);
    ends.map(move |next| Span::new(std::mem::replace(&mut at, next.end), next.start))
}

impl ParsedSpans {
    /// Finds the quoted strings and encoded words in `spans`, which must be sorted and disjoint.
    pub(in crate::text) fn of(buffer: &[u8], spans: Vec<TextSpan>) -> Self {
        let mut parsed = Self::default();
        spans.iter().for_each(|place| parsed.search(buffer, *place));
        Self { spans, ..parsed }
    }

    /// Adds the quoted strings and encoded words in `place`, which must follow the places that were searched before.
    pub(super) fn search(&mut self, buffer: &[u8], place: TextSpan) {
        let mut done = place.span.start;
        if place.kind == TextKind::Phrase && memchr::memchr(b'"', place.span.slice(buffer)).is_some() {
            // A phrase has no comments, so any limit for the nesting of comments will do.
            let tokens = tokens(buffer, place.span, 1).into_iter();
            for string in tokens.filter(|token| token.kind == TokenKind::QuotedString) {
                self.words(buffer, Span::new(done, string.span.start));
                self.words(buffer, inside(buffer, string.span));
                self.quoted.push(string.span);
                done = string.span.end;
            }
        }
        self.words(buffer, Span::new(done, place.span.end));
    }

    fn words(&mut self, buffer: &[u8], span: Span) {
        let found = words_and_damaged(buffer, span);
        // The words that are found first are moved, which saves a copy.
        match self.words.is_empty() {
            true => self.words = found,
            false => self.words.extend(found),
        }
    }

    /// The encoded words in `span`.
    pub(in crate::text) fn words_in(&self, span: Span) -> &[EncodedWord] {
        within(&self.words, |word| word.span, span)
    }

    /// Returns the label of the encoded word at `span`, or `None` if there is no encoded word.
    pub(in crate::text) fn label<'b>(&self, buffer: &'b [u8], span: Span) -> Option<&'b [u8]> {
        self.words_in(span).first().map(|word| word.charset.slice(buffer))
    }

    /// The quoted strings in `span`.
    pub(in crate::text) fn quoted_in(&self, span: Span) -> &[Span] {
        within(&self.quoted, |string| *string, span)
    }
}

impl ParsedValue {
    fn of(buffer: &[u8], sections: Vec<Parameter>) -> Self {
        let joined = Joined::of(buffer, &sections);
        let words = match joined.label {
            Some(_) => Vec::new(),
            None => words_and_damaged(&joined.octets, Span::new(0, joined.octets.len())),
        };
        Self { sections, joined, text: ParsedSpans { words, ..ParsedSpans::default() } }
    }

    /// Whether the value is text: see [`is_text_parameter`].
    pub(in crate::text) fn is_text(&self, buffer: &[u8]) -> bool {
        self.sections.first().is_some_and(|first| is_text_parameter(first.name.slice(buffer)))
    }
}

/// Returns those of the sorted and disjoint `items` that are in `span`.
fn within<T>(items: &[T], span_of: impl Fn(&T) -> Span, span: Span) -> &[T] {
    let from = items.partition_point(|item| span_of(item).start < span.start);
    let to = items.partition_point(|item| span_of(item).end <= span.end);
    items.get(from..to).unwrap_or_default()
}

#[cfg(test)]
pub(crate) mod tests {
    use std::cell::Cell;

    thread_local! {
        /// The number of fields that this thread has parsed.
        pub(crate) static PARSED: Cell<usize> = const { Cell::new(0) };
    }
}
