//! Whether a file or a directory holds mail, from the first octets of files.

use super::is_mail;
use mailutf::mailbox::compressed::decompressed;
#[cfg(unix)]
use mailutf::mailbox::fs::tree::{Kind, Tree};
use mailutf::mailbox::{Format, Source};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Octets read of a file. A header may be longer, but it has a field by then.
const START: u64 = 64 << 10;

/// Whether there is mail at `path`; if it cannot be read, there may be.
pub(crate) fn holds_mail(path: &Path) -> bool {
    #[cfg(unix)]
    if path.is_dir() {
        return Tree::below(path).is_ok_and(|mut files| {
            files.any(|found| match found.map(|found| found.kind) {
                Ok(Kind::Skipped(why)) => why.holds_mail(),
                _ => true,
            })
        });
    }
    path.is_file() && file_holds_mail(path).unwrap_or_else(|error| error.kind() != ErrorKind::UnexpectedEof)
}

fn file_holds_mail(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    decompressed(File::open(path)?)?.0.take(START).read_to_end(&mut start)?;
    if start.is_empty() {
        return Ok(false);
    }
    let mut source = Source::new(&*start, Format::Any)?;
    let is_mbox = source.is_mbox();
    Ok(source.next().transpose()?.is_some_and(|batch| {
        is_mbox
            || batch.unsupported().is_some()
            || batch.entries().any(|entry| is_mail(entry.message().octets()))
    }))
}
