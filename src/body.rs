//! Decodes one body without its message.
//!
//! If you have the message, use [`Message`](crate::message::Message) or [`MessageTexts`](crate::text::MessageTexts)
//! instead: they also use the other texts of the message as evidence for the charset.

use crate::policy::Policy;
use crate::structure::Structure;
use crate::text::body::Body;
use crate::text::shown;
use crate::text::{Context, DecodedText};

pub use crate::text::Unreadable;

/// Decodes one body without its message, as IMAP returns a body (RFC 9051 section 6.4.5, `BODY[1]`). `octets` is
/// the body as it is in the message, in its transfer encoding. `content_type` and `transfer_encoding` are the field
/// bodies of Content-Type and Content-Transfer-Encoding; each is empty if there is no such field. Linear time.
///
/// Only the transfer encoding and the charset are decoded. Line ends stay as they are, mostly CRLF. The lines
/// of `format=flowed` stay lines ([`flowed::unflow`](crate::flowed::unflow) joins them;
/// [`header::parameter`](crate::header::parameter()) reads `format` and `delsp`), and HTML stays HTML
/// (`plain::of_html` makes text of it).
///
/// ```
/// use mailutf::{Policy, body};
/// let policy = Policy::for_display();
/// let text = body::decode(b"=EB=CF=C4", b"text/plain; charset=koi8-r", b"quoted-printable", &policy).unwrap();
/// assert_eq!(text.text, "Код");
/// ```
///
/// If you have only a charset label, [`header::with_parameters`](crate::header::with_parameters) makes the
/// Content-Type; it quotes the label if necessary:
///
/// ```
/// # use mailutf::Policy;
/// use mailutf::{body, header};
/// let label = "koi8-r";
/// let content_type = header::with_parameters(b"text/plain", &[(b"charset", label.as_bytes())]);
/// let text = body::decode(b"68/E", &content_type, b"base64", &Policy::for_display()).unwrap();
/// assert_eq!(text.text, "Код");
/// ```
///
/// # Errors
/// The transfer encoding is unknown or damaged, the octets are binary data, or they cannot be decoded without loss.
/// With [`Policy::for_display`], the only error is that the octets are binary data.
pub fn decode<'a>(
    octets: &'a [u8],
    content_type: &[u8],
    transfer_encoding: &[u8],
    policy: &Policy,
) -> Result<DecodedText<'a>, Unreadable> {
    let field = |name: &str, value: &[u8]| match value.trim_ascii() {
        [] => Vec::new(),
        value => [name.as_bytes(), b": ", value, b"\n"].concat(),
    };
    let header = [
        field("Content-Type", content_type),
        field("Content-Transfer-Encoding", transfer_encoding),
        b"\n".to_vec(),
    ]
    .concat();
    let mut structure = Structure::parse(&header, &policy.limits);
    let part = structure.parts.first_mut().ok_or(Unreadable::NoPart)?;
    part.infer_transfer(octets);
    shown::text(&Body::detached(octets, &header, part), &Context::new(policy))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::MessageTexts;

    fn read(octets: &[u8], content_type: &[u8], transfer_encoding: &[u8]) -> Option<String> {
        decode(octets, content_type, transfer_encoding, &Policy::default())
            .ok()
            .map(|text| text.text.into_owned())
    }

    /// The text of an error gives the reason, even after the error was converted to a boxed error.
    #[test]
    fn errors_name_the_reason() {
        let octets = b"Content-Transfer-Encoding: x-runes\n\nabc\n";
        let policy = Policy::default();
        let message = MessageTexts::parse(octets, &policy);
        let why = |part| -> Result<DecodedText<'_>, Box<dyn std::error::Error + Send + Sync>> {
            Ok(message.text(part)?)
        };
        assert_eq!(why(0).unwrap_err().to_string(), "the transfer encoding is unknown");
        assert_eq!(why(1).unwrap_err().to_string(), "there is no such part");
        let body = |octets| decode(octets, b"text/plain; charset=utf-7", b"", &Policy::default());
        assert_eq!(body(b"+2AA-").unwrap_err().to_string(), "UTF-7: lone surrogate at octet 1 of the text");
    }

    #[test]
    fn a_body_without_its_message() {
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(read("é".as_bytes(), b"", b""), text("é"));
        assert_eq!(read(b"4pyT", b"Text/HTML;\r\n charset=\"UTF-8\"", b" Base64 "), text("✓"));
        assert_eq!(read(b"caf\xe9 cr\xe8me", b"text/plain; charset=latin1", b"8bit"), text("café crème"));
        assert_eq!(read(b"text", b"text/plain", b"x-unknown"), None);
        assert_eq!(
            read(b"R3LDvMOfZSBhbiBhbGxlIQo=", b"text/plain; charset=utf-8", b"UTF-8"),
            text("Grüße an alle!\n")
        );
        // `To: a` is text of the body. The empty line in the value of Content-Type must not end the header early.
        // Otherwise, the start of the body would become a header field.
        assert_eq!(read(b"To: a\n\n+AOk-", b"text/plain\n\ncharset=utf-7", b"7bit"), text("To: a\n\n+AOk-"));
    }
}
