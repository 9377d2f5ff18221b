//! A census as JSON or CSV.
//!
//! `docs/census.schema.json` describes the JSON. A row of the CSV has the data of a row of the JSON. A value that is
//! null in JSON is empty in CSV. Octets that are not UTF-8 become U+FFFD.

use crate::terminal::{Object, Table};
use mailutf::census::{Census, DeclaredLabel, DoubtGroup, DoubtSample, GroupRow, Row};
use mailutf::charset::Charset;
use serde_json::json;
use std::io;
use std::path::Path;

pub(super) fn json(
    census: &Census,
    rows: &[Row<'_>],
    by_year: bool,
    doubts: Option<Vec<DoubtGroup>>,
) -> Object {
    let census_only = Object::default()
        .with("schema", 1)
        .with("messages", census.messages())
        .with_objects("rows", rows.iter().map(|row| of_row(row, by_year)));
    match doubts {
        Some(doubts) => census_only
            .with_objects("senders", census.groups().iter().map(of_group))
            .with_objects("doubts", doubts.iter().map(of_doubts)),
        None => census_only,
    }
}

fn of_group(row: &GroupRow<'_>) -> Object {
    let charset = |(charset, texts): &(Charset, u64)| json!({ "charset": charset.name(), "count": texts });
    Object::default()
        .with("group", row.group.as_str())
        .with_text("name", row.name.map(String::from_utf8_lossy).as_deref())
        .with("messages", row.messages)
        .with_list("charsets", row.charsets.iter().map(charset))
        .with("doubtful", row.doubtful)
        .with("unresolved", row.unresolved)
}

fn of_doubts(doubts: &DoubtGroup) -> Object {
    Object::default()
        .with("group", doubts.group.map(|group| group.as_str()))
        .with_text("name", doubts.name.as_deref().map(String::from_utf8_lossy).as_deref())
        .with_text("label", written(&doubts.label).map(String::from_utf8_lossy).as_deref())
        .with("likely", doubts.likely.map(|likely| likely.to_string()))
        .with_list("charsets", doubts.charsets.iter().map(|charset| charset.name().into()))
        .with_texts("undo", doubts.undo.iter().cloned())
        .with("against_others", doubts.is_against_others)
        .with("texts", doubts.texts)
        .with("sound", doubts.sound)
        .with("all", doubts.all)
        .with("first_year", doubts.years.map(|(first, _)| first))
        .with("last_year", doubts.years.map(|(_, last)| last))
        .with("within", doubts.within.map(|(first, last)| json!([first, last])))
        .with("rule", doubts.rule())
        .with_objects("samples", doubts.samples.iter().map(of_sample))
        .with_objects("others", doubts.others.iter().map(of_sample))
}

fn of_sample(sample: &DoubtSample) -> Object {
    Object::default()
        .with_text("file", sample.origin.file.as_deref().map(Path::to_string_lossy).as_deref())
        .with("message", sample.origin.ordinal + 1)
        .with_text("message_id", Some(&String::from_utf8_lossy(&sample.message_id)))
        .with("place", sample.place.as_str())
        .with_text("labelled", Some(&sample.labelled))
        .with_text("likely", Some(&sample.likely))
}

fn of_row(row: &Row<'_>, by_year: bool) -> Object {
    let example = Object::default()
        .with("file", file(row))
        .with("message", row.example.origin.ordinal + 1)
        .with("offset", row.example.origin.offset)
        .with("message_id", message_id(row))
        .with_text("part", Some(&row.example.part))
        .with("at", row.example.at)
        .with_text("why", Some(&*row.example.why).filter(|why| !why.is_empty()));
    let object = Object::default()
        .with("place", row.place.as_str())
        .with("label", label(row))
        .with("charset", row.charset.map(|charset| charset.name()))
        .with("doubtful", row.likely.is_some())
        .with("likely", row.likely.map(|likely| likely.to_string()))
        .with("count", row.count)
        .with_object("example", &example);
    if by_year { object.with("year", row.year) } else { object }
}

/// The columns of the CSV. A column for the year comes before these if the census is by year.
const COLUMNS: &str = "place,label,charset,likely,count,file,message,offset,message_id,part,at,why";

/// The columns of the CSV of senders and mailing lists.
const GROUP_COLUMNS: [&str; 6] = ["group", "name", "messages", "charsets", "doubtful", "unresolved"];

/// Returns the senders and mailing lists as CSV. `escape` tells whether the table goes to a terminal.
pub(super) fn groups_csv(rows: &[GroupRow<'_>], escape: bool) -> io::Result<String> {
    let mut table = Table::new(escape);
    table.head(GROUP_COLUMNS)?;
    for row in rows {
        let charsets = row.charsets.iter().map(|(charset, texts)| format!("{} {texts}", charset.name()));
        table.row([
            row.group.as_str().to_owned(),
            row.name.map(String::from_utf8_lossy).unwrap_or_default().into_owned(),
            row.messages.to_string(),
            charsets.collect::<Vec<_>>().join(", "),
            row.doubtful.to_string(),
            row.unresolved.to_string(),
        ])?;
    }
    table.into_text()
}

/// Returns the rows of the census as CSV. `escape` tells whether the table goes to a terminal.
pub(super) fn csv(rows: &[Row<'_>], by_year: bool, escape: bool) -> io::Result<String> {
    let mut table = Table::new(escape);
    let year = by_year.then_some("year");
    table.head(year.into_iter().chain(COLUMNS.split(',')))?;
    for row in rows {
        let example = row.example;
        let year = by_year.then(|| row.year.map_or(String::new(), |year| year.to_string()));
        let columns = [
            row.place.as_str().to_owned(),
            label(row).unwrap_or_default(),
            row.charset.map_or(String::new(), |charset| charset.name().to_owned()),
            row.likely.map_or(String::new(), |likely| likely.to_string()),
            row.count.to_string(),
            file(row).unwrap_or_default(),
            (example.origin.ordinal + 1).to_string(),
            example.origin.offset.to_string(),
            message_id(row).unwrap_or_default(),
            example.part.clone(),
            example.at.to_string(),
            example.why.clone(),
        ];
        table.row(year.into_iter().chain(columns))?;
    }
    table.into_text()
}

fn label(row: &Row<'_>) -> Option<String> {
    written(row.label).map(|label| String::from_utf8_lossy(label).into_owned())
}

fn file(row: &Row<'_>) -> Option<String> {
    row.example.origin.file.as_deref().map(|file: &Path| file.to_string_lossy().into_owned())
}

fn message_id(row: &Row<'_>) -> Option<String> {
    let id = &row.example.message_id;
    (!id.is_empty()).then(|| String::from_utf8_lossy(id).into_owned())
}

/// Returns the octets of the label, or `None` if there is no label. Labels that have no row of their own in the
/// census share the name `(other labels)`.
pub(super) fn written(label: &DeclaredLabel) -> Option<&[u8]> {
    match label {
        DeclaredLabel::Missing => None,
        DeclaredLabel::Written(label) => Some(label),
        _ => Some(b"(other labels)"),
    }
}
