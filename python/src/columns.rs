//! `mailutf.Columns`: messages as columns of a table, without a Python object for each message.

use crate::arrow::{ArrowArrayStream, ArrowSchema, Batches, Builder, Cell, Type};
use crate::origin::Origin;
use crate::parsed::Octets;
use crate::policy::Policy;
use crate::reading::{Purpose, Read, read_ahead};
use crate::skipped::Skipped;
use crate::source::Source;
use crate::values::Finding;
use mailutf::Normalizer;
use mailutf::header::EmailAddress;
use mailutf::internal::findings_of_texts;
use mailutf::mailbox::mbox;
use mailutf::message::{Message, MessagePart, OwnedMessage};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};
use std::vec;

/// Messages as columns of a table, in batches. `Mailbox.to_arrow` makes them. pyarrow, pandas, Polars, DuckDB and other
/// libraries read them by the Arrow PyCapsule interface (`__arrow_c_stream__`). The batches can be read only once. To
/// make a table of `columns`, use one of these:
///
/// - pyarrow: `pyarrow.table(columns)`
/// - pandas 3: `pandas.DataFrame.from_arrow(columns)`
/// - Polars: `polars.DataFrame(columns)`
/// - DuckDB: `duckdb.sql("SELECT * FROM columns")`, in which `columns` is the name of the variable
///
/// The columns are:
///
/// - path, offset, ordinal: the place of the message
/// - size: the length of the message in octets
/// - message_id, in_reply_to, references, list_id: identifiers, without angle brackets
/// - date: an instant; a date without a zone is taken to be in UTC
/// - subject: the decoded text of the field
/// - from, sender, reply_to, to, cc, bcc: lists of records of name and address
/// - headers: a map of all decoded fields, in which names can repeat
/// - text, html, plain_text: the best body, as in `Message`
/// - charsets: the charsets in which `Message.texts` were read, each once, as in `Text.charset`
/// - attachments, files: records of name, type, size and damage, as in `Message.attachments` and `Message.files`
/// - findings: records of code, severity, warning, section, detail and field, as in `Message.findings`
///
/// >>> import mailutf
/// >>> columns = mailutf.Mailbox("corpus/mbox/mboxrd.mbox").to_arrow(["subject", "date"])
/// >>> columns.names, columns.skipped
/// (['subject', 'date'], [])
#[pyclass(frozen, module = "mailutf")]
#[derive(Debug)]
pub(crate) struct Columns {
    columns: Vec<&'static Column>,
    skipped: Vec<Arc<Mutex<Vec<Skipped>>>>,
    rows: Mutex<Option<Rows>>,
}

/// A column, and the function that reads its value from a message.
#[derive(Debug)]
struct Column {
    name: &'static str,
    kind: Type,
    cell: for<'r> fn(&Row<'r>) -> Cell<'r>,
}

/// A message from which the columns read their values.
struct Row<'r> {
    message: &'r OwnedMessage<Octets>,
    view: &'r Message<'r>,
    origin: &'r Origin,
    policy: &'r Policy,
}

const ADDRESSES: Type = Type::List(&Type::Record(&[("name", Type::Text), ("address", Type::Text)]));
const TEXTS: Type = Type::List(&Type::Text);
const FILES: Type = Type::List(&Type::Record(&[
    ("name", Type::Text),
    ("type", Type::Text),
    ("size", Type::Number),
    ("damage", Type::Text),
]));
const FINDINGS: Type = Type::List(&Type::Record(&[
    ("code", Type::Text),
    ("severity", Type::Text),
    ("warning", Type::Text),
    ("section", Type::Text),
    ("detail", Type::Text),
    ("field", Type::Text),
]));

static COLUMNS: &[Column] = &[
    Column {
        name: "path",
        kind: Type::Text,
        cell: |row| row.origin.path.as_deref().map(Path::to_string_lossy).into(),
    },
    Column { name: "offset", kind: Type::Number, cell: |row| Cell::number(row.origin.offset) },
    Column { name: "ordinal", kind: Type::Number, cell: |row| Cell::number(row.origin.ordinal) },
    Column { name: "size", kind: Type::Number, cell: |row| Cell::number(row.message.octets().len()) },
    Column { name: "message_id", kind: Type::Text, cell: |row| row.view.message_id().into() },
    Column { name: "in_reply_to", kind: TEXTS, cell: |row| list(row.view.in_reply_to()) },
    Column { name: "references", kind: TEXTS, cell: |row| list(row.view.references()) },
    Column { name: "list_id", kind: Type::Text, cell: |row| row.view.list_id().map(|list| list.id).into() },
    Column {
        name: "date",
        kind: Type::Instant,
        cell: |row| row.view.date().map_or(Cell::Missing, |date| Cell::Number(date.timestamp() * 1_000_000)),
    },
    Column { name: "subject", kind: Type::Text, cell: |row| row.view.subject().into() },
    Column { name: "from", kind: ADDRESSES, cell: |row| addresses(row.view.from()) },
    Column { name: "sender", kind: ADDRESSES, cell: |row| addresses(row.view.sender()) },
    Column { name: "reply_to", kind: ADDRESSES, cell: |row| addresses(row.view.reply_to()) },
    Column { name: "to", kind: ADDRESSES, cell: |row| addresses(row.view.to()) },
    Column { name: "cc", kind: ADDRESSES, cell: |row| addresses(row.view.cc()) },
    Column { name: "bcc", kind: ADDRESSES, cell: |row| addresses(row.view.bcc()) },
    Column { name: "headers", kind: Type::Map, cell: headers },
    Column { name: "text", kind: Type::Text, cell: |row| body(row.view.text_body()) },
    Column { name: "html", kind: Type::Text, cell: |row| body(row.view.html_body()) },
    Column {
        name: "plain_text",
        kind: Type::Text,
        cell: |row| row.view.text_body().and_then(|part| part.plain_text().ok()).into(),
    },
    Column { name: "charsets", kind: TEXTS, cell: charsets },
    Column { name: "attachments", kind: FILES, cell: |row| files(row.view.attachments()) },
    Column { name: "files", kind: FILES, cell: |row| files(row.view.files()) },
    Column { name: "findings", kind: FINDINGS, cell: findings },
];

fn list<'c>(items: Vec<impl Into<Cell<'c>>>) -> Cell<'c> {
    Cell::List(items.into_iter().map(Into::into).collect())
}

fn addresses<'c>(found: Vec<EmailAddress>) -> Cell<'c> {
    let record =
        |EmailAddress { name, address, .. }| Cell::Record(vec![Cell::text(name), Cell::text(address)]);
    Cell::List(found.into_iter().map(record).collect())
}

fn headers<'r>(row: &Row<'r>) -> Cell<'r> {
    let headers = row.view.headers();
    let entry = |name: String, value: String| Cell::Record(vec![Cell::text(name), Cell::text(value)]);
    let fields = headers.iter().map(|field| entry(field.name().into_owned(), field.text().into_owned()));
    Cell::List(fields.collect())
}

fn body<'r>(part: Option<MessagePart<'r>>) -> Cell<'r> {
    part.and_then(|part| part.text().ok()).map(|text| text.text).into()
}

/// Returns the charsets of the texts in order, each charset once.
fn charsets<'r>(row: &Row<'r>) -> Cell<'r> {
    let texts =
        row.view.parts().filter(|part| part.media_type().starts_with("text/") && !part.is_attachment());
    let mut found = Vec::new();
    for charset in texts.filter_map(|part| Some(part.text().ok()?.charset.name())) {
        if !found.contains(&charset) {
            found.push(charset);
        }
    }
    Cell::List(found.into_iter().map(Cell::text).collect())
}

fn files<'r>(parts: impl Iterator<Item = MessagePart<'r>>) -> Cell<'r> {
    let record = |part: MessagePart<'_>| {
        let content = part.content();
        let damage = content.damage.map(|damage| damage.to_string());
        let (name, media_type) = (part.file_name().into(), Cell::text(part.media_type().to_owned()));
        Cell::Record(vec![name, media_type, Cell::number(content.octets.len()), damage.into()])
    };
    Cell::List(parts.map(record).collect())
}

fn findings<'r>(row: &Row<'r>) -> Cell<'r> {
    let plan = Normalizer::new(row.policy.choices().clone()).plan(row.message.octets());
    let plan = row.origin.checked(plan);
    let texts = row.view.texts();
    let structure = texts.original_structure();
    let record = |finding: &mailutf::Finding| {
        Cell::Record(vec![
            Cell::text(finding.code.as_str()),
            Cell::text(finding.code.severity().as_str()),
            finding.warning().map(|warning| warning.as_str().to_owned()).into(),
            Cell::text(structure.path(finding.part)),
            Cell::text(finding.detail.to_string()),
            Finding::field_of(finding, &structure, row.message.octets()).into(),
        ])
    };
    Cell::List(findings_of_texts(&plan, row.policy.choices()).iter().map(record).collect())
}

/// A mailbox whose messages will become rows.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) source: Source,
    pub(crate) policy: Policy,
    pub(crate) range: Option<mbox::Range>,
    pub(crate) skipped: Arc<Mutex<Vec<Skipped>>>,
}

/// The rows of several mailboxes, one mailbox after the other.
#[derive(Debug)]
struct Rows {
    columns: Vec<&'static Column>,
    /// The maximum number of rows in a batch.
    most: usize,
    inputs: VecDeque<Input>,
    open: Option<Open>,
    read: vec::IntoIter<Read>,
}

/// The batches of the mailbox that is being read, and the list of what is skipped in it.
type Open = (Receiver<Vec<Read>>, Arc<Mutex<Vec<Skipped>>>);

/// A batch ends when its values take this many octets.
const LARGE: usize = 64 << 20;

impl Rows {
    fn next_read(&mut self) -> Option<Read> {
        loop {
            if let Some(read) = self.read.next() {
                return Some(read);
            }
            match &self.open {
                Some((batches, _)) => match batches.recv() {
                    Ok(batch) => self.read = batch.into_iter(),
                    Err(_) => self.open = None,
                },
                None => {
                    let Input { source, policy, range, skipped } = self.inputs.pop_front()?;
                    self.open = Some((read_ahead(source, policy, range, Purpose::Display), skipped));
                }
            }
        }
    }

    fn batch(&mut self) -> Result<Option<Vec<Builder>>, String> {
        let mut builders: Vec<Builder> =
            self.columns.iter().map(|column| Builder::new(&column.kind)).collect();
        let mut rows = 0;
        while rows < self.most && builders.iter().map(Builder::size).sum::<usize>() < LARGE {
            match self.next_read() {
                Some(Read::Message(message, origin, policy)) => {
                    let view = message.message();
                    let row = Row { message: &message, view: &view, origin: &origin, policy: &policy };
                    for (column, builder) in self.columns.iter().zip(&mut builders) {
                        builder.push((column.cell)(&row));
                    }
                    rows += 1;
                }
                Some(Read::Skipped(one)) => {
                    if let Some((_, skipped)) = &self.open {
                        skipped.lock().unwrap_or_else(PoisonError::into_inner).push(one);
                    }
                }
                Some(Read::Failed(fault)) => return Err(fault.to_string()),
                None => break,
            }
        }
        Ok((rows > 0).then_some(builders))
    }
}

impl Batches for Rows {
    fn columns(&self) -> Vec<(&'static str, &'static Type)> {
        self.columns.iter().map(|column| (column.name, &column.kind)).collect()
    }

    fn next(&mut self) -> Result<Option<Vec<Builder>>, String> {
        // A thread that reads a Python file needs the GIL. If the caller holds the GIL, it is released here.
        let next = Python::try_attach(|py| py.detach(|| self.batch()));
        next.unwrap_or_else(|| Err("Python has ended".to_owned()))
    }
}

impl Columns {
    pub(crate) fn of(inputs: Vec<Input>, columns: Option<Vec<String>>, batch: i64) -> PyResult<Self> {
        let most = usize::try_from(batch).ok().filter(|rows| *rows > 0);
        let most = most.ok_or_else(|| PyValueError::new_err("batch: at least one row is needed"))?;
        let columns = match columns {
            Some(names) => names.iter().map(|name| column(name)).collect::<PyResult<_>>()?,
            None => COLUMNS.iter().collect::<Vec<_>>(),
        };
        let skipped = inputs.iter().map(|input| Arc::clone(&input.skipped)).collect();
        let rows = Rows {
            columns: columns.clone(),
            most,
            inputs: inputs.into(),
            open: None,
            read: Vec::new().into_iter(),
        };
        Ok(Self { columns, skipped, rows: Mutex::new(Some(rows)) })
    }
}

fn column(name: &str) -> PyResult<&'static Column> {
    COLUMNS.iter().find(|column| column.name == name).ok_or_else(|| {
        let all: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
        PyValueError::new_err(format!("columns: unknown column '{name}'; choose from {}", all.join(", ")))
    })
}

#[pymethods]
impl Columns {
    /// The names of all possible columns: list of str.
    #[classattr]
    #[pyo3(name = "NAMES")]
    fn all() -> Vec<&'static str> {
        COLUMNS.iter().map(|column| column.name).collect()
    }

    /// The names of the columns of this object: list of str.
    #[getter]
    fn names(&self) -> Vec<&'static str> {
        self.columns.iter().map(|column| column.name).collect()
    }

    /// Files and messages that could not be read or are too large: list of `Skipped`. The list is complete when the
    /// last batch has been read.
    #[getter]
    fn skipped(&self) -> Vec<Skipped> {
        let lists = self.skipped.iter();
        lists.flat_map(|list| list.lock().unwrap_or_else(PoisonError::into_inner).clone()).collect()
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface allows a producer to ignore the requested schema. The consumer then converts the columns.
        let _ = requested_schema;
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner).take();
        let rows =
            rows.ok_or_else(|| PyRuntimeError::new_err("columns can be read once; make them again"))?;
        PyCapsule::new_with_value(py, ArrowArrayStream::of(rows), c"arrow_array_stream")
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let columns: Vec<_> = self.columns.iter().map(|column| (column.name, &column.kind)).collect();
        PyCapsule::new_with_value(py, ArrowSchema::of_rows(&columns), c"arrow_schema")
    }

    fn __repr__(&self) -> String {
        format!("<mailutf.Columns {}>", self.names().join(", "))
    }
}
