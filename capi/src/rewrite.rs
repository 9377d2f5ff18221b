//! Rewrites mail in UTF-8 or in UTF-7.

use crate::guard::octets;
use crate::header::returned;
use crate::hints::{mailutf_hints, with_hints};
use crate::status::mailutf_status;
use crate::text::mailutf_text;
use mailutf::rewrite::{Normalizer, Plan, Planner, ToUtf7, Utf7Options};
use std::ffi::{c_char, c_int, c_void};

/// A function of the caller that takes the next octets of a new message. It returns 0 to go on, or another number to stop.
pub type mailutf_write =
    Option<unsafe extern "C" fn(context: *mut c_void, octets: *const c_char, length: usize) -> c_int>;

/// Passes the pieces of a new message to `write`. If `write` is NULL, the result contains the whole message instead. The result
/// also contains the findings of the plan.
fn given(plan: &Plan<'_>, write: mailutf_write, context: *mut c_void) -> mailutf_text {
    let text = match write {
        None => mailutf_text::of(plan.apply().into_owned()),
        Some(write) => {
            for segment in plan.segments() {
                let octets = segment.octets(plan.input());
                // SAFETY: the caller passed a function of this type and its context; the octets are borrowed for the call.
                if unsafe { write(context, octets.as_ptr().cast(), octets.len()) } != 0 {
                    return mailutf_text::because(mailutf_status::MAILUTF_STOPPED);
                }
            }
            mailutf_text::of(Vec::new())
        }
    };
    let findings: Vec<_> =
        plan.findings().iter().map(|finding| (finding.code, finding.detail.clone())).collect();
    text.with_findings(findings.iter()).with_unresolved(plan.is_unresolved())
}

/// Rewrites a message with the [`Planner`] that the function `planner` creates from the hints.
///
/// # Safety
/// The caller obeys the rules at the top of mailutf.h.
unsafe fn rewritten(
    message: *const c_char,
    length: usize,
    hints: *const mailutf_hints,
    planner: impl FnOnce(&mailutf_hints) -> Box<dyn Planner>,
    write: mailutf_write,
    context: *mut c_void,
) -> *mut mailutf_text {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let Some(message) = (unsafe { octets(message, length) }) else {
        return mailutf_text::because(mailutf_status::MAILUTF_INVALID_ARGUMENT).handle();
    };
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    returned(unsafe { with_hints(hints, |hints| given(&planner(hints).plan(message), write, context)) })
}

/// Rewrites a message in UTF-8, as `mailutf normalize` does. The pieces of the new message are passed to `write`, in their
/// order. Many pieces are parts of `message` itself. If `write` is NULL, the new message is the text that is returned. `write`
/// must not throw an exception or leave by longjmp().
///
/// The findings say what was guessed, and what was left unchanged because it cannot be converted without loss. If anything was
/// left unchanged, the status is MAILUTF_UNREADABLE, but the new message is complete. The status is MAILUTF_STOPPED if `write`
/// returned a number other than 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_normalize(
    message: *const c_char,
    length: usize,
    hints: *const mailutf_hints,
    write: mailutf_write,
    context: *mut c_void,
) -> *mut mailutf_text {
    let planner = |hints: &mailutf_hints| -> Box<dyn Planner> { Box::new(Normalizer::new(hints.policy())) };
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { rewritten(message, length, hints, planner, write, context) }
}

/// Rewrites a message as 7-bit mail in UTF-7, as `mailutf to-utf7` does. In all other respects, this function is like
/// mailutf_normalize().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_to_utf7(
    message: *const c_char,
    length: usize,
    hints: *const mailutf_hints,
    write: mailutf_write,
    context: *mut c_void,
) -> *mut mailutf_text {
    let planner = |hints: &mailutf_hints| -> Box<dyn Planner> {
        Box::new(ToUtf7::new(Utf7Options::default().with_policy(hints.policy())))
    };
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { rewritten(message, length, hints, planner, write, context) }
}
