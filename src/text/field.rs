//! What the text in a field body says: encoded words, raw octets and folds undone (RFC 2047, RFC 6532,
//! RFC 5322 section 2.2.3).
//!
//! A place is read as fragments in order, each with its span, so that one who rewrites can leave alone what
//! may stay. Octets that are no encoded word are UTF-8 where they are valid; where not, they are in the one
//! charset of all such octets of the header (`raw_charset`), and without one the place is
//! unreadable. Raw escape sequences of ISO-2022 show their charset themselves: they are read where each word
//! between blanks is whole by itself, in phrases and comments only those that the syntax knows to look past
//! (ISO-2022-JP, each sequence ended on its line, in text also one with blanks inside); others stay octets of
//! ASCII.
//!
//! Linear time.

use super::context::Context;
use super::evidence::{has_escape, shows_shifts};
use super::mixed::{Mixture, mixture};
use super::text_span::{TextKind, TextSpan, inside};
use super::word::{Run, runs};
use crate::charset::Charset;
use crate::charset::detect::{Evidence, detect};
use crate::charset::utf8_in_mail;
use crate::finding::Detail;
use crate::span::Span;
use crate::syntax::shifted::{mask_iso2022, mask_iso2022_across_blanks};
use crate::syntax::token::{TokenKind, tokens};
use std::borrow::Cow;

/// Reads the fields of one header.
#[derive(Clone, Copy, Debug)]
pub struct FieldReader<'a, 'c> {
    /// What the spans are spans of.
    pub input: &'a [u8],
    /// What is known around the header.
    pub context: &'c Context<'c>,
    /// The charset of raw octets that are not UTF-8.
    pub raw: Option<Charset>,
}

/// A part of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextRun<'a> {
    /// Its octets.
    pub span: Span,
    /// What they are.
    pub what: RunKind<'a>,
}

/// What a fragment is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunKind<'a> {
    /// Spaces, tabs and folds.
    Blank,
    /// A parenthesis of a comment inside a comment.
    Parenthesis,
    /// Anything else as it stands, quoted pairs too, without a blank in it but in a shifted sequence.
    Plain(Cow<'a, str>),
    /// Encoded words.
    Words(Run),
    /// A quoted string, and what is between its quotes.
    Quoted(Vec<TextRun<'a>>),
}

/// A place as read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fragments<'a> {
    /// The fragments, without a gap.
    pub fragments: Vec<TextRun<'a>>,
    /// Words that cannot be read without loss and stay as they are, and why.
    pub unresolved: Vec<(Span, Detail)>,
    /// The label of each word that was read, and the charset it was read in.
    pub read: Vec<(Span, Charset)>,
}

/// Whether raw octets are UTF-8; surrogate pairs (CESU-8) count as such, unless the policy is strict.
pub fn is_utf8(octets: &[u8], context: &Context<'_>) -> bool {
    if context.policy.strict { std::str::from_utf8(octets).is_ok() } else { utf8_in_mail::is_valid(octets) }
}

impl Fragments<'_> {
    /// What a place of that kind says, without blanks at both ends.
    pub(crate) fn text(&self, input: &[u8], kind: TextKind) -> String {
        text_of(input, &self.fragments, kind).trim_matches([' ', '\t']).to_owned()
    }
}

impl<'a> FieldReader<'a, '_> {
    /// The fragments of `place`, or `None` where its raw octets are in no known charset.
    pub fn fragments(&self, place: TextSpan) -> Option<Fragments<'a>> {
        let mut read = Fragments::default();
        match place.kind {
            TextKind::Text | TextKind::Comment => self.stretch(place.span, place.kind, &mut read)?,
            TextKind::Phrase => self.phrase(place.span, &mut read)?,
        }
        Some(read)
    }

    /// What `place` says, without blanks at both ends; `None` as for [`FieldReader::fragments`].
    pub fn text(&self, place: TextSpan) -> Option<String> {
        Some(self.fragments(place)?.text(self.input, place.kind))
    }

    /// A phrase: quoted strings, and what is between them.
    fn phrase(&self, span: Span, read: &mut Fragments<'a>) -> Option<()> {
        let mut done = span.start;
        // A phrase holds no comment, so that it does not matter how deep they nest.
        for token in tokens(self.input, span, 1) {
            if token.kind == TokenKind::QuotedString {
                self.stretch(Span::new(done, token.span.start), TextKind::Phrase, read)?;
                let mut quoted = Fragments::default();
                self.stretch(inside(self.input, token.span), TextKind::Phrase, &mut quoted)?;
                read.fragments.push(TextRun { span: token.span, what: RunKind::Quoted(quoted.fragments) });
                read.unresolved.extend(quoted.unresolved);
                read.read.extend(quoted.read);
                done = token.span.end;
            }
        }
        self.stretch(Span::new(done, span.end), TextKind::Phrase, read)
    }

    /// Words, and what is between them.
    fn stretch(&self, span: Span, kind: TextKind, read: &mut Fragments<'a>) -> Option<()> {
        let found = runs(self.input, span, self.context);
        read.unresolved.extend(found.unresolved);
        read.read.extend(found.read);
        let mut done = span.start;
        for run in found.runs {
            self.plain(Span::new(done, run.span.start), kind, &mut read.fragments)?;
            done = run.span.end;
            read.fragments.push(TextRun { span: run.span, what: RunKind::Words(run) });
        }
        self.plain(Span::new(done, span.end), kind, &mut read.fragments)
    }

    /// Octets between words, at blanks cut to pieces.
    fn plain(&self, span: Span, kind: TextKind, fragments: &mut Vec<TextRun<'a>>) -> Option<()> {
        let octets = span.slice(self.input);
        let charset = self.charset_of(octets, kind)?;
        let mut at = span.start;
        for piece in with_words(octets, kind).chunk_by(|a, b| is_blank(*a) == is_blank(*b)) {
            let end = at + piece.len();
            if piece.first().copied().is_some_and(is_blank) {
                fragments.push(TextRun { span: Span::new(at, end), what: RunKind::Blank });
            } else if kind == TextKind::Comment {
                self.between_parentheses(Span::new(at, end), charset, fragments)?;
            } else {
                fragments.push(self.piece(Span::new(at, end), charset)?);
            }
            at = end;
        }
        Some(())
    }

    /// A piece without blanks of a comment.
    fn between_parentheses(
        &self,
        span: Span,
        charset: Charset,
        fragments: &mut Vec<TextRun<'a>>,
    ) -> Option<()> {
        let (mut from, mut escaped) = (span.start, false);
        for (at, octet) in (span.start..).zip(&*mask_iso2022(span.slice(self.input))) {
            if !escaped && matches!(octet, b'(' | b')') {
                if from < at {
                    fragments.push(self.piece(Span::new(from, at), charset)?);
                }
                fragments.push(TextRun { span: Span::new(at, at + 1), what: RunKind::Parenthesis });
                from = at + 1;
            }
            escaped = !escaped && *octet == b'\\';
        }
        if from < span.end {
            fragments.push(self.piece(Span::new(from, span.end), charset)?);
        }
        Some(())
    }

    fn piece(&self, span: Span, charset: Charset) -> Option<TextRun<'a>> {
        let octets = span.slice(self.input);
        let decoded = match charset {
            Charset::UTF_8 if !self.context.policy.strict => utf8_in_mail::decode(octets).decoded,
            _ => charset.decode(octets),
        };
        let exact = decoded.errors == 0 || self.context.policy.lossy;
        exact.then_some(TextRun { span, what: RunKind::Plain(decoded.text) })
    }

    /// The charset to read `octets` in.
    fn charset_of(&self, octets: &[u8], kind: TextKind) -> Option<Charset> {
        if octets.is_ascii() {
            return Some(self.shown_by_escapes(octets, kind).unwrap_or(Charset::UTF_8));
        }
        if self.context.may_guess() && shows_shifts(octets) {
            // Whatever charset the other octets are in, the escape sequences would stay in the text.
            return None;
        }
        let utf8 = is_utf8(octets, self.context) || (self.raw.is_none() && self.context.policy.lossy);
        if utf8 {
            return Some(Charset::UTF_8);
        }
        let is_whole = |raw: &Charset| self.context.policy.strict || mixture(*raw, octets) == Mixture::None;
        self.raw.filter(is_whole)
    }

    /// The charset that escape sequences among ASCII show, if its words can be read so.
    fn shown_by_escapes(&self, octets: &[u8], kind: TextKind) -> Option<Charset> {
        if !has_escape(octets) || !self.context.may_guess() {
            return None;
        }
        let found = detect(octets).filter(|found| found.evidence == Evidence::EscapeSequence)?;
        let known = kind == TextKind::Text || !has_escape(&mask_iso2022(octets));
        let mut rest = octets;
        let whole = with_words(octets, kind).chunk_by(|a, b| is_blank(*a) == is_blank(*b)).all(|piece| {
            let (word, behind) = rest.split_at_checked(piece.len()).unwrap_or_default();
            rest = behind;
            found.charset.decode_strict(word).is_ok()
        });
        (known && whole).then_some(found.charset)
    }
}

/// `octets` in which no blank stands but between words: those in a shifted sequence of text are covered.
fn with_words(octets: &[u8], kind: TextKind) -> Cow<'_, [u8]> {
    if kind == TextKind::Text { mask_iso2022_across_blanks(octets) } else { Cow::Borrowed(octets) }
}

/// Whether some of `fragments` were read by their escape sequences.
pub fn is_shifted(input: &[u8], fragments: &[TextRun<'_>]) -> bool {
    fragments.iter().any(|fragment| match &fragment.what {
        RunKind::Plain(text) => {
            let octets = fragment.span.slice(input);
            has_escape(octets) && text.as_bytes() != octets
        }
        RunKind::Quoted(inside) => is_shifted(input, inside),
        RunKind::Blank | RunKind::Parenthesis | RunKind::Words(_) => false,
    })
}

/// Whether some of `fragments` are UTF-8 with surrogate pairs (CESU-8).
pub fn has_surrogate_pairs(input: &[u8], fragments: &[TextRun<'_>]) -> bool {
    fragments.iter().any(|fragment| match &fragment.what {
        RunKind::Plain(text) => {
            let octets = fragment.span.slice(input);
            text.as_bytes() != octets && !octets.is_ascii() && utf8_in_mail::is_valid(octets)
        }
        RunKind::Quoted(inside) => has_surrogate_pairs(input, inside),
        RunKind::Blank | RunKind::Parenthesis | RunKind::Words(_) => false,
    })
}

/// The text of the fragments of a place: folds and quoted pairs undone. Blanks stay, but between the words of
/// a phrase any number of them is one (RFC 5322 section 3.2.5).
pub fn text_of(input: &[u8], fragments: &[TextRun<'_>], kind: TextKind) -> String {
    let mut text = String::new();
    append(input, fragments, kind, kind == TextKind::Comment, &mut text);
    text
}

fn append(input: &[u8], fragments: &[TextRun<'_>], kind: TextKind, escaped: bool, text: &mut String) {
    for fragment in fragments {
        match &fragment.what {
            RunKind::Blank if kind == TextKind::Phrase && !escaped => text.push(' '),
            RunKind::Blank | RunKind::Parenthesis => {
                let octets = fragment.span.slice(input).iter();
                text.extend(octets.filter(|o| !matches!(o, b'\r' | b'\n')).copied().map(char::from));
            }
            RunKind::Plain(plain) if escaped => unescape(plain, text),
            RunKind::Plain(plain) => text.push_str(plain),
            RunKind::Words(run) => text.push_str(&run.text),
            RunKind::Quoted(fragments) => append(input, fragments, kind, true, text),
        }
    }
}

/// Undoes the quoted pairs that writers have reason to write; a backslash before anything else is one that
/// nobody escaped, as in `DOMAIN\\user`.
fn unescape(plain: &str, text: &mut String) {
    let mut characters = plain.chars().peekable();
    while let Some(character) = characters.next() {
        let pair = characters.next_if(|next| character == '\\' && matches!(next, '"' | '\\' | '(' | ')'));
        text.push(pair.unwrap_or(character));
    }
}

const fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t' | b'\r' | b'\n')
}
