//! Recognises text that has the form of an address list (RFC 5322 section 3.4) although it is not in an address
//! field. Such text is the body of an unknown field such as X-From, or the text of an encoded word. Mail programs
//! find addresses in such text.
//!
//! Each entry of such a list is an address, or a phrase followed by an address in angle brackets. This module is
//! stricter than [`addresses`](super::address::addresses), which accepts any text as a list. Linear time.

use super::address::list_tokens;
use super::entry::{is, is_cfws, is_separator, position, split};
use super::field_kind::{FieldKind, field_kind, is_known};
use super::header_block::Field;
use super::token::{Token, TokenKind};
use crate::span::Span;

/// The kind of `field`. If the name of the field is unknown, the kind depends on the form of the body. `depth` limits
/// the nesting of comments.
pub(crate) fn kind_of_field(input: &[u8], field: &Field, depth: usize) -> FieldKind {
    let name = field.name.slice(input);
    match field_kind(name) {
        FieldKind::Unstructured if !is_known(name) && is_ascii_list(input, field.body, depth) => {
            FieldKind::AddressText
        }
        kind => kind,
    }
}

/// Whether `body` is a list of addresses that are US-ASCII.
fn is_ascii_list(input: &[u8], body: Span, depth: usize) -> bool {
    memchr::memchr(b'@', body.slice(input)).is_some()
        && address_list(input, body, depth).is_some_and(|found| {
            !found.is_empty() && found.iter().all(|addr_spec| addr_spec.slice(input).is_ascii())
        })
}

/// The addr-specs in `text`; `None` if `text` does not have the form of an address list. An entry that consists only
/// of encoded words yields no addr-spec, because any address is inside an encoded word.
pub(crate) fn address_list(input: &[u8], text: Span, depth: usize) -> Option<Vec<Span>> {
    let tokens = list_tokens(input, text, depth);
    let (mut addr_specs, mut rest, mut in_group) = (Vec::new(), &*tokens, false);
    loop {
        let (mut entry, after) = split(rest, position(rest, 0, is_separator));
        let colon = position(entry, 0, |token| is(token, b':'));
        if colon < entry.len() {
            let (name, first) = split(entry, colon);
            if in_group || !is_phrase(name) || name.iter().all(is_cfws) {
                return None;
            }
            (entry, in_group) = (split(first, 1).1, true);
        }
        let entry = without_cfws(entry);
        if entry.iter().any(|token| !is_cfws(token) && token.kind != TokenKind::EncodedWord) {
            addr_specs.push(mailbox(entry)?);
        }
        let Some((separator, next)) = after.split_first() else { break };
        in_group &= !is(separator, b';');
        rest = next;
    }
    (!in_group).then_some(addr_specs)
}

/// The addr-spec of an entry; `None` if the entry does not have the form of a mailbox.
///
/// ```abnf
/// mailbox   = name-addr / addr-spec     ; RFC 5322 section 3.4
/// name-addr = [display-name] angle-addr
/// ```
fn mailbox(entry: &[Token]) -> Option<Span> {
    match entry.split_last() {
        Some((last, before)) if is(last, b'>') => {
            let (name, angle) = split(before, position(before, 0, |token| is(token, b'<')));
            addr_spec(split(angle, 1).1).filter(|_| is_phrase(name))
        }
        _ => addr_spec(entry),
    }
}

/// ```abnf
/// addr-spec = local-part "@" domain   ; RFC 5322 section 3.4.1
/// ```
fn addr_spec(tokens: &[Token]) -> Option<Span> {
    use TokenKind::{Atom, DomainLiteral, EncodedWord, QuotedString};
    match without_cfws(tokens) {
        [local, at, domain]
            if matches!(local.kind, Atom | EncodedWord | QuotedString)
                && is(at, b'@')
                && matches!(domain.kind, Atom | EncodedWord | DomainLiteral) =>
        {
            Some(Span::new(local.span.start, domain.span.end))
        }
        _ => None,
    }
}

/// Whether the tokens can be a name: they have no special, or a single `@`. RFC 5322 allows no `@` in a phrase, but
/// mailers write names such as `[List] a@b`.
fn is_phrase(tokens: &[Token]) -> bool {
    let specials = tokens.iter().filter(|token| matches!(token.kind, TokenKind::Special(_)));
    specials.clone().all(|token| is(token, b'@')) && specials.count() < 2
}

/// The tokens without comments and blanks at both ends.
fn without_cfws(tokens: &[Token]) -> &[Token] {
    let end = tokens.iter().rposition(|token| !is_cfws(token)).map_or(0, |last| last + 1);
    let tokens = split(tokens, end).0;
    split(tokens, position(tokens, 0, |token| !is_cfws(token))).1
}

#[cfg(test)]
mod tests {
    use super::super::address::{Address, addresses};
    use super::*;
    use proptest::prelude::*;

    fn found(text: &str) -> Option<Vec<&str>> {
        let list = address_list(text.as_bytes(), Span::new(0, text.len()), 32);
        list.map(|spans| spans.into_iter().map(|span| &text[span.range()]).collect())
    }

    #[test]
    fn lists_and_other_text() {
        for (text, addresses) in [
            ("Ren\u{e9} D. <a@b>", Some(&["a@b"][..])),
            ("<a@b>, \"c, d\" (e) < f@[1.2.3.4] > (g),, h@i", Some(&["a@b", "f@[1.2.3.4]", "h@i"])),
            ("a@b <a@b>; [List] c <d@e>", Some(&["a@b", "d@e"])),
            ("G: a <b@c>, d@e;, =?x?Q?f?= <g@h>", Some(&["b@c", "d@e", "g@h"])),
            ("=?x?Q?f,?=, <g@h>", Some(&["g@h"])),
            ("\"a <b@c>", Some(&["b@c"])),
            ("", Some(&[])),
            ("a <b> c", None),
            ("a <b>", None),
            ("a, b <c@d>", None),
            ("a <b@c> d", None),
            ("a b@c", None),
            ("Re: a <b@c>", None),
            ("a <b@c> <d@e>", None),
            ("a) <b@c>", None),
            ("a@b c@d <e@f>", None),
            ("<a@b", None),
            (":a@b;", None),
        ] {
            assert_eq!(found(text).as_deref(), addresses, "{text}");
        }
    }

    #[test]
    fn only_fields_that_are_not_known_are_read_by_their_form() {
        for (field, kind) in [
            ("X-From: a <b@c>", FieldKind::AddressText),
            (">From: a <b@c>", FieldKind::AddressText),
            ("X-From: a <b@\u{e9}>", FieldKind::Unstructured),
            ("X-From: =?x?Q?a?=", FieldKind::Unstructured),
            ("Subject: a <b@c>", FieldKind::Unstructured),
            ("X-Mailer: a <b@c>", FieldKind::Unstructured),
            ("From: a <b@c>", FieldKind::Addresses),
            ("ARC-Foo: a <b@c>", FieldKind::Opaque),
        ] {
            let colon = field.find(':').unwrap();
            let (name, body) = (Span::new(0, colon), Span::new(colon + 1, field.len()));
            let parsed = Field { span: Span::new(0, field.len()), name, body };
            assert_eq!(kind_of_field(field.as_bytes(), &parsed, 32), kind, "{field}");
        }
    }

    #[test]
    fn hostile_input_takes_linear_time() {
        for unit in ["<", "a@b,", "a:", "a:;", "(", "\"", "=?a?Q?b?=,", "<a@b>,"] {
            // The test would not finish in reasonable time if the code were quadratic.
            let _ = found(&unit.repeat((1 << 16) / unit.len()));
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(1024))]

        /// If this module finds a list of addresses in a text, the parser `addresses` finds the same addresses.
        #[test]
        fn a_list_has_the_addresses_of_the_parser(
            text in "(a|\u{e9}|\"b, c\"|=\\?x\\?Q\\?d\\?=|@|\\[e\\]|\\(f\\)| |,|;|:|<g@h>|<i@j>|k@l){0,8}",
        ) {
            if let Some(found) = found(&text) {
                let list = addresses(text.as_bytes(), Span::new(0, text.len()), 32);
                let mailboxes = list.iter().flat_map(Address::mailboxes);
                let all: Vec<&str> = mailboxes.map(|mailbox| &text[mailbox.addr_spec.range()]).collect();
                prop_assert_eq!(found, all.into_iter().filter(|address| !address.is_empty()).collect::<Vec<_>>());
            }
        }
    }
}
