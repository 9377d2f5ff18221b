//! `mailutf.Part`: a part of a message. The parts of a message form a tree.

use crate::fields::fields;
use crate::parsed::Parsed;
use crate::string::Prepared;
use mailutf::message::MessagePart;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A part of a message: a text, an attachment, a multipart with further parts, an enclosed message, or the message
/// itself. A part keeps its message in memory.
///
/// >>> import mailutf
/// >>> message = mailutf.Message(b"Content-Type: multipart/mixed; boundary=b\n\n--b\nX-Key: 1\n\nSee:\n--b--\n")
/// >>> whole = message.parts[0]
/// >>> [(part.section, part.type, part.header("X-Key"), part.text) for part in whole.parts]
/// [('1', 'text/plain', '1', 'See:')]
#[pyclass(frozen, module = "mailutf")]
#[derive(Debug)]
pub(crate) struct Part {
    parsed: Arc<Parsed>,
    index: usize,
}

impl Part {
    /// Makes the object for the part with this index. The part must exist.
    pub(crate) fn of(parsed: &Arc<Parsed>, index: usize) -> Self {
        Self { parsed: Arc::clone(parsed), index }
    }

    fn at_once<T>(&self, work: impl FnOnce(&MessagePart<'_>) -> Option<T>) -> PyResult<Option<T>> {
        self.parsed.at_once(|view| work(&view.part(self.index)?))
    }

    /// Calls `work` with the part, while other threads of Python run.
    fn detached<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&MessagePart<'_>) -> Option<T> + Send + 'static,
    ) -> PyResult<Option<T>> {
        let index = self.index;
        self.parsed.detached(py, move |parsed| work(&parsed.view().part(index)?))
    }
}

#[pymethods]
impl Part {
    /// The media type in lower case, such as "multipart/mixed": str.
    #[getter]
    fn r#type(&self) -> PyResult<String> {
        Ok(self.at_once(|part| Some(part.media_type().to_owned()))?.unwrap_or_default())
    }

    /// The section number by which IMAP refers to the part (RFC 3501 section 6.4.5), such as "2.1": str. The section number of
    /// the whole message is "" if the message is a multipart, and "1" if the message is no multipart. The multipart of an
    /// enclosed message has a section number such as "2.TEXT".
    #[getter]
    fn section(&self) -> PyResult<String> {
        Ok(self.at_once(|part| Some(part.section()))?.unwrap_or_default())
    }

    /// The decoded file name: str, or None if the part has none. The name can contain any characters, even slashes: do not use
    /// it as a path.
    #[getter]
    fn name(&self) -> PyResult<Option<String>> {
        self.at_once(|part| part.file_name())
    }

    /// A name for a new file on any system, made from `name`: str, or None if nothing of `name` is left. A file of this
    /// name can exist already: never overwrite a file.
    #[getter]
    fn safe_name(&self) -> PyResult<Option<String>> {
        self.at_once(|part| part.safe_file_name())
    }

    /// The charset label of the part, as the message spells it: str, which is "" if the label is empty, or None if there is
    /// none. `Message.texts` and `Message.readings` have the charsets in which texts were read.
    #[getter]
    fn charset(&self) -> PyResult<Option<String>> {
        self.at_once(|part| part.charset().map(Cow::into_owned))
    }

    /// The value of Content-Disposition in lower case, such as "inline" or "attachment": str, or None if the field is missing.
    #[getter]
    fn disposition(&self) -> PyResult<Option<String>> {
        self.at_once(|part| part.disposition())
    }

    /// The Content-ID without angle brackets: str, or None if there is none. HTML refers to the part by its Content-ID
    /// in a `cid:` URL.
    #[getter]
    fn content_id(&self) -> PyResult<Option<String>> {
        self.at_once(|part| part.content_id().map(Cow::into_owned))
    }

    /// Whether the part should be shown within the message: bool.
    #[getter]
    fn is_inline(&self) -> PyResult<bool> {
        Ok(self.at_once(|part| Some(part.is_inline()))? == Some(true))
    }

    /// Whether Content-Disposition says that the part is an attachment: bool.
    #[getter]
    fn is_attachment(&self) -> PyResult<bool> {
        Ok(self.at_once(|part| Some(part.is_attachment()))? == Some(true))
    }

    /// All header fields of the part in order: list of (name, value), like `Message.headers`. Parameters are as in the
    /// message: `filename*=utf-8''…` stays encoded, and `name` is the decoded file name.
    #[getter]
    fn headers(&self) -> PyResult<Vec<(String, String)>> {
        Ok(self.at_once(|part| Some(fields(&part.headers())))?.unwrap_or_default())
    }

    /// Returns the first header field of the part called `name`, decoded and unfolded: str, or None if there is no such
    /// field. Upper and lower case make no difference in `name`.
    fn header(&self, name: &str) -> PyResult<Option<String>> {
        self.at_once(|part| part.headers().header(name).map(|field| field.text().into_owned()))
    }

    /// The blocks of header fields in the body of the part: list of lists of (name, value). A delivery report (RFC
    /// 3464) has a block for the report and one for each recipient. A `text/rfc822-headers` part has the header of the
    /// message that the report is about. So have `message/disposition-notification` (a receipt), `message/tracking-status`,
    /// `message/feedback-report`, and the types `message/global-headers`, `message/global-delivery-status` and
    /// `message/global-disposition-notification` for mail in UTF-8. Base64 and quoted-printable are decoded, unless they are
    /// damaged: then the list is empty, and `data` has what is left.
    ///
    /// `mailutf.addresses` reads the value of a field with addresses, such as From. Before the address in Final-Recipient and
    /// Original-Recipient stands its type, such as `rfc822;`.
    ///
    /// >>> import mailutf
    /// >>> data = b"Content-Type: message/delivery-status\n\nReporting-MTA: dns; a\n\nFinal-Recipient: rfc822; b@c\nStatus: 5.1.1\n"
    /// >>> mailutf.Message(data).parts[0].inner_headers
    /// [[('Reporting-MTA', 'dns; a')], [('Final-Recipient', 'rfc822; b@c'), ('Status', '5.1.1')]]
    #[getter]
    fn inner_headers(&self) -> PyResult<Vec<Vec<(String, String)>>> {
        let found = self.at_once(|part| Some(part.inner_headers().map(|block| fields(&block)).collect()))?;
        Ok(found.unwrap_or_default())
    }

    /// The parts directly within this part: list of `Part`. An enclosed message has parts, too.
    #[getter]
    fn parts(&self) -> PyResult<Vec<Self>> {
        let within = |part: &MessagePart<'_>| {
            Some(part.parts().map(|part| Self::of(&self.parsed, part.index())).collect())
        };
        Ok(self.at_once(within)?.unwrap_or_default())
    }

    /// The content as text: str, or None if the type is not text, such as application/json: then use `data`. It is None, too,
    /// for message/delivery-status, text/rfc822-headers and the like, which consist of header fields: `inner_headers` has these
    /// fields, and `normalize` converts them. Octets that cannot be decoded become U+FFFD. Each access decodes the content again.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        let text = self.detached(py, |part| Some(Prepared::of(part.text().ok()?.text)))?;
        text.map(|text| text.string(py)).transpose()
    }

    /// The text of the part, as a person reads it: str, or None if the content is not text. HTML is converted to lines
    /// and paragraphs that end with LF. Other text keeps the line ends of the part. Flowed lines are joined (RFC 3676).
    #[getter]
    fn plain_text<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        let text = self.detached(py, |part| Some(Prepared::of(part.plain_text().ok()?.into())))?;
        text.map(|text| text.string(py)).transpose()
    }

    /// The content, with its transfer encoding decoded: bytes. Each access decodes the content again.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let octets = self.detached(py, |part| Some(part.octets().into_owned()))?;
        Ok(PyBytes::new(py, &octets.unwrap_or_default()))
    }

    /// Why `data` may be incomplete or wrong, because the transfer encoding is damaged or unknown, or the message ends within
    /// the part: str, or None if `data`
    /// is complete. Each access decodes the content again.
    ///
    /// >>> import mailutf
    /// >>> data = b"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBO*Rw0KGgo=\n"
    /// >>> mailutf.Message(data).parts[0].damage
    /// 'an octet outside the alphabet of base64 at octet 4 of the encoded body'
    #[getter]
    fn damage(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.detached(py, |part| Some(part.content().damage?.to_string()))
    }

    /// Parses the message that the part encloses, with the policy of the outer message: Message, or None if the
    /// part encloses none, or is nested too deeply.
    fn message<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.detached(py, enclosed_in)?;
        found.map(|(octets, policy)| enclosed(py, &octets, &self.parsed.policy.within(&policy))).transpose()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, part) = (slf.py(), slf.get());
        let Parsed { message, policy } = &*part.parsed;
        let made = py.import("mailutf._mailutf")?.getattr("_restored_part")?;
        Ok((made, (enclosed(py, message.octets(), policy)?, part.index).into_pyobject(py)?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let (one, two) = (&self.parsed, &other.parsed);
        Ok(self.index == other.index
            && one.message.octets() == two.message.octets()
            && one.policy.__eq__(py, &two.policy)?)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.index, self.parsed.message.octets().len()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> PyResult<String> {
        let named = self.name()?.map(|name| format!(", {name:?}")).unwrap_or_default();
        Ok(format!("<mailutf.Part {:?}, {}{named}>", self.section()?, self.r#type()?))
    }
}

/// Returns the octets of the message that `part` encloses, and the policy with which that message is read.
pub(crate) fn enclosed_in(part: &MessagePart<'_>) -> Option<(Vec<u8>, mailutf::Policy)> {
    let enclosed = part.enclosed_message()?;
    let policy = enclosed.message().texts().policy().clone();
    Some((enclosed.octets().to_vec(), policy))
}

/// Makes the Python object of an enclosed message. This function is not in `message.rs`, because that file imports this one.
pub(crate) fn enclosed<'py>(
    py: Python<'py>,
    octets: &[u8],
    policy: &crate::policy::Policy,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("mailutf._mailutf")?.getattr("Message")?.call1((PyBytes::new(py, octets), policy.clone()))
}
