//! The texts of a message, and the possible readings of each text other than the likeliest reading.

use crate::guard::{free, guarded};
use crate::message::mailutf_message;
use crate::status::mailutf_status;
use crate::text::c_string;
use mailutf::message::{Reading, Readings};
use std::ffi::{CString, c_char};
use std::ptr;

/// The texts of a message and other ways to read them, for a person who sees garbled text.
#[derive(Debug)]
pub struct mailutf_readings {
    status: mailutf_status,
    list: Vec<Text>,
}

/// A text of a message, and its possible readings other than the likeliest one.
#[derive(Debug)]
struct Text {
    place: CString,
    part: usize,
    label: Option<CString>,
    others: Vec<Other>,
}

#[derive(Debug)]
struct Other {
    rule: CString,
    how: CString,
    text: CString,
}

impl mailutf_readings {
    fn of(found: Vec<Readings<'_>>) -> Self {
        Self { status: mailutf_status::MAILUTF_OK, list: found.into_iter().map(Text::of).collect() }
    }

    /// Returns an empty list whose status says why there are no texts.
    fn none(status: mailutf_status) -> Self {
        Self { status, list: Vec::new() }
    }
}

impl Text {
    fn of(found: Readings<'_>) -> Self {
        Self {
            place: c_string(found.place.as_str()),
            part: found.part.index(),
            label: found.label.as_deref().map(c_string),
            others: found.others.iter().map(Other::of).collect(),
        }
    }
}

impl Other {
    fn of(found: &Reading) -> Self {
        Self { rule: c_string(found.rule), how: c_string(&found.how), text: c_string(&found.text) }
    }
}

/// Returns the text with this index, or `None` if `readings` is NULL or the index is beyond the last text.
///
/// # Safety
/// `readings` is NULL, or was returned by this library and not freed.
unsafe fn text<'a>(readings: *const mailutf_readings, index: usize) -> Option<&'a Text> {
    // SAFETY: as the caller promises.
    unsafe { readings.as_ref() }?.list.get(index)
}

/// Returns one of the other readings of a text, or `None` if there is no such reading.
///
/// # Safety
/// `readings` is NULL, or was returned by this library and not freed.
unsafe fn other<'a>(readings: *const mailutf_readings, index: usize, other: usize) -> Option<&'a Other> {
    // SAFETY: as the caller promises.
    unsafe { text(readings, index) }?.others.get(other)
}

fn pointer(string: Option<&CString>) -> *const c_char {
    string.map_or(ptr::null(), |string| string.as_ptr())
}

/// Finds other ways to read the texts of a message. The result lists every body. It lists encoded words and raw octets in
/// header fields only if they have other readings. All other functions of this library return only the likeliest reading.
/// To choose another reading, add a rule: see "rules" of mailutf_hints_set(). This function takes longer than showing the
/// message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_message_readings(message: *const mailutf_message) -> *mut mailutf_readings {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let message = unsafe { message.as_ref() };
    let found = guarded(|| {
        Box::into_raw(Box::new(match message {
            Some(message) => mailutf_readings::of(message.parsed().readings()),
            None => mailutf_readings::none(mailutf_status::MAILUTF_INVALID_ARGUMENT),
        }))
    });
    found.unwrap_or(ptr::null_mut())
}

/// The status of the call that returned the readings; MAILUTF_INTERNAL_ERROR if `readings` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_readings_status(readings: *const mailutf_readings) -> mailutf_status {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { readings.as_ref() }.map_or(mailutf_status::MAILUTF_INTERNAL_ERROR, |readings| readings.status)
}

/// The number of texts in the readings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_readings_count(readings: *const mailutf_readings) -> usize {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { readings.as_ref() }.map_or(0, |readings| readings.list.len())
}

/// The place of the text with this index. Texts are counted from 0. The result is NULL if the index is beyond the last text.
/// The places are:
/// - "body": the body of a part.
/// - "words": encoded words in the header of a part, all with the same label.
/// - "fields": octets beyond US-ASCII in the header of the message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_readings_place(
    readings: *const mailutf_readings,
    index: usize,
) -> *const c_char {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    pointer(unsafe { text(readings, index) }.map(|text| &text.place))
}

/// The index of the part that contains the text with this index. If the text is the body of this part,
/// mailutf_message_part_text() returns the likeliest reading. The result is MAILUTF_NO_PART if the index is beyond the last
/// text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_readings_part(readings: *const mailutf_readings, index: usize) -> usize {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { text(readings, index) }.map_or(usize::MAX, |text| text.part)
}

/// The charset label of the text with this index, as the message spells the label. The result is NULL if the text has no
/// label or if the index is beyond the last text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_readings_label(
    readings: *const mailutf_readings,
    index: usize,
) -> *const c_char {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    pointer(unsafe { text(readings, index) }.and_then(|text| text.label.as_ref()))
}

/// The number of other readings of the text with this index. The likeliest reading is not counted. The result is 0 for most
/// texts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_readings_other_count(
    readings: *const mailutf_readings,
    index: usize,
) -> usize {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { text(readings, index) }.map_or(0, |text| text.others.len())
}

/// One of the other readings of a text. Texts and other readings are counted from 0, and the likeliest of the other readings
/// comes first. The result is NULL if an index is too large. A NUL in the reading becomes U+FFFD.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_readings_other_text(
    readings: *const mailutf_readings,
    index: usize,
    other_index: usize,
) -> *const c_char {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    pointer(unsafe { other(readings, index, other_index) }.map(|other| &other.text))
}

/// The assumption behind one of the other readings of a text, as an English phrase for display, such as "in KOI8-R". The
/// result is NULL if an index is too large.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_readings_other_how(
    readings: *const mailutf_readings,
    index: usize,
    other_index: usize,
) -> *const c_char {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    pointer(unsafe { other(readings, index, other_index) }.map(|other| &other.how))
}

/// The value of the key `read` in a rule that chooses this reading of a text: "label", "evidence" or a charset. A
/// rule with the key "message-id" or "digest" always chooses it; a broader rule does not if the octets prove the present
/// reading, as valid UTF-8 does. For rules, see "rules" of mailutf_hints_set(). The result is NULL if an index is too large.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_readings_other_rule(
    readings: *const mailutf_readings,
    index: usize,
    other_index: usize,
) -> *const c_char {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    pointer(unsafe { other(readings, index, other_index) }.map(|other| &other.rule))
}

/// Frees readings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_readings_free(readings: *mut mailutf_readings) {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { free(readings) };
}
