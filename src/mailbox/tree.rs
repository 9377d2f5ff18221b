//! Trees of mailboxes: Maildir, MH, directories of `.eml` files and mbox files, compressed or not, mixed as
//! they come.
//!
//! What a file is, is told by where it stands and what it is called; an mbox, by its `From ` line. Nothing is
//! opened but to see that line. Symbolic links are not followed. Memory: the names in one directory and in
//! those above it.

use super::compressed::{Compression, decompressed};
use super::maildir;
use super::source::{START, is_mbox};
use crate::error::Error;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// What stands in a tree.
#[derive(Debug)]
pub struct Found {
    /// Where.
    pub path: PathBuf,
    /// What it is.
    pub kind: Kind,
    /// Its octets.
    pub size: u64,
}

/// What a file of a tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A message of a Maildir.
    Maildir,
    /// A message by its name: `.eml`, or a number as in MH; behind it `.gz` and the like.
    Message,
    /// An mbox.
    Mbox,
    /// Nothing that is known to be mail; why it is left alone.
    Left(&'static str),
}

/// The files of a tree, in the order of their names.
#[derive(Debug)]
pub struct Tree {
    /// The directories that are open, each with the names that are to come, last first.
    open: Vec<(PathBuf, Vec<OsString>)>,
}

impl Tree {
    /// The tree below the directory `root`, which may itself be a symbolic link.
    ///
    /// # Errors
    /// Where `root` is no directory that can be read.
    pub fn below(root: &Path) -> Result<Self, Error> {
        Ok(Self { open: vec![(root.to_path_buf(), names(root)?)] })
    }

    fn enter(&mut self, path: PathBuf) -> Option<Result<Found, Error>> {
        if path.ends_with("tmp") && path.with_file_name("cur").is_dir() {
            // Deliveries under way.
            return None;
        }
        match names(&path) {
            Ok(names) => {
                self.open.push((path, names));
                None
            }
            Err(error) => Some(Err(error)),
        }
    }
}

impl Iterator for Tree {
    type Item = Result<Found, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (directory, names) = self.open.last_mut()?;
            let Some(name) = names.pop() else {
                self.open.pop();
                continue;
            };
            let path = directory.join(&name);
            let found = match fs::symlink_metadata(&path) {
                Ok(metadata) if metadata.is_dir() => match self.enter(path) {
                    Some(failed) => failed,
                    None => continue,
                },
                Ok(metadata) => {
                    let size = metadata.len();
                    kind(&path, &name, metadata.file_type()).map(|kind| Found { path, kind, size })
                }
                Err(error) => Err(Error::new("examine", Some(&path), error)),
            };
            return Some(found);
        }
    }
}

/// The names in a directory, last first.
fn names(directory: &Path) -> Result<Vec<OsString>, Error> {
    let read =
        || fs::read_dir(directory)?.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>();
    let mut names = read().map_err(|error| Error::new("list", Some(directory), error))?;
    names.sort_unstable_by(|a, b| b.cmp(a));
    Ok(names)
}

fn kind(path: &Path, name: &OsStr, file_type: FileType) -> Result<Kind, Error> {
    if file_type.is_symlink() {
        return Ok(Kind::Left("a symbolic link"));
    }
    if !file_type.is_file() {
        return Ok(Kind::Left("no regular file"));
    }
    let hidden = name.as_encoded_bytes().starts_with(b".");
    let plain = if Compression::of_name(path).is_some() { path.file_stem() } else { Some(name) };
    let plain = Path::new(plain.unwrap_or(name));
    let extension = plain.extension();
    Ok(if hidden && extension.is_some_and(|extension| extension == "mailutf") {
        Kind::Left("the unfinished work of a killed run")
    } else if name.as_encoded_bytes().ends_with(b"~") {
        Kind::Left("a backup")
    } else if maildir::is_message_path(path) {
        if hidden { Kind::Left("a hidden file") } else { Kind::Maildir }
    } else if extension.is_some_and(|extension| extension.eq_ignore_ascii_case("eml"))
        || is_number(plain.as_os_str())
    {
        Kind::Message
    } else if starts_as_mbox(path).map_err(|error| Error::new("read", Some(path), error))? {
        Kind::Mbox
    } else {
        Kind::Left("no mail by its name or its first line")
    })
}

fn is_number(name: &OsStr) -> bool {
    name.as_encoded_bytes().iter().all(u8::is_ascii_digit)
}

fn starts_as_mbox(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    decompressed(File::open(path)?)?.0.take(START).read_to_end(&mut start)?;
    Ok(is_mbox(&start))
}
