//! Lists of identifiers.

use crate::guard::free;
use crate::status::mailutf_status;
use crate::text::c_string;
use std::borrow::Cow;
use std::ffi::{CString, c_char};
use std::ptr;

/// A list of identifiers of messages or parts.
#[derive(Debug)]
pub struct mailutf_ids {
    status: mailutf_status,
    list: Vec<CString>,
}

impl mailutf_ids {
    pub(crate) fn of(list: Vec<Cow<'_, str>>) -> Self {
        Self { status: mailutf_status::MAILUTF_OK, list: list.into_iter().map(|id| c_string(&id)).collect() }
    }

    /// No list; the status says why.
    pub(crate) fn none(status: mailutf_status) -> Self {
        Self { status, list: Vec::new() }
    }

    pub(crate) fn handle(self) -> *mut Self {
        Box::into_raw(Box::new(self))
    }
}

/// How the call ended that returned the list; MAILUTF_INTERNAL_ERROR for NULL. A list without identifiers is MAILUTF_OK.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_ids_status(ids: *const mailutf_ids) -> mailutf_status {
    // SAFETY: by the rules of the header.
    unsafe { ids.as_ref() }.map_or(mailutf_status::MAILUTF_INTERNAL_ERROR, |ids| ids.status)
}

/// How many identifiers there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_ids_count(ids: *const mailutf_ids) -> usize {
    // SAFETY: by the rules of the header.
    unsafe { ids.as_ref() }.map_or(0, |ids| ids.list.len())
}

/// An identifier, counted from 0, such as "1@example.org": without its angle brackets, which a field needs around it, and
/// without blanks and line ends. NULL beyond the last. A NUL in it is U+FFFD.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_ids_id(ids: *const mailutf_ids, index: usize) -> *const c_char {
    // SAFETY: by the rules of the header.
    let id = unsafe { ids.as_ref() }.and_then(|ids| ids.list.get(index));
    id.map_or(ptr::null(), |id| id.as_ptr())
}

/// Frees a list of identifiers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_ids_free(ids: *mut mailutf_ids) {
    // SAFETY: by the rules of the header.
    unsafe { free(ids) };
}
