//! Mailboxes: octets and envelopes. Does not know what rewriting is.

pub mod mbox;
