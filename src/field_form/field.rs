//! Plans the edits of one header field that bring its text into the form that the policy names: raw UTF-8
//! or encoded words.
//!
//! The rewritten field is decoded again and checked:
//! - It must have the same texts, and the same octets between the texts. Thus its parameters and structure are the
//!   same.
//! - It must need no further change.
//! - It must have no more blank lines than before, and no line that the rewrite makes longer than 998 octets.
//! - A strict and a tolerant reader must find the same addresses in it as before.
//!
//! If raw UTF-8 fails the checks, encoded words are tried. If encoded words fail too, the field stays unchanged.
//! Linear time.

use super::fold;
use super::fold_point::FoldPoints;
use super::text_form::TextForm;
use super::{parameter, phrase, unstructured};
use crate::charset::Charset;
use crate::edit::{self, Edit, Reason};
use crate::limits::Limits;
use crate::policy::HeaderForm;
use crate::span::Span;
use crate::syntax::address::{Address, addresses};
use crate::syntax::field_kind::FieldKind;
use crate::syntax::header_block::Field;
use crate::syntax::recipients::{Recipients, balanced, recipients};
use crate::text::field::Parameters;
use crate::text::header::marks;
use crate::text::header::parsed_field::ParsedField;
use crate::text::one_line::unfolded;
use crate::text::text_span::TextKind;
use crate::text::{Context, FieldText, shows_shifts};
use std::borrow::Cow;
use std::collections::HashSet;

/// The maximum length of a line in octets (RFC 5322 section 2.1.1).
const LINE: usize = 998;

/// The first octet of an escape sequence of ISO-2022.
const ESCAPE: u8 = 0x1B;

/// A field to rewrite.
#[derive(Clone, Copy)]
pub(crate) struct FieldRewrite<'l> {
    pub(crate) field: Field,
    pub(crate) kind: FieldKind,
    pub(crate) limits: &'l Limits,
    pub(crate) line_end: &'l str,
    /// If the field is the Content-Type of a changed body: the edits of its charset label. Otherwise empty. The
    /// edits are sorted and disjoint.
    pub(crate) label: &'l [Edit],
}

/// The result of planning a field.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The edits of the field. There are none if the field needs no change.
    Edits(Vec<Edit>),
    /// The raw octets of the field are in an unknown charset.
    Unreadable,
    /// Neither raw UTF-8 nor encoded words pass the checks of the rewritten field.
    Unwritable,
    /// The field has addresses, but its quotes, comments or brackets do not balance: one of them is not closed, or
    /// was never opened. The span is that of the first such token.
    Unbalanced(Span),
}

/// Returns the body of `field` in one line, with its text in UTF-8. The field is read as a field of this `kind`.
/// Encoded words stay if they cannot be decoded, or if their text cannot be written literally even with a blank in
/// place of each control character. The line has the same structure as the field.
pub(crate) fn utf8_line(input: &[u8], field: Field, kind: FieldKind, context: &Context<'_>) -> String {
    let rewriting = FieldRewrite { field, kind, limits: &context.policy.limits, line_end: "\n", label: &[] };
    let mut texts = rewriting.parse(input).read(input, context).texts;
    let line = |texts: &FieldText<'_>| {
        let body = |edits: &[Edit]| edit::apply(input, field.body, edits);
        let whole = match rewriting.outcome(input, context, texts, HeaderForm::Utf8) {
            Outcome::Edits(edits) => Some(body(&edits)).filter(|body| !marks::has_words(body)).ok_or(edits),
            Outcome::Unreadable | Outcome::Unwritable => Err(Vec::new()),
            Outcome::Unbalanced(_) => Ok(body(&[])),
        };
        let body = whole.unwrap_or_else(|edits| match rewriting.edits_of_entries(input, context) {
            entries if entries.is_empty() => body(&edits),
            entries => body(&entries),
        });
        String::from_utf8_lossy(&unfolded(body.trim_ascii())).into_owned()
    };
    let exact = line(&texts);
    let mut has_controls = false;
    for span in &mut texts.spans {
        has_controls |= span.drop_controls();
    }
    // Without its control character, a name can look like addresses. Such a name is written in encoded words.
    let shown = if has_controls { Some(line(&texts)).filter(|line| !line.contains("=?")) } else { None };
    shown.unwrap_or(exact)
}

/// The content of a field, which an edit must keep: the texts, and the octets between the texts.
#[derive(Clone, Copy)]
struct FieldContent<'t> {
    input: &'t [u8],
    body: Span,
    texts: &'t FieldText<'t>,
    /// The addresses that a strict and a tolerant reader find in the field.
    recipients: &'t Recipients,
}

/// The name and the text of a parameter. If the value cannot be decoded, its octets take the place of the text.
type Parameter = (Vec<u8>, Result<String, Vec<u8>>);

/// A field after its edits.
struct RewrittenField<'l> {
    octets: Vec<u8>,
    rewriting: FieldRewrite<'l>,
}

impl<'l> FieldRewrite<'l> {
    /// Parses the field.
    pub(crate) fn parse(&self, input: &[u8]) -> ParsedField {
        ParsedField::new(input, self.field.body, self.kind, self.limits)
    }

    /// The edits that the field needs in `form`: first the edits of its charset label, and then the edits of its
    /// texts, which are read in `context`.
    pub(crate) fn outcome(
        &self,
        input: &[u8],
        context: &Context<'_>,
        texts: &FieldText<'_>,
        form: HeaderForm,
    ) -> Outcome {
        if self.label.is_empty() {
            return self.outcome_of_texts(input, context, texts, form);
        }
        let new = RewrittenField::new(input, self, self.label);
        let labelled = new.rewriting.parse(&new.octets).read(&new.octets, context).texts;
        match new.rewriting.outcome_of_texts(&new.octets, context, &labelled, form) {
            Outcome::Edits(texts) => {
                let edits = edit::in_sequence(self.label, texts, self.field.span.start);
                Outcome::Edits(edits.unwrap_or_else(|texts| {
                    let last = RewrittenField::new(&new.octets, &new.rewriting, &texts);
                    let replacement = last.rewriting.field.body.slice(&last.octets).to_vec();
                    vec![Edit { span: self.field.body, replacement, reason: Reason::Label }]
                }))
            }
            outcome => outcome,
        }
    }

    /// The edits that bring the entries of an address list into UTF-8 one by one. An entry that cannot be rewritten has
    /// no edits. There are no edits at all if a reader would find other addresses in the list.
    fn edits_of_entries(&self, input: &[u8], context: &Context<'_>) -> Vec<Edit> {
        if !matches!(self.kind, FieldKind::Addresses | FieldKind::AddressText) {
            return Vec::new();
        }
        let list = addresses(input, self.field.body, self.limits.comments);
        let entries = list.iter().map(|address| match address {
            Address::Mailbox(mailbox) => mailbox.span,
            Address::Group { span, .. } => *span,
        });
        let edits = entries.flat_map(|span| {
            let entry =
                Self { field: Field { span, name: Span::at(span.start), body: span }, label: &[], ..*self };
            let texts = entry.parse(input).read(input, context).texts;
            match entry.outcome(input, context, &texts, HeaderForm::Utf8) {
                Outcome::Edits(edits) => edits,
                Outcome::Unreadable | Outcome::Unwritable | Outcome::Unbalanced(_) => Vec::new(),
            }
        });
        let edits: Vec<Edit> = edits.collect();
        let new = RewrittenField::new(input, self, &edits);
        match self.recipients(input) {
            Ok(before) if new.keeps(&before) => edits,
            _ => Vec::new(),
        }
    }

    fn outcome_of_texts(
        &self,
        input: &[u8],
        context: &Context<'_>,
        texts: &FieldText<'_>,
        form: HeaderForm,
    ) -> Outcome {
        let as_text = form == HeaderForm::Utf8;
        let charset = if form == HeaderForm::Utf7 { Charset::UTF_7 } else { Charset::UTF_8 };
        if !texts.is_readable() {
            return Outcome::Unreadable;
        }
        let first = self.edits(input, texts, if as_text { TextForm::Text } else { TextForm::Words(charset) });
        // A field without edits needs no check.
        let body = self.field.body.slice(input);
        if first.is_empty() && std::str::from_utf8(body).is_ok() {
            // The parser of addresses ends a phrase at `<` or `;`, even if these octets are within text in the
            // charset HZ. In this case, no piece of that text is decoded, so the field seems to need no edits,
            // although it does.
            let is_cut = self.kind == FieldKind::Addresses && context.may_guess() && shows_shifts(body);
            return if is_cut { Outcome::Unreadable } else { Outcome::Edits(first) };
        }
        let recipients = match self.recipients(input) {
            Ok(found) => found,
            Err(at) => return Outcome::Unbalanced(at),
        };
        let content = FieldContent { input, body: self.field.body, texts, recipients: &recipients };
        if content.is_truncated() {
            return Outcome::Unreadable;
        }
        let mut first = Some(first);
        let mut edits = |form| first.take().unwrap_or_else(|| self.edits(input, texts, form));
        if as_text
            && let Some((edits, _)) =
                self.attempt(input, context, TextForm::Text, edits(TextForm::Text), content)
        {
            return Outcome::Edits(edits);
        }
        let words = TextForm::Words(charset);
        match self.attempt(input, context, words, edits(words), content) {
            // If raw UTF-8 was wanted, it failed the checks above, and the new field has encoded words instead. If a
            // second run could change the new field to raw UTF-8 nevertheless, the result of this run would not be
            // final. In that case, the field is not rewritten.
            Some((edits, new)) if !as_text || !new.changes_again(context, content) => Outcome::Edits(edits),
            _ => Outcome::Unwritable,
        }
    }

    /// Checks the field that results from `edits`, which bring the field into `form`. Returns `edits` and the
    /// rewritten field, or `None` if the rewritten field fails a check.
    fn attempt(
        &self,
        input: &[u8],
        context: &Context<'_>,
        form: TextForm,
        edits: Vec<Edit>,
        content: FieldContent<'_>,
    ) -> Option<(Vec<Edit>, RewrittenField<'l>)> {
        let new = RewrittenField::new(input, self, &edits);
        let written = &context.of_written();
        let sound = edits.is_empty() && context.raw().flatten().is_none()
            || lines_are_sound(self.field.span.slice(input), &new.octets)
                && new.keeps(content.recipients)
                && (new.is_literal(written, form, content) || new.reads_back(written, form, content));
        sound.then_some((edits, new))
    }

    /// The addresses that a strict and a tolerant reader find in a field that holds addresses; empty for other
    /// fields. The error is the place where quotes, comments or brackets do not balance.
    fn recipients(&self, input: &[u8]) -> Result<Recipients, Span> {
        let (body, depth) = (self.field.body, self.limits.comments);
        match self.kind {
            FieldKind::Addresses | FieldKind::AddressText => recipients(input, body, depth),
            FieldKind::PhraseAngle => balanced(input, body, depth).map(|_| Recipients::default()),
            _ => Ok(Recipients::default()),
        }
    }

    fn edits(&self, input: &[u8], texts: &FieldText<'_>, form: TextForm) -> Vec<Edit> {
        let (changes, reason) = match &texts.parameters {
            Some(parameters) => {
                (parameter::changes(input, &parameters.values, self.field.body.end, form), Reason::Parameter)
            }
            None => {
                let mut changes = Vec::new();
                let is_name = self.kind == FieldKind::AddressText;
                texts.spans.iter().for_each(|text| match text.place.kind {
                    TextKind::Phrase => phrase::change(input, text, form, &mut changes),
                    TextKind::Text if is_name => unstructured::change_name(input, text, form, &mut changes),
                    TextKind::Text | TextKind::Comment => {
                        unstructured::change(input, text, form, &mut changes);
                    }
                });
                (changes, Reason::Header)
            }
        };
        if changes.is_empty() {
            return Vec::new();
        }
        let points = || FoldPoints::of(input, self.field.body, self.kind, self.limits);
        fold::edits(input, &self.field, &changes, self.line_end, &points, reason)
    }
}

impl<'t> FieldContent<'t> {
    /// Whether the field has more parameters than the limit allows.
    fn is_truncated(self) -> bool {
        self.texts.parameters.as_ref().is_some_and(|parameters| parameters.truncated)
    }

    /// Whether `self` and `other` are the same content, apart from blanks between texts and the order of parameters.
    fn is_same(self, other: FieldContent<'_>) -> bool {
        match (&self.texts.parameters, &other.texts.parameters) {
            (None, None) => {
                let texts = || self.texts.spans.iter().zip(&other.texts.spans);
                self.texts.spans.len() == other.texts.spans.len()
                    && texts().all(|(a, b)| {
                        a.place.kind == b.place.kind
                            && a.borrowed_text(self.input) == b.borrowed_text(other.input)
                    })
                    && self.between_texts().eq(other.between_texts())
            }
            (Some(a), Some(b)) => {
                !other.is_truncated()
                    && a.value.slice(self.input) == b.value.slice(other.input)
                    && self.values(a) == other.values(b)
            }
            _ => false,
        }
    }

    /// The octets between the texts, without blanks. A line feed takes the place of each text.
    fn between_texts(self) -> impl Iterator<Item = u8> {
        self.texts.between_texts(self.body).flat_map(move |span| {
            let octets = span.slice(self.input).iter().copied();
            octets.filter(|octet| !octet.is_ascii_whitespace()).chain([b'\n'])
        })
    }

    fn values(self, parameters: &Parameters) -> HashSet<Parameter> {
        let values = parameters.values.iter().map(|parameter| {
            let octets = || parameter.sections.iter().flat_map(|p| p.value.slice(self.input)).copied();
            let text = match &parameter.value {
                Ok(value) if parameter.is_text(self.input) => Ok(value.text.clone()),
                _ => Err(octets().collect()),
            };
            (parameter.name(self.input).to_ascii_lowercase(), text)
        });
        values.collect()
    }

    /// The last text of the field, if that text is unstructured.
    fn last_text(self) -> Option<Cow<'t, str>> {
        let last = self.texts.spans.last().filter(|last| last.place.kind == TextKind::Text)?;
        Some(last.borrowed_text(self.input))
    }
}

impl<'l> RewrittenField<'l> {
    fn new(input: &[u8], old: &FieldRewrite<'l>, edits: &[Edit]) -> Self {
        let Field { span, name, body } = old.field;
        let octets = edit::apply(input, span, edits);
        let field = Field {
            span: Span::new(0, octets.len()),
            name: Span::new(name.start - span.start, name.end - span.start),
            body: Span::new(body.start - span.start, octets.len() - (span.end - body.end)),
        };
        Self { octets, rewriting: FieldRewrite { field, label: &[], ..*old } }
    }

    /// Reads the rewritten field and returns the edits that the field still needs in `form`. Returns `None` in two
    /// cases: the content of the field is no longer `content`; or some text has raw octets that are not UTF-8. Such
    /// a field is rejected, because nothing in the output would show the charset of these octets.
    fn edits_again(
        &self,
        context: &Context<'_>,
        form: TextForm,
        content: FieldContent<'_>,
    ) -> Option<Vec<Edit>> {
        let parsed = self.rewriting.parse(&self.octets);
        if !parsed.raw_octets(&self.octets, context).is_empty() {
            return None;
        }
        let texts = parsed.read(&self.octets, &context.with_raw(None)).texts;
        let new =
            FieldContent { input: &self.octets, body: self.rewriting.field.body, texts: &texts, ..content };
        content.is_same(new).then(|| self.rewriting.edits(&self.octets, &texts, form))
    }

    /// Whether a strict and a tolerant reader find the addresses `before` in the rewritten field.
    fn keeps(&self, before: &Recipients) -> bool {
        self.rewriting.recipients(&self.octets).is_ok_and(|after| before.are_kept_in(&after))
    }

    /// Whether the rewritten field has this `content`, and needs no further change.
    fn reads_back(&self, context: &Context<'_>, form: TextForm, content: FieldContent<'_>) -> bool {
        self.edits_again(context, form, content).is_some_and(|edits| edits.is_empty())
    }

    /// Fast path for [`RewrittenField::reads_back`]: whether the rewritten field is unstructured plain UTF-8 with
    /// this `content`. If so, its text is read as it is written, and needs no further change.
    fn is_literal(&self, context: &Context<'_>, form: TextForm, content: FieldContent<'_>) -> bool {
        let Some(text) = content.last_text() else { return false };
        let body = self.rewriting.field.body.slice(&self.octets);
        let starts = |at: usize| match body.get(at) {
            Some(b'?') => at > 0 && body.get(at - 1) == Some(&b'='),
            _ => true,
        };
        let is_blank = |octet: &u8| matches!(octet, b' ' | b'\t');
        let unfolded = body.iter().copied().filter(|octet| !matches!(octet, b'\r' | b'\n'));
        let mut octets = unfolded.skip_while(is_blank);
        self.rewriting.kind == FieldKind::Unstructured
            && form == TextForm::Text
            && !context.policy.strict
            && !memchr::memchr3_iter(ESCAPE, b'~', b'?', body).any(starts)
            && std::str::from_utf8(body).is_ok()
            && text.bytes().all(|octet| octets.next() == Some(octet))
            && octets.all(|octet| is_blank(&octet))
    }

    /// Whether a second rewrite, to raw UTF-8, would pass the checks and change the rewritten field again.
    fn changes_again(&self, context: &Context<'_>, content: FieldContent<'_>) -> bool {
        let edits = self.edits_again(context, TextForm::Text, content).unwrap_or_default();
        let attempt =
            self.rewriting.attempt(&self.octets, &context.with_raw(None), TextForm::Text, edits, content);
        attempt.is_some_and(|(edits, _)| !edits.is_empty())
    }
}

/// Whether `new` has no more blank lines than `old`, and no line of more than 998 octets that is longer than all
/// lines of `old`.
fn lines_are_sound(old: &[u8], new: &[u8]) -> bool {
    let (blank, longest) = lines(new);
    blank == 0 && longest <= LINE || {
        let (old_blank, old_longest) = lines(old);
        blank <= old_blank && longest <= old_longest.max(LINE)
    }
}

/// The number of blank lines, and the length of the longest line. Blanks at the end of a line do not count.
fn lines(octets: &[u8]) -> (usize, usize) {
    let (mut blank, mut longest, mut rest) = (0, 0, octets);
    while !rest.is_empty() {
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        let (line, after) = rest.split_at_checked(end).unwrap_or((rest, &[]));
        let length = line.trim_ascii_end().len();
        blank += usize::from(length == 0);
        longest = longest.max(length);
        rest = after;
    }
    (blank, longest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Policy;
    use crate::text::span_text::{RunKind, SpanText, TextRun};
    use crate::text::text_span::TextSpan;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(1024))]

        /// If the fast path `is_literal` accepts a text, then `reads_back` must accept the text too. If
        /// `is_literal` rejects a text, the text must contain `?`, `~` or U+001B.
        #[test]
        fn literal_text_is_read_as_it_is_written(
            words in "([ \t\u{e4}\u{feff}a?=~{}]|\r\n |=\\?x\\?Q\\?a\\?=|=\\?|~\\{<:~}|\u{1b}\\$B){0,8}",
        ) {
            let octets = format!("Subject:{words}\r\n").into_bytes();
            let body = Span::new("Subject:".len(), octets.len() - 2);
            let field = Field { span: Span::new(0, octets.len()), name: Span::new(0, 7), body };
            let policy = Policy::default();
            let context = Context::new(&policy).with_raw(None);
            let (kind, limits) = (FieldKind::Unstructured, &policy.limits);
            let rewriting = FieldRewrite { field, kind, limits, line_end: "\r\n", label: &[] };
            let new = RewrittenField { octets, rewriting };
            let place = TextSpan { kind: TextKind::Text, span: body };
            let what = RunKind::Plain(words.replace("\r\n", "").into());
            let text = SpanText { runs: vec![TextRun { span: body, what }], ..SpanText::empty(place) };
            let texts = FieldText { spans: vec![text], parameters: None };
            let recipients = &Recipients::default();
            let content = FieldContent { input: &new.octets, body, texts: &texts, recipients };
            if new.is_literal(&context, TextForm::Text, content) {
                prop_assert!(new.reads_back(&context, TextForm::Text, content));
            } else {
                let is_marked = words.contains(['?', '~', '\u{1b}']);
                prop_assert!(is_marked);
            }
        }
    }
}
