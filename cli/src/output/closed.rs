//! A standard output that was closed when the program started (`>&-`): whatever is written there is lost, which is an error.

use rustix::stdio::dup2_stdout;
use std::fs::OpenOptions;

/// Puts a device that refuses each write in the place of the null device that the runtime opened.
pub(crate) fn make_writes_fail() {
    if mailutf_stdio::output_was_closed()
        && let Ok(full) = OpenOptions::new().write(true).open("/dev/full")
    {
        // If it cannot be put there, the output is lost as it was before.
        let _ = dup2_stdout(full);
    }
}
