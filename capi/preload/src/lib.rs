//! iconv(3) in place of libc's, for programs that are not compiled again: `LD_PRELOAD=libmailutf-iconv.so mutt`. Charsets that
//! mailutf does not have are left to libc, which is found behind this library.
#![cfg(unix)]
#![allow(clippy::missing_safety_doc, reason = "the contract is that of iconv(3)")]

use libc::{CODESET, RTLD_NEXT, dlsym, nl_langinfo};
use mailutf_capi::iconv::{mailutf_converter, mailutf_iconv, mailutf_iconv_close, mailutf_iconv_open};
use std::borrow::Cow;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::mem::transmute;
use std::ptr;

type Open = unsafe extern "C" fn(*const c_char, *const c_char) -> *mut c_void;
type Convert =
    unsafe extern "C" fn(*mut c_void, *mut *mut c_char, *mut usize, *mut *mut c_char, *mut usize) -> usize;
type Close = unsafe extern "C" fn(*mut c_void) -> c_int;

/// What an `iconv_t` points to.
#[derive(Clone, Copy, Debug)]
enum Handle {
    Ours(*mut mailutf_converter),
    Libc(*mut c_void, Convert, Close),
}

/// What iconv_open returns if it fails.
const FAILED: *mut c_void = ptr::without_provenance_mut(usize::MAX);

/// The function of that name in the libraries behind this one.
fn behind(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: the name ends with a NUL.
    let found = unsafe { dlsym(RTLD_NEXT, name.as_ptr()) };
    (!found.is_null()).then_some(found)
}

/// A conversion of libc.
///
/// # Safety
/// The names are NUL-terminated.
unsafe fn open_of_libc(to: *const c_char, from: *const c_char) -> Option<Handle> {
    let (open, convert, close) = (behind(c"iconv_open")?, behind(c"iconv")?, behind(c"iconv_close")?);
    // SAFETY: functions of these names have these types (POSIX).
    let (open, convert, close) = unsafe {
        (
            transmute::<*mut c_void, Open>(open),
            transmute::<*mut c_void, Convert>(convert),
            transmute::<*mut c_void, Close>(close),
        )
    };
    // SAFETY: as the caller promises.
    let opened = unsafe { open(to, from) };
    (opened != FAILED).then_some(Handle::Libc(opened, convert, close))
}

/// The name with the charset of the locale in place of none: `""` and `char` stand for it.
///
/// # Safety
/// The name is NUL-terminated.
unsafe fn in_locale<'n>(name: *const c_char) -> Cow<'n, CStr> {
    // SAFETY: as the caller promises.
    let name = unsafe { CStr::from_ptr(name) };
    let octets = name.to_bytes();
    let end = octets.windows(2).position(|two| two == b"//").unwrap_or(octets.len());
    let (label, suffix) = octets.split_at(end);
    if !label.is_empty() && !label.eq_ignore_ascii_case(b"char") {
        return Cow::Borrowed(name);
    }
    // SAFETY: the item exists, and the string, which is never NULL, is copied at once.
    let codeset = unsafe { CStr::from_ptr(nl_langinfo(CODESET)) };
    CString::new([codeset.to_bytes(), suffix].concat()).map_or(Cow::Borrowed(name), Cow::Owned)
}

/// iconv_open(3).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iconv_open(to: *const c_char, from: *const c_char) -> *mut c_void {
    // SAFETY: the caller's names are NUL-terminated.
    let names = unsafe { (in_locale(to), in_locale(from)) };
    // SAFETY: so are these.
    let ours = unsafe { mailutf_iconv_open(names.0.as_ptr(), names.1.as_ptr()) };
    let handle = if ours.cast() == FAILED {
        // SAFETY: as before.
        unsafe { open_of_libc(to, from) }
    } else {
        Some(Handle::Ours(ours))
    };
    handle.map_or(FAILED, |handle| Box::into_raw(Box::new(handle)).cast())
}

/// The conversion of a handle; that which is none for one that failed.
///
/// # Safety
/// The handle was returned by [`iconv_open`] and is not closed.
unsafe fn opened(handle: *mut c_void) -> Handle {
    if handle == FAILED || handle.is_null() {
        return Handle::Ours(ptr::null_mut());
    }
    // SAFETY: as the caller promises.
    unsafe { *handle.cast() }
}

/// iconv(3).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iconv(
    handle: *mut c_void,
    inbuf: *mut *mut c_char,
    inbytesleft: *mut usize,
    outbuf: *mut *mut c_char,
    outbytesleft: *mut usize,
) -> usize {
    // SAFETY: the contract of iconv(3).
    unsafe {
        match opened(handle) {
            Handle::Ours(converter) => mailutf_iconv(converter, inbuf, inbytesleft, outbuf, outbytesleft),
            Handle::Libc(handle, convert, _) => convert(handle, inbuf, inbytesleft, outbuf, outbytesleft),
        }
    }
}

/// iconv_close(3).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iconv_close(handle: *mut c_void) -> c_int {
    // SAFETY: the contract of iconv_close(3); the handle is not used after it.
    unsafe {
        let conversion = opened(handle);
        if handle != FAILED && !handle.is_null() {
            drop(Box::from_raw(handle.cast::<Handle>()));
        }
        match conversion {
            Handle::Ours(converter) => mailutf_iconv_close(converter),
            Handle::Libc(handle, _, close) => close(handle),
        }
    }
}
