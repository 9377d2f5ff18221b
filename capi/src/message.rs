//! A message as a mail client shows it.

use crate::addresses::mailutf_addresses;
use crate::body::read;
use crate::guard::{free, guarded, name, octets};
use crate::header::returned;
use crate::hints::{mailutf_hints, with_hints};
use crate::ids::mailutf_ids;
use crate::status::mailutf_status;
use crate::text::{c_string, mailutf_text};
use mailutf::message::{Headers, Message, MessagePart, OwnedMessage};
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

    /// The parsed message of the Rust library.
    pub(crate) fn parsed(&self) -> Message<'_> {
        self.message.message()
    }

    /// Calls `ask` with a part, and returns its result; `absent` if there is no such part.
    fn part<T>(&self, index: usize, absent: T, ask: impl FnOnce(&MessagePart<'_>) -> T) -> T {
        self.parsed().part(index).map_or(absent, |part| ask(&part))
    }
}

/// The text of the first field called `name`.
fn field(headers: &Headers<'_>, name: &str) -> mailutf_text {
    let text = headers.header(name).map(|field| field.text().into_owned());
    text.map_or_else(nothing, mailutf_text::of)
}

fn nothing() -> mailutf_text {
    mailutf_text::because(mailutf_status::MAILUTF_NOTHING)
}

fn invalid() -> mailutf_text {
    mailutf_text::because(mailutf_status::MAILUTF_INVALID_ARGUMENT)
}

/// Parses a message: its octets as they are stored, without the `From ` line of an mbox. Other text in the hints is not used,
/// because the message contains its own. Returns NULL for an argument that is not valid, too. Free the message by mailutf_message_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_parse(
    message: *const c_char,
    length: usize,
    hints: *const mailutf_hints,
) -> *mut mailutf_message {
    // SAFETY: the caller keeps the rules in mailutf.h.
    let Some(message) = (unsafe { octets(message, length) }) else { return ptr::null_mut() };
    // SAFETY: the caller keeps the rules in mailutf.h.
    unsafe { with_hints(hints, |hints| mailutf_message::parse(message, hints)) }.unwrap_or(ptr::null_mut())
}

/// The text of the first header field called `field`, such as "Subject", in one line. The text of an address field contains the
/// addresses, with names quoted where necessary. The status is MAILUTF_NOTHING if there is no such field. Encode the text by
/// mailutf_encode_header() before you write it into a header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_header(
    message: *const mailutf_message,
    field: *const c_char,
) -> *mut mailutf_text {
    // SAFETY: the caller keeps the rules in mailutf.h.
    let given = unsafe { (message.as_ref(), name(field)) };
    returned(guarded(|| {
        let (Some(message), Some(field)) = given else { return invalid() };
        self::field(&message.parsed().headers(), field)
    }))
}

/// The addresses of all header fields called `field`, such as "To". The list is empty if there is no such field.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_addresses(
    message: *const mailutf_message,
    field: *const c_char,
) -> *mut mailutf_addresses {
    // SAFETY: the caller keeps the rules in mailutf.h.
    let given = unsafe { (message.as_ref(), name(field)) };
    let found = guarded(|| match given {
        (Some(message), Some(field)) => mailutf_addresses::of(message.parsed().addresses(field)),
        _ => mailutf_addresses::none(mailutf_status::MAILUTF_INVALID_ARGUMENT),
    });
    found.map_or(ptr::null_mut(), mailutf_addresses::handle)
}

/// The identifiers in the first header field called `field`, such as "Message-ID", "In-Reply-To" or "References", in order.
/// Comments and other words are skipped. The list is empty if there is no such field.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_ids(
    message: *const mailutf_message,
    field: *const c_char,
) -> *mut mailutf_ids {
    // SAFETY: the caller keeps the rules in mailutf.h.
    let given = unsafe { (message.as_ref(), name(field)) };
    let found = guarded(|| match given {
        (Some(message), Some(field)) => {
            let message = message.parsed();
            mailutf_ids::of(message.header(field).map_or_else(Vec::new, |field| field.ids()))
        }
        _ => mailutf_ids::none(mailutf_status::MAILUTF_INVALID_ARGUMENT),
    });
    found.map_or(ptr::null_mut(), mailutf_ids::handle)
}

/// Writes the time of the field Date to `seconds`, in seconds since 1970 in UTC. Returns MAILUTF_NOTHING if there is no valid
/// date; `seconds` does not change then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_date(
    message: *const mailutf_message,
    seconds: *mut i64,
) -> mailutf_status {
    // SAFETY: the caller keeps the rules in mailutf.h.
    let given = unsafe { (message.as_ref(), seconds.as_mut()) };
    let (Some(message), Some(seconds)) = given else { return mailutf_status::MAILUTF_INVALID_ARGUMENT };
    match guarded(|| message.parsed().date()) {
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
    // SAFETY: the caller keeps the rules in mailutf.h.
    unsafe { message.as_ref() }.map_or(0, |message| message.media_types.len())
}

/// The part that contains the text of the message for a person, preferably plain text; MAILUTF_NO_PART if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_text_part(message: *const mailutf_message) -> usize {
    // SAFETY: the caller keeps the rules in mailutf.h.
    let Some(message) = (unsafe { message.as_ref() }) else { return NO_PART };
    let found = guarded(|| message.parsed().text_body().map(|part| part.index()));
    found.flatten().unwrap_or(NO_PART)
}

/// The part that contains the text of the message in HTML; MAILUTF_NO_PART if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_html_part(message: *const mailutf_message) -> usize {
    // SAFETY: the caller keeps the rules in mailutf.h.
    let Some(message) = (unsafe { message.as_ref() }) else { return NO_PART };
    let found = guarded(|| message.parsed().html_body().map(|part| part.index()));
    found.flatten().unwrap_or(NO_PART)
}

/// The part with the attachment of this number, counted from 0; MAILUTF_NO_PART beyond the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_attachment(message: *const mailutf_message, index: usize) -> usize {
    // SAFETY: the caller keeps the rules in mailutf.h.
    let attachments = unsafe { message.as_ref() }.map_or(&[][..], |message| &message.attachments);
    attachments.get(index).copied().unwrap_or(NO_PART)
}

/// The value that stands for "no part". In the header it is `MAILUTF_NO_PART`.
const NO_PART: usize = usize::MAX;

/// The part with this Content-ID, which is passed without angle brackets, as in a `cid:` URL in HTML; MAILUTF_NO_PART if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_by_content_id(
    message: *const mailutf_message,
    content_id: *const c_char,
) -> usize {
    // SAFETY: the caller keeps the rules in mailutf.h.
    let given = unsafe { (message.as_ref(), name(content_id)) };
    let (Some(message), Some(content_id)) = given else { return NO_PART };
    let found = guarded(|| message.parsed().part_by_content_id(content_id).map(|part| part.index()));
    found.flatten().unwrap_or(NO_PART)
}

/// The media type of a part, in lower case, such as "text/plain"; NULL if there is no such part.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_media_type(
    message: *const mailutf_message,
    part: usize,
) -> *const c_char {
    // SAFETY: the caller keeps the rules in mailutf.h.
    let found = unsafe { message.as_ref() }.and_then(|message| message.media_types.get(part));
    found.map_or(ptr::null(), |media_type| media_type.as_ptr())
}

/// Calls `ask` with a part of a message.
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

/// The text of a part, like that of mailutf_body_text(). The status is MAILUTF_NOTHING if
/// there is no such part.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_text(
    message: *const mailutf_message,
    part: usize,
) -> *mut mailutf_text {
    // SAFETY: the caller keeps the rules in mailutf.h.
    unsafe { of_part(message, part, |part| read(part.text())) }
}

/// The text of a part as a person reads it. HTML becomes plain text, like by mailutf_html_to_text(); the lines of flowed text are
/// joined (RFC 3676); other text stays as it is. Otherwise like mailutf_message_part_text().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_plain_text(
    message: *const mailutf_message,
    part: usize,
) -> *mut mailutf_text {
    let plain = |part: &MessagePart<'_>| {
        read(part.text().map(|mut read| {
            read.text = part.plain_text_of(read.text);
            read
        }))
    };
    // SAFETY: the caller keeps the rules in mailutf.h.
    unsafe { of_part(message, part, plain) }
}

/// The octets of a part without its transfer encoding: a file, or text in its own charset. The status is MAILUTF_NOTHING if there
/// is no such part.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_octets(
    message: *const mailutf_message,
    part: usize,
) -> *mut mailutf_text {
    // SAFETY: the caller keeps the rules in mailutf.h.
    unsafe { of_part(message, part, |part| mailutf_text::of(part.octets().into_owned())) }
}

/// The file name of a part, like that of mailutf_file_name(). The status is MAILUTF_NOTHING if it has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_file_name(
    message: *const mailutf_message,
    part: usize,
) -> *mut mailutf_text {
    // SAFETY: the caller keeps the rules in mailutf.h.
    unsafe { of_part(message, part, |part| part.file_name().map_or_else(nothing, mailutf_text::of)) }
}

/// The text of the first field called `field` in the header of a part, such as "Content-Description", like that of
/// mailutf_message_header(). The status is MAILUTF_NOTHING if there is no such field or part.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_header(
    message: *const mailutf_message,
    part: usize,
    field: *const c_char,
) -> *mut mailutf_text {
    // SAFETY: the caller keeps the rules in mailutf.h.
    let Some(field) = (unsafe { name(field) }) else { return returned(Some(invalid())) };
    // SAFETY: the caller keeps the rules in mailutf.h.
    unsafe { of_part(message, part, |part| self::field(&part.headers(), field)) }
}

/// The Content-ID of a part without angle brackets. HTML refers to the part by it, in a `cid:` URL. The status is MAILUTF_NOTHING
/// if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_content_id(
    message: *const mailutf_message,
    part: usize,
) -> *mut mailutf_text {
    let id = |part: &MessagePart<'_>| {
        part.content_id().map_or_else(nothing, |id| mailutf_text::of(id.into_owned()))
    };
    // SAFETY: the caller keeps the rules in mailutf.h.
    unsafe { of_part(message, part, id) }
}

/// The section number of a part as IMAP counts parts (RFC 9051), such as "1.2"; "1" for
/// a message that is no multipart.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_section(
    message: *const mailutf_message,
    part: usize,
) -> *mut mailutf_text {
    // SAFETY: the caller keeps the rules in mailutf.h.
    unsafe { of_part(message, part, |part| mailutf_text::of(part.section())) }
}

/// Frees a message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_free(message: *mut mailutf_message) {
    // SAFETY: the caller keeps the rules in mailutf.h.
    unsafe { free(message) };
}
