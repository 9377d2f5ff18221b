//! `mailutf charsets`.

use super::Run;
use crate::exit::{Exit, write_error};
use crate::terminal::json::Json;
use mailutf::Error;
use mailutf::charset::{Alias, Charset};
use serde_json::json;
use std::io::{self, BufWriter, Write};

const EXAMPLES: &str = "\
Examples:
  mailutf charsets | grep -i koi8
  mailutf charsets --json | jq -r .name";

/// List the charsets and their labels.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CharsetsArgs {
    /// Print one JSON object per charset and line (docs/charsets.schema.json).
    #[arg(long, help_heading = "Reports")]
    json: bool,
}

impl Run for CharsetsArgs {
    fn run(&self) -> Result<Exit, Error> {
        let mut output = BufWriter::new(io::stdout().lock());
        let mut charsets: Vec<Charset> = Charset::all().collect();
        charsets.sort_by_key(|charset| charset.name().to_ascii_lowercase());
        let list = || {
            for charset in charsets {
                let aliases: Vec<&str> = charset.aliases().map(Alias::name).collect();
                if self.json {
                    writeln!(
                        output,
                        "{}",
                        Json(&json!({ "schema": 1, "name": charset.name(), "aliases": aliases }))
                    )?;
                    continue;
                }
                let colon = if aliases.is_empty() { "" } else { ": " };
                writeln!(output, "{}{colon}{}", charset.name(), aliases.join(", "))?;
            }
            output.flush()
        };
        list().map_err(write_error)?;
        Ok(Exit::Done)
    }
}
