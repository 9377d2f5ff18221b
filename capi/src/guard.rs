//! The border between C and Rust. It checks arguments, and lets no panic reach the caller.

use std::cell::Cell;
use std::ffi::{CStr, c_char};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether this thread is in a call of this library.
    static WITHIN: Cell<bool> = const { Cell::new(false) };
}

/// Makes panics in this library print nothing. Other panics are printed as before.
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

/// Runs `call`; `None` if it panics. The panic unwinds no frame of C and prints nothing.
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> Option<T> {
    silence();
    let outer = WITHIN.replace(true);
    // After a panic only handles that the call changed are still used, and freeing or reading them is safe in any state.
    let done = panic::catch_unwind(AssertUnwindSafe(call));
    WITHIN.set(outer);
    done.ok()
}

/// The length that means "up to the first NUL". In the header it is `MAILUTF_UNTIL_NUL`.
pub(crate) const UNTIL_NUL: usize = usize::MAX;

/// `length` octets from `data` on, or the octets up to the first NUL if `length` is [`UNTIL_NUL`]. NULL with length 0 or
/// [`UNTIL_NUL`] is empty. `None` for NULL with another length, and for a length that no object can have.
///
/// # Safety
/// `data` is NULL, or points to that many octets, which nothing changes while the slice is used.
pub(crate) unsafe fn octets<'a>(data: *const c_char, length: usize) -> Option<&'a [u8]> {
    match (data.is_null(), length) {
        (true, 0 | UNTIL_NUL) => Some(&[]),
        (true, _) => None,
        // SAFETY: the caller promises a NUL after the octets.
        (false, UNTIL_NUL) => Some(unsafe { CStr::from_ptr(data) }.to_bytes()),
        (false, length) if length > isize::MAX as usize => None,
        // SAFETY: the caller promises that many octets, and they are not more than an object can have.
        (false, length) => Some(unsafe { std::slice::from_raw_parts(data.cast(), length) }),
    }
}

/// The name at `data`, up to its NUL; `None` for NULL and for a name that is not UTF-8.
///
/// # Safety
/// `data` is NULL, or points to a NUL-terminated string, which nothing changes while the name is used.
pub(crate) unsafe fn name<'a>(data: *const c_char) -> Option<&'a str> {
    // SAFETY: as the caller promises.
    (!data.is_null()).then(|| unsafe { CStr::from_ptr(data) })?.to_str().ok()
}

/// Frees a handle; NULL is allowed. If a destructor panics, the rest of the handle is not freed.
///
/// # Safety
/// `handle` is NULL, or was made by `Box::into_raw` and is not used any more.
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
        // SAFETY: each length is within the string, impossible, or means "up to the NUL".
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
