//! Runs the program without the settings for colors and widths in the environment of the tests.

use std::process::Command;

/// The environment variables that the program reads. CI is one: with it anstream assumes that any terminal
/// has colors.
pub(super) const ASKED: [&str; 5] = ["CI", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "NO_COLOR"];

pub(super) fn command() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("mailutf"));
    for name in ASKED {
        command.env_remove(name);
    }
    command
}

/// The program, for tests that pass an input and assert on the output.
pub(super) fn assert_command() -> assert_cmd::Command {
    assert_cmd::Command::from_std(command())
}
