//! New text for unstructured bodies and for comments (RFC 2047 section 5 rules 1 and 2, RFC 6532).
//!
//! A place falls into units at its blanks; in a comment, at its inner parentheses too. Each unit stays, or its
//! words become text, or all of it becomes encoded words. Encoded words stand apart from all else by blanks
//! (rule 1), and blanks between them are no text (section 6.2), so units to be encoded that only blanks part
//! become words together. Linear time.

use super::encoded_word::Words;
use super::fold::{Change, New};
use super::text_form::{TextForm, escaped, is_legal, may_stand};
use crate::span::Span;
use crate::text::span_text::{RunKind, SpanText, TextRun, text_of};
use crate::text::text_span::TextKind;
use crate::text::word::Run;

/// What becomes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnitAction {
    Stays,
    /// It is encoded words, and stays.
    StaysWords,
    BecomesText,
    BecomesWords,
}

/// Runs with no blank between them.
#[derive(Clone, Copy)]
struct Unit<'f, 'a> {
    runs: &'f [TextRun<'a>],
    /// The blank before it, if that is all between it and the unit before.
    blank: Option<&'f TextRun<'a>>,
    fate: UnitAction,
}

/// The changes that bring the text of a span into `form`.
pub(super) fn changes(input: &[u8], read: &SpanText<'_>, form: TextForm) -> Vec<Change> {
    let writer = Writer { input, kind: read.place.kind, form };
    let units = writer.units(&read.runs);
    let mut changes = Vec::new();
    for group in units.chunk_by(|a, b| writer.belong_together(a, b)) {
        writer.write(group, &mut changes);
    }
    changes
}

struct Writer<'i> {
    input: &'i [u8],
    kind: TextKind,
    form: TextForm,
}

impl Writer<'_> {
    fn units<'f, 'a>(&self, runs: &'f [TextRun<'a>]) -> Vec<Unit<'f, 'a>> {
        let parts = |run: &TextRun<'_>| matches!(run.what, RunKind::Blank | RunKind::Parenthesis);
        let mut units = Vec::new();
        let mut blank = None;
        for runs in runs.chunk_by(|a, b| !parts(a) && !parts(b)) {
            match runs {
                [run] if parts(run) => blank = Some(run).filter(|f| f.what == RunKind::Blank),
                _ => units.push(Unit { runs, blank: blank.take(), fate: self.fate(runs) }),
            }
        }
        units
    }

    fn fate(&self, unit: &[TextRun<'_>]) -> UnitAction {
        let words = unit.iter().any(|run| matches!(run.what, RunKind::Words(_)));
        let foreign = unit.iter().any(|run| self.is_foreign(run));
        let ascii = || unit.iter().all(|run| self.text(run).is_ascii());
        if !words && !foreign && (self.form == TextForm::Text || ascii()) {
            return UnitAction::Stays;
        }
        let lone = match unit {
            [TextRun { what: RunKind::Words(run), .. }] => Some(run),
            _ => None,
        };
        let legal = |run: &Run| run.is_in(self.form.charset()) && is_legal(self.input, run, self.kind);
        let may_stand = unit.iter().all(|run| self.is_old(run) || may_stand(&self.text(run)));
        if self.form != TextForm::Text && lone.is_some_and(legal) {
            UnitAction::StaysWords
        } else if may_stand && (self.form == TextForm::Text || ascii()) {
            UnitAction::BecomesText
        } else if lone.is_some_and(legal) {
            UnitAction::StaysWords
        } else if unit.iter().any(|run| self.is_old(run) && self.text(run).contains("=?")) {
            // A word that cannot be read is in the way.
            UnitAction::Stays
        } else {
            UnitAction::BecomesWords
        }
    }

    /// Whether the blank between is no text once both are words.
    fn belong_together(&self, a: &Unit<'_, '_>, b: &Unit<'_, '_>) -> bool {
        let words =
            |unit: &Unit<'_, '_>| matches!(unit.fate, UnitAction::BecomesWords | UnitAction::StaysWords);
        b.blank.is_some() && words(a) && words(b)
    }

    fn write(&self, group: &[Unit<'_, '_>], changes: &mut Vec<Change>) {
        match group {
            [Unit { fate: UnitAction::Stays | UnitAction::StaysWords, .. }] | [] => {}
            [unit @ Unit { fate: UnitAction::BecomesText, .. }] => self.as_text(unit, changes),
            [first, .., last] | [first @ last] => {
                if let (Some(start), Some(end)) = (first.runs.first(), last.runs.last()) {
                    let mut all = Vec::new();
                    for unit in group {
                        let blank = unit.blank.filter(|_| !std::ptr::eq(unit, first));
                        all.extend(blank.into_iter().chain(unit.runs).cloned());
                    }
                    let text = self.text_of(&all);
                    let language = self.language(&all);
                    let span = Span::new(start.span.start, end.span.end);
                    let words = Words { text, language, charset: self.form.charset() };
                    changes.push(Change { span, new: New::Words(words) });
                }
            }
        }
    }

    /// Words and foreign octets of the unit become text where they stand.
    fn as_text(&self, unit: &Unit<'_, '_>, changes: &mut Vec<Change>) {
        for run in unit.runs {
            let text = match &run.what {
                RunKind::Words(run) => escaped(&run.text, self.kind),
                RunKind::Plain(text) if self.is_foreign(run) => text.to_string(),
                _ => continue,
            };
            changes.push(Change { span: run.span, new: New::Text(text) });
        }
        let blank = unit.blank.filter(|_| self.text_of(unit.runs).trim_matches([' ', '\t']).is_empty());
        if let (Some(blank), [run]) = (blank, unit.runs) {
            // Not to leave a line of blanks, the fold before them goes.
            let all = [blank.clone(), run.clone()];
            let span = Span::new(blank.span.start, run.span.end);
            changes.pop();
            changes.push(Change { span, new: New::Text(self.text_of(&all)) });
        }
    }

    fn text(&self, run: &TextRun<'_>) -> String {
        self.text_of(std::slice::from_ref(run))
    }

    fn text_of(&self, runs: &[TextRun<'_>]) -> String {
        text_of(self.input, runs, self.kind)
    }

    /// Whether it is text that stands there as it is.
    fn is_old(&self, run: &TextRun<'_>) -> bool {
        matches!(run.what, RunKind::Plain(_)) && !self.is_foreign(run)
    }

    /// Whether it is octets that say their text in a charset other than UTF-8.
    fn is_foreign(&self, run: &TextRun<'_>) -> bool {
        match &run.what {
            RunKind::Plain(text) => text.as_bytes() != run.span.slice(self.input),
            _ => false,
        }
    }

    /// The language that all words of a group name.
    fn language(&self, runs: &[TextRun<'_>]) -> String {
        let mut words = runs.iter().filter(|run| run.what != RunKind::Blank);
        let language = match (words.next(), words.next()) {
            (Some(TextRun { what: RunKind::Words(run), .. }), None) => run.language,
            _ => None,
        };
        let octets = language.map(|language| language.slice(self.input)).unwrap_or_default();
        let token = octets.iter().all(|octet| octet.is_ascii_alphanumeric() || *octet == b'-');
        if token && octets.len() <= 35 { String::from_utf8_lossy(octets).into_owned() } else { String::new() }
    }
}
