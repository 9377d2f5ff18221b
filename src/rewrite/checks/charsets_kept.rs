//! A text that stays as it is must still be read in the same charset.
//!
//! Other texts of the message may be the only evidence for the charset of an unlabelled text. Once they are in UTF-8,
//! they are no evidence, and that text could no longer be read, or would be read in another charset. Linear time.

use crate::charset::Charset;
use crate::finding::{Cause, Code, Finding};
use crate::rewrite::plan::Plan;
use crate::text::MessageTexts;

/// A finding for each of the text `parts`, whose bodies stay, that is read in another charset once `plan` is applied.
pub(in crate::rewrite) fn lost(message: &MessageTexts<'_>, parts: &[usize], plan: &Plan<'_>) -> Vec<Finding> {
    if plan.is_noop() || parts.is_empty() {
        return Vec::new();
    }
    let output = plan.apply();
    let after = MessageTexts::parse(&output, message.policy());
    let is_lost = |part: &&usize| charset(message, **part) != charset(&after, **part);
    let body = |part: usize| Some(message.parts().get(part)?.body);
    let lost = parts.iter().filter(is_lost).filter_map(|part| {
        Some(Finding::new(Code::TextUnresolved, body(*part)?, Cause::OnlyByOtherTexts).in_part(*part))
    });
    lost.collect()
}

fn charset(message: &MessageTexts<'_>, part: usize) -> Option<Charset> {
    message.text(part).ok().map(|text| text.charset)
}
