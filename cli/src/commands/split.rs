//! `mailutf split`: ranges of an mbox.

use crate::args::SplitArgs;
use crate::commands::mbox_range;
use crate::exit::Exit;
use crate::terminal::json::Json;
use mailutf::Error;
use serde_json::json;
use std::io::{self, BufWriter, Write};

pub(crate) fn run(args: &SplitArgs) -> Result<Exit, Error> {
    let path = &args.path;
    let index = mbox_range::index(path, args.variant.variant(), args.limit.octets())?;
    let mut output = BufWriter::new(io::stdout().lock());
    let write_error = |error| Error::new("write", None, error);
    for range in index.ranges(args.size.octets() as u64) {
        let range = range.map_err(|error| Error::new("read a range of it", Some(path), error))?;
        let line = match args.json {
            true => Json(&json!({
                "schema": 1,
                "file": path.to_string_lossy(),
                "range": range.to_string(),
                "start": range.start,
                "end": range.end,
                "message": range.ordinal + 1,
            }))
            .to_string(),
            false => range.to_string(),
        };
        writeln!(output, "{line}").map_err(write_error)?;
    }
    output.flush().map_err(write_error)?;
    Ok(Exit::Done)
}
