//! Writes new text of phrases: display names, group names, keywords (RFC 5322 section 3.2.5, RFC 2047 section 5 (3)).
//!
//! If the decoded text of encoded words consists of atoms, the text replaces the words; text of a quoted string
//! stays in its quotes. If the decoded text has other characters, the whole phrase becomes one quoted string, so
//! that a comma, bracket or quote in a name never becomes part of the address list. If the text of the whole phrase
//! is a single US-ASCII word, it becomes a quoted string, too, so that no reader takes the word for an address. If
//! the text must not be written literally, the whole phrase becomes encoded words, because a quoted string must not
//! contain encoded words. Linear time.

use super::encoded_word::Words;
use super::fold::{Change, New};
use super::text_form::{TextForm, escaped, is_atoms, is_legal, may_be_literal, quoted};
use crate::text::span_text::{RunKind, SpanText, TextRun, borrowed_text_of};
use crate::text::text_span::TextKind;
use std::borrow::Cow;

/// Adds the changes that bring the text of a phrase into `form`.
pub(super) fn change<'t>(
    input: &[u8],
    read: &'t SpanText<'_>,
    form: TextForm,
    changes: &mut Vec<Change<'t>>,
) {
    let phrase = Phrase { input, runs: &read.runs };
    let text = borrowed_text_of(input, phrase.runs, TextKind::Phrase);
    let may_be_text = phrase.runs.iter().all(|run| phrase.may_be_literal(run));
    // Some readers find an address in a quoted string with an `@`; no reader finds one in an encoded word.
    let as_text = may_be_text && (form == TextForm::Text || text.is_ascii() && !text.contains('@'));
    if form == TextForm::Text && phrase.runs.iter().all(|run| phrase.is_literal(run))
        || (form != TextForm::Text || !may_be_text) && phrase.is_ascii_or_words(form)
    {
        return;
    }
    // A single US-ASCII word is not written without quotes: if no address follows, readers take such a word for an
    // address.
    let is_atom = text.is_ascii() && !text.contains(' ');
    if as_text && !is_atom {
        let before = changes.len();
        match phrase.in_place(changes) {
            Some(()) => return,
            None => changes.truncate(before),
        }
    }
    // An encoded word that cannot be decoded must not be hidden in quotes or in another word.
    if read.unresolved.is_empty() {
        let new = match as_text {
            true => New::Text(quoted(&text).into()),
            false => New::Words(Words { text, language: "", charset: form.charset() }),
        };
        changes.push(Change { span: read.place.span, new });
    }
}

struct Phrase<'i, 'p, 'a> {
    input: &'i [u8],
    runs: &'p [TextRun<'a>],
}

impl<'p, 'a> Phrase<'_, 'p, 'a> {
    /// The groups of runs between the blanks of the phrase. A run is a piece of the phrase of one kind, such as
    /// plain text, a quoted string or encoded words.
    fn units(&self) -> impl Iterator<Item = &'p [TextRun<'a>]> + use<'p, 'a> {
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

    /// Whether each run is US-ASCII, or has legal encoded words in the charset of `form`.
    fn is_ascii_or_words(&self, form: TextForm) -> bool {
        let input = self.input;
        self.units().all(|unit| match unit {
            [TextRun { what: RunKind::Words(run), .. }] => {
                run.is_in(form.charset()) && is_legal(input, run, TextKind::Phrase)
            }
            _ => unit.iter().all(|run| self.is_literal(run) && run.span.slice(input).is_ascii()),
        })
    }

    /// Adds the changes that replace encoded words, and raw text in other charsets than UTF-8, by the decoded text,
    /// without new quotes. Returns `None` if some text needs new quotes.
    fn in_place(&self, changes: &mut Vec<Change<'p>>) -> Option<()> {
        for unit in self.units() {
            let words = unit.iter().any(|run| matches!(run.what, RunKind::Words(_)));
            for run in unit {
                let new = match &run.what {
                    RunKind::Words(run) if is_atoms(&run.text) => &*run.text,
                    RunKind::Words(_) => return None,
                    RunKind::Quoted(_) if words => return None,
                    RunKind::Quoted(inside) => {
                        self.in_quotes(inside, changes);
                        continue;
                    }
                    RunKind::Plain(text) if !self.is_literal(run) => text,
                    _ => continue,
                };
                changes.push(Change { span: run.span, new: New::Text(new.into()) });
            }
        }
        Some(())
    }

    fn in_quotes(&self, runs: &'p [TextRun<'a>], changes: &mut Vec<Change<'p>>) {
        for run in runs.iter().filter(|run| !self.is_literal(run)) {
            let new = match &run.what {
                RunKind::Words(run) => escaped(&run.text, TextKind::Phrase),
                RunKind::Plain(text) => Cow::Borrowed(&**text),
                _ => continue,
            };
            changes.push(Change { span: run.span, new: New::Text(new) });
        }
    }
}
