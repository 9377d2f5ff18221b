//! `mailutf.normalize_file`: converts files as the program `mailutf` does. On any system, it reads a file and writes a
//! new one. On Unix, it also replaces files in place and converts directories.

#[cfg(not(unix))]
#[path = "files/new_files.rs"]
mod system;
#[cfg(unix)]
#[path = "files/unix.rs"]
mod system;

use crate::fields::{representation, values};
use crate::interrupt::interruptible;
use crate::learning::learned;
use crate::mailbox::Range;
use crate::path::{AnyPath, description, os_error};
use crate::policy::Policy;
use crate::watch::Watch;
use mailutf::Error;
use mailutf::mailbox::compressed::{Compression, Compressor};
use mailutf::mailbox::mail::{Batches, MailFile, ReadOptions};
use mailutf::pipeline::{self, Pipeline, Workers};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ffi::OsString;
use std::io::{self, BufWriter, IntoInnerError};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::time::Duration;
use system::{NewFile, Target};

/// The totals of a conversion of a file or a directory.
///
/// The totals do not say which messages have findings. For that, read the mail before the conversion, with the same
/// policy: `Message.findings` of each message of a `Mailbox`, or the column "findings" of `Mailbox.to_arrow`.
///
/// >>> import mailutf, tempfile, os
/// >>> with tempfile.TemporaryDirectory() as directory:
/// ...     totals = mailutf.normalize_file("corpus/mbox/mboxrd.mbox", output=os.path.join(directory, "new.mbox"))
/// >>> totals.messages, totals.changed, totals.unresolved, totals.octets, totals.findings, totals.failures
/// (3, 2, 0, 797, {}, [])
#[pyclass(frozen, get_all, module = "mailutf")]
#[derive(Clone, Debug)]
pub(crate) struct Totals {
    /// The number of messages: int. Messages of files that failed are not counted.
    messages: u64,
    /// The number of messages that were changed: int.
    changed: u64,
    /// The number of messages in which something was left unchanged because it cannot be read without loss, or is doubtful:
    /// int. Messages that stay because of a server's index are counted, too.
    unresolved: u64,
    /// The number of octets that were read, counted after decompression: int.
    octets: u64,
    /// The number of findings of each code: dict of str and int.
    findings: BTreeMap<Cow<'static, str>, u64>,
    /// The failures of single files, if a directory was converted, the messages that stay because of a server's index, and
    /// the text before the first message of an mbox: list of `Failure`. Files that hold no mail, such as pipes and dead
    /// links, are only in `Mailbox.skipped`.
    failures: Vec<Failure>,
}

/// A file or a directory that was not converted or not restored, or a file that could not be removed. `str()` returns a
/// description.
///
/// >>> import mailutf
/// >>> str(mailutf.Failure("failed", "letter.eml: cannot open: Permission denied"))
/// 'letter.eml: cannot open: Permission denied'
#[pyclass(frozen, eq, ord, hash, get_all, from_py_object, module = "mailutf")]
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Failure {
    /// What happened: "failed", "skipped" (the file, or text before the first message of an mbox, may hold mail but cannot be
    /// converted), "server-index" (a message stays because a mail server keeps its size in an index), "no-mail" (a directory
    /// with files, none of which is mail) or "left-over" (a file could not be removed): str.
    code: Cow<'static, str>,
    /// A description of what happened: str.
    text: String,
}

const FAILURE: &[&str] = &["code", "text"];

impl Failure {
    pub(crate) fn new_of(code: &'static str, text: impl ToString) -> Self {
        Self { code: code.into(), text: text.to_string() }
    }
}

#[pymethods]
impl Failure {
    #[new]
    fn new(code: String, text: String) -> Self {
        Self { code: code.into(), text }
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        values(slf, FAILURE)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        representation(slf, FAILURE)
    }
}

/// The maximum time that an interrupted call waits for its work to end.
const END: Duration = Duration::from_millis(30);

const TOTALS: &[&str] = &["messages", "changed", "unresolved", "octets", "findings", "failures"];

#[pymethods]
impl Totals {
    #[new]
    fn new(
        messages: u64,
        changed: u64,
        unresolved: u64,
        octets: u64,
        findings: BTreeMap<String, u64>,
        failures: Vec<Failure>,
    ) -> Self {
        let findings = findings.into_iter().map(|(code, count)| (code.into(), count)).collect();
        Self { messages, changed, unresolved, octets, findings, failures }
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        values(slf, TOTALS)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        representation(slf, TOTALS)
    }
}

/// How files are replaced in place.
struct ReplaceChoices {
    backup: Option<OsString>,
    #[cfg_attr(not(unix), expect(dead_code, reason = "there, no file is replaced in place"))]
    beside_index: bool,
    #[cfg_attr(not(unix), expect(dead_code, reason = "there, no file is replaced in place"))]
    break_hard_links: bool,
    #[cfg_attr(not(unix), expect(dead_code, reason = "there, no file is replaced in place"))]
    add_sizes: bool,
}

/// The files that a call converts.
struct Task {
    path: PathBuf,
    target: Target,
    range: Option<mailutf::mailbox::mbox::Range>,
}

/// Converts all text of a file or a directory to UTF-8, in place or to `output`.
///
/// - path: a message, an mbox (compressed or not), or a directory (Maildir, MH, `.eml` files). Without `output`, each
///   file is replaced by its new form. At any moment the file is complete, either old or new, and an mbox is locked
///   during its conversion. In a Maildir of Dovecot or Courier (with a file such as `dovecot-uidlist`), messages whose names
///   do not contain their sizes stay, unless `add_sizes` is True: `Totals.failures` lists them. On Windows, directories are
///   not supported, and `output` is required.
/// - output: a file if `path` is a file; if `path` is a directory, a directory into which all mail is written, but no other
///   files. (A file in the place of a message is copied even if its format is not supported, such as a PST file in `cur` of a
///   Maildir; `Totals.failures` lists it.) An output file is compressed if its name says so (`.gz`, `.zst`, `.xz`, `.bz2`).
///   It replaces a file of the same name, for example of an earlier call, and gets the permissions of that file.
/// - policy: a `Policy`.
/// - backup: a suffix, such as `~` or `.bak`. The original of each file that changes is kept under its name with the suffix. In
///   a Maildir, the originals keep their names, but are kept in other directories: for `~`, those of `cur` in `cur~`, and those
///   of `new` in `new~`; for `.old`, in `cur.old` and `new.old`. `undo_file` restores the originals. No call reads these
///   backups as mail. (Another file counts as a backup, too, if its name ends with `~`, or if it has the name of a file beside
///   it with a suffix, such as `1.eml.bak`, and the same Message-ID.) A backup is never replaced: to convert a file again,
///   choose another suffix, or move the older backup away. An mbox with new mail needs this, and so does a file of which some
///   text was left, when a rule decides about this text.
/// - beside_index: whether to replace an mbox even if Dovecot keeps an index for it (`.imap/NAME/dovecot.index*`).
///   By default, such an mbox is refused. The index contains the sizes of the messages, so Dovecot would cut off
///   messages that became longer. To end this, stop Dovecot and remove its file `dovecot.index.cache`.
/// - add_sizes: whether a message of a Maildir that is changed gets a name with its sizes (`,S=` and `,W=`). Mail clients
///   then see a new message with a new UID. By default, a message that Dovecot or Courier keeps in an index stays if its
///   name does not contain its size, because these servers would use the old size.
/// - break_hard_links: whether to replace a file that has other names (hard links). The other names keep the original. By
///   default, such a file is refused.
/// - verify: whether a second parser checks each changed message. By default, messages are checked if the original is
///   not kept: if neither `output` nor `backup` is given.
/// - range: one of `Mailbox.ranges`. It requires `output`.
/// - learn: whether to read the mail twice, the first time to learn which charsets each sender, mailing list and thread
///   uses. These charsets are evidence for text without a usable label.
/// - jobs: the number of threads; by default, one per core.
/// - progress: a function that is called about 20 times a second with two int: the number of octets, counted after
///   decompression, and the number of messages that are done. The last call can come before the end, and a short conversion
///   can end without a call: `Totals` has the final numbers. If the function raises an exception, the call ends, as after
///   Ctrl-C. Large messages in progress are then finished in the background.
///
/// Returns `Totals`. Raises ValueError if `output` is the same as `path` (also under another name), lies inside `path`,
/// or contains `path`. Raises OSError if a file cannot be read, locked or replaced, or has an older backup; it is unchanged
/// then. If `path` is a directory, `Totals.failures` lists the files that could not be converted. All mail was converted if
/// `failures` is empty and `unresolved` is 0. The totals do not say which messages have findings: `help(mailutf.Totals)` says how
/// to find them.
///
/// >>> import mailutf, tempfile, os
/// >>> with tempfile.TemporaryDirectory() as directory:
/// ...     new = os.path.join(directory, "new.mbox")
/// ...     mailutf.normalize_file("corpus/mbox/mboxrd.mbox", output=new).changed
/// 2
#[pyfunction]
#[pyo3(signature = (path, *, output=None, policy=None, backup=None, beside_index=false, add_sizes=false, break_hard_links=false, verify=None, range=None, learn=false, jobs=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub(crate) fn normalize_file(
    py: Python<'_>,
    path: AnyPath,
    output: Option<AnyPath>,
    policy: Option<&Policy>,
    backup: Option<OsString>,
    beside_index: bool,
    add_sizes: bool,
    break_hard_links: bool,
    verify: Option<bool>,
    range: Option<&Range>,
    learn: bool,
    jobs: Option<i64>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Totals> {
    let (path, output) = (path.0, output.map(|output| output.0));
    let watch = Watch::of(progress)?;
    let verify = verify.unwrap_or(output.is_none() && backup.is_none());
    let options = ReplaceChoices { backup, beside_index, break_hard_links, add_sizes };
    let target = Target::checked(&path, output, options, range)?;
    if learn {
        check_learning(&path, range)?;
    }
    let mut workers = Workers::default();
    if let Some(jobs) = jobs {
        let jobs = usize::try_from(jobs).ok().and_then(NonZeroUsize::new);
        let jobs = jobs.ok_or_else(|| PyValueError::new_err("jobs: at least one thread is needed"))?;
        workers.jobs = Some(jobs);
    }
    let choices = Policy::or_default(policy).choices().clone();
    let task = Task { path, target, range: range.map(|range| range.0) };
    let of_work = watch.monitor();
    let (ending, ended) = channel::<Infallible>();
    let work = move || {
        let _ending = ending;
        let policy = if learn { learned(choices, &task.path, workers, &of_work) } else { choices };
        let pipeline = Pipeline::new(policy).with_verify(verify).with_workers(workers).with_monitor(of_work);
        task.run(&pipeline)
    };
    let done = interruptible(py, work, || watch.tick());
    // After the stop flag is set, the work ends as soon as the messages in progress are done, and leaves no
    // half-written file. The call waits until the work has ended, but at most for the time `END`, so that another call
    // can use the files. The work nearly always ends in this time.
    watch.stop();
    let _ = py.detach(move || ended.recv_timeout(END));
    done?.map_err(|error| os_error(&error))
}

/// Fails if learning is not possible. Learning needs the whole file, not only a range of the file. Learning also needs
/// a file or a directory that can be read twice: once to learn, and once to convert.
fn check_learning(path: &Path, range: Option<&Range>) -> PyResult<()> {
    if range.is_some() {
        let why = "learn: a range lacks the evidence of the rest of the file, so the joined outputs would differ from the output for the whole file";
        return Err(PyValueError::new_err(why));
    }
    if path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        let why = format!("learn: {} can be read only once; name a file or a directory", path.display());
        return Err(PyValueError::new_err(why));
    }
    Ok(())
}

impl Task {
    fn run(&self, pipeline: &Pipeline) -> Result<Totals, Error> {
        let mut failures = Vec::new();
        let done = self.convert(pipeline, &mut failures)?;
        let listed = failures.iter().filter(|failure| failure.code == "skipped").count() as u64;
        let texts = done.skipped_mail.saturating_sub(listed);
        if texts > 0 {
            let what = format!(
                "{}: skipped: text before the first message of an mbox ({texts} files); `Mailbox.skipped` names it",
                self.path.display()
            );
            failures.push(Failure::new_of("skipped", what));
        }
        failures.extend(done.left_over.iter().map(|error| Failure::new_of("left-over", description(error))));
        Ok(Totals {
            messages: done.messages,
            changed: done.changed,
            unresolved: done.unresolved,
            octets: done.octets,
            findings: done.findings.iter().map(|(code, count)| (code.as_str().into(), *count)).collect(),
            failures,
        })
    }

    /// Writes the new form of a file, or of a range of a file, to another file.
    fn copy(&self, pipeline: &Pipeline, output: &Path) -> Result<pipeline::Totals, Error> {
        let limit = pipeline.policy().limits.message;
        let options = ReadOptions::default().with_limit(limit).with_range(self.range);
        let file = MailFile::named(&self.path);
        let opened = file.open(&options).map_err(Error::from)?;
        self.write(&pipeline.at(file.inside()), opened.into_batches(), output)
    }

    /// Writes a file that appears under its name only when the file is complete. The file is compressed if its name says so.
    fn write(
        &self,
        pipeline: &Pipeline,
        source: Batches<'_>,
        output: &Path,
    ) -> Result<pipeline::Totals, Error> {
        let write_error = |error| Error::new("write", Some(output), error);
        let compressor = Compressor::new(NewFile::create(output)?, Compression::of_name(output));
        let mut writer = BufWriter::new(compressor.map_err(write_error)?);
        let done = pipeline.run_file(source, &mut writer, |_| {}).map_err(|failure| match failure {
            pipeline::Failure::Read(error) => self.read_error(error),
            pipeline::Failure::Write(error) => write_error(error),
            _ => Error::Stopped,
        })?;
        let finished = writer.into_inner().map_err(IntoInnerError::into_error).and_then(Compressor::finish);
        finished.map_err(write_error)?.finish()?;
        Ok(done)
    }

    fn read_error(&self, error: io::Error) -> Error {
        Error::new("read", Some(&self.path), error)
    }
}
