//! Names of IMAP mailboxes (RFC 3501 section 5.1.3).

use crate::guard::{guarded, octets};
use crate::header::{invalid, returned};
use crate::status::mailutf_status;
use crate::text::mailutf_text;
use mailutf::charset::Charset;
use std::ffi::c_char;

/// The name of an IMAP mailbox for a person: modified UTF-7 is decoded; a sequence that encodes no text stays as it is, and
/// raw octets are read as UTF-8. Never fails. Send the server the name as it came, not this text encoded again.
/// mailutf_text_replaced() counts what breaks the rules.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_imap_decode(name: *const c_char, length: usize) -> *mut mailutf_text {
    // SAFETY: by the rules of the header.
    let Some(name) = (unsafe { octets(name, length) }) else { return invalid() };
    returned(guarded(|| {
        let decoded = Charset::IMAP_UTF_7.decode(name);
        mailutf_text::of(decoded.text.into_owned()).with_replaced(decoded.errors)
    }))
}

/// The name of an IMAP mailbox in modified UTF-7, from UTF-8. MAILUTF_UNREADABLE if it is not UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_imap_encode(name: *const c_char, length: usize) -> *mut mailutf_text {
    // SAFETY: by the rules of the header.
    let Some(name) = (unsafe { octets(name, length) }) else { return invalid() };
    returned(guarded(|| {
        let encoded = std::str::from_utf8(name).ok().and_then(|name| Charset::IMAP_UTF_7.encode(name).ok());
        match encoded {
            Some(octets) => mailutf_text::of(octets.into_owned()),
            None => mailutf_text::none(mailutf_status::MAILUTF_UNREADABLE, "the name is not UTF-8"),
        }
    }))
}
