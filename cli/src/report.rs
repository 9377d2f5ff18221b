//! The reports of a run: findings on standard error, JSON lines, the manifest, the diff and the summary at the end.

pub(crate) mod damaged;
pub(crate) mod diff;
pub(crate) mod finding_groups;
pub(crate) mod finding_printer;
pub(crate) mod json_lines;
pub(crate) mod manifest;
#[cfg(unix)]
pub(crate) mod older_backups;
pub(crate) mod review_line;
#[cfg(unix)]
mod same_command;
#[cfg(unix)]
pub(crate) mod served;
#[cfg(unix)]
pub(crate) mod skipped_files;
#[cfg(unix)]
pub(crate) mod stopped;
pub(crate) mod summary;
