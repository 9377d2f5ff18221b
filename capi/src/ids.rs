//! Lists of identifiers of messages or parts.

use crate::guard::free;
use crate::status::mailutf_status;
use crate::text::c_string;
use std::borrow::Cow;
use std::ffi::{CString, c_char};
use std::ptr;

/// A list of identifiers of messages or parts, or the reason why there is no list.
#[derive(Debug)]
pub struct mailutf_ids {
    status: mailutf_status,
    list: Vec<CString>,
}

impl mailutf_ids {
    pub(crate) fn of(list: Vec<Cow<'_, str>>) -> Self {
        Self { status: mailutf_status::MAILUTF_OK, list: list.into_iter().map(|id| c_string(&id)).collect() }
    }

    /// Returns an empty list whose status says why there are no identifiers.
    pub(crate) fn none(status: mailutf_status) -> Self {
        Self { status, list: Vec::new() }
    }

    pub(crate) fn handle(self) -> *mut Self {
        Box::into_raw(Box::new(self))
    }
}

/// The status of the call that returned the list; MAILUTF_INTERNAL_ERROR if `ids` is NULL. An empty list can have the
/// status MAILUTF_OK, too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_ids_status(ids: *const mailutf_ids) -> mailutf_status {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { ids.as_ref() }.map_or(mailutf_status::MAILUTF_INTERNAL_ERROR, |ids| ids.status)
}

/// The number of identifiers in a list.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_ids_count(ids: *const mailutf_ids) -> usize {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { ids.as_ref() }.map_or(0, |ids| ids.list.len())
}

/// The identifier with this index, counted from 0, such as "1@example.org". The identifier has no blanks, no line ends
/// and no angle brackets. In a header field, write angle brackets around it. The result is NULL if the index is beyond
/// the last identifier. A NUL in the identifier becomes U+FFFD.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_ids_id(ids: *const mailutf_ids, index: usize) -> *const c_char {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let id = unsafe { ids.as_ref() }.and_then(|ids| ids.list.get(index));
    id.map_or(ptr::null(), |id| id.as_ptr())
}

/// Frees a list of identifiers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_ids_free(ids: *mut mailutf_ids) {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { free(ids) };
}
