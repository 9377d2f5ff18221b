//! A census as a bar chart, with the longest bar first, and with an example of each kind of unreadable text.
//!
//! In narrow terminals each bar is on a line of its own. Text from mail is escaped.

use super::data::written;
use crate::input::name;
use crate::terminal::{Escaped, counted_grouped, cut, grouped};
use mailutf::census::{Example, Row};
use mailutf::charset::Charset;
use mailutf::text::TextPlace;
use unicode_width::UnicodeWidthStr;

/// The number of columns that are used if the output is not a terminal.
const COLUMNS: usize = 80;

/// In a terminal with fewer columns than this, each bar is on a line of its own.
const NARROW: usize = 60;

/// The maximum number of columns of a name.
const NAME: usize = 36;

/// The maximum number of columns of a bar.
const BAR: usize = 40;

/// Draws the chart for a terminal of `columns` columns, or for a file if `columns` is `None`. `review` is the
/// command with which the user decides about doubtful texts.
pub(super) fn draw(
    messages: u64,
    rows: &[Row<'_>],
    by_year: bool,
    columns: Option<usize>,
    review: &str,
) -> String {
    let mut lines = vec![counted_grouped(messages, "message")];
    let chart = Chart {
        columns: columns.unwrap_or(COLUMNS),
        // Bars in a file consist of number signs, because not every font has block elements.
        bar: if columns.is_some() { "█" } else { "#" },
        name: rows.iter().map(|row| title(row).width()).max().unwrap_or_default().min(NAME),
        count: rows.iter().map(|row| grouped(row.count).len()).max().unwrap_or_default(),
    };
    for section in rows.chunk_by(|a, b| (a.place, a.year) == (b.place, b.year)) {
        let Some(first) = section.first() else { continue };
        let year = match (by_year, first.year) {
            (false, _) => String::new(),
            (true, Some(year)) => format!("{year}, "),
            (true, None) => "year unknown, ".to_owned(),
        };
        let total: u64 = section.iter().map(|row| row.count).sum();
        lines.push(String::new());
        lines.push(format!("{year}{}", heading(first.place, total)));
        section.iter().for_each(|row| chart.row(row, total, &mut lines));
    }
    let unreadable: Vec<&Row<'_>> = rows.iter().filter(|row| row.is_unresolved()).collect();
    if !unreadable.is_empty() {
        lines.push(String::new());
        lines.push(format!("{}, with one example of each kind:", unresolved(&unreadable)));
        unreadable.iter().for_each(|row| example(row, &mut lines));
        lines.push(String::new());
        lines.push("`mailutf inspect FILE -m N` shows message N.".to_owned());
        if unreadable.iter().any(|row| row.likely.is_some()) {
            lines.push(format!("{review}."));
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Returns the heading for texts that could not be read or are doubtful.
pub(super) fn unresolved(rows: &[&Row<'_>]) -> &'static str {
    match (rows.iter().any(|row| row.likely.is_some()), rows.iter().any(|row| row.likely.is_none())) {
        (true, true) => "Unreadable or doubtful",
        (true, false) => "Doubtful",
        (false, _) => "Unreadable",
    }
}

/// Whether all texts with the label of `row` have the same likely charset. If so, one option
/// of the program, such as `--charset`, is right for all of them. Texts in US-ASCII do not count, because they are the
/// same in nearly all charsets.
pub(super) fn is_only_reading(row: &Row<'_>, all: &[Row<'_>]) -> bool {
    let mut same_label = all.iter().filter(|other| other.label == row.label);
    same_label.all(|other| other.likely == row.likely || other.charset == Some(Charset::US_ASCII))
}

pub(super) fn heading(place: TextPlace, total: u64) -> String {
    match place {
        TextPlace::Body => match total {
            1 => "1 body".to_owned(),
            _ => format!("{} bodies", grouped(total)),
        },
        TextPlace::Word => counted_grouped(total, "encoded word"),
        TextPlace::Raw => counted_grouped(total, "raw header field"),
        TextPlace::Parameter => counted_grouped(total, "parameter"),
        _ => counted_grouped(total, place.as_str()),
    }
}

/// The layout of the chart, which is the same for all rows: the width of the chart, the character that bars
/// consist of, and the widths of names and counts.
struct Chart {
    columns: usize,
    bar: &'static str,
    name: usize,
    count: usize,
}

impl Chart {
    fn row(&self, row: &Row<'_>, total: u64, lines: &mut Vec<String>) {
        let (title, count, share) = (title(row), grouped(row.count), share(row.count, total));
        let (width, longest) = (self.count, |rest: usize| self.columns.saturating_sub(rest).min(BAR));
        if self.columns < NARROW {
            let room = self.columns.saturating_sub(width + 3);
            lines.push(format!("  {} {count:>width$}", padded(&title, room)));
            let bar = longest(9);
            lines.push(format!("    {}", padded(&self.bar(row.count, total, bar), bar) + &share));
        } else {
            let bar = longest(self.name + width + 11);
            let start = format!("  {} {count:>width$} {share}", padded(&title, self.name));
            lines.push(format!("{start}  {}", self.bar(row.count, total, bar)));
        }
    }

    /// Returns a bar of at most `columns` columns. A count above 0 always gets a visible bar.
    fn bar(&self, count: u64, total: u64, columns: usize) -> String {
        let length = (count as f64 / total.max(1) as f64 * columns as f64).round() as usize;
        self.bar.repeat(length.clamp(1, columns.max(1)))
    }
}

/// Returns the label of the texts that `row` counts, and their charset if the label is not the name of the charset.
/// For doubtful texts, the likely charset is shown with a question mark.
pub(super) fn title(row: &Row<'_>) -> String {
    let label = label(row);
    if let Some(likely) = row.likely {
        return format!("{label} → {likely}?");
    }
    match row.charset {
        Some(charset) if label.eq_ignore_ascii_case(charset.name()) => label,
        Some(charset) => format!("{label} → {charset}"),
        None => format!("{label} → unreadable"),
    }
}

/// Returns the label of the texts that `row` counts, and for doubtful texts also their likely charset.
pub(super) fn kind(row: &Row<'_>) -> String {
    let likely = row.likely.map_or(String::new(), |likely| format!(", likely {likely}"));
    format!("{}{likely}", label(row))
}

fn label(row: &Row<'_>) -> String {
    match written(row.label) {
        None => "no label".to_owned(),
        Some(b"") => "empty label".to_owned(),
        Some(label) => Escaped(label).to_string(),
    }
}

/// Returns the name of the file that contains the example.
pub(super) fn file(example: &Example) -> String {
    example.origin.file.as_deref().map_or("standard input".to_owned(), name)
}

fn example(row: &Row<'_>, lines: &mut Vec<String>) {
    let Example { origin, message_id, part, at, why, .. } = row.example;
    let place = heading(row.place, row.count);
    lines.push(String::new());
    lines.push(format!("  {}, {place}", kind(row)));
    lines.push(format!("    {}", file(row.example)));
    lines.push(format!("    message {} at octet {}", origin.ordinal + 1, origin.offset));
    if !message_id.is_empty() {
        lines.push(format!("    {}", Escaped(message_id)));
    }
    let part = if part.is_empty() { String::new() } else { format!("part {part}, ") };
    lines.push(format!("    {part}octet {at} of the message"));
    lines.push(format!("    {}", Escaped(why.as_bytes())));
}

/// Pads or cuts `text` to exactly `columns` columns.
fn padded(text: &str, columns: usize) -> String {
    let text = cut(text, columns);
    let blank = " ".repeat(columns.saturating_sub(text.width()));
    format!("{text}{blank}")
}

pub(super) fn share(count: u64, total: u64) -> String {
    let percent = count as f64 * 100.0 / total.max(1) as f64;
    let shown = match percent {
        _ if count == total => "100%".to_owned(),
        0.0..0.1 => "<0.1%".to_owned(),
        // A share of less than 100% must not be rounded to 100%.
        99.9.. => ">99.9".to_owned(),
        _ => format!("{percent:.1}%"),
    };
    format!("{shown:>5}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use mailutf::Policy;
    use mailutf::census::{Census, Origin};

    fn census() -> Census {
        let mut census = Census::default();
        let messages: [(&[u8], usize); 6] = [
            (b"Date: 1 May 1999 00:00 UT\nContent-Type: text/plain; charset=UTF-8\n\n\xC3\xA4\n", 1200),
            (b"Date: 1 May 1998 00:00 UT\nContent-Type: text/plain; charset=iso-8859-1\n\n\xE4\n", 90),
            (b"Subject: =?koi8-r?B?8NLJ?=\n\nplain\n", 30),
            (b"Message-ID: <x\x1B[2J@example.org>\nContent-Type: text/plain; charset=\"x-\x1B[31m\"\n\n\xE4\xE5\n", 1),
            (b"From: J\xE4rg <a@b>\nContent-Type: text/plain; charset=utf-8\nContent-Disposition: attachment; filename*=koi8-r''%F0\n\nx\n", 2),
            (b"Content-Type: text/plain; charset=a-label-that-is-far-too-long-to-be-shown-whole-anywhere\n\nx\n", 1),
        ];
        let policy = Policy::default();
        for (message, count) in messages {
            for _ in 0..count {
                census.add(message, &Origin::default().with_ordinal(census.messages()), &policy);
            }
        }
        census
    }

    #[test]
    fn the_chart_fits_the_terminal_and_is_escaped() {
        let census = census();
        for columns in [20, 40, 59, 60, 80, 200] {
            for (rows, by_year) in [(census.rows(), false), (census.rows_by_year(), true)] {
                let chart = draw(census.messages(), &rows, by_year, Some(columns), "");
                // Only the bars are checked here. The examples after them are never cut, because a person
                // may copy them.
                let bars = chart.split("Unreadable").next().unwrap();
                for line in bars.lines().filter(|_| columns >= 40) {
                    assert!(line.width() <= columns, "{columns}: {line}");
                }
                assert!(!chart.contains('\u{1b}'), "{chart}");
            }
        }
    }

    #[test]
    fn the_chart_in_a_wide_terminal() {
        let census = census();
        let chart = draw(census.messages(), &census.rows(), false, None, "");
        let expected = "\
1,324 messages

1,324 bodies
  utf-8                                1,202 90.8%  #########################
  iso-8859-1 → windows-1252               90  6.8%  ##
  no label → US-ASCII                     30  2.3%  #
  a-label-that-is-far-too-long-to-be-…     1 <0.1%  #
  x-\\u{1b}[31m → unreadable                1 <0.1%  #

30 encoded words
  koi8-r                                  30  100%  ############################

2 raw header fields
  no label → windows-1252                  2  100%  ############################

2 parameters
  koi8-r                                   2  100%  ############################

Unreadable, with one example of each kind:

  x-\\u{1b}[31m, 1 body
    standard input
    message 1321 at octet 0
    <x\\u{1b}[2J@example.org>
    octet 77 of the message
    no charset is known

`mailutf inspect FILE -m N` shows message N.
";
        assert_eq!(chart, expected, "{chart}");
    }

    #[test]
    fn the_chart_in_a_narrow_terminal() {
        let census = census();
        let chart = draw(census.messages(), &census.rows_by_year(), true, Some(40), "");
        let expected = "\
1,324 messages

1998, 90 bodies
  iso-8859-1 → windows-1252           90
    ███████████████████████████████ 100%

1999, 1,200 bodies
  utf-8                            1,200
    ███████████████████████████████ 100%

year unknown, 34 bodies
  no label → US-ASCII                 30
    ███████████████████████████    88.2%
";
        assert!(chart.starts_with(expected), "{chart}");
    }

    #[test]
    fn shares() {
        assert_eq!([share(1, 3), share(1, 100_000), share(99_999, 100_000)], ["33.3%", "<0.1%", ">99.9"]);
    }
}
