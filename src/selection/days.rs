//! Days of the calendar, and the months, years and intervals that consist of days. They are written as in ISO 8601:
//! `2003-05-17`.

use crate::syntax::date::{DateTime, days_of};
use std::fmt;
use std::str::FromStr;

/// A day, without a time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    year: u16,
    month: u8,
    day: u8,
}

impl Day {
    /// The day of `date` in the time zone of the sender.
    pub const fn of(date: &DateTime) -> Self {
        Self { year: date.year, month: date.month, day: date.day }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// The days from a first to a last day, including both. The default is all days.
///
/// ```
/// use mailutf::selection::Days;
/// let days: Days = "2003-11/2004".parse()?;
/// assert_eq!((days.first.to_string(), days.last.to_string()), ("2003-11-01".to_owned(), "2004-12-31".to_owned()));
/// # Ok::<(), mailutf::selection::NotDays>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Days {
    /// The first day.
    pub first: Day,
    /// The last day. If it is before the first day, no day is contained.
    pub last: Day,
}

impl Default for Days {
    fn default() -> Self {
        Self { first: Day { year: 0, month: 1, day: 1 }, last: Day { year: u16::MAX, month: 12, day: 31 } }
    }
}

impl Days {
    /// Whether `day` is one of these days.
    pub fn contains(&self, day: Day) -> bool {
        (self.first..=self.last).contains(&day)
    }
}

/// Reads a day, a month or a year, as in `2003-05-17`, `2003-05` or `2003`. Also reads an interval between two of
/// these, with `/` between them.
impl FromStr for Days {
    type Err = NotDays;

    fn from_str(text: &str) -> Result<Self, NotDays> {
        let Some((first, last)) = text.split_once('/') else { return days(text).ok_or(NotDays) };
        let (first, last) = days(first).zip(days(last)).ok_or(NotDays)?;
        let days = Self { first: first.first, last: last.last };
        if days.first <= days.last { Ok(days) } else { Err(NotDays) }
    }
}

/// Reads a day, a month or a year. Returns all its days.
fn days(text: &str) -> Option<Days> {
    let mut numbers = text.split('-');
    let year = number(numbers.next()?, 4)?;
    let mut next = |greatest: fn(u16, u8) -> u8, month: u8| match numbers.next() {
        None => Some((1, greatest(year, month))),
        Some(written) => {
            let number = u8::try_from(number(written, 2)?).ok()?;
            (1..=greatest(year, month)).contains(&number).then_some((number, number))
        }
    };
    let (first_month, last_month) = next(|_, _| 12, 0)?;
    let (first_day, last_day) = next(days_of, last_month)?;
    let first = Day { year, month: first_month, day: first_day };
    numbers.next().is_none().then_some(Days { first, last: Day { year, month: last_month, day: last_day } })
}

/// Reads a number of exactly `digits` digits.
fn number(text: &str, digits: usize) -> Option<u16> {
    (text.len() == digits && text.bytes().all(|octet| octet.is_ascii_digit())).then(|| text.parse().ok())?
}

/// The error for text that names no days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotDays;

impl fmt::Display for NotDays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a day, a month or a year, such as 2003-05-17, 2003-05 or 2003")
    }
}

impl std::error::Error for NotDays {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_months_years_and_intervals() {
        for (text, expected) in [
            ("2003-05-17", Some("2003-05-17 2003-05-17")),
            ("2003-02", Some("2003-02-01 2003-02-28")),
            ("2004-02", Some("2004-02-01 2004-02-29")),
            ("2003", Some("2003-01-01 2003-12-31")),
            ("2003-05-17/2004", Some("2003-05-17 2004-12-31")),
            ("2003/2003-05", Some("2003-01-01 2003-05-31")),
            ("2004/2003", None),
            ("2003-02-29", None),
            ("2003-13", None),
            ("2003-00", None),
            ("2003-5-17", None),
            ("03-05-17", None),
            ("2003-05-17-1", None),
            ("2003-05-17T10:00", None),
            ("+003", None),
            ("17.5.2003", None),
            ("2003/2004/2005", None),
            ("2003/", None),
            ("", None),
        ] {
            let days = text.parse::<Days>().ok().map(|days| format!("{} {}", days.first, days.last));
            assert_eq!(days.as_deref(), expected, "{text}");
        }
        let all = Days::default();
        assert!(
            "0000/9999".parse::<Days>().is_ok_and(|days| all.contains(days.first) && all.contains(days.last))
        );
    }
}
