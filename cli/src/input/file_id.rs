//! Identifies the file that a path or a stream refers to. Paths and streams that refer to the same file through
//! hard links, symbolic links or other spellings of the path have the same identity.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

#[cfg(not(unix))]
pub(crate) use std::any::Any as Stream;
/// An open file or a standard stream.
#[cfg(unix)]
pub(crate) use std::os::fd::AsFd as Stream;

/// The identity of a file. It is the same under all names of the file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FileId(#[cfg(unix)] (u64, u64), #[cfg(not(unix))] PathBuf);

impl FileId {
    /// Returns the identity of the file at `path`, if the file exists. A character device has no identity, because
    /// several outputs may go to `/dev/null` or to a terminal.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        Self::examined(&fs::metadata(path).ok()?, path)
    }

    /// Returns the identity of the file, pipe or socket that standard input comes from.
    pub(crate) fn standard_input() -> Option<Self> {
        Self::examined(&metadata_of(&io::stdin())?, Path::new(""))
    }

    /// Returns the identity of the file, pipe or socket that standard output goes to.
    pub(crate) fn standard_output() -> Option<Self> {
        Self::examined(&metadata_of(&io::stdout())?, Path::new(""))
    }

    #[cfg(unix)]
    fn examined(metadata: &Metadata, _path: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        (!is_device(metadata)).then(|| Self((metadata.dev(), metadata.ino())))
    }

    #[cfg(not(unix))]
    fn examined(_metadata: &Metadata, path: &Path) -> Option<Self> {
        fs::canonicalize(path).ok().map(Self)
    }
}

#[cfg(unix)]
fn is_device(metadata: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_char_device(&metadata.file_type())
}

/// Whether `input` is the regular file to which standard output goes. In this case the run would read its own
/// output without end.
pub(crate) fn is_standard_output(input: &Metadata) -> bool {
    let output = FileId::standard_output().filter(|_| input.is_file());
    output.is_some_and(|output| FileId::examined(input, Path::new("")) == Some(output))
}

/// Whether standard output is the null device. If standard output was closed, Rust's runtime opens the null device
/// in its place.
#[cfg(unix)]
pub(crate) fn discards_standard_output() -> bool {
    use std::os::unix::fs::MetadataExt;
    let null = fs::metadata("/dev/null").ok().map(|null| null.rdev());
    let output = metadata_of(&io::stdout()).filter(is_device);
    output.is_some_and(|output| Some(output.rdev()) == null)
}

#[cfg(not(unix))]
pub(crate) fn discards_standard_output() -> bool {
    false
}

/// Returns the file from which standard input is redirected, if it is redirected from a regular file.
pub(crate) fn redirected_input() -> Option<File> {
    duplicate(&io::stdin()).filter(|file| file.metadata().is_ok_and(|metadata| metadata.is_file()))
}

/// Returns the metadata of an open file.
pub(crate) fn metadata_of(stream: &impl Stream) -> Option<Metadata> {
    duplicate(stream)?.metadata().ok()
}

/// Returns a second descriptor of the open file `stream`. Systems other than Unix return `None`.
#[cfg(unix)]
fn duplicate(stream: &impl Stream) -> Option<File> {
    stream.as_fd().try_clone_to_owned().ok().map(File::from)
}

#[cfg(not(unix))]
fn duplicate(_stream: &impl Stream) -> Option<File> {
    None
}

/// Whether two paths refer to one file, or would refer to one file if it were created.
pub(crate) fn are_one(one: &Path, other: &Path) -> bool {
    match (FileId::of(one), FileId::of(other)) {
        (Some(one), Some(other)) => one == other,
        // A path that exists but has no identity is a device.
        (None, None) if !one.exists() && !other.exists() => canonical(one) == canonical(other),
        _ => false,
    }
}

/// Returns `path` without links, `.` and `..`. The part of the path that does not exist stays unchanged.
pub(crate) fn canonical(path: &Path) -> PathBuf {
    for above in path.ancestors() {
        let named = if above.as_os_str().is_empty() { Path::new(".") } else { above };
        if let (Ok(found), Ok(rest)) = (fs::canonicalize(named), path.strip_prefix(above)) {
            return if rest.as_os_str().is_empty() { found } else { found.join(rest) };
        }
    }
    path.to_path_buf()
}
