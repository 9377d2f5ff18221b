//! Finds parts in the tree of a message: the parts within a part, and the part with a section number.

use super::part::{Part, PartKind};
use super::tree::Structure;

/// The parts directly within each part.
#[derive(Clone, Debug)]
pub(crate) struct Children {
    /// The indices of all parts but the root. The parts within one part are neighbors, in their order.
    parts: Box<[usize]>,
    /// For each part, the place in `parts` where the parts within it end. They begin where those of the part before
    /// end.
    ends: Box<[usize]>,
}

impl Children {
    /// Takes linear time.
    pub(crate) fn of(parts: &[Part]) -> Self {
        // A place for each part, which is moved on to the end of its children while they are put there.
        let mut places = vec![0; parts.len() + 1];
        for parent in parts.iter().filter_map(|part| part.parent) {
            if let Some(place) = places.get_mut(parent + 1) {
                *place += 1;
            }
        }
        let mut before = 0;
        for place in &mut places {
            before += *place;
            *place = before;
        }
        let mut sorted = vec![0; before];
        for (index, part) in parts.iter().enumerate() {
            let Some(place) = part.parent.and_then(|parent| places.get_mut(parent)) else { continue };
            if let Some(child) = sorted.get_mut(*place) {
                *child = index;
            }
            *place += 1;
        }
        Self { parts: sorted.into(), ends: places.into() }
    }

    /// Returns the indices of the parts directly within `part`, in their order.
    pub(crate) fn within(&self, part: usize) -> &[usize] {
        let start = part.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or_default();
        let end = self.ends.get(part).copied().unwrap_or_default();
        self.parts.get(start..end).unwrap_or_default()
    }
}

impl Structure {
    /// Returns the part to which [`path`](Self::path) or, for a message that is not a multipart, `1` gives the section
    /// number `section`. If no part has this number, returns `None` or another part. The time is linear in the length
    /// of `section`.
    pub(crate) fn part_at(&self, section: &str, children: &Children) -> Option<usize> {
        let kind = |part: usize| self.parts.get(part).map(|part| part.kind);
        let mut names = section.split('.');
        if kind(0)? != PartKind::Multipart {
            names.next().filter(|name| *name == "1")?;
        }
        let mut at = 0;
        for name in names {
            // A multipart that is the whole body of an enclosed message has no number of its own.
            if kind(at) == Some(PartKind::Message)
                && let [body] = children.within(at)
                && kind(*body) == Some(PartKind::Multipart)
            {
                at = *body;
                if name == "TEXT" {
                    continue;
                }
            }
            let number: usize = name.parse().ok()?;
            at = *children.within(at).get(number.checked_sub(1)?)?;
        }
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        /// Headers of nested parts in any order, so that the trees have any form.
        #[test]
        fn each_part_is_found_by_its_section(kinds in prop::collection::vec(0..5_usize, 0..40)) {
            let mut octets = String::new();
            for (number, kind) in kinds.iter().enumerate() {
                octets += &match kind {
                    0 => format!("Content-Type: multipart/mixed; boundary=b{number}\n\n--b{number}\n"),
                    1 => "Content-Type: message/rfc822\n\n".to_owned(),
                    kind => format!("\nx\n--b{}\n", number.saturating_sub(*kind)),
                };
            }
            let structure = Structure::parse(octets.as_bytes(), &Limits::default());
            let children = Children::of(&structure.parts);
            for (index, part) in structure.parts.iter().enumerate() {
                let within: Vec<usize> = structure.parts.iter().enumerate()
                    .filter_map(|(child, part)| (part.parent == Some(index)).then_some(child)).collect();
                prop_assert_eq!(children.within(index), within);
                let section = match structure.path(index) {
                    path if path.is_empty() && part.kind != PartKind::Multipart => "1".to_owned(),
                    path => path,
                };
                if !section.is_empty() {
                    prop_assert_eq!(structure.part_at(&section, &children), Some(index), "{}", section);
                }
            }
        }
    }
}
