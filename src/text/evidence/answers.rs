//! What the model of languages has answered about the short texts of a message. A question about one octet costs as much as
//! decoding thousands, and one name may stand in thousands of fields, so that each text is asked about once.

use crate::charset::Charset;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The most octets of a text that is kept, and the most texts. They bound the memory; all others are asked about again.
const OCTETS: usize = 64;
const TEXTS: usize = 4096;

/// The answers about texts, with the same prior knowledge about each. A copy starts without any.
#[derive(Debug, Default)]
pub(crate) struct Answers(Mutex<HashMap<Box<[u8]>, Option<Charset>>>);

impl Clone for Answers {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Answers {
    /// The charset that the letters of `octets` show: what `ask` answers, or has answered before.
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
