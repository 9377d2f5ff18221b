//! One entry of an address list: a name, an address and comments, in any order.
//!
//! The module [`address`](super::address) lists the rules. The functions at the end of this file search tokens; for
//! them, an index past the last token means the end. Linear time: each token is read a bounded number of times.

use super::token::{Token, TokenKind};
use crate::span::Span;

/// The spans of a mailbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mailbox {
    /// The whole mailbox, without surrounding white space.
    pub span: Span,
    /// The display name: the phrase before the address, without surrounding white space and comments; `None`
    /// if there is none.
    pub name: Option<Span>,
    /// The addr-spec, without angle brackets and route; empty if there is none.
    pub addr_spec: Span,
    /// The last comment that is outside both name and addr-spec, with its parentheses: `a@b (Name)`.
    pub comment: Option<Span>,
}

/// Returns the mailbox at the start of `tokens`, and the tokens after the mailbox. The first token must be neither
/// white space nor a separator.
///
/// ```abnf
/// mailbox      = name-addr / addr-spec        ; RFC 5322 section 3.4
/// name-addr    = [display-name] angle-addr
/// display-name = phrase
/// ```
pub(super) fn mailbox<'t>(input: &[u8], tokens: &'t [Token]) -> (Mailbox, &'t [Token]) {
    let mark = position(tokens, 0, is_mark);
    // In `a@b <c@d>`, the `@` before the angle bracket belongs to the name. But if there are two `@` before the
    // bracket, the first one belongs to an address without brackets.
    let bracket = if starts(tokens, mark, b'@') { position(tokens, mark + 1, is_mark) } else { mark };
    let mailbox = if starts(tokens, bracket, b'<') {
        let (addr_spec, after) = angle(input, tokens, bracket);
        described(tokens, bracket, addr_spec, entry_end(tokens, after))
    } else if starts(tokens, mark, b'@') {
        bare(input, tokens, mark)
    } else {
        unaddressed(input, split(tokens, mark).0)
    };
    let after = position(tokens, 0, |token| token.span.start >= mailbox.span.end);
    (mailbox, split(tokens, after).1)
}

/// Returns the addr-spec in the angle brackets that open at the token with the index `open`, and the index of the
/// token after the brackets.
///
/// ```abnf
/// angle-addr      = [CFWS] "<" addr-spec ">" [CFWS] / obs-angle-addr   ; RFC 5322 section 3.4
/// obs-angle-addr  = [CFWS] "<" obs-route addr-spec ">" [CFWS]          ; section 4.4
/// obs-route       = obs-domain-list ":"
/// obs-domain-list = *(CFWS / ",") "@" domain *("," [CFWS] ["@" domain])
/// ```
fn angle(input: &[u8], tokens: &[Token], open: usize) -> (Span, usize) {
    let first = position(tokens, open, |token| !is(token, b'<'));
    let route_end =
        position(tokens, first, |t| matches!(t.kind, TokenKind::Special(b':' | b'>' | b'<' | b';')));
    let is_route = starts(tokens, position(tokens, first, |token| !is_blank(token)), b'@');
    // The brackets can begin with a route (RFC 5322 section 4.4): `<@a,@b:c@d>`.
    let start = match is_route && starts(tokens, route_end, b':') {
        true => route_end + 1,
        false if is_scheme(input, tokens, first) => first + 2,
        false => first,
    };
    let ends = |token: &Token| is_separator(token) || is(token, b'>') || is(token, b'<');
    let mut end = position(tokens, start, ends);
    // The brackets contain an empty group, as in `<undisclosed-recipients:;>`. The `;` of the group does not end the
    // brackets.
    if end > start && starts(tokens, end - 1, b':') && starts(tokens, end, b';') {
        end = position(tokens, end + 1, ends);
    }
    (inside(tokens, start, end), end + usize::from(starts(tokens, end, b'>')))
}

/// Whether the token with the index `at` and the token after it are a URI scheme: `mailto:` (RFC 6068), or `smtp:` as
/// Exchange writes it.
pub(super) fn is_scheme(input: &[u8], tokens: &[Token], at: usize) -> bool {
    let octets = tokens.get(at).map(|token| token.span.slice(input)).unwrap_or_default();
    let scheme = octets.eq_ignore_ascii_case(b"mailto") || octets.eq_ignore_ascii_case(b"smtp");
    scheme && starts(tokens, at + 1, b':')
}

/// The mailbox of an address without angle brackets. The token with the index `at` is the `@` of the address.
///
/// ```abnf
/// addr-spec = local-part "@" domain   ; RFC 5322 section 3.4.1
/// ```
fn bare(input: &[u8], tokens: &[Token], at: usize) -> Mailbox {
    let last = split(tokens, at).0.iter().rposition(|token| !is_cfws(token));
    let local = last.map_or(at, |last| {
        let gap = split(tokens, last).0.iter().rposition(is_cfws);
        gap.map_or(0, |gap| gap + 1)
    });
    let end = domain_end(input, tokens, position(tokens, at + 1, |token| !is_cfws(token)));
    described(tokens, local, inside(tokens, local, end), entry_end(tokens, end))
}

/// The index of the token after the domain that starts at the token `start`. The domain can contain white space
/// around a dot (RFC 5322 section 4.4: `test . example`).
///
/// ```abnf
/// domain     = dot-atom / domain-literal / obs-domain   ; RFC 5322 section 3.4.1
/// obs-domain = atom *("." atom)                         ; section 4.4
/// ```
pub(super) fn domain_end(input: &[u8], tokens: &[Token], start: usize) -> usize {
    let ends = |token: &Token| is_cfws(token) || is_separator(token) || is(token, b'<') || is(token, b'>');
    let octets = |at: usize| tokens.get(at).map(|token| token.span.slice(input)).unwrap_or_default();
    let mut end = position(tokens, start, ends);
    loop {
        let next = position(tokens, end, |token| !is_cfws(token));
        let joined =
            next > end && (octets(next).starts_with(b".") || octets(end.wrapping_sub(1)).ends_with(b"."));
        match position(tokens, next, ends) {
            after if joined && after > next => end = after,
            _ => return end,
        }
    }
}

/// The mailbox of an entry that has neither `@` nor angle brackets. Such an entry is a name or a local address.
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

/// Whether an atom can be a local address: it is ASCII and has no escape sequences.
fn is_local_name(atom: &[u8]) -> bool {
    atom.is_ascii() && memchr::memchr(0x1B, atom).is_none()
}

/// The mailbox in the tokens before the index `end`. The name of the mailbox is in the tokens before the index
/// `name_end`.
pub(super) fn described(tokens: &[Token], name_end: usize, addr_spec: Span, end: usize) -> Mailbox {
    let entry = split(tokens, end).0;
    let name = trimmed(split(entry, name_end).0, is_cfws);
    let named =
        |comment: &Span| addr_spec.contains(*comment) || name.is_some_and(|name| name.contains(*comment));
    let mut comments = entry.iter().filter(|token| token.kind == TokenKind::Comment).map(|token| token.span);
    let comment = comments.rfind(|comment| !named(comment));
    Mailbox { span: inside(entry, 0, end), name, addr_spec, comment }
}

/// The index of the token at which an entry ends. `after` is the index of the token after its address. The entry ends
/// at the next separator. If that separator is missing, the entry ends before the next address.
fn entry_end(tokens: &[Token], after: usize) -> usize {
    let stop = position(tokens, after, is_mark);
    match tokens.get(stop) {
        Some(token) if !is_separator(token) => position(tokens, after, |token| !is_cfws(token)),
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

/// Whether a token is `<`, `@` or a separator. The first two show where the address of an entry is, and a separator
/// shows that the entry has ended.
pub(super) fn is_mark(token: &Token) -> bool {
    is_separator(token) || is(token, b'<') || is(token, b'@')
}

/// Whether the token with the index `at` is the special `special`.
pub(super) fn starts(tokens: &[Token], at: usize, special: u8) -> bool {
    tokens.get(at).is_some_and(|token| is(token, special))
}

/// Whether a token is white space or a comment (`CFWS` in RFC 5322 section 3.2.2).
pub(super) fn is_cfws(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Blank | TokenKind::Comment)
}

/// The index of the first token that is `wanted` and is not before the index `from`. If there is no such token, the
/// number of tokens.
pub(super) fn position(tokens: &[Token], from: usize, wanted: impl Fn(&Token) -> bool) -> usize {
    let found = tokens.iter().skip(from).position(wanted);
    found.map_or(tokens.len(), |found| from + found)
}

pub(super) fn split(tokens: &[Token], at: usize) -> (&[Token], &[Token]) {
    tokens.split_at_checked(at).unwrap_or((tokens, &[]))
}

/// The span from the first to the last token that is not `outside`; `None` if all tokens are `outside`.
pub(super) fn trimmed(tokens: &[Token], outside: impl Fn(&Token) -> bool) -> Option<Span> {
    let first = tokens.iter().find(|token| !outside(token))?;
    let last = tokens.iter().rfind(|token| !outside(token))?;
    Some(Span::new(first.span.start, last.span.end))
}

/// The span of the tokens `from..to`, without surrounding white space.
pub(super) fn inside(tokens: &[Token], from: usize, to: usize) -> Span {
    let tokens_inside = split(split(tokens, to).0, from).1;
    trimmed(tokens_inside, is_blank).unwrap_or(Span::at(start_of(tokens, from)))
}

/// The offset where the token `at` starts; if `at` is past the end, the offset where the last token ends.
pub(super) fn start_of(tokens: &[Token], at: usize) -> usize {
    let end = || tokens.last().map_or(0, |token| token.span.end);
    tokens.get(at).map_or_else(end, |token| token.span.start)
}
