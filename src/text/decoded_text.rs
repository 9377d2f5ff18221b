//! Text read from octets, and why octets could not be read.

use crate::charset::{Charset, Malformed};
use crate::finding::{Code, Confidence, Detail};
use std::borrow::Cow;
use std::fmt;

/// Text out of octets.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DecodedText<'a> {
    /// The text; borrowed where the octets are that text already.
    pub text: Cow<'a, str>,
    /// The charset it was read in.
    pub charset: Charset,
    /// How that is known.
    pub confidence: Confidence,
    /// Number of U+FFFD written for ill-formed sequences; 0 unless the policy is lossy.
    pub replaced: usize,
    /// What was odd: a code and its details; the caller knows the span.
    pub findings: Vec<(Code, Detail)>,
}

/// Why octets could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unresolved {
    /// The charset of the label, where it names one.
    pub charset: Option<Charset>,
    /// Where and how it failed; `None` where no charset could even be tried.
    pub malformed: Option<Malformed>,
}

impl fmt::Display for Unresolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Detail::from(*self).fmt(f)
    }
}

impl From<Unresolved> for Detail {
    fn from(Unresolved { charset, malformed }: Unresolved) -> Self {
        Self::Unresolved { charset, malformed }
    }
}

impl std::error::Error for Unresolved {}
