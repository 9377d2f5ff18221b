//! The wrong decodings that a rule of the mail's owner undoes.

use crate::charset::Charset;
use std::fmt;

/// A wrong decoding: octets that are text in the charset `was` were decoded in the charset `by`. Both charsets are
/// supersets of US-ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pair {
    pub(crate) by: Charset,
    pub(crate) was: Charset,
}

/// Writes the wrong decoding in the form that a rule uses.
impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [by, was] = [self.by, self.was].map(|charset| charset.name().to_ascii_lowercase());
        write!(f, "{by} > {was}")
    }
}

/// The wrong decodings that a rule undoes. The decoding that was applied last comes first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Undo {
    pub(crate) pairs: Vec<Pair>,
    /// Whether wrong decodings are undone even if some characters are lost thereby.
    pub(crate) lossy: bool,
}

impl fmt::Display for Undo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, pair) in self.pairs.iter().enumerate() {
            write!(f, "{}{pair}", if number > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}
