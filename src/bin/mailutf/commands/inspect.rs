//! `mailutf inspect`: what a message is made of, and what is odd about it.

mod json;
mod picture;

use crate::args::InspectArgs;
use crate::exit::Exit;
use crate::input::{messages, warn};
use crate::look::Look;
use mailutf::Error;
use std::io::{self, BufWriter, Write};

pub(crate) fn run(args: &InspectArgs) -> Result<Exit, Error> {
    let policy = args.reading.policy();
    let write_error = |error| Error::new("write", None, error);
    let mut output = BufWriter::new(io::stdout().lock());
    let mut seen = 0;
    'all: for batch in messages(&args.path)? {
        let batch = batch.map_err(|error| Error::new("read", Some(&args.path), error))?;
        for entry in batch.entries() {
            seen = entry.ordinal + 1;
            if args.message.is_some_and(|wanted| wanted != seen) {
                continue;
            }
            let text = entry.message();
            let look = Look::at(text.octets(), &policy);
            if args.json {
                writeln!(output, "{}", json::line(&args.path, &entry, &look)).map_err(write_error)?;
            } else {
                picture::draw(&args.path, &entry, &look, &mut output).map_err(write_error)?;
            }
            if args.message.is_some() {
                break 'all;
            }
        }
    }
    output.flush().map_err(write_error)?;
    if let Some(wanted) = args.message.filter(|wanted| *wanted != seen) {
        warn(&args.path, &format!("there is no message {wanted}; it has {seen}"));
        return Ok(Exit::Failed);
    }
    Ok(Exit::Done)
}
