//! Collects kept, removed and added lines into the hunks of a unified diff.

use crate::terminal::style::{self, Paint};
use std::collections::VecDeque;
use std::fmt::Write;

/// Kept lines shown around a change.
pub(super) const CONTEXT: usize = 3;

/// What happens to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Same,
    Old,
    New,
}

/// A diff under construction.
#[derive(Debug)]
pub(super) struct Hunks {
    paint: Paint,
    printed: String,
    /// Lines read so far on either side.
    old: usize,
    new: usize,
    /// The part that the lines belong to.
    part: String,
    /// The last kept lines, while no hunk is open.
    before: VecDeque<String>,
    open: Option<Hunk>,
}

#[derive(Debug)]
struct Hunk {
    /// Lines before it on either side.
    old: usize,
    new: usize,
    part: String,
    lines: Vec<(Mark, String)>,
    /// Number of kept lines at its end.
    quiet: usize,
}

impl Hunks {
    pub(super) fn new(paint: Paint) -> Self {
        let (printed, part, before) = (String::new(), String::new(), VecDeque::new());
        Self { paint, printed, old: 0, new: 0, part, before, open: None }
    }

    /// Sets the part that the next lines belong to.
    pub(super) fn part(&mut self, name: String) {
        self.part = name;
    }

    /// Adds a line.
    pub(super) fn line(&mut self, mark: Mark, line: String) {
        if mark == Mark::Same && self.open.is_none() {
            self.before.push_back(line);
            if self.before.len() > CONTEXT {
                self.before.pop_front();
            }
        } else {
            let hunk = self.open.get_or_insert_with(|| Hunk {
                old: self.old - self.before.len(),
                new: self.new - self.before.len(),
                part: self.part.clone(),
                lines: self.before.drain(..).map(|line| (Mark::Same, line)).collect(),
                quiet: 0,
            });
            hunk.lines.push((mark, line));
            hunk.quiet = if mark == Mark::Same { hunk.quiet + 1 } else { 0 };
        }
        self.old += usize::from(mark != Mark::New);
        self.new += usize::from(mark != Mark::Old);
        if self.open.as_ref().is_some_and(|hunk| hunk.quiet > 2 * CONTEXT) {
            self.close();
        }
    }

    /// Skips kept lines.
    pub(super) fn skip(&mut self, lines: usize) {
        if lines > 0 {
            self.close();
            self.before.clear();
            self.old += lines;
            self.new += lines;
        }
    }

    /// Ends the diff and returns it.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.close();
        self.printed.into_bytes()
    }

    fn close(&mut self) {
        let Some(mut hunk) = self.open.take() else { return };
        let kept = hunk.lines.len() - hunk.quiet.saturating_sub(CONTEXT);
        let after = hunk.lines.split_off(kept).into_iter().map(|(_, line)| line);
        self.before = after.collect();
        while self.before.len() > CONTEXT {
            self.before.pop_front();
        }
        let count = |other| hunk.lines.iter().filter(|(mark, _)| *mark != other).count();
        let (old, new) = (range(hunk.old, count(Mark::New)), range(hunk.new, count(Mark::Old)));
        let head = self.paint.paint(style::PLACE, format!("@@ -{old} +{new} @@"));
        // Writing to a string cannot fail.
        let _ = writeln!(self.printed, "{head} {}", hunk.part);
        for (mark, line) in &hunk.lines {
            let _ = match mark {
                Mark::Same => writeln!(self.printed, " {line}"),
                Mark::Old => writeln!(self.printed, "{}", self.paint.paint(style::OLD, format!("-{line}"))),
                Mark::New => writeln!(self.printed, "{}", self.paint.paint(style::NEW, format!("+{line}"))),
            };
        }
    }
}

/// The line range of one side: the first line, counted from 1, and the number of lines. If there is none, the
/// line before.
fn range(before: usize, count: usize) -> String {
    match count {
        0 => format!("{before},0"),
        1 => format!("{}", before + 1),
        _ => format!("{},{count}", before + 1),
    }
}
