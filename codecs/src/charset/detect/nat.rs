//! The unit in which costs are measured.

/// Converts nats to the unit in which costs are measured, a sixty-fourth of a nat.
pub const fn nats(number: i32) -> i32 {
    number * 64
}
