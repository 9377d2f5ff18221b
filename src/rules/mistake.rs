//! Mistakes in a file with rules.

use std::fmt;
use std::ops::Range;

/// A mistake, with its place in the file (feature `rules`). `Display` writes the place and the description.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mistake {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The description of the mistake, such as what was expected.
    pub what: String,
}

impl Mistake {
    /// Returns a mistake at the octets `place` of `text`.
    pub(super) fn at(text: &str, place: Range<usize>, what: impl Into<String>) -> Self {
        let (line, column) = position(text, place.start);
        Self { line, column, what: what.into() }
    }
}

/// Returns the line and the column of an offset in `text`. Both are counted from 1.
fn position(text: &str, offset: usize) -> (u32, u32) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
    (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.what)
    }
}

/// All mistakes in a file with rules, in their order (feature `rules`). There is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mistakes(pub Vec<Mistake>);

/// Writes one line for each mistake.
impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, mistake) in self.0.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            mistake.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Mistakes {}
