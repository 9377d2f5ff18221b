//! A text that stays as it is must still be read as before.
//!
//! Other texts of the message may be the only evidence for the charset of an unlabelled text. Once they are in UTF-8,
//! they are no evidence, and that text could no longer be read, or would be read in another charset. Linear time.

use crate::charset::Charset;
use crate::edit::{Edit, offsets_in_output};
use crate::finding::{Cause, Code, Finding};
use crate::rewrite::header::content_type::Label;
use crate::rewrite::plan::Plan;
use crate::syntax::field_kind::field_kind;
use crate::syntax::header_block::Field;
use crate::text::{Context, MessageTexts, read_field};
use std::collections::BTreeMap;

/// The texts of a message that stay, although they are not in the form that is wanted.
#[derive(Debug, Default)]
pub(in crate::rewrite) struct Staying {
    /// Text bodies, by the indices of their parts.
    pub(in crate::rewrite) bodies: Vec<usize>,
    /// Header fields, and the indices of the parts with their headers.
    pub(in crate::rewrite) fields: Vec<(usize, Field)>,
}

impl Staying {
    /// Adds all fields of part `part`, but for those that `label` changes on purpose.
    pub(in crate::rewrite) fn keep_header(&mut self, message: &MessageTexts<'_>, part: usize, label: &Label) {
        let header = message.parts().get(part).map(|part| &part.header);
        let blocks = message.field_blocks(part);
        let fields = header.into_iter().chain(&blocks).flat_map(|block| &block.fields);
        let fields = fields.filter(|field| label.of(field.body).is_empty());
        self.fields.extend(fields.map(|field| (part, *field)));
    }

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
        let fields = self.moved(plan.edits()).into_iter().flat_map(|(part, fields)| {
            let (old, new): (Vec<_>, Vec<_>) =
                fields.iter().map(|(field, new)| (field.span.start, *new)).unzip();
            let (old, new) = (texts(message, part, &old), texts(&after, part, &new));
            let same = move |(field, start): &(Field, usize)| old.get(&field.span.start) == new.get(start);
            let lost = fields.into_iter().filter(move |field| !same(field));
            lost.map(move |(field, _)| {
                Finding::new(Code::FieldUnresolved, field.body, Cause::OnlyByOtherTexts).in_part(part)
            })
        });
        bodies.chain(fields).collect()
    }

    /// The fields by part and in order, each with its offset in the output.
    fn moved(&self, edits: &[Edit]) -> BTreeMap<usize, Vec<(Field, usize)>> {
        let mut fields = self.fields.clone();
        fields.sort_by_key(|(_, field)| field.span.start);
        let offsets = offsets_in_output(edits, fields.iter().map(|(_, field)| field.span.start));
        let mut moved: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for ((part, field), offset) in fields.iter().zip(offsets) {
            moved.entry(*part).or_default().push((*field, offset));
        }
        moved
    }
}

fn charset(message: &MessageTexts<'_>, part: usize) -> Option<Charset> {
    message.text(part).ok().map(|text| text.charset)
}

/// The texts of the fields at `starts`, which are in order, in the header or in the body of part `part`.
fn texts(message: &MessageTexts<'_>, part: usize, starts: &[usize]) -> BTreeMap<usize, Vec<Option<String>>> {
    let read = |field: &Field, context: Context<'_>| {
        let kind = field_kind(field.name.slice(message.input()));
        let texts = read_field(message.input(), field.body, kind, &context);
        let spans = texts.spans.iter().map(|span| Some(span.text(message.input())));
        let values = texts.parameters.iter().flat_map(|parameters| &parameters.values);
        spans.chain(values.map(|value| value.value.as_ref().ok().map(|value| value.text.clone()))).collect()
    };
    let is_wanted = |field: &&Field| starts.binary_search(&field.span.start).is_ok();
    let mut texts = BTreeMap::new();
    for field in message.parts().get(part).iter().flat_map(|part| &part.header.fields).filter(is_wanted) {
        texts.insert(field.span.start, read(field, message.field_context(part, field)));
    }
    for block in message.field_blocks(part) {
        let context = message.block_context(&block);
        for field in block.fields.iter().filter(is_wanted) {
            texts.insert(field.span.start, read(field, context));
        }
    }
    texts
}
