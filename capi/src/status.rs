//! The status with which a call ended.

use std::ffi::{CStr, c_char};

/// The status with which a call ended. A number in a released version never changes. Later versions can add
/// numbers.
#[allow(non_camel_case_types, reason = "the name in C")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum mailutf_status {
    /// The call succeeded.
    MAILUTF_OK = 0,
    /// There is nothing to return: for example no file name, no such parameter, or no evidence for a charset.
    MAILUTF_NOTHING = 1,
    /// The octets are not text, or text cannot be read without loss under a strict policy.
    MAILUTF_UNREADABLE = 2,
    /// The charset lacks a character, or a header cannot contain the address or the parameter.
    MAILUTF_UNENCODABLE = 3,
    /// There is no charset with this name.
    MAILUTF_UNKNOWN_CHARSET = 4,
    /// An argument is not valid, such as NULL with a length.
    MAILUTF_INVALID_ARGUMENT = 5,
    /// There is an internal error in this library. Please report it.
    MAILUTF_INTERNAL_ERROR = 6,
    /// The caller's function that takes a new message returned a number other than 0.
    MAILUTF_STOPPED = 7,
    /// The caller's function that supplies the octets of a mailbox could not read them.
    MAILUTF_READ_FAILED = 8,
    /// A message is larger than the maximum size that "limit-message" sets in the hints.
    MAILUTF_TOO_LARGE = 9,
}

impl mailutf_status {
    const fn meaning(self) -> &'static CStr {
        match self {
            Self::MAILUTF_OK => c"",
            Self::MAILUTF_NOTHING => c"there is nothing to return",
            Self::MAILUTF_UNREADABLE => c"it is no text, or it cannot be read without loss",
            Self::MAILUTF_UNENCODABLE => c"the charset lacks a character",
            Self::MAILUTF_UNKNOWN_CHARSET => c"the name means no charset",
            Self::MAILUTF_INVALID_ARGUMENT => c"an argument is not valid",
            Self::MAILUTF_INTERNAL_ERROR => c"an internal error occurred in the library mailutf",
            Self::MAILUTF_STOPPED => c"the caller's function stopped",
            Self::MAILUTF_READ_FAILED => c"the caller's function could not read",
            Self::MAILUTF_TOO_LARGE => c"the message is larger than the limit",
        }
    }

    /// The status in a few words.
    pub(crate) fn words(self) -> String {
        String::from_utf8_lossy(self.meaning().to_bytes()).into_owned()
    }

    /// The status in a few words, for C.
    pub(crate) const fn pointer(self) -> *const c_char {
        self.meaning().as_ptr()
    }
}
