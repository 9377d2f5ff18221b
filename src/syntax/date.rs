//! Dates of header fields (RFC 5322 sections 3.3 and 4.3), and what mailers write in their place: the forms
//! of `ctime` and ISO 8601, days with hyphens, years of two digits or counted from 1900.
//!
//! Words are read in order. The first number is the day, or the year if it has four digits. Three letters
//! identify a month. A time has a colon, may be followed by AM or PM, and comes before the zone. Comments,
//! names of days and everything else are skipped. Linear time.

use super::token::{TokenKind, tokens};
use crate::span::Span;
use std::borrow::Cow;
use std::fmt;

const MONTHS: [&[u8; 3]; 12] =
    [b"jan", b"feb", b"mar", b"apr", b"may", b"jun", b"jul", b"aug", b"sep", b"oct", b"nov", b"dec"];

/// Zone names in RFC 5322 section 4.3, and their offsets in hours.
const ZONES: [(&[u8], i16); 12] = [
    (b"ut", 0),
    (b"gmt", 0),
    (b"utc", 0),
    (b"z", 0),
    (b"est", -5),
    (b"edt", -4),
    (b"cst", -6),
    (b"cdt", -5),
    (b"mst", -7),
    (b"mdt", -6),
    (b"pst", -8),
    (b"pdt", -7),
];

/// Names of days as they stand before a date.
const DAYS: [&[u8]; 7] = [b"Mon,", b"Tue,", b"Wed,", b"Thu,", b"Fri,", b"Sat,", b"Sun,"];

/// Octets of a field that are searched for a date.
const LONGEST: usize = 256;

/// A calendar date and time, as on the sender's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DateTime {
    /// The year, 1900 to 2199.
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
    /// Minutes ahead of UTC; `None` if unknown, which RFC 5322 writes as `-0000`.
    pub offset: Option<i16>,
}

impl DateTime {
    /// Parses a date; `None` if there is no valid one.
    ///
    /// ```
    /// use mailutf::syntax::date::DateTime;
    /// let date = DateTime::parse(b"Sat, 21 Nov 2026 10:00:00 +0100 (CET)").unwrap();
    /// assert_eq!(date.to_string(), "2026-11-21T10:00:00+01:00");
    /// assert_eq!(date.timestamp(), 1_795_251_600);
    /// assert_eq!(DateTime::parse(b"yesterday"), None);
    /// ```
    pub fn parse(value: &[u8]) -> Option<Self> {
        let date = regular(value).unwrap_or_else(|| read(value, Span::new(0, value.len())));
        let (year, month, day) = (date.year?, date.month?, date.day?);
        let (hour, minute, second) = date.time.unwrap_or_default();
        let valid = (1..=days_of(year, month)).contains(&day) && hour < 24 && minute < 60 && second <= 60;
        valid.then_some(Self { year, month, day, hour, minute, second, offset: date.offset })
    }

    /// Seconds since 1970 in UTC (POSIX). An unknown offset counts as zero.
    pub fn timestamp(&self) -> i64 {
        // Days of the proleptic Gregorian calendar, in years that begin with March.
        let (month, day) = (i64::from(self.month), i64::from(self.day));
        let year = i64::from(self.year) - i64::from(month <= 2);
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let days = 365 * year + year / 4 - year / 100 + year / 400 + of_year - 719_468;
        let minutes = (days * 24 + i64::from(self.hour)) * 60 + i64::from(self.minute);
        (minutes - i64::from(self.offset.unwrap_or(0))) * 60 + i64::from(self.second)
    }
}

impl fmt::Display for DateTime {
    /// The form of RFC 3339; an unknown offset is `-00:00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day, hour, minute, second, .. } = self;
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")?;
        let sign = if self.offset.is_some_and(|offset| offset >= 0) { '+' } else { '-' };
        let offset = self.offset.unwrap_or(0).unsigned_abs();
        write!(f, "{sign}{:02}:{:02}", offset / 60, offset % 60)
    }
}

/// The year of the date in `span` of `input`, if it is between 1900 and 2199.
pub(crate) fn year(input: &[u8], span: Span) -> Option<u16> {
    read(input, span).year
}

/// The parts of a date found so far.
#[derive(Debug, Default, PartialEq, Eq)]
struct Found {
    year: Option<u16>,
    month: Option<u8>,
    day: Option<u8>,
    time: Option<(u8, u8, u8)>,
    offset: Option<i16>,
    /// Whether the last word was a month after a day: a year of two or three digits may follow.
    after_month: bool,
    /// Whether a zone can no longer follow.
    has_zone: bool,
}

/// What [`read`] finds in a date in the form of RFC 5322 section 3.3 without comments and obsolete syntax, as nearly all
/// are. `None` for any other.
fn regular(value: &[u8]) -> Option<Found> {
    let mut words = value.get(..LONGEST).unwrap_or(value).trim_ascii().split(|octet| *octet == b' ');
    let mut next = || words.next();
    let first = next()?;
    let day = if DAYS.contains(&first) { next()? } else { first };
    let (month_name, year, time, zone) = (next()?, next()?, next()?, next()?);
    let [h, hh, b':', m, mm, b':', s, ss] = time else { return None };
    let is_offset = matches!(zone, [b'+' | b'-', digits @ ..] if digits.len() == 4 && digits.iter().all(u8::is_ascii_digit));
    let two = |digits: [&u8; 2]| u8::try_from(number(digits.into_iter())?).ok();
    let is_regular = matches!(day.len(), 1 | 2) && month_name.len() == 3 && year.len() == 4;
    if !is_regular || !is_offset || next().is_some() {
        return None;
    }
    let mut found = Found {
        day: Some(u8::try_from(number(day.iter())?).ok()?),
        month: Some(month(month_name)?),
        year: Some(number(year.iter())?).filter(is_year),
        time: Some((two([h, hh])?, two([m, mm])?, two([s, ss])?)),
        ..Found::default()
    };
    found.zone(zone);
    Some(found)
}

fn read(input: &[u8], span: Span) -> Found {
    let span = Span::new(span.start, span.end.min(span.start + LONGEST));
    let text = match is_plain(span.slice(input)) {
        true => Cow::Borrowed(span.slice(input)),
        false => Cow::Owned(without_comments(input, span)),
    };
    let mut found = Found::default();
    let is_in_word = |octet: &u8| octet.is_ascii_alphanumeric() || matches!(octet, b':' | b'+' | b'-' | b'.');
    for word in text.split(|octet| !is_in_word(octet)).filter(|word| !word.is_empty()) {
        found.word(word);
    }
    found.year = found.year.filter(is_year);
    found
}

fn is_year(year: &u16) -> bool {
    (1900..2200).contains(year)
}

/// Whether a date has neither comments nor blanks around colons: nearly all dates.
fn is_plain(date: &[u8]) -> bool {
    let is_known = |octet: &u8| {
        octet.is_ascii_alphanumeric()
            || matches!(octet, b' ' | b'\t' | b'\r' | b'\n' | b',' | b':' | b'+' | b'-' | b'.')
    };
    let is_spread = |pair: &[u8]| {
        matches!(pair, [b' ' | b'\t' | b'\r' | b'\n', b':'] | [b':', b' ' | b'\t' | b'\r' | b'\n'])
    };
    date.iter().all(is_known) && !date.windows(2).any(is_spread)
}

/// A date without comments, and without blanks around colons.
fn without_comments(input: &[u8], span: Span) -> Vec<u8> {
    let (mut text, mut apart) = (Vec::new(), false);
    for token in tokens(input, span, LONGEST) {
        if matches!(token.kind, TokenKind::Blank | TokenKind::Comment) {
            apart = true;
            continue;
        }
        let octets = token.span.slice(input);
        // Comments and blanks may stand around the colons of a time (RFC 5322 section 4.3).
        if std::mem::take(&mut apart) && !text.ends_with(b":") && !octets.starts_with(b":") {
            text.push(b' ');
        }
        text.extend_from_slice(octets);
    }
    text
}

impl Found {
    fn word(&mut self, word: &[u8]) {
        let afternoon = word.eq_ignore_ascii_case(b"PM");
        if let Some((hour @ 1..=12, _, _)) = &mut self.time
            && (afternoon || word.eq_ignore_ascii_case(b"AM"))
        {
            *hour = *hour % 12 + if afternoon { 12 } else { 0 };
            return;
        }
        if self.time.is_some() && !self.has_zone && self.zone(word) {
            return;
        }
        let Some(colon) = memchr::memchr(b':', word) else { return self.date(word) };
        let (before, _) = word.split_at_checked(colon).unwrap_or_default();
        let digits = before.iter().rev().take_while(|octet| octet.is_ascii_digit()).count().min(2);
        let (date, time) = word.split_at_checked(colon - digits).unwrap_or_default();
        // The `T` of ISO 8601.
        self.date(date.strip_suffix(b"T").or(date.strip_suffix(b"t")).unwrap_or(date));
        if self.time.is_none() {
            let end = time.iter().position(|octet| !(octet.is_ascii_digit() || b":.".contains(octet)));
            let (time, zone) = time.split_at_checked(end.unwrap_or(time.len())).unwrap_or_default();
            let mut numbers =
                time.split(|octet| matches!(octet, b':' | b'.')).map(|digits| number(digits.iter()));
            let mut next = || numbers.next().flatten().and_then(|number| u8::try_from(number).ok());
            self.time = next().zip(next()).map(|(hour, minute)| (hour, minute, next().unwrap_or(0)));
            self.zone(zone);
        }
    }

    /// Reads `word` as a zone; returns whether it is one.
    fn zone(&mut self, word: &[u8]) -> bool {
        let named = ZONES.iter().find(|(name, _)| word.eq_ignore_ascii_case(name));
        self.offset = match word {
            b"-0000" => None,
            [sign @ (b'+' | b'-'), digits @ ..] => {
                let digits = digits.iter().filter(|octet| **octet != b':');
                // Some mailers leave out the first zero.
                let is_zone = |number: &u16| matches!(digits.clone().count(), 3 | 4) && number % 100 < 60;
                let offset = number(digits.clone()).filter(is_zone);
                let minutes = offset.and_then(|number| i16::try_from(number / 100 * 60 + number % 100).ok());
                minutes
                    .filter(|minutes| *minutes < 24 * 60)
                    .map(|minutes| if *sign == b'-' { -minutes } else { minutes })
            }
            _ => named.map(|(_, hours)| hours * 60),
        };
        self.has_zone = named.is_some() || matches!(word.first(), Some(b'+' | b'-'));
        self.has_zone
    }

    /// Reads day, month and year, in any order.
    fn date(&mut self, word: &[u8]) {
        for piece in word.split(|octet| matches!(octet, b'-' | b'+')).filter(|piece| !piece.is_empty()) {
            let after_month = std::mem::take(&mut self.after_month);
            let Some(number) = number(piece.iter()) else {
                let month = self.month.is_none().then(|| month(piece)).flatten();
                self.after_month = month.is_some() && self.day.is_some();
                self.month = self.month.or(month);
                continue;
            };
            let small = u8::try_from(number).ok().filter(|_| piece.len() <= 2);
            match piece.len() {
                4 => self.year = self.year.or(Some(number)),
                2 | 3 if after_month && self.year.is_none() => {
                    self.year = Some(number + if piece.len() == 2 && number < 50 { 2000 } else { 1900 });
                }
                1 | 2 if self.year.is_some() && self.month.is_none() => {
                    self.month = small.filter(|month| (1..=12).contains(month));
                }
                1 | 2 => self.day = self.day.or(small),
                _ => {}
            }
        }
    }
}

fn number<'a>(mut digits: impl Iterator<Item = &'a u8>) -> Option<u16> {
    let value = |octet: &u8| octet.is_ascii_digit().then(|| u16::from(octet - b'0'));
    let first = value(digits.next()?)?;
    digits.try_fold(first, |number, octet| number.checked_mul(10)?.checked_add(value(octet)?))
}

/// The month whose name begins with the first three letters of the word, from 1.
fn month(word: &[u8]) -> Option<u8> {
    let start = word.first_chunk::<3>()?.map(|octet| octet.to_ascii_lowercase());
    (1..).zip(MONTHS).find(|(_, month)| **month == start).map(|(number, _)| number)
}

fn days_of(year: u16, month: u8) -> u8 {
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

    fn shown(date: &str) -> Option<String> {
        DateTime::parse(date.as_bytes()).map(|date| date.to_string())
    }

    #[test]
    fn dates_in_all_forms() {
        for (date, expected) in [
            (" Sat, 21 Nov 2026 10:00:00 +0000", "2026-11-21T10:00:00+00:00"),
            ("21 Nov 26 10:00 UT", "2026-11-21T10:00:00+00:00"),
            ("Fri, 3 Dec 93 08:00:00 EST", "1993-12-03T08:00:00-05:00"),
            ("3 Jan 104 10:00:00 +0200", "2004-01-03T10:00:00+02:00"),
            ("Mon Jan  3 12:00:00 2005", "2005-01-03T12:00:00-00:00"),
            ("Mon Jan  3 12:00:00 +0100 2005", "2005-01-03T12:00:00+01:00"),
            ("Mon Jan  3 12:00:00 PST 2005", "2005-01-03T12:00:00-08:00"),
            ("Mon, 3 (the year 1999) January 2005 10:00", "2005-01-03T10:00:00-00:00"),
            ("3-Jan-2005 10:00:00 -0830", "2005-01-03T10:00:00-08:30"),
            ("3-Jan-95 10:00:00 -0000", "1995-01-03T10:00:00-00:00"),
            ("2005-01-03T10:00:00+01:00", "2005-01-03T10:00:00+01:00"),
            ("2005-01-03T10:00:00.123Z", "2005-01-03T10:00:00+00:00"),
            ("2005-01-03 10:00:00", "2005-01-03T10:00:00-00:00"),
            ("Wed 29 May 2019 06:09:22 PM EDT", "2019-05-29T18:09:22-04:00"),
            ("1 Jan 2005 12:30 AM", "2005-01-01T00:30:00-00:00"),
            ("Jan 3, 2005", "2005-01-03T00:00:00-00:00"),
            ("29 Feb 2000 23:59:60 GMT", "2000-02-29T23:59:60+00:00"),
            ("Mon, 3 Jan 2005 10:00:00 +0100 (a (nested) zone)", "2005-01-03T10:00:00+01:00"),
            ("Mon,3(third)Jan(x)2005 10(ten) : 00: 07(x)-0600", "2005-01-03T10:00:07-06:00"),
            ("Mon, 3 Jan -105 10:00:00 -0600", "2005-01-03T10:00:00-06:00"),
            ("3 Jan 2005 10:00:00 -600", "2005-01-03T10:00:00-06:00"),
        ] {
            assert_eq!(shown(date).as_deref(), Some(expected), "{date}");
        }
    }

    #[test]
    fn values_that_are_not_dates() {
        for date in [
            "Thu, 1 Jan 0004 00:00:00 +0000",
            "1 Jan 9999 00:00:00 +0000",
            "29 Feb 2100 00:00 UT",
            "31 Apr 2005 00:00 UT",
            "1 Jan 2005 24:00 UT",
            "10:00:00 +0100",
            "+0100",
            "2005",
            "yesterday",
            "",
        ] {
            assert_eq!(shown(date), None, "{date}");
        }
    }

    /// The census needs only the year.
    #[test]
    fn a_year_without_a_whole_date() {
        for (date, expected) in
            [("Januar 2005", Some(2005)), ("10:00:00 +0100", None), ("+0100", None), ("1 Jan 9999", None)]
        {
            assert_eq!(year(date.as_bytes(), Span::new(0, date.len())), expected, "{date}");
        }
    }

    proptest::proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        /// Comments are skipped, and a date without them, which is read in a quicker way, is read alike.
        #[test]
        fn a_date_with_a_comment_before_it_is_the_same(
            date in "[1-9] (Jan|Feb) (19|20)[0-9]{2} 1[0-2][ \t]?:[ \r]?[0-5][0-9]([\n]?:[\t]?[0-5][0-9])?( PM)?( [+-]0[1-9]00)?",
        ) {
            let commented = format!("(30 Mar 1980 08:01:02 -1100) {date}");
            let read = DateTime::parse(date.as_bytes());
            proptest::prop_assert!(read.is_some_and(|read| read.hour > 9 || read.hour == 0));
            proptest::prop_assert_eq!(DateTime::parse(commented.as_bytes()), read);
        }

        #[test]
        fn a_regular_date_is_read_alike(
            date in "(\x0c| {260})?((Mon|Nov|Sat,|12),? )?[0-9]{1,2} (Jan|nov|Foo|2-c) (-1[0-9]{2}|20[0-9]{2}) [0-9]{2}:[0-9]{2}:[0-9+]{2} [-+][0-9:]{3}[0-9:,;)\x0b\x7f]( PM)?",
        ) {
            let found = regular(date.as_bytes());
            let same = found.is_none() || found == Some(read(date.as_bytes(), Span::new(0, date.len())));
            proptest::prop_assert!(same, "{date:?}");
        }

        #[test]
        fn any_octets_can_be_parsed(octets: Vec<u8>) {
            let year = year(&octets, Span::new(0, octets.len()));
            proptest::prop_assert!(year.is_none_or(|year| (1900..2200).contains(&year)));
            DateTime::parse(&octets).map(|date| date.timestamp());
        }

        /// Checks the timestamp against a calendar that counts day by day.
        #[test]
        fn the_next_day_is_86400_seconds_later(year in 1900_u16..2200, month in 1_u8..=12, day in 1_u8..=31) {
            let at = |day: u8, month, year| DateTime { year, month, day, hour: 0, minute: 0, second: 0, offset: Some(0) };
            let next = match (day < days_of(year, month), month) {
                (true, _) => at(day + 1, month, year),
                (false, 12) => at(1, 1, year + 1),
                (false, _) => at(1, month + 1, year),
            };
            let day = at(day.min(days_of(year, month)), month, year);
            proptest::prop_assert_eq!(next.timestamp() - day.timestamp(), 86_400);
        }
    }
}
