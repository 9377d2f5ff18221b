//! A cache of the charsets that the model of languages finds for the short texts of a message. One question to the
//! model costs as much as decoding thousands of octets, even if the text is a single octet. The same name can occur
//! in thousands of fields. So the model is asked only once about each text.

use crate::charset::Charset;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The maximum length, in octets, of a text whose answer is kept, and the maximum number of such texts. These limits
/// bound the memory. For any other text, the model is asked each time.
const OCTETS: usize = 64;
const TEXTS: usize = 4096;

/// Texts, each with the charset that the model has found for it, if any. The model must be asked with the same
/// prior knowledge about all texts of one cache. A clone of the cache starts empty.
#[derive(Debug, Default)]
pub(crate) struct Answers(Mutex<HashMap<Box<[u8]>, Option<Charset>>>);

impl Clone for Answers {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Answers {
    /// Returns the charset that the letters of `octets` show. Calls `ask`, which asks the model, unless the answer
    /// about the same octets is in the cache.
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
