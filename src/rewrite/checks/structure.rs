//! Checks that a rewritten message has the same parts as before (guarantee G4 in docs/guarantees.md).
//!
//! The parts are certain to be the same if each header ends with a blank line and no delimiter line is missing.
//! Otherwise the parser had to guess where parts begin or end, so the rewritten message is parsed and compared.
//! Linear time.

use crate::edit::Edit;
use crate::finding::Code;
use crate::policy::Policy;
use crate::rewrite::plan::Plan;
use crate::span::Span;
use crate::structure::Structure;
use crate::text::MessageTexts;

/// Whether the parser had to guess where parts begin or end: a header has junk in it or no blank line after it, or
/// a delimiter line is missing.
pub(in crate::rewrite) fn was_guessed(message: &MessageTexts<'_>) -> bool {
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

/// Whether the first line of `input` ends with CR CR LF. Some parsers see one line end there. Others see two line
/// ends, and for them the header ends there. So no output would have the same meaning for all parsers.
pub(in crate::rewrite) fn has_doubled_line_ends(input: &[u8]) -> bool {
    memchr::memchr(b'\n', input).is_some_and(|end| Span::new(0, end).slice(input).ends_with(b"\r\r"))
}

/// Whether the rewritten message has the same parts, with their bodies in the corresponding places.
pub(in crate::rewrite) fn has_same_parts(
    message: &MessageTexts<'_>,
    plan: &Plan<'_>,
    policy: &Policy,
) -> bool {
    let output = plan.apply();
    let after = Structure::parse(&output, &policy.limits);
    let mut parts = after.parts.iter();
    let (mut edits, mut added, mut removed) = (plan.edits().iter().peekable(), 0, 0);
    let same = message.parts().iter().all(|old| {
        let Some(new) = parts.next() else { return false };
        let start = old.body.start;
        // If no blank line ends the header, new fields are inserted at the start of the body.
        let header = if old.header.terminated { start } else { start + 1 };
        let is_before =
            |edit: &&Edit| edit.span.start < start || edit.span.is_empty() && edit.span.start < header;
        while let Some(edit) = edits.next_if(is_before) {
            added += edit.replacement.len();
            removed += edit.span.len();
        }
        new.body.start + removed == start + added
            && old.depth == new.depth
            && old.media_type == new.media_type
            && old.kind == new.kind
    });
    same && parts.next().is_none()
}
