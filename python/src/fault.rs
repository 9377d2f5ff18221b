//! Turns a panic of mailutf into a Python exception that names the version of mailutf and the place of the panic.
//!
//! PyO3 would turn a panic into a `PanicException`, which `except Exception` does not catch. So one message that causes
//! a panic would end a program that reads millions of messages.

use pyo3::create_exception;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

create_exception!(
    mailutf,
    InternalError,
    PyRuntimeError,
    "An error in mailutf itself. Its text names the version and the place: please report it, if you can with the mail.\n\n\
     >>> import mailutf\n\
     >>> issubclass(mailutf.InternalError, RuntimeError)\n\
     True"
);

/// A failure that the input did not cause.
#[derive(Debug)]
pub(crate) enum Fault {
    /// A panic that was caught: its message and its place.
    Panic(String),
    /// The system cannot start another thread.
    NoThread(io::Error),
}

thread_local! {
    /// Whether this thread is running work whose panics are caught.
    static WITHIN: Cell<bool> = const { Cell::new(false) };
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Installs a panic hook. If a panic will be caught, the hook keeps its message for the exception and prints nothing.
/// Other panics are printed as before.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !WITHIN.try_with(Cell::get).unwrap_or(false) {
                return before(info);
            }
            let place = info.location().map(ToString::to_string).unwrap_or_default();
            let payload = info.payload();
            let text = payload.downcast_ref::<&str>().copied();
            let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
            let said = format!("{}, at {place}", text.unwrap_or("a panic"));
            SAID.with_borrow_mut(|kept| *kept = said);
        }));
    });
}

/// Runs `work` and catches a panic. `AssertUnwindSafe` is correct here, because after a panic, nothing that `work`
/// owned is used again.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Fault> {
    listen();
    let outer = WITHIN.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    WITHIN.set(outer);
    done.map_err(|_| Fault::Panic(SAID.take()))
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Panic(said) => {
                let version = env!("CARGO_PKG_VERSION");
                write!(f, "mailutf {version} failed: {said}; please report it with the mail")
            }
            Self::NoThread(error) => write!(f, "cannot start a thread: {error}"),
        }
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Panic(_) => InternalError::new_err(fault.to_string()),
            // Like Python's module `threading`, raises RuntimeError if a thread cannot be started.
            Fault::NoThread(_) => PyRuntimeError::new_err(fault.to_string()),
        }
    }
}
