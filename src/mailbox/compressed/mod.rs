//! Compressed files: gzip (RFC 1952), Zstandard (RFC 8878), xz and bzip2, each in any number of members.
//!
//! The feature `compression` reads and writes them; without it they are recognised and refused. The first octets of a
//! file decide, whatever its name. A truncated or damaged file is an error, never a short mailbox; all octets that were
//! decompressed by then come first. NULs after the last member, up to the end of the file, are padding, and ignored;
//! those of gzip, Zstandard and bzip2 files are [reported](super::batch::Batch::padding). Octets of any other kind
//! after a member are an error.

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
