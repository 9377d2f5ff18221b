//! How far the work is, on a terminal; silent elsewhere.

use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use mailutf::pipeline::Monitor;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How often it is shown.
const PERIOD: Duration = Duration::from_millis(200);

/// A line on standard error, as long as this lives.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// The thread that draws, and what ends it when it is dropped.
    drawing: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Shows `monitor`, where standard error is a terminal. `octets` where it is known how many there are.
    pub(crate) fn start(monitor: &Arc<Monitor>, octets: Option<u64>) -> Option<Self> {
        if !io::stderr().is_terminal() {
            return None;
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        bar.set_style(ProgressStyle::with_template("{wide_msg}").unwrap_or(ProgressStyle::default_bar()));
        let (ended, end) = channel::<()>();
        let (monitor, drawn) = (Arc::clone(monitor), bar.clone());
        let thread = thread::spawn(move || {
            let start = Instant::now();
            while end.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                drawn.set_message(line(&monitor, octets, start.elapsed()));
            }
        });
        Some(Self { bar, drawing: Some((ended, thread)) })
    }

    /// Says something without a mess of the line.
    pub(crate) fn suspend(&self, say: impl FnOnce()) {
        self.bar.suspend(say);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((ended, thread)) = self.drawing.take() {
            drop(ended);
            // Should it have panicked, nothing is lost but the line.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}

fn line(monitor: &Monitor, octets: Option<u64>, elapsed: Duration) -> String {
    let done = monitor.octets();
    let rate = done as f64 / elapsed.as_secs_f64().max(0.001);
    let mut line = HumanBytes(done).to_string();
    if let Some(octets) = octets.filter(|&octets| octets > 0) {
        line += &format!(" of {} ({} %)", HumanBytes(octets), (done * 100 / octets).min(100));
    }
    line += &format!(", {} messages, {}/s", HumanCount(monitor.messages()), HumanBytes(rate as u64));
    if let Some(left) = octets.map(|octets| octets.saturating_sub(done)).filter(|_| done > 0) {
        line += &format!(", {} left", HumanDuration(Duration::from_secs_f64(left as f64 / rate)));
    }
    match monitor.doubts() {
        0 => line,
        doubts => format!("{line}, {} findings", HumanCount(doubts)),
    }
}
