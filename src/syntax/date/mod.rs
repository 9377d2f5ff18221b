//! The dates in header fields (RFC 5322 sections 3.3 and 4.3): the time on the sender's clock, the zone of the clock,
//! and the instant in UTC. Linear time.

mod read;

pub(crate) use read::year;

use crate::span::Span;
use read::{read, regular};
use std::fmt;

/// The number of days from 1 March of the year 0 to 1 January 1970.
const EPOCH: i64 = 719_468;

/// The number of days in 400 years.
const CYCLE: i64 = 146_097;

/// A calendar date and time, as on the sender's clock. [`DateTime::to_utc`] and [`DateTime::timestamp`] give the
/// instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DateTime {
    /// The year, 1900 to 9998.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
    /// The hour, 0 to 23.
    pub hour: u8,
    /// The minute, 0 to 59.
    pub minute: u8,
    /// The second, 0 to 60.
    pub second: u8,
    /// The number of minutes by which the clock is ahead of UTC. `None` if the offset is unknown, which RFC 5322
    /// writes as `-0000`.
    pub offset: Option<i16>,
}

impl DateTime {
    /// Parses the date of a field, or an INTERNALDATE of IMAP (`21-Nov-2026 10:00:00 +0100`); `None` if there is no
    /// valid date.
    ///
    /// ```
    /// use mailutf::message::DateTime;
    /// let date = DateTime::parse(b"Sat, 21 Nov 2026 10:00:00 +0100 (CET)").unwrap();
    /// assert_eq!(date.to_string(), "2026-11-21T10:00:00+01:00");
    /// assert_eq!(date.timestamp(), 1_795_251_600);
    /// assert_eq!(DateTime::parse(b"21-Nov-2026 10:00:00 +0100"), Some(date));
    /// assert_eq!(DateTime::parse(b"yesterday"), None);
    /// ```
    pub fn parse(value: &[u8]) -> Option<Self> {
        let date = regular(value).unwrap_or_else(|| read(value, Span::new(0, value.len())));
        let (year, month, day) = (date.year?, date.month?, date.day?);
        let (hour, minute, second) = date.time.unwrap_or_default();
        let valid = (1..=days_of(year, month)).contains(&day) && hour < 24 && minute < 60 && second <= 60;
        valid.then_some(Self { year, month, day, hour, minute, second, offset: date.offset })
    }

    /// The number of seconds since 1970 in UTC (POSIX time), for sorting and comparing dates. An unknown offset
    /// counts as zero.
    pub fn timestamp(&self) -> i64 {
        self.minutes() * 60 + i64::from(self.second)
    }

    /// The same instant on a clock in UTC. If the offset is unknown, nothing changes.
    ///
    /// ```
    /// use mailutf::message::DateTime;
    /// let date = DateTime::parse(b"Fri, 1 Jan 2027 00:30:00 +0100").unwrap();
    /// assert_eq!(date.to_utc().to_string(), "2026-12-31T23:30:00+00:00");
    /// let unknown = DateTime::parse(b"Fri, 1 Jan 2027 00:30:00 -0000").unwrap();
    /// assert_eq!((unknown.to_utc(), unknown.offset), (unknown, None));
    /// ```
    #[must_use]
    pub fn to_utc(&self) -> Self {
        if self.offset.is_none() {
            return *self;
        }
        let minutes = self.minutes();
        let (year, month, day) = day_of(minutes.div_euclid(24 * 60));
        let of_day = minutes.rem_euclid(24 * 60);
        let small = |number: i64| u8::try_from(number).unwrap_or_default();
        let (hour, minute) = (small(of_day / 60), small(of_day % 60));
        Self { year, month, day, hour, minute, second: self.second, offset: Some(0) }
    }

    /// The number of whole minutes since 1970 in UTC.
    fn minutes(&self) -> i64 {
        // The days are those of the proleptic Gregorian calendar. Years begin with March, so that a leap day is the
        // last day of its year.
        let (month, day) = (i64::from(self.month), i64::from(self.day));
        let year = i64::from(self.year) - i64::from(month <= 2);
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let days = 365 * year + year / 4 - year / 100 + year / 400 + of_year - EPOCH;
        let minutes = (days * 24 + i64::from(self.hour)) * 60 + i64::from(self.minute);
        minutes - i64::from(self.offset.unwrap_or(0))
    }
}

impl fmt::Display for DateTime {
    /// Writes the form of RFC 3339. An unknown offset is `-00:00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day, hour, minute, second, .. } = *self;
        let offset = self.offset.unwrap_or(0).unsigned_abs();
        let mut text = match self.offset {
            Some(0..) => *b"0000-00-00T00:00:00+00:00",
            _ => *b"0000-00-00T00:00:00-00:00",
        };
        let numbers = [
            (0, year / 100),
            (2, year % 100),
            (5, month.into()),
            (8, day.into()),
            (11, hour.into()),
            (14, minute.into()),
            (17, second.into()),
            (20, offset / 60),
            (23, offset % 60),
        ];
        // Formatting each number with `write!` would take ten times as many instructions.
        for (at, number) in numbers {
            let digit = |number: u16| b'0' + (number % 10).to_le_bytes()[0];
            if let Some(place) = text.get_mut(at..at + 2) {
                place.copy_from_slice(&[digit(number / 10), digit(number)]);
            }
        }
        f.write_str(std::str::from_utf8(&text).unwrap_or_default())
    }
}

/// The date `days` days after 1 January 1970, as year, month and day.
fn day_of(days: i64) -> (u16, u8, u8) {
    let days = days + EPOCH;
    let (cycle, of_cycle) = (days.div_euclid(CYCLE), days.rem_euclid(CYCLE));
    let of_years = (of_cycle - of_cycle / 1460 + of_cycle / 36_524 - of_cycle / (CYCLE - 1)) / 365;
    let of_year = of_cycle - (365 * of_years + of_years / 4 - of_years / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = cycle * 400 + of_years + i64::from(month <= 2);
    let small = |number: i64| u8::try_from(number).unwrap_or_default();
    (u16::try_from(year).unwrap_or_default(), small(month), small(day))
}

/// The number of days in a month. `month` is from 1 to 12.
pub(crate) const fn days_of(year: u16, month: u8) -> u8 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        /// Checks the timestamp against a calendar that counts day by day.
        #[test]
        fn the_next_day_is_86400_seconds_later(year in 1900_u16..9999, month in 1_u8..=12, day in 1_u8..=31) {
            let at = |day: u8, month, year| DateTime { year, month, day, hour: 0, minute: 0, second: 0, offset: Some(0) };
            let next = match (day < days_of(year, month), month) {
                (true, _) => at(day + 1, month, year),
                (false, 12) => at(1, 1, year + 1),
                (false, _) => at(1, month + 1, year),
            };
            let day = at(day.min(days_of(year, month)), month, year);
            proptest::prop_assert_eq!(next.timestamp() - day.timestamp(), 86_400);
        }

        #[test]
        fn the_clock_in_utc_shows_the_same_instant(
            year in 1900_u16..9999, month in 1_u8..=12, day in 1_u8..=31, hour in 0_u8..24, minute in 0_u8..60,
            second in 0_u8..=60, offset in -1439_i16..1440,
        ) {
            let day = day.min(days_of(year, month));
            let date = DateTime { year, month, day, hour, minute, second, offset: Some(offset) };
            let utc = date.to_utc();
            proptest::prop_assert_eq!((utc.timestamp(), utc.offset), (date.timestamp(), Some(0)));
            proptest::prop_assert!(utc.hour < 24 && utc.minute < 60 && (1..=days_of(utc.year, utc.month)).contains(&utc.day));
            let there = DateTime { offset: Some(0), ..date };
            proptest::prop_assert_eq!(there.to_utc(), there);
        }
    }
}
