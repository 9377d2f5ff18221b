//! Watches long work: tells a function of Python how much is done, and stops the work.

use mailutf::pipeline::Monitor;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The counts of the work, and the function that is told about them.
pub(crate) struct Watch<'py> {
    progress: Option<Bound<'py, PyAny>>,
    monitor: Arc<Monitor>,
}

impl<'py> Watch<'py> {
    /// # Errors
    /// Fails with TypeError if `progress` is not a function.
    pub(crate) fn of(progress: Option<Bound<'py, PyAny>>) -> PyResult<Self> {
        if let Some(progress) = progress.as_ref().filter(|progress| !progress.is_callable()) {
            let name = progress.get_type().name()?;
            return Err(PyTypeError::new_err(format!("progress: a function is needed, not {name}")));
        }
        Ok(Self { progress, monitor: Arc::default() })
    }

    /// The counts, for the thread that does the work.
    pub(crate) fn monitor(&self) -> Arc<Monitor> {
        Arc::clone(&self.monitor)
    }

    /// Tells the function how many octets and messages are done.
    ///
    /// # Errors
    /// Fails with the exception that the function raises.
    pub(crate) fn tick(&self) -> PyResult<()> {
        match &self.progress {
            Some(progress) => progress.call1((self.monitor.octets(), self.monitor.messages())).map(drop),
            None => Ok(()),
        }
    }

    /// Lets the work end as soon as what is in progress is done.
    pub(crate) fn stop(&self) {
        self.monitor.stop_flag().store(true, Ordering::Relaxed);
    }
}
