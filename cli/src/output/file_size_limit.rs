//! The limit of the system on the size of files (`ulimit -f`).

use signal_hook::consts::SIGXFSZ;
use signal_hook::flag;
use std::sync::Arc;

/// Makes a write beyond the limit an error, as on a full disk. By default a signal ends the run there and leaves the
/// lock and the unfinished file behind.
pub(crate) fn report_as_error() {
    // If the signal cannot be handled, the next run removes what is left.
    let _ = flag::register(SIGXFSZ, Arc::default());
}
