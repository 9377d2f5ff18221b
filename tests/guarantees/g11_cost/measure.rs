//! Measures the cost of work on messages of different lengths.

use std::io::{Seek, SeekFrom, Write};
use std::process::{Command, Stdio};
use std::{env, fs};

/// The most that a message may cost, relative to eight messages of an eighth of its length. For linear work this
/// ratio is 1, for quadratic work up to 8.
const ALLOWED: f64 = 2.0;

/// The most that the number of instructions may grow, relative to the length of the message. Instructions are
/// counted exactly. Sorting lets their number grow by a few hundredths more than the length.
const ALLOWED_INSTRUCTIONS: f64 = 1.15;

/// The number of instructions that the longest message may need beyond `ALLOWED_INSTRUCTIONS`. When a growing buffer
/// is moved, its content is copied, which costs up to this number once. A comparison of each of two thousand items
/// with each other item takes ten times as many instructions.
const ONCE: f64 = 400_000.0;

/// The number of times that processor time is measured before the time counts as too much.
const TRIES: usize = 6;

/// The number of octets that work may allocate in addition, whatever the length of the message.
const FIXED: u64 = 16 << 10;

/// The number of nanoseconds below which a measured time is too inexact, because the system may count in steps
/// of 4 ms.
const LEAST: u64 = 8_000_000;

/// The octets that `work` allocates for `long`, divided by eight times the octets for `short`, or `None` if this
/// ratio is allowed. `short` is an eighth as long as `long`.
pub(crate) fn allocates(work: impl Fn(&[u8]), short: &[u8], long: &[u8]) -> Option<f64> {
    let allocated = |octets| allocation_counter::measure(|| work(octets)).bytes_total;
    let times = allocated(long) as f64 / (8 * allocated(short) + FIXED) as f64;
    Some(times).filter(|times| *times > ALLOWED)
}

/// The octets that `work` allocates for `other`, divided by the octets for `one`, or `None` if this ratio is allowed.
/// Both messages have about the same length.
pub(crate) fn more(work: impl Fn(&[u8]), one: &[u8], other: &[u8]) -> Option<f64> {
    let allocated = |octets| allocation_counter::measure(|| work(octets)).bytes_total;
    let times = allocated(other) as f64 / allocated(one) as f64;
    Some(times).filter(|times| *times > ALLOWED)
}

/// The time that `work` takes for `long`, divided by eight times the time for `short`, or `None` if this ratio is
/// allowed. `short` is an eighth as long as `long`.
pub(crate) fn takes(work: impl Fn(&[u8]), short: &[u8], long: &[u8]) -> Option<f64> {
    let (mut few, mut many, mut times) = (u64::MAX, u64::MAX, 0.0);
    for _ in 0..TRIES {
        few = few.min(time(|| (0..8).for_each(|_| work(short)))?);
        many = many.min(time(|| work(long))?);
        times = many as f64 / few.max(LEAST) as f64;
        if times <= ALLOWED {
            return None;
        }
        // The time is clearly too much, so no further tries are needed.
        if times > 2.0 * ALLOWED {
            break;
        }
    }
    Some(times)
}

/// The nanoseconds of processor time that `work` takes, or `None` if the system does not report them.
fn time(work: impl FnOnce()) -> Option<u64> {
    let start = processor_time()?;
    work();
    Some(processor_time()?.saturating_sub(start))
}

/// The nanoseconds for which this thread has run, or `None` if the system does not report them.
fn processor_time() -> Option<u64> {
    let run = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    run.split(' ').next()?.parse().ok()
}

/// Runs the program `MAILUTF_TEST_PROGRAM` with `arguments` on three messages, each twice as long as the one before,
/// and counts instructions. Returns the growth from the second to the third message, relative to the growth from the
/// first to the second. Returns `None` if this ratio is allowed, or if the variable is not set.
///
/// A constant part of the cost does not count, because only growth is compared. If the output grows faster than the
/// message, the instructions may do so as well: the section number of a part that is a thousand levels deep consists
/// of a thousand numbers.
pub(crate) fn needs(arguments: &[&str], messages: impl Fn() -> [Vec<u8>; 3]) -> Option<f64> {
    let program = env::var_os("MAILUTF_TEST_PROGRAM")?;
    let growth =
        |[short, middle, long]: [f64; 3], once: f64| (long - middle - once) / (2.0 * (middle - short));
    let counts = messages().map(|message| {
        let mut output = tempfile::tempfile().unwrap();
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(&program).args(arguments);
        command.stdin(Stdio::piped()).stdout(output.try_clone().unwrap()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(&message).unwrap();
        let done = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert_ne!(done.status.code(), Some(2), "{arguments:?}: {said}");
        let count = said.lines().find_map(|line| line.split_once("Collected : ")).unwrap().1;
        (count.parse::<f64>().unwrap(), output.seek(SeekFrom::End(0)).unwrap() as f64)
    });
    // If the output has the same length for all messages, its growth is 0 divided by 0, so it is not finite.
    let printed = Some(growth(counts.map(|(_, printed)| printed), 0.0)).filter(|times| times.is_finite());
    let printed = printed.map_or(1.0, |times| times.max(1.0));
    let times = growth(counts.map(|(count, _)| count), ONCE);
    Some(times / printed).filter(|times| *times > ALLOWED_INSTRUCTIONS)
}
