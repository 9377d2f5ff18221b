//! `mailutf.Message` and what it holds.

use crate::convert::{LARGE, detached, octets};
use crate::interrupt::interruptible;
use crate::policy::Policy;
use mailutf::Normalizer;
use mailutf::header::EmailAddress;
use mailutf::message::{DateTime, OwnedMessage};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyDateTime, PyDelta, PyTuple, PyTzInfo};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// A message that was parsed once, for all that hold a part of it.
#[derive(Debug)]
struct Parsed {
    message: OwnedMessage,
    /// The policy that the message was parsed with.
    policy: Policy,
}

impl Parsed {
    fn view(&self) -> mailutf::message::Message<'_> {
        self.message.message()
    }

    /// Does `work` while Python's other threads run. If the message is large, Ctrl-C ends the call.
    fn detached<T: Send + 'static>(
        self: &Arc<Self>,
        py: Python<'_>,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> PyResult<T> {
        if self.message.octets().len() < LARGE {
            return Ok(py.detach(|| work(self)));
        }
        let parsed = Arc::clone(self);
        interruptible(py, move || work(&parsed), || Ok(()))
    }
}

/// Where a message stands in its mailbox.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) path: Option<PathBuf>,
    pub(crate) offset: u64,
    pub(crate) ordinal: u64,
}

/// A message: its header fields, its texts, its attachments. Messages do not change.
///
/// `data` is one message without an mbox `From ` line: bytes, or any object with the buffer protocol. Anything can be
/// parsed; bytes that are no mail have no fields. Text is read by `policy`, a `Policy`. Text is read when it is asked for,
/// each time: keep what you need again. Messages can be pickled. They are equal if their octets, their policies and their
/// places in mailboxes are.
///
/// Raises TypeError if `data` is no buffer.
///
/// >>> import mailutf
/// >>> message = mailutf.Message(b"Subject: =?gb2312?B?1tDOxA==?=\n"
/// ...     b"Content-Type: text/plain; charset=koi8-r\n\n\xeb\xcf\xc4\n")
/// >>> message.subject, message.text
/// ('中文', 'Код\n')
#[pyclass(frozen, module = "mailutf")]
#[derive(Debug)]
pub(crate) struct Message {
    parsed: Arc<Parsed>,
    origin: Origin,
}

/// A name and an e-mail address. `str()` of it is both.
///
/// >>> import mailutf
/// >>> mailutf.Message(b"From: =?utf-8?Q?J=C3=B6rg?= <j@example.org>\n\n").from_
/// [Address(name='Jörg', address='j@example.org')]
#[pyclass(frozen, eq, hash, get_all, module = "mailutf")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Address {
    /// The name, decoded: str, "" if there is none.
    name: String,
    /// The e-mail address, such as "j@example.org": str.
    address: String,
}

/// A text part that was read.
///
/// >>> import mailutf
/// >>> text = mailutf.Message(b"Content-Type: text/html; charset=koi8-r\r\n\r\n<p>\xeb\xcf\xc4\r\n").texts[0]
/// >>> text.section, text.type, text.charset, text.text
/// ('', 'text/html', 'KOI8-R', '<p>Код\r\n')
#[pyclass(frozen, eq, hash, get_all, module = "mailutf")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Text {
    /// The section as IMAP counts parts (RFC 3501 section 6.4.5), such as "2.1": str, "" if it is the whole message.
    section: String,
    /// The media type in lower case, such as "text/plain": str.
    r#type: String,
    /// The charset that the text was read in, which may be another one than its label says: str.
    charset: Cow<'static, str>,
    /// The text, with the line ends of the message: str.
    text: String,
}

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

/// What is wrong with a message, what was guessed, or what was left as it is.
///
/// >>> import mailutf
/// >>> finding = mailutf.Message(b"Subject: caf\xe9\n\n").findings[0]
/// >>> finding.code, finding.severity, finding.start, finding.end
/// ('field-raw', 'guess', 8, 13)
#[pyclass(frozen, eq, hash, get_all, module = "mailutf")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Finding {
    /// What it is, such as "field-raw": str. `mailutf explain CODE` explains each.
    code: Cow<'static, str>,
    /// "note" (unusual, but read without doubt), "guess" (decided by evidence), "lossy" (octets were replaced by U+FFFD, as
    /// the policy allows) or "unresolved" (left as it is, because it cannot be read without loss): str.
    severity: Cow<'static, str>,
    /// The section of the part that it is in, as IMAP counts parts: str, "" if it is the whole message.
    section: String,
    /// The offset in octets of its first octet in the message: int.
    start: usize,
    /// The offset in octets after its last octet: int.
    end: usize,
    /// The details in words: str.
    detail: String,
}

/// How many characters of a subject `repr()` shows.
const MOST_SHOWN: usize = 100;

impl Message {
    pub(crate) fn new(message: OwnedMessage, policy: Policy, origin: Origin) -> Self {
        Self { parsed: Arc::new(Parsed { message, policy }), origin }
    }

    fn view(&self) -> mailutf::message::Message<'_> {
        self.parsed.view()
    }
}

#[pymethods]
impl Message {
    #[new]
    #[pyo3(signature = (data, policy=None))]
    fn parse(data: &Bound<'_, PyAny>, policy: Option<&Policy>) -> PyResult<Self> {
        let policy = Policy::or_default(policy);
        let choices = policy.for_display();
        let message = detached(&octets(data)?, |octets| OwnedMessage::parse_with(octets, choices))?;
        Ok(Self::new(message, policy, Origin::default()))
    }

    /// The message as it was given: bytes.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(bytearray(b"Subject: x\n\n")).data
    /// b'Subject: x\n\n'
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.parsed.message.octets())
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.data(py)
    }

    /// The file that it was read from: pathlib.Path, None if it was not read by a `Mailbox`.
    ///
    /// >>> import mailutf
    /// >>> [message.path.name for message in mailutf.Mailbox("corpus/mbox/mboxrd.mbox")][:1]
    /// ['mboxrd.mbox']
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.origin.path.clone()
    }

    /// Where it starts in its file, in octets after decompression: int. The `From ` line of an mbox is part of it.
    ///
    /// >>> import mailutf
    /// >>> [message.offset for message in mailutf.Mailbox("corpus/mbox/mboxrd.mbox")]
    /// [0, 259, 599]
    #[getter]
    fn offset(&self) -> u64 {
        self.origin.offset
    }

    /// The number of messages before it in its file: int.
    ///
    /// >>> import mailutf
    /// >>> [message.ordinal for message in mailutf.Mailbox("corpus/mbox/mboxrd.mbox")]
    /// [0, 1, 2]
    #[getter]
    fn ordinal(&self) -> u64 {
        self.origin.ordinal
    }

    /// The Subject, decoded: str, None without one.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Subject: =?utf-8?Q?caf=C3=A9?=\n\n").subject
    /// 'café'
    #[getter]
    fn subject(&self) -> Option<String> {
        self.view().subject().map(|subject| subject.into_owned())
    }

    /// The addresses in From, members of groups included: list of `Address`, empty without one.
    ///
    /// >>> import mailutf
    /// >>> [str(one) for one in mailutf.Message(b"From: =?utf-8?Q?J=C3=B6rg?= <j@example.org>\n\n").from_]
    /// ['Jörg <j@example.org>']
    #[getter]
    fn from_(&self) -> Vec<Address> {
        addresses(self.view().from())
    }

    /// The addresses in To: list of `Address`.
    ///
    /// >>> import mailutf
    /// >>> [one.address for one in mailutf.Message(b"To: a@example.org, all: b@example.org;\n\n").to]
    /// ['a@example.org', 'b@example.org']
    #[getter]
    fn to(&self) -> Vec<Address> {
        addresses(self.view().to())
    }

    /// The addresses in Cc: list of `Address`.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Cc: a@example.org (Ada)\n\n").cc
    /// [Address(name='Ada', address='a@example.org')]
    #[getter]
    fn cc(&self) -> Vec<Address> {
        addresses(self.view().cc())
    }

    /// When it was written, by its Date: datetime, None without a valid date. It is naive, and in UTC, if the zone is unknown
    /// (-0000, RFC 5322 section 3.3).
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Date: Sat, 21 Nov 2026 10:00:00 +0100\n\n").date.isoformat()
    /// '2026-11-21T10:00:00+01:00'
    #[getter]
    fn date<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyDateTime>> {
        date(py, self.view().date()?)
    }

    /// All header fields in order, repeated ones too: list of (name, value). Names are as written, values decoded and unfolded.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Received: b\nReceived: a\nSubject: =?utf-8?Q?=E2=98=BA?=\n\n").headers
    /// [('Received', 'b'), ('Received', 'a'), ('Subject', '☺')]
    #[getter]
    fn headers(&self) -> Vec<(String, String)> {
        let (view, mut fields) = (self.view(), Vec::new());
        fields.extend(
            view.headers().iter().map(|field| (field.name().into_owned(), field.text().into_owned())),
        );
        fields
    }

    /// The first header field of that name, in any case, decoded and unfolded: str, None if there is none.
    ///
    /// >>> import mailutf
    /// >>> message = mailutf.Message(b"List-Id: =?utf-8?Q?Caf=C3=A9?=\n <cafe.example.org>\n\n")
    /// >>> message.header("list-id"), message.header("Reply-To")
    /// ('Café <cafe.example.org>', None)
    fn header(&self, name: &str) -> Option<String> {
        self.view().header(name).map(|field| field.text().into_owned())
    }

    /// The best text to show: plain text, else HTML. str, None if there is none, or it cannot be read without loss.
    ///
    /// Text whose label is doubtful is read by the evidence, where `normalize` keeps it: see `Policy(doubtful=…)`.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Content-Type: text/plain; charset=iso-8859-1\n\n\x93caf\xe9\x94\n").text
    /// '“café”\n'
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.parsed.detached(py, |parsed| Some(parsed.view().text_body()?.text().ok()?.text.into_owned()))
    }

    /// The HTML to show: str, None if there is none, or it cannot be read without loss.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Content-Type: text/html\n\n<p>x\n").html
    /// '<p>x\n'
    #[getter]
    fn html(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.parsed.detached(py, |parsed| Some(parsed.view().html_body()?.text().ok()?.text.into_owned()))
    }

    /// All text parts that can be read without loss and are no attachments, in order: list of `Text`.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Content-Type: text/html; charset=utf-7\n\n+Jjo-").texts
    /// [Text(section='', type='text/html', charset='UTF-7', text='☺')]
    #[getter]
    fn texts(&self, py: Python<'_>) -> PyResult<Vec<Text>> {
        self.parsed.detached(py, |parsed| {
            let view = parsed.view();
            let shown =
                view.parts().filter(|part| part.media_type().starts_with("text/") && !part.is_attachment());
            let texts = shown.filter_map(|part| {
                let text = part.text().ok()?;
                let (section, r#type) = (part.section(), part.media_type().to_owned());
                Some(Text {
                    section,
                    r#type,
                    charset: text.charset.name().into(),
                    text: text.text.into_owned(),
                })
            });
            texts.collect()
        })
    }

    /// The parts that are no text to be shown, and text that calls itself an attachment, in order: list of `Attachment`. A message
    /// in the message is one.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Content-Type: text/csv\nContent-Disposition: attachment; filename=a.csv\n\n1,2\n").attachments
    /// [<mailutf.Attachment "a.csv", text/csv>]
    #[getter]
    fn attachments(&self) -> Vec<Attachment> {
        let view = self.view();
        let attachments = view.attachments().map(|part| Attachment {
            content: Content::Part(Arc::clone(&self.parsed), part.index()),
            name: part.file_name(),
            r#type: part.media_type().to_owned(),
            section: part.section(),
        });
        attachments.collect()
    }

    /// What `normalize` would find, what is wrong, guessed, or left as it is: list of `Finding`. Takes as long as `normalize`.
    ///
    /// >>> import mailutf
    /// >>> [finding.code for finding in mailutf.Message(b"Subject: caf\xe9\n\n").findings]
    /// ['field-raw']
    #[getter]
    fn findings(&self, py: Python<'_>) -> PyResult<Vec<Finding>> {
        self.parsed.detached(py, |Parsed { message, policy }| {
            let plan = Normalizer::new(policy.choices().clone()).plan(message.octets());
            let findings = plan.findings().iter().map(|finding| Finding {
                code: finding.code.as_str().into(),
                severity: finding.code.severity().as_str().into(),
                section: message.structure().path(finding.part),
                start: finding.span.start,
                end: finding.span.end,
                detail: finding.detail.to_string(),
            });
            findings.collect()
        })
    }

    /// The message with all text in UTF-8, as `normalize` writes it: bytes. By `policy`, or by that of the message.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Subject: =?koi8-r?B?8NLJ18XU?=\n\n").normalized().decode()
    /// 'Subject: Привет\n\n'
    #[pyo3(signature = (policy=None))]
    fn normalized<'py>(&self, py: Python<'py>, policy: Option<&Policy>) -> PyResult<Bound<'py, PyBytes>> {
        let normalizer = Normalizer::new(policy.unwrap_or(&self.parsed.policy).choices().clone());
        let work = move |parsed: &Parsed| normalizer.plan(parsed.message.octets()).apply().into_owned();
        Ok(PyBytes::new(py, &self.parsed.detached(py, work)?))
    }

    /// The message as the package `email` has it, with all text read right: email.message.EmailMessage.
    ///
    /// >>> import mailutf
    /// >>> data = b"Subject: =?gb2312?B?1tDOxA==?=\nContent-Type: text/plain; charset=x-sjis\n\n\x83e\n"
    /// >>> message = mailutf.Message(data).to_email()
    /// >>> message["Subject"], message.get_content()
    /// ('中文', 'テ\n')
    fn to_email<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("mailutf._email")?.call_method1("to_email", (slf,))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, message) = (slf.py(), slf.get());
        let Origin { path, offset, ordinal } = &message.origin;
        let parts = (message.data(py), message.parsed.policy.clone(), path.clone(), *offset, *ordinal);
        Ok((py.import("mailutf._mailutf")?.getattr("_restored")?, parts.into_pyobject(py)?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let (one, two) = (&self.parsed, &other.parsed);
        Ok(one.message.octets() == two.message.octets()
            && self.origin == other.origin
            && one.policy.__eq__(py, &two.policy)?)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.parsed.message.octets().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let mut subject = self.subject().unwrap_or_default();
        if let Some((end, _)) = subject.char_indices().nth(MOST_SHOWN) {
            subject.truncate(end);
            subject.push('…');
        }
        format!("<mailutf.Message {subject:?}, {} bytes>", self.parsed.message.octets().len())
    }
}

impl Attachment {
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
        values(slf, ATTACHMENT)
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

    fn __str__(&self) -> String {
        if self.name.is_empty() { self.address.clone() } else { format!("{} <{}>", self.name, self.address) }
    }
}

#[pymethods]
impl Text {
    #[new]
    fn new(section: String, r#type: String, charset: String, text: String) -> Self {
        Self { section, r#type, charset: charset.into(), text }
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        values(slf, TEXT)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        representation(slf, TEXT)
    }
}

#[pymethods]
impl Finding {
    #[new]
    fn new(
        code: String,
        severity: String,
        section: String,
        start: usize,
        end: usize,
        detail: String,
    ) -> Self {
        Self { code: code.into(), severity: severity.into(), section, start, end, detail }
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        values(slf, FINDING)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        representation(slf, FINDING)
    }
}

/// A message that was pickled.
#[pyfunction]
#[pyo3(name = "_restored")]
pub(crate) fn restored(
    data: &[u8],
    policy: &Policy,
    path: Option<PathBuf>,
    offset: u64,
    ordinal: u64,
) -> Message {
    let message = OwnedMessage::parse_with(data, policy.for_display());
    Message::new(message, policy.clone(), Origin { path, offset, ordinal })
}

const ADDRESS: &[&str] = &["name", "address"];
const ATTACHMENT: &[&str] = &["name", "type", "section", "data"];
const TEXT: &[&str] = &["section", "type", "charset", "text"];
const FINDING: &[&str] = &["code", "severity", "section", "start", "end", "detail"];

/// The values of the fields `names`, with which the object can be made again.
pub(crate) fn values<'py, T>(object: &Bound<'py, T>, names: &[&str]) -> PyResult<Bound<'py, PyTuple>> {
    let values = names.iter().map(|name| object.as_any().getattr(*name));
    PyTuple::new(object.py(), values.collect::<PyResult<Vec<_>>>()?)
}

/// `Class(name=value, …)`, the values as Python writes them.
pub(crate) fn representation<T>(object: &Bound<'_, T>, names: &[&str]) -> PyResult<String> {
    let object = object.as_any();
    let fields = names.iter().map(|name| Ok(format!("{name}={}", object.getattr(*name)?.repr()?)));
    let fields = fields.collect::<PyResult<Vec<String>>>()?;
    Ok(format!("{}({})", object.get_type().name()?, fields.join(", ")))
}

fn addresses(found: Vec<EmailAddress>) -> Vec<Address> {
    found.into_iter().map(|one| Address { name: one.name, address: one.address }).collect()
}

/// The zones that were needed, by their minutes ahead of UTC: to make one takes as long as to read a date.
static ZONES: Mutex<BTreeMap<i16, Py<PyTzInfo>>> = Mutex::new(BTreeMap::new());

fn zone(py: Python<'_>, minutes: i16) -> PyResult<Bound<'_, PyTzInfo>> {
    let known = ZONES
        .lock_py_attached(py)
        .unwrap_or_else(PoisonError::into_inner)
        .get(&minutes)
        .map(|zone| zone.clone_ref(py));
    if let Some(zone) = known {
        return Ok(zone.into_bound(py));
    }
    let zone = PyTzInfo::fixed_offset(py, PyDelta::new(py, 0, i32::from(minutes) * 60, 0, true)?)?;
    ZONES.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner).insert(minutes, zone.clone().unbind());
    Ok(zone)
}

/// `None` for what Python's calendar lacks, such as the year 0.
fn date(py: Python<'_>, date: DateTime) -> Option<Bound<'_, PyDateTime>> {
    let zone = match date.offset {
        Some(minutes) => Some(zone(py, minutes).ok()?),
        None => None,
    };
    let (month, day, hour, minute) = (date.month, date.day, date.hour, date.minute);
    // A leap second is 60.
    let second = date.second.min(59);
    PyDateTime::new(py, date.year.into(), month, day, hour, minute, second, 0, zone.as_ref()).ok()
}
