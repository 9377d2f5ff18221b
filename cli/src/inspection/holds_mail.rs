//! Tells from the first octets of files whether a file or a directory holds mail.

use super::is_mail;
use mailutf::Error;
#[cfg(unix)]
use mailutf::mailbox::mail::{Files, Why};
use mailutf::mailbox::mail::{MailFile, ReadOptions};
use std::io::ErrorKind;
use std::path::Path;

/// The number of octets that are read from a file. A header may be longer, but its first field is assumed to end
/// within this number of octets.
const START: usize = 64 << 10;

/// Whether there may be mail at `path`. Returns true if the file or directory at `path` cannot be read, but
/// false for a compressed file that is empty or cut off at its start.
pub(crate) fn holds_mail(path: &Path) -> bool {
    #[cfg(unix)]
    if path.is_dir() {
        return Files::of([path.to_path_buf()]).any(|found| match found {
            Ok(_) => true,
            Err(skipped) => {
                matches!(skipped.why, Why::Io(_))
                    || skipped.why.misses_mail() && !matches!(skipped.why, Why::NoMail(_))
            }
        });
    }
    path.is_file()
        && file_holds_mail(path).unwrap_or_else(|error| error.io_kind() != Some(ErrorKind::UnexpectedEof))
}

fn file_holds_mail(path: &Path) -> Result<bool, Error> {
    let opened = MailFile::named(path).open(&ReadOptions::default().with_limit(START))?;
    let is_mbox = opened.holds_several();
    let first = opened.into_batches().next().transpose();
    let first = first.map_err(|error| Error::new("read", Some(path), error))?;
    Ok(first.is_some_and(|batch| {
        is_mbox
            || batch.unsupported().is_some()
            || batch.too_large().is_some() && is_mail(batch.octets())
            || batch.entries().any(|entry| is_mail(entry.message().octets()))
    }))
}
