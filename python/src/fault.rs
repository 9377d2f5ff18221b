//! The border between Rust and Python. A panic of mailutf becomes an exception that names the version and the place.
//!
//! PyO3 would turn a panic into a `PanicException`. `except Exception` does not catch that, so one faulty message would end a
//! program that reads millions.

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
    /// The system starts no more threads.
    NoThread(io::Error),
}

thread_local! {
    /// Whether this thread runs work whose panics are caught.
    static WITHIN: Cell<bool> = const { Cell::new(false) };
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the message of a panic that will be caught, for its exception, and prints nothing. Other panics are printed as before.
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

/// Runs `work`. Nothing that it owned is used again after a panic.
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
            // `threading` raises the same.
            Fault::NoThread(_) => PyRuntimeError::new_err(fault.to_string()),
        }
    }
}
