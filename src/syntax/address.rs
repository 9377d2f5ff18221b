//! Address lists (RFC 5322 section 3.4, RFC 6854), including obsolete syntax.
//!
//! This module splits the tokens of a list into mailboxes and groups. It accepts more than RFC 5322 allows:
//!
//! - A semicolon separates entries, like a comma. Empty entries are ignored.
//! - If an entry contains a second address, a comma is missing before it. The second address is a mailbox of its own.
//! - If an angle bracket is never closed, its contents end before the next comma, semicolon or bracket. Several `<`
//!   in a row count as one. A `>` without its `<` does not begin an entry.
//! - `[mailto:a@b]` after a name means `<a@b>`, as does `<mailto:a@b>`. `smtp:` is read like `mailto:`.
//! - A phrase before `<` can contain anything, including dots, `@` and raw 8-bit octets.
//! - A quoted string or a comment that is never closed ends before the next angle bracket (RFC 7103 section 7.1).
//! - In an entry without `@` and `<`, a single ASCII atom is an address (`root`); anything else is a name.
//! - A group without its `;` ends with the list. A domain that a server added after an empty group, as in
//!   `undisclosed-recipients:;@host`, is not an address.
//!
//! A comment that stands alone between two separators belongs to no address.
//!
//! Addresses are not validated. Linear time.

pub use super::entry::Mailbox;
use super::entry::{
    described, domain_end, inside, is, is_blank, is_cfws, is_scheme, is_separator, mailbox, position, split,
    start_of, starts, trimmed, unaddressed,
};
use super::token::{Token, TokenKind, is_closed, tokens};
use crate::span::Span;
use std::borrow::Cow;

/// One entry of an address list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A mailbox.
    Mailbox(Mailbox),
    /// A named group of mailboxes.
    Group {
        /// The whole group, including the `;`.
        span: Span,
        /// The phrase before the colon.
        name: Span,
        /// The members.
        members: Vec<Mailbox>,
    },
}

impl Address {
    /// The mailbox, or the members of the group.
    pub(crate) fn mailboxes(&self) -> &[Mailbox] {
        match self {
            Self::Mailbox(mailbox) => std::slice::from_ref(mailbox),
            Self::Group { members, .. } => members,
        }
    }
}

/// The addresses in `span`. Every octet belongs to an address, except white space around addresses, separators, stray
/// `>`, and comments that stand alone between separators. Linear time.
///
/// ```
/// use mailutf::{Span, internal::{Address, addresses}};
/// let input = b"=?utf-8?Q?Doe,_J.?= <j@doe>, k@doe (Kim)";
/// let list = addresses(input, Span::new(0, input.len()), 32);
/// let [Address::Mailbox(first), Address::Mailbox(second)] = &list[..] else { panic!() };
/// assert_eq!(first.name.unwrap().slice(input), b"=?utf-8?Q?Doe,_J.?=");
/// assert_eq!(second.addr_spec.slice(input), b"k@doe");
/// assert_eq!(second.comment.unwrap().slice(input), b"(Kim)");
/// ```
pub fn addresses(input: &[u8], span: Span, comment_depth: usize) -> Vec<Address> {
    addresses_of(input, &list_tokens(input, span, comment_depth))
}

/// The tokens of a list. If a quoted string or a comment is never closed, it ends before the first `<` in it, and the
/// rest is split into tokens again.
pub(crate) fn list_tokens(input: &[u8], span: Span, comment_depth: usize) -> Vec<Token> {
    let mut found = tokens(input, span, comment_depth);
    if let Some(last) = found.last_mut()
        && matches!(last.kind, TokenKind::QuotedString | TokenKind::Comment)
        && !is_closed(input, last, comment_depth)
        && let Some(open) = memchr::memchr(b'<', last.span.slice(input))
    {
        last.span.end = last.span.start + open;
        found.extend(tokens(
            input,
            Span::new(found.last().map_or(0, |last| last.span.end), span.end),
            comment_depth,
        ));
    }
    found
}

/// Like [`addresses`], for a list that has already been split into tokens.
///
/// ```abnf
/// address-list  = (address *("," address)) / obs-addr-list        ; RFC 5322 section 3.4
/// address       = mailbox / group
/// obs-addr-list = *([CFWS] ",") address *("," [address / CFWS])   ; section 4.4
/// ```
pub(crate) fn addresses_of(input: &[u8], tokens: &[Token]) -> Vec<Address> {
    let tokens = with_angles(input, tokens);
    let mut list = Vec::new();
    let mut rest = next_entry(&tokens, is_separator);
    while !rest.is_empty() {
        let (address, after) = match group_colon(rest) {
            Some(colon) => group(input, rest, colon),
            None => {
                let (mailbox, after) = mailbox(input, rest);
                (Address::Mailbox(mailbox), after)
            }
        };
        list.push(address);
        rest = next_entry(after, is_separator);
    }
    list
}

/// Reads a phrase and the angle brackets after it, as in List-Id (RFC 2919 section 2). Commas and semicolons in the
/// phrase or in the brackets do not separate entries. Linear time.
pub(crate) fn phrase_angle(input: &[u8], span: Span, comment_depth: usize) -> Mailbox {
    phrase_angle_of(input, &tokens(input, span, comment_depth))
}

/// Like [`phrase_angle`], for a body that has already been split into tokens.
///
/// ```abnf
/// list-id-header = "List-ID:" [phrase / CFWS] "<" list-id ">" CRLF   ; RFC 2919 section 3, with erratum 3951
/// ```
pub(crate) fn phrase_angle_of(input: &[u8], tokens: &[Token]) -> Mailbox {
    match tokens.iter().rposition(|token| is(token, b'<')) {
        Some(open) => {
            let close = position(tokens, open, |token| is(token, b'>'));
            described(tokens, open, inside(tokens, open + 1, close), tokens.len())
        }
        None => unaddressed(input, tokens),
    }
}

/// Turns square brackets around a URI into angle brackets.
fn with_angles<'t>(input: &[u8], tokens: &'t [Token]) -> Cow<'t, [Token]> {
    if !tokens.iter().any(|token| is(token, b'[')) {
        return Cow::Borrowed(tokens);
    }
    let (mut tokens, mut open) = (tokens.to_vec(), false);
    for at in 0..tokens.len() {
        open |= starts(&tokens, at, b'[') && is_scheme(input, &tokens, at + 1);
        if let Some(token) = tokens.get_mut(at).filter(|_| open) {
            open = !is_separator(token) && !is(token, b']');
            token.kind = match token.kind {
                TokenKind::Special(b'[') => TokenKind::Special(b'<'),
                TokenKind::Special(b']') => TokenKind::Special(b'>'),
                kind => kind,
            };
        }
    }
    Cow::Owned(tokens)
}

/// Returns the group at the start of `tokens`, and the tokens after the group. The name of the group ends at the
/// token with the index `colon`.
///
/// ```abnf
/// group          = display-name ":" [group-list] ";" [CFWS]   ; RFC 5322 section 3.4
/// group-list     = mailbox-list / CFWS / obs-group-list
/// obs-group-list = 1*([CFWS] ",") [CFWS]                      ; section 4.4
/// ```
fn group<'t>(input: &[u8], tokens: &'t [Token], colon: usize) -> (Address, &'t [Token]) {
    let (phrase, mut rest) = split(tokens, colon + 1);
    let name = trimmed(split(phrase, colon).0, is_cfws).unwrap_or(Span::at(start_of(phrase, colon)));
    let mut members = Vec::new();
    loop {
        rest = next_entry(rest, |token| is(token, b','));
        match rest.first() {
            Some(token) if !is(token, b';') => {
                let (member, after) = mailbox(input, rest);
                members.push(member);
                rest = after;
            }
            end => {
                rest = split(rest, usize::from(end.is_some())).1;
                let domain = position(rest, 0, |token| !is_cfws(token));
                if starts(rest, domain, b'@') {
                    rest = split(rest, domain_end(input, rest, domain + 1)).1;
                }
                let all = split(tokens, tokens.len() - rest.len()).0;
                return (Address::Group { span: inside(all, 0, all.len()), name, members }, rest);
            }
        }
    }
}

/// Skips separators of this list, stray `>`, and comments that stand alone between separators. Returns the remaining
/// tokens. They start with the next entry, or with a separator that does not belong to this list (the `;` that ends a
/// group).
fn next_entry(mut tokens: &[Token], separates: impl Fn(&Token) -> bool) -> &[Token] {
    let passed = |token: &Token| is_blank(token) || is(token, b'>') || separates(token);
    loop {
        tokens = split(tokens, position(tokens, 0, |token| !passed(token))).1;
        let after_comments = split(tokens, position(tokens, 0, |token| !is_cfws(token))).1;
        match after_comments.first() {
            Some(token) if !is_separator(token) => return tokens,
            Some(token) if separates(token) => tokens = after_comments,
            _ => return after_comments,
        }
    }
}

/// The index of the colon that ends the name of a group; `None` if the tokens do not start with a group.
fn group_colon(tokens: &[Token]) -> Option<usize> {
    let mark = |token: &Token| matches!(token.kind, TokenKind::Special(b':' | b'<' | b'@' | b',' | b';'));
    tokens.iter().position(mark).filter(|&at| starts(tokens, at, b':'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_name_of_a_list_may_have_separators() {
        let input = b"Cats, and dogs <pets.example.org>";
        let list = phrase_angle(input, Span::new(0, input.len()), 32);
        assert_eq!(list.name.unwrap().slice(input), b"Cats, and dogs");
        assert_eq!(list.addr_spec.slice(input), b"pets.example.org");
    }

    /// Shows a mailbox as `name<addr-spec>comment`, and a group as its name with the members in braces.
    fn shown(input: &str) -> Vec<String> {
        let text = |span: Span| &input[span.range()];
        let mailbox = |m: &Mailbox| {
            let (name, comment) = (m.name.map_or("", text), m.comment.map_or("", text));
            format!("{name}<{}>{comment}", text(m.addr_spec))
        };
        let list = addresses(input.as_bytes(), Span::new(0, input.len()), 32);
        list.iter()
            .map(|address| match address {
                Address::Mailbox(m) => mailbox(m),
                Address::Group { name, members, .. } => {
                    format!(
                        "{}:{{{}}}",
                        text(*name),
                        members.iter().map(mailbox).collect::<Vec<_>>().join("|")
                    )
                }
            })
            .collect()
    }

    #[test]
    fn rfc_5322_appendix_a() {
        assert_eq!(
            shown(
                "\"Joe Q. Public\" <john.q.public@example.com>, Mary Smith <mary@x.test>,\r\n jdoe@example.org, Who? <one@y.test>"
            ),
            [
                "\"Joe Q. Public\"<john.q.public@example.com>",
                "Mary Smith<mary@x.test>",
                "<jdoe@example.org>",
                "Who?<one@y.test>"
            ]
        );
        assert_eq!(
            shown("A Group:Ed Jones <c@a.test>,joe@where.test,John <jdoe@one.test>;"),
            ["A Group:{Ed Jones<c@a.test>|<joe@where.test>|John<jdoe@one.test>}"]
        );
        assert_eq!(shown("Undisclosed recipients:;"), ["Undisclosed recipients:{}"]);
        assert_eq!(
            shown("Pete(A nice \\) chap) <pete(his account)@silly.test(his host)>"),
            ["Pete<pete(his account)@silly.test(his host)>(A nice \\) chap)"]
        );
        assert_eq!(
            shown(
                "A Group(Some people)\r\n :Chris Jones <c@(Chris's host.)public.example>,\r\n joe@example.org,\r\n John <jdoe@one.test> (my dear friend); (the end of the group)"
            ),
            [
                "A Group:{Chris Jones<c@(Chris's host.)public.example>|<joe@example.org>|John<jdoe@one.test>(my dear friend)}"
            ]
        );
        assert_eq!(
            shown("(Empty list)(start)Hidden recipients  :(nobody(that I know))  ;"),
            ["Hidden recipients:{}"]
        );
        // Appendix A.6.1: obsolete addressing.
        assert_eq!(
            shown("Mary Smith <@node.test,@x.test:mary@example.net>, , jdoe@test   . example"),
            ["Mary Smith<mary@example.net>", "<jdoe@test   . example>"]
        );
    }

    #[test]
    fn names_as_mailers_write_them() {
        for (input, shows) in [
            ("John Q. Public <a@b>", "John Q. Public<a@b>"),
            ("=?x?Q?M=FCller,_J=F6rg?= <a@b>", "=?x?Q?M=FCller,_J=F6rg?=<a@b>"),
            ("a@b (=?x?Q?J=F6rg?=)", "<a@b>(=?x?Q?J=F6rg?=)"),
            ("joe@x.com <joe@x.com>", "joe@x.com<joe@x.com>"),
            ("\"a\" b <c@d>", "\"a\" b<c@d>"),
            ("\"a\" b c@d", "\"a\" b<c@d>"),
            ("[List] Jörg <c@d> (x) (y)", "[List] Jörg<c@d>(y)"),
            ("Jörg(x) Doe<c@d>", "Jörg(x) Doe<c@d>"),
            ("=?x?Q?a?==?x?Q?b?= <c@d>", "=?x?Q?a?==?x?Q?b?=<c@d>"),
            ("root", "<root>"),
            ("Jörg", "Jörg<>"),
            ("\"root\"", "\"root\"<>"),
            ("Mail Delivery", "Mail Delivery<>"),
            ("=?x?Q?a?=", "=?x?Q?a?=<>"),
            ("Name <>", "Name<>"),
            ("\"a b\"@c", "<\"a b\"@c>"),
            ("a@b .c(x). d e (y)", "<a@b .c(x). d>(y)"),
            ("a@b>", "<a@b>"),
            ("a @ [1.2.3.4]", "<a @ [1.2.3.4]>"),
            ("a (x) @ (y) b (z)", "<a (x) @ (y) b>(z)"),
        ] {
            assert_eq!(shown(input), [shows], "{input}");
        }
    }

    #[test]
    fn separators_and_brackets_as_mailers_write_them() {
        for (input, shows) in [
            ("a@b; c@d;", &["<a@b>", "<c@d>"][..]),
            (",, a@b ,(alone), c@d ,", &["<a@b>", "<c@d>"]),
            ("Doe, John <a@b>", &["<Doe>", "John<a@b>"]),
            ("A <a@b, C <c@d>", &["A<a@b>", "C<c@d>"]),
            ("A <a@b", &["A<a@b>"]),
            ("A <<a@b>>, <<c@d>", &["A<a@b>", "<c@d>"]),
            ("A <a@b> C <c@d>", &["A<a@b>", "C<c@d>"]),
            ("A <a@b <c@d>", &["A<a@b>", "<c@d>"]),
            ("a@b c@d", &["<a@b>", "<c@d>"]),
            ("<a@b> (x) c@d", &["<a@b>(x)", "<c@d>"]),
            ("<a@b> junk, c@d", &["<a@b>", "<c@d>"]),
            ("A: a@b, c@d; e@f", &["A:{<a@b>|<c@d>}", "<e@f>"]),
            ("A: B: a@b; c@d", &["A:{B:<a@b>}", "<c@d>"]),
            ("A: a@b", &["A:{<a@b>}"]),
            (":;", &[":{}"]),
            ("a@b c@d <e@f>", &["<a@b>", "c@d<e@f>"]),
            ("a@b@c", &["<a@b@c>"]),
            ("> , @, <", &["<@>", "<>"]),
            ("<a@b;>, <c@d,>", &["<a@b>", "<c@d>"]),
            ("\"A <a@b>, C <c@d>", &["\"A <a@b>", "C<c@d>"]),
            ("A\" <a@b>, C <c@d>", &["A\" <a@b>", "C<c@d>"]),
            ("\"A <a@b> C\" <c@d>", &["\"A <a@b> C\"<c@d>"]),
            ("\"A, a@b", &["\"A, a@b<>"]),
            ("<Undisclosed-Recipient:@a;>", &["<Undisclosed-Recipient:@a>"]),
            ("<Undisclosed-Recipient:;@a>, b@c", &["<Undisclosed-Recipient:;@a>", "<b@c>"]),
            ("undisclosed-recipients:;@a.b, c@d", &["undisclosed-recipients:{}", "<c@d>"]),
            ("unlisted-recipients:; (no To-header on input)@a", &["unlisted-recipients:{}"]),
            ("A: <;>, b@c", &["A:{<>}", "<b@c>"]),
            ("A [mailto:a@b]; B [SMTP:c@d]", &["A<a@b>", "B<c@d>"]),
            ("A<mailto:a@b>, [mailto:c@d]", &["A<a@b>", "<c@d>"]),
            ("a@b [mailto:a@b]", &["a@b<a@b>"]),
            ("[list] A [mailto:a@b, [c] D <e@f>", &["[list] A<a@b>", "[c] D<e@f>"]),
            ("[mailto] A: b@c", &["[mailto] A:{<b@c>}"]),
            ("", &[]),
            (" (nobody) ", &[]),
        ] {
            assert_eq!(shown(input), shows, "{input}");
        }
    }

    #[test]
    fn phrase_and_angle() {
        let read = |input: &str| {
            let list = phrase_angle(input.as_bytes(), Span::new(0, input.len()), 32);
            (list.name.map(|name| input[name.range()].to_owned()), input[list.addr_spec.range()].to_owned())
        };
        assert_eq!(read(" \"A; B\" <c.d>"), (Some("\"A; B\"".into()), "c.d".into()));
        assert_eq!(read("A: < B <c.d"), (Some("A: < B".into()), "c.d".into()));
        assert_eq!(read("c.d"), (None, "c.d".into()));
        assert_eq!(read(""), (None, String::new()));
    }

    #[test]
    fn hostile_input_takes_linear_time() {
        for unit in [
            "<",
            ">",
            "@",
            ",",
            ":",
            "a ",
            "a@b ",
            "<a",
            "<@",
            "<@,",
            "a@b. ",
            "a:",
            "(",
            "(a)",
            "(a),",
            "<a>(b)",
            "a:;",
            "a <",
            "[mailto:",
            "[mailto:a@",
            "a:;@b.",
            "a:;(b)",
            "<a:;",
        ] {
            // The test would not finish in reasonable time if the code were quadratic.
            let input = unit.repeat((1 << 16) / unit.len());
            addresses(input.as_bytes(), Span::new(0, input.len()), 32);
            phrase_angle(input.as_bytes(), Span::new(0, input.len()), 32);
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn addresses_are_inside_ordered_and_disjoint(input in "[ab=?Q<>@,;:.()\\[\\]\"\\\\ \r\n\\x00\\x80-\\xff]{0,60}") {
            let span = Span::new(1, input.len().saturating_sub(1));
            let list = addresses(input.as_bytes(), span, 3);
            let all = Span::new(span.start, span.end.max(span.start));
            let mut done = all.start;
            let mut check = |outer: Span, m: &Mailbox| {
                prop_assert!(m.span.start >= done && outer.contains(m.span) && !m.span.is_empty());
                prop_assert!(m.span.contains(m.addr_spec) && m.name.is_none_or(|name| m.span.contains(name)));
                prop_assert!(m.comment.is_none_or(|comment| m.span.contains(comment)));
                prop_assert!(m.name.is_none_or(|name| name.end <= m.addr_spec.start));
                done = m.span.end;
                Ok(())
            };
            for address in &list {
                match address {
                    Address::Mailbox(mailbox) => check(all, mailbox)?,
                    Address::Group { span, name, members } => {
                        prop_assert!(all.contains(*span) && span.contains(*name));
                        for member in members {
                            check(*span, member)?;
                        }
                    }
                }
            }
        }

        #[test]
        fn every_mailbox_of_a_valid_list_is_found(
            list in prop::collection::vec(("[a-z.]{1,9}", prop::option::of("[A-Z ]{0,4}[A-Z]|\"[ -!#-\\[\\]-~]{0,9}\"|=[?]x[?]Q[?][!->@-~]{1,9}[?]="), any::<bool>()), 0..6)
        ) {
            let written = list.iter().map(|(local, name, comment)| match name {
                Some(name) => format!("{name} <{local}@x>"),
                None if *comment => format!("{local}@x (c, d)"),
                None => format!("{local}@x"),
            });
            let expected = list.iter().map(|(local, name, comment)| {
                let comment = if *comment && name.is_none() { "(c, d)" } else { "" };
                format!("{}<{local}@x>{comment}", name.as_deref().unwrap_or_default().trim_start())
            });
            prop_assert_eq!(shown(&written.collect::<Vec<_>>().join(",\r\n ")), expected.collect::<Vec<_>>());
        }
    }
}
