//! The report of `--report`: JSON lines, one for each message that changed or has findings.
//! `docs/report.schema.json` says what stands in them.

use mailutf::pipeline::Report;
use mailutf::{Error, Finding};
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file of reports.
#[derive(Debug)]
pub(crate) struct Reporter {
    path: PathBuf,
    file: BufWriter<File>,
    /// The first failure to write; nothing is written after it.
    failed: Option<Error>,
}

impl Reporter {
    pub(crate) fn create(path: &Path) -> Result<Self, Error> {
        let file = File::create(path).map_err(|error| Error::new("create", Some(path), error))?;
        Ok(Self { path: path.to_path_buf(), file: BufWriter::new(file), failed: None })
    }

    pub(crate) fn take(&mut self, path: &Path, report: &Report) {
        if self.failed.is_none() {
            let line = line(path, report);
            let written = writeln!(self.file, "{line}");
            self.failed = written.err().map(|error| Error::new("write", Some(&self.path), error));
        }
    }

    pub(crate) fn finish(mut self) -> Result<(), Error> {
        match self.failed {
            Some(error) => Err(error),
            None => self.file.flush().map_err(|error| Error::new("write", Some(&self.path), error)),
        }
    }
}

fn line(path: &Path, report: &Report) -> Value {
    let findings = report.findings.iter().map(|(found, part)| finding(found, part));
    let edits = report.edits.iter().map(|(reason, count)| (reason.as_str().to_owned(), json!(count)));
    let id = String::from_utf8_lossy(&report.message_id);
    json!({
        "schema": 1,
        "file": path.to_string_lossy(),
        "message": report.ordinal + 1,
        "offset": report.offset,
        "message_id": (!id.is_empty()).then_some(id),
        "edits": edits.collect::<Map<_, _>>(),
        "findings": findings.collect::<Vec<_>>(),
    })
}

pub(crate) fn finding(finding: &Finding, part: &str) -> Value {
    json!({
        "code": finding.code.as_str(),
        "severity": finding.code.severity().as_str(),
        "part": part,
        "start": finding.span.start,
        "end": finding.span.end,
        "detail": finding.detail,
    })
}
