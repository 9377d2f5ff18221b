//! Finds the spans of a field body that are text (RFC 2047 section 5, RFC 5322 section 3).
//!
//! An unstructured body is all text. In a structured body only phrases and comments are text. Addresses, message ids
//! and dates are never decoded or changed. The spans are sorted and disjoint. All functions take linear time.
//!
//! In a field with parameters, the values of most parameters are text; [`parameter`](super::parameter) decodes them.

use crate::span::Span;
use crate::syntax::address::{Address, Mailbox, addresses_of, list_tokens, phrase_angle_of};
use crate::syntax::field_kind::FieldKind;
use crate::syntax::single_mailbox::{SingleMailbox, single_mailbox};
use crate::syntax::token::{Token, TokenKind, tokens};

/// A span of a field body that is text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextSpan {
    /// The kind of text.
    pub kind: TextKind,
    /// The span of the text. It excludes the blanks around a phrase, and the parentheses around a comment.
    pub span: Span,
}

/// The syntax of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextKind {
    /// An unstructured body, the text after a type (as in Diagnostic-Code, RFC 3464), or a name in a field whose
    /// syntax is not known.
    Text,
    /// A phrase of atoms, quoted strings and encoded words. If comments divide a phrase, each part is a text of its
    /// own.
    Phrase,
    /// A comment, including the comments nested in it.
    Comment,
}

impl TextSpan {
    /// Returns the text within `comment`, which is a comment with its parentheses.
    pub fn comment(input: &[u8], comment: Span) -> Self {
        Self { kind: TextKind::Comment, span: inside(input, comment) }
    }
}

/// The types of RFC 3464 section 2.1.2 and RFC 6533 section 3 whose text is an address or a name instead of prose.
const ADDRESS_TYPES: [&[u8]; 5] = [b"rfc822", b"utf-8", b"utf8", b"dns", b"x400"];

/// Returns the text spans of the field body `body`, in order. `depth` limits the nesting of comments. Takes linear
/// time.
pub(crate) fn text_spans(input: &[u8], body: Span, kind: FieldKind, depth: usize) -> Vec<TextSpan> {
    let text = |span| vec![TextSpan { kind: TextKind::Text, span }];
    match kind {
        FieldKind::Unstructured => text(body),
        FieldKind::TypedText => match text_of_type(input, body) {
            Some(span) => text(span),
            None => in_structure(input, &tokens(input, body, depth), &[]),
        },
        FieldKind::Addresses => match single_mailbox(input, body) {
            Some(SingleMailbox { name, .. }) if name.is_empty() => Vec::new(),
            Some(SingleMailbox { name, .. }) => vec![TextSpan { kind: TextKind::Phrase, span: name }],
            None => addresses_with_texts(input, body, depth).1,
        },
        FieldKind::AddressText => {
            let mut spans = text_spans(input, body, FieldKind::Addresses, depth);
            let names = spans.iter_mut().filter(|place| place.kind == TextKind::Phrase);
            names.for_each(|name| name.kind = TextKind::Text);
            spans
        }
        FieldKind::PhraseAngle => {
            let tokens = tokens(input, body, depth);
            in_structure(input, &tokens, phrase_angle_of(input, &tokens).name.as_slice())
        }
        FieldKind::Phrases => {
            let tokens = tokens(input, body, depth);
            in_structure(input, &tokens, &between_commas(&tokens))
        }
        FieldKind::Structured => in_structure(input, &tokens(input, body, depth), &[]),
        FieldKind::Parameters | FieldKind::Opaque => Vec::new(),
    }
}

/// Parses a list of addresses. Returns the list and its text spans.
pub(super) fn addresses_with_texts(input: &[u8], body: Span, depth: usize) -> (Vec<Address>, Vec<TextSpan>) {
    let tokens = list_tokens(input, body, depth);
    let list = addresses_of(input, &tokens);
    let text_spans = in_structure(input, &tokens, &names(&list));
    (list, text_spans)
}

/// Whether the value of the parameter `name` is text. All values are text except two: the value of `boundary` must
/// equal other octets of the message, and the value of `charset` depends on the body.
pub(crate) fn is_text_parameter(name: &[u8]) -> bool {
    !name.eq_ignore_ascii_case(b"boundary") && !name.eq_ignore_ascii_case(b"charset")
}

/// Returns the text after the type of a typed field body, if the type allows prose.
fn text_of_type(input: &[u8], body: Span) -> Option<Span> {
    let semicolon = memchr::memchr(b';', body.slice(input))?;
    let kind = Span::new(body.start, body.start + semicolon).slice(input).trim_ascii();
    let address = ADDRESS_TYPES.iter().any(|address| kind.eq_ignore_ascii_case(address));
    (!address).then_some(Span::new(body.start + semicolon + 1, body.end))
}

/// Returns the names of mailboxes and groups, in order.
fn names(list: &[Address]) -> Vec<Span> {
    let mut names = Vec::new();
    for address in list {
        match address {
            Address::Mailbox(Mailbox { name, .. }) => names.extend(*name),
            Address::Group { name, members, .. } => {
                names.push(*name);
                names.extend(members.iter().filter_map(|member| member.name));
            }
        }
    }
    names
}

fn between_commas(tokens: &[Token]) -> Vec<Span> {
    let phrases = tokens.split(|token| token.kind == TokenKind::Special(b','));
    phrases
        .filter_map(|phrase| Some(Span::new(phrase.first()?.span.start, phrase.last()?.span.end)))
        .collect()
}

/// Returns the text spans of a structured body: the comments among its `tokens`, and the `phrases` without the
/// comments in them.
fn in_structure(input: &[u8], tokens: &[Token], phrases: &[Span]) -> Vec<TextSpan> {
    let mut text_spans: Vec<TextSpan> = Vec::new();
    let mut phrases = phrases.iter().peekable();
    let mut open: Option<Span> = None;
    let close = |open: &mut Option<Span>, text_spans: &mut Vec<TextSpan>| {
        text_spans.extend(open.take().map(|span| TextSpan { kind: TextKind::Phrase, span }));
    };
    for &Token { kind, span } in tokens {
        while phrases.next_if(|phrase| phrase.end <= span.start).is_some() {
            close(&mut open, &mut text_spans);
        }
        let in_phrase = phrases.peek().is_some_and(|phrase| phrase.contains(span));
        match kind {
            TokenKind::Comment => {
                close(&mut open, &mut text_spans);
                text_spans.push(TextSpan::comment(input, span));
            }
            TokenKind::Blank => {}
            _ if in_phrase => open.get_or_insert(span).end = span.end,
            _ => close(&mut open, &mut text_spans),
        }
    }
    close(&mut open, &mut text_spans);
    text_spans
}

/// Returns the span between the delimiters of a comment or quoted string. The closing delimiter may be missing.
pub(in crate::text) fn inside(input: &[u8], delimited: Span) -> Span {
    let closed = match delimited.slice(input) {
        [_, inside @ .., b')' | b'"'] => {
            inside.iter().rev().take_while(|octet| **octet == b'\\').count().is_multiple_of(2)
        }
        _ => false,
    };
    Span::new(delimited.start + 1, delimited.end - usize::from(closed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn texts_of_an_address_field() {
        let input = b"\"Doe, J.\" (Jo) <j@doe> (home)";
        let spans = text_spans(input, Span::new(0, input.len()), FieldKind::Addresses, 32);
        let shown: Vec<_> = spans.iter().map(|text| text.span.slice(input)).collect();
        assert_eq!(shown, [&b"\"Doe, J.\""[..], b"Jo", b"home"]);
    }

    fn shown(input: &str, kind: FieldKind) -> String {
        let text_spans = text_spans(input.as_bytes(), Span::new(0, input.len()), kind, 9);
        let shown = text_spans.iter().map(|place| {
            let letter = match place.kind {
                TextKind::Text => 't',
                TextKind::Phrase => 'p',
                TextKind::Comment => 'c',
            };
            format!("{letter}[{}]", &input[place.span.range()])
        });
        shown.collect()
    }

    #[test]
    fn phrases_and_comments_of_addresses() {
        use FieldKind::Addresses;
        assert_eq!(
            shown(" A (b) \"c, d\" <a@b> (e (f)), g@h (i)", Addresses),
            "p[A]c[b]p[\"c, d\"]c[e (f)]c[i]"
        );
        assert_eq!(shown("G: H <h@i>, j@k;, =?x?Q?a?= <l@m>", Addresses), "p[G]p[H]p[=?x?Q?a?=]");
        assert_eq!(shown("a@b", Addresses), "");
        assert_eq!(shown("=?x?Q?a?=", Addresses), "p[=?x?Q?a?=]");
        assert_eq!(shown("a@b (open (c)", Addresses), "c[open (c]");
        assert_eq!(shown("a@b (open \\)", Addresses), "c[open \\)]");
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(1024))]

        #[test]
        fn a_single_mailbox_has_the_spans_of_a_list(
            name in "([ a.é=?*!',;:<>@()\"\\[\\]\\\\]|\r\n |=\\?utf-8\\?Q\\?a\\?=|~\\{|\x1B\\$B|\\PC){0,6}",
            address in "<a@b>|<a@b\\.c> |a@b| <a>|a",
        ) {
            let (input, depth) = (format!("To: {name}{address}"), 9);
            let body = Span::new(3, input.len());
            let spans = text_spans(input.as_bytes(), body, FieldKind::Addresses, depth);
            prop_assert_eq!(spans, addresses_with_texts(input.as_bytes(), body, depth).1);
        }
    }

    #[test]
    fn other_fields() {
        assert_eq!(shown(" all; of (it)", FieldKind::Unstructured), "t[ all; of (it)]");
        assert_eq!(shown("smtp; 550 (no)", FieldKind::TypedText), "t[ 550 (no)]");
        assert_eq!(shown("RFC822; a@b (no)", FieldKind::TypedText), "c[no]");
        assert_eq!(shown("1 May (x) 2000", FieldKind::Structured), "c[x]");
        assert_eq!(
            shown("a b, \"c, d\" (x), =?x?Q?,?=", FieldKind::Phrases),
            "p[a b]p[\"c, d\"]c[x]p[=?x?Q?,?=]"
        );
        assert_eq!(shown("a, b <c.d>", FieldKind::PhraseAngle), "p[a, b]");
        assert_eq!(shown("from x (y) by z", FieldKind::Opaque), "");
        assert_eq!(shown("\"A, B\" C <a@b> (c), d@e", FieldKind::AddressText), "t[\"A, B\" C]c[c]");
    }
}
