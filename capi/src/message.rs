//! A message as a mail client shows it.

use crate::addresses::mailutf_addresses;
use crate::body::read;
use crate::guard::{free, guarded, name, octets};
use crate::header::returned;
use crate::hints::{mailutf_hints, with_hints};
use crate::status::mailutf_status;
use crate::text::{c_string, mailutf_text};
use mailutf::message::{MessagePart, OwnedMessage};
use std::ffi::{CString, c_char};
use std::ptr;

/// A message, parsed once. It keeps a copy of its octets.
#[derive(Debug)]
pub struct mailutf_message {
    message: OwnedMessage<Vec<u8>>,
    /// The media type of each part.
    media_types: Vec<CString>,
    /// The indices of the attachments.
    attachments: Vec<usize>,
}

impl mailutf_message {
    pub(crate) fn parse(octets: &[u8], hints: &mailutf_hints) -> *mut Self {
        let message = OwnedMessage::of(octets.to_vec(), hints.for_display());
        let media_types = message.message().parts().map(|part| c_string(part.media_type())).collect();
        let attachments = message.message().attachments().map(|part| part.index()).collect();
        Box::into_raw(Box::new(Self { message, media_types, attachments }))
    }

    /// What `ask` tells of a part; `absent` if there is no such part.
    fn part<T>(&self, index: usize, absent: T, ask: impl FnOnce(&MessagePart<'_>) -> T) -> T {
        let message = self.message.message();
        message.part(index).map_or(absent, |part| ask(&part))
    }
}

fn nothing() -> mailutf_text {
    mailutf_text::because(mailutf_status::MAILUTF_NOTHING)
}

fn invalid() -> mailutf_text {
    mailutf_text::because(mailutf_status::MAILUTF_INVALID_ARGUMENT)
}

/// Parses a message: octets as they are stored, without the `From ` line of an mbox. Other text of the message in the hints is
/// not used: the message has it. Returns NULL for an argument that is not valid, too. Free it by mailutf_message_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_parse(
    message: *const c_char,
    length: usize,
    hints: *const mailutf_hints,
) -> *mut mailutf_message {
    // SAFETY: by the rules of the header.
    let Some(message) = (unsafe { octets(message, length) }) else { return ptr::null_mut() };
    // SAFETY: by the rules of the header.
    unsafe { with_hints(hints, |hints| mailutf_message::parse(message, hints)) }.unwrap_or(ptr::null_mut())
}

/// The text of the first header field called `field`, such as "Subject"; that of an address field has the addresses, with names
/// quoted where necessary. MAILUTF_NOTHING without such a field.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_header(
    message: *const mailutf_message,
    field: *const c_char,
) -> *mut mailutf_text {
    // SAFETY: by the rules of the header.
    let given = unsafe { (message.as_ref(), name(field)) };
    returned(guarded(|| {
        let (Some(message), Some(field)) = given else { return invalid() };
        let message = message.message.message();
        let text = message.header(field).map(|field| field.text().into_owned());
        text.map_or_else(nothing, mailutf_text::of)
    }))
}

/// The addresses of all header fields called `field`, such as "To". A list without addresses if there is no such field.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_addresses(
    message: *const mailutf_message,
    field: *const c_char,
) -> *mut mailutf_addresses {
    // SAFETY: by the rules of the header.
    let given = unsafe { (message.as_ref(), name(field)) };
    let found = guarded(|| match given {
        (Some(message), Some(field)) => mailutf_addresses::of(message.message.message().addresses(field)),
        _ => mailutf_addresses::none(mailutf_status::MAILUTF_INVALID_ARGUMENT),
    });
    found.map_or(ptr::null_mut(), mailutf_addresses::handle)
}

/// Writes the time of the field Date to `seconds`, in seconds since 1970 in UTC. MAILUTF_NOTHING without a date that can be read;
/// `seconds` is not changed then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_date(
    message: *const mailutf_message,
    seconds: *mut i64,
) -> mailutf_status {
    // SAFETY: by the rules of the header.
    let given = unsafe { (message.as_ref(), seconds.as_mut()) };
    let (Some(message), Some(seconds)) = given else { return mailutf_status::MAILUTF_INVALID_ARGUMENT };
    match guarded(|| message.message.message().date()) {
        None => mailutf_status::MAILUTF_INTERNAL_ERROR,
        Some(None) => mailutf_status::MAILUTF_NOTHING,
        Some(Some(date)) => {
            *seconds = date.timestamp();
            mailutf_status::MAILUTF_OK
        }
    }
}

/// How many parts the message has, multiparts included; at least one. They are counted from 0, in their order in the message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_count(message: *const mailutf_message) -> usize {
    // SAFETY: by the rules of the header.
    unsafe { message.as_ref() }.map_or(0, |message| message.media_types.len())
}

/// The part that is the text of the message for a person, plain text if there is any; MAILUTF_NO_PART if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_text_part(message: *const mailutf_message) -> usize {
    // SAFETY: by the rules of the header.
    let Some(message) = (unsafe { message.as_ref() }) else { return NO_PART };
    let found = guarded(|| message.message.message().text_body().map(|part| part.index()));
    found.flatten().unwrap_or(NO_PART)
}

/// The part that is the text of the message in HTML; MAILUTF_NO_PART if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_html_part(message: *const mailutf_message) -> usize {
    // SAFETY: by the rules of the header.
    let Some(message) = (unsafe { message.as_ref() }) else { return NO_PART };
    let found = guarded(|| message.message.message().html_body().map(|part| part.index()));
    found.flatten().unwrap_or(NO_PART)
}

/// The part that is an attachment, counted from 0 among them; MAILUTF_NO_PART beyond the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_attachment(message: *const mailutf_message, index: usize) -> usize {
    // SAFETY: by the rules of the header.
    let attachments = unsafe { message.as_ref() }.map_or(&[][..], |message| &message.attachments);
    attachments.get(index).copied().unwrap_or(NO_PART)
}

/// What stands for no part. The header has it as `MAILUTF_NO_PART`.
const NO_PART: usize = usize::MAX;

/// The media type of a part, in lower case, such as "text/plain"; NULL if there is no such part.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_media_type(
    message: *const mailutf_message,
    part: usize,
) -> *const c_char {
    // SAFETY: by the rules of the header.
    let found = unsafe { message.as_ref() }.and_then(|message| message.media_types.get(part));
    found.map_or(ptr::null(), |media_type| media_type.as_ptr())
}

/// What `ask` tells of a part of a message.
///
/// # Safety
/// `message` is NULL, or was returned by this library and not freed.
unsafe fn of_part(
    message: *const mailutf_message,
    part: usize,
    ask: impl FnOnce(&MessagePart<'_>) -> mailutf_text,
) -> *mut mailutf_text {
    // SAFETY: as the caller promises.
    let message = unsafe { message.as_ref() };
    returned(guarded(|| match message {
        Some(message) => message.part(part, nothing(), ask),
        None => invalid(),
    }))
}

/// The text of a part, as that of mailutf_body_text(). MAILUTF_NOTHING if there is no such part.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_text(
    message: *const mailutf_message,
    part: usize,
) -> *mut mailutf_text {
    // SAFETY: by the rules of the header.
    unsafe { of_part(message, part, |part| read(part.text())) }
}

/// The octets of a part without its transfer encoding: a file, or text in its own charset. MAILUTF_NOTHING if there is no such
/// part.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_octets(
    message: *const mailutf_message,
    part: usize,
) -> *mut mailutf_text {
    // SAFETY: by the rules of the header.
    unsafe { of_part(message, part, |part| mailutf_text::of(part.octets().into_owned())) }
}

/// The file name of a part, as that of mailutf_file_name(). MAILUTF_NOTHING without one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_file_name(
    message: *const mailutf_message,
    part: usize,
) -> *mut mailutf_text {
    // SAFETY: by the rules of the header.
    unsafe { of_part(message, part, |part| part.file_name().map_or_else(nothing, mailutf_text::of)) }
}

/// The number of a part as IMAP has it (RFC 9051), such as "1.2"; "1" for a message that is no multipart.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_section(
    message: *const mailutf_message,
    part: usize,
) -> *mut mailutf_text {
    // SAFETY: by the rules of the header.
    unsafe { of_part(message, part, |part| mailutf_text::of(part.section())) }
}

/// Frees a message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_free(message: *mut mailutf_message) {
    // SAFETY: by the rules of the header.
    unsafe { free(message) };
}
