//! The options of a command, described to clap only if the command is used: to describe those of all commands would be
//! most of what the program does before it begins.

use clap::{ArgMatches, Command, Error, FromArgMatches};
use std::cell::RefCell;
use std::ffi::{OsStr, OsString};

// clap calls `augment_args` without saying who asks. Its own way, `Command::defer`, puts the options that all commands
// have before those of the command, and the description of a group of options in the place of that of the command.
thread_local! {
    /// The command whose options are described; `None`: all.
    static USED: RefCell<Option<OsString>> = const { RefCell::new(None) };
}

/// Calls `parse`, which sees the options of the command `used` only.
pub(super) fn only<T>(used: OsString, parse: impl FnOnce() -> T) -> T {
    USED.set(Some(used));
    let parsed = parse();
    USED.set(None);
    parsed
}

fn is_used(command: &Command) -> bool {
    USED.with_borrow(|used| used.as_deref().is_none_or(|used| used == OsStr::new(command.get_name())))
}

/// The options `T` of a command.
#[derive(Debug)]
pub(crate) struct WhenUsed<T>(pub(crate) T);

impl<T: clap::Args> clap::Args for WhenUsed<T> {
    fn augment_args(command: Command) -> Command {
        if is_used(&command) { T::augment_args(command) } else { command }
    }

    fn augment_args_for_update(command: Command) -> Command {
        if is_used(&command) { T::augment_args_for_update(command) } else { command }
    }
}

impl<T: FromArgMatches> FromArgMatches for WhenUsed<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Args;
    use clap::CommandFactory;

    /// The commands that have options of their own.
    fn described() -> Vec<String> {
        let program = Args::command();
        let described = program.get_subcommands().filter(|command| command.get_opts().next().is_some());
        described.map(|command| command.get_name().to_owned()).collect()
    }

    #[test]
    fn only_the_options_of_the_command_that_is_used_are_described() {
        let all = described();
        assert!(all.len() > 10 && all.contains(&"check".to_owned()), "{all:?}");
        assert_eq!(only("check".into(), described), ["check"]);
        assert_eq!(only("no-command".into(), described), Vec::<String>::new());
        assert_eq!(described(), all);
    }
}
