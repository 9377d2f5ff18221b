//! Tests of `mailutf normalize`.

use super::program;
use assert_cmd::Command;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const FROM_LINE: &str = "From alice@example.org Tue Jan  2 03:04:05 2024";
const MESSAGE: &str = "Message-ID: <1@example.org>\nContent-Type: text/plain; charset=iso-8859-1\n\
                       Content-Transfer-Encoding: quoted-printable\n\ncaf=E9\n";
const NORMAL: &str = "Message-ID: <1@example.org>\nContent-Type: text/plain; charset=utf-8\n\
                      Content-Transfer-Encoding: 8bit\n\ncaf\u{e9}\n";
const UNREADABLE: &str = "Message-ID: <2@example.org>\nContent-Transfer-Encoding: x-none-such\n\n???\n";

fn normalize() -> Command {
    let mut command = program::assert_command();
    command.arg("normalize");
    command
}

fn stderr(command: &mut Command, status: i32) -> String {
    let assert = command.assert().code(status);
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

fn mbox(messages: &[&str]) -> String {
    messages.iter().map(|message| format!("{FROM_LINE}\n{message}\n")).collect()
}

fn written(dir: &TempDir, name: &str, octets: &str) -> std::path::PathBuf {
    let path = dir.path().join(name);
    fs::write(&path, octets).unwrap();
    path
}

#[test]
fn standard_input_to_standard_output() {
    normalize().write_stdin(MESSAGE).assert().code(0).stdout(NORMAL).stderr("");
    normalize().arg("-").write_stdin(NORMAL).assert().code(0).stdout(NORMAL).stderr("");
}

#[test]
fn attachments_are_converted_unless_they_are_to_be_kept() {
    let [old, new] = [MESSAGE, NORMAL]
        .map(|message| message.replacen("Content-Type", "Content-Disposition: attachment\nContent-Type", 1));
    for (choice, expected) in [("convert", &new), ("keep", &old)] {
        let mut run = normalize();
        run.args(["--attachments", choice]).write_stdin(old.clone());
        run.assert().code(0).stdout(expected.clone()).stderr("");
    }
}

#[test]
fn an_mbox_is_known_by_its_from_line() {
    let input = mbox(&[MESSAGE, NORMAL]);
    normalize().write_stdin(input).assert().code(0).stdout(mbox(&[NORMAL, NORMAL])).stderr("");
}

#[test]
fn a_file_to_a_file() {
    let dir = TempDir::new().unwrap();
    let input = written(&dir, "in.eml", MESSAGE);
    let output = dir.path().join("out.eml");
    normalize().arg(&input).arg("-o").arg(&output).assert().code(0).stdout("").stderr("");
    assert_eq!(fs::read_to_string(output).unwrap(), NORMAL);
}

#[test]
fn an_output_that_is_an_input_is_refused_before_it_is_emptied() {
    let dir = TempDir::new().unwrap();
    let path = written(&dir, "in.eml", MESSAGE);
    assert!(stderr(normalize().arg(&path).arg("-o").arg(&path), 2).contains("in.eml"));
    assert_eq!(fs::read_to_string(path).unwrap(), MESSAGE);
}

#[test]
fn compressed_files_are_read_and_written() {
    let dir = TempDir::new().unwrap();
    let input = written(&dir, "in.eml", MESSAGE);
    let (compressed, again) = (dir.path().join("out.eml.xz"), dir.path().join("out.eml"));
    normalize().arg(&input).arg("-o").arg(&compressed).assert().code(0);
    assert!(fs::read(&compressed).unwrap().starts_with(b"\xFD7zXZ"));
    normalize().arg(&compressed).arg("-o").arg(&again).assert().code(0);
    assert_eq!(fs::read_to_string(again).unwrap(), NORMAL);
}

#[test]
fn a_dry_run_writes_nothing() {
    let assert = normalize().arg("--dry-run").write_stdin(MESSAGE).assert().code(0).stdout("");
    let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(said.starts_with("mailutf: 1 message: 1 to convert, 0 unchanged, 0 unresolved\n"), "{said}");
    normalize().args(["--dry-run", "-q"]).write_stdin(MESSAGE).assert().code(0).stdout("").stderr("");
}

#[test]
fn mboxes_can_be_joined_and_messages_cannot() {
    let dir = TempDir::new().unwrap();
    let first = written(&dir, "1.mbox", mbox(&[MESSAGE]).trim_end());
    let second = written(&dir, "2.mbox", &mbox(&[MESSAGE]));
    normalize().arg(first).arg(&second).assert().code(0).stdout(mbox(&[NORMAL, NORMAL]));
    let message = written(&dir, "3.eml", MESSAGE);
    let said = stderr(normalize().arg(&second).arg(message), 2);
    assert!(said.contains("3.eml") && said.contains("not an mbox"), "{said}");
}

#[test]
fn unresolved_text_is_status_1_and_its_place_is_printed() {
    let input = mbox(&[NORMAL, UNREADABLE]);
    let said = stderr(normalize().write_stdin(input.clone()), 1);
    let offset = mbox(&[NORMAL]).len();
    assert_eq!(said.lines().count(), 1, "{said}");
    let place = format!(
        "mailutf: standard input: message 2 at octet {offset} <2@example.org>: transfer-unknown at octet"
    );
    assert!(said.starts_with(&place), "{said}");
    normalize().arg("--quiet").write_stdin(input.clone()).assert().code(1).stdout(input).stderr("");
}

#[test]
fn many_findings_are_summarized() {
    let input = mbox(&[UNREADABLE; 50]);
    let said = stderr(normalize().write_stdin(input.clone()), 1);
    let [first, heading, kind] = said.lines().collect::<Vec<_>>().try_into().unwrap();
    assert!(first.contains("message 1 at octet 0 <2@example.org>: transfer-unknown at octet 68"), "{first}");
    assert!(heading.contains("--verbose") && heading.contains("--report"), "{heading}");
    let named = "standard input: message 1, standard input: message 2, standard input: message 3 and 47 more";
    assert_eq!(kind, format!("mailutf: 50 × transfer-unknown: x-none-such: {named}"));
    let said = stderr(normalize().arg("--verbose").write_stdin(input), 1);
    assert!(said.lines().count() > 50, "{said}");
}

#[test]
fn a_line_about_text_before_the_first_message_has_no_number() {
    let dir = TempDir::new().unwrap();
    let path = written(&dir, "in.mbox", &format!("notes\n\n{}", mbox(&[UNREADABLE])));
    let report = dir.path().join("report.jsonl");
    normalize().arg(&path).arg("-n").arg("-q").arg("--report").arg(&report).assert().code(1);
    let text = fs::read_to_string(report).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let found: Vec<_> =
        lines.map(|line| (line["message"].as_u64(), line["findings"][0]["code"].clone())).collect();
    assert_eq!(found, [(None, "structure-doubtful".into()), (Some(1), "transfer-unknown".into())], "{text}");
}

#[test]
fn the_report_is_json_lines() {
    let dir = TempDir::new().unwrap();
    let path = written(&dir, "in.mbox", &mbox(&[NORMAL, MESSAGE, UNREADABLE]));
    let report = dir.path().join("report.jsonl");
    normalize().arg(&path).arg("-n").arg("-q").arg("--report").arg(&report).assert().code(1);
    let text = fs::read_to_string(report).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines.iter().all(|line| line["schema"] == 1 && line["file"] == path.to_str().unwrap()));
    assert_eq!((&lines[0]["message"], &lines[0]["message_id"]), (&2.into(), &"<1@example.org>".into()));
    assert_eq!(lines[0]["edits"]["body"], 1);
    let finding = &lines[1]["findings"][0];
    assert_eq!((&finding["code"], &finding["severity"]), (&"transfer-unknown".into(), &"unresolved".into()));
    assert!(finding["start"].is_u64() && finding["end"].is_u64() && finding["part"].is_string(), "{text}");
}

/// Each row of a report has the sender, the mailing list and the date of the message, so that a spreadsheet can
/// group the rows.
#[test]
fn rows_of_a_report_say_whom_and_what_they_are_about() {
    let doubtful = b"From: Ann <Ann@X.example>\nList-Id: Cats <Cats.example.org>\n\
        Date: Sat, 17 May 2003 23:30:00 -0500\nSubject: =?koi8-r?Q?=EB=CF=C4?=\n\
        Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n\
        Hello\n=CF=F0=E8=E2=E5=F2, =E2=F1=F2=F0=E5=F7=E0\n";
    let bare = b"Content-Type: text/plain; charset=koi8-r\n\n\xEB\xCF\xC4\n";
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("in.mbox");
    let from_line = b"From a@b Tue Jan  2 03:04:05 2024\n";
    fs::write(&path, [&from_line[..], doubtful, b"\n", from_line, bare].concat()).unwrap();
    let report = dir.path().join("report.jsonl");
    normalize().arg(&path).arg("-n").arg("-q").arg("--report").arg(&report).assert().code(1);
    let text = fs::read_to_string(report).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let row = |line: &serde_json::Value| {
        ["sender", "list", "date", "subject", "sample"]
            .map(|key| line[key].as_str().unwrap_or("null").to_owned())
    };
    assert_eq!(row(&lines[0]), ["ann@x.example", "cats.example.org", "2003-05-17", "Код", "Ïðèâåò, âñòðå÷à"]);
    assert_eq!(row(&lines[1]), ["null", "null", "null", "", "Код"], "{text}");
}

#[test]
fn a_message_that_mail_parser_reads_differently_is_not_changed() {
    // Unlike this program, mail-parser takes the second line for a field. The header fields that mail-parser finds
    // before and after the conversion therefore differ, and verification fails.
    let message = b"Subject: x\nInval\xEFd: y\n\ncaf\xE9\n";
    let assert = normalize().arg("--verify").write_stdin(&message[..]).assert().code(1).stdout(&message[..]);
    let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(said.contains("verify-failed"), "{said}");
    normalize().arg("--verify").write_stdin(MESSAGE).assert().code(0).stdout(NORMAL).stderr("");
}

#[test]
fn options_reach_the_policy() {
    let keep = normalize().args(["--bodies", "keep"]).write_stdin(MESSAGE).assert().code(0);
    keep.stdout(MESSAGE);
    let said = stderr(normalize().args(["--fallback-charset", "x-none-such"]).write_stdin(MESSAGE), 2);
    assert!(said.contains("x-none-such"), "{said}");
}

/// `--charset` overrules the wrong labels of a body, of an encoded word and of a parameter, and reports each of them
/// once. It does not overrule the right label of another encoded word.
#[test]
fn wrong_labels_are_overruled_everywhere_and_once() {
    let message = "Subject: =?iso-8859-1?Q?=CF=F0=E8?= =?koi8-r?Q?=F0?=\n\
        Content-Type: text/html; charset=latin1; name*=iso-8859-1''%CF\n\
        Content-Transfer-Encoding: quoted-printable\n\n<p>=CF=F0=E8\n";
    let new = "Subject: ПриП\n\
        Content-Type: text/html; charset=utf-8; name=\"П\"\n\
        Content-Transfer-Encoding: 8bit\n\n<p>При\n";
    for command in [&["normalize"][..], &["normalize", "--verify"]] {
        let mut run = program::assert_command();
        let run = run.args(command).args(["--charset", "iso-8859-1=windows-1251", "--charset", "utf-8=big5"]);
        let assert = run.write_stdin(message).assert().code(0).stdout(new);
        let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert_eq!(said.matches("label-overruled at octet").count(), 3, "{said}");
        // The converted text has other labels than those that the options overrule, so the options apply to no text.
        let assert = run.write_stdin(new).assert().code(0).stdout(new);
        let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert_eq!(said.matches("applied to no text").count(), said.lines().count(), "{said}");
    }
    let text = |args: &[&str]| {
        let mut run = program::assert_command();
        let assert = run.args(args).args(["--charset=latin1=cp1251"]).write_stdin(message).assert().code(0);
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    assert_eq!(text(&["text", "--headers"]).lines().next(), Some("Subject: ПриП"));
    assert!(text(&["text"]).starts_with("<p>При\n"));
    let census = text(&["census", "--csv"]);
    assert_eq!(census.matches(",windows-1251,").count(), 3, "{census}");
}

/// By default, text with a doubtful label stays unchanged. With `--doubtful`, the text is read as the option says.
/// The text is reported in both cases.
#[test]
fn doubtful_labels() {
    let message =
        "Subject: =?iso-8859-1?B?z/Do4uXyLCDs6PA=?=\nFrom: =?iso-8859-1?Q?J=F6rg?= <j@example.org>\n\n";
    let normalized = |choice: &[&str], code: i32| {
        let mut run = program::assert_command();
        let assert = run.arg("normalize").args(choice).write_stdin(message).assert().code(code);
        let output = assert.get_output();
        (String::from_utf8(output.stdout.clone()).unwrap(), String::from_utf8(output.stderr.clone()).unwrap())
    };
    let (kept, said) = normalized(&[], 1);
    assert_eq!(kept, message.replace("=?iso-8859-1?Q?J=F6rg?=", "Jörg"));
    let reading = "labelled ISO-8859-1, but 99 % likely windows-1251";
    assert!(
        said.contains(&format!(
            "label-doubtful at octet 9: {reading}; to accept the likely reading, use --doubtful evidence"
        )),
        "{said}"
    );
    assert_eq!(normalized(&["--doubtful", "keep"], 1), (kept, said));
    let (new, said) = normalized(&["--doubtful", "evidence"], 0);
    assert_eq!(new, "Subject: Привет, мир\nFrom: Jörg <j@example.org>\n\n");
    assert_eq!(said.matches("label-overruled").count(), 1, "{said}");
    for choice in [&["--doubtful", "label"][..], &["--strict"], &["--charset", "iso-8859-1=windows-1252"]] {
        let (new, said) = normalized(choice, 0);
        assert_eq!(new, "Subject: Ïðèâåò, ìèð\nFrom: Jörg <j@example.org>\n\n", "{choice:?}");
        assert!(!said.contains("label-doubtful"), "{said}");
    }
    program::assert_command().args(["check"]).write_stdin(message).assert().code(1);
}

#[test]
fn errors_in_an_override_are_explained() {
    for (args, expected) in [
        (&["--charset", "cp1251"][..], "write the wrong label before the charset, as in iso-8859-1=cp1251"),
        (&["--charset", "=koi8-r"], "--fallback-charset"),
        (&["--charset", "latin1=koi9-r"], "did you mean `koi8-r`?"),
        (
            &["--charset", "latin1=big5", "--charset", "iso-8859-1=gbk"],
            "--charset names two charsets for the label `iso-8859-1`\n\nUsage: mailutf normalize ",
        ),
    ] {
        let said = stderr(normalize().args(args).write_stdin(MESSAGE), 2);
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn decode_all_contradicts_encoded_bodies() {
    for form in ["qp", "base64", "keep"] {
        let said = stderr(normalize().args(["--decode-all", "--bodies", form]).write_stdin(MESSAGE), 2);
        assert!(said.contains(&format!("--decode-all contradicts --bodies {form}")), "{said}");
    }
    normalize().args(["--decode-all", "--bodies=8bit"]).write_stdin(MESSAGE).assert().code(0);
}

#[test]
fn an_unreadable_file_is_status_2_and_named() {
    let dir = TempDir::new().unwrap();
    for path in [Path::new("no-such-file.eml"), dir.path()] {
        let said = stderr(normalize().arg(path), 2);
        assert!(said.contains(path.to_str().unwrap()), "{said}");
    }
}

#[test]
fn a_missing_file_does_not_stop_the_others() {
    let dir = TempDir::new().unwrap();
    let path = written(&dir, "1.mbox", &mbox(&[MESSAGE]));
    normalize().arg("no-such-file.mbox").arg(path).assert().code(2).stdout(mbox(&[NORMAL]));
}

#[test]
fn an_empty_file_stays_empty() {
    normalize().write_stdin("").assert().code(0).stdout("").stderr("");
}

#[test]
fn foreign_text_is_escaped_on_the_terminal() {
    let message = "Content-Transfer-Encoding: x-\x1b[2J\nMessage-ID: <\x1b[31m\u{202e}>\n\n???\n";
    let said = stderr(normalize().write_stdin(mbox(&[message])), 1);
    assert!(said.contains(r"<\u{1b}[31m\u{202e}>"), "{said}");
    assert!(!said.contains('\x1b') && !said.contains('\u{202e}'), "{said}");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_a_failure() {
    let dir = TempDir::new().unwrap();
    let body = "x\n".repeat(1 << 20);
    let path = written(&dir, "1.mbox", &mbox(&[&format!("{MESSAGE}{body}")]));
    let output = crate::closed_pipe(&["normalize", path.to_str().unwrap()]);
    assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]));
}

#[cfg(unix)]
#[test]
fn a_file_that_is_not_mail_is_named_and_kept() {
    let dir = TempDir::new().unwrap();
    let path = written(&dir, "notes.txt", "hello\nworld\n");
    let named = format!("mailutf: {}: header-missing at octet 0: ", path.display());
    for args in [&[][..], &["--dry-run"], &["--in-place"]] {
        let said = stderr(normalize().args(args).arg(&path), 0);
        assert!(said.starts_with(&named), "{args:?}: {said}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "hello\nworld\n");
    }
    normalize().arg(&path).assert().stdout("hello\nworld\n");
    for mail in ["", "\nhello\n", "Subject: hello\nworld\n"] {
        normalize().write_stdin(mail).assert().code(0).stdout(mail).stderr("");
    }
}

/// If a finding names an option, the option settles the finding. An option that would not settle it is not named.
#[test]
fn an_option_that_a_finding_names_settles_it() {
    let attached = "Content-Disposition: attachment\n";
    for (label, disposition, octets, named) in [
        ("iso-8859-1", "", &b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA"[..], &["evidence", "label"][..]),
        // The text may be in one of several charsets, and its letters do not show which one.
        ("iso-8859-1", "", b"\xCA\xC0\xCA\xC2", &["label"]),
        // The letters of an attachment are no evidence for its charset.
        ("iso-8859-1", attached, b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA", &["label"]),
        ("utf-8", "", "GrÃ¼ÃŸe aus KÃ¶ln".as_bytes(), &["evidence", "label"]),
        // In this text, an octet was lost.
        ("utf-8", "", "PÅ™Ã\u{AD}liÅ¡ Å¾luÅ¥ouÄ\u{FFFD}kÃ½".as_bytes(), &["label"]),
        ("iso-8859-1", "", "Größe".as_bytes(), &["label"]),
        ("utf-16be", "", b"ecke", &["label"]),
        ("iso-8859-1", attached, b"<?xml version='1.0' encoding='iso-8859-2'?><a>\xF8</a>", &["label"]),
    ] {
        let head = format!("Content-Type: text/plain; charset={label}; name=x\n{disposition}\n");
        let message = [head.as_bytes(), octets].concat();
        let run = |options: &[&str]| {
            let assert = program::assert_command()
                .args(["normalize", "-v"])
                .args(options)
                .write_stdin(&*message)
                .assert();
            String::from_utf8(assert.get_output().stderr.clone()).unwrap()
        };
        let findings = run(&[]);
        let (_, finding) = findings.split_once("standard input: ").unwrap();
        let code = finding.split(' ').next().unwrap();
        let words = findings.lines().next().unwrap().split([' ', ',', ';']);
        let mut options = Vec::new();
        let mut before = "";
        for word in words {
            // The word `CHARSET` stands for a charset that a person must name, so such an option cannot be tried.
            if matches!(before, "--doubtful" | "--charset") && !word.ends_with("=CHARSET") {
                options.push([before, word]);
            }
            before = word;
        }
        assert_eq!(options.iter().map(|[_, value]| *value).collect::<Vec<_>>(), named, "{findings}");
        for option in options {
            assert!(!run(&option).contains(code), "{option:?} {findings}");
        }
    }
}
