//! The answers of the model of languages about the short texts of a message. A question about one octet costs as much
//! as decoding thousands, and the same name may occur in thousands of fields, so that the model is asked only once
//! about each text.

use crate::charset::Charset;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The most octets of a text whose answer is kept, and the most texts. They bound the memory; about all other texts the
/// model is asked again.
const OCTETS: usize = 64;
const TEXTS: usize = 4096;

/// The answers about texts, with the same prior knowledge about each. A copy starts without answers.
#[derive(Debug, Default)]
pub(crate) struct Answers(Mutex<HashMap<Box<[u8]>, Option<Charset>>>);

impl Clone for Answers {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Answers {
    /// The charset that the letters of `octets` show: the answer of `ask`, or an earlier answer.
    pub(crate) fn charset(&self, octets: &[u8], ask: impl FnOnce() -> Option<Charset>) -> Option<Charset> {
        if octets.len() > OCTETS {
            return ask();
        }
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(charset) = known().get(octets) {
            return *charset;
        }
        let charset = ask();
        let mut known = known();
        if known.len() < TEXTS {
            known.insert(octets.into(), charset);
        }
        charset
    }
}
