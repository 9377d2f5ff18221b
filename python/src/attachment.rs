//! `mailutf.Attachment`: a part that is not shown as text of the message.

use crate::fault::caught;
use crate::fields::values;
use crate::parsed::Parsed;
use crate::part::{enclosed, enclosed_in};
use crate::policy::Policy;
use crate::string::Prepared;
use mailutf::header::with_parameters;
use mailutf::message::{MessagePart, OwnedMessage, safe_file_name};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A part that is not shown as text of the message. An attachment keeps its message in memory. The pickle of an
/// attachment does not contain the message. So the text of a restored attachment is read with the default policy, and
/// the other text of the message is no evidence for its charset.
///
/// >>> import mailutf
/// >>> file = mailutf.Message(b"Content-Type: application/pdf; name=a.pdf\n\n%PDF").attachments[0]
/// >>> file.name, file.type, file.data
/// ('a.pdf', 'application/pdf', b'%PDF')
#[pyclass(frozen, module = "mailutf")]
#[derive(Debug)]
pub(crate) struct Attachment {
    content: Content,
    /// The decoded file name: str, or None if the part has none. The name can contain any characters, even slashes: do not use
    /// it as a path.
    #[pyo3(get)]
    name: Option<String>,
    /// The media type in lower case, such as "application/pdf": str.
    #[pyo3(get)]
    r#type: String,
    /// The section number by which IMAP refers to the part (RFC 3501 section 6.4.5), such as "2.1": str. The section number is
    /// "1" if the message is no multipart.
    #[pyo3(get)]
    section: String,
    /// The charset label of the part, as the message spells it: str, which is "" if the label is empty, or None if there is
    /// none.
    #[pyo3(get)]
    charset: Option<String>,
    /// The value of Content-Disposition in lower case, such as "inline" or "attachment": str, or None if the field is missing.
    #[pyo3(get)]
    disposition: Option<String>,
    /// The Content-ID without angle brackets: str, or None if there is none. HTML refers to the part by its Content-ID
    /// in a `cid:` URL.
    #[pyo3(get)]
    content_id: Option<String>,
    /// Whether the part should be shown within the message: bool. The value is True if Content-Disposition says "inline". The
    /// value is also True if the part has a Content-ID and Content-Disposition does not say otherwise.
    #[pyo3(get)]
    is_inline: bool,
}

#[derive(Debug)]
enum Content {
    /// The message, and the index of the part in the message.
    Part(Arc<Parsed>, usize),
    /// The octets, and their damage.
    Octets(Py<PyBytes>, Option<String>),
}

const FIELDS: &[&str] =
    &["name", "type", "section", "data", "charset", "disposition", "content_id", "is_inline", "damage"];

impl Attachment {
    pub(crate) fn of(parsed: &Arc<Parsed>, part: &MessagePart<'_>) -> Self {
        Self {
            content: Content::Part(Arc::clone(parsed), part.index()),
            name: part.file_name(),
            r#type: part.media_type().to_owned(),
            section: part.section(),
            charset: part.charset().map(Into::into),
            disposition: part.disposition(),
            content_id: part.content_id().map(Into::into),
            is_inline: part.is_inline(),
        }
    }

    /// The fields of the attachment, without its content.
    fn described(&self) -> impl Hash + PartialEq {
        let named = [&self.name, &self.charset, &self.disposition, &self.content_id];
        (named, self.r#type.as_str(), self.section.as_str(), self.is_inline)
    }

    /// Calls `work` with the part, while other threads of Python run.
    fn read<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&MessagePart<'_>) -> T + Send + 'static,
    ) -> PyResult<Option<T>> {
        let octets = match &self.content {
            Content::Part(parsed, index) => {
                let index = *index;
                return parsed.detached(py, move |parsed| parsed.view().part(index).map(|part| work(&part)));
            }
            Content::Octets(octets, _) => octets.bind(py).as_bytes(),
        };
        let label = self.charset.as_deref().map(|label| (b"charset".as_slice(), label.as_bytes()));
        let content_type = with_parameters(self.r#type.as_bytes(), label.as_slice());
        let header = [b"Content-Type: ", &*content_type, b"\nContent-Transfer-Encoding: binary\n\n"].concat();
        let alone = OwnedMessage::parse([&*header, octets].concat());
        Ok(py.detach(|| caught(|| alone.message().part(0).map(|part| work(&part))))?)
    }
}

#[pymethods]
impl Attachment {
    #[new]
    #[pyo3(signature = (name, r#type, section, data, charset=None, disposition=None, content_id=None, is_inline=false, damage=None))]
    #[expect(clippy::too_many_arguments, reason = "a parameter for each field, to pickle it")]
    fn new(
        name: Option<String>,
        r#type: String,
        section: String,
        data: Py<PyBytes>,
        charset: Option<String>,
        disposition: Option<String>,
        content_id: Option<String>,
        is_inline: bool,
        damage: Option<String>,
    ) -> Self {
        let content = Content::Octets(data, damage);
        Self { content, name, r#type, section, charset, disposition, content_id, is_inline }
    }

    /// A name for a new file on any system, made from `name`: str, or None if nothing of `name` is left. The new name contains
    /// no path and no control characters, is not the name of a device, and does not make the file hidden: `../../etc/passwd`
    /// becomes `passwd`, `con.txt` becomes `_con.txt`, and `.bashrc` becomes `bashrc`. It has at most 243 octets in UTF-8, so
    /// that a number fits before it. A file of this name can exist already: never overwrite a file.
    #[getter]
    fn safe_name(&self) -> Option<String> {
        safe_file_name(self.name.as_deref()?)
    }

    /// The content as text: str, or None if the type is not text, such as application/json: then use `data`. Octets that
    /// cannot be decoded become U+FFFD. Each access decodes the content again.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        let text = self.read(py, |part| part.text().ok().map(|text| Prepared::of(text.text)))?;
        text.flatten().map(|text| text.string(py)).transpose()
    }

    /// Parses the message that the part encloses, with the policy of the outer message: Message, or None if the
    /// part encloses none, or is nested too deeply. Rules apply as they do within the outer message: `digest` is that of the
    /// outermost message. A pickle of the result does not have the digest.
    fn message<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let policy = match &self.content {
            Content::Part(parsed, _) => parsed.policy.clone(),
            Content::Octets(..) => Policy::default(),
        };
        let found = self.read(py, enclosed_in)?.flatten();
        found.map(|(octets, within)| enclosed(py, &octets, &policy.within(&within))).transpose()
    }

    /// The content, with its transfer encoding decoded: bytes. Each access decodes the content again.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let (parsed, index) = match &self.content {
            Content::Part(parsed, index) => (parsed, *index),
            Content::Octets(octets, _) => return Ok(octets.bind(py).clone()),
        };
        let octets = parsed.detached(py, move |parsed| {
            parsed.view().part(index).map(|part| part.octets().into_owned()).unwrap_or_default()
        })?;
        Ok(PyBytes::new(py, &octets))
    }

    /// Why `data` may be incomplete or wrong, because the transfer encoding is damaged or unknown, or the message ends within
    /// the part: str, or None if `data` is complete. Each access decodes the content again.
    #[getter]
    fn damage(&self, py: Python<'_>) -> PyResult<Option<String>> {
        match &self.content {
            Content::Octets(_, damage) => Ok(damage.clone()),
            Content::Part(..) => {
                self.read(py, |part| Some(part.content().damage?.to_string())).map(Option::flatten)
            }
        }
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
