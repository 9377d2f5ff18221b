//! Decodes the text of bodies, and converts HTML to plain text.

use crate::guard::{guarded, octets};
use crate::header::{invalid, returned};
use crate::hints::{mailutf_hints, with_hints};
use crate::status::mailutf_status;
use crate::text::mailutf_text;
use mailutf::text::{DecodedText, Unreadable};
use mailutf::{body, plain};
use std::ffi::c_char;

/// Converts the text of a body, or the reason why the body has no text, into the result of a call.
pub(crate) fn read(text: Result<DecodedText<'_>, Unreadable>) -> mailutf_text {
    match text {
        Ok(read) => mailutf_text::of(read.text.into_owned())
            .in_charset(read.charset.name())
            .by_evidence(&read.confidence.to_string())
            .with_replaced(read.replaced)
            .with_findings(read.findings.iter()),
        Err(why @ Unreadable::NoPart) => {
            mailutf_text::none(mailutf_status::MAILUTF_NOTHING, &why.to_string())
        }
        Err(why) => mailutf_text::none(mailutf_status::MAILUTF_UNREADABLE, &why.to_string()),
    }
}

/// Decodes the text of one body, as IMAP returns the body (RFC 9051, BODY[1]). `body` still has its transfer encoding.
/// `content_type` and `transfer_encoding` are the values of the fields Content-Type and Content-Transfer-Encoding; pass
/// NULL with length 0 for a field that is missing. Line ends stay as they are. Octets that cannot be decoded become U+FFFD.
/// The status is MAILUTF_UNREADABLE if the body is not text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_body_text(
    body: *const c_char,
    length: usize,
    content_type: *const c_char,
    content_type_length: usize,
    transfer_encoding: *const c_char,
    transfer_encoding_length: usize,
    hints: *const mailutf_hints,
) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let given = unsafe {
        (
            octets(body, length),
            octets(content_type, content_type_length),
            octets(transfer_encoding, transfer_encoding_length),
        )
    };
    let (Some(octets), Some(content_type), Some(transfer_encoding)) = given else { return invalid() };
    let decode = |hints: &mailutf_hints| {
        let mut policy = hints.for_display();
        // If the hints contain other text of the message, the charset of this text is better evidence than the fallback
        // charset.
        policy.fallback = hints.other().or(policy.fallback);
        read(body::decode(octets, content_type, transfer_encoding, &policy))
    };
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    returned(unsafe { with_hints(hints, decode) })
}

/// Converts HTML to plain text, as a person reads it. The result has lines and paragraphs, "> " before quotations, and marks
/// before list items. Pictures are replaced by their alternative texts. Soft hyphens are left out; other invisible characters,
/// such as the zero-width space, are kept. Text that the page hides, for example by `display:none`, is part of the result.
/// `html` is UTF-8, as mailutf_body_text() returns it. The status is MAILUTF_UNREADABLE if `html` is not UTF-8. For a part of a
/// message, use mailutf_message_part_plain_text().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_html_to_text(html: *const c_char, length: usize) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let Some(html) = (unsafe { octets(html, length) }) else { return invalid() };
    returned(guarded(|| match std::str::from_utf8(html) {
        Ok(html) => mailutf_text::of(plain::of_html(html)),
        Err(_) => mailutf_text::not_utf8(),
    }))
}
