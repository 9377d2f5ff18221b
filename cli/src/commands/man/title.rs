//! The names of manual pages.

use clap::Command;

/// The name of the page of a command, such as `mailutf-normalize`.
pub(super) fn title(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}
