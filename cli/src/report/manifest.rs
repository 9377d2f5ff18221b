//! The manifest of `--manifest`, in JSON lines. Each message has a line with its SHA-256 before and after the
//! conversion, in the form that `docs/manifest.schema.json` describes.
//!
//! The lines of a file become part of the manifest only when the converted file has replaced the old one. Until
//! then, they are kept separately: up to 1 MiB in memory, and more in a temporary file.

use crate::output::Output;
use crate::report::json_lines::of_message;
use crate::terminal::Object;
use mailutf::Error;
use mailutf::mailbox::Digest;
use mailutf::mailbox::compressed::decompressed;
use mailutf::pipeline::Report;
use serde_json::Value;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, Write};
use std::iter;
use std::path::Path;
use tempfile::{SpooledTempFile, spooled_tempfile};

/// The lines of one file are held in memory until they exceed this number of octets. Then they are moved to a temporary
/// file.
const IN_MEMORY: usize = 1 << 20;

/// The maximum length in octets of a line that is read. Only a Message-ID or a file name can make a line long.
const LONGEST_LINE: u64 = 16 << 20;

/// The octets with which each manifest starts.
pub(crate) const START: &[u8] = br#"{"after":"#;

/// Writes a manifest. If it replaces an old manifest, the old one stays until the end of the run.
pub(crate) struct ManifestWriter {
    output: Output,
    /// The manifest lines about the file that is being converted. They are added to the manifest after the conversion.
    pending: SpooledTempFile,
    /// Whether there are pending lines. For a file without lines, nothing needs to be copied.
    is_pending: bool,
    /// Whether the lines of at least one file have become part of the manifest.
    is_begun: bool,
}

impl ManifestWriter {
    /// Creates a manifest in the file `path`; `-` is standard output.
    pub(crate) fn create(path: &Path) -> Result<Self, Error> {
        Ok(Self {
            output: Output::named(path)?,
            pending: spooled_tempfile(IN_MEMORY),
            is_pending: false,
            is_begun: false,
        })
    }

    /// Takes the report on a message of the file `path`.
    pub(crate) fn take(&mut self, path: &Path, report: &Report) {
        if let Some(line) = line(path, report) {
            self.is_pending = true;
            self.output.attempt(|_| writeln!(self.pending, "{line}"));
        }
    }

    /// Adds the lines of the current file to the manifest. Call this when the converted file has replaced the old
    /// one.
    pub(crate) fn commit(&mut self) {
        if std::mem::take(&mut self.is_pending) {
            self.is_begun = true;
            self.output.attempt(|output| {
                self.pending.rewind()?;
                io::copy(&mut self.pending, output)?;
                self.pending = spooled_tempfile(IN_MEMORY);
                Ok(())
            });
        }
    }

    /// Discards the lines of the current file. Call this if the file stays unchanged.
    pub(crate) fn discard(&mut self) {
        if std::mem::take(&mut self.is_pending) {
            self.pending = spooled_tempfile(IN_MEMORY);
        }
    }

    /// Ends the manifest. If the run failed before it converted any file, the old manifest stays.
    pub(crate) fn finish(self, has_failed: bool) -> Result<(), Error> {
        let is_in_vain = has_failed && !self.is_begun && !self.output.has_failed();
        if is_in_vain { Ok(()) } else { self.output.finish() }
    }
}

/// Returns the line for a message, or `None` if the report is about octets that are not a message.
fn line(path: &Path, report: &Report) -> Option<Object> {
    if !report.is_message {
        return None;
    }
    let data = Object::default()
        .with("before", report.digests.map(|digests| digests.before.to_string()))
        .with("after", report.digests.map(|digests| digests.after.to_string()));
    Some(of_message(path, report.ordinal, &report.message_id, data))
}

/// A line of a manifest.
#[derive(Debug)]
pub(crate) struct ManifestEntry {
    pub(crate) file: String,
    /// The number of the message in the file, from 1.
    pub(crate) message: u64,
    pub(crate) message_id: Option<String>,
    /// The digests before and after the conversion, or `None` for a message larger than the limit.
    pub(crate) digests: Option<(Digest, Digest)>,
}

impl ManifestEntry {
    fn of(line: &[u8]) -> Option<Self> {
        let line: Value = serde_json::from_slice(line).ok()?;
        let digest = |side: &str| match line.get(side)? {
            Value::Null => Some(None),
            Value::String(digits) => digits.parse().ok().map(Some),
            _ => None,
        };
        let (before, after) = (digest("before")?, digest("after")?);
        (line.get("schema")?.as_u64()? == 1).then_some(())?;
        Some(Self {
            file: line.get("file")?.as_str()?.to_owned(),
            message: line.get("message")?.as_u64()?,
            message_id: line.get("message_id").and_then(Value::as_str).map(str::to_owned),
            digests: before.zip(after),
        })
    }
}

/// Reads the lines of the manifest at `path`, which may be compressed.
///
/// # Errors
/// Fails if the file cannot be opened. An item is an error if its line cannot be read or does not belong to a
/// manifest.
pub(crate) fn read(path: &Path) -> Result<impl Iterator<Item = Result<ManifestEntry, Error>> + use<>, Error> {
    let error = |error| Error::new("read", Some(path), error);
    let file = File::open(path).map_err(|error| Error::new("open", Some(path), error))?;
    if !file.metadata().map_err(error)?.is_file() {
        let why = "a manifest is read twice, so it must be a regular file";
        return Err(Error::refused("read", path, why));
    }
    let (input, _) = decompressed(file).map_err(error)?;
    let (mut input, path, mut number) = (BufReader::new(input), path.to_owned(), 0_u64);
    Ok(iter::from_fn(move || {
        let mut line = Vec::new();
        number += 1;
        match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) => None,
            Ok(_) => Some(ManifestEntry::of(&line).ok_or_else(|| {
                let why = format!("line {number} is not a line of a manifest");
                Error::new("read", Some(&path), io::Error::new(ErrorKind::InvalidData, why))
            })),
            Err(error) => Some(Err(Error::new("read", Some(&path), error))),
        }
    }))
}
