//! Long work that Ctrl-C ends.

use crate::fault::{Fault, caught};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often Python's signal handlers get a turn.
const PERIOD: Duration = Duration::from_millis(50);

/// Waits for the next item of `items`; `None` at the end. Python's other threads run meanwhile, and its signal handlers
/// and `tick` run every 50 ms.
///
/// # Errors
/// What a signal handler or `tick` raises.
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

/// Does `work` on a thread of its own. If a signal handler raises, the work goes on, but nobody waits for it.
///
/// # Errors
/// What a signal handler or `tick` raises; RuntimeError if the system gives no thread.
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

/// Fails as no input does, so that tests see what users would: within a call, or on a thread of its own.
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
