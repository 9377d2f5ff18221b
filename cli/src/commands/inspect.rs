//! `mailutf inspect`: shows the parts of messages and what is unusual about them.

mod json;
mod picture;

use super::Run;
use crate::exit::{Exit, write_error};
use crate::input::selected::SelectedBatch;
use crate::input::{self, each};
use crate::inspection::Inspection;
use crate::options::message::{MessageArgs, Seen};
use crate::options::paths::PathArgs;
use crate::options::reading::ReadMailArgs;
use crate::terminal::style::Paint;
use crate::terminal::wrap;
use mailutf::{Error, Policy};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  mailutf inspect letter.eml
  mailutf inspect archive.mbox --message 7
  mailutf inspect archive.mbox --json | jq -r .message_id";

/// Show the parts of messages, how their text is read, and what is wrong.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct InspectArgs {
    #[command(flatten)]
    paths: PathArgs,

    #[command(flatten)]
    message: MessageArgs,

    /// Print one JSON object per message and line.
    #[arg(long, help_heading = "Reports")]
    json: bool,

    #[command(flatten)]
    mail: ReadMailArgs,
}

impl Run for InspectArgs {
    fn contradiction(&self) -> Option<String> {
        self.mail.contradiction()
    }

    fn run(&self) -> Result<Exit, Error> {
        let paths = self.paths.paths()?;
        let policy = self.mail.policy(&paths, None)?;
        let (columns, paint) = (wrap::columns(), Paint::output());
        let mut wanted = self.message.search(&paths);
        let mut output = BufWriter::new(io::stdout().lock());
        let mut shown = 0;
        let work = |path: &Arc<Path>, batch| views(self, &policy, (columns, paint), path, &batch);
        let reading = self.mail.selected(&policy);
        let exit = each(paths, None, false, reading, work, |views: Views| {
            for view in &views.texts {
                let blank: &[u8] = if shown > 0 && !self.json { b"\n" } else { b"" };
                output.write_all(blank)?;
                output.write_all(view)?;
                shown += 1;
            }
            wanted.note(views.seen)
        })?;
        output.flush().map_err(write_error)?;
        wanted.end()?;
        Ok(exit)
    }
}

/// Messages as shown.
struct Views {
    texts: Vec<Vec<u8>>,
    seen: Seen,
}

fn views(
    args: &InspectArgs,
    policy: &Policy,
    (columns, paint): (Option<usize>, Paint),
    path: &Path,
    batch: &SelectedBatch,
) -> Views {
    let mut views = Views { texts: Vec::new(), seen: args.message.seen_in(path, batch) };
    let policy = &*batch.policy(policy);
    // Without output, it would not be clear whether the file was read.
    if batch.octets().is_empty() && args.message.is_all() && !args.json {
        views.texts.push(format!("{}: empty\n", input::name(path)).into_bytes());
    }
    for entry in args.message.entries(batch) {
        let octets = entry.message();
        let inspection = Inspection::at(octets.octets(), policy);
        views.texts.push(if args.json {
            format!("{}\n", json::line(path, &entry, &inspection)).into_bytes()
        } else {
            picture::draw(path, &entry, &inspection, columns, paint).into_bytes()
        });
    }
    views
}
