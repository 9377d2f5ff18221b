//! Tests of the progress line, which is shown only on a terminal, and of the summary.

use super::{program, pty};
use std::fs::{self, File};
use std::io::Read;
use std::process::Command;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

const MESSAGES: usize = 800;

/// Writes a mailbox of a few megabytes, with a finding in each message.
fn mbox(dir: &TempDir) {
    let text = "Gr\u{fc}\u{df}e aus K\u{f6}ln\n".repeat(150);
    let message = format!(
        "From alice@example.org Tue Jan  2 03:04:05 2024\nContent-Type: text/plain; charset=us-ascii\n\n{text}\n"
    );
    fs::write(dir.path().join("in.mbox"), message.repeat(MESSAGES)).unwrap();
}

/// Returns the lines that were drawn, without the control sequences that move the cursor.
fn lines(shown: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut characters = shown.chars();
    while let Some(character) = characters.next() {
        match character {
            '\x1b' => {
                characters.find(|c| c.is_ascii_alphabetic());
            }
            '\r' | '\n' => lines.push(String::new()),
            other => lines.last_mut().unwrap().push(other),
        }
    }
    lines
}

#[test]
fn a_terminal_shows_the_progress_and_the_summary() {
    for (columns, parts) in [
        (80, ["MiB (", " messages, ", "/s, ", " left, ", " findings"]),
        (40, ["M ", "% ", " msg ", " left ", " found"]),
    ] {
        let dir = TempDir::new().unwrap();
        mbox(&dir);
        let fifo = dir.path().join("out");
        if !Command::new("mkfifo").arg(&fifo).status().is_ok_and(|status| status.success()) {
            println!("skipped: no mkfifo");
            return;
        }
        let mut run = pty::start(columns, dir.path(), &["normalize", "in.mbox", "-o", "out"], &[]);
        // The thread reads half of the output first. It reads the rest when the terminal has shown enough, or when
        // the terminal can show no more.
        let (enough, wait) = channel::<()>();
        let reader = thread::spawn(move || {
            let mut output = File::open(fifo).unwrap();
            let mut half = vec![0; 1_300_000];
            output.read_exact(&mut half).unwrap();
            let _ = wait.recv_timeout(Duration::from_secs(30));
            output.read_to_end(&mut half).unwrap()
        });
        let is_told = |line: &String| parts.iter().all(|part| line.contains(part));
        let shown = run.until(|shown| lines(shown).iter().any(is_told));
        assert!(lines(&shown).iter().any(is_told), "{shown:?}");
        let drawn = lines(&shown).into_iter().filter(is_told);
        drawn.for_each(|line| assert!(line.trim_end().chars().count() < usize::from(columns), "{line:?}"));
        enough.send(()).unwrap();
        let (status, said) = run.end();
        assert_eq!(status, Some(0), "{said}");
        reader.join().unwrap();
        let summary = format!(
            "mailutf: {MESSAGES} messages: {MESSAGES} converted, 0 unchanged, 0 unresolved\n\
             mailutf: guesses: {MESSAGES} label-mismatch\n\
             mailutf: bodies by charset: UTF-8 {MESSAGES}\n"
        );
        let said = lines(&said).join("\n");
        assert!(said.contains(&summary) && said.ends_with(" s; written to out\n"), "{said:?}");
    }
}

#[test]
fn a_pipe_shows_no_progress() {
    let dir = TempDir::new().unwrap();
    mbox(&dir);
    let mut command = program::command();
    command.args(["normalize", "in.mbox", "-o", "out"]).current_dir(dir.path());
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && output.stdout.is_empty());
    // Standard error has one finding, a heading, and the number of equal findings.
    assert!(said.lines().count() == 3 && !said.contains("left") && !said.contains('\r'), "{said}");
    let output = command.args(["-v", "--force"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(&format!("{MESSAGES} messages: {MESSAGES} converted, 0 unchanged")), "{said}");
}

#[test]
fn progress_is_shown_when_the_option_says_so() {
    let dir = TempDir::new().unwrap();
    mbox(&dir);
    let said = |args: &[&str]| {
        let mut command = program::command();
        let output =
            command.args(["normalize", "in.mbox", "-o", "out"]).args(args).current_dir(dir.path()).output();
        String::from_utf8(output.unwrap().stderr).unwrap()
    };
    let always = said(&["--progress", "always"]);
    assert!(always.contains(" (100 %), 800 messages, "), "{always}");
    assert!(always.ends_with(" s; written to out\n") && !always.contains('\r'), "{always}");
    assert!(!said(&["--progress=auto"]).contains(" (100 %)"));
    let (_, shown) =
        pty::run(80, dir.path(), &["normalize", "in.mbox", "-o", "out", "--progress", "never"], &[]);
    assert!(!shown.contains("/s") && !shown.contains("written to out"), "{shown:?}");
    let mut command = program::command();
    let output =
        command.args(["check", "in.mbox", "--progress=always"]).current_dir(dir.path()).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains(" (100 %), "));
}
