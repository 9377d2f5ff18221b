//! Provides iconv(3) in place of libc to programs that need not be compiled again: `LD_PRELOAD=libmailutf-iconv.so mutt`.
//!
//! For a charset that mailutf lacks, this library calls the functions of libc, which the dynamic linker finds after
//! those of this library. It also calls libc for handles that this library did not open. Such handles occur in the
//! programs of libc itself, such as `iconv` of glibc, which open their handles by internal functions of libc. These
//! programs run with this library if another program starts them, because a new process inherits `LD_PRELOAD`.
#![cfg(unix)]
#![allow(clippy::missing_safety_doc, reason = "the contract is that of iconv(3)")]

mod behind;
mod handles;

use handles::FAILED;
use libc::{CODESET, nl_langinfo};
use mailutf_capi::iconv::{mailutf_iconv, mailutf_iconv_close, mailutf_iconv_open};
use std::borrow::Cow;
use std::ffi::{CStr, CString, c_char, c_int, c_void};

/// Opens a conversion, like iconv_open(3). The conversion is opened in this library, or in libc if this library lacks one of the
/// charsets.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iconv_open(to: *const c_char, from: *const c_char) -> *mut c_void {
    // SAFETY: the caller of iconv_open passes NUL-terminated names.
    let names = unsafe { (in_locale(to), in_locale(from)) };
    // SAFETY: the names that `in_locale` returned are NUL-terminated, too.
    let converter = unsafe { mailutf_iconv_open(names.0.as_ptr(), names.1.as_ptr()) };
    if converter.cast() == FAILED {
        // SAFETY: the caller of iconv_open passes NUL-terminated names.
        return unsafe { behind::open(to, from) };
    }
    behind::prepare();
    handles::put(converter).unwrap_or_else(|| {
        // SAFETY: this function opened the converter, and no other code has it; the names are NUL-terminated.
        unsafe {
            mailutf_iconv_close(converter);
            behind::open(to, from)
        }
    })
}

/// Converts text, like iconv(3). The text is converted by the library that opened the handle: this library or libc.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iconv(
    handle: *mut c_void,
    inbuf: *mut *mut c_char,
    inbytesleft: *mut usize,
    outbuf: *mut *mut c_char,
    outbytesleft: *mut usize,
) -> usize {
    // SAFETY: the caller upholds the contract of iconv(3).
    unsafe {
        match handles::get(handle) {
            Some(converter) => mailutf_iconv(converter, inbuf, inbytesleft, outbuf, outbytesleft),
            None => behind::convert(handle, inbuf, inbytesleft, outbuf, outbytesleft),
        }
    }
}

/// Closes a conversion, like iconv_close(3). The conversion is closed by the library that opened the handle: this library or
/// libc.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iconv_close(handle: *mut c_void) -> c_int {
    // SAFETY: the caller upholds the contract of iconv_close(3). `take` empties the entry of the handle, so no other call closes
    // the converter.
    unsafe {
        match handles::take(handle) {
            Some(converter) => mailutf_iconv_close(converter),
            None => behind::close(handle),
        }
    }
}

/// Replaces the label in a name by the charset of the locale if the label is `""` or `char`. The label is the part of
/// the name before `//`. A name with any other label is returned unchanged.
///
/// # Safety
/// `name` points to a NUL-terminated string.
unsafe fn in_locale<'n>(name: *const c_char) -> Cow<'n, CStr> {
    // SAFETY: as the caller promises.
    let name = unsafe { CStr::from_ptr(name) };
    let octets = name.to_bytes();
    let end = octets.windows(2).position(|two| two == b"//").unwrap_or(octets.len());
    let (label, suffix) = octets.split_at(end);
    if !label.is_empty() && !label.eq_ignore_ascii_case(b"char") {
        return Cow::Borrowed(name);
    }
    // SAFETY: the item CODESET exists, and the result is never NULL and is copied at once.
    let codeset = unsafe { CStr::from_ptr(nl_langinfo(CODESET)) };
    CString::new([codeset.to_bytes(), suffix].concat()).map_or(Cow::Borrowed(name), Cow::Owned)
}
