//! `mailutf.Attachment`.

use crate::fields::values;
use crate::parsed::Parsed;
use mailutf::message::MessagePart;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A part that is no text to be shown. It holds its message in memory; pickled, it is without it.
///
/// >>> import mailutf
/// >>> file = mailutf.Message(b"Content-Type: application/pdf; name=a.pdf\n\n%PDF").attachments[0]
/// >>> file.name, file.type, file.data
/// ('a.pdf', 'application/pdf', b'%PDF')
#[pyclass(frozen, module = "mailutf")]
#[derive(Debug)]
pub(crate) struct Attachment {
    content: Content,
    /// The file name, decoded: str, None if there is none. It can hold anything, slashes too: it is no path.
    #[pyo3(get)]
    name: Option<String>,
    /// The media type in lower case, such as "application/pdf": str.
    #[pyo3(get)]
    r#type: String,
    /// The section as IMAP counts parts (RFC 3501 section 6.4.5), such as "2.1": str, "" if it is the whole message.
    #[pyo3(get)]
    section: String,
}

#[derive(Debug)]
enum Content {
    /// The part of the message with this index.
    Part(Arc<Parsed>, usize),
    Octets(Py<PyBytes>),
}

const FIELDS: &[&str] = &["name", "type", "section", "data"];

impl Attachment {
    pub(crate) fn of(parsed: &Arc<Parsed>, part: &MessagePart<'_>) -> Self {
        Self {
            content: Content::Part(Arc::clone(parsed), part.index()),
            name: part.file_name(),
            r#type: part.media_type().to_owned(),
            section: part.section(),
        }
    }

    /// All but its content.
    fn described(&self) -> (&Option<String>, &str, &str) {
        (&self.name, &self.r#type, &self.section)
    }
}

#[pymethods]
impl Attachment {
    #[new]
    fn new(name: Option<String>, r#type: String, section: String, data: Py<PyBytes>) -> Self {
        Self { content: Content::Octets(data), name, r#type, section }
    }

    /// The content, its transfer encoding undone: bytes. It is decoded when it is asked for, each time.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let (parsed, index) = match &self.content {
            Content::Part(parsed, index) => (parsed, *index),
            Content::Octets(octets) => return Ok(octets.bind(py).clone()),
        };
        let octets = parsed.detached(py, move |parsed| {
            parsed.view().part(index).map(|part| part.octets().into_owned()).unwrap_or_default()
        })?;
        Ok(PyBytes::new(py, &octets))
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        values(slf, FIELDS)
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        Ok(self.described() == other.described() && self.data(py)?.as_bytes() == other.data(py)?.as_bytes())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.described().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("<mailutf.Attachment {:?}, {}>", self.name.as_deref().unwrap_or_default(), self.r#type)
    }
}
