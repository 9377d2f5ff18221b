//! `mailutf census`: counts the charsets in mail.

mod chart;
mod data;
mod html;
mod readings;
mod senders;

use super::Run;
use crate::exit::Exit;
use crate::input::{SelectedBatch, each};
use crate::options::outputs::SideOutput;
use crate::options::{JobsArgs, PathArgs, ReadMailArgs, output_check};
use crate::output::{is_standard_output, write_whole};
use crate::report::review_line;
use crate::terminal::wrap;
use clap::ValueEnum;
use mailutf::census::{Census, Doubts, Row};
use mailutf::{Error, Policy};
use std::io::{self, IsTerminal};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  mailutf census archive.mbox
  mailutf census Mail --by year                      A Maildir, MH or .eml tree, year by year
  mailutf census Mail --html report.html             A report for a browser
  find . -name '*.mbox' -print0 | mailutf census -0 --files-from - --csv > census.csv";

/// Count the charsets in mail: the label, the charset used, where, and how often.
///
/// Counts the bodies of text parts, encoded words, header fields with raw octets above 127, and parameters. For
/// each kind of text that cannot be read without loss, one example is shown.
///
/// Exit status: 0 success; 1 some text is doubtful or cannot be read without loss, or some mail was skipped; 2 wrong
/// use, or reading failed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CensusArgs {
    #[command(flatten)]
    paths: PathArgs,

    /// Count each group separately.
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Reports")]
    by: Option<By>,

    /// Count the charsets of each sender and mailing list, and the doubtful and unreadable texts.
    ///
    /// A sender is the first address in From, or else the address in Sender. After the first 10,000 senders and lists,
    /// all others are counted together.
    #[arg(long, conflicts_with = "by", help_heading = "Reports")]
    senders: bool,

    /// Write a page for a browser to this file; `-` is standard output.
    ///
    /// It shows the charsets of each year as a chart, the senders and mailing lists with doubtful or unreadable mail, and
    /// unreadable texts with their octets and likely readings. The page needs no network.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["by", "csv", "json", "senders"], help_heading = "Reports")]
    html: Option<PathBuf>,

    /// Print one JSON object.
    #[arg(long, conflicts_with = "csv", help_heading = "Reports")]
    json: bool,

    /// Print comma-separated values for a spreadsheet.
    ///
    /// If text from mail begins with `=`, `+`, `-`, `@`, a tab or a line end, it gets a single quote before it, so that
    /// no spreadsheet takes it for a formula.
    #[arg(long, help_heading = "Reports")]
    csv: bool,

    #[command(flatten)]
    jobs: JobsArgs,

    #[command(flatten)]
    mail: ReadMailArgs,
}

impl Run for CensusArgs {
    fn contradiction(&self) -> Option<String> {
        self.mail.contradiction()
    }

    fn run(&self) -> Result<Exit, Error> {
        let paths = self.paths.paths()?;
        let path = self.html.as_deref().filter(|path| !is_standard_output(path));
        path.map_or(Ok(()), |path| output_check::check_side(SideOutput::Page, path, &paths))?;
        let policy = self.mail.policy(&paths, self.jobs.jobs)?;
        let (mut census, mut doubts) = (Census::default(), Doubts::default());
        let has_doubts = self.senders && self.json;
        let work = |batch| counted(&policy, &batch, has_doubts);
        let reading = self.mail.selected(&policy);
        let review = review_line::line(&paths);
        let read = each(paths, self.jobs.jobs, true, &reading, work, |(part, doubtful)| {
            census.merge(part);
            doubts.merge(doubtful);
            Ok(())
        })?;
        let by_year = self.by.is_some();
        let rows = if by_year { census.rows_by_year() } else { census.rows() };
        let unreadable = rows.iter().any(Row::is_unresolved);
        let exit = read.max(if unreadable { Exit::Unresolved } else { Exit::Done });
        let table = if self.csv {
            let escape = io::stdout().is_terminal();
            let csv = match self.senders {
                true => data::groups_csv(&census.groups(), escape),
                false => data::csv(&rows, by_year, escape),
            };
            csv.map_err(|error| Error::new("write", path, error))?
        } else if self.html.is_some() {
            html::page(&census, &policy, &review)
        } else if self.json {
            format!("{}\n", data::json(&census, &rows, by_year, has_doubts.then(|| doubts.groups())))
        } else if self.senders {
            senders::list(census.messages(), &census.groups(), wrap::columns(), &review)
        } else {
            chart::draw(census.messages(), &rows, by_year, wrap::columns(), &review)
        };
        write_whole(path, &table)?;
        Ok(exit)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// The year in the Date field.
    Year,
}

fn counted(policy: &Policy, batch: &SelectedBatch, has_doubts: bool) -> (Census, Doubts) {
    let (mut census, mut doubts) = (Census::default(), Doubts::default());
    let policy = &*batch.policy(policy);
    for entry in batch.entries() {
        let origin = entry.origin();
        census.add(entry.message().octets(), &origin, policy);
        if has_doubts {
            doubts.add(entry.message().octets(), &origin, policy);
        }
    }
    (census, doubts)
}
