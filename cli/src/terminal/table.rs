//! Comma-separated values (RFC 4180) for a spreadsheet. No field is a formula, and on a terminal foreign text is escaped.

use super::Escaped;
use std::io;

/// The characters at the start of a field that make a spreadsheet take it for a formula (OWASP, CSV Injection).
const FORMULA: [char; 7] = ['=', '+', '-', '@', '\t', '\r', '\n'];

/// Rows of a table.
pub(crate) struct Table {
    rows: csv::Writer<Vec<u8>>,
    /// Whether they go to a terminal.
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

/// `field` in a form that no spreadsheet evaluates: with a quote before a character that would begin a formula.
fn guarded(field: String) -> String {
    if field.starts_with(FORMULA) { format!("'{field}") } else { field }
}
