//! The limit of the system on open files (`ulimit -n`).

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The most that macOS allows whatever its hard limit says (`OPEN_MAX`).
const MACOS: u64 = 10_240;

/// Raises the limit to the most that this process may set, so that large groups of files can be put in place together.
pub(crate) fn allow_many() {
    let Rlimit { current: Some(now), maximum } = getrlimit(Resource::Nofile) else { return };
    let raised = |current| setrlimit(Resource::Nofile, Rlimit { current, maximum }).is_ok();
    // Where it cannot be raised, groups are smaller.
    let _ = raised(maximum) || now < MACOS && raised(Some(MACOS));
}
