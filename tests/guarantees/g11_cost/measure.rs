//! Measures the cost of work.

use std::io::{Seek, SeekFrom, Write};
use std::process::{Command, Stdio};
use std::{env, fs};

/// The most that a message may cost, relative to eight messages of an eighth of its length. Linear work costs 1 times
/// as much, quadratic work up to 8 times.
const ALLOWED: f64 = 2.0;

/// The most that the instructions for a message may grow, relative to its length. They are counted exactly; sorting
/// lets them grow by a few hundredths.
const ALLOWED_INSTRUCTIONS: f64 = 1.15;

/// Instructions that may come once between two lengths: a buffer that grows is copied. Comparing two thousand items with each
/// other takes ten times as many.
const ONCE: f64 = 400_000.0;

/// Number of measurements of processor time before it counts as too much.
const TRIES: usize = 6;

/// Octets that may be allocated for any length.
const FIXED: u64 = 16 << 10;

/// Times below this many nanoseconds mean nothing: the system may count in steps of 4 ms.
const LEAST: u64 = 8_000_000;

/// The octets that `work` allocates for `long`, relative to eight times those for `short`, which is an eighth as long;
/// `None` if that is not too much.
pub(crate) fn allocates(work: impl Fn(&[u8]), short: &[u8], long: &[u8]) -> Option<f64> {
    let allocated = |octets| allocation_counter::measure(|| work(octets)).bytes_total;
    let times = allocated(long) as f64 / (8 * allocated(short) + FIXED) as f64;
    Some(times).filter(|times| *times > ALLOWED)
}

/// The octets that `work` allocates for `other`, relative to those for `one`, which is about as long; `None` if that is
/// not too much.
pub(crate) fn more(work: impl Fn(&[u8]), one: &[u8], other: &[u8]) -> Option<f64> {
    let allocated = |octets| allocation_counter::measure(|| work(octets)).bytes_total;
    let times = allocated(other) as f64 / allocated(one) as f64;
    Some(times).filter(|times| *times > ALLOWED)
}

/// The time of `work` for `long`, relative to eight times that for `short`, which is an eighth as long; `None` if that
/// is not too much.
pub(crate) fn takes(work: impl Fn(&[u8]), short: &[u8], long: &[u8]) -> Option<f64> {
    let (mut few, mut many, mut times) = (u64::MAX, u64::MAX, 0.0);
    for _ in 0..TRIES {
        few = few.min(time(|| (0..8).for_each(|_| work(short)))?);
        many = many.min(time(|| work(long))?);
        times = many as f64 / few.max(LEAST) as f64;
        if times <= ALLOWED {
            return None;
        }
        // Clear enough.
        if times > 2.0 * ALLOWED {
            break;
        }
    }
    Some(times)
}

/// The nanoseconds of processor time that `work` takes; `None` if the system does not report it.
fn time(work: impl FnOnce()) -> Option<u64> {
    let start = processor_time()?;
    work();
    Some(processor_time()?.saturating_sub(start))
}

/// The nanoseconds that this thread has run.
fn processor_time() -> Option<u64> {
    let run = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    run.split(' ').next()?.parse().ok()
}

/// How the instructions of the program `MAILUTF_TEST_PROGRAM` with `arguments` grow from the second message to the third,
/// relative to the growth from the first to the second. `None` if that is not too much, or if the variable is not set.
/// Each message is twice as long as the one before it, so the constant part does not count. Where the output grows faster
/// than the message, the instructions may as well: the section of a part that is a thousand deep has a thousand numbers.
pub(crate) fn needs(arguments: &[&str], messages: [&[u8]; 3]) -> Option<f64> {
    let program = env::var_os("MAILUTF_TEST_PROGRAM")?;
    let growth =
        |[short, middle, long]: [f64; 3], once: f64| (long - middle - once) / (2.0 * (middle - short));
    let counts = messages.map(|message| {
        let mut output = tempfile::tempfile().unwrap();
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(&program).args(arguments);
        command.stdin(Stdio::piped()).stdout(output.try_clone().unwrap()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(message).unwrap();
        let done = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert_ne!(done.status.code(), Some(2), "{arguments:?}: {said}");
        let count = said.lines().find_map(|line| line.split_once("Collected : ")).unwrap().1;
        (count.parse::<f64>().unwrap(), output.seek(SeekFrom::End(0)).unwrap() as f64)
    });
    // An output of one length for all messages has no growth.
    let printed = Some(growth(counts.map(|(_, printed)| printed), 0.0)).filter(|times| times.is_finite());
    let printed = printed.map_or(1.0, |times| times.max(1.0));
    let times = growth(counts.map(|(count, _)| count), ONCE);
    Some(times / printed).filter(|times| *times > ALLOWED_INSTRUCTIONS)
}
