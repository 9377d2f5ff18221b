//! `mailutf.Mailbox`: the messages of a file or a directory.

use crate::columns::{Columns, Input};
use crate::cut;
use crate::interrupt::{interruptible, receive};
use crate::message::Message;
use crate::origin::Origin;
use crate::parsed::Octets;
use crate::path::os_error;
use crate::places::{Found, Places, Wanted};
use crate::policy::Policy;
use crate::reading::{Purpose, Read, read_ahead};
use crate::skipped::Skipped;
use crate::source::{ReadSeek, Source};
use mailutf::Error;
use mailutf::mailbox::WholeFile;
use mailutf::mailbox::mbox::{self, Index};
use mailutf::message::OwnedMessage;
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyTuple};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::Duration;
use std::{process, thread, vec};

/// The messages of a file or a directory. The mail is an mbox, a Maildir, an MH folder, a tree of `.eml` and `.emlx` files,
/// or one message. Files may be compressed by gzip, Zstandard, xz or bzip2. On Windows, directories are not supported.
///
/// Iterating yields each `Message` in turn, with its `path`, `offset` and `ordinal`, and can be repeated. Some problems
/// do not end the iteration: a bad file, a link that leads nowhere, a message above the limit, or an mbox that another
/// program truncates. Such problems are added to `skipped`, and so is NUL padding after compressed data. An empty file
/// contains no message.
///
/// `path` is str, bytes or pathlib.Path, or an open binary file, which is read from its current position. For mail in
/// memory, use `from_bytes`. `policy`, a `Policy`, says how texts are read. `range`, an item of the list that `ranges`
/// returns, restricts the mailbox to a part of an mbox. An open file is then read from its start.
///
/// `len(mailbox)`, `mailbox[7]` and `mailbox[-3:]` read the mail once without parsing it, and remember where each
/// message is. Mail that is delivered later is not counted. In a compressed file, a message is reached by reading all
/// messages before it. A file that can be read only once, such as a pipe, has no length. `async for message in mailbox`
/// reads on another thread. A `with` block closes the mailbox at its end.
///
/// A thread reads ahead. It keeps some MB in memory, plus the largest message, which has at most
/// `Policy(limit_message=…)` octets (256 MiB by default). Several threads can share an iteration: each message goes to
/// one of them. A forked process must begin a new iteration.
///
/// Raises OSError if `path` does not exist or cannot be read.
///
/// >>> import mailutf
/// >>> for message in mailutf.Mailbox("corpus/mbox/mboxrd.mbox"):
/// ...     print(message.ordinal, message.offset, message.subject)
/// 0 0 Grüße
/// 1 259 two
/// 2 599 three
/// >>> with mailutf.Mailbox("corpus/mbox/mboxrd.mbox") as mailbox:
/// ...     len(mailbox), mailbox[-1].subject, [message.subject for message in mailbox[:2]]
/// (3, 'three', ['Grüße', 'two'])
#[pyclass(frozen, module = "mailutf")]
#[derive(Debug)]
pub(crate) struct Mailbox {
    source: Source,
    policy: Policy,
    range: Option<mbox::Range>,
    skipped: Arc<Mutex<Vec<Skipped>>>,
    /// The places of the messages, which are found when they are needed for the first time.
    places: Mutex<Option<Arc<Places>>>,
    closed: Arc<AtomicBool>,
}

/// A range of consecutive messages of an mbox. A range can be pickled. `Range(text)` makes an equal range from
/// the text `str(range)`.
///
/// Raises ValueError if the text is not that of a range.
///
/// >>> import mailutf
/// >>> range = mailutf.Range("259-599:2:auto-uncounted")
/// >>> range.start, range.end, range.ordinal, str(range)
/// (259, 599, 1, '259-599:2:auto-uncounted')
#[pyclass(frozen, eq, module = "mailutf")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range(pub(crate) mbox::Range);

/// An iteration over the messages of a `Mailbox`.
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
    skipped: Arc<Mutex<Vec<Skipped>>>,
    closed: Arc<AtomicBool>,
    /// The number of the process in which the iteration began. A fork of this process does not have the thread that reads the
    /// mail.
    process: u32,
}

/// The time that a thread sleeps while another thread takes a message.
const TURN: Duration = Duration::from_millis(1);

impl Mailbox {
    fn of(source: Source, policy: Option<&Policy>, range: Option<&Range>) -> Self {
        let (policy, range) = (Policy::or_default(policy), range.map(|range| range.0));
        let (skipped, places, closed) = (Arc::default(), Mutex::default(), Arc::default());
        Self { source, policy, range, skipped, places, closed }
    }

    /// Prepares the mailbox to be read from its start.
    fn restart(&self) -> PyResult<()> {
        self.check_open()?;
        self.skipped.lock().unwrap_or_else(PoisonError::into_inner).clear();
        Ok(())
    }

    /// Returns the mailbox as an input of columns.
    fn input(&self, py: Python<'_>) -> PyResult<Input> {
        self.restart()?;
        Ok(Input {
            source: self.source.clone_in(py),
            policy: self.policy.clone(),
            range: self.range,
            skipped: Arc::clone(&self.skipped),
        })
    }

    fn check_open(&self) -> PyResult<()> {
        match self.closed.load(Ordering::Relaxed) {
            true => Err(PyValueError::new_err("the mailbox is closed")),
            false => Ok(()),
        }
    }

    fn places(&self, py: Python<'_>) -> PyResult<Arc<Places>> {
        self.check_open()?;
        if let Some(places) = &*self.places.lock().unwrap_or_else(PoisonError::into_inner) {
            return Ok(Arc::clone(places));
        }
        if self.source.path().is_none() && self.source.seekable().is_none() {
            // The error is TypeError, because `list(mailbox)` asks for the length before it reads, and ignores only this error.
            let why = "a file that can be read only once has no length and no index; Mailbox.from_bytes has";
            return Err(PyTypeError::new_err(why));
        }
        let (source, range) = (self.source.clone_in(py), self.range);
        let limit = self.policy.choices().limits.message;
        let places = Arc::new(interruptible(py, move || Places::of(&source, range, limit), || Ok(()))?);
        *self.places.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&places));
        Ok(places)
    }

    fn read(&self, py: Python<'_>, places: &Arc<Places>, wanted: Vec<usize>) -> PyResult<Vec<Message>> {
        let (source, policy) = (self.source.clone_in(py), self.policy.clone());
        let (places, options) = (Arc::clone(places), self.policy.choices().limits.message);
        let has_path = self.source.path().is_some();
        let work = move || places.read(&source, options, wanted);
        let found = interruptible(py, work, || Ok(()))?.map_err(|error| os_error(&error))?;
        let message = |Wanted { file, offset, found }: Wanted| {
            let policy = policy.at(file.inside());
            let Found { ordinal, from_line, ends, octets } = found;
            let message = OwnedMessage::of(Octets::Read(octets), policy.for_display());
            let path = has_path.then(|| file.path().to_path_buf());
            let (flags, ends) = (file.flags().into(), Some(ends));
            Message::new(message, policy, Origin { path, offset, ordinal, from_line, flags, ends })
        };
        Ok(found.into_iter().map(message).collect())
    }
}

#[pymethods]
impl Mailbox {
    #[new]
    #[pyo3(signature = (path, policy=None, *, range=None))]
    fn new(path: &Bound<'_, PyAny>, policy: Option<&Policy>, range: Option<&Range>) -> PyResult<Self> {
        let source = Source::given(path, range.is_some())?;
        if range.is_some() && source.path().is_none() && source.seekable().is_none() {
            return Err(PyValueError::new_err("range: a file that can be read only once has no ranges"));
        }
        Ok(Self::of(source, policy, range))
    }

    /// Makes a mailbox from mail in memory: `Mailbox`. `data` is an mbox or one message, compressed or not: bytes, or
    /// any object with the buffer protocol.
    ///
    /// >>> import mailutf
    /// >>> [message.subject for message in mailutf.Mailbox.from_bytes(b"From a@b Mon Jan  1 00:00:00 2024\nSubject: x\n\n")]
    /// ['x']
    #[staticmethod]
    #[pyo3(signature = (data, policy=None))]
    fn from_bytes(data: &Bound<'_, PyAny>, policy: Option<&Policy>) -> PyResult<Self> {
        Ok(Self::of(Source::of_bytes(data)?, policy, None))
    }

    /// The file or the directory: pathlib.Path, or None for an open file or bytes.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Mailbox("corpus/mbox/mboxrd.mbox").path.name
    /// 'mboxrd.mbox'
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.source.path().map(Into::into)
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<MailboxIterator> {
        self.restart()?;
        let source = self.source.clone_in(py);
        Ok(MailboxIterator(Mutex::new(Iteration {
            batches: Some(read_ahead(source, self.policy.clone(), self.range, Purpose::Display)),
            batch: Vec::new().into_iter(),
            skipped: Arc::clone(&self.skipped),
            closed: Arc::clone(&self.closed),
            process: process::id(),
        })))
    }

    fn __aiter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("mailutf._asynchronous")?.call_method1("messages", (slf,))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.places(py)?.len())
    }

    /// Returns True. Without this method, Python would read all mail to find out whether there is any.
    fn __bool__(&self) -> bool {
        true
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let places = self.places(py)?;
        let length = places.len();
        if let Ok(slice) = index.cast::<PySlice>() {
            let found = slice.indices(length.try_into()?)?;
            let step = |number: usize| found.start + found.step * number as isize;
            let wanted = (0..found.slicelength).filter_map(|number| usize::try_from(step(number)).ok());
            return self.read(py, &places, wanted.collect())?.into_pyobject(py);
        }
        let given: isize = index.extract()?;
        let at = usize::try_from(if given < 0 { given + length as isize } else { given });
        match at.ok().filter(|at| *at < length) {
            Some(at) => {
                let message = self.read(py, &places, vec![at])?.pop();
                Ok(message
                    .ok_or_else(|| PyIndexError::new_err("no such message"))?
                    .into_pyobject(py)?
                    .into_any())
            }
            None => Err(PyIndexError::new_err(format!("message {given} of a mailbox with {length}"))),
        }
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_raised))]
    fn __exit__(&self, _raised: &Bound<'_, PyTuple>) {
        self.close();
    }

    /// Ends all iterations over the mailbox. If the mailbox is read again, ValueError is raised. A file that the caller
    /// opened stays open.
    ///
    /// >>> import mailutf
    /// >>> mailbox = mailutf.Mailbox("corpus/mbox/mboxrd.mbox")
    /// >>> mailbox.close()
    /// >>> list(mailbox)
    /// Traceback (most recent call last):
    /// ValueError: the mailbox is closed
    fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Returns the messages as columns of a table, in batches of at most `batch` rows: `Columns`. pyarrow, pandas,
    /// Polars, DuckDB and other libraries read the columns by the Arrow PyCapsule interface, without a Python object
    /// for each row. The columns can be read only once.
    ///
    /// `columns` are names of `Columns.NAMES`, by default all of them. Only the data for these columns is read. One
    /// batch at a time is kept in memory. A batch ends early when it has 64 MiB. `Columns.skipped` lists the files and
    /// messages that an iteration would not yield.
    ///
    /// Raises ValueError for an unknown column.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Mailbox("corpus/mbox/mboxrd.mbox").to_arrow(["subject", "offset"])
    /// <mailutf.Columns subject, offset>
    #[pyo3(signature = (columns=None, batch=1000))]
    fn to_arrow(&self, py: Python<'_>, columns: Option<Vec<String>>, batch: i64) -> PyResult<Columns> {
        Columns::of(vec![self.input(py)?], columns, batch)
    }

    /// The files and messages that the last iteration did not yield: list of `Skipped`. The list is complete when the
    /// iteration has ended. `normalize_file` lists the same files in `Totals.failures` if they can hold mail; dead links,
    /// pipes, sockets and devices are only in this list. Backups are in neither list.
    ///
    /// >>> import mailutf
    /// >>> mailbox = mailutf.Mailbox("corpus/mbox/mboxrd.mbox")
    /// >>> len(list(mailbox)), mailbox.skipped
    /// (3, [])
    #[getter]
    fn skipped(&self) -> Vec<Skipped> {
        self.skipped.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Cuts an mbox into ranges of at most `size` octets each (256 MiB by default): list of `Range`. A larger message
    /// is a separate range. The whole file is read once.
    ///
    /// Without `ordinals`, the messages of a range are counted from the start of the range, and a range contains the
    /// messages that start within `size` octets. Only some octets at each cut are then read, so the file can be in an
    /// object store. But the whole file is read if it is in MMDF, or if Content-Length tells where messages end.
    ///
    /// Raises OSError if the file cannot be read, and ValueError if the file is compressed or is no mbox. Decompress a
    /// compressed mbox first.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Mailbox("corpus/mbox/mboxrd.mbox").ranges(500)
    /// [Range('0-259:1:auto'), Range('259-599:2:auto-uncounted'), Range('599-797:3:auto-uncounted')]
    /// >>> mailutf.Mailbox("corpus/mbox/mboxrd.mbox").ranges(500, ordinals=False)
    /// [Range('0-599:1:auto'), Range('599-797:1:auto-uncounted')]
    #[pyo3(signature = (size=268_435_456, *, ordinals=true))]
    fn ranges(&self, py: Python<'_>, size: i64, ordinals: bool) -> PyResult<Vec<Range>> {
        let size = u64::try_from(size).ok().filter(|size| *size > 0);
        let size = size.ok_or_else(|| PyValueError::new_err("size: a range has at least one octet"))?;
        let (source, limit) = (self.source.clone_in(py), self.policy.choices().limits.message);
        if source.path().is_none() && source.seekable().is_none() {
            return Err(PyValueError::new_err("a file that can be read only once has no ranges"));
        }
        let find = move || -> io::Result<Vec<mbox::Range>> {
            let mut mail: Box<dyn ReadSeek + '_> = match (source.path(), source.seekable()) {
                (Some(path), _) => Box::new(WholeFile::open(path)?),
                (None, mail) => mail.ok_or(ErrorKind::NotSeekable)?,
            };
            if !ordinals {
                if let Some(found) = cut::ranges(&mut *mail, size, limit)? {
                    return Ok(found);
                }
                mail.rewind()?;
            }
            Index::of(mail, None)?.limit(limit).ranges(size).collect()
        };
        let found = interruptible(py, find, || Ok(()))?.map_err(|error| match error.kind() {
            ErrorKind::InvalidInput => PyValueError::new_err(error.to_string()),
            _ => os_error(&Error::new("read", self.source.path(), error)),
        })?;
        Ok(found.into_iter().map(Range).collect())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, mailbox) = (slf.py(), slf.get());
        let parts = (mailbox.source.pickled(py)?, mailbox.policy.clone(), mailbox.range.map(Range));
        Ok((py.import("mailutf._mailutf")?.getattr("_reopened")?, parts.into_pyobject(py)?))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (py, mailbox) = (slf.py(), slf.get());
        let range = mailbox.range.map_or(String::new(), |range| format!(", range=Range('{range}')"));
        let policy = mailbox.policy.__repr__(py)?;
        let policy = if policy == "Policy()" { String::new() } else { format!(", {policy}") };
        Ok(format!("Mailbox({}{policy}{range})", mailbox.source.shown(py)?))
    }

    /// Returns the view in a notebook: a table of the first messages.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("mailutf._notebook")?.call_method1("mailbox", (slf,))
    }
}

/// Restores a pickled mailbox from its path or its octets.
#[pyfunction]
#[pyo3(name = "_reopened")]
pub(crate) fn reopened(
    source: &Bound<'_, PyAny>,
    policy: &Policy,
    range: Option<&Range>,
) -> PyResult<Mailbox> {
    match source.cast::<pyo3::types::PyBytes>() {
        Ok(octets) => Mailbox::from_bytes(octets, Some(policy)),
        Err(_) => Mailbox::new(source, Some(policy), range),
    }
}

/// Returns the messages of several mailboxes as columns.
#[pyfunction]
#[pyo3(name = "_columns")]
pub(crate) fn columns(
    py: Python<'_>,
    mailboxes: Vec<PyRef<'_, Mailbox>>,
    columns: Option<Vec<String>>,
    batch: i64,
) -> PyResult<Columns> {
    let inputs = mailboxes.iter().map(|mailbox| mailbox.input(py)).collect::<PyResult<_>>()?;
    Columns::of(inputs, columns, batch)
}

#[pymethods]
impl MailboxIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Message>> {
        // Only one thread at a time can take a message from the iteration, and it needs the GIL to do so. So a thread that
        // waits for its turn releases the GIL.
        let mut iteration = loop {
            match self.0.try_lock() {
                Ok(iteration) => break iteration,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => py.detach(|| thread::sleep(TURN)),
            }
            py.check_signals()?;
        };
        if iteration.process != process::id() {
            return Err(PyRuntimeError::new_err(
                "the iteration began in another process: begin a new one in each process",
            ));
        }
        let Iteration { batches, batch, skipped, closed, .. } = &mut *iteration;
        if closed.load(Ordering::Relaxed) {
            // When the receiver of the messages is dropped, the thread that reads the mail ends.
            *batches = None;
            return Err(PyValueError::new_err("the mailbox is closed"));
        }
        loop {
            match batch.next() {
                Some(Read::Message(message, origin, policy)) => {
                    return Ok(Some(Message::new(*message, policy, origin)));
                }
                Some(Read::Skipped(one)) => skipped.lock().unwrap_or_else(PoisonError::into_inner).push(one),
                Some(Read::Failed(fault)) => return Err(fault.into()),
                None => match receive(py, batches, || Ok(()))? {
                    Some(next) => *batch = next.into_iter(),
                    None => return Ok(None),
                },
            }
        }
    }
}

#[pymethods]
impl Range {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        text.parse().map(Self).map_err(|error: mbox::NotARange| PyValueError::new_err(error.to_string()))
    }

    /// The offset of the first octet of the range in the file: int.
    #[getter]
    fn start(&self) -> u64 {
        self.0.start
    }

    /// The offset of the octet after the last octet of the range in the file: int.
    #[getter]
    fn end(&self) -> u64 {
        self.0.end
    }

    /// The number of messages before the range: int.
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
