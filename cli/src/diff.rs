//! `normalize --diff`: what would change, as a person reads it.
//!
//! A unified diff of the messages with their transfer encodings undone. The old side shows octets, those above 127
//! of a line that is not UTF-8 as `\xNN`, and UTF-16 and UTF-32 as text; the new side is text. Control and
//! bidirectional characters are shown on both. Line numbers count the lines that are shown or could be, so no tool
//! can apply it as a patch: to look at, not to keep.

mod blocks;
mod hunks;

use crate::finding_printer::place;
use crate::style::{self, Paint};
use hunks::Hunks;
use mailutf::edit::{self, Segment};
use mailutf::pipeline::Report;
use mailutf::{Error, Span};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Prints the changes of messages on standard output.
#[derive(Debug)]
pub(crate) struct Differ {
    /// Stops the work when nobody reads what it finds.
    stop: Arc<AtomicBool>,
    failed: Option<io::Error>,
}

impl Differ {
    pub(crate) fn new(stop: Arc<AtomicBool>) -> Self {
        Self { stop, failed: None }
    }

    /// Whether printing failed, so that the work was stopped.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    /// Prints what changes in a message of the file `path`.
    pub(crate) fn take(&mut self, path: &Path, report: &Report) {
        if self.failed.is_some() {
            return;
        }
        let printed = io::stdout().lock().write_all(&print(path, report, Paint::output()));
        if let Err(error) = printed {
            self.failed = Some(error);
            self.stop.store(true, Relaxed);
        }
    }

    pub(crate) fn finish(self) -> Result<(), Error> {
        let flushed = self.failed.map_or_else(|| io::stdout().flush(), Err);
        flushed.map_err(|error| Error::new("write", None, error))
    }
}

/// The largest change of a message that is shown, in octets. Its lines take many times as much memory.
const LARGEST: usize = 1 << 20;

fn print(path: &Path, report: &Report, paint: Paint) -> Vec<u8> {
    let Some(changes) = &report.changes else { return Vec::new() };
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
        let what = paint.paint(style::PLACE, "@@ more than 1 MiB changes and is not shown @@");
        return format!("{heading}{what}\n").into_bytes();
    }
    let mut hunks = Hunks::new(paint);
    blocks::walk(changes, &mut hunks);
    [heading.into_bytes(), hunks.finish()].concat()
}
