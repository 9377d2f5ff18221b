//! Finds the seals that edits break: DKIM signatures (RFC 6376) and ARC message signatures (RFC 8617).
//!
//! A seal covers the body, and the fields that its tag `h=` names (RFC 6376 section 5.4). Edits of other octets do
//! not break the seal. Seals are not verified: a seal that was broken before counts as intact. The time is linear
//! in the header, and linear in the edits for each level of nested messages.
//!
//! Signatures of parts (RFC 1847, OpenPGP) are broken only if the caller allows a break.

use crate::edit::Edit;
use crate::finding::{Code, Detail, Finding};
use crate::span::Span;
use crate::structure::{Part, Protection};
use crate::syntax::header_block::Field;
use crate::text::MessageTexts;

/// A finding for each seal that the sorted `edits` break, in `message` or in an enclosed message.
pub(in crate::rewrite) fn broken(message: &MessageTexts<'_>, edits: &[Edit]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, part) in
        message.parts().iter().enumerate().filter(|(_, part)| message.structure().is_message(part))
    {
        let mut seals = part.header.fields.iter().filter(|field| is_seal(message.input(), field)).peekable();
        if edits.is_empty() || seals.peek().is_none() {
            continue;
        }
        let changed = ChangedParts::new(message.input(), part, edits);
        for seal in seals.filter(|seal| changed.breaks(seal.body.slice(message.input()))) {
            let name = String::from_utf8_lossy(seal.name.slice(message.input())).into_owned();
            findings.push(Finding::new(Code::SealBroken, seal.span, Detail::Name(name)).in_part(index));
        }
    }
    findings
}

/// A finding for each outermost signed part with a body that the sorted `edits` change. A signed part is a signed
/// multipart or inline PGP text.
pub(in crate::rewrite) fn broken_signatures(message: &MessageTexts<'_>, edits: &[Edit]) -> Vec<Finding> {
    let signed = |part: &Part| matches!(part.protection, Some(Protection::Signed | Protection::InlinePgp));
    let parts = message.parts().iter().enumerate();
    let outermost =
        parts.filter(|(_, part)| signed(part) && !message.structure().parent(part).is_some_and(signed));
    let broken = outermost.filter(|(_, part)| {
        let from = edits.partition_point(|edit| edit.span.end <= part.body.start);
        edits.get(from).is_some_and(|edit| edit.span.start < part.body.end)
    });
    broken
        .map(|(index, part)| {
            let name = Detail::Name(part.media_type.clone());
            Finding::new(Code::SignatureBroken, part.body, name).in_part(index)
        })
        .collect()
}

/// Whether the field is a seal. The field ARC-Seal does not count: it covers only ARC fields, which no edit
/// changes.
fn is_seal(input: &[u8], field: &Field) -> bool {
    field.is(input, "DKIM-Signature") || field.is(input, "ARC-Message-Signature")
}

/// The parts of a sealed message that edits change: its body, and some of its fields.
struct ChangedParts {
    body: bool,
    /// Lower-case names of the fields that are edited or added, sorted.
    fields: Vec<Vec<u8>>,
}

impl ChangedParts {
    fn new(input: &[u8], part: &Part, edits: &[Edit]) -> Self {
        let within = |end: usize| {
            let from = edits.partition_point(|edit| edit.span.start < part.span.start);
            let to = edits.partition_point(|edit| edit.span.start <= end);
            edits.get(from..to).unwrap_or_default()
        };
        let (header, added) = (within(part.header.span.end), Span::at(part.header.end_of_fields()));
        let body = within(part.span.end).len() > header.len();
        let mut fields = Vec::new();
        for edit in header {
            if edit.span == added {
                let lines = edit.replacement.split(|octet| *octet == b'\n');
                let names = lines.filter_map(|line| line.split(|octet| *octet == b':').next());
                fields.extend(names.map(<[u8]>::to_ascii_lowercase));
            } else {
                let at = part.header.fields.partition_point(|field| field.span.end <= edit.span.start);
                let field = part.header.fields.get(at);
                fields.extend(field.map(|field| field.name.slice(input).to_ascii_lowercase()));
            }
        }
        fields.sort();
        Self { body, fields }
    }

    fn breaks(&self, seal: &[u8]) -> bool {
        self.body || signed_fields(seal).any(|name| self.fields.binary_search(&name).is_ok())
    }
}

/// The names in the tag `h=` (RFC 6376 section 3.5), in lower case.
fn signed_fields(seal: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let tags = seal.split(|octet| *octet == b';').filter_map(|tag| {
        let equals = memchr::memchr(b'=', tag)?;
        tag.split_at_checked(equals).filter(|(tag, _)| tag.trim_ascii() == b"h")
    });
    let names = tags.flat_map(|(_, names)| names.split(|octet| matches!(octet, b':' | b'=')));
    names.map(|name| name.trim_ascii().to_ascii_lowercase()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::Reason;
    use crate::policy::Policy;

    const SEALED: &[u8] =
        b"DKIM-Signature: v=1; h=from :\r\n Subject; b=eA==\r\nSubject: a\r\nX-Other: b\r\n\r\nbody\r\n";

    fn breaks(needle: &[u8], replacement: &[u8]) -> bool {
        let policy = Policy::default();
        let message = MessageTexts::parse(SEALED, &policy);
        let at = memchr::memmem::find(SEALED, needle).unwrap();
        let span = Span::new(at, at + needle.len());
        let edit = Edit { span, replacement: replacement.to_vec(), reason: Reason::Header };
        !broken(&message, &[edit]).is_empty()
    }

    #[test]
    fn a_seal_covers_the_fields_that_it_names_and_the_body() {
        assert!(breaks(b"a\r\nX", b"b\r\nX"));
        assert!(breaks(b"body", b"other"));
        assert!(!breaks(b"b\r\n\r\n", b"c\r\n\r\n"));
    }

    #[test]
    fn an_added_field_breaks_a_seal_that_names_it() {
        let end = memchr::memmem::find(SEALED, b"\r\n\r\n").unwrap() + 2;
        let policy = Policy::default();
        let message = MessageTexts::parse(SEALED, &policy);
        let add = |field: &[u8]| {
            broken(
                &message,
                &[Edit { span: Span::at(end), replacement: field.to_vec(), reason: Reason::Label }],
            )
        };
        assert_eq!(add(b"From: a@b\r\n").len(), 1);
        assert!(add(b"MIME-Version: 1.0\r\n").is_empty());
    }
}
