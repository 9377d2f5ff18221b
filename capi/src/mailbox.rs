//! Reads the messages of a mailbox, one after the other.

use crate::guard::{free, guarded};
use crate::hints::{mailutf_hints, with_hints};
use crate::message::mailutf_message;
use crate::status::mailutf_status;
use mailutf::mailbox::batch::Batch;
use mailutf::mailbox::{Format, Source};
use std::ffi::{c_char, c_void};
use std::io::{self, Read};
use std::ptr;

/// A function of the caller that copies the next octets of a mailbox to `buffer`, at most `room` octets. It returns the number of
/// octets that it copied, 0 at the end of the mailbox, and (size_t)-1 if the octets cannot be read.
pub type mailutf_read =
    Option<unsafe extern "C" fn(context: *mut c_void, buffer: *mut c_char, room: usize) -> usize>;

/// A mailbox that is being read, message by message.
#[derive(Debug)]
pub struct mailutf_mailbox {
    /// The source of the messages; `None` at the end of the mailbox and after an error.
    source: Option<Source<Reader>>,
    batch: Batch,
    next: usize,
    /// The offset of the last message that was larger than the maximum size "limit-message". The source reports such a message in
    /// several pieces, but the caller is told only once.
    skipped: Option<u64>,
    message: Vec<u8>,
    offset: u64,
}

/// A reader that calls the function of the caller.
#[derive(Debug)]
struct Reader {
    read: unsafe extern "C" fn(*mut c_void, *mut c_char, usize) -> usize,
    context: *mut c_void,
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // SAFETY: the caller passed a function of this type with its context, and the function writes at most as many octets as
        // there is room for.
        match unsafe { (self.read)(self.context, buffer.as_mut_ptr().cast(), buffer.len()) } {
            length if length <= buffer.len() => Ok(length),
            _ => Err(io::Error::other("the caller's function failed")),
        }
    }
}

impl mailutf_mailbox {
    fn advance(&mut self) -> mailutf_status {
        self.message.clear();
        loop {
            if let Some(entry) = self.batch.entry(self.next) {
                self.next += 1;
                self.offset = entry.offset();
                self.message = entry.message().into_octets();
                return mailutf_status::MAILUTF_OK;
            }
            match self.source.as_mut().and_then(Iterator::next) {
                None => {
                    self.source = None;
                    return mailutf_status::MAILUTF_NOTHING;
                }
                Some(Err(_)) => {
                    self.source = None;
                    return mailutf_status::MAILUTF_READ_FAILED;
                }
                Some(Ok(batch)) => (self.batch, self.next) = (batch, 0),
            }
            if self.batch.unsupported().is_some() {
                (self.source, self.batch) = (None, Batch::default());
                return mailutf_status::MAILUTF_UNREADABLE;
            }
            if let Some(large) = self.batch.too_large().filter(|large| self.skipped != Some(large.offset)) {
                (self.skipped, self.offset) = (Some(large.offset), large.offset);
                return mailutf_status::MAILUTF_TOO_LARGE;
            }
        }
    }
}

/// Opens a mailbox: an mbox of any variant, an MMDF file, or one message. The function `read` supplies the octets of the
/// mailbox. Only this function and mailutf_mailbox_next() call `read`. `read` must not throw an exception or leave by
/// longjmp(). "limit-message" is the only hint that has an effect. Free the mailbox by mailutf_mailbox_free(). Returns NULL if
/// `read` is NULL or if the first call of `read` fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_mailbox_open(
    read: mailutf_read,
    context: *mut c_void,
    hints: *const mailutf_hints,
) -> *mut mailutf_mailbox {
    let Some(read) = read else { return ptr::null_mut() };
    let open = |hints: &mailutf_hints| {
        let source = Source::new(Reader { read, context }, Format::Any).ok()?;
        Some(Box::into_raw(Box::new(mailutf_mailbox {
            source: Some(source.limit(hints.policy().limits.message)),
            batch: Batch::default(),
            next: 0,
            skipped: None,
            message: Vec::new(),
            offset: 0,
        })))
    };
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { with_hints(hints, open) }.flatten().unwrap_or(ptr::null_mut())
}

/// Reads the next message of a mailbox. Call this function again only after MAILUTF_OK and MAILUTF_TOO_LARGE. Returns:
/// - MAILUTF_OK: the message was read.
/// - MAILUTF_NOTHING: there are no more messages.
/// - MAILUTF_TOO_LARGE: the message is larger than the maximum size "limit-message", and was skipped.
/// - MAILUTF_UNREADABLE: the mailbox is in a format that this library cannot read, such as PST.
/// - MAILUTF_READ_FAILED: `read` failed. No more messages can be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_mailbox_next(mailbox: *mut mailutf_mailbox) -> mailutf_status {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let Some(mailbox) = (unsafe { mailbox.as_mut() }) else {
        return mailutf_status::MAILUTF_INVALID_ARGUMENT;
    };
    guarded(|| mailbox.advance()).unwrap_or(mailutf_status::MAILUTF_INTERNAL_ERROR)
}

/// The octets of the message that was read last, without its `From ` line. The quoting of lines in the mbox, such as `>From `,
/// is undone. The octets are valid until the next call of mailutf_mailbox_next() or mailutf_mailbox_free() for this mailbox. The
/// result is never NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_mailbox_octets(mailbox: *const mailutf_mailbox) -> *const c_char {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let message = unsafe { mailbox.as_ref() }.map_or(&b""[..], |mailbox| &mailbox.message);
    message.as_ptr().cast()
}

/// The length in octets of the message that was read last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_mailbox_length(mailbox: *const mailutf_mailbox) -> usize {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { mailbox.as_ref() }.map_or(0, |mailbox| mailbox.message.len())
}

/// The offset in the mailbox at which the last message begins, whether the message was read or skipped. If the message has a
/// `From ` line, the result is the offset of this line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_mailbox_offset(mailbox: *const mailutf_mailbox) -> u64 {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { mailbox.as_ref() }.map_or(0, |mailbox| mailbox.offset)
}

/// Parses the message that was read last. The result is a separate handle, which mailutf_message_free() frees. The result is NULL
/// if `mailbox` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_mailbox_message(
    mailbox: *const mailutf_mailbox,
    hints: *const mailutf_hints,
) -> *mut mailutf_message {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let Some(mailbox) = (unsafe { mailbox.as_ref() }) else { return ptr::null_mut() };
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { with_hints(hints, |hints| mailutf_message::parse(&mailbox.message, hints)) }
        .unwrap_or(ptr::null_mut())
}

/// Frees a mailbox. `read` is not called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_mailbox_free(mailbox: *mut mailutf_mailbox) {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { free(mailbox) };
}
