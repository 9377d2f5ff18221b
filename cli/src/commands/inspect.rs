//! `mailutf inspect`: shows the parts of messages and what is unusual about them.

mod json;
mod picture;

use super::Run;
use crate::exit::{Exit, write_error};
use crate::input::{self, FileEntry, Reading, SelectedBatch, each};
use crate::inspection::Inspection;
use crate::options::{MessageArgs, PathArgs, ReadMailArgs};
use crate::terminal::{Paint, wrap};
use mailutf::{Error, Policy};
use std::io::{self, BufWriter, Write};

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
        let mut output = BufWriter::new(io::stdout().lock());
        let mut shown = 0;
        let work = |batch| self.views(&policy, (columns, paint), &batch);
        let reading = Reading { message: self.message.message, ..self.mail.selected(&policy) };
        let exit = each(paths, None, false, &reading, work, |views| {
            for view in &views {
                let blank: &[u8] = if shown > 0 && !self.json { b"\n" } else { b"" };
                output.write_all(blank)?;
                output.write_all(view)?;
                shown += 1;
            }
            Ok(())
        })?;
        output.flush().map_err(write_error)?;
        Ok(exit)
    }
}

impl InspectArgs {
    /// The messages of a batch as shown.
    fn views(
        &self,
        policy: &Policy,
        (columns, paint): (Option<usize>, Paint),
        batch: &SelectedBatch,
    ) -> Vec<Vec<u8>> {
        let policy = &*batch.policy(policy);
        // Without output, it would not be clear whether the file was read.
        if batch.octets().is_empty() && self.message.message.is_none() && !self.json {
            return vec![format!("{}: empty\n", input::name(batch.path())).into_bytes()];
        }
        let view = |entry: FileEntry<'_>| {
            let octets = entry.message();
            let inspection = Inspection::at(octets.octets(), policy);
            match self.json {
                true => format!("{}\n", json::line(&entry, &inspection)).into_bytes(),
                false => picture::draw(&entry, &inspection, columns, paint).into_bytes(),
            }
        };
        batch.entries().map(view).collect()
    }
}
