//! The program, the same whatever the environment that the tests are run in says of colours and widths.

use std::process::Command;

/// What the program asks the environment for. CI is among them: there anstream takes any terminal to have colours.
pub(super) const ASKED: [&str; 5] = ["CI", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "NO_COLOR"];

pub(super) fn command() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("mailutf"));
    for name in ASKED {
        command.env_remove(name);
    }
    command
}

/// The same, to be given an input and its output asserted.
pub(super) fn assert_command() -> assert_cmd::Command {
    assert_cmd::Command::from_std(command())
}
