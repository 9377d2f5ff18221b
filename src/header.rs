//! Header text for a program that shows or indexes it: one value at a time, everything undone that mail does to
//! text (RFC 2047, RFC 2231, RFC 6532).
//!
//! ```
//! use mailutf::header;
//! assert_eq!(header::decode(b" =?utf-8?B?w7Y=?=\r\n =?iso-8859-1?Q?_und_=E4?="), "ö und ä");
//! ```
//!
//! Values are field bodies as they stand in the message, folds and all. Nothing here fails: encoded words that
//! cannot be read without loss stay as they are, and raw octets in no charset that could be told become
//! U+FFFD, as do ill-formed ones under percent escapes. Text may hold whatever somebody encoded, line ends and
//! other control characters too: it is to be escaped before it reaches a terminal, or a header again. Linear
//! time.
//!
//! Each function has a sister, `…_in`, for one who knows more than the value: labels that lie and the charset of what
//! has none, by a [`Policy`], and what the other text of the message is in, by [`MessageTexts::context`](crate::text::MessageTexts::context).
//!
//! ```
//! use mailutf::charset::Charset;
//! use mailutf::text::Context;
//! use mailutf::{Policy, header};
//! let cyrillic = Charset::for_label(b"windows-1251").unwrap();
//! let mut policy = Policy::default().with_fallback(Some(cyrillic));
//! policy.overrides.insert(b"iso-8859-1", cyrillic);
//! let context = Context::new(&policy);
//! assert_eq!(header::decode_in(b"=?iso-8859-1?Q?=C8=E2=E0=ED?=", &context), "Иван");
//! assert_eq!(header::addresses_in(b"\xC8\xE2\xE0\xED <i@example.org>", &context)[0].name, "Иван");
//! ```
//!
//! What separates the mailboxes of a list is looked for outside of encoded words and of raw text in double
//! octets (ISO-2022-JP): a comma that a mailer left in `=?utf-8?Q?Doe,_J.?= <j@doe>` is one of the name. That is
//! the count by which rewriting keeps the number of addresses; to the letter of RFC 2047 section 5 that list has
//! two entries, and of those who count so, each finds one in what is written, where the name is a quoted string
//! or a word without a comma.

use crate::policy::Policy;
use crate::span::Span;
use crate::syntax::address::{self, Address};
use crate::syntax::field_kind::FieldKind;
use crate::syntax::token::{TokenKind, tokens};
use crate::text::parameter::ParameterText;
use crate::text::text_span::TextKind;
use crate::text::{Context, FieldText, read_field};
use std::borrow::Cow;

/// One mailbox of an address list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EmailAddress {
    /// The display name, or, as mail had it before there were display names, the comment; empty where there is
    /// neither.
    pub name: String,
    /// The address without brackets, route and comments, nor blanks around dots and `@`. Never decoded: an
    /// encoded word in it is part of it.
    pub address: String,
}

/// The text of an unstructured value, as of Subject. Borrowed where there is nothing to undo.
///
/// ```
/// use mailutf::header::decode;
/// assert_eq!(decode(b" Grand =?iso-8859-1?Q?caf=E9?="), "Grand café");
/// assert_eq!(decode(b" =?x-runes?Q?=FF?="), "=?x-runes?Q?=FF?=");
/// ```
pub fn decode(value: &[u8]) -> Cow<'_, str> {
    decode_in(value, &Context::new(&Policy::default()))
}

/// The text of an unstructured value, as [`decode`], in a `context`.
///
/// ```
/// use mailutf::{Policy, header, text::MessageTexts};
/// let octets = b"Subject: \xF2\xE5\xEC\xE0\nContent-Type: text/plain; charset=windows-1251\n\n\xEC\xE8\xF0\n";
/// let policy = Policy::default();
/// let message = MessageTexts::parse(octets, &policy);
/// let subject = message.parts()[0].header.field(octets, "Subject").unwrap().body.slice(octets);
/// assert_eq!(header::decode_in(subject, &message.context()), "тема");
/// ```
pub fn decode_in<'a>(value: &'a [u8], context: &Context<'_>) -> Cow<'a, str> {
    match std::str::from_utf8(value) {
        Ok(text) if !text.contains("=?") && !text.contains(['\n', '\x1B']) => {
            Cow::Borrowed(text.trim_matches([' ', '\t', '\r']))
        }
        _ => {
            let read = read(value, FieldKind::Unstructured, context);
            Cow::Owned(read.spans.first().map(|span| span.text(value)).unwrap_or_default())
        }
    }
}

/// The addresses in a list, as in From or Cc; members of groups included.
///
/// ```
/// use mailutf::header::addresses;
/// let list = addresses(b" =?utf-8?Q?D=C3=B6e=2C_J=2E?= <j@doe>, us: k@doe (Kim);");
/// assert_eq!((list[0].name.as_str(), list[0].address.as_str()), ("Döe, J.", "j@doe"));
/// assert_eq!((list[1].name.as_str(), list[1].address.as_str()), ("Kim", "k@doe"));
/// // A comma in a word is one of the name, escaped or not.
/// assert_eq!(addresses(b"=?utf-8?Q?Doe,_J.?= <j@doe>")[0].name, "Doe, J.");
/// ```
pub fn addresses(value: &[u8]) -> Vec<EmailAddress> {
    addresses_in(value, &Context::new(&Policy::default()))
}

/// The addresses in a list, as [`addresses()`], in a `context`.
pub fn addresses_in(value: &[u8], context: &Context<'_>) -> Vec<EmailAddress> {
    let texts = read(value, FieldKind::Addresses, context);
    let list = address::addresses(value, Span::new(0, value.len()), context.policy.limits.comments);
    let mailboxes = list.iter().flat_map(|address| match address {
        Address::Mailbox(mailbox) => std::slice::from_ref(mailbox),
        Address::Group { members, .. } => members,
    });
    mailboxes.map(|mailbox| shown(value, &texts, mailbox, context)).collect()
}

/// The text of the parameter `name`, in any case, of a value with parameters, as of Content-Type. The form of
/// RFC 2231 counts before a plain one; encoded words, which have no place in either, are read in both.
///
/// ```
/// use mailutf::header::parameter;
/// let value = b"attachment; size=3; filename*0*=utf-8''gr%C3; filename*1*=%B6%C3%9Fe";
/// assert_eq!(parameter(value, "FileName").unwrap(), "größe");
/// assert_eq!(parameter(b"text/plain; name=\"=?utf-8?Q?=C3=A4?=\"", "name").unwrap(), "ä");
/// assert_eq!(parameter(value, "name"), None);
/// ```
pub fn parameter(value: &[u8], name: &str) -> Option<String> {
    parameter_in(value, name, &Context::new(&Policy::default()))
}

/// The text of the parameter `name`, as [`parameter()`], in a `context`.
pub fn parameter_in(value: &[u8], name: &str, context: &Context<'_>) -> Option<String> {
    let named = |context: &Context<'_>| {
        let parameters = read(value, FieldKind::Parameters, context).parameters.unwrap_or_default();
        let mut values = parameters.values;
        values.retain(|parameter| parameter.name(value).eq_ignore_ascii_case(name.as_bytes()));
        values.sort_by_key(|parameter| {
            !parameter.sections.first().is_some_and(|first| first.extended || first.section.is_some())
        });
        values
    };
    let first_text = |values: &[ParameterText]| {
        values.iter().find_map(|parameter| parameter.value.as_ref().ok()).map(|value| value.text.clone())
    };
    let values = named(context);
    // Better with U+FFFD than with charset and percent escapes.
    let lossy = || {
        let policy = Policy { lossy: true, ..context.policy.clone() };
        first_text(&named(&context.with_policy(&policy)))
    };
    let as_it_stands = || {
        let sections = values.first()?.sections.iter();
        Some(sections.map(|section| utf8_lossy(section.content.slice(value))).collect())
    };
    first_text(&values).or_else(lossy).or_else(as_it_stands)
}

/// The file name of a part, by its Content-Disposition and its Content-Type: RFC 2231, then RFC 2047, then as
/// it stands; `filename` before `name`, and none that is empty.
///
/// A name may hold anything, slashes too: it is no path.
///
/// ```
/// use mailutf::header::file_name;
/// let disposition = b"attachment; filename=\"=?koi8-r?B?xsHKzA==?=.txt\"";
/// assert_eq!(file_name(Some(disposition), Some(b"text/plain; name=x")).unwrap(), "файл.txt");
/// assert_eq!(file_name(Some(b"inline; filename=\"\""), Some(b"text/plain; name=x")).unwrap(), "x");
/// ```
pub fn file_name(content_disposition: Option<&[u8]>, content_type: Option<&[u8]>) -> Option<String> {
    file_name_in(content_disposition, content_type, &Context::new(&Policy::default()))
}

/// The file name of a part, as [`file_name`], in a `context`.
pub fn file_name_in(
    content_disposition: Option<&[u8]>,
    content_type: Option<&[u8]>,
    context: &Context<'_>,
) -> Option<String> {
    let named = [(content_disposition, "filename"), (content_type, "name")];
    let mut names = named.into_iter().filter_map(|(value, name)| parameter_in(value?, name, context));
    names.find(|name| !name.is_empty())
}

/// A field body of that value and those parameters, as IMAP gives them in a body structure (RFC 9051 section 7.5.2): what
/// [`parameter`], [`file_name`] and [`body::decode`](crate::body::decode) take.
///
/// ```
/// use mailutf::header::{file_name, with_parameters};
/// let disposition = with_parameters(b"attachment", &[(b"FILENAME*", b"utf-8''%E2%82%AC.pdf"), (b"SIZE", b"3")]);
/// assert_eq!(file_name(Some(&disposition), None).as_deref(), Some("€.pdf"));
/// ```
pub fn with_parameters(value: &[u8], parameters: &[(&[u8], &[u8])]) -> Vec<u8> {
    let mut field = value.to_vec();
    for (name, value) in parameters {
        field.extend_from_slice(b"; ");
        field.extend_from_slice(name);
        field.extend_from_slice(b"=\"");
        for octet in *value {
            field.extend(matches!(octet, b'"' | b'\\').then_some(b'\\'));
            field.push(*octet);
        }
        field.push(b'"');
    }
    field
}

/// A mailbox of the list `value`, which has these texts.
fn shown(
    value: &[u8],
    texts: &FieldText<'_>,
    mailbox: &address::Mailbox,
    context: &Context<'_>,
) -> EmailAddress {
    let name = match (mailbox.name, mailbox.comment) {
        (Some(name), _) => {
            let words = texts.within(name).filter(|text| text.place.kind == TextKind::Phrase);
            let words = words.map(|text| text.text(value)).filter(|text| !text.is_empty());
            words.collect::<Vec<_>>().join(" ")
        }
        (None, Some(comment)) => texts.within(comment).map(|text| text.text(value)).collect(),
        (None, None) => String::new(),
    };
    let address = address(value, mailbox.addr_spec, context.policy.limits.comments);
    EmailAddress { name, address: utf8_lossy(&address) }
}

/// An addr-spec without what obsolete syntax allows in it (RFC 5322 section 4.4). A blank between words is none
/// of that, and is not to make another address.
fn address(input: &[u8], addr_spec: Span, depth: usize) -> Vec<u8> {
    let (mut address, mut apart) = (Vec::new(), false);
    for token in tokens(input, addr_spec, depth) {
        if matches!(token.kind, TokenKind::Comment | TokenKind::Blank) {
            apart = true;
            continue;
        }
        let octets = token.span.slice(input);
        let ends = [address.last(), octets.first()];
        if apart && ends.iter().all(|end| end.is_some_and(|octet| !b".@".contains(octet))) {
            address.push(b' ');
        }
        address.extend_from_slice(octets);
        apart = false;
    }
    address
}

fn read<'v>(value: &'v [u8], kind: FieldKind, context: &Context<'_>) -> FieldText<'v> {
    read_field(value, Span::new(0, value.len()), kind, context)
}

fn utf8_lossy(octets: &[u8]) -> String {
    String::from_utf8_lossy(octets).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_with_blanks() {
        for (list, address) in [
            ("Name < a . b @ (x) c.\r\n d >", "a.b@c.d"),
            ("a @ [1.2.3.4]", "a@[1.2.3.4]"),
            ("<Undisclosed\r\n Recipients>", "Undisclosed Recipients"),
            ("<host.tld (x) a@host.tld>", "host.tld a@host.tld"),
        ] {
            assert_eq!(addresses(list.as_bytes())[0].address, address);
        }
    }
}
