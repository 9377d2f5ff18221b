//! The report of `--report`, in JSON lines. Each message that changed or has findings has a line, in the form that
//! `docs/report.schema.json` describes.

use crate::output::Output;
use crate::terminal::Object;
use mailutf::Finding;
use mailutf::charset::Charset;
use mailutf::pipeline::{About, Report};
use mailutf::text::Confidence;
use serde_json::{Map, Value, json};
use std::fmt::Display;
use std::io::Write;
use std::path::Path;

/// If the message changed or has findings, writes its line to the report. Other messages must be left out here,
/// because a run with a manifest reports every message.
pub(crate) fn write(report: &mut Output, path: &Path, message: &Report) {
    if !message.edits.is_empty() || !message.findings.is_empty() {
        report.attempt(|report| writeln!(report, "{}", line(path, message)));
    }
}

/// Returns the line for a message.
pub(crate) fn line(path: &Path, report: &Report) -> Object {
    let findings = report.findings.iter().map(|(found, part)| finding(found, part));
    let edits = report.edits.iter().map(|(reason, count)| (reason.as_str().to_owned(), json!(count)));
    let data = Object::default()
        .with("offset", report.offset)
        .with("edits", edits.collect::<Map<_, _>>())
        .with_objects("findings", findings);
    let data = match &report.about {
        Some(about) => of_whom(about, data),
        None => data,
    };
    of_message(path, report.is_message.then_some(report.ordinal), &report.message_id, data)
}

/// Adds the sender, the mailing list, the date, the subject and a sample of the message to `data`.
fn of_whom(about: &About, data: Object) -> Object {
    let name = |name: &Option<Vec<u8>>| json!(name.as_deref().map(String::from_utf8_lossy));
    data.with("sender", name(&about.sender))
        .with("list", name(&about.list))
        .with("date", json!(about.day.map(|day| day.to_string())))
        .with("subject", about.subject.as_str())
        .with("sample", about.sample.as_str())
}

/// Adds to `data` the version of the schema and the fields that identify the message, and returns it as the line
/// for the message. A line about a file has no `ordinal`.
pub(crate) fn of_message(
    path: &Path,
    ordinal: impl Into<Option<u64>>,
    message_id: &[u8],
    data: Object,
) -> Object {
    let id = (!message_id.is_empty()).then(|| String::from_utf8_lossy(message_id));
    data.with("schema", 1)
        .with_text("file", Some(&path.to_string_lossy()))
        .with("message", ordinal.into().map(|ordinal| ordinal + 1))
        .with_text("message_id", id.as_deref())
}

/// Describes how a text is labelled and read: its charset and the reason for the charset, or the reason why the
/// text cannot be read.
pub(crate) fn charset(
    label: Option<&[u8]>,
    read: Result<(Charset, Confidence), (&'static str, &impl Display)>,
) -> Value {
    let declared = label.map(String::from_utf8_lossy);
    match read {
        Ok((charset, why)) => {
            json!({ "declared": declared, "used": charset.name(), "because": why.to_string() })
        }
        Err((state, why)) => json!({ "declared": declared, state: why.to_string() }),
    }
}

pub(crate) fn finding(finding: &Finding, part: &str) -> Object {
    Object::default()
        .with_text("code", Some(finding.code.as_str()))
        .with_text("severity", Some(finding.code.severity().as_str()))
        .with_text("part", Some(part))
        .with("start", finding.span.start)
        .with("end", finding.span.end)
        .with_text("detail", Some(&finding.detail.to_string()))
}
