//! `normalize --diff`: shows the changes as a unified diff.
//!
//! Transfer encodings are decoded on both sides. The new side is text. The old side shows octets; in lines that are
//! not UTF-8, octets above 127 are shown as `\xNN`. Old text in UTF-16 or UTF-32 is shown as text. Control
//! characters and bidirectional controls are escaped on both sides. The diff cannot be applied as a patch, because
//! line numbers count decoded lines.

mod blocks;
mod hunks;

use crate::exit::write_error;
use crate::report::finding_printer::place;
use crate::terminal::{Paint, style};
use hunks::Hunks;
use mailutf::edit::{self, Segment};
use mailutf::pipeline::Report;
use mailutf::{Error, Span};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Prints the changes of messages to standard output.
#[derive(Debug)]
pub(crate) struct Differ {
    /// A flag that stops the run. It is set if the output cannot be written.
    stop: Arc<AtomicBool>,
    failed: Option<io::Error>,
}

impl Differ {
    pub(crate) fn new(stop: Arc<AtomicBool>) -> Self {
        Self { stop, failed: None }
    }

    /// Whether printing has failed. In this case the run has been stopped.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    /// Prints the changes of a message in the file `path`.
    pub(crate) fn take(&mut self, path: &Path, report: &Report) {
        if self.failed.is_some() {
            return;
        }
        let printed = io::stdout().lock().write_all(print(path, report, Paint::output()).as_bytes());
        if let Err(error) = printed {
            self.failed = Some(error);
            self.stop.store(true, Relaxed);
        }
    }

    pub(crate) fn finish(self) -> Result<(), Error> {
        let flushed = self.failed.map_or_else(|| io::stdout().flush(), Err);
        flushed.map_err(write_error)
    }
}

/// The maximum number of octets that the changes of one message may remove or add. Larger changes are not shown,
/// because the lines of the diff would take many times as much memory.
const LARGEST: usize = 1 << 20;

fn print(path: &Path, report: &Report, paint: Paint) -> String {
    let Some(changes) = &report.changes else { return String::new() };
    let place = place(path, report, "");
    let old = paint.paint(style::HEADING, format!("--- {place}"));
    let new = paint.paint(style::HEADING, format!("+++ {place}, in UTF-8"));
    let heading = format!("{old}\n{new}\n");
    let message = Span::new(0, changes.message.len());
    let (mut gone, mut new) = (message.len(), 0);
    edit::segments(message, &changes.edits).for_each(|segment| match segment {
        Segment::Kept(span) => gone -= span.len(),
        Segment::New(octets) => new += octets.len(),
    });
    if gone.max(new) > LARGEST {
        let what = paint.paint(style::PLACE, "@@ a change of more than 1 MiB is not shown @@");
        return format!("{heading}{what}\n");
    }
    let mut hunks = Hunks::default();
    blocks::walk(changes, &mut hunks);
    heading + &hunks.print(paint)
}
