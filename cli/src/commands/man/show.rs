//! Shows a manual page on a terminal by `man`, which formats it and opens the reader's pager.

use mailutf::Error;
use std::fs;
use std::io::{self, ErrorKind};
use std::process::Command;

/// Shows `page`, whose name is `title`; false if `man` is not installed.
pub(super) fn show(title: &str, page: &str) -> Result<bool, Error> {
    let create = |error| Error::new("create a temporary file", None, error);
    let directory = tempfile::tempdir().map_err(create)?;
    let path = directory.path().join(format!("{title}.1"));
    fs::write(&path, page).map_err(create)?;
    match Command::new("man").arg("-l").arg(&path).status() {
        Ok(status) => Ok(status.success()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Error::new("start man", None, io::Error::from(error.kind()))),
    }
}
