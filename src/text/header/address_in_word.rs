//! Finds addresses in encoded words. Some mailers encode `name <addr>` as a whole, which RFC 2047 section 5 forbids.
//!
//! If an entry of an address list is encoded as a whole, the entry has no address: no mail program sent the message
//! to the encoded address. So a rewrite never turns the encoded address into a real one. But people want to see the
//! encoded address. The same holds for an address of which a part is encoded. All functions take linear time.

use super::field::{FieldText, read_span};
use super::span_text::SpanText;
use super::text_span::{TextKind, TextSpan};
use crate::span::Span;
use crate::syntax::address::{Address, Mailbox, addresses};
use crate::syntax::address_list::address_list;
use crate::text::context::Context;

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

/// Returns the addresses in the encoded words of `body`, which is a list of addresses. Each address comes with the span
/// of the mailbox that contains it. `texts` are the texts of the list. An address of which only a part is encoded is
/// returned in its decoded form.
pub(crate) fn addresses_in_words(
    input: &[u8],
    body: Span,
    texts: &FieldText<'_>,
    context: &Context<'_>,
) -> Vec<(Span, String)> {
    let depth = context.policy.limits.comments;
    let mut found = Vec::new();
    let is_encoded = |text: &SpanText<'_>| !text.words.is_empty() && text.borrowed_text(input).contains('@');
    let has_word = |span: Span| memchr::memmem::find(span.slice(input), b"=?").is_some();
    if !texts.spans.iter().any(is_encoded) && !texts.between_texts(body).any(has_word) {
        return found;
    }
    for mailbox in addresses(input, body, depth).iter().flat_map(Address::mailboxes) {
        if has_word(mailbox.addr_spec) {
            let place = TextSpan { kind: TextKind::Text, span: mailbox.addr_spec };
            let read = read_span(input, place, &context.with_raw(None));
            let decoded = (!read.words.is_empty()).then(|| (mailbox.span, read.text(input)));
            found.extend(decoded);
            continue;
        }
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
