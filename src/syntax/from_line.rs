//! `From ` lines of mbox files (RFC 4155 appendix A), in the forms that programs have written over thirty years.
//!
//! Such a line consists of `From `, a sender and a date. Only `remote from HOST` can follow the date. The date is
//! required, because lines of prose can begin with `From `, too. The date has one of these forms:
//!
//! - the form of `ctime`, with or without seconds, and with a zone before the year, after it, or both;
//! - the form of a Date field (RFC 5322 section 3.3), as Thunderbird writes it;
//! - `2020-03-03 07:50:45 +0000`.
//!
//! The sender can be anything, even `-` or nothing. An address can contain white space, quotes or ` at `. Names of
//! days and months are English, in upper or lower case. The parser does not check that the date exists.
//!
//! Programs also wrote lines with other forms of dates, and lines without a date. Such a line looks like prose, and
//! only the text after the line can show whether it separates messages. The function [`separator`] recognises these
//! lines, too.
//!
//! RFC 4155 gives no grammar for the line, but refers to the form of `ctime` (ISO/IEC 9899 section 7.27.3). The other
//! forms follow the grammars of RFC 5322 section 3.3 and RFC 3339 section 5.6, but more white space and more zones
//! are accepted.
//!
//! Linear time, since the number of words in a date is bounded.

use super::region::{Parsed, Region};
use crate::span::Span;
use memchr::{memchr, memmem};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while_m_n, take_while1};
use nom::character::complete::{char, one_of, space0, space1};
use nom::combinator::{eof, opt, peek};
use nom::multi::fold_many_m_n;
use nom::sequence::{delimited, preceded, terminated};

/// The UTF-8 byte order mark, which editors put at the start of a file.
pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The parts of a `From ` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FromLine {
    /// The envelope sender.
    pub sender: Span,
    /// The date as written, including `remote from HOST` if that follows the date.
    pub date: Span,
}

/// Parses `line` (without its line end) as a `From ` line: `From `, a sender, and a date with a time and a
/// year.
///
/// ```
/// use mailutf::internal::from_line;
/// let line = b"From MAILER-DAEMON Fri Jul  8 12:08:34 2011";
/// assert_eq!(from_line(line).unwrap().sender.slice(line), b"MAILER-DAEMON");
/// assert_eq!(from_line(b"From Friday on, July 8 2011"), None);
/// ```
pub fn from_line(line: &[u8]) -> Option<FromLine> {
    let region = Region::new(line, Span::new(0, line.len()));
    let rest = line.strip_prefix(b"From ")?;
    let starts_word =
        |&at: &usize| at.checked_sub(1).is_none_or(|before| rest.get(before).is_some_and(is_blank));
    // A date begins with a number or with the name of a day.
    let may_be_date = |word: &&[u8]| {
        word.first()
            .is_some_and(|octet| octet.is_ascii_digit() || b"MTWFS".contains(&octet.to_ascii_uppercase()))
    };
    let words = (0..rest.len()).filter(starts_word).filter_map(|at| rest.get(at..)).filter(may_be_date);
    let date = words.map(|word| (word, date.parse(word))).find_map(|(word, read)| read.ok().map(|_| word))?;
    let sender = region.between(rest, date);
    let octets = sender.slice(line);
    let start = sender.end - octets.trim_ascii_start().len();
    Some(FromLine {
        sender: Span::new(start, start + octets.trim_ascii().len()),
        date: Span::new(sender.end, sender.end + date.trim_ascii_end().len()),
    })
}

/// Whether the line at the start of `text` begins a patch from `git format-patch`. Such a line has the name of a
/// commit and a fixed date. Git writes the same date into every patch, so that other programs can recognise patches.
pub(crate) fn is_patch(text: &[u8]) -> bool {
    let name = text.strip_prefix(b"From ").unwrap_or_default();
    let digits = name.iter().take_while(|octet| octet.is_ascii_hexdigit()).count();
    // The name of a commit has 40 digits with SHA-1, and 64 digits with SHA-256.
    matches!(digits, 40 | 64)
        && name.get(digits..).is_some_and(|date| date.starts_with(b" Mon Sep 17 00:00:00 2001"))
}

/// The evidence that a line separates messages of a mailbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum Separator {
    /// A `From ` line that [`from_line`] accepts.
    Dated,
    /// A line that is `From` alone, or begins with `From` and white space. `From` can be in upper or lower case. If a
    /// header follows, the line is a separator whose date is missing or has an unknown form; otherwise the line is
    /// prose.
    Undated,
    /// A `From ` line that [`from_line`] accepts, after NULs. A file server that crashed leaves NULs, and sound text has
    /// none.
    DatedAfterNuls,
    /// Another `From ` line after NULs, or any `From ` line after a byte order mark. Concatenated files have byte order
    /// marks between them.
    Marked,
}

/// Returns the offset of a possible separator in `line` (without its LF), and the kind of the separator. The
/// separator starts at the start of the line, or at the first of the NULs directly before `From `. A line that ends
/// with a colon is prose.
pub(crate) fn separator(line: &[u8]) -> Option<(usize, Separator)> {
    let line = line.trim_ascii_end();
    if from_line(line).is_some() {
        return Some((0, Separator::Dated));
    }
    if may_separate(line) {
        return Some((0, Separator::Undated));
    }
    if line.strip_prefix(BOM).is_some_and(may_separate) {
        return Some((0, Separator::Marked));
    }
    memchr(0, line)?;
    let last = memmem::find(line, b"\0From")?;
    let (before, from) = line.split_at_checked(last + 1)?;
    let nuls = before.iter().rev().take_while(|&&octet| octet == 0).count();
    let separator = if from_line(from).is_some() { Separator::DatedAfterNuls } else { Separator::Marked };
    may_separate(from).then_some((before.len() - nuls, separator))
}

/// Whether `line` is `From` alone, or begins with `From` and white space. Two kinds of lines are excluded: From
/// fields with white space before their colon (RFC 5322 section 4.5), and lines that end with a colon.
fn may_separate(line: &[u8]) -> bool {
    line.split_at_checked(4).is_some_and(|(from, rest)| {
        from.eq_ignore_ascii_case(b"From")
            && rest.first().is_none_or(is_blank)
            && !rest.trim_ascii_start().starts_with(b":")
            && !rest.ends_with(b":")
    })
}

/// Parses a date in the form of `ctime`, RFC 5322 or RFC 3339, up to the end of the line. After the date, there can
/// be `remote from HOST`.
fn date(input: &[u8]) -> Parsed<'_, ()> {
    let remote = (space1, tag("remote from "), take_while1(|octet: u8| !octet.is_ascii_whitespace()));
    (alt((ctime, internet_date, iso_date)), opt(remote), space0, eof).map(drop).parse(input)
}

/// Parses a date like `Fri Jul  8 12:08:34 2011`, with zones before the year, after it, or both.
///
/// ```abnf
/// ctime = day-name SP month SP day SP time-of-day [zone] SP year [zone]   ; as asctime of C, and zones
/// ```
fn ctime(input: &[u8]) -> Parsed<'_, ()> {
    let day_name = terminated(day_name, (opt(char(',')), space1));
    (day_name, month, space1, digits(1, 2), space1, time, zones, space1, year, zones).map(drop).parse(input)
}

/// Parses a date like `Fri, 8 Jul 2011 12:08:34 +0200`.
///
/// ```abnf
/// date-time = [ day-of-week "," ] date time [CFWS]   ; RFC 5322 section 3.3
/// date      = day month year
/// time      = time-of-day zone
/// ```
fn internet_date(input: &[u8]) -> Parsed<'_, ()> {
    let day_name = opt(terminated(day_name, (opt(char(',')), space1)));
    (day_name, digits(1, 2), space1, month, space1, year, space1, time, zones).map(drop).parse(input)
}

/// Parses a date like `2011-07-08 12:08:34 +0200`.
///
/// ```abnf
/// date-time = full-date "T" full-time   ; RFC 3339 section 5.6
/// full-date = date-fullyear "-" date-month "-" date-mday
/// ```
fn iso_date(input: &[u8]) -> Parsed<'_, ()> {
    let date = (digits(4, 4), char('-'), digits(2, 2), char('-'), digits(2, 2));
    (date, one_of(" T"), time, opt(char('Z')), zones).map(drop).parse(input)
}

/// ```abnf
/// day-name = "Mon" / "Tue" / "Wed" / "Thu" / "Fri" / "Sat" / "Sun"   ; RFC 5322 section 3.3
/// ```
fn day_name(input: &[u8]) -> Parsed<'_, ()> {
    let name = |name| tag_no_case(name);
    alt((name("Mon"), name("Tue"), name("Wed"), name("Thu"), name("Fri"), name("Sat"), name("Sun")))
        .map(drop)
        .parse(input)
}

/// ```abnf
/// month = "Jan" / "Feb" / "Mar" / "Apr" / "May" / "Jun" /   ; RFC 5322 section 3.3
///         "Jul" / "Aug" / "Sep" / "Oct" / "Nov" / "Dec"
/// ```
fn month(input: &[u8]) -> Parsed<'_, ()> {
    let name = |name| tag_no_case(name);
    let first = alt((name("Jan"), name("Feb"), name("Mar"), name("Apr"), name("May"), name("Jun")));
    let second = alt((name("Jul"), name("Aug"), name("Sep"), name("Oct"), name("Nov"), name("Dec")));
    alt((first, second)).map(drop).parse(input)
}

/// Parses a time like `12:08` or `9:08:34`.
///
/// ```abnf
/// time-of-day = hour ":" minute [ ":" second ]   ; RFC 5322 section 3.3
/// ```
fn time(input: &[u8]) -> Parsed<'_, ()> {
    let minutes = || preceded(char(':'), digits(2, 2));
    (digits(1, 2), minutes(), opt(minutes())).map(drop).parse(input)
}

/// Parses a year of four digits, or of two digits as programs wrote it in the 1990s.
///
/// ```abnf
/// year     = (FWS 4*DIGIT FWS) / obs-year    ; RFC 5322 section 3.3
/// obs-year = [CFWS] 2*DIGIT [CFWS]           ; section 4.3
/// ```
fn year(input: &[u8]) -> Parsed<'_, ()> {
    alt((digits(4, 4), digits(2, 2))).parse(input)
}

/// Parses up to two zones, each after white space. A zone has the form `+0200`, `CET`, `(CET)` or `GMT+2`.
///
/// ```abnf
/// zone     = (FWS ( "+" / "-" ) 4DIGIT) / obs-zone   ; RFC 5322 section 3.3
/// obs-zone = "UT" / "GMT" / "EST" / "EDT" / "CST" / "CDT" / "MST" / "MDT" / "PST" / "PDT" /
///            %d65-73 / %d75-90 / %d97-105 / %d107-122   ; section 4.3
/// ```
fn zones(input: &[u8]) -> Parsed<'_, ()> {
    let name = || take_while_m_n(1, 5, |octet: u8| octet.is_ascii_uppercase());
    let offset =
        || (one_of("+-"), take_while_m_n(1, 5, |octet| matches!(octet, b'0'..=b'9' | b':'))).map(drop);
    let in_brackets = delimited(char('('), name(), char(')')).map(drop);
    let zone = alt((offset(), (name(), opt(offset())).map(drop), in_brackets));
    let end_of_word = peek(alt((eof, space1)));
    fold_many_m_n(0, 2, delimited(space1, zone, end_of_word), || (), |(), ()| ()).parse(input)
}

fn digits<'a>(least: usize, most: usize) -> impl Parser<&'a [u8], Output = (), Error = ()> {
    take_while_m_n(least, most, |octet: u8| octet.is_ascii_digit()).map(drop)
}

const fn is_blank(octet: &u8) -> bool {
    matches!(octet, b' ' | b'\t')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_separator_need_not_have_a_date() {
        assert_eq!(
            separator(b"From alice@example.org 2024-01-02T03:04:05.678Z"),
            Some((0, Separator::Undated))
        );
        assert_eq!(separator(b"half a li\0\0From - "), Some((9, Separator::Marked)));
        assert_eq!(separator(b"From here on:"), None);
    }

    fn shown(line: &str) -> Option<(&str, &str)> {
        from_line(line.as_bytes()).map(|found| (&line[found.sender.range()], &line[found.date.range()]))
    }

    #[test]
    fn rfc_4155_appendix_a() {
        assert_eq!(
            shown("From john.doe@example.com Fri Jul  8 12:08:34 2011"),
            Some(("john.doe@example.com", "Fri Jul  8 12:08:34 2011"))
        );
    }

    #[test]
    fn dates_as_programs_write_them() {
        for date in [
            "Mon Sep 17 00:00:00 2001",
            "Wed Jun 1 20:00 2016",
            "Thu Apr 30 14:27:51 CDT 1998",
            "Sat Jan  3 01:05:34 MET DST 1996",
            "Sat Jan  3 01:05:34 1996 +0200",
            "Sat Jan  3 01:05:34 1996 GMT+2",
            "Sat Jan  3 01:05:34 +01:00 1996",
            "Sat Jan  3 01:05:34 96",
            "Sat Jan  3 9:05:34 1996 (CET) remote from host.example",
            "SAT JAN  3 01:05:34 1996",
            "Thu, 24 Nov 2022 19:06:16 GMT",
            "24 Nov 2022 19:06:16 +0000 (GMT)",
            "2020-03-03 07:50:45 +0000",
            "2020-03-03T07:50:45Z",
        ] {
            assert_eq!(shown(&format!("From a@b {date}")), Some(("a@b", date)), "{date}");
            assert_eq!(shown(&format!("From a@b  {date} \t")), Some(("a@b", date)), "{date}");
        }
    }

    #[test]
    fn senders_as_programs_write_them() {
        for sender in [
            "-",
            "()",
            "",
            "MAILER-DAEMON",
            "\"someone@example.com\"",
            "\"John Doe\"@example.com",
            "john at example.com",
            "John Doe",
            "friday@example.com Fri",
            "jörg@example.com",
        ] {
            let date = "Fri Jul  8 12:08:34 2011";
            assert_eq!(shown(&format!("From {sender} {date}")), Some((sender, date)), "{sender}");
        }
        assert_eq!(shown("From Fri Jul  8 12:08:34 2011"), Some(("", "Fri Jul  8 12:08:34 2011")));
    }

    #[test]
    fn prose_is_not_a_from_line() {
        for line in [
            "From the desk of John Doe, Fri Jul 8, 2011",
            "From Fri Jul  8 12:08:34 2011 on we met daily",
            "From a@b Fri Jul  8 2011",
            "From a@b Fri Jul  8 12:08:34 20111",
            "From a@b Fri Jul  812:08:34 2011",
            "From a@b Fri Jul  8 12:08:34 from 2011",
            "From a@b",
            "From  ",
            "From",
            "From: a@b Fri Jul  8 12:08:34 2011",
            ">From a@b Fri Jul  8 12:08:34 2011",
            "from a@b Fri Jul  8 12:08:34 2011",
        ] {
            assert_eq!(shown(line), None, "{line}");
        }
    }

    #[test]
    fn lines_that_may_separate() {
        let shape = |line: &str| separator(line.as_bytes());
        assert_eq!(shape("From a@b Fri Jul  8 12:08:34 2011\r"), Some((0, Separator::Dated)));
        for line in [
            "From",
            "From ",
            "From - ",
            "From\ta@b",
            "from a@b Fri Jul  8 12:08:34 2011",
            "From a@b 1704164645",
        ] {
            assert_eq!(shape(line), Some((0, Separator::Undated)), "{line}");
        }
        let dated = "x\0From a@b Fri Jul  8 12:08:34 2011";
        assert_eq!(shape(dated), Some((1, Separator::DatedAfterNuls)));
        for line in ["\0\0From a@b", "\u{feff}From -", "\u{feff}From a@b Fri Jul  8 12:08:34 2011"] {
            assert_eq!(shape(line), Some((0, Separator::Marked)), "{line}");
        }
        for line in [
            "From: a@b",
            "From : a@b",
            "From here on:",
            "Fromage",
            "Fro",
            ">From a@b",
            " From a@b",
            "\0from a",
        ] {
            assert_eq!(shape(line), None, "{line}");
        }
    }

    #[test]
    fn hostile_input_takes_linear_time() {
        for unit in [
            " ",
            "Mon ",
            "Mon Jan ",
            "Mon Jan 1 10:00:00 2001 ",
            "Mon Jan 1 10:00:00 A B ",
            "1 ",
            "2001-01-01 ",
        ] {
            // The test would not finish in reasonable time if the code were quadratic.
            let line = format!("From {}x", unit.repeat((1 << 16) / unit.len()));
            assert_eq!(from_line(line.as_bytes()), None, "{unit}");
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn sender_and_date_are_in_order(line in "From ([a-z@]{0,5} ?){0,3}(Mon|Sun,)? ?(Jan )?[0-9]{1,2} (Feb )?([0-9]{4} )?(1:23 ?)?([0-9]{2,4})?( [A-Z+0-9]{1,5}){0,2} ?") {
            if let Some(found) = from_line(line.as_bytes()) {
                let all = Span::new(5, line.len());
                prop_assert!(all.contains(found.sender) && all.contains(found.date));
                prop_assert!(found.sender.end <= found.date.start && !found.date.is_empty());
            }
        }
    }
}
