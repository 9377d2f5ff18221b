//! UTF-8 and its variants, UTF-16 and UTF-32.

pub(super) mod byte_order;
pub(super) mod from_kernel;
pub(super) mod utf16;
pub(super) mod utf32;
pub mod utf8;
pub(super) mod utf8_forms;
pub mod utf8_in_mail;
