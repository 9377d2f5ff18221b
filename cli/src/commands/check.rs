//! `mailutf check`: lists messages that are not yet UTF-8, for CI and cron.
//!
//! A message passes if normalization changes nothing in it and nothing in it is unresolved. Any other message is
//! listed on standard output, with what would change and what is unresolved. A file that is not mail is listed,
//! too. `--fail-on` selects other messages to list.
//!
//! Changes are verified as with `--in-place`. A message that fails the verification is listed with the finding
//! `verify-failed`, not as a message that would change. If no findings are shown, messages are not verified, because
//! a message that would change is listed whether or not its verification succeeds.
//!
//! The list on standard output is complete. After the list, standard error shows the findings that several messages
//! have in common, and the total.

mod findings;

use super::Run;
use crate::exit::{Exit, write_error};
use crate::input::{self, InputOptions, SelectedBatch, each, say_undated};
use crate::inspection::is_mail;
use crate::options::{ChangingArgs, ConditionArgs, FormArgs, JobsArgs, PathArgs};
use crate::report::finding_groups::FindingGroups;
use crate::report::finding_printer::{message, place, sentence};
use crate::report::{json_lines, review_line};
use crate::terminal::{Paint, counted, counted_in, say, style};
use clap::ValueEnum;
use findings::{Stored, StoredTexts};
use mailutf::edit::Reason;
use mailutf::mailbox::Format;
use mailutf::pipeline::{Pipeline, Report, Reports};
use mailutf::{Error, Finding, Severity};
use std::fmt::Write as _;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  mailutf check Mail                                 List messages that are not yet UTF-8
  mailutf check --quiet letter.eml || echo not yet
  mailutf check -l Mail                              Names of files only
  mailutf check Mail --headers encoded               Also messages whose headers are not 7-bit
  mailutf check Mail --fail-on unresolved --json     For a script: only what needs manual work";

/// List messages that are not yet UTF-8; exit 1 if there are any.
///
/// With --headers or --bodies, lists the messages that `normalize` would change with these options.
///
/// `normalize --in-place` checks its results with the library mail-parser. A message that fails this check is listed
/// with `verify-failed`.
///
/// Exit status: 0 every message is UTF-8; 1 some message would change, or has text that is doubtful or cannot be
/// converted without loss (or as --fail-on says), or some mail was skipped; 2 wrong use, or reading failed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    paths: PathArgs,

    /// Which messages to list; if any message is listed, the exit status is 1.
    #[arg(long, value_enum, default_value_t, value_name = "WHAT", help_heading = "Reports")]
    fail_on: FailOn,

    /// List only the names of files, each once.
    #[arg(short = 'l', long, help_heading = "Reports")]
    files: bool,

    /// Print a JSON object for each message, one per line (docs/report.schema.json).
    #[arg(long, conflicts_with = "files", help_heading = "Reports")]
    json: bool,

    /// Print the findings as comma-separated values for a spreadsheet, a row for each text: file, message, part, sender, date, label,
    /// likely charset, findings, a line of the text.
    ///
    /// Text that would be changed but has no finding gets no row. As with `census --csv`, text that a spreadsheet could
    /// take for a formula gets a single quote before it.
    #[arg(long, conflicts_with_all = ["files", "json"], help_heading = "Reports")]
    csv: bool,

    /// Print nothing; only set the exit status.
    #[arg(short, long, conflicts_with_all = ["files", "json", "csv"], help_heading = "Reports")]
    quiet: bool,

    #[command(flatten)]
    jobs: JobsArgs,

    #[command(flatten)]
    conditions: ConditionArgs,

    #[command(flatten)]
    forms: FormArgs,

    #[command(flatten)]
    changing: ChangingArgs,
}

impl Run for CheckArgs {
    fn contradiction(&self) -> Option<String> {
        let conditions = || self.conditions.contradiction();
        self.forms.contradiction().or_else(|| self.changing.reading.contradiction()).or_else(conditions)
    }

    fn run(&self) -> Result<Exit, Error> {
        let paths = self.paths.paths()?;
        let policy = self.forms.applied_to(self.changing.policy());
        let policy = self.changing.reading.learned(policy, &paths, self.jobs.jobs, Format::Any)?;
        // The pipeline selects the messages, so reading does not need to.
        let reading = InputOptions::of(policy.limits.message);
        let selection = self.conditions.selection(&policy);
        let mut pipeline = Pipeline::new(policy);
        // Each thread runs its own pipeline on one batch at a time. The pipeline itself therefore needs no further
        // threads.
        pipeline.workers.jobs = Some(NonZeroUsize::MIN);
        // No output is written, but the reports say what would change.
        pipeline.reports = Reports::Changes;
        pipeline.about = self.json || self.csv;
        // Messages are not verified if the findings are not shown, because a message that would change is listed
        // whether or not its verification succeeds.
        pipeline.verify = self.fail_on != FailOn::Change || !self.quiet && !self.files;
        pipeline.selection = selection;
        let output: Box<dyn Write> =
            if self.quiet { Box::new(io::sink()) } else { Box::new(io::stdout().lock()) };
        let is_terminal = io::stdout().is_terminal();
        let watched = !self.quiet && !is_terminal;
        let mut output = BufWriter::new(output);
        if self.csv {
            output.write_all(findings::head().as_bytes()).map_err(write_error)?;
        }
        let mut exit = Exit::Done;
        let (mut last, mut undated) = (None, 0);
        let mut total = Total::of(&paths);
        let work = |batch: SelectedBatch| (Arc::clone(batch.path()), self.list(&pipeline, batch));
        let read = each(paths, self.jobs.jobs, watched, &reading, work, |(path, list)| {
            undated += list.undated;
            exit = if list.passes { exit } else { Exit::Unresolved };
            total.add(&list);
            if !self.files {
                return Ok(output.write_all(list.lines.as_bytes())?);
            }
            if !list.passes && last.as_ref() != Some(&path) {
                // A script needs the octets of the name unchanged.
                let name = if is_terminal { input::name(&path).into() } else { path.as_os_str().to_owned() };
                output.write_all(name.as_encoded_bytes())?;
                output.write_all(b"\n")?;
                last = Some(path);
            }
            Ok(())
        })?;
        output.flush().map_err(write_error)?;
        if !self.quiet {
            say_undated(undated);
        }
        if !self.quiet && !self.files && !self.json && !self.csv {
            total.lines().iter().for_each(|line| say(line));
        }
        Ok(exit.max(read))
    }
}

/// The messages that do not pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// Messages that would change, and those that `unresolved` lists.
    #[default]
    Change,
    /// Messages with a guess or a loss, and those that `unresolved` lists.
    Guess,
    /// Messages with text that is doubtful or cannot be converted without loss.
    Unresolved,
}

/// The part of the list for the messages of a batch.
#[derive(Default)]
struct List {
    lines: String,
    /// Whether all messages pass.
    passes: bool,
    counts: Counts,
    /// The findings that are listed, each with the place of its message.
    findings: Vec<(Finding, String)>,
    /// The number of messages that were left out because they have no date.
    undated: u64,
}

/// Numbers of messages.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// The number of all messages. It is 0 if only some messages were selected, because the pipeline also counts the
    /// messages that were not selected.
    all: u64,
    listed: u64,
    would_change: u64,
    /// Messages with text that a person has to decide about. `unresolved` counts the other messages with text that
    /// cannot be converted without loss.
    doubtful: u64,
    unresolved: u64,
    no_mail: u64,
}

/// Collects the lines that are printed after the list.
struct Total {
    paths: Vec<PathBuf>,
    counts: Counts,
    groups: FindingGroups,
}

impl Total {
    /// Creates the total for the mail at `paths`, before any message is taken.
    fn of(paths: &[PathBuf]) -> Self {
        // The list has already shown all findings. `usize::MAX` means that there was room to print any number of
        // findings, so [`FindingGroups`] treats the findings in the first message of each group as already printed. A
        // group with findings in only one message therefore gets no line in the total.
        let (counts, groups) = (Counts::default(), FindingGroups::new(usize::MAX));
        Self { paths: paths.to_vec(), counts, groups }
    }

    fn add(&mut self, list: &List) {
        self.counts.all += list.counts.all;
        self.counts.listed += list.counts.listed;
        self.counts.would_change += list.counts.would_change;
        self.counts.doubtful += list.counts.doubtful;
        self.counts.unresolved += list.counts.unresolved;
        self.counts.no_mail += list.counts.no_mail;
        for (finding, message) in &list.findings {
            self.groups.add(finding, message);
        }
    }

    /// Returns the lines that are printed after the list. If all messages pass, there are no lines. For a single
    /// message there is no total, because the list already says the same.
    fn lines(&self) -> Vec<String> {
        let Counts { all, listed, would_change, doubtful, unresolved, no_mail } = self.counts;
        if listed + no_mail == 0 {
            return Vec::new();
        }
        let kinds = [
            (would_change, format!("{would_change} would change")),
            (doubtful, format!("{doubtful} with doubtful text")),
            (unresolved, format!("{unresolved} with text that cannot be converted without loss")),
        ];
        let kinds: Vec<String> =
            kinds.into_iter().filter(|(count, _)| *count > 0).map(|(_, words)| words).collect();
        let kinds = if kinds.is_empty() { String::new() } else { format!(": {}", kinds.join(", ")) };
        let all_messages = if all > 0 { counted(all, "message") + ", " } else { String::new() };
        let messages = format!("{all_messages}{listed} listed{kinds}");
        let no_mail = (no_mail > 0).then(|| counted_in(no_mail, "file is not mail", "files are not mail"));
        let mut lines = self.groups.lines();
        if all.max(listed) > 1 {
            lines.push([messages].into_iter().chain(no_mail).collect::<Vec<_>>().join("; "));
        }
        lines.extend((doubtful > 0).then(|| review_line::line(&self.paths)));
        lines
    }
}

impl CheckArgs {
    /// Lists those messages of a batch that do not pass.
    fn list(&self, pipeline: &Pipeline, batch: SelectedBatch) -> List {
        let path = &Arc::clone(batch.path());
        let mut list = List { passes: true, ..List::default() };
        let mut no_mail = false;
        if pipeline.selection.is_everything()
            && let Some(entry) = batch.entries().find(|entry| !entry.is_one_of_several())
            && !is_mail(entry.message().octets())
        {
            (list.passes, no_mail) = (false, true);
            list.counts.no_mail = 1;
            if !self.json && !self.csv {
                list.lines = format!("{}: not mail: it has no header field\n", input::name(path));
                return list;
            }
        }
        let stored = self.csv.then(|| Stored::of(&batch, pipeline.policy()));
        let mut texts = stored.as_ref().map(Stored::texts);
        let report = |report: Report| self.take(path, &report, no_mail, texts.as_mut(), &mut list);
        // The pipeline reads the batch from memory, and its output is discarded.
        let pipeline = batch.pipeline(pipeline);
        match pipeline.run([Ok(batch.into_batch())], &mut io::sink(), report) {
            Ok(totals) => {
                list.counts.all = if pipeline.selection.is_everything() { totals.messages } else { 0 };
                list.undated = totals.undated;
            }
            Err(failure) => list.lines += &format!("{failure}\n"),
        }
        list
    }

    /// Adds a message to the list if it does not pass. `no_mail` tells whether the message is a file without a
    /// header field.
    fn take(
        &self,
        path: &Path,
        report: &Report,
        no_mail: bool,
        texts: Option<&mut StoredTexts<'_>>,
        list: &mut List,
    ) {
        let least = if self.fail_on == FailOn::Guess { Severity::Guess } else { Severity::Unresolved };
        let severe = || report.findings.iter().filter(|(finding, _)| finding.code.severity() >= least);
        let changes: Vec<String> =
            report.edits.iter().map(|(reason, count)| changed(*reason, *count)).collect();
        let would_change = self.fail_on == FailOn::Change && !changes.is_empty();
        if !would_change && !no_mail && severe().next().is_none() {
            return;
        }
        list.passes = false;
        list.counts.listed += 1;
        list.counts.would_change += u64::from(would_change);
        let is_doubtful = report.findings.iter().any(|(finding, _)| review_line::is_for(finding));
        let is_unresolved = report.severity() >= Some(Severity::Unresolved);
        list.counts.doubtful += u64::from(is_doubtful);
        list.counts.unresolved += u64::from(is_unresolved && !is_doubtful);
        let lines = &mut list.lines;
        if let Some(texts) = texts {
            *lines += &texts.rows(path, report, &severe().collect::<Vec<_>>());
            return;
        }
        if self.json {
            *lines += &format!("{}\n", json_lines::line(path, report));
            return;
        }
        let paint = Paint::output();
        if would_change {
            let would = paint.paint(style::of(Severity::Guess), "would change");
            let _ = writeln!(lines, "{}: {would}: {}", place(path, report, ""), changes.join(", "));
        }
        for (finding, part) in severe() {
            let _ = writeln!(lines, "{}: {}", place(path, report, part), sentence(finding, paint));
            list.findings.push((finding.clone(), message(path, report)));
        }
    }
}

/// Describes the number of edits with this reason, such as "2 header texts".
fn changed(reason: Reason, count: usize) -> String {
    let (one, many) = match reason {
        Reason::Header => ("header text", "header texts"),
        Reason::Parameter => ("parameter", "parameters"),
        Reason::Body => ("body", "bodies"),
        Reason::Label => ("charset label", "charset labels"),
        Reason::Following => ("dependent field", "dependent fields"),
        _ => ("edit", "edits"),
    };
    counted_in(count as u64, one, many)
}
