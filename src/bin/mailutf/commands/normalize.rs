//! `mailutf normalize`.

use crate::args::NormalizeArgs;
use crate::exit::Exit;
use mailutf::{Error, Normalizer};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

pub(crate) fn run(args: &NormalizeArgs) -> Result<Exit, Error> {
    let normalizer = Normalizer::new(args.policy.policy());
    let target = args.output.as_deref();
    let mut output: Box<dyn Write> = match target {
        Some(path) => Box::new(File::create(path).map_err(|e| Error::new("create", target, e))?),
        None => Box::new(io::stdout().lock()),
    };
    let mut exit = Exit::Done;
    let standard_input = [Path::new("-").to_path_buf()];
    for path in if args.paths.is_empty() { &standard_input[..] } else { &args.paths } {
        let message = read(path)?;
        let plan = normalizer.plan(&message);
        if plan.is_unresolved() {
            exit = Exit::Unresolved;
        }
        let mut buffered = BufWriter::new(&mut output);
        plan.write_to(&mut buffered)
            .and_then(|()| buffered.flush())
            .map_err(|e| Error::new("write", target, e))?;
    }
    Ok(exit)
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    if path == Path::new("-") {
        let mut message = Vec::new();
        io::stdin()
            .lock()
            .read_to_end(&mut message)
            .map_err(|e| Error::new("read standard input", None, e))?;
        return Ok(message);
    }
    fs::read(path).map_err(|e| Error::new("read", Some(path), e))
}
