//! Archives that contain mail. They are not read, but the user is told the command that converts their content.

use crate::terminal::shell_word;
#[cfg(unix)]
use mailutf::internal::{ArchiveFormat, MailArchive};
use mailutf::mailbox::mail::SkipReason;
#[cfg(unix)]
use std::fs::File;
use std::path::Path;

/// Returns a line for the user with the command that converts the mail in the archive at `path`. Returns `None` if
/// there is no such command.
pub(crate) fn advice(path: &Path) -> Option<String> {
    Some(format!("to convert the mail in it: {}", command(path, &shell_word(path))?))
}

/// Says why the file at `path` is skipped. If it is an archive with mail, also says which command converts the
/// mail.
pub(crate) fn skipped(path: &Path, why: SkipReason) -> String {
    let command = if why == SkipReason::MailArchive { command(path, &shell_word(path)) } else { None };
    command.map_or_else(|| why.to_string(), |command| format!("{why}; to convert its mail: {command}"))
}

/// Returns the command that converts the mail in the archive at `path`, or `None` if the file is not an archive
/// with mail. An mbox is piped to the program; messages in separate files are unpacked first, because they cannot
/// be joined in one stream. `name` is the name of the archive as it is written in the command.
#[cfg(unix)]
pub(crate) fn command(path: &Path, name: &str) -> Option<String> {
    // Only a regular file is opened, because opening a FIFO would wait for a writer.
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

/// Returns `None`, because archives are recognised only on Unix.
#[cfg(not(unix))]
pub(crate) fn command(_path: &Path, _name: &str) -> Option<String> {
    None
}
