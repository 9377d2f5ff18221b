//! Encodes UTF-7 (RFC 2152) in its shortest legal form.
//!
//! A character that can be *direct*, that is, written as itself, can also be part of a shifted sequence, and then
//! the text is sometimes shorter: `éaé` is shorter as one sequence than as two. The shortest form is found exactly,
//! by the [`Costs`] of the states after each character.
//!
//! Two kinds of direct characters are never shifted, because shifting them cannot save an octet. The first kind is
//! blanks and punctuation, which end a sequence without a `-`. The second kind is three or more characters of the
//! base64 alphabet in a row.
//!
//! The `-` that ends a sequence is written only before a character that would otherwise be read as part of the
//! sequence. A sequence never crosses a line end (rule 2).
//!
//! A *stretch* is text between two positions at which every shortest form is outside shifted sequences. A stretch
//! longer than [`LIMIT`] is cut at this length, and the sequence is left open. The cut can cost one octet. Linear
//! time; one octet of memory for each [`Piece`] of a stretch.

use super::base64::Symbols;
use super::classes::{Class, Classes, class};
use super::costs::{Costs, DIRECT, State};
use super::passages;

/// Packs four states into an octet, in two bits each. The index in `states` is the state of the encoder after a piece
/// of text. The element is the state before the piece from which the encoder best reaches the state after it.
fn pack(states: [State; 4]) -> u8 {
    states.into_iter().rev().fold(0, |packed, before| packed << 2 | before)
}

fn unpack(packed: u8, state: State) -> State {
    packed >> (2 * state) & 3
}

/// The maximum length in octets of text whose shortest form is computed in one step.
pub(super) const LIMIT: usize = 16 << 10;

/// The number of octets at the start of `text` that are written directly.
pub(super) fn direct(text: &[u8], classes: &Classes) -> usize {
    let is_direct = |octet: &u8| matches!(class(*octet, classes), Class::Plain | Class::Symbol);
    // Eight octets are tested without an early exit. This halves the time of the loop.
    let all_direct = |eight: &&[u8; 8]| eight.iter().fold(true, |direct, octet| direct & is_direct(octet));
    let whole = 8 * text.as_chunks().0.iter().take_while(all_direct).count();
    let rest = text.get(whole..).unwrap_or_default();
    whole + rest.iter().take_while(|octet| is_direct(octet)).count()
}

/// The number of octets at the start of `text` that must be shifted.
fn shifted(text: &[u8], classes: &Classes) -> usize {
    let mut length = 0;
    loop {
        let rest = text.get(length..).unwrap_or_default();
        length += non_ascii(rest);
        match text.get(length) {
            Some(octet) if class(*octet, classes) == Class::Shifted => length += 1,
            _ => return length,
        }
    }
}

/// The number of octets at the start of `text` that are not US-ASCII.
fn non_ascii(text: &[u8]) -> usize {
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    let mut length = 0;
    while let Some(eight) = text.get(length..).and_then(<[u8]>::first_chunk) {
        let ascii = !u64::from_le_bytes(*eight) & HIGH;
        if ascii != 0 {
            return length + ascii.trailing_zeros() as usize / 8;
        }
        length += 8;
    }
    let rest = text.get(length..).unwrap_or_default();
    length + rest.iter().take_while(|octet| !octet.is_ascii()).count()
}

/// The start of `text` whose shortest form is computed in one step. It has at most [`LIMIT`] octets.
pub(super) fn head(text: &str) -> &str {
    (LIMIT.saturating_sub(3)..=LIMIT).rev().find_map(|end| text.get(..end)).unwrap_or(text)
}

/// A piece of a stretch.
#[derive(Clone, Copy, Debug)]
enum Piece<'a> {
    /// Characters that must be shifted.
    Shifted(&'a str),
    /// A character that can be direct or shifted, and its direct form.
    Either(&'a str, &'a str),
}

/// An iterator over the pieces of one stretch of text. The iterator ends before a character that ends a shifted
/// sequence without a `-`, or after [`ALWAYS_DIRECT`] characters of the base64 alphabet in a row.
#[derive(Clone)]
struct Pieces<'a> {
    rest: &'a str,
    classes: &'static Classes,
    /// The number of characters of the base64 alphabet in a row directly before `rest`.
    symbols: usize,
}

/// If at least this many characters of the base64 alphabet stand in a row, then shifting them is never shorter.
/// Three characters take eight symbols if they are shifted, and the free bits of the last symbol can save at most
/// one octet. They take five octets if they are direct, including the `-` before them and the `+` after them.
pub(super) const ALWAYS_DIRECT: usize = 3;

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

/// Encodes sections of text, one after the other.
pub(super) struct Writer {
    pub(super) classes: &'static Classes,
    /// Whether a `-` ends a shifted sequence at the end of a section.
    close: bool,
    /// The state of the encoder before the next stretch. It is [`DIRECT`], unless the last stretch was cut at [`LIMIT`]
    /// within a shifted sequence.
    state: State,
    symbols: Symbols<false>,
    /// One octet for each piece of a stretch. While the costs are computed, the octet tells from which state before
    /// the piece the encoder best reaches each state after the piece ([`pack`]). Then the states are chosen, from the
    /// end of the stretch to its start, and the octet becomes the state that was chosen after the piece.
    states: Vec<u8>,
}

/// How a stretch ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The stretch ends at a character that is always direct.
    Decided,
    /// The stretch ends at the end of the section.
    Section,
    /// The stretch is cut at [`LIMIT`].
    Cut,
}

impl Writer {
    pub(super) fn new(classes: &'static Classes, close: bool) -> Self {
        Self { classes, close, state: DIRECT, symbols: Symbols::new(), states: Vec::new() }
    }

    /// Encodes the next text of a section. Returns the number of octets of the text that were encoded. If the
    /// section ends with this text (`last`), all octets are encoded. Otherwise a stretch at the end is left over,
    /// because further text can continue the stretch.
    pub(super) fn write(&mut self, text: &str, last: bool, octets: &mut Vec<u8>) -> usize {
        let mut rest = text;
        loop {
            rest = self.regular(rest, last, octets);
            if self.state == DIRECT {
                let (plain, shifted) =
                    rest.split_at_checked(direct(rest.as_bytes(), self.classes)).unwrap_or((rest, ""));
                octets.extend_from_slice(plain.as_bytes());
                rest = shifted;
                if let Some(after) = rest.strip_prefix('+') {
                    octets.extend_from_slice(b"+-");
                    rest = after;
                    continue;
                }
                if rest.is_empty() {
                    break;
                }
            }
            match self.stretch(rest, last, octets) {
                Some(after) => rest = after,
                None => break,
            }
        }
        text.len() - rest.len()
    }

    /// Encodes text with a [kernel](crate::kernels). Where the kernel stops, [`stretch`](Self::stretch) encodes one
    /// stretch, and the kernel goes on after it. Returns the text that is left.
    fn regular<'t>(&mut self, text: &'t str, last: bool, octets: &mut Vec<u8>) -> &'t str {
        if self.state != DIRECT {
            return text;
        }
        passages::encode::<false>(&self.classes.direct, text, octets, |open, octets| {
            let after = self.stretch(open, last, octets).ok_or(open)?;
            if self.state == DIRECT { Ok(after) } else { Err(after) }
        })
    }

    /// Encodes the stretch at the start of `text` in its shortest form. Returns the text after the stretch, or
    /// `None` if further text can continue the stretch.
    ///
    /// A stretch begins with a character that must be shifted, because shifting a direct character before it never
    /// makes the text shorter. After a cut, a stretch begins within a shifted sequence.
    fn stretch<'t>(&mut self, text: &'t str, last: bool, octets: &mut Vec<u8>) -> Option<&'t str> {
        if let Some((shifted, rest, dash)) = self.simple(text, last) {
            octets.push(b'+');
            let mut symbols = Symbols::<false>::new();
            symbols.write(shifted, octets);
            symbols.finish(octets);
            octets.extend(dash.then_some(b'-'));
            return Some(rest);
        }
        let head = head(text);
        let mut pieces = Pieces { rest: head, classes: self.classes, symbols: 0 };
        let again = pieces.clone();
        let mut costs = Costs::start(self.state);
        self.states.clear();
        for piece in pieces.by_ref() {
            let (after, before) = match piece {
                Piece::Shifted(text) => {
                    let units = text.encode_utf16().count();
                    (costs.shift(units), costs.before_shift(units))
                }
                Piece::Either(_, direct) => {
                    let [_, zero, one, two] = costs.before_shift(1);
                    (costs.either(1, direct.len()), [costs.before_leave(1), zero, one, two])
                }
            };
            costs = after;
            self.states.push(pack(before));
        }
        let end = match () {
            () if pieces.symbols == ALWAYS_DIRECT || !pieces.rest.is_empty() => End::Decided,
            () if head.len() < text.len() => End::Cut,
            () if last => End::Section,
            () => return None,
        };
        let mut state = match end {
            End::Decided if pieces.symbols == ALWAYS_DIRECT => DIRECT,
            End::Decided => costs.before_leave(0),
            End::Section => costs.before_leave(usize::from(self.close)),
            End::Cut => costs.leave_open(),
        };
        for states in self.states.iter_mut().rev() {
            (*states, state) = (state, unpack(*states, state));
        }
        self.emit(again, end, octets);
        text.get(head.len() - pieces.rest.len()..)
    }

    /// Returns the parts of a simple stretch, which is the most frequent kind. The parts are the characters that
    /// must be shifted, the text after them, and whether a `-` stands between.
    ///
    /// A stretch is simple if its shifted sequence certainly ends after the characters that must be shifted. This
    /// is certain if only characters of the base64 alphabet follow, up to a character that ends a sequence without
    /// a `-`, up to the third character of the base64 alphabet, or up to the end of the section.
    fn simple<'t>(&self, text: &'t str, last: bool) -> Option<(&'t str, &'t str, bool)> {
        let head = text.as_bytes().get(..LIMIT).unwrap_or(text.as_bytes());
        let length = shifted(head, self.classes);
        let after = head.get(length..)?;
        let is_symbol = |octet: &&u8| class(**octet, self.classes) == Class::Symbol;
        let symbols = after.iter().take(ALWAYS_DIRECT).take_while(is_symbol).count();
        let decided = symbols == ALWAYS_DIRECT
            || match after.get(symbols) {
                Some(octet) => class(*octet, self.classes) == Class::Plain,
                None => last && head.len() == text.len(),
            };
        let (shifted, rest) = text.split_at_checked(length).filter(|_| decided && self.state == DIRECT)?;
        Some((shifted, rest, if rest.is_empty() { self.close } else { symbols > 0 }))
    }

    /// Writes the pieces of a stretch. `self.states` has the state of the encoder after each piece.
    fn emit(&mut self, pieces: Pieces<'_>, end: End, octets: &mut Vec<u8>) {
        let mut before = self.state;
        for (piece, &state) in pieces.zip(&self.states) {
            match piece {
                Piece::Either(_, direct) if state == DIRECT => {
                    if before != DIRECT {
                        self.symbols.finish(octets);
                        octets.push(b'-');
                    }
                    octets.extend_from_slice(direct.as_bytes());
                }
                Piece::Shifted(text) | Piece::Either(text, _) => {
                    octets.extend((before == DIRECT).then_some(b'+'));
                    self.symbols.write(text, octets);
                }
            }
            before = state;
        }
        if end == End::Cut {
            self.state = before;
        } else {
            if before != DIRECT {
                self.symbols.finish(octets);
                octets.extend((self.close && end == End::Section).then_some(b'-'));
            }
            self.state = DIRECT;
        }
    }
}
