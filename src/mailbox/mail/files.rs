//! Finds the files that hold mail: files that the caller names, and (on Unix) files in directories that the
//! caller names.

use super::file::{MailFile, no_directories};
use super::skipped::Skipped;
use crate::error::Error;
#[cfg(unix)]
use crate::mailbox::fs::directory::Directory;
#[cfg(unix)]
use crate::mailbox::fs::tree::Tree;
use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::sync::Arc;
use std::vec;

/// The files that hold mail, each as a `Result<MailFile, Skipped>`, in the order of the given paths. The files
/// of a directory are sorted by name. On Unix, all mail below a directory is found: Maildir, MH, `.eml` and
/// `.emlx` files and mbox files, compressed or not, in any mixture. A file that you name is read whatever its
/// name.
///
/// The kind of a file is shown by its directory and its name. An mbox is recognised by its `From ` line. An
/// mbox counts as a copy if its name starts with the name of another file in its directory (`a.mbox.old` and
/// `a.mbox`, for example), and if both files start with the same message. Files are opened only for these
/// checks. Symbolic links in a directory are not followed. A link to mail outside the directory is reported
/// as skipped mail.
///
/// All other files in a directory are [`Skipped`]. A directory is skipped if it cannot be listed, or if it
/// contains files but no mail. [`Why::misses_mail`](super::Why::misses_mail) tells whether a user will want
/// to know of a skipped file.
///
/// Other programs can change the directories at the same time. `new` and `cur` of a Maildir are listed
/// together, so that a message that is moved from one to the other is found once.
///
/// Cost: one thread lists the names in each directory. If the name of a file does not show its kind, at most
/// 1 MiB of the file is read, and nearly always only 4 KiB. Memory: the names in one directory and in the
/// directories above it.
///
/// ```
/// use mailutf::mailbox::mail::Files;
/// let mut sizes = 0;
/// for file in Files::of(["corpus/mbox/mboxrd.mbox".into(), "missing.mbox".into()]) {
///     sizes += file?.size(); // a file that is missing cannot be opened
/// }
/// assert_eq!(sizes, 797);
/// # Ok::<(), mailutf::mailbox::mail::Skipped>(())
/// ```
#[derive(Debug)]
pub struct Files {
    paths: vec::IntoIter<PathBuf>,
    below: Option<Tree>,
}

impl Files {
    /// Finds the file at `path` or, if `path` is a directory, the mail below it.
    ///
    /// # Errors
    /// Fails if nothing exists at `path`. On systems other than Unix, also fails if `path` is a directory.
    pub fn at(path: &Path) -> Result<Self, Error> {
        let found = fs::metadata(path).map_err(Error::failed("open", path))?;
        if cfg!(not(unix)) && found.is_dir() {
            return Err(no_directories(path));
        }
        Ok(Self::of([path.to_path_buf()]))
    }

    /// Finds the files at `paths`, and the mail below the directories among `paths`.
    pub fn of(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        Self { paths: paths.into_iter().collect::<Vec<_>>().into_iter(), below: None }
    }
}

#[cfg(unix)]
impl Files {
    /// Finds the mail below an open directory.
    ///
    /// # Errors
    /// Fails if the directory cannot be listed.
    pub(crate) fn below(root: &Arc<Directory>) -> Result<Self, Error> {
        Ok(Self { below: Some(Tree::of(root)?), ..Self::of([]) })
    }
}

impl Iterator for Files {
    type Item = Result<MailFile, Skipped>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(below) = &mut self.below {
                match below.next() {
                    Some(found) => return Some(found),
                    None => self.below = None,
                }
            }
            let path = self.paths.next()?;
            match fs::metadata(&path) {
                Ok(found) if found.is_dir() => match tree(&path) {
                    Ok(tree) => self.below = Some(tree),
                    Err(error) => return Some(Err(Skipped::new(MailFile::named(path), error))),
                },
                found => return Some(Ok(named(path, found.ok()))),
            }
        }
    }
}

#[cfg(unix)]
fn tree(path: &Path) -> Result<Tree, Error> {
    Tree::below(path)
}

#[cfg(not(unix))]
type Tree = std::iter::Empty<Result<MailFile, Skipped>>;

#[cfg(not(unix))]
fn tree(path: &Path) -> Result<Tree, Error> {
    Err(no_directories(path))
}

/// Returns a file that the caller named. If nothing exists at `path`, opening the file fails later, with the
/// reason.
fn named(path: PathBuf, found: Option<fs::Metadata>) -> MailFile {
    let size = found.filter(fs::Metadata::is_file).map_or(0, |found| found.len());
    MailFile::named(path).with_size(size)
}
