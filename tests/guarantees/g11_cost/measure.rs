//! Measures the cost of work.

use std::fs;

/// Most that a message may cost, relative to eight messages of an eighth of its length. Linear work costs 1
/// times as much, quadratic work up to 8 times.
const ALLOWED: f64 = 2.0;

/// Number of measurements of processor time before it counts as too much.
const TRIES: usize = 6;

/// Octets that may be allocated for any length.
const FIXED: u64 = 16 << 10;

/// Times below this many nanoseconds mean nothing: the system may count in steps of 4 ms.
const LEAST: u64 = 8_000_000;

/// The octets that `work` allocates for `long`, relative to eight times those for `short`, an eighth as long,
/// if that is too much.
pub(crate) fn allocates(work: impl Fn(&[u8]), short: &[u8], long: &[u8]) -> Option<f64> {
    let allocated = |octets| allocation_counter::measure(|| work(octets)).bytes_total;
    let times = allocated(long) as f64 / (8 * allocated(short) + FIXED) as f64;
    Some(times).filter(|times| *times > ALLOWED)
}

/// The time of `work` for `long`, relative to eight times that for `short`, an eighth as long, if that is too
/// much.
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
