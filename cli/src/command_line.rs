//! The command line: the program, its commands, and the messages about wrong use.

mod build;
mod help;
mod hint;

use crate::commands::man::ManArgs;
use crate::commands::overview::OverviewArgs;
use crate::commands::{self, AboutProgram, Run};
use crate::exit::{Exit, TRY_AGAIN, write_error};
use crate::input::file_id::FileId;
use crate::input::{STANDARD_INPUT, is_standard_input};
use crate::options::names::{Completed, unknown};
use crate::progress::ShowProgress;
use crate::terminal::{Color, Escaped};
use clap::builder::PossibleValue;
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, FromArgMatches, value_parser};
use mailutf::Error;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;
use std::{env, process};

const EXAMPLES: &str = "\
Examples:
  mailutf letter.eml                                 Describe a file and suggest commands
  mailutf inspect letter.eml                         Find out what is wrong with a message
  mailutf normalize letter.eml > utf8.eml            Convert one message to UTF-8
  mailutf check Mail                                 List messages that are not yet UTF-8
  mailutf normalize Mail --in-place --backup         Convert a whole tree in place

`mailutf help COMMAND` lists the options of a command; `mailutf man` prints the manual.";

/// Convert mail in any charset to UTF-8 without losing a byte that matters.
#[derive(Debug, Args)]
#[command(version, long_version = build::description(), propagate_version = true, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct ProgramArgs {
    /// When to color the output.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN", help_heading = "Reports")]
    pub(crate) color: Color,

    /// When to show the progress of a run on standard error: octets, messages, rate, and time left.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN", help_heading = "Reports")]
    pub(crate) progress: ShowProgress,
}

/// Describes a command for clap, and reads its options from the command line.
struct Definition {
    name: &'static str,
    describe: fn(Command) -> Command,
    read: fn(&mut ArgMatches) -> Result<Box<dyn Run>, clap::Error>,
}

const fn command<T: Args + Run + 'static>(name: &'static str) -> Definition {
    Definition {
        name,
        describe: T::augment_args,
        read: |matches| Ok(Box::new(T::from_arg_matches_mut(matches)?)),
    }
}

const fn about_program<T: Args + AboutProgram + 'static>(name: &'static str) -> Definition {
    Definition {
        name,
        describe: T::augment_args,
        read: |matches| Ok(Box::new(OfProgram(T::from_arg_matches_mut(matches)?))),
    }
}

/// The commands, in the order of the help.
const COMMANDS: &[Definition] = &[
    command::<commands::normalize::NormalizeArgs>("normalize"),
    command::<commands::inspect::InspectArgs>("inspect"),
    command::<commands::check::CheckArgs>("check"),
    command::<commands::detect::DetectArgs>("detect"),
    command::<commands::census::CensusArgs>("census"),
    command::<commands::review::ReviewArgs>("review"),
    command::<commands::text::TextArgs>("text"),
    command::<commands::grep::GrepArgs>("grep"),
    command::<commands::attachments::AttachmentsArgs>("attachments"),
    command::<commands::split::SplitArgs>("split"),
    #[cfg(unix)]
    command::<commands::undo::UndoArgs>("undo"),
    command::<commands::verify_manifest::VerifyManifestArgs>("verify-manifest"),
    command::<commands::to_utf7::ToUtf7Args>("to-utf7"),
    command::<commands::decode::DecodeArgs>("decode"),
    command::<commands::encode::EncodeArgs>("encode"),
    command::<commands::header::HeaderArgs>("header"),
    command::<commands::charsets::CharsetsArgs>("charsets"),
    command::<commands::explain::ExplainArgs>("explain"),
    about_program::<commands::completions::CompletionsArgs>("completions"),
    Definition { describe: man, ..about_program::<ManArgs>("man") },
];

fn man(command: Command) -> Command {
    ManArgs::augment_args(command).mut_arg("command", |command| command.value_parser(Completed(known, names)))
}

fn names() -> Vec<PossibleValue> {
    COMMANDS.iter().map(|command| PossibleValue::new(command.name)).collect()
}

/// Parses the name of a command.
fn known(name: &str) -> Result<String, String> {
    if definition(OsStr::new(name)).is_some() {
        return Ok(name.to_owned());
    }
    Err(unknown("command", hint::command_for(&program(), name).as_deref(), "`mailutf --help` lists all"))
}

/// The options of a command that describes the program itself, such as `man`.
struct OfProgram<T>(T);

impl<T: AboutProgram> Run for OfProgram<T> {
    fn run(&self) -> Result<Exit, Error> {
        self.0.run(program())
    }
}

/// Returns the description of the program with all commands.
fn program() -> Command {
    program_with(COMMANDS.iter())
}

/// Returns the description of the program with only some of its commands. Describing the options of all commands
/// would take most of the time that the program needs to start.
fn program_with<'d>(commands: impl Iterator<Item = &'d Definition>) -> Command {
    let program = Command::new("mailutf")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .allow_external_subcommands(true)
        .external_subcommand_value_parser(value_parser!(OsString))
        .subcommands(commands.map(|command| (command.describe)(Command::new(command.name))));
    // The options of the program are added last, because in the help of a command they must come after the options
    // of the command.
    ProgramArgs::augment_args(program)
}

/// Reads the command line. If the command line is wrong or its options contradict each other, prints a message and
/// exits.
pub(crate) fn read() -> (ProgramArgs, Box<dyn Run>) {
    let words = words();
    // The first word is usually a command. Only this command is then described to clap, to save time. If the command
    // line cannot be read in this way, it is read again with the descriptions of all commands, because the messages
    // of clap need them.
    let used = words.get(1).and_then(|word| definition(word));
    let quick = used.and_then(|used| program_with([used].into_iter()).try_get_matches_from(&words).ok());
    let matches = quick.map_or_else(|| help::with_short_help(program()).try_get_matches_from(&words), Ok);
    let read = matches.and_then(|mut matches| {
        let (name, mut options) =
            matches.remove_subcommand().ok_or_else(|| clap::Error::new(ErrorKind::MissingSubcommand))?;
        let command = match definition(OsStr::new(&name)) {
            Some(command) => (command.read)(&mut options)?,
            None => Box::new(files(&name, &options)),
        };
        if let Some(why) = command.contradiction() {
            let mut program = program();
            program.build();
            let mut command = program.find_subcommand_mut(&name).map(std::mem::take).unwrap_or(program);
            end(&command.error(ErrorKind::ArgumentConflict, why));
        }
        Ok((ProgramArgs::from_arg_matches_mut(&mut matches)?, command))
    });
    read.unwrap_or_else(|error| {
        let words = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned());
        end(&hint::hinted(error, &mut program(), &words.collect::<Vec<_>>()))
    })
}

/// Returns the words of the command line. If the program was called without arguments and standard input is a file or
/// a pipe, adds `-`, so that the program describes standard input.
fn words() -> Vec<OsString> {
    let mut words: Vec<OsString> = env::args_os().collect();
    if words.len() == 1 && FileId::standard_input().is_some() {
        words.push(STANDARD_INPUT.into());
    }
    words
}

fn definition(name: &OsStr) -> Option<&'static Definition> {
    COMMANDS.iter().find(|command| name == command.name)
}

/// Returns the options for a command line that consists of files without a command. If one of the files does not
/// exist, prints a message and exits, because its name may be a misspelled command.
fn files(first: &str, others: &ArgMatches) -> OverviewArgs {
    let others = others.get_many::<OsString>("").into_iter().flatten().cloned();
    let files: Vec<OsString> = [OsString::from(first)].into_iter().chain(others).collect();
    let is_missing = |file: &&OsString| !is_standard_input(Path::new(file)) && !Path::new(file).exists();
    if let Some(missing) = files.iter().find(is_missing) {
        end(&hint::no_command(&mut program(), &missing.to_string_lossy()));
    }
    OverviewArgs { files }
}

/// Prints the message of clap and exits. If `--filter` is given, a delivery agent runs the program. The exit status
/// then means a temporary failure, because with any other failure the agent would return the mail to its sender,
/// although only the options are wrong.
fn end(message: &clap::Error) -> ! {
    if message.use_stderr() && env::args_os().any(|argument| argument == "--filter") {
        // An error of printing is ignored: if there is no standard error, nobody can read the message.
        let _ = message.print();
        process::exit(TRY_AGAIN.into());
    }
    let plain = message.render().to_string();
    let safe: Vec<String> = plain.split('\n').map(|line| Escaped(line.as_bytes()).to_string()).collect();
    if plain != safe.join("\n") {
        // The message repeats a name with unsafe characters. A pattern of the shell may have put that name on the
        // command line. The message is printed escaped and therefore without colors.
        let _ = write!(io::stderr(), "{}", safe.join("\n"));
        process::exit(message.exit_code());
    }
    match message.print() {
        Ok(()) => process::exit(message.exit_code()),
        Err(error) => process::exit(match Exit::of(&write_error(error)) {
            Exit::Done => 0,
            _ => 2,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_of_clap_are_consistent() {
        program().debug_assert();
    }

    /// Checks that each option in the table `help::SHOWN` exists. If the table had a wrong name for an option, `-h`
    /// would leave out the option, and nobody would notice.
    #[cfg(unix)] // Elsewhere some options are missing anyway.
    #[test]
    fn each_option_that_short_help_shows_exists() {
        let program = program();
        for (name, shown) in help::SHOWN {
            let command = program.find_subcommand(name).unwrap_or(&program);
            assert_eq!(command.get_name(), *name);
            for option in *shown {
                assert!(
                    command.get_arguments().any(|one| one.get_long() == Some(option)),
                    "{name}: {option}"
                );
            }
        }
    }
}
