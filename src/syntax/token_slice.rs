//! Looking through tokens without stepping outside them: every index beyond the end is the end.

use super::token::{Token, TokenKind};
use crate::span::Span;

pub(super) fn is(token: &Token, special: u8) -> bool {
    token.kind == TokenKind::Special(special)
}

pub(super) fn is_separator(token: &Token) -> bool {
    is(token, b',') || is(token, b';')
}

pub(super) fn is_blank(token: &Token) -> bool {
    token.kind == TokenKind::Blank
}

/// What tells of an entry where its address stands, or that it has none.
pub(super) fn is_mark(token: &Token) -> bool {
    is_separator(token) || is(token, b'<') || is(token, b'@')
}

/// Whether the token `at` is that special.
pub(super) fn starts(tokens: &[Token], at: usize, special: u8) -> bool {
    tokens.get(at).is_some_and(|token| is(token, special))
}

/// What RFC 5322 section 3.2.2 calls CFWS.
pub(super) fn is_cfws(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Blank | TokenKind::Comment)
}

/// The index from `from` on of the first token that is `wanted`, or behind the last.
pub(super) fn position(tokens: &[Token], from: usize, wanted: impl Fn(&Token) -> bool) -> usize {
    let found = tokens.iter().skip(from).position(wanted);
    found.map_or(tokens.len(), |found| from + found)
}

pub(super) fn split(tokens: &[Token], at: usize) -> (&[Token], &[Token]) {
    tokens.split_at_checked(at).unwrap_or((tokens, &[]))
}

/// From the first token that is not `outside` to the last such.
pub(super) fn trimmed(tokens: &[Token], outside: impl Fn(&Token) -> bool) -> Option<Span> {
    let first = tokens.iter().find(|token| !outside(token))?;
    let last = tokens.iter().rfind(|token| !outside(token))?;
    Some(Span::new(first.span.start, last.span.end))
}

/// The span of the tokens `from..to`, blanks around them left out.
pub(super) fn inside(tokens: &[Token], from: usize, to: usize) -> Span {
    let tokens_inside = split(split(tokens, to).0, from).1;
    trimmed(tokens_inside, is_blank).unwrap_or(Span::at(start_of(tokens, from)))
}

/// Where the token `at` starts, or the last one ends.
pub(super) fn start_of(tokens: &[Token], at: usize) -> usize {
    let end = || tokens.last().map_or(0, |token| token.span.end);
    tokens.get(at).map_or_else(end, |token| token.span.start)
}
