//! The peers (libraries with which our codecs are compared) that are not in Rust: the iconv of the C library, ICU,
//! and simdutf. Each of them writes its output to memory that is not initialized.

use std::ffi::{CStr, c_char, c_void};
use std::sync::LazyLock;

unsafe extern "C" {
    fn iconv_converter(to: *const c_char, from: *const c_char) -> *mut c_void;
    fn iconv_convert(
        converter: *mut c_void,
        input: *const u8,
        length: usize,
        output: *mut u8,
        room: usize,
    ) -> usize;
    fn icu_converter(to: *const c_char, from: *const c_char) -> *mut c_void;
    fn icu_convert(
        converter: *mut c_void,
        input: *const u8,
        length: usize,
        output: *mut u8,
        room: usize,
    ) -> usize;
}

pub(crate) type Convert = LazyLock<Converter>;

pub(crate) struct Converter {
    handle: *mut c_void,
    convert: unsafe extern "C" fn(*mut c_void, *const u8, usize, *mut u8, usize) -> usize,
}

// SAFETY: only the main thread measures.
unsafe impl Send for Converter {}
// SAFETY: only the main thread measures.
unsafe impl Sync for Converter {}

impl Converter {
    pub(crate) fn iconv(to: &CStr, from: &CStr) -> Self {
        // SAFETY: both strings end with a NUL.
        Self { handle: unsafe { iconv_converter(to.as_ptr(), from.as_ptr()) }, convert: iconv_convert }
    }

    pub(crate) fn icu(to: &CStr, from: &CStr) -> Self {
        // SAFETY: both strings end with a NUL.
        Self { handle: unsafe { icu_converter(to.as_ptr(), from.as_ptr()) }, convert: icu_convert }
    }

    /// Converts the octets to a new vector. Returns the length of the output, or 0 if the peer cannot convert the
    /// octets.
    pub(crate) fn run(&self, octets: &[u8]) -> usize {
        write(4 * octets.len() + 32, |output: *mut u8, room| {
            // SAFETY: each length is that of the buffer in the argument before it.
            unsafe { (self.convert)(self.handle, octets.as_ptr(), octets.len(), output, room) }
        })
    }
}

/// Lets `function` write to a new vector, whose memory is not initialized. Returns the number of units that were
/// written.
fn write<T>(room: usize, function: impl FnOnce(*mut T, usize) -> usize) -> usize {
    let mut vector: Vec<T> = Vec::with_capacity(room);
    let written = function(vector.as_mut_ptr(), room);
    assert!(written <= room);
    // SAFETY: `function` has initialized `written` units.
    unsafe { vector.set_len(written) };
    std::hint::black_box(&vector).len()
}

/// Converts UTF-16LE to UTF-8. Like a usual caller, this function first computes the exact size of the output. So do
/// the functions for the other Unicode encodings in this file.
pub(crate) fn simdutf_from_utf16(octets: &[u8]) -> usize {
    let units: Vec<u16>;
    // SAFETY: any octets are valid units.
    let aligned = match unsafe { octets.align_to::<u16>() } {
        ([], aligned, _) => aligned,
        _ => {
            units = octets.as_chunks().0.iter().map(|unit| u16::from_le_bytes(*unit)).collect();
            &units
        }
    };
    write(simdutf::utf8_length_from_utf16le(aligned), |output, _| {
        // SAFETY: there is room for the whole text.
        unsafe { simdutf::convert_utf16le_to_utf8(aligned.as_ptr(), aligned.len(), output) }
    })
}

pub(crate) fn simdutf_from_utf16be(octets: &[u8]) -> usize {
    // SAFETY: any octets are valid units.
    let (_, aligned, _) = unsafe { octets.align_to::<u16>() };
    write(simdutf::utf8_length_from_utf16be(aligned), |output, _| {
        // SAFETY: there is room for the whole text.
        unsafe { simdutf::convert_utf16be_to_utf8(aligned.as_ptr(), aligned.len(), output) }
    })
}

pub(crate) fn simdutf_from_utf32(octets: &[u8]) -> usize {
    // SAFETY: any octets are valid units.
    let (_, aligned, _) = unsafe { octets.align_to::<u32>() };
    write(simdutf::utf8_length_from_utf32(aligned), |output, _| {
        // SAFETY: there is room for the whole text.
        unsafe { simdutf::convert_utf32_to_utf8(aligned.as_ptr(), aligned.len(), output) }
    })
}

pub(crate) fn simdutf_to_utf16(text: &str) -> usize {
    write(simdutf::utf16_length_from_utf8(text.as_bytes()), |output, _| {
        // SAFETY: the text is UTF-8, and there is room for all its units.
        unsafe { simdutf::convert_valid_utf8_to_utf16le(text.as_ptr(), text.len(), output) }
    })
}

pub(crate) fn simdutf_to_utf32(text: &str) -> usize {
    write(simdutf::utf32_length_from_utf8(text.as_bytes()), |output, _| {
        // SAFETY: the text is UTF-8, and there is room for all its units.
        unsafe { simdutf::convert_valid_utf8_to_utf32(text.as_ptr(), text.len(), output) }
    })
}

pub(crate) fn simdutf_base64(octets: &[u8]) -> usize {
    use simdutf::{Base64Options, ErrorCode, LastChunkHandlingOptions};
    write(octets.len() / 4 * 3 + 3, |output, _| {
        // SAFETY: the symbols encode fewer octets than there is room for.
        let result = unsafe {
            simdutf::base64_to_binary(
                octets.as_ptr(),
                octets.len(),
                output,
                Base64Options::Default,
                LastChunkHandlingOptions::Loose,
            )
        };
        if result.error == ErrorCode::Success { result.count } else { 0 }
    })
}
