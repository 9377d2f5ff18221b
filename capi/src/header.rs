//! Decodes the text of header fields.

use crate::guard::{name, octets};
use crate::hints::{mailutf_hints, with_hints};
use crate::status::mailutf_status;
use crate::text::mailutf_text;
use mailutf::header;
use std::ffi::c_char;
use std::ptr;

/// The return value of a call: the handle of the text, or NULL if the call panicked.
pub(crate) fn returned(text: Option<mailutf_text>) -> *mut mailutf_text {
    text.map_or(ptr::null_mut(), mailutf_text::handle)
}

/// The return value of a call with an argument that is not valid.
pub(crate) fn invalid() -> *mut mailutf_text {
    mailutf_text::because(mailutf_status::MAILUTF_INVALID_ARGUMENT).handle()
}

/// The result with `text`, or a result with the status MAILUTF_NOTHING if `text` is `None`.
fn found(text: Option<String>) -> mailutf_text {
    text.map_or_else(|| mailutf_text::because(mailutf_status::MAILUTF_NOTHING), mailutf_text::of)
}

/// Decodes the text of a header field without addresses, such as Subject. `value` is everything after the colon of
/// the field in the message, including line ends in a folded field. An encoded word that cannot be decoded without
/// loss stays encoded. A line end in an encoded word becomes a blank, so the text is one line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_header_text(
    value: *const c_char,
    length: usize,
    hints: *const mailutf_hints,
) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let Some(value) = (unsafe { octets(value, length) }) else { return invalid() };
    let read = |hints: &mailutf_hints| {
        let policy = hints.for_display();
        mailutf_text::of(header::decode_in(value, &hints.context(&policy)).into_owned())
    };
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    returned(unsafe { with_hints(hints, read) })
}

/// Decodes the text of a parameter of a header field, such as "charset" of Content-Type. The parameter can be in the
/// form of RFC 2231, in encoded words, or in raw octets. `value` is everything after the colon of the field.
/// `parameter` is the name of the parameter, in upper or lower case. The status is MAILUTF_NOTHING if the field has
/// no parameter of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_header_parameter(
    value: *const c_char,
    length: usize,
    parameter: *const c_char,
    hints: *const mailutf_hints,
) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let given = unsafe { (octets(value, length), name(parameter)) };
    let (Some(value), Some(parameter)) = given else { return invalid() };
    let read = |hints: &mailutf_hints| {
        let policy = hints.for_display();
        found(header::parameter_in(value, parameter, &hints.context(&policy)))
    };
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    returned(unsafe { with_hints(hints, read) })
}

/// Finds and decodes the file name of a part. `content_disposition` and `content_type` are the values of the fields of the part;
/// pass NULL with length 0 for a field that is missing. The status is MAILUTF_NOTHING if neither field has a name. The name can
/// contain any characters, even slashes: see mailutf_safe_file_name().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_file_name(
    content_disposition: *const c_char,
    content_disposition_length: usize,
    content_type: *const c_char,
    content_type_length: usize,
    hints: *const mailutf_hints,
) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let given = unsafe {
        (octets(content_disposition, content_disposition_length), octets(content_type, content_type_length))
    };
    let (Some(disposition), Some(content_type)) = given else { return invalid() };
    let read = |hints: &mailutf_hints| {
        let policy = hints.for_display();
        let context = hints.context(&policy);
        found(header::file_name_in(Some(disposition), Some(content_type), &context))
    };
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    returned(unsafe { with_hints(hints, read) })
}

/// Changes a file name so that a file of this name can be saved in a directory. The result contains no slashes or control
/// characters, is not the name of a hidden file, and is not the name of a device on Windows. `file_name` is UTF-8. The status is
/// MAILUTF_NOTHING if nothing of the name is left.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_safe_file_name(
    file_name: *const c_char,
    length: usize,
) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let Some(file_name) = (unsafe { octets(file_name, length) }) else { return invalid() };
    returned(crate::guard::guarded(|| {
        found(mailutf::message::safe_file_name(&String::from_utf8_lossy(file_name)))
    }))
}
