//! A text that stays as it is must still be read as before.
//!
//! Other texts of the message may be the only evidence for the charset of an unlabelled text. Once they are in UTF-8,
//! they are no evidence, and that text could no longer be read, or would be read in another charset. Linear time.

use crate::charset::Charset;
use crate::edit::offset_in_output;
use crate::finding::{Cause, Code, Finding};
use crate::rewrite::plan::Plan;
use crate::syntax::field_kind::field_kind;
use crate::syntax::header_block::Field;
use crate::text::{Context, MessageTexts, read_field};

/// The texts of a message that stay, although they are not in the form that is wanted.
#[derive(Debug, Default)]
pub(in crate::rewrite) struct Staying {
    /// Text bodies, by the indices of their parts.
    pub(in crate::rewrite) bodies: Vec<usize>,
    /// Header fields, and the indices of the parts with their headers.
    pub(in crate::rewrite) fields: Vec<(usize, Field)>,
}

impl Staying {
    /// A finding for each of the texts of `message` that is read in another way once `plan` is applied.
    pub(in crate::rewrite) fn lost(&self, message: &MessageTexts<'_>, plan: &Plan<'_>) -> Vec<Finding> {
        if plan.is_noop() || self.bodies.is_empty() && self.fields.is_empty() {
            return Vec::new();
        }
        let output = plan.apply();
        let after = MessageTexts::parse(&output, message.policy());
        let bodies = self.bodies.iter().filter(|part| charset(message, **part) != charset(&after, **part));
        let bodies = bodies.filter_map(|part| {
            let body = message.parts().get(*part)?.body;
            Some(Finding::new(Code::TextUnresolved, body, Cause::OnlyByOtherTexts).in_part(*part))
        });
        let fields = self.fields.iter().filter(|(part, field)| {
            let start = field.span.start;
            texts(message, *part, start) != texts(&after, *part, offset_in_output(plan.edits(), start))
        });
        let fields = fields.map(|(part, field)| {
            Finding::new(Code::FieldUnresolved, field.body, Cause::OnlyByOtherTexts).in_part(*part)
        });
        bodies.chain(fields).collect()
    }
}

fn charset(message: &MessageTexts<'_>, part: usize) -> Option<Charset> {
    message.text(part).ok().map(|text| text.charset)
}

/// The texts of the field at `start`, in the header or in the body of part `part`.
fn texts(message: &MessageTexts<'_>, part: usize, start: usize) -> Option<Vec<Option<String>>> {
    let read = |field: &Field, context: Context<'_>| {
        let kind = field_kind(field.name.slice(message.input()));
        let texts = read_field(message.input(), field.body, kind, &context);
        let spans = texts.spans.iter().map(|span| Some(span.text(message.input())));
        let values = texts.parameters.iter().flat_map(|parameters| &parameters.values);
        spans.chain(values.map(|value| value.value.as_ref().ok().map(|value| value.text.clone()))).collect()
    };
    let starts = |field: &&Field| field.span.start == start;
    let header = &message.parts().get(part)?.header;
    if let Some(field) = header.fields.iter().find(starts) {
        return Some(read(field, message.field_context(part, field)));
    }
    message.field_blocks(part).iter().find_map(|block| {
        let field = block.fields.iter().find(starts)?;
        Some(read(field, message.block_context(block)))
    })
}
