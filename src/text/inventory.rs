//! The only walk over the texts of a message. All code that counts, shows, weighs or compares texts gets them from
//! this walk, so all of it sees the same texts.
//!
//! The texts of a part are the texts of its header, the texts of the header blocks in its body (RFC 3464), and its
//! body. A field is parsed when the walk reaches it, and dropped when the walk leaves it. The time is linear in the
//! size of the message.

use super::body::Body;
use super::header::marks::marked_fields;
use super::header::parsed_field::ParsedField;
use crate::limits::Limits;
use crate::rules::{MessageRules, RulesByMessage};
use crate::structure::{PartKind, Structure};
use crate::syntax::header_block::{Field, HeaderBlock};

/// The texts of a message, before their charsets are known. The evidence for the charsets is gathered
/// from this inventory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inventory<'t> {
    pub(in crate::text) input: &'t [u8],
    pub(in crate::text) structure: &'t Structure,
    pub(in crate::text) limits: &'t Limits,
    pub(in crate::text) rules: &'t RulesByMessage,
}

/// Texts that are read together.
#[derive(Debug)]
pub(crate) enum Unit<'t> {
    Block(Block<'t>),
    /// The index of a text part, and its body.
    Body(usize, Body<'t, 't>),
}

/// A header block: the header of a part, or a block of fields in the body of a part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<'t> {
    pub(crate) part: usize,
    pub(crate) block: &'t HeaderBlock,
    input: &'t [u8],
    limits: &'t Limits,
}

impl Unit<'_> {
    /// The index of the part that contains the texts.
    pub(crate) const fn part(&self) -> usize {
        match self {
            Self::Block(Block { part, .. }) | Self::Body(part, _) => *part,
        }
    }
}

impl<'t> Inventory<'t> {
    /// Returns the texts of all parts, in order.
    pub(crate) fn units(self) -> impl Iterator<Item = Unit<'t>> {
        (0..self.structure.parts.len()).flat_map(move |part| self.units_of(part))
    }

    /// Returns the texts of part `part`.
    pub(crate) fn units_of(self, part: usize) -> impl Iterator<Item = Unit<'t>> {
        let Self { input, structure, limits, .. } = self;
        structure.parts.get(part).into_iter().flat_map(move |found| {
            let blocks = std::iter::once(&found.header).chain(structure.field_blocks(part));
            let blocks = blocks.map(move |block| Unit::Block(Block { part, block, input, limits }));
            let body = (found.kind == PartKind::Text).then(|| Unit::Body(part, Body::of(input, found)));
            blocks.chain(body)
        })
    }
}

impl<'t> Inventory<'t> {
    /// Returns the rules for the texts of part `part`.
    pub(in crate::text) fn rules(self, part: usize) -> &'t MessageRules {
        self.rules.of_part(self.structure, part)
    }
}

impl<'t> Block<'t> {
    /// Returns the parsed fields that can have a text in a charset other than US-ASCII, in order.
    pub(crate) fn fields(self) -> impl Iterator<Item = (&'t Field, ParsedField)> {
        let Self { block, input, limits, .. } = self;
        marked_fields(input, block, limits.comments)
            .map(move |(field, kind)| (field, ParsedField::new(input, field.body, kind, limits)))
    }
}
