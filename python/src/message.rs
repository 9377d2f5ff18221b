//! `mailutf.Message`.

use crate::attachment::Attachment;
use crate::convert::{LARGE, octets};
use crate::date::date;
use crate::interrupt::interruptible;
use crate::parsed::{Octets, Parsed};
use crate::policy::Policy;
use crate::string::Prepared;
use crate::values::{Address, Finding, PreparedText, Text};
use mailutf::Normalizer;
use mailutf::header::EmailAddress;
use mailutf::message::{MessagePart, OwnedMessage};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDateTime, PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

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

/// How many characters of a subject `repr()` shows.
const MOST_SHOWN: usize = 100;

impl Message {
    pub(crate) fn new(message: OwnedMessage<Octets>, policy: Policy, origin: Origin) -> Self {
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
        let mut given = octets(data)?;
        if !given.is_exact_instance_of::<PyBytes>() {
            // An object of a subclass may refer to the message; Python would never free the two.
            given = PyBytes::new(data.py(), given.as_bytes());
        }
        let (octets, choices) = (PyBackedBytes::from(given), policy.for_display());
        let length = octets.len();
        let parse = move || OwnedMessage::of(Octets::Given(octets), choices);
        let message = match length < LARGE {
            true => data.py().detach(parse),
            false => interruptible(data.py(), parse, || Ok(()))?,
        };
        Ok(Self::new(message, policy, Origin::default()))
    }

    /// The message as it was given: bytes, the same object if it was given as bytes.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(bytearray(b"Subject: x\n\n")).data
    /// b'Subject: x\n\n'
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.parsed.message.buffer().bytes(py)
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
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        let text = self.parsed.detached(py, |parsed| shown(parsed.view().text_body()))?;
        text.map(|text| text.string(py)).transpose()
    }

    /// The HTML to show: str, None if there is none, or it cannot be read without loss.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Content-Type: text/html\n\n<p>x\n").html
    /// '<p>x\n'
    #[getter]
    fn html<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        let text = self.parsed.detached(py, |parsed| shown(parsed.view().html_body()))?;
        text.map(|text| text.string(py)).transpose()
    }

    /// All text parts that can be read without loss and are no attachments, in order: list of `Text`.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Content-Type: text/html; charset=utf-7\n\n+Jjo-").texts
    /// [Text(section='', type='text/html', charset='UTF-7', text='☺')]
    #[getter]
    fn texts(&self, py: Python<'_>) -> PyResult<Vec<Text>> {
        let texts: Vec<_> = self.parsed.detached(py, |parsed| {
            let view = parsed.view();
            let shown =
                view.parts().filter(|part| part.media_type().starts_with("text/") && !part.is_attachment());
            shown.filter_map(|part| PreparedText::of(&part)).collect()
        })?;
        texts.into_iter().map(|text| text.object(py)).collect()
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
        view.attachments().map(|part| Attachment::of(&self.parsed, &part)).collect()
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
            let section = |finding: &mailutf::Finding| message.structure().path(finding.part);
            plan.findings().iter().map(|finding| Finding::of(finding, section(finding))).collect()
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

/// A message that was pickled.
#[pyfunction]
#[pyo3(name = "_restored")]
pub(crate) fn restored(
    data: Bound<'_, PyBytes>,
    policy: &Policy,
    path: Option<PathBuf>,
    offset: u64,
    ordinal: u64,
) -> Message {
    let message = OwnedMessage::of(Octets::Given(data.into()), policy.for_display());
    Message::new(message, policy.clone(), Origin { path, offset, ordinal })
}

fn addresses(found: Vec<EmailAddress>) -> Vec<Address> {
    found.into_iter().map(Address::from).collect()
}

fn shown(part: Option<MessagePart<'_>>) -> Option<Prepared> {
    Some(Prepared::of(part?.text().ok()?.text))
}
