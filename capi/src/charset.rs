//! Detects, decodes and encodes text in a charset, without mail around the text.

use crate::guard::{UNTIL_NUL, guarded, octets};
use crate::header::{invalid, returned};
use crate::hints::{mailutf_hints, with_hints};
use crate::status::mailutf_status;
use crate::text::mailutf_text;
use mailutf::charset::detect::detect;
use mailutf::charset::{Charset, Label};
use std::ffi::c_char;

fn unknown(label: &[u8]) -> mailutf_text {
    let reason = format!("unknown charset: {:?}", String::from_utf8_lossy(label));
    mailutf_text::none(mailutf_status::MAILUTF_UNKNOWN_CHARSET, &reason)
}

/// Finds the charset of text that has no label, and returns the MIME name of the charset. The status is MAILUTF_NOTHING if
/// there is no evidence for a charset. mailutf_text_evidence() returns the evidence: "ASCII only", "byte order mark", "valid
/// UTF-8", "escape sequences", "order of UTF-16", or "statistics". Statistics are only a guess.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_detect(text: *const c_char, length: usize) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let Some(text) = (unsafe { octets(text, length) }) else { return invalid() };
    returned(guarded(|| match detect(text) {
        None => mailutf_text::because(mailutf_status::MAILUTF_NOTHING),
        Some(detected) => {
            let name = detected.charset.name();
            mailutf_text::of(name).in_charset(name).by_evidence(detected.evidence.as_str())
        }
    }))
}

/// Decodes text from the charset that `label` means in mail. For example, text labelled "iso-8859-1" is read as
/// windows-1252, and text labelled "gb2312" as GB18030. The status is MAILUTF_UNREADABLE if octets are ill-formed, unless
/// the hints choose "lossy". The status is MAILUTF_UNKNOWN_CHARSET if `label` names no charset.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_decode(
    text: *const c_char,
    length: usize,
    label: *const c_char,
    hints: *const mailutf_hints,
) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let given = unsafe { (octets(text, length), octets(label, UNTIL_NUL)) };
    let (Some(text), Some(label)) = given else { return invalid() };
    let decode = |hints: &mailutf_hints| {
        let policy = hints.policy();
        let overruled = policy.rules.charset(label);
        let exact = || Label::read(label).filter(|_| policy.strict).map(Label::exact);
        let named = || Charset::for_name(&String::from_utf8_lossy(label));
        let Some(charset) = overruled.or_else(exact).or_else(named) else { return unknown(label) };
        let decoded = charset.decode(text);
        match decoded.first_error.filter(|_| !policy.lossy) {
            None => mailutf_text::of(decoded.text.into_owned())
                .in_charset(charset.name())
                .with_replaced(decoded.errors),
            Some(error) => {
                mailutf_text::none(mailutf_status::MAILUTF_UNREADABLE, &format!("{charset}: {error}"))
            }
        }
    };
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    returned(unsafe { with_hints(hints, decode) })
}

/// Encodes UTF-8 text in the charset with the name `label`. Unlike mailutf_decode(), this function takes the label literally:
/// "iso-8859-1" does not mean windows-1252. The status is MAILUTF_UNENCODABLE if the charset lacks a character,
/// MAILUTF_UNREADABLE if the text is not UTF-8, and MAILUTF_UNKNOWN_CHARSET if `label` names no charset. The output in
/// "utf-16" begins with a byte order mark, even if the text is empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_encode(
    text: *const c_char,
    length: usize,
    label: *const c_char,
) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let given = unsafe { (octets(text, length), octets(label, UNTIL_NUL)) };
    let (Some(text), Some(label)) = given else { return invalid() };
    returned(guarded(|| {
        let text = match Charset::UTF_8.decode_strict(text) {
            Ok(text) => text,
            Err(error) => {
                return mailutf_text::none(mailutf_status::MAILUTF_UNREADABLE, &format!("UTF-8: {error}"));
            }
        };
        let exact = Label::read(label).map(Label::exact);
        let Some(charset) = exact.or_else(|| Charset::for_name(&String::from_utf8_lossy(label))) else {
            return unknown(label);
        };
        match charset.encode(&text) {
            Ok(octets) => mailutf_text::of(octets.into_owned()).in_charset(charset.name()),
            Err(error) => mailutf_text::none(mailutf_status::MAILUTF_UNENCODABLE, &error.to_string()),
        }
    }))
}
