//! `mailutf charsets`: lists the charsets and their labels.

use super::Run;
use crate::exit::Exit;
use crate::output::print;
use crate::terminal::Object;
use mailutf::Error;
use mailutf::charset::{Alias, Charset};

const EXAMPLES: &str = "\
Examples:
  mailutf charsets | grep -i koi8
  mailutf charsets --json | jq -r .name";

/// List the charsets and their labels.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CharsetsArgs {
    /// Print a JSON object for each charset, one per line (docs/charsets.schema.json).
    #[arg(long, help_heading = "Reports")]
    json: bool,
}

impl Run for CharsetsArgs {
    fn run(&self) -> Result<Exit, Error> {
        let mut charsets: Vec<Charset> = Charset::all().collect();
        charsets.sort_by_key(|charset| charset.name().to_ascii_lowercase());
        print(|output| {
            charsets.into_iter().try_for_each(|charset| {
                let (name, aliases) = (charset.name(), charset.aliases().map(Alias::name));
                let aliases: Vec<&str> = aliases.collect();
                if self.json {
                    let aliases = aliases.iter().map(|alias| (*alias).into());
                    let line = Object::default().with("schema", 1).with("name", name);
                    return writeln!(output, "{}", line.with_list("aliases", aliases));
                }
                let colon = if aliases.is_empty() { "" } else { ": " };
                writeln!(output, "{name}{colon}{}", aliases.join(", "))
            })
        })?;
        Ok(Exit::Done)
    }
}
