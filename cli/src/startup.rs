//! Settings of the process when the program starts: its standard output, its signals and its limits.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::stdio::dup2_stdout;
use signal_hook::consts::SIGXFSZ;
use signal_hook::flag;
use std::fs::OpenOptions;
use std::sync::Arc;

/// If standard output was closed when the program started (`>&-`), makes each write to it fail. The runtime has opened the
/// null device in its place, so output would be lost silently.
pub(crate) fn refuse_closed_output() {
    if mailutf_stdio::output_was_closed()
        && let Ok(full) = OpenOptions::new().write(true).open("/dev/full")
    {
        // If this fails, output is lost silently as before.
        let _ = dup2_stdout(full);
    }
}

/// Makes a write beyond the limit on the size of files (`ulimit -f`) an error, as on a full disk. By default a signal ends
/// the run there and leaves the lock and the unfinished file behind.
pub(crate) fn report_file_size_limit() {
    // If the signal cannot be handled, the next run removes what is left.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

/// The maximum number of open files that macOS allows, whatever its hard limit says (`OPEN_MAX`).
const MACOS: u64 = 10_240;

/// Raises the limit on open files (`ulimit -n`) to the maximum that this process may set, so that large groups of files
/// can be put in place together.
pub(crate) fn allow_many_open_files() {
    let Rlimit { current: Some(now), maximum } = getrlimit(Resource::Nofile) else { return };
    let raised = |current| setrlimit(Resource::Nofile, Rlimit { current, maximum }).is_ok();
    // If the limit cannot be raised, groups are smaller.
    let _ = raised(maximum) || now < MACOS && raised(Some(MACOS));
}
