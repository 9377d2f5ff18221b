//! The border between C and Rust: this module checks the arguments of a call and lets no panic reach the caller.

use std::cell::Cell;
use std::ffi::{CStr, c_char};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether this thread is executing a function of this library.
    static WITHIN: Cell<bool> = const { Cell::new(false) };
}

/// Installs a panic hook that prints nothing for panics in this library. For all other panics, the hook that was
/// installed before is called.
fn silence() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !WITHIN.try_with(Cell::get).unwrap_or(true) {
                before(info);
            }
        }));
    });
}

/// Runs `call` and returns its result, or `None` if `call` panics. The panic does not unwind into frames of C
/// and prints nothing.
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> Option<T> {
    silence();
    let outer = WITHIN.replace(true);
    // `AssertUnwindSafe` is sound: after a panic, the only values still in use are handles that the call was changing,
    // and a handle in any state can be read and freed.
    let done = panic::catch_unwind(AssertUnwindSafe(call));
    WITHIN.set(outer);
    done.ok()
}

/// The length that means "up to the first NUL". The header calls this value `MAILUTF_UNTIL_NUL`.
pub(crate) const UNTIL_NUL: usize = usize::MAX;

/// Returns the `length` octets that start at `data`, or the octets up to the first NUL if `length` is [`UNTIL_NUL`].
///
/// If `data` is NULL, the result is an empty slice for the lengths 0 and [`UNTIL_NUL`], and `None` for any other length.
/// The result is also `None` if `length` is greater than `isize::MAX`, because no object is so large.
///
/// # Safety
/// `data` is NULL or points to as many octets as `length` says. Nothing changes these octets while the slice is used.
pub(crate) unsafe fn octets<'a>(data: *const c_char, length: usize) -> Option<&'a [u8]> {
    match (data.is_null(), length) {
        (true, 0 | UNTIL_NUL) => Some(&[]),
        (true, _) => None,
        // SAFETY: the caller promises a NUL after the octets.
        (false, UNTIL_NUL) => Some(unsafe { CStr::from_ptr(data) }.to_bytes()),
        (false, length) if length > isize::MAX as usize => None,
        // SAFETY: the caller promises that `length` octets follow, and `length` is at most `isize::MAX`.
        (false, length) => Some(unsafe { std::slice::from_raw_parts(data.cast(), length) }),
    }
}

/// Returns the name that starts at `data` and ends before its NUL, or `None` if `data` is NULL or the name is not UTF-8.
///
/// # Safety
/// `data` is NULL or points to a NUL-terminated string. Nothing changes the string while the name is used.
pub(crate) unsafe fn name<'a>(data: *const c_char) -> Option<&'a str> {
    // SAFETY: as the caller promises.
    (!data.is_null()).then(|| unsafe { CStr::from_ptr(data) })?.to_str().ok()
}

/// Frees a handle. NULL is allowed. If a destructor panics, the rest of the handle is not freed.
///
/// # Safety
/// `handle` is NULL, or `Box::into_raw` returned `handle` and nothing uses it any more.
pub(crate) unsafe fn free<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: as the caller promises.
        guarded(|| drop(unsafe { Box::from_raw(handle) }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_caught_and_the_next_call_works() {
        assert_eq!(guarded(|| -> i32 { panic!("within") }), None);
        assert_eq!(guarded(|| 1), Some(1));
        assert!(!WITHIN.get());
    }

    #[test]
    fn null_and_impossible_lengths_are_no_octets() {
        let text = c"abc".as_ptr();
        // SAFETY: each length lies within the string, is larger than any object, or means "up to the first NUL".
        unsafe {
            assert_eq!(octets(text, 2), Some(&b"ab"[..]));
            assert_eq!(octets(text, UNTIL_NUL), Some(&b"abc"[..]));
            assert_eq!(octets(text, usize::MAX - 1), None);
            assert_eq!(octets(std::ptr::null(), 0), Some(&b""[..]));
            assert_eq!(octets(std::ptr::null(), 1), None);
            assert_eq!(name(std::ptr::null()), None);
        }
    }
}
