//! Compressed files: gzip (RFC 1952), Zstandard (RFC 8878), xz and bzip2, each in any number of members.
//!
//! The feature `compression` reads and writes them; without it they are recognised and refused. The first
//! octets of a file decide, whatever its name. A truncated file is an error, never a short mailbox.

#[cfg(feature = "compression")]
mod codecs;
mod compression;
#[cfg(not(feature = "compression"))]
mod no_codecs;
mod stream;

pub use compression::Compression;
pub use stream::{Compressor, decompressed};
