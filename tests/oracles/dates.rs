//! Compares the dates that mailutf reads with those of Python's `email.utils.parsedate_to_datetime` and of
//! `mail-parser`.

use crate::program::run;
use mailutf::message::DateTime;
use mailutf::message::Headers;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Year, month, day, hour, minute and second, and the minutes by which the zone is ahead of UTC, if the date has a
/// zone.
type Date = ([u32; 6], Option<i32>);

fn ours(value: &[u8]) -> Option<Date> {
    let date = DateTime::parse(value)?;
    let of_day = [date.hour, date.minute, date.second].map(u32::from);
    let [hour, minute, second] = of_day;
    let digits = [date.year.into(), date.month.into(), date.day.into(), hour, minute, second];
    Some((digits, date.offset.map(i32::from)))
}

/// The dates that Python reads in `values`, or `None` if Python is not installed.
fn by_python(values: &[Vec<u8>]) -> Option<Vec<Option<Date>>> {
    let mut input = String::new();
    for value in values {
        value.iter().for_each(|octet| write!(input, "{octet:02x}").unwrap());
        input.push('\n');
    }
    let output = run("python3", &["-c", include_str!("dates.py")], input.as_bytes())?;
    let lines = String::from_utf8(output).unwrap();
    let dates = lines.lines().map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let [digits @ .., offset] = &*words else { return None };
        let digits: Vec<u32> = digits.iter().map(|word| word.parse().unwrap()).collect();
        Some((digits.try_into().ok()?, offset.parse().ok()))
    });
    let dates: Vec<_> = dates.collect();
    assert_eq!(dates.len(), values.len());
    Some(dates)
}

fn by_mail_parser(value: &[u8]) -> Option<Date> {
    let message = [b"Date: ", value.trim_ascii(), b"\n\n"].concat();
    let parsed = mail_parser::MessageParser::default().parse(&message)?;
    let date = parsed.date()?;
    let minutes = i32::from(date.tz_hour) * 60 + i32::from(date.tz_minute);
    let digits = [
        date.year.into(),
        date.month.into(),
        date.day.into(),
        date.hour.into(),
        date.minute.into(),
        date.second.into(),
    ];
    Some((digits, Some(if date.tz_before_gmt { -minutes } else { minutes })))
}

/// Whether `mail-parser` is known to find no date in `value`: its day has hyphens, or the name of a zone follows a
/// time without seconds.
fn is_beyond_mail_parser(value: &str) -> bool {
    let zone = value.rsplit(' ').next().unwrap_or_default();
    let hyphens = value.split(' ').next().is_some_and(|day| day.contains('-'));
    hyphens || value.matches(':').count() == 1 && zone.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Returns the reason why our date can differ from Python's, or `None` if it must not differ.
fn excuse(value: &[u8], ours: Option<Date>, theirs: Option<Date>) -> Option<&'static str> {
    let value = String::from_utf8_lossy(value);
    let words = || value.split([' ', ',']);
    let (Some((our_digits, _)), Some((digits, theirs_offset))) = (ours, theirs) else {
        let day = words().any(|word| word.len() == 3 && word.starts_with('0'));
        let reasons = [
            (theirs.is_none(), "ISO 8601 without a zone, and what is damaged: Python is strict"),
            (day, "a day of three digits is none"),
        ];
        return reasons.into_iter().find_map(|(applies, why)| applies.then_some(why));
    };
    let zone = words().next_back().unwrap_or_default().trim_start_matches(['+', '-']);
    let reasons = [
        (words().any(|word| word == "PM"), "Python knows no AM and PM"),
        (our_digits == digits && zone.len() < 3, "Python takes hours for minutes"),
        (our_digits == digits && theirs_offset.is_none(), "Python knows fewer names of zones"),
    ];
    reasons.into_iter().find_map(|(applies, why)| applies.then_some(why))
}

/// Dates in the forms of RFC 5322 sections 3.3 and 4.3 and in the forms that mail programs write, each with its
/// meaning.
fn made() -> Vec<(Vec<u8>, Date)> {
    let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let zones = [
        ("+0000", Some(0)),
        ("-0800", Some(-480)),
        ("+0530", Some(330)),
        ("-0000", None),
        ("GMT", Some(0)),
        ("EST", Some(-300)),
        ("PDT", Some(-420)),
    ];
    let mut made = Vec::new();
    for (year, month, day, (hour, minute, second)) in [
        (1999, 12, 31, (23, 59, 59)),
        (2000, 2, 29, (0, 0, 0)),
        (1970, 1, 1, (0, 0, 1)),
        (2026, 11, 21, (10, 5, 0)),
        (1985, 7, 4, (9, 8, 7)),
    ] {
        for (zone, offset) in zones {
            let name = names[month - 1];
            let clock = format!("{hour:02}:{minute:02}:{second:02}");
            let mut forms = vec![
                format!("{day} {name} {year} {clock} {zone}"),
                format!("Thu, {day:02} {name} {year} {clock} {zone}"),
                format!(" Thu, {day} {name} {year}\r\n {clock} {zone} (comment)"),
                format!("Thu, {day} {} {year} {clock} {zone}", name.to_uppercase()),
                format!("{day}-{name}-{year} {clock} {zone}"),
                format!("Thursday, {day} {name} {year} {clock} {zone}"),
            ];
            if (1970..2000).contains(&year) {
                forms.push(format!("{day} {name} {} {clock} {zone}", year - 1900));
            }
            if second == 0 {
                forms.push(format!("Thu, {day} {name} {year} {hour:02}:{minute:02} {zone}"));
            }
            let date = ([year, month as u32, day, hour, minute, second], offset);
            made.extend(forms.into_iter().map(|form| (form.into_bytes(), date)));
        }
    }
    made
}

#[test]
fn made_dates_mean_the_same_to_all() {
    let made = made();
    for (value, date) in &made {
        assert_eq!(ours(value), Some(*date), "{}", value.escape_ascii());
    }
    let values: Vec<_> = made.iter().map(|(value, _)| value.clone()).collect();
    let mut wrong = Vec::new();
    for (found, (value, date)) in by_python(&values).unwrap_or_default().into_iter().zip(&made) {
        if found != Some(*date) {
            wrong.push(format!("Python: {}: {found:?}", value.escape_ascii()));
        }
    }
    for (value, (digits, offset)) in &made {
        let found = by_mail_parser(value);
        let known = is_beyond_mail_parser(std::str::from_utf8(value).unwrap()) && found.is_none();
        if !known && found != Some((*digits, Some(offset.unwrap_or(0)))) {
            wrong.push(format!("mail-parser: {}: {found:?}", value.escape_ascii()));
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

/// Forms that readers read as different dates, with our date and Python's.
#[test]
fn contested_dates() {
    let contested = [
        // The zone consists of hours alone, which Python takes for minutes.
        ("1 Jun 2016 22:00:54 +02", "2016-06-01T22:00:54+02:00", Some(([2016, 6, 1, 22, 0, 54], Some(2)))),
        (
            "Wed 29 May 2019 06:09:22 PM EDT",
            "2019-05-29T18:09:22-04:00",
            Some(([2019, 5, 29, 6, 9, 22], None)),
        ),
        ("2012-12-08 00:48", "2012-12-08T00:48:00-00:00", None),
        // Python, too, would find this date if it had no milliseconds.
        ("17 Jul 2012 22:23:35.882 0000", "2012-07-17T22:23:35-00:00", None),
        // There are comments around the colons of the time (RFC 5322 section 4.3), with which Python finds no date.
        ("21 Nov 1997 09(x):   55  :  06 -0600", "1997-11-21T09:55:06-06:00", None),
    ];
    let values: Vec<_> = contested.iter().map(|(value, ..)| value.as_bytes().to_vec()).collect();
    let theirs = by_python(&values);
    for (at, (value, date, python)) in contested.iter().enumerate() {
        assert_eq!(DateTime::parse(value.as_bytes()).unwrap().to_string(), *date, "{value}");
        // Another version of Python can agree with us.
        let agrees = |found: Option<Date>| found == *python || found == ours(value.as_bytes());
        assert!(theirs.as_ref().is_none_or(|theirs| agrees(theirs[at])), "{value}: {theirs:?}");
    }
}

#[test]
fn dates_of_real_mail() {
    let mut values = BTreeSet::new();
    let mut folders = vec![crate::real_mail::shared("corpus")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let octets = std::fs::read(path).unwrap();
            let headers = Headers::parse(&octets);
            values.extend(headers.header("Date").map(|field| field.raw().trim_ascii().to_vec()));
        }
    }
    let values: Vec<_> = values.into_iter().filter(|value| !value.is_empty()).collect();
    println!("{} dates", values.len());
    let mut wrong = Vec::new();
    for (found, value) in by_python(&values).unwrap_or_default().into_iter().zip(&values) {
        let ours = ours(value);
        if found != ours && excuse(value, ours, found).is_none() {
            wrong.push(format!("{}\n    {ours:?}\n    {found:?} Python", value.escape_ascii()));
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}
