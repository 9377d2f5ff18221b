//! Parallel work whose results are returned in the order of the input.
//!
//! The calling thread reads the input and writes the results; worker threads do the work. The pieces in progress
//! are bounded in number and in octets. At the bound, no more input is read, so memory does not grow with the
//! input.

use crate::with::with;
use std::collections::VecDeque;
use std::iter;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The maximum number of threads. More threads would only take memory for their stacks.
const MOST_THREADS: usize = 1024;

/// How much work is done in parallel.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Workers {
    /// The number of worker threads. With one worker, the calling thread does all work. With `None`, there is one
    /// worker for each core. There are at most 1,024 workers, and fewer if the system refuses to start more
    /// threads.
    pub jobs: Option<NonZeroUsize>,
    /// If the pieces in progress have this number of octets or more, no further input is read. A single piece may
    /// be larger.
    pub octets: usize,
}

impl Default for Workers {
    /// One worker for each core; reading pauses at 16 MiB.
    fn default() -> Self {
        Self { jobs: None, octets: 16 << 20 }
    }
}

impl Workers {
    /// The number of worker threads: [`jobs`](Self::jobs), or one for each core; at most 1,024.
    ///
    /// ```
    /// use mailutf::pipeline::Workers;
    /// use std::num::NonZeroUsize;
    /// let two = NonZeroUsize::new(2);
    /// assert_eq!(Some(Workers::default().with_jobs(two).threads()), two);
    /// ```
    pub fn threads(self) -> NonZeroUsize {
        let wanted = self.jobs.or_else(|| thread::available_parallelism().ok());
        wanted.and_then(|jobs| NonZeroUsize::new(jobs.get().min(MOST_THREADS))).unwrap_or(NonZeroUsize::MIN)
    }
}

with! {
    impl Workers {
        fn with_jobs(jobs: Option<NonZeroUsize>);
        fn with_octets(octets: usize);
    }
}

/// Calls `work` on each piece of `source` in parallel, and passes the results to `sink` in the order of the
/// pieces. `source` returns each piece together with its size in octets, which counts towards [`Workers::octets`].
///
/// ```
/// use mailutf::pipeline::{Workers, in_order};
/// let mut squares = Vec::new();
/// let mut numbers = (1..=3).map(|n| Ok::<_, ()>((n, 1)));
/// in_order(Workers::default(), &mut numbers, |n| n * n, |square| Ok(squares.push(square)))?;
/// assert_eq!(squares, [1, 4, 9]);
/// # Ok::<(), ()>(())
/// ```
///
/// # Errors
/// Returns the first error of `source` or `sink`. If `source` fails, the results of all earlier pieces are still
/// passed to `sink`, however many threads work. If `sink` fails, the pieces in progress are dropped.
///
/// # Panics
/// If `work` panics.
pub fn in_order<T: Send, R: Send, E>(
    workers: Workers,
    source: impl IntoIterator<Item = Result<(T, usize), E>>,
    work: impl Fn(T) -> R + Sync,
    mut sink: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    // `each_in_order` is compiled once for each type of piece and result, not for each caller.
    each_in_order(workers, &mut source.into_iter(), &work, &mut sink)
}

fn each_in_order<'w, T: Send + 'w, R: Send + 'w, E>(
    workers: Workers,
    source: &mut dyn Iterator<Item = Result<(T, usize), E>>,
    work: &'w (dyn Fn(T) -> R + Sync + 'w),
    sink: &mut dyn FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    if workers.jobs == Some(NonZeroUsize::MIN) {
        return one_by_one(source, work, sink);
    }
    let Some(first) = source.next().transpose()? else { return Ok(()) };
    let is_small = first.1 < workers.octets;
    let second = if is_small { source.next() } else { None };
    // One piece, such as one message, needs no threads.
    if is_small && second.is_none() {
        return sink(work(first.0));
    }
    let mut source = iter::once(Ok(first)).chain(second).chain(source);
    let jobs = workers.threads();
    if jobs == NonZeroUsize::MIN {
        return one_by_one(&mut source, work, sink);
    }
    let mut done = Ok(());
    with_threads(jobs, &mut |threads, jobs| {
        done = match threads {
            // If the system starts no thread, the calling thread does all the work.
            0 => one_by_one(&mut source, work, sink),
            _ => feed(2 * threads, workers.octets, &mut source, work, jobs, sink),
        };
    });
    done
}

/// Does all the work in this thread.
fn one_by_one<T, R, E>(
    source: &mut dyn Iterator<Item = Result<(T, usize), E>>,
    work: &dyn Fn(T) -> R,
    sink: &mut dyn FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    for piece in source {
        sink(work(piece?.0))?;
    }
    Ok(())
}

/// The work on one piece. The result is stored where [`Awaited`] finds it.
type Job<'w> = Box<dyn FnOnce() + Send + 'w>;

/// Starts up to `most` threads, and calls `feed` with the number of these threads and a sender of jobs for them.
/// The threads end when the sender is dropped.
fn with_threads<'w>(most: NonZeroUsize, feed: &mut dyn FnMut(usize, Sender<Job<'w>>)) {
    // The channel is unbounded, because `feed` bounds the pieces in progress.
    let (sender, waiting) = channel::<Job<'w>>();
    let waiting = Mutex::new(waiting);
    let worker = || {
        while let Some(job) = next(&waiting) {
            job();
        }
    };
    thread::scope(|scope| {
        let start = || thread::Builder::new().spawn_scoped(scope, worker).is_ok();
        let started = iter::repeat_with(start).take(most.get()).take_while(|&is_started| is_started).count();
        feed(started, sender);
    });
}

fn next<'w>(waiting: &Mutex<Receiver<Job<'w>>>) -> Option<Job<'w>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// A piece in progress.
struct Awaited<R> {
    weight: usize,
    result: Arc<Mutex<Option<R>>>,
    /// Receives a message when the result is stored.
    done: Receiver<()>,
}

impl<R> Awaited<R> {
    /// Waits for the result; `None` if the worker panicked.
    fn result(self) -> Option<R> {
        self.done.recv().ok()?;
        self.result.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Sends the pieces of `source` to the workers, and passes the results to `sink` in order. At most `most_pieces`
/// pieces are in progress. No further piece is sent while the pieces in progress have `most_octets` octets or more.
fn feed<'w, T: Send + 'w, R: Send + 'w, E>(
    most_pieces: usize,
    most_octets: usize,
    source: &mut dyn Iterator<Item = Result<(T, usize), E>>,
    work: &'w (dyn Fn(T) -> R + Sync + 'w),
    jobs: Sender<Job<'w>>,
    sink: &mut dyn FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let mut under_way = VecDeque::new();
    let mut octets = 0;
    // The result of this function, once the end of `source` has been reached.
    let mut end = None;
    loop {
        let full = octets >= most_octets || under_way.len() >= most_pieces;
        if !full && end.is_none() {
            match source.next() {
                Some(Ok((piece, weight))) => {
                    let (reply, done) = sync_channel(1);
                    let result = Arc::new(Mutex::new(None));
                    let place = Arc::clone(&result);
                    let job = Box::new(move || {
                        let result = work(piece);
                        *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
                        // This fails only after an error of `sink`, because then nobody waits for the result any
                        // more.
                        let _ = reply.send(());
                    });
                    if jobs.send(job).is_err() {
                        return Ok(()); // The workers have panicked; joining them resumes the panic.
                    }
                    under_way.push_back(Awaited { weight, result, done });
                    octets += weight;
                }
                Some(Err(error)) => end = Some(Err(error)),
                None => end = Some(Ok(())),
            }
            continue;
        }
        let Some(awaited) = under_way.pop_front() else { return end.unwrap_or(Ok(())) };
        let weight = awaited.weight;
        let Some(result) = awaited.result() else { return Ok(()) };
        octets -= weight;
        sink(result)?;
    }
}
