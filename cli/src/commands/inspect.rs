//! `mailutf inspect`: shows the parts of messages and what is unusual about them.

mod json;
mod picture;

use super::Run;
use crate::exit::{Exit, write_error};
use crate::input::{self, FileEntry, InputOptions, SelectedBatch, each};
use crate::inspection::Inspection;
use crate::options::{FailOnArgs, MessageArgs, PathArgs, ReadMailArgs};
use crate::terminal::{Paint, wrap};
use mailutf::{Error, Policy};
use std::io::{self, BufWriter, Write};

const EXAMPLES: &str = "\
Examples:
  mailutf inspect letter.eml
  mailutf inspect archive.mbox --message 7
  mailutf inspect archive.mbox --json | jq -r .message_id";

/// Show the parts of messages, how their text is read, and what is wrong.
///
/// Exit status: 0 success; 1 there is a finding that --fail-on names, or some mail was skipped; 2 wrong use, or reading
/// failed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct InspectArgs {
    #[command(flatten)]
    paths: PathArgs,

    #[command(flatten)]
    message: MessageArgs,

    /// Print a JSON object for each message, one per line.
    #[arg(long, help_heading = "Reports")]
    json: bool,

    #[command(flatten)]
    fail_on: FailOnArgs,

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
        let reading = InputOptions { message: self.message.message, ..self.mail.selected(&policy) };
        let mut exit = Exit::Done;
        let read = each(paths, None, false, &reading, work, |views| {
            for View { octets, fails } in &views {
                let blank: &[u8] = if shown > 0 && !self.json { b"\n" } else { b"" };
                output.write_all(blank)?;
                output.write_all(octets)?;
                shown += 1;
                exit = if *fails { Exit::Unresolved } else { exit };
            }
            Ok(())
        })?;
        output.flush().map_err(write_error)?;
        Ok(exit.max(read))
    }
}

/// A message, formatted for the output.
struct View {
    octets: Vec<u8>,
    /// Whether the message has a finding that `--fail-on` names.
    fails: bool,
}

impl InspectArgs {
    /// Formats the messages of a batch for the output.
    fn views(
        &self,
        policy: &Policy,
        (columns, paint): (Option<usize>, Paint),
        batch: &SelectedBatch,
    ) -> Vec<View> {
        let policy = &*batch.policy(policy);
        // An empty file gets a line, because otherwise it would not be clear whether the file was read.
        if batch.octets().is_empty() && self.message.message.is_none() && !self.json {
            let octets = format!("{}: empty\n", input::name(batch.path())).into_bytes();
            return vec![View { octets, fails: false }];
        }
        let view = |entry: FileEntry<'_>| {
            let text = entry.message();
            let inspection = Inspection::at(&entry, &text, policy);
            let fails = inspection.plan.findings().iter().any(|finding| self.fail_on.names(finding.code));
            let shown = match self.json {
                true => format!("{}\n", json::line(&entry, &inspection)),
                false => picture::draw(&entry, &inspection, columns, paint),
            };
            View { octets: shown.into_bytes(), fails }
        };
        batch.entries().map(view).collect()
    }
}
