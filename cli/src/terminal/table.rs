//! Comma-separated values (RFC 4180) for a spreadsheet. No field can be taken for a formula. On a terminal, text
//! from mail is escaped.

use super::Escaped;
use std::io;

/// The characters that make a spreadsheet take a field for a formula if the field begins with one of them (OWASP,
/// CSV Injection).
const FORMULA: [char; 7] = ['=', '+', '-', '@', '\t', '\r', '\n'];

/// A table that is built row by row.
pub(crate) struct Table {
    rows: csv::Writer<Vec<u8>>,
    /// Whether the table goes to a terminal, for which text must be escaped.
    escape: bool,
}

impl Table {
    pub(crate) fn new(escape: bool) -> Self {
        Self { rows: csv::Writer::from_writer(Vec::new()), escape }
    }

    /// Adds the names of the columns.
    pub(crate) fn head<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) -> io::Result<()> {
        Ok(self.rows.write_record(names)?)
    }

    pub(crate) fn row(&mut self, fields: impl IntoIterator<Item = String>) -> io::Result<()> {
        let fields = fields.into_iter().map(guarded);
        match self.escape {
            true => self.rows.write_record(fields.map(|text| Escaped(text.as_bytes()).to_string()))?,
            false => self.rows.write_record(fields)?,
        }
        Ok(())
    }

    pub(crate) fn into_text(self) -> io::Result<String> {
        let octets = self.rows.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
        String::from_utf8(octets).map_err(io::Error::other)
    }
}

/// Returns `field` in a form that no spreadsheet takes for a formula: if it begins like a formula, a quote is put
/// before it.
fn guarded(field: String) -> String {
    if field.starts_with(FORMULA) { format!("'{field}") } else { field }
}
