//! The message after a signal has stopped a run. It says which inputs are done, and what happened to the others.

use crate::input::name;
use crate::terminal::counted;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::path::{Path, PathBuf};

/// The maximum number of inputs that are named in a list. Further inputs are only counted.
const NAMED: usize = 5;

/// What has happened to each input.
#[derive(Debug, Default)]
pub(crate) struct Inputs<'a> {
    /// The inputs that are done.
    pub(crate) done: Vec<&'a Path>,
    /// The inputs that could not be converted and are unchanged.
    pub(crate) failed: Vec<&'a Path>,
    /// The directory that was being converted, and the number of its messages that are done.
    pub(crate) under_way: Option<(&'a Path, u64)>,
    /// The inputs whose conversion was not begun, and which are therefore unchanged.
    pub(crate) left: &'a [PathBuf],
}

impl Inputs<'_> {
    /// Returns the lines of the message. `signal` is the number of the signal.
    pub(crate) fn lines(&self, signal: u8) -> Vec<String> {
        let signal = match i32::from(signal) {
            SIGINT => "SIGINT",
            SIGTERM => "SIGTERM",
            SIGHUP => "SIGHUP",
            _ => "a signal",
        };
        let mut lines =
            vec![format!("stopped by {signal}: each file is complete, in either its old or its new form")];
        if !self.done.is_empty() {
            lines.push(format!("done: {}", names(self.done.iter().copied())));
        }
        if !self.failed.is_empty() {
            lines.push(format!("failed: {}", names(self.failed.iter().copied())));
        }
        if let Some((path, messages)) = self.under_way {
            let messages = counted(messages, "message");
            lines.push(format!("partly done: {} ({messages}; the rest is unchanged)", name(path)));
        }
        if !self.left.is_empty() {
            lines.push(format!("not done: {}", names(self.left.iter().map(PathBuf::as_path))));
        }
        lines
    }
}

fn names<'p>(paths: impl ExactSizeIterator<Item = &'p Path>) -> String {
    let more = paths.len().saturating_sub(NAMED);
    let named = paths.take(NAMED).map(name).collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{named} and {more} more") } else { named }
}
