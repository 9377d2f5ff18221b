//! Runs long work that Ctrl-C can end.

use crate::fault::{Fault, caught};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The interval at which Python's signal handlers run during long work.
const PERIOD: Duration = Duration::from_millis(50);

/// Waits for the next item of `items` and returns it, or `None` at the end. While this function waits, other threads of
/// Python run, and Python's signal handlers and `tick` run every 50 ms.
///
/// # Errors
/// Fails with the exception that a signal handler or `tick` raises.
pub(crate) fn receive<T: Send>(
    py: Python<'_>,
    items: &mut Option<Receiver<T>>,
    mut tick: impl FnMut() -> PyResult<()>,
) -> PyResult<Option<T>> {
    loop {
        let Some(receiver) = items.take() else { return Ok(None) };
        let (receiver, received) = py.detach(move || {
            let received = receiver.recv_timeout(PERIOD);
            (receiver, received)
        });
        match received {
            Ok(item) => {
                *items = Some(receiver);
                return Ok(Some(item));
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => *items = Some(receiver),
        }
        py.check_signals()?;
        tick()?;
    }
}

/// Runs `work` on another thread and returns its result. If a signal handler or `tick` raises an exception, the work
/// continues, but nobody waits for its result.
///
/// # Errors
/// Fails with the exception that a signal handler or `tick` raises, and with RuntimeError if the system cannot start a
/// thread.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
    tick: impl FnMut() -> PyResult<()>,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    let work = move || sender.send(caught(work));
    thread::Builder::new().spawn(work).map_err(Fault::NoThread)?;
    match receive(py, &mut Some(receiver), tick)? {
        Some(done) => Ok(done?),
        None => Err(PyRuntimeError::new_err("a thread of mailutf ended without a result")),
    }
}

/// Panics, so that tests can check what a user sees after a panic. This is needed because no known input causes a
/// panic. `how` says where the panic occurs: "within" the call, or "apart", on another thread.
#[pyfunction]
#[pyo3(name = "_fail")]
pub(crate) fn fail(py: Python<'_>, how: &str) -> PyResult<()> {
    let work = || panic!("on purpose");
    match how {
        "within" => Ok(caught(work)?),
        "apart" => interruptible(py, work, || Ok(())),
        _ => Err(PyValueError::new_err("within or apart")),
    }
}
