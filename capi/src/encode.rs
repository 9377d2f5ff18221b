//! Values for header fields that are written.

use crate::addresses::mailutf_addresses;
use crate::guard::{guarded, name, octets};
use crate::header::{invalid, returned};
use crate::status::mailutf_status;
use crate::text::mailutf_text;
use mailutf::encode::{self, Form, Unencodable};
use std::ffi::c_char;

/// An option: characters beyond US-ASCII are written in UTF-8 (RFC 6532), for servers with SMTPUTF8, instead of by encoded words
/// (RFC 2047) and RFC 2231, which every server takes.
pub const MAILUTF_UTF8: u32 = 1;

/// An option: long values are folded, which inserts CRLF before a blank, as RFC 5322 wants it of mail that is sent; the name of
/// the field may have 28 characters. Without it, the value is one line.
pub const MAILUTF_FOLDED: u32 = 2;

/// The value that `encode` writes in the form that `options` choose; no value for options that there are not.
fn written(options: u32, encode: impl FnOnce(Form) -> Result<String, Unencodable>) -> mailutf_text {
    if options & !(MAILUTF_UTF8 | MAILUTF_FOLDED) != 0 {
        return mailutf_text::because(mailutf_status::MAILUTF_INVALID_ARGUMENT);
    }
    let form = if options & MAILUTF_UTF8 == 0 { Form::Encoded } else { Form::Utf8 };
    match encode(form) {
        Ok(value) if options & MAILUTF_FOLDED != 0 => mailutf_text::of(value),
        // RFC 5322 section 2.2.3.
        Ok(value) => mailutf_text::of(value.replace("\r\n", "")),
        Err(error) => mailutf_text::none(mailutf_status::MAILUTF_UNENCODABLE, &error.to_string()),
    }
}

/// The value of a field with text, such as Subject, from UTF-8: mailutf_header_text() reads it again. `options` are 0, or
/// MAILUTF_UTF8 and MAILUTF_FOLDED, joined by |. Write the name of the field, ": ", the value, and CRLF. A line end in `text`
/// never becomes one of the header: write decoded text by this function only. MAILUTF_UNREADABLE if the text is not UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_encode_header(
    text: *const c_char,
    length: usize,
    options: u32,
) -> *mut mailutf_text {
    // SAFETY: by the rules of the header.
    let Some(text) = (unsafe { octets(text, length) }) else { return invalid() };
    returned(guarded(|| match std::str::from_utf8(text) {
        Ok(text) => written(options, |form| Ok(encode::text(text, form))),
        Err(_) => mailutf_text::not_utf8(),
    }))
}

/// The value of a field with addresses, such as To: mailutf_header_addresses() reads it again. `options` are as those of
/// mailutf_encode_header(). The list is of another message, or one of mailutf_addresses_new(). MAILUTF_UNENCODABLE if an
/// address cannot be written so: a list is written whole or not at all, and the reason names the address. A list that is not
/// MAILUTF_OK gives its status.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_encode_addresses(
    addresses: *const mailutf_addresses,
    options: u32,
) -> *mut mailutf_text {
    // SAFETY: by the rules of the header.
    let Some(addresses) = (unsafe { addresses.as_ref() }) else { return invalid() };
    returned(guarded(|| match addresses.list() {
        Ok(list) => written(options, |form| encode::addresses(&list, form)),
        Err(status) => mailutf_text::because(status),
    }))
}

/// A parameter of a field, such as "filename" of Content-Disposition, with its name, from UTF-8. Write "; " before it.
/// mailutf_header_parameter() reads it again. `options` are as those of mailutf_encode_header(). MAILUTF_UNENCODABLE if
/// `parameter` cannot be a name; MAILUTF_UNREADABLE if the value is not UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_encode_parameter(
    parameter: *const c_char,
    value: *const c_char,
    length: usize,
    options: u32,
) -> *mut mailutf_text {
    // SAFETY: by the rules of the header.
    let given = unsafe { (name(parameter), octets(value, length)) };
    let (Some(parameter), Some(value)) = given else { return invalid() };
    returned(guarded(|| match std::str::from_utf8(value) {
        Ok(value) => written(options, |form| encode::parameter(parameter, value, form)),
        Err(_) => mailutf_text::not_utf8(),
    }))
}
