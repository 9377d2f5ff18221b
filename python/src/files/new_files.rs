//! The conversion on systems other than Unix, which reads one file and writes another one. The library locks and
//! replaces files, and walks through directories, only on Unix.

use super::{Failure, ReplaceChoices, Task};
use crate::mailbox::Range;
use crate::path::os_error;
use mailutf::Error;
use mailutf::pipeline::{Pipeline, Totals};
use pyo3::PyResult;
use pyo3::exceptions::PyValueError;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The output of a conversion: a file that is not a link.
pub(super) struct Target {
    output: PathBuf,
}

impl Target {
    /// Returns the target. Fails if the arguments require something that this system lacks, or if the output would
    /// overwrite the input.
    pub(super) fn checked(
        path: &Path,
        output: Option<PathBuf>,
        choices: ReplaceChoices,
        _range: Option<&Range>,
    ) -> PyResult<Self> {
        let refused = |why: String| Err(PyValueError::new_err(why));
        let Some(output) = output else {
            return refused(
                "this system needs an output: files are replaced in place only on Unix; name a new file"
                    .to_owned(),
            );
        };
        if choices.backup.is_some() {
            return refused("backup: with an output the original is kept".to_owned());
        }
        if path.is_dir() {
            return refused(format!(
                "{}: directories are converted only on Unix; name a file",
                path.display()
            ));
        }
        let output = match output.metadata() {
            Ok(found) if !found.is_file() => {
                return refused(format!("{} is not a regular file", output.display()));
            }
            Ok(_) => fs::canonicalize(&output)
                .map_err(|error| os_error(&Error::new("write to it", Some(&output), error)))?,
            Err(_) => output,
        };
        // The output may be another hard link to the input: the new file replaces only the name of the output, and the
        // input stays under its own name.
        if fs::canonicalize(path).is_ok_and(|input| input == output) {
            return refused(format!("{}: it is also the input; name a new file", path.display()));
        }
        Ok(Self { output })
    }
}

impl Task {
    /// Converts a file. Adds nothing to `failures`, because that list is for the files of a directory.
    pub(super) fn convert(&self, pipeline: &Pipeline, _failures: &mut [Failure]) -> Result<Totals, Error> {
        self.copy(pipeline, &self.target.output)
    }
}

/// A file that appears under its name only when it is complete.
pub(super) struct NewFile {
    file: NamedTempFile,
    path: PathBuf,
}

impl NewFile {
    pub(super) fn create(path: &Path) -> Result<Self, Error> {
        let above = path.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = NamedTempFile::new_in(above).map_err(|error| Error::new("create", Some(path), error))?;
        Ok(Self { file, path: path.to_path_buf() })
    }

    pub(super) fn finish(self) -> Result<(), Error> {
        let Self { file, path } = self;
        let named = file.as_file().sync_all().and_then(|()| Ok(file.persist(&path)?));
        named.map(drop).map_err(|error| Error::new("write", Some(&path), error))
    }
}

impl Write for NewFile {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.file.write(octets)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
