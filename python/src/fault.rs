//! The border between Rust and Python: a panic of mailutf is an exception that names the version and the place.
//!
//! PyO3 turns a panic into a `PanicException`, which `except Exception` does not catch, so that one faulty message would end a
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

/// A failure for which the input is not to blame.
#[derive(Debug)]
pub(crate) enum Fault {
    /// A panic that was caught: what it said, and where.
    Panic(String),
    /// The system gives no more threads.
    NoThread(io::Error),
}

thread_local! {
    /// Whether this thread does work whose panics are caught.
    static WITHIN: Cell<bool> = const { Cell::new(false) };
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Panics that are caught are kept for their exception, and print nothing; others are printed as before.
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

/// Does `work`. What it owned when it panicked is not used again.
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
            // As `threading` says it.
            Fault::NoThread(_) => PyRuntimeError::new_err(fault.to_string()),
        }
    }
}
