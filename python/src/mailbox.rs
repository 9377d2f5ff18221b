//! `mailutf.Mailbox`: the messages of a file or a directory.

use crate::fields::{representation, values};
use crate::interrupt::{interruptible, receive};
use crate::message::{Message, Origin};
use crate::parsed::Octets;
use crate::path::{AnyPath, os_error};
use crate::policy::Policy;
use mailutf::Error;
use mailutf::mailbox::WholeFile;
use mailutf::mailbox::mail::{self, Files, MailFile, Opened, ReadOptions, SkipReason, Why};
use mailutf::mailbox::mbox::{self, Index};
use mailutf::message::OwnedMessage;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::Duration;
use std::{process, thread, vec};

/// The messages of a file or a directory: mbox, Maildir, MH, trees of `.eml` and `.emlx` files, one message; also
/// compressed by gzip, Zstandard, xz or bzip2. Windows has only files here, no directories.
///
/// Iterating yields each `Message` in turn, with its `path`, `offset` and `ordinal`, and can be done again. A bad file, a link
/// that leads nowhere, a message above the limit, or the rest of an mbox that another program cuts does not end the
/// iteration: it is added to `skipped`, and so is NUL padding behind compressed data. An empty file holds no message. `path` is str, bytes or pathlib.Path; `policy`, a
/// `Policy`, reads the texts; `range`, one of `ranges`, restricts an mbox.
///
/// A thread reads ahead, some MB, and as much as the largest message, which has at most `Policy(limit_message=…)` octets,
/// 256 MiB. Several threads may share an iteration: each message goes to one of them. A process that was forked begins
/// its own.
///
/// Raises OSError if `path` does not exist or cannot be read.
///
/// >>> import mailutf
/// >>> for message in mailutf.Mailbox("corpus/mbox/mboxrd.mbox"):
/// ...     print(message.ordinal, message.offset, message.subject)
/// 0 0 Grüße
/// 1 259 two
/// 2 599 three
#[pyclass(frozen, module = "mailutf")]
#[derive(Debug)]
pub(crate) struct Mailbox {
    /// The file or the directory: pathlib.Path.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Mailbox("corpus/mbox/mboxrd.mbox").path.name
    /// 'mboxrd.mbox'
    #[pyo3(get)]
    path: PathBuf,
    policy: Policy,
    range: Option<mbox::Range>,
    skipped: Arc<Mutex<Vec<Skipped>>>,
}

/// A file or a message that an iteration did not yield.
///
/// >>> import mailutf
/// >>> mailbox = mailutf.Mailbox("corpus/mbox/mboxrd.mbox", mailutf.Policy(limit_message=250))
/// >>> [message.ordinal for message in mailbox], [(one.path.name, one.offset, one.reason) for one in mailbox.skipped]
/// ([0, 2], [('mboxrd.mbox', 259, 'the message is larger than 250 octets')])
#[pyclass(frozen, get_all, module = "mailutf")]
#[derive(Clone, Debug)]
pub(crate) struct Skipped {
    /// The file: pathlib.Path.
    path: PathBuf,
    /// Where the message starts in it, or what cannot be read, in octets after decompression: int, 0 for the whole file.
    offset: u64,
    /// Why, in words: str.
    reason: String,
}

/// Consecutive messages of an mbox. It can be pickled, and made again from its text, `str(range)`.
///
/// Raises ValueError for another text.
///
/// >>> import mailutf
/// >>> range = mailutf.Range("259-599:2:auto-uncounted")
/// >>> range.start, range.end, range.ordinal, str(range)
/// (259, 599, 1, '259-599:2:auto-uncounted')
#[pyclass(frozen, eq, module = "mailutf")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range(pub(crate) mbox::Range);

/// An iteration over a `Mailbox`.
///
/// >>> import mailutf
/// >>> next(iter(mailutf.Mailbox("corpus/mbox/mboxrd.mbox"))).subject
/// 'Grüße'
#[pyclass(frozen, module = "mailutf")]
#[derive(Debug)]
pub(crate) struct MailboxIterator(Mutex<Iteration>);

#[derive(Debug)]
struct Iteration {
    batches: Option<Receiver<Vec<Read>>>,
    batch: vec::IntoIter<Read>,
    policy: Policy,
    skipped: Arc<Mutex<Vec<Skipped>>>,
    /// The process that reads. A fork of it has no thread that would send more.
    process: u32,
}

/// What was read.
#[derive(Debug)]
pub(crate) enum Read {
    Message(Box<OwnedMessage<Octets>>, Origin),
    Skipped(Skipped),
}

/// Batches that are read ahead.
const AHEAD: usize = 2;
/// How long a thread waits for another one that is taking a message.
const TURN: Duration = Duration::from_millis(1);

#[pymethods]
impl Mailbox {
    #[new]
    #[pyo3(signature = (path, policy=None, *, range=None))]
    fn new(path: AnyPath, policy: Option<&Policy>, range: Option<&Range>) -> PyResult<Self> {
        let path = path.0;
        Files::at(&path).map_err(|error| os_error(&error))?;
        let range = range.map(|range| range.0);
        Ok(Self { path, policy: Policy::or_default(policy), range, skipped: Arc::default() })
    }

    fn __iter__(&self) -> MailboxIterator {
        self.skipped.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let batches = read_ahead(self.path.clone(), self.policy.for_display(), self.range);
        MailboxIterator(Mutex::new(Iteration {
            batches: Some(batches),
            batch: Vec::new().into_iter(),
            policy: self.policy.clone(),
            skipped: Arc::clone(&self.skipped),
            process: process::id(),
        }))
    }

    /// What the last iteration did not yield: list of `Skipped`, complete when the iteration is at its end.
    ///
    /// >>> import mailutf
    /// >>> mailbox = mailutf.Mailbox("corpus/mbox/mboxrd.mbox")
    /// >>> len(list(mailbox)), mailbox.skipped
    /// (3, [])
    #[getter]
    fn skipped(&self) -> Vec<Skipped> {
        self.skipped.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Cuts an mbox into ranges of at most `size` octets each (256 MiB): list of `Range`. A larger message is a range of its
    /// own. Reads the file once.
    ///
    /// Raises OSError if the file cannot be read, and ValueError if it has no ranges: it is compressed, or no mbox.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Mailbox("corpus/mbox/mboxrd.mbox").ranges(500)
    /// [Range('0-259:1:auto'), Range('259-599:2:auto-uncounted'), Range('599-797:3:auto-uncounted')]
    #[pyo3(signature = (size=268_435_456))]
    fn ranges(&self, py: Python<'_>, size: i64) -> PyResult<Vec<Range>> {
        let size = u64::try_from(size).ok().filter(|size| *size > 0);
        let size = size.ok_or_else(|| PyValueError::new_err("size: a range has at least one octet"))?;
        let (path, limit) = (self.path.clone(), self.policy.choices().limits.message);
        let found = move || Index::of(WholeFile::open(&path)?, None)?.limit(limit).ranges(size).collect();
        let found: io::Result<Vec<mbox::Range>> = interruptible(py, found, || Ok(()))?;
        let found = found.map_err(|error| match error.kind() {
            ErrorKind::InvalidInput => PyValueError::new_err(error.to_string()),
            _ => os_error(&Error::new("read", Some(&self.path), error)),
        })?;
        Ok(found.into_iter().map(Range).collect())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, mailbox) = (slf.py(), slf.get());
        let parts = (mailbox.path.clone(), mailbox.policy.clone(), mailbox.range.map(Range));
        Ok((py.import("mailutf._mailutf")?.getattr("_reopened")?, parts.into_pyobject(py)?))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let range = slf.get().range.map_or(String::new(), |range| format!(", range=Range('{range}')"));
        Ok(format!("Mailbox({}{range})", slf.getattr("path")?.str()?.repr()?))
    }
}

/// A mailbox that was pickled.
#[pyfunction]
#[pyo3(name = "_reopened")]
pub(crate) fn reopened(path: PathBuf, policy: &Policy, range: Option<&Range>) -> PyResult<Mailbox> {
    Mailbox::new(AnyPath(path), Some(policy), range)
}

#[pymethods]
impl MailboxIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Message>> {
        // Another thread may be waiting for a message in it, and needs the GIL to take it.
        let mut iteration = loop {
            match self.0.try_lock() {
                Ok(iteration) => break iteration,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => py.detach(|| thread::sleep(TURN)),
            }
            py.check_signals()?;
        };
        if iteration.process != process::id() {
            return Err(PyRuntimeError::new_err("the iteration began in another process: begin one in each"));
        }
        let Iteration { batches, batch, policy, skipped, .. } = &mut *iteration;
        loop {
            match batch.next() {
                Some(Read::Message(message, origin)) => {
                    return Ok(Some(Message::new(*message, policy.clone(), origin)));
                }
                Some(Read::Skipped(one)) => skipped.lock().unwrap_or_else(PoisonError::into_inner).push(one),
                None => match receive(py, batches, || Ok(()))? {
                    Some(next) => *batch = next.into_iter(),
                    None => return Ok(None),
                },
            }
        }
    }
}

#[pymethods]
impl Skipped {
    #[new]
    fn new(path: AnyPath, offset: u64, reason: String) -> Self {
        Self { path: path.0, offset, reason }
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        values(slf, SKIPPED)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        representation(slf, SKIPPED)
    }
}

#[pymethods]
impl Range {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        text.parse().map(Self).map_err(|error: mbox::NotARange| PyValueError::new_err(error.to_string()))
    }

    /// The offset in octets of its first octet in the file: int.
    #[getter]
    fn start(&self) -> u64 {
        self.0.start
    }

    /// The offset in octets after its last octet: int.
    #[getter]
    fn end(&self) -> u64 {
        self.0.end
    }

    /// The number of messages before it: int.
    #[getter]
    fn ordinal(&self) -> u64 {
        self.0.ordinal
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Range('{}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.to_string().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().0.to_string(),))
    }
}

const SKIPPED: &[&str] = &["path", "offset", "reason"];

/// Reads all that is at `path`, or a range of it, on a thread of its own.
pub(crate) fn read_ahead(
    path: PathBuf,
    policy: Arc<mailutf::Policy>,
    range: Option<mbox::Range>,
) -> Receiver<Vec<Read>> {
    let (sender, batches) = sync_channel(AHEAD);
    let reading = Reading { sender, policy };
    thread::spawn(move || reading.all(path, range));
    batches
}

/// The thread that reads.
struct Reading {
    sender: SyncSender<Vec<Read>>,
    policy: Arc<mailutf::Policy>,
}

/// Nobody waits for more.
struct Abandoned;

/// Whether a file that is no mail is not told of: there was something to read in it.
fn is_silent(why: &Why) -> bool {
    use SkipReason::{DanglingLink, Device, Fifo, Gone, Socket};
    match why {
        Why::File(DanglingLink | Device | Fifo | Gone | Socket) | Why::Padding(_) => false,
        why => !why.misses_mail(),
    }
}

impl From<mail::Skipped> for Skipped {
    fn from(mail::Skipped { origin, why, .. }: mail::Skipped) -> Self {
        let path = origin.file.path().to_path_buf();
        let reason = match &why {
            Why::Io(Error::Io { path: Some(failed), source, .. }) if *failed == path => source.to_string(),
            why => why.to_string(),
        };
        Self { path, offset: origin.offset, reason }
    }
}

impl Reading {
    /// Reads all that is at `path`.
    fn all(&self, path: PathBuf, range: Option<mbox::Range>) -> Result<(), Abandoned> {
        let options = ReadOptions::default().with_limit(self.policy.limits.message).with_range(range);
        if range.is_some() {
            return self.file(MailFile::named(path).open(&options));
        }
        Files::of([path]).try_for_each(|file| self.file(file.and_then(|file| file.open(&options))))
    }

    fn file(&self, opened: Result<Opened<'_>, mail::Skipped>) -> Result<(), Abandoned> {
        let opened = match opened {
            Ok(opened) => opened,
            Err(skipped) => return self.skip(skipped),
        };
        let path = opened.file().path().to_path_buf();
        for batch in opened {
            let batch = match batch {
                Ok(batch) => batch,
                Err(skipped) => {
                    self.skip(skipped)?;
                    continue;
                }
            };
            let messages = batch.entries().map(|entry| {
                let octets = Octets::Read(entry.message().into_octets());
                let message = OwnedMessage::of(octets, Arc::clone(&self.policy));
                let (offset, ordinal) = (entry.offset(), entry.ordinal);
                Read::Message(Box::new(message), Origin { path: Some(path.clone()), offset, ordinal })
            });
            self.send(messages.collect())?;
        }
        Ok(())
    }

    fn skip(&self, skipped: mail::Skipped) -> Result<(), Abandoned> {
        if is_silent(&skipped.why) { Ok(()) } else { self.send(vec![Read::Skipped(skipped.into())]) }
    }

    fn send(&self, batch: Vec<Read>) -> Result<(), Abandoned> {
        self.sender.send(batch).map_err(|_| Abandoned)
    }
}
