//! Archives with mail, which are not read in place, and the command that converts their content.

use crate::terminal::shell_word;
#[cfg(unix)]
use mailutf::internal::{ArchiveFormat, MailArchive};
use mailutf::mailbox::mail::SkipReason;
#[cfg(unix)]
use std::fs::File;
use std::path::Path;

/// The command for a person to type, after an explanation of it.
pub(crate) fn advice(path: &Path) -> Option<String> {
    Some(format!("to convert the mail in it: {}", command(path, &shell_word(path))?))
}

/// Why the file at `path` is skipped, with the command that reads it nevertheless.
pub(crate) fn skipped(path: &Path, why: SkipReason) -> String {
    let command = if why == SkipReason::MailArchive { command(path, &shell_word(path)) } else { None };
    command.map_or_else(|| why.to_string(), |command| format!("{why}; to convert its mail: {command}"))
}

/// The command that converts the mail in the archive at `path`; `None` if the file is not an archive. Messages in
/// separate files cannot be joined in one stream. `name` is the name of the archive as it appears in the command.
#[cfg(unix)]
pub(crate) fn command(path: &Path, name: &str) -> Option<String> {
    // Opening a FIFO would wait for a writer.
    let is_file = path.metadata().is_ok_and(|metadata| metadata.is_file());
    let archive = MailArchive::of(is_file.then(|| File::open(path).ok())??).ok()??;
    // GNU tar reads patterns only with the option `--wildcards`; BSD tar reads them only without it.
    let patterns = if cfg!(target_os = "linux") { "--wildcards " } else { "" };
    Some(match (archive.format, archive.holds_mbox()) {
        (ArchiveFormat::Zip, true) => format!("unzip -p {name} '*.mbox' | mailutf normalize > NEW"),
        (ArchiveFormat::Zip, false) => format!("unzip {name} -d NEW && mailutf normalize NEW --in-place"),
        (_, true) => format!("tar -xOf {name} {patterns}'*.mbox' | mailutf normalize > NEW"),
        (_, false) => format!("mkdir NEW && tar -xf {name} -C NEW && mailutf normalize NEW --in-place"),
    })
}

/// Archives are recognised only on systems on which directories are read.
#[cfg(not(unix))]
pub(crate) fn command(_path: &Path, _name: &str) -> Option<String> {
    None
}
