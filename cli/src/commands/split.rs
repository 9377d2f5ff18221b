//! `mailutf split`: lists ranges of an mbox.

use super::Run;
use crate::exit::{Exit, write_error};
use crate::input::{InputOptions, SelectedBatch, each};
use crate::options::mbox::index;
use crate::options::numbers::Size;
use crate::options::{ConditionArgs, LimitMessageArgs, VariantArgs};
use crate::terminal::Object;
use mailutf::mailbox::mbox::Range;
use mailutf::{Error, Policy};
use std::io::{self, BufWriter, Write};
use std::iter;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  mailutf split archive.mbox                         One range per line
  mailutf split a.mbox | parallel -k mailutf normalize a.mbox --range > utf8.mbox
                                                     Several processes, one output
  mailutf split --since 2003 a.mbox                  Only messages since 2003";

/// List ranges of an mbox that can be converted separately.
///
/// The ranges may be converted on any number of machines. Each line is a range for `normalize --range`: its octets, the
/// number of its first message, and the variant in which it is read. The outputs of all ranges, one after the other,
/// are the output of the whole file. The mbox must not change meanwhile. With --from, --since and similar options, the
/// ranges hold only the selected messages, and so do the outputs.
///
/// Exit status: 0 success; 1 some message is larger than --limit-message, so that it cannot be selected; 2 wrong use, or reading failed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SplitArgs {
    /// The mbox file. It must not be compressed.
    #[arg(value_name = "MBOX")]
    path: PathBuf,

    /// Maximum size of each range of the mbox; a larger message is a range of its own.
    #[arg(short, long, value_name = "SIZE", default_value_t = Size(256 << 20))]
    size: Size,

    /// Print a JSON object for each range of the mbox, one per line (docs/split.schema.json).
    #[arg(long, help_heading = "Reports")]
    json: bool,

    #[command(flatten)]
    variant: VariantArgs,

    #[command(flatten)]
    limit: LimitMessageArgs,

    #[command(flatten)]
    conditions: ConditionArgs,
}

/// A run of consecutive message numbers.
type Numbers = std::ops::Range<u64>;

impl SplitArgs {
    /// Returns the numbers of the selected messages in order, or `None` if all messages are selected.
    fn selected(&self) -> Result<(Option<Vec<Numbers>>, Exit), Error> {
        let selection = self.conditions.selection(&Policy::default());
        if selection.is_everything() {
            return Ok((None, Exit::Done));
        }
        let mbox = self.variant.format();
        let reading = InputOptions { mbox, selection, ..InputOptions::of(self.limit.octets()) };
        let numbers = |batch: SelectedBatch| batch.entries().map(|entry| entry.ordinal).collect::<Vec<_>>();
        let mut selected: Vec<Numbers> = Vec::new();
        let read = each(vec![self.path.clone()], None, false, &reading, numbers, |found| {
            for number in found {
                match selected.last_mut() {
                    Some(last) if last.end == number => last.end += 1,
                    _ => selected.push(number..number + 1),
                }
            }
            Ok(())
        })?;
        Ok((Some(selected), read))
    }
}

/// Returns the ranges of the `selected` messages. `messages` gives the range of each message of the mbox. Adjacent
/// selected messages share a range of at most `size` octets.
fn of_selected(
    mut messages: impl Iterator<Item = io::Result<Range>>,
    selected: Vec<Numbers>,
    size: u64,
) -> impl Iterator<Item = io::Result<Range>> {
    let is_selected = move |message: &Range| {
        let at = selected.partition_point(|numbers| numbers.end <= message.ordinal);
        selected.get(at).is_some_and(|numbers| numbers.contains(&message.ordinal))
    };
    let mut messages =
        iter::from_fn(move || messages.find(|message| message.as_ref().map_or(true, &is_selected)))
            .peekable();
    iter::from_fn(move || {
        let mut range = match messages.next()? {
            Ok(range) => range,
            error => return Some(error),
        };
        let follows = |range: &Range, next: &io::Result<Range>| {
            next.as_ref().is_ok_and(|next| next.start == range.end && next.end - range.start <= size)
        };
        while let Some(Ok(next)) = messages.next_if(|next| follows(&range, next)) {
            range.end = next.end;
        }
        Some(Ok(range))
    })
}

impl Run for SplitArgs {
    fn contradiction(&self) -> Option<String> {
        self.conditions.contradiction()
    }

    fn run(&self) -> Result<Exit, Error> {
        let path = &self.path;
        let size = self.size.0 as u64;
        // `index()` rejects a file that cannot be cut into ranges, without reading the file to its end.
        let whole = index(path, self.variant.mbox_variant, self.limit.octets())?;
        let (selected, exit) = self.selected()?;
        let ranges: Box<dyn Iterator<Item = io::Result<Range>>> = match selected {
            None => Box::new(whole.ranges(size)),
            Some(selected) => Box::new(of_selected(whole.ranges(1), selected, size)),
        };
        let mut output = BufWriter::new(io::stdout().lock());
        for range in ranges {
            let range = range.map_err(|error| Error::new("read a range of it", Some(path), error))?;
            let line = match self.json {
                true => Object::default()
                    .with("schema", 1)
                    .with_text("file", Some(&path.to_string_lossy()))
                    .with("range", range.to_string())
                    .with("start", range.start)
                    .with("end", range.end)
                    .with("message", range.ordinal + 1)
                    .to_string(),
                false => range.to_string(),
            };
            writeln!(output, "{line}").map_err(write_error)?;
        }
        output.flush().map_err(write_error)?;
        Ok(exit)
    }
}
