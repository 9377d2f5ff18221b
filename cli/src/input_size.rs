//! About how much mail there is to do, found out beside the work.

use mailutf::mailbox::compressed::Compression;
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::thread;

/// The octets of the mail in some files and directories.
pub(crate) struct InputSize(Arc<OnceLock<Option<u64>>>);

impl InputSize {
    /// Begins to find out. The thread is left to itself: it holds nothing, and what it learns late nobody needs.
    pub(crate) fn of(paths: &[PathBuf]) -> Self {
        let (known, paths) = (Arc::new(OnceLock::new()), paths.to_vec());
        let told = Arc::clone(&known);
        thread::spawn(move || {
            let octets = paths.iter().map(|path| octets(path)).sum::<Option<u64>>();
            told.set(octets.filter(|&octets| octets > 0))
        });
        Self(known)
    }

    /// How many they are, as soon as that is known; `None` also where it will not be, as some of the mail is
    /// compressed or comes through a pipe.
    pub(crate) fn octets(&self) -> Option<u64> {
        self.0.get().copied().flatten()
    }
}

/// The octets at `path`, or below it. No file is opened: to close it would give back the lock that this process may
/// hold on it by then (fcntl). So files that are no mail are counted too; where mail is, they are few and small.
fn octets(path: &Path) -> Option<u64> {
    let metadata = path.metadata().ok()?;
    if metadata.is_file() {
        return plain(path).then_some(metadata.len());
    }
    let mut directories = vec![path.to_path_buf()];
    let mut octets = 0;
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).ok()?.flatten().filter(|entry| !is_under_way(entry)) {
            // Of a symbolic link, what it is itself.
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

/// Whether it is, or holds, what is not whole yet.
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
    fn what_is_plain_is_counted() {
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
