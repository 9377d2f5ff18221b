//! `mailutf split`: ranges of an mbox.

use super::Run;
use crate::exit::{Exit, write_error};
use crate::options::limits::LimitMessageArgs;
use crate::options::mbox::{VariantArgs, index};
use crate::options::numbers::Size;
use crate::terminal::json::Json;
use mailutf::Error;
use serde_json::json;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  mailutf split archive.mbox                         One range per line
  mailutf split a.mbox | parallel -k mailutf normalize a.mbox --range > utf8.mbox
                                                     Several processes, one output";

/// List ranges of an mbox that can be converted separately, on any number of machines.
///
/// Each line is a range for `normalize --range`: its octets, the number of its first message, and how it is read.
/// The outputs of all ranges, one after the other, are the output of the whole file. The mbox must not change
/// meanwhile.
///
/// Exit status: 0 success; 2 wrong use, or reading failed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SplitArgs {
    /// The mbox file. It must not be compressed.
    #[arg(value_name = "MBOX")]
    path: PathBuf,

    /// Largest size of a range; a larger message is a range of its own.
    #[arg(short, long, value_name = "SIZE", default_value_t = Size(256 << 20))]
    size: Size,

    /// Print one JSON object per range and line (docs/split.schema.json).
    #[arg(long, help_heading = "Reports")]
    json: bool,

    #[command(flatten)]
    variant: VariantArgs,

    #[command(flatten)]
    limit: LimitMessageArgs,
}

impl Run for SplitArgs {
    fn run(&self) -> Result<Exit, Error> {
        let path = &self.path;
        let index = index(path, self.variant.variant(), self.limit.octets())?;
        let mut output = BufWriter::new(io::stdout().lock());
        for range in index.ranges(self.size.octets() as u64) {
            let range = range.map_err(|error| Error::new("read a range of it", Some(path), error))?;
            let line = match self.json {
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
}
