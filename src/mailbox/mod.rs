//! Mailboxes: octets and envelopes. Does not know what rewriting is.
//!
//! A mailbox is read as [batches](batch::Batch) of whole messages that share a buffer; what is to be written
//! is a [splice](splice::Splice) of kept stretches of that buffer and new octets.

pub mod batch;
pub mod mbox;
pub mod splice;

mod source;

pub use source::{Format, Source};
