//! The unit of costs.

/// Nats in the unit of costs, sixty-fourths of a nat.
pub const fn nats(number: i32) -> i32 {
    number * 64
}
