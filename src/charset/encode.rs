//! Encoding: text to octets.

use super::identity::Charset;
use std::fmt;

/// A character that the charset does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unencodable {
    /// Offset of the character in the text, in octets of its UTF-8.
    pub offset: usize,
    /// The character.
    pub character: char,
    /// The charset that lacks it.
    pub charset: Charset,
}

impl fmt::Display for Unencodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, character, charset } = self;
        write!(f, "{charset} has no U+{:04X}, at octet {offset}", u32::from(*character))
    }
}

impl std::error::Error for Unencodable {}
