//! Formats numbers together with the name of what they count.

use indicatif::HumanCount;
use std::fmt::Display;

/// Formats a number of things, such as "1 message" and "2 messages".
pub(crate) fn counted(number: u64, what: &str) -> String {
    counted_as(number, number, what)
}

/// Formats a number of things whose name has an irregular plural.
pub(crate) fn counted_in(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Does the same as [`counted`], but writes `shown` in place of the number.
pub(crate) fn counted_as(shown: impl Display, number: u64, what: &str) -> String {
    format!("{shown} {what}{}", if number == 1 { "" } else { "s" })
}

/// Formats a number with commas between thousands.
pub(crate) fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// Does the same as [`counted`], but with commas between thousands.
pub(crate) fn counted_grouped(number: u64, what: &str) -> String {
    counted_as(HumanCount(number), number, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        for (number, expected) in [(0, "0"), (999, "999"), (1000, "1,000"), (1234567, "1,234,567")] {
            assert_eq!(grouped(number), expected);
        }
    }
}
