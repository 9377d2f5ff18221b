//! What UTF-7 writes directly (RFC 2152 rules 1 and 3): Sets D and O, blanks and line ends, and what of them an
//! encoded word takes without escape (RFC 2047 section 5).

/// What becomes of the characters of Set O, `!"#$%&*;<=>@[]^_'{|}` with a grave accent for the apostrophe,
/// which RFC 2152 rule 1 leaves to the encoder: "many of these characters are illegal in header fields, or may
/// not pass correctly through some mail gateways".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SetO {
    /// Shifted everywhere.
    #[default]
    Encode,
    /// Direct in bodies, shifted in header fields.
    DirectInBodies,
    /// Direct everywhere; in header fields, those that an encoded word takes in a phrase, `!` and `*`.
    Direct,
}

/// How a US-ASCII character is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Directly, and after a shifted sequence without a `-` before it.
    Plain,
    /// Directly; after a shifted sequence only with a `-` before it.
    Symbol,
    /// As `+-`.
    Plus,
    /// In a shifted sequence.
    Shifted,
}

pub(super) type Classes = [Class; 128];

/// What the text is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// The body of a message, line ends and all.
    #[default]
    Body,
    /// One line of it: a CR in it is no line end.
    Line,
    /// An encoded word.
    Word,
}

/// Sets D and O and rule 3 in bodies; in header fields what RFC 2047 section 5 (3) takes in a phrase, and the
/// space, which is `_` there. Where ends are `explicit`, a `-` stands between a shifted sequence and Set O.
#[expect(clippy::indexing_slicing, reason = "the loop ends at 128, and it runs when compiled")]
const fn classes(set_o: SetO, form: Form, explicit: bool) -> Classes {
    let word = matches!(form, Form::Word);
    let mut classes = [Class::Shifted; 128];
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
    classes
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

pub(super) fn class(octet: u8, classes: &Classes) -> Class {
    classes.get(usize::from(octet)).copied().unwrap_or(Class::Shifted)
}
