//! Edits of text bodies and of the fields that follow them.

use super::plan::Edit;
use crate::finding::Finding;
use crate::message::Message;
use crate::resolve::Context;

/// The edits that the body of part `part` needs, its charset label and transfer encoding fields included.
pub(super) fn plan(
    message: &Message<'_>,
    part: usize,
    context: &Context<'_>,
    edits: &mut Vec<Edit>,
    findings: &mut Vec<Finding>,
) {
    let _ = (message, part, context, edits, findings);
}
