//! `mailutf.Rules`: the decisions of the owner of the mail.

use crate::path::AnyPath;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::fs;

/// The decisions of the owner of the mail about doubtful texts, as rules in the TOML format of `mailutf review`.
/// `Policy(rules=…)` applies the rules when mail is read. Rules are equal if their texts are equal, and can be pickled.
///
/// The text begins with `version = 1`. Each rule begins with `[[rule]]`, has one condition or more, all of which must
/// hold, and says how text is read. The first rule that applies to a text decides. The conditions:
///
/// - `from`, `list`, `thread`, `message-id`: the address of the sender, the identifier in List-Id, the Message-ID of the
///   first message of the thread, the Message-ID. `*` stands for any characters; `\*`, `\<` and `\\` for themselves.
/// - `dates`: a day, a month, a year, or the first and the last of them, such as "2003/2006-07".
/// - `digest`: "sha256:" and the digest of the message in hexadecimal digits.
/// - `label`: the charset label of the text, or an alias of it; "none" for text without a label, "unknown" for a label
///   that names no charset, "*" for all text. A label that mail spells like one of these words has a backslash before it.
/// - `file`: the file of the message, such as "lists/*.mbox".
///
/// A condition with a list of values holds if one of them does. How text is read:
///
/// - `read`: a charset; a list of charsets, of which the letters show one; "label", as labelled, even if the letters look
///   otherwise; "evidence", as it very likely is; or "leave": a conversion leaves the text unchanged. Of such text, readers
///   show a body as its label says or, if the label names no charset, as without the rule; encoded words stay encoded.
/// - `undo`: the wrong decodings that garbled the text before it was stored, the last one first, such as
///   ["windows-1252 > utf-8"]. With `digest` and `lossy = true`, characters may be lost.
///
/// Octets that prove their charset, such as valid UTF-8, count more than a rule, unless the rule names the message by
/// `digest`, or by `message-id` without `*`. Valid UTF-8 that is labelled as UTF-8 is never read otherwise; `undo` repairs it
/// if it was garbled. For text in an enclosed message, the conditions are compared with the fields of the enclosed message,
/// but `digest` with the outermost message.
///
/// Converted text is in UTF-8, with the label "utf-8", or in fields without a label, and only a rule that is for such text, too,
/// still applies to it. So a rule by `message-id` best has no `label`; if the texts of the message need different rules, give
/// it `label = ["iso-8859-1", "utf-8", "none"]`. Readers without the rule still hold text that was read by its "label" for
/// garbled if it looks so, and `Policy(doubtful="evidence")` restores it.
///
/// `text` contains the rules. `name` is the name of the file of the rules, which findings mention. In a `Mailbox`, a
/// rule can have a condition on the file of a message. The condition is compared with the path relative to the mailbox.
///
/// Raises ValueError with all mistakes in the rules, and the line of each mistake.
///
/// >>> import mailutf
/// >>> rules = mailutf.Rules('version = 1\n[[rule]]\nfrom = "jan@example.org"\nread = "macintosh"\n')
/// >>> data = b"From: jan@example.org\nSubject: =?iso-8859-1?Q?J=9Arg?=\n\n"
/// >>> mailutf.Message(data).subject, mailutf.Message(data, mailutf.Policy(rules=rules)).subject
/// ('Jšrg', 'Jörg')
/// >>> mailutf.Rules('version = 1\n[[rule]]\nform = "jan@example.org"\nread = "leave"\n')
/// Traceback (most recent call last):
/// ValueError: line 3, column 1: unknown key `form`; did you mean `from`?
#[pyclass(frozen, module = "mailutf")]
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    rules: mailutf::rules::Rules,
    /// The text of the rules.
    #[pyo3(get)]
    text: String,
}

impl Rules {
    pub(crate) fn get(&self) -> &mailutf::rules::Rules {
        &self.rules
    }
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (text, name=None))]
    fn new(text: String, name: Option<&str>) -> PyResult<Self> {
        let rules = mailutf::rules::Rules::parse(&text);
        let rules = rules.map_err(|mistakes| PyValueError::new_err(mistakes.to_string()))?;
        Ok(Self { rules: name.map_or(rules.clone(), |name| rules.named(name)), text })
    }

    /// Reads rules from a file, such as `decisions.toml`: `Rules`. `path` is str, bytes or pathlib.Path.
    ///
    /// Raises OSError if the file cannot be read, and ValueError with the mistakes in the rules.
    ///
    /// >>> import mailutf, pathlib, tempfile
    /// >>> with tempfile.TemporaryDirectory() as directory:
    /// ...     file = pathlib.Path(directory, "decisions.toml")
    /// ...     _ = file.write_text('version = 1\n[[rule]]\nlabel = "x-unknown"\nread = "koi8-r"\n')
    /// ...     rules = mailutf.Rules.load(file)
    /// >>> rules.name == str(file), rules.unused
    /// (True, [2])
    #[staticmethod]
    fn load(path: AnyPath) -> PyResult<Self> {
        let name = path.0.to_string_lossy();
        match fs::read_to_string(&path.0) {
            Ok(text) => Self::new(text, Some(&name)),
            Err(error) => match error.raw_os_error() {
                Some(number) => {
                    Err(PyOSError::new_err((number, "cannot read the rules", path.0.into_os_string())))
                }
                None => Err(PyValueError::new_err(format!("{name}: {error}"))),
            },
        }
    }

    /// The name of the file of the rules: str, or None if there is none.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.rules.name()
    }

    /// The line numbers of the rules that have not applied to any text so far: list of int. All texts that were read by
    /// these rules count. A rule applies to each text for which it is the first rule whose conditions hold, even if it makes
    /// no difference, because the text is US-ASCII or its octets prove another charset.
    #[getter]
    fn unused(&self) -> Vec<u32> {
        self.rules.unused().collect()
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (self.text.clone(), self.rules.name()).into_pyobject(py)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.text == other.text
    }

    fn __hash__(slf: &Bound<'_, Self>) -> PyResult<isize> {
        slf.getattr("text")?.hash()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let name = slf.getattr("name")?;
        let of = if name.is_none() { slf.getattr("text")? } else { name };
        Ok(format!("<mailutf.Rules {}>", of.repr()?))
    }
}
