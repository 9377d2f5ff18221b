//! One entry of an address list: a name, an address and comments, in whatever order they were written.
//!
//! [`address`](super::address) says what is taken for what. The functions at the end look through tokens; to them
//! every index beyond the end is the end. Linear time: no token is looked at more than a fixed number of times, and
//! none for the sake of a later entry.

use super::token::{Token, TokenKind};
use crate::span::Span;

/// A mailbox as it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mailbox {
    /// All of it, blanks around it left out.
    pub span: Span,
    /// The display name: the phrase before the address, blanks and comments around it left out; `None` where
    /// there is none.
    pub name: Option<Span>,
    /// The addr-spec, without angle brackets and route; empty where there is none.
    pub addr_spec: Span,
    /// The last comment that stands in neither name nor addr-spec, parentheses included: `a@b (Name)`.
    pub comment: Option<Span>,
}

/// The mailbox at the head of `tokens`, which neither blank nor separator begins; and what is behind it.
pub(super) fn mailbox<'t>(input: &[u8], tokens: &'t [Token]) -> (Mailbox, &'t [Token]) {
    let mark = position(tokens, 0, is_mark);
    // An `@` before the angle bracket is one of the name, unless another address stands between.
    let bracket = if starts(tokens, mark, b'@') { position(tokens, mark + 1, is_mark) } else { mark };
    let mailbox = if starts(tokens, bracket, b'<') {
        let (addr_spec, behind) = angle(input, tokens, bracket);
        described(tokens, bracket, addr_spec, entry_end(tokens, behind))
    } else if starts(tokens, mark, b'@') {
        bare(input, tokens, mark)
    } else {
        unaddressed(input, split(tokens, mark).0)
    };
    let behind = position(tokens, 0, |token| token.span.start >= mailbox.span.end);
    (mailbox, split(tokens, behind).1)
}

/// The addr-spec in the angle brackets that the token `open` begins, and the index behind them.
fn angle(input: &[u8], tokens: &[Token], open: usize) -> (Span, usize) {
    let first = position(tokens, open, |token| !is(token, b'<'));
    let route_end =
        position(tokens, first, |t| matches!(t.kind, TokenKind::Special(b':' | b'>' | b'<' | b';')));
    let is_route = starts(tokens, position(tokens, first, |token| !is_blank(token)), b'@');
    // RFC 5322 section 4.4: `<@a,@b:c@d>`.
    let start = match is_route && starts(tokens, route_end, b':') {
        true => route_end + 1,
        false if is_scheme(input, tokens, first) => first + 2,
        false => first,
    };
    let ends = |token: &Token| is_separator(token) || is(token, b'>') || is(token, b'<');
    let mut end = position(tokens, start, ends);
    // The name of an empty group.
    if end > start && starts(tokens, end - 1, b':') && starts(tokens, end, b';') {
        end = position(tokens, end + 1, ends);
    }
    (inside(tokens, start, end), end + usize::from(starts(tokens, end, b'>')))
}

/// Whether at the token `at` the scheme of an address as URI stands (RFC 6068), or that of Exchange.
pub(super) fn is_scheme(input: &[u8], tokens: &[Token], at: usize) -> bool {
    let octets = tokens.get(at).map(|token| token.span.slice(input)).unwrap_or_default();
    let scheme = octets.eq_ignore_ascii_case(b"mailto") || octets.eq_ignore_ascii_case(b"smtp");
    scheme && starts(tokens, at + 1, b':')
}

/// The mailbox without angle brackets whose address has its `@` at the token `at`.
fn bare(input: &[u8], tokens: &[Token], at: usize) -> Mailbox {
    let last = split(tokens, at).0.iter().rposition(|token| !is_cfws(token));
    let local = last.map_or(at, |last| {
        let gap = split(tokens, last).0.iter().rposition(is_cfws);
        gap.map_or(0, |gap| gap + 1)
    });
    let end = domain_end(input, tokens, position(tokens, at + 1, |token| !is_cfws(token)));
    described(tokens, local, inside(tokens, local, end), entry_end(tokens, end))
}

/// The index behind the domain that the token `start` begins. Blanks around a dot are in it (RFC 5322 section
/// 4.4: `test . example`).
pub(super) fn domain_end(input: &[u8], tokens: &[Token], start: usize) -> usize {
    let ends = |token: &Token| is_cfws(token) || is_separator(token) || is(token, b'<') || is(token, b'>');
    let octets = |at: usize| tokens.get(at).map(|token| token.span.slice(input)).unwrap_or_default();
    let mut end = position(tokens, start, ends);
    loop {
        let next = position(tokens, end, |token| !is_cfws(token));
        let joined =
            next > end && (octets(next).starts_with(b".") || octets(end.wrapping_sub(1)).ends_with(b"."));
        match position(tokens, next, ends) {
            behind if joined && behind > next => end = behind,
            _ => return end,
        }
    }
}

/// The mailbox of an entry without an address, unless it is a local name.
pub(super) fn unaddressed(input: &[u8], entry: &[Token]) -> Mailbox {
    let end = entry.len();
    let mut words = entry.iter().filter(|token| !is_cfws(token));
    match (words.next(), words.next()) {
        (Some(word), None) if word.kind == TokenKind::Atom && is_local_name(word.span.slice(input)) => {
            described(entry, 0, word.span, end)
        }
        _ => described(entry, end, Span::at(inside(entry, 0, end).end), end),
    }
}

/// Whether one atom may be an address by itself: no text in some charset, escape sequences included.
fn is_local_name(atom: &[u8]) -> bool {
    atom.is_ascii() && memchr::memchr(0x1B, atom).is_none()
}

/// The mailbox of `tokens` up to `end`: the name before `name_end`, and the addr-spec.
pub(super) fn described(tokens: &[Token], name_end: usize, addr_spec: Span, end: usize) -> Mailbox {
    let entry = split(tokens, end).0;
    let name = trimmed(split(entry, name_end).0, is_cfws);
    let named =
        |comment: &Span| addr_spec.contains(*comment) || name.is_some_and(|name| name.contains(*comment));
    let mut comments = entry.iter().filter(|token| token.kind == TokenKind::Comment).map(|token| token.span);
    let comment = comments.rfind(|comment| !named(comment));
    Mailbox { span: inside(entry, 0, end), name, addr_spec, comment }
}

/// Where the entry ends whose address ends at the token `behind`: at a separator, or where the next address
/// begins without one.
fn entry_end(tokens: &[Token], behind: usize) -> usize {
    let stop = position(tokens, behind, is_mark);
    match tokens.get(stop) {
        Some(token) if !is_separator(token) => position(tokens, behind, |token| !is_cfws(token)),
        _ => stop,
    }
}

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
