//! The handles of this library. An `iconv_t` that this library returns is the address of an entry in a static table. A
//! handle of another library never points into this table: it is either an address of other memory or, as in musl, a
//! number. So a comparison of addresses tells whether this library opened a handle. The comparison reads no memory of
//! another library. The entry of a closed handle is empty, so that closed handles are recognized.
//!
//! The table has no locks, because if a process forked while another thread held a lock, the child process would wait
//! for this lock forever. Looking up a handle takes constant time. Opening a handle searches for a free entry. Each
//! search starts one entry after the start of the previous search.

use mailutf_capi::iconv::mailutf_converter;
use std::ffi::c_void;
use std::mem::size_of_val;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// The value that iconv_open returns if it fails.
pub(crate) const FAILED: *mut c_void = ptr::without_provenance_mut(usize::MAX);

type Place = AtomicPtr<mailutf_converter>;

/// The converter of each open handle; NULL in a free entry. The operating system provides memory only for the entries
/// that are used.
static PLACES: [Place; 1 << 20] = [const { AtomicPtr::new(ptr::null_mut()) }; 1 << 20];

/// The index at which the next search for a free entry starts.
static NEXT: AtomicUsize = AtomicUsize::new(0);

/// Stores a converter in the table and returns its handle, or `None` if the table is full.
pub(crate) fn put(converter: *mut mailutf_converter) -> Option<*mut c_void> {
    let start = NEXT.fetch_add(1, Ordering::Relaxed) % PLACES.len();
    let (before, behind) = PLACES.split_at(start);
    let taken = behind.iter().chain(before).find(|place| {
        place.compare_exchange(ptr::null_mut(), converter, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    })?;
    Some(ptr::from_ref(taken).cast_mut().cast())
}

/// Returns the converter of a handle. The converter is NULL if the handle is closed, NULL, or [`FAILED`]. The result is
/// `None` if libc opened the handle.
pub(crate) fn get(handle: *mut c_void) -> Option<*mut mailutf_converter> {
    if handle.is_null() || handle == FAILED {
        return Some(ptr::null_mut());
    }
    Some(place(handle)?.load(Ordering::Acquire))
}

/// Returns the converter of a handle, like [`get`], and closes the handle.
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
