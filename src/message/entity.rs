//! What the header of an entity says of its body (RFC 2045 sections 5 and 6, RFC 2183).
//!
//! Of a field that stands twice the first counts. A Content-Type that is missing or unusable means the
//! default of its place. Linear time.

use super::part::PartKind;
use crate::finding::Code;
use crate::limits::Limits;
use crate::span::Span;
use crate::syntax::content_type::{Parameterized, parameterized};
use crate::syntax::header::{Field, HeaderBlock};
use crate::syntax::parameter::{Parameter, unquoted};
use crate::syntax::token::{TokenKind, tokens};
use crate::transfer::TransferEncoding;
use std::borrow::Cow;

/// The MIME fields of a header, read.
#[derive(Debug, Default)]
pub(super) struct Entity {
    pub(super) content_type: Option<Parameterized>,
    pub(super) media_type: String,
    pub(super) transfer: Option<TransferEncoding>,
    pub(super) attachment: bool,
    /// What was odd about the fields.
    pub(super) oddities: Vec<(Code, Span, String)>,
}

impl Entity {
    /// Reads the header; `default` is the media type of the place.
    pub(super) fn read(input: &[u8], header: &HeaderBlock, default: &str, limits: &Limits) -> Self {
        let mut entity = Self::default();
        let content_type = entity.first(input, header, "Content-Type");
        entity.content_type = content_type.map(|field| entity.parameters(input, field, limits));
        let named = entity.content_type.as_ref().and_then(|field| media_type(input, field));
        entity.media_type = named.unwrap_or_else(|| default.to_owned());
        let disposition = entity.first(input, header, "Content-Disposition");
        let disposition = disposition.map(|field| entity.parameters(input, field, limits).value);
        entity.attachment = disposition.is_some_and(|value| {
            let value = value.slice(input).trim_ascii();
            !value.is_empty() && !value.eq_ignore_ascii_case(b"inline")
        });
        entity.transfer = Some(TransferEncoding::default());
        if let Some(field) = entity.first(input, header, "Content-Transfer-Encoding") {
            entity.transfer = entity.transfer_encoding(input, field, limits);
        }
        entity
    }

    /// What its body is to us, as far as the header tells.
    pub(super) fn kind(&self) -> PartKind {
        let identity = self.transfer.is_some_and(TransferEncoding::is_identity);
        match self.media_type.as_str() {
            "message/rfc822" | "message/global" | "message/news" if identity => PartKind::Message,
            "text/rfc822-headers"
            | "message/global-headers"
            | "message/delivery-status"
            | "message/global-delivery-status"
            | "message/disposition-notification"
            | "message/global-disposition-notification"
            | "message/tracking-status"
            | "message/feedback-report"
                if identity =>
            {
                PartKind::Fields
            }
            "text/rfc822-headers" | "text/rtf" | "text/x-rtf" => PartKind::Other,
            media_type if media_type.starts_with("text/") => PartKind::Text,
            media_type if media_type.starts_with("multipart/") => PartKind::Multipart,
            _ => PartKind::Other,
        }
    }

    /// The boundary, without blanks at its end, which no delimiter line can tell (RFC 2046 section 5.1.1); its
    /// sections joined where RFC 2231 cut it up. An empty one is none.
    pub(super) fn boundary<'a>(&self, input: &'a [u8]) -> Option<Cow<'a, [u8]>> {
        let parameters =
            self.content_type.as_ref().map(|field| field.parameters.as_slice()).unwrap_or_default();
        let named = parameters.iter().filter(|p| p.name.slice(input).eq_ignore_ascii_case(b"boundary"));
        let plain = named.clone().find(|p| p.section.is_none() && !p.extended);
        let boundary = match plain {
            Some(parameter) => unquoted(input, parameter),
            None => {
                let mut sections: Vec<_> = named.collect();
                sections.sort_by_key(|p| p.section);
                Cow::Owned(sections.into_iter().flat_map(|p| section(input, p)).collect())
            }
        };
        let boundary = match boundary {
            Cow::Borrowed(boundary) => Cow::Borrowed(boundary.trim_ascii_end()),
            Cow::Owned(boundary) => Cow::Owned(boundary.trim_ascii_end().to_vec()),
        };
        (!boundary.is_empty()).then_some(boundary)
    }

    /// The first field of that name; one more of them is odd.
    fn first<'h>(&mut self, input: &[u8], header: &'h HeaderBlock, name: &str) -> Option<&'h Field> {
        let mut fields = header.fields.iter().filter(|field| field.is(input, name));
        let first = fields.next();
        if let Some(second) = fields.next() {
            self.oddities.push((Code::FieldDuplicate, second.span, name.to_owned()));
        }
        first
    }

    fn parameters(&mut self, input: &[u8], field: &Field, limits: &Limits) -> Parameterized {
        let read = parameterized(input, field.body, limits.parameters);
        if read.truncated {
            let detail = format!("more than {} parameters (limit `parameters`)", limits.parameters);
            self.oddities.push((Code::LimitReached, field.span, detail));
        }
        read
    }

    fn transfer_encoding(
        &mut self,
        input: &[u8],
        field: &Field,
        limits: &Limits,
    ) -> Option<TransferEncoding> {
        let tokens = tokens(input, field.body, limits.comments);
        let mut words = tokens
            .iter()
            .take_while(|token| token.kind != TokenKind::Special(b';'))
            .filter(|token| !matches!(token.kind, TokenKind::Comment | TokenKind::Blank));
        let Some(first) = words.next().map(|token| token.span) else {
            return Some(TransferEncoding::default());
        };
        // `8 bit`
        let all = words.last().map_or(first, |last| Span::new(first.start, last.span.end));
        let (first, all) = (first.slice(input), all.slice(input));
        let transfer = TransferEncoding::for_token(all).or_else(|| TransferEncoding::for_token(first));
        if transfer.is_some_and(|known| !known.is_named(first)) {
            self.oddities.push((Code::TransferMalformed, field.span, all.escape_ascii().to_string()));
        }
        transfer
    }
}

/// The octets of one section of a value (RFC 2231 section 4.1): in an extended one, the charset and language
/// of the first section left out, percent escapes undone.
fn section(input: &[u8], parameter: &Parameter) -> Vec<u8> {
    let value = unquoted(input, parameter);
    if !parameter.extended {
        return value.into_owned();
    }
    let first = parameter.section.is_none_or(|section| section == 0);
    let mut rest = match value.splitn(3, |&octet| octet == b'\'').nth(2) {
        Some(text) if first => text,
        _ => &value,
    };
    let mut octets = Vec::with_capacity(rest.len());
    while let Some((&octet, behind)) = rest.split_first() {
        let escape = behind.first_chunk().filter(|_| octet == b'%').and_then(hex);
        octets.push(escape.unwrap_or(octet));
        rest = if escape.is_some() { behind.get(2..).unwrap_or_default() } else { behind };
    }
    octets
}

fn hex(digits: &[u8; 2]) -> Option<u8> {
    let [high, low] = digits.map(|digit| char::from(digit).to_digit(16));
    u8::try_from(high? << 4 | low?).ok()
}

/// `type/subtype` in lower case, where both are there and are tokens.
fn media_type(input: &[u8], content_type: &Parameterized) -> Option<String> {
    let name = |span: Span| {
        let name = std::str::from_utf8(span.slice(input)).ok()?;
        let token = !name.is_empty() && name.bytes().all(|octet| octet.is_ascii_graphic() && octet != b'/');
        token.then(|| name.to_ascii_lowercase())
    };
    Some(format!("{}/{}", name(content_type.main)?, name(content_type.sub)?))
}
