//! The findings of `check --csv`. Each text has a row, with its likely reading and its first line.

use crate::input::{FileEntry, SelectedBatch, is_standard_input};
use crate::inspection::line_of;
use crate::terminal::Table;
use mailutf::internal::encoded_words;
use mailutf::pipeline::Report;
use mailutf::structure::Field;
use mailutf::structure::Part;
use mailutf::text::MessageTexts;
use mailutf::{Detail, Finding, Policy, Span, header};
use std::borrow::Cow;
use std::io::{self, IsTerminal};
use std::iter::Peekable;
use std::path::Path;

/// The names of the columns.
const COLUMNS: [&str; 9] =
    ["file", "message", "part", "sender", "date", "label", "likely", "finding", "sample"];

/// Returns the first line of the table, with the names of the columns.
pub(super) fn head() -> String {
    table(|table| table.head(COLUMNS))
}

fn table(fill: impl FnOnce(&mut Table) -> io::Result<()>) -> String {
    let mut table = Table::new(io::stdout().is_terminal());
    // Writing does not fail, because the table is in memory.
    fill(&mut table).and_then(|()| table.into_text()).unwrap_or_else(|error| format!("{error}\n"))
}

/// The messages of a batch, and the policy with which their texts are shown.
pub(super) struct Stored {
    batch: SelectedBatch,
    shown: Policy,
}

impl Stored {
    pub(super) fn of(batch: &SelectedBatch, policy: &Policy) -> Self {
        Self { batch: batch.clone(), shown: batch.policy(policy).into_owned().shown() }
    }

    pub(super) fn texts(&self) -> StoredTexts<'_> {
        let entries: Box<dyn Iterator<Item = FileEntry<'_>>> = Box::new(self.batch.entries());
        StoredTexts { entries: entries.peekable(), shown: &self.shown }
    }
}

/// The remaining messages of a batch, for which `rows` has not been called yet, and the policy with which their texts
/// are shown.
pub(super) struct StoredTexts<'b> {
    entries: Peekable<Box<dyn Iterator<Item = FileEntry<'b>> + 'b>>,
    shown: &'b Policy,
}

impl StoredTexts<'_> {
    /// Returns a row for each text about which there is a finding in `findings`. All these findings are about one
    /// message, the message of `report`. Calls must follow the order of the messages in the batch.
    pub(super) fn rows(&mut self, path: &Path, report: &Report, findings: &[&(Finding, String)]) -> String {
        while self.entries.next_if(|entry| entry.ordinal < report.ordinal).is_some() {}
        // A message that was too large to be read has a report, but is not in the batch.
        let entry = self.entries.next_if(|entry| entry.ordinal == report.ordinal);
        let message = entry.as_ref().map(|entry| entry.message());
        let octets = message.as_ref().map_or(&[][..], |message| message.octets());
        let texts = MessageTexts::parse(octets, self.shown);
        let place = |finding: &Finding| field_at(&texts, finding).map(|field| field.span.start);
        let is_same = |(one, _): &(Finding, String), (other, _): &(Finding, String)| {
            one.part == other.part && place(one) == place(other)
        };
        table(|table| {
            let of_texts = findings.chunk_by(|one, other| is_same(one, other));
            of_texts.into_iter().try_for_each(|found| row(table, path, report, &texts, found))
        })
    }
}

fn row(
    table: &mut Table,
    path: &Path,
    report: &Report,
    texts: &MessageTexts<'_>,
    found: &[&(Finding, String)],
) -> io::Result<()> {
    let Some((first, part)) = found.first() else { return Ok(()) };
    let about = report.about.as_ref();
    let sender = about.and_then(|about| about.sender.as_deref()).map(String::from_utf8_lossy);
    let date = about.and_then(|about| about.day).map(|day| day.to_string());
    let mut codes: Vec<&str> = found.iter().map(|(finding, _)| finding.code.as_str()).collect();
    codes.dedup();
    // As in a census, the name of standard input is left out, because in a spreadsheet `-` would begin a formula.
    let file = if is_standard_input(path) { Cow::default() } else { path.to_string_lossy() };
    table.row([
        file.into_owned(),
        (report.ordinal + 1).to_string(),
        part.clone(),
        sender.unwrap_or_default().into_owned(),
        date.unwrap_or_default(),
        label(texts, first),
        found.iter().find_map(|(finding, _)| likely(&finding.detail)).unwrap_or_default(),
        codes.join(" "),
        sample(texts, first),
    ])
}

/// Returns the header field that a finding is about, or `None` if the finding is about the body of a part.
fn field_at<'m>(texts: &'m MessageTexts<'_>, finding: &Finding) -> Option<&'m Field> {
    let Part { header, .. } = texts.parts().get(finding.part)?;
    let at = header.fields.partition_point(|field| field.span.end <= finding.span.start);
    header.fields.get(at).filter(|field| field.span.start <= finding.span.start)
}

/// Returns the charset label of the text that a finding is about: the label of the first encoded word if the text
/// is in a header field, and the label of the part otherwise.
fn label(texts: &MessageTexts<'_>, finding: &Finding) -> String {
    let label = match field_at(texts, finding) {
        Some(field) => {
            let within = Span::new(finding.span.start, field.span.end);
            let words = encoded_words(texts.input(), within);
            words.first().map(|word| Cow::Borrowed(word.charset.slice(texts.input())))
        }
        None => texts.label(finding.part),
    };
    label.map_or(String::new(), |label| String::from_utf8_lossy(&label).into_owned())
}

/// Returns the reading that a finding names. For doubtful text, this is the likely reading. For other text, it is
/// the charset in which the text was read.
fn likely(detail: &Detail) -> Option<String> {
    match detail {
        Detail::Doubtful { likely, .. } => Some(likely.to_string()),
        Detail::Read { charset, .. } | Detail::Mixed { charset, .. } => Some(format!("in {charset}")),
        _ => None,
    }
}

/// Returns a line of the text that a finding is about.
fn sample(texts: &MessageTexts<'_>, finding: &Finding) -> String {
    if let Some(field) = field_at(texts, finding) {
        let context = texts.field_context(finding.part, field);
        return line_of(&header::decode_in(field.body.slice(texts.input()), &context), false);
    }
    let is_html = texts.parts().get(finding.part).is_some_and(|part| part.media_type == "text/html");
    texts.text(finding.part).map_or(String::new(), |text| line_of(&text.text, is_html))
}
