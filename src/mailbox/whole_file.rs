//! Files that another program may truncate while they are read.

use std::borrow::Borrow;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

/// A reader of a file that notices if another program truncates the file while it is read. Mail programs
/// truncate an mbox when they remove messages, for example. In that case, reading fails with
/// [`ErrorKind::UnexpectedEof`], so that the loss of the messages after the new end is noticed. If the file
/// grows, the added octets are read, too. Needs the feature `files`.
///
/// The expected end is the end that the file had when it was opened. Pipes and devices have no expected end.
/// Seeking does not change the expected end. `F` is the file, or a reference to the file.
///
/// ```
/// use mailutf::mailbox::{Format, Source, WholeFile};
/// # fn main() -> std::io::Result<()> {
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("1998.mbox");
/// # std::fs::write(&path, "From a@b.org Mon Jan  1 00:00:00 2024\nSubject: x\n\n1\n\n")?;
/// for batch in Source::new(WholeFile::open(&path)?, Format::Any)? {
///     for entry in batch?.entries() {
///         assert_eq!(entry.message().octets(), b"Subject: x\n\n1\n");
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct WholeFile<F = File> {
    file: F,
    /// The size of the file in octets when it was opened.
    size: u64,
    /// The offset of the next octet that is read.
    at: u64,
}

impl WholeFile {
    /// Opens the file at `path` for reading.
    ///
    /// # Errors
    /// Fails if the file cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        Self::of(File::open(path)?)
    }
}

impl<F: Borrow<File>> WholeFile<F> {
    /// Wraps a file that has just been opened.
    ///
    /// # Errors
    /// Fails if the size of the file cannot be determined.
    pub fn of(file: F) -> io::Result<Self> {
        let metadata = file.borrow().metadata()?;
        Ok(Self::examined(file, &metadata))
    }

    /// Wraps a file that had this metadata when it was opened.
    pub(crate) fn examined(file: F, metadata: &Metadata) -> Self {
        Self { file, size: size(metadata), at: 0 }
    }
}

/// The size of a regular file; 0 for any other file.
fn size(metadata: &Metadata) -> u64 {
    if metadata.is_file() { metadata.len() } else { 0 }
}

impl<F: Borrow<File>> WholeFile<F> {
    /// Checks the result of a read in which `read` octets were read into `octets`. Fails if the file was
    /// truncated before the end that it had when it was opened.
    fn checked(&mut self, read: usize, octets: &[u8]) -> io::Result<usize> {
        self.at += read as u64;
        if read == 0 && !octets.is_empty() && self.at < self.size {
            // The file may end before its reported size without having been truncated: files of the kernel
            // (procfs, sysfs) can report a size that is not their length.
            let now = size(&self.file.borrow().metadata()?);
            if now < self.size {
                let why = format!("another program has cut it from {} octets to {now}", self.size);
                return Err(io::Error::new(ErrorKind::UnexpectedEof, why));
            }
        }
        Ok(read)
    }
}

impl<F: Borrow<File>> Read for WholeFile<F> {
    fn read(&mut self, octets: &mut [u8]) -> io::Result<usize> {
        let mut file = self.file.borrow();
        let read = file.read(octets)?;
        self.checked(read, octets)
    }
}

/// A file that is shared by several readers, each of which reads from its own offset.
pub(crate) type SharedFile = WholeFile<Arc<File>>;

impl SharedFile {
    /// Returns the file for several readers. Returns `None` if the file is empty, if it has no offsets (such as
    /// a pipe), or if the system cannot read at an offset without moving the position.
    pub(crate) fn shared(&self) -> Option<Self> {
        (cfg!(unix) && self.size > 0).then(|| Self { file: Arc::clone(&self.file), ..*self })
    }

    /// The size of the file in octets when it was opened.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// Moves the position to the end that the file had when it was opened, as if the whole file had been read.
    pub(crate) fn pass(&self) -> io::Result<()> {
        (&*self.file).seek(SeekFrom::Start(self.size)).map(drop)
    }

    /// Whether the file starts with `octets`. A reader that decompresses compressed files has returned
    /// `octets` as the start of the content. So if the file starts with `octets`, it is not compressed.
    pub(crate) fn starts_with(&self, octets: &[u8]) -> bool {
        let mut start = vec![0; octets.len()];
        self.from(0).read_exact(&mut start).is_ok() && start == octets
    }

    /// Returns a reader of the octets from `offset` on.
    pub(crate) fn from(&self, offset: u64) -> FromOffset {
        FromOffset(Self { file: Arc::clone(&self.file), size: self.size, at: offset })
    }
}

/// A [`WholeFile`] that does not move the position of its file.
#[derive(Debug)]
pub(crate) struct FromOffset(SharedFile);

impl Read for FromOffset {
    fn read(&mut self, octets: &mut [u8]) -> io::Result<usize> {
        let read = read_at(&self.0.file, octets, self.0.at)?;
        self.0.checked(read, octets)
    }
}

#[cfg(unix)]
fn read_at(file: &File, octets: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, octets, offset)
}

/// On systems other than Unix, no file is [shared](WholeFile::shared).
#[cfg(not(unix))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<usize> {
    Err(ErrorKind::Unsupported.into())
}

impl<F: Borrow<File>> Seek for WholeFile<F> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = self.file.borrow().seek(to)?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, OpenOptions};

    #[test]
    fn a_file_that_is_cut_while_it_is_read_is_an_error() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("mbox");
        fs::write(&path, [b'x'; 1000]).unwrap();
        let mut file = WholeFile::open(&path).unwrap();
        file.read_exact(&mut [0; 300]).unwrap();
        OpenOptions::new().write(true).open(&path).unwrap().set_len(400).unwrap();
        let mut rest = Vec::new();
        let error = file.read_to_end(&mut rest).unwrap_err();
        assert_eq!((rest.len(), error.kind()), (100, ErrorKind::UnexpectedEof));
        assert_eq!(error.to_string(), "another program has cut it from 1000 octets to 400");
    }

    #[test]
    fn a_file_that_grows_is_read_to_its_end() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("mbox");
        fs::write(&path, [b'x'; 1000]).unwrap();
        let mut file = WholeFile::open(&path).unwrap();
        file.read_exact(&mut [0; 300]).unwrap();
        OpenOptions::new().write(true).open(&path).unwrap().set_len(1400).unwrap();
        let mut rest = Vec::new();
        assert_eq!((file.read_to_end(&mut rest).unwrap(), file.read(&mut [0; 1]).unwrap()), (1100, 0));
    }
}
