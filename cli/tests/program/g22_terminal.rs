//! Guarantee G22 (docs/guarantees.md): characters from mail and from names of files that could deceive a reader
//! reach neither a terminal nor JSON unescaped.

use super::{program, pty};
use std::fs;
use tempfile::TempDir;

/// Whether a character is a control character, a bidirectional control or a line separator of Unicode, or one of
/// two characters that have no width.
fn is_deceptive(one: char) -> bool {
    let others = "\u{61C}\u{180E}\u{200B}\u{200E}\u{200F}\u{2028}\u{2029}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}";
    one.is_control() || others.contains(one)
}

/// Returns a directory with a mailbox, and the name of the mailbox. Each text in the mailbox contains all deceptive
/// characters that can stand there, and the name of the mailbox contains many of them.
fn place() -> (TempDir, String) {
    let dir = tempfile::tempdir().unwrap();
    let all: String = ('\0'..=char::MAX).filter(|one| is_deceptive(*one)).collect();
    let in_field = all.replace(['\0', '\n', '\r'], "");
    let words = format!(
        "=?koi8-r?B?8NLJ?= =?utf-8?Q?{}?=",
        all.bytes().map(|octet| format!("={octet:02X}")).collect::<String>()
    );
    let name = format!("{}.mbox", all.chars().filter(|one| *one > '\u{7e}').step_by(3).collect::<String>());
    let mail = format!(
        "From a@example.org Tue Jan  2 03:04:05 2024\nFrom: \"{in_field}\" <a@example.org>\nTo: {words} <b{in_field}@example.org>\n\
         Message-ID: <{in_field}@example.org>\nDate: Tue, 2 Jan 2024 03:04:05 +0000\nSubject: {in_field} {words} \
         =?x{in_field}?Q?=E9?=\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; \
         charset=\"{in_field}\"\n\n{all} \u{e9}\n--b\nContent-Type: text/plain; charset=koi8-r\n\n{all}\n--b\nContent-Type: \
         text/html; charset=iso-8859-1\n\n<p>{all}\n--b\nContent-Disposition: attachment; filename=\"{in_field}.txt\"\n\nx\n--b--\n\n"
    );
    fs::write(dir.path().join(&name), mail).unwrap();
    fs::create_dir(dir.path().join("Mail")).unwrap();
    (dir, name)
}

/// Commands that print something for a person or a program. `FILE` stands for the mailbox. Commands that write mail
/// or text itself are left out, because they must not change its octets.
const PRINTED: [&[&str]; 36] = [
    &["FILE"],
    &["inspect", "FILE"],
    &["check", "FILE"],
    &["check", "--files", "FILE"],
    &["check", "--fail-on", "guess", "FILE"],
    &["check", "--fail-on", "guess", "--csv", "FILE"],
    &["detect", "FILE"],
    &["census", "FILE"],
    &["census", "--by", "year", "FILE"],
    &["census", "--senders", "FILE"],
    &["census", "--csv", "FILE"],
    &["census", "--senders", "--csv", "FILE"],
    &["census", "--html", "-", "FILE"],
    &["review", "--write", "-", "FILE"],
    &["text", "--separator", "none", "FILE"],
    &["text", "--separator", "none", "--plain", "FILE"],
    &["text", "--separator", "none", "--headers", "FILE"],
    &["grep", ".", "FILE"],
    &["grep", "--field", "*", "-C1", ".", "FILE"],
    &["grep", "-c", ".", "FILE", "Mail"],
    &["grep", "-l", "--nfkc", ".", "FILE"],
    &["attachments", "FILE"],
    &["attachments", "-o", "saved", "FILE"],
    &["header", "VALUE"],
    &["header", "--addresses", "VALUE"],
    &["header", "--parameter", "x", "VALUE"],
    &["normalize", "--diff", "FILE"],
    &["normalize", "-n", "-v", "FILE"],
    &["normalize", "-v", "FILE", "-o", "out.mbox"],
    &["to-utf7", "-n", "-v", "FILE"],
    &["normalize", "FILE", "FILE.none", "-o", "out"],
    &["normalize", "FILE", "--manifest", "manifest", "-o", "out.mbox", "--quiet"],
    &["verify-manifest", "manifest", "FILE"],
    &["verify-manifest", "--before", "manifest", "Mail"],
    &["explain", "FILE"],
    &["undo", "FILE"],
];

/// The commands that print JSON.
const JSON: [&[&str]; 11] = [
    &["inspect", "--json", "FILE"],
    &["check", "--json", "FILE"],
    &["detect", "--json", "FILE"],
    &["census", "--json", "FILE"],
    &["census", "--json", "--senders", "FILE"],
    &["text", "--json", "FILE"],
    &["grep", "--json", ".", "FILE"],
    &["grep", "--json", "--field", "*", ".", "FILE"],
    &["split", "--json", "FILE"],
    &["normalize", "-n", "--report", "-", "FILE"],
    &["normalize", "-o", "out.mbox", "--manifest", "-", "FILE"],
];

fn words<'w>(arguments: &[&'w str], name: &'w str, value: &'w str) -> Vec<&'w str> {
    let word = |word: &&'w str| match *word {
        "FILE" => name,
        "VALUE" => value,
        word => word,
    };
    arguments.iter().map(word).collect()
}

#[test]
fn a_terminal_gets_no_deceptive_character() {
    let (dir, name) = place();
    let value = "\u{202e}=?utf-8?Q?=C2=9B=E2=80=A8?= <x@\u{9b}y>; x=\"\u{200b}\"";
    for arguments in PRINTED.iter().chain(&JSON) {
        let said = pty::run(80, dir.path(), &words(arguments, &name, value), &[("NO_COLOR", "1")]).1;
        let found = said.chars().find(|one| is_deceptive(*one) && !matches!(one, '\n' | '\t'));
        assert_eq!(found, None, "{arguments:?}: {said:?}");
        let _ = fs::remove_file(dir.path().join("out.mbox"));
    }
}

#[test]
fn no_deceptive_character_is_in_json_that_goes_anywhere() {
    let (dir, name) = place();
    for arguments in JSON {
        let output = program::command().args(words(arguments, &name, "")).current_dir(&dir).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.starts_with('{'), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        let found = said.chars().find(|one| is_deceptive(*one) && *one != '\n');
        assert_eq!(found, None, "{arguments:?}: {said:?}");
        let _ = fs::remove_file(dir.path().join("out.mbox"));
    }
}

/// `PRINTED` must contain each command that has an option for JSON. This test fails if such an option is added
/// to another command.
#[test]
fn every_option_for_json_is_tried() {
    let page = program::command().arg("--help").output().unwrap().stdout;
    let commands = String::from_utf8(page).unwrap();
    let commands = commands.lines().skip_while(|line| *line != "Commands:").skip(1);
    for command in
        commands.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next())
    {
        let help =
            String::from_utf8(program::command().args([command, "--help"]).output().unwrap().stdout).unwrap();
        let has_json = help.lines().any(|line| line.trim_start().starts_with("--json"));
        let is_tried = JSON.iter().any(|arguments| arguments.starts_with(&[command, "--json"]));
        // The output of `charsets` has no text from mail.
        assert!(!has_json || is_tried || command == "charsets", "{command}");
    }
}
