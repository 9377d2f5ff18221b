//! The handles of this library: an `iconv_t` of ours is the address of a place in a table of this library, where no other library's
//! handle can point, whatever it is: memory of its own, or a number as in musl. So one comparison tells whose a handle is, nothing
//! of another library is read, and a handle that was closed is known.
//!
//! There are no locks, because a child that was forked while another thread held one would wait for ever. A handle is read in
//! constant time; opening looks for a free place, from behind the last one that was found on.

use mailutf_capi::iconv::mailutf_converter;
use std::ffi::c_void;
use std::mem::size_of_val;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// What iconv_open returns if it fails.
pub(crate) const FAILED: *mut c_void = ptr::without_provenance_mut(usize::MAX);

type Place = AtomicPtr<mailutf_converter>;

/// The system gives memory to what is used of it.
static PLACES: [Place; 1 << 20] = [const { AtomicPtr::new(ptr::null_mut()) }; 1 << 20];

/// Where to look for a free place.
static NEXT: AtomicUsize = AtomicUsize::new(0);

/// A handle for the converter; `None` if there is no place left.
pub(crate) fn put(converter: *mut mailutf_converter) -> Option<*mut c_void> {
    let start = NEXT.fetch_add(1, Ordering::Relaxed) % PLACES.len();
    let (before, behind) = PLACES.split_at(start);
    let taken = behind.iter().chain(before).find(|place| {
        place.compare_exchange(ptr::null_mut(), converter, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    })?;
    Some(ptr::from_ref(taken).cast_mut().cast())
}

/// The converter of a handle: NULL for a handle that is closed, or that was returned for a failure. `None` for a handle of libc.
pub(crate) fn get(handle: *mut c_void) -> Option<*mut mailutf_converter> {
    if handle.is_null() || handle == FAILED {
        return Some(ptr::null_mut());
    }
    Some(place(handle)?.load(Ordering::Acquire))
}

/// As [`get`], and the handle is closed.
pub(crate) fn take(handle: *mut c_void) -> Option<*mut mailutf_converter> {
    if handle.is_null() || handle == FAILED {
        return Some(ptr::null_mut());
    }
    Some(place(handle)?.swap(ptr::null_mut(), Ordering::AcqRel))
}

fn place(handle: *mut c_void) -> Option<&'static Place> {
    let offset = handle.addr().checked_sub(PLACES.as_ptr().addr())?;
    let size = size_of_val(&PLACES[0]);
    (offset % size == 0).then(|| PLACES.get(offset / size)).flatten()
}
