//! Tests of `mailutf grep`, and of `--match`.

use super::{program, pty};
use mailutf::Policy;
use mailutf::message::Message;
use mailutf::structure::PartKind;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const FROM_LINE: &str = "From a@example.org Tue Jan  2 03:04:05 2024\n";

/// A message with plain text and HTML, an attachment and an enclosed message, each in a different charset.
const MESSAGE: &str = "Subject: =?iso-8859-1?Q?caf=E9?=\n =?iso-8859-1?Q?_noir?=\nFrom: =?koi8-r?B?6dfBzg==?= <ivan@example.org>\n\
    Received: from cafe by bar; Tue, 2 Jan 2024 03:04:05 +0000\nMIME-Version: 1.0\n\
    Content-Type: multipart/mixed; boundary=b\n\n\
    --b\nContent-Type: multipart/alternative; boundary=c\n\n\
    --c\nContent-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: quoted-printable\n\n=EB=CF=C4=\n one\ntwo\n\n\
    --c\nContent-Type: text/html; charset=utf-8\n\n<p>Ко<b>д</b> &eacute;t&eacute;\n--c--\n\
    --b\nContent-Type: text/plain\nContent-Disposition: attachment; filename*=utf-8''%D0%9A%D0%BE%D0%B4.txt\n\nin the file\n\
    --b\nContent-Type: message/rfc822\n\nSubject: inside\n\nКод enclosed\n--b--\n";

fn grep(args: &[&str], input: &[u8], status: i32) -> (String, String) {
    let mut command = program::assert_command();
    let assert = command.arg("grep").args(args).write_stdin(input.to_vec()).assert().code(status);
    let output = assert.get_output();
    let text = |octets: &[u8]| String::from_utf8(octets.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

#[track_caller]
fn prints(args: &[&str], input: &str, expected: &str) {
    let status = i32::from(expected.is_empty());
    assert_eq!(grep(args, input.as_bytes(), status), (expected.to_owned(), String::new()), "{args:?}");
}

fn mbox() -> String {
    let messages =
        ["Subject: one\n\nalpha\nbeta\n", "Subject: two\n\ngamma\n", "Subject: three\n\nbeta\n>From x\n"];
    messages.iter().map(|message| format!("{FROM_LINE}{message}\n")).collect()
}

/// Returns a directory with an mbox, a Maildir and a compressed message.
fn folder() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    for folder in ["box", "box/cur", "box/new", "box/tmp"] {
        fs::create_dir(path(folder)).unwrap();
    }
    fs::write(path("a.mbox"), mbox()).unwrap();
    fs::write(path("box/cur/1:2,S"), "Subject: four\n\nbeta\n").unwrap();
    fs::write(path("box/cur/2:2,S"), "Subject: five\n\ngamma\n").unwrap();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut gzip, b"Subject: six\n\nbeta\n").unwrap();
    fs::write(path("b.eml.gz"), gzip.finish().unwrap()).unwrap();
    dir
}

fn in_folder(args: &[&str], status: i32) -> (String, String) {
    let dir = folder();
    let mut command = program::assert_command();
    let assert = command.arg("grep").args(args).current_dir(dir.path()).assert().code(status);
    let output = assert.get_output();
    let text = |octets: &[u8]| String::from_utf8(octets.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn decoded_text_is_searched_wherever_people_read_it() {
    prints(&["café"], MESSAGE, "Subject: café noir\n");
    prints(&["Иван"], MESSAGE, "From: Иван <ivan@example.org>\n");
    prints(&["Код"], MESSAGE, "Код one\nКод été\nfilename: Код.txt\nКод enclosed\n");
    prints(&["^inside$"], MESSAGE, "Subject: inside\n");
    prints(&["bar|multipart|<b>"], MESSAGE, "");
    prints(&["in the file"], MESSAGE, "{Код.txt}:in the file\n");
    prints(&["--ignore-case", "КОД ÉTÉ"], MESSAGE, "Код été\n");
    prints(&["-F", "(*"], "\na(*b\n", "a(*b\n");
}

/// A message with attachments of each kind, and with a file that is uuencoded in a text, as was usual before MIME.
const FILES: &str = "Subject: files\nContent-Type: multipart/mixed; boundary=b\n\n\
    --b\n\nneedle 1\nbegin 644 old note.txt\n+;F5E9&QE(#(*>`H`\n`\nend\nbegin 644 x.bin\n%;F4`!`D`\n`\nend\n\
    --b\nContent-Type: text/csv; charset=utf-16le; name=a.csv\nContent-Disposition: attachment\n\
    Content-Transfer-Encoding: base64\n\nbgBlAGUAZABsAGUAIAAzAA==\n\
    --b\nContent-Type: application/octet-stream; name=run.log\nContent-Transfer-Encoding: base64\n\nbmVlZGxlIDQK\n\
    --b\nContent-Type: application/json\n\n{\"needle\": 5}\n\
    --b\nContent-Type: application/pdf; name=a.pdf\n\n%PDF-1.4 needle\n\
    --b\nContent-Type: image/svg+xml; name=a.svg\n\nneedle\n\
    --b\nContent-Type: text/plain; name=data.txt\nContent-Disposition: attachment\n\nneedle\0\x01\0\x02\0\x03\0\0\x04x\n\
    --b\nContent-Type: message/rfc822\nContent-Disposition: attachment\n\nSubject: inside\n\
    Content-Type: text/plain; name=in.txt\nContent-Disposition: attachment\n\nneedle 6\n--b--\n";

#[test]
fn text_in_files_is_searched_and_named() {
    let found = "1:needle 1\n{old note.txt}:1:needle 2\n{a.csv}:1:needle 3\n{run.log}:1:needle 4\n{part 4}:1:{\"needle\": 5}\n\
        {in.txt}:1:needle 6\n";
    prints(&["-n", "needle"], FILES, found);
    prints(&["-o", "needle 3"], FILES, "{a.csv}:needle 3\n");
    let (json, _) = grep(&["--json", "needle [12]"], FILES.as_bytes(), 0);
    let lines: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["attachment"], Value::Null);
    assert_eq!(
        (&lines[1]["attachment"], &lines[1]["part"], &lines[1]["line"]),
        (&"old note.txt".into(), &"1".into(), &1.into())
    );
    // Attachments that are not text do not count as texts that could not be read.
    assert_eq!(grep(&["-c", "nothing"], FILES.as_bytes(), 1), ("0\n".into(), String::new()));
    // The condition `--match` finds the same texts.
    let selected = |pattern: &str| {
        let mut command = program::assert_command();
        let assert = command.args(["text", "--match", pattern]).write_stdin(FILES).assert().code(0);
        !assert.get_output().stdout.is_empty()
    };
    assert!(selected("needle 4") && !selected("needle 9"));
}

#[test]
fn fields_are_searched_by_name() {
    prints(&["--field", "SUBJECT", "i"], MESSAGE, "Subject: café noir\nSubject: inside\n");
    prints(&["--field", "filename", "."], MESSAGE, "filename: Код.txt\n");
    prints(
        &["--field", "rec*", "--field", "from", "cafe|ivan"],
        MESSAGE,
        "From: Иван <ivan@example.org>\nReceived: from cafe by bar; Tue, 2 Jan 2024 03:04:05 +0000\n",
    );
    let report = "Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nDiagnostic-Code: smtp; 550 no such user\n";
    prints(&["such user"], report, "Diagnostic-Code: smtp; 550 no such user\n");
}

#[test]
fn lines_are_named_as_grep_names_them() {
    prints(&["beta"], &mbox(), "1:beta\n3:beta\n");
    prints(&["t[hw]"], &mbox(), "2:Subject: two\n3:Subject: three\n");
    let all = "a.mbox:1:beta\na.mbox:3:beta\nb.eml.gz:beta\n";
    assert_eq!(in_folder(&["beta", "a.mbox", "b.eml.gz"], 0), (all.to_owned(), String::new()));
    if cfg!(unix) {
        let (lines, _) = in_folder(&["beta", "."], 0);
        let lines: BTreeSet<&str> = lines.lines().collect();
        assert_eq!(
            lines,
            ["./a.mbox:1:beta", "./a.mbox:3:beta", "./b.eml.gz:beta", "./box/cur/1:2,S:beta"].into()
        );
    }
    prints(&["-C1", "beta"], &mbox(), "1-alpha\n1:beta\n--\n3:beta\n3-From x\n");
    prints(&["-C1", "b|d|h|j"], "Subject: a\n\nb\nc\nd\ne\nf\ng\nh\n", "b\nc\nd\ne\n--\ng\nh\n");
}

#[test]
fn options_of_grep_mean_what_they_mean_there() {
    let mail = "Subject: a word\n\nWord, words\nnothing\nword and word\n";
    prints(&["word"], mail, "Subject: a word\nWord, words\nword and word\n");
    prints(&["-i", "WORD,"], mail, "Word, words\n");
    prints(&["-w", "word"], mail, "Subject: a word\nword and word\n");
    prints(&["-wi", "word"], mail, "Subject: a word\nWord, words\nword and word\n");
    prints(&["-v", "Word"], mail, "Subject: a word\nnothing\nword and word\n");
    prints(&["-vw", "a|word"], mail, "Word, words\nnothing\n");
    prints(&["-n", "word"], mail, "Subject: a word\n1:Word, words\n3:word and word\n");
    prints(&["-n", "-C1", "Word"], mail, "1:Word, words\n2-nothing\n");
    prints(&["-o", "w..d"], mail, "Subject: word\nword\nword\nword\n");
    prints(&["-on", "-i", "w..d"], mail, "Subject: word\n1:Word\n1:word\n3:word\n3:word\n");
    prints(&["-n", "beta"], &mbox(), "1:2:beta\n3:1:beta\n");
    assert_eq!(grep(&["-c", "-v", "."], mbox().as_bytes(), 1).0, "0\n");
    // With -v, a message is counted if at least one of its lines does not match.
    prints(&["-c", "-v", "b|w"], &mbox(), "3\n");
    let (_, errors) = grep(&["-o", "--nfkc", "x"], b"", 2);
    assert!(errors.contains("--nfkc"), "{errors}");
}

#[test]
fn counts_files_and_numbers_are_of_messages() {
    prints(&["-c", "beta|alpha"], &mbox(), "2\n");
    assert_eq!(grep(&["-c", "delta"], mbox().as_bytes(), 1).0, "0\n");
    assert_eq!(in_folder(&["-c", "gamma", "a.mbox", "b.eml.gz"], 0).0, "a.mbox:1\nb.eml.gz:0\n");
    assert_eq!(in_folder(&["-l", "beta|alpha", "a.mbox", "b.eml.gz"], 0).0, "a.mbox\nb.eml.gz\n");
    assert_eq!(grep(&["-q", "beta"], mbox().as_bytes(), 0).0, "");
}

#[test]
fn a_quiet_search_and_one_with_enough_matches_end_early() {
    for args in [&["-q", "beta"][..], &["--max-count", "1", "-l", "beta"]] {
        let (_, errors) = in_folder(&[args, &["a.mbox", "missing"]].concat(), 0);
        assert_eq!(errors, "", "{args:?}");
    }
    prints(&["--max-count", "1", "beta|alpha"], &mbox(), "1:alpha\n1:beta\n");
    prints(&["--max-count", "1", "--without-match", "beta"], &mbox(), "2:Subject: two\n");
    prints(&["-c", "--without-match", "beta"], &mbox(), "1\n");
}

#[test]
fn the_status_is_that_of_grep() {
    prints(&["no such word"], &mbox(), "");
    let (lines, errors) = in_folder(&["gamma", "missing", "a.mbox"], 2);
    assert!(lines == "a.mbox:2:gamma\n" && errors.contains("missing"), "{lines}{errors}");
    let (_, errors) = grep(&["--limit-message", "20", "x"], mbox().as_bytes(), 2);
    assert!(errors.contains("skipped: more than 20 octets"), "{errors}");
    for (pattern, why) in
        [("a(", "unclosed group, at character 2"), ("(?:a{1000}){1000}", "the pattern is too large")]
    {
        for args in
            [&["grep", pattern][..], &["text", "--match", pattern], &["normalize", "--match", pattern]]
        {
            let assert = program::assert_command().args(args).write_stdin("").assert().code(2).stdout("");
            let errors = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
            assert!(errors.contains(why), "{args:?}: {errors}");
        }
    }
}

/// If a file cannot be read, the error names it, and the matching lines of the other files are printed.
#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read_is_named() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65_534;
    let dir = folder();
    let set = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let (closed, program) = (dir.path().join("a.mbox"), dir.path().join("mailutf"));
    set(dir.path(), 0o755);
    set(&closed, 0o000);
    program::copy_program(program::command().get_program().as_ref(), &program);
    let mut command = Command::new(&program);
    command.args(["grep", "beta", "b.eml.gz", "a.mbox", "box"]).current_dir(dir.path());
    // If the test runs as the superuser, who can read all files, the program runs as another user.
    if fs::read(&closed).is_ok() {
        command.uid(NOBODY);
    }
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "b.eml.gz:beta\nbox/cur/1:2,S:beta\n");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors, "mailutf: a.mbox: cannot open: Permission denied\n");
}

/// If the program that reads the pipe closes it early, as in `grep | head`, the search ends without a message.
#[test]
fn a_closed_pipe_ends_a_search_in_silence() {
    let dir = tempfile::tempdir().unwrap();
    let mail: String = (0..20_000).map(|n| format!("{FROM_LINE}Subject: {n}\n\nbeta\n\n")).collect();
    fs::write(dir.path().join("a.mbox"), mail).unwrap();
    for args in [&["beta"][..], &["--json", "beta"], &["--mbox", "beta"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = program::command();
        let command = command.arg("grep").args(args).arg("a.mbox").current_dir(dir.path());
        let output = command.stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]), "{args:?}");
    }
}

#[test]
fn options_that_grep_has_are_explained() {
    for (option, hint) in [
        ("-m", "`--max-count` does this"),
        ("-R", "directories are always searched recursively"),
        ("-e", "the first argument is the pattern"),
        ("-L", "`--without-match` selects messages"),
    ] {
        let (_, errors) = grep(&[option, "x"], b"", 2);
        assert!(errors.contains(hint), "{option}: {errors}");
    }
}

#[test]
fn a_damaged_text_is_searched() {
    let damaged = b"Content-Type: text/plain; charset=utf-8\n\nsome \xC3( words\n".to_vec();
    assert_eq!(grep(&["words"], &damaged, 0), ("some \u{FFFD}( words\n".into(), String::new()));
}

#[test]
fn both_readings_of_a_doubtful_text_are_searched() {
    let text = "Привет, это письмо\nplain line\n";
    let octets = encoding_rs::WINDOWS_1251.encode(text).0;
    let message = [b"Content-Type: text/plain; charset=iso-8859-1\n\n", &*octets].concat();
    for (pattern, line) in
        [("письмо", "Привет, это письмо\n"), ("ïèñüìî", "Ïðèâåò, ýòî ïèñüìî\n"), ("plain", "plain line\n")]
    {
        assert_eq!(grep(&[pattern], &message, 0).0, line);
    }
}

#[test]
fn a_line_of_a_header_that_is_no_field_is_searched() {
    let message = b"Subject: one\nabout the football\nDate: Sat, 21 Nov 2026 10:00:00 +0000\n\nbody\n";
    assert_eq!(grep(&["football"], message, 0).0, "about the football\n");
}

#[test]
fn texts_that_are_binary_data_are_counted() {
    let unread = b"Content-Type: text/plain; charset=utf-8\n\n\0\x01\0\x02\0\x03\0\0\0\xFF\n".to_vec();
    let (_, errors) = grep(&["x"], &unread, 1);
    assert_eq!(
        errors,
        "mailutf: 1 text could not be read and was not searched; to find it, use `mailutf check --fail-on unresolved`\n"
    );
}

#[test]
fn other_widths_and_forms_match_if_wanted() {
    prints(&["--nfkc", "ﾃｽﾄ"], "\nテスト\n", "テスト\n");
    prints(&["--nfkc", "テスト"], "Subject: =?utf-8?B?776D7729776E?=\n\n", "Subject: ﾃｽﾄ\n");
    prints(&["ﾃｽﾄ"], "\nテスト\n", "");
}

#[test]
fn messages_become_an_mbox_that_holds_their_octets() {
    let (lines, _) = in_folder(&["--mbox", "beta", "a.mbox", "b.eml.gz"], 0);
    let own = "From MAILER-DAEMON Thu Jan  1 00:00:00 1970\nSubject: six\n\nbeta\n\n";
    let wanted = mbox().replace(&format!("{FROM_LINE}Subject: two\n\ngamma\n\n"), "") + own;
    assert_eq!(lines, wanted);
    let quoted = "Subject: x\r\n\r\nFrom y\r\n>From z";
    let (lines, _) = grep(&["--mbox", "y"], quoted.as_bytes(), 0);
    assert_eq!(
        lines,
        "From MAILER-DAEMON Thu Jan  1 00:00:00 1970\r\nSubject: x\r\n\r\n>From y\r\n>>From z\r\n\r\n"
    );
}

#[test]
fn a_line_of_json_says_where_the_match_is() {
    let (lines, _) = grep(&["--json", "été|noir"], MESSAGE.as_bytes(), 0);
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let found: Vec<_> =
        lines.iter().map(|line| (&line["part"], &line["field"], &line["line"], &line["text"])).collect();
    let expected = [
        serde_json::json!(["", "Subject", null, "café noir"]),
        serde_json::json!(["1.2", null, 1, "Код été"]),
    ];
    for ((part, field, line, text), expected) in found.into_iter().zip(&expected) {
        assert_eq!([part, field, line, text], [&expected[0], &expected[1], &expected[2], &expected[3]]);
    }
    assert_eq!(lines[0]["matches"], serde_json::json!([[6, 10]]));
    assert_eq!(lines.len(), 2);
}

#[test]
fn match_selects_messages_for_other_commands() {
    let run = |args: &[&str]| {
        let assert = program::assert_command().args(args).write_stdin(mbox()).assert().code(0);
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    assert_eq!(run(&["text", "--match", "^beta$", "--separator", "none"]), "alpha\nbeta\nbeta\nFrom x\n");
    assert_eq!(run(&["text", "--match", "^three", "--separator", "none"]), "beta\nFrom x\n");
    let change = mbox().replace("gamma", "caf\u{e9}=").replace("alpha", "caf\u{e9}=");
    let latin1: Vec<u8> = change.chars().map(|c| c as u8).collect();
    let assert =
        program::assert_command().args(["normalize", "--match", "two"]).write_stdin(latin1).assert().code(0);
    assert_eq!(String::from_utf8_lossy(&assert.get_output().stdout).matches("café").count(), 1);
}

/// If the matching lines of a message have many octets, they are printed while they are found, and not after the
/// search. The printed lines must be the same.
#[test]
fn the_lines_of_a_large_message_are_those_of_its_text() {
    let body: String = (0..200_000).map(|n| format!("line {n}\n")).collect();
    let input = format!("{FROM_LINE}Subject: x\n\n{body}");
    let (lines, _) = grep(&["e"], input.as_bytes(), 0);
    assert_eq!(lines, body.replace("line", "1:line"));
}

#[cfg(unix)]
#[test]
fn a_terminal_gets_colors_and_no_control_characters() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(
        dir.path().join("x\u{202e}.mbox"),
        format!("{FROM_LINE}Subject: x\n\n\ta\x1b[7m\u{202e}match\n"),
    )
    .unwrap();
    let run = |set: &[(&str, &str)]| {
        pty::run(80, dir.path(), &["grep", "match", "x\u{202e}.mbox", "x\u{202e}.mbox"], set).1
    };
    let plain = "x\\u{202e}.mbox:1:        a\\u{1b}[7m\\u{202e}match";
    let shown = run(&[("NO_COLOR", "1")]);
    assert!(shown.lines().all(|line| line.replace('\t', "        ") == plain), "{shown:?}");
    let colored = run(&[("CLICOLOR_FORCE", "1"), ("TERM", "xterm")]);
    assert!(colored.contains("\x1b[1m\x1b[31mmatch\x1b[0m"), "{colored:?}");
    assert!(!colored.contains("\x1b[7m") && !colored.contains('\u{202e}'), "{colored:?}");
}

/// With the pattern `.`, `grep` finds each line of `text --plain` that is not empty. It also finds lines that `text
/// --plain` leaves out, because they are in another form of the body, such as HTML.
#[test]
fn each_line_of_text_is_found() {
    let corpus = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus"));
    let run = |args: &[&str]| {
        let assert = program::assert_command().args(args).current_dir(corpus).assert();
        String::from_utf8_lossy(&assert.get_output().stdout).into_owned()
    };
    let (mut files, mut lines) = (0, 0);
    for folder in
        fs::read_dir(corpus).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir())
    {
        let Ok(text) = folder.strip_prefix(corpus) else { continue };
        let folder = text.to_str().unwrap();
        if run(&["text", folder]).is_empty() {
            continue;
        }
        files += 1;
        let found = run(&["grep", "--json", ".", folder]);
        let found: Vec<Value> = found.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let found: BTreeSet<&str> = found
            .iter()
            .filter(|line| line["field"].is_null())
            .filter_map(|line| line["text"].as_str())
            .collect();
        let text = run(&["text", "--plain", "--separator", "none", folder]);
        for line in text.split('\n').filter(|line| !line.is_empty()) {
            lines += 1;
            assert!(found.contains(line), "{folder}: {line:?}");
        }
    }
    assert!(files > 3 && lines > 200, "{files} {lines}");
}

/// `grep` finds each line of each text in the corpus that the library reads.
#[test]
fn every_line_of_every_text_in_the_corpus_is_found() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let mut command = program::assert_command();
    let assert = command.args(["grep", "--json", "."]).arg(&corpus).assert();
    let mut found = BTreeSet::new();
    for line in String::from_utf8_lossy(&assert.get_output().stdout).lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let [file, part, text] = ["file", "part", "text"].map(|name| line[name].as_str().unwrap().to_owned());
        found.insert((file, part, text));
    }
    let policy = Policy::for_display();
    let (mut folders, mut lines) = (vec![corpus], 0);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|extension| extension != "eml") {
                continue;
            }
            let octets = fs::read(&path).unwrap();
            let message = Message::parse_with(&octets, &policy);
            let texts = message.parts().filter(|part| part.structure().kind == PartKind::Text);
            for (part, text) in texts.filter_map(|part| Some((part.section(), part.plain_text().ok()?))) {
                let whole = text.replace("\r\n", "\n");
                for line in whole.split('\n').filter(|line| !line.is_empty()) {
                    let line = (path.to_str().unwrap().to_owned(), part.clone(), line.to_owned());
                    assert!(found.contains(&line), "{line:?}");
                    lines += 1;
                }
            }
        }
    }
    assert!(lines > 500, "{lines}");
}
