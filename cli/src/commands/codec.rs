//! Code shared by `decode` and `encode`.

use crate::exit::Exit;
use crate::input::{self, open};
use crate::output::Output;
use mailutf::Error;
use mailutf::charset::{Encoder, Unencodable};
use std::io::{self, Write};
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

/// Ends a run that stopped at text that cannot be converted: a file is not replaced; what was written to standard output
/// stays.
pub(super) fn unfinished(mut output: Output) -> Result<Exit, Error> {
    output.flush().map_err(|error| Error::new("write", output.path.as_deref(), error))?;
    Ok(Exit::Unresolved)
}

/// An encoder that replaces or reports the characters that its charset lacks.
pub(super) struct Target {
    pub(super) encoder: Encoder,
    lossy: bool,
    /// Octets of text encoded so far.
    at: usize,
    /// The first character that the charset lacks, and the number of such characters.
    pub(super) first: Option<Unencodable>,
    pub(super) lacking: usize,
}

impl Target {
    pub(super) fn new(encoder: Encoder, lossy: bool) -> Self {
        Self { encoder, lossy, at: 0, first: None, lacking: 0 }
    }

    /// Encodes `text`, with `?` for each character that the charset lacks; unless `lossy`, stops at the
    /// first. Returns whether all is encoded.
    pub(super) fn push(&mut self, text: &str, octets: &mut Vec<u8>) -> bool {
        let mut rest = text;
        loop {
            if self.first.is_some() && !self.lossy {
                return false;
            }
            let start = self.at;
            let Err(lacking) = self.encoder.push(rest, octets) else {
                self.at += rest.len();
                return true;
            };
            self.at = lacking.offset + lacking.character.len_utf8();
            rest = rest.get(self.at - start..).unwrap_or_default();
            self.first.get_or_insert(lacking);
            self.lacking += 1;
            // If the charset lacks the question mark too, nothing is written.
            let _ = self.encoder.push("?", octets);
            self.at += "?".len();
        }
    }
}
