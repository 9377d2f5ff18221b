//! The addresses that readers find in an address list. A rewrite of the list must keep these addresses;
//! [`Recipients::are_kept_in`] checks this.
//!
//! There are two readers. The tolerant reader takes each encoded word for one token, whatever the word contains. The
//! strict reader follows RFC 2047 section 5 literally: it takes an encoded word for an atom, which ends at the first
//! special in the word. If quotes, comments or brackets do not balance for one of the readers, nobody can tell which
//! addresses were meant, because other programs close these quotes, comments or brackets at other places, and find
//! other addresses.
//!
//! Linear time.

use super::address::{Address, addresses_of};
use super::entry::{Mailbox, is, is_cfws};
use super::single_mailbox::single_mailbox;
use super::token::{Token, TokenKind, is_closed, tokens, tokens_without_words};
use crate::span::Span;

/// The addresses that readers find.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Recipients {
    /// The address that the tolerant reader finds in each entry.
    tolerant: Vec<Entry>,
    /// The addresses with an `@` that the strict reader finds.
    strict: Vec<Vec<u8>>,
    /// The number of commas that the strict reader finds, if a semicolon outside a group separates entries; otherwise
    /// zero. Some readers skip everything from such a semicolon to the next comma, so a rewrite must not add or remove
    /// commas.
    commas: usize,
}

/// The address or phrase that a reader finds in an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    /// A mailbox by RFC 5322: its addr-spec, without blanks and comments.
    Mailbox(Vec<u8>),
    /// A phrase without an address: a name, or the name of a group.
    Name,
    /// A phrase without an address. It has an `@` in a quoted string, so some readers take the phrase for an address.
    Doubtful,
    /// A form that RFC 5322 does not allow, such as `[a] b <c@d>`. Some readers find the address, and others find
    /// nothing or only a part of the address. What they find depends on the order of words, quoted strings and
    /// specials.
    Damaged {
        /// The addr-spec; empty if there is none.
        address: Vec<u8>,
        /// The kinds of the tokens in order, as [`shape`] writes them.
        shape: Vec<u8>,
    },
}

/// The addresses in the list `body`. If its quotes, comments or brackets do not balance, the error is the first token
/// that is not closed, or that closes nothing. `depth` limits the nesting of comments.
pub(crate) fn recipients(input: &[u8], body: Span, depth: usize) -> Result<Recipients, Span> {
    if let Some(mailbox) = single_mailbox(input, body) {
        let address = mailbox.address.as_bytes().to_vec();
        let tolerant = vec![Entry::Mailbox(address.clone())];
        return Ok(Recipients { tolerant, strict: vec![address], commas: 0 });
    }
    let (with_words, without) = balanced(input, body, depth)?;
    let list = addresses_of(input, &with_words);
    let count = |tokens: &[Token], special| tokens.iter().filter(|token| is(token, special)).count();
    let groups = list.iter().filter(|address| matches!(address, Address::Group { .. })).count();
    let commas = if count(&with_words, b';') > groups { count(&without, b',') } else { 0 };
    let tolerant = entries(input, &with_words, list);
    let strict = entries(input, &without, addresses_of(input, &without));
    let strict = strict.iter().filter_map(Entry::with_at).map(<[u8]>::to_vec).collect();
    Ok(Recipients { tolerant, strict, commas })
}

/// The tokens of a structured `body`, first for the tolerant reader and then for the strict reader. If quotes,
/// comments or brackets do not balance, the error is the first token that is not closed, or that closes nothing.
pub(crate) fn balanced(input: &[u8], body: Span, depth: usize) -> Result<(Vec<Token>, Vec<Token>), Span> {
    let (with_words, without) = (tokens(input, body, depth), tokens_without_words(input, body, depth));
    let unpaired = |tokens| unpaired(input, tokens, depth);
    match unpaired(&with_words).or_else(|| unpaired(&without)) {
        Some(at) => Err(at),
        None => Ok((with_words, without)),
    }
}

impl Recipients {
    /// Whether each reader still finds in `after` all addresses that it found before. The strict reader may find
    /// further addresses only if the tolerant reader found them before.
    pub(crate) fn are_kept_in(&self, after: &Self) -> bool {
        let with_at = || self.tolerant.iter().filter_map(Entry::with_at);
        let mut rest = with_at();
        self.tolerant == after.tolerant
            && self.commas == after.commas
            && (self.strict == after.strict
                || self.strict.iter().all(|old| rest.any(|address| address == old))
                    && after.strict.iter().map(Vec::as_slice).eq(with_at()))
    }
}

impl Entry {
    /// The address, if it has an `@`.
    fn with_at(&self) -> Option<&[u8]> {
        match self {
            Self::Mailbox(address) | Self::Damaged { address, .. } => {
                Some(&**address).filter(|address| address.contains(&b'@'))
            }
            Self::Name | Self::Doubtful => None,
        }
    }

    fn of_mailbox(input: &[u8], tokens: &[Token], mailbox: &Mailbox) -> Self {
        let entry = within(tokens, mailbox.span);
        if mailbox.addr_spec.is_empty() {
            return Self::of_phrase(input, entry);
        }
        let is_before = |token: &&Token| token.span.end <= mailbox.addr_spec.start;
        let (before, rest) = entry.split_at(entry.iter().take_while(is_before).count());
        let (address, after) = rest.split_at(within(rest, mailbox.addr_spec).len());
        let specials = |tokens: &[Token]| -> Vec<u8> { tokens.iter().filter_map(special).collect() };
        let has_words = |tokens: &[Token]| tokens.iter().any(is_word);
        let is_sound = matches!(&*specials(address), b"@" | b"@[")
            && !has_words(after)
            && match (&*specials(before), &*specials(after)) {
                (b"", b"") => !has_words(before),
                (b"<", b">") => true,
                _ => false,
            };
        let octets = address.iter().filter(|token| !is_cfws(token)).flat_map(|token| token.span.slice(input));
        let address = octets.copied().collect();
        match is_sound {
            true => Self::Mailbox(address),
            false => Self::Damaged { address, shape: shape(input, entry) },
        }
    }

    fn of_phrase(input: &[u8], tokens: &[Token]) -> Self {
        let has_at =
            |token: &Token| token.kind == TokenKind::QuotedString && token.span.slice(input).contains(&b'@');
        let specials: Vec<u8> = tokens.iter().filter_map(special).collect();
        if !matches!(&*specials, b"" | b"<>") {
            Self::Damaged { address: Vec::new(), shape: shape(input, tokens) }
        } else if tokens.iter().any(has_at) {
            Self::Doubtful
        } else {
            Self::Name
        }
    }
}

fn entries(input: &[u8], tokens: &[Token], list: Vec<Address>) -> Vec<Entry> {
    let mut found = Vec::new();
    for address in list {
        match address {
            Address::Mailbox(mailbox) => found.push(Entry::of_mailbox(input, tokens, &mailbox)),
            Address::Group { name, members, .. } => {
                found.push(Entry::of_phrase(input, within(tokens, name)));
                found.extend(members.iter().map(|member| Entry::of_mailbox(input, tokens, member)));
            }
        }
    }
    found
}

fn special(token: &Token) -> Option<u8> {
    match token.kind {
        TokenKind::Special(special) => Some(special),
        TokenKind::DomainLiteral => Some(b'['),
        _ => None,
    }
}

fn is_word(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Atom | TokenKind::EncodedWord | TokenKind::QuotedString)
}

/// Describes the kinds of `tokens`: a letter for each word, a quote for each quoted string, and each special,
/// including the specials in comments and domain literals. If there is a `<`, adjacent words count as one. Without a
/// `<`, each word counts, because some readers take the last word for a part of the address.
fn shape(input: &[u8], tokens: &[Token]) -> Vec<u8> {
    let mut shape = Vec::new();
    let joins = tokens.iter().any(|token| is(token, b'<'));
    for token in tokens {
        match token.kind {
            TokenKind::Blank => {}
            TokenKind::Atom | TokenKind::EncodedWord if joins && shape.last() == Some(&b'a') => {}
            TokenKind::Atom | TokenKind::EncodedWord => shape.push(b'a'),
            TokenKind::QuotedString => shape.push(b'"'),
            TokenKind::Special(special) => shape.push(special),
            TokenKind::Comment | TokenKind::DomainLiteral => {
                let specials =
                    token.span.slice(input).iter().filter(|octet| b"()<>[]:;@\\,\"".contains(octet));
                shape.extend(specials);
            }
        }
    }
    shape
}

fn within(tokens: &[Token], span: Span) -> &[Token] {
    let from = tokens.partition_point(|token| token.span.start < span.start);
    let to = tokens.partition_point(|token| token.span.end <= span.end);
    tokens.get(from..to).unwrap_or_default()
}

/// The first token that does not balance: a quoted string, comment or bracket that is not closed, or a `)`, `>` or
/// `]` that closes nothing.
fn unpaired(input: &[u8], tokens: &[Token], depth: usize) -> Option<Span> {
    let (mut angle, mut square) = (Vec::new(), Vec::new());
    for token in tokens {
        match token.kind {
            TokenKind::Special(b')') => return Some(token.span),
            TokenKind::Special(b'<') => angle.push(token.span),
            TokenKind::Special(b'[') => square.push(token.span),
            TokenKind::Special(b'>') if angle.pop().is_none() => return Some(token.span),
            TokenKind::Special(b']') if square.pop().is_none() => return Some(token.span),
            _ => {}
        }
    }
    // Only the last token can be a quoted string or a comment that is not closed.
    let open = tokens.last().filter(|last| !is_closed(input, last, depth)).map(|last| last.span);
    angle.first().into_iter().chain(square.first()).copied().chain(open).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(body: &str) -> Result<Recipients, &str> {
        recipients(body.as_bytes(), Span::new(0, body.len()), 32).map_err(|at| &body[at.range()])
    }

    #[test]
    fn what_does_not_balance_is_named() {
        for (body, at) in [
            ("=?utf-8?q?=22a?= b\" <c@d>", "\" <c@d>"),
            ("a (b <c@d>", "(b <c@d>"),
            ("a) <c@d>", ")"),
            ("a <b@c, d <e@f>", "<"),
            ("a b@c>", ">"),
            ("[a <b@c>", "["),
            ("a] <b@c>", "]"),
            ("\"a\\\" <b@c>", "\"a\\\" <b@c>"),
            ("=?utf-8?Q?\"a?= <b@c>", "\"a?= <b@c>"),
        ] {
            assert_eq!(found(body), Err(at), "{body}");
        }
        for body in
            ["", "\"<(\" (\"<) <a@b>", "A [mailto:a@b]", "=?utf-8?q?=22a?= <b@c>", "\\) a <b@c> <<d@e>>"]
        {
            assert_eq!(found(body).is_err(), body.contains("\\)"), "{body}");
        }
    }

    #[test]
    fn an_address_is_neither_lost_nor_found() {
        for (before, after, is_kept) in [
            ("=?x?Q?a,_b?= <c@d>", "\"a, b\" <c@d>", true),
            ("=?x?Q?a=2C_b?= <c@d>", "a, b <c@d>", false),
            ("=?x?Q?a=3Cb=40c=3E?=", "\"a <b@c>\"", false),
            ("=?x?Q?a=3Cb=40c=3E?=", "=?y?Q?a=3Cb=40c=3E?=", true),
            ("a <b@c>, d@e", "\"a <b@c>, d@e\"", false),
            ("a <b@c>, d@e", "\"a\" <b@c>,\r\n d@e", true),
            ("a <b@c>, d@e", "d@e, a <b@c>", false),
            ("g: a <b @ c>;", "\"g\": a <b@c>;", true),
            ("=?x?Q?a_<b@c>?= <d@e>", "\"a <b@c>\" <d@e>", false),
            ("[a] =?x?Q?b?= <c@d>", "[a] b <c@d>", true),
            ("[a] =?x?Q?b?= <c@d>", "\"[a] b\" <c@d>", false),
            ("=?x?Q?a,b?= <c@d>; e@f", "\"a,b\" <c@d>; e@f", false),
            ("=?x?Q?a=2C?= b@c", "\"a,\" b@c", false),
            ("=?x?Q?a=2C?= [b]: c@d;", "\"a, [b]\": c@d;", false),
        ] {
            assert_eq!(
                found(before).unwrap().are_kept_in(&found(after).unwrap()),
                is_kept,
                "{before} {after}"
            );
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn a_single_mailbox_has_the_address_of_a_list(name in "[ a=?*!']{0,6}|é", address in "<a@b>|<a@b\\.c> |a@b") {
            let single = format!("{name}{address}");
            let list = format!("{single},");
            prop_assert_eq!(found(&single), found(&list));
        }
    }

    #[test]
    fn hostile_input_takes_linear_time() {
        for unit in ["<", "[", "(", "\"", "a@b,", "\"@\",", "=?a?Q?b?=,", "<a@b>"] {
            // The test would not finish in reasonable time if the code were quadratic.
            let input = unit.repeat((1 << 16) / unit.len());
            let _ = found(&input);
        }
    }
}
