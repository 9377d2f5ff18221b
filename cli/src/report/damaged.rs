//! Compressed files that cannot be read to their end, and the command that converts their readable part.

use crate::terminal::shell_word;
use mailutf::Error;
use mailutf::mailbox::compressed::Compression;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Octets that show how a file is compressed.
const START: u64 = 16;

/// The command that passes the readable part of a compressed file to `mailutf NAME`. `None` unless the file is
/// compressed and `error` is about reading it.
pub(crate) fn command(error: &Error, name: &str) -> Option<String> {
    let Error::Io { path: Some(path), action: "read", .. } = error else { return None };
    let (program, extension) = match compression(path)? {
        Compression::Gzip => ("gzip", "gz"),
        Compression::Zstd => ("zstd", "zst"),
        Compression::Xz => ("xz", "xz"),
        Compression::Bzip2 => ("bzip2", "bz2"),
        _ => return None,
    };
    // The programs that decompress refuse files with other names.
    let is_named = path.extension().is_some_and(|found| found == extension);
    let input = if is_named { "" } else { "< " };
    Some(format!("{program} -dc {input}{} | mailutf {name}", shell_word(path)))
}

fn compression(path: &Path) -> Option<Compression> {
    // Opening a FIFO would wait for a writer.
    let is_file = path.metadata().is_ok_and(|metadata| metadata.is_file());
    let mut start = Vec::new();
    is_file.then(|| File::open(path).ok())??.take(START).read_to_end(&mut start).ok()?;
    Compression::of(&start)
}
