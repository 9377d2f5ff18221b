//! Encoding UTF-7 (RFC 2152) in its shortest legal form.
//!
//! Whatever is not written directly stands in a shifted sequence, and a directly written character between two
//! of them may go in with them: `éaé` is shorter in one sequence than in two. Which way is shortest is decided
//! exactly, by a minimum over four states for each character: direct, or shifted with 0, 2 or 4 bits of the
//! last symbol still free. Two characters are never shifted when they may be direct: blanks and punctuation,
//! which end a sequence for nothing, so no gain is left in shifting them; and three or more of the base64
//! alphabet in a row. The `-` that ends a sequence is written only before a character that would be read as
//! part of it. A sequence never reaches across a line end (rule 2). Linear time; a quarter octet of memory for
//! each state and character of the longest stretch without a blank.

use super::modified_base64::{Symbols, UTF7};
use super::utf7_class::{Class, Classes, Form, SetO, class};
use super::utf7_cost::{DIRECT, START, leave, pack, shift, unpack};
use std::borrow::Cow;

/// Text to UTF-7 (RFC 2152), the shortest there is.
///
/// ```
/// use mailutf::charset::utf7::{Encoder, SetO};
/// assert_eq!(&*Encoder::new().encode("Hi Mom -☺-!"), b"Hi Mom -+JjoALQAh");
/// assert_eq!(&*Encoder::new().set_o(SetO::Direct).encode("Hi Mom -☺-!"), b"Hi Mom -+Jjo--!");
/// assert_eq!(&*Encoder::new().header().encode("Re: ☺"), b"Re+ADo +Jjo-");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Encoder {
    set_o: SetO,
    form: Form,
    pub(super) separators: bool,
    explicit: bool,
}

impl Encoder {
    /// An encoder for bodies that writes Set D and rule 3 directly and shifts all else.
    pub fn new() -> Self {
        Self::default()
    }

    /// What becomes of Set O.
    pub fn set_o(self, set_o: SetO) -> Self {
        Self { set_o, ..self }
    }

    /// The form for the text of an encoded word: direct is only what RFC 2047 section 5 (3) takes in a phrase
    /// without escape, letters, digits, `-`, `/` (and the space, which is to be written `_`), so that no octet
    /// needs an `=XX`; and a shifted sequence at the end is closed, as each word is a text by itself.
    pub fn header(self) -> Self {
        self.with(Form::Word)
    }

    pub(super) fn with(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// Writes U+2028 LINE SEPARATOR and U+2029 PARAGRAPH SEPARATOR as CRLF, as RFC 2152 advises for mail. The
    /// text that is read back has line ends in their place.
    pub fn separators_as_line_ends(self) -> Self {
        Self { separators: true, ..self }
    }

    /// Ends a shifted sequence with `-` where it need not be, too: before a character of Set O, a line end and
    /// the end of the text. So do the examples of RFC 2152, which has it that this "can also enhance
    /// readability", and there are decoders that forget a sequence left open at the end.
    ///
    /// ```
    /// use mailutf::charset::utf7::{Encoder, SetO};
    /// let encoder = Encoder::new().set_o(SetO::Direct).explicit_ends();
    /// assert_eq!(&*encoder.encode("Hi Mom ☺!\n日本語\n"), b"Hi Mom +Jjo-!\n+ZeVnLIqe-\n");
    /// ```
    pub fn explicit_ends(self) -> Self {
        Self { explicit: true, ..self }
    }

    /// The UTF-7 of `text`; borrowed where that is `text`. Linear time.
    pub fn encode(self, text: &str) -> Cow<'_, [u8]> {
        let classes = self.classes();
        if direct(text, classes) == text.len() {
            return Cow::Borrowed(text.as_bytes());
        }
        let octets = Vec::with_capacity(text.len() + text.len() / 2);
        let mut writer = Writer { classes, close: self.closes(), octets, states: Vec::new() };
        let separators = if self.separators { &['\u{2028}', '\u{2029}'][..] } else { &[] };
        for (index, lines) in text.split(separators).enumerate() {
            writer.octets.extend_from_slice(if index > 0 { b"\r\n" } else { b"" });
            if self.explicit && self.form == Form::Body {
                lines.split_inclusive(['\r', '\n']).for_each(|line| writer.write_line(line));
            } else {
                writer.write(lines);
            }
        }
        Cow::Owned(writer.octets)
    }

    /// Whether a shifted sequence at the end of the text is closed: each encoded word is a text by itself.
    pub(super) fn closes(self) -> bool {
        self.explicit || self.form == Form::Word
    }

    pub(super) fn classes(self) -> &'static Classes {
        self.form.classes(self.set_o, self.explicit)
    }
}

/// How many octets at the start of `text` are written as they are.
fn direct(text: &str, classes: &Classes) -> usize {
    let is_direct = |octet| matches!(class(octet, classes), Class::Plain | Class::Symbol);
    text.bytes().position(|octet| !is_direct(octet)).unwrap_or(text.len())
}

/// A piece of a stretch that may be one shifted sequence.
#[derive(Clone, Copy, Debug)]
enum Piece<'a> {
    /// Must be shifted.
    Shifted(&'a str),
    /// A character that may be shifted too; this is how it is written directly.
    Either(&'a str, &'a str),
}

/// The pieces up to the next character that ends a shifted sequence for nothing, or through the third in a
/// row that may be either.
#[derive(Clone)]
struct Pieces<'a> {
    rest: &'a str,
    classes: &'static Classes,
    /// How many characters in a row may be either and are one octet when direct.
    symbols: usize,
}

/// So many characters of the base64 alphabet in a row are never worth shifting: three take eight symbols at
/// least, and five octets with the `-` and `+` around them, while no phase is worth more than one symbol.
const ALWAYS_DIRECT: usize = 3;

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let first = class(*self.rest.as_bytes().first()?, self.classes);
        if self.symbols == ALWAYS_DIRECT || first == Class::Plain {
            return None;
        }
        self.symbols = if first == Class::Symbol { self.symbols + 1 } else { 0 };
        let length = match first {
            Class::Shifted => {
                self.rest.bytes().position(|octet| class(octet, self.classes) != Class::Shifted)
            }
            _ => Some(1),
        };
        let (piece, rest) = self.rest.split_at_checked(length.unwrap_or(self.rest.len()))?;
        self.rest = rest;
        Some(match first {
            Class::Shifted => Piece::Shifted(piece),
            Class::Plus => Piece::Either(piece, "+-"),
            Class::Symbol | Class::Plain => Piece::Either(piece, piece),
        })
    }
}

struct Writer {
    classes: &'static Classes,
    /// A shifted sequence at the end of the text is closed.
    close: bool,
    octets: Vec<u8>,
    /// For each piece of a stretch the states before, then the state after.
    states: Vec<u8>,
}

impl Writer {
    /// Writes a text that ends with a CR or LF or with neither.
    fn write_line(&mut self, line: &str) {
        let bare = line.strip_suffix(['\r', '\n']).unwrap_or(line);
        self.write(bare);
        self.octets.extend_from_slice(line.get(bare.len()..).unwrap_or_default().as_bytes());
    }

    fn write(&mut self, mut text: &str) {
        while let Some((plain, rest)) = text.split_at_checked(direct(text, self.classes)) {
            self.octets.extend_from_slice(plain.as_bytes());
            text = match rest.strip_prefix('+') {
                Some(rest) => {
                    self.octets.extend_from_slice(b"+-");
                    rest
                }
                None if rest.is_empty() => return,
                None => self.stretch(rest),
            };
        }
    }

    /// Writes a stretch that begins with what must be shifted, the shortest way; what is left of `text`.
    ///
    /// It begins direct: a character before it that may be either is never worth a shifted sequence of its own.
    fn stretch<'a>(&mut self, text: &'a str) -> &'a str {
        if let Some((shifted, rest, dash)) = self.simple(text) {
            let mut symbols = Symbols::new(&UTF7);
            self.octets.push(b'+');
            symbols.write(shifted, &mut self.octets);
            symbols.finish(&mut self.octets);
            self.octets.extend(dash.then_some(b'-'));
            return rest;
        }
        let mut pieces = Pieces { rest: text, classes: self.classes, symbols: 0 };
        let again = pieces.clone();
        let mut costs = START;
        self.states.clear();
        for piece in pieces.by_ref() {
            costs = match piece {
                Piece::Shifted(text) => shift(costs, text.encode_utf16().count()),
                Piece::Either(_, direct) => {
                    let [_, zero, one, two] = shift(costs, 1);
                    let (cost, before) = leave(costs, 1);
                    [(cost + direct.len(), before), zero, one, two]
                }
            };
            self.states.push(pack(costs));
        }
        let close = self.close && pieces.rest.is_empty();
        let mut state = match pieces.symbols {
            ALWAYS_DIRECT => DIRECT,
            _ => leave(costs, usize::from(close)).1,
        };
        for states in self.states.iter_mut().rev() {
            (*states, state) = (state, unpack(*states, state));
        }
        self.emit(again, close);
        pieces.rest
    }

    /// What must be shifted, what is left of `text`, and whether a `-` stands between, where nothing after it can
    /// be worth going on for: neither must be shifted, nor is `+`, up to a character that ends the sequence for
    /// nothing or the third of the base64 alphabet.
    fn simple<'a>(&self, text: &'a str) -> Option<(&'a str, &'a str, bool)> {
        let is_shifted = |octet| class(octet, self.classes) == Class::Shifted;
        let length = text.bytes().position(|octet| !is_shifted(octet)).unwrap_or(text.len());
        let (shifted, rest) = text.split_at_checked(length)?;
        let after = || rest.bytes().take(ALWAYS_DIRECT).map(|octet| class(octet, self.classes));
        match after().find(|class| *class != Class::Symbol) {
            Some(Class::Shifted | Class::Plus) => None,
            _ => Some((shifted, rest, after().next().map_or(self.close, |class| class == Class::Symbol))),
        }
    }

    /// Writes the pieces by the states after each.
    fn emit(&mut self, pieces: Pieces<'_>, close: bool) {
        let mut symbols = Symbols::new(&UTF7);
        let mut shifted = false;
        for (piece, &state) in pieces.zip(&self.states) {
            match piece {
                Piece::Either(_, direct) if state == DIRECT => {
                    if shifted {
                        symbols.finish(&mut self.octets);
                        self.octets.push(b'-');
                    }
                    self.octets.extend_from_slice(direct.as_bytes());
                }
                Piece::Shifted(text) | Piece::Either(text, _) => {
                    if !shifted {
                        self.octets.push(b'+');
                    }
                    symbols.write(text, &mut self.octets);
                }
            }
            shifted = state != DIRECT;
        }
        if shifted {
            symbols.finish(&mut self.octets);
            self.octets.extend(close.then_some(b'-'));
        }
    }
}
