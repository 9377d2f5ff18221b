//! Writes new text of unstructured bodies and comments (RFC 2047 section 5 (1) and (2), RFC 6532).
//!
//! The text is split into units at its blanks, and in a comment at inner parentheses too. There are three ways to
//! treat a unit: it stays; its encoded words become text; or the whole unit becomes encoded words. Encoded words
//! must be separated from other text by blanks (section 5 (1)), but blanks between two encoded words are not text
//! (section 6.2). Therefore, adjacent units that both need encoded words are encoded together.
//!
//! In a name before an address ([`FieldKind::AddressText`](crate::syntax::field_kind::FieldKind::AddressText)), a
//! quoted string is never split into several units, so that it keeps both quotes or loses both. An encoded word in
//! such a name stays encoded if its text would end the name.
//!
//! Linear time.

use super::encoded_word::Words;
use super::fold::{Change, New};
use super::text_form::{TextForm, escaped, is_legal, may_be_literal};
use crate::span::Span;
use crate::syntax::encoded_word::{EncodedWord, encoded_words};
use crate::syntax::token::{TokenKind, tokens};
use crate::text::span_text::{RunKind, SpanText, TextRun, borrowed_text_of};
use crate::text::text_span::TextKind;
use crate::text::word::Run;
use std::borrow::Cow;
use std::cell::OnceCell;

/// The treatment of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnitAction {
    Stays,
    /// The unit consists of encoded words, and stays unchanged.
    StaysWords,
    BecomesText,
    BecomesWords,
}

/// A unit: runs with no blank between them, apart from blanks within a quoted string of a name before an address. A
/// run is a piece of the text of one kind, such as plain text or encoded words.
#[derive(Clone, Copy)]
struct Unit<'f, 'a> {
    /// The index of the first run of the unit.
    start: usize,
    runs: &'f [TextRun<'a>],
    /// The blank between the previous unit and this unit, if there is nothing else between them.
    blank: Option<&'f TextRun<'a>>,
    action: UnitAction,
}

/// Adds the changes that bring the text of a span into `form`.
pub(super) fn change<'t>(
    input: &'t [u8],
    read: &'t SpanText<'_>,
    form: TextForm,
    changes: &mut Vec<Change<'t>>,
) {
    Writer::new(input, read, form).change(changes);
}

/// Adds the changes as [`change`] does, for a name before an address in an unknown field.
pub(super) fn change_name<'t>(
    input: &'t [u8],
    read: &'t SpanText<'_>,
    form: TextForm,
    changes: &mut Vec<Change<'t>>,
) {
    // The span is a name and contains no comment, because each comment is a text of its own. Therefore the limit on
    // the depth of comments, which is 1 here, has no effect.
    let tokens = tokens(input, read.place.span, 1).into_iter();
    let quoted = tokens.filter(|token| token.kind == TokenKind::QuotedString).map(|token| token.span);
    Writer { quoted: Some(quoted.collect()), ..Writer::new(input, read, form) }.change(changes);
}

struct Writer<'f, 'a> {
    input: &'f [u8],
    kind: TextKind,
    form: TextForm,
    /// The span of the text in the input.
    span: Span,
    /// The runs of the span.
    runs: &'f [TextRun<'a>],
    /// The encoded words of the span, which are searched for only when they are first needed.
    words: OnceCell<Vec<EncodedWord>>,
    /// Whether new encoded words will be written for some text that is not in encoded words now.
    adds_words: bool,
    /// The quoted strings of a name before an address, in order; `None` for other text.
    quoted: Option<Vec<Span>>,
}

impl<'f, 'a> Writer<'f, 'a> {
    fn new(input: &'f [u8], read: &'f SpanText<'a>, form: TextForm) -> Self {
        let is_encoded = |run: &TextRun<'_>| matches!(&run.what, RunKind::Plain(text) if !text.is_ascii());
        Self {
            input,
            kind: read.place.kind,
            form,
            span: read.place.span,
            runs: &read.runs,
            words: OnceCell::new(),
            adds_words: form != TextForm::Text && read.runs.iter().any(is_encoded),
            quoted: None,
        }
    }

    fn change(&self, changes: &mut Vec<Change<'f>>) {
        let mut units = self.units().peekable();
        while let Some(first) = units.next() {
            let mut last = first;
            while let Some(next) = units.next_if(|next| self.belong_together(&last, next)) {
                last = next;
            }
            self.write(&first, &last, changes);
        }
    }

    fn units(&self) -> impl Iterator<Item = Unit<'f, 'a>> {
        let parts = |run: &TextRun<'_>| matches!(run.what, RunKind::Blank | RunKind::Parenthesis);
        let (mut blank, mut next) = (None, 0);
        let joined = move |a: &TextRun<'_>, b: &TextRun<'_>| {
            !parts(a) && !parts(b) || self.quoted_around(b.span.start).is_some()
        };
        self.runs.chunk_by(joined).filter_map(move |runs| {
            let start = next;
            next += runs.len();
            match runs {
                [run] if parts(run) => {
                    blank = Some(run).filter(|run| run.what == RunKind::Blank);
                    None
                }
                _ => Some(Unit { start, runs, blank: blank.take(), action: self.action(runs) }),
            }
        })
    }

    fn action(&self, unit: &[TextRun<'_>]) -> UnitAction {
        let words = unit.iter().any(|run| matches!(run.what, RunKind::Words(_)));
        let foreign = unit.iter().any(|run| self.is_foreign(run));
        let ascii = || unit.iter().all(|run| self.text(run).is_ascii());
        if !words && !foreign && (self.form == TextForm::Text || ascii() && !self.may_open_word(unit)) {
            return UnitAction::Stays;
        }
        let lone = match unit {
            [TextRun { what: RunKind::Words(run), .. }] => Some(run),
            _ => None,
        };
        let place = if self.quoted.is_some() { TextKind::Phrase } else { self.kind };
        let legal = |run: &Run| run.is_in(self.form.charset()) && is_legal(self.input, run, place);
        let may_be_text = !self.ends_name(unit)
            && unit.iter().all(|run| self.is_literal(run) || may_be_literal(&self.text(run)));
        if self.form != TextForm::Text && lone.is_some_and(legal) {
            UnitAction::StaysWords
        } else if may_be_text && (self.form == TextForm::Text || ascii() && !self.may_open_word(unit)) {
            UnitAction::BecomesText
        } else if lone.is_some_and(legal) {
            UnitAction::StaysWords
        } else if unit.iter().any(|run| self.is_literal(run) && self.has_word(run)) {
            // The unit has an encoded word that cannot be decoded. That word stays as it is, so the unit is not
            // encoded.
            UnitAction::Stays
        } else {
            UnitAction::BecomesWords
        }
    }

    /// The quoted string that begins before `at` and ends after it.
    fn quoted_around(&self, at: usize) -> Option<Span> {
        let quoted = self.quoted.as_deref().unwrap_or_default();
        let next = quoted.partition_point(|string| string.end <= at);
        quoted.get(next).copied().filter(|string| string.start < at)
    }

    /// Whether the decoded text of an encoded word of the unit would end the display name, or the quoted string
    /// around the word. Special characters (RFC 5322 section 3.2.3) end a display name. The exception is the dot
    /// (`obs-phrase` in section 4.1).
    fn ends_name(&self, unit: &[TextRun<'_>]) -> bool {
        let ends = |run: &TextRun<'_>| match (&run.what, self.quoted_around(run.span.start)) {
            (RunKind::Words(words), None) => words.text.contains(|c| "()<>[]:;@\\,\"".contains(c)),
            (RunKind::Words(words), Some(_)) => words.text.contains(['"', '\\']),
            _ => false,
        };
        self.quoted.is_some() && unit.iter().any(ends)
    }

    /// Whether the unit has plain text with `=?`, and new encoded words will be written. Each new word ends with
    /// `?=`, so some readers would take everything from the `=?` to the end of a new word for one encoded word.
    fn may_open_word(&self, unit: &[TextRun<'_>]) -> bool {
        let opens = |run: &TextRun<'_>| matches!(&run.what, RunKind::Plain(text) if text.contains("=?"));
        self.adds_words && unit.iter().any(|run| opens(run) && !self.has_word(run))
    }

    /// Whether an encoded word overlaps the run. Such a word cannot be decoded, because all words that can be
    /// decoded are in runs of their own.
    fn has_word(&self, run: &TextRun<'_>) -> bool {
        let words = self.words.get_or_init(|| encoded_words(self.input, self.span));
        let next = words.partition_point(|word| word.span.end <= run.span.start);
        words.get(next).is_some_and(|word| word.span.start < run.span.end)
    }

    /// Whether two units must be encoded together. This is so if both need encoded words, because the blank between
    /// two encoded words is not text.
    fn belong_together(&self, a: &Unit<'_, '_>, b: &Unit<'_, '_>) -> bool {
        let words =
            |unit: &Unit<'_, '_>| matches!(unit.action, UnitAction::BecomesWords | UnitAction::StaysWords);
        b.blank.is_some() && words(a) && words(b)
    }

    /// Writes the units from `first` to `last`, which belong together.
    fn write(&self, first: &Unit<'f, 'a>, last: &Unit<'f, 'a>, changes: &mut Vec<Change<'f>>) {
        match first.action {
            UnitAction::Stays | UnitAction::StaysWords if first.start == last.start => {}
            UnitAction::BecomesText => self.as_text(first, changes),
            _ => {
                let all = self.runs.get(first.start..last.start + last.runs.len()).unwrap_or_default();
                if let [start, .., end] | [start @ end] = all {
                    let (text, language) = (self.text_of(all), self.language(all));
                    let span = Span::new(start.span.start, end.span.end);
                    let words = Words { text, language, charset: self.form.charset() };
                    changes.push(Change { span, new: New::Words(words) });
                }
            }
        }
    }

    /// Replaces the encoded words of a unit, and its octets in charsets other than UTF-8, by text.
    fn as_text(&self, unit: &Unit<'f, 'a>, changes: &mut Vec<Change<'f>>) {
        for run in unit.runs {
            let text = match &run.what {
                RunKind::Words(run) => escaped(&run.text, self.kind),
                RunKind::Plain(text) if self.is_foreign(run) => Cow::Borrowed(&**text),
                _ => continue,
            };
            changes.push(Change { span: run.span, new: New::Text(text) });
        }
        let blank = unit.blank.filter(|_| self.text_of(unit.runs).trim_matches([' ', '\t']).is_empty());
        if let (Some(blank), [run]) = (blank, unit.runs) {
            // The text of the unit is only blanks. The fold before the unit is removed too, so that no line has
            // only blanks.
            let both = self.runs.get(unit.start.saturating_sub(1)..=unit.start).unwrap_or_default();
            let span = Span::new(blank.span.start, run.span.end);
            changes.pop();
            changes.push(Change { span, new: New::Text(self.text_of(both)) });
        }
    }

    fn text<'r>(&self, run: &'r TextRun<'_>) -> Cow<'r, str> {
        self.text_of(std::slice::from_ref(run))
    }

    fn text_of<'r>(&self, runs: &'r [TextRun<'_>]) -> Cow<'r, str> {
        borrowed_text_of(self.input, runs, self.kind)
    }

    /// Whether the run is already literal text in UTF-8.
    fn is_literal(&self, run: &TextRun<'_>) -> bool {
        matches!(run.what, RunKind::Plain(_)) && !self.is_foreign(run)
    }

    /// Whether the run consists of octets in a charset other than UTF-8.
    fn is_foreign(&self, run: &TextRun<'_>) -> bool {
        match &run.what {
            RunKind::Plain(text) => text.as_bytes() != run.span.slice(self.input),
            _ => false,
        }
    }

    /// The language of the encoded words, if `runs` consists of one run of encoded words and of blanks; empty for
    /// other runs, and for a language that is malformed or too long.
    fn language(&self, runs: &[TextRun<'_>]) -> &'f str {
        let mut words = runs.iter().filter(|run| run.what != RunKind::Blank);
        let language = match (words.next(), words.next()) {
            (Some(TextRun { what: RunKind::Words(run), .. }), None) => run.language,
            _ => None,
        };
        let octets = language.map(|language| language.slice(self.input)).unwrap_or_default();
        let token = octets.iter().all(|octet| octet.is_ascii_alphanumeric() || *octet == b'-');
        std::str::from_utf8(octets).ok().filter(|_| token && octets.len() <= 35).unwrap_or_default()
    }
}
