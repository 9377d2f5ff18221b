//! Where mail is read from: a path, a file that Python opened, or memory.

use crate::convert::octets;
use crate::path::{AnyPath, os_error};
use mailutf::mailbox::mail::{self, Files, MailFile, Opened, ReadOptions};
use pyo3::exceptions::{PyFileNotFoundError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyString};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Where mail is read from.
#[derive(Debug)]
pub(crate) enum Source {
    Path(PathBuf),
    /// A file that Python opened, where its mail starts in it if it can be read again, and its name.
    Stream {
        file: Py<PyAny>,
        start: Option<u64>,
        name: String,
    },
    Octets(PyBackedBytes),
}

/// The name of mail that has no path, for what is skipped in it.
const UNNAMED: &str = "<mail>";

impl Source {
    /// What a caller named: a path, or a file that is open.
    pub(crate) fn given(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if given.hasattr("read")? {
            let start = match given.call_method0("seekable").and_then(|can| can.is_truthy()) {
                Ok(true) => Some(given.call_method0("tell")?.extract()?),
                _ => None,
            };
            let name =
                given.getattr("name").and_then(|name| name.extract()).unwrap_or_else(|_| UNNAMED.to_owned());
            return Ok(Self::Stream { file: given.clone().unbind(), start, name });
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
            Self::Stream { .. } | Self::Octets(_) => None,
        }
    }

    pub(crate) fn clone_in(&self, py: Python<'_>) -> Self {
        match self {
            Self::Path(path) => Self::Path(path.clone()),
            Self::Stream { file, start, name } => {
                Self::Stream { file: file.clone_ref(py), start: *start, name: name.clone() }
            }
            Self::Octets(octets) => Self::Octets(octets.clone_ref(py)),
        }
    }

    /// Goes to the start of a file that Python opened.
    pub(crate) fn rewind(&self, py: Python<'_>) -> PyResult<()> {
        match self {
            Self::Stream { file, start: Some(start), .. } => {
                file.call_method1(py, "seek", (*start,)).map(drop)
            }
            Self::Stream { .. } | Self::Path(_) | Self::Octets(_) => Ok(()),
        }
    }

    /// What a pickle keeps of it.
    pub(crate) fn pickled<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Path(path) => path.into_pyobject(py),
            Self::Octets(octets) => Ok(octets.into_pyobject(py)?.into_any()),
            Self::Stream { .. } => Err(PyTypeError::new_err("a mailbox in an open file cannot be pickled")),
        }
    }

    /// How Python writes it.
    pub(crate) fn shown(&self, py: Python<'_>) -> PyResult<String> {
        match self {
            Self::Path(path) => Ok(path.into_pyobject(py)?.str()?.repr()?.to_string()),
            Self::Stream { file, .. } => Ok(file.bind(py).repr()?.to_string()),
            Self::Octets(octets) => Ok(format!("<{} bytes>", octets.len())),
        }
    }

    /// Its files, open.
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

    /// The one file that it is.
    pub(crate) fn opened(&self, options: &ReadOptions) -> Result<Opened<'_>, mail::Skipped> {
        match self {
            Self::Path(path) => MailFile::named(path).open(options),
            Self::Stream { file, name, .. } => Opened::of(Stream(file), MailFile::named(name), options),
            Self::Octets(octets) => Opened::of(&octets[..], MailFile::named(UNNAMED), options),
        }
    }
}

/// A file that Python opened. Each call waits for Python.
struct Stream<'f>(&'f Py<PyAny>);

/// Octets that are read at once, so that Python is called rarely.
const AT_ONCE: usize = 1 << 16;

impl Read for Stream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wanted = buffer.len().min(AT_ONCE);
        let read = Python::try_attach(|py| {
            let octets = self.0.bind(py).call_method1("read", (wanted,))?;
            if octets.is_instance_of::<PyString>() {
                return Err(PyTypeError::new_err("it was opened as text; open it with \"rb\""));
            }
            let octets = crate::convert::octets(&octets)?;
            let found = octets.as_bytes();
            let place = buffer.get_mut(..found.len());
            place
                .ok_or_else(|| PyValueError::new_err("it gave more than was asked for"))?
                .copy_from_slice(found);
            Ok(found.len())
        });
        match read {
            Some(read) => read.map_err(|error| io::Error::other(error.to_string())),
            None => Err(io::Error::other("Python has ended")),
        }
    }
}
