//! Reads the message in a file that contains only one message.

use crate::interrupt::interruptible;
use crate::path::os_error;
use crate::policy::Policy;
use mailutf::internal::MessageEnds;
use mailutf::mailbox::mail::{MailFile, ReadOptions, Skipped};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::Path;

/// A message, its offset in its file, its `From ` line, and what the file shows about its start and end.
#[derive(Debug)]
pub(crate) struct Single {
    pub(crate) octets: Vec<u8>,
    pub(crate) offset: u64,
    pub(crate) from_line: Box<[u8]>,
    pub(crate) ends: MessageEnds,
}

impl Single {
    /// Reads the message at `path`.
    pub(crate) fn read(py: Python<'_>, path: &Path, policy: &Policy) -> PyResult<Self> {
        let (named, limit) = (path.to_path_buf(), policy.choices().limits.message);
        let found = interruptible(py, move || first_two(&named, limit), || Ok(()))?;
        let mut found = found.map_err(|skipped| os_error(&skipped.into()))?;
        let wrong = |why: &str| Err(PyValueError::new_err(format!("{} {why}", path.display())));
        match (found.pop(), found.is_empty()) {
            (Some(single), true) => Ok(single),
            (Some(_), false) => wrong("holds several messages; use Mailbox"),
            (None, _) => wrong("holds no message"),
        }
    }
}

/// Reads the messages of a file, up to the end of the batch that contains the second message.
fn first_two(path: &Path, limit: usize) -> Result<Vec<Single>, Skipped> {
    let mut found = Vec::new();
    for batch in MailFile::named(path).open(&ReadOptions::default().with_limit(limit))? {
        let batch = batch?;
        let single = |entry: mailutf::mailbox::batch::Entry<'_>| {
            let text = entry.message();
            let ends = MessageEnds::of(&entry, &text);
            let from_line = entry.from_line_octets().into();
            Single { octets: text.into_octets(), offset: entry.offset(), from_line, ends }
        };
        found.extend(batch.entries().map(single));
        if found.len() > 1 {
            break;
        }
    }
    Ok(found)
}
