//! Reads address lists that consist of a single mailbox (RFC 5322 section 3.4), without a parser. Most address lists
//! are of this kind. The mailbox is an address, or a phrase of atoms and encoded words before an address in angle
//! brackets. Mailboxes with quoted strings, comments or unusual characters are left to the parser. Linear time.

use crate::span::Span;
use memchr::memchr;

/// The only mailbox of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SingleMailbox<'i> {
    /// The phrase, without blanks around it; empty if there is none.
    pub(crate) name: Span,
    /// The addr-spec, as [`addresses`](super::address::addresses) finds it.
    pub(crate) address: &'i str,
}

/// The only mailbox of the list `body`; `None` if the list needs the parser.
pub(crate) fn single_mailbox(input: &[u8], body: Span) -> Option<SingleMailbox<'_>> {
    let value = body.slice(input);
    let is_blank = |octet: &&u8| matches!(octet, b' ' | b'\t' | b'\r' | b'\n');
    let is_in_address =
        |octet: &u8| octet.is_ascii_alphanumeric() || matches!(octet, b'.' | b'-' | b'_' | b'+');
    let is_in_phrase = |octet: &u8| {
        !octet.is_ascii() || is_in_address(octet) || is_blank(&octet) || b"=?/*!'".contains(octet)
    };
    let start = value.iter().take_while(is_blank).count();
    let end = value.len() - value.iter().rev().take_while(is_blank).count();
    let mailbox = value.get(start..end)?;
    let (phrase, address) = match memchr(b'<', mailbox) {
        Some(open) => (mailbox.get(..open)?, mailbox.get(open + 1..)?.strip_suffix(b">")?),
        None => (&[][..], mailbox),
    };
    let local = address.iter().position(|octet| !is_in_address(octet)).filter(|end| *end > 0)?;
    let domain = address.get(local..)?.strip_prefix(b"@").filter(|domain| !domain.is_empty())?;
    if !domain.iter().all(is_in_address) || !phrase.iter().all(is_in_phrase) {
        return None;
    }
    let name = phrase.len() - phrase.iter().rev().take_while(is_blank).count();
    let name = Span::new(0, name).shift(body.start + start);
    Some(SingleMailbox { name, address: std::str::from_utf8(address).ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_mailbox_is_found_without_a_parser() {
        for (value, mailbox) in [
            (" a.b+c@example.org\r\n", Some(("", "a.b+c@example.org"))),
            (" =?utf-8?Q?a?=\n  b <c@d> ", Some(("=?utf-8?Q?a?=\n  b", "c@d"))),
            ("Jörg <c@d>", Some(("Jörg", "c@d"))),
            ("a@b@c", None),
            ("@b", None),
            ("a@b,", None),
            ("a, b <c@d>", None),
            ("a <b@c> d", None),
            ("\"a\" <b@c>", None),
            (" \t", None),
        ] {
            let input = format!("From:{value}");
            let found = single_mailbox(input.as_bytes(), Span::new(5, input.len()));
            let found = found.map(|found| (&input[found.name.range()], found.address));
            assert_eq!(found, mailbox, "{value}");
        }
    }
}
