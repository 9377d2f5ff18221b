//! The texts about which a plan lacks findings, because it does not read them, or leaves them for another reason: they
//! are signed, for example, or a limit is exceeded.

use crate::text::MessageTexts;
use std::collections::BTreeSet;

/// The texts about which a plan lacks findings.
#[derive(Clone, Debug, Default)]
pub(super) struct LeftTexts {
    /// The indices of the parts whose bodies are left.
    pub(super) bodies: BTreeSet<usize>,
    /// The indices of the parts whose headers are left, including the header blocks in their bodies.
    pub(super) headers: BTreeSet<usize>,
    /// Other fields that are left: the index of the part, and the offset of the field.
    pub(super) fields: BTreeSet<(usize, usize)>,
}

impl LeftTexts {
    /// All texts of `message`.
    pub(super) fn all(message: &MessageTexts<'_>) -> Self {
        let parts: BTreeSet<_> = (0..message.parts().len()).collect();
        Self { bodies: parts.clone(), headers: parts, fields: BTreeSet::new() }
    }

    /// Whether the plan has all findings.
    pub(super) fn is_empty(&self) -> bool {
        self.bodies.is_empty() && self.headers.is_empty() && self.fields.is_empty()
    }

    /// Whether the field of part `part` that starts at `start` is left.
    pub(super) fn has_field(&self, part: usize, start: usize) -> bool {
        self.headers.contains(&part) || self.fields.contains(&(part, start))
    }

    /// The parts in which fields are left.
    pub(super) fn parts_with_fields(&self) -> BTreeSet<usize> {
        self.headers.iter().copied().chain(self.fields.iter().map(|(part, _)| *part)).collect()
    }
}
