//! Text read from octets, and why octets could not be read.

use super::confidence::Confidence;
use crate::charset::{Charset, Malformed};
use crate::finding::Code;
use std::borrow::Cow;
use std::fmt;

/// Text out of octets.
#[derive(Clone, Debug)]
pub struct DecodedText<'a> {
    /// The text; borrowed where the octets are that text already.
    pub text: Cow<'a, str>,
    /// The charset it was read in.
    pub charset: Charset,
    /// How that is known.
    pub confidence: Confidence,
    /// Number of U+FFFD written for ill-formed sequences; 0 unless the policy is lossy.
    pub replaced: usize,
    /// What was odd: a code and a sentence; the caller knows the span.
    pub findings: Vec<(Code, String)>,
}

/// Why octets could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unresolved {
    /// The charset of the label, where it names one.
    pub charset: Option<Charset>,
    /// Where and how it failed; `None` where no charset could even be tried.
    pub malformed: Option<Malformed>,
}

impl fmt::Display for Unresolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.charset, self.malformed) {
            (Some(charset), Some(malformed)) => write!(f, "{charset}: {malformed} of the text"),
            (Some(charset), None) => write!(f, "the octets are not {charset}"),
            (None, _) => f.write_str("no charset is known"),
        }
    }
}

impl std::error::Error for Unresolved {}
