//! `mailutf.normalize_file`: what the program does to files.

use crate::interrupt::interruptible;
use crate::mailbox::Range;
use crate::message::representation;
use crate::policy::Policy;
use mailutf::Error;
use mailutf::mailbox::Format;
use mailutf::mailbox::fs::replace::Rules;
use mailutf::mailbox::mbox::Reader;
use mailutf::pipeline::{Event, Pipeline, Place, TreePlace, Workers};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What was done to the messages of a file or a directory.
///
/// messages: how many there are; changed: how many were written otherwise; unresolved: in how many something cannot be
/// read without loss and was left; octets: how many were read; findings: how many of each code; failures: what went
/// wrong with single files, in words.
#[pyclass(frozen, get_all, module = "mailutf")]
#[derive(Clone, Debug)]
pub(crate) struct Totals {
    messages: u64,
    changed: u64,
    unresolved: u64,
    octets: u64,
    findings: BTreeMap<&'static str, u64>,
    failures: Vec<String>,
}

#[pymethods]
impl Totals {
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        representation(slf, &["messages", "changed", "unresolved", "octets", "findings", "failures"])
    }
}

/// What is to be done.
struct Task {
    path: PathBuf,
    output: Option<PathBuf>,
    rules: Rules,
    range: Option<mailutf::mailbox::mbox::Range>,
}

/// Converts all text of a file or a directory to UTF-8, in place or to `output`.
///
/// `path` is a message, an mbox (compressed or not), or a directory (Maildir, MH, `.eml` files). Without `output` each
/// file is replaced by its new form; it is complete, old or new, at any moment, and an mbox is locked. `backup` keeps
/// originals under their name plus that suffix. `verify` checks each changed message by a second parser; by default it
/// is on if nothing keeps the original. `range`, one of `Mailbox.ranges`, needs `output`. `jobs` is the number of
/// threads, by default one per core. `progress` is called about 20 times a second with the octets and messages done. What it
/// raises ends the call, as Ctrl-C does; the messages under way are finished in the background.
///
/// Returns `Totals`. Raises OSError if a file cannot be read, locked or replaced; it is unchanged then. Files of a
/// directory that fail are in `Totals.failures`.
///
/// >>> import mailutf, tempfile, os
/// >>> with tempfile.TemporaryDirectory() as directory:
/// ...     new = os.path.join(directory, "new.mbox")
/// ...     mailutf.normalize_file("corpus/mbox/mboxrd.mbox", output=new).changed
/// 2
#[pyfunction]
#[pyo3(signature = (path, *, output=None, policy=None, backup=None, verify=None, range=None, jobs=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub(crate) fn normalize_file(
    py: Python<'_>,
    path: PathBuf,
    output: Option<PathBuf>,
    policy: Option<&Policy>,
    backup: Option<OsString>,
    verify: Option<bool>,
    range: Option<&Range>,
    jobs: Option<NonZeroUsize>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Totals> {
    if range.is_some() && output.is_none() {
        return Err(PyValueError::new_err("a range needs an output: the file holds other messages, too"));
    }
    let workers = Workers::default();
    let verify = verify.unwrap_or(output.is_none() && backup.is_none());
    let pipeline = Pipeline::new(Policy::choices(policy))
        .with_verify(verify)
        .with_workers(workers.with_jobs(jobs.unwrap_or(workers.jobs)));
    let monitor = Arc::clone(&pipeline.monitor);
    let task =
        Task { path, output, rules: Rules::default().with_backup(backup), range: range.map(|range| range.0) };
    let tick = || match &progress {
        Some(progress) => progress.call1((monitor.octets(), monitor.messages())).map(drop),
        None => Ok(()),
    };
    let done = interruptible(py, move || task.run(&pipeline), tick);
    // The work ends after the messages that are under way; nothing half-written is left.
    monitor.stop_flag().store(true, Ordering::Relaxed);
    done?.map_err(|error| os_error(&error))
}

impl Task {
    fn run(&self, pipeline: &Pipeline) -> Result<Totals, Error> {
        let Self { path, output, rules, range } = self;
        let mut failures = Vec::new();
        let done = match (range, output) {
            (Some(range), Some(output)) => self.part(pipeline, range, output)?,
            _ if path.is_dir() => {
                let place = output.as_ref().map_or(TreePlace::Over(rules), |output| TreePlace::Below(output));
                pipeline.tree(path, Format::Any, place, |event| match event {
                    Event::Failed(error) => failures.push(error.to_string()),
                    Event::Skipped(path, why) if why.holds_mail() => {
                        failures.push(format!("{}: skipped: {why}", path.display()));
                    }
                    _ => {}
                })?
            }
            _ => {
                let place = output.as_ref().map_or(Place::Over(rules), |output| Place::To(output));
                pipeline.file(path, Format::Any, place, |_| {})?
            }
        };
        failures.extend(done.left_over.iter().map(ToString::to_string));
        Ok(Totals {
            messages: done.messages,
            changed: done.changed,
            unresolved: done.unresolved,
            octets: done.octets,
            findings: done.findings.iter().map(|(code, count)| (code.as_str(), *count)).collect(),
            failures,
        })
    }

    /// A range of an mbox, to a file that appears when it is complete.
    fn part(
        &self,
        pipeline: &Pipeline,
        range: &mailutf::mailbox::mbox::Range,
        output: &PathBuf,
    ) -> Result<mailutf::pipeline::Totals, Error> {
        let read_error = |error| Error::new("read", Some(&self.path), error);
        let write_error = |error| Error::new("write", Some(output), error);
        let file = File::open(&self.path).map_err(read_error)?;
        let reader = Reader::range(file, range).map_err(read_error)?.limit(pipeline.policy().limits.message);
        let mut name = output.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let part = output.with_file_name(name);
        let mut writer = BufWriter::new(File::create(&part).map_err(write_error)?);
        let done = pipeline.run(reader, &mut writer, |_| {}).map_err(|failure| {
            let why = failure.to_string();
            Error::new("convert", Some(&self.path), io::Error::other(why))
        });
        let done = done.and_then(|done| {
            let published = writer.flush().and_then(|()| std::fs::rename(&part, output));
            published.map(|()| done).map_err(write_error)
        });
        if done.is_err() {
            // What cannot be removed was never published.
            let _ = std::fs::remove_file(&part);
        }
        done
    }
}

/// The exception of Python for `error`: FileNotFoundError and so on, with its file.
fn os_error(error: &Error) -> PyErr {
    io::Error::new(error.io_kind().unwrap_or(io::ErrorKind::Interrupted), error.to_string()).into()
}
