//! Tests of `mailutf normalize --diff`.

use super::program;
use std::fs;
#[cfg(target_os = "linux")]
use std::{
    io::{Read, Write},
    process::Stdio,
    thread,
};

const MIXED: &str = "Message-ID: <1@example.org>\n\
    Subject: =?koi8-r?B?8NLJ18XU?=\n\
    X-1: one\nX-2: two\nX-3: three\nX-4: four\nX-5: five\nX-6: six\nX-7: seven\n\
    Content-Type: multipart/mixed; boundary=b\n\n\
    --b\nContent-Type: text/plain; charset=utf-7\n\nHi +ZeVnLIqe\nsame\n\
    --b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\nAAAA\nAAAA\nAAAA\nAAAA\nAAAA\nAAAA\nAAAA\nAAAA\n\
    --b\nContent-Type: text/html; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n\
    <p>caf=E9=1B[2J</p>=\n<br>\n\n--b--\n";

const DIFF: &str = "\
--- standard input
+++ standard input, in UTF-8
@@ -1,5 +1,5 @@ multipart/mixed
 Message-ID: <1@example.org>
-Subject: =?koi8-r?B?8NLJ18XU?=
+Subject: Привет
 X-1: one
 X-2: two
 X-3: three
@@ -8,11 +8,13 @@ multipart/mixed
 X-6: six
 X-7: seven
 Content-Type: multipart/mixed; boundary=b
+Content-Transfer-Encoding: 8bit
 
 --b
-Content-Type: text/plain; charset=utf-7
+Content-Type: text/plain; charset=utf-8
+Content-Transfer-Encoding: 8bit
 
-Hi +ZeVnLIqe
+Hi 日本語
 same
 --b
 Content-Type: image/png
@@ -27,9 +29,9 @@ part 3: text/html, iso-8859-1, quoted-printable
 AAAA
 AAAA
 --b
-Content-Type: text/html; charset=iso-8859-1
+Content-Type: text/html; charset=utf-8
-Content-Transfer-Encoding: quoted-printable
+Content-Transfer-Encoding: 8bit
 
-<p>caf\\xE9\\u{1b}[2J</p><br>
+<p>café\\u{1b}[2J</p><br>
 
 --b--
";

fn diff(args: &[&str], input: &[u8], status: i32) -> (String, String) {
    let mut command = program::assert_command();
    let assert = command.args(["normalize", "--diff"]).args(args).write_stdin(input).assert().code(status);
    let output = assert.get_output();
    let text = |octets: &[u8]| String::from_utf8(octets.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn changes_are_shown_with_context() {
    assert_eq!(diff(&[], MIXED.as_bytes(), 0), (DIFF.to_owned(), String::new()));
}

#[test]
fn crlf_is_one_line_end() {
    assert_eq!(diff(&[], MIXED.replace('\n', "\r\n").as_bytes(), 0).0, DIFF);
}

#[test]
fn a_message_without_changes_is_not_shown() {
    assert_eq!(diff(&[], b"Subject: caf\xC3\xA9\n\nbody\n", 0), (String::new(), String::new()));
}

#[test]
fn octets_that_happen_to_be_utf8_are_not_shown_as_text() {
    let message =
        b"Content-Type: text/plain; charset=euc-kr\n\n\xB0\xA8\xBB\xE7\xC7\xD5\xB4\xCF\xB4\xD9\t.\x1b\n";
    let (said, _) = diff(&[], message, 0);
    assert!(said.contains("\n-\\xB0\\xA8\\xBB\\xE7\\xC7\\xD5\\xB4\\xCF\\xB4\\xD9\t.\\u{1b}\n"), "{said}");
    assert!(said.contains("\n+감사합니다\t.\\u{1b}\n"), "{said}");
}

#[test]
fn a_long_body_shows_only_lines_that_change() {
    let mut body: Vec<String> = (1..=1000).map(|n| format!("line {n}")).collect();
    body[499] = "caf=E9".to_owned();
    let message = format!(
        "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n{}\n",
        body.join("\n")
    );
    let (said, _) = diff(&[], message.as_bytes(), 0);
    assert_eq!(said.lines().count(), 19, "{said}");
    let hunk = "@@ -500,7 +500,7 @@ text/plain, iso-8859-1, quoted-printable\n line 497\n line 498\n line 499\n\
                -caf\\xE9\n+café\n line 501\n line 502\n line 503\n";
    assert!(said.ends_with(hunk), "{said}");
}

/// A diff of more than 1 MiB is not shown, so that the memory for a diff is limited.
#[test]
fn a_diff_of_more_than_1_mib_is_not_shown() {
    let header = &b"Content-Type: text/plain; charset=iso-8859-1\n\n"[..];
    for (lines, shown) in [((1 << 20) / 6 - 20, true), ((1 << 20) / 6 + 1, false)] {
        let message = [header, &b"caf\xE9\n".repeat(lines)].concat();
        let (diff, _) = diff(&[], &message, 0);
        assert!(diff.starts_with("--- standard input\n+++ standard input, in UTF-8\n@@ "));
        assert_eq!(diff.contains("+café\n"), shown, "{lines}");
        assert_eq!(diff.contains("@@ a change of more than 1 MiB is not shown @@"), !shown, "{lines}");
    }
}

#[test]
fn messages_of_mboxes_and_directories_are_shown_and_not_written() {
    let dir = tempfile::tempdir().unwrap();
    let from_line = "From alice@example.org Tue Jan  2 03:04:05 2024\n";
    let message = "Subject: =?iso-8859-1?Q?caf=E9?=\n\nbody\n\n";
    let mbox = format!("{from_line}{message}").repeat(2);
    fs::write(dir.path().join("1.mbox"), &mbox).unwrap();
    fs::write(dir.path().join("2.eml"), message).unwrap();
    let report = dir.path().join("report.jsonl");
    let (said, errors) = diff(&[dir.path().to_str().unwrap(), "--report", report.to_str().unwrap()], b"", 0);
    assert_eq!(errors, "");
    assert_eq!(said.matches("\n-Subject: =?iso-8859-1?Q?caf=E9?=\n+Subject: café\n").count(), 3, "{said}");
    assert!(said.contains(&format!("1.mbox: message 2 at octet {}\n", mbox.len() / 2)), "{said}");
    assert!(said.contains("2.eml, in UTF-8\n"), "{said}");
    assert_eq!(fs::read_to_string(dir.path().join("1.mbox")).unwrap(), mbox);
    assert_eq!(fs::read_to_string(dir.path().join("2.eml")).unwrap(), message);
    assert_eq!(fs::read_to_string(report).unwrap().lines().count(), 3);
}

/// Reads the range of one side in the head of a hunk. Returns the number of the first line and the number of lines.
fn range(range: &str) -> (usize, usize) {
    let (start, count) = range[1..].split_once(',').unwrap_or((&range[1..], "1"));
    let (start, count) = (start.parse().unwrap(), count.parse().unwrap());
    // If the range has no lines, its head gives the number of the line before it.
    (if count == 0 { start + 1 } else { start }, count)
}

#[test]
fn hunks_count_their_lines_and_are_in_order() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus");
    let (said, _) = diff(&["--quiet", corpus], b"", 1);
    assert!(!said.contains(|c: char| c.is_control() && c != '\n' && c != '\t'), "{said}");
    let mut lines = said.lines();
    let (mut hunks, mut old_end, mut new_end) = (0, 1, 1);
    while let Some(line) = lines.next() {
        let Some(head) = line.strip_prefix("@@ ") else {
            assert!(line.starts_with("--- ") && lines.next().unwrap().starts_with("+++ "), "{line}");
            (old_end, new_end) = (1, 1);
            continue;
        };
        let mut words = head.split(' ');
        let ((old, mut old_count), (new, mut new_count)) =
            (range(words.next().unwrap()), range(words.next().unwrap()));
        assert!(old >= old_end && new >= new_end && old - old_end == new - new_end, "{line}");
        (old_end, new_end) = (old + old_count, new + new_count);
        let mut changes = 0;
        while old_count + new_count > 0 {
            let line = lines.next().unwrap();
            old_count -= usize::from(!line.starts_with('+'));
            new_count -= usize::from(!line.starts_with('-'));
            changes += usize::from(!line.starts_with(' '));
        }
        assert!(changes > 0, "{line}");
        hunks += 1;
    }
    assert!(hunks > 60, "{hunks}");
}

/// Text in UTF-16 is shown as text if its label names UTF-16, and as octets otherwise.
#[test]
fn utf16_is_shown_as_text() {
    let octets: Vec<u8> = "Grüße\nШ\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let encoded = [mailutf::transfer::base64::encode_body(&octets, b"\n"), b"\n".to_vec()].concat();
    for (label, transfer, body, expected) in [
        ("utf-16", "base64", &encoded, "+Content-Transfer-Encoding: 8bit\n \n Grüße\n Ш\n"),
        (
            "utf-16be",
            "8bit",
            &octets,
            "+Content-Type: text/plain; charset=utf-8\n Content-Transfer-Encoding: 8bit\n \n Grüße\n",
        ),
        ("utf-16le", "base64", &encoded, "-\\u{4}(\\u{0}\n+Grüße\n+Ш\n"),
    ] {
        let header =
            format!("Content-Type: text/plain; charset={label}\nContent-Transfer-Encoding: {transfer}\n\n");
        let (said, _) = diff(&[], &[header.as_bytes(), body].concat(), 0);
        assert!(said.contains(expected), "{said}");
    }
}

/// Returns the processor time of a run in hundredths of a second, or `None` if the system does not report it.
#[cfg(target_os = "linux")]
fn processor_time(args: &[&str], input: &[u8]) -> Option<u64> {
    let mut child =
        program::command().args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let read = thread::spawn(move || stdout.read_to_end(&mut Vec::new()).unwrap());
    child.stdin.take().unwrap().write_all(input).unwrap();
    read.join().unwrap();
    // When a process has ended, the system keeps its times until the test waits for the process.
    let ended = || loop {
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
        let fields: Vec<String> = stat.rsplit(") ").next()?.split(' ').map(str::to_owned).collect();
        if fields.first()? == "Z" {
            return Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?);
        }
    };
    let time = ended();
    child.wait().unwrap();
    time
}

/// Regression test: for each edit, the whole line of the edit was searched, which took quadratic time.
#[cfg(target_os = "linux")]
#[test]
fn a_line_with_many_edits_is_shown_in_linear_time() {
    for unit in [", =?koi8-r?Q?=F0?= <a@b>", "\t(a)\t=?koi8-r?Q?=F0?="] {
        let message = |octets: usize| format!("To: a{}\n\nbody\n", unit.repeat(octets / unit.len()));
        let time = |octets| processor_time(&["normalize", "--diff"], message(octets).as_bytes());
        let (Some(short), Some(long)) = (time(20 << 10), time(160 << 10)) else { return };
        assert!(long < 20 * short.max(4), "{unit}: {short}, {long}");
    }
}
