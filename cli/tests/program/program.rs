//! Runs the program without those environment variables of the tests that affect colors and widths.

use std::fs;
use std::path::Path;
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

/// Copies a program. Another process makes the copy: if this process wrote the file, a program that another test starts
/// at that moment would also have the file open for writing, and no file that is open for writing can be run (ETXTBSY).
pub(super) fn copy_program(from: &Path, to: &Path) {
    assert!(Command::new("cp").args([from, to]).status().unwrap().success());
}

/// Writes a script with these permissions, such as "755".
pub(super) fn write_script(script: &Path, text: &str, permissions: &str) {
    let source = tempfile::NamedTempFile::new().unwrap();
    fs::write(source.path(), text).unwrap();
    copy_program(source.path(), script);
    assert!(Command::new("chmod").arg(permissions).arg(script).status().unwrap().success());
}
