//! Writing UTF-7 (RFC 2152) in its shortest legal form.
//!
//! Whatever is not written directly stands in a shifted sequence, and a directly written character between two
//! of them may go in with them: `éaé` is shorter in one sequence than in two. Which way is shortest is decided
//! exactly, by a minimum over four states for each character: direct, or shifted with 0, 2 or 4 bits of the
//! last symbol still free. Two characters are never shifted when they may be direct: blanks and punctuation,
//! which end a sequence for nothing, so no gain is left in shifting them; and three or more of the base64
//! alphabet in a row. The `-` that ends a sequence is written only before a character that would be read as
//! part of it. A sequence never reaches across a line end (rule 2).
//!
//! A shifted sequence of n UTF-16 units has ceil(8n / 3) symbols, so what a further unit takes depends on their
//! number modulo 3 alone.
//!
//! What lies between two places where nothing is left to decide is a *stretch*. One that is longer than [`LIMIT`]
//! is decided that far, and the sequence goes on: that may be an octet too many. Linear time; a quarter octet of
//! memory for each state and character of a stretch.

use super::base64::{Symbols, UTF7};
use super::classes::{Class, Classes, class};

/// Where the encoder stands: direct, or in a shifted sequence whose number of units is 0, 1 or 2 modulo 3.
type State = u8;
pub(super) const DIRECT: State = 0;

/// For each state the octets of the shortest way to it, and the state before.
pub(super) type Costs = [(usize, State); 4];
const NEVER: usize = usize::MAX / 2;

/// The costs of standing in `state`.
pub(super) fn start(state: State) -> Costs {
    let mut costs = [(NEVER, DIRECT); 4];
    if let Some(cost) = costs.get_mut(usize::from(state)) {
        cost.0 = 0;
    }
    costs
}

/// The costs after so many further units in a shifted sequence, which is entered by a `+` if need be.
pub(super) fn shift(costs: Costs, units: usize) -> Costs {
    let [direct, zero, one, two] = costs.map(|(cost, _)| cost);
    let symbols = |units: usize| (8 * units).div_ceil(3);
    let add = |cost: usize, phase| cost + symbols(phase + units) - symbols(phase);
    // Of two ways equally short, the one that is direct for longer.
    let entered = if direct < zero { (add(direct + 1, 0), DIRECT) } else { (add(zero, 0), 1) };
    let (one, two) = ((add(one, 1), 2), (add(two, 2), 3));
    let never = (NEVER, DIRECT);
    match units % 3 {
        0 => [never, entered, one, two],
        1 => [never, two, entered, one],
        _ => [never, one, two, entered],
    }
}

/// The cost and state before of being direct, `close` octets being what it takes to leave a shifted sequence.
pub(super) fn leave(costs: Costs, close: usize) -> (usize, State) {
    let [direct, zero, one, two] = costs.map(|(cost, _)| cost);
    let shifted = [(zero + close, 1), (one + close, 2), (two + close, 3)];
    shifted.into_iter().fold((direct, DIRECT), |best, way| if way.0 < best.0 { way } else { best })
}

/// The state to stand in where it is not known what follows: of those equally cheap the one with most bits free.
fn leave_open(costs: Costs) -> State {
    let [direct, zero, one, two] = costs.map(|(cost, _)| cost);
    let others = [(one, 2), (zero, 1), (direct, DIRECT)];
    others.into_iter().fold((two, 3), |best, way| if way.0 < best.0 { way } else { best }).1
}

/// Two bits for each state before.
fn pack(costs: Costs) -> u8 {
    costs.into_iter().rev().fold(0, |packed, (_, before)| packed << 2 | before)
}

fn unpack(packed: u8, state: State) -> State {
    packed >> (2 * state) & 3
}

/// Octets of text that are decided about at once, at most.
pub(super) const LIMIT: usize = 16 << 10;

/// How many octets at the start of `text` are written as they are.
pub(super) fn direct(text: &str, classes: &Classes) -> usize {
    let is_direct = |octet| matches!(class(octet, classes), Class::Plain | Class::Symbol);
    text.bytes().position(|octet| !is_direct(octet)).unwrap_or(text.len())
}

/// As much of `text` as is decided about at once.
pub(super) fn head(text: &str) -> &str {
    (LIMIT.saturating_sub(3)..=LIMIT).rev().find_map(|end| text.get(..end)).unwrap_or(text)
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

/// Writes sections of text, one after the other.
pub(super) struct Writer {
    pub(super) classes: &'static Classes,
    /// A shifted sequence at the end of a section is closed.
    close: bool,
    /// Where it stands: in a shifted sequence behind a stretch that was cut.
    state: State,
    symbols: Symbols,
    /// For each piece of a stretch the states before, then the state after.
    states: Vec<u8>,
}

/// How a stretch ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// Where nothing is left to decide.
    Decided,
    /// With the section.
    Section,
    /// Beyond what is decided about at once.
    Cut,
}

impl Writer {
    pub(super) fn new(classes: &'static Classes, close: bool) -> Self {
        Self { classes, close, state: DIRECT, symbols: Symbols::new(&UTF7), states: Vec::new() }
    }

    /// Writes the next text of a section; how many octets of it. All, if it is the `last` of its section; else not
    /// a stretch at its end that more text may go on with.
    pub(super) fn write(&mut self, text: &str, last: bool, octets: &mut Vec<u8>) -> usize {
        let mut rest = text;
        loop {
            if self.state == DIRECT {
                let (plain, shifted) =
                    rest.split_at_checked(direct(rest, self.classes)).unwrap_or((rest, ""));
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

    /// Writes a stretch the shortest way; what is left of `text`, or `None` where more text may go on with it.
    ///
    /// It begins with what must be shifted, and direct, for a character before it that may be either is never worth
    /// a shifted sequence of its own; or within a sequence, behind a cut.
    fn stretch<'t>(&mut self, text: &'t str, last: bool, octets: &mut Vec<u8>) -> Option<&'t str> {
        if let Some((shifted, rest)) = self.simple(text, last) {
            octets.push(b'+');
            self.symbols.write(shifted, octets);
            self.symbols.finish(octets);
            let is_symbol = |octet| class(octet, self.classes) == Class::Symbol;
            let dash = rest.bytes().next().map_or(self.close, is_symbol);
            octets.extend(dash.then_some(b'-'));
            return Some(rest);
        }
        let head = head(text);
        let mut pieces = Pieces { rest: head, classes: self.classes, symbols: 0 };
        let again = pieces.clone();
        let mut costs = start(self.state);
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
        let end = match () {
            () if pieces.symbols == ALWAYS_DIRECT || !pieces.rest.is_empty() => End::Decided,
            () if head.len() < text.len() => End::Cut,
            () if last => End::Section,
            () => return None,
        };
        let mut state = match end {
            End::Decided if pieces.symbols == ALWAYS_DIRECT => DIRECT,
            End::Decided => leave(costs, 0).1,
            End::Section => leave(costs, usize::from(self.close)).1,
            End::Cut => leave_open(costs),
        };
        for states in self.states.iter_mut().rev() {
            (*states, state) = (state, unpack(*states, state));
        }
        self.emit(again, end, octets);
        text.get(head.len() - pieces.rest.len()..)
    }

    /// What must be shifted, and what is left of `text`, where nothing after it can be worth going on for: neither
    /// must be shifted, nor is `+`, up to a character that ends the sequence for nothing, the third of the base64
    /// alphabet, or the end.
    fn simple<'t>(&self, text: &'t str, last: bool) -> Option<(&'t str, &'t str)> {
        let is_shifted = |octet| class(octet, self.classes) == Class::Shifted;
        let run = text.bytes().take(LIMIT).position(|octet| !is_shifted(octet));
        let length = run.or_else(|| (last && text.len() <= LIMIT).then_some(text.len()))?;
        let (shifted, rest) = text.split_at_checked(length).filter(|_| self.state == DIRECT)?;
        let after = rest.bytes().take(LIMIT.checked_sub(length)?.min(ALWAYS_DIRECT));
        let mut symbols = 0;
        for octet in after {
            match class(octet, self.classes) {
                Class::Symbol => symbols += 1,
                Class::Plain => return Some((shifted, rest)),
                Class::Shifted | Class::Plus => return None,
            }
        }
        let decided = symbols == ALWAYS_DIRECT || last && symbols == rest.len();
        decided.then_some((shifted, rest))
    }

    /// Writes the pieces by the states after each.
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
