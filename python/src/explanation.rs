//! `mailutf.explain`: explains findings, with the texts of the command `mailutf explain`.

use crate::fields::{representation, values};
use mailutf::{Code, Warning};
use pyo3::exceptions::PyLookupError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::borrow::Cow;

/// The meaning of a finding, its cause, and advice. `str()` returns the whole explanation, as `mailutf explain` prints it.
///
/// The advice names options of the program `mailutf`. For options about text, `Policy` has arguments of the same names, but
/// `charsets` for `--charset`. For options about files, `normalize_file` has arguments of the same names, such as
/// `add_sizes`. `--no-verify` is `verify=False`. A few options, such as `--mbox-variant`, are only of the program.
/// What the commands `mailutf inspect` and `mailutf text` show, `Message.readings` and `Message.text` have.
///
/// >>> import mailutf
/// >>> explanation = mailutf.explain("transfer-tail")
/// >>> explanation.severity, explanation.advice
/// ('note', 'Nothing. The banner is kept before the text, and the footer after it.')
/// >>> print(explanation)
/// transfer-tail (note)
/// <BLANKLINE>
/// Plain text stands before or after the encoded data of a body; it was kept.
/// <BLANKLINE>
/// Why: A mail gateway put its banner before a base64 body, or a mailing list appended its footer.
/// <BLANKLINE>
/// What to do: Nothing. The banner is kept before the text, and the footer after it.
#[pyclass(frozen, eq, hash, get_all, module = "mailutf")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Explanation {
    /// The code, such as "transfer-tail": str.
    code: Cow<'static, str>,
    /// The severity: "note", "guess", "lossy" or "unresolved", as in `Finding`: str.
    severity: Cow<'static, str>,
    /// The warning for readers of the message, as in `Finding`: str or None.
    warning: Option<Cow<'static, str>>,
    /// The meaning of the finding, in one sentence: str.
    meaning: Cow<'static, str>,
    /// The cause of the finding: str.
    cause: Cow<'static, str>,
    /// What the reader can do about the finding: str.
    advice: Cow<'static, str>,
}

const NAMES: &[&str] = &["code", "severity", "warning", "meaning", "cause", "advice"];

/// Explains a kind of finding: `Explanation`. `code` is the value of `Finding.code`, one of `finding_codes()`.
///
/// Raises LookupError for an unknown code.
///
/// >>> import mailutf
/// >>> mailutf.explain("transfer-tail").meaning
/// 'Plain text stands before or after the encoded data of a body; it was kept.'
#[pyfunction]
pub(crate) fn explain(code: &str) -> PyResult<Explanation> {
    let found = Code::ALL.iter().find(|known| known.as_str() == code);
    let found = found.ok_or_else(|| PyLookupError::new_err(format!("unknown code: {code:?}")))?;
    Ok(Explanation {
        code: found.as_str().into(),
        severity: found.severity().as_str().into(),
        warning: found.warning().map(|warning| warning.as_str().into()),
        meaning: found.meaning().into(),
        cause: found.cause().into(),
        advice: found.advice().into(),
    })
}

/// Returns the codes of all kinds of findings: list of str. `explain` explains each code. A later version can have more.
///
/// >>> import mailutf
/// >>> "transfer-tail" in mailutf.finding_codes()
/// True
#[pyfunction]
pub(crate) fn finding_codes() -> Vec<&'static str> {
    Code::ALL.iter().map(|code| code.as_str()).collect()
}

#[pymethods]
impl Explanation {
    #[new]
    fn new(
        code: String,
        severity: String,
        warning: Option<String>,
        meaning: String,
        cause: String,
        advice: String,
    ) -> Self {
        let [code, severity, meaning, cause, advice] =
            [code, severity, meaning, cause, advice].map(Cow::Owned);
        Self { code, severity, warning: warning.map(Cow::Owned), meaning, cause, advice }
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        values(slf, NAMES)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        representation(slf, NAMES)
    }

    fn __str__(&self) -> String {
        let Self { code, severity, warning, meaning, cause, advice } = self;
        let known = Warning::ALL.iter().find(|known| warning.as_deref() == Some(known.as_str()));
        let warning = known.map(|known| format!("For readers: {}\n\n", known.meaning())).unwrap_or_default();
        format!("{code} ({severity})\n\n{meaning}\n\n{warning}Why: {cause}\n\nWhat to do: {advice}")
    }
}
