//! `mailutf.Message`: a parsed message.

use crate::attachment::Attachment;
use crate::convert::{LARGE, octets};
use crate::date::{date, in_utc, with_zone};
use crate::email_source::for_email;
use crate::fields::fields;
use crate::interrupt::interruptible;
use crate::origin::{Kept, Origin, ends_of, kept};
use crate::parsed::{Octets, Parsed};
use crate::part::Part;
use crate::path::AnyPath;
use crate::policy::Policy;
use crate::readings::Readings;
use crate::single::Single;
use crate::string::Prepared;
use crate::values::{Address, Finding, PreparedText, Text};
use mailutf::Normalizer;
use mailutf::header::EmailAddress;
use mailutf::internal::findings_of_texts;
use mailutf::mailbox::mail::{Kind, MailFile};
use mailutf::message::{MessagePart, OwnedMessage};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDateTime, PyIterator, PyString, PyTuple};
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A parsed message: its header fields, its texts and its attachments. Messages are immutable.
///
/// `data` is one message without the `From ` line of an mbox: bytes, or any object with the buffer protocol. Any bytes
/// can be parsed; bytes that are not mail have no fields. `policy`, a `Policy`, says how text is read. Each access to a
/// text decodes the text again, so keep a text that you need more than once. Messages can be pickled. Two messages are
/// equal if their octets, their policies and their places in mailboxes are equal.
///
/// Raises TypeError if `data` does not support the buffer protocol.
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

/// For each flag: its letter in the fields Status and X-Status of an mbox, and its letter in a Maildir. The flags are sorted by
/// the letter in a Maildir.
const IN_MBOX: [(char, char); 5] = [('T', 'D'), ('F', 'F'), ('A', 'R'), ('R', 'S'), ('D', 'T')];

/// The number of characters of a subject that `repr()` shows.
const MOST_SHOWN: usize = 100;

impl Message {
    pub(crate) fn new(message: OwnedMessage<Octets>, policy: Policy, origin: Origin) -> Self {
        Self { parsed: Arc::new(Parsed { message, policy }), origin }
    }

    /// Returns the parts with the indices that `list` returns. A part that can be read as text becomes a `Text`. Any
    /// other part becomes an `Attachment`.
    fn bodies<'py>(
        &self,
        py: Python<'py>,
        list: fn(&mailutf::message::Message<'_>) -> Vec<usize>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let read = self.parsed.detached(py, move |parsed| {
            let view = parsed.view();
            let text = |index: usize| (index, view.part(index).and_then(|part| PreparedText::of(&part)));
            list(&view).into_iter().map(text).collect::<Vec<_>>()
        })?;
        let mut bodies = Vec::new();
        for (index, text) in read {
            if let Some(text) = text {
                bodies.push(Bound::new(py, text.object(py)?)?.into_any());
            } else if let Some(part) = self
                .parsed
                .at_once(|view| view.part(index).map(|part| Attachment::of(&self.parsed, &part)))?
            {
                bodies.push(Bound::new(py, part)?.into_any());
            }
        }
        Ok(bodies)
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
            // The octets are copied, because an instance of a subclass of bytes could refer to the message. Python
            // would then never free the two objects.
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

    /// Reads the message in a file: `Message`. The file contains one message, with or without a `From ` line, in
    /// `.emlx` or as plain octets, compressed or not. `path` is str, bytes or pathlib.Path.
    ///
    /// Raises OSError if the file cannot be read, and ValueError if it contains no message or more than one.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message.from_path("corpus/raw/raw-by-body.eml").subject
    /// 'Тема письма'
    #[staticmethod]
    #[pyo3(signature = (path, policy=None))]
    fn from_path(py: Python<'_>, path: AnyPath, policy: Option<&Policy>) -> PyResult<Self> {
        let (path, policy) = (path.0, Policy::or_default(policy));
        let Single { octets, offset, from_line, ends } = Single::read(py, &path, &policy)?;
        let policy = policy.at(path.file_name().map_or(&*path, AsRef::as_ref));
        let message = OwnedMessage::of(Octets::Read(octets), policy.for_display());
        let is_in_maildir = path.parent().and_then(Path::file_name).is_some_and(|name| name == "cur");
        let kind = if is_in_maildir { Kind::Maildir } else { Kind::Any };
        let flags = MailFile::named(&path).with_kind(kind).flags().into();
        Ok(Self::new(
            message,
            policy,
            Origin { path: Some(path), offset, ordinal: 0, from_line, flags, ends: Some(ends) },
        ))
    }

    /// The octets of the message: bytes. If the message was made from bytes, the result is the same object. If the
    /// message was read from a file, each access makes a new object: compare with `==`, not with `is`.
    ///
    /// A message of an mbox has neither its `From ` line nor the blank line before the next one. The quotes of `>From ` lines are
    /// removed, unless the message has a Content-Length field: programs that write this field do not quote.
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

    /// The file from which the message was read: pathlib.Path, or None if it was read from memory or from an open file.
    ///
    /// >>> import mailutf
    /// >>> [message.path.name for message in mailutf.Mailbox("corpus/mbox/mboxrd.mbox")][:1]
    /// ['mboxrd.mbox']
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.origin.path.clone()
    }

    /// The offset of the message in its file, in octets after decompression: int. In an mbox, this is the offset of its
    /// `From ` line; if NULs stand before that line, as after a crash, it is the offset of the first of them.
    ///
    /// >>> import mailutf
    /// >>> [message.offset for message in mailutf.Mailbox("corpus/mbox/mboxrd.mbox")]
    /// [0, 259, 599]
    #[getter]
    fn offset(&self) -> u64 {
        self.origin.offset
    }

    /// The number of messages before this message in its file: int.
    ///
    /// >>> import mailutf
    /// >>> [message.ordinal for message in mailutf.Mailbox("corpus/mbox/mboxrd.mbox")]
    /// [0, 1, 2]
    #[getter]
    fn ordinal(&self) -> u64 {
        self.origin.ordinal
    }

    /// The `From ` line before the message in an mbox, with its line end, and with the NULs that stand before it after a
    /// crash: bytes, which are empty if the message is not from an mbox. The line contains the sender and the date of
    /// delivery. `mailbox.mbox.add` of Python accepts `message.from_line + message.data`.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Mailbox("corpus/mbox/mboxrd.mbox")[0].from_line
    /// b'From ada@example.org Sat Nov 21 10:00:01 2026\n'
    #[getter(from_line)]
    fn line_before<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        // Before a message of MMDF stands another line.
        let line = &self.origin.from_line;
        let is_mbox = line.iter().find(|octet| **octet != 0) == Some(&b'F');
        PyBytes::new(py, if is_mbox { line } else { b"" })
    }

    /// The flags of the message, as letters of a Maildir in alphabetical order: str. The letters are D (draft), F
    /// (flagged), P (passed on), R (answered), S (seen) and T (trashed). A Maildir keeps the flags in the name of the
    /// file, and an mbox keeps them in the fields Status and X-Status.
    ///
    /// `mailbox.MaildirMessage.set_flags` of Python takes these letters. `mailbox.mboxMessage.set_flags` takes those of the
    /// fields, in which D means trashed, A answered, and R seen: make a `MaildirMessage` first, and the `mboxMessage` from it.
    /// Python leaves out D (draft) and P (passed on) then, for which it has no letters in an mbox.
    ///
    /// >>> import mailbox, mailutf
    /// >>> flags = mailutf.Mailbox.from_bytes(b"From a@b Mon Jan  1 00:00:00 2024\nStatus: RO\nX-Status: A\n\n")[0].flags
    /// >>> copy = mailbox.MaildirMessage(b"Subject: x\n\n")
    /// >>> copy.set_flags(flags)
    /// >>> flags, mailbox.mboxMessage(copy).get_flags()
    /// ('RS', 'RA')
    #[getter]
    fn flags(&self) -> PyResult<String> {
        if self.origin.from_line.is_empty() {
            return Ok(self.origin.flags.to_string());
        }
        let written = self.parsed.at_once(|view| {
            let field = |name| view.header(name).map(|field| field.text().into_owned()).unwrap_or_default();
            field("Status") + &field("X-Status")
        })?;
        Ok(IN_MBOX.iter().filter(|(letter, _)| written.contains(*letter)).map(|(_, flag)| *flag).collect())
    }

    /// The Subject of the message, decoded: str, or None if there is no Subject.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Subject: =?utf-8?Q?caf=C3=A9?=\n\n").subject
    /// 'café'
    #[getter]
    fn subject(&self) -> PyResult<Option<String>> {
        self.parsed.at_once(|view| view.subject().map(Cow::into_owned))
    }

    /// The addresses in From, including members of groups: list of `Address`, which is empty if there are none.
    ///
    /// >>> import mailutf
    /// >>> [str(one) for one in mailutf.Message(b"From: =?utf-8?Q?J=C3=B6rg?= <j@example.org>\n\n").from_]
    /// ['Jörg <j@example.org>']
    #[getter]
    fn from_(&self) -> PyResult<Vec<Address>> {
        self.parsed.at_once(|view| addresses(view.from()))
    }

    /// The addresses in To: list of `Address`.
    ///
    /// >>> import mailutf
    /// >>> [one.address for one in mailutf.Message(b"To: a@example.org, all: b@example.org;\n\n").to]
    /// ['a@example.org', 'b@example.org']
    #[getter]
    fn to(&self) -> PyResult<Vec<Address>> {
        self.parsed.at_once(|view| addresses(view.to()))
    }

    /// The addresses in Cc: list of `Address`.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Cc: a@example.org (Ada)\n\n").cc
    /// [Address(name='Ada', address='a@example.org')]
    #[getter]
    fn cc(&self) -> PyResult<Vec<Address>> {
        self.parsed.at_once(|view| addresses(view.cc()))
    }

    /// The addresses in Bcc: list of `Address`.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Bcc: a@example.org\n\n").bcc
    /// [Address(name='', address='a@example.org')]
    #[getter]
    fn bcc(&self) -> PyResult<Vec<Address>> {
        self.parsed.at_once(|view| addresses(view.bcc()))
    }

    /// The address in Sender: list of `Address`, which is empty if there is no Sender. The address belongs to the
    /// person who sent the message on behalf of its authors.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Sender: a@example.org\n\n").sender
    /// [Address(name='', address='a@example.org')]
    #[getter]
    fn sender(&self) -> PyResult<Vec<Address>> {
        self.parsed.at_once(|view| addresses(view.sender()))
    }

    /// The addresses in Reply-To: list of `Address`. If the list is empty, a reply goes to the addresses in From.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Reply-To: =?utf-8?Q?Doe=2C_John?= <j@example.org>\n\n").reply_to
    /// [Address(name='Doe, John', address='j@example.org')]
    #[getter]
    fn reply_to(&self) -> PyResult<Vec<Address>> {
        self.parsed.at_once(|view| addresses(view.reply_to()))
    }

    /// Returns the addresses in all header fields called `name`: list of `Address`. Upper and lower case make no
    /// difference in `name`. The addresses are read from the raw fields, so that a decoded name never becomes a second
    /// address. An entry that has no address but in an encoded word, which RFC 2047 forbids, is read as the list in that word;
    /// then `findings` has the code "address-in-word", and its detail names the address. To refuse such an address, look there:
    /// programs that send mail ignore it.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Resent-To: a@example.org\n\n").addresses("resent-to")
    /// [Address(name='', address='a@example.org')]
    fn addresses(&self, name: &str) -> PyResult<Vec<Address>> {
        self.parsed.at_once(|view| addresses(view.addresses(name)))
    }

    /// The identifier in Message-ID, without angle brackets: str, or None if there is none, or if it is not UTF-8. (With
    /// U+FFFD in place of its octets, the identifiers of two messages could be equal. `raw_header("Message-ID")` has the octets.)
    /// `in_reply_to` and `references` leave out such identifiers.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Message-ID: <1@example.org>\n\n").message_id
    /// '1@example.org'
    #[getter]
    fn message_id(&self) -> PyResult<Option<String>> {
        self.parsed.at_once(|view| view.message_id().map(Cow::into_owned))
    }

    /// The identifiers in In-Reply-To, without angle brackets: list of str.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"In-Reply-To: Your message of \"Mon\" <1@example.org>\n\n").in_reply_to
    /// ['1@example.org']
    #[getter]
    fn in_reply_to(&self) -> PyResult<Vec<String>> {
        self.parsed.at_once(|view| owned(view.in_reply_to()))
    }

    /// The identifiers in References, without angle brackets: list of str, the oldest first.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"References: <1@example.org><2@example.org>\n\n").references
    /// ['1@example.org', '2@example.org']
    #[getter]
    fn references(&self) -> PyResult<Vec<String>> {
        self.parsed.at_once(|view| owned(view.references()))
    }

    /// The identifier of the mailing list in List-Id (RFC 2919), such as "cats.example.org": str, or None if there is
    /// none. Upper and lower case are those of the message: convert the identifier to lower case before you compare it.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"List-Id: Cats, and dogs <pets.example.org>\n\n").list_id
    /// 'pets.example.org'
    #[getter]
    fn list_id(&self) -> PyResult<Option<String>> {
        self.parsed.at_once(|view| view.list_id().map(|list| list.id))
    }

    /// Returns the URLs in the header field called `name`, such as List-Unsubscribe (RFC 2369), without angle brackets:
    /// list of str.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"List-Post: <mailto:cats@example.org>\n\n").urls("List-Post")
    /// ['mailto:cats@example.org']
    fn urls(&self, name: &str) -> PyResult<Vec<String>> {
        self.parsed.at_once(|view| owned(view.urls(name)))
    }

    /// The time when the message was written, as its field Date says, in seconds since 1970 in UTC: int, or None if there is no
    /// valid date. A time in an unknown zone is taken to be in UTC, so that all messages can be sorted by time.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Date: Sat, 21 Nov 2026 10:00:00 +0100\n\n").timestamp
    /// 1795251600
    #[getter]
    fn timestamp(&self) -> PyResult<Option<i64>> {
        self.parsed.at_once(|view| view.date().map(|date| date.timestamp()))
    }

    /// The time when the message was written, as its field Date says: datetime, or None if there is no valid date. The datetime
    /// is naive if the field has no zone or an ambiguous one. The datetime is in UTC if the zone is -0000, which says only that
    /// the time is in UTC (RFC 5322 section 3.3). Years up to 0999 are those of short forms (`99` and `0099` are 1999, `0001` is
    /// 2001); a date in the years 1000 to 1899, or in 9999, is not valid.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Date: Sat, 21 Nov 2026 10:00:00 +0100\n\n").date.isoformat()
    /// '2026-11-21T10:00:00+01:00'
    /// >>> mailutf.Message(b"Date: Sat, 21 Nov 2026 10:00:00\n\n").date.isoformat()
    /// '2026-11-21T10:00:00'
    #[getter]
    fn date<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDateTime>>> {
        let found = self.parsed.at_once(|view| with_zone(&view.header("Date")?))?;
        Ok(found.and_then(|found| date(py, found)))
    }

    /// The time when the message was written, as its field Date says, in UTC: datetime with a zone, or None if there is no valid
    /// date. A time in an unknown zone is taken to be in UTC, so that the times of all messages can be compared and fit into one
    /// column of a table.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Date: Sat, 21 Nov 2026 10:00:00 +0100\n\n").date_utc.isoformat()
    /// '2026-11-21T09:00:00+00:00'
    #[getter]
    fn date_utc<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDateTime>>> {
        let found = self.parsed.at_once(|view| view.date().map(|date| date.to_utc()))?;
        Ok(found.and_then(|found| date(py, in_utc(found))))
    }

    /// All header fields in order, even repeated ones: list of (name, value). Names are spelled as in the message.
    /// Values are decoded and unfolded, except parameters: `filename*=utf-8''…` stays as it is, and `Part.name` is the
    /// decoded file name.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Received: b\nReceived: a\nSubject: =?utf-8?Q?=E2=98=BA?=\n\n").headers
    /// [('Received', 'b'), ('Received', 'a'), ('Subject', '☺')]
    #[getter]
    fn headers(&self) -> PyResult<Vec<(String, String)>> {
        self.parsed.at_once(|view| fields(&view.headers()))
    }

    /// Returns the first header field called `name`, decoded and unfolded: str, or None if there is no such field.
    /// Upper and lower case make no difference in `name`.
    ///
    /// Do not split the value, because decoded text can contain any characters. Methods such as `addresses`,
    /// `references` and `urls` return the items of a field. In a field with addresses, names are quoted, so that
    /// `mailutf.addresses` reads the same addresses from the value.
    ///
    /// >>> import mailutf
    /// >>> message = mailutf.Message(b"List-Id: =?utf-8?Q?Caf=C3=A9?=\n <cafe.example.org>\n\n")
    /// >>> message.header("list-id"), message.header("Reply-To")
    /// ('Café <cafe.example.org>', None)
    fn header(&self, name: &str) -> PyResult<Option<String>> {
        self.parsed.at_once(|view| view.header(name).map(|field| field.text().into_owned()))
    }

    /// Returns all header fields called `name`, decoded and unfolded: list of str, which is empty if there are none.
    /// Upper and lower case make no difference in `name`.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Received: b\nReceived: a\n\n").get_all("received")
    /// ['b', 'a']
    fn get_all(&self, name: &str) -> PyResult<Vec<String>> {
        self.parsed.at_once(|view| {
            let headers = view.headers();
            let named = headers.iter().filter(|field| field.name().eq_ignore_ascii_case(name));
            named.map(|field| field.text().into_owned()).collect()
        })
    }

    /// Returns the octets after the colon of the first header field called `name`, with its folds: bytes, or None if
    /// there is no such field. Upper and lower case make no difference in `name`.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Subject: =?utf-8?Q?caf=C3=A9?=\n\n").raw_header("subject")
    /// b' =?utf-8?Q?caf=C3=A9?='
    fn raw_header<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let raw = self.parsed.at_once(|view| view.header(name).map(|field| field.raw().to_vec()))?;
        Ok(raw.map(|raw| PyBytes::new(py, &raw)))
    }

    /// Returns the value of `header`, so that `message["Subject"]` works.
    fn __getitem__(&self, name: &str) -> PyResult<Option<String>> {
        self.header(name)
    }

    /// Returns the value of `header`, or `default` if there is no such field, as in the package `email`.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Subject: x\n\n").get("Reply-To", "none")
    /// 'none'
    #[pyo3(signature = (name, default=None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.header(name)?.map(|value| PyString::new(py, &value).into_any()).or(default))
    }

    /// Yields the names of the header fields in order, even repeated ones, as in the package `email`.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let names: Vec<String> = self.headers()?.into_iter().map(|(name, _)| name).collect();
        names.into_pyobject(py)?.try_iter()
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(name) = name.extract::<String>() else { return Ok(false) };
        self.parsed.at_once(|view| view.header(&name).is_some())
    }

    /// The best text to show, as plain text or, if there is none, as HTML: str, or None if there is no text. Octets
    /// that cannot be decoded become U+FFFD. The text has the line ends of the part. It is the first text of the message:
    /// `text_bodies` also has those that follow an image or an attachment, and the footers of mailing lists. If `text_bodies` has
    /// no text, it is the first text of another type or with a file name, such as a calendar, unless Content-Disposition says
    /// that it is an attachment; this text is also in `attachments` then.
    ///
    /// Some programs write an empty plain text beside the HTML. So plain text of blanks alone, or of binary data, counts as
    /// none if `html` has more than blanks.
    ///
    /// Text with a doubtful label is read in the charset that the evidence shows, although `normalize` leaves such text
    /// unchanged: see `Policy(doubtful=…)`.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Content-Type: text/plain; charset=iso-8859-1\n\n\x93caf\xe9\x94\n").text
    /// '“café”\n'
    /// >>> mailutf.Message(b"Content-Type: multipart/alternative; boundary=b\n\n--b\n\n\n--b\n"
    /// ...     b"Content-Type: text/html\n\n<p>Hi!\n--b--\n").text
    /// '<p>Hi!'
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        let text = self.parsed.detached(py, |parsed| shown(parsed.view().text_body()))?;
        text.map(|text| text.string(py)).transpose()
    }

    /// The HTML to show: str, or None if there is none. Octets that cannot be decoded become U+FFFD.
    ///
    /// It is the sender's HTML, scripts too: sanitize it before you show it, or show `html.escape(message.plain_text)`.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Content-Type: text/html\n\n<p>x\n").html
    /// '<p>x\n'
    #[getter]
    fn html<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        let text = self.parsed.detached(py, |parsed| shown(parsed.view().html_body()))?;
        text.map(|text| text.string(py)).transpose()
    }

    /// The best text, as a person reads it: str, or None if there is no text. HTML is converted to lines and paragraphs that
    /// end with LF. Other text keeps the line ends of the part. Flowed lines are joined (RFC 3676). As in `text`, it is only
    /// the first text of the message: each `Text` of `text_bodies` has a `plain_text`, too.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Content-Type: text/html\n\n<p>Gr&uuml;&szlig;e<blockquote>Wie geht's?\n").plain_text
    /// "Grüße\n\n> Wie geht's?\n"
    #[getter]
    fn plain_text<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        let plain = |parsed: &Parsed| parsed.view().text_body().and_then(|part| part.plain_text().ok());
        let text =
            self.parsed.detached(py, move |parsed| plain(parsed).map(|text| Prepared::of(text.into())))?;
        text.map(|text| text.string(py)).transpose()
    }

    /// All text parts whose Content-Disposition does not say that they are attachments, in order: list of `Text`. The texts of
    /// enclosed messages are among them, which `text_bodies` leaves out. So are texts that `attachments` lists, too, such as
    /// text/calendar and a text/csv with a file name. Octets that cannot be decoded become U+FFFD.
    /// With `Policy(strict=True)`, the list has only the parts that can be read without loss.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Content-Type: text/html; charset=utf-7\n\n+Jjo-").texts
    /// [Text(section='1', type='text/html', charset='UTF-7', text='☺')]
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

    /// What to show as plain text, in order (RFC 8621 section 4.1.4): list of `Text` and `Attachment`. They are texts (HTML
    /// where there is no plain text instead, or where it has only blanks or is binary data), and images, sounds and films
    /// between them, which are among `files`, too. So is text that is binary data.
    ///
    /// Show all of these parts, because an image and more text, or the footer of a mailing list, can follow the first text.
    ///
    /// >>> import mailutf
    /// >>> message = mailutf.Message(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee:\n"
    /// ...     b"--b\nContent-Type: image/png\n\n...\n--b\n\nNice?\n--b--\n")
    /// >>> [part.type for part in message.text_bodies]
    /// ['text/plain', 'image/png', 'text/plain']
    #[getter]
    fn text_bodies<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.bodies(py, |view| view.text_bodies().map(|part| part.index()).collect())
    }

    /// The parts to show in a program that prefers HTML, in order: list of `Text` and `Attachment`, as for `text_bodies`.
    ///
    /// >>> import mailutf
    /// >>> [part.type for part in mailutf.Message(b"Content-Type: text/html\n\n<p>x\n").html_bodies]
    /// ['text/html']
    #[getter]
    fn html_bodies<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.bodies(py, |view| view.html_bodies().map(|part| part.index()).collect())
    }

    /// What to list below the message, in order, whether its text or its HTML is shown: list of `Attachment`. For what can be
    /// saved, use `files`.
    ///
    /// These are the parts that are in neither `text_bodies` nor `html_bodies`, such as an enclosed message. The pictures of
    /// an HTML page in its multipart/related are attachments, too. A picture beside the page in multipart/mixed is shown
    /// with the page, so it is in `html_bodies` and `files` instead.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Content-Type: text/csv\nContent-Disposition: attachment; filename=a.csv\n\n1,2\n").attachments
    /// [<mailutf.Attachment "a.csv", text/csv>]
    #[getter]
    fn attachments(&self) -> PyResult<Vec<Attachment>> {
        let attachment = |part: MessagePart<'_>| Attachment::of(&self.parsed, &part);
        self.parsed.at_once(|view| view.attachments().map(attachment).collect())
    }

    /// What can be saved, in order: list of `Attachment`. These are all `attachments`, all images, sounds and films, even those
    /// that are shown between texts, and binary data that is labelled as text.
    ///
    /// So every part is a `Text` of `text_bodies` or `html_bodies`, or is among the files, except multiparts and the parts
    /// of enclosed messages. Damaged text, and text in an unknown charset, is no file: it is shown as far as it can be read,
    /// and `Part.data` has its bytes. Uuencoded data within a text is part of the text, and is in no list. A text with
    /// yEnc is binary data: a file without a name, with all lines of the text, and not decoded. The parts of TNEF (`winmail.dat`)
    /// are not taken out.
    ///
    /// >>> import mailutf
    /// >>> message = mailutf.Message(b"Content-Type: image/png; name=a.png\n\n...")
    /// >>> message.attachments, message.files
    /// ([], [<mailutf.Attachment "a.png", image/png>])
    /// >>> mailutf.Message(b"Content-Type: text/plain\n\n%PDF-1.7").files
    /// [<mailutf.Attachment "", text/plain>]
    #[getter]
    fn files(&self) -> PyResult<Vec<Attachment>> {
        let attachment = |part: MessagePart<'_>| Attachment::of(&self.parsed, &part);
        self.parsed.at_once(|view| view.files().map(attachment).collect())
    }

    /// All parts in order: list of `Part`. A part comes before the parts that it contains, so the first part is
    /// the message itself.
    ///
    /// >>> import mailutf
    /// >>> message = mailutf.Message(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee:\n"
    /// ...     b"--b\nContent-Type: image/png\n\n...\n--b--\n")
    /// >>> [(part.section, part.type) for part in message.parts]
    /// [('', 'multipart/mixed'), ('1', 'text/plain'), ('2', 'image/png')]
    #[getter]
    fn parts(&self) -> PyResult<Vec<Part>> {
        self.parsed.at_once(|view| view.parts().map(|part| Part::of(&self.parsed, part.index())).collect())
    }

    /// Returns the part with this section number, by which IMAP refers to the part (RFC 3501 section 6.4.5): `Part`, or
    /// None if there is no such part. The section number "" means the message itself. Of an enclosed message that is the part
    /// `outer`, `part(f"{outer}.{inner}")` is the part that the `Message` of the enclosed message calls `inner`, such as "2.1".
    ///
    /// >>> import mailutf
    /// >>> message = mailutf.Message(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee:\n--b--\n")
    /// >>> message.part("1").text, message.part("2")
    /// ('See:', None)
    fn part(&self, section: &str) -> PyResult<Option<Part>> {
        let found = self.parsed.at_once(|view| view.part_by_section(section).map(|part| part.index()))?;
        Ok(found.map(|index| Part::of(&self.parsed, index)))
    }

    /// Returns the part with this Content-ID, which HTML uses in a `cid:` URL: `Part`, or None if there is no such part.
    ///
    /// >>> import mailutf
    /// >>> mailutf.Message(b"Content-Type: image/png\nContent-ID: <1@b>\n\n...").part_by_content_id("1@b")
    /// <mailutf.Part "1", image/png>
    fn part_by_content_id(&self, id: &str) -> PyResult<Option<Part>> {
        let found = self.parsed.at_once(|view| view.part_by_content_id(id).map(|part| part.index()))?;
        Ok(found.map(|index| Part::of(&self.parsed, index)))
    }

    /// Finds other possible readings of each text, for a person who sees garbled text: list of `Readings`. Other methods
    /// return the likeliest reading; a rule can choose another one. Every body is listed. Encoded words and raw octets in
    /// fields are listed only if they have alternatives. Encoded words are listed once for each label, because a rule for
    /// a label chooses the reading of all texts with this label. `Policy(doubtful="label")` reads all text by its label.
    ///
    /// >>> import mailutf
    /// >>> message = mailutf.Message(b"Content-Type: text/plain; charset=koi8-r\n\n\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0?\n")
    /// >>> [(one.place, one.used, one.alternatives[0].how) for one in message.readings()]
    /// [('body', 'windows-1251', 'in KOI8-R, as its label says')]
    fn readings(&self, py: Python<'_>) -> PyResult<Vec<Readings>> {
        self.parsed.detached(py, |parsed| parsed.view().readings().into_iter().map(Readings::of).collect())
    }

    /// The findings about the message: list of `Finding`. Each finding is about something that is wrong,
    /// was guessed, or is left unchanged. Their order has no meaning. Reading this property takes as long
    /// as `normalize`.
    ///
    /// They are the findings that `normalize` would report, and those about texts that it leaves for another reason, such
    /// as the parts of a signed message. They are about a conversion: a finding can say that a text is left unchanged,
    /// although `text` shows it repaired. What to
    /// tell a reader of the message is `Finding.warning`. Damage of a file that is no text is only in `Attachment.damage`.
    ///
    /// If the message was read from a file, they have the reasons why the file does not let the message change, such as a
    /// `From ` line at which another program would start another message: `normalize_file` leaves such a message, although
    /// `normalized` converts it. `normalize_file` can leave a message for two more reasons, which no finding of the message
    /// names: a second parser reads the converted message in another way, or a mail server keeps the size of the message in
    /// an index. `Totals` counts these messages.
    ///
    /// >>> import mailutf
    /// >>> [finding.code for finding in mailutf.Message(b"Subject: caf\xe9\n\n").findings]
    /// ['field-raw']
    #[getter]
    fn findings(&self, py: Python<'_>) -> PyResult<Vec<Finding>> {
        let origin = self.origin.clone();
        self.parsed.detached(py, move |Parsed { message, policy }| {
            let plan = origin.checked(Normalizer::new(policy.choices().clone()).plan(message.octets()));
            let view = message.message();
            let structure = view.texts().original_structure();
            let findings = findings_of_texts(&plan, policy.choices());
            findings.iter().map(|finding| Finding::of(finding, &structure, message.octets())).collect()
        })
    }

    /// Returns the message with all text in UTF-8, as `normalize` writes it: bytes. The conversion uses `policy`, or
    /// the policy of the message if `policy` is None.
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

    /// Returns the message as an object of the package `email`, with all text decoded correctly: email.message.EmailMessage.
    ///
    /// Text is read as in this message, doubtful text too: the policy of the message applies. Line ends within decoded
    /// fields become blanks, so that no text becomes a field when `email` writes the message. So do lone CRs and other
    /// control characters that `email` takes for line ends. Header lines that are no field are left out, because `email`
    /// would lose all fields after them. Signed parts are not changed. An address that is not UTF-8 keeps its octets, because
    /// nothing says what they mean; the name before it is decoded and encoded like any other.
    ///
    /// >>> import mailutf
    /// >>> data = b"Subject: =?gb2312?B?1tDOxA==?=\nContent-Type: text/plain; charset=x-sjis\n\n\x83e\n"
    /// >>> message = mailutf.Message(data).to_email()
    /// >>> message["Subject"], message.get_content()
    /// ('中文', 'テ\n')
    fn to_email<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, parsed) = (slf.py(), &slf.get().parsed);
        let normalizer = Normalizer::new(parsed.policy.for_email());
        let work = move |parsed: &Parsed| {
            for_email(&parsed.view(), &normalizer.plan(parsed.message.octets()).apply())
        };
        let data = PyBytes::new(py, &parsed.detached(py, work)?);
        let policies = (parsed.policy.of_converted(), parsed.policy.clone());
        py.import("mailutf._email")?.call_method1("to_email", (data, policies.0, policies.1))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, message) = (slf.py(), slf.get());
        let Origin { path, offset, ordinal, flags, ends, .. } = &message.origin;
        let ends = ends.as_ref().map(kept);
        let (policy, from_line) =
            (message.parsed.policy.clone(), PyBytes::new(py, &message.origin.from_line));
        let parts = (message.data(py), policy, path.clone(), *offset, *ordinal, from_line, &**flags, ends);
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

    fn __repr__(&self) -> PyResult<String> {
        let (subject, from, date) = self.parsed.at_once(|view| {
            let from = view.from().into_iter().next().map(|from| format!("from {}", from.address));
            (view.subject().map(Cow::into_owned), from, view.date().map(|date| date.to_string()))
        })?;
        let mut subject = subject.unwrap_or_default();
        if let Some((end, _)) = subject.char_indices().nth(MOST_SHOWN) {
            subject.truncate(end);
            subject.push('…');
        }
        let size = format!("{} bytes", self.parsed.message.octets().len());
        let told = [Some(format!("{subject:?}")), from, date, Some(size)];
        Ok(format!("<mailutf.Message {}>", told.into_iter().flatten().collect::<Vec<_>>().join(", ")))
    }

    /// Returns the view in a notebook: the sender, the date, the subject, the start of the text, and the names of attachments.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("mailutf._notebook")?.call_method1("message", (slf,))
    }
}

/// Restores a pickled message.
#[pyfunction]
#[pyo3(name = "_restored", signature = (data, policy, path, offset, ordinal, from_line, flags, ends=None))]
#[expect(clippy::too_many_arguments, reason = "the parts of a pickle")]
pub(crate) fn restored(
    data: Bound<'_, PyBytes>,
    policy: &Policy,
    path: Option<PathBuf>,
    offset: u64,
    ordinal: u64,
    from_line: &[u8],
    flags: &str,
    ends: Option<Kept>,
) -> Message {
    let ends = ends.map(ends_of);
    let message = OwnedMessage::of(Octets::Given(data.into()), policy.for_display());
    let (from_line, flags) = (from_line.into(), flags.into());
    Message::new(message, policy.clone(), Origin { path, offset, ordinal, from_line, flags, ends })
}

/// Restores a pickled part.
#[pyfunction]
#[pyo3(name = "_restored_part")]
pub(crate) fn restored_part(message: &Message, index: usize) -> Part {
    Part::of(&message.parsed, index)
}

fn addresses(found: Vec<EmailAddress>) -> Vec<Address> {
    found.into_iter().map(Address::from).collect()
}

fn owned(found: Vec<Cow<'_, str>>) -> Vec<String> {
    found.into_iter().map(Cow::into_owned).collect()
}

fn shown(part: Option<MessagePart<'_>>) -> Option<Prepared> {
    Some(Prepared::of(part?.text().ok()?.text))
}
