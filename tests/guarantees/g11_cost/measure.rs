//! What work costs.

use std::fs;

/// How often as much as eight shorter messages a longer one may cost. What is linear costs 1, what is quadratic up
/// to 8.
const ALLOWED: f64 = 2.0;

/// Times that processor time is measured before it is believed to be too much.
const TRIES: usize = 6;

/// Octets that may be allocated whatever the length.
const FIXED: u64 = 16 << 10;

/// Nanoseconds below which a time says nothing: the system counts them in steps of up to 4 ms.
const LEAST: u64 = 8_000_000;

/// How often as many octets `work` allocates for `long` as for eight of `short`, an eighth as long, where that is
/// too much.
pub(crate) fn allocates(work: impl Fn(&[u8]), short: &[u8], long: &[u8]) -> Option<f64> {
    let allocated = |octets| allocation_counter::measure(|| work(octets)).bytes_total;
    let times = allocated(long) as f64 / (8 * allocated(short) + FIXED) as f64;
    Some(times).filter(|times| *times > ALLOWED)
}

/// How often as long `work` takes for `long` as for eight of `short`, an eighth as long, where that is too much.
pub(crate) fn takes(work: impl Fn(&[u8]), short: &[u8], long: &[u8]) -> Option<f64> {
    let (mut few, mut many, mut times) = (u64::MAX, u64::MAX, 0.0);
    for _ in 0..TRIES {
        few = few.min(time(|| (0..8).for_each(|_| work(short)))?);
        many = many.min(time(|| work(long))?);
        times = many as f64 / few.max(LEAST) as f64;
        if times <= ALLOWED {
            return None;
        }
        // Beyond doubt.
        if times > 2.0 * ALLOWED {
            break;
        }
    }
    Some(times)
}

/// The nanoseconds of processor time that `work` takes; `None` where the system does not tell.
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
