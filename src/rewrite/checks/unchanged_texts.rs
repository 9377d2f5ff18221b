//! Checks that each text that stays unchanged is still read as before.
//!
//! Other texts of the message may be the only evidence for the charset of an unlabelled text. Once those other
//! texts are in UTF-8, they are no longer evidence. Then the unlabelled text could not be read, or would be read in
//! another charset. Linear time.

use crate::charset::Charset;
use crate::edit::{Edit, offsets_in_output};
use crate::finding::{Cause, Code, Finding};
use crate::rewrite::header::content_type::Label;
use crate::rewrite::plan::Plan;
use crate::syntax::header_block::Field;
use crate::text::MessageTexts;
use crate::text::inventory::{Block, Unit};
use std::collections::BTreeMap;

/// The texts of a message that stay unchanged, although they are not in the wanted form.
#[derive(Debug, Default)]
pub(in crate::rewrite) struct UnchangedTexts {
    /// The indices of the parts whose text bodies stay unchanged.
    pub(in crate::rewrite) bodies: Vec<usize>,
    /// The header fields that stay unchanged, each with the index of the part whose header has the field.
    pub(in crate::rewrite) fields: Vec<(usize, Field)>,
}

impl UnchangedTexts {
    /// Adds all fields of part `part`, except the fields that `label` changes on purpose.
    pub(in crate::rewrite) fn keep_header(&mut self, message: &MessageTexts<'_>, part: usize, label: &Label) {
        let fields = blocks(message, part).flat_map(|block| &block.block.fields);
        let fields = fields.filter(|field| label.of(field.body).is_empty());
        self.fields.extend(fields.map(|field| (part, *field)));
    }

    /// A finding for each text of `message` that stays unchanged, but would be read in another way after `plan` is
    /// applied.
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
            let same = move |(field, start): &(Field, usize)| {
                old.get(&field.span.start).unwrap_or(&NONE) == new.get(start).unwrap_or(&NONE)
            };
            let lost = fields.into_iter().filter(move |field| !same(field));
            lost.map(move |(field, _)| {
                Finding::new(Code::FieldUnresolved, field.body, Cause::OnlyByOtherTexts).in_part(part)
            })
        });
        bodies.chain(fields).collect()
    }

    /// The fields that stay unchanged, by part and in order, each with its offset in the output.
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

/// The texts of a field that are not US-ASCII. A text that cannot be read is `None`.
type Texts = Vec<Option<String>>;

/// The texts of a field that is plain US-ASCII.
const NONE: Texts = Vec::new();

/// The texts of the fields that start at the offsets `starts`, which are sorted. The fields are in the header or in
/// the body of part `part`. The key of the map is the offset of the field.
fn texts(message: &MessageTexts<'_>, part: usize, starts: &[usize]) -> BTreeMap<usize, Texts> {
    let input = message.input();
    let fields = blocks(message, part).flat_map(Block::fields);
    let wanted = fields.filter(|(field, _)| starts.binary_search(&field.span.start).is_ok());
    let texts = wanted.map(|(field, parsed)| {
        let texts = parsed.read(input, &message.field_context(part, field).to_write()).texts;
        let spans = texts.spans.iter().map(|span| Some(span.text(input)));
        let values = texts.parameters.iter().flat_map(|parameters| &parameters.values);
        let values = values.map(|value| value.value.as_ref().ok().map(|value| value.text.clone()));
        let is_ascii = |text: &Option<String>| text.as_ref().is_some_and(|text| text.is_ascii());
        (field.span.start, spans.chain(values).filter(|text| !is_ascii(text)).collect())
    });
    texts.collect()
}

/// The header blocks of part `part`.
fn blocks<'m>(message: &'m MessageTexts<'_>, part: usize) -> impl Iterator<Item = Block<'m>> {
    message.inventory().units_of(part).filter_map(|unit| match unit {
        Unit::Block(block) => Some(block),
        Unit::Body(..) => None,
    })
}
