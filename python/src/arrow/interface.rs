//! The structures of the Arrow C data interface, which C programs read. The owner of a structure calls its `release` once,
//! which frees everything that the structure points to. A structure can be moved; its old copy then has no `release`.

use super::builder::{Builder, ENTRIES, Type};
use crate::fault::caught;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::{mem, ptr};

/// `ArrowSchema`: describes the type of a column.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct ArrowSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Self,
    dictionary: *mut Self,
    release: Option<unsafe extern "C" fn(*mut Self)>,
    private_data: *mut c_void,
}

/// `ArrowArray`: contains the values of a column.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct ArrowArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Self,
    dictionary: *mut Self,
    release: Option<unsafe extern "C" fn(*mut Self)>,
    private_data: *mut c_void,
}

/// `ArrowArrayStream`: yields batches of rows.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct ArrowArrayStream {
    get_schema: Option<unsafe extern "C" fn(*mut Self, *mut ArrowSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Self, *mut ArrowArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Self) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Self)>,
    private_data: *mut c_void,
}

/// A source of batches of rows.
pub(crate) trait Batches: Send + 'static {
    fn columns(&self) -> Vec<(&'static str, &'static Type)>;

    /// Returns the columns of the next rows, or `None` at the end.
    fn next(&mut self) -> Result<Option<Vec<Builder>>, String>;
}

// SAFETY: the owner of a structure also owns everything that the structure points to. All of it consists of owned Rust
// values that can move to any thread.
unsafe impl Send for ArrowSchema {}
// SAFETY: as for `ArrowSchema`.
unsafe impl Send for ArrowArrayStream {}

const NULLABLE: i64 = 2;
/// The number of the error `EIO`, which is the same on every system.
const FAILED: c_int = 5;

/// The values to which a schema points.
struct OwnedSchema {
    name: CString,
    children: Vec<*mut ArrowSchema>,
}

/// The values to which an array points.
struct OwnedArray {
    values: Builder,
    buffers: Vec<*const c_void>,
    children: Vec<*mut ArrowArray>,
}

struct OwnedStream {
    batches: Box<dyn Batches>,
    error: Option<CString>,
}

impl ArrowSchema {
    /// Returns the type of rows with these columns.
    pub(crate) fn of_rows(columns: &[(&'static str, &'static Type)]) -> Self {
        let columns = columns.iter().map(|(name, kind)| Self::of(name, kind, NULLABLE));
        Self::with(c"+s", "", 0, columns.collect())
    }

    fn of(name: &str, kind: &'static Type, flags: i64) -> Self {
        let (format, children) = match kind {
            Type::Text => (c"u", Vec::new()),
            Type::Number => (c"l", Vec::new()),
            Type::Instant => (c"tsu:UTC", Vec::new()),
            Type::List(item) => (c"+l", vec![Self::of("item", item, NULLABLE)]),
            Type::Record(fields) => {
                (c"+s", fields.iter().map(|(name, kind)| Self::of(name, kind, NULLABLE)).collect())
            }
            // In Arrow, the entries and the keys of a map cannot be missing.
            Type::Map => {
                let [key, value] =
                    [("key", 0), ("value", NULLABLE)].map(|(name, flags)| Self::of(name, &Type::Text, flags));
                (c"+m", vec![Self::with(c"+s", ENTRIES.0, 0, vec![key, value])])
            }
        };
        Self::with(format, name, flags, children)
    }

    fn with(format: &'static CStr, name: &str, flags: i64, children: Vec<Self>) -> Self {
        let children: Vec<*mut Self> =
            children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
        let name = CString::new(name).unwrap_or_default();
        let mut owned = Box::new(OwnedSchema { name, children });
        Self {
            format: format.as_ptr(),
            name: owned.name.as_ptr(),
            metadata: ptr::null(),
            flags,
            n_children: owned.children.len() as i64,
            children: owned.children.as_mut_ptr(),
            dictionary: ptr::null_mut(),
            release: Some(release_schema),
            private_data: Box::into_raw(owned).cast(),
        }
    }
}

impl ArrowArray {
    /// Returns rows with the values of these columns.
    fn of_rows(columns: Vec<Builder>) -> Self {
        Self::of(Builder::rows(columns))
    }

    fn of(mut values: Builder) -> Self {
        let children = mem::take(&mut values.children).into_iter();
        let children = children.map(|child| Box::into_raw(Box::new(Self::of(child)))).collect();
        let mut owned = Box::new(OwnedArray { values, buffers: Vec::new(), children });
        let values = &owned.values;
        let validity = if values.missing == 0 { ptr::null() } else { values.validity.as_ptr().cast() };
        owned.buffers = match values.kind {
            Type::Text => vec![validity, values.offsets.as_ptr().cast(), values.octets.as_ptr().cast()],
            Type::Number | Type::Instant => vec![validity, values.numbers.as_ptr().cast()],
            Type::List(_) | Type::Map => vec![validity, values.offsets.as_ptr().cast()],
            Type::Record(_) => vec![validity],
        };
        Self {
            length: values.length as i64,
            null_count: values.missing as i64,
            offset: 0,
            n_buffers: owned.buffers.len() as i64,
            n_children: owned.children.len() as i64,
            buffers: owned.buffers.as_mut_ptr(),
            children: owned.children.as_mut_ptr(),
            dictionary: ptr::null_mut(),
            release: Some(release_array),
            private_data: Box::into_raw(owned).cast(),
        }
    }

    /// Returns the array that marks the end of a stream.
    fn end() -> Self {
        Self {
            length: 0,
            null_count: 0,
            offset: 0,
            n_buffers: 0,
            n_children: 0,
            buffers: ptr::null_mut(),
            children: ptr::null_mut(),
            dictionary: ptr::null_mut(),
            release: None,
            private_data: ptr::null_mut(),
        }
    }
}

impl ArrowArrayStream {
    pub(crate) fn of(batches: impl Batches) -> Self {
        let owned = Box::new(OwnedStream { batches: Box::new(batches), error: None });
        Self {
            get_schema: Some(get_schema),
            get_next: Some(get_next),
            get_last_error: Some(get_last_error),
            release: Some(release_stream),
            private_data: Box::into_raw(owned).cast(),
        }
    }
}

impl Drop for ArrowSchema {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: `release` is set, so the structure was not released before. Nobody uses the structure after `drop`.
            unsafe { release(self) }
        }
    }
}

impl Drop for ArrowArray {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: `release` is set, so the structure was not released before. Nobody uses the structure after `drop`.
            unsafe { release(self) }
        }
    }
}

impl Drop for ArrowArrayStream {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: `release` is set, so the structure was not released before. Nobody uses the structure after `drop`.
            unsafe { release(self) }
        }
    }
}

/// # Safety
/// `schema` was created by this module, and was not released.
unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: the caller promises that this module created `schema`. So `with` created `private_data`, and each child was
    // allocated as a `Box`.
    unsafe {
        let owned = Box::from_raw((*schema).private_data.cast::<OwnedSchema>());
        (*schema).release = None;
        // Dropping a child releases it, unless it was moved.
        owned.children.iter().for_each(|child| drop(Box::from_raw(*child)));
    }
}

/// # Safety
/// `array` was created by this module, and was not released.
unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: the caller promises that this module created `array`. So `of` created `private_data`, and each child was
    // allocated as a `Box`.
    unsafe {
        let owned = Box::from_raw((*array).private_data.cast::<OwnedArray>());
        (*array).release = None;
        // Dropping a child releases it, unless it was moved.
        owned.children.iter().for_each(|child| drop(Box::from_raw(*child)));
    }
}

/// # Safety
/// `stream` was created by this module, and was not released.
unsafe extern "C" fn release_stream(stream: *mut ArrowArrayStream) {
    // SAFETY: the caller promises that this module created `stream`. So `of` created `private_data`.
    unsafe {
        let owned = Box::from_raw((*stream).private_data.cast::<OwnedStream>());
        (*stream).release = None;
        let _ = caught(|| drop(owned));
    }
}

/// # Safety
/// `stream` was created by this module, was not released, and is used by only one thread at a time. `out` can be
/// written.
unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: the caller promises this.
    unsafe {
        let owned = &*(*stream).private_data.cast::<OwnedStream>();
        ptr::write(out, ArrowSchema::of_rows(&owned.batches.columns()));
    }
    0
}

/// # Safety
/// `stream` was created by this module, was not released, and is used by only one thread at a time. `out` can be
/// written.
unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: the caller promises this.
    let owned = unsafe { &mut *(*stream).private_data.cast::<OwnedStream>() };
    let next = caught(|| owned.batches.next()).unwrap_or_else(|fault| Err(fault.to_string()));
    let (array, status) = match next {
        Ok(Some(columns)) => (ArrowArray::of_rows(columns), 0),
        Ok(None) => (ArrowArray::end(), 0),
        Err(error) => {
            owned.error = CString::new(error.replace('\0', " ")).ok();
            (ArrowArray::end(), FAILED)
        }
    };
    // SAFETY: the caller promises this.
    unsafe { ptr::write(out, array) };
    status
}

/// Returns the text of the last error, which is valid until the next call.
///
/// # Safety
/// `stream` was created by this module, was not released, and is used by only one thread at a time.
unsafe extern "C" fn get_last_error(stream: *mut ArrowArrayStream) -> *const c_char {
    // SAFETY: the caller promises this.
    let owned = unsafe { &*(*stream).private_data.cast::<OwnedStream>() };
    owned.error.as_ref().map_or(ptr::null(), |error| error.as_ptr())
}
