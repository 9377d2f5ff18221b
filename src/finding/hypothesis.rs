//! What text may be, against its label.

use crate::charset::Charset;
use std::fmt;

/// What octets may be, against their label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hypothesis {
    /// They are in this charset.
    In(Charset),
    /// They were UTF-8, were read in this charset, and encoded again.
    EncodedAgain(Charset),
    /// They are ISO-2022-JP without its escape characters.
    WithoutEscapes,
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::In(charset) => write!(f, "in {charset}"),
            Self::EncodedAgain(charset) => {
                write!(f, "UTF-8 that was read as {charset} and encoded twice")
            }
            Self::WithoutEscapes => f.write_str("ISO-2022-JP that lost its escape characters"),
        }
    }
}
