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

    /// An empty list, whose status says why there are no identifiers.
    pub(crate) fn none(status: mailutf_status) -> Self {
        Self { status, list: Vec::new() }
    }

    pub(crate) fn handle(self) -> *mut Self {
        Box::into_raw(Box::new(self))
    }
}

/// How the call that returned the list ended; MAILUTF_INTERNAL_ERROR for NULL. The status of a list without identifiers
/// can be MAILUTF_OK.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_ids_status(ids: *const mailutf_ids) -> mailutf_status {
    // SAFETY: the caller keeps the rules in mailutf.h.
    unsafe { ids.as_ref() }.map_or(mailutf_status::MAILUTF_INTERNAL_ERROR, |ids| ids.status)
}

/// How many identifiers there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_ids_count(ids: *const mailutf_ids) -> usize {
    // SAFETY: the caller keeps the rules in mailutf.h.
    unsafe { ids.as_ref() }.map_or(0, |ids| ids.list.len())
}

/// An identifier, counted from 0, such as "1@example.org". It has no blanks, no line ends and no angle brackets; a field
/// needs angle brackets around it. NULL beyond the last. A NUL in it becomes U+FFFD.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_ids_id(ids: *const mailutf_ids, index: usize) -> *const c_char {
    // SAFETY: the caller keeps the rules in mailutf.h.
    let id = unsafe { ids.as_ref() }.and_then(|ids| ids.list.get(index));
    id.map_or(ptr::null(), |id| id.as_ptr())
}

/// Frees a list of identifiers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_ids_free(ids: *mut mailutf_ids) {
    // SAFETY: the caller keeps the rules in mailutf.h.
    unsafe { free(ids) };
}
