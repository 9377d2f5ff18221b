//! Encodes text as the values of new header fields.

use crate::addresses::mailutf_addresses;
use crate::guard::{guarded, name, octets};
use crate::header::{invalid, returned};
use crate::status::mailutf_status;
use crate::text::mailutf_text;
use mailutf::encode::{self, Form, Unencodable};
use std::ffi::c_char;

/// An option of the functions that encode: characters beyond US-ASCII are written in UTF-8 (RFC 6532), for servers with
/// SMTPUTF8. Without this option, such characters are written in encoded words (RFC 2047) or in the form of RFC 2231, which
/// every server accepts.
pub const MAILUTF_UTF8: u32 = 1;

/// An option of the functions that encode: long values are folded by inserting CRLF before a blank, as RFC 5322 requires for
/// mail that is sent. The first line leaves room for a field name of up to 28 characters; a list of addresses can begin with
/// CRLF and a blank instead, and no line of a parameter leaves room. Without this option, the value is one line.
pub const MAILUTF_FOLDED: u32 = 2;

/// Calls `encode` with the form that `options` choose, and returns the value that `encode` writes. If `options` has an
/// unknown bit, the status is MAILUTF_INVALID_ARGUMENT.
fn written(options: u32, encode: impl FnOnce(Form) -> Result<String, Unencodable>) -> mailutf_text {
    if options & !(MAILUTF_UTF8 | MAILUTF_FOLDED) != 0 {
        return mailutf_text::because(mailutf_status::MAILUTF_INVALID_ARGUMENT);
    }
    let form = if options & MAILUTF_UTF8 == 0 { Form::Encoded } else { Form::Utf8 };
    match encode(form) {
        Ok(value) if options & MAILUTF_FOLDED != 0 => mailutf_text::of(value),
        // Unfolds the value (RFC 5322 section 2.2.3).
        Ok(value) => mailutf_text::of(value.replace("\r\n", "").trim_start()),
        Err(error) => mailutf_text::none(mailutf_status::MAILUTF_UNENCODABLE, &error.to_string()),
    }
}

/// Encodes UTF-8 text as the value of a header field such as Subject. mailutf_header_text() decodes the value again. `options`
/// is 0, or a combination of MAILUTF_UTF8 and MAILUTF_FOLDED, joined by |. To write the field, write its name, ": ", the value,
/// and CRLF. A line end in `text` (CR, LF, CR LF, U+000B, U+000C, U+0085, U+2028, U+2029) is written as one blank, so it never
/// becomes a line end of the header; then spaces and tabs at the start and the end are left out. Words in
/// US-ASCII at the start and the end stay as they are, so the value is no name of an address:
/// mailutf_encode_addresses() writes names. The status is MAILUTF_UNREADABLE if the text is not UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_encode_header(
    text: *const c_char,
    length: usize,
    options: u32,
) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let Some(text) = (unsafe { octets(text, length) }) else { return invalid() };
    returned(guarded(|| match std::str::from_utf8(text) {
        Ok(text) => written(options, |form| Ok(encode::text(text, form))),
        Err(_) => mailutf_text::not_utf8(),
    }))
}

/// Encodes a list of addresses as the value of a header field such as To. mailutf_header_addresses() reads the value again.
/// `options` are the same as for mailutf_encode_header(). With MAILUTF_FOLDED, the value begins with CRLF and a blank if the
/// first name is one encoded word on a line of its own, and would be two on the line of the field's name. `addresses` is a list
/// that was read from a message or made by mailutf_addresses_new(). If an address cannot be written in the form that `options`
/// choose, the result has no text, the status is MAILUTF_UNENCODABLE, and the reason names the address. If the status of the
/// list is not MAILUTF_OK, the result has the status of the list.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_encode_addresses(
    addresses: *const mailutf_addresses,
    options: u32,
) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let Some(addresses) = (unsafe { addresses.as_ref() }) else { return invalid() };
    returned(guarded(|| match addresses.list() {
        Ok(list) => written(options, |form| encode::addresses(&list, form)),
        Err(status) => mailutf_text::because(status),
    }))
}

/// Encodes a parameter of a header field, such as "filename" of Content-Disposition, from UTF-8. The result contains the name
/// and the value of the parameter; write "; " before it, or ";", CRLF and a blank if it is folded. mailutf_header_parameter()
/// reads the parameter again, with one blank for each line end in the value. `options` are the same as for
/// mailutf_encode_header(). The status is MAILUTF_UNENCODABLE if `parameter` cannot be the name of a parameter,
/// and MAILUTF_UNREADABLE if the value is not UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_encode_parameter(
    parameter: *const c_char,
    value: *const c_char,
    length: usize,
    options: u32,
) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let given = unsafe { (name(parameter), octets(value, length)) };
    let (Some(parameter), Some(value)) = given else { return invalid() };
    returned(guarded(|| match std::str::from_utf8(value) {
        Ok(value) => written(options, |form| encode::parameter(parameter, value, form)),
        Err(_) => mailutf_text::not_utf8(),
    }))
}
