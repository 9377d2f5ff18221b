//! `mailutf check`: lists messages that are not yet UTF-8, for CI and cron.
//!
//! A message passes if normalization changes nothing in it and nothing in it is unresolved. Any other message
//! is listed on standard output, with what would change and what is unresolved; so is a file that is not
//! mail. Changes are verified as with --in-place: a message that would be left unchanged for that reason is
//! listed with that finding, not as one that would change.

use crate::args::CheckArgs;
use crate::exit::Exit;
use crate::finding_printer::{place, sentence};
use crate::input::{self, Stop, each};
use crate::inspection::is_mail;
use crate::style::{self, Paint};
use mailutf::edit::Reason;
use mailutf::mailbox::batch::Batch;
use mailutf::pipeline::{Pipeline, Report, Reports};
use mailutf::{Error, Severity};
use std::fmt::Write as _;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Error> {
    let paths = args.paths.paths()?;
    let policy = args.changing.learned(args.changing.policy(), &paths, args.jobs)?;
    let limit = policy.limits.message;
    let mut pipeline = Pipeline::new(policy);
    // Each thread runs a pipeline of its own on one batch.
    pipeline.workers.jobs = NonZeroUsize::MIN;
    pipeline.reports = Reports::All;
    pipeline.verify = true;
    let output: Box<dyn Write> =
        if args.quiet { Box::new(io::sink()) } else { Box::new(io::stdout().lock()) };
    let watched = !args.quiet && !io::stdout().is_terminal();
    let mut output = BufWriter::new(output);
    let mut exit = Exit::Done;
    let work = |path: &Arc<Path>, batch| list(&pipeline, path, batch);
    let read = each(paths, args.jobs, watched, limit, work, |(list, normal)| {
        exit = if normal { exit } else { Exit::Unresolved };
        Ok::<(), Stop>(output.write_all(list.as_bytes())?)
    })?;
    output.flush().map_err(|error| Error::new("write", None, error))?;
    Ok(exit.max(read))
}

/// A list of the messages of a batch that are not yet UTF-8; and whether there is none.
fn list(pipeline: &Pipeline, path: &Path, batch: Batch) -> (String, bool) {
    let mut lines = String::new();
    let mut normal = true;
    if let Some(entry) = batch.entries().find(|entry| entry.variant().is_none())
        && !is_mail(entry.message().octets())
    {
        let _ = writeln!(lines, "{}: not mail: it has no header field", input::name(path));
        return (lines, false);
    }
    let report = |report: Report| take(path, &report, &mut lines);
    match pipeline.run([Ok(batch)], &mut io::sink(), report) {
        Ok(totals) => normal &= totals.changed + totals.unresolved + totals.skipped_mail == 0,
        // Input and output are in memory.
        Err(failure) => lines += &format!("{failure}\n"),
    }
    (lines, normal)
}

fn take(path: &Path, report: &Report, lines: &mut String) {
    let paint = Paint::output();
    let changes: Vec<String> = report.edits.iter().map(|(reason, count)| changed(*reason, *count)).collect();
    if !changes.is_empty() {
        let would = paint.paint(style::of(Severity::Guess), "would change");
        let _ = writeln!(lines, "{}: {would}: {}", place(path, report, ""), changes.join(", "));
    }
    let grave = report.findings.iter().filter(|(f, _)| f.code.severity() == Severity::Unresolved);
    for (finding, part) in grave {
        let _ = writeln!(lines, "{}: {}", place(path, report, part), sentence(finding, paint));
    }
}

/// The number of edits for one reason, in words.
fn changed(reason: Reason, count: usize) -> String {
    let (one, many) = match reason {
        Reason::Header => ("header text", "header texts"),
        Reason::Parameter => ("parameter", "parameters"),
        Reason::Body => ("body", "bodies"),
        Reason::Label => ("charset label", "charset labels"),
        Reason::Following => ("dependent field", "dependent fields"),
        _ => ("edit", "edits"),
    };
    format!("{count} {}", if count == 1 { one } else { many })
}
