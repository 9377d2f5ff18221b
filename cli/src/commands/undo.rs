//! `mailutf undo`: restores the originals that `normalize --backup` kept.

use super::Run;
use crate::exit::Exit;
use crate::input::name;
use crate::options::beside_index;
use crate::options::rewriting::suffix;
use crate::report::served::Served;
use crate::terminal::{counted, say};
use mailutf::Error;
use mailutf::mailbox::undo::{self, backups, restore_all};
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  mailutf undo Mail                                  After normalize Mail --in-place --backup
  mailutf undo --dry-run --suffix .orig archive.mbox
  mailutf undo --suffix .2027~ archive.mbox          Only files converted with --backup=.2027~";

/// Restore the originals that `normalize --backup` kept.
///
/// Each file is complete at any moment, in its old or its new form, even after a crash. A file whose content has
/// changed since its conversion is left unchanged, and so is the backup of a message that was deleted. Messages of a
/// Maildir keep their flags. An mbox is locked during the run.
///
/// Exit status: 0 success; 1 some file was not restored; 2 wrong use, or reading or writing failed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct UndoArgs {
    /// Converted files, and directories with converted files.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// The suffix of the backups, as given to `normalize --backup`.
    #[arg(long, alias = "backup", value_name = "SUFFIX", default_value = "~", value_parser = suffix, help_heading = "Input")]
    suffix: OsString,

    /// Write nothing; print what would be done.
    #[arg(short = 'n', long, help_heading = "Output")]
    dry_run: bool,

    #[arg(long, help = beside_index::HELP, long_help = beside_index::LONG_HELP, help_heading = "Output")]
    beside_index: bool,

    /// Print errors only.
    #[arg(short, long, help_heading = "Reports")]
    quiet: bool,
}

impl Run for UndoArgs {
    fn run(&self) -> Result<Exit, Error> {
        let (mut exit, mut restored, mut refused) = (Exit::Done, 0_u64, 0_u64);
        let mut served = Served::default();
        for path in &self.paths {
            let found = match backups(path, &self.suffix) {
                Ok(found) if found.is_empty() => match remove_emptied(path, self) {
                    // No backup is left, but `remove_emptied` has removed directories of backups. An earlier run
                    // restored all files, and was killed before it could remove these directories.
                    Ok(1..) => Ok(found),
                    Ok(0) => Err(none(path, &self.suffix.to_string_lossy())),
                    Err(error) => Err(error),
                },
                found => found,
            };
            let allowed = self.beside_index;
            let found: Vec<_> = match found {
                Ok(found) => found.into_iter().map(|backup| backup.with_beside_index(allowed)).collect(),
                Err(error) => {
                    exit = exit.max(Exit::of(&error));
                    continue;
                }
            };
            let mut count = |done: Result<Option<Error>, Error>| match done {
                Ok(after) => {
                    restored += 1;
                    exit = after.map_or(exit, |error| exit.max(Exit::of(&error)));
                }
                Err(error) => {
                    refused += 1;
                    served.take(&error);
                    let failed = Exit::of(&error);
                    // A file that must not be replaced is left unchanged, like text that must not be changed. The
                    // exit status is therefore the same as for such text.
                    let is_refused = error.io_kind() == Some(ErrorKind::InvalidInput);
                    exit = exit.max(if is_refused { Exit::Unresolved } else { failed });
                }
            };
            match self.dry_run {
                true => found.iter().for_each(|backup| count(backup.check().map(|()| None))),
                false => {
                    restore_all(found, count);
                    if let Err(error) = remove_emptied(path, self) {
                        exit = exit.max(Exit::of(&error));
                    }
                }
            }
        }
        served.finish();
        if !self.quiet && restored + refused > 0 {
            let done = if self.dry_run { "to restore" } else { "restored" };
            say(&format!("{} {done}, {refused} left unchanged", counted(restored, "file")));
        }
        Ok(exit)
    }
}

/// Removes the directories that an earlier run left empty because it was killed. With --dry-run, removes nothing.
fn remove_emptied(path: &Path, args: &UndoArgs) -> Result<usize, Error> {
    if args.dry_run { Ok(0) } else { undo::remove_emptied(path, &args.suffix) }
}

fn none(path: &Path, suffix: &str) -> Error {
    let action = if path.exists() { "find its backups" } else { "open" };
    let why = match path.exists() {
        true => {
            format!(
                "there are no backups with the suffix {}; name another suffix with --suffix",
                name(Path::new(suffix))
            )
        }
        false => "there is no such file".to_owned(),
    };
    Error::new(action, Some(path), io::Error::new(ErrorKind::NotFound, why))
}
