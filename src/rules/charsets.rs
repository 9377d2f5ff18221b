//! The charsets that a rule names. If a rule names several charsets, each text is read in one of them: the charset
//! in which its letters are likeliest. A text whose letters show yet another charset is read in none of them.

use crate::charset::Charset;
use crate::charset::detect::{likelier_than, likeliest_of, needs_model};

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

    /// Returns the charset of `octets`. Returns `None` if there are several charsets and the letters of the text do not
    /// show which of them is right, or show that none is: in another charset, they are so much likelier that a label
    /// would be doubtful. If `octets` are the same text in all of the charsets, returns any one of them. Takes linear
    /// time.
    pub(crate) fn of(&self, octets: &[u8]) -> Option<Charset> {
        if let Some(only) = self.only() {
            return Some(only);
        }
        let likeliest = likeliest_of(octets, &self.0)?;
        let other = if needs_model(octets) { likelier_than(octets, likeliest) } else { None };
        other.is_none_or(|other| self.0.contains(&other.charset)).then_some(likeliest)
    }
}
