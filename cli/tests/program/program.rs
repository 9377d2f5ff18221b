//! Runs the program without those environment variables of the tests that affect colors and widths.

use std::process::Command;

/// The environment variables that the program reads. CI is among them, because with this variable anstream assumes
/// that any terminal has colors.
pub(super) const ASKED: [&str; 5] = ["CI", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "NO_COLOR"];

pub(super) fn command() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("mailutf"));
    for name in ASKED {
        command.env_remove(name);
    }
    command
}

/// Returns a command that runs the program, for tests that pass an input and check the output.
pub(super) fn assert_command() -> assert_cmd::Command {
    assert_cmd::Command::from_std(command())
}
