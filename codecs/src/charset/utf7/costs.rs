//! Computes the length of UTF-7 in its shortest form, by dynamic programming over four states of the encoder. In
//! the first state, the encoder is *direct*: it writes characters as themselves. In the other three, it is in a
//! shifted sequence whose number of UTF-16 units is 0, 1 or 2 modulo 3, so that 0, 2 or 4 bits of the last symbol
//! are still free.
//!
//! A shifted sequence of n units has ceil(8n / 3) symbols. Therefore the cost of one more unit depends only on n
//! modulo 3.

/// The state of the encoder: [`DIRECT`], or 1, 2 or 3 in a shifted sequence whose number of units is 0, 1 or 2
/// modulo 3.
pub(super) type State = u8;
pub(super) const DIRECT: State = 0;

/// The cost of a state that cannot be reached. Adding another cost to it does not overflow.
const NEVER: usize = usize::MAX / 2;

/// For each state, the length in octets of the shortest encoding that ends in this state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Costs {
    direct: usize,
    zero: usize,
    one: usize,
    two: usize,
}

impl Costs {
    /// The costs at the start of a text, when the encoder is in `state`.
    pub(super) fn start(state: State) -> Self {
        let cost = |other| if other == state { 0 } else { NEVER };
        Self { direct: cost(DIRECT), zero: cost(1), one: cost(2), two: cost(3) }
    }

    /// The costs after `units` more units in a shifted sequence. In the direct state, a `+` starts the sequence.
    pub(super) fn shift(self, units: usize) -> Self {
        let Self { direct, zero, one, two } = self;
        let entered = zero.min(direct + 1);
        // Three units take eight symbols. One or two more units first use the bits that are free in the last
        // symbol.
        let whole = units / 3 * 8;
        let [zero, one, two] = match units % 3 {
            0 => [entered + whole, one + whole, two + whole],
            1 => [two + whole + 2, entered + whole + 3, one + whole + 3],
            _ => [one + whole + 5, two + whole + 5, entered + whole + 6],
        };
        Self { direct: NEVER, zero, one, two }
    }

    /// Returns, for each state after [`Costs::shift`], the state before it in the shortest form. If two forms are
    /// equally short, the form that stays direct for longer is used.
    pub(super) fn before_shift(self, units: usize) -> [State; 4] {
        let entered = if self.direct < self.zero { DIRECT } else { 1 };
        match units % 3 {
            0 => [DIRECT, entered, 2, 3],
            1 => [DIRECT, 3, entered, 2],
            _ => [DIRECT, 2, 3, entered],
        }
    }

    /// The cost of reaching the direct state. Ending a shifted sequence costs `close` octets.
    pub(super) fn leave(self, close: usize) -> usize {
        self.direct.min(self.zero.min(self.one).min(self.two) + close)
    }

    /// The state from which the encoder reaches the direct state at the cost that [`Costs::leave`] returns.
    pub(super) fn before_leave(self, close: usize) -> State {
        let shifted = [(self.zero + close, 1), (self.one + close, 2), (self.two + close, 3)];
        shifted.into_iter().fold((self.direct, DIRECT), |best, way| if way.0 < best.0 { way } else { best }).1
    }

    /// The costs after a character that takes `octets` octets if it is direct, and one unit if it is in a shifted
    /// sequence. Ending a shifted sequence costs `close` octets.
    pub(super) fn either(self, close: usize, octets: usize) -> Self {
        Self { direct: self.leave(close) + octets, ..self.shift(1) }
    }

    /// The state that is best if the following text is unknown: the cheapest state, and among equally cheap states
    /// the state with the most free bits.
    pub(super) fn leave_open(self) -> State {
        let others = [(self.one, 2), (self.zero, 1), (self.direct, DIRECT)];
        others.into_iter().fold((self.two, 3), |best, way| if way.0 < best.0 { way } else { best }).1
    }
}

/// The functions that are needed only for line breaking.
#[cfg(any(test, feature = "utf7-lines"))]
impl Costs {
    /// The costs if only the direct state can be reached.
    pub(super) fn directly(direct: usize) -> Self {
        Self { direct, zero: NEVER, one: NEVER, two: NEVER }
    }

    /// Whether the encoder can only be in the direct state, because no other state can be reached.
    pub(super) fn is_direct(self) -> bool {
        self.zero.min(self.one).min(self.two) >= NEVER
    }
}
