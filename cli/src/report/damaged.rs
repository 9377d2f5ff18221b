//! Finds the command that converts the readable part of a compressed file that cannot be read to its end. The user is
//! told this command.

use crate::terminal::shell_word;
use mailutf::Error;
use mailutf::mailbox::compressed::Compression;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The number of octets at the start of a file that show how it is compressed.
const START: u64 = 16;

/// Returns the command that passes the readable part of a compressed file to `mailutf NAME`. Returns `None` if the
/// file is not compressed, or `error` is not about reading it.
pub(crate) fn command(error: &Error, name: &str) -> Option<String> {
    let Error::Io { path: Some(path), action: "read", .. } = error else { return None };
    let (program, extension) = match compression(path)? {
        Compression::Gzip => ("gzip", "gz"),
        Compression::Zstd => ("zstd", "zst"),
        Compression::Xz => ("xz", "xz"),
        Compression::Bzip2 => ("bzip2", "bz2"),
        _ => return None,
    };
    // `gzip` and the other programs refuse a file whose name does not have their extension, so such a file is
    // passed on standard input.
    let is_named = path.extension().is_some_and(|found| found == extension);
    let input = if is_named { "" } else { "< " };
    Some(format!("{program} -dc {input}{} | mailutf {name}", shell_word(path)))
}

fn compression(path: &Path) -> Option<Compression> {
    // Only a regular file is opened, because opening a FIFO would wait for a writer.
    let is_file = path.metadata().is_ok_and(|metadata| metadata.is_file());
    let mut start = Vec::new();
    is_file.then(|| File::open(path).ok())??.take(START).read_to_end(&mut start).ok()?;
    Compression::of(&start)
}
