//! Code shared by `decode` and `encode`.

use crate::input::{self, open};
use mailutf::Error;
use std::io;
use std::path::Path;

/// Octets read at once.
const BLOCK: usize = 64 << 10;

/// Passes `path` to `each` block by block until that returns false; returns whether it took all.
pub(super) fn blocks(path: &Path, mut each: impl FnMut(&[u8]) -> io::Result<bool>) -> Result<bool, Error> {
    let (mut input, mut block) = (open(path)?, vec![0; BLOCK]);
    loop {
        let read = match input.read(&mut block) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read.map_err(|error| input::error("read", path, error))?,
        };
        if read == 0 {
            return Ok(true);
        }
        if !each(block.get(..read).unwrap_or_default()).map_err(|error| Error::new("write", None, error))? {
            return Ok(false);
        }
    }
}
