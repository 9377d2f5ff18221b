//! `mailutf inspect`: shows the parts of messages and what is unusual about them.

mod json;
mod picture;

use super::Run;
use crate::exit::Exit;
use crate::input::selected::SelectedBatch;
use crate::input::{self, each};
use crate::inspection::Inspection;
use crate::options::message::{MessageArgs, WantedMessage};
use crate::options::paths::PathArgs;
use crate::options::reading::ReadMailArgs;
use crate::terminal::style::Paint;
use crate::terminal::wrap;
use mailutf::{Error, Policy};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
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
        let mut wanted = WantedMessage::new(self.message.number(), &paths);
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
            wanted.read(&views.path, views.messages, views.holds_wanted)
        })?;
        output.flush().map_err(|error| Error::new("write", None, error))?;
        wanted.end()?;
        Ok(exit)
    }
}

/// Messages as shown.
struct Views {
    path: PathBuf,
    texts: Vec<Vec<u8>>,
    /// The number of the last message read, which is the number of messages so far.
    messages: u64,
    /// Whether the wanted message was there.
    holds_wanted: bool,
}

fn views(
    args: &InspectArgs,
    policy: &Policy,
    (columns, paint): (Option<usize>, Paint),
    path: &Path,
    batch: &SelectedBatch,
) -> Views {
    let mut views = Views {
        path: path.to_path_buf(),
        texts: Vec::new(),
        messages: batch.messages_so_far(),
        holds_wanted: batch.holds(args.message.number()),
    };
    // Without output, it would not be clear whether the file was read.
    if batch.octets().is_empty() && args.message.number().is_none() && !args.json {
        views.texts.push(format!("{}: empty\n", input::name(path)).into_bytes());
    }
    for entry in batch.entries() {
        if !args.message.wants(entry.ordinal) {
            continue;
        }
        let octets = entry.message();
        let look = Inspection::at(octets.octets(), policy);
        views.texts.push(if args.json {
            format!("{}\n", json::line(path, &entry, &look)).into_bytes()
        } else {
            picture::draw(path, &entry, &look, columns, paint).into_bytes()
        });
    }
    views
}
