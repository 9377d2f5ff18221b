//! Guarantee G12 (docs/guarantees.md): the memory that is needed does not depend on the size of the mailbox. Each
//! thread needs at most 64 MB and three times the size of the largest message, in its old or its new form, whichever
//! is larger. With messages of 1 MiB, four threads need no more than 64 MiB and one message together.
//!
//! `MAILUTF_TEST_MIB=4096` tests a mailbox of 4 GiB.

use super::program;
use flate2::Compression;
use flate2::write::GzEncoder;
use mailutf::charset::Charset;
use mailutf::transfer::{base64, quoted_printable};
use std::io::{Read, Write};
use std::process::Stdio;
use std::time::Duration;
use std::{env, fs, thread};
use tempfile::TempDir;

/// The number of octets of an attachment. An attachment has more octets than a batch holds.
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

/// Runs the program on a mailbox of `messages` messages. Returns the exit status, the number of octets written, and
/// the peak memory in KiB.
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
    // The memory is measured while the program still waits for input, because the memory of a process that has ended
    // cannot be measured.
    let peak = peak_until_now(child.id()).unwrap() >> 10;
    drop(stdin);
    let exit = child.wait().unwrap().code();
    println!("{args:?}: {messages} MiB in {} MiB", peak >> 10);
    (exit, read.join().unwrap(), peak)
}

fn size(default: u64) -> u64 {
    env::var("MAILUTF_TEST_MIB").ok().and_then(|mib| mib.parse().ok()).unwrap_or(default)
}

#[test]
fn a_mailbox_larger_than_the_memory_bound_is_normalized() {
    let size = size(96);
    let (exit, written, peak) = run(&["normalize", "--jobs", "4"], size);
    assert_eq!(exit, Some(0));
    assert!(written > (size - 1) << 20);
    assert!(peak << 10 < (64 << 20) + ATTACHMENT, "{peak} KiB");
}

#[test]
fn commands_that_only_read_keep_the_bound() {
    // `check` needs more memory, because each thread has a second copy of the changes for verification.
    for (command, expected, bound) in [
        (&["check"][..], 1, 52),
        (&["census"], 0, 40),
        (&["text"], 0, 40),
        (&["grep", "é"], 0, 40),
        (&["grep", "--mbox", "é"], 0, 40),
    ] {
        let (exit, _, peak) = run(&[command, &["--jobs", "4"]].concat(), size(48));
        assert_eq!(exit, Some(expected), "{command:?}");
        assert!(peak << 10 < (bound << 20) + ATTACHMENT, "{command:?}: {peak} KiB");
    }
}

/// Returns the peak memory of a process in octets, without the pages of the program itself, which are about 18 MiB
/// in a build without optimization. Returns `None` if the process has ended.
fn peak_until_now(process: u32) -> Option<usize> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let octets_of = |name| {
        let value = status.lines().find_map(|line| line.strip_prefix(name))?;
        value.trim().trim_end_matches(" kB").parse::<usize>().ok().map(|kib| kib << 10)
    };
    Some(octets_of("VmHWM:")?.saturating_sub(octets_of("RssFile:")?))
}

/// Waits until a process ends, and returns its peak memory in octets.
fn peak_of(process: u32) -> usize {
    let mut peak = 0;
    while let Some(now) = peak_until_now(process) {
        peak = peak.max(now);
        thread::sleep(Duration::from_millis(1));
    }
    peak
}

/// Runs the program on `input`. Returns the exit status, the number of octets written, and the peak memory in
/// octets.
fn run_whole(args: &[&str], input: &[u8]) -> (Option<i32>, usize, usize) {
    let mut command = program::command();
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    // With this setting of glibc, freed buffers return to the system at once, so that the peak shows how much
    // memory is in use.
    command.env("MALLOC_MMAP_THRESHOLD_", "65536");
    let mut child = command.spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let process = child.id();
    let (written, peak) = thread::scope(|scope| {
        let peak = scope.spawn(move || peak_of(process));
        scope.spawn(move || stdin.write_all(input));
        let (mut buffer, mut written) = (vec![0; 256 << 10], 0);
        loop {
            match stdout.read(&mut buffer).unwrap() {
                0 => return (written, peak.join().unwrap()),
                length => written += length,
            }
        }
    });
    (child.wait().unwrap().code(), written, peak)
}

/// Returns a message of about 8 MiB in `charset`, in which `line` is repeated.
fn body(charset: &str, transfer: &str, line: &str) -> Vec<u8> {
    labelled(charset, charset, transfer, line)
}

/// Returns a message of about 8 MiB in `charset`, in which `line` is repeated, with the label `label`.
fn labelled(label: &str, charset: &str, transfer: &str, line: &str) -> Vec<u8> {
    let octets = Charset::for_label(charset.as_bytes()).unwrap().encode(line).unwrap().repeat(1 << 8);
    let octets = match transfer {
        "base64" => base64::encode_body(&octets, b"\n"),
        "quoted-printable" => quoted_printable::encode_body(&octets, b"\n"),
        _ => octets,
    };
    let header = format!(
        "MIME-Version: 1.0\nContent-Type: text/plain; charset={label}\nContent-Transfer-Encoding: {transfer}\n\n"
    );
    [header.as_bytes(), &octets.repeat((8 << 20) / octets.len())].concat()
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
        assert!(peak < 3 * message.len().max(written) + REST, "{head}: {peak}");
    }
}

/// Commands that print a text have only one copy of it in memory, in addition to the message.
#[test]
fn no_command_holds_a_text_twice() {
    let message = body("koi8-r", "8bit", &format!("{}\n", "Привет, мир, ещё раз. ".repeat(9)));
    for command in [
        &["inspect"][..],
        &["detect"],
        &["text"],
        &["census"],
        &["grep", "мир"],
        &["grep", "--json", "мир"],
        &["grep", "-C9", "--nfkc", "МИР"],
        &["grep", "--mbox", "мир"],
    ] {
        let (_, _, peak) = run_whole(command, &message);
        println!("{command:?}: {} MiB in {} MiB", message.len() >> 20, peak >> 20);
        assert!(peak < 3 * message.len() + REST, "{command:?}: {peak}");
    }
}

/// In flowed text, a single paragraph may be as large as the whole text. The lines of such a paragraph are joined
/// without a further copy of the text in memory.
#[test]
fn a_flowed_paragraph_is_held_once() {
    let message = labelled("koi8-r; format=flowed", "koi8-r", "8bit", "Привет, мир, ещё раз \n");
    let (_, written, peak) = run_whole(&["text"], &message);
    assert!(written > message.len());
    assert_held_three_times("one flowed paragraph", peak, written);
}

/// `to-utf7` frees the decoded octets of a text before it encodes the text, so that no more than three copies of the
/// message are in memory.
#[test]
fn to_utf7_holds_a_message_three_times_at_most() {
    let (russian, german) = ("Привет, мир, ещё раз\n", "Grüße, und noch einmal\n");
    let one_line = german.repeat(200).replace('\n', " ") + "\n";
    for message in [
        body("koi8-r", "8bit", russian),
        body("iso-8859-1", "base64", german),
        body("iso-8859-1", "8bit", &one_line),
        body("us-ascii", "quoted-printable", &"a b ".repeat(400)),
        body("iso-8859-1", "8bit", &format!("{german}\r")),
    ] {
        let (_, written, peak) = run_whole(&["to-utf7"], &message);
        let head = String::from_utf8_lossy(&message[18..90]);
        assert_held_three_times(&head, peak, message.len().max(written));
    }
}

/// If a text cannot be decoded in the charset of its label, the result of the failed attempt must be freed. The
/// result can be large, because U+FFFD takes three octets.
#[test]
fn a_wrong_label_costs_no_memory() {
    let (russian, german, japanese) =
        ("Привет, мир, ещё раз\n", "Grüße, und noch einmal\n", "日本語のテキスト\n");
    for (said, real, line) in [
        ("iso-2022-jp", "utf-8", japanese),
        ("iso-2022-jp", "koi8-r", russian),
        ("iso-2022-jp", "euc-jp", japanese),
        ("utf-8", "koi8-r", russian),
        ("utf-8", "iso-8859-1", german),
        ("shift_jis", "utf-8", japanese),
        ("us-ascii", "gb18030", japanese),
    ] {
        let message = labelled(said, real, "8bit", line);
        let (_, written, peak) = run_whole(&["normalize"], &message);
        assert_held_three_times(&format!("{real} as {said}"), peak, message.len().max(written));
    }
}

#[test]
fn a_line_without_an_end_is_held_three_times_at_most() {
    let text = "Grüße, und noch einmal; ".repeat(16);
    let message = body("iso-8859-1", "8bit", &text);
    let (_, written, normalized) = run_whole(&["normalize"], &message);
    let (_, _, inspected) = run_whole(&["inspect"], &message);
    for peak in [normalized, inspected] {
        assert_held_three_times("one line", peak, message.len().max(written));
    }
}

/// One message has nearly as many fields as the limit allows, and the other message has many more. Neither needs more
/// memory than guarantee G12 says.
#[test]
fn messages_with_many_fields_keep_the_bound() {
    for (fields, expected) in [(29_999, 0), (1_800_000, 1)] {
        let message = [&b"X: f\xFCr\n".repeat(fields), &b"\nx\n"[..]].concat();
        let (exit, _, peak) = run_whole(&["normalize", "--quiet"], &message);
        println!("{fields} fields in {} MiB", peak >> 20);
        assert_eq!(exit, Some(expected));
        assert!(peak < 3 * message.len() + 64_000_000, "{fields}: {peak}");
    }
}

/// A message that is larger than the limit is copied without being held in memory. The message of this test is small
/// when compressed, but larger than the limit when decompressed.
#[test]
fn a_message_beyond_the_limit_is_never_held() {
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    gz.write_all(b"Subject: =?koi8-r?Q?=F0?=\n\n").unwrap();
    let line = b"text\n".repeat(1 << 10);
    (0..20 << 20 >> 12).for_each(|_| gz.write_all(&line).unwrap());
    let gz = gz.finish().unwrap();
    let (exit, written, peak) = run_whole(&["normalize", "--quiet", "--limit-message", "1M"], &gz);
    assert_eq!(exit, Some(1));
    assert!(written > 20 << 20 && peak < 8 << 20, "{written}, {peak}");
}

/// The number of octets of a large message. Four copies of such a message exceed the bound.
const LARGE: usize = 16 << 20;

/// The number of octets that are allowed in addition to three copies of the message, for data whose size does not
/// depend on the message. It is a part of the 64 MB of guarantee G12.
const REST: usize = 8 << 20;

const LINE: &[u8] = b"Ein Wort in dieser Zeile hat Umlaute, Gr\xFC\xDFe, und viele haben keine\n";

/// Returns a body that hardly grows when it is converted, so that all copies of the message have about the same
/// size.
fn large_body(line: &[u8], octets: usize) -> Vec<u8> {
    line.repeat(octets / line.len())
}

fn large_message(field: &str, body: &[u8]) -> Vec<u8> {
    let header = format!(
        "From: a@example.org\n{field}MIME-Version: 1.0\nContent-Type: text/plain; charset=iso-8859-1\n\
         Content-Transfer-Encoding: 8bit\n\n"
    );
    [header.as_bytes(), body].concat()
}

fn mbox(message: &[u8]) -> Vec<u8> {
    [b"From a@example.org Tue Jan  2 03:04:05 2024\n", message, b"\n"].concat()
}

#[track_caller]
fn assert_held_three_times(shape: &str, peak: usize, message: usize) {
    println!("{shape}: {} MiB in {} MiB", message >> 20, peak >> 20);
    assert!(peak < 3 * message + REST, "{shape}: {peak}");
}

#[test]
fn a_large_message_of_an_mbox_is_held_three_times_at_most() {
    let body = large_body(LINE, LARGE);
    let counted = format!("Content-Length: {}\n", body.len());
    for (shape, message) in [
        ("a line quoted", large_message("", &[b">From here on\n", &body[..]].concat())),
        ("every line quoted", large_message("", &large_body(&[b">From here on, ", LINE].concat(), LARGE))),
        ("counted", large_message(&counted, &body)),
    ] {
        let input = mbox(&message);
        let (exit, written, peak) = run_whole(&["normalize"], &input);
        assert_eq!(exit, Some(0), "{shape}");
        assert!(written > input.len(), "{shape}");
        assert_held_three_times(shape, peak, written);
    }
}

/// The first message is slightly larger than a power of two. A buffer that doubles its size would therefore read
/// far into the next message.
#[test]
fn little_is_read_past_the_end_of_a_large_message() {
    let message = mbox(&large_message("", &large_body(LINE, LARGE + (1 << 20))));
    let (exit, written, peak) = run_whole(&["normalize", "--jobs", "1"], &message.repeat(2));
    assert_eq!(exit, Some(0));
    assert_held_three_times("two messages", peak, written / 2);
}

#[cfg(unix)]
#[test]
fn a_large_message_is_held_three_times_at_most_in_place() {
    let dir = TempDir::new().unwrap();
    let message = large_message("", &large_body(LINE, LARGE));
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    gz.write_all(&message).unwrap();
    let gz = gz.finish().unwrap();
    let cur = dir.path().join("Mail/cur");
    fs::create_dir_all(&cur).unwrap();
    let in_maildir = cur.join("1700000000.1.host:2,S");
    for (path, octets) in [(&dir.path().join("1.eml.gz"), &gz), (&in_maildir, &message)] {
        fs::write(path, octets).unwrap();
        let args = ["normalize", "--in-place", "--no-verify", path.to_str().unwrap()];
        let (exit, _, peak) = run_whole(&args, b"");
        let name = path.display().to_string();
        assert_eq!(exit, Some(0), "{name}");
        assert!(fs::read(path).unwrap() != *octets, "{name}");
        assert_held_three_times(&name, peak, message.len());
    }
    // A message larger than the limit is copied while it is read, and is never in memory as a whole.
    let output = dir.path().join("out");
    let args = ["normalize", "--limit-message", "15M", "-o", output.to_str().unwrap()];
    let (exit, _, peak) = run_whole(&[&args[..], &[dir.path().join("Mail").to_str().unwrap()]].concat(), b"");
    assert_eq!(exit, Some(1));
    assert!(peak < (15 << 20) + REST, "{peak}");
}

#[test]
fn a_filter_and_commands_that_read_hold_a_large_message_three_times_at_most() {
    let message = large_message("", &large_body(LINE, LARGE));
    let quoted = mbox(&[&message[..], b">From here on\n"].concat());
    for (args, input, expected) in [
        (&["normalize", "--filter", "--no-verify"][..], &message, 0),
        (&["normalize", "--diff"], &quoted, 0),
        (&["check"], &quoted, 1),
        (&["census"], &quoted, 0),
    ] {
        let (exit, written, peak) = run_whole(args, input);
        assert_eq!(exit, Some(expected), "{args:?}");
        assert_held_three_times(args[0], peak, input.len().max(written));
    }
}

/// Verification needs more than three times the size of the message. If the bound allows this, the message is
/// verified. Otherwise a finding says that the message was not verified.
#[test]
fn a_message_is_verified_if_the_bound_allows_it() {
    let dir = TempDir::new().unwrap();
    let report = dir.path().join("report");
    for (octets, skipped) in [(4 << 20, false), (28 << 20, true)] {
        let message = large_message("", &large_body(LINE, octets));
        let (exit, written, peak) =
            run_whole(&["normalize", "--verify", "--report", report.to_str().unwrap()], &message);
        assert_eq!(exit, Some(0), "{octets}");
        assert!(written > octets && peak < 3 * written + 64_000_000, "{octets}: {peak}");
        let said = fs::read_to_string(&report).unwrap();
        assert_eq!(said.contains("verify-skipped"), skipped, "{octets}: {said}");
    }
}

/// The message has many short texts, each with its own finding. As items of a list, the texts would take many times
/// the memory of their octets.
#[test]
fn no_output_holds_the_items_of_a_long_list_many_times() {
    let dir = TempDir::new().unwrap();
    let report = dir.path().join("report");
    let fields: String = (0..28_000).map(|number| format!("Xname{number}: \u{1} r\n")).collect();
    let message: Vec<u8> =
        format!("{fields}\nbody\n").bytes().map(|octet| if octet == 1 { 0xE9 } else { octet }).collect();
    for args in [
        &["inspect"][..],
        &["inspect", "--json"],
        &["detect", "--json"],
        &["text", "--json"],
        &["census", "--json"],
        &["census", "--html", report.to_str().unwrap()],
        &["check", "--json"],
        &["normalize", "--report", report.to_str().unwrap()],
        &["normalize", "--diff"],
    ] {
        let (_, written, peak) = run_whole(&[args, &["-"]].concat(), &message);
        println!("{args:?}: {written} octets in {} MiB", peak >> 20);
        assert!(peak < 3 * message.len() + (40 << 20), "{args:?}: {peak}");
    }
}
