//! Tells whether another process has a file open, or has it open for writing. This crate is a safe binding of Linux
//! file leases (`F_SETLEASE` in fcntl(2)).
//!
//! The system refuses a read lease on a file exactly while any process has the file open for writing. The system
//! refuses a write lease while there is any other descriptor of the file. No other system call gives this information.
//! In `/proc/*/fd`, an ordinary user does not see the descriptors of other users' processes, nor of a delivery agent
//! that changed its user. None of the crates rustix, nix, uapi and linux-io offers leases as a safe function; when one
//! of them does, use it and remove this crate.
//!
//! Cost: three system calls.
#![cfg(unix)]

use std::io;
use std::os::fd::AsFd;

/// Whether a descriptor of any process is open for writing on the file. `file` itself must be open for reading only.
///
/// ```
/// # fn main() -> std::io::Result<()> {
/// # let dir = tempfile::tempdir()?;
/// # let path = dir.path().join("file");
/// use std::fs::File;
/// let writer = File::create(&path)?;
/// let reader = File::open(&path)?;
/// if let Ok(is_open) = mailutf_lease::is_open_for_writing(&reader) {
///     assert!(is_open);
///     drop(writer);
///     assert!(!mailutf_lease::is_open_for_writing(&reader)?);
/// }
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Fails if the system cannot tell: outside Linux ([`Unsupported`](io::ErrorKind::Unsupported)), on file systems without
/// leases such as NFS, and on files of other users unless the process is privileged.
pub fn is_open_for_writing(file: impl AsFd) -> io::Result<bool> {
    system::is_refused(file.as_fd(), system::READ)
}

/// Whether any process has the file open through a descriptor other than `file` and its duplicates.
///
/// ```
/// # fn main() -> std::io::Result<()> {
/// # let dir = tempfile::tempdir()?;
/// # let path = dir.path().join("file");
/// use std::fs::File;
/// let writer = File::create(&path)?;
/// let reader = File::open(&path)?;
/// if let Ok(is_open) = mailutf_lease::is_open_elsewhere(&writer) {
///     assert!(is_open);
///     drop(reader);
///     assert!(!mailutf_lease::is_open_elsewhere(&writer)?);
/// }
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Fails as [`is_open_for_writing`] does.
pub fn is_open_elsewhere(file: impl AsFd) -> io::Result<bool> {
    system::is_refused(file.as_fd(), system::WRITE)
}

#[cfg(any(target_os = "linux", target_os = "android"))]
mod system {
    use libc::{EAGAIN, F_RDLCK, F_SETLEASE, F_UNLCK, F_WRLCK, SIGURG, c_int};
    use std::io;
    use std::os::fd::{AsRawFd, BorrowedFd};

    /// The number of this command in `linux/fcntl.h`.
    const F_SETSIG: c_int = 10;

    /// The kinds of leases.
    pub(super) const READ: c_int = F_RDLCK as i16 as c_int;
    pub(super) const WRITE: c_int = F_WRLCK as i16 as c_int;

    /// Whether the system refuses a lease because of other descriptors.
    pub(super) fn is_refused(file: BorrowedFd<'_>, lease: c_int) -> io::Result<bool> {
        // If another process opens the file while this process holds the lease, the system sends SIGIO to this process.
        // SIGIO ends a process that does not handle it. After this call, the system sends SIGURG instead, which such a
        // process ignores.
        fcntl(file, F_SETSIG, SIGURG)?;
        match fcntl(file, F_SETLEASE, lease) {
            Ok(()) => fcntl(file, F_SETLEASE, c_int::from(F_UNLCK as i16)).map(|()| false),
            Err(refused) if refused.raw_os_error() == Some(EAGAIN) => Ok(true),
            Err(error) => Err(error),
        }
    }

    fn fcntl(file: BorrowedFd<'_>, command: c_int, argument: c_int) -> io::Result<()> {
        // SAFETY: the descriptor is open while it is borrowed, and these commands take a number and touch no memory of
        // the process.
        match unsafe { libc::fcntl(file.as_raw_fd(), command, argument) } {
            -1 => Err(io::Error::last_os_error()),
            _ => Ok(()),
        }
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
mod system {
    use std::io;
    use std::os::fd::BorrowedFd;

    pub(super) const READ: i32 = 0;
    pub(super) const WRITE: i32 = 1;

    pub(super) fn is_refused(_: BorrowedFd<'_>, _: i32) -> io::Result<bool> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(all(test, any(target_os = "linux", target_os = "android")))]
mod tests {
    use super::{is_open_elsewhere, is_open_for_writing};
    use std::fs::{self, File, OpenOptions};

    #[test]
    fn a_writer_is_noticed_and_a_reader_is_not() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        fs::write(&path, "text").unwrap();
        let asked = File::open(&path).unwrap();
        let _reader = File::open(&path).unwrap();
        assert!(!is_open_for_writing(&asked).unwrap());
        for writer in [
            OpenOptions::new().append(true).open(&path),
            OpenOptions::new().read(true).write(true).open(&path),
        ] {
            assert!(is_open_for_writing(&asked).unwrap());
            drop(writer);
        }
        assert!(!is_open_for_writing(&asked).unwrap());
    }

    #[test]
    fn each_other_descriptor_is_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        fs::write(&path, "text").unwrap();
        for writes in [false, true] {
            let asked = OpenOptions::new().read(true).write(writes).open(&path).unwrap();
            let _duplicate = asked.try_clone().unwrap();
            assert!(!is_open_elsewhere(&asked).unwrap());
            for other in [File::open(&path), OpenOptions::new().append(true).open(&path)] {
                assert!(is_open_elsewhere(&asked).unwrap());
                drop(other);
            }
            assert!(!is_open_elsewhere(&asked).unwrap());
        }
    }

    #[test]
    fn who_opens_the_file_while_the_lease_is_held_does_no_harm() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        fs::write(&path, "text").unwrap();
        let asked = File::open(&path).unwrap();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                (0..20_000).for_each(|_| drop(OpenOptions::new().append(true).open(&path).unwrap()))
            });
            (0..20_000).for_each(|_| {
                let _ = is_open_for_writing(&asked).unwrap();
                let _ = is_open_elsewhere(&asked).unwrap();
            });
        });
    }
}
