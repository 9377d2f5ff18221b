//! Reads the words of a date (RFC 5322 sections 3.3 and 4.3), and other forms that mailers write:
//!
//! - the forms of `ctime`, JavaScript and ISO 8601;
//! - dates with hyphens, and times with dots;
//! - years of two digits, and years counted from 1900, with or without zeros before the digits.
//!
//! A year in the far future is a mistake, but it is read as written, because nothing shows which year was meant.
//!
//! Words are read in order. The first number is the day, or the year if the number has four digits. The first three
//! letters of a word identify a month. A time has a colon. After a day and a month, a time can have dots instead. AM
//! or PM can follow the time, and the zone comes after the time. Comments, names of days and everything else are
//! skipped. Linear time.

use crate::span::Span;
use crate::syntax::token::{TokenKind, tokens};
use std::borrow::Cow;

const MONTHS: [&[u8; 3]; 12] =
    [b"jan", b"feb", b"mar", b"apr", b"may", b"jun", b"jul", b"aug", b"sep", b"oct", b"nov", b"dec"];

/// The names of zones in RFC 5322 section 4.3, and other names that mean only one zone, with the offsets of the zones
/// in hours. Names that mean several zones, such as `IST` and `BST`, are left out.
const ZONES: [(&[u8], i16); 27] = [
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
    (b"akst", -9),
    (b"akdt", -8),
    (b"hst", -10),
    (b"wet", 0),
    (b"west", 1),
    (b"cet", 1),
    (b"cest", 2),
    (b"met", 1),
    (b"mest", 2),
    (b"mez", 1),
    (b"mesz", 2),
    (b"eet", 2),
    (b"eest", 3),
    (b"jst", 9),
    (b"kst", 9),
];

/// Names that an offset can follow, as in `GMT+0100`.
const UTC: [&[u8]; 3] = [b"GMT", b"UTC", b"UT"];

/// A plus sign that is escaped as in HTML. Some programs left this escape in the dates of their mail.
const ESCAPED_PLUS: &[u8] = b"&#43;";

/// Names of days, each with the comma that follows the name in a date.
const DAYS: [&[u8]; 7] = [b"Mon,", b"Tue,", b"Wed,", b"Thu,", b"Fri,", b"Sat,", b"Sun,"];

/// The maximum number of octets of a field that are searched for a date.
const LONGEST: usize = 256;

/// The year of the date in `span` of `input`, if it is from 1900 to 9998.
pub(crate) fn year(input: &[u8], span: Span) -> Option<u16> {
    read(input, span).year
}

/// The parts of a date that have been found so far.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) year: Option<u16>,
    pub(super) month: Option<u8>,
    pub(super) day: Option<u8>,
    pub(super) time: Option<(u8, u8, u8)>,
    pub(super) offset: Option<i16>,
    /// Whether the last word was a month after a day. If so, a year of two or three digits can follow.
    after_month: bool,
    /// Whether a zone has been found, even an invalid one. Then no later word is read as a zone.
    has_zone: bool,
}

/// Fast path: the result of [`read`] for a date in the form of RFC 5322 section 3.3, with seconds, without comments
/// and without obsolete syntax. Nearly all dates have this form. `None` for any other date.
///
/// ```abnf
/// date-time = [ day-of-week "," ] date time [CFWS]   ; RFC 5322 section 3.3
/// date      = day month year
/// time      = time-of-day zone
/// ```
pub(super) fn regular(value: &[u8]) -> Option<Found> {
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
        year: Some(year_of(year, number(year.iter())?)).filter(is_year),
        time: Some((two([h, hh])?, two([m, mm])?, two([s, ss])?)),
        ..Found::default()
    };
    found.zone(zone);
    Some(found)
}

pub(super) fn read(input: &[u8], span: Span) -> Found {
    let span = Span::new(span.start, span.end.min(span.start + LONGEST));
    let text = match is_plain(span.slice(input)) {
        true => Cow::Borrowed(span.slice(input)),
        false => Cow::Owned(without_comments(input, span)),
    };
    let text = match memchr::memmem::find(&text, ESCAPED_PLUS).and_then(|at| text.split_at_checked(at)) {
        Some((before, after)) => {
            [before, b"+", after.get(ESCAPED_PLUS.len()..).unwrap_or_default()].concat().into()
        }
        None => text,
    };
    let mut found = Found::default();
    // The numbers in an encoded word, such as those of its charset, are no date (RFC 2047 section 5 allows no encoded word
    // here).
    if memchr::memmem::find(&text, b"=?").is_some() {
        return found;
    }
    let is_in_word = |octet: &u8| octet.is_ascii_alphanumeric() || matches!(octet, b':' | b'+' | b'-' | b'.');
    for word in text.split(|octet| !is_in_word(octet)).filter(|word| !word.is_empty()) {
        found.word(word);
    }
    found.year = found.year.filter(is_year);
    found
}

/// Whether a year is from 1900 to 9998. The year 9999 is excluded, because its last hours are in the year 10000 in
/// other time zones, and this year has five digits.
fn is_year(year: &u16) -> bool {
    (1900..9999).contains(year)
}

/// The year that a number of two to four digits means (RFC 5322 section 4.3). If the number has two digits and is at
/// most 49, 2000 is added. To any other number of two or three digits, 1900 is added. Some programs put zeros before
/// such a number to get four digits.
fn year_of(digits: &[u8], value: u16) -> u16 {
    match digits {
        [b'1'..=b'9', _, _, _] => value,
        [_, _] | [b'0', b'0', _, _] if value < 50 => 2000 + value,
        _ => 1900 + value,
    }
}

/// Whether a date has only usual characters, and no blanks around colons. Such a date has no comments. Nearly all
/// dates are of this kind.
fn is_plain(date: &[u8]) -> bool {
    let is_usual = |octet: &u8| {
        octet.is_ascii_alphanumeric()
            || matches!(octet, b' ' | b'\t' | b'\r' | b'\n' | b',' | b':' | b'+' | b'-' | b'.')
    };
    let is_spread = |pair: &[u8]| {
        matches!(pair, [b' ' | b'\t' | b'\r' | b'\n', b':'] | [b':', b' ' | b'\t' | b'\r' | b'\n'])
    };
    date.iter().all(is_usual) && !date.windows(2).any(is_spread)
}

/// The date in `span` of `input`, without comments and without blanks around colons.
fn without_comments(input: &[u8], span: Span) -> Vec<u8> {
    let (mut text, mut separated) = (Vec::new(), false);
    for token in tokens(input, span, LONGEST) {
        if matches!(token.kind, TokenKind::Blank | TokenKind::Comment) {
            separated = true;
            continue;
        }
        let octets = token.span.slice(input);
        // Comments and blanks can stand around the colons of a time (RFC 5322 section 4.3).
        if std::mem::take(&mut separated) && !text.ends_with(b":") && !octets.starts_with(b":") {
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
        let dot = || memchr::memchr(b'.', word).filter(|_| self.is_next_a_time(word));
        let Some(mark) = memchr::memchr(b':', word).or_else(dot) else { return self.date(word) };
        let (before, _) = word.split_at_checked(mark).unwrap_or_default();
        let digits = before.iter().rev().take_while(|octet| octet.is_ascii_digit()).count().min(2);
        let (date, time) = word.split_at_checked(mark - digits).unwrap_or_default();
        // In ISO 8601, a `T` stands between the date and the time.
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

    /// Whether `word`, which has no colon, is a time with dots, such as `10.00.00`. A word with dots can also be a
    /// date, so it counts as a time only after the day and the month have been read.
    fn is_next_a_time(&self, word: &[u8]) -> bool {
        let mut numbers = word.split(|octet| *octet == b'.');
        let is_number = |number: &[u8], least| {
            (least..=2).contains(&number.len()) && number.iter().all(u8::is_ascii_digit)
        };
        let is_time = numbers.next().is_some_and(|hour| is_number(hour, 1))
            && matches!(numbers.clone().count(), 1 | 2)
            && numbers.all(|number| is_number(number, 2));
        is_time && self.day.is_some() && self.month.is_some()
    }

    /// Reads `word` as a zone; returns whether it is one.
    fn zone(&mut self, word: &[u8]) -> bool {
        let named = ZONES.iter().find(|(name, _)| word.eq_ignore_ascii_case(name));
        let after_name = UTC.iter().find_map(|name| {
            let (start, after) = word.split_at_checked(name.len())?;
            (start.eq_ignore_ascii_case(name) && !after.is_empty()).then_some(after)
        });
        let word = after_name.unwrap_or(word);
        self.offset = match word {
            b"-0000" => None,
            [sign @ (b'+' | b'-'), digits @ ..] => {
                let digits = digits.iter().filter(|octet| **octet != b':');
                let length = digits.clone().count();
                // Some mailers leave out the first zero (`+100`), or the minutes (`+01`, as in ISO 8601).
                let hundreds = |number: u16| if length > 2 { Some(number) } else { number.checked_mul(100) };
                let is_zone = |number: &u16| length <= 4 && number % 100 < 60;
                let offset = number(digits.clone()).and_then(hundreds).filter(is_zone);
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
        let pieces = word.split(|octet| matches!(octet, b'-' | b'+'));
        // A dot can follow the day and the month: `21. Nov.`
        let pieces = pieces.map(|piece| piece.strip_suffix(b".").unwrap_or(piece));
        for piece in pieces.filter(|piece| !piece.is_empty()) {
            let after_month = std::mem::take(&mut self.after_month);
            let Some(number) = number(piece.iter()) else {
                let month = self.month.is_none().then(|| month(piece)).flatten();
                self.after_month = month.is_some() && self.day.is_some();
                self.month = self.month.or(month);
                continue;
            };
            let small = u8::try_from(number).ok().filter(|_| piece.len() <= 2);
            match piece.len() {
                4 if !piece.starts_with(b"0") => self.year = self.year.or(Some(number)),
                2..=4 if after_month && self.year.is_none() => self.year = Some(year_of(piece, number)),
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

/// The number of a month, from 1. The first three letters of `word` identify the month.
fn month(word: &[u8]) -> Option<u8> {
    let start = word.first_chunk::<3>()?.map(|octet| octet.to_ascii_lowercase());
    (1..).zip(MONTHS).find(|(_, month)| **month == start).map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::super::DateTime;
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
            ("Thu, 3 Jan 0102 10:00:00 +0200", "2002-01-03T10:00:00+02:00"),
            ("Thu, 1 Jan 0004 00:00:00 +0000", "2004-01-01T00:00:00+00:00"),
            ("Thu, 1 Jan 0099 00:00:00 +0000", "1999-01-01T00:00:00+00:00"),
            ("Mon, 21 Nov 3610 10:00:00 +0000", "3610-11-21T10:00:00+00:00"),
            ("31 Dec 9998 23:00:00 -0200", "9998-12-31T23:00:00-02:00"),
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
            // Times with dots, and zones beyond RFC 5322.
            ("Sat, 21 Nov 2026 10.00.00 +0100", "2026-11-21T10:00:00+01:00"),
            ("Sat, 21. Nov. 2026 9.05 CEST", "2026-11-21T09:05:00+02:00"),
            ("Mon Jan  3 12.00.07 JST 2005", "2005-01-03T12:00:07+09:00"),
            ("3-Jan-2005 10.30 PM", "2005-01-03T22:30:00-00:00"),
            (
                "Sat Nov 21 2026 10:00:00 GMT+0100 (Central European Standard Time)",
                "2026-11-21T10:00:00+01:00",
            ),
            ("21 Nov 2026 10:00:00 utc-03:30", "2026-11-21T10:00:00-03:30"),
            ("2026-11-21 10:00:00+05", "2026-11-21T10:00:00+05:00"),
            ("21 Nov 2026 10:00:00 -5", "2026-11-21T10:00:00-05:00"),
            ("21 Nov 2026 10:00:00 &#43;0200", "2026-11-21T10:00:00+02:00"),
            ("21 Nov 2026 10:00:00 IST", "2026-11-21T10:00:00-00:00"),
            ("21 Nov 2026 10:00:00 +12345", "2026-11-21T10:00:00-00:00"),
            // A word such as `21.11.26` or `1.2.3` is read neither as a date nor as a time.
            ("21.11.26 21 Nov 2026 10:00", "2026-11-21T10:00:00-00:00"),
            ("21 Nov 2026 1.2.3", "2026-11-21T00:00:00-00:00"),
        ] {
            assert_eq!(shown(date).as_deref(), Some(expected), "{date}");
        }
    }

    #[test]
    fn values_that_are_not_dates() {
        for date in [
            "1 Jan 1899 00:00:00 +0000",
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

    /// The year is found even if other parts of the date are missing. The command `census` needs only the year.
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

        /// A comment before a date does not change the result, although dates without comments are read by faster
        /// code.
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
            date in "(\x0c| {260})?((Mon|Nov|Sat,|12),? )?[0-9]{1,2} (Jan|nov|Foo|2-c) (-1[0-9]{2}|[0-9]{4}) [0-9]{2}:[0-9]{2}:[0-9+]{2} [-+][0-9:]{3}[0-9:,;)\x0b\x7f]( PM)?",
        ) {
            let found = regular(date.as_bytes());
            let same = found.is_none() || found == Some(read(date.as_bytes(), Span::new(0, date.len())));
            proptest::prop_assert!(same, "{date:?}");
        }

        #[test]
        fn any_octets_can_be_parsed(octets: Vec<u8>) {
            let year = year(&octets, Span::new(0, octets.len()));
            proptest::prop_assert!(year.is_none_or(|year| (1900..9999).contains(&year)));
            DateTime::parse(&octets).map(|date| date.timestamp());
        }
    }
}
