//! `mailutf normalize --filter`: converts one message from standard input to standard output, for delivery agents.
//!
//! procmail and Sieve use the output of a filter only if its exit status is 0. The exit status is therefore 0 if
//! the output is complete, whether the message was converted or copied. The exit status is 75 (EX_TEMPFAIL) if
//! reading or writing failed, or if standard output is the null device, where the message would be lost. The whole
//! message is read before anything is written.

use crate::exit::{Exit, write_error};
use crate::input::{self, STANDARD_INPUT, file_id};
use crate::options::{RewriteArgs, rules};
use crate::report::finding_printer::{FindingPrinter, Volume};
use crate::terminal::{say, say_in, style};
use mailutf::Error;
use mailutf::mailbox::Format;
use mailutf::mailbox::batch::Batch;
use mailutf::pipeline::{Failure, Pipeline, Report};
use memchr::memchr;
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::path::Path;

/// Filters a message through `pipeline`. A message that is larger than the limit of `pipeline` is copied.
pub(crate) fn run(args: &RewriteArgs, mut pipeline: Pipeline) -> Exit {
    pipeline.workers.jobs = Some(NonZeroUsize::MIN);
    rules::leave_unused();
    match filter(&pipeline, args) {
        Ok(()) => Exit::Done,
        Err(error) => {
            say_in(style::FAILURE, &error.to_string());
            Exit::TryAgain
        }
    }
}

fn filter(pipeline: &Pipeline, args: &RewriteArgs) -> Result<(), Error> {
    if file_id::discards_standard_output() {
        let error = io::Error::other("standard output is closed or the null device");
        return Err(write_error(error));
    }
    let limit = pipeline.policy().limits.message;
    let read_error = |error| input::error("read", Path::new(STANDARD_INPUT), error);
    let mut input = input::open(Path::new(STANDARD_INPUT))?;
    let mut message = Vec::new();
    let mut start = input.by_ref().take((limit as u64).saturating_add(1));
    start.read_to_end(&mut message).map_err(read_error)?;
    let is_whole = message.len() <= limit;
    let verbose = args.volume() == Volume::Verbose;
    let volume = if verbose { Volume::Verbose } else { Volume::Quiet };
    let printer = FindingPrinter::new(volume, None, args.ending(), &args.paths);
    let single = if is_whole { single_message(pipeline, &message) } else { None };
    if verbose && single.is_none() {
        let why = match is_whole {
            true => "perhaps the input is not a single message".to_owned(),
            false => format!("the message is larger than {limit} octets (`--limit-message`)"),
        };
        say(&format!("copied unchanged: {why}"));
    }
    if let Some((from_line, batches)) = single {
        // `batches` has its own copy of the message. The copy in `message` is dropped, because the output will be
        // another copy, and three copies would exceed the bound on memory.
        drop(message);
        message = converted(pipeline, from_line, batches, printer)?;
    }
    let mut stdout = io::stdout().lock();
    stdout.write_all(&message).map_err(write_error)?;
    if !is_whole {
        io::copy(&mut input, &mut stdout).map_err(|error| Error::new("copy", None, error))?;
    }
    stdout.flush().map_err(write_error)
}

/// Returns the `From ` line before the message in `input`, and the message itself as batches. Returns `None` if the
/// input may be something other than a single message.
fn single_message(pipeline: &Pipeline, input: &[u8]) -> Option<(Vec<u8>, Vec<Batch>)> {
    // A `From ` line at the start was added by the delivery agent. If the agent delivers to an mbox, it quotes the
    // lines of the message that begin with `From `. Therefore these lines must not be quoted here.
    let end_of_line = |input| memchr(b'\n', input).map_or(input.len(), |end| end + 1);
    let start = if input.starts_with(b"From ") { end_of_line(input) } else { 0 };
    if start > 0 && holds_more_messages(pipeline, input) {
        return None;
    }
    let (from_line, message) = input.split_at(start);
    let source = pipeline.source(message, Format::Any).ok().filter(|source| !source.holds_several())?;
    Some((from_line.to_vec(), source.collect::<io::Result<_>>().ok()?))
}

/// Returns the `From ` line, followed by the converted form of the message in `batches`.
fn converted(
    pipeline: &Pipeline,
    from_line: Vec<u8>,
    batches: Vec<Batch>,
    mut printer: FindingPrinter,
) -> Result<Vec<u8>, Error> {
    let mut output = from_line;
    let report = |report: Report| printer.take(Path::new(STANDARD_INPUT), &report);
    let totals =
        pipeline.run(batches.into_iter().map(Ok), &mut output, report).map_err(|failure| match failure {
            Failure::Read(error) | Failure::Write(error) => {
                Error::new("convert", Some(Path::new(STANDARD_INPUT)), error)
            }
            _ => Error::Stopped,
        })?;
    printer.finish(&totals);
    Ok(output)
}

/// Whether input that starts with a `From ` line may be a mailbox with several messages.
fn holds_more_messages(pipeline: &Pipeline, mailbox: &[u8]) -> bool {
    let Ok(batches) = pipeline.source(mailbox, Format::Any) else { return true };
    let count = |batch: io::Result<Batch>| batch.map_or(2, |batch| batch.entries().count());
    batches.map(count).sum::<usize>() > 1
}
