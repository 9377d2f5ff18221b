//! Tests of `mailutf check`.

use super::program;
use std::fs;

const FROM_LINE: &str = "From alice@example.org Tue Jan  2 03:04:05 2024\n";
const NORMAL: &str = "Message-ID: <1@example.org>\nSubject: caf\u{e9}\n\nbody\n";
const OTHER: &str = "Message-ID: <2@example.org>\nSubject: =?iso-8859-1?Q?caf=E9?=\n\nbody\n";
const UNREADABLE: &str = "Message-ID: <3@example.org>\nContent-Transfer-Encoding: x-none-such\n\n???\n";

fn check(args: &[&str], input: &str, status: i32) -> (String, String) {
    let mut command = program::assert_command();
    let assert = command.arg("check").args(args).write_stdin(input).assert().code(status);
    let output = assert.get_output();
    let text = |octets: &[u8]| String::from_utf8(octets.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn utf8_mail_passes_without_output() {
    assert_eq!(check(&[], NORMAL, 0), (String::new(), String::new()));
    assert_eq!(check(&["-"], &format!("{FROM_LINE}{NORMAL}\n"), 0), (String::new(), String::new()));
}

#[test]
fn messages_that_are_not_utf8_are_listed_with_their_place() {
    let mbox = [NORMAL, OTHER, UNREADABLE].map(|message| format!("{FROM_LINE}{message}\n")).concat();
    for jobs in ["1", "3"] {
        let (list, errors) = check(&["--jobs", jobs], &mbox, 1);
        let lines: Vec<&str> = list.lines().collect();
        assert_eq!(lines.len(), 2, "{list}");
        assert_eq!(
            lines[0],
            "standard input: message 2 at octet 98 <2@example.org>: would change: 1 header text"
        );
        assert!(lines[1].starts_with("standard input: message 3 at octet "), "{list}");
        assert!(lines[1].contains("<3@example.org>: transfer-unknown at octet 68: x-none-such"), "{list}");
        let expected = "mailutf: 3 messages, 2 listed: 1 would change, 1 with text that cannot be converted without loss";
        assert_eq!(errors, format!("{expected}\n"));
        let twice = check(&["--jobs", jobs], &mbox.repeat(2), 1).1;
        let [kind, total] = twice.lines().collect::<Vec<_>>().try_into().unwrap();
        let named = "x-none-such: standard input: message 3, standard input: message 6";
        assert_eq!(kind, format!("mailutf: 2 × transfer-unknown: {named}"));
        assert!(total.starts_with("mailutf: 6 messages, 4 listed: 2 would change, 2 with text"), "{total}");
    }
    let (_, selected) = check(&["--message-id", "<3@example.org>"], &mbox.repeat(2), 1);
    assert!(
        selected.ends_with("mailutf: 2 listed: 2 with text that cannot be converted without loss\n"),
        "{selected}"
    );
    for scripted in ["--files", "--json"] {
        assert_eq!(check(&[scripted], &mbox, 1).1, "");
    }
    assert_eq!(check(&["--quiet"], &mbox, 1), (String::new(), String::new()));
}

#[test]
fn a_missing_file_is_a_failure_and_the_others_are_checked() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("1.eml"), OTHER).unwrap();
    let (list, errors) = check(&[&path("0.eml"), &path("1.eml")], "", 2);
    assert_eq!(list, format!("{}: would change: 1 header text\n", path("1.eml")));
    assert!(errors.contains(&path("0.eml")), "{errors}");
}

#[cfg(unix)]
#[test]
fn a_directory_is_checked_and_not_changed() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("1.eml"), OTHER).unwrap();
    fs::write(dir.path().join("2.eml"), NORMAL).unwrap();
    let (list, _) = check(&[dir.path().to_str().unwrap()], "", 1);
    assert_eq!(list, format!("{}: would change: 1 header text\n", dir.path().join("1.eml").display()));
    assert_eq!(fs::read_to_string(dir.path().join("1.eml")).unwrap(), OTHER);
}

#[test]
fn a_file_that_is_not_mail_is_listed() {
    let expected = "standard input: not mail: it has no header field\n";
    assert_eq!(check(&[], "\u{7f}ELF, or some other file\n", 1), (expected.to_owned(), String::new()));
    assert_eq!(check(&[], "", 0), (String::new(), String::new()));
    assert_eq!(check(&[], "\na body alone\n", 0), (String::new(), String::new()));
}

#[test]
fn a_message_that_would_be_left_in_place_is_listed_with_the_reason() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("1.eml");
    // Unlike this program, mail-parser takes the second line for a field. The header fields that mail-parser finds
    // before and after the conversion therefore differ, and verification fails.
    fs::write(&path, b"Subject: x\nInval\xEFd: y\n\ncaf\xE9\n").unwrap();
    let name = path.to_str().unwrap();
    let before = check(&[name], "", 1).0;
    assert_eq!(
        before,
        format!(
            "{name}: verify-failed at octet 0: mail-parser's part 0: it would have other header fields after the conversion\n"
        )
    );
    program::assert_command().args(["normalize", "--in-place", name]).assert().code(1);
    assert_eq!(check(&[name], "", 1).0, before);
    for severity in ["change", "guess", "unresolved"] {
        assert_eq!(check(&["-l", "--fail-on", severity, name], "", 1).0, format!("{name}\n"));
        assert_eq!(check(&["--quiet", "--fail-on", severity, name], "", 1).0, "");
    }
}

#[test]
fn a_message_beyond_a_limit_is_listed() {
    let deep = "Content-Type: message/rfc822\n\n".repeat(4);
    assert_eq!(check(&[], &deep, 0).0, "");
    let (list, _) = check(&["--limit-depth=2"], &deep, 1);
    assert!(list.contains("limit-reached") && list.contains("(`--limit-depth`)"), "{list}");
    let (_, said) = check(&["--limit-field=10 flies"], &deep, 2);
    assert!(said.contains("as 10M or 1GiB"), "{said}");
}

const RAW: &str = "Message-ID: <4@example.org>\nSubject: \u{e9}\n\nbody\n";

/// Returns a message with octets that are not UTF-8, whose charset must be guessed.
fn guessed() -> Vec<u8> {
    let message = "Subject: x\nContent-Type: text/plain; charset=windows-1251\n\nx\n";
    [b"X-Mark: \xCF\xE8\xF1\xFC\xEC\xEE \xE8 \xEF\xF0\xE8\xE2\xE5\xF2\n", message.as_bytes()].concat()
}

fn check_file(args: &[&str], message: &[u8], status: i32) -> String {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("1.eml"), message).unwrap();
    let mut command = program::assert_command();
    let assert = command.arg("check").args(args).arg("1.eml").current_dir(&dir).assert().code(status);
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

#[test]
fn the_aim_is_what_the_options_say() {
    assert_eq!(check_file(&[], RAW.as_bytes(), 0), "");
    let encoded = check_file(&["--headers", "encoded"], RAW.as_bytes(), 1);
    assert_eq!(encoded, "1.eml: would change: 1 header text\n");
    let koi8 = b"Content-Type: text/plain; charset=koi8-r\n\n\xEB\n";
    assert!(check_file(&[], koi8, 1).contains("1 body"));
    check_file(&["--bodies", "keep"], koi8, 0);
    let (_, said) = check(&["--decode-all", "--bodies", "qp"], "", 2);
    assert!(said.contains("contradicts"), "{said}");
}

#[test]
fn fail_on_names_what_does_not_pass() {
    for option in ["guess", "unresolved"] {
        assert_eq!(check_file(&["--fail-on", option], OTHER.as_bytes(), 0), "", "{option}");
        let listed = check_file(&["--fail-on", option], UNREADABLE.as_bytes(), 1);
        assert!(listed.starts_with("1.eml: transfer-unknown at octet 68: "), "{listed}");
    }
    let listed = check_file(&["--fail-on", "guess"], &guessed(), 1);
    assert!(listed.starts_with("1.eml: field-raw at octet 7: "), "{listed}");
    assert_eq!(check_file(&["--fail-on", "unresolved"], &guessed(), 0), "");
    assert!(check_file(&["--fail-on", "change"], &guessed(), 1).contains("would change"));
}

#[test]
fn names_of_files_alone() {
    let dir = tempfile::tempdir().unwrap();
    let mbox = [NORMAL, OTHER, OTHER].map(|message| format!("{FROM_LINE}{message}\n")).concat();
    for (name, content) in
        [("a.mbox", mbox.as_str()), ("b.eml", NORMAL), ("c d.eml", OTHER), ("e", "no mail")]
    {
        fs::write(dir.path().join(name), content).unwrap();
    }
    let mut command = program::assert_command();
    let command = command.args(["check", "-l", "a.mbox", "b.eml", "c d.eml", "e"]).current_dir(&dir);
    command.assert().code(1).stdout("a.mbox\nc d.eml\ne\n").stderr("");
}

#[test]
fn json_lists_the_same_messages() {
    let line: serde_json::Value =
        serde_json::from_str(&check_file(&["--json"], OTHER.as_bytes(), 1)).unwrap();
    assert_eq!((&line["file"], &line["edits"]["header"]), (&"1.eml".into(), &1.into()));
    assert_eq!(check_file(&["--json"], NORMAL.as_bytes(), 0), "");
    let line: serde_json::Value = serde_json::from_str(&check_file(&["--json"], b"no mail\n", 1)).unwrap();
    assert_eq!(line["findings"][0]["code"], "header-missing");
}

/// The program names `mailutf review`, in which a person decides about doubtful text. The command can be typed as
/// it is printed.
#[cfg(unix)]
#[test]
fn each_command_names_review_where_text_is_doubtful_and_nowhere_else() {
    let dir = tempfile::tempdir().unwrap();
    let message =
        |text: &[u8]| [b"From: a@b\nContent-Type: text/plain; charset=iso-8859-1\n\n", text, b"\n"].concat();
    let doubtful = message(b"\xCF\xF0\xE8\xE2\xE5\xF2, \xFD\xF2\xEE \xEF\xE8\xF1\xFC\xEC\xEE \xED\xE0 \xF0\xF3\xF1\xF1\xEA\xEE\xEC");
    for (folder, text, is_doubtful) in [("my mail", doubtful, true), ("sound", message(b"caf\xE9"), false)] {
        fs::create_dir(dir.path().join(folder)).unwrap();
        fs::write(dir.path().join(folder).join("1.eml"), &text).unwrap();
        fs::write(dir.path().join(folder).join("2.eml"), NORMAL).unwrap();
        for command in [&["check"][..], &["census"], &["normalize", "-n"], &["census", "--senders"]] {
            let mut program = program::assert_command();
            let output = program.args(command).arg(folder).current_dir(dir.path()).output().unwrap();
            let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            let named = said.matches("`mailutf review 'my mail'` shows doubtful texts").count();
            assert_eq!(named, usize::from(is_doubtful), "{command:?}: {said}");
            assert_eq!(said.contains("review"), is_doubtful, "{command:?}: {said}");
            let is_counted = is_doubtful && command == ["check"];
            assert_eq!(said.contains("1 with doubtful text"), is_counted, "{command:?}: {said}");
        }
    }
}

/// The table has a row for each text with findings. A row has what a person needs to decide about the text.
#[test]
fn findings_as_a_table() {
    let russian = encoding_rs::WINDOWS_1251.encode("=Привет, это письмо\n").0.into_owned();
    let words: String =
        russian.iter().filter(|octet| **octet != b'\n').map(|octet| format!("={octet:02X}")).collect();
    let header = format!(
        "{FROM_LINE}From: \"x\" <=Ivan@example.org>\nDate: Sat, 21 Nov 1998 10:00:00 +0000\n\
         Subject: =?iso-8859-1?Q?{words}?=\nContent-Type: text/plain; charset=iso-8859-1\n\n"
    );
    let mbox = [format!("{FROM_LINE}{NORMAL}\n{FROM_LINE}{OTHER}\n").as_bytes(), header.as_bytes(), &russian]
        .concat();
    let dir = tempfile::tempdir().unwrap();
    let name = dir.path().join("+1.mbox");
    fs::write(&name, &mbox).unwrap();
    let mut command = program::assert_command();
    let assert = command.args(["check", "--csv", "+1.mbox"]).current_dir(&dir).assert().code(1);
    let table = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let about = "'+1.mbox,3,,'=ivan@example.org,1998-11-21,iso-8859-1,in windows-1251,label-doubtful";
    assert_eq!(
        table,
        format!(
            "file,message,part,sender,date,label,likely,finding,sample\n\
             {about},\"'=Привет, это письмо\"\n{about},\"'=Привет, это письмо\"\n"
        )
    );
    let (table, _) = check(&["--csv", "--fail-on", "guess"], "Subject: x\n\nк\n", 1);
    assert!(table.ends_with("\n,1,,,,,in UTF-8,label-missing,к\n"), "{table}");
    assert_eq!(check(&["--csv"], NORMAL, 0).0.lines().count(), 1);
}
