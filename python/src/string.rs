//! Makes Python strings.

use mailutf::charset::Charset;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::borrow::Cow;
use std::ffi::{c_char, c_int};
use std::ptr;

/// A text in the encoding from which Python makes a string fastest. The text is prepared without the GIL.
///
/// When Python decodes UTF-8, it decodes long runs of US-ASCII fast, but all other characters one by one. Python
/// decodes ISO-8859-1 by copying octets, and decodes UTF-16 four units at a time. So it takes only a third of the time
/// to encode the text in ISO-8859-1 or UTF-16 here, and to let Python decode the result.
pub(crate) enum Prepared {
    Utf8(String),
    Latin1(Vec<u8>),
    /// Little-endian UTF-16.
    Utf16(Vec<u8>),
}

/// Texts with fewer octets than this stay in UTF-8.
const LONG: usize = 256;

impl Prepared {
    /// Prepares a text, in linear time.
    pub(crate) fn of(text: Cow<'_, str>) -> Self {
        let largest = if text.len() < LONG { 0 } else { text.bytes().fold(0, u8::max) };
        let units = (largest > 0x7F).then(|| Charset::UTF_16LE.encode(&text));
        match units {
            // In UTF-8, U+0100 begins with the octet 0xC4. All octets of U+00FF and of the characters before it are smaller.
            Some(Ok(units)) if largest < 0xC4 => {
                Self::Latin1(units.as_chunks().0.iter().map(|unit| u16::from_le_bytes(*unit) as u8).collect())
            }
            Some(Ok(units)) => Self::Utf16(units.into_owned()),
            _ => Self::Utf8(text.into_owned()),
        }
    }

    /// Builds the string. A long string is built in pieces, and Python's signal handlers run between the pieces.
    pub(crate) fn string(self, py: Python<'_>) -> PyResult<Bound<'_, PyString>> {
        let (octets, is_utf16) = match &self {
            Self::Utf8(text) => return Ok(PyString::new(py, text)),
            Self::Latin1(octets) => (octets, false),
            Self::Utf16(octets) => (octets, true),
        };
        let mut pieces = Vec::new();
        let mut rest = octets.as_slice();
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(end_of_piece(rest, is_utf16));
            pieces.push(decoded(py, piece, is_utf16)?);
            rest = after;
            py.check_signals()?;
        }
        match pieces.len() {
            1 => Ok(pieces.remove(0)),
            _ => Ok(PyString::new(py, "").call_method1("join", (pieces,))?.cast_into()?),
        }
    }
}

/// The number of octets in a piece. Python decodes a piece in some hundredths of a second.
const PIECE: usize = 16 << 20;

/// Returns the end of the next piece. A piece never ends between the two units of a surrogate pair.
fn end_of_piece(octets: &[u8], is_utf16: bool) -> usize {
    match octets.get(PIECE - 2..PIECE) {
        Some(&[_, 0xD8..=0xDB]) if is_utf16 => PIECE - 2,
        _ => octets.len().min(PIECE),
    }
}

fn decoded<'py>(py: Python<'py>, octets: &[u8], is_utf16: bool) -> PyResult<Bound<'py, PyString>> {
    // A slice is never longer than `isize::MAX`.
    let (start, length) = (octets.as_ptr().cast::<c_char>(), octets.len() as ffi::Py_ssize_t);
    let mut least_first: c_int = -1;
    // SAFETY: Python reads `length` octets from `start` on. These octets are borrowed during the call. Python returns a
    // new reference, or null and an error. A null pointer for `errors` means "strict".
    let string = unsafe {
        let string = if is_utf16 {
            ffi::PyUnicode_DecodeUTF16(start, length, ptr::null(), &raw mut least_first)
        } else {
            ffi::PyUnicode_DecodeLatin1(start, length, ptr::null())
        };
        Bound::from_owned_ptr_or_err(py, string)
    };
    Ok(string?.cast_into()?)
}
