//! Options that name the input files, and the number of threads that read them.

use super::numbers;
use crate::input::{self, STANDARD_INPUT, is_standard_input};
use mailutf::Error;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Mail that is read but not rewritten.
#[derive(Debug, clap::Args)]
pub(crate) struct PathArgs {
    /// Messages, mbox files, and directories (Maildir, MH, .eml files); gz, zst, xz and bz2 files too. Without a path,
    /// or for `-`, standard input is read.
    #[arg(value_name = "PATH", group = "sources")]
    named: Vec<PathBuf>,

    #[command(flatten)]
    list: ListArgs,

    #[command(flatten)]
    recursive: RecursiveArgs,
}

/// A file that lists input files.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct ListArgs {
    /// Read file names from this file, one per line; `-` is standard input.
    #[arg(long, value_name = "FILE", group = "sources")]
    files_from: Option<PathBuf>,

    /// File names in --files-from end with NUL, as `find -print0` prints them.
    #[arg(short = '0', long, requires = "files_from")]
    null: bool,
}

/// An option that has no effect.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct RecursiveArgs {
    /// Has no effect: directories are always read recursively. The option is accepted for compatibility.
    #[arg(short, long)]
    recursive: bool,
}

/// The number of threads.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct JobsArgs {
    /// Number of messages processed in parallel [default: one per core].
    #[arg(short, long, value_name = "N", value_parser = numbers::count, help_heading = None::<&str>)]
    pub(crate) jobs: Option<NonZeroUsize>,
}

impl PathArgs {
    /// Returns the paths in order; `-` is standard input.
    ///
    /// # Errors
    /// Fails if the list of paths cannot be read.
    pub(crate) fn paths(&self) -> Result<Vec<PathBuf>, Error> {
        self.list.or_named(&self.named)
    }
}

impl ListArgs {
    /// Returns the file with the list, unless the list is read from standard input.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.files_from.as_deref().filter(|list| !is_standard_input(list))
    }

    /// Returns the paths in the list. Without a list, returns the paths in `named`, or standard input if `named` is
    /// empty.
    ///
    /// # Errors
    /// Fails if the list cannot be read, or if standard input is named twice.
    pub(crate) fn or_named(&self, named: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
        let standard_input = || vec![PathBuf::from(STANDARD_INPUT)];
        if named.iter().filter(|path| is_standard_input(path)).count() > 1 {
            let why = io::Error::new(
                ErrorKind::InvalidInput,
                "standard input is named twice, but can be read only once",
            );
            return Err(input::error("read", Path::new(STANDARD_INPUT), why));
        }
        let named = || if named.is_empty() { standard_input() } else { named.to_vec() };
        Ok(self.names()?.unwrap_or_else(named))
    }

    /// Returns the paths in the list, if a list is given.
    pub(crate) fn names(&self) -> Result<Option<Vec<PathBuf>>, Error> {
        let Some(list) = &self.files_from else { return Ok(None) };
        let mut names = Vec::new();
        if is_standard_input(list) {
            let read = io::stdin().lock().read_to_end(&mut names);
            read.map_err(|error| input::error("read", list, error))?;
        } else {
            let read = File::open(list).and_then(|mut file| file.read_to_end(&mut names));
            read.map_err(|error| Error::new("read", Some(list), error))?;
        }
        let end = if self.null { 0 } else { b'\n' };
        let names = names.split(|octet| *octet == end).filter(|name| !name.is_empty());
        let names = names.map(|name| match name {
            // In a list, `-` is the name of a file, not standard input.
            b"-" => Ok(PathBuf::from("./-")),
            name => path(name).map_err(|error| Error::new("read", Some(list), error)),
        });
        names.collect::<Result<_, _>>().map(Some)
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "on other systems, file names need not be octets")]
fn path(name: &[u8]) -> io::Result<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    Ok(OsString::from_vec(name.to_vec()).into())
}

#[cfg(not(unix))]
fn path(name: &[u8]) -> io::Result<PathBuf> {
    let name = String::from_utf8(name.strip_suffix(b"\r").unwrap_or(name).to_vec());
    Ok(OsString::from(name.map_err(io::Error::other)?).into())
}
