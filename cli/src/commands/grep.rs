//! `mailutf grep`: searches messages for a regular expression, and prints what grep prints.
//!
//! Several threads search batches of messages and format the matching lines of each message. One thread prints the
//! lines in the order of the messages. If the lines of a message have more than [`KEPT`] octets, they are
//! discarded. The printing thread then searches the message again and prints each line as it is found, so that no
//! memory is needed for the lines.

mod lines;
mod mbox;

use super::Run;
use crate::exit::{Exit, write_error};
use crate::input::{FileEntry, SelectedBatch, Stop, each};
use crate::options::{FailOnArgs, JobsArgs, PathArgs, ReadMailArgs, numbers};
use crate::search::{self, Pattern, PatternOptions, Scope, SearchedText};
use crate::terminal::{Paint, say};
use lines::{Bounded, Line, LineWriter, each_match};
use mailutf::message::Message;
use mailutf::{Error, Policy, selection};
use std::collections::HashSet;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::mem;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  mailutf grep invoice archive.mbox
  mailutf grep -i 'größe|taille' Mail                A Maildir, MH or .eml tree
  mailutf grep --field subject --since 2003 '^Re:' archive.mbox
                                                     Subjects since 2003
  mailutf grep -l --nfkc テスト *.mbox.gz            Names of files; also find half-width ﾃｽﾄ
  mailutf grep --mbox --from ann@example.org . archive.mbox > ann.mbox
                                                     All mail of a sender, as an mbox";

/// Search messages for a regular expression, in any charset and transfer encoding.
///
/// Searches decoded text line by line: the header fields that people read (texts, addresses, the date), all texts of
/// the body and of enclosed messages, attached text files and their names, and text files that are uuencoded within a
/// text. HTML is searched as `mailutf text --plain` shows it. Each matching line is printed after the name of its file,
/// the number of its message in an mbox, and the name of its header field. The name of an attached file is printed in
/// braces.
///
/// PATTERN is a regular expression in the syntax of the Rust crate regex, which ripgrep uses as well. -c and
/// --max-count count messages, not lines.
///
/// Exit status: 0 some message matches; 1 no message matches; 2 wrong use, some file or message could not be read, or there is a
/// finding that --fail-on names.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct GrepArgs {
    /// The regular expression.
    #[arg(value_name = "PATTERN")]
    pattern: String,

    #[command(flatten)]
    paths: PathArgs,

    /// Ignore the case of letters.
    #[arg(short, long, help_heading = "Matching")]
    ignore_case: bool,

    /// Match whole words only: there must be no letter, digit or underscore directly before or after a match.
    #[arg(short, long, help_heading = "Matching")]
    word_regexp: bool,

    /// Search for PATTERN literally; it is not a regular expression.
    #[arg(short = 'F', long, help_heading = "Matching")]
    fixed_strings: bool,

    /// Compare text in the Unicode normalization form NFKC: half-width letters (`ﾃｽﾄ`), full-width letters, ligatures,
    /// and letters with separate accents match the usual form of the same letters (`テスト`).
    #[arg(long, help_heading = "Matching")]
    nfkc: bool,

    /// Search only the header fields with this name (`filename` searches the file names of parts); `*` stands for any
    /// characters. May be repeated.
    #[arg(long, value_name = "NAME", help_heading = "Matching")]
    field: Vec<String>,

    /// Print the lines that do not match. For messages in which no line matches, see --without-match.
    #[arg(short = 'v', long, help_heading = "Matching")]
    invert_match: bool,

    /// Select the messages without a match, and print their subjects.
    #[arg(long, conflicts_with_all = ["context", "invert_match"], help_heading = "Matching")]
    without_match: bool,

    /// Stop after this number of matching messages.
    #[arg(long, value_name = "N", value_parser = numbers::ordinal, help_heading = "Matching")]
    max_count: Option<u64>,

    /// Print the number of matching messages in each file. A file without a match is left out, unless it is named on
    /// the command line.
    #[arg(short, long, help_heading = "Reports")]
    count: bool,

    /// List only the names of files, each once.
    #[arg(short = 'l', long, conflicts_with = "count", help_heading = "Reports")]
    files: bool,

    /// Also print line numbers, counted from 1 in each text of a message. Lines of header fields have none.
    #[arg(short = 'n', long, help_heading = "Reports")]
    line_number: bool,

    /// Print only the matches, each on a line of its own.
    #[arg(short, long, conflicts_with_all = ["count", "files", "context", "json", "mbox", "invert_match", "without_match", "nfkc"], help_heading = "Reports")]
    only_matching: bool,

    /// Also print this number of lines before and after each matching line.
    #[arg(short = 'C', long, value_name = "N", default_value_t = 0, conflicts_with_all = ["count", "files"], help_heading = "Reports")]
    context: usize,

    /// Print one JSON object per line of text that matches (docs/grep.schema.json).
    #[arg(long, conflicts_with_all = ["count", "files", "context"], help_heading = "Reports")]
    json: bool,

    /// Print the matching messages as an mbox. Their octets stay unchanged, except that a `>` is added to lines that
    /// start with `From ` after any number of `>`.
    #[arg(long, conflicts_with_all = ["count", "files", "context", "json"], help_heading = "Reports")]
    mbox: bool,

    /// Print nothing; only set the exit status.
    #[arg(short, long, conflicts_with_all = ["count", "files", "context", "json", "mbox"], help_heading = "Reports")]
    quiet: bool,

    #[command(flatten)]
    fail_on: FailOnArgs,

    #[command(flatten)]
    jobs: JobsArgs,

    #[command(flatten)]
    mail: ReadMailArgs,
}

impl Run for GrepArgs {
    fn contradiction(&self) -> Option<String> {
        self.mail.contradiction().or_else(|| self.pattern().err())
    }

    fn run(&self) -> Result<Exit, Error> {
        let paths = self.paths.paths()?;
        let policy = self.mail.policy(&paths, self.jobs.jobs)?.shown();
        let pattern = self.pattern().map_err(|why| Error::new("search", None, io::Error::other(why)))?;
        let stdout = io::stdout().lock();
        let is_terminal = stdout.is_terminal();
        let several = paths.len() > 1 || paths.iter().any(|path| path.is_dir());
        let searcher = Searcher {
            args: self,
            scope: self.scope(),
            output: self.output(),
            pattern,
            policy,
            lines: LineWriter {
                files: several,
                escape: is_terminal,
                paint: Paint::output(),
                has_context: self.context > 0,
                numbers: self.line_number,
            },
        };
        let named: HashSet<PathBuf> = paths.iter().cloned().collect();
        let reading = self.mail.selected(&searcher.policy);
        let mut printer = Printer {
            searcher: &searcher,
            named,
            output: BufWriter::new(stdout),
            file: None,
            found: 0,
            unreadable: 0,
            fails: false,
        };
        let work = |batch| searcher.batch(batch);
        let read = each(paths, self.jobs.jobs, false, &reading, work, |found| printer.take(found))?;
        printer.finish(read)
    }
}

/// The form of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GrepOutput {
    Lines,
    Json,
    Count,
    Files,
    Mbox,
    Nothing,
}

impl GrepArgs {
    /// Compiles the pattern.
    ///
    /// # Errors
    /// Fails if the pattern is wrong. The error is a text that says what is wrong.
    pub(crate) fn pattern(&self) -> Result<Pattern, String> {
        let Self { ignore_case, fixed_strings: fixed, nfkc, .. } = *self;
        let (whole_words, inverted) = (self.word_regexp, self.invert_match);
        Pattern::new(&self.pattern, PatternOptions { ignore_case, fixed, nfkc, whole_words, inverted })
    }

    pub(crate) fn scope(&self) -> Scope {
        Scope::of_fields(self.field.iter().map(|name| selection::Pattern::new(name)).collect())
    }

    pub(crate) fn output(&self) -> GrepOutput {
        let given = [
            (self.json, GrepOutput::Json),
            (self.count, GrepOutput::Count),
            (self.files, GrepOutput::Files),
            (self.mbox, GrepOutput::Mbox),
            (self.quiet, GrepOutput::Nothing),
        ];
        given.into_iter().find(|(is_given, _)| *is_given).map_or(GrepOutput::Lines, |(_, output)| output)
    }
}

/// The maximum number of octets of the lines of one message that are kept until they are printed.
const KEPT: usize = 1 << 20;

/// The settings of a search, with which each thread searches messages.
struct Searcher<'a> {
    args: &'a GrepArgs,
    scope: Scope,
    output: GrepOutput,
    pattern: Pattern,
    policy: Policy,
    lines: LineWriter,
}

/// The results for a batch.
struct Found {
    path: Arc<Path>,
    messages: Vec<SelectedMessage>,
    /// The number of unreadable texts after the last selected message. All other unreadable texts are counted in
    /// `messages`.
    unreadable: u64,
    /// The findings that make the exit status 1 because of `--fail-on`.
    failures: Vec<String>,
    /// The batch, if the messages themselves are needed for printing.
    batch: Option<SelectedBatch>,
}

/// A message that is selected.
struct SelectedMessage {
    ordinal: u64,
    /// The matching lines, or `None` if the lines are too long to be kept or the output is an mbox. In both cases the
    /// message itself is needed for printing.
    lines: Option<Vec<u8>>,
    /// The number of unreadable texts in this message and in the messages between the previous selected message and
    /// this one. If the lines of a message have more than [`KEPT`] octets, its texts are not counted here, but when the
    /// message is searched again.
    unreadable: u64,
}

impl Searcher<'_> {
    fn batch(&self, batch: SelectedBatch) -> Found {
        let path = Arc::clone(batch.path());
        let mut found =
            Found { path, messages: Vec::new(), unreadable: 0, failures: Vec::new(), batch: None };
        let policy = batch.policy(&self.policy);
        for entry in batch.entries() {
            found.failures.extend(self.args.fail_on.in_message(&entry, &policy));
            let mut kept = Bounded::new(KEPT);
            let searched = self.message(&entry, &policy, &mut kept);
            let kept = kept.into_octets();
            found.unreadable += if kept.is_some() { searched.unreadable } else { 0 };
            if searched.is_selected {
                let lines = kept.filter(|_| self.output != GrepOutput::Mbox);
                let unreadable = mem::take(&mut found.unreadable);
                found.messages.push(SelectedMessage { ordinal: entry.ordinal, lines, unreadable });
            }
        }
        let is_needed = found.messages.iter().any(|message| message.lines.is_none());
        found.batch = is_needed.then_some(batch);
        found
    }

    /// Searches a message and writes its matching lines. Stops if writing fails.
    fn message(&self, entry: &FileEntry<'_>, policy: &Policy, output: &mut dyn Write) -> Searched {
        let octets = entry.message();
        let message = Message::parse_with(octets.octets(), policy);
        let place = self.lines.place(entry);
        let prints = matches!(self.output, GrepOutput::Lines | GrepOutput::Json);
        let (inverts, only_matches) = (self.args.without_match, self.args.only_matching);
        let marks = only_matches || self.output == GrepOutput::Json || self.lines.marks_matches();
        let shows_matches = marks && !inverts && !self.args.invert_match;
        let mut write = |text: &SearchedText<'_>, line: &Line<'_>| {
            let is_marked = shows_matches && line.is_match;
            let matches = if is_marked { self.pattern.ranges(line.text) } else { Vec::new() };
            match self.output {
                GrepOutput::Json => lines::write_json(output, entry, &message, text, line, &matches),
                _ if only_matches => self.lines.write_matches(output, &place, text, line, &matches),
                _ => self.lines.write(output, &place, text, line, &matches),
            }
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
            let text = SearchedText { part: 0, field: Some("Subject"), file: None, text: &subject };
            let line = Line { number: 1, text: text.text, is_match: true, after_gap: false };
            written = write(&text, &line);
        }
        Searched { is_selected, unreadable, written }
    }
}

/// The results for a message.
struct Searched {
    is_selected: bool,
    /// The number of texts that could not be read before the search ended.
    unreadable: u64,
    written: io::Result<()>,
}

/// Prints the results of the search in the order of the messages.
struct Printer<'a, W: Write> {
    searcher: &'a Searcher<'a>,
    /// The files that are named on the command line.
    named: HashSet<PathBuf>,
    output: W,
    /// The file that is being read, and the number of messages selected from it so far.
    file: Option<(Arc<Path>, u64)>,
    /// The number of messages selected so far, in all files.
    found: u64,
    unreadable: u64,
    /// Whether there was a finding that `--fail-on` names.
    fails: bool,
}

impl<W: Write> Printer<'_, W> {
    fn take(&mut self, found: Found) -> Result<(), Stop> {
        let Found { path, messages, unreadable, failures, batch } = found;
        self.fails |= !failures.is_empty();
        failures.iter().for_each(|failure| say(failure));
        if self.file.as_ref().is_none_or(|(last, _)| *last != path) {
            self.end_file()?;
            self.file = Some((Arc::clone(&path), 0));
        }
        let mut entries = batch.iter().flat_map(SelectedBatch::entries);
        for SelectedMessage { ordinal, lines, unreadable } in messages {
            self.found += 1;
            self.unreadable += unreadable;
            if let Some((_, count)) = &mut self.file {
                *count += 1;
            }
            let is_first_of_all = self.found == 1;
            if !is_first_of_all {
                self.searcher.lines.write_gap(&mut self.output)?;
            }
            match lines {
                Some(lines) => self.output.write_all(&lines)?,
                None => {
                    if let (Some(batch), Some(entry)) =
                        (&batch, entries.find(|entry| entry.ordinal == ordinal))
                    {
                        self.print(batch, &entry)?;
                    }
                }
            }
            let is_decided = matches!(self.searcher.output, GrepOutput::Nothing);
            if is_decided || self.searcher.args.max_count == Some(self.found) {
                return Err(Stop::Enough);
            }
        }
        self.unreadable += unreadable;
        Ok(())
    }

    /// Prints a selected message as part of an mbox, or searches the message again and prints its lines.
    fn print(&mut self, batch: &SelectedBatch, entry: &FileEntry<'_>) -> io::Result<()> {
        if self.searcher.output == GrepOutput::Mbox {
            return mbox::write(&mut self.output, entry);
        }
        let policy = batch.policy(&self.searcher.policy);
        let searched = self.searcher.message(entry, &policy, &mut self.output);
        self.unreadable += searched.unreadable;
        searched.written
    }

    /// If only the names of files or only counts are printed, prints the line for the file that was just read.
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

    /// Prints what is left to print, and returns the exit status. `read` tells how reading ended.
    fn finish(mut self, read: Exit) -> Result<Exit, Error> {
        let written = self.end_file().and_then(|()| self.output.flush());
        written.map_err(write_error)?;
        let what = match self.unreadable {
            0 => None,
            1 => Some(
                "1 text could not be read and was not searched; to find it, use `mailutf check --fail-on unresolved`"
                    .to_owned(),
            ),
            texts => Some(format!(
                "{texts} texts could not be read and were not searched; to find them, use `mailutf check \
                 --fail-on unresolved`"
            )),
        };
        what.into_iter().for_each(|what| say(&what));
        let read = if self.fails { read.max(Exit::Unresolved) } else { read };
        Ok(match (read, self.found) {
            (Exit::Done, 0) => Exit::Unresolved,
            (Exit::Done, _) => Exit::Done,
            // A message that was not searched, or that has doubtful text, might match. The result of the search is
            // therefore uncertain.
            (Exit::Unresolved, _) => Exit::Failed,
            (worse, _) => worse,
        })
    }
}
