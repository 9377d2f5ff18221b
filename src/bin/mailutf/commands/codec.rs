//! What `decode` and `encode` share: their files, and what they say of them.

use crate::args::CodecArgs;
use crate::doubts;
use crate::escape::Escaped;
use mailutf::Error;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

const STANDARD_INPUT: &str = "-";

impl CodecArgs {
    /// The files in order, `-` for standard input.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let standard_input = self.files.is_empty().then_some(Path::new(STANDARD_INPUT));
        standard_input.into_iter().chain(self.files.iter().map(|path| path.as_path()))
    }
}

pub(super) fn open(path: &Path) -> Result<Box<dyn Read>, Error> {
    if path == Path::new(STANDARD_INPUT) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(|error| Error::new("open", Some(path), error))?;
    Ok(Box::new(file))
}

/// Says `what` is wrong with `path` on standard error.
pub(super) fn warn(path: &Path, what: &str) {
    let name =
        if path == Path::new(STANDARD_INPUT) { "standard input".into() } else { path.to_string_lossy() };
    doubts::say(&format!("{}: {what}", Escaped(name.as_bytes())));
}
