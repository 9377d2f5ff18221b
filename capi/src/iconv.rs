//! The interface of iconv(3) for all charsets of mailutf.

mod conversion;
mod name;
mod similar;

use crate::guard::{UNTIL_NUL, free, guarded, octets};
use conversion::{Conversion, Stop};
use name::{Name, Side};
use std::ffi::{c_char, c_int};
use std::ptr;

/// A conversion between two charsets.
#[derive(Debug)]
pub struct mailutf_converter {
    conversion: Conversion,
    /// The octets that a call writes, before the call copies them to the caller's memory.
    output: Vec<u8>,
}

/// The value that mailutf_iconv_open() returns if it fails.
const FAILED: *mut mailutf_converter = ptr::without_provenance_mut(usize::MAX);

fn fail(error: c_int) -> usize {
    // SAFETY: the address of this thread's errno is always valid.
    unsafe { *errno() = error };
    usize::MAX
}

#[cfg(any(target_os = "linux", target_os = "emscripten", target_os = "redox"))]
use libc::__errno_location as errno;

#[cfg(any(target_os = "macos", target_os = "ios", target_os = "freebsd"))]
use libc::__error as errno;

#[cfg(any(target_os = "android", target_os = "netbsd", target_os = "openbsd"))]
use libc::__errno as errno;

#[cfg(windows)]
unsafe extern "C" {
    #[link_name = "_errno"]
    safe fn errno() -> *mut c_int;
}

/// Opens a conversion, like iconv_open(3). `from_code` means what the label means in mail: "iso-8859-1" is read as windows-1252,
/// and "gb2312" as GB18030. `to_code` is taken literally. Close the conversion by mailutf_iconv_close().
///
/// One or more of these suffixes can follow a name:
/// - "//TRANSLIT": a character that the output charset lacks is replaced by a similar character, or by a question mark if there
///   is no similar character.
/// - "//IGNORE": ill-formed input is left out, and characters that the output charset lacks are left out, too.
/// - "//EXACT": `from_code` is taken literally, too.
///
/// If one of the names does not name a charset, returns (mailutf_converter *)-1 and sets errno to EINVAL.
///
/// In other libraries, the empty name and "char" stand for the charset of the locale. In this library, both names mean UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_iconv_open(
    to_code: *const c_char,
    from_code: *const c_char,
) -> *mut mailutf_converter {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let given = unsafe { (octets(to_code, UNTIL_NUL), octets(from_code, UNTIL_NUL)) };
    let opened = guarded(|| {
        let (Some(to), Some(from)) = given else { return None };
        let (to, from) = (Name::read(to, Side::To)?, Name::read(from, Side::From)?);
        let conversion = Conversion::new(&to, &from);
        Some(Box::into_raw(Box::new(mailutf_converter { conversion, output: Vec::new() })))
    });
    opened.flatten().unwrap_or_else(|| {
        fail(libc::EINVAL);
        FAILED
    })
}

/// Converts text, like iconv(3). Reads at most `*inbytesleft` octets, starting at `*inbuf`, and writes at most `*outbytesleft`
/// octets, starting at `*outbuf`. Then updates the four variables, so that they describe the remaining input and the remaining
/// room.
///
/// If `inbuf` or `*inbuf` is NULL, resets the conversion to its initial state. Before that, writes the octets that return the
/// output to its initial shift state, unless `outbuf` or `*outbuf` is NULL.
///
/// Returns the number of characters that were replaced or left out. In case of an error, returns (size_t)-1 and sets errno:
/// - E2BIG: the next character does not fit into the output. Call again with more room.
/// - EINVAL: the input ends within a character. The octets of this character are left in the input. Call again with these octets
///   and the octets that follow them.
/// - EILSEQ: the input is ill-formed at `*inbuf`, or the output charset lacks the character at `*inbuf`. To go on, skip at least
///   one octet.
/// - EBADF: the handle is not an open conversion.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_iconv(
    converter: *mut mailutf_converter,
    inbuf: *mut *mut c_char,
    inbytesleft: *mut usize,
    outbuf: *mut *mut c_char,
    outbytesleft: *mut usize,
) -> usize {
    if converter.is_null() || converter == FAILED {
        return fail(libc::EBADF);
    }
    // SAFETY: the caller obeys the rules at the top of mailutf.h: each of the four pointers is NULL or points to a variable of the caller,
    // and the handle is open.
    let (converter, mut input, mut output) = unsafe {
        (
            &mut *converter,
            inbuf.as_mut().zip(inbytesleft.as_mut()),
            outbuf.as_mut().zip(outbytesleft.as_mut()),
        )
    };
    let room = match &output {
        Some((start, left)) if !start.is_null() => **left,
        _ => 0,
    };
    converter.output.clear();
    let written = match input.as_mut().filter(|(start, _)| !start.is_null()) {
        Some((start, left)) => {
            // SAFETY: the caller obeys the rules at the top of mailutf.h, so `**left` octets begin at `**start`.
            let Some(octets) = (unsafe { octets(**start, (**left).min(isize::MAX as usize)) }) else {
                return fail(libc::EBADF);
            };
            let convert = || converter.conversion.convert(octets, room, &mut converter.output);
            let Some(done) = guarded(convert) else { return fail(libc::EBADF) };
            **left -= done.taken;
            // SAFETY: the conversion takes no more octets than the input has.
            **start = unsafe { start.add(done.taken) };
            match done.stop {
                Stop::End => Ok(done.lost),
                Stop::Full => Err(libc::E2BIG),
                Stop::Incomplete => Err(libc::EINVAL),
                Stop::IllFormed => Err(libc::EILSEQ),
            }
        }
        None => {
            let Some(ending) = guarded(|| converter.conversion.ending()) else { return fail(libc::EBADF) };
            let is_wanted = output.as_ref().is_some_and(|(start, _)| !start.is_null());
            if is_wanted && ending.len() > room {
                return fail(libc::E2BIG);
            }
            if is_wanted {
                converter.output = ending;
            }
            converter.conversion.reset();
            Ok(0)
        }
    };
    if let Some((start, left)) = output.as_mut().filter(|_| !converter.output.is_empty()) {
        let length = converter.output.len();
        // SAFETY: the caller has room for `room` octets at `*start`, and at most `room` octets were written (none if `*start` is
        // NULL). `converter.output` is a separate buffer, so it does not overlap the caller's memory.
        **start = unsafe {
            ptr::copy_nonoverlapping(converter.output.as_ptr(), start.cast(), length);
            start.add(length)
        };
        **left -= length;
    }
    written.unwrap_or_else(fail)
}

/// Closes a conversion, like iconv_close(3). Returns 0. If the handle is not an open conversion, returns -1 and sets
/// errno to EBADF.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_iconv_close(converter: *mut mailutf_converter) -> c_int {
    if converter.is_null() || converter == FAILED {
        fail(libc::EBADF);
        return -1;
    }
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { free(converter) };
    0
}
