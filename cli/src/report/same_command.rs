//! The command line of this run with some options changed, for a person to type.

use crate::terminal::Escaped;
use std::env;

/// Returns the command line after `change` has changed its words, which are the program, the command and its
/// arguments. Returns `None` if a terminal cannot show the command line unchanged.
pub(crate) fn same_command(change: impl FnOnce(&mut Vec<String>)) -> Option<String> {
    let mut words = vec!["mailutf".to_owned()];
    for argument in env::args_os().skip(1) {
        words.push(argument.into_string().ok()?);
    }
    change(&mut words);
    joined(&words)
}

/// Returns the words as a shell command, or `None` if a terminal cannot show them unchanged.
pub(crate) fn joined(words: &[String]) -> Option<String> {
    let command = shlex::try_join(words.iter().map(String::as_str)).ok()?;
    (Escaped(command.as_bytes()).to_string() == command).then_some(command)
}
