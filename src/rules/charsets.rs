//! The charsets that a rule names: one, or several. If there are several, each text is in one of them, and its letters
//! show in which.

use crate::charset::Charset;
use crate::charset::detect::likeliest_of;

/// At least one charset, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Charsets(Vec<Charset>);

impl Charsets {
    /// `None` if `charsets` is empty.
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

    /// The charset of `octets`; `None` if there are several charsets and the letters do not show which is right. If
    /// `octets` are the same text in all of the charsets, returns any one of them. Linear time.
    pub(crate) fn of(&self, octets: &[u8]) -> Option<Charset> {
        self.only().or_else(|| likeliest_of(octets, &self.0))
    }
}
