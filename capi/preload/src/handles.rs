//! The handles of this library. An `iconv_t` of ours is the address of an entry in a table of this library. No handle of another
//! library can point there, whether it is an address in memory of its own, or a number as in musl. So one comparison tells whether
//! a handle is ours; nothing of another library is read; and a closed handle is recognized.
//!
//! There are no locks, because a child that was forked while another thread held one would wait for ever. Reading a handle takes
//! constant time. Opening searches for a free entry, starting after the last one that was found.

use mailutf_capi::iconv::mailutf_converter;
use std::ffi::c_void;
use std::mem::size_of_val;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// The value that iconv_open returns if it fails.
pub(crate) const FAILED: *mut c_void = ptr::without_provenance_mut(usize::MAX);

type Place = AtomicPtr<mailutf_converter>;

/// The operating system provides memory only for the entries that are used.
static PLACES: [Place; 1 << 20] = [const { AtomicPtr::new(ptr::null_mut()) }; 1 << 20];

/// The index at which the search for a free entry starts.
static NEXT: AtomicUsize = AtomicUsize::new(0);

/// A handle for the converter; `None` if the table is full.
pub(crate) fn put(converter: *mut mailutf_converter) -> Option<*mut c_void> {
    let start = NEXT.fetch_add(1, Ordering::Relaxed) % PLACES.len();
    let (before, behind) = PLACES.split_at(start);
    let taken = behind.iter().chain(before).find(|place| {
        place.compare_exchange(ptr::null_mut(), converter, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    })?;
    Some(ptr::from_ref(taken).cast_mut().cast())
}

/// The converter of a handle. It is NULL if the handle is closed, or is the value that stands for a failure. `None` if the handle
/// is libc's.
pub(crate) fn get(handle: *mut c_void) -> Option<*mut mailutf_converter> {
    if handle.is_null() || handle == FAILED {
        return Some(ptr::null_mut());
    }
    Some(place(handle)?.load(Ordering::Acquire))
}

/// Like [`get`], but closes the handle.
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
