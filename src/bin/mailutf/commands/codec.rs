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

fn open(path: &Path) -> Result<Box<dyn Read>, Error> {
    if path == Path::new(STANDARD_INPUT) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(|error| Error::new("open", Some(path), error))?;
    Ok(Box::new(file))
}

/// Octets that are read at once.
const BLOCK: usize = 64 << 10;

/// Reads `path` block by block as long as `each` would have more; whether it had all.
pub(super) fn blocks(path: &Path, mut each: impl FnMut(&[u8]) -> io::Result<bool>) -> Result<bool, Error> {
    let (mut input, mut block) = (open(path)?, vec![0; BLOCK]);
    loop {
        let read = match input.read(&mut block) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read.map_err(|error| Error::new("read", Some(path), error))?,
        };
        if read == 0 {
            return Ok(true);
        }
        if !each(block.get(..read).unwrap_or_default()).map_err(|error| Error::new("write", None, error))? {
            return Ok(false);
        }
    }
}

/// Says `what` is wrong with `path` on standard error.
pub(super) fn warn(path: &Path, what: &str) {
    let name =
        if path == Path::new(STANDARD_INPUT) { "standard input".into() } else { path.to_string_lossy() };
    doubts::say(&format!("{}: {what}", Escaped(name.as_bytes())));
}
