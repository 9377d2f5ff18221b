//! Identifies the file that a path or a stream refers to, through hard links, symbolic links, other spellings
//! of the path, or a standard stream.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

#[cfg(not(unix))]
pub(crate) use std::any::Any as Stream;
/// An open file or a standard stream.
#[cfg(unix)]
pub(crate) use std::os::fd::AsFd as Stream;

/// The identity of a file, which is the same under all of its names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FileId(#[cfg(unix)] (u64, u64), #[cfg(not(unix))] PathBuf);

impl FileId {
    /// The file at `path`, if it exists. A character device has no identity, since `/dev/null` and terminals
    /// may receive several outputs.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        Self::examined(&fs::metadata(path).ok()?, path)
    }

    /// The file, pipe or socket that standard input comes from.
    pub(crate) fn standard_input() -> Option<Self> {
        Self::examined(&metadata_of(&io::stdin())?, Path::new(""))
    }

    /// The file, pipe or socket that standard output goes to.
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

/// Whether `input` is the regular file to which standard output is written. If so, the run would read its own output
/// without end.
pub(crate) fn is_standard_output(input: &Metadata) -> bool {
    let output = FileId::standard_output().filter(|_| input.is_file());
    output.is_some_and(|output| FileId::examined(input, Path::new("")) == Some(output))
}

/// Whether standard output is the null device. The runtime opens it in place of a standard output that was
/// closed.
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

/// The file that standard input was redirected from.
pub(crate) fn redirected_input() -> Option<File> {
    duplicate(&io::stdin()).filter(|file| file.metadata().is_ok_and(|metadata| metadata.is_file()))
}

/// The metadata of an open file.
pub(crate) fn metadata_of(stream: &impl Stream) -> Option<Metadata> {
    duplicate(stream)?.metadata().ok()
}

/// The open file, a second time; on Unix only.
#[cfg(unix)]
fn duplicate(stream: &impl Stream) -> Option<File> {
    stream.as_fd().try_clone_to_owned().ok().map(File::from)
}

#[cfg(not(unix))]
fn duplicate(_stream: &impl Stream) -> Option<File> {
    None
}

/// Whether two paths refer to one file, or would if it were created.
pub(crate) fn are_one(one: &Path, other: &Path) -> bool {
    match (FileId::of(one), FileId::of(other)) {
        (Some(one), Some(other)) => one == other,
        // An existing path without an identity is a device.
        (None, None) if !one.exists() && !other.exists() => canonical(one) == canonical(other),
        _ => false,
    }
}

/// `path` without links, `.` and `..`, as far as it exists.
pub(crate) fn canonical(path: &Path) -> PathBuf {
    for above in path.ancestors() {
        let named = if above.as_os_str().is_empty() { Path::new(".") } else { above };
        if let (Ok(found), Ok(rest)) = (fs::canonicalize(named), path.strip_prefix(above)) {
            return if rest.as_os_str().is_empty() { found } else { found.join(rest) };
        }
    }
    path.to_path_buf()
}
