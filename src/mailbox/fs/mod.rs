//! Mailboxes as files: Maildirs, trees of mail, locks, and files replaced so that each is complete at any moment, in its
//! old or its new version (Unix, feature `files`).

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
