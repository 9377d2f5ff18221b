//! Writes messages as an mbox. Each message follows a `From ` line (RFC 4155). The quoting is that of mboxrd, which
//! can be undone exactly.

use mailutf::internal::from_line;
use mailutf::mailbox::batch::Entry;
use mailutf::mailbox::mbox::{Variant, Writer};
use mailutf::message::{DateTime, Headers};
use std::io::{self, Write};

/// The address that is written into the `From ` line if the message has no sender address.
const NOBODY: &str = "MAILER-DAEMON";

const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The number of seconds in a day.
const DAY: i64 = 24 * 60 * 60;

/// Appends a message to an mbox. The message keeps its `From ` line. If it has none, a `From ` line is made from
/// its header.
pub(super) fn write(output: &mut impl Write, entry: &Entry<'_>) -> io::Result<()> {
    let message = entry.message();
    let own_line = entry.from_line_octets().trim_ascii_end();
    let line = match from_line(own_line) {
        Some(_) => own_line.to_vec(),
        None => line_of(&Headers::parse(message.octets())),
    };
    Writer::new(output, Variant::Mboxrd).write(&line, message.octets())
}

/// Makes a `From ` line with the return address and the date of a message.
fn line_of(headers: &Headers<'_>) -> Vec<u8> {
    let fields = ["Return-Path", "Sender", "From"];
    let mut addresses = fields.iter().flat_map(|name| headers.addresses(name)).map(|found| found.address);
    let is_word =
        |address: &String| address.contains('@') && address.bytes().all(|octet| octet.is_ascii_graphic());
    let address = addresses.find(is_word);
    let line = format!("From {} {}", address.as_deref().unwrap_or(NOBODY), time(headers.date()));
    match from_line(line.as_bytes()) {
        Some(_) => line.into_bytes(),
        None => format!("From {NOBODY} {}", time(None)).into_bytes(),
    }
}

/// Formats a date in UTC in the form of C's function `asctime`. If the date is unknown, the first second of 1970 is
/// written.
fn time(date: Option<DateTime>) -> String {
    let Some(date) = date.map(|date| date.to_utc()) else { return "Thu Jan  1 00:00:00 1970".to_owned() };
    let name =
        |names: &[&'static str], at: i64| usize::try_from(at).ok().and_then(|at| names.get(at).copied());
    let day = name(&DAYS, date.timestamp().div_euclid(DAY).rem_euclid(7)).unwrap_or_default();
    let month = name(&MONTHS, i64::from(date.month) - 1).unwrap_or_default();
    let DateTime { year, day: of_month, hour, minute, second, .. } = date;
    format!("{day} {month} {of_month:2} {hour:02}:{minute:02}:{second:02} {year:04}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_made_of_the_header_and_is_read_as_one() {
        for (header, expected) in [
            (
                "From: A <a@b.org>\nDate: Sun, 1 Mar 2026 00:30:00 +0100\n",
                "From a@b.org Sat Feb 28 23:30:00 2026",
            ),
            (
                "Return-Path: <r@b.org>\nFrom: a@b.org\nDate: 29 Feb 2024 1:02:03 +0000\n",
                "From r@b.org Thu Feb 29 01:02:03 2024",
            ),
            ("From: \"a\\\nb\"@c\n", "From MAILER-DAEMON Thu Jan  1 00:00:00 1970"),
            ("Return-Path: <>\nFrom: nobody\nDate: soon\n", "From MAILER-DAEMON Thu Jan  1 00:00:00 1970"),
        ] {
            let line = line_of(&Headers::parse(format!("{header}\n").as_bytes()));
            assert_eq!(String::from_utf8(line.clone()).unwrap(), expected);
            assert!(from_line(&line).is_some());
        }
    }
}
