//! Reads the arguments of `mailutf.Policy`. If an argument has a wrong type, the error message is a sentence that
//! contains the name of the argument. PyO3 alone would put the name into a note of the exception.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

macro_rules! named {
    ($read:ident, $needed:literal, $type:ty: $($name:ident),*) => {
        $(
            #[allow(clippy::needless_lifetimes, reason = "some types need it")]
            pub(crate) fn $name<'a>(given: &'a Bound<'_, PyAny>) -> PyResult<$type> {
                $read(given).map_err(|error| with_name(error, stringify!($name), $needed, given))
            }
        )*
    };
}

named!(text, "str", &'a str: headers, bodies, doubtful);
named!(text_or_none, "str or None", Option<&'a str>: fallback_charset);
named!(switch, "bool", bool: attachments, decode_all, keep_dkim, break_signatures, strict, lossy, logical_order);
named!(octets, "int or None", Option<i64>: limit_message);

fn text<'a>(given: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    given.cast::<PyString>()?.to_str()
}

fn text_or_none<'a>(given: &'a Bound<'_, PyAny>) -> PyResult<Option<&'a str>> {
    if given.is_none() { Ok(None) } else { text(given).map(Some) }
}

fn switch(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    given.extract()
}

fn octets(given: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    given.extract()
}

fn with_name(error: PyErr, name: &str, needed: &str, given: &Bound<'_, PyAny>) -> PyErr {
    match given.get_type().name() {
        Ok(found) if error.is_instance_of::<PyTypeError>(given.py()) => {
            PyTypeError::new_err(format!("{name}: {needed} is needed, not {found}"))
        }
        _ => error,
    }
}
