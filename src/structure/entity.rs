//! Reads what the header of an entity says about its body (RFC 2045 sections 5 and 6, RFC 2183).
//!
//! If a field occurs twice, the first one counts. A missing or unusable Content-Type means the default media
//! type. Linear time.

use super::part::{FIELDS, MESSAGES, PartKind};
use crate::finding::{Code, Detail};
use crate::limits::{Limit, Limits};
use crate::span::Span;
use crate::syntax::content_type::{Parameterized, parameterized};
use crate::syntax::header_block::{Field, HeaderBlock};
use crate::syntax::token::{TokenKind, tokens};
use crate::transfer::TransferEncoding;
use mailutf_codecs::internal::names_none;

/// The MIME fields of a header.
#[derive(Debug, Default)]
pub(super) struct Entity {
    pub(super) content_type: Option<Parameterized>,
    pub(super) media_type: String,
    pub(super) transfer: Option<TransferEncoding>,
    /// The Content-Transfer-Encoding field, if its value names no transfer encoding (`none`, for example). In this
    /// case, `transfer` is 8bit until the transfer encoding is inferred from the body.
    pub(super) unnamed: Option<Span>,
    pub(super) attachment: bool,
    /// Irregularities of the fields, which become findings.
    pub(super) irregularities: Vec<(Code, Span, Detail)>,
}

impl Entity {
    /// Reads the MIME fields of `header`. `default` is the media type that is used if no Content-Type names one.
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

    /// The kind of the part, as far as the header shows it.
    pub(super) fn kind(&self) -> PartKind {
        let identity = self.transfer.is_some_and(TransferEncoding::is_identity);
        match self.media_type.as_str() {
            media_type if identity && MESSAGES.contains(&media_type) => PartKind::Message,
            media_type if identity && FIELDS.contains(&media_type) => PartKind::Fields,
            _ if self.is_encoded() => PartKind::Text,
            "text/rtf" | "text/x-rtf" => PartKind::Other,
            media_type if media_type.starts_with("text/") => PartKind::Text,
            media_type if media_type.starts_with("multipart/") => PartKind::Multipart,
            _ => PartKind::Other,
        }
    }

    /// Whether the entity is a multipart with a known transfer encoding, which hides its parts unless its delimiter
    /// lines are visible.
    pub(super) fn is_encoded_multipart(&self) -> bool {
        let is_encoded = self.transfer.is_some_and(|transfer| !transfer.is_identity());
        is_encoded && self.media_type.starts_with("multipart/")
    }

    /// Whether the entity encloses a message or fields that are hidden by a transfer encoding. A multipart does not
    /// count: a transfer encoding can hide its parts, too, but only the lines of its body show whether it does.
    pub(super) fn is_encoded(&self) -> bool {
        let media_type = self.media_type.as_str();
        let is_identity = self.transfer.is_some_and(TransferEncoding::is_identity);
        !is_identity && (MESSAGES.contains(&media_type) || FIELDS.contains(&media_type))
    }

    /// The first field with this name. A second field with this name becomes a finding.
    fn first<'h>(&mut self, input: &[u8], header: &'h HeaderBlock, name: &str) -> Option<&'h Field> {
        let mut fields = header.fields.iter().filter(|field| field.is(input, name));
        let first = fields.next();
        if let Some(second) = fields.next() {
            self.irregularities.push((Code::FieldDuplicate, second.span, Detail::Name(name.to_owned())));
        }
        first
    }

    fn parameters(&mut self, input: &[u8], field: &Field, limits: &Limits) -> Parameterized {
        let read = parameterized(input, field.body, limits.parameters);
        if read.truncated {
            let detail = Detail::Limit(Limit::Parameters, limits.parameters);
            self.irregularities.push((Code::LimitReached, field.span, detail));
        }
        read
    }

    fn transfer_encoding(
        &mut self,
        input: &[u8],
        field: &Field,
        limits: &Limits,
    ) -> Option<TransferEncoding> {
        let body = field.body.slice(input);
        let alone = body.strip_prefix(b" ").unwrap_or(body);
        if let Some(encoding) = TransferEncoding::ALL.into_iter().find(|encoding| encoding.is_named(alone)) {
            return Some(encoding);
        }
        let tokens = tokens(input, field.body, limits.comments);
        let mut words = tokens
            .iter()
            .take_while(|token| token.kind != TokenKind::Special(b';'))
            .filter(|token| !matches!(token.kind, TokenKind::Comment | TokenKind::Blank));
        let Some(first) = words.next().map(|token| token.span) else {
            return Some(TransferEncoding::default());
        };
        // The name can contain a blank, as in `8 bit`.
        let all = words.last().map_or(first, |last| Span::new(first.start, last.span.end));
        let (first, all) = (first.slice(input), all.slice(input));
        let transfer = TransferEncoding::for_token(all).or_else(|| TransferEncoding::for_token(first));
        if transfer.is_none() && names_none(all) {
            self.unnamed = Some(field.span);
            return Some(TransferEncoding::EightBit);
        }
        if transfer.is_some_and(|encoding| !encoding.is_named(first)) {
            let name = Detail::Name(all.escape_ascii().to_string());
            self.irregularities.push((Code::TransferMalformed, field.span, name));
        }
        transfer
    }
}

/// The media type, `type/subtype`, in lower case; `None` if the type or the subtype is missing or is not a token.
fn media_type(input: &[u8], content_type: &Parameterized) -> Option<String> {
    let name = |span: Span| {
        let name = std::str::from_utf8(span.slice(input)).ok()?;
        let token = !name.is_empty() && name.bytes().all(|octet| octet.is_ascii_graphic() && octet != b'/');
        token.then_some(name)
    };
    let mut media_type = [name(content_type.main)?, "/", name(content_type.sub)?].concat();
    media_type.make_ascii_lowercase();
    Some(media_type)
}
