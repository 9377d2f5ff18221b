//! The C library `mailutf`. Its documentation, with the rules for callers, is in the header `include/mailutf.h`,
//! which cbindgen generates from this source.
//!
//! Each function checks its arguments, calls the Rust library, and returns a handle or a status. The module `guard`
//! checks the arguments and catches panics.

#![allow(
    clippy::missing_safety_doc,
    reason = "the rules at the top of the header hold for all functions; each unsafe block refers to them"
)]
#![allow(non_camel_case_types, reason = "the names in C")]

mod addresses;
mod body;
mod charset;
mod encode;
mod guard;
mod header;
mod hints;
#[doc(hidden)]
pub mod iconv;
mod ids;
mod imap;
mod mailbox;
mod message;
mod readings;
mod rewrite;
mod status;
mod text;
mod version;
