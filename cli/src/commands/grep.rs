//! `mailutf grep`: searches messages for a regular expression, and prints what grep prints.
//!
//! Threads search batches of messages and write the lines of each message; these are printed in order. Of a message whose lines
//! are more than [`KEPT`] octets, they are found again while they are printed, so that memory is that of the messages.

mod lines;
mod mbox;

use crate::args::{GrepArgs, GrepOutput};
use crate::exit::Exit;
use crate::input::selected::SelectedBatch;
use crate::input::{Reading, Stop, each};
use crate::search::{self, Pattern, Scope, SearchedText};
use crate::terminal::say;
use crate::terminal::style::Paint;
use lines::{Bounded, Line, LineWriter, each_match};
use mailutf::mailbox::Format;
use mailutf::mailbox::batch::Entry;
use mailutf::message::Message;
use mailutf::{Error, Policy};
use std::collections::HashSet;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Octets of the lines of one message that are kept until they are printed.
const KEPT: usize = 1 << 20;

pub(crate) fn run(args: &GrepArgs) -> Result<Exit, Error> {
    let paths = args.paths.paths()?;
    let policy = args.reading.learned(args.reading.policy(), &paths, args.jobs, Format::Any)?;
    let pattern = args.pattern().map_err(|why| Error::new("search", None, io::Error::other(why)))?;
    let stdout = io::stdout().lock();
    let is_terminal = stdout.is_terminal();
    let several = paths.len() > 1 || paths.iter().any(|path| path.is_dir());
    let searcher = Searcher {
        args,
        scope: args.scope(),
        output: args.output(),
        pattern,
        policy,
        lines: LineWriter {
            files: several,
            escape: is_terminal,
            paint: Paint::output(),
            has_context: args.context > 0,
        },
    };
    let named: HashSet<PathBuf> = paths.iter().cloned().collect();
    let reading =
        Reading::selected(args.conditions.selection(&searcher.policy), searcher.policy.limits.message);
    let mut printer = Printer {
        searcher: &searcher,
        named,
        output: BufWriter::new(stdout),
        file: None,
        found: 0,
        unreadable: 0,
    };
    let work = |path: &Arc<Path>, batch| searcher.batch(path, batch);
    let read = each(paths, args.jobs, false, reading, work, |found| printer.take(found))?;
    printer.finish(read)
}

/// Searches messages.
struct Searcher<'a> {
    args: &'a GrepArgs,
    scope: Scope,
    output: GrepOutput,
    pattern: Pattern,
    policy: Policy,
    lines: LineWriter,
}

/// What was found in a batch.
struct Found {
    path: Arc<Path>,
    /// The messages that are selected, by their numbers, and their lines.
    messages: Vec<(u64, Lines)>,
    /// Texts that could not be read.
    unreadable: u64,
    /// The batch, if the messages are needed to print them.
    batch: Option<SelectedBatch>,
}

enum Lines {
    Kept(Vec<u8>),
    /// They are found again when they are printed.
    Later,
}

impl Searcher<'_> {
    fn batch(&self, path: &Arc<Path>, batch: SelectedBatch) -> Found {
        let mut found = Found { path: Arc::clone(path), messages: Vec::new(), unreadable: 0, batch: None };
        for entry in batch.entries() {
            let mut kept = Bounded::new(KEPT);
            let searched = self.message(path, &entry, &mut kept);
            let kept = kept.into_octets();
            found.unreadable += if kept.is_some() { searched.unreadable } else { 0 };
            if searched.is_selected {
                let lines = kept.filter(|_| self.output != GrepOutput::Mbox);
                found.messages.push((entry.ordinal, lines.map_or(Lines::Later, Lines::Kept)));
            }
        }
        let is_needed = found.messages.iter().any(|(_, lines)| matches!(lines, Lines::Later));
        found.batch = is_needed.then_some(batch);
        found
    }

    /// Searches a message and writes its lines, as far as they can be written.
    fn message(&self, path: &Path, entry: &Entry<'_>, output: &mut dyn Write) -> Searched {
        let octets = entry.message();
        let message = Message::parse_with(octets.octets(), &self.policy);
        let place = self.lines.place(path, entry);
        let prints = matches!(self.output, GrepOutput::Lines | GrepOutput::Json);
        let inverts = self.args.invert_match;
        let mut write = |text: &SearchedText<'_>, line: &Line<'_>| match self.output {
            GrepOutput::Json => lines::write_json(output, path, entry, &message, text, line),
            _ => self.lines.write(output, &place, text.field, line),
        };
        let mut is_found = false;
        let (unreadable, stopped) = self.scope.search(&message, |text| {
            if !self.pattern.may_match(text.text) {
                return ControlFlow::Continue(());
            }
            if inverts || !prints {
                is_found |= self.pattern.matches_in(text.text);
                return if is_found { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) };
            }
            let after_gap = is_found && text.field.is_none();
            let mut write = |line: &Line<'_>| {
                is_found = true;
                write(&text, line)
            };
            match each_match(text.text, &self.pattern, self.args.context, after_gap, &mut write) {
                Ok(_) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(Err(error)),
            }
        });
        let is_selected = is_found != inverts;
        let mut written = stopped.unwrap_or(Ok(()));
        if inverts && is_selected && prints {
            let subject = message.subject().unwrap_or_default();
            let subject = search::in_one_line(subject);
            let text = SearchedText { part: 0, field: Some("Subject"), text: &subject };
            let line = Line { number: 1, text: text.text, matches: Some(Vec::new()), after_gap: false };
            written = write(&text, &line);
        }
        Searched { is_selected, unreadable, written }
    }
}

/// What was found in a message.
struct Searched {
    is_selected: bool,
    /// Texts that could not be read, of those before the end of the search.
    unreadable: u64,
    written: io::Result<()>,
}

/// Prints what was found, in order.
struct Printer<'a, W: Write> {
    searcher: &'a Searcher<'a>,
    /// The files that are named on the command line.
    named: HashSet<PathBuf>,
    output: W,
    /// The file that is being read, and the number of its messages that are selected.
    file: Option<(Arc<Path>, u64)>,
    /// Messages that are selected.
    found: u64,
    unreadable: u64,
}

impl<W: Write> Printer<'_, W> {
    fn take(&mut self, found: Found) -> Result<(), Stop> {
        let Found { path, messages, unreadable, batch } = found;
        if self.file.as_ref().is_none_or(|(last, _)| *last != path) {
            self.end_file()?;
            self.file = Some((Arc::clone(&path), 0));
        }
        self.unreadable += unreadable;
        let mut entries = batch.iter().flat_map(SelectedBatch::entries);
        for (ordinal, lines) in messages {
            self.found += 1;
            if let Some((_, count)) = &mut self.file {
                *count += 1;
            }
            let is_first_of_all = self.found == 1;
            if !is_first_of_all {
                self.searcher.lines.write_gap(&mut self.output)?;
            }
            match lines {
                Lines::Kept(lines) => self.output.write_all(&lines)?,
                Lines::Later => {
                    if let (Some(batch), Some(entry)) =
                        (&batch, entries.find(|entry| entry.ordinal == ordinal))
                    {
                        self.print(&path, batch, &entry)?;
                    }
                }
            }
            let is_known = matches!(self.searcher.output, GrepOutput::Nothing);
            if is_known || self.searcher.args.max_count == Some(self.found) {
                return Err(Stop::Enough);
            }
        }
        Ok(())
    }

    /// Prints a message, or finds its lines again.
    fn print(&mut self, path: &Path, batch: &SelectedBatch, entry: &Entry<'_>) -> io::Result<()> {
        if self.searcher.output == GrepOutput::Mbox {
            return mbox::write(&mut self.output, entry, entry.from_line().slice(batch.octets()));
        }
        let searched = self.searcher.message(path, entry, &mut self.output);
        self.unreadable += searched.unreadable;
        searched.written
    }

    /// Prints the name of the file, or its number of messages.
    fn end_file(&mut self) -> io::Result<()> {
        let Some((path, count)) = self.file.take() else { return Ok(()) };
        let lines = &self.searcher.lines;
        match self.searcher.output {
            GrepOutput::Files if count > 0 => {
                self.output.write_all(&lines.name(&path))?;
                self.output.write_all(b"\n")
            }
            GrepOutput::Count if count > 0 || self.named.contains(&*path) => {
                if lines.files {
                    self.output.write_all(&lines.name(&path))?;
                    self.output.write_all(b":")?;
                }
                writeln!(self.output, "{count}")
            }
            _ => Ok(()),
        }
    }

    /// Prints the rest. `read`: how reading ended.
    fn finish(mut self, read: Exit) -> Result<Exit, Error> {
        let written = self.end_file().and_then(|()| self.output.flush());
        written.map_err(|error| Error::new("write", None, error))?;
        let what = match self.unreadable {
            0 => None,
            1 => Some("1 text could not be read and was not searched; `mailutf check --fail-on unresolved` names it".to_owned()),
            texts => Some(format!(
                "{texts} texts could not be read and were not searched; `mailutf check --fail-on unresolved` lists them"
            )),
        };
        what.into_iter().for_each(|what| say::say(&what));
        Ok(match (read, self.found) {
            (Exit::Done, 0) => Exit::Unresolved,
            (Exit::Done, _) => Exit::Done,
            // A message that was not searched might match.
            (Exit::Unresolved, _) => Exit::Failed,
            (worse, _) => worse,
        })
    }
}
