//! The places where old text on a line with new text may be folded (RFC 5322 sections 2.2.3 and 3.2.2). These
//! places are at existing white space, and never within a unit of the syntax.
//!
//! - Unstructured text: at any blank, except within an encoded word that illegally contains blanks.
//! - Parameters: before a parameter.
//! - All other fields: between two tokens, if the first is a separator, or the second is an angle bracket or a
//!   comment. Comments are folded like unstructured text. There is no fold within a quoted string, within an
//!   encoded word, or within text that lacks its closing quote or parenthesis.
//!
//! Linear time.

use crate::limits::Limits;
use crate::span::Span;
use crate::syntax::content_type::parameterized;
use crate::syntax::encoded_word::encoded_words;
use crate::syntax::field_kind::FieldKind;
use crate::syntax::token::{TokenKind, tokens};

/// The offsets at which a line may begin, in order. There is a blank directly before each offset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FoldPoints(Vec<usize>);

impl FoldPoints {
    /// The fold points of a field body of this kind.
    pub(super) fn of(input: &[u8], body: Span, kind: FieldKind, limits: &Limits) -> Self {
        Self(match kind {
            FieldKind::Unstructured | FieldKind::TypedText => between_words(input, body),
            FieldKind::Parameters => {
                let parameters = parameterized(input, body, limits.parameters).parameters;
                parameters.iter().map(|parameter| parameter.span.start).collect()
            }
            _ => between_tokens(input, body, limits.comments),
        })
    }

    /// Whether a line may begin at `at`.
    pub(super) fn contains(&self, at: usize) -> bool {
        self.0.binary_search(&at).is_ok()
    }
}

fn between_words(input: &[u8], body: Span) -> Vec<usize> {
    let mut words = encoded_words(input, body).into_iter().map(|word| word.span).peekable();
    let (mut points, mut before) = (Vec::new(), None);
    for (at, &octet) in (body.start..).zip(body.slice(input)) {
        while words.next_if(|word| word.end <= at).is_some() {}
        let outside = words.peek().is_none_or(|word| at <= word.start);
        if outside && !is_blank(octet) && before.is_some_and(is_blank) {
            points.push(at);
        }
        before = Some(octet);
    }
    points
}

fn between_tokens(input: &[u8], body: Span, depth: usize) -> Vec<usize> {
    let (mut points, mut before, mut blank) = (Vec::new(), None, false);
    for token in tokens(input, body, depth) {
        if token.kind == TokenKind::Blank {
            blank = true;
            continue;
        }
        let after = matches!(before, None | Some(TokenKind::Special(b',' | b';' | b':')));
        let ahead = matches!(token.kind, TokenKind::Special(b'<') | TokenKind::Comment);
        if blank && (after || ahead) {
            points.push(token.span.start);
        }
        if token.kind == TokenKind::Comment && token.span.slice(input).ends_with(b")") {
            points.extend(between_words(input, token.span));
        }
        (before, blank) = (Some(token.kind), false);
    }
    points
}

const fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The body with a bar at each fold point.
    fn shown(body: &str, kind: FieldKind) -> String {
        let points = FoldPoints::of(body.as_bytes(), Span::new(0, body.len()), kind, &Limits::default());
        let characters = body.char_indices();
        characters.flat_map(|(at, c)| points.contains(at).then_some('|').into_iter().chain([c])).collect()
    }

    #[test]
    fn text_at_its_blanks() {
        assert_eq!(
            shown(" a b, =?x?Q?c d?= \"e f\" =?x?Q?g", FieldKind::Unstructured),
            " |a |b, |=?x?Q?c d?= |\"e |f\" |=?x?Q?g"
        );
        assert_eq!(shown("smtp; a  b\tc", FieldKind::TypedText), "smtp; |a  |b\t|c");
    }

    #[test]
    fn addresses_between_tokens() {
        use FieldKind::Addresses;
        assert_eq!(
            shown(" J. Doe <a@b>, \"c, d\" (e, f) <g@h>,i@j, =?x?Q?k, l?=", Addresses),
            " |J. Doe |<a@b>, |\"c, d\" |(e, |f) |<g@h>,i@j, |=?x?Q?k, l?="
        );
        assert_eq!(shown("a@b, \"c, d <e@f>, g", Addresses), "a@b, |\"c, d <e@f>, g");
        assert_eq!(shown("a@b, (c, d <e@f>, g", Addresses), "a@b, |(c, d <e@f>, g");
        assert_eq!(shown("a@b (c (d e) =?x?Q?f g?=)", Addresses), "a@b |(c |(d |e) |=?x?Q?f g?=)");
        assert_eq!(shown("g: a@b; c@d", Addresses), "g: |a@b; |c@d");
    }

    #[test]
    fn parameters_before_their_names() {
        assert_eq!(
            shown(" a/b; c=\"d; e f\" ; name=g h; i=\"j", FieldKind::Parameters),
            " a/b; |c=\"d; e f\" ; |name=g h; |i=\"j"
        );
    }
}
