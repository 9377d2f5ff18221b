//! Keeps costs that were looked up before, because text repeats its letters and characters.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The number of bits that are enough for any cost plus one.
const COST_BITS: u32 = 11;

/// The costs of the last keys in each of `SLOTS` slots. An entry is the key without the bits that number the slot, and
/// then the cost plus one in [`COST_BITS`] bits. A free slot has 0.
#[derive(Debug)]
pub(super) struct Known<const SLOTS: usize>([AtomicU32; SLOTS]);

impl<const SLOTS: usize> Known<SLOTS> {
    pub(super) const fn new() -> Self {
        const { assert!(SLOTS.is_power_of_two() && SLOTS.ilog2() >= COST_BITS - 1) };
        Self([const { AtomicU32::new(0) }; SLOTS])
    }

    /// The cost of a key, which `find` looks up unless it is known. With the fewest slots, a key has at most 31 bits.
    pub(super) fn get_or(&self, key: u32, find: impl FnOnce() -> i32) -> i32 {
        let at = usize::try_from(key).unwrap_or_default() % SLOTS;
        let Some(slot) = self.0.get(at) else { return find() };
        let (wanted, entry) = (key >> SLOTS.ilog2() << COST_BITS, slot.load(Relaxed));
        let known = entry ^ wanted;
        if known.wrapping_sub(1) < (1 << COST_BITS) - 1 {
            return (known - 1).cast_signed();
        }
        let cost = find();
        debug_assert!((0..(1 << COST_BITS) - 1).contains(&cost), "a cost does not fit: {cost}");
        slot.store(wanted | (cost + 1).cast_unsigned(), Relaxed);
        cost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(64))]

        /// A known cost is the cost that was looked up for the same key, whatever keys share its slot.
        #[test]
        fn a_known_cost_is_that_of_its_key(keys in proptest::collection::vec(any::<u32>(), 1..64)) {
            let known = Known::<2048>::new();
            let near = |key: u32| [key, key ^ 1 << 31, key.wrapping_add(1)];
            for key in keys.iter().copied().flat_map(near).chain([0, u32::MAX]).cycle().take(400) {
                let cost = (key % 2047).cast_signed();
                prop_assert_eq!(known.get_or(key, || cost), cost);
                prop_assert_eq!(known.get_or(key, || unreachable!()), cost);
            }
        }
    }
}
