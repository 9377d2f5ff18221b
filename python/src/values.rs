//! Values that are read from a message: `mailutf.Address`, `mailutf.Text`, `mailutf.Finding`.

use crate::fault::caught;
use crate::fields::{representation, values};
use crate::string::Prepared;
use mailutf::encode::{Form, phrase};
use mailutf::flowed::unflow;
use mailutf::header::EmailAddress;
use mailutf::message::MessagePart;
use mailutf::plain::of_html;
use mailutf::structure::Structure;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyString, PyTuple};
use std::borrow::Cow;

/// A name and an e-mail address. `str()` returns both, with the name quoted if necessary, so that the function
/// `addresses` reads the same name and address again. An address can be unpacked, but is no tuple: `tuple(address)` is one,
/// which has indices and which `json.dumps` writes.
///
/// >>> import mailutf
/// >>> mailutf.Message(b"From: =?utf-8?Q?J=C3=B6rg?= <j@example.org>\n\n").from_
/// [Address(name='Jörg', address='j@example.org')]
/// >>> name, address = mailutf.Address("Jörg", "j@example.org")
/// >>> tuple(mailutf.Address("Jörg", "j@example.org"))
/// ('Jörg', 'j@example.org')
#[pyclass(frozen, eq, hash, get_all, module = "mailutf")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Address {
    /// The decoded name: str, which is "" if there is none.
    name: String,
    /// The e-mail address, such as "j@example.org": str, which is "" if a header has a name without an address. A single
    /// word that is not quoted is an address, too, even without an "@": a local user, such as "root". Octets that cannot be read
    /// are U+FFFD; `encode_addresses` raises ValueError for such an address.
    address: String,
}

/// The text of a part, the charset in which it was read, and the place of the part.
///
/// >>> import mailutf
/// >>> text = mailutf.Message(b"Content-Type: text/html; charset=koi8-r\r\n\r\n<p>\xeb\xcf\xc4\r\n").texts[0]
/// >>> text.section, text.type, text.charset, text.text
/// ('1', 'text/html', 'KOI8-R', '<p>Код\r\n')
/// >>> text.plain_text
/// 'Код\n'
#[pyclass(frozen, get_all, module = "mailutf")]
#[derive(Debug)]
pub(crate) struct Text {
    /// The section number by which IMAP refers to the part (RFC 3501 section 6.4.5), such as "2.1": str. The section
    /// number is "1" if the message is no multipart.
    section: String,
    /// The media type in lower case, such as "text/plain": str.
    r#type: String,
    /// The charset in which the text was read, with the name that `charset.canonical` gives: str. It can be larger than the
    /// charset of the label ("gb18030" for "gb2312"), or another one.
    charset: Cow<'static, str>,
    /// The text: str. It has the line ends of the part, which can be CRLF in a body in base64 although the lines of the
    /// message end with LF. Octets that cannot be decoded become U+FFFD.
    text: Py<PyString>,
    /// Whether the lines of the text are flowed (RFC 3676), and if so, whether `delsp=yes`: bool, or None if they are not
    /// flowed.
    flowed: Option<bool>,
}

/// The content of a `Text` before its Python object is made.
pub(crate) struct PreparedText {
    section: String,
    r#type: String,
    charset: &'static str,
    text: Prepared,
    flowed: Option<bool>,
}

/// A finding about a message: something that is wrong, was guessed, or was left unchanged.
///
/// >>> import mailutf
/// >>> finding = mailutf.Message(b"Subject: caf\xe9\n\n").findings[0]
/// >>> finding.code, finding.severity, finding.start, finding.end
/// ('field-raw', 'guess', 8, 13)
#[pyclass(frozen, eq, hash, get_all, module = "mailutf")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Finding {
    /// The kind of finding, such as "field-raw": str, one of `mailutf.finding_codes()`. `mailutf.explain` explains each kind.
    code: Cow<'static, str>,
    /// The severity: "note" (unusual, but read without doubt), "guess" (decided by evidence), "lossy" (octets were
    /// replaced with U+FFFD, as the policy allows) or "unresolved" (left unchanged, because the text cannot be read
    /// without loss or is doubtful): str. The severity is about the conversion: `Message.text` shows text that is unresolved,
    /// too, with U+FFFD for octets that cannot be decoded, and doubtful text by the evidence. For what to tell a reader, see
    /// `warning`.
    severity: Cow<'static, str>,
    /// What the finding warns a reader of the message about: str or None. Some text may be "wrong" (guessed, doubtful or
    /// damaged), something may be "missing" (the message was cut short or damaged) or "hidden" (not shown by other programs,
    /// or not visible), or the message may be "forged" (it can look like something that it is not). It is None where
    /// the octets prove the charset of text without a label, or the text itself names it. `explain(code)` says why.
    warning: Option<Cow<'static, str>>,
    /// The section number of the part to which the finding belongs, as IMAP counts parts: str. The section number is ""
    /// for the message itself, even if the message is no multipart. `Message.part` returns the part.
    section: String,
    /// The start of the text that the finding is about, as an offset in the message: int. For a body that cannot be decoded,
    /// it is the first octet that cannot, or the start of the body if the body is in base64 or quoted-printable: `detail`
    /// then says at which octet, from 0, of the decoded text, or of the encoded body if its encoding is damaged. For raw octets of a header field, `start` and `end` are those of the whole
    /// value after the colon; for encoded words, those of the words that are decoded together.
    start: usize,
    /// The end of the text that the finding is about: int. It is the offset in the message of the first octet after the
    /// text. If `start` and `end` are equal, the finding marks a place, such as the end of a header without the blank line
    /// after it. `Message.part(section)` has the text.
    end: usize,
    /// The details in words: str, which is "" if the code says it all.
    detail: String,
    /// The name of the header field that the finding is about, as it is written in the message, such as "Subject": str or None.
    /// None means that the finding is about a body, about a whole header or about the whole message. Names of fields are
    /// case-insensitive. The field is in the header of the part `section`, or in the fields of a report.
    field: Option<String>,
}

const ADDRESS: &[&str] = &["name", "address"];
const TEXT: &[&str] = &["section", "type", "charset", "text"];
/// What makes two texts equal, and what a pickle of a text has.
const WHOLE_TEXT: &[&str] = &["section", "type", "charset", "text", "flowed"];
const FINDING: &[&str] = &["code", "severity", "warning", "section", "start", "end", "detail", "field"];

impl From<EmailAddress> for Address {
    fn from(EmailAddress { name, address, .. }: EmailAddress) -> Self {
        Self { name, address }
    }
}

impl Address {
    pub(crate) fn to_library(&self) -> EmailAddress {
        EmailAddress::new(self.name.as_str(), self.address.as_str())
    }
}

#[pymethods]
impl Address {
    #[new]
    fn new(name: String, address: String) -> Self {
        Self { name, address }
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        values(slf, ADDRESS)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        representation(slf, ADDRESS)
    }

    /// Yields the name and the address, so that an address can be unpacked.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyIterator>> {
        values(slf, ADDRESS)?.try_iter()
    }

    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("name", "address")
    }

    fn __str__(&self) -> String {
        if self.name.is_empty() {
            return self.address.clone();
        }
        // Removes the folds, which belong only in a header.
        format!("{} <{}>", phrase(&self.name, Form::Utf8).replace("\r\n", ""), self.address)
    }
}

impl PreparedText {
    /// Reads the text of a part. Returns `None` if the part is not text.
    pub(crate) fn of(part: &MessagePart<'_>) -> Option<Self> {
        let text = part.text().ok()?;
        let (section, r#type) = (part.section(), part.media_type().to_owned());
        let (charset, flowed) = (text.charset.name(), part.flowed());
        Some(Self { section, r#type, charset, text: Prepared::of(text.text), flowed })
    }

    pub(crate) fn object(self, py: Python<'_>) -> PyResult<Text> {
        let Self { section, r#type, charset, text, flowed } = self;
        Ok(Text { section, r#type, charset: charset.into(), text: text.string(py)?.unbind(), flowed })
    }
}

#[pymethods]
impl Text {
    #[new]
    #[pyo3(signature = (section, r#type, charset, text, flowed=None))]
    fn new(
        py: Python<'_>,
        section: String,
        r#type: String,
        charset: String,
        text: &str,
        flowed: Option<bool>,
    ) -> Self {
        Self { section, r#type, charset: charset.into(), text: PyString::new(py, text).unbind(), flowed }
    }

    /// The text, as a person reads it: str. HTML is converted to lines and paragraphs that end with LF. Other text keeps its
    /// line ends. Flowed lines are joined (RFC 3676). Each access converts the text again.
    #[getter]
    fn plain_text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let is_html = self.r#type == "text/html";
        if self.flowed.is_none() && !is_html {
            return Ok(self.text.bind(py).clone());
        }
        let (text, flowed) = (self.text.to_str(py)?.to_owned(), self.flowed);
        let plain = py.detach(move || {
            caught(|| flowed.map_or_else(|| of_html(&text), |del_sp| unflow(&text, del_sp)))
        })?;
        Prepared::of(plain.into()).string(py)
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, Self>) -> PyResult<bool> {
        values(slf, WHOLE_TEXT)?.eq(values(other, WHOLE_TEXT)?)
    }

    fn __hash__(slf: &Bound<'_, Self>) -> PyResult<isize> {
        values(slf, WHOLE_TEXT)?.hash()
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        values(slf, WHOLE_TEXT)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        representation(slf, TEXT)
    }
}

impl Finding {
    /// Makes the object for a finding about `message`, which has this structure.
    pub(crate) fn of(finding: &mailutf::Finding, structure: &Structure, message: &[u8]) -> Self {
        Self {
            code: finding.code.as_str().into(),
            severity: finding.code.severity().as_str().into(),
            warning: finding.warning().map(|warning| warning.as_str().into()),
            section: structure.path(finding.part),
            start: finding.span.start,
            end: finding.span.end,
            detail: finding.detail.to_string(),
            field: Self::field_of(finding, structure, message),
        }
    }

    /// The name of the header field that the finding is about.
    pub(crate) fn field_of(
        finding: &mailutf::Finding,
        structure: &Structure,
        message: &[u8],
    ) -> Option<String> {
        let field = structure.field_of(finding)?;
        Some(String::from_utf8_lossy(field.name.slice(message)).into_owned())
    }
}

#[pymethods]
impl Finding {
    #[new]
    #[pyo3(signature = (code, severity, warning, section, start, end, detail, field=None))]
    #[expect(clippy::too_many_arguments, reason = "they are the attributes")]
    fn new(
        code: String,
        severity: String,
        warning: Option<String>,
        section: String,
        start: usize,
        end: usize,
        detail: String,
        field: Option<String>,
    ) -> Self {
        let warning = warning.map(Cow::Owned);
        Self { code: code.into(), severity: severity.into(), warning, section, start, end, detail, field }
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        values(slf, FINDING)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        representation(slf, FINDING)
    }
}
