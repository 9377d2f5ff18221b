//! Finds the files that hold mail: named files, and those of directories (Unix).

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

/// The files that hold mail, each a `Result<MailFile, Skipped>`, in the order of the paths; the files of a directory
/// are sorted by name. Of a directory, all mail below it is found: Maildir, MH, `.eml` and `.emlx` files and mbox
/// files, compressed or not, in any mixture (Unix). A file that you name is read whatever its name.
///
/// The directory and the name of a file show its kind; an mbox is recognised by its `From ` line. It counts as a copy if a
/// file with a shorter form of its name starts with the same message. Files are opened only for these checks. Symbolic
/// links in a directory are not followed; one that leads to mail outside it is skipped mail.
///
/// Each other file of a directory is [`Skipped`], and so is a directory that cannot be listed, or that holds files but
/// no mail. [`Why::misses_mail`](super::Why::misses_mail) tells which of these a user will want to hear of.
///
/// Other programs may change the directories meanwhile. `new` and `cur` of a Maildir are listed together, so that a message
/// that is moved from one to the other is found once.
///
/// Cost: serial; the names in a directory are listed, and at most 1 MiB, nearly always 4 KiB, are read of a file whose
/// name does not show what it is. Memory: the names in one directory and in those above it.
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
    /// The file at `path`, or the files of mail below the directory `path`.
    ///
    /// # Errors
    /// Fails if there is nothing at `path`, and for a directory on other systems than Unix.
    pub fn at(path: &Path) -> Result<Self, Error> {
        let found = fs::metadata(path).map_err(Error::failed("open", path))?;
        if cfg!(not(unix)) && found.is_dir() {
            return Err(no_directories(path));
        }
        Ok(Self::of([path.to_path_buf()]))
    }

    /// The files at `paths`, and those of mail below the directories among them.
    pub fn of(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        Self { paths: paths.into_iter().collect::<Vec<_>>().into_iter(), below: None }
    }
}

#[cfg(unix)]
impl Files {
    /// The files of mail below an open directory.
    ///
    /// # Errors
    /// Fails if it cannot be listed.
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

/// A file that the caller named. If nothing is at `path`, opening the file fails with the reason.
fn named(path: PathBuf, found: Option<fs::Metadata>) -> MailFile {
    let size = found.filter(fs::Metadata::is_file).map_or(0, |found| found.len());
    MailFile::named(path).with_size(size)
}
