//! The year of a Date field (RFC 5322 sections 3.3 and 4.3), and of what stands in its place in real mail: that of
//! `ctime`, of ISO 8601, with hyphens.

use crate::span::Span;
use crate::syntax::token::{TokenKind, tokens};

const MONTHS: [&[u8; 3]; 12] =
    [b"jan", b"feb", b"mar", b"apr", b"may", b"jun", b"jul", b"aug", b"sep", b"oct", b"nov", b"dec"];

/// The year of the date in `body`, where it is one between 1900 and 2199. Linear time.
pub(super) fn year(input: &[u8], body: Span, depth: usize) -> Option<u16> {
    let tokens = tokens(input, body, depth).into_iter().filter(|token| token.kind != TokenKind::Comment);
    let text: Vec<u8> = tokens.flat_map(|token| token.span.slice(input)).copied().collect();
    // A zone such as `+0100` is no year; it stands behind the time of day.
    let mut after_time = false;
    // Numbers before the month, and whether it was just there: a year of two digits follows it.
    let (mut numbers, mut after_month) = (0, false);
    let mut short = None;
    for word in
        text.split(|octet| !matches!(octet, b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b':' | b'+' | b'-'))
    {
        let time = word.contains(&b':');
        let zone = after_time && word.first().is_some_and(|octet| matches!(octet, b'+' | b'-'));
        if word.is_empty() || zone {
            continue;
        }
        for piece in word.split(|octet| matches!(octet, b'-' | b'+')).filter(|_| !time || !after_time) {
            let number = std::str::from_utf8(piece).ok().and_then(|digits| digits.parse::<u16>().ok());
            match (number, piece.len()) {
                (Some(year), 4) => return Some(year).filter(|year| (1900..2200).contains(year)),
                (Some(year @ 0..=49), 2) if after_month && numbers > 0 => short = Some(2000 + year),
                // Of two digits since 1950, or years since 1900 that somebody printed.
                (Some(year), 2 | 3) if after_month && numbers > 0 => short = Some(1900 + year),
                _ => {}
            }
            numbers += u32::from(number.is_some());
            after_month = is_month(piece);
        }
        after_time |= time;
    }
    short.filter(|year| (1900..2200).contains(year))
}

fn is_month(word: &[u8]) -> bool {
    word.first_chunk::<3>().is_some_and(|start| MONTHS.contains(&&start.map(|o| o.to_ascii_lowercase())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_all_kinds() {
        let rows = [
            (" Sat, 21 Nov 2026 10:00:00 +0000", Some(2026)),
            ("21 Nov 26 10:00 UT", Some(2026)),
            ("Fri, 3 Dec 93 08:00:00 EST", Some(1993)),
            ("3 Jan 104 10:00:00 +0200", Some(2004)),
            ("Mon Jan  3 12:00:00 2005", Some(2005)),
            ("Mon Jan  3 12:00:00 +0100 2005", Some(2005)),
            ("Mon, 3 (the year 1999) January 2005 10:00", Some(2005)),
            ("3-Jan-2005 10:00:00 -0800", Some(2005)),
            ("3-Jan-95 10:00:00 -0800", Some(1995)),
            ("2005-01-03T10:00:00+01:00", Some(2005)),
            ("2005-01-03 10:00:00", Some(2005)),
            ("Jan 3, 2005", Some(2005)),
            ("Thu, 1 Jan 0004 00:00:00 +0000", None),
            ("1 Jan 9999 00:00:00 +0000", None),
            ("10:00:00 +0100", None),
            ("+0100", None),
            ("yesterday", None),
            ("", None),
        ];
        for (date, expected) in rows {
            assert_eq!(year(date.as_bytes(), Span::new(0, date.len()), 9), expected, "{date}");
        }
    }

    proptest::proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn any_octets_have_a_year_or_none(octets: Vec<u8>) {
            let year = year(&octets, Span::new(0, octets.len()), 9);
            proptest::prop_assert!(year.is_none_or(|year| (1900..2200).contains(&year)));
        }
    }
}
