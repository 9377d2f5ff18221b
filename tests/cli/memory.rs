//! Memory does not grow with the mailbox (guarantee G12).
//!
//! `MAILUTF_TEST_MIB=4096` has the mailbox be of 4 GiB.

use super::program;
use std::io::{Read, Write};
use std::process::Stdio;
use std::{env, fs, thread};

/// Octets of an attachment, more than a batch has.
const ATTACHMENT: usize = 1 << 20;

fn message() -> Vec<u8> {
    let line = format!("{}\n", "QUJD".repeat(19));
    format!(
        "From alice@example.org Tue Jan  2 03:04:05 2024\n\
         Content-Type: multipart/mixed; boundary=b\n\n\
         --b\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n\
         caf=E9\n\
         --b\nContent-Type: application/pdf\nContent-Transfer-Encoding: base64\n\n{}--b--\n\n",
        line.repeat(ATTACHMENT / line.len()),
    )
    .into_bytes()
}

/// Has the program read a mailbox of so many messages: exit status, octets written, and its peak of memory in KiB.
fn run(args: &[&str], messages: u64) -> (Option<i32>, u64, usize) {
    let mut child =
        program::command().args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let read = thread::spawn(move || {
        let mut buffer = vec![0; 1 << 20];
        let mut total = 0_u64;
        loop {
            match stdout.read(&mut buffer).unwrap() {
                0 => return total,
                length => total += length as u64,
            }
        }
    });
    let message = message();
    let mut stdin = child.stdin.take().unwrap();
    (0..messages).for_each(|_| stdin.write_all(&message).unwrap());
    // Before the end of the input, so that the process is there to be asked.
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    drop(stdin);
    let exit = child.wait().unwrap().code();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak: usize = peak.trim().trim_end_matches(" kB").parse().unwrap();
    println!("{args:?}: {messages} MiB in {} MiB", peak >> 10);
    (exit, read.join().unwrap(), peak)
}

fn size(default: u64) -> u64 {
    env::var("MAILUTF_TEST_MIB").ok().and_then(|mib| mib.parse().ok()).unwrap_or(default)
}

#[test]
fn a_mailbox_larger_than_the_bound_is_normalized_within_it() {
    let size = size(96);
    let (exit, written, peak) = run(&["normalize", "--jobs", "4"], size);
    assert_eq!(exit, Some(0));
    assert!(written > (size - 1) << 20);
    assert!(peak << 10 < (64 << 20) + ATTACHMENT, "{peak} KiB");
}

#[test]
fn commands_that_read_do_so_within_the_bound() {
    // `check` has a second copy of what changes in each thread, to verify it.
    for (command, expected, bound) in [("check", 1, 52), ("census", 0, 40), ("text", 0, 40)] {
        let (exit, _, peak) = run(&[command, "--jobs", "4"], size(64));
        assert_eq!(exit, Some(expected), "{command}");
        assert!(peak << 10 < (bound << 20) + ATTACHMENT, "{command}: {peak} KiB");
    }
}
