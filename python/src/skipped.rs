//! `mailutf.Skipped`: a file or a message that an iteration did not yield.

use crate::fields::{representation, values};
use crate::path::AnyPath;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::borrow::Cow;
use std::path::PathBuf;

/// A file or a message that an iteration over a mailbox did not yield.
///
/// >>> import mailutf
/// >>> mailbox = mailutf.Mailbox("corpus/mbox/mboxrd.mbox", mailutf.Policy(limit_message=250))
/// >>> [message.ordinal for message in mailbox], [(one.path.name, one.offset, one.code) for one in mailbox.skipped]
/// ([0, 2], [('mboxrd.mbox', 259, 'too-large')])
#[pyclass(frozen, get_all, module = "mailutf")]
#[derive(Clone, Debug)]
pub(crate) struct Skipped {
    /// The file that was skipped, or that contains the message: pathlib.Path.
    pub(crate) path: PathBuf,
    /// The offset of the message, or of the octets that cannot be read, counted after decompression: int. It is 0 if
    /// the whole file was skipped.
    pub(crate) offset: u64,
    /// A description of the reason: str.
    pub(crate) reason: String,
    /// The code of the reason: "unreadable", "too-large", "text-before-messages" (an mbox starts with text that is in no
    /// message), "unsupported", "not-mail", "no-mail" (a directory with files, none of which is mail) or "padding": str.
    pub(crate) code: Cow<'static, str>,
}

const SKIPPED: &[&str] = &["path", "offset", "reason", "code"];

#[pymethods]
impl Skipped {
    #[new]
    #[pyo3(signature = (path, offset, reason, code="unreadable"))]
    fn new(path: AnyPath, offset: u64, reason: String, code: &str) -> Self {
        Self { path: path.0, offset, reason, code: code.to_owned().into() }
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        values(slf, SKIPPED)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        representation(slf, SKIPPED)
    }
}
