//! The messages of a batch that `--from`, `--since` and the other conditions select.

use crate::terminal::say;
use mailutf::Policy;
use mailutf::mailbox::batch::{Batch, Entry};
use mailutf::pipeline::Pipeline;
use mailutf::selection::{Selected, Selection};
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A batch, of which some messages are selected.
pub(crate) struct SelectedBatch {
    batch: Batch,
    /// The file, relative to the directory that is read; `None` for standard input.
    file: Option<Arc<Path>>,
    /// Whether each message is selected; `None`: all are.
    selected: Option<Vec<bool>>,
}

impl SelectedBatch {
    /// The messages of `batch` that `selection` selects. Adds the number of those without a date to `undated`.
    pub(super) fn new(
        batch: Batch,
        file: Option<Arc<Path>>,
        selection: &Selection,
        undated: &AtomicU64,
    ) -> Self {
        let selected = (!selection.is_everything()).then(|| {
            let selected = batch.entries().map(|entry| {
                match selection.of_stored(entry.message().octets(), file.as_deref()) {
                    Selected::Undated => {
                        undated.fetch_add(1, Relaxed);
                        false
                    }
                    selected => selected == Selected::Yes,
                }
            });
            selected.collect()
        });
        Self { batch, file, selected }
    }

    /// `policy` for its messages: rules may have a condition on the file.
    pub(crate) fn policy<'p>(&self, policy: &'p Policy) -> Cow<'p, Policy> {
        self.file.as_deref().map_or(Cow::Borrowed(policy), |file| policy.at(file))
    }

    /// `pipeline` for its messages.
    pub(crate) fn pipeline<'p>(&self, pipeline: &'p Pipeline) -> Cow<'p, Pipeline> {
        self.file.as_deref().map_or(Cow::Borrowed(pipeline), |file| pipeline.at(file))
    }

    /// The selected messages, in order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        let selected =
            self.selected.iter().flatten().copied().chain(std::iter::repeat(self.selected.is_none()));
        self.batch.entries().zip(selected).filter_map(|(entry, is_selected)| is_selected.then_some(entry))
    }

    /// The number of messages in the mailbox so far, counted before selection.
    pub(crate) fn messages_so_far(&self) -> u64 {
        self.batch.entries().last().map_or(0, |last| last.ordinal + 1)
    }

    /// Whether message `wanted`, counted from 1 and before selection, is in the batch; without a number, whether any is.
    pub(crate) fn holds(&self, wanted: Option<u64>) -> bool {
        self.batch.entries().any(|entry| wanted.is_none_or(|wanted| wanted == entry.ordinal + 1))
    }

    /// The buffer, to which the spans of messages refer.
    pub(crate) fn octets(&self) -> &[u8] {
        self.batch.octets()
    }

    /// The batch with all its messages.
    pub(crate) fn into_batch(self) -> Batch {
        self.batch
    }
}

/// Reports the number of messages that were left out because their date cannot be read.
pub(crate) fn say_undated(messages: u64) {
    let line = match messages {
        0 => return,
        1 => "1 message has no readable date; --since and --until leave it out".to_owned(),
        _ => format!("{messages} messages have no readable date; --since and --until leave them out"),
    };
    say::say(&line);
}
