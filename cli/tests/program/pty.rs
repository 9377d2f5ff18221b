//! The program on a pseudo-terminal.

use super::program;
use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use std::io::{Read, Write};
use std::path::Path;
use std::process::Child;

/// A run of the program.
pub(super) struct Run {
    terminal: Pty,
    child: Child,
}

/// Starts the program with `args` in the directory `place`, on a terminal of so many columns, with the
/// environment variables `set` and none else that matter to colours.
pub(super) fn start(columns: u16, place: &Path, args: &[&str], set: &[(&str, &str)]) -> Run {
    let (terminal, other_end) = open().unwrap();
    terminal.resize(Size::new(24, columns)).unwrap();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("mailutf"));
    for name in program::ASKED {
        command = command.env_remove(name);
    }
    command = command.env("TERM", "xterm-256color").envs(set.iter().copied()).args(args).current_dir(place);
    Run { terminal, child: command.spawn(other_end).unwrap() }
}

/// What the program shows, its line ends LF again, and its exit status.
pub(super) fn run(columns: u16, place: &Path, args: &[&str], set: &[(&str, &str)]) -> (Option<i32>, String) {
    start(columns, place, args, set).end()
}

impl Run {
    /// Presses keys.
    pub(super) fn press(&mut self, keys: &[u8]) {
        self.terminal.write_all(keys).unwrap();
    }

    /// Waits until enough is shown, or the end.
    pub(super) fn until(&mut self, is_enough: impl Fn(&str) -> bool) -> String {
        let (mut shown, mut more) = (Vec::new(), [0; 1024]);
        while !is_enough(&String::from_utf8_lossy(&shown)) {
            match self.terminal.read(&mut more) {
                Ok(length) if length > 0 => shown.extend_from_slice(&more[..length]),
                _ => break,
            }
        }
        String::from_utf8_lossy(&shown).into_owned()
    }

    /// Waits for the end: the exit status, and what was shown.
    pub(super) fn end(mut self) -> (Option<i32>, String) {
        let mut shown = Vec::new();
        // When the program has closed its end, Linux has a read fail, and others have it end.
        let _ = self.terminal.read_to_end(&mut shown);
        let status = self.child.wait().unwrap();
        (status.code(), String::from_utf8(shown).unwrap().replace("\r\n", "\n"))
    }
}
