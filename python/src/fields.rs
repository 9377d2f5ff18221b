//! Header fields; and Python objects whose representation and pickle consist of their fields.

use mailutf::message::Headers;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The values of the fields `names`. The constructor makes an equal object from them.
pub(crate) fn values<'py, T>(object: &Bound<'py, T>, names: &[&str]) -> PyResult<Bound<'py, PyTuple>> {
    let values = names.iter().map(|name| object.as_any().getattr(*name));
    PyTuple::new(object.py(), values.collect::<PyResult<Vec<_>>>()?)
}

/// The text `Class(name=value, …)`, with the values as Python represents them.
pub(crate) fn representation<T>(object: &Bound<'_, T>, names: &[&str]) -> PyResult<String> {
    let object = object.as_any();
    let fields = names.iter().map(|name| Ok(format!("{name}={}", object.getattr(*name)?.repr()?)));
    let fields = fields.collect::<PyResult<Vec<String>>>()?;
    Ok(format!("{}({})", object.get_type().name()?, fields.join(", ")))
}

/// The names and decoded values of header fields.
pub(crate) fn fields(headers: &Headers<'_>) -> Vec<(String, String)> {
    headers.iter().map(|field| (field.name().into_owned(), field.text().into_owned())).collect()
}
