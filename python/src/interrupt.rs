//! Long work that Ctrl-C ends.

use pyo3::exceptions::PyRuntimeError;
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
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
    tick: impl FnMut() -> PyResult<()>,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    thread::spawn(move || sender.send(work()));
    let done = receive(py, &mut Some(receiver), tick)?;
    // The thread can end without a result only by a panic, which its hook has printed.
    done.ok_or_else(|| PyRuntimeError::new_err("an error in mailutf itself: please report it with the input"))
}
