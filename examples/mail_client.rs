//! A mail client: one subject, the names of an address list, one file name, the text of each body.
//!
//! `cargo run --example mail_client corpus/structure/attachments.eml`
fn main() {}
