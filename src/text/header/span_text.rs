//! Decodes one text span of a field body: encoded words, raw octets and folds (RFC 2047, RFC 6532, RFC 5322
//! section 2.2.3).
//!
//! A span is decoded to runs in order. Each run has its own span, so that a rewrite can leave some runs unchanged.
//!
//! Octets outside encoded words are UTF-8 if they are valid UTF-8. Otherwise they are in the charset of all raw
//! octets of the header block (`raw_charset`). If that charset is unknown, they are unreadable.
//!
//! Escape sequences of ISO-2022 and shifts of HZ show their charset by themselves. They are decoded if each word
//! between blanks is complete by itself. In phrases and comments, only ISO-2022-JP that returns to US-ASCII on the
//! same line is decoded, because the parser of fields would take octets of any other sequence for delimiters. In
//! unstructured text, a sequence of ISO-2022 can contain blanks. A sequence that designates a double-octet set but is
//! not decoded makes the text unreadable.
//!
//! All functions take linear time.

use super::marks::lacks_escapes;
use super::one_line::{unfolded, without_controls};
use super::parsed_field::ParsedSpans;
use super::restored_text::RestoredText;
use super::text_span::{TextKind, TextSpan, inside};
use super::word::{Found, Run, read_words};
use crate::charset::Charset;
use crate::charset::detect::{Evidence, by_form};
use crate::finding::{Code, Detail};
use crate::policy::Doubtful;
use crate::span::Span;
use crate::syntax::shifted::{mask_iso2022, mask_iso2022_across_blanks};
use crate::text::context::{Context, RawCharset};
use crate::text::evidence::doubt::Doubt;
use crate::text::evidence::few_characters;
use crate::text::evidence::garbled::{garbled, undone};
use crate::text::evidence::lost_escapes::{has_kana, restored};
use crate::text::evidence::mixed::{Mixture, mixture};
use crate::text::evidence::{has_escape, is_doubtful_hz, shows_shifts};
use mailutf_codecs::internal::utf8_in_mail;
use std::borrow::Cow;

/// Decodes the spans of one field.
#[derive(Clone, Copy, Debug)]
pub(in crate::text) struct SpanReader<'a, 'c> {
    /// The buffer to which the spans refer.
    pub(in crate::text) input: &'a [u8],
    /// The context of the field.
    pub(in crate::text) context: &'c Context<'c>,
    /// The charset of raw octets that are not UTF-8.
    pub(in crate::text) raw: RawCharset,
}

/// A run of octets in a span.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextRun<'a> {
    /// The span of the run.
    pub span: Span,
    /// The kind of the run, with its text.
    pub what: RunKind<'a>,
}

/// The kind of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunKind<'a> {
    /// Spaces, tabs and folds.
    Blank,
    /// A parenthesis of a comment within a comment.
    Parenthesis,
    /// Text outside encoded words, including its quoted pairs. Such text has blanks only within an ISO-2022 sequence.
    Plain(Cow<'a, str>),
    /// Text in an unknown charset, outside encoded words. U+FFFD replaces ill-formed UTF-8.
    Unreadable(Cow<'a, str>),
    /// Encoded words.
    Words(Run),
    /// A quoted string, with the runs between its quotes.
    Quoted(Vec<TextRun<'a>>),
}

/// The text of a span.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpanText<'a> {
    /// The span.
    pub place: TextSpan,
    /// The runs of the span, without gaps between them.
    pub runs: Vec<TextRun<'a>>,
    /// The words that cannot be decoded without loss, and the garbled text outside words, with the reasons. Such
    /// words and text stay unchanged.
    pub unresolved: Vec<(Span, Detail)>,
    /// Findings about text outside words that looks garbled. Such text was restored, or was kept because a rule says
    /// so.
    pub noted: Vec<(Span, Code, Detail)>,
    /// The span of the label of each word that was decoded, with the charset of the word.
    pub words: Vec<(Span, Charset)>,
    /// The spans outside words that are not US-ASCII or have ISO-2022 sequences, with the charset in which each was
    /// decoded. The charset is `None` if it is unknown.
    pub raw: Vec<(Span, Option<Charset>)>,
}

/// How octets outside words are read.
struct Source {
    /// The charset of the octets; `None` if it is unknown.
    charset: Option<Charset>,
    /// The original text of the octets, if they were garbled and are restored.
    original: Option<RestoredText>,
}

/// Whether raw octets are UTF-8. Surrogate pairs (CESU-8) are accepted unless the policy is strict.
pub(crate) fn is_utf8(octets: &[u8], context: &Context<'_>) -> bool {
    if context.policy.strict { std::str::from_utf8(octets).is_ok() } else { utf8_in_mail::is_valid(octets) }
}

impl<'a> SpanText<'a> {
    pub(crate) const fn empty(place: TextSpan) -> Self {
        Self {
            place,
            runs: Vec::new(),
            unresolved: Vec::new(),
            noted: Vec::new(),
            words: Vec::new(),
            raw: Vec::new(),
        }
    }

    /// Puts a blank in place of each line end and control character of the words. Returns whether there was one.
    pub(crate) fn drop_controls(&mut self) -> bool {
        drop_controls(&mut self.runs)
    }

    /// Whether all raw octets are in a known charset.
    pub fn is_readable(&self) -> bool {
        self.raw.iter().all(|(_, charset)| charset.is_some())
    }

    /// The text without blanks at its start and end. Unreadable octets that are not UTF-8 become U+FFFD.
    pub fn text(&self, input: &[u8]) -> String {
        self.borrowed_text(input).into_owned()
    }

    /// Returns the same text as [`text`](Self::text), but borrows it if the span is a single run of words with
    /// nothing but blanks around it.
    pub(crate) fn borrowed_text(&self, input: &[u8]) -> Cow<'_, str> {
        let mut others = self.runs.iter().filter(|run| run.what != RunKind::Blank);
        match (others.next(), others.next()) {
            (Some(TextRun { what: RunKind::Words(words), .. }), None) => {
                Cow::Borrowed(words.text.trim_matches([' ', '\t']))
            }
            _ => Cow::Owned(trimmed(text_of(input, &self.runs, self.place.kind))),
        }
    }

    /// Returns the same text as [`text`](Self::text), but moves it if the span is a single run of words with nothing
    /// but blanks around it.
    pub(crate) fn into_text(mut self, input: &[u8]) -> String {
        let mut others = self.runs.iter_mut().filter(|run| run.what != RunKind::Blank);
        match (others.next(), others.next()) {
            (Some(TextRun { what: RunKind::Words(words), .. }), None) => {
                trimmed(std::mem::take(&mut words.text))
            }
            _ => self.text(input),
        }
    }

    /// Whether some of the text was decoded because of its escape sequences or shifts.
    pub(crate) fn is_shifted(&self, input: &[u8]) -> bool {
        self.raw.iter().any(|(span, charset)| charset.is_some() && span.slice(input).is_ascii())
    }

    /// Whether some of the text is UTF-8 with surrogate pairs (CESU-8).
    pub(crate) fn has_surrogate_pairs(&self, input: &[u8]) -> bool {
        self.raw.iter().any(|(span, charset)| {
            let octets = span.slice(input);
            *charset == Some(Charset::UTF_8)
                && std::str::from_utf8(octets).is_err()
                && utf8_in_mail::is_valid(octets)
        })
    }
}

impl<'a> SpanReader<'a, '_> {
    /// Decodes `place`, one of the spans of `texts`.
    pub(in crate::text) fn read(&self, place: TextSpan, texts: &ParsedSpans) -> SpanText<'a> {
        let mut read = SpanText::empty(place);
        let mut done = place.span.start;
        for string in texts.quoted_in(place.span) {
            self.stretch(Span::new(done, string.start), texts, &mut read);
            let mut quoted = SpanText::empty(place);
            self.stretch(self.content_of(*string, place.kind), texts, &mut quoted);
            read.runs.push(TextRun { span: *string, what: RunKind::Quoted(quoted.runs) });
            append_all(&mut read.unresolved, quoted.unresolved);
            append_all(&mut read.noted, quoted.noted);
            append_all(&mut read.words, quoted.words);
            append_all(&mut read.raw, quoted.raw);
            done = string.end;
        }
        self.stretch(Span::new(done, place.span.end), texts, &mut read);
        read
    }

    /// Returns the content of a quoted string. In Big5, GBK and Shift_JIS, the second octet of a character can be a
    /// backslash, which does not hide the quote after it. The grammar of fields knows no charset, so it finds no closing
    /// quote in such a string.
    fn content_of(&self, string: Span, kind: TextKind) -> Span {
        let content = inside(self.input, string);
        let is_closed = content.end < string.end;
        match content.slice(self.input).trim_ascii_end().strip_suffix(b"\"") {
            Some(before) if !is_closed && self.ends_in_character(before, kind) => {
                Span::new(content.start, content.start + before.len())
            }
            _ => content,
        }
    }

    /// Whether the last octet of a text is a backslash that is the second octet of a character.
    fn ends_in_character(&self, octets: &[u8], kind: TextKind) -> bool {
        octets.strip_suffix(b"\\").zip(self.charset_of(octets, kind)).is_some_and(|(before, charset)| {
            charset.decode_strict(octets).is_ok() && charset.decode_strict(before).is_err()
        })
    }

    /// Decodes the encoded words in `span`, and the octets between them.
    fn stretch(&self, span: Span, texts: &ParsedSpans, read: &mut SpanText<'a>) {
        let kind = read.place.kind;
        let mut done = span.start;
        read_words(self.input, texts.words_in(span), self.context, &mut |found| match found {
            Found::Run(run) => {
                self.plain(Span::new(done, run.span.start), kind, read);
                done = run.span.end;
                read.runs.push(TextRun { span: run.span, what: RunKind::Words(run) });
            }
            Found::Read(label, charset) => read.words.push((label, charset)),
            Found::Unresolved(word, why) => read.unresolved.push((word, why)),
        });
        self.plain(Span::new(done, span.end), kind, read);
    }

    /// Decodes the octets between encoded words, piece by piece. Blanks separate the pieces.
    fn plain(&self, span: Span, kind: TextKind, read: &mut SpanText<'a>) {
        if span.is_empty() {
            return;
        }
        let octets = span.slice(self.input);
        if kind == TextKind::Text
            && let Some((why, text)) = without_escapes(octets, self.context)
        {
            match text {
                Some(text) => {
                    let is_blank = |octet: &&u8| is_blank(**octet);
                    let start = span.start + octets.iter().take_while(is_blank).count();
                    let end = span.end - octets.iter().rev().take_while(is_blank).count();
                    read.noted.push((span, Code::TextRestored, why));
                    let blanks = |from, to| TextRun { span: Span::new(from, to), what: RunKind::Blank };
                    let runs = [
                        blanks(span.start, start),
                        TextRun { span: Span::new(start, end), what: RunKind::Plain(text.into()) },
                        blanks(end, span.end),
                    ];
                    return read.runs.extend(runs.into_iter().filter(|run| !run.span.is_empty()));
                }
                None => read.unresolved.push((span, why)),
            }
        }
        let mut charset = self.charset_of(octets, kind);
        let mut original = None;
        if let Some((why, ungarbled)) = charset.and_then(|charset| self.undone(octets, span.start, charset)) {
            original = Some(ungarbled);
            read.noted.push((span, Code::Rule, why));
        } else if charset == Some(Charset::UTF_8)
            && let Some((why, restored)) = self.garbled(octets)
        {
            original = restored.and_then(|text| RestoredText::of(octets, span.start, text));
            match (&why, &original) {
                (Detail::Rule { .. }, _) => read.noted.push((span, Code::Rule, why)),
                (_, Some(_)) => read.noted.push((span, Code::TextRestored, why)),
                (_, None) => read.unresolved.push((span, why)),
            }
        }
        let source = Source { charset, original };
        let before = read.runs.len();
        let mut at = span.start;
        for piece in with_words(octets, kind).chunk_by(|a, b| is_blank(*a) == is_blank(*b)) {
            let end = at + piece.len();
            let span = Span::new(at, end);
            if piece.first().copied().is_some_and(is_blank) {
                read.runs.push(TextRun { span, what: RunKind::Blank });
            } else if kind == TextKind::Comment {
                self.between_parentheses(span, &source, &mut read.runs);
            } else {
                read.runs.push(self.piece(span, &source));
            }
            at = end;
        }
        let mut runs = read.runs.iter().skip(before);
        charset = charset.filter(|_| !runs.any(|run| matches!(run.what, RunKind::Unreadable(_))));
        if !octets.is_ascii() || charset != Some(Charset::UTF_8) {
            read.raw.push((span, charset));
        }
    }

    /// Undoes the wrong decodings that a rule names. Returns the restored text of `octets`, which are in `charset`,
    /// and the rule as the detail of a finding.
    fn undone(&self, octets: &[u8], start: usize, charset: Charset) -> Option<(Detail, RestoredText)> {
        let rule = self.context.decision(None).undoing().filter(|_| !octets.is_ascii())?;
        let text = undone(&charset.decode_strict(octets).ok()?, rule)?.text;
        Some((self.context.undone_detail(rule), RestoredText::of(octets, start, text)?))
    }

    /// Judges whether octets in UTF-8 are garbled. Returns the detail of a finding: the doubt about garbled octets,
    /// or the rule that says to read them as they are.
    ///
    /// Also returns the original text, if the policy lets evidence decide. Otherwise the octets stay unchanged,
    /// because their author may have written them in this form, and nothing in the field would show that they were
    /// changed.
    fn garbled(&self, octets: &[u8]) -> Option<(Detail, Option<String>)> {
        let decision = self.context.decision(None);
        if octets.is_ascii() || decision.ignores_garbled() || self.context.reads_as_it_stands() {
            return None;
        }
        let text = std::str::from_utf8(octets).ok()?;
        let found = garbled(text)?;
        if decision.keeps_garbled(text) {
            return Some((self.context.rule_detail(&decision, None, Some(Charset::UTF_8)), None));
        }
        let undo = self.context.restores(&decision, text, &found);
        Some((found.doubt.detail(Charset::UTF_8), found.original.filter(|_| undo)))
    }

    /// Decodes a piece of a comment. The piece has no blanks.
    fn between_parentheses(&self, span: Span, source: &Source, runs: &mut Vec<TextRun<'a>>) {
        let (mut from, mut escaped) = (span.start, false);
        for (at, octet) in (span.start..).zip(&*mask_iso2022(span.slice(self.input))) {
            if !escaped && matches!(octet, b'(' | b')') {
                if from < at {
                    runs.push(self.piece(Span::new(from, at), source));
                }
                runs.push(TextRun { span: Span::new(at, at + 1), what: RunKind::Parenthesis });
                from = at + 1;
            }
            escaped = !escaped && *octet == b'\\';
        }
        if from < span.end {
            runs.push(self.piece(Span::new(from, span.end), source));
        }
    }

    fn piece(&self, span: Span, source: &Source) -> TextRun<'a> {
        if let Some(original) = &source.original {
            return TextRun { span, what: RunKind::Plain(original.piece(span).to_owned().into()) };
        }
        let octets = span.slice(self.input);
        let decoded = source.charset.map(|charset| match charset {
            Charset::UTF_8 if !self.context.policy.strict => utf8_in_mail::decode(octets).decoded,
            _ => charset.decode(octets),
        });
        let exact = decoded.filter(|decoded| decoded.errors == 0 || self.context.replaces());
        let what = match exact {
            Some(decoded) => RunKind::Plain(decoded.text),
            None => RunKind::Unreadable(String::from_utf8_lossy(octets)),
        };
        TextRun { span, what }
    }

    /// Returns the charset in which to decode `octets`.
    fn charset_of(&self, octets: &[u8], kind: TextKind) -> Option<Charset> {
        if self.context.may_guess() && (has_escape(octets) || shows_shifts(octets)) {
            let shown = self.shown_by_shifts(octets, kind);
            if shown.is_some() || shows_shifts(octets) {
                // Any charset without these shifts would leave them in the text, so no other charset is tried.
                return shown;
            }
        }
        if octets.is_ascii() {
            return Some(Charset::UTF_8);
        }
        // Octets in an unknown charset are not ill-formed, so they are not replaced.
        let is_damaged = || self.raw.is_none() && self.context.replaces() && utf8_in_mail::is_sound(octets);
        let utf8 = is_utf8(octets, self.context) || is_damaged();
        if utf8 && !self.is_by_chance(octets) {
            return Some(Charset::UTF_8);
        }
        let is_whole = |raw: &Charset| self.context.policy.strict || mixture(*raw, octets) == Mixture::None;
        self.raw.map(|(raw, _)| raw).filter(is_whole)
    }

    /// Whether octets are UTF-8 only by chance, and are really in `self.raw`, the charset of the other raw octets
    /// of the header.
    pub(super) fn is_by_chance(&self, octets: &[u8]) -> bool {
        !self.context.policy.strict
            && few_characters::are_few(octets)
            && self.raw.is_some_and(|(raw, _)| few_characters::are_likelier_in(raw, octets))
    }

    /// Returns the charset that the escape sequences or shifts in US-ASCII octets show, if each word decodes in it.
    fn shown_by_shifts(&self, octets: &[u8], kind: TextKind) -> Option<Charset> {
        let found = by_form(octets).filter(|found| found.evidence == Evidence::EscapeSequence)?;
        let is_hz = found.charset == Charset::HZ_GB_2312;
        // In the octets of an ISO-2022 sequence, the parsers of field bodies see no delimiters. They know no
        // sequences of HZ, so HZ is decoded only in unstructured text.
        let is_skipped = kind == TextKind::Text || !is_hz && !has_escape(&mask_iso2022(octets));
        let is_doubtful = is_hz && is_doubtful_hz(octets);
        let mut rest = octets;
        let whole = with_words(octets, kind).chunk_by(|a, b| is_blank(*a) == is_blank(*b)).all(|piece| {
            let (word, after) = rest.split_at_checked(piece.len()).unwrap_or_default();
            rest = after;
            found.charset.decode_strict(word).is_ok()
        });
        (octets.is_ascii() && is_skipped && whole && !is_doubtful).then_some(found.charset)
    }
}

/// Judges whether text outside words is ISO-2022-JP that lost its escape characters. Returns the doubt about such text,
/// and the restored text, if the policy lets evidence decide. No label names the charset, so the text must have kana.
pub(crate) fn without_escapes(octets: &[u8], context: &Context<'_>) -> Option<(Detail, Option<String>)> {
    let decision = context.decision(None);
    if !lacks_escapes(octets) || !context.may_guess() || decision.is_sure() || context.reads_as_it_stands() {
        return None;
    }
    let text = restored(&unfolded(octets.trim_ascii())).filter(|text| has_kana(text))?;
    let why = Doubt::WITHOUT_ESCAPES.detail(Charset::US_ASCII);
    Some((why, Some(text).filter(|_| decision.doubtful == Doubtful::Evidence)))
}

/// Returns `octets`. In unstructured text, the blanks within double-octet sequences are masked, so that all remaining
/// blanks separate words.
fn with_words(octets: &[u8], kind: TextKind) -> Cow<'_, [u8]> {
    if kind == TextKind::Text { mask_iso2022_across_blanks(octets) } else { Cow::Borrowed(octets) }
}

fn drop_controls(runs: &mut [TextRun<'_>]) -> bool {
    let mut dropped = false;
    for run in runs {
        match &mut run.what {
            RunKind::Words(run) => {
                if let Some(text) = without_controls(&run.text) {
                    (run.text, dropped) = (text, true);
                }
            }
            RunKind::Quoted(inside) => dropped |= drop_controls(inside),
            RunKind::Blank | RunKind::Parenthesis | RunKind::Plain(_) | RunKind::Unreadable(_) => {}
        }
    }
    dropped
}

/// Returns the text without blanks at its start and end.
fn trimmed(mut text: String) -> String {
    text.truncate(text.trim_end_matches([' ', '\t']).len());
    let blanks = text.len() - text.trim_start_matches([' ', '\t']).len();
    text.drain(..blanks);
    text
}

/// Returns the text of the runs of a span, without folds and with quoted pairs decoded. Blanks stay, with one
/// exception: several blanks between the words of a phrase become one (RFC 5322 section 3.2.5).
pub(crate) fn text_of(input: &[u8], runs: &[TextRun<'_>], kind: TextKind) -> String {
    let length = |run: &TextRun<'_>| match &run.what {
        RunKind::Plain(text) | RunKind::Unreadable(text) => text.len(),
        RunKind::Words(run) => run.text.len(),
        RunKind::Blank | RunKind::Parenthesis | RunKind::Quoted(_) => run.span.len(),
    };
    let mut text = String::with_capacity(runs.iter().map(length).sum());
    append(input, runs, kind, kind == TextKind::Comment, &mut text);
    text
}

/// Returns the same text as [`text_of`], but borrows it if there is a single run that is shown as it was decoded.
pub(crate) fn borrowed_text_of<'r>(input: &[u8], runs: &'r [TextRun<'_>], kind: TextKind) -> Cow<'r, str> {
    match runs {
        [TextRun { what: RunKind::Words(run), .. }] => Cow::Borrowed(&run.text),
        [TextRun { what: RunKind::Plain(text), .. }] if kind != TextKind::Comment => Cow::Borrowed(text),
        _ => Cow::Owned(text_of(input, runs, kind)),
    }
}

fn append(input: &[u8], runs: &[TextRun<'_>], kind: TextKind, escaped: bool, text: &mut String) {
    for (run, next) in runs.iter().zip(runs.iter().skip(1).map(Some).chain([None])) {
        let escaped_blank = next.is_some_and(|next| next.what == RunKind::Blank);
        match &run.what {
            RunKind::Blank if kind == TextKind::Phrase && !escaped => text.push(' '),
            RunKind::Blank | RunKind::Parenthesis => {
                text.extend(unfolded(run.span.slice(input)).iter().copied().map(char::from));
            }
            RunKind::Plain(plain) | RunKind::Unreadable(plain) if escaped => {
                unescape(plain, escaped_blank, text);
            }
            RunKind::Plain(plain) | RunKind::Unreadable(plain) => text.push_str(plain),
            RunKind::Words(run) => text.push_str(&run.text),
            RunKind::Quoted(inside) => append(input, inside, kind, true, text),
        }
    }
}

/// Returns the charset of raw octets whose spans were decoded in `charsets`. A span may be UTF-8 by chance, so any
/// other charset takes precedence over UTF-8.
pub(crate) fn charset_of_raw(charsets: impl Iterator<Item = Charset>) -> Option<Charset> {
    charsets.reduce(|first, next| if first == Charset::UTF_8 { next } else { first })
}

/// Decodes quoted pairs, in which the backslash before a character is invisible (RFC 5322 section 3.2.1).
///
/// A backslash is text if it clearly escapes nothing. This is so in three cases: the backslash is between two letters
/// or digits (`DOMAIN\user`), it is a word of its own, or it is at the end. `before_blank` tells whether a blank
/// follows the text, because that blank may be escaped.
fn unescape(plain: &str, before_blank: bool, text: &mut String) {
    let mut characters = plain.chars().peekable();
    let mut before = None;
    while let Some(character) = characters.next() {
        let is_alphanumeric = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let next = match characters.peek() {
            Some(next) => Some(*next),
            None => Some(' ').filter(|_| before_blank && before.is_some()),
        };
        let is_text = next.is_none() || is_alphanumeric(before) && is_alphanumeric(next);
        let escapes = character == '\\' && !is_text;
        let shown = if escapes { characters.next() } else { Some(character) };
        text.extend(shown);
        // A backslash right after a quoted pair begins another quoted pair, even if it is between two letters or
        // digits. So a backslash, which is neither, stands for the escaped character here.
        before = if escapes { Some('\\') } else { shown };
    }
}

/// Appends `more` to `list`. If `list` is empty, `more` is moved instead of copied.
fn append_all<T>(list: &mut Vec<T>, mut more: Vec<T>) {
    match list.is_empty() {
        true => *list = more,
        false => list.append(&mut more),
    }
}

const fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t' | b'\r' | b'\n')
}
