//! Memory does not grow with the mailbox, and with a message to three times its size, before or after, and 64 MB
//! (guarantee G12).
//!
//! `MAILUTF_TEST_MIB=4096` has the mailbox be of 4 GiB.

use super::program;
use flate2::Compression;
use flate2::write::GzEncoder;
use mailutf::charset::Charset;
use mailutf::transfer::{base64, quoted_printable};
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

/// Has the program read `input` whole: exit status, octets written, and its peak of memory in octets. It is asked for
/// that while it waits for more of its output to be read.
fn run_whole(args: &[&str], input: &[u8]) -> (Option<i32>, usize, usize) {
    let mut child =
        program::command().args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (mut buffer, mut written, mut peak) = (vec![0; 256 << 10], 0, 0);
    thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        loop {
            match stdout.read(&mut buffer).unwrap() {
                0 => break,
                length => written += length,
            }
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
            // A process that has ended has none.
            if let Some(now) = status.lines().find_map(|line| line.strip_prefix("VmHWM:")) {
                peak = now.trim().trim_end_matches(" kB").parse().unwrap();
            }
        }
    });
    (child.wait().unwrap().code(), written, peak << 10)
}

/// A message of `line`s in `charset`, some 12 MiB.
fn body(charset: &str, transfer: &str, line: &str) -> Vec<u8> {
    let octets = Charset::for_label(charset.as_bytes()).unwrap().encode(line).unwrap().repeat(1 << 8);
    let octets = match transfer {
        "base64" => base64::encode_body(&octets, b"\n"),
        "quoted-printable" => quoted_printable::encode_body(&octets, b"\n"),
        _ => octets,
    };
    let header = format!(
        "MIME-Version: 1.0\nContent-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {transfer}\n\n"
    );
    [header.as_bytes(), &octets.repeat((12 << 20) / octets.len())].concat()
}

#[test]
fn a_large_message_is_held_three_times_at_most() {
    let (russian, german, japanese) =
        ("Привет, мир, ещё раз\n", "Grüße, und noch einmal\n", "日本語のテキスト\n");
    let messages = [
        body("koi8-r", "8bit", russian),
        body("koi8-r", "base64", russian),
        body("iso-8859-1", "quoted-printable", german),
        body("iso-8859-1", "8bit", german),
        body("iso-2022-jp", "7bit", japanese),
        body("shift_jis", "8bit", japanese),
        body("utf-16le", "base64", russian),
    ];
    for message in messages {
        let (exit, written, peak) = run_whole(&["normalize"], &message);
        let head = String::from_utf8_lossy(&message[18..90]);
        println!("{head}: {} MiB in {} MiB", message.len() >> 20, peak >> 20);
        assert_eq!(exit, Some(0), "{head}");
        // The rest of the 64 MB is not for what a message is made of.
        assert!(peak < 3 * message.len().max(written) + (20 << 20), "{head}: {peak}");
    }
}

/// As many fields as a message may have, and more.
#[test]
fn many_fields_are_held_within_the_bound() {
    for (fields, expected) in [(29_999, 0), (1_800_000, 1)] {
        let message = [&b"X: \xF0\n".repeat(fields), &b"\nx\n"[..]].concat();
        let (exit, _, peak) = run_whole(&["normalize", "--quiet"], &message);
        println!("{fields} fields in {} MiB", peak >> 20);
        assert_eq!(exit, Some(expected));
        assert!(peak < 3 * message.len() + 64_000_000, "{fields}: {peak}");
    }
}

/// What is compressed well is large all the same.
#[test]
fn a_message_beyond_the_limit_is_never_held() {
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    gz.write_all(b"Subject: =?koi8-r?Q?=F0?=\n\n").unwrap();
    let line = b"text\n".repeat(1 << 10);
    (0..20 << 20 >> 12).for_each(|_| gz.write_all(&line).unwrap());
    let gz = gz.finish().unwrap();
    let (exit, written, peak) = run_whole(&["normalize", "--quiet", "--limit-message", "1M"], &gz);
    assert_eq!(exit, Some(1));
    assert!(written > 20 << 20 && peak < 20 << 20, "{written}, {peak}");
}
