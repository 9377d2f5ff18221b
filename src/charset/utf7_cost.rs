//! The length of the shortest UTF-7 (RFC 2152) of a text: the minimum over four states, character by character.
//!
//! A shifted sequence of n UTF-16 units has ceil(8n / 3) symbols, so what a further unit takes depends on their
//! number modulo 3 alone. Constant time and memory for each character.

use super::utf7_class::{Class, Classes, class};
use super::utf7_encode::Encoder;

/// Where the encoder stands: direct, or in a shifted sequence whose number of units is 0, 1 or 2 modulo 3.
pub(super) type State = u8;
pub(super) const DIRECT: State = 0;

/// For each state the octets of the shortest way to it, and the state before.
pub(super) type Costs = [(usize, State); 4];
const NEVER: usize = usize::MAX / 2;
const START: Costs = [(0, DIRECT), (NEVER, DIRECT), (NEVER, DIRECT), (NEVER, DIRECT)];

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
pub(super) fn leave_open(costs: Costs) -> State {
    let [direct, zero, one, two] = costs.map(|(cost, _)| cost);
    let others = [(one, 2), (zero, 1), (direct, DIRECT)];
    others.into_iter().fold((two, 3), |best, way| if way.0 < best.0 { way } else { best }).1
}

/// Two bits for each state before.
pub(super) fn pack(costs: Costs) -> u8 {
    costs.into_iter().rev().fold(0, |packed, (_, before)| packed << 2 | before)
}

pub(super) fn unpack(packed: u8, state: State) -> State {
    packed >> (2 * state) & 3
}

/// The octets that a growing text takes: the column of a line that is being written.
///
/// ```
/// use mailutf::charset::utf7::Encoder;
/// let mut column = Encoder::new().column();
/// "Größe".chars().for_each(|character| column.push(character));
/// assert_eq!(column.octets(), "Gr+APYA3w-e".len());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Column {
    classes: &'static Classes,
    /// The octets that it takes to close a shifted sequence at the end.
    close: usize,
    costs: Costs,
}

impl Encoder {
    /// The column at the start of a line.
    pub fn column(self) -> Column {
        Column { classes: self.classes(), close: usize::from(self.closes()), costs: START }
    }
}

impl Column {
    /// Takes the next character. A CR or LF is no end of the line, but counts as any other character.
    pub fn push(&mut self, character: char) {
        let class = u8::try_from(character).map_or(Class::Shifted, |octet| class(octet, self.classes));
        let direct = match class {
            Class::Shifted => {
                self.costs = shift(self.costs, character.len_utf16());
                return;
            }
            Class::Plain => leave(self.costs, 0).0 + 1,
            Class::Symbol => leave(self.costs, 1).0 + 1,
            Class::Plus => leave(self.costs, 1).0 + 2,
        };
        let [_, zero, one, two] = shift(self.costs, 1);
        self.costs = [(direct, DIRECT), zero, one, two];
    }

    /// The length, in octets, of what [`Encoder::encode`] makes of all that was pushed.
    pub fn octets(&self) -> usize {
        leave(self.costs, self.close).0
    }
}
