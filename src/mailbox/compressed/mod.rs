//! Compressed files: gzip (RFC 1952), Zstandard (RFC 8878), xz and bzip2. A file can have any number of
//! members. This module exists with the feature `files` or `compression`.
//!
//! With the feature `compression`, compressed files are read and written. Without it, they are recognised and
//! refused with [`ErrorKind::Unsupported`](std::io::ErrorKind::Unsupported). The format is recognised by the
//! first octets of a file, whatever the name of the file.
//!
//! A truncated or damaged file is an error, and is never read as a short mailbox. All octets that were
//! decompressed before the error are returned before the error.
//!
//! NULs after the last member, up to the end of the file, are padding, and are ignored. In gzip, Zstandard and
//! bzip2 files, padding is [reported](super::batch::Batch::padding). Any other octets after a member are an
//! error.

#[cfg(feature = "compression")]
mod before_error;
#[cfg(feature = "compression")]
mod codecs;
mod compression;
#[cfg(feature = "compression")]
mod gzip;
#[cfg(feature = "compression")]
mod members;
#[cfg(not(feature = "compression"))]
mod no_codecs;
mod stream;
#[cfg(feature = "compression")]
mod zstd_frame;

pub use compression::Compression;
pub(crate) use stream::padded;
pub use stream::{Compressor, decompressed};
