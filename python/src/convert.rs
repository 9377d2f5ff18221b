//! `mailutf.normalize`, and functions that other modules use to read octets and to run work without the GIL.

use crate::fault::caught;
use crate::interrupt::interruptible;
use crate::policy::Policy;
use mailutf::Normalizer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyMemoryView};

/// An input of at least this size is processed on another thread, so that Ctrl-C can end the call. An input of 1 MiB
/// takes about 10 ms.
pub(crate) const LARGE: usize = 1 << 20;

/// Returns the octets of an object with the buffer protocol.
pub(crate) fn octets<'py>(data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    match data.cast::<PyBytes>() {
        Ok(bytes) => Ok(bytes.clone()),
        // The octets are copied by a memoryview, because the stable ABI of Python 3.10 has no functions for buffers.
        Err(_) => {
            let view = PyMemoryView::from(data).map_err(|error| no_buffer(data, error))?;
            Ok(view.call_method0("tobytes")?.cast_into()?)
        }
    }
}

/// Returns the exception to raise if Python gives no view of `data`. `error` is the exception that Python raised.
fn no_buffer(data: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    match data.get_type().name() {
        Ok(name) if error.is_instance_of::<PyTypeError>(data.py()) => PyTypeError::new_err(format!(
            "bytes are needed, or another object with the buffer protocol, not {name}"
        )),
        _ => error,
    }
}

/// Runs `work` on `octets` without the GIL, so that other threads of Python can run.
pub(crate) fn detached<T: Send + 'static>(
    octets: &Bound<'_, PyBytes>,
    work: impl FnOnce(&[u8]) -> T + Send + 'static,
) -> PyResult<T> {
    let (py, input) = (octets.py(), octets.as_bytes());
    if input.len() < LARGE {
        return Ok(py.detach(|| caught(|| work(input)))?);
    }
    let octets = PyBackedBytes::from(octets.clone());
    interruptible(py, move || work(&octets), || Ok(()))
}

/// Converts all text of a message to UTF-8.
///
/// `data` is one message without the `From ` line of an mbox: bytes, or any object with the buffer protocol. `policy`,
/// a `Policy`, contains the choices for the conversion. Returns the new message as bytes. If nothing changes and `data`
/// is bytes, returns `data` itself. Bytes that are not mail are returned unchanged. Text that cannot be read without
/// loss is left unchanged: see `Message.findings`. A body of ASCII alone keeps its octets, but its label becomes utf-8, unless it
/// is us-ascii or missing.
///
/// Raises TypeError if `data` does not support the buffer protocol.
///
/// >>> import mailutf
/// >>> mailutf.normalize(b"Subject: =?koi8-r?B?8NLJ18XU?=\n\n").decode()
/// 'Subject: Привет\n\n'
/// >>> data = b"Subject: plain\n\n"
/// >>> mailutf.normalize(data) is data
/// True
#[pyfunction]
#[pyo3(signature = (data, policy=None))]
pub(crate) fn normalize<'py>(
    data: &Bound<'py, PyAny>,
    policy: Option<&Policy>,
) -> PyResult<Bound<'py, PyBytes>> {
    let octets = octets(data)?;
    let normalizer = Normalizer::new(Policy::or_default(policy).choices().clone());
    let new = detached(&octets, move |octets| {
        let plan = normalizer.plan(octets);
        (!plan.is_noop()).then(|| plan.apply().into_owned())
    })?;
    Ok(new.map_or(octets, |new| PyBytes::new(data.py(), &new)))
}
