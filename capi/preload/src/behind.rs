//! Calls the functions of iconv(3) in libc, which this preloaded library hides from the program. Calls with a handle
//! that this library did not open go to these functions.

use crate::handles::FAILED;
use libc::{RTLD_NEXT, dlsym};
use mailutf_capi::iconv::{mailutf_iconv, mailutf_iconv_close};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::transmute;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

type Open = unsafe extern "C" fn(*const c_char, *const c_char) -> *mut c_void;
type Convert =
    unsafe extern "C" fn(*mut c_void, *mut *mut c_char, *mut usize, *mut *mut c_char, *mut usize) -> usize;
type Close = unsafe extern "C" fn(*mut c_void) -> c_int;

static OPEN: Function = Function::named(c"iconv_open");
static CONVERT: Function = Function::named(c"iconv");
static CLOSE: Function = Function::named(c"iconv_close");

/// Calls iconv_open(3) of libc.
///
/// # Safety
/// The caller upholds the contract of iconv_open(3).
pub(crate) unsafe fn open(to: *const c_char, from: *const c_char) -> *mut c_void {
    let Some(open) = OPEN.found() else { return FAILED };
    // SAFETY: POSIX says that iconv_open has the type `Open`, and the caller upholds the contract of iconv_open(3).
    unsafe { transmute::<*mut c_void, Open>(open)(to, from) }
}

/// Calls iconv_open of libc once, so that libc reads the list of its charsets. The program `iconv -l` of glibc prints
/// this list. To make libc read the list, the program opens a conversion. But that call of iconv_open reaches this
/// library, not libc.
pub(crate) fn prepare() {
    static IS_READ: AtomicBool = AtomicBool::new(false);
    if !IS_READ.swap(true, Ordering::Relaxed) {
        // SAFETY: the names are NUL-terminated, and no other code knows the handle of the conversion.
        unsafe {
            let opened = open(c"ISO-8859-1".as_ptr(), c"UTF-8".as_ptr());
            if opened != FAILED {
                close(opened);
            }
        }
    }
}

/// Calls iconv(3) of libc with a handle that this library did not open.
///
/// # Safety
/// The caller upholds the contract of iconv(3).
pub(crate) unsafe fn convert(
    handle: *mut c_void,
    inbuf: *mut *mut c_char,
    inbytesleft: *mut usize,
    outbuf: *mut *mut c_char,
    outbytesleft: *mut usize,
) -> usize {
    // SAFETY: POSIX says that iconv has the type `Convert`, and the caller upholds the contract of iconv(3).
    // `mailutf_iconv` accepts the handle NULL: it only reports an error.
    unsafe {
        match CONVERT.found() {
            Some(convert) => {
                transmute::<*mut c_void, Convert>(convert)(handle, inbuf, inbytesleft, outbuf, outbytesleft)
            }
            None => mailutf_iconv(ptr::null_mut(), inbuf, inbytesleft, outbuf, outbytesleft),
        }
    }
}

/// Calls iconv_close(3) of libc with a handle that this library did not open.
///
/// # Safety
/// The caller upholds the contract of iconv_close(3).
pub(crate) unsafe fn close(handle: *mut c_void) -> c_int {
    // SAFETY: POSIX says that iconv_close has the type `Close`, and the caller upholds the contract of iconv_close(3).
    // `mailutf_iconv_close` accepts the handle NULL: it only reports an error.
    unsafe {
        match CLOSE.found() {
            Some(close) => transmute::<*mut c_void, Close>(close)(handle),
            None => mailutf_iconv_close(ptr::null_mut()),
        }
    }
}

/// A function that the dynamic linker finds in a library after this one, normally in libc. The address is NULL until
/// the function is looked up for the first time. Two threads that look up the function at the same time find the same
/// address.
struct Function {
    name: &'static CStr,
    address: AtomicPtr<c_void>,
}

impl Function {
    const fn named(name: &'static CStr) -> Self {
        Self { name, address: AtomicPtr::new(ptr::null_mut()) }
    }

    fn found(&self) -> Option<*mut c_void> {
        let mut address = self.address.load(Ordering::Relaxed);
        if address.is_null() {
            // SAFETY: the name ends with a NUL.
            address = unsafe { dlsym(RTLD_NEXT, self.name.as_ptr()) };
            self.address.store(address, Ordering::Relaxed);
        }
        (!address.is_null()).then_some(address)
    }
}
