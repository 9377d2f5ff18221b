//! A possible charset.

use crate::charset::identity::Charset;

/// A possible charset of octets.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Candidate {
    /// The charset.
    pub charset: Charset,
    /// The probability, from 0 to 1, that the text as decoded in this charset is right.
    pub probability: f64,
    /// The most likely language of that text, as a BCP 47 tag.
    pub language: &'static str,
}
