//! Decodes header text for programs that show or index it, one field body at a time: encoded words, parameters and
//! raw octets (RFC 2047, RFC 2231, RFC 6532).
//!
//! ```
//! use mailutf::header;
//! assert_eq!(header::decode(b" =?utf-8?B?w7Y=?=\r\n =?iso-8859-1?Q?_und_=E4?="), "ö und ä");
//! ```
//!
//! Values are field bodies as they are in the message, including folds. Blanks and a line end at the start
//! and end of a value do not matter. No function fails. Linear time.
//!
//! Raw octets that cannot be decoded become U+FFFD, and so do those in percent escapes. For those in encoded words, the
//! policy decides. With [`Policy::for_display`], which functions without a context use, they become U+FFFD, too, and
//! damaged base64 is decoded as far as possible. A word whose label names no charset is read in the charset in which its
//! letters are likeliest (`=?x-foo?Q?caf=E9?=`). A word stays encoded only if no character of it can be decoded, or if
//! nothing shows its charset: if its only letter is one beyond US-ASCII (`=?x-foo?Q?=E9?=`), or if its label names a charset
//! that mailutf does not support (`x-viet-vni`) and the letters do not suffice for a text without a label. A word
//! without its end `?=` is decoded as far as it goes. With a policy that is neither [for display](Policy::shown) nor
//! lossy, a word stays encoded if it cannot be decoded without loss, or if its label is doubtful.
//!
//! ```
//! use mailutf::{Policy, header, text::Context};
//! assert_eq!(header::decode(b"=?utf-8?Q?caf=E9?="), "caf\u{FFFD}");
//! assert_eq!(header::decode(b"=?utf-8?Q?=E9?="), "=?utf-8?Q?=E9?=");
//! let policy = Policy::default();
//! assert_eq!(header::decode_in(b"=?utf-8?Q?caf=E9?=", &Context::new(&policy)), "=?utf-8?Q?caf=E9?=");
//! ```
//!
//! Decoded text is one line. An encoded word can contain a line end, as in `=?utf-8?Q?Hi=0D=0ABcc:_x@y?=`. The line
//! end becomes a blank, because otherwise `Bcc` would become a field if a program repeated the text in a header. So do
//! the other characters that end a line in Unicode, such as U+0085 and U+2028, and a CR alone outside encoded words.
//! Decoded text can contain other control characters. Escape the text before you print it: see
//! [`plain::escaped`](crate::plain::escaped()).
//!
//! Text whose charset label is doubtful is read in the likely charset ([`Policy::for_display`]). The
//! functions do not report this. [`detection::of_message`](crate::text::detection::of_message) does, for a
//! message or for a header that you make of one field. With the default policy, the field `read` of its result is an
//! error if the label is doubtful:
//!
//! ```
//! use mailutf::Policy;
//! use mailutf::text::{MessageTexts, detection::of_message};
//! let policy = Policy::default();
//! let field = b"Subject: =?iso-8859-1?Q?=CF=F0=E8=E2=E5=F2?=\r\n\r\n";
//! let found = of_message(&MessageTexts::parse(field, &policy));
//! assert!(found[0].read.as_ref().unwrap_err().to_string().ends_with("likely windows-1251"));
//! ```
//!
//! Each function that decodes has a variant `…_in`, which takes a [`Context`]. A context has a [`Policy`] (rules
//! for wrong labels, a fallback for unlabelled text), and can have the evidence of other texts of the message
//! ([`MessageTexts::context`](crate::text::MessageTexts::context)).
//!
//! ```
//! use mailutf::charset::Charset;
//! use mailutf::text::Context;
//! use mailutf::{Policy, header};
//! let cyrillic = Charset::for_label(b"windows-1251").unwrap();
//! let mut policy = Policy::default().with_fallback(Some(cyrillic));
//! policy.rules.overrule(b"iso-8859-1", cyrillic);
//! let context = Context::new(&policy);
//! assert_eq!(header::decode_in(b"=?iso-8859-1?Q?=C8=E2=E0=ED?=", &context), "Иван");
//! assert_eq!(header::addresses_in(b"\xC8\xE2\xE0\xED <i@example.org>", &context)[0].name, "Иван");
//! ```
//!
//! A client that has only one field and the body of a message can use the body as evidence: see
//! [`Context::beside_text`].
//!
//! A comma within an encoded word or within raw ISO-2022-JP text does not separate addresses: the comma in
//! `=?utf-8?Q?Doe,_J.?= <j@doe>` is part of the name. Strictly by RFC 2047 section 5, this value is a list of two
//! entries. A rewrite keeps the number of addresses that this module finds. In the rewritten list, the name is a
//! quoted string or an encoded word without a comma, so that all programs find the same number of addresses.

use crate::policy::{Doubtful, Policy};
use crate::span::Span;
use crate::syntax::address::{self, Address};
use crate::syntax::field_kind::FieldKind;
use crate::syntax::single_mailbox::{SingleMailbox, single_mailbox};
use crate::syntax::token::{TokenKind, tokens};
use crate::text::evidence::garbled;
use crate::text::header::address_in_word::list_in_words;
use crate::text::header::field::{read_addresses, read_span};
use crate::text::header::marks::lacks_escapes;
use crate::text::header::raw_charset::in_other_text;
use crate::text::parameter::ParameterText;
use crate::text::text_span::{TextKind, TextSpan};
use crate::text::{Context, FieldText, read_field};
use memchr::{memchr2_iter, memmem};
use std::borrow::Cow;

/// One mailbox of an address list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EmailAddress {
    /// The display name. If there is no display name, the text of the comment, because old mail has the name in a
    /// comment. Empty if there is neither a display name nor a comment.
    pub name: String,
    /// The address without brackets, route, comments, and blanks around dots and `@`. Encoded words in an address
    /// are not decoded. There is one exception: if the only address of an entry is inside the encoded words of its
    /// name, this field is the decoded address. Other programs do not find such an address, so the message was not
    /// sent to it.
    pub address: String,
}

impl EmailAddress {
    /// A mailbox with this `name`, which may be empty, and this `address`.
    pub fn new(name: impl Into<String>, address: impl Into<String>) -> Self {
        Self { name: name.into(), address: address.into() }
    }
}

/// Decodes an unstructured field body, such as the body of Subject. The text is borrowed if there is nothing to
/// decode. What cannot be decoded becomes U+FFFD or stays encoded, as the [module](self) says.
///
/// ```
/// use mailutf::header::decode;
/// assert_eq!(decode(b" Grand =?iso-8859-1?Q?caf=E9?="), "Grand café");
/// assert_eq!(decode(b" =?x-runes?Q?=FF?="), "=?x-runes?Q?=FF?="); // an unknown charset
/// assert_eq!(decode(b" =?utf-8?Q?Hi=0D=0ABcc:_x@y?="), "Hi Bcc: x@y"); // one line
/// ```
pub fn decode(value: &[u8]) -> Cow<'_, str> {
    decode_in(value, &Context::new(&Policy::for_display()))
}

/// Decodes an unstructured field body as [`decode`] does, but with the policy and the evidence of `context`. With the
/// default policy, a word that cannot be decoded without loss stays encoded.
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
        Ok(text) if is_plain(text, context) => Cow::Borrowed(text.trim_matches([' ', '\t'])),
        _ => {
            let place = TextSpan { kind: TextKind::Text, span: Span::new(0, value.len()) };
            Cow::Owned(in_one_line(read_span(value, place, context).into_text(value)))
        }
    }
}

/// The policy by which a value that was just written is read again. Programs that show mail repair text that looks
/// garbled (`Ã¼ber`), but such a text is written as it is.
fn as_written() -> Policy {
    Policy::default().with_doubtful(Doubtful::Label)
}

/// A text that [`encode`](crate::encode) has written.
pub(crate) fn written_text(value: &[u8]) -> String {
    decode_in(value, &Context::new(&as_written())).into_owned()
}

/// The addresses in a list that [`encode`](crate::encode) has written.
pub(crate) fn written_addresses(value: &[u8]) -> Vec<EmailAddress> {
    addresses_in(value, &Context::new(&as_written()))
}

/// A parameter in a value that [`encode`](crate::encode) has written.
pub(crate) fn written_parameter(value: &[u8], name: &str) -> Option<String> {
    parameter_in(value, name, &Context::new(&as_written()))
}

/// The characters that end a line in Unicode (UAX #14, classes CR, LF, BK and NL).
const LINE_ENDS: [char; 7] = ['\r', '\n', '\x0B', '\x0C', '\u{85}', '\u{2028}', '\u{2029}'];

/// Returns the text with a blank in place of each line end.
pub(crate) fn in_one_line(text: String) -> String {
    if !text.contains(LINE_ENDS) {
        return text;
    }
    text.replace("\r\n", " ").replace(LINE_ENDS, " ")
}

/// Fast path: whether the text of an unstructured field needs no decoding.
fn is_plain(text: &str, context: &Context<'_>) -> bool {
    let is_restored = || context.decision(None).undoing().is_some() || garbled::may_be_in(text);
    let is_by_chance = || context.raw().unwrap_or_else(|| in_other_text(text.as_bytes(), context)).is_some();
    !text.contains("=?")
        && !text.contains("~{")
        && !text.contains('\x1B')
        && !lacks_escapes(text.as_bytes())
        && !text.contains(LINE_ENDS)
        && (text.is_ascii() || !is_restored() && !is_by_chance())
}

/// The addresses in a list, such as the body of From or Cc, including members of groups.
///
/// ```
/// use mailutf::header::addresses;
/// let list = addresses(b" =?utf-8?Q?D=C3=B6e=2C_J=2E?= <j@doe>, us: k@doe (Kim);");
/// assert_eq!((list[0].name.as_str(), list[0].address.as_str()), ("Döe, J.", "j@doe"));
/// assert_eq!((list[1].name.as_str(), list[1].address.as_str()), ("Kim", "k@doe"));
/// // A comma in an encoded word is part of the name, escaped or not.
/// assert_eq!(addresses(b"=?utf-8?Q?Doe,_J.?= <j@doe>")[0].name, "Doe, J.");
/// // The only address of this entry is in its encoded word. No other program would send mail to that address.
/// assert_eq!(addresses(b"=?utf-8?Q?D=C3=B6e_=3Cj=40doe=3E?=")[0].address, "j@doe");
/// ```
pub fn addresses(value: &[u8]) -> Vec<EmailAddress> {
    addresses_in(value, &Context::new(&Policy::for_display()))
}

/// The addresses in a list, as [`addresses()`] returns them, but read with the policy and the evidence of
/// `context`.
pub fn addresses_in(value: &[u8], context: &Context<'_>) -> Vec<EmailAddress> {
    match single_mailbox(value, Span::new(0, value.len())) {
        Some(SingleMailbox { name, address }) => {
            let place = TextSpan { kind: TextKind::Phrase, span: name };
            let name = match name.is_empty() {
                true => String::new(),
                false => in_one_line(read_span(value, place, context).into_text(value)),
            };
            vec![EmailAddress { name, address: address.to_owned() }]
        }
        None => parsed_addresses(value, context),
    }
}

/// The addresses in a list of any form. This function always uses the full parser, unlike [`addresses_in`], which
/// has a fast path for a single mailbox.
fn parsed_addresses(value: &[u8], context: &Context<'_>) -> Vec<EmailAddress> {
    let (list, texts) = read_addresses(value, Span::new(0, value.len()), context);
    let found = list.iter().flat_map(Address::mailboxes).flat_map(|mailbox| {
        match list_in_words(value, &texts, mailbox, context.policy.limits.comments) {
            Some(list) => parsed_addresses(list.as_bytes(), &context.with_raw(None)),
            None => vec![email_address(value, &texts, mailbox, context)],
        }
    });
    found.collect()
}

/// Reads a field body of one phrase and one pair of angle brackets, such as the body of List-Id. The name is the
/// phrase, and the address is the content of the brackets. Both can contain commas and other separators of a list.
pub(crate) fn phrase_angle_in(value: &[u8], context: &Context<'_>) -> EmailAddress {
    let mailbox = address::phrase_angle(value, Span::new(0, value.len()), context.policy.limits.comments);
    email_address(value, &read(value, FieldKind::PhraseAngle, context), &mailbox, context)
}

/// The text of a parameter in a field body with parameters, such as the body of Content-Type. `name` is
/// case-insensitive. A value in the form of RFC 2231 takes precedence over a plain value. Encoded words are decoded
/// in both forms, although neither form allows them.
///
/// Octets that cannot be decoded become U+FFFD, except in an encoded word that stays encoded, as the [module](self) says.
/// A value stays as it is written, with its charset and percent escapes, if nothing shows its charset, as the
/// [module](self) says of words.
///
/// ```
/// use mailutf::header::parameter;
/// let value = b"attachment; size=3; filename*0*=utf-8''gr%C3; filename*1*=%B6%C3%9Fe";
/// assert_eq!(parameter(value, "FileName").unwrap(), "größe");
/// assert_eq!(parameter(b"text/plain; name=\"=?utf-8?Q?=C3=A4?=\"", "name").unwrap(), "ä");
/// assert_eq!(parameter(value, "name"), None);
/// assert_eq!(parameter(b"inline; filename*=utf-8''caf%E9", "filename").unwrap(), "caf\u{FFFD}");
/// assert_eq!(parameter(b"inline; filename*=x-runes''%81", "filename").unwrap(), "x-runes''%81");
/// ```
pub fn parameter(value: &[u8], name: &str) -> Option<String> {
    parameter_in(value, name, &Context::new(&Policy::for_display()))
}

/// The text of a parameter, as [`parameter()`] returns it, but read with the policy and the evidence of `context`.
pub fn parameter_in(value: &[u8], name: &str, context: &Context<'_>) -> Option<String> {
    if !may_name(value, name.as_bytes()) {
        return None;
    }
    let values_of = |context: &Context<'_>| {
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
    let values = values_of(context);
    if values.is_empty() {
        return None;
    }
    // Text with U+FFFD is easier to read than the undecoded value, which has percent escapes and a charset name.
    let lossy = || {
        let policy = Policy { lossy: true, ..context.policy.clone() };
        first_text(&values_of(&context.with_policy(&policy)))
    };
    let as_it_stands = || {
        let sections = values.first()?.sections.iter();
        Some(sections.map(|section| utf8_lossy(section.content.slice(value))).collect())
    };
    first_text(&values).or_else(lossy).or_else(as_it_stands).map(in_one_line)
}

/// Fast path: whether `value` can have a parameter `name`. A value with an encoded word always can, because the
/// encoded word can hold a whole parameter.
fn may_name(value: &[u8], name: &[u8]) -> bool {
    let Some(first) = name.first() else { return true };
    let mut starts = memchr2_iter(first.to_ascii_lowercase(), first.to_ascii_uppercase(), value);
    let is_name = |at| value.get(at..at + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name));
    starts.any(is_name) || memmem::find(value, b"=?").is_some()
}

/// The file name of a part. The parameter `filename` in the field body of Content-Disposition takes precedence over
/// `name` in the field body of Content-Type, unless `filename` is empty. Names are decoded as by [`parameter()`].
///
/// The name can contain any characters, including slashes. Do not use it as a path;
/// [`safe_file_name`](crate::message::safe_file_name) makes a name for a new file. From IMAP, make both field
/// bodies with [`with_parameters`], because either can have the name.
///
/// ```
/// use mailutf::header::file_name;
/// let disposition = b"attachment; filename=\"=?koi8-r?B?xsHKzA==?=.txt\"";
/// assert_eq!(file_name(Some(disposition), Some(b"text/plain; name=x")).unwrap(), "файл.txt");
/// assert_eq!(file_name(Some(b"inline; filename=\"\""), Some(b"text/plain; name=x")).unwrap(), "x");
/// ```
pub fn file_name(content_disposition: Option<&[u8]>, content_type: Option<&[u8]>) -> Option<String> {
    file_name_in(content_disposition, content_type, &Context::new(&Policy::for_display()))
}

/// The file name of a part, as [`file_name`] returns it, but read with the policy and the evidence of `context`.
pub fn file_name_in(
    content_disposition: Option<&[u8]>,
    content_type: Option<&[u8]>,
    context: &Context<'_>,
) -> Option<String> {
    let sources = [(content_disposition, "filename"), (content_type, "name")];
    let mut names = sources.into_iter().filter_map(|(value, name)| parameter_in(value?, name, context));
    names.find(|name| !name.is_empty())
}

/// Makes a field body of a value and parameters, which IMAP returns separately in BODYSTRUCTURE (RFC 9051 section
/// 7.5.2). [`parameter()`], [`file_name`] and [`body::decode`](crate::body::decode) accept the result.
///
/// Pass the values without the quotes and the backslashes with which IMAP writes a string. This function
/// quotes them again. It keeps all other octets as they are, so the result is only for reading; to write a
/// parameter, use [`encode::parameter`](crate::encode::parameter). A list in a variable needs the type
/// `&[(&[u8], &[u8])]`.
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

/// The name and address of `mailbox`, which is in the list `value`. `texts` are the texts of the list.
fn email_address(
    value: &[u8],
    texts: &FieldText<'_>,
    mailbox: &address::Mailbox,
    context: &Context<'_>,
) -> EmailAddress {
    let name = match (mailbox.name, mailbox.comment) {
        (Some(name), _) => {
            let words = texts.within(name).filter(|text| text.place.kind == TextKind::Phrase);
            let words = words.map(|text| text.text(value)).filter(|text| !text.is_empty());
            words.reduce(|before, text| before + " " + &text).unwrap_or_default()
        }
        (None, Some(comment)) => texts.within(comment).map(|text| text.text(value)).collect(),
        (None, None) => String::new(),
    };
    let address = address(value, mailbox.addr_spec, context.policy.limits.comments);
    EmailAddress { name: in_one_line(name), address: in_one_line(utf8_lossy(&address)) }
}

/// An addr-spec without the comments and blanks that obsolete syntax allows in it (RFC 5322 section 4.4). A blank
/// between two words, which no syntax allows, stays: without the blank, the address would be a different one.
fn address(input: &[u8], addr_spec: Span, depth: usize) -> Cow<'_, [u8]> {
    let has_blank_or_comment =
        addr_spec.slice(input).iter().any(|octet| matches!(octet, b'(' | b' ' | b'\t' | b'\r' | b'\n'));
    if !has_blank_or_comment {
        return Cow::Borrowed(addr_spec.slice(input));
    }
    let (mut address, mut separated) = (Vec::new(), false);
    for token in tokens(input, addr_spec, depth) {
        if matches!(token.kind, TokenKind::Comment | TokenKind::Blank) {
            separated = true;
            continue;
        }
        let octets = token.span.slice(input);
        let ends = [address.last(), octets.first()];
        if separated && ends.iter().all(|end| end.is_some_and(|octet| !b".@".contains(octet))) {
            address.push(b' ');
        }
        address.extend_from_slice(octets);
        separated = false;
    }
    Cow::Owned(address)
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
    use proptest::collection::vec;
    use proptest::sample::select;

    /// Common elements of display names.
    const USUAL: [&str; 7] = [" ", "\r\n ", "a", "b.", "=?utf-8?Q?=C3=A9?=", "=?utf-8?B?w7Y", "?="];
    const RARE: [&str; 20] = [
        "",
        "(",
        ")",
        "\"",
        "'",
        "\\",
        "[",
        "]",
        ",",
        ":",
        ";",
        "<",
        ">",
        "@",
        "é",
        "\x0C",
        "\x1B$B",
        "~{",
        "=?utf-8?Q?<",
        "=?iso-2022-jp?B?GyRC?=",
    ];

    proptest::proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(1024))]

        #[test]
        fn a_single_mailbox_is_read_alike(
            before in vec(select(USUAL.to_vec()), 0..3),
            rare in select(RARE.to_vec()),
            after in vec(select(USUAL.to_vec()), 0..3),
            address in select(vec!["<a@b>", "<a+c@b.d> \r\n", "a@b", "a@b\x0C", "<a@b>,", "<a@b", "< a@b>", "<@b>", "<a>"]),
        ) {
            let value = [&before.concat(), rare, &after.concat(), address].concat();
            let policy = Policy::for_display();
            let context = Context::new(&policy);
            proptest::prop_assert_eq!(addresses_in(value.as_bytes(), &context), parsed_addresses(value.as_bytes(), &context));
        }
    }

    /// A CR is a blank, even if no LF follows it. This is so in values with encoded words and in
    /// values without them.
    #[test]
    fn a_cr_is_a_blank() {
        for (value, text) in
            [(&b"one\rtwo"[..], "one two"), (b"=?utf-8?Q?one?= \rtwo", "one two"), (b"one\r", "one")]
        {
            assert_eq!(decode(value), text, "{}", value.escape_ascii());
        }
    }

    #[test]
    fn raw_text_is_restored_as_words_are() {
        let garbled = "GrÃ¶ÃŸe und schÃ¶ne GrÃ¼ÃŸe";
        assert_eq!(decode(garbled.as_bytes()), "Größe und schöne Grüße");
        assert_eq!(decode_in(garbled.as_bytes(), &Context::new(&Policy::default())), garbled);
        assert_eq!(addresses(format!("{garbled} <a@b>").as_bytes())[0].name, "Größe und schöne Grüße");
    }

    #[test]
    fn a_backslash_is_invisible_where_it_escapes() {
        for (list, name) in [
            (r#""Doe\, J\." <a@b>"#, "Doe, J."),
            (r#""\C\arl \"Q\" \\o/" <a@b>"#, r#"Carl "Q" \o/"#),
            (r#""DOMAIN\user" <a@b>"#, r"DOMAIN\user"),
            (r#""DOM\\user" <a@b>"#, r"DOM\user"),
            (r#""Jos\é \é" <a@b>"#, r"Jos\é é"),
            (r#""a\ b" <a@b>"#, "a b"),
            (r#""a \ b" <a@b>"#, r"a \ b"),
            (r"a@b (x\, \(y\) D\z)", r"x, (y) D\z"),
        ] {
            assert_eq!(addresses(list.as_bytes())[0].name, name, "{list}");
        }
    }

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
