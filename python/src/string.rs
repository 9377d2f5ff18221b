//! Strings of Python.

use mailutf::charset::Charset;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// The octets at the start of a text that show what the rest is like.
const START: usize = 256;

/// The string of a text. Python reads long runs of US-ASCII at once, but other UTF-8 character by character: UTF-16 is
/// read in half the time, also if a text has to be written in it first.
pub(crate) fn string<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyString>> {
    let start = text.as_bytes().get(..START).unwrap_or_default();
    if start.iter().filter(|octet| !octet.is_ascii()).count() <= START / 4 {
        return Ok(PyString::new(py, text));
    }
    const MARK: [u8; 2] = [0xFF, 0xFE];
    let Ok(units) = Charset::UTF_16LE.encode(text) else { return Ok(PyString::new(py, text)) };
    let marked = PyBytes::new_with(py, MARK.len() + units.len(), |room| {
        let (mark, rest) = room.split_at_mut(MARK.len());
        mark.copy_from_slice(&MARK);
        rest.copy_from_slice(&units);
        Ok(())
    })?;
    PyString::from_encoded_object(&marked, Some(c"utf-16"), None)
}
