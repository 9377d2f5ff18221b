//! Hints for unknown commands and options: a similar name, or the name that another program uses.
//!
//! The hints of clap are replaced, because some of them are wrong: for `--threads`, clap suggests `--limit-header`.

use crate::options::names::nearest;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use std::path::{MAIN_SEPARATOR, Path};

/// Names that other programs or people use for a command, and the name of the command in this program.
const COMMANDS: &[(&[&str], &str)] = &[
    (&["convert", "fix", "recode", "repair", "to-utf8", "transcode", "utf8"], "normalize"),
    (&["cat", "body", "dump", "plain", "print"], "text"),
    (&["egrep", "fgrep", "find", "rg", "search", "zgrep"], "grep"),
    (&["lint", "status", "test", "validate", "verify"], "check"),
    (&["analyze", "info", "show", "structure", "view"], "inspect"),
    (&["chardet", "guess", "identify"], "detect"),
    (&["count", "stats", "statistics", "summary"], "census"),
    (&["encodings", "labels", "list", "list-charsets"], "charsets"),
    (&["manual"], "man"),
    (&["to-utf-7", "utf7"], "to-utf7"),
];

/// Names that other programs use for an option, and the name of the option in this program.
const OPTIONS: &[(&[&str], &str)] = &[
    (&["--cores", "--parallel", "--processes", "--threads", "--workers"], "--jobs"),
    (&["--inplace", "--overwrite", "--replace", "--write"], "--in-place"),
    (&["--dryrun", "--just-print", "--no-act", "--simulate"], "--dry-run"),
    (&["--destination", "--dest", "--out", "--output-dir", "--output-directory", "--target"], "--output"),
    (&["--codeset", "--encoding", "--from", "--from-charset", "--from-code"], "--charset"),
    (&["--default-charset", "--default-encoding"], "--fallback-charset"),
    (&["--colour"], "--color"),
    (&["--ignore-errors", "--replace-errors"], "--lossy"),
    (&["--silent"], "--quiet"),
    (&["--debug"], "--verbose"),
    (&["--log"], "--report"),
    (&["--index", "--number"], "--message"),
    (&["--section"], "--part"),
    // `-m` is the only short option of grep in this list, because other letters that grep uses have another meaning
    // in other commands of this program.
    (&["-m"], "--max-count"),
];

/// Options that a command lacks. Either the command always does what the option asks for, or the system cannot do
/// it. Each entry has the command, the option, and the explanation for the user.
const NEEDLESS: &[(&str, &str, &str)] = &[
    (
        "check",
        "--verbose",
        "`check` always prints all findings; `mailutf normalize --dry-run --verbose` also prints each guess",
    ),
    ("check", "--dry-run", "`check` never writes"),
    ("inspect", "--verbose", "`inspect` always prints all findings"),
    #[cfg(not(unix))]
    ("normalize", "--in-place", "mail can be replaced in place only on Unix; write a new file with --output"),
    ("census", "--dry-run", "`census` never writes"),
    ("text", "--dry-run", "`text` never writes"),
    (
        "grep",
        "-e",
        "the first argument is the pattern; if it starts with `-`, put the argument `--` before it",
    ),
    ("grep", "-E", "each pattern is a regular expression even without this option"),
    ("grep", "-P", "each pattern is a regular expression even without this option"),
    ("grep", "-L", "`--without-match` selects messages without a match"),
    ("grep", "-R", "directories are always searched recursively"),
];

/// Returns `error` with a better hint. If the error is about an unknown option or command, the hint of clap is
/// replaced, or removed if no hint fits. `words` are the arguments given to `program`.
pub(super) fn hinted(mut error: Error, program: &mut Command, words: &[String]) -> Error {
    if let Some(ContextValue::String(command)) = error.get(ContextKind::InvalidSubcommand) {
        let command = command.clone();
        return no_command(program, &command);
    }
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else { return error };
    let option = given.split('=').next().unwrap_or_default().to_owned();
    program.build();
    let others = commands_with(program, &option);
    let command = words.iter().find_map(|word| program.find_subcommand(word));
    let command = command.cloned().unwrap_or_else(|| program.clone());
    let hint = hint(&command, &option, &others);
    error.remove(ContextKind::SuggestedArg);
    let is_file = Path::new(&option).exists();
    if let Some(hint) = hint.filter(|_| !is_file) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    } else if !is_file {
        error.remove(ContextKind::Suggested);
    }
    error.insert(ContextKind::Usage, ContextValue::StyledStr(command.clone().render_usage()));
    error
}

fn options(command: &Command) -> impl Iterator<Item = String> {
    command
        .get_opts()
        .chain(command.get_arguments())
        .filter_map(|option| Some(format!("--{}", option.get_long()?)))
}

/// Returns the names of the commands that have `option`.
fn commands_with(program: &Command, option: &str) -> Vec<String> {
    let commands = program.get_subcommands().filter(|command| options(command).any(|other| other == option));
    commands.map(|command| command.get_name().to_owned()).collect()
}

fn hint(command: &Command, option: &str, others: &[String]) -> Option<String> {
    let name = command.get_name();
    let needless = NEEDLESS.iter().find(|(of, needless, _)| (*of, *needless) == (name, option));
    if let Some((_, _, why)) = needless {
        return Some((*why).to_owned());
    }
    let own: Vec<String> = options(command).collect();
    let foreign = OPTIONS.iter().find(|(names, _)| names.contains(&option)).map(|(_, meant)| *meant);
    if let Some(meant) = foreign.filter(|meant| own.iter().any(|option| option == meant)) {
        return Some(format!("`{meant}` does this"));
    }
    match nearest(option, own.iter().map(String::as_str)) {
        Some(nearest) => Some(format!("did you mean `{nearest}`?")),
        None if others.is_empty() => None,
        None => Some(format!("`{option}` is an option of `{}`", others.join("`, `"))),
    }
}

/// Returns the error for `word`, which is neither a command nor a file, but stands where one of them is expected.
pub(super) fn no_command(program: &mut Command, word: &str) -> Error {
    program.build();
    if word.starts_with('-') {
        let command = commands_with(program, word).into_iter().next().unwrap_or_else(|| "COMMAND".to_owned());
        let why = format!("options follow the name of the command, as in `mailutf {command} FILE {word}`");
        return program.error(ErrorKind::UnknownArgument, why);
    }
    let mut error = Error::new(ErrorKind::InvalidSubcommand).with_cmd(program);
    error.insert(ContextKind::InvalidSubcommand, ContextValue::String(word.to_owned()));
    error.insert(ContextKind::Usage, ContextValue::StyledStr(program.render_usage()));
    let tip = match command_for(program, word) {
        Some(meant) => Some(format!("did you mean `{meant}`?")),
        None if word.contains(['.', '/', MAIN_SEPARATOR]) => Some("there is no such file".to_owned()),
        None => None,
    };
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Returns the command that the user probably meant by `word`, if there is one.
pub(super) fn command_for(program: &Command, word: &str) -> Option<String> {
    let foreign = COMMANDS.iter().find(|(names, _)| names.contains(&word)).map(|(_, meant)| *meant);
    let names = program.get_subcommands().map(Command::get_name);
    foreign.or_else(|| nearest(word, names)).map(str::to_owned)
}
