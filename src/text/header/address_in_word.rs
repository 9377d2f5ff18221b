//! Finds addresses in encoded words. Some mailers encode `name <addr>` as a whole, which RFC 2047 section 5 forbids.
//!
//! If an entry of an address list is encoded as a whole, the entry has no address: no mail program sent the message
//! to the encoded address. So a rewrite never turns the encoded address into a real one. But people want to see the
//! encoded address. All functions take linear time.

use super::field::FieldText;
use super::text_span::TextKind;
use crate::span::Span;
use crate::syntax::address::{Address, Mailbox, addresses};
use crate::syntax::address_list::address_list;

/// Returns the name of `mailbox` as a text, if the mailbox has no address, and if the encoded words in its name form
/// a list of addresses. `texts` are the texts of the field.
pub(crate) fn list_in_words(
    input: &[u8],
    texts: &FieldText<'_>,
    mailbox: &Mailbox,
    depth: usize,
) -> Option<String> {
    let name = mailbox.name.filter(|_| mailbox.addr_spec.is_empty())?;
    let mut phrases = texts.within(name).filter(|text| text.place.kind == TextKind::Phrase).peekable();
    phrases.peek()?;
    let (mut list, mut has_words) = (String::new(), false);
    for phrase in phrases {
        if !list.is_empty() {
            list.push(' ');
        }
        list += &phrase.borrowed_text(input);
        has_words |= !phrase.words.is_empty();
    }
    // An encoded word within an encoded word is not decoded again.
    let is_plain = has_words && !list.contains("=?") && !list.contains(char::is_control);
    let is_list =
        || address_list(list.as_bytes(), whole(&list), depth).is_some_and(|found| !found.is_empty());
    (is_plain && is_list()).then_some(list)
}

/// Returns the addresses in the encoded words of `body`, which is a list of addresses. Each address comes with the
/// span of the mailbox that contains it. `texts` are the texts of the list.
pub(crate) fn addresses_in_words(
    input: &[u8],
    body: Span,
    texts: &FieldText<'_>,
    depth: usize,
) -> Vec<(Span, String)> {
    let mut found = Vec::new();
    if texts.spans.iter().all(|text| text.words.is_empty() || !text.borrowed_text(input).contains('@')) {
        return found;
    }
    for mailbox in addresses(input, body, depth).iter().flat_map(Address::mailboxes) {
        let Some(list) = list_in_words(input, texts, mailbox, depth) else { continue };
        let addresses = address_list(list.as_bytes(), whole(&list), depth).unwrap_or_default();
        let octets = addresses.iter().map(|addr_spec| addr_spec.slice(list.as_bytes()));
        found.extend(octets.map(|octets| (mailbox.span, String::from_utf8_lossy(octets).into_owned())));
    }
    found
}

const fn whole(text: &str) -> Span {
    Span::new(0, text.len())
}
