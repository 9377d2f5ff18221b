//! The structure of a rewritten message: the same parts (guarantee G4).
//!
//! It is kept by construction where every header ends in a blank line and every delimiter stands. Where parts
//! were found by judgement, the rewritten message is read once more. Linear time.

use crate::edit::Edit;
use crate::finding::Code;
use crate::policy::Policy;
use crate::rewrite::plan::Plan;
use crate::span::Span;
use crate::structure::Structure;
use crate::text::MessageTexts;

/// Whether parts were found by judgement, which may be another on a message of other length: junk in a header,
/// no blank line behind one, delimiters that are missing.
pub(in crate::rewrite) fn is_odd(message: &MessageTexts<'_>) -> bool {
    message.structure().findings.iter().any(|finding| {
        matches!(
            finding.code,
            Code::FieldMalformed
                | Code::HeaderMissing
                | Code::HeaderUnterminated
                | Code::BoundaryMissing
                | Code::BoundaryUnterminated
        )
    })
}

/// Whether the first line of `input` ends with CR CR LF. Some readers see one line end there and others two, which ends
/// the header; so what is written anew would not be what all of them read.
pub(in crate::rewrite) fn has_doubled_line_ends(input: &[u8]) -> bool {
    memchr::memchr(b'\n', input).is_some_and(|end| Span::new(0, end).slice(input).ends_with(b"\r\r"))
}

/// Whether the rewritten message has the same parts with their bodies where they were.
pub(in crate::rewrite) fn is_kept(message: &MessageTexts<'_>, plan: &Plan<'_>, policy: &Policy) -> bool {
    let output = plan.apply();
    let after = Structure::parse(&output, &policy.limits);
    let mut parts = after.parts.iter();
    let (mut edits, mut came, mut went) = (plan.edits().iter().peekable(), 0, 0);
    let same = message.parts().iter().all(|old| {
        let Some(new) = parts.next() else { return false };
        let start = old.body.start;
        // Where no blank line is between, a field is added just there.
        let header = if old.header.terminated { start } else { start + 1 };
        let is_before =
            |edit: &&Edit| edit.span.start < start || edit.span.is_empty() && edit.span.start < header;
        while let Some(edit) = edits.next_if(is_before) {
            came += edit.replacement.len();
            went += edit.span.len();
        }
        new.body.start + went == start + came
            && old.depth == new.depth
            && old.media_type == new.media_type
            && old.kind == new.kind
    });
    same && parts.next().is_none()
}
