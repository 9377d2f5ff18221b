//! The messages of a directory, as the library walks through it on Unix.

use super::{Abandoned, Reading, open};
use mailutf::Error;
use mailutf::mailbox::Format;
use mailutf::mailbox::fs::tree::{Kind, SkipReason, Tree, TreeEntry};
use std::io::ErrorKind;
use std::path::Path;

/// Whether there are no octets to read, or no longer, although a file of its name may have held mail.
fn is_unreadable(why: SkipReason) -> bool {
    use SkipReason::{DanglingLink, Device, Fifo, Gone, Socket};
    matches!(why, DanglingLink | Device | Fifo | Gone | Socket)
}

impl Reading {
    /// Reads all files of mail below `path`.
    pub(super) fn tree(&self, path: &Path) -> Result<(), Abandoned> {
        let tree = match Tree::below(path) {
            Ok(tree) => tree,
            Err(error) => return self.skip(path, 0, error.to_string()),
        };
        for found in tree {
            let done = match found {
                Ok(found) => match found.kind {
                    Kind::Mbox => self.entry(&found, Format::Any),
                    Kind::Emlx => self.entry(&found, Format::Emlx),
                    Kind::Skipped(why) if why.holds_mail() || is_unreadable(why) => {
                        self.skip(&found.location.path(), 0, why.to_string())
                    }
                    Kind::Skipped(_) => Ok(()),
                    _ => self.entry(&found, Format::Message),
                },
                Err(error) => self.failed(path, &error),
            };
            done?;
        }
        Ok(())
    }

    /// Reads a file of a tree, where it is now.
    fn entry(&self, entry: &TreeEntry, format: Format) -> Result<(), Abandoned> {
        let reached = entry.reach(|entry| {
            let path = entry.location.path();
            match open(&path, format) {
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    Err(Error::new("open", Some(&path), error))
                }
                opened => Ok((path, opened)),
            }
        });
        match reached {
            Ok(Some((path, opened))) => self.source(&path, opened),
            Ok(None) => self.skip(&entry.location.path(), 0, SkipReason::Gone.to_string()),
            Err(error) => self.failed(&entry.location.path(), &error),
        }
    }

    fn failed(&self, path: &Path, error: &Error) -> Result<(), Abandoned> {
        match error {
            Error::Io { path: Some(file), .. } => self.skip(file, 0, error.to_string()),
            _ => self.skip(path, 0, error.to_string()),
        }
    }
}
