//! `mailutf.encode_header` and its siblings, and `mailutf.to_utf7`: text that is written into mail.

use crate::convert::{detached, octets};
use crate::policy::{Policy, choice};
use crate::values::Address;
use mailutf::encode::{self, Form, Unencodable};
use mailutf::header::EmailAddress;
use mailutf::policy::HeaderForm;
use mailutf::{ToUtf7, Utf7Options, Wrap};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

const FORMS: &[(&str, Form)] = &[("encoded", Form::Encoded), ("utf8", Form::Utf8)];
const WRAPS: &[(&str, Wrap)] =
    &[("flowed", Wrap::Flowed), ("hard", Wrap::Hard), ("qp", Wrap::QuotedPrintable), ("none", Wrap::None)];

/// Encodes the text of a header field, such as a Subject: str, which `decode_header` reads again.
///
/// `form` is "encoded" (US-ASCII with encoded words, RFC 2047) or "utf8" (RFC 6532). Line ends in `text` do not become new fields.
/// The value is one line, which the package `email` takes and folds; with `fold` it has folds (CRLF and a blank), for programs that
/// write the field themselves.
///
/// Raises ValueError for another `form`.
///
/// >>> import mailutf
/// >>> mailutf.encode_header("Größe"), mailutf.encode_header("Größe", "utf8")
/// ('=?utf-8?B?R3LDtsOfZQ==?=', 'Größe')
#[pyfunction]
#[pyo3(signature = (text, form="encoded", *, fold=false))]
pub(crate) fn encode_header(text: &str, form: &str, fold: bool) -> PyResult<String> {
    Ok(folded(encode::text(text, choice("form", form, FORMS)?), fold))
}

/// `value`, with its folds only if `fold`.
fn folded(value: String, fold: bool) -> String {
    if fold { value } else { value.replace("\r\n", "") }
}

/// Encodes an address list, such as To: str, which `addresses` reads again. `form` and `fold` are as those of `encode_header`.
/// The package `email` needs the form "utf8", and encodes it itself: it reads a name of several encoded words wrong.
///
/// Raises ValueError with the first address that cannot be written so, and for another `form`: a list is written whole or not at
/// all. To find the others, encode each in a list of its own.
///
/// >>> import mailutf
/// >>> mailutf.encode_addresses([mailutf.Address("Döe, J.", "j@example.org")])
/// '=?utf-8?B?RMO2ZSwgSi4=?= <j@example.org>'
#[pyfunction]
#[pyo3(signature = (addresses, form="encoded", *, fold=false))]
pub(crate) fn encode_addresses(
    addresses: Vec<PyRef<'_, Address>>,
    form: &str,
    fold: bool,
) -> PyResult<String> {
    let list: Vec<EmailAddress> = addresses.iter().map(|one| one.to_library()).collect();
    let value = encode::addresses(&list, choice("form", form, FORMS)?).map_err(unencodable)?;
    Ok(folded(value, fold))
}

/// Encodes a parameter, such as the file name in Content-Disposition (RFC 2231): str. A semicolon stands before it.
///
/// `form` and `fold` are as those of `encode_header`. Raises ValueError for a `name` that is no token, and for another `form`.
///
/// >>> import mailutf
/// >>> mailutf.encode_parameter("filename", "€.txt")
/// "filename*=utf-8''%E2%82%AC.txt"
#[pyfunction]
#[pyo3(signature = (name, value, form="encoded", *, fold=false))]
pub(crate) fn encode_parameter(name: &str, value: &str, form: &str, fold: bool) -> PyResult<String> {
    let value = encode::parameter(name, value, choice("form", form, FORMS)?).map_err(unencodable)?;
    Ok(folded(value, fold))
}

fn unencodable(error: Unencodable) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Converts a message to 7-bit mail with text in UTF-7: bytes. What `mailutf to-utf7` does.
///
/// `data` is bytes, or any object with the buffer protocol; `policy` says how its text is read. `wrap` is how long lines are
/// broken: "flowed" (RFC 3676), "hard", "qp" (quoted-printable) or "none"; `columns` at most.
///
/// Raises TypeError if `data` is no buffer, and ValueError for another `wrap` or fewer than one column.
///
/// >>> import mailutf
/// >>> mailutf.to_utf7(b"Content-Type: text/plain; charset=koi8-r\n\n\xeb\xcf\xc4\n").splitlines()[-1]
/// b'+BBoEPgQ0'
#[pyfunction]
#[pyo3(signature = (data, policy=None, *, wrap="flowed", columns=None))]
pub(crate) fn to_utf7<'py>(
    data: &Bound<'py, PyAny>,
    policy: Option<&Policy>,
    wrap: &str,
    columns: Option<i64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let policy = Policy::or_default(policy).choices().clone().with_headers(HeaderForm::Utf7);
    let mut options = Utf7Options::default().with_policy(policy).with_wrap(choice("wrap", wrap, WRAPS)?);
    if let Some(given) = columns {
        let columns = usize::try_from(given).ok().filter(|columns| *columns > 0);
        let columns = columns.ok_or_else(|| PyValueError::new_err("columns: at least one is needed"))?;
        options = options.with_columns(columns);
    }
    let converted =
        detached(&octets(data)?, move |octets| ToUtf7::new(options).plan(octets).apply().into_owned())?;
    Ok(PyBytes::new(data.py(), &converted))
}
