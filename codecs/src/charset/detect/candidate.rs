//! A charset that octets may be in, with its probability.

use crate::charset::identity::Charset;

/// A charset that some octets may be in, with its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Candidate {
    /// The charset.
    pub charset: Charset,
    /// The probability, from 0 to 1, that decoding the octets in this charset gives the right text.
    pub probability: f64,
    /// The most likely language of the decoded text, as a BCP 47 tag.
    pub language: &'static str,
}
