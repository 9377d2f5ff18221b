//! Runs programs on a pseudo-terminal.

use super::program;
use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::ExitStatus;
use std::thread::{self, JoinHandle};

/// An octet that the program never writes. It is written after all output of the program to mark the end.
const END: u8 = 0;

/// A control sequence that moves the cursor to the first column and erases the line (ECMA-48, EL).
const ERASE_LINE: &str = "\r\x1b[2K";

/// A run of the program on a terminal.
pub(super) struct Run {
    terminal: Pty,
    /// A thread that waits for the end of the program and then writes [`END`] to the terminal.
    waiter: JoinHandle<(ExitStatus, File)>,
    /// The process identifier of the program.
    pub(super) id: u32,
    has_ended: bool,
}

/// Starts the program with `args` in the directory `place`, on a terminal of `columns` columns. The environment has
/// the variables in `set`, and no other variables that affect colors.
pub(super) fn start(columns: u16, place: &Path, args: &[&str], set: &[(&str, &str)]) -> Run {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("mailutf"));
    for name in program::ASKED {
        command = command.env_remove(name);
    }
    spawn(columns, place, command.args(args), set.iter().copied())
}

fn spawn<'a>(
    columns: u16,
    place: &Path,
    command: Command,
    set: impl Iterator<Item = (&'a str, &'a str)>,
) -> Run {
    let (terminal, other_end) = open().unwrap();
    terminal.resize(Size::new(24, columns)).unwrap();
    let command = command.env("TERM", "xterm-256color").envs(set).current_dir(place);
    // The program's end of the terminal is kept open, because the system may discard unread output when the last
    // descriptor of this end is closed.
    let mut kept = File::from(other_end.as_fd().try_clone_to_owned().unwrap());
    let mut child = command.spawn(other_end).unwrap();
    let id = child.id();
    let waiter = thread::spawn(move || {
        let status = child.wait().unwrap();
        kept.write_all(&[END]).unwrap();
        (status, kept)
    });
    Run { terminal, waiter, id, has_ended: false }
}

/// Runs the program. Returns its exit status and what it leaves on the screen, with LF as line ends.
///
/// The progress line is left out, because only a slow run draws it, and the program erases it.
pub(super) fn run(columns: u16, place: &Path, args: &[&str], set: &[(&str, &str)]) -> (Option<i32>, String) {
    let (status, shown) = start(columns, place, args, set).end();
    let left = shown.split_inclusive('\n').map(|line| line.rsplit(ERASE_LINE).next().unwrap_or(line));
    (status, left.collect())
}

/// Runs another program on a terminal. Returns its exit status and what it wrote to the terminal. After `seconds`
/// seconds, the program is killed.
pub(super) fn run_for(
    seconds: u32,
    place: &Path,
    command: &[&str],
    set: &[(&str, String)],
) -> (Option<i32>, String) {
    let timeout = Command::new("timeout").args(["--foreground", "--kill-after=1", &seconds.to_string()]);
    spawn(80, place, timeout.args(command), set.iter().map(|(name, value)| (*name, &**value))).end()
}

impl Run {
    /// Sends keys to the program.
    pub(super) fn press(&mut self, keys: &[u8]) {
        self.terminal.write_all(keys).unwrap();
    }

    /// Reads what the program shows, until `is_enough` returns true for it or the program has ended. Returns what the
    /// program has shown.
    pub(super) fn until(&mut self, is_enough: impl Fn(&str) -> bool) -> String {
        let (mut shown, mut more) = (Vec::new(), [0; 1024]);
        while !self.has_ended && !is_enough(&String::from_utf8_lossy(&shown)) {
            let length = self.terminal.read(&mut more).unwrap();
            let written = more[..length].strip_suffix(&[END]).unwrap_or(&more[..length]);
            self.has_ended = written.len() < length;
            shown.extend_from_slice(written);
        }
        String::from_utf8_lossy(&shown).into_owned()
    }

    /// Waits for the end of the program. Returns its exit status and its output.
    pub(super) fn end(mut self) -> (Option<i32>, String) {
        let shown = self.until(|_| false);
        (self.waiter.join().unwrap().0.code(), shown.replace("\r\n", "\n"))
    }
}
