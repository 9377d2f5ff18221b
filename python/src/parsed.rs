//! A parsed message.

use crate::convert::LARGE;
use crate::fault::caught;
use crate::interrupt::interruptible;
use crate::policy::Policy;
use mailutf::message::OwnedMessage;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use std::sync::Arc;

/// The octets of a message. Python owns them, or they were read from a mailbox.
#[derive(Debug)]
pub(crate) enum Octets {
    Given(PyBackedBytes),
    Read(Vec<u8>),
}

impl Octets {
    pub(crate) fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        match self {
            Self::Given(octets) => {
                let Ok(bytes) = octets.into_pyobject(py);
                bytes
            }
            Self::Read(octets) => PyBytes::new(py, octets),
        }
    }
}

impl AsRef<[u8]> for Octets {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Given(octets) => octets,
            Self::Read(octets) => octets,
        }
    }
}

/// A parsed message, which is shared by all objects that refer to its parts.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) message: OwnedMessage<Octets>,
    /// The policy with which the message was parsed.
    pub(crate) policy: Policy,
}

impl Parsed {
    pub(crate) fn view(&self) -> mailutf::message::Message<'_> {
        self.message.message()
    }

    /// Runs `work` while the GIL is held. Use this for work that takes less time than releasing the GIL.
    pub(crate) fn at_once<T>(&self, work: impl FnOnce(&mailutf::message::Message<'_>) -> T) -> PyResult<T> {
        Ok(caught(|| work(&self.view()))?)
    }

    /// Runs `work` without the GIL, so that other threads of Python can run. If the message is large, Ctrl-C ends the call.
    pub(crate) fn detached<T: Send + 'static>(
        self: &Arc<Self>,
        py: Python<'_>,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> PyResult<T> {
        if self.message.octets().len() < LARGE {
            return Ok(py.detach(|| caught(|| work(self)))?);
        }
        let parsed = Arc::clone(self);
        interruptible(py, move || work(&parsed), || Ok(()))
    }
}
