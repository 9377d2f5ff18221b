//! The command line.

mod attachments;
mod census;
mod charset;
mod charsets;
mod check;
mod codec;
mod color;
mod completed;
mod completions;
mod condition;
mod counted;
mod detect;
mod examples;
mod explain;
mod force;
mod forms;
mod grep;
mod header;
mod hint;
mod inspect;
mod interval;
mod limits;
mod mail;
mod nearest;
mod normalize;
mod paths;
mod progress;
mod reading;
mod selection;
mod side_output;
mod split;
mod text;
#[cfg(unix)]
mod undo;
mod utf7;
mod variant;
mod verify_manifest;
mod when_used;

use crate::exit::{Exit, TRY_AGAIN};
use crate::output::STANDARD_OUTPUT;
use crate::terminal::escape::Escaped;
use clap::builder::PossibleValue;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use completed::completed;
use mailutf::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{env, process};

pub(crate) use attachments::AttachmentsArgs;
pub(crate) use census::CensusArgs;
pub(crate) use charsets::CharsetsArgs;
pub(crate) use check::{CheckArgs, FailOn};
pub(crate) use codec::{CodecArgs, DecodeArgs, EncodeArgs};
pub(crate) use completions::CompletionsArgs;
pub(crate) use condition::ConditionArgs;
pub(crate) use detect::DetectArgs;
pub(crate) use explain::ExplainArgs;
pub(crate) use force::ForceArgs;
pub(crate) use forms::FormArgs;
pub(crate) use grep::{GrepArgs, GrepOutput};
pub(crate) use header::HeaderArgs;
pub(crate) use inspect::InspectArgs;
pub(crate) use interval::Interval;
pub(crate) use mail::MailArgs;
pub(crate) use normalize::NormalizeArgs;
pub(crate) use paths::{ListArgs, PathArgs, RecursiveArgs};
pub(crate) use reading::{ChangingArgs, ReadingArgs};
pub(crate) use side_output::SideOutput;
pub(crate) use split::SplitArgs;
pub(crate) use text::{Separator, TextArgs};
#[cfg(unix)]
pub(crate) use undo::UndoArgs;
pub(crate) use utf7::{ToUtf7Args, Utf7Args};
pub(crate) use variant::VariantArgs;
pub(crate) use verify_manifest::VerifyManifestArgs;
pub(crate) use when_used::WhenUsed;

/// Convert mail in any charset to UTF-8 without losing a byte that matters.
#[derive(Debug, Parser)]
#[command(name = "mailutf", version, propagate_version = true, max_term_width = 100, after_help = examples::PROGRAM)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to color the output.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN", help_heading = "Reports")]
    pub(crate) color: color::Color,

    /// When to show the progress of a run on standard error: octets, messages, rate, and time left.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN", help_heading = "Reports")]
    pub(crate) progress: progress::ShowProgress,
}

impl Args {
    /// Parses the command line. Prints a message and exits if options contradict each other.
    pub(crate) fn read() -> Self {
        // The first word is the command, unless options precede it. Messages of clap need all commands.
        let used = env::args_os().nth(1).filter(|word| !word.as_encoded_bytes().starts_with(b"-"));
        let quick = used.and_then(|used| when_used::only(used, Self::try_parse).ok());
        let args = quick.map_or_else(Self::try_parse, Ok).unwrap_or_else(|error| {
            let words = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
            end(&hint::hinted(error, &mut Self::command(), &words.collect::<Vec<_>>()))
        });
        if let Command::Files(files) = &args.command
            && let Some(missing) = files.iter().find(|file| !Path::new(file).exists())
        {
            end(&hint::no_command(&mut Self::command(), &missing.to_string_lossy()));
        }
        let (name, contradiction) = match &args.command {
            Command::Normalize(WhenUsed(args)) => ("normalize", args.contradiction()),
            Command::ToUtf7(WhenUsed(args)) => ("to-utf7", args.contradiction()),
            Command::Inspect(WhenUsed(args)) => {
                ("inspect", args.reading.contradiction().or_else(|| args.conditions.contradiction()))
            }
            Command::Detect(WhenUsed(args)) => {
                ("detect", args.reading.contradiction().or_else(|| args.conditions.contradiction()))
            }
            Command::Check(WhenUsed(args)) => ("check", args.contradiction()),
            Command::Census(WhenUsed(args)) => {
                ("census", args.reading.contradiction().or_else(|| args.conditions.contradiction()))
            }
            Command::Header(WhenUsed(args)) => ("header", args.contradiction()),
            Command::Attachments(WhenUsed(args)) => {
                ("attachments", args.reading.contradiction().or_else(|| args.conditions.contradiction()))
            }
            Command::Grep(WhenUsed(args)) => ("grep", args.contradiction()),
            Command::Text(WhenUsed(args)) => {
                ("text", args.reading.contradiction().or_else(|| args.conditions.contradiction()))
            }
            _ => return args,
        };
        if let Some(why) = contradiction {
            let mut program = Self::command();
            program.build();
            let mut command = program.find_subcommand_mut(name).map(std::mem::take).unwrap_or(program);
            end(&command.error(ErrorKind::ArgumentConflict, why));
        }
        args
    }
}

/// Prints the message of clap and exits. With `--filter` the exit status is a temporary failure, so that a
/// delivery agent does not return mail because of wrong use.
fn end(said: &clap::Error) -> ! {
    if said.use_stderr() && env::args_os().any(|argument| argument == "--filter") {
        // Without a standard error there is nobody to tell.
        let _ = said.print();
        process::exit(TRY_AGAIN.into());
    }
    let plain = said.render().to_string();
    let safe: Vec<String> = plain.split('\n').map(|line| Escaped(line.as_bytes()).to_string()).collect();
    if plain != safe.join("\n") {
        // It repeats a name, which a pattern of the shell may have put there. What is escaped has no colors.
        let _ = write!(io::stderr(), "{}", safe.join("\n"));
        process::exit(said.exit_code());
    }
    match said.print() {
        Ok(()) => process::exit(said.exit_code()),
        Err(error) => process::exit(match Exit::of(&Error::new("write", None, error)) {
            Exit::Done => 0,
            _ => 2,
        }),
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Convert all text of messages to UTF-8.
    ///
    /// With --from, --since or another option of selection, all other messages are copied unchanged.
    ///
    /// Exit status: 0 success; 1 some text could not be converted without loss and was left unchanged; 2 wrong use,
    /// or reading or writing failed. With --filter: 0 the output is complete; 75 it is not.
    #[command(after_help = examples::NORMALIZE)]
    Normalize(WhenUsed<NormalizeArgs>),

    /// Show the parts of messages, how their text is read, and what is wrong.
    #[command(after_help = examples::INSPECT)]
    Inspect(WhenUsed<InspectArgs>),

    /// List messages that are not yet UTF-8; exit 1 if there are any.
    ///
    /// With other forms of headers and bodies, lists the messages that `normalize` would change with these options.
    ///
    /// A message that `normalize --in-place` would leave unchanged because mail-parser reads the result differently
    /// is listed with `verify-failed`.
    ///
    /// Exit status: 0 every message is UTF-8; 1 some message would change or cannot be converted without loss (or as
    /// --fail-on says); 2 wrong use, or reading failed.
    #[command(after_help = examples::CHECK)]
    Check(WhenUsed<CheckArgs>),

    /// Show the charset of each text of a message, or of a plain text file.
    ///
    /// Shows the label, the charset used and how it is known. For text that is neither ASCII nor UTF-8, it also shows
    /// the charsets that its letters suggest, with their probabilities and languages; the rest, up to 100 %, is the
    /// probability of other charsets or of none. A file without a header is read as one text.
    ///
    /// Exit status: 0 success; 1 some text cannot be read; 2 wrong use, or reading failed.
    #[command(after_help = examples::DETECT)]
    Detect(WhenUsed<DetectArgs>),

    /// Count the charsets in mail: the label, the charset used, where, and how often.
    ///
    /// Counts the bodies of text parts, encoded words, header fields with raw octets above 127, and parameters. For
    /// each kind of text that cannot be read without loss, one example is shown.
    ///
    /// Exit status: 0 success; 1 some text cannot be read; 2 wrong use, or reading failed.
    #[command(after_help = examples::CENSUS)]
    Census(WhenUsed<CensusArgs>),

    /// Print the text of messages in UTF-8.
    ///
    /// For grep, search indexes and language models. Transfer encodings and charsets are decoded, flowed text (RFC
    /// 3676) is joined, line ends become LF. HTML is printed as HTML, unless --plain is given. Attachments are left out. A
    /// line with a single form feed (octet 12) ends each message; --separator selects another end.
    ///
    /// Exit status: 0 success; 1 some text could not be read; 2 wrong use, or reading or writing failed.
    #[command(after_help = examples::TEXT)]
    Text(WhenUsed<TextArgs>),

    /// Search messages for a regular expression, in any charset and transfer encoding.
    ///
    /// Searches decoded text line by line: the header fields that people read (texts, addresses, the date), all texts of the body
    /// and of enclosed messages, and the file names of attachments. HTML is searched as `mailutf text --plain` shows it. Each line
    /// with a match is printed, after its file, the number of its message in an mbox, and the name of its header field.
    ///
    /// PATTERN is a regular expression of the Rust crate regex, as ripgrep has them; (?i) at its start ignores case. -c, --max-count
    /// and --invert-match count messages, not lines.
    ///
    /// Exit status: 0 some message matches; 1 none does; 2 wrong use, or some file or message could not be read.
    #[command(after_help = examples::GREP)]
    Grep(WhenUsed<GrepArgs>),

    /// List the attachments of messages, or save them with safe names.
    ///
    /// Transfer encodings are decoded; the charset of text is not changed.
    ///
    /// Exit status: 0 success; 1 some attachment may be incomplete; 2 wrong use, or reading or writing failed.
    #[command(after_help = examples::ATTACHMENTS)]
    Attachments(WhenUsed<AttachmentsArgs>),

    /// List ranges of an mbox that can be converted separately, on any number of machines.
    ///
    /// Each line is a range for `normalize --range`: its octets, the number of its first message, and how it is read.
    /// The outputs of all ranges, one after the other, are the output of the whole file. The mbox must not change
    /// meanwhile.
    ///
    /// Exit status: 0 success; 2 wrong use, or reading failed.
    #[command(after_help = examples::SPLIT)]
    Split(WhenUsed<SplitArgs>),

    /// Restore the originals that `normalize --backup` kept.
    ///
    /// Each file is complete at any moment, old or new, even after a crash. A file that changed since it was converted is
    /// left unchanged, and so is the backup of a message that was deleted. Messages of a Maildir keep their flags. An mbox is locked
    /// during the run.
    ///
    /// Exit status: 0 success; 1 some file was not restored; 2 wrong use, or reading or writing failed.
    #[cfg(unix)]
    #[command(after_help = examples::UNDO)]
    Undo(WhenUsed<UndoArgs>),

    /// Compare mail with a manifest that `normalize --manifest` wrote.
    ///
    /// Compares the SHA-256 of each message, and names the messages that are missing, changed, added, or not yet
    /// converted. Messages may have moved to other files or formats. Copies of a message are counted.
    ///
    /// Exit status: 0 every message agrees with the manifest; 1 some message does not, or was not compared; 2 wrong use,
    /// or reading failed.
    #[command(after_help = examples::VERIFY_MANIFEST)]
    VerifyManifest(WhenUsed<VerifyManifestArgs>),

    /// Convert messages to 7-bit mail with text in UTF-7.
    ///
    /// Exit status: 0 success; 1 some text could not be converted without loss, or octets above 127 remain where
    /// nothing may be changed; 2 wrong use, or reading or writing failed.
    #[command(after_help = examples::TO_UTF7)]
    ToUtf7(WhenUsed<ToUtf7Args>),

    /// Decode text from a charset to UTF-8 on standard output.
    ///
    /// Exit status: 0 success; 1 the input is ill-formed in that charset; 2 wrong use, or reading or writing failed.
    #[command(after_help = examples::DECODE)]
    Decode(WhenUsed<DecodeArgs>),

    /// Encode UTF-8 text in a charset on standard output.
    ///
    /// Exit status: 0 success; 1 the charset lacks a character, or the input is not UTF-8; 2 wrong use, or reading or
    /// writing failed.
    #[command(after_help = examples::ENCODE)]
    Encode(WhenUsed<EncodeArgs>),

    /// Decode or encode the body of a header field: a text, an address list, a parameter.
    ///
    /// Prints one line for each value. The values are read as in mail: guesses are reported, and what cannot be decoded
    /// without loss stays encoded.
    ///
    /// Exit status: 0 success; 1 some text could not be decoded, or a parameter is missing; 2 wrong use, or reading or
    /// writing failed.
    #[command(after_help = examples::HEADER)]
    Header(WhenUsed<HeaderArgs>),

    /// List the charsets and their labels.
    #[command(after_help = examples::CHARSETS)]
    Charsets(WhenUsed<CharsetsArgs>),

    /// Explain a finding: what it means, why it occurs, and what to do.
    #[command(after_help = examples::EXPLAIN)]
    Explain(WhenUsed<ExplainArgs>),

    /// Print a completion script for a shell.
    #[command(after_help = examples::COMPLETIONS)]
    Completions(WhenUsed<CompletionsArgs>),

    /// Show the manual page of the program or of a command.
    ///
    /// On a terminal, `man` shows the page; elsewhere its source is printed.
    #[command(after_help = examples::MAN)]
    Man(WhenUsed<ManArgs>),

    /// Files without a command, to be described.
    #[command(external_subcommand)]
    Files(Vec<OsString>),
}

#[derive(Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// Show the page of this command.
    #[arg(value_parser = completed(known, names), hide_possible_values = true, conflicts_with_all = ["output", "install"])]
    pub(crate) command: Option<String>,

    /// Write the pages of all commands into this directory.
    #[arg(short, long, value_name = "DIRECTORY", value_parser = directory)]
    pub(crate) output: Option<PathBuf>,

    /// Write the pages of all commands to where `man` looks for those of this program: beside its directory `bin`, in
    /// `share/man/man1`.
    #[arg(long, conflicts_with = "output")]
    pub(crate) install: bool,
}

fn directory(name: &str) -> Result<PathBuf, &'static str> {
    let why = "name a directory for the pages of all commands; `mailutf man COMMAND` prints one page";
    if name == STANDARD_OUTPUT { Err(why) } else { Ok(name.into()) }
}

fn names() -> Vec<PossibleValue> {
    Args::command()
        .get_subcommands()
        .map(|command| PossibleValue::new(command.get_name().to_owned()))
        .collect()
}

fn known(name: &str) -> Result<String, String> {
    let program = Args::command();
    if program.find_subcommand(name).is_some() {
        return Ok(name.to_owned());
    }
    let advice = "`mailutf --help` lists all";
    Err(match hint::command_for(&program, name) {
        Some(meant) => format!("unknown command; did you mean `{meant}`? ({advice})"),
        None => format!("unknown command ({advice})"),
    })
}
