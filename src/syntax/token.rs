//! Lexical tokens of structured fields (RFC 5322 section 3.2): atoms, quoted strings, comments, white space.
//!
//! Every octet belongs to a token. Unlike in RFC 5322, an encoded word is one token, even if it contains commas,
//! parentheses or quotes, because mailers leave these specials unescaped in encoded words. The only exception is an
//! encoded word that seems to contain an address. The octets of raw double-octet text (ISO-2022-JP) can look like
//! specials, too, but they stay within the atom, comment or quoted string around them. A quoted string or a comment
//! that is never closed reaches to the end of the region. A `[` that is never closed is a special. Obsolete and
//! forbidden octets are part of atoms.
//!
//! So a comma in an encoded word does not separate addresses: `=?utf-8?Q?Doe,_J.?= <j@doe>` is one address. RFC 2047
//! section 5 allows no comma in the words of a phrase, so a strict reader finds two addresses in this text. But
//! mailers that write such a word mean one address, and programs that show mail decode it as one name. In a rewritten
//! list, the comma is in a quoted string, so that all readers find the same number of addresses.
//!
//! Linear time, without recursion.

use super::encoded_word::{EncodedWord, encoded_words};
use super::region::{Parsed, Region};
use super::shifted::mask_iso2022;
use crate::span::Span;
use memchr::{memchr, memchr2, memchr3};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while_m_n, take_while1};
use nom::character::complete::char;
use nom::combinator::{rest as rest_of, value};
use nom::multi::many0_count;
use nom::number::complete::u8 as octet;
use nom::sequence::delimited;
use std::borrow::Cow;

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// The octets of the token, including its quotes, parentheses or brackets.
    pub span: Span,
}

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TokenKind {
    /// Octets that belong to no other kind of token, including dots and octets above 127.
    Atom,
    /// An encoded word, including unescaped specials in it.
    EncodedWord,
    /// A quoted string, `"…"`. Without its closing quote, it reaches to the end of the region.
    QuotedString,
    /// A comment, `(…)`, including the comments nested in it. Without its closing parenthesis, it reaches to the end
    /// of the region.
    Comment,
    /// A domain literal, `[…]`.
    DomainLiteral,
    /// Spaces, tabs and line ends of folds.
    Blank,
    /// One of `<>@,;:`, or a single `)`, `[`, `]` or backslash.
    Special(u8),
}

/// The tokens of `span`, in order and without gaps. Comments are nested at most `depth` levels deep; parentheses at
/// deeper levels are text of the comment. Linear time.
///
/// ```
/// use mailutf::{Span, internal::{TokenKind, tokens}};
/// let input = b"\"Doe, J.\" <a@b>";
/// let tokens = tokens(input, Span::new(0, input.len()), 32);
/// assert_eq!(tokens[0].kind, TokenKind::QuotedString);
/// assert_eq!(tokens[2].kind, TokenKind::Special(b'<'));
/// assert_eq!(tokens[3].span.slice(input), b"a");
/// ```
pub fn tokens(input: &[u8], span: Span, depth: usize) -> Vec<Token> {
    match mask_iso2022(span.slice(input)) {
        Cow::Borrowed(_) => plain_tokens(input, span, depth),
        Cow::Owned(octets) => {
            let mut found = plain_tokens(&octets, Span::new(0, octets.len()), depth);
            found.iter_mut().for_each(|token| token.span = token.span.shift(span.start));
            found
        }
    }
}

/// Like [`tokens`], for a reader that knows no encoded words. Such a reader takes an encoded word for an atom, which
/// ends at the first special in the word.
pub(crate) fn tokens_without_words(input: &[u8], span: Span, depth: usize) -> Vec<Token> {
    let octets = mask_iso2022(span.slice(input));
    let mut found = split(&octets, Span::new(0, octets.len()), depth, &[]);
    found.iter_mut().for_each(|token| token.span = token.span.shift(span.start));
    found
}

/// Whether `token` is closed. Only the last token of a region can lack its closing quote or parenthesis.
pub(super) fn is_closed(input: &[u8], token: &Token, depth: usize) -> bool {
    let octets = mask_iso2022(token.span.slice(input));
    match (token.kind, octets.get(1..).unwrap_or_default()) {
        (TokenKind::QuotedString, content) => after_quoted_string(content).is_some(),
        (TokenKind::Comment, content) => after_comment(content, depth).is_some(),
        _ => true,
    }
}

/// The number of tokens for which memory is reserved. Most fields have no more tokens.
const USUAL: usize = 16;

/// Like [`tokens`], for octets that have no raw ISO-2022-JP text, or in which [`mask_iso2022`] replaced it.
fn plain_tokens(input: &[u8], span: Span, depth: usize) -> Vec<Token> {
    split(input, span, depth, &encoded_words(input, span))
}

/// The tokens of `span`. `words` are the encoded words in `span`.
fn split(input: &[u8], span: Span, depth: usize, words: &[EncodedWord]) -> Vec<Token> {
    let region = Region::new(input, span);
    let mut words = words.iter().filter(|word| is_one_token(input, word)).map(|word| word.span).peekable();
    let mut found = Vec::with_capacity(USUAL);
    let mut rest = region.octets();
    while !rest.is_empty() {
        let start = region.at(rest);
        while words.next_if(|word| word.start < start).is_some() {}
        let before_word = words.peek().map_or(rest.len(), |word| word.start - start);
        let (after, kind) = match words.next_if(|word| word.start == start) {
            Some(word) => (region.tail(word.end), TokenKind::EncodedWord),
            None => match token(depth, before_word).parse(rest) {
                Ok(token) => token,
                Err(_) => break,
            },
        };
        found.push(Token { kind, span: region.between(rest, after) });
        rest = after;
    }
    found
}

/// Parses the token at the start of the input, where no encoded word begins. The next encoded word begins after
/// `before_word` octets; an atom ends there at the latest.
///
/// ```abnf
/// atom     = [CFWS] 1*atext [CFWS]                            ; RFC 5322 section 3.2.3
/// dot-atom = [CFWS] 1*atext *("." 1*atext) [CFWS]
/// specials = "(" / ")" / "<" / ">" / "[" / "]" / ":" / ";" / "@" / "\" / "," / "." / DQUOTE
/// ```
fn token<'a>(depth: usize, before_word: usize) -> impl Parser<&'a [u8], Output = TokenKind, Error = ()> {
    alt((
        value(TokenKind::Atom, take_while_m_n(1, before_word, is_atom)),
        value(TokenKind::Blank, take_while1(is_blank)),
        value(TokenKind::QuotedString, quoted_string),
        value(TokenKind::Comment, comment(depth)),
        value(TokenKind::DomainLiteral, domain_literal),
        octet.map(TokenKind::Special),
    ))
}

/// Whether an encoded word is one token. If the text of the word has a `<` and white space, it seems to contain an
/// address. Such a word was meant to end earlier, and is not one token.
fn is_one_token(input: &[u8], word: &EncodedWord) -> bool {
    let text = word.text.slice(input);
    memchr(b'<', text).is_none() || !text.iter().copied().any(is_blank)
}

/// Parses a quoted string, `"…"`. If there is no closing quote, the quoted string is the whole rest.
///
/// ```abnf
/// quoted-string = [CFWS] DQUOTE *([FWS] qcontent) [FWS] DQUOTE [CFWS]   ; RFC 5322 section 3.2.4
/// qcontent      = qtext / quoted-pair
/// ```
fn quoted_string(input: &[u8]) -> Parsed<'_, ()> {
    let (content, _) = char('"').parse(input)?;
    match after_quoted_string(content) {
        Some(after) => Ok((after, ())),
        None => value((), rest_of).parse(content),
    }
}

/// The octets after the closing quote of a quoted string. `content` starts after the opening quote. `None` if there
/// is no closing quote.
pub(super) fn after_quoted_string(content: &[u8]) -> Option<&[u8]> {
    let mut rest = content;
    loop {
        let (mark, after) = rest.get(memchr2(b'"', b'\\', rest)?..)?.split_first()?;
        if *mark == b'"' {
            return Some(after);
        }
        rest = after.get(1..).unwrap_or(after);
    }
}

/// Parses a domain literal, `[…]`. It must be closed, and must contain only octets that are allowed in an address
/// literal.
///
/// ```abnf
/// domain-literal = [CFWS] "[" *([FWS] dtext) [FWS] "]" [CFWS]   ; RFC 5322 section 3.4.1
/// ```
fn domain_literal(input: &[u8]) -> Parsed<'_, ()> {
    let literal = take_while(|octet| !b"[]\\<>()@,;\"".contains(&octet));
    value((), delimited(char('['), literal, char(']'))).parse(input)
}

/// Parses a comment. Comments are nested at most `depth` levels deep; parentheses at deeper levels are text of the
/// comment. If there is no closing parenthesis, the comment is the whole rest.
///
/// ```abnf
/// comment  = "(" *([FWS] ccontent) [FWS] ")"   ; RFC 5322 section 3.2.2
/// ccontent = ctext / quoted-pair / comment
/// ```
pub(super) fn comment(depth: usize) -> impl Fn(&[u8]) -> Parsed<'_, ()> {
    move |input| {
        let (content, _) = char('(').parse(input)?;
        match after_comment(content, depth) {
            Some(after) => Ok((after, ())),
            None => value((), rest_of).parse(content),
        }
    }
}

/// The octets after the closing parenthesis of a comment. `content` starts after the opening parenthesis. `None` if
/// there is no closing parenthesis.
pub(super) fn after_comment(content: &[u8], depth: usize) -> Option<&[u8]> {
    let (mut rest, mut open) = (content, 1);
    loop {
        let (mark, after) = rest.get(memchr3(b'(', b')', b'\\', rest)?..)?.split_first()?;
        rest = after;
        match mark {
            b'(' => open = depth.max(1).min(open + 1),
            b')' => open -= 1,
            _ => rest = after.get(1..).unwrap_or(after),
        }
        if open == 0 {
            return Some(rest);
        }
    }
}

/// Skips any number of comments, spaces, tabs and line ends.
///
/// ```abnf
/// CFWS = (1*([FWS] comment) [FWS]) / FWS   ; RFC 5322 section 3.2.2
/// ```
pub(super) fn comments_and_blanks(input: &[u8]) -> Parsed<'_, ()> {
    many0_count(alt((take_while1(is_blank).map(drop), comment(usize::MAX)))).map(drop).parse(input)
}

/// Skips any number of spaces, tabs and line ends.
///
/// ```abnf
/// FWS = ([*WSP CRLF] 1*WSP) / obs-FWS   ; RFC 5322 section 3.2.2
/// ```
pub(super) fn blanks(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(is_blank).parse(input)
}

/// Whether an octet is white space between tokens: a space, a tab, or part of the line end of a fold.
pub(super) const fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t' | b'\r' | b'\n')
}

/// Whether an octet can be part of an atom: it is neither white space nor a `special` of RFC 5322 section 3.2.3.
/// Unlike in RFC 5322, dots are accepted.
const fn is_atom(octet: u8) -> bool {
    !is_blank(octet)
        && !matches!(
            octet,
            b'(' | b')' | b'<' | b'>' | b'[' | b']' | b':' | b';' | b'@' | b'\\' | b',' | b'"'
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Shows the tokens, separated by bars. A letter shows the kind of a token.
    fn shown(input: &str, depth: usize) -> String {
        let tokens = tokens(input.as_bytes(), Span::new(0, input.len()), depth);
        let shown = tokens.iter().map(|token| {
            let kind = match token.kind {
                TokenKind::Atom => "a",
                TokenKind::EncodedWord => "w",
                TokenKind::QuotedString => "q",
                TokenKind::Comment => "c",
                TokenKind::DomainLiteral => "d",
                TokenKind::Blank => return "_".to_owned(),
                TokenKind::Special(octet) => return char::from(octet).to_string(),
            };
            format!("{kind}{}", &input[token.span.range()])
        });
        shown.collect::<Vec<_>>().join("|")
    }

    #[test]
    fn rfc_5322_appendix_a_5() {
        assert_eq!(
            shown("Pete(A nice \\) chap) <pete(his account)@silly.test(his host)>", 9),
            "aPete|c(A nice \\) chap)|_|<|apete|c(his account)|@|asilly.test|c(his host)|>"
        );
        assert_eq!(
            shown("\"Joe Q. \\\"P\\\"\" <a@[127.0.0.1]>", 9),
            "q\"Joe Q. \\\"P\\\"\"|_|<|aa|@|d[127.0.0.1]|>"
        );
    }

    #[test]
    fn an_encoded_word_is_one_token() {
        assert_eq!(
            shown("=?x?Q?M=FC,_(\"J?= <a@b>, c=?x?B?d?=e", 9),
            "w=?x?Q?M=FC,_(\"J?=|_|<|aa|@|ab|>|,|_|ac|w=?x?B?d?=|ae"
        );
        assert_eq!(shown("\"=?x?Q?a?=\" (=?x?Q?b?=)", 9), "q\"=?x?Q?a?=\"|_|c(=?x?Q?b?=)");
        assert_eq!(shown("=?x?Q?a <b@c>, d?=", 9), "a=?x?Q?a|_|<|ab|@|ac|>|,|_|ad?=");
    }

    #[test]
    fn shifted_sequences_stay_within_one_token() {
        assert_eq!(
            shown("\x1B$B\",<(\x1B(Bx, \"\x1B$B\"\\\x1B(B\" (\x1B$B))\x1B(B) \x1B$B\",", 9),
            "a\x1B$B\",<(\x1B(Bx|,|_|q\"\x1B$B\"\\\x1B(B\"|_|c(\x1B$B))\x1B(B)|_|a\x1B$B|q\","
        );
        assert_eq!(shown("\x1B$B=?a?Q?bc?=\x1B(B", 9), "a\x1B$B=?a?Q?bc?=\x1B(B");
    }

    #[test]
    fn tokens_without_an_end() {
        assert_eq!(shown("a \"b, c", 9), "aa|_|q\"b, c");
        assert_eq!(shown("a (b (c) d", 9), "aa|_|c(b (c) d");
        assert_eq!(shown("[x] [b <c", 9), "d[x]|_|[|ab|_|<|ac");
        assert_eq!(shown("\"\\", 9), "q\"\\");
        assert_eq!(shown("a) \\,", 9), "aa|)|_|\\|,");
    }

    #[test]
    fn deeper_parentheses_are_text_of_the_comment() {
        assert_eq!(shown("(1(2(3)2)1)x", 3), "c(1(2(3)2)1)|ax");
        assert_eq!(shown("(1(2(3)2)1)x", 2), "c(1(2(3)2)|a1|)|ax");
    }

    #[test]
    fn hostile_input_takes_linear_time() {
        for unit in [
            "(",
            "(\\",
            "\"",
            "\"\\",
            "[",
            "[a",
            "=?a?Q?",
            "=?a?Q?<?= ",
            "=?a?Q?b?=",
            "<",
            "a ",
            "a=?",
            ")(",
            "\\",
        ] {
            // The test would not finish in reasonable time if the code were quadratic.
            let input = unit.repeat((1 << 17) / unit.len());
            assert!(!tokens(input.as_bytes(), Span::new(0, input.len()), 32).is_empty());
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn tokens_cover_the_region(input in "[ab=?Q<>@,;:.()\\[\\]\"\\\\ \r\n\\x00\\x80-\\xff]{0,60}", depth in 0_usize..4) {
            let span = Span::new(1, input.len().saturating_sub(1));
            let mut done = span.start;
            for token in tokens(input.as_bytes(), span, depth) {
                prop_assert!(token.span.start == done && !token.span.is_empty());
                done = token.span.end;
            }
            prop_assert_eq!(done, span.end.max(span.start));
        }
    }
}
