//! Lists header fields, and makes the `repr()` and the pickle of a Python object from the values of its attributes.

use mailutf::message::Headers;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Returns the values of the attributes `names` of an object. From these values, the constructor makes an equal object.
pub(crate) fn values<'py, T>(object: &Bound<'py, T>, names: &[&str]) -> PyResult<Bound<'py, PyTuple>> {
    let values = names.iter().map(|name| object.as_any().getattr(*name));
    PyTuple::new(object.py(), values.collect::<PyResult<Vec<_>>>()?)
}

/// Returns the text `Class(name=value, …)`, in which each value is written as `repr()` writes it.
pub(crate) fn representation<T>(object: &Bound<'_, T>, names: &[&str]) -> PyResult<String> {
    let object = object.as_any();
    let fields = names.iter().map(|name| Ok(format!("{name}={}", object.getattr(*name)?.repr()?)));
    let fields = fields.collect::<PyResult<Vec<String>>>()?;
    Ok(format!("{}({})", object.get_type().name()?, fields.join(", ")))
}

/// Returns the names and the decoded values of header fields.
pub(crate) fn fields(headers: &Headers<'_>) -> Vec<(String, String)> {
    headers.iter().map(|field| (field.name().into_owned(), field.text().into_owned())).collect()
}
