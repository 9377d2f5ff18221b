//! Settings of the process that are made when the program starts: for its standard output, its signals and its
//! limits.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::stdio::dup2_stdout;
use signal_hook::consts::SIGXFSZ;
use signal_hook::flag;
use std::fs::OpenOptions;
use std::sync::Arc;

/// If standard output was closed when the program started (`>&-`), makes each write to it fail. Rust's runtime has
/// opened the null device in place of the closed output. Output would therefore be lost without an error if this
/// function were not called.
pub(crate) fn refuse_closed_output() {
    if mailutf_stdio::output_was_closed()
        && let Ok(full) = OpenOptions::new().write(true).open("/dev/full")
    {
        // If this fails, output is lost without an error, as it would be without this function.
        let _ = dup2_stdout(full);
    }
}

/// Makes a write beyond the limit on the size of files (`ulimit -f`) fail with an error, like a write on a full
/// disk. By default, a signal would end the run at such a write, and leave behind the lock and the unfinished file.
pub(crate) fn report_file_size_limit() {
    // If the signal cannot be handled, the next run removes the files that are left behind.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

/// The maximum number of open files that macOS allows (`OPEN_MAX`), even if the hard limit is higher.
const MACOS: u64 = 10_240;

/// Raises the limit on open files (`ulimit -n`) as far as this process may raise it. Large groups of files can then
/// be renamed to their targets together.
pub(crate) fn allow_many_open_files() {
    let Rlimit { current: Some(now), maximum } = getrlimit(Resource::Nofile) else { return };
    let raised = |current| setrlimit(Resource::Nofile, Rlimit { current, maximum }).is_ok();
    // If the limit cannot be raised, the groups of files are smaller.
    let _ = raised(maximum) || now < MACOS && raised(Some(MACOS));
}
