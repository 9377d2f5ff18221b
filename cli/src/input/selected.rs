//! The messages of a batch that `--message`, `--from`, `--since` and the other conditions select.

use super::naming::is_standard_input;
use crate::terminal::say;
use mailutf::Policy;
use mailutf::census::Origin;
use mailutf::mailbox::batch::{Batch, Entry};
use mailutf::mailbox::mail::MailFile;
use mailutf::pipeline::Pipeline;
use mailutf::selection::{Selected, Selection};
use std::borrow::Cow;
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A batch of messages from a file, with a selection among these messages.
#[derive(Clone)]
pub(crate) struct SelectedBatch {
    file: Arc<MailFile>,
    batch: Batch,
    /// The number, from 1, of the only message to read, if the user asked for one.
    message: Option<u64>,
    /// For each message, whether the conditions select it; `None` if all messages are selected.
    selected: Option<Vec<bool>>,
}

/// A selected message, and the file that contains it.
pub(crate) struct FileEntry<'b> {
    pub(crate) path: &'b Arc<Path>,
    entry: Entry<'b>,
}

impl<'b> Deref for FileEntry<'b> {
    type Target = Entry<'b>;

    fn deref(&self) -> &Entry<'b> {
        &self.entry
    }
}

impl FileEntry<'_> {
    /// Returns the place of the message, in the form in which a census stores it.
    pub(crate) fn origin(&self) -> Origin {
        let file = (!is_standard_input(self.path)).then(|| Arc::clone(self.path));
        Origin::default().with_file(file).with_ordinal(self.ordinal).with_offset(self.offset())
    }
}

impl SelectedBatch {
    /// Selects the messages of `batch` that `selection` selects. If `message` is given, selects only the message
    /// with that number. Adds to `undated` the number of messages that were left out because they have no date.
    pub(super) fn new(
        file: Arc<MailFile>,
        batch: Batch,
        selection: &Selection,
        message: Option<u64>,
        undated: &AtomicU64,
    ) -> Self {
        let inside = inside(&file);
        let selected = (!selection.is_everything()).then(|| {
            let selected =
                batch.entries().map(|entry| match selection.of_stored(entry.message().octets(), inside) {
                    Selected::Undated => {
                        undated.fetch_add(1, Relaxed);
                        false
                    }
                    selected => selected == Selected::Yes,
                });
            selected.collect()
        });
        Self { file, batch, message, selected }
    }

    /// Returns the path of the file that the batch is from.
    pub(crate) fn path(&self) -> &Arc<Path> {
        self.file.path()
    }

    /// Returns `policy` as it applies to the messages of the batch. A rule may have a condition on the file, so the
    /// policy depends on the file.
    pub(crate) fn policy<'p>(&self, policy: &'p Policy) -> Cow<'p, Policy> {
        inside(&self.file).map_or(Cow::Borrowed(policy), |file| policy.at(file))
    }

    /// Returns `pipeline` as it applies to the messages of the batch. A rule may have a condition on the file, so the
    /// pipeline depends on the file.
    pub(crate) fn pipeline<'p>(&self, pipeline: &'p Pipeline) -> Cow<'p, Pipeline> {
        inside(&self.file).map_or(Cow::Borrowed(pipeline), |file| pipeline.at(file))
    }

    /// Returns the selected messages, in order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = FileEntry<'_>> {
        let selected =
            self.selected.iter().flatten().copied().chain(std::iter::repeat(self.selected.is_none()));
        let entries = self.batch.entries().zip(selected).filter(|(_, is_selected)| *is_selected);
        entries
            .filter(|(entry, _)| self.message.is_none_or(|wanted| wanted == entry.ordinal + 1))
            .map(|(entry, _)| FileEntry { path: self.path(), entry })
    }

    /// Returns the number of messages in the mailbox up to the end of this batch, whether they are selected or not.
    pub(super) fn messages_so_far(&self) -> u64 {
        self.batch.entries().last().map_or(0, |last| last.ordinal + 1)
    }

    /// Whether the batch contains the message with the number `wanted`, which counts from 1 and includes messages
    /// that are not selected.
    pub(super) fn holds(&self, wanted: u64) -> bool {
        self.batch.entries().any(|entry| wanted == entry.ordinal + 1)
    }

    /// Returns the buffer of the batch, to which the spans of messages refer.
    pub(crate) fn octets(&self) -> &[u8] {
        self.batch.octets()
    }

    /// Returns the whole batch, with the messages that are not selected.
    pub(crate) fn into_batch(self) -> Batch {
        self.batch
    }
}

/// Returns the path of the file relative to the directory that is read, or `None` for standard input.
fn inside(file: &MailFile) -> Option<&Path> {
    (!is_standard_input(file.path())).then(|| file.inside())
}

/// Reports the number of messages that were left out because their date cannot be read.
pub(crate) fn say_undated(messages: u64) {
    let line = match messages {
        0 => return,
        1 => "1 message has no readable date, so --since and --until left it out".to_owned(),
        _ => format!("{messages} messages have no readable date, so --since and --until left them out"),
    };
    say(&line);
}
