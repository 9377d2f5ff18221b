//! Says which characters UTF-7 writes directly (RFC 2152 rules 1 and 3): Sets D and O, blanks and line ends. Also
//! says which of these characters an encoded word allows without an escape (RFC 2047 section 5).

use crate::kernels::to_utf7::{AsciiSet, Direct};

/// How an encoder writes the characters of Set O, which are ``!"#$%&*;<=>@[]^_`{|}``. RFC 2152 rule 1 leaves this
/// choice to the encoder, because "many of these characters are illegal in header fields, or may not pass correctly
/// through some mail gateways".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SetO {
    /// The characters of Set O are shifted everywhere, that is, written in shifted sequences.
    #[default]
    Encode,
    /// In bodies, the characters of Set O are direct, that is, written as themselves. In header fields,
    /// they are shifted.
    DirectInBodies,
    /// In bodies, all characters of Set O are direct. In header fields, only `!` and `*` are direct, because an
    /// encoded word in a phrase allows these two.
    Direct,
}

/// How a character is written. The class depends only on the first octet of the character in UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// The character is written directly, and ends a shifted sequence without a `-`.
    Plain,
    /// The character is written directly, but needs a `-` before it if a shifted sequence precedes it.
    Symbol,
    /// The character is a plus sign, which is written as `+-`.
    Plus,
    /// The character is written in a shifted sequence.
    Shifted,
}

/// The class of each octet. Octets above 127 are shifted.
#[derive(Debug)]
pub(super) struct Classes {
    each: [Class; 256],
    /// The characters that are written directly: those of [`Class::Plain`] and those of [`Class::Symbol`], each as
    /// a set in the form that the [kernel](crate::kernels) needs.
    pub(super) direct: Direct,
}

/// The place where the encoded text is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// The body of a message, including line ends.
    #[default]
    Body,
    /// One line of a body. A CR or LF in the text is not a line end.
    Line,
    /// An encoded word.
    Word,
}

/// The class of each US-ASCII character. In bodies, the characters that RFC 2152 allows can be direct: Set D,
/// Set O, blanks and line ends. In encoded words, only the characters that RFC 2047 section 5 (3) allows in a
/// phrase can be direct, and the space, which is written as `_`. With `explicit`, a `-` separates a shifted
/// sequence from a following character of Set O.
#[expect(clippy::indexing_slicing, reason = "the loop ends at 128, and it runs at compile time")]
const fn classes(set_o: SetO, form: Form, explicit: bool) -> Classes {
    let word = matches!(form, Form::Word);
    let mut classes = [Class::Shifted; 256];
    let mut octet = 0;
    while octet < 128 {
        classes[octet as usize] = match octet {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' => Class::Symbol,
            b'+' => Class::Plus,
            b' ' => Class::Plain,
            b'!' | b'*' if word && matches!(set_o, SetO::Direct) => Class::Plain,
            _ if word => Class::Shifted,
            b'\r' | b'\n' if matches!(form, Form::Line) => Class::Shifted,
            b'\t' | b'\r' | b'\n' | b'\'' | b'(' | b')' | b',' | b'.' | b':' | b'?' => Class::Plain,
            b'\\' | b'~' | 0..=0x1F | 0x7F => Class::Shifted,
            _ if matches!(set_o, SetO::Encode) => Class::Shifted,
            _ if explicit => Class::Symbol,
            _ => Class::Plain,
        };
        octet += 1;
    }
    Classes {
        each: classes,
        direct: Direct { plain: set(&classes, Class::Plain), symbols: set(&classes, Class::Symbol) },
    }
}

/// The set of the octets that have `class`.
#[expect(clippy::indexing_slicing, reason = "the loop ends at 128, and it runs at compile time")]
const fn set(classes: &[Class; 256], class: Class) -> AsciiSet {
    let (mut set, mut octet) = ([0; 16], 0);
    while octet < 128 {
        set[octet % 16] |= ((classes[octet] as u8 == class as u8) as u8) << (octet / 16);
        octet += 1;
    }
    set
}

static BODY: Classes = classes(SetO::Encode, Form::Body, false);
static BODY_SET_O: Classes = classes(SetO::Direct, Form::Body, false);
static BODY_SET_O_EXPLICIT: Classes = classes(SetO::Direct, Form::Body, true);
static LINE: Classes = classes(SetO::Encode, Form::Line, false);
static LINE_SET_O: Classes = classes(SetO::Direct, Form::Line, false);
static LINE_SET_O_EXPLICIT: Classes = classes(SetO::Direct, Form::Line, true);
static WORD: Classes = classes(SetO::Encode, Form::Word, false);
static WORD_SET_O: Classes = classes(SetO::Direct, Form::Word, false);

impl Form {
    pub(super) fn classes(self, set_o: SetO, explicit: bool) -> &'static Classes {
        match (self, set_o) {
            (Self::Body, SetO::Encode) => &BODY,
            (Self::Body, SetO::DirectInBodies | SetO::Direct) if explicit => &BODY_SET_O_EXPLICIT,
            (Self::Body, SetO::DirectInBodies | SetO::Direct) => &BODY_SET_O,
            (Self::Line, SetO::Encode) => &LINE,
            (Self::Line, SetO::DirectInBodies | SetO::Direct) if explicit => &LINE_SET_O_EXPLICIT,
            (Self::Line, SetO::DirectInBodies | SetO::Direct) => &LINE_SET_O,
            (Self::Word, SetO::Encode | SetO::DirectInBodies) => &WORD,
            (Self::Word, SetO::Direct) => &WORD_SET_O,
        }
    }
}

#[expect(clippy::indexing_slicing, reason = "an octet indexes 256 entries")]
#[inline]
pub(super) fn class(octet: u8, classes: &Classes) -> Class {
    classes.each[usize::from(octet)]
}
