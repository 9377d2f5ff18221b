//! Mailboxes as files: Maildirs, trees of mail, locks, and files replaced so that each is complete at any moment, in its
//! old or its new version (Unix, feature `files`).

pub mod archive;
pub mod backup;
mod claim;
mod converted;
mod descriptor;
pub mod directory;
mod dotlock;
mod file_kind;
mod file_system;
pub(crate) mod found;
pub mod lock;
pub mod maildir;
pub(crate) mod moved;
pub mod output;
mod ownership;
mod recognition;
pub mod replace;
pub(crate) mod server_index;
pub(crate) mod tree;
pub mod undo;
