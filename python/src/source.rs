//! The source of mail: a path, a file that Python opened, or memory.

use crate::convert::octets;
use crate::path::{AnyPath, os_error};
use mailutf::mailbox::mail::{self, Files, MailFile, Opened, ReadOptions};
use pyo3::exceptions::{PyFileNotFoundError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyString};
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, TryLockError};
use std::thread;
use std::time::Duration;

/// The source of mail.
#[derive(Debug)]
pub(crate) enum Source {
    Path(PathBuf),
    Stream(Arc<OpenFile>),
    Octets(PyBackedBytes),
}

/// A file that Python opened.
#[derive(Debug)]
pub(crate) struct OpenFile {
    file: Py<PyAny>,
    /// The offset at which the mail in the file starts; `None` if the file can be read only once.
    start: Option<u64>,
    name: String,
    /// Only the thread that holds this lock may seek and read.
    turn: Mutex<()>,
}

/// A source that can be read from any offset.
pub(crate) trait ReadSeek: Read + Seek {}

impl<R: Read + Seek> ReadSeek for R {}

/// The name that reports about skipped messages use for mail without a path.
const UNNAMED: &str = "<mail>";

impl Source {
    /// Returns the source for an argument, which is a path or an open file. An open file is read from its current
    /// position, or from its start if there is a range.
    pub(crate) fn given(given: &Bound<'_, PyAny>, has_range: bool) -> PyResult<Self> {
        if given.hasattr("read")? {
            let start = match given.call_method0("seekable").and_then(|can| can.is_truthy()) {
                Ok(true) if has_range => Some(0),
                Ok(true) => Some(given.call_method0("tell")?.extract()?),
                _ => None,
            };
            let name =
                given.getattr("name").and_then(|name| name.extract()).unwrap_or_else(|_| UNNAMED.to_owned());
            let (file, turn) = (given.clone().unbind(), Mutex::default());
            return Ok(Self::Stream(Arc::new(OpenFile { file, start, name, turn })));
        }
        let path = given.extract::<AnyPath>()?.0;
        match Files::at(&path) {
            Ok(_) => Ok(Self::Path(path)),
            Err(_) if given.cast::<PyBytes>().is_ok_and(|name| name.as_bytes().contains(&b'\n')) => {
                Err(PyFileNotFoundError::new_err(
                    "bytes are a path here; Mailbox.from_bytes reads mail in memory",
                ))
            }
            Err(error) => Err(os_error(&error)),
        }
    }

    pub(crate) fn of_bytes(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let given = octets(data)?;
        Ok(Self::Octets(PyBytes::new(data.py(), given.as_bytes()).into()))
    }

    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Path(path) => Some(path),
            Self::Stream(_) | Self::Octets(_) => None,
        }
    }

    /// The name of the source in reports about what was skipped.
    pub(crate) fn name(&self) -> &Path {
        match self {
            Self::Path(path) => path,
            Self::Stream(open) => Path::new(&open.name),
            Self::Octets(_) => Path::new(UNNAMED),
        }
    }

    /// Returns a reader of mail in memory, or of mail in an open file that can be read from any offset. Returns `None`
    /// for any other source.
    pub(crate) fn seekable(&self) -> Option<Box<dyn ReadSeek + '_>> {
        match self {
            Self::Stream(open) => open.start.map(|_| -> Box<dyn ReadSeek> { Box::new(Stream::of(open)) }),
            Self::Octets(octets) => Some(Box::new(Cursor::new(&octets[..]))),
            Self::Path(_) => None,
        }
    }

    pub(crate) fn clone_in(&self, py: Python<'_>) -> Self {
        match self {
            Self::Path(path) => Self::Path(path.clone()),
            Self::Stream(open) => Self::Stream(Arc::clone(open)),
            Self::Octets(octets) => Self::Octets(octets.clone_ref(py)),
        }
    }

    /// Returns what a pickle contains in place of the source: the path or the octets.
    pub(crate) fn pickled<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Path(path) => path.into_pyobject(py),
            Self::Octets(octets) => Ok(octets.into_pyobject(py)?.into_any()),
            Self::Stream(_) => Err(PyTypeError::new_err("a mailbox in an open file cannot be pickled")),
        }
    }

    /// Returns the source as `repr()` shows it.
    pub(crate) fn shown(&self, py: Python<'_>) -> PyResult<String> {
        match self {
            Self::Path(path) => Ok(path.into_pyobject(py)?.str()?.repr()?.to_string()),
            Self::Stream(open) => Ok(open.file.bind(py).repr()?.to_string()),
            Self::Octets(octets) => Ok(format!("<{} bytes>", octets.len())),
        }
    }

    /// Opens the files of the source, one after the other.
    pub(crate) fn files<'s>(
        &'s self,
        options: &'s ReadOptions,
    ) -> Box<dyn Iterator<Item = Result<Opened<'s>, mail::Skipped>> + 's> {
        match self {
            Self::Path(path) if options.range.is_none() => {
                Box::new(Files::of([path.clone()]).map(|file| file.and_then(|file| file.open(options))))
            }
            _ => Box::new(std::iter::once(self.opened(options))),
        }
    }

    /// Opens the source as a single file.
    pub(crate) fn opened(&self, options: &ReadOptions) -> Result<Opened<'_>, mail::Skipped> {
        match self {
            Self::Path(path) => MailFile::named(path).open(options),
            Self::Stream(open) => Opened::of(Stream::of(open), MailFile::named(self.name()), options),
            Self::Octets(octets) => Opened::of(&octets[..], MailFile::named(self.name()), options),
        }
    }
}

/// A reader of a file that Python opened. It reads from the start of the mail in the file. Each read calls Python, so
/// it waits for the GIL.
struct Stream<'f> {
    open: &'f OpenFile,
    /// The offset of this reader's next read, counted from the start of the mail. It is kept here, because other
    /// readers can move the position of the file between two reads.
    at: u64,
}

/// The number of octets of one read. It is large, so that Python is called rarely.
const AT_ONCE: usize = 1 << 16;

/// The time that a thread sleeps while another thread reads.
const TURN: Duration = Duration::from_millis(1);

impl<'f> Stream<'f> {
    fn of(open: &'f OpenFile) -> Self {
        Self { open, at: 0 }
    }

    /// Calls `work` with the file as soon as no other thread reads the file.
    fn call<T>(&self, work: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> io::Result<T> {
        let done = Python::try_attach(|py| {
            // The GIL is released while this thread waits, because the thread that reads needs the GIL to finish.
            let _turn = loop {
                match self.open.turn.try_lock() {
                    Ok(turn) => break turn,
                    Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                    Err(TryLockError::WouldBlock) => py.detach(|| thread::sleep(TURN)),
                }
            };
            work(self.open.file.bind(py))
        });
        match done {
            Some(done) => done.map_err(|error| io::Error::other(error.to_string())),
            None => Err(io::Error::other("Python has ended")),
        }
    }
}

impl Read for Stream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wanted = buffer.len().min(AT_ONCE);
        let read = self.call(|file| {
            if let Some(start) = self.open.start {
                file.call_method1("seek", (start + self.at,))?;
            }
            let octets = file.call_method1("read", (wanted,))?;
            if octets.is_instance_of::<PyString>() {
                return Err(PyTypeError::new_err("it was opened as text; open it with \"rb\""));
            }
            let octets = crate::convert::octets(&octets)?;
            let found = octets.as_bytes();
            let place = buffer.get_mut(..found.len());
            place
                .ok_or_else(|| {
                    PyValueError::new_err("its read() returned more octets than it was asked for")
                })?
                .copy_from_slice(found);
            Ok(found.len())
        })?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for Stream<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => {
                let start = self.open.start.unwrap_or_default();
                let end: u64 = self.call(|file| file.call_method1("seek", (0, 2))?.extract())?;
                end.saturating_sub(start).checked_add_signed(by)
            }
        };
        self.at = at.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "before the start"))?;
        Ok(self.at)
    }
}
