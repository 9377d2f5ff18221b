//! Properties of file systems: the kind of file system that holds a file, the clock of file systems, and
//! whether a file is older than the last start of the machine.

#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) use linux::{is_known, is_local, is_older_than_boot};

#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(super) use others::is_older_than_boot;

/// The current time of the clock that file systems use, in seconds and nanoseconds.
pub(super) fn now() -> (i64, i64) {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let clock = rustix::time::ClockId::RealtimeCoarse;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let clock = rustix::time::ClockId::Realtime;
    let now = rustix::time::clock_gettime(clock);
    (now.tv_sec as i64, now.tv_nsec as i64)
}

#[cfg(any(target_os = "linux", target_os = "android"))]
mod linux {
    use rustix::fs::{fstat, fstatfs};
    use rustix::time::{ClockId, clock_gettime};
    use std::fs::File;
    use std::io;

    /// The magic numbers (`linux/magic.h`) of file systems on disks: ext2 to ext4, XFS, Btrfs and F2FS.
    const ON_DISK: [u32; 4] = [0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010];

    /// The magic numbers (`linux/magic.h`) of NFS, SMB (three numbers), Ceph, 9P, AFS and FUSE. Another
    /// machine can change files on these file systems, either directly or through a process on this machine.
    const SHARED: [u32; 8] =
        [0x6969, 0xFF53_4D42, 0xFE53_4D42, 0x517B, 0x00C3_6400, 0x0102_1997, 0x5346_414F, 0x6573_5546];

    fn number(file: &File) -> Option<u32> {
        // The magic number has 32 bits, but the type of `f_type` differs between processors.
        fstatfs(file).ok().map(|system| system.f_type as u32)
    }

    /// Whether the file is on one of the disk file systems in [`ON_DISK`].
    pub(in crate::mailbox::fs) fn is_known(file: &File) -> bool {
        number(file).is_some_and(|number| ON_DISK.contains(&number))
    }

    /// Whether only this machine can change the file.
    pub(in crate::mailbox::fs) fn is_local(file: &File) -> bool {
        number(file).is_some_and(|number| !SHARED.contains(&number))
    }

    /// Whether the file was last changed before this machine was started. If so, the process that made the
    /// file has ended. Always false for a file that is not on a [known](is_known) disk file system.
    pub(in crate::mailbox::fs) fn is_older_than_boot(file: &File) -> io::Result<bool> {
        let seconds = |clock| clock_gettime(clock).tv_sec;
        let boot = seconds(ClockId::Realtime) - seconds(ClockId::Boottime);
        is_older_than(file, boot)
    }

    /// Does the same as [`is_older_than_boot`] for a machine that was started at `boot`, in seconds since 1970.
    fn is_older_than(file: &File, boot: i64) -> io::Result<bool> {
        // The type of `st_ctime` differs between processors.
        Ok(is_known(file) && (fstat(file)?.st_ctime as i64) < boot)
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use rustix::io::Errno;
        use rustix::process::getpid;

        #[test]
        fn only_files_on_disks_of_this_machine_are_older_than_its_boot() {
            let file = tempfile::tempfile().unwrap();
            let now = clock_gettime(ClockId::Realtime).tv_sec;
            assert_eq!(is_older_than(&file, now + 60).unwrap(), is_known(&file));
            assert!(!is_older_than(&file, now - 60).unwrap());
            // procfs is not a disk.
            let path = format!("/proc/{}/status", getpid().as_raw_nonzero());
            match File::open(path) {
                Ok(file) => assert!(!is_older_than(&file, now + 60).unwrap()),
                Err(error) => assert_eq!(error.raw_os_error(), Some(Errno::NOENT.raw_os_error())),
            }
        }
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
mod others {
    use std::fs::File;
    use std::io;

    /// Always returns false, because this system cannot tell.
    pub(in crate::mailbox::fs) fn is_older_than_boot(_: &File) -> io::Result<bool> {
        Ok(false)
    }
}
