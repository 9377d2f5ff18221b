//! The commands, one file each.

pub(crate) mod attachments;
pub(crate) mod census;
pub(crate) mod charsets;
pub(crate) mod check;
mod codec;
pub(crate) mod completions;
pub(crate) mod decode;
pub(crate) mod detect;
pub(crate) mod encode;
pub(crate) mod explain;
#[cfg(unix)]
mod files;
mod filter;
pub(crate) mod grep;
pub(crate) mod header;
pub(crate) mod inspect;
mod mail;
pub(crate) mod man;
mod mbox_range;
pub(crate) mod normalize;
mod output_check;
pub(crate) mod overview;
mod run_reporter;
pub(crate) mod split;
pub(crate) mod text;
pub(crate) mod to_utf7;
#[cfg(unix)]
pub(crate) mod undo;
pub(crate) mod verify_manifest;
