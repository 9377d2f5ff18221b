//! The text of one body, for a program that shows or indexes it: transfer encoding and charset undone.
//!
//! Joins what [`message`](crate::structure) found and what [`resolve`](crate::text) knows of charsets. Line
//! ends are as they stand. Time is linear in what is given: the body, and for [`text()`] and [`context`] the message.

use crate::charset::Charset;
use crate::policy::Policy;
use crate::span::Span;
use crate::structure::{Message, Part, PartKind};
use crate::syntax::content_type::Parameterized;
use crate::syntax::rfc2231;
use crate::text::embedded::{self, Foreign};
use crate::text::html::Markup;
use crate::text::overruled::charset_for;
use crate::text::text_span::{TextKind, TextSpan};
use crate::text::{self, Context, DecodedText, FieldReader, Unresolved, binary};
use crate::transfer::{DecodedBody, Repair};
use std::borrow::Cow;
use std::fmt;

/// Why there is no text of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unreadable {
    /// The message has no such part.
    NoPart,
    /// The transfer encoding is none we know: [`Part::transfer`] is `None`.
    TransferUnknown,
    /// Its transfer encoding is damaged so that some of the body may be lost or misread: what is wrong, and at which
    /// octet of the encoded body. [`Policy::lossy`] reads the rest.
    Damaged(Repair, usize),
    /// Text behind the end of its base64, a list's footer say, is not UTF-8.
    Tail,
    /// It is data whatever its label says; why.
    Binary(String),
    /// A message stands in it that is in another charset.
    Embedded(Foreign),
    /// It names, inside itself, a charset for some of it that reads it as another text than that of the whole: the name.
    Mixed(String),
    /// The octets cannot be read in any charset without loss; [`Policy::lossy`] reads them with it.
    Text(Unresolved),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPart => f.write_str("there is no such part"),
            Self::TransferUnknown => f.write_str("the transfer encoding is unknown"),
            Self::Damaged(repair, offset) => write!(f, "{repair} at octet {offset} of the encoded body"),
            Self::Tail => f.write_str("the text behind the end of base64 is not UTF-8"),
            Self::Binary(why) => write!(f, "it is no text: {why}"),
            Self::Embedded(why) => why.fmt(f),
            Self::Mixed(name) => write!(f, "some of it is in {name} by its own word, and not all of it is"),
            Self::Text(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for Unreadable {}

impl From<Unresolved> for Unreadable {
    fn from(why: Unresolved) -> Self {
        Self::Text(why)
    }
}

/// The text of part `part` of `message`. One who reads several parts gathers their [`context`] once, for [`text_in`].
///
/// ```
/// use mailutf::{Limits, Policy, body, structure::Message};
/// let octets = b"Content-Type: text/plain; charset=koi8-r\n\
///     Content-Transfer-Encoding: quoted-printable\n\n=EB=CF=C4\n";
/// let message = Message::parse(octets, &Limits::default());
/// let text = body::text(&message, 0, &Policy::default()).unwrap();
/// assert_eq!(text.text, "Код\n");
/// ```
///
/// # Errors
/// Where there is no such part, its transfer encoding is unknown or damaged, it is data rather than text, or its octets
/// cannot be read without loss.
pub fn text<'a>(message: &Message<'a>, part: usize, policy: &Policy) -> Result<DecodedText<'a>, Unreadable> {
    text_in(message, part, &context(message, policy))
}

/// What there is to know around the texts of `message`, for one who reads them all with [`text_in`], and its header
/// with [`header::decode_in`](crate::header::decode_in): to gather it takes time linear in the message.
pub fn context<'p>(message: &Message<'_>, policy: &'p Policy) -> Context<'p> {
    Context { policy, message_charset: message_charset(message, policy), guess: true }
}

/// The text of part `part` of `message`, as [`text()`], where its [`context`] is known.
///
/// # Errors
/// As for [`text()`].
pub fn text_in<'a>(
    message: &Message<'a>,
    part: usize,
    context: &Context<'_>,
) -> Result<DecodedText<'a>, Unreadable> {
    let part = message.parts.get(part).ok_or(Unreadable::NoPart)?;
    let context = Context { guess: context.guess && !part.attachment, ..*context };
    let decoded = undone(message, part).ok_or(Unreadable::TransferUnknown)?;
    read_decoded(message, part, part.body.slice(message.input), decoded, &context)
}

/// The text of one body that is at hand without its message, as IMAP gives it (RFC 9051 section 6.4.5,
/// `BODY[1]`): `octets` as they were sent, beside the field bodies of Content-Type and
/// Content-Transfer-Encoding, each empty where there is none.
///
/// ```
/// use mailutf::{Policy, body};
/// let text = body::decode(b"=EB=CF=C4", b"text/plain; charset=koi8-r", b"quoted-printable", &Policy::default());
/// assert_eq!(text.unwrap().text, "Код");
/// ```
///
/// # Errors
/// Where the transfer encoding is unknown or damaged, the octets are data rather than text, or cannot be read without
/// loss.
pub fn decode<'a>(
    octets: &'a [u8],
    content_type: &[u8],
    transfer_encoding: &[u8],
    policy: &Policy,
) -> Result<DecodedText<'a>, Unreadable> {
    let named = |name: &str, value: &[u8]| match value.trim_ascii() {
        [] => Vec::new(),
        value => [name.as_bytes(), b": ", value, b"\n"].concat(),
    };
    let header = [
        named("Content-Type", content_type),
        named("Content-Transfer-Encoding", transfer_encoding),
        b"\n".to_vec(),
    ]
    .concat();
    let message = Message::parse(&header, &policy.limits);
    let part = message.parts.first().ok_or(Unreadable::NoPart)?;
    let decoded = part.transfer.ok_or(Unreadable::TransferUnknown)?.decode(octets);
    let context = Context::new(policy);
    read_decoded(&message, part, octets, decoded, &context)
}

/// Whether part `part` is flowed text (RFC 3676 section 4), and if so whether with `delsp=yes`: what
/// [`flowed::paragraphs`](crate::flowed::paragraphs) wants to know.
///
/// ```
/// use mailutf::{Limits, body, structure::Message};
/// let octets = b"Content-Type: text/plain; format=flowed; delsp=yes\n\n";
/// let message = Message::parse(octets, &Limits::default());
/// assert_eq!(body::flowed(&message, 0), Some(true));
/// let octets = b"Content-Type: text/plain; format*=us-ascii''flowed; delsp*0=n; delsp*1=o\n\n";
/// assert_eq!(body::flowed(&Message::parse(octets, &Limits::default()), 0), Some(false));
/// ```
pub fn flowed(message: &Message<'_>, part: usize) -> Option<bool> {
    let part = message.parts.get(part).filter(|part| part.media_type == "text/plain")?;
    let is = |name, value: &str| {
        let parameters = &part.content_type.as_ref()?.parameters;
        let said = rfc2231::octets(message.input, parameters, name)?;
        said.eq_ignore_ascii_case(value.as_bytes()).then_some(())
    };
    is("format", "flowed").map(|()| is("delsp", "yes").is_some())
}

/// The body of `part` without its transfer encoding; `None` where that is unknown.
pub(crate) fn undone<'a>(message: &Message<'a>, part: &Part) -> Option<DecodedBody<'a>> {
    Some(part.transfer?.decode(part.body.slice(message.input)))
}

/// The text of `decoded`, which is `encoded`, the body of `part`, without its transfer encoding; borrowed where it can be.
fn read_decoded<'o>(
    message: &Message<'_>,
    part: &Part,
    encoded: &[u8],
    decoded: DecodedBody<'o>,
    context: &Context<'_>,
) -> Result<DecodedText<'o>, Unreadable> {
    let tail = tail(encoded, &decoded, context.policy);
    let mut text = match decoded.octets {
        Cow::Borrowed(octets) => read(message, part, octets, context)?,
        Cow::Owned(octets) => read(message, part, &octets, context).map(|text| DecodedText {
            text: Cow::Owned(text.text.into_owned()),
            charset: text.charset,
            confidence: text.confidence,
            replaced: text.replaced,
            findings: text.findings,
        })?,
    };
    let tail = tail?;
    if !tail.is_empty() {
        append_tail(text.text.to_mut(), tail, if tail.contains("\r\n") { "\r\n" } else { "\n" });
    }
    Ok(text)
}

/// The text of `octets`, the decoded body of `part`. Every command reads bodies by this.
pub(crate) fn read<'o>(
    message: &Message<'_>,
    part: &Part,
    octets: &'o [u8],
    context: &Context<'_>,
) -> Result<DecodedText<'o>, Unreadable> {
    let label = label(message, part);
    let charset = label.as_deref().and_then(|label| charset_for(&context.policy.overrides, label, octets));
    if let Some(why) = binary::evidence(octets, charset) {
        return Err(Unreadable::Binary(why));
    }
    let markup = Markup::for_media_type(&part.media_type);
    let names = markup.map_or(Vec::new(), |markup| markup.declarations(octets));
    let declared = names.first().map(|name| name.slice(octets));
    let text = text::resolve_document(octets, label.as_deref(), declared, context)?;
    if markup == Some(Markup::Card)
        && let Some(name) = other_name(octets, &text, &names, context.policy)
    {
        return Err(Unreadable::Mixed(String::from_utf8_lossy(name.slice(octets)).into_owned()));
    }
    let encoded = part
        .transfer
        .filter(|_| text.text.as_bytes() != octets)
        .and_then(|transfer| embedded::in_encoded(part.body.slice(message.input), transfer));
    match encoded.or_else(|| embedded::in_text(octets, &text, context.policy)) {
        Some(foreign) => Err(Unreadable::Embedded(foreign)),
        None => Ok(text),
    }
}

/// The first of `names`, which stand in `octets`, that is not the name of a charset which reads them as `text`.
fn other_name(octets: &[u8], text: &DecodedText<'_>, names: &[Span], policy: &Policy) -> Option<Span> {
    let mut known = vec![text.charset];
    names.iter().copied().find(|name| match charset_for(&policy.overrides, name.slice(octets), octets) {
        Some(charset) if known.contains(&charset) => false,
        Some(charset) if charset.decode(octets).text == text.text => {
            known.push(charset);
            false
        }
        _ => true,
    })
}

/// The text that somebody put behind the end of `encoded`, a base64 body; empty where there is none.
///
/// # Errors
/// Where that is not UTF-8, or some of the body may be lost with what was `decoded` and that was not allowed.
pub(crate) fn tail<'e>(
    encoded: &'e [u8],
    decoded: &DecodedBody<'_>,
    policy: &Policy,
) -> Result<&'e str, Unreadable> {
    let lost = decoded.repairs.iter().find(|(repair, _)| repair.is_loss() && !policy.lossy);
    if let Some((repair, offset)) = lost {
        return Err(Unreadable::Damaged(*repair, *offset));
    }
    let tail = decoded.tail.map_or(&[][..], |start| Span::new(start, encoded.len()).slice(encoded));
    std::str::from_utf8(tail).map_err(|_| Unreadable::Tail)
}

/// Puts `tail` on lines of its own behind `text`, which ends its last line as the others, or in `line_end`.
pub(crate) fn append_tail(text: &mut String, tail: &str, line_end: &str) {
    if !text.ends_with('\n') {
        text.push_str(if text.contains("\r\n") { "\r\n" } else { line_end });
    }
    text.push_str(tail);
}

/// The charset label of `part`, as written (RFC 2046 section 4.1.2).
pub fn label<'a>(message: &Message<'a>, part: &Part) -> Option<Cow<'a, [u8]>> {
    charset_parameter(message.input, part.content_type.as_ref()?)
}

/// What the parameter `charset` names, in whatever form it stands: plain, in that of RFC 2231, or in an encoded word,
/// which RFC 2047 section 5 forbids there. An apostrophe is no character of a label: where the form of RFC 2231 lacks
/// its other signs, the label stands behind the last one.
pub(crate) fn charset_parameter<'a>(input: &'a [u8], content_type: &Parameterized) -> Option<Cow<'a, [u8]>> {
    let value = rfc2231::octets(input, &content_type.parameters, "charset")?;
    if memchr::memmem::find(&value, b"=?").is_some() {
        let policy = Policy::default();
        let reader = FieldReader { input: &value, context: &Context::new(&policy), raw: None };
        let place = TextSpan { kind: TextKind::Text, span: Span::new(0, value.len()) };
        return reader.text(place).map(|text| Cow::Owned(text.into_bytes())).or(Some(value));
    }
    let inside = value.trim_ascii();
    match inside.iter().rposition(|octet| *octet == b'\'') {
        Some(at) if at + 1 < inside.len() => Some(Cow::Owned(inside.get(at + 1..)?.to_vec())),
        _ => Some(value),
    }
}

/// The charset that a labelled text of the message is in, as evidence for octets that say nothing of
/// themselves: the first superset of ASCII other than UTF-8 that decodes such a text without an error.
pub(crate) fn message_charset(message: &Message<'_>, policy: &Policy) -> Option<Charset> {
    let telling = |charset: Charset| {
        charset.is_ascii_superset() && charset != Charset::UTF_8 && charset != Charset::US_ASCII
    };
    message.parts.iter().filter(|part| part.kind == PartKind::Text).find_map(|part| {
        let label = label(message, part)?;
        let (named, said) = (Charset::for_label(&label), policy.overrides.charset(&label));
        if !named.is_some_and(telling) && !said.is_some_and(telling) {
            return None;
        }
        let octets = undone(message, part)?.octets;
        let charset = charset_for(&policy.overrides, &label, &octets).filter(|charset| telling(*charset))?;
        charset.decode_strict(&octets).ok().map(|_| charset)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(octets: &[u8], content_type: &[u8], transfer_encoding: &[u8]) -> Option<String> {
        decode(octets, content_type, transfer_encoding, &Policy::default())
            .ok()
            .map(|text| text.text.into_owned())
    }

    /// Whoever shows it says the true reason, by `?` too.
    #[test]
    fn why_there_is_no_text() {
        let octets = b"Content-Transfer-Encoding: x-runes\n\nabc\n";
        let message = Message::parse(octets, &Policy::default().limits);
        let why = |part| -> Result<DecodedText<'_>, Box<dyn std::error::Error + Send + Sync>> {
            Ok(text(&message, part, &Policy::default())?)
        };
        assert_eq!(why(0).unwrap_err().to_string(), "the transfer encoding is unknown");
        assert_eq!(why(1).unwrap_err().to_string(), "there is no such part");
        let body = |octets| decode(octets, b"text/plain; charset=utf-7", b"", &Policy::default());
        assert_eq!(
            body(b"+2AA-").unwrap_err().to_string(),
            "UTF-7: half a surrogate pair at octet 1 of the text"
        );
    }

    #[test]
    fn a_body_without_its_message() {
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(read("é".as_bytes(), b"", b""), text("é"));
        assert_eq!(read(b"4pyT", b"Text/HTML;\r\n charset=\"UTF-8\"", b" Base64 "), text("✓"));
        assert_eq!(read(b"caf\xe9 cr\xe8me", b"text/plain; charset=latin1", b"8bit"), text("café crème"));
        assert_eq!(read(b"text", b"text/plain", b"x-unknown"), None);
        // A value that ends its header leaves the rest unsaid, and the body is not read as fields.
        assert_eq!(read(b"To: a\n\n+AOk-", b"text/plain\n\ncharset=utf-7", b"7bit"), text("To: a\n\n+AOk-"));
    }
}
