//! Parsers for whole numbers and sizes on the command line, and their bounds.

use std::fmt;
use std::num::{NonZeroU64, NonZeroUsize};
use std::str::FromStr;

const AT_LEAST_ONE: &str = "expected a whole number of at least 1";

/// Parses a number of things, which must be at least 1.
pub(crate) fn count(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| AT_LEAST_ONE)
}

/// Parses a limit, which must be at least 1.
pub(crate) fn limit(text: &str) -> Result<usize, &'static str> {
    count(text).map(NonZeroUsize::get)
}

/// Parses the number of a message. Numbers of messages start at 1.
pub(crate) fn ordinal(text: &str) -> Result<u64, &'static str> {
    text.parse().map(NonZeroU64::get).map_err(|_| AT_LEAST_ONE)
}

/// Parses the length of a line.
pub(crate) fn columns(text: &str) -> Result<usize, &'static str> {
    let columns = text.parse().ok().filter(|columns| (20..=998).contains(columns));
    columns.ok_or("expected a whole number from 20 to 998")
}

/// A number of octets. On the command line, `K`, `M` and `G` (or `KiB`, `MiB` and `GiB`) stand for powers of 1024,
/// and `KB`, `MB` and `GB` for powers of 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size(pub(crate) usize);

impl FromStr for Size {
    type Err = String;

    fn from_str(size: &str) -> Result<Self, String> {
        let end = size.find(|c: char| !c.is_ascii_digit()).unwrap_or(size.len());
        let (number, unit) = size.split_at(end);
        let octets: usize = match unit.trim_start().to_ascii_uppercase().as_str() {
            "" | "B" => 1,
            "K" | "KIB" => 1 << 10,
            "M" | "MIB" => 1 << 20,
            "G" | "GIB" => 1 << 30,
            "KB" => 1000,
            "MB" => 1_000_000,
            "GB" => 1_000_000_000,
            _ => {
                return Err(
                    "expected a number of octets, optionally followed by K, M or G, such as 10M or 1GiB"
                        .to_owned(),
                );
            }
        };
        if number.is_empty() {
            return Err("expected a size that begins with a number, such as 10M or 1GiB".to_owned());
        }
        // `number` consists of digits. It can therefore fail to be parsed only if it is too large.
        match number.parse::<usize>().ok().and_then(|number| number.checked_mul(octets)) {
            Some(0) => Err("the size must be at least 1 octet".to_owned()),
            Some(size) => Ok(Self(size)),
            None => Err("the size is too large for this machine".to_owned()),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(30, "G"), (20, "M"), (10, "K")];
        let unit = units.iter().find(|(shift, _)| self.0 > 0 && self.0.trailing_zeros() >= *shift);
        match unit {
            Some((shift, unit)) => write!(f, "{}{unit}", self.0 >> shift),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        let size = |text: &str| text.parse::<Size>().map(|size| size.0);
        assert_eq!(size("10"), Ok(10));
        assert_eq!(size("10M"), Ok(10 << 20));
        assert_eq!(size("1GiB"), Ok(1 << 30));
        assert_eq!(size("3 kB"), Ok(3000));
        for (text, why) in [
            ("", "begins with a number"),
            ("M", "begins with a number"),
            ("-1", "a number of octets"),
            ("1T", "a number of octets"),
            ("1.5M", "a number of octets"),
            ("10 M B", "a number of octets"),
            ("0", "at least 1 octet"),
            ("99999999999999G", "too large"),
            ("99999999999999999999", "too large"),
        ] {
            assert!(size(text).is_err_and(|error| error.contains(why)), "{text}");
        }
        for text in ["1", "10M", "1G", "1023", "512K"] {
            assert_eq!(text.parse::<Size>().unwrap().to_string(), text);
        }
    }
}
