//! New text for phrases: display names, names of groups, keywords (RFC 5322 section 3.2.5, RFC 2047 section 5
//! rule 3).
//!
//! Decoded text that is atoms stands where its words stood, and text of a quoted string within its quotes.
//! Otherwise all of the phrase becomes one quoted string, so that no comma, bracket or quote in a name is ever
//! one of the address list. What must not stand as text becomes encoded words, all of the phrase again,
//! because a quoted string holds none. Linear time.

use super::encoded_word::Words;
use super::fold::{Change, New};
use super::text_form::{TextForm, escaped, is_atoms, is_legal, may_stand, quoted};
use crate::text::field::{FieldReader, Fragments, RunKind, TextRun, text_of};
use crate::text::text_span::{TextKind, TextSpan};

/// The changes that bring the text of the phrase at `place` into `form`.
pub(super) fn changes(
    reader: &FieldReader<'_, '_>,
    place: TextSpan,
    read: &Fragments<'_>,
    form: TextForm,
) -> Vec<Change> {
    let phrase = Phrase { reader, fragments: &read.fragments };
    let text = text_of(reader.input, phrase.fragments, TextKind::Phrase);
    let stands = phrase.fragments.iter().all(|fragment| phrase.may_stand(fragment));
    let as_text = stands && (form == TextForm::Text || text.is_ascii());
    if form == TextForm::Text && phrase.fragments.iter().all(|fragment| phrase.is_old(fragment))
        || (form != TextForm::Text || !stands) && phrase.is_ascii_or_words(form)
    {
        return Vec::new();
    }
    // One ASCII atom is an address where no other stands beside it.
    let is_atom = text.is_ascii() && !text.contains(' ');
    let in_place = if as_text && !is_atom { phrase.in_place() } else { None };
    let whole = |new| vec![Change { span: place.span, new }];
    match in_place {
        Some(changes) => changes,
        // A word that cannot be read is not to be hidden in quotes or in another word.
        None if !read.unresolved.is_empty() => Vec::new(),
        None if as_text => whole(New::Text(quoted(&text))),
        None => whole(New::Words(Words { text, language: String::new(), charset: form.charset() })),
    }
}

struct Phrase<'p, 'a, 'c> {
    reader: &'p FieldReader<'a, 'c>,
    fragments: &'p [TextRun<'a>],
}

impl Phrase<'_, '_, '_> {
    /// Fragments that no blank parts.
    fn units(&self) -> impl Iterator<Item = &[TextRun<'_>]> {
        let units = self.fragments.split(|fragment| fragment.what == RunKind::Blank);
        units.filter(|unit| !unit.is_empty())
    }

    /// Whether it stands there as it is, in UTF-8.
    fn is_old(&self, fragment: &TextRun<'_>) -> bool {
        match &fragment.what {
            RunKind::Blank | RunKind::Parenthesis => true,
            RunKind::Plain(text) => text.as_bytes() == fragment.span.slice(self.reader.input),
            RunKind::Words(_) => false,
            RunKind::Quoted(inside) => inside.iter().all(|fragment| self.is_old(fragment)),
        }
    }

    fn may_stand(&self, fragment: &TextRun<'_>) -> bool {
        match &fragment.what {
            RunKind::Words(run) => may_stand(&run.text),
            RunKind::Plain(text) => self.is_old(fragment) || may_stand(text),
            RunKind::Quoted(inside) => inside.iter().all(|fragment| self.may_stand(fragment)),
            RunKind::Blank | RunKind::Parenthesis => true,
        }
    }

    /// Whether all is ASCII, or encoded words of the `form` where they may stand.
    fn is_ascii_or_words(&self, form: TextForm) -> bool {
        let input = self.reader.input;
        self.units().all(|unit| match unit {
            [TextRun { what: RunKind::Words(run), .. }] => {
                run.is_in(form.charset()) && is_legal(input, run, TextKind::Phrase)
            }
            _ => unit.iter().all(|fragment| self.is_old(fragment) && fragment.span.slice(input).is_ascii()),
        })
    }

    /// Text where its words stand; `None` where it cannot stand there.
    fn in_place(&self) -> Option<Vec<Change>> {
        let mut changes = Vec::new();
        for unit in self.units() {
            let words = unit.iter().any(|fragment| matches!(fragment.what, RunKind::Words(_)));
            for fragment in unit {
                let new = match &fragment.what {
                    RunKind::Words(run) if is_atoms(&run.text) => run.text.clone(),
                    RunKind::Words(_) => return None,
                    RunKind::Quoted(_) if words => return None,
                    RunKind::Quoted(inside) => {
                        self.in_quotes(inside, &mut changes);
                        continue;
                    }
                    RunKind::Plain(text) if !self.is_old(fragment) => text.to_string(),
                    _ => continue,
                };
                changes.push(Change { span: fragment.span, new: New::Text(new) });
            }
        }
        Some(changes)
    }

    fn in_quotes(&self, fragments: &[TextRun<'_>], changes: &mut Vec<Change>) {
        for fragment in fragments.iter().filter(|fragment| !self.is_old(fragment)) {
            let new = match &fragment.what {
                RunKind::Words(run) => escaped(&run.text, TextKind::Phrase),
                RunKind::Plain(text) => text.to_string(),
                _ => continue,
            };
            changes.push(Change { span: fragment.span, new: New::Text(new) });
        }
    }
}
