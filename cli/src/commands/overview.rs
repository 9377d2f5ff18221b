//! `mailutf FILE`, without a command: tells what kind of file it is, and prints commands that are useful for it,
//! ready to be typed.
//!
//! A mailbox is read to its end, to count its messages and to find out how many of them need conversion or a
//! decision. In a directory, only the names and the first octets of files are read.

use super::Run;
use crate::exit::{Exit, write_error};
use crate::input::{self, archived, is_standard_input, name};
use crate::inspection::is_mail;
use crate::report::review_line;
#[cfg(unix)]
use crate::terminal::counted_in;
use crate::terminal::{Escaped, counted, shell_word};
use mailutf::charset::Charset;
use mailutf::mailbox::batch::Batch;
use mailutf::mailbox::compressed::Compression;
#[cfg(unix)]
use mailutf::mailbox::mail::{Files, Kind, Skipped, Why};
use mailutf::mailbox::mail::{MailFile, ReadOptions};
use mailutf::message::Message;
use mailutf::pipeline::{Workers, in_order};
use mailutf::policy::Doubtful;
use mailutf::text::detection::of_text;
use mailutf::{Code, Error, Limits, Normalizer, Plan, Policy};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::ops::AddAssign;
use std::path::{Path, PathBuf};
use unicode_width::UnicodeWidthStr;

/// The maximum number of columns of a command. If a command is longer, its explanation is printed on a line of its
/// own.
const COLUMNS: usize = 60;

/// The maximum number of names that are tried to find a free name for a new file.
const NAMES: usize = 100;

/// The files on a command line that has no command.
#[derive(Debug)]
pub(crate) struct OverviewArgs {
    pub(crate) files: Vec<OsString>,
}

impl Run for OverviewArgs {
    fn run(&self) -> Result<Exit, Error> {
        let mut output = BufWriter::new(io::stdout().lock());
        let mut exit = Exit::Done;
        for (n, file) in self.files.iter().enumerate() {
            let path = Path::new(file);
            let overview = match overview(path) {
                Ok(overview) => overview,
                Err(error) => {
                    exit = exit.max(Exit::of(&error));
                    continue;
                }
            };
            exit = if overview.is_mail { exit } else { exit.max(Exit::Unresolved) };
            let blank = if n > 0 { "\n" } else { "" };
            write!(output, "{blank}{}: {}\n{}", name(path), overview.what, overview.lines(path))
                .map_err(write_error)?;
            if let Some(error) = &overview.failed {
                output.flush().map_err(write_error)?;
                exit = exit.max(Exit::of(error));
            }
        }
        output.flush().map_err(write_error)?;
        Ok(exit)
    }
}

/// The kind of a file, and the commands that are useful for it, each with an explanation. In a command, the word
/// `FILE` stands for the name of the file, and `NEW` stands for the name of a new file in the same directory.
struct Overview {
    what: String,
    is_mail: bool,
    commands: Vec<(String, &'static str)>,
    /// The name that `NEW` stands for. If it is `None`, the name is made from the full name of the file.
    new: Option<PathBuf>,
    /// The reason why the file could not be read to its end.
    failed: Option<Error>,
}

impl Overview {
    fn mail(what: String, commands: &[(&str, &'static str)]) -> Self {
        Self { is_mail: true, ..Self::no_mail(what, commands) }
    }

    fn no_mail(what: String, commands: &[(&str, &'static str)]) -> Self {
        let commands = commands.iter().map(|(command, does)| ((*command).to_owned(), *does)).collect();
        Self { what, is_mail: false, commands, new: None, failed: None }
    }
}

fn overview(path: &Path) -> Result<Overview, Error> {
    #[cfg(unix)]
    if path.is_dir() {
        return directory(path);
    }
    let read_error = |error| input::error("read", path, error);
    let options = ReadOptions::default().with_limit(Limits::default().message);
    let opened = input::opened(&MailFile::named(path), &options).map_err(input::skipped_error)?;
    let packed = opened.compression().map_or("", of_compression);
    let is_mbox = opened.holds_several();
    let mut source = opened.into_batches();
    if is_mbox {
        let mut all = Survey::default();
        let read = in_order(
            Workers::default(),
            source.map(|batch| {
                let batch = batch?;
                let octets = batch.octets().len();
                Ok((batch, octets))
            }),
            |batch| Survey::of_batch(&batch),
            |part| {
                all += part;
                Ok(())
            },
        );
        return Ok(Overview { failed: read.err().map(read_error), ..mbox(&all, packed) });
    }
    let empty = || Overview::no_mail(format!("an empty file{packed}"), &[]);
    let Some(batch) = source.next() else { return Ok(empty()) };
    let batch = batch.map_err(read_error)?;
    if let Some(format) = batch.unsupported() {
        let how = [("mailutf explain format-unsupported", "what to do")];
        let what = format!("{format}, a format that mailutf cannot read ({})", Code::FormatUnsupported);
        let mut overview = Overview::no_mail(what, &how);
        let unpack =
            archived::command(path, "FILE").map(|command| (command, "convert the mail in this archive"));
        overview.commands.splice(0..0, unpack);
        // `NEW` will not be an archive. Its name is therefore derived from the name of the archive without the
        // ending.
        overview.new = Some(beside(&path.with_file_name(path.file_stem().unwrap_or_default())));
        return Ok(overview);
    }
    if let Some(large) = batch.too_large() {
        let what = format!("a message of more than {} octets (`--limit-message`){packed}", large.limit);
        return Ok(Overview::mail(
            what,
            &[("mailutf normalize --limit-message 4GiB FILE -o NEW", "convert it to UTF-8")],
        ));
    }
    let Some(entry) = batch.entries().next() else {
        return Ok(empty());
    };
    let message = entry.message();
    let shown = match is_mail(message.octets()) {
        true => one(message.octets(), packed),
        false => text(message.octets(), packed),
    };
    // The source has only one message. If it returns anything after the message, this is the error that ended the
    // reading.
    let failed = source.next().and_then(Result::err).map(read_error);
    Ok(Overview { failed, ..shown })
}

const fn of_compression(compression: Compression) -> &'static str {
    match compression {
        Compression::Bzip2 => ", compressed by bzip2",
        Compression::Gzip => ", compressed by gzip",
        Compression::Xz => ", compressed by xz",
        Compression::Zstd => ", compressed by zstd",
        _ => ", compressed",
    }
}

/// What normalization would do with the messages of a file.
#[derive(Default)]
struct Survey {
    messages: u64,
    to_convert: u64,
    /// Messages with text that a person has to decide about.
    doubtful: u64,
    /// The number of messages that have no doubtful text, but text that cannot be converted without loss. `worst` is
    /// the most severe finding in these messages.
    unreadable: u64,
    worst: Option<Code>,
}

impl Survey {
    fn of_batch(batch: &Batch) -> Self {
        let mut survey = Self::default();
        let normalizer = Normalizer::new(Policy::default());
        for entry in batch.entries() {
            survey.add(&normalizer.plan(entry.message().octets()));
        }
        survey
    }

    fn add(&mut self, plan: &Plan<'_>) {
        let is_doubtful = plan.findings().iter().any(review_line::is_for);
        let is_unreadable = plan.is_unresolved() && !is_doubtful;
        self.messages += 1;
        self.to_convert += u64::from(!plan.is_noop());
        self.doubtful += u64::from(is_doubtful);
        self.unreadable += u64::from(is_unreadable);
        if is_unreadable {
            let codes = plan.findings().iter().map(|finding| finding.code);
            self.worst = self.worst.max(codes.max_by_key(|code| (code.severity(), *code)));
        }
    }

    /// Returns commands for text that a conversion of `FILE` would leave unchanged: one for deciding how doubtful
    /// text is read, and one for explaining the most severe finding.
    fn left(&self) -> Vec<(String, &'static str)> {
        let review = || ("mailutf review FILE".to_owned(), "decide how doubtful text is read");
        let explain = |code| {
            (format!("mailutf explain {code}"), "explain why some text stays unchanged, and what to do")
        };
        (self.doubtful > 0).then(review).into_iter().chain(self.worst.map(explain)).collect()
    }
}

impl AddAssign for Survey {
    fn add_assign(&mut self, other: Self) {
        self.messages += other.messages;
        self.to_convert += other.to_convert;
        self.doubtful += other.doubtful;
        self.unreadable += other.unreadable;
        self.worst = self.worst.max(other.worst);
    }
}

fn mbox(survey: &Survey, packed: &str) -> Overview {
    let Survey { messages, to_convert, doubtful, unreadable, .. } = survey;
    let mut what = format!("an mbox of {}{packed}", counted(*messages, "message"));
    let problems = [
        (to_convert, "to convert"),
        (doubtful, "with doubtful text"),
        (unreadable, "with text that cannot be converted without loss"),
    ];
    let found: Vec<String> = problems
        .iter()
        .filter(|(count, _)| **count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    what += "; ";
    what += &if found.is_empty() { "all text is UTF-8".to_owned() } else { found.join(", ") };
    let mut overview = Overview::mail(what, &[]);
    let mut add = |commands: &[(&str, &'static str)]| {
        overview.commands.extend(commands.iter().map(|(command, does)| ((*command).to_owned(), *does)));
    };
    add(&[("mailutf census FILE", "count the charsets")]);
    if !found.is_empty() {
        add(&[("mailutf check FILE", "list the messages that are not yet UTF-8")]);
    }
    if *to_convert > 0 {
        add(&[
            ("mailutf normalize FILE --diff", "show what would change"),
            ("mailutf normalize FILE -o NEW", "convert it to a new file"),
            ("mailutf normalize FILE --in-place --backup", "convert it in place"),
        ]);
    }
    add(&[
        ("mailutf inspect --message 1 FILE", "show the parts of the first message, and any problems found"),
        ("mailutf text FILE", "print all its text"),
    ]);
    // A conversion uses the decisions of a person. The command for deciding therefore comes before the command for
    // converting.
    let place = overview.commands.iter().position(|(command, _)| command.starts_with("mailutf normalize"));
    let place = place.unwrap_or(overview.commands.len().min(2));
    drop(overview.commands.splice(place..place, survey.left()));
    overview
}

/// Describes a single message: who wrote it, and whether its text is UTF-8.
fn one(octets: &[u8], packed: &str) -> Overview {
    let message = Message::parse(octets);
    let plan = Normalizer::new(Policy::default()).plan(octets);
    let mut survey = Survey::default();
    survey.add(&plan);
    let mut what = format!("a message{packed}");
    // Writing to a string cannot fail.
    let shown = |text: &str| Escaped(text.as_bytes()).to_string();
    if let Some(from) = message.from().first() {
        let from = if from.name.is_empty() { &from.address } else { &from.name };
        let _ = write!(what, " from {}", shown(from));
    }
    if let Some(date) = message.date() {
        let _ = write!(what, " of {:04}-{:02}-{:02}", date.year, date.month, date.day);
    }
    if let Some(subject) = message.subject() {
        let _ = write!(what, ", \u{201c}{}\u{201d}", shown(&subject));
    }
    let has_text = message.parts().any(|part| part.text().is_ok());
    what += match (plan.is_noop(), plan.is_unresolved(), survey.doubtful > 0) {
        (_, _, true) => "; the charset of some of its text is doubtful",
        (true, false, _) if !has_text => "; it has no text",
        (true, false, _) => "; all its text is UTF-8",
        (false, false, _) => "; not all its text is UTF-8 yet",
        (_, true, _) => "; some of its text cannot be converted without loss",
    };
    let mut overview = Overview::mail(
        what,
        &[("mailutf inspect FILE", "show its parts, their charsets, and any problems found")],
    );
    let mut commands = survey.left();
    if survey.doubtful > 0 {
        // The option --doubtful is proposed because it affects only doubtful texts. An option that gives a charset
        // for the label would also change sound texts with that label.
        let likely = Normalizer::new(Policy::default().with_doubtful(Doubtful::Evidence)).plan(octets);
        if !likely.is_unresolved() {
            let command = "mailutf normalize --doubtful evidence FILE -o NEW".to_owned();
            commands.push((command, "convert it, with doubtful text read in its likely charset"));
        }
    }
    if !plan.is_noop() {
        commands.push(("mailutf normalize FILE --diff".to_owned(), "show what would change"));
        let does =
            if plan.is_unresolved() { "convert all other text to UTF-8" } else { "convert it to UTF-8" };
        commands.push(("mailutf normalize FILE -o NEW".to_owned(), does));
    }
    commands.push(("mailutf text --headers FILE".to_owned(), "print its header and its text"));
    overview.commands.extend(commands);
    overview
}

/// Describes a text that is not mail.
fn text(octets: &[u8], packed: &str) -> Overview {
    let what = format!("not mail: it has no header field{packed}");
    let mut overview =
        Overview::no_mail(what, &[("mailutf detect FILE", "list the charsets that it may be in")]);
    if let Ok((charset, why)) = of_text(octets, &Policy::default()).read {
        overview.what += &format!("; its text is read as {charset}, {}", why.because());
        if packed.is_empty() && charset != Charset::UTF_8 && charset != Charset::US_ASCII {
            let decode = format!("mailutf decode --charset {charset} FILE > NEW");
            overview.commands.push((decode, "convert it to UTF-8"));
        }
    }
    overview
}

#[cfg(unix)]
fn directory(path: &Path) -> Result<Overview, Error> {
    let (mut maildir, mut mbox, mut single, mut unread, mut failed) = (0, 0, 0, 0, None);
    for file in Files::at(path)? {
        match file {
            Ok(file) if file.kind() == Kind::Maildir => maildir += 1,
            Ok(file) if file.kind() == Kind::Mbox => mbox += 1,
            Ok(_) => single += 1,
            Err(Skipped { why: Why::File(why), .. }) => unread += u64::from(why.holds_mail()),
            Err(Skipped { why: Why::NoMail(_), .. }) => {}
            Err(skipped) => {
                unread += 1;
                failed.get_or_insert(skipped.into());
            }
        }
    }
    let counts = [
        (maildir, "message in a Maildir", "messages in Maildirs"),
        (mbox, "mbox file", "mbox files"),
        (single, "message in a file of its own", "messages in files of their own"),
        (unread, "file with mail that mailutf does not read", "files with mail that mailutf does not read"),
    ];
    let found = counts
        .iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| counted_in(*count, one, many));
    let found = found.collect::<Vec<_>>().join(", ");
    if found.is_empty() {
        return Ok(Overview::no_mail("a directory without mail".to_owned(), &[]));
    }
    let overview = Overview::mail(
        format!("a directory with {found}"),
        &[
            ("mailutf check FILE", "list the messages that are not yet UTF-8"),
            ("mailutf census FILE", "count the charsets"),
            ("mailutf review FILE", "decide how to read doubtful text, if there is any"),
            ("mailutf normalize FILE --dry-run", "say what would change"),
            ("mailutf normalize FILE -o NEW", "convert it to a new directory"),
            ("mailutf normalize FILE --in-place --backup", "convert it in place, and keep the originals"),
            ("mailutf text FILE", "print all its text"),
        ],
    );
    Ok(Overview { failed, ..overview })
}

impl Overview {
    /// Formats the commands as lines to be typed, with names quoted for a shell.
    fn lines(&self, path: &Path) -> String {
        if is_standard_input(path) {
            // Standard input has no directory for a new file, and it cannot be replaced.
            let commands = self.commands.iter().filter(|(command, _)| !command.contains("--in-place"));
            return lines("-", "NEW", &commands.cloned().collect::<Vec<_>>());
        }
        let new = self.new.clone().unwrap_or_else(|| beside(path));
        lines(&shell_word(path), &shell_word(&new), &self.commands)
    }
}

fn lines(file: &str, new: &str, commands: &[(String, &str)]) -> String {
    let typed = |(command, _): &(String, &str)| {
        let words = command.split(' ').map(|word| match word {
            "FILE" => file,
            "NEW" => new,
            word => word,
        });
        words.collect::<Vec<_>>().join(" ")
    };
    let typed: Vec<String> = commands.iter().map(typed).collect();
    let fits = |line: &&String| line.width() <= COLUMNS;
    let width = typed.iter().filter(fits).map(|line| line.width()).max().unwrap_or_default();
    let mut lines = String::new();
    for (line, (_, does)) in typed.iter().zip(commands) {
        let gap = if fits(&line) { " ".repeat(width - line.width() + 2) } else { "\n      ".to_owned() };
        lines += &format!("  {line}{gap}{does}\n");
    }
    lines
}

/// Returns a free name for a new file or directory next to `path`.
fn beside(path: &Path) -> PathBuf {
    // `.` and `..` are replaced by the full path of the directory. The new directory then lies next to that directory,
    // not inside it, where the new directory would be part of the input.
    let real = path.file_name().map_or_else(|| fs::canonicalize(path).ok(), |_| Some(path.to_owned()));
    let Some((path, name)) = real.as_ref().and_then(|path| Some((path, path.file_name()?))) else {
        return PathBuf::from("NEW");
    };
    let numbers = [String::new()].into_iter().chain((2..).map(|number| format!("{number}-")));
    // In a Maildir or an MH folder, the new file would be taken for another message. It therefore gets a name in
    // the current directory.
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    let is_numbered = name.as_encoded_bytes().iter().all(u8::is_ascii_digit);
    let is_among_messages = folder == "cur" || folder == "new" || is_numbered;
    let names = numbers.map(|number| {
        let mut new = OsString::from(format!("utf8-{number}"));
        if is_among_messages {
            new.push("message.eml");
            return PathBuf::from(new);
        }
        new.push(name);
        path.with_file_name(new)
    });
    let is_free = |new: &PathBuf| new.symlink_metadata().is_err();
    names.take(NAMES).find(is_free).unwrap_or_else(|| PathBuf::from("NEW"))
}
