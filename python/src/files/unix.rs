//! The conversion on Unix. It replaces files in place, converts directories of mail, and gives each output the
//! permissions of the file that the output replaces.

use super::{Failure, ReplaceChoices, Task};
use crate::mailbox::Range;
use crate::path::{description, os_error};
use mailutf::finding::Detail;
use mailutf::internal::Location;
use mailutf::internal::Replacement;
use mailutf::internal::check_suffix;
use mailutf::internal::{is_named_like_a_file, refuse_input, refuse_temporary_name, regular_file};
use mailutf::mailbox::Format;
use mailutf::pipeline::ReplaceOptions;
use mailutf::pipeline::{Destination, Event, Pipeline, Report, Totals};
use mailutf::{Code, Error};
use pyo3::PyResult;
use pyo3::exceptions::PyValueError;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The output of a conversion.
pub(super) struct Target {
    /// A directory, or a file that is not a symbolic link; `None` if the input is replaced in place.
    output: Option<PathBuf>,
    options: ReplaceOptions,
}

impl Target {
    /// Returns the target. Fails if the arguments contradict each other, or if the output would overwrite the input.
    pub(super) fn checked(
        path: &Path,
        output: Option<PathBuf>,
        choices: ReplaceChoices,
        range: Option<&Range>,
    ) -> PyResult<Self> {
        let ReplaceChoices { backup, beside_index, break_hard_links, add_sizes } = choices;
        let refused = |why: String| Err(PyValueError::new_err(why));
        if let Some(suffix) = &backup {
            check_suffix(suffix).map_err(|why| PyValueError::new_err(format!("backup: {why}")))?;
        }
        let Some(output) = output else {
            return match range {
                Some(_) => refused("a range needs an output: the file holds other messages, too".to_owned()),
                None => {
                    let options = ReplaceOptions::default()
                        .with_backup(backup)
                        .with_beside_index(beside_index)
                        .with_hard_links(break_hard_links)
                        .with_add_sizes(add_sizes);
                    Ok(Self { output: None, options })
                }
            };
        };
        if backup.is_some() {
            return refused("backup: with an output the original is kept".to_owned());
        }
        if beside_index {
            return refused(
                "beside_index: only for a file that is converted in place; a server's index does not refer to an output"
                    .to_owned(),
            );
        }
        for (name, is_given) in [("add_sizes", add_sizes), ("break_hard_links", break_hard_links)] {
            if is_given {
                return refused(format!("{name}: only for a file that is converted in place"));
            }
        }
        let to = |output| Ok(Self { output: Some(output), options: ReplaceOptions::default() });
        let said = |error: Error| PyValueError::new_err(error.to_string());
        refuse_temporary_name(&output).map_err(said)?;
        refuse_input(&output, path).map_err(said)?;
        let name = output.display();
        if path.is_dir() {
            if range.is_some() {
                return refused(format!("range: {} is a directory; only an mbox has ranges", path.display()));
            }
            return match output.metadata() {
                Ok(found) if !found.is_dir() => refused(format!(
                    "{name} is a file, and {} is a directory; name a directory",
                    path.display()
                )),
                Err(_) if is_named_like_a_file(&output) => refused(format!(
                    "{name} would be a directory, as {} is one; choose a name without this ending, or make the directory first",
                    path.display()
                )),
                _ => to(output),
            };
        }
        match regular_file(&output)
            .map_err(|error| os_error(&Error::new("write to it", Some(&output), error)))?
        {
            Some(file) => to(file),
            None => refused(format!("{name} is not a regular file")),
        }
    }
}

impl Task {
    /// Converts a file or a directory. The failures of single files of a directory are added to `failures`, and the
    /// messages that stay because of an index.
    pub(super) fn convert(&self, pipeline: &Pipeline, failures: &mut Vec<Failure>) -> Result<Totals, Error> {
        let Self { path, target: Target { output, options }, .. } = self;
        match output {
            _ if path.is_dir() => {
                let destination =
                    output.as_ref().map_or(Destination::InPlace(options), |output| Destination::To(output));
                pipeline.tree(path, Format::Any, destination, |event| match event {
                    Event::Failed(error) => failures.push(Failure::new_of(code(&error), description(&error))),
                    Event::Skipped(path, why) if why.holds_mail() => {
                        let what = format!("{}: skipped: {why}", path.display());
                        failures.push(Failure::new_of("skipped", what));
                    }
                    Event::Report(path, report) => failures.extend(kept(path, report)),
                    _ => {}
                })
            }
            Some(output) => self.copy(pipeline, output),
            None => pipeline.file(path, Format::Any, Destination::InPlace(options), |report| {
                failures.extend(kept(path, &report));
            }),
        }
    }
}

/// The failure of a file in the place of a message that is in an unsupported format, or of a message that stays because a
/// mail server keeps its size in an index.
fn kept(path: &Path, report: &Report) -> Option<Failure> {
    let found = |code| report.findings.iter().map(|(finding, _)| finding).find(|one| one.code == code);
    if let Some(finding) = found(Code::FormatUnsupported) {
        let what = format!("{}: skipped: {}", path.display(), finding.detail);
        return Some(Failure::new_of("skipped", what));
    }
    let finding = found(Code::ServerIndex)?;
    let advice = match finding.detail {
        Detail::ServerIndex("Cyrus") => {
            "write the converted mail to an output, or convert this file by its own path, and run `reconstruct` of Cyrus"
        }
        _ => "to convert the message under a new name, use add_sizes=True",
    };
    Some(Failure::new_of("server-index", format!("{}: {}; {advice}", path.display(), finding.detail)))
}

/// Returns the code of an error. The library reports a directory without mail as `NotFound`. This error has no error
/// number of the system, unlike the error for a missing file.
fn code(error: &Error) -> &'static str {
    match error {
        Error::Io { source, .. }
            if source.kind() == ErrorKind::NotFound && source.raw_os_error().is_none() =>
        {
            "no-mail"
        }
        _ => "failed",
    }
}

/// A file that appears under its name only when it is complete.
pub(super) struct NewFile {
    replacement: Replacement,
    target: Location,
}

impl NewFile {
    pub(super) fn create(path: &Path) -> Result<Self, Error> {
        let target = Location::of(path)?;
        Ok(Self { replacement: Replacement::anew(&target)?, target })
    }

    pub(super) fn finish(self) -> Result<(), Error> {
        self.replacement.commit_anew(&self.target)
    }
}

impl Write for NewFile {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.replacement.write(octets)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.replacement.flush()
    }
}
