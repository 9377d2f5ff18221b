//! Flushes many files and directories to the disk together.
//!
//! `fsync` waits for the disk once for each file, and `syncfs` waits once for a whole file system. The success
//! of `syncfs` proves that all data is on the disk only if `syncfs` reports each failed write. It does so on
//! Linux since version 5.17, on file systems that write directly to a disk. A file system on top of another
//! file system (overlayfs) does not learn of all errors of the lower file system. A file system in another
//! process or on another machine (FUSE, NFS) may keep data in memory for a while. In all these cases, each file
//! is flushed by `fsync`.

use crate::mailbox::fs::directory::Directory;
use std::fs::File;
use std::io;
use std::sync::Arc;

/// The largest number of files that are flushed one by one. For so few files, `syncfs` is not used, because it
/// also waits for the data of other programs.
const FEW: usize = 3;

/// The directories that were flushed to the disk, with the result for each.
pub(in crate::mailbox::fs) struct Flushed(Vec<(Arc<Directory>, io::Result<()>)>);

impl Flushed {
    /// The result for `directory`.
    pub(in crate::mailbox::fs) fn of(&self, directory: &Arc<Directory>) -> io::Result<()> {
        let found = self.0.iter().find(|(flushed, _)| Arc::ptr_eq(flushed, directory));
        found.map_or(Ok(()), |(_, result)| again(result))
    }
}

/// Flushes `files` and the entries of `directories`. The files must be in the order of their creation. A
/// directory can be given more than once. Returns the result for each file and for each directory.
pub(in crate::mailbox::fs) fn flush<'d>(
    files: &[&File],
    directories: impl IntoIterator<Item = &'d Arc<Directory>>,
) -> (Vec<io::Result<()>>, Flushed) {
    let mut opened: Vec<(Arc<Directory>, io::Result<File>)> = Vec::new();
    for directory in directories {
        if !opened.iter().rev().any(|(other, _)| Arc::ptr_eq(other, directory)) {
            opened.push((Arc::clone(directory), directory.readable().map(File::from)));
        }
    }
    let all = files.iter().copied().chain(opened.iter().filter_map(|(_, file)| file.as_ref().ok()));
    let mut results = each(&all.collect::<Vec<_>>()).into_iter();
    let files = results.by_ref().take(files.len()).collect();
    let directories = opened.into_iter().map(|(directory, file)| {
        let flushed = file.and_then(|_| results.next().unwrap_or(Ok(())));
        (directory, flushed)
    });
    (files, Flushed(directories.collect()))
}

/// Flushes the files, and returns the result for each.
fn each(files: &[&File]) -> Vec<io::Result<()>> {
    let is_flushed = file_systems::flushed(files);
    let alone = |(file, &is_flushed): (&&File, &bool)| if is_flushed { Ok(()) } else { file.sync_all() };
    files.iter().zip(&is_flushed).map(alone).collect()
}

/// Returns a copy of the result.
fn again(result: &io::Result<()>) -> io::Result<()> {
    result.as_ref().map_or_else(
        |error| Err(error.raw_os_error().map_or(error.kind().into(), io::Error::from_raw_os_error)),
        |()| Ok(()),
    )
}

#[cfg(any(target_os = "linux", target_os = "android"))]
mod file_systems {
    use super::FEW;
    use crate::mailbox::fs::file_system::is_known;
    use rustix::fs::{fstat, syncfs};
    use rustix::system::uname;
    use std::collections::BTreeMap;
    use std::fs::File;

    /// The first version of Linux whose `syncfs` reports errors of the whole file system, not only errors of
    /// its files.
    const REPORTS: (u32, u32) = (5, 17);

    /// Flushes each file system that holds more than [`FEW`] of the files. Returns, for each file, whether it
    /// was flushed in this way.
    pub(super) fn flushed(files: &[&File]) -> Vec<bool> {
        let devices: Vec<_> = files.iter().map(|file| fstat(file).ok().map(|stat| stat.st_dev)).collect();
        let mut on_device: BTreeMap<_, (usize, &File)> = BTreeMap::new();
        for (device, file) in devices.iter().zip(files) {
            if let Some(device) = device {
                on_device.entry(device).or_insert((0, file)).0 += 1;
            }
        }
        on_device.retain(|_, (count, first)| *count > FEW && reports_errors(first) && flush_system(first));
        devices
            .iter()
            .map(|device| device.as_ref().is_some_and(|device| on_device.contains_key(device)))
            .collect()
    }

    /// Flushes the file system of `file`. `file` was opened before any of the files to be flushed was
    /// written, so `syncfs` reports all errors of these writes.
    fn flush_system(file: &File) -> bool {
        // On ext2, only `fsync` flushes the cache of the disk.
        syncfs(file).is_ok() && file.sync_all().is_ok()
    }

    fn reports_errors(file: &File) -> bool {
        // The success of `syncfs` proves that all data is on the disk only if the file system itself writes
        // to the disk.
        is_known(file) && version(&uname().release().to_string_lossy()) >= Some(REPORTS)
    }

    /// The first two numbers of a version such as `6.1.0-18-amd64`.
    fn version(release: &str) -> Option<(u32, u32)> {
        let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn versions_are_compared_by_number() {
            let reports = |release| version(release) >= Some(REPORTS);
            assert!(["5.17.0", "6.1.0-18-amd64", "5.100", "10.0.1+"].into_iter().all(reports));
            assert!(!["5.16.9", "4.19.0-26", "5", "", "x.y", "2.6.32"].into_iter().any(reports));
        }
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
mod file_systems {
    use std::fs::File;

    /// Flushes no file, because these systems have no `syncfs`.
    pub(super) fn flushed(files: &[&File]) -> Vec<bool> {
        vec![false; files.len()]
    }
}
