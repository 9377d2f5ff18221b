//! Whether a text is about garbled text: its author wrote the garbled words on purpose, and their original form, too.

/// A text with garbled words may be about garbled text if it also contains the original form of at least a third of
/// these words (one in `SHARED`). In a reply that quotes a garbled message, fewer garbled words also occur in their
/// original form.
const SHARED: usize = 3;

/// Whether a text is about garbled text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum About {
    No,
    /// The original form of enough of the garbled words also occurs. The other words may be damage, so the text is named,
    /// and not restored.
    Maybe,
    /// The original form of all garbled words also occurs. Nothing is damaged.
    Yes,
}

impl About {
    /// `sound` of `all` garbled words also occur in their original form.
    pub(super) const fn of(sound: usize, all: usize) -> Self {
        match sound {
            0 => Self::No,
            _ if sound == all => Self::Yes,
            _ if sound * SHARED >= all => Self::Maybe,
            _ => Self::No,
        }
    }
}
