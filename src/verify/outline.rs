//! The parts that `mail-parser` finds in a message, as a flat list.

use crate::transfer::TransferEncoding;
use mail_parser::parsers::MessageStream;
use mail_parser::{Encoding, Header, HeaderName, HeaderValue, Message, MessagePart, MimeHeaders, PartType};
use std::borrow::Cow;

/// A part as `mail-parser` finds it.
#[derive(Debug)]
pub(super) struct Node<'m> {
    /// The number of messages that contain the part.
    pub(super) depth: usize,
    /// `type/subtype` in lower case; empty if the part has no media type.
    pub(super) media_type: String,
    /// The charset label.
    pub(super) label: Option<&'m str>,
    /// Whether `mail-parser` applied the right transfer encoding.
    pub(super) decoded: bool,
    encoding: Encoding,
    /// The body as it is written in the message.
    body: Option<&'m [u8]>,
    pub(super) headers: &'m [Header<'m>],
    pub(super) content: Content<'m>,
}

/// The content of a part.
#[derive(Debug)]
pub(super) enum Content<'m> {
    /// A multipart, with the numbers of its parts within its message.
    Multipart(&'m [u32]),
    /// A message, whose parts follow.
    Message,
    /// Text.
    Text(&'m str),
    /// Octets.
    Binary(&'m [u8]),
}

/// The parts of `message` in order. The parts of an enclosed message follow the part that holds that message.
pub(super) fn outline<'m>(message: &'m Message<'m>) -> Vec<Node<'m>> {
    let mut nodes = Vec::new();
    let mut open = vec![(message, message.parts.iter())];
    while let Some((message, parts)) = open.last_mut() {
        let (message, Some(part)) = (*message, parts.next()) else {
            open.pop();
            continue;
        };
        nodes.push(node(message, part, open.len() - 1));
        if let PartType::Message(message) = &part.body {
            open.push((message, message.parts.iter()));
        }
    }
    nodes
}

fn node<'m>(message: &'m Message<'m>, part: &'m MessagePart<'m>, depth: usize) -> Node<'m> {
    let content_type = part.content_type();
    let media_type = content_type.map_or_else(String::new, |value| {
        // If text follows the subtype without a semicolon, `mail-parser` takes this text for a part of the subtype.
        let subtype = value.subtype().and_then(|subtype| subtype.split_ascii_whitespace().next());
        format!("{}/{}", value.ctype(), subtype.unwrap_or_default()).to_ascii_lowercase()
    });
    Node {
        depth,
        media_type,
        label: content_type.and_then(|value| value.attribute("charset")),
        decoded: !part.is_encoding_problem && knows_encoding(part),
        encoding: part.encoding,
        body: message.raw_message.get(part.offset_body as usize..part.offset_end as usize),
        headers: &part.headers,
        content: match &part.body {
            PartType::Multipart(parts) => Content::Multipart(parts),
            PartType::Message(_) => Content::Message,
            PartType::Text(text) | PartType::Html(text) => Content::Text(text),
            PartType::Binary(octets) | PartType::InlineBinary(octets) => Content::Binary(octets),
        },
    }
}

impl<'m> Node<'m> {
    /// The body, decoded by `mail-parser` from the encoding `transfer`. If `transfer` is `None`, the body is
    /// decoded from the transfer encoding that the header names. Returns `None` if there is no body, or if
    /// `mail-parser` does not know the encoding. Linear time.
    pub(super) fn octets(&self, transfer: Option<TransferEncoding>) -> Option<Cow<'m, [u8]>> {
        let body = self.body?;
        let encoding = match transfer {
            None => self.encoding,
            Some(TransferEncoding::QuotedPrintable) => Encoding::QuotedPrintable,
            Some(TransferEncoding::Base64) => Encoding::Base64,
            Some(transfer) if transfer.is_identity() => Encoding::None,
            Some(_) => return None,
        };
        match encoding {
            Encoding::None => Some(Cow::Borrowed(body)),
            Encoding::QuotedPrintable => Some(MessageStream::new(body).decode_quoted_printable_mime(b"").1),
            Encoding::Base64 => Some(MessageStream::new(body).decode_base64_mime(b"").1),
        }
    }

    /// The number of octets that `mail-parser` drops at the end of base64 without padding. Linear time.
    pub(super) fn dropped(&self) -> usize {
        let Some(octets) = self.body.filter(|_| self.encoding == Encoding::Base64) else { return 0 };
        let after_padding = octets.rsplit(|octet| *octet == b'=').next().unwrap_or_default();
        let is_digit = |octet: &&u8| octet.is_ascii_alphanumeric() || matches!(octet, b'+' | b'/');
        (after_padding.iter().filter(is_digit).count() % 4).saturating_sub(1)
    }
}

/// Whether `mail-parser` knows the transfer encoding. It takes other names, and misspellings that we recognise, for
/// an identity encoding.
fn knows_encoding(part: &MessagePart<'_>) -> bool {
    let named = part.headers.iter().find(|header| header.name == HeaderName::ContentTransferEncoding);
    match (part.encoding, named.map(|header| &header.value)) {
        (Encoding::None, Some(HeaderValue::Text(name))) => {
            ["7bit", "8bit", "binary"].iter().any(|identity| name.eq_ignore_ascii_case(identity))
        }
        (Encoding::None, Some(HeaderValue::Empty) | None) => true,
        (Encoding::None, Some(_)) => false,
        _ => true,
    }
}
