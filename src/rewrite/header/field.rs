//! One header field: the edits that bring its text into the form that the policy asks for.
//!
//! What is written is read back before it is kept. A form is kept only if the rewritten field says the same at
//! every place, has the same octets between them (so the same addresses, parameters and structure), needs no
//! further change, and has no line that is blank or beyond 998 octets where there was none. Where raw UTF-8
//! fails that, encoded words are tried; where they do too, the field stays as it was. Linear time.

use super::fold::{self, Change};
use super::fold_point::FoldPoints;
use super::text_form::TextForm;
use super::{parameter, phrase, unstructured};
use crate::charset::Charset;
use crate::edit::{self, Edit, Reason};
use crate::limits::Limits;
use crate::policy::HeaderForm;
use crate::span::Span;
use crate::syntax::content_type::parameterized;
use crate::syntax::field_kind::FieldKind;
use crate::syntax::header_block::Field;
use crate::syntax::rfc2231::values;
use crate::text::FieldReader;
use crate::text::field::Fragments;
use crate::text::text_span::{TextKind, TextSpan, is_text_parameter, places};
use std::collections::HashSet;

/// Octets of a line (RFC 5322 section 2.1.1).
const LINE: usize = 998;

/// A field to rewrite.
#[derive(Clone, Copy)]
pub(super) struct Rewriting<'l> {
    pub(super) field: Field,
    pub(super) kind: FieldKind,
    pub(super) limits: &'l Limits,
    pub(super) line_end: &'l str,
    /// What it must say of the body, whatever its texts: edits of a Content-Type, sorted and disjoint.
    pub(super) label: &'l [Edit],
}

/// The places of a field and what was read there, nothing where raw octets are in no known charset. Parameters
/// are no places.
pub(super) type Texts<'a> = Vec<(TextSpan, Option<Fragments<'a>>)>;

/// What is to be done.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// These edits; none where it is as it should be.
    Edits(Vec<Edit>),
    /// Its raw octets are in no known charset.
    Unreadable,
    /// No form of it would say the same.
    Unwritable,
}

/// What a field says, as far as a change could alter it.
#[derive(Debug, PartialEq, Eq)]
enum FieldContent {
    /// Octets that are no text, blanks left out.
    Octets(Vec<u8>),
    /// The text of a place.
    Text(TextKind, String),
    /// All parameters.
    Parameters(HashSet<Parameter>),
}

/// The name of a parameter, and its text, or the octets where that cannot be read.
type Parameter = (Vec<u8>, Result<String, Vec<u8>>);

/// A field with its edits made.
struct Rewritten<'l> {
    octets: Vec<u8>,
    rewriting: Rewriting<'l>,
}

impl<'l> Rewriting<'l> {
    /// Reads the places of the field, for all that is asked of them.
    pub(super) fn texts<'a>(&self, reader: &FieldReader<'a, '_>) -> Texts<'a> {
        let places = self.places(reader.input).into_iter();
        places.map(|place| (place, reader.fragments(place))).collect()
    }

    /// The edits that the field needs in `form`: those of its label, and those that its texts need once these are made.
    pub(super) fn outcome(
        &self,
        reader: &FieldReader<'_, '_>,
        texts: &Texts<'_>,
        form: HeaderForm,
    ) -> Outcome {
        if self.label.is_empty() {
            return self.outcome_of_texts(reader, texts, form);
        }
        let new = Rewritten::new(reader.input, self, self.label);
        let labelled = FieldReader { input: &new.octets, ..*reader };
        match new.rewriting.outcome_of_texts(&labelled, &new.rewriting.texts(&labelled), form) {
            Outcome::Edits(texts) => {
                let edits = edit::in_sequence(self.label, texts, self.field.span.start);
                Outcome::Edits(edits.unwrap_or_else(|texts| {
                    let last = Rewritten::new(&new.octets, &new.rewriting, &texts);
                    let replacement = last.rewriting.field.body.slice(&last.octets).to_vec();
                    vec![Edit { span: self.field.body, replacement, reason: Reason::Label }]
                }))
            }
            outcome => outcome,
        }
    }

    fn outcome_of_texts(&self, reader: &FieldReader<'_, '_>, texts: &Texts<'_>, form: HeaderForm) -> Outcome {
        let as_text = form == HeaderForm::Utf8;
        let charset = if form == HeaderForm::Utf7 { Charset::UTF_7 } else { Charset::UTF_8 };
        let first =
            self.edits(reader, texts, if as_text { TextForm::Text } else { TextForm::Words(charset) });
        if texts.iter().any(|(_, read)| read.is_none()) {
            return Outcome::Unreadable;
        }
        // What stays is not to be read to the last word to see that it says the same.
        if first.is_empty() && std::str::from_utf8(self.field.body.slice(reader.input)).is_ok() {
            return Outcome::Edits(first);
        }
        let Some(said) = self.said(reader, texts) else { return Outcome::Unreadable };
        let mut first = Some(first);
        let mut edits = |form| first.take().unwrap_or_else(|| self.edits(reader, texts, form));
        if as_text
            && let Some((edits, _)) = self.attempt(reader, TextForm::Text, edits(TextForm::Text), &said)
        {
            return Outcome::Edits(edits);
        }
        let words = TextForm::Words(charset);
        match self.attempt(reader, words, edits(words), &said) {
            // That it cannot be text must be true of the new field, or the next run would change it again.
            Some((edits, new)) if !as_text || !new.changes_again(reader, &said) => Outcome::Edits(edits),
            _ => Outcome::Unwritable,
        }
    }

    /// The `edits` for `form`, and what they make, if that is sound.
    fn attempt(
        &self,
        reader: &FieldReader<'_, '_>,
        form: TextForm,
        edits: Vec<Edit>,
        said: &[FieldContent],
    ) -> Option<(Vec<Edit>, Rewritten<'l>)> {
        let new = Rewritten::new(reader.input, self, &edits);
        // Raw octets that have no charset of their own must not stay.
        let sound = edits.is_empty() && reader.raw.is_none() || {
            let again = new.reader(reader);
            lines_are_sound(self.field.span.slice(reader.input), &new.octets) && {
                let texts = new.rewriting.texts(&again);
                new.rewriting.said(&again, &texts).as_deref() == Some(said)
                    && new.rewriting.edits(&again, &texts, form).is_empty()
            }
        };
        sound.then_some((edits, new))
    }

    fn edits(&self, reader: &FieldReader<'_, '_>, texts: &Texts<'_>, form: TextForm) -> Vec<Edit> {
        let (changes, reason): (Vec<Change>, _) = match self.kind {
            FieldKind::Parameters => {
                let field = parameterized(reader.input, self.field.body, self.limits.parameters);
                (parameter::changes(reader, &field, self.field.body.end, form), Reason::Parameter)
            }
            _ => {
                let read = texts.iter().filter_map(|(place, read)| Some((*place, read.as_ref()?)));
                let changes = read.flat_map(|(place, read)| place_changes(reader, place, read, form));
                (changes.collect(), Reason::Header)
            }
        };
        if changes.is_empty() {
            return Vec::new();
        }
        let points = FoldPoints::of(reader.input, self.field.body, self.kind, self.limits);
        fold::edits(reader.input, &self.field, &changes, self.line_end, &points, reason)
    }

    pub(super) fn places(&self, input: &[u8]) -> Vec<TextSpan> {
        places(input, self.field.body, self.kind, self.limits.comments)
    }

    /// What the field says; `None` where raw octets cannot be read.
    fn said(&self, reader: &FieldReader<'_, '_>, texts: &Texts<'_>) -> Option<Vec<FieldContent>> {
        let input = reader.input;
        if self.kind == FieldKind::Parameters {
            return self.parameters_said(reader);
        }
        let octets = |span: Span| {
            let octets = span.slice(input).iter().copied();
            FieldContent::Octets(octets.filter(|octet| !octet.is_ascii_whitespace()).collect())
        };
        let mut said = Vec::new();
        let mut at = self.field.body.start;
        for (place, read) in texts {
            said.push(octets(Span::new(at, place.span.start)));
            said.push(FieldContent::Text(place.kind, read.as_ref()?.text(input, place.kind)));
            at = place.span.end;
        }
        said.push(octets(Span::new(at, self.field.body.end)));
        Some(said)
    }

    fn parameters_said(&self, reader: &FieldReader<'_, '_>) -> Option<Vec<FieldContent>> {
        let field = parameterized(reader.input, self.field.body, self.limits.parameters);
        let mut said = HashSet::new();
        for sections in values(reader.input, &field.parameters) {
            let name = sections.first()?.name.slice(reader.input).to_ascii_lowercase();
            let octets = || sections.iter().flat_map(|p| p.value.slice(reader.input)).copied().collect();
            let text = match is_text_parameter(&name) {
                true => reader.value(&sections).map(|value| value.text).map_err(|_| octets()),
                false => Err(octets()),
            };
            said.insert((name, text));
        }
        let value = FieldContent::Octets(field.value.slice(reader.input).to_vec());
        (!field.truncated).then(|| vec![value, FieldContent::Parameters(said)])
    }
}

fn place_changes(
    reader: &FieldReader<'_, '_>,
    place: TextSpan,
    read: &Fragments<'_>,
    form: TextForm,
) -> Vec<Change> {
    match place.kind {
        TextKind::Phrase => phrase::changes(reader, place, read, form),
        TextKind::Text | TextKind::Comment => unstructured::changes(reader, place, &read.fragments, form),
    }
}

impl<'l> Rewritten<'l> {
    fn new(input: &[u8], old: &Rewriting<'l>, edits: &[Edit]) -> Self {
        let Field { span, name, body } = old.field;
        let octets = edit::apply(input, span, edits);
        let field = Field {
            span: Span::new(0, octets.len()),
            name: Span::new(name.start - span.start, name.end - span.start),
            body: Span::new(body.start - span.start, octets.len() - (span.end - body.end)),
        };
        Self { octets, rewriting: Rewriting { field, label: &[], ..*old } }
    }

    /// All raw octets of it are UTF-8.
    fn reader<'s, 'c>(&'s self, reader: &FieldReader<'_, 'c>) -> FieldReader<'s, 'c> {
        FieldReader { input: &self.octets, context: reader.context, raw: None }
    }

    /// Whether the text form of it would be kept and is another one.
    fn changes_again(&self, reader: &FieldReader<'_, '_>, said: &[FieldContent]) -> bool {
        let (field, reader) = (&self.rewriting, self.reader(reader));
        let edits = field.edits(&reader, &field.texts(&reader), TextForm::Text);
        let attempt = field.attempt(&reader, TextForm::Text, edits, said);
        attempt.is_some_and(|(edits, _)| !edits.is_empty())
    }
}

/// Whether no line is blank, or too long to travel, that was not so before.
fn lines_are_sound(old: &[u8], new: &[u8]) -> bool {
    let blank =
        |octets: &[u8]| octets.split(|o| *o == b'\n').filter(|line| line.trim_ascii().is_empty()).count();
    let longest = |octets: &[u8]| octets.split(|o| *o == b'\n').map(|line| line.trim_ascii_end().len()).max();
    blank(new) <= blank(old) && longest(new) <= longest(old).max(Some(LINE))
}
