//! Mailboxes: octets and envelopes. Does not know what rewriting is.
//!
//! A mailbox is read as [batches](batch::Batch) of whole messages that share a buffer; what is to be written
//! is a [splice](splice::Splice) of kept stretches of that buffer and new octets.

pub mod batch;
#[cfg(all(unix, feature = "files"))]
mod claim;
#[cfg(feature = "files")]
pub mod compressed;
#[cfg(all(unix, feature = "files"))]
pub mod directory;
mod emlx;
#[cfg(all(unix, feature = "files"))]
mod known;
#[cfg(all(unix, feature = "files"))]
pub mod lock;
#[cfg(all(unix, feature = "files"))]
pub mod maildir;
pub mod mbox;
#[cfg(all(unix, feature = "files"))]
pub mod replace;
pub mod splice;
#[cfg(all(unix, feature = "files"))]
pub mod tree;

mod source;

pub use source::{Format, Source};
