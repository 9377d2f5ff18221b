//! Finds the file that an output replaces, and refuses an output that would overwrite an input (guarantee G28
//! in docs/guarantees.md).

use super::directory::or_current;
pub use super::file_kind::is_named_like_a_file;
use crate::error::Error;
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Returns the path of the regular file that an output to `path` replaces or creates. In the path of an existing
/// file, symbolic links are resolved. Returns `None` for a directory, and if the output must be written
/// directly: to a device, to a FIFO, or to a file named by an open descriptor (`/dev/stdout`, `/dev/fd`,
/// `/proc`).
///
/// # Errors
/// Fails if `path` is a symbolic link that leads nowhere, or if `path` cannot be examined.
pub fn regular_file(path: &Path) -> io::Result<Option<PathBuf>> {
    if is_descriptor(path) {
        return Ok(None);
    }
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => fs::canonicalize(path).map(Some),
        Ok(_) => Ok(None),
        Err(error) if error.kind() == ErrorKind::NotFound && fs::symlink_metadata(path).is_ok() => {
            Err(io::Error::new(ErrorKind::NotFound, "it is a symbolic link that leads nowhere"))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Some(path.to_path_buf())),
        Err(error) => Err(error),
    }
}

/// Whether the path names a file descriptor of this process or of another process.
fn is_descriptor(path: &Path) -> bool {
    ["/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"]
        .iter()
        .any(|above| path.starts_with(above))
}

/// Refuses the name of a temporary file, because the next run would remove such a file.
///
/// # Errors
/// Fails if `path` has such a name.
pub fn refuse_temporary_name(path: &Path) -> Result<(), Error> {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    if name.starts_with(b".") && name.ends_with(b".mailutf") {
        let why = "names that begin with `.` and end with `.mailutf` are reserved for temporary files";
        return Err(Error::refused("write to it", path, why));
    }
    Ok(())
}

const MAILDIR: [&str; 3] = ["cur", "new", "tmp"];

/// Whether the directory is a Maildir, that is, whether it contains the three directories of a Maildir.
pub fn is_maildir(directory: &Path) -> bool {
    MAILDIR.iter().all(|name| directory.join(name).is_dir())
}

/// Whether the directory is an MH folder: it contains data that nmh, Sylpheed or Claws Mail keep about the
/// messages of a folder.
fn is_mh_folder(directory: &Path) -> bool {
    [".mh_sequences", ".sylpheed_mark", ".claws_mark"].iter().any(|name| directory.join(name).exists())
}

/// Refuses a file among the messages of a Maildir or an MH folder. Mail programs would take the file for a
/// message, or remove it.
///
/// # Errors
/// Fails if the directory of `path` is the `cur`, `new` or `tmp` of a Maildir. Also fails if the directory is
/// an MH folder and the name of the file is a number.
pub fn refuse_among_messages(path: &Path) -> Result<(), Error> {
    let directory = fs::canonicalize(or_current(path.parent().unwrap_or(Path::new("")))).unwrap_or_default();
    let is_of_maildir = MAILDIR.iter().any(|name| directory.ends_with(name));
    let is_number =
        path.file_name().is_some_and(|name| name.as_encoded_bytes().iter().all(u8::is_ascii_digit));
    let kind = if is_of_maildir && directory.parent().is_some_and(is_maildir) {
        "a Maildir"
    } else if is_number && is_mh_folder(&directory) {
        "an MH folder"
    } else {
        return Ok(());
    };
    let why = format!("it would be among the messages of {kind}; name another directory");
    Err(Error::refused("write to it", path, why))
}

/// Refuses a directory of mail as the output directory for files whose names are not known beforehand. In such
/// a directory, mail programs would take the files for messages, or for lists of their own.
///
/// # Errors
/// Fails if `directory` is a Maildir, the `cur`, `new` or `tmp` of a Maildir, or an MH folder.
pub fn refuse_mail_directory(directory: &Path) -> Result<(), Error> {
    refuse_among_messages(&directory.join("1"))?;
    if is_maildir(directory) {
        let why = "it is a Maildir, where mail programs keep files of their own; name another directory";
        return Err(Error::refused("write to it", directory, why));
    }
    Ok(())
}

/// Refuses `output` if it is the same file or directory as `input` (also through a link), lies inside `input`,
/// or contains `input`. `output` need not exist.
///
/// # Errors
/// Fails if `output` is refused.
pub fn refuse_input(output: &Path, input: &Path) -> Result<(), Error> {
    let Some(input_id) = identity(input) else { return Ok(()) };
    let refused = |why: String| Err(Error::refused("write to it", output, why));
    if identity(output) == Some(input_id) {
        return refused("it is also the input".to_owned());
    }
    let is_above = |id, path: &Path| {
        let real = path.ancestors().find_map(|above| fs::canonicalize(or_current(above)).ok());
        real.is_some_and(|real| real.ancestors().any(|above| identity(above) == Some(id)))
    };
    if is_above(input_id, output) {
        return refused(format!("it is inside {}, which is the input", input.display()));
    }
    if identity(output).is_some_and(|output_id| is_above(output_id, input)) {
        return refused(format!("it contains {}, which is the input", input.display()));
    }
    Ok(())
}

/// The device number and the inode number of the file at `path`.
fn identity(path: &Path) -> Option<(u64, u64)> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}
