//! The progress of a run. On a terminal, it is a line that is redrawn. With `--progress always` and no terminal,
//! lines are printed one after the other.

pub(crate) mod input_size;

use crate::terminal::{counted_as, counted_grouped, say};
use clap::ValueEnum;
use indicatif::{HumanBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use input_size::InputSize;
use mailutf::pipeline::Monitor;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time between two updates of the line on a terminal.
const PERIOD: Duration = Duration::from_millis(200);

/// The time between two lines if there is no terminal.
const PERIOD_OF_LINES: Duration = Duration::from_secs(10);

/// The choice of `--progress`: whether progress is shown. If the user made no choice, progress is shown only on a
/// terminal.
static CHOICE: OnceLock<bool> = OnceLock::new();

/// The choice of `--progress`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShowProgress {
    /// On a terminal.
    #[default]
    Auto,
    /// Always. If standard error is not a terminal, a line is printed from time to time and at the end.
    Always,
    /// Never.
    Never,
}

impl ShowProgress {
    /// Applies the choice to all progress that the program shows.
    pub(crate) fn apply(self) {
        if self != Self::Auto {
            // An error is impossible here, because the choice is set only once, from the one command line.
            let _ = CHOICE.set(self == Self::Always);
        }
    }
}

/// The number of columns that are assumed for a terminal whose size is unknown.
const COLUMNS: usize = 80;

/// The number of characters of the bar, and the number of columns that a terminal needs for the bar to be drawn.
const BAR: usize = 10;
const WIDE: usize = 60;

/// A progress line on standard error. The line disappears when this value is dropped.
pub(crate) struct Progress {
    /// The line as it is drawn on a terminal.
    bar: ProgressBar,
    /// A thread that updates the line, and a sender. When the sender is dropped, the thread ends.
    drawing: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Shows the progress of `monitor` if standard error is a terminal or `--progress always` is given. `expected`
    /// finds the size of the mail.
    pub(crate) fn start(monitor: &Arc<Monitor>, expected: &dyn Fn() -> InputSize) -> Option<Self> {
        let is_terminal = io::stderr().is_terminal();
        if !CHOICE.get().copied().unwrap_or(is_terminal) {
            return None;
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        bar.set_style(ProgressStyle::with_template("{wide_msg}").unwrap_or(ProgressStyle::default_bar()));
        let (ended, end) = channel::<()>();
        let (monitor, drawn, expected) = (Arc::clone(monitor), bar.clone(), expected());
        let draw = move || {
            let start = Instant::now();
            let snapshot = || Snapshot {
                octets: monitor.octets(),
                expected: expected.octets(),
                messages: monitor.messages(),
                doubts: monitor.doubts(),
                elapsed: start.elapsed(),
            };
            let period = if is_terminal { PERIOD } else { PERIOD_OF_LINES };
            while end.recv_timeout(period) == Err(RecvTimeoutError::Timeout) {
                let snapshot = snapshot();
                if !is_terminal {
                    say(&snapshot.long());
                    continue;
                }
                let size = terminal_size::terminal_size_of(io::stderr());
                drawn.set_message(snapshot.line(size.map_or(COLUMNS, |(width, _)| usize::from(width.0))));
            }
            if !is_terminal {
                say(&snapshot().long());
            }
        };
        // If no thread can be started, no progress is shown.
        let thread = thread::Builder::new().spawn(draw).ok()?;
        Some(Self { bar, drawing: Some((ended, thread)) })
    }

    /// Calls `say`, which may print lines, while the progress line is hidden.
    pub(crate) fn suspend(&self, say: impl FnOnce()) {
        self.bar.suspend(say);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((ended, thread)) = self.drawing.take() {
            drop(ended);
            // If the thread panicked, nothing but the progress line is lost.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}

/// The progress at one moment.
#[derive(Clone, Copy)]
struct Snapshot {
    octets: u64,
    /// The expected size of the input in octets, if known.
    expected: Option<u64>,
    messages: u64,
    doubts: u64,
    elapsed: Duration,
}

impl Snapshot {
    /// Returns the most detailed line that fits into `columns`. On a wide terminal, the line begins with a bar.
    fn line(&self, columns: usize) -> String {
        let bar = self.bar().filter(|_| columns >= WIDE).unwrap_or_default();
        let fits = |form: &String| bar.len() + form.chars().count() < columns;
        let forms = [self.long(), self.medium(), self.short(true)];
        let form = forms.into_iter().find(fits).unwrap_or_else(|| self.short(false));
        bar + &form
    }

    /// Returns the bar. It always has the same width and place, so that only the end of its filled part moves.
    fn bar(&self) -> Option<String> {
        let done = usize::try_from(self.percent()?).ok()? * BAR / 100;
        Some(format!("{}{} ", "#".repeat(done), "-".repeat(BAR - done)))
    }

    fn long(&self) -> String {
        let mut line = HumanBytes(self.octets).to_string();
        if let Some((expected, percent)) = self.expected.zip(self.percent()) {
            line += &format!(" of {} ({percent} %)", HumanBytes(expected));
        }
        let messages = counted_grouped(self.messages, "message");
        line += &format!(", {messages}, {}/s", HumanBytes(self.rate()));
        if let Some(left) = self.left() {
            line += &format!(", {} left", HumanDuration(left));
        }
        match self.doubts {
            0 => line,
            doubts => format!("{line}, {}", counted_grouped(doubts, "finding")),
        }
    }

    fn medium(&self) -> String {
        let percent = self.percent().map_or(String::new(), |percent| format!(" ({percent} %)"));
        let left = self.left().map_or(String::new(), |left| format!(", {} left", brief(left)));
        let doubts = match self.doubts {
            0 => String::new(),
            doubts => format!(", {}", counted_as(few(doubts), doubts, "finding")),
        };
        let messages = counted_as(few(self.messages), self.messages, "message");
        let (octets, rate) = (HumanBytes(self.octets), HumanBytes(self.rate()));
        format!("{octets}{percent}, {messages}, {rate}/s{left}{doubts}")
    }

    fn short(&self, with_rate: bool) -> String {
        let percent = self.percent().map_or(String::new(), |percent| format!(" {percent}%"));
        let left = self.left().map_or(String::new(), |left| format!(" {} left", brief(left)));
        let doubts = if self.doubts > 0 { format!(" {} found", few(self.doubts)) } else { String::new() };
        let rate = if with_rate { format!(" {}/s", size(self.rate())) } else { String::new() };
        format!("{}{percent} {} msg{rate}{left}{doubts}", size(self.octets), few(self.messages))
    }

    fn percent(&self) -> Option<u64> {
        self.expected.filter(|&expected| expected > 0).map(|expected| (self.octets * 100 / expected).min(100))
    }

    /// Returns the number of octets per second.
    fn rate(&self) -> u64 {
        (self.octets as f64 / self.elapsed.as_secs_f64().max(0.001)) as u64
    }

    fn left(&self) -> Option<Duration> {
        let left = self.expected?.saturating_sub(self.octets);
        (self.octets > 0).then(|| self.elapsed.mul_f64(left as f64 / self.octets as f64))
    }
}

/// Formats a number with at most four characters.
fn few(number: u64) -> String {
    scaled(number, 1000, &["", "k", "M", "G", "T"])
}

/// Formats a size in octets with at most five characters.
fn size(octets: u64) -> String {
    scaled(octets, 1024, &["B", "K", "M", "G", "T"])
}

fn scaled(number: u64, base: u64, units: &[&str]) -> String {
    let mut scaled = number as f64;
    let mut units = units.iter();
    let mut unit = units.next().copied().unwrap_or_default();
    while scaled >= base as f64 {
        let Some(next) = units.next() else { break };
        (scaled, unit) = (scaled / base as f64, next);
    }
    let decimals = usize::from(scaled < 9.95 && number >= base);
    format!("{scaled:.decimals$}{unit}")
}

/// Formats a duration as a single number with a unit: seconds, minutes, hours or days.
fn brief(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..120 => format!("{seconds}s"),
        seconds @ 120..7_200 => format!("{}m", seconds / 60),
        seconds @ 7_200..172_800 => format!("{}h", seconds / 3_600),
        seconds => format!("{}d", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_fits_and_is_as_detailed_as_possible() {
        let small = Snapshot {
            octets: 5 << 20,
            expected: Some(20 << 20),
            messages: 1234,
            doubts: 3,
            elapsed: Duration::from_secs(10),
        };
        assert_eq!(
            small.line(200),
            "##-------- 5.00 MiB of 20.00 MiB (25 %), 1,234 messages, 512.00 KiB/s, 30 seconds left, 3 findings"
        );
        assert_eq!(
            small.line(80),
            "##-------- 5.00 MiB (25 %), 1.2k messages, 512.00 KiB/s, 30s left, 3 findings"
        );
        let done = Snapshot { octets: 20 << 20, ..small };
        assert!(done.line(80).starts_with("########## 20.00 MiB (100 %), "), "{}", done.line(80));
        assert_eq!(small.line(40), "5.0M 25% 1.2k msg 30s left 3 found");
        let large = Snapshot {
            octets: 999 << 30,
            expected: Some(9_999 << 30),
            messages: 99_999_999,
            doubts: 999_999,
            elapsed: Duration::from_secs(999_999),
        };
        for columns in [40, 60, 80] {
            assert!(large.line(columns).chars().count() < columns, "{}", large.line(columns));
        }
        let first = Snapshot { messages: 1, doubts: 1, ..small };
        assert!(first.line(80).contains(", 1 message, ") && first.line(200).ends_with(", 1 finding"));
        let unknown = Snapshot { expected: None, doubts: 0, ..small };
        assert_eq!(unknown.line(80), "5.00 MiB, 1,234 messages, 512.00 KiB/s");
    }

    #[test]
    fn numbers_are_short() {
        let cases = [(0, "0", "0B"), (999, "999", "999B"), (1024, "1.0k", "1.0K"), (12_345, "12k", "12K")];
        for (number, counted, octets) in cases {
            assert_eq!((few(number).as_str(), size(number).as_str()), (counted, octets));
        }
        assert_eq!(few(u64::MAX), "18446744T");
        let times = [(0, "0s"), (119, "119s"), (120, "2m"), (7_200, "2h"), (180_000, "2d")];
        assert!(times.iter().all(|&(seconds, shown)| brief(Duration::from_secs(seconds)) == shown));
    }
}
