//! A census as one HTML page for a browser: charsets by year, places, senders and lists, unreadable texts, findings.
//!
//! The page needs no network and no script. It follows the theme of the browser, and fits a screen of 400 pixels. All
//! text from mail is escaped.

use super::chart::{file, heading, is_only_reading, kind, share, title, unresolved};
use super::readings::{OtherReading, octets, readings};
use super::senders;
use crate::terminal::{Escaped, counted_grouped, grouped};
use mailutf::census::{Census, GroupRow, Row};
use mailutf::learn::Group;
use mailutf::text::TextPlace;
use mailutf::{Code, Policy};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::collections::{BTreeMap, BTreeSet};

/// The number of charsets that have their own color in the chart.
const CHARSETS: usize = 7;

/// The maximum number of rows in each table, and the maximum number of examples.
const ROWS: usize = 25;

/// The width of a full bar, in units of the SVG drawing.
const WIDTH: f64 = 1000.0;

const STYLE: &str = include_str!("report.css");

/// Returns the whole page. `policy` is the policy with which the texts were read. `review` is the command with
/// which the user decides about doubtful texts.
pub(super) fn page(census: &Census, policy: &Policy, review: &str) -> String {
    let rows = census.rows();
    let unreadable: Vec<&Row<'_>> = rows.iter().filter(|row| row.is_unresolved()).collect();
    let sum = |rows: &mut dyn Iterator<Item = &Row<'_>>| rows.map(|row| row.count).sum::<u64>();
    let texts = sum(&mut rows.iter());
    let doubtful = sum(&mut unreadable.iter().copied().filter(|row| row.likely.is_some()));
    let unread = sum(&mut unreadable.iter().copied()) - doubtful;
    let heading = format!("Charsets of {}", counted_grouped(census.messages(), "message"));
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                meta name="color-scheme" content="light dark";
                title { (heading) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (heading) }
                    p {
                        (counted_grouped(texts, "text")) ": bodies, encoded words, raw header fields and parameters. "
                        @if unread == 0 { "All of them can be read." }
                        @else { strong { (grouped(unread)) " (" (share(unread, texts).trim()) ") cannot be read" } " without loss." }
                        @if doubtful > 0 { " " strong { (grouped(doubtful)) " (" (share(doubtful, texts).trim()) ") are doubtful" } ": there are two ways to read them." }
                    }
                }
                main {
                    (years(census))
                    (places(&rows))
                    (groups(&census.groups()))
                    (examples(&unreadable, &rows, policy, review))
                    @if !unreadable.is_empty() { (findings(&unreadable)) }
                }
                footer { "mailutf " (env!("CARGO_PKG_VERSION")) }
            }
        }
    };
    page.into_string()
}

/// Returns the chart. A bar stands for a year, and the parts of the bar stand for the most frequent charsets.
fn years(census: &Census) -> Markup {
    let rows = census.rows_by_year();
    let names = most_frequent(&rows);
    let series: Vec<&str> =
        names.iter().copied().chain(["other charsets", "doubtful or unreadable"]).collect();
    let mut years: BTreeMap<(bool, Option<u16>), Vec<u64>> = BTreeMap::new();
    for row in &rows {
        let counts = years.entry((row.year.is_none(), row.year)).or_insert_with(|| vec![0; series.len()]);
        let at = match row.charset {
            Some(charset) => names.iter().position(|name| *name == charset.name()).unwrap_or(names.len()),
            None => names.len() + 1,
        };
        if let Some(count) = counts.get_mut(at) {
            *count += row.count;
        }
    }
    let largest = years.values().map(|counts| counts.iter().sum::<u64>()).max().unwrap_or(1).max(1);
    let used = |at: usize| years.values().any(|counts| counts.get(at).is_some_and(|count| *count > 0));
    let series: Vec<(usize, &str)> = series.into_iter().enumerate().filter(|(at, _)| used(*at)).collect();
    html! {
        section {
            h2 { "By year" }
            @if years.is_empty() { p { "There is no text." } }
            @else {
                ul.legend {
                    @for (at, name) in &series { li { span.swatch.(class(*at, names.len())) {} " " (name) } }
                }
                div.chart {
                    @for ((_, year), counts) in &years {
                        span.year { (shown(*year)) }
                        (bar(*year, counts, &series, names.len(), largest))
                        span.count { (grouped(counts.iter().sum())) }
                    }
                }
                details {
                    summary { "The numbers" }
                    div.scroll tabindex="0" role="region" aria-label="Texts by year and charset" {
                        table {
                            thead { tr { th scope="col" { "Year" } @for (_, name) in &series { th scope="col" { (name) } } } }
                            tbody {
                                @for ((_, year), counts) in &years {
                                    tr {
                                        th scope="row" { (shown(*year)) }
                                        @for (at, _) in &series { td { (grouped(counts.get(*at).copied().unwrap_or(0))) } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn shown(year: Option<u16>) -> String {
    year.map_or_else(|| "no year".to_owned(), |year| year.to_string())
}

/// Returns the names of the most frequent charsets, the most frequent first.
fn most_frequent(rows: &[Row<'_>]) -> Vec<&'static str> {
    let mut totals: BTreeMap<&'static str, u64> = BTreeMap::new();
    for (charset, count) in rows.iter().filter_map(|row| Some((row.charset?, row.count))) {
        *totals.entry(charset.name()).or_default() += count;
    }
    let mut names: Vec<(&str, u64)> = totals.into_iter().collect();
    names.sort_by(|(a, one), (b, other)| other.cmp(one).then(a.cmp(b)));
    names.into_iter().take(CHARSETS).map(|(name, _)| name).collect()
}

/// Returns the CSS class that sets the color of one part of a bar. `at` is the index of the part. The first
/// `charsets` parts stand for charsets; the parts after them stand for other charsets and for doubtful or
/// unreadable text.
fn class(at: usize, charsets: usize) -> String {
    match at.checked_sub(charsets) {
        None => format!("charset{at}"),
        Some(0) => "other".to_owned(),
        Some(_) => "unreadable".to_owned(),
    }
}

fn bar(year: Option<u16>, counts: &[u64], series: &[(usize, &str)], charsets: usize, largest: u64) -> Markup {
    let parts = series.iter().filter_map(|(at, name)| Some((*at, *name, *counts.get(*at)?)));
    let parts: Vec<(usize, &str, u64)> = parts.filter(|(_, _, count)| *count > 0).collect();
    let summary: Vec<String> =
        parts.iter().map(|(_, name, count)| format!("{name} {}", grouped(*count))).collect();
    let width = |count: u64| format!("{:.2}", count as f64 * (WIDTH / largest as f64));
    let starts = parts.iter().scan(0, |sum, (_, _, count)| Some(std::mem::replace(sum, *sum + count)));
    html! {
        svg viewBox={ "0 0 " (WIDTH) " 10" } preserveAspectRatio="none" role="img" aria-label={ (shown(year)) ": " (summary.join(", ")) } {
            @for ((at, name, count), start) in parts.iter().zip(starts) {
                rect.(class(*at, charsets)) x=(width(start)) width=(width(*count)) height="10" { title { (name) ": " (grouped(*count)) } }
            }
        }
    }
}

/// Returns a table for each place of texts, such as bodies and encoded words.
fn places(rows: &[Row<'_>]) -> Markup {
    html! {
        section {
            h2 { "By place" }
            @for section in rows.chunk_by(|a, b| a.place == b.place) {
                @let total: u64 = section.iter().map(|row| row.count).sum();
                @if let Some(first) = section.first() {
                    table.wide {
                        caption { (heading(first.place, total)) }
                        thead.hidden { tr { th scope="col" { "Label and charset" } th scope="col" { "Texts" } th scope="col" { "Share" } } }
                        tbody {
                            @for row in section.iter().take(ROWS) {
                                tr.bad[row.is_unresolved()] {
                                    th scope="row" { (title(row)) }
                                    td { (grouped(row.count)) }
                                    td { (share(row.count, total).trim()) }
                                }
                            }
                        }
                    }
                    (more(section.len()))
                }
            }
        }
    }
}

/// Returns a line that says how many rows are not shown.
fn more(rows: usize) -> Markup {
    html! { @if rows > ROWS { p.more { (counted_grouped((rows - ROWS) as u64, "more row")) " in `mailutf census --csv`." } } }
}

/// Returns the tables of the senders and lists with doubtful or unreadable texts. Those with the most doubtful and
/// unreadable texts come first.
fn groups(rows: &[GroupRow<'_>]) -> Markup {
    let mut bad: Vec<&GroupRow<'_>> = rows.iter().filter(|row| row.doubtful + row.unresolved > 0).collect();
    bad.sort_by_key(|row| std::cmp::Reverse(row.doubtful + row.unresolved));
    let tables = [(Group::Sender, "sender"), (Group::List, "mailing list")];
    html! {
        section {
            h2 { "Senders and mailing lists" }
            @if bad.is_empty() { p { "There is no doubtful or unreadable mail from any sender or mailing list." } }
            @for (group, word) in tables {
                @let rows: Vec<_> = bad.iter().filter(|row| row.group == group).collect();
                @if !rows.is_empty() {
                    div.scroll tabindex="0" role="region" aria-label={ "Texts of each " (word) } {
                        table.wide {
                            caption { (counted_grouped(rows.len() as u64, word)) " with doubtful or unreadable mail" }
                            thead { tr {
                                th scope="col" { "Name" } th scope="col" { "Messages" }
                                th scope="col" { "Doubtful" } th scope="col" { "Unreadable" }
                            } }
                            tbody {
                                @for row in rows.iter().take(ROWS) {
                                    tr {
                                        th scope="row" { (senders::name(row)) }
                                        td { (grouped(row.messages)) } td { (grouped(row.doubtful)) } td { (grouped(row.unresolved)) }
                                    }
                                }
                            }
                        }
                    }
                    (more(rows.len()))
                }
            }
        }
    }
}

/// Returns one example of each kind of unreadable text.
fn examples(unreadable: &[&Row<'_>], all: &[Row<'_>], policy: &Policy, review: &str) -> Markup {
    let mut rows = unreadable.to_vec();
    rows.sort_by_key(|row| std::cmp::Reverse(row.count));
    html! {
        @if !rows.is_empty() {
            section {
                h2 { (unresolved(&rows)) ", with one example of each kind" }
                @if rows.iter().any(|row| row.likely.is_some()) { p { (review) "." } }
                @for row in rows.iter().take(ROWS) { (example(row, all, policy)) }
                (more(rows.len()))
            }
        }
    }
}

fn example(row: &Row<'_>, all: &[Row<'_>], policy: &Policy) -> Markup {
    let example = row.example;
    html! {
        article {
            h3 { (kind(row)) ", " (heading(row.place, row.count)) }
            p.bad { (Escaped(example.why.as_bytes())) }
            dl {
                dt { "Where" }
                dd {
                    (file(example)) ", message " (example.origin.ordinal + 1)
                    @if !example.part.is_empty() { ", part " (example.part) }
                    ", octet " (example.at)
                    @if !example.message_id.is_empty() { br; code { (Escaped(&example.message_id)) } }
                }
                @if !example.octets.is_empty() {
                    dt { "Octets" }
                    dd { code { (octets(&example.octets)) } }
                }
                @for OtherReading { hypothesis, text, option } in readings(row, policy) {
                    dt { "Read " (hypothesis) }
                    dd { q dir="auto" { (Escaped(text.as_bytes())) } @if let Some(option) = option.filter(|_| is_only_reading(row, all)) { br; code { (option) } } }
                }
            }
        }
    }
}

/// Returns the findings that `inspect` may show for the texts of a row.
fn codes(row: &Row<'_>) -> &'static [Code] {
    match row.place {
        _ if row.likely.is_some() => &[Code::LabelDoubtful, Code::TextGarbled],
        TextPlace::Body => &[
            Code::TextUnresolved,
            Code::TextBinary,
            Code::CharsetInside,
            Code::TransferUnknown,
            Code::MessageEmbedded,
        ],
        TextPlace::Word => &[Code::WordUnresolved],
        TextPlace::Raw => &[Code::FieldUnresolved],
        TextPlace::Parameter => &[Code::ParameterUnresolved],
        _ => &[],
    }
}

/// Returns the meanings of the findings that `inspect` may show for the unreadable texts.
fn findings(unreadable: &[&Row<'_>]) -> Markup {
    let codes: BTreeSet<Code> = unreadable.iter().flat_map(|row| codes(row)).copied().collect();
    html! {
        section {
            h2 { "What the findings mean" }
            p { "`mailutf inspect FILE -m N` shows the findings of message N." }
            @for code in codes {
                details {
                    summary { code { (code) } }
                    p { (code.meaning()) }
                    p { strong { "Why: " } (code.cause()) }
                    p { strong { "What to do: " } (code.advice()) }
                }
            }
        }
    }
}
