//! Chooses the parts that a client shows as the body of a message.

use crate::structure::{Part, PartKind};

/// The candidates for the body, which are alternatives (RFC 2046 section 5.1.4), as indices of parts.
#[derive(Clone, Copy, Default)]
pub(super) struct Bodies {
    plain: Option<usize>,
    pub(super) html: Option<usize>,
    /// Text of another type, if there is neither plain text nor HTML.
    other: Option<usize>,
}

impl Bodies {
    /// The candidates of a whole message. One pass over its parts, from the last to the first, so that children
    /// come before their parent.
    pub(super) fn of(parts: &[Part]) -> Self {
        let mut found = vec![Self::default(); parts.len()];
        for (index, part) in parts.iter().enumerate().rev() {
            let own = match part.kind {
                PartKind::Text if !part.attachment => Self::of_text(index, &part.media_type),
                _ => found.get(index).copied().unwrap_or_default(),
            };
            if let Some(found) = found.get_mut(index) {
                *found = own;
            }
            let parent = part.parent.and_then(|parent| Some((parts.get(parent)?, found.get_mut(parent)?)));
            if let Some((parent, others)) = parent.filter(|(parent, _)| parent.kind == PartKind::Multipart) {
                *others = match parent.media_type.as_str() {
                    "multipart/alternative" => own.beside(*others),
                    _ => own.before(*others),
                };
            }
        }
        found.first().copied().unwrap_or_default()
    }

    fn of_text(index: usize, media_type: &str) -> Self {
        let mut own = Self::default();
        *match media_type {
            "text/plain" => &mut own.plain,
            "text/html" => &mut own.html,
            _ => &mut own.other,
        } = Some(index);
        own
    }

    /// The candidates of two alternatives: the first one of each kind.
    fn beside(self, later: Self) -> Self {
        Self {
            plain: self.plain.or(later.plain),
            html: self.html.or(later.html),
            other: self.other.or(later.other),
        }
    }

    /// The candidates of two parts in a row: those of the first part that has plain text or HTML. A second text may
    /// be the footer of a mailing list.
    fn before(self, later: Self) -> Self {
        if self.is_common() || !later.is_common() && self.other.is_some() { self } else { later }
    }

    fn is_common(self) -> bool {
        self.plain.is_some() || self.html.is_some()
    }

    /// The best candidate.
    pub(super) fn text(self) -> Option<usize> {
        self.plain.or(self.html).or(self.other)
    }
}
