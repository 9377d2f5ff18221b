//! Which open multipart a line delimits (RFC 2046 sections 5.1.1 and 5.1.2).
//!
//! A line is looked up in an ordered table, not held against each open boundary: with a hundred open, seven
//! comparisons.

use crate::syntax::delimiter_line::{Delimiter, delimited};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The boundaries of the open multiparts.
#[derive(Debug, Default)]
pub(super) struct Delimiters<'a> {
    /// The levels at which each boundary is open, the innermost last.
    levels: BTreeMap<Cow<'a, [u8]>, Vec<usize>>,
}

impl<'a> Delimiters<'a> {
    /// A multipart opens at `level`, which is deeper than all that are open.
    pub(super) fn open(&mut self, boundary: Cow<'a, [u8]>, level: usize) {
        self.levels.entry(boundary).or_default().push(level);
    }

    /// The innermost multipart of that boundary ends.
    pub(super) fn close(&mut self, boundary: &[u8]) {
        if let Some(levels) = self.levels.get_mut(boundary) {
            levels.pop();
            if levels.is_empty() {
                self.levels.remove(boundary);
            }
        }
    }

    /// Whether no multipart is open.
    pub(super) fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// What `line` is, and to the multipart of which level. Where multiparts of the same boundary are open it
    /// is the innermost one: mailers that nest so mean it so.
    pub(super) fn find(&self, line: &[u8]) -> Option<(Delimiter, usize)> {
        let level = |boundary: &[u8]| self.levels.get(boundary).and_then(|levels| levels.last().copied());
        let found = delimited(line).filter_map(|(kind, boundary)| Some((kind, level(boundary)?)));
        found.max_by_key(|(_, level)| *level)
    }
}
