//! Mailboxes as files: Maildirs, trees of mail, and locks (Unix, feature `files`). Files are replaced in such a
//! way that each file is complete at any moment, in its old or in its new version.

pub(crate) mod archive;
pub(crate) mod backup;
mod claim;
mod converted;
mod descriptor;
pub(crate) mod directory;
mod dotlock;
mod file_kind;
mod file_system;
pub(crate) mod found;
pub(crate) mod lock;
pub(crate) mod maildir;
pub(crate) mod moved;
pub(crate) mod output;
mod ownership;
mod recognition;
pub(crate) mod replace;
pub(crate) mod server_index;
pub(crate) mod tree;
pub mod undo;
