//! A census as JSON or CSV.
//!
//! `docs/census.schema.json` describes the JSON. CSV has the same columns, with an empty field for null; on a terminal
//! foreign text in it is escaped.
//! Octets that are not UTF-8 become U+FFFD.

use crate::terminal::Escaped;
use mailutf::census::{Census, DeclaredLabel, DoubtGroup, DoubtSample, GroupRow, Row};
use serde_json::{Value, json};
use std::io;
use std::path::Path;

pub(super) fn json(
    census: &Census,
    rows: &[Row<'_>],
    by_year: bool,
    doubts: Option<Vec<DoubtGroup>>,
) -> Value {
    let rows: Vec<Value> = rows.iter().map(|row| of_row(row, by_year)).collect();
    let mut value = json!({ "schema": 1, "messages": census.messages(), "rows": rows });
    if let (Some(doubts), Value::Object(fields)) = (doubts, &mut value) {
        let groups: Vec<Value> = census.groups().iter().map(of_group).collect();
        fields.insert("senders".to_owned(), json!(groups));
        let doubts: Vec<Value> = doubts.iter().map(of_doubts).collect();
        fields.insert("doubts".to_owned(), json!(doubts));
    }
    value
}

fn of_group(row: &GroupRow<'_>) -> Value {
    let charsets = row.charsets.iter();
    let charsets = charsets.map(|(charset, texts)| json!({ "charset": charset.name(), "count": texts }));
    json!({
        "group": row.group.as_str(),
        "name": row.name.map(String::from_utf8_lossy),
        "messages": row.messages,
        "charsets": charsets.collect::<Vec<_>>(),
        "doubtful": row.doubtful,
        "unresolved": row.unresolved,
    })
}

fn of_doubts(doubts: &DoubtGroup) -> Value {
    let sample = |sample: &DoubtSample| {
        json!({
            "file": sample.origin.file.as_deref().map(Path::to_string_lossy),
            "message": sample.origin.ordinal + 1,
            "message_id": String::from_utf8_lossy(&sample.message_id),
            "place": sample.place.as_str(),
            "labelled": sample.labelled,
            "likely": sample.likely,
        })
    };
    let samples = |samples: &[DoubtSample]| samples.iter().map(sample).collect::<Vec<_>>();
    json!({
        "group": doubts.group.map(|group| group.as_str()),
        "name": doubts.name.as_deref().map(String::from_utf8_lossy),
        "label": written(&doubts.label).map(String::from_utf8_lossy),
        "likely": doubts.likely.map(|likely| likely.to_string()),
        "charsets": doubts.charsets.iter().map(|charset| charset.name()).collect::<Vec<_>>(),
        "undo": doubts.undo,
        "against_others": doubts.is_against_others,
        "texts": doubts.texts,
        "all": doubts.all,
        "first_year": doubts.years.map(|(first, _)| first),
        "last_year": doubts.years.map(|(_, last)| last),
        "within": doubts.within.map(|(first, last)| [first, last]),
        "samples": samples(&doubts.samples),
        "others": samples(&doubts.others),
    })
}

fn of_row(row: &Row<'_>, by_year: bool) -> Value {
    let example = row.example;
    let mut value = json!({
        "place": row.place.as_str(),
        "label": label(row),
        "charset": row.charset.map(|charset| charset.name()),
        "doubtful": row.doubtful,
        "count": row.count,
        "example": {
            "file": file(row),
            "message": example.origin.ordinal + 1,
            "offset": example.origin.offset,
            "message_id": message_id(row),
            "part": example.part,
            "at": example.at,
            "why": (!example.why.is_empty()).then_some(&example.why),
        },
    });
    if by_year && let Value::Object(fields) = &mut value {
        fields.insert("year".to_owned(), json!(row.year));
    }
    value
}

/// The columns of CSV, after the year.
const COLUMNS: &str = "place,label,charset,count,file,message,offset,message_id,part,at,why";

/// `escape`: whether the table goes to a terminal.
pub(super) fn csv(rows: &[Row<'_>], by_year: bool, escape: bool) -> io::Result<String> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let year = by_year.then_some("year");
    table.write_record(year.into_iter().chain(COLUMNS.split(',')))?;
    for row in rows {
        let example = row.example;
        let year = by_year.then(|| row.year.map_or(String::new(), |year| year.to_string()));
        let columns = [
            row.place.as_str().to_owned(),
            label(row).unwrap_or_default(),
            row.charset.map_or(String::new(), |charset| charset.name().to_owned()),
            row.count.to_string(),
            file(row).unwrap_or_default(),
            (example.origin.ordinal + 1).to_string(),
            example.origin.offset.to_string(),
            message_id(row).unwrap_or_default(),
            example.part.clone(),
            example.at.to_string(),
            example.why.clone(),
        ];
        let columns = year.into_iter().chain(columns);
        match escape {
            true => table.write_record(columns.map(|text| Escaped(text.as_bytes()).to_string()))?,
            false => table.write_record(columns)?,
        }
    }
    let octets = table.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
    String::from_utf8(octets).map_err(io::Error::other)
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

/// The label as octets, if there is one.
pub(super) fn written(label: &DeclaredLabel) -> Option<&[u8]> {
    match label {
        DeclaredLabel::Missing => None,
        DeclaredLabel::Written(label) => Some(label),
        _ => Some(b"(other labels)"),
    }
}
