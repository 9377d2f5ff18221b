//! The names of inputs on the command line and in messages to the user.

use crate::terminal::Escaped;
use mailutf::Error;
use std::io;
use std::path::Path;

/// The path that means standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// Whether `path` means standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

/// Returns the name of `path` for messages to the user, escaped.
pub(crate) fn name(path: &Path) -> String {
    if is_standard_input(path) {
        return "standard input".to_owned();
    }
    Escaped(path.as_os_str().as_encoded_bytes()).to_string()
}

/// Returns the error for a failed `action` on `path`.
pub(crate) fn error(action: &'static str, path: &Path, cause: io::Error) -> Error {
    let path = if is_standard_input(path) { Path::new("standard input") } else { path };
    Error::new(action, Some(path), cause)
}

/// Describes the place of a part of a message: the file, and for a message in an mbox also its number, offset and
/// Message-ID.
pub(crate) fn place(mut file: String, in_mbox: Option<(u64, u64, &[u8])>, part: &str) -> String {
    if let Some((ordinal, offset, message_id)) = in_mbox {
        file += &format!(": message {} at octet {offset}", ordinal + 1);
        if !message_id.is_empty() {
            file += &format!(" {}", Escaped(message_id));
        }
    }
    if !part.is_empty() {
        file += &format!(": part {part}");
    }
    file
}
