//! Tells which standard streams were closed when the process started (`>&-`), on Linux.
//!
//! Before `main`, Rust opens `/dev/null` in place of each closed standard stream, so that no file gets the number of the
//! stream. After that, `>&-`, which loses output by mistake, looks the same as `>/dev/null`, which discards output on
//! purpose. So this crate checks the streams before `main`. On other systems no stream counts as closed.
//!
//! Cost: two system calls at the start of the process.

use std::sync::atomic::{AtomicBool, Ordering};

static INPUT: AtomicBool = AtomicBool::new(false);
static OUTPUT: AtomicBool = AtomicBool::new(false);

/// Whether standard input was closed.
///
/// ```
/// assert!(!mailutf_stdio::input_was_closed());
/// ```
pub fn input_was_closed() -> bool {
    INPUT.load(Ordering::Relaxed)
}

/// Whether standard output was closed.
///
/// ```
/// assert!(!mailutf_stdio::output_was_closed());
/// ```
pub fn output_was_closed() -> bool {
    OUTPUT.load(Ordering::Relaxed)
}

#[cfg(target_os = "linux")]
mod before_main {
    use super::{INPUT, OUTPUT};
    use std::sync::atomic::{AtomicBool, Ordering};

    // SAFETY: the loader calls each function in this section once, before `main`. This function only makes two system
    // calls, which do not depend on the runtime, and stores two flags.
    #[used]
    #[unsafe(link_section = ".init_array")]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        look_at(libc::STDIN_FILENO, &INPUT);
        look_at(libc::STDOUT_FILENO, &OUTPUT);
    }

    fn look_at(stream: libc::c_int, flag: &AtomicBool) {
        // SAFETY: this command takes no argument and touches no memory of the process.
        let flags = unsafe { libc::fcntl(stream, libc::F_GETFD) };
        flag.store(flags == -1, Ordering::Relaxed);
    }
}
