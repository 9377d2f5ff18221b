//! Writes new text of phrases: display names, group names, keywords (RFC 5322 section 3.2.5, RFC 2047 section 5 (3)).
//!
//! Decoded text that consists of atoms replaces its encoded words, and text of a quoted string stays in its quotes.
//! Otherwise the whole phrase becomes one quoted string, so that a comma, bracket or quote in a name never becomes
//! part of the address list. If the text must not be written literally, the whole phrase becomes encoded words,
//! because a quoted string must not contain them. Linear time.

use super::encoded_word::Words;
use super::fold::{Change, New};
use super::text_form::{TextForm, escaped, is_atoms, is_legal, may_be_literal, quoted};
use crate::text::span_text::{RunKind, SpanText, TextRun, text_of};
use crate::text::text_span::TextKind;

/// The changes that bring the text of a phrase into `form`.
pub(super) fn changes(input: &[u8], read: &SpanText<'_>, form: TextForm) -> Vec<Change> {
    let phrase = Phrase { input, runs: &read.runs };
    let text = text_of(input, phrase.runs, TextKind::Phrase);
    let may_be_text = phrase.runs.iter().all(|run| phrase.may_be_literal(run));
    let as_text = may_be_text && (form == TextForm::Text || text.is_ascii());
    if form == TextForm::Text && phrase.runs.iter().all(|run| phrase.is_literal(run))
        || (form != TextForm::Text || !may_be_text) && phrase.is_ascii_or_words(form)
    {
        return Vec::new();
    }
    // A single US-ASCII atom without an address is the address itself.
    let is_atom = text.is_ascii() && !text.contains(' ');
    let in_place = if as_text && !is_atom { phrase.in_place() } else { None };
    let whole = |new| vec![Change { span: read.place.span, new }];
    match in_place {
        Some(changes) => changes,
        // An undecodable word must not be hidden in quotes or in another word.
        None if !read.unresolved.is_empty() => Vec::new(),
        None if as_text => whole(New::Text(quoted(&text))),
        None => whole(New::Words(Words { text, language: String::new(), charset: form.charset() })),
    }
}

struct Phrase<'p, 'a> {
    input: &'p [u8],
    runs: &'p [TextRun<'a>],
}

impl Phrase<'_, '_> {
    /// The groups of runs without blanks between them.
    fn units(&self) -> impl Iterator<Item = &[TextRun<'_>]> {
        let units = self.runs.split(|run| run.what == RunKind::Blank);
        units.filter(|unit| !unit.is_empty())
    }

    /// Whether the run is already literal UTF-8.
    fn is_literal(&self, run: &TextRun<'_>) -> bool {
        match &run.what {
            RunKind::Blank | RunKind::Parenthesis => true,
            RunKind::Plain(text) => text.as_bytes() == run.span.slice(self.input),
            RunKind::Words(_) | RunKind::Unreadable(_) => false,
            RunKind::Quoted(inside) => inside.iter().all(|run| self.is_literal(run)),
        }
    }

    fn may_be_literal(&self, run: &TextRun<'_>) -> bool {
        match &run.what {
            RunKind::Words(run) => may_be_literal(&run.text),
            RunKind::Plain(text) => self.is_literal(run) || may_be_literal(text),
            RunKind::Quoted(inside) => inside.iter().all(|run| self.may_be_literal(run)),
            RunKind::Blank | RunKind::Parenthesis | RunKind::Unreadable(_) => true,
        }
    }

    /// Whether all runs are US-ASCII, or legal encoded words of the `form`.
    fn is_ascii_or_words(&self, form: TextForm) -> bool {
        let input = self.input;
        self.units().all(|unit| match unit {
            [TextRun { what: RunKind::Words(run), .. }] => {
                run.is_in(form.charset()) && is_legal(input, run, TextKind::Phrase)
            }
            _ => unit.iter().all(|run| self.is_literal(run) && run.span.slice(input).is_ascii()),
        })
    }

    /// The changes that replace words by text in their places; `None` if that is not possible.
    fn in_place(&self) -> Option<Vec<Change>> {
        let mut changes = Vec::new();
        for unit in self.units() {
            let words = unit.iter().any(|run| matches!(run.what, RunKind::Words(_)));
            for run in unit {
                let new = match &run.what {
                    RunKind::Words(run) if is_atoms(&run.text) => run.text.clone(),
                    RunKind::Words(_) => return None,
                    RunKind::Quoted(_) if words => return None,
                    RunKind::Quoted(inside) => {
                        self.in_quotes(inside, &mut changes);
                        continue;
                    }
                    RunKind::Plain(text) if !self.is_literal(run) => text.to_string(),
                    _ => continue,
                };
                changes.push(Change { span: run.span, new: New::Text(new) });
            }
        }
        Some(changes)
    }

    fn in_quotes(&self, runs: &[TextRun<'_>], changes: &mut Vec<Change>) {
        for run in runs.iter().filter(|run| !self.is_literal(run)) {
            let new = match &run.what {
                RunKind::Words(run) => escaped(&run.text, TextKind::Phrase),
                RunKind::Plain(text) => text.to_string(),
                _ => continue,
            };
            changes.push(Change { span: run.span, new: New::Text(new) });
        }
    }
}
