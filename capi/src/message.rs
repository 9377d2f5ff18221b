//! A message, as a mail program shows it.

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

/// A parsed message. It contains a copy of the octets of the message.
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

    /// Calls `ask` with the part that has this index, and returns the result of `ask`. Returns `absent` if there is no such
    /// part.
    fn part<T>(&self, index: usize, absent: T, ask: impl FnOnce(&MessagePart<'_>) -> T) -> T {
        self.parsed().part(index).map_or(absent, |part| ask(&part))
    }
}

/// Returns the text of the first field called `name`, or the status MAILUTF_NOTHING if there is no such field.
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

/// Parses a message. `message` contains its octets as they are stored, without the `From ` line of an mbox. Text that
/// mailutf_hints_add_text() added to the hints has no effect, because the message contains its own text. Returns NULL if an
/// argument is not valid, or if an internal error occurs. Free the message by mailutf_message_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_parse(
    message: *const c_char,
    length: usize,
    hints: *const mailutf_hints,
) -> *mut mailutf_message {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let Some(message) = (unsafe { octets(message, length) }) else { return ptr::null_mut() };
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { with_hints(hints, |hints| mailutf_message::parse(message, hints)) }.unwrap_or(ptr::null_mut())
}

/// Decodes the text of the first header field called `field`, such as "Subject". The result is one line. The text of an address
/// field consists of the addresses, with names quoted where necessary. The status is MAILUTF_NOTHING if there is no such field.
/// Encode the text by mailutf_encode_header() before you write it into a header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_header(
    message: *const mailutf_message,
    field: *const c_char,
) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let given = unsafe { (message.as_ref(), name(field)) };
    returned(guarded(|| {
        let (Some(message), Some(field)) = given else { return invalid() };
        self::field(&message.parsed().headers(), field)
    }))
}

/// Reads the addresses of all header fields called `field`, such as "To". The list is empty if there is no such field.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_addresses(
    message: *const mailutf_message,
    field: *const c_char,
) -> *mut mailutf_addresses {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let given = unsafe { (message.as_ref(), name(field)) };
    let found = guarded(|| match given {
        (Some(message), Some(field)) => mailutf_addresses::of(message.parsed().addresses(field)),
        _ => mailutf_addresses::none(mailutf_status::MAILUTF_INVALID_ARGUMENT),
    });
    found.map_or(ptr::null_mut(), mailutf_addresses::handle)
}

/// Reads the identifiers in the first header field called `field`, such as "Message-ID", "In-Reply-To" or "References", in the
/// order of the field. Comments, other words, and identifiers that are not UTF-8 are skipped. The list is empty if there is no
/// such field.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_ids(
    message: *const mailutf_message,
    field: *const c_char,
) -> *mut mailutf_ids {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
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

/// Writes the time of the field Date to `*seconds`, in seconds since 1970 in UTC. Returns MAILUTF_NOTHING, and leaves `*seconds`
/// unchanged, if the message has no valid date.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_date(
    message: *const mailutf_message,
    seconds: *mut i64,
) -> mailutf_status {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
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

/// The number of parts of a message, at least 1. Multiparts are counted, too. The indices of parts start at 0 and follow the
/// order of the parts in the message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_count(message: *const mailutf_message) -> usize {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { message.as_ref() }.map_or(0, |message| message.media_types.len())
}

/// The index of the part that a mail program shows as the text of the message, preferably plain text; MAILUTF_NO_PART if there
/// is no such part. If the plain text has only blanks, or is binary data, and the HTML has more than blanks, the result is the
/// part of the HTML.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_text_part(message: *const mailutf_message) -> usize {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let Some(message) = (unsafe { message.as_ref() }) else { return NO_PART };
    let found = guarded(|| message.parsed().text_body().map(|part| part.index()));
    found.flatten().unwrap_or(NO_PART)
}

/// The index of the part that contains the text of the message in HTML; MAILUTF_NO_PART if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_html_part(message: *const mailutf_message) -> usize {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let Some(message) = (unsafe { message.as_ref() }) else { return NO_PART };
    let found = guarded(|| message.parsed().html_body().map(|part| part.index()));
    found.flatten().unwrap_or(NO_PART)
}

/// The index of the part that is the attachment with this number. Attachments are counted from 0. The result is MAILUTF_NO_PART
/// if the number is beyond the last attachment.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_attachment(message: *const mailutf_message, index: usize) -> usize {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let attachments = unsafe { message.as_ref() }.map_or(&[][..], |message| &message.attachments);
    attachments.get(index).copied().unwrap_or(NO_PART)
}

/// The index that means "no part of the message". The header calls this value `MAILUTF_NO_PART`.
const NO_PART: usize = usize::MAX;

/// The index of the part with this Content-ID; MAILUTF_NO_PART if there is none. `content_id` is without angle brackets, as in a
/// `cid:` URL in HTML.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_by_content_id(
    message: *const mailutf_message,
    content_id: *const c_char,
) -> usize {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
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
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let found = unsafe { message.as_ref() }.and_then(|message| message.media_types.get(part));
    found.map_or(ptr::null(), |media_type| media_type.as_ptr())
}

/// Calls `ask` with a part of a message, and returns the handle of the result.
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

/// Decodes the text of a part, as mailutf_body_text() does. The status is MAILUTF_NOTHING if there is no such part.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_text(
    message: *const mailutf_message,
    part: usize,
) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { of_part(message, part, |part| read(part.text())) }
}

/// Decodes the text of a part and converts it to plain text, as a person reads it. HTML is converted as by
/// mailutf_html_to_text(). The lines of flowed text are joined (RFC 3676). Other text stays as it is. In all other respects, this
/// function is like mailutf_message_part_text().
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
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { of_part(message, part, plain) }
}

/// The octets of a part, with its transfer encoding decoded. The octets are the content of a file, or text in its original
/// charset. If the transfer encoding is unknown or damaged, so that octets may be missing or wrong, the text has one finding
/// that says so. The status is MAILUTF_NOTHING if there is no such part.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_octets(
    message: *const mailutf_message,
    part: usize,
) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe {
        of_part(message, part, |part| {
            let content = part.content();
            let finding = content.finding();
            mailutf_text::of(content.octets.into_owned()).with_findings(finding.iter())
        })
    }
}

/// Finds and decodes the file name of a part, as mailutf_file_name() does. The status is MAILUTF_NOTHING if the part
/// has no file name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_file_name(
    message: *const mailutf_message,
    part: usize,
) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { of_part(message, part, |part| part.file_name().map_or_else(nothing, mailutf_text::of)) }
}

/// Decodes the text of the first field called `field`, such as "Content-Description", in the header of a part. The text is
/// decoded as by mailutf_message_header(). The status is MAILUTF_NOTHING if there is no such field or part.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_header(
    message: *const mailutf_message,
    part: usize,
    field: *const c_char,
) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let Some(field) = (unsafe { name(field) }) else { return returned(Some(invalid())) };
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { of_part(message, part, |part| self::field(&part.headers(), field)) }
}

/// The Content-ID of a part, without angle brackets. HTML refers to the part by its Content-ID in a `cid:` URL. The status is
/// MAILUTF_NOTHING if the part has no Content-ID.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_content_id(
    message: *const mailutf_message,
    part: usize,
) -> *mut mailutf_text {
    let id = |part: &MessagePart<'_>| {
        part.content_id().map_or_else(nothing, |id| mailutf_text::of(id.into_owned()))
    };
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { of_part(message, part, id) }
}

/// The section number by which IMAP refers to a part (RFC 9051), such as "1.2". The section number is "1" if the
/// message is not a multipart.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_part_section(
    message: *const mailutf_message,
    part: usize,
) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { of_part(message, part, |part| mailutf_text::of(part.section())) }
}

/// Frees a message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_free(message: *mut mailutf_message) {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { free(message) };
}
