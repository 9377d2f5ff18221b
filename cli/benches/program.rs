//! Benchmark of the whole program on three mailboxes, compared with `cat` and with Python's `email`.
//!
//! Run it with `cargo bench --bench program`. Each figure is the best of a few runs. Compare the ratios within one
//! run, not the absolute figures. Each mailbox has `MAILUTF_BENCH_MIB` MiB (64 by default). The mailboxes and the
//! output are in a temporary directory.

#[path = "../../benches/mail/mod.rs"]
mod mail;

use mail::{Kind, message};
use std::env;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The number of runs. The fastest run counts.
const RUNS: usize = 3;

/// The size in octets of the mailbox that Python reads.
const PYTHON_SIZE: u64 = 2 << 20;

/// A program that reads and writes each message of an mbox in the usual way of Python.
const PYTHON: &str = "import mailbox, sys
from email import policy
from email.parser import BytesParser
parser = BytesParser(policy=policy.default)
for message in mailbox.mbox(sys.argv[1], factory=parser.parse):
    for part in message.walk():
        if part.get_content_maintype() == 'text':
            part.get_content()
    sys.stdout.buffer.write(message.as_bytes(policy=policy.SMTPUTF8))";

const FROM_LINE: &[u8] = b"From alice@example.org Tue Jan  2 03:04:05 2024\n";

fn write_mbox(path: &Path, kind: Kind, size: u64) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    let mut written = 0;
    for i in 0.. {
        let message = [FROM_LINE, &message(i, kind), b"\n"].concat();
        file.write_all(&message)?;
        written += message.len() as u64;
        if written >= size {
            break;
        }
    }
    file.flush()
}

/// Returns the processor time in seconds that the children of this process have used, or `None` if the system does
/// not report it.
fn processor() -> Option<f64> {
    let times = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program stands in brackets and may contain anything. The fields after it are separated by
    // spaces; times are in hundredths of a second.
    let fields: Vec<&str> = times.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) / 100.0)
}

/// Runs `command` several times and returns the elapsed time and the processor time in seconds of the fastest run.
fn measure(command: impl Fn() -> Command, output: &Path) -> Option<(Duration, Option<f64>)> {
    let mut best: Option<(Duration, Option<f64>)> = None;
    for _ in 0..RUNS {
        let (start, before) = (Instant::now(), processor());
        let status =
            command().stdin(Stdio::null()).stdout(File::create(output).ok()?).stderr(Stdio::null()).status();
        let took = (start.elapsed(), processor().zip(before).map(|(after, before)| after - before));
        if !status.ok()?.success() {
            return None;
        }
        best = Some(best.filter(|best| best.0 <= took.0).unwrap_or(took));
    }
    best
}

/// Prints a row of the table. `beside` is the speed of `cat` in megabytes per second.
fn row(name: &str, size: u64, took: Option<(Duration, Option<f64>)>, beside: Option<f64>) {
    let Some((elapsed, processor)) = took else { return println!("  {name:<24} did not run") };
    let rate = rate(size, elapsed);
    let ratio = beside.map_or(1.0, |beside| beside / rate);
    let processor = processor.map_or(String::new(), |seconds| format!("{seconds:>8.2} s of processor"));
    println!("  {name:<24}{rate:>9.1} MB/s {ratio:>8.2} × cat {processor}");
}

/// Returns the speed in megabytes per second.
fn rate(size: u64, elapsed: Duration) -> f64 {
    size as f64 / 1e6 / elapsed.as_secs_f64()
}

fn main() -> io::Result<()> {
    let mebibytes = env::var("MAILUTF_BENCH_MIB").ok().and_then(|size| size.parse().ok()).unwrap_or(64_u64);
    let dir = TempDir::new()?;
    let output = dir.path().join("output");
    for (name, kind) in [("legacy", Kind::Legacy), ("utf-8", Kind::Utf8), ("attachments", Kind::Attachments)]
    {
        let path: PathBuf = dir.path().join(name);
        write_mbox(&path, kind, mebibytes << 20)?;
        let size = fs::metadata(&path)?.len();
        println!("{name}: {:.1} MB", size as f64 / 1e6);
        let command = |program: &str, arguments: &[&str]| {
            let mut command = Command::new(program);
            command.args(arguments).arg(&path);
            command
        };
        let cat = measure(|| command("cat", &[]), &output);
        let beside = cat.map(|(elapsed, _)| rate(size, elapsed));
        row("cat", size, cat, beside);
        for jobs in ["1", "2"] {
            let run = || command(env!("CARGO_BIN_EXE_mailutf"), &["normalize", "--jobs", jobs]);
            row(&format!("mailutf --jobs {jobs}"), size, measure(run, &output), beside);
        }
        let run = || command(env!("CARGO_BIN_EXE_mailutf"), &["normalize", "--jobs", "1", "--verify"]);
        row("mailutf --verify", size, measure(run, &output), beside);
        // Python reads only a small part of the mailbox, because it takes minutes where the other programs take
        // seconds.
        let part = dir.path().join("part");
        write_mbox(&part, kind, PYTHON_SIZE)?;
        let run = || {
            let mut python = Command::new("python3");
            python.args(["-c", PYTHON]).arg(&part);
            python
        };
        row("Python's email", fs::metadata(&part)?.len(), measure(run, &output), beside);
        fs::remove_file(&path)?;
    }
    Ok(())
}
