//! Limits on the shape of a message.

use super::counted;
use mailutf::Limits;
use std::fmt;
use std::str::FromStr;

/// The fields of [`Limits`]. Only the long help shows them, because ordinary mail never needs them.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Limits (a message that exceeds one is left unchanged)")]
pub(crate) struct LimitArgs {
    #[command(flatten)]
    message: LimitMessageArgs,

    /// Depth of nested parts.
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = counted::limit, default_value_t = Limits::default().depth)]
    limit_depth: usize,

    /// Parts per message.
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = counted::limit, default_value_t = Limits::default().parts)]
    limit_parts: usize,

    /// Size of a header, such as 10M or 1GiB.
    #[arg(long, value_name = "SIZE", hide_short_help = true, default_value_t = Size(Limits::default().header))]
    limit_header: Size,

    /// Header fields per message, all parts included.
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = counted::limit, default_value_t = Limits::default().fields)]
    limit_fields: usize,

    /// Size of a header field.
    #[arg(long, value_name = "SIZE", hide_short_help = true, default_value_t = Size(Limits::default().field))]
    limit_field: Size,

    /// Parameters per header field.
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = counted::limit, default_value_t = Limits::default().parameters)]
    limit_parameters: usize,

    /// Encoded words per header field.
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = counted::limit, default_value_t = Limits::default().words)]
    limit_words: usize,

    /// Depth of nested comments in a header field; deeper ones are read as text.
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = counted::limit, default_value_t = Limits::default().comments)]
    limit_comments: usize,

    /// Growth of a message, as a multiple of its size.
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = counted::limit, default_value_t = Limits::default().growth)]
    limit_growth: usize,
}

#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Limits (a message that exceeds one is left unchanged)")]
pub(crate) struct LimitMessageArgs {
    /// Size of a message, decompressed, such as 100M or 1GiB. A larger one is copied without being held in memory.
    ///
    /// Commands that only read skip it. Each thread needs at most 64 MB and three times the size of the largest
    /// message (before or after conversion).
    #[arg(long, value_name = "SIZE", hide_short_help = true, default_value_t = Size(Limits::default().message))]
    limit_message: Size,
}

impl LimitMessageArgs {
    pub(crate) fn octets(&self) -> usize {
        self.limit_message.octets()
    }
}

impl LimitArgs {
    pub(crate) fn limits(&self) -> Limits {
        Limits::default()
            .with_message(self.message.octets())
            .with_depth(self.limit_depth)
            .with_parts(self.limit_parts)
            .with_header(self.limit_header.0)
            .with_fields(self.limit_fields)
            .with_field(self.limit_field.0)
            .with_parameters(self.limit_parameters)
            .with_words(self.limit_words)
            .with_comments(self.limit_comments)
            .with_growth(self.limit_growth)
    }
}

/// A number of octets. `K`, `M` and `G`, also as `KiB`, are powers of 1024; `KB`, `MB` and `GB` are powers of
/// 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size(pub(super) usize);

impl Size {
    pub(crate) fn octets(self) -> usize {
        self.0
    }
}

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
                    "expected a number of octets, or one with K, M or G, such as 10M or 1GiB".to_owned()
                );
            }
        };
        let number: usize = number.parse().map_err(|_| "expected a number first, such as 10M or 1GiB")?;
        let size = number.checked_mul(octets).filter(|size| *size > 0);
        size.map(Self).ok_or_else(|| "the size is too large for this machine".to_owned())
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
        for text in ["", "M", "0", "1T", "-1", "1.5M", "99999999999999G", "10 M B"] {
            assert!(size(text).is_err(), "{text}");
        }
        for text in ["1", "10M", "1G", "1023", "512K"] {
            assert_eq!(text.parse::<Size>().unwrap().to_string(), text);
        }
    }
}
