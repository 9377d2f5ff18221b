//! `mailutf normalize --filter`: one message from standard input to standard output, for delivery agents.
//!
//! procmail and Sieve take the output of a filter that ends with 0, and nothing else. So 0 means that the output is
//! whole, converted or copied, and 75 (EX_TEMPFAIL) that reading or writing failed. The message is read to its end
//! before anything is written.

use crate::args::MailArgs;
use crate::doubts::{self, Doubts, Volume};
use crate::exit::Exit;
use crate::input::{self, STANDARD_INPUT};
use crate::style;
use mailutf::Error;
use mailutf::mailbox::batch::Batch;
use mailutf::mailbox::{Format, Source};
use mailutf::pipeline::{Pipeline, Report};
use memchr::memchr;
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::path::Path;

/// Octets of the largest message that is converted.
const LARGEST: u64 = 64 << 20;

/// Filters a message by `pipeline`.
pub(super) fn run(args: &MailArgs, mut pipeline: Pipeline) -> Exit {
    pipeline.workers.jobs = NonZeroUsize::MIN;
    match filter(&pipeline, args.volume()) {
        Ok(()) => Exit::Done,
        Err(error) => {
            doubts::say_in(style::FAILURE, &error.to_string());
            Exit::TryAgain
        }
    }
}

fn filter(pipeline: &Pipeline, volume: Volume) -> Result<(), Error> {
    let read_error = |error| input::error("read", Path::new(STANDARD_INPUT), error);
    let mut input = input::open(Path::new(STANDARD_INPUT))?;
    let mut message = Vec::new();
    input.by_ref().take(LARGEST + 1).read_to_end(&mut message).map_err(read_error)?;
    let is_whole = message.len() as u64 <= LARGEST;
    let verbose = volume == Volume::Verbose;
    let doubts = Doubts::new(if verbose { volume } else { Volume::Quiet }, None, false);
    let output = if is_whole { converted(pipeline, &message, doubts) } else { None };
    if verbose && output.is_none() {
        let why =
            if is_whole { "it is not certain that it is one message" } else { "it is larger than 64 MiB" };
        doubts::say(&format!("copied as it was: {why}"));
    }
    let write_error = |error| Error::new("write", None, error);
    let mut stdout = io::stdout().lock();
    stdout.write_all(output.as_deref().unwrap_or(&message)).map_err(write_error)?;
    if !is_whole {
        io::copy(&mut input, &mut stdout).map_err(|error| Error::new("copy", None, error))?;
    }
    stdout.flush().map_err(write_error)
}

/// What becomes of the message that `input` is; `None` where it may not be one message.
fn converted(pipeline: &Pipeline, input: &[u8], mut doubts: Doubts) -> Option<Vec<u8>> {
    // A `From ` line at the start is the agent's. Nothing is quoted: the agent does that when it delivers to an mbox.
    let end_of_line = |input| memchr(b'\n', input).map_or(input.len(), |end| end + 1);
    let start = if input.starts_with(b"From ") { end_of_line(input) } else { 0 };
    if start > 0 && holds_more_messages(input) {
        return None;
    }
    let (from_line, message) = input.split_at(start);
    let source = Source::new(message, Format::Any).ok().filter(|source| !source.is_mbox())?;
    let mut output = from_line.to_vec();
    let report = |report: &Report| doubts.take(Path::new(STANDARD_INPUT), report);
    let totals = pipeline.run(source, &mut output, report).ok()?;
    doubts.finish(&totals);
    Some(output)
}

/// Whether what starts with a `From ` line is a mailbox with more messages than one.
fn holds_more_messages(mailbox: &[u8]) -> bool {
    let Ok(batches) = Source::new(mailbox, Format::Any) else { return true };
    let count = |batch: io::Result<Batch>| batch.map_or(2, |batch| batch.entries().count());
    batches.map(count).sum::<usize>() > 1
}
