//! Identifies the file that a path or a stream refers to, through hard links, symbolic links, other spellings
//! of the path, or a standard stream.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

#[cfg(not(unix))]
pub(crate) use std::any::Any as Stream;
/// An open file or a standard stream.
#[cfg(unix)]
pub(crate) use std::os::fd::AsFd as Stream;

/// The identity of a file; equal for all names of one file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FileId(#[cfg(unix)] (u64, u64), #[cfg(not(unix))] PathBuf);

impl FileId {
    /// The file at `path`, if it exists. A character device has no identity, since `/dev/null` and terminals
    /// may receive several outputs.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        Self::examined(&fs::metadata(path).ok()?, path)
    }

    /// The file, pipe or socket that standard input comes from.
    #[cfg(unix)]
    pub(crate) fn standard_input() -> Option<Self> {
        Self::examined(&metadata_of(&std::io::stdin())?, Path::new(""))
    }

    /// The file, pipe or socket that standard output goes to.
    #[cfg(unix)]
    pub(crate) fn standard_output() -> Option<Self> {
        Self::examined(&metadata_of(&std::io::stdout())?, Path::new(""))
    }

    #[cfg(not(unix))]
    pub(crate) fn standard_input() -> Option<Self> {
        None
    }

    #[cfg(not(unix))]
    pub(crate) fn standard_output() -> Option<Self> {
        None
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

/// Whether `input` is the regular file that standard output is written to. The output would be read again,
/// without end.
#[cfg(unix)]
pub(crate) fn is_standard_output(input: &Metadata) -> bool {
    input.is_file()
        && FileId::standard_output()
            .is_some_and(|output| FileId::examined(input, Path::new("")) == Some(output))
}

#[cfg(not(unix))]
pub(crate) fn is_standard_output(_input: &Metadata) -> bool {
    false
}

/// Whether standard output is the null device. The runtime opens it in place of a standard output that was
/// closed.
#[cfg(unix)]
pub(crate) fn discards_standard_output() -> bool {
    use std::os::unix::fs::MetadataExt;
    let null = fs::metadata("/dev/null").ok().map(|null| null.rdev());
    let output = metadata_of(&std::io::stdout()).filter(is_device);
    output.is_some_and(|output| Some(output.rdev()) == null)
}

#[cfg(not(unix))]
pub(crate) fn discards_standard_output() -> bool {
    false
}

/// The file that standard input was redirected from.
#[cfg(unix)]
pub(crate) fn redirected_input() -> Option<fs::File> {
    let file = fs::File::from(std::io::stdin().as_fd().try_clone_to_owned().ok()?);
    file.metadata().is_ok_and(|metadata| metadata.is_file()).then_some(file)
}

#[cfg(not(unix))]
pub(crate) fn redirected_input() -> Option<fs::File> {
    None
}

/// The metadata of an open file.
#[cfg(unix)]
pub(crate) fn metadata_of(stream: &impl Stream) -> Option<Metadata> {
    let duplicate = stream.as_fd().try_clone_to_owned().ok()?;
    fs::File::from(duplicate).metadata().ok()
}

#[cfg(not(unix))]
pub(crate) fn metadata_of(_stream: &impl Stream) -> Option<Metadata> {
    None
}

/// Whether two paths refer to one file, or would if it were created.
pub(crate) fn are_one(one: &Path, other: &Path) -> bool {
    match (FileId::of(one), FileId::of(other)) {
        (Some(one), Some(other)) => one == other,
        // A path that exists without an identity is a device.
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
