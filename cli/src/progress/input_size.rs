//! Finds the size of the input in a thread of its own, while the run already works. The size is an estimate.

use mailutf::mailbox::compressed::Compression;
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::thread;

/// The size of files and directories in octets.
pub(crate) struct InputSize(Arc<OnceLock<Option<u64>>>);

impl InputSize {
    /// Starts a thread that finds the size. Nobody waits for the thread, because it holds no resources, and nobody
    /// needs its result if it comes too late. If the system cannot start a thread, the size remains unknown.
    pub(crate) fn of(paths: &[PathBuf]) -> Self {
        let (size, paths) = (Arc::new(OnceLock::new()), paths.to_vec());
        let result = Arc::clone(&size);
        let find = move || {
            let octets = paths.iter().map(|path| octets(path)).sum::<Option<u64>>();
            result.set(octets.filter(|&octets| octets > 0))
        };
        let _ = thread::Builder::new().spawn(find);
        Self(size)
    }

    /// Returns a size that is known from the start.
    pub(crate) fn exactly(octets: u64) -> Self {
        Self(Arc::new(OnceLock::from(Some(octets))))
    }

    /// Returns the size once it is known. If some of the mail is compressed or comes through a pipe, the size is
    /// never known.
    pub(crate) fn octets(&self) -> Option<u64> {
        self.0.get().copied().flatten()
    }
}

/// Returns the size of the file `path`, or of all files in the directory `path`. No file is opened to find out
/// whether it is mail, because closing a file would release a lock (fcntl) that this process may hold on the file.
/// Files that are not mail therefore count as well, but in a directory of mail they are few and small.
fn octets(path: &Path) -> Option<u64> {
    let metadata = path.metadata().ok()?;
    if metadata.is_file() {
        return plain(path).then_some(metadata.len());
    }
    let mut directories = vec![path.to_path_buf()];
    let mut octets = 0;
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).ok()?.flatten().filter(|entry| !is_under_way(entry)) {
            // If the entry is a symbolic link, `metadata` describes the link itself, not the file to which
            // the link refers.
            let metadata = entry.metadata().ok()?;
            if metadata.is_dir() {
                directories.push(entry.path());
            } else if metadata.is_file() {
                octets += plain(&entry.path()).then_some(metadata.len())?;
            }
        }
    }
    Some(octets)
}

/// Whether the entry is a temporary file of this program, or a directory of temporary files.
fn is_under_way(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    name == "tmp" || Path::new(&name).extension().is_some_and(|extension| extension == "mailutf")
}

fn plain(path: &Path) -> bool {
    Compression::of_name(path).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uncompressed_files_are_counted() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("a/cur")).unwrap();
        fs::create_dir_all(dir.path().join("a/tmp")).unwrap();
        for name in ["a/cur/1", "a/tmp/2", "b", ".b.mailutf"] {
            fs::write(dir.path().join(name), "12345").unwrap();
        }
        assert_eq!(octets(dir.path()), Some(10));
        assert_eq!(octets(&dir.path().join("b")), Some(5));
        fs::write(dir.path().join("c.gz"), "").unwrap();
        assert_eq!((octets(dir.path()), octets(&dir.path().join("missing"))), (None, None));
    }
}
