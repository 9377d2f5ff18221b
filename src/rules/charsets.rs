//! The charsets that a rule names. If a rule names several charsets, each text is read in one of them: the charset
//! in which its letters are likeliest.

use crate::charset::Charset;
use crate::charset::detect::likeliest_of;

/// At least one charset, without repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Charsets(Vec<Charset>);

impl Charsets {
    /// Returns `None` if `charsets` is empty.
    pub(super) fn new(charsets: Vec<Charset>) -> Option<Self> {
        (!charsets.is_empty()).then_some(Self(charsets))
    }

    pub(super) fn one(charset: Charset) -> Self {
        Self(vec![charset])
    }

    /// The charset, if there is only one.
    pub(crate) fn only(&self) -> Option<Charset> {
        match *self.0.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Returns the charset of `octets`. Returns `None` if there are several charsets and the letters of the text do
    /// not show which of them is right. If `octets` are the same text in all of the charsets, returns any one of
    /// them. Takes linear time.
    pub(crate) fn of(&self, octets: &[u8]) -> Option<Charset> {
        self.only().or_else(|| likeliest_of(octets, &self.0))
    }
}
