//! Files that another program may cut while they are read.

use std::borrow::Borrow;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

/// A file that is read to the end that it had when it was opened, or further if it has grown. If it ends earlier, because
/// another program has cut it, reading fails with [`ErrorKind::UnexpectedEof`], so that the loss of the messages after the
/// cut is noticed. Mail programs cut an mbox when they remove messages.
///
/// Pipes and devices have no such end. Seeking does not change this end. `F` is the file, or a reference to it.
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
    /// Its size in octets when it was opened.
    size: u64,
    /// The offset of the next octet.
    at: u64,
}

impl WholeFile {
    /// Opens the file at `path` for reading.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        Self::of(File::open(path)?)
    }
}

impl<F: Borrow<File>> WholeFile<F> {
    /// A file that has just been opened.
    ///
    /// # Errors
    /// If its size cannot be determined.
    pub fn of(file: F) -> io::Result<Self> {
        let metadata = file.borrow().metadata()?;
        Ok(Self::examined(file, &metadata))
    }

    /// A file that had this metadata when it was opened.
    pub(crate) fn examined(file: F, metadata: &Metadata) -> Self {
        Self { file, size: size(metadata), at: 0 }
    }
}

/// The size of a regular file.
fn size(metadata: &Metadata) -> u64 {
    if metadata.is_file() { metadata.len() } else { 0 }
}

impl<F: Borrow<File>> WholeFile<F> {
    /// Checks the result of a read, in which `read` octets were read into `octets`. Fails if the file was cut
    /// before the end that it had.
    fn checked(&mut self, read: usize, octets: &[u8]) -> io::Result<usize> {
        self.at += read as u64;
        if read == 0 && !octets.is_empty() && self.at < self.size {
            // Files of the kernel (procfs, sysfs) may report a size that is not their length.
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

/// A file that several readers read, each from an offset of its own.
pub(crate) type SharedFile = WholeFile<Arc<File>>;

impl SharedFile {
    /// The same file, for several readers; `None` if it has no offsets, such as a pipe, if it is empty, or if the
    /// system cannot read at an offset without moving the position.
    pub(crate) fn shared(&self) -> Option<Self> {
        (cfg!(unix) && self.size > 0).then(|| Self { file: Arc::clone(&self.file), ..*self })
    }

    /// Its size in octets when it was opened.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// Moves the position of the file to its end, as if all of it had been read.
    pub(crate) fn pass(&self) -> io::Result<()> {
        (&*self.file).seek(SeekFrom::Start(self.size)).map(drop)
    }

    /// Whether the first octets of the file are `octets`, which were read as its content. If so, the file is not compressed.
    pub(crate) fn starts_with(&self, octets: &[u8]) -> bool {
        let mut start = vec![0; octets.len()];
        self.from(0).read_exact(&mut start).is_ok() && start == octets
    }

    /// A reader of the octets from `offset` on.
    pub(crate) fn from(&self, offset: u64) -> FromOffset {
        FromOffset(Self { file: Arc::clone(&self.file), size: self.size, at: offset })
    }
}

/// A [`WholeFile`] that leaves the position of its file alone.
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

/// On these systems, no file is [shared](WholeFile::shared).
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
