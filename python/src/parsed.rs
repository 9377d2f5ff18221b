//! A message that was parsed once.

use crate::convert::LARGE;
use crate::interrupt::interruptible;
use crate::policy::Policy;
use mailutf::message::OwnedMessage;
use pyo3::prelude::*;
use std::sync::Arc;

/// A message that was parsed once, for all that hold a part of it.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) message: OwnedMessage,
    /// The policy that the message was parsed with.
    pub(crate) policy: Policy,
}

impl Parsed {
    pub(crate) fn view(&self) -> mailutf::message::Message<'_> {
        self.message.message()
    }

    /// Does `work` while Python's other threads run. If the message is large, Ctrl-C ends the call.
    pub(crate) fn detached<T: Send + 'static>(
        self: &Arc<Self>,
        py: Python<'_>,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> PyResult<T> {
        if self.message.octets().len() < LARGE {
            return Ok(py.detach(|| work(self)));
        }
        let parsed = Arc::clone(self);
        interruptible(py, move || work(&parsed), || Ok(()))
    }
}
