//! Implements `--learn`: reads all mail once before the run, to learn which charsets senders, mailing lists and
//! threads use.

use super::selected::SelectedBatch;
use crate::input::{self, InputOptions, is_standard_input};
use mailutf::learn::{Habits, Observation};
use mailutf::mailbox::Format;
use mailutf::text::MessageTexts;
use mailutf::{Error, Policy};
use std::fs;
use std::io::{self, ErrorKind};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Returns `policy` with the charsets that senders, mailing lists and threads use in the mail in `paths`. `mbox` is
/// the format of files that may be mboxes. Mail that cannot be read is skipped without a report, because the run
/// itself reports it later.
///
/// # Errors
/// Fails if one of the paths can be read only once.
pub(crate) fn learned(
    policy: Policy,
    paths: &[PathBuf],
    jobs: Option<NonZeroUsize>,
    mbox: Format,
) -> Result<Policy, Error> {
    if let Some(stream) = paths.iter().find(|path| is_stream(path)) {
        let why = "it can be read only once, but --learn reads the mail twice; name files or \
                   directories";
        return Err(input::error("read", stream, io::Error::new(ErrorKind::InvalidInput, why)));
    }
    let mut habits = Habits::default();
    let observations = |batch: SelectedBatch| {
        let (policy, entries) = (batch.policy(&policy), batch.entries());
        let observe = |text: &[u8]| MessageTexts::parse(text, &policy).observation();
        entries.map(|entry| observe(entry.message().octets())).collect::<Vec<Observation>>()
    };
    let reading = InputOptions { mbox, ..InputOptions::of(policy.limits.message) };
    input::each_readable(paths.to_vec(), jobs, &reading, observations, |found| {
        found.into_iter().for_each(|observation| habits.add(observation));
    });
    Ok(policy.with_habits(Some(Arc::new(habits))))
}

/// Whether `path` is standard input, a FIFO or a device.
fn is_stream(path: &Path) -> bool {
    let is_file = |metadata: fs::Metadata| metadata.is_file() || metadata.is_dir();
    is_standard_input(path) || fs::metadata(path).is_ok_and(|metadata| !is_file(metadata))
}
