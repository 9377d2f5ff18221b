//! Groups kept, removed and added lines into the hunks of a unified diff.

use crate::terminal::{Paint, style};
use std::fmt::Write;
use std::mem;

/// The number of kept lines that are shown before and after a change.
pub(super) const CONTEXT: usize = 3;

/// Whether a line is kept, removed or added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Same,
    Old,
    New,
}

/// A diff that is being built.
#[derive(Debug, Default)]
pub(super) struct Hunks {
    /// The number of lines of the old side so far. `new` is the number of lines of the new side.
    old: usize,
    new: usize,
    /// The runs that are complete. `run` is the run to which the next line is added.
    runs: Vec<Run>,
    run: Run,
}

/// Consecutive lines, without skipped lines between them.
#[derive(Debug, Default)]
struct Run {
    /// The number of lines before the run on the old side. `new` is the number on the new side.
    old: usize,
    new: usize,
    lines: Vec<(Mark, String)>,
    /// The names of the parts to which the lines belong, each with the index of its first line.
    parts: Vec<(usize, String)>,
}

impl Hunks {
    /// Sets the name of the part to which the next lines belong.
    pub(super) fn part(&mut self, name: String) {
        self.run.parts.push((self.run.lines.len(), name));
    }

    /// Adds a line.
    pub(super) fn line(&mut self, mark: Mark, line: String) {
        self.run.lines.push((mark, line));
        self.old += usize::from(mark != Mark::New);
        self.new += usize::from(mark != Mark::Old);
    }

    /// Skips this number of kept lines, which are not shown.
    pub(super) fn skip(&mut self, lines: usize) {
        if lines > 0 {
            self.old += lines;
            self.new += lines;
            let next = Run { old: self.old, new: self.new, ..Run::default() };
            self.runs.push(mem::replace(&mut self.run, next));
        }
    }

    /// Returns the whole diff.
    pub(super) fn print(&self, paint: Paint) -> String {
        let mut printed = String::new();
        self.runs.iter().chain([&self.run]).for_each(|run| run.print(paint, &mut printed));
        printed
    }
}

impl Run {
    /// Prints the changes of the run, with the kept lines around them. Two changes share a hunk if all lines
    /// between them are shown.
    fn print(&self, paint: Paint, printed: &mut String) {
        let changes = self.lines.iter().enumerate().filter(|(_, (mark, _))| *mark != Mark::Same);
        let changes: Vec<usize> = changes.map(|(at, _)| at).collect();
        let (mut at, mut old, mut new) = (0, self.old, self.new);
        for hunk in changes.chunk_by(|one, next| next - one <= 2 * CONTEXT + 1) {
            let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { continue };
            let (start, end) = (first.saturating_sub(CONTEXT), (last + CONTEXT + 1).min(self.lines.len()));
            let lines = self.lines.get(start..end).unwrap_or_default();
            old += start - at;
            new += start - at;
            let count = |other| lines.iter().filter(|(mark, _)| *mark != other).count();
            let (olds, news) = (count(Mark::New), count(Mark::Old));
            let head = format!("@@ -{} +{} @@", range(old, olds), range(new, news));
            let part = self.parts.iter().rfind(|(start, _)| start <= first).map_or("", |(_, name)| name);
            // Writing to a string cannot fail.
            let _ = writeln!(printed, "{} {part}", paint.paint(style::PLACE, head));
            for (mark, line) in lines {
                let _ = match mark {
                    Mark::Same => writeln!(printed, " {line}"),
                    Mark::Old => writeln!(printed, "{}", paint.paint(style::OLD, format!("-{line}"))),
                    Mark::New => writeln!(printed, "{}", paint.paint(style::NEW, format!("+{line}"))),
                };
            }
            (at, old, new) = (end, old + olds, new + news);
        }
    }
}

/// Formats the lines of one side of a hunk: the number of the first line, counted from 1, and the number of lines.
/// If there is no line, the number of the line before the hunk is given.
fn range(before: usize, count: usize) -> String {
    match count {
        0 => format!("{before},0"),
        1 => format!("{}", before + 1),
        _ => format!("{},{count}", before + 1),
    }
}
