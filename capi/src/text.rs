//! The result of a call: a text, or the reason why there is no text. C gets it as a handle.

use crate::guard::free;
use crate::status::mailutf_status;
use mailutf::finding::{Code, Detail};
use std::ffi::{CString, c_char};

/// The result of a call: a text, or the reason why there is none.
#[allow(non_camel_case_types, reason = "the name in C")]
#[derive(Debug)]
pub struct mailutf_text {
    status: mailutf_status,
    /// The text, with a NUL after it.
    data: Vec<u8>,
    reason: CString,
    charset: Option<CString>,
    evidence: Option<CString>,
    replaced: usize,
    findings: Vec<(CString, CString)>,
}

/// Returns a NUL-terminated copy of a text. A NUL in the text becomes U+FFFD, because C would ignore everything after a NUL.
pub(crate) fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{FFFD}")).unwrap_or_default()
}

impl mailutf_text {
    /// Returns a result with the text `data`.
    pub(crate) fn of(data: impl Into<Vec<u8>>) -> Self {
        let mut data = data.into();
        data.reserve_exact(1);
        data.push(0);
        Self {
            status: mailutf_status::MAILUTF_OK,
            data,
            reason: CString::default(),
            charset: None,
            evidence: None,
            replaced: 0,
            findings: Vec::new(),
        }
    }

    /// Returns a result without text, and with `reason` as the explanation.
    pub(crate) fn none(status: mailutf_status, reason: &str) -> Self {
        Self { status, reason: c_string(reason), ..Self::of(Vec::new()) }
    }

    /// Returns a result without text. The words for its status are the only explanation.
    pub(crate) fn because(status: mailutf_status) -> Self {
        Self::none(status, &status.words())
    }

    /// Returns the result of a call whose argument should be UTF-8 text, but is not.
    pub(crate) fn not_utf8() -> Self {
        Self::none(mailutf_status::MAILUTF_UNREADABLE, "the text is not UTF-8")
    }

    /// Sets the charset in which the text was read.
    pub(crate) fn in_charset(self, name: &str) -> Self {
        Self { charset: Some(c_string(name)), ..self }
    }

    /// Sets the evidence for the charset.
    pub(crate) fn by_evidence(self, evidence: &str) -> Self {
        Self { evidence: Some(c_string(evidence)), ..self }
    }

    /// Sets the number of ill-formed sequences that became U+FFFD.
    pub(crate) fn with_replaced(self, replaced: usize) -> Self {
        Self { replaced, ..self }
    }

    /// Adds the guesses and repairs that were made to read the text.
    pub(crate) fn with_findings<'f>(self, findings: impl Iterator<Item = &'f (Code, Detail)>) -> Self {
        let findings =
            findings.map(|(code, detail)| (c_string(&code.to_string()), c_string(&detail.to_string())));
        Self { findings: findings.collect(), ..self }
    }

    /// Sets the status MAILUTF_UNREADABLE if `is_unresolved`, that is, if some text of a rewritten message cannot be read
    /// without loss and was left unchanged.
    pub(crate) fn with_unresolved(self, is_unresolved: bool) -> Self {
        match is_unresolved {
            true => {
                let status = mailutf_status::MAILUTF_UNREADABLE;
                Self { status, reason: c_string(&status.words()), ..self }
            }
            false => self,
        }
    }

    /// Moves the result to the heap, and returns the handle for C.
    pub(crate) fn handle(self) -> *mut Self {
        Box::into_raw(Box::new(self))
    }
}

/// Returns the text to which a handle points, or `None` if the handle is NULL.
///
/// # Safety
/// `handle` is NULL, or was returned by this library and not freed.
unsafe fn behind<'a>(handle: *const mailutf_text) -> Option<&'a mailutf_text> {
    // SAFETY: the caller promises that the handle is NULL or valid, and texts do not change after a call returned them.
    unsafe { handle.as_ref() }
}

/// The status of the call that returned `text`; MAILUTF_INTERNAL_ERROR if `text` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_text_status(text: *const mailutf_text) -> mailutf_status {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { behind(text) }.map_or(mailutf_status::MAILUTF_INTERNAL_ERROR, |text| text.status)
}

/// The octets of a text, with a NUL after them. The text is in UTF-8 unless the function that returned it says otherwise.
/// The result is never NULL; it is an empty string if there is no text. The text can contain NUL and other control
/// characters: escape them before you print the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_text_data(text: *const mailutf_text) -> *const c_char {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { behind(text) }.map_or(c"".as_ptr(), |text| text.data.as_ptr().cast())
}

/// The length of a text in octets, without the NUL after the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_text_length(text: *const mailutf_text) -> usize {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { behind(text) }.map_or(0, |text| text.data.len().saturating_sub(1))
}

/// The reason for the status of the call that returned `text`, in English, for display. The result is never NULL; it is an
/// empty string if the status is MAILUTF_OK.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_text_reason(text: *const mailutf_text) -> *const c_char {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let text = unsafe { behind(text) };
    text.map_or(mailutf_status::MAILUTF_INTERNAL_ERROR.pointer(), |text| text.reason.as_ptr())
}

/// The MIME name of the charset in which the text was read; NULL if the text was not read in a single charset.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_text_charset(text: *const mailutf_text) -> *const c_char {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let charset = unsafe { behind(text) }.and_then(|text| text.charset.as_ref());
    charset.map_or(std::ptr::null(), |charset| charset.as_ptr())
}

/// The evidence for the charset of mailutf_text_charset(), as an English phrase for display. The result is NULL if the text
/// was not read in a single charset, or if the caller named the charset, as for mailutf_decode().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_text_evidence(text: *const mailutf_text) -> *const c_char {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let evidence = unsafe { behind(text) }.and_then(|text| text.evidence.as_ref());
    evidence.map_or(std::ptr::null(), |evidence| evidence.as_ptr())
}

/// The number of ill-formed sequences that were replaced by U+FFFD when the text was read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_text_replaced(text: *const mailutf_text) -> usize {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { behind(text) }.map_or(0, |text| text.replaced)
}

/// The number of findings: the guesses and repairs that were made to read the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_text_finding_count(text: *const mailutf_text) -> usize {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { behind(text) }.map_or(0, |text| text.findings.len())
}

/// The code of the finding with this index, such as "label-superset"; NULL if the index is beyond the last finding. Findings
/// are counted from 0. `mailutf explain` lists all codes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_text_finding_code(text: *const mailutf_text, index: usize) -> *const c_char {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let finding = unsafe { behind(text) }.and_then(|text| text.findings.get(index));
    finding.map_or(std::ptr::null(), |(code, _)| code.as_ptr())
}

/// The detail of the finding with this index, in English, for display; NULL if the index is beyond the last finding.
/// Findings are counted from 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_text_finding_detail(
    text: *const mailutf_text,
    index: usize,
) -> *const c_char {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let finding = unsafe { behind(text) }.and_then(|text| text.findings.get(index));
    finding.map_or(std::ptr::null(), |(_, detail)| detail.as_ptr())
}

/// Frees a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_text_free(text: *mut mailutf_text) {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { free(text) };
}
