//! Edits of header fields.

use super::plan::Edit;
use crate::finding::Finding;
use crate::message::Message;
use crate::resolve::Context;

/// The edits that the header fields of part `part` need for themselves; those that follow its body are `body`'s.
pub(super) fn plan(
    message: &Message<'_>,
    part: usize,
    context: &Context<'_>,
    edits: &mut Vec<Edit>,
    findings: &mut Vec<Finding>,
) {
    let _ = (message, part, context, edits, findings);
}
