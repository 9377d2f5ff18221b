//! Decodes and encodes the names of IMAP mailboxes (RFC 3501 section 5.1.3).

use crate::guard::{guarded, octets};
use crate::header::{invalid, returned};
use crate::status::mailutf_status;
use crate::text::mailutf_text;
use mailutf::charset::Charset;
use std::ffi::c_char;

/// Decodes the name of an IMAP mailbox, for display. A sequence that is not valid in modified UTF-7 stays as it is, and raw
/// octets are read as UTF-8. Decoding never fails. mailutf_text_replaced() counts the violations of the rules of modified
/// UTF-7. To name the mailbox to the server, send the original name, because encoding the decoded text again can give another
/// name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_imap_decode(name: *const c_char, length: usize) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let Some(name) = (unsafe { octets(name, length) }) else { return invalid() };
    returned(guarded(|| {
        let decoded = Charset::IMAP_UTF_7.decode(name);
        mailutf_text::of(decoded.text.into_owned()).with_replaced(decoded.errors)
    }))
}

/// Encodes the name of an IMAP mailbox from UTF-8 in modified UTF-7. The status is MAILUTF_UNREADABLE if the name is not UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_imap_encode(name: *const c_char, length: usize) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let Some(name) = (unsafe { octets(name, length) }) else { return invalid() };
    returned(guarded(|| {
        let encoded = std::str::from_utf8(name).ok().and_then(|name| Charset::IMAP_UTF_7.encode(name).ok());
        match encoded {
            Some(octets) => mailutf_text::of(octets.into_owned()),
            None => mailutf_text::none(mailutf_status::MAILUTF_UNREADABLE, "the name is not UTF-8"),
        }
    }))
}
