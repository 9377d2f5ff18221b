//! Guarantee G28 (docs/guarantees.md): mail is not replaced if a user names it as an output by mistake. An example
//! is a pattern of the shell after an option, or a file of mail in the place of a report.

use super::{NEW, OLD, mbox, place, refused, run, snapshot};
use std::fs;
use tempfile::TempDir;

/// Returns a directory with three messages that the pattern `*.eml` names, a mailbox and two Maildirs.
fn mail() -> TempDir {
    let dir = place();
    for name in ["a.eml", "b.eml", "c.eml"] {
        fs::write(dir.path().join(name), OLD).unwrap();
    }
    fs::create_dir_all(dir.path().join("Other/cur")).unwrap();
    fs::create_dir_all(dir.path().join("Other/new")).unwrap();
    fs::create_dir_all(dir.path().join("Other/tmp")).unwrap();
    fs::write(dir.path().join("Other/cur/1.host:2,S"), "Subject: other\n\nmail\n").unwrap();
    dir
}

fn help(dir: &TempDir, arguments: &[&str]) -> String {
    run(dir, &[arguments, &["--help"]].concat(), "").1
}

/// Returns each command with each of its options that take a value. They are read from the output of `--help`.
fn options_with_values(dir: &TempDir) -> Vec<(String, String)> {
    let program = help(dir, &[]);
    let commands = program.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let mut found = Vec::new();
    for command in commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        for line in help(dir, &[command]).lines().map(str::trim_start).filter(|line| line.starts_with('-')) {
            if let Some((option, value)) =
                line.split_once("--").and_then(|(_, line)| line.split_once([' ', '=', '[']))
                && (value.contains('<') || line.contains("=<") || line.contains("[="))
            {
                found.push((command.to_owned(), format!("--{option}")));
            }
        }
    }
    found
}

/// Each option of each command gets a file of mail as its value, as if the user had typed a pattern of the shell
/// there.
#[test]
fn no_option_replaces_mail_that_it_names() {
    let dir = mail();
    let options = options_with_values(&dir);
    for known in ["--output", "--report", "--manifest", "--html", "--files-from", "--backup"] {
        assert!(options.iter().any(|(_, option)| option == known), "{known}: {options:?}");
    }
    let before = snapshot(dir.path());
    let is_kept = |what: &[&str]| {
        for (path, octets) in &before {
            assert!(fs::read(path).map_or(octets.is_empty(), |now| now == *octets), "{what:?}: {path}");
        }
    };
    let arguments_after = [&["b.eml", "c.eml"][..], &["Mail"], &["a.mbox"], &[], &["-o", "new", "a.mbox"]];
    // For each option, each of these lists of arguments is tried with one of three names. The names change in turn,
    // so that all options together try each list with each name.
    for (turn, (command, option)) in options.iter().enumerate() {
        let names = ["a.eml", "b.mbox", "Other"].iter().cycle().skip(turn);
        for (more, name) in arguments_after.iter().zip(names) {
            let equals = format!("{option}={name}");
            let required: &[&str] = match &**command {
                "decode" | "encode" if option != "--charset" => &["--charset", "utf-8"],
                _ => &[],
            };
            let arguments = [&[&**command], required, &[&*equals], more].concat();
            let said = run(&dir, &arguments, "").2;
            is_kept(&arguments);
            // The name is refused before any file is opened, whatever arguments follow.
            if said.contains(&format!("invalid value '{name}'")) {
                break;
            }
        }
    }
}

#[test]
fn a_pattern_after_the_output_replaces_no_mail() {
    let dir = mail();
    let why = &["this file is mail", "--force"];
    for command in [&["normalize"][..], &["to-utf7"], &["decode", "-c", "utf-8"], &["encode", "-c", "utf-7"]]
    {
        for arguments in
            [&["-o", "a.eml", "b.eml", "c.eml"][..], &["-o", "a.eml", "b.eml"], &["-o", "a.mbox", "b.mbox"]]
        {
            refused(&dir, &[command, arguments].concat(), why);
        }
    }
    for arguments in
        [&["-o", "Other", "Mail"][..], &["Mail", "a.mbox", "-o", "."], &["-o", "Other/", "Mail", "-n"]]
    {
        let command = [&["normalize"], arguments].concat();
        let said = run(&dir, &command, "").2;
        assert!(said.contains("this file is mail") || said.contains("would be overwritten"), "{said}");
    }
    let (status, _, said) = run(&dir, &["normalize", "-o", "b.mbox", "a.mbox", "--force"], "");
    assert_eq!(
        (status, fs::read_to_string(dir.path().join("b.mbox")).unwrap()),
        (Some(0), mbox(NEW)),
        "{said}"
    );
    let (status, _, said) = run(&dir, &["decode", "-c", "utf-8", "-o", "b.mbox", "a.eml", "--force"], "");
    assert_eq!(
        (status, fs::read_to_string(dir.path().join("b.mbox")).unwrap()),
        (Some(0), OLD.to_owned()),
        "{said}"
    );
    refused(&dir, &["normalize", "--force", "a.mbox"], &["--output"]);
}

#[test]
fn a_side_output_replaces_only_its_own_kind() {
    let dir = mail();
    let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
    write("page", "<!DOCTYPE html>\n");
    write("manifest", "{\"after\":null}\n");
    let outputs = [("--report", "report.jsonl"), ("--manifest", "manifest"), ("--html", "page")];
    for (option, _) in outputs {
        for (_, other) in
            outputs.iter().filter(|(own, _)| *own != option).chain(&[("", "a.eml"), ("", "good.mbox")])
        {
            let command: &[&str] =
                if option == "--html" { &["census", "b.mbox"] } else { &["normalize", "b.mbox", "-o", "x"] };
            refused(&dir, &[command, &[option, other]].concat(), &["this file is not a "]);
        }
    }
    for input in [&["b.mbox"][..], &[]] {
        refused(&dir, &[&["census", "--html", "a.eml"], input].concat(), &["this file is not a page"]);
        assert_eq!(run(&dir, &[&["census", "--html", "page"], input].concat(), "").0, Some(0));
    }
}

/// If a pipe brings no input, no text is replaced. The input may be empty because the command before the pipe has
/// failed, as in `false | mailutf decode --charset utf-8 -o text`.
#[test]
fn an_empty_pipe_replaces_no_text() {
    let dir = mail();
    for command in ["decode", "encode"] {
        for output in [&["-o", "good.mbox"][..], &["-o", "a.eml", "--force"]] {
            let arguments = [&[command, "-c", "utf-8"], output].concat();
            refused(&dir, &arguments, &["standard input: cannot read: the input is empty"]);
        }
        assert_eq!(run(&dir, &[command, "-c", "utf-8", "-o", "new"], "").0, Some(0));
        fs::remove_file(dir.path().join("new")).unwrap();
    }
}

#[test]
fn one_directory_becomes_the_output_and_several_keep_their_names() {
    let dir = mail();
    let has = |name: &str| dir.path().join(name).exists();
    assert_eq!(run(&dir, &["normalize", "Mail", "-o", "one"], ""), (Some(0), String::new(), String::new()));
    assert!(has("one/cur/1.host:2,S") && has("one/new") && has("one/tmp") && !has("one/Mail"));
    // The command that `mailutf Mail` prints makes an output with the same structure.
    let hint = run(&dir, &["Mail"], "").1;
    assert!(hint.contains("normalize Mail -o utf8-Mail"), "{hint}");
    assert_eq!(run(&dir, &["normalize", "Mail", "-o", "utf8-Mail"], "").0, Some(0));
    assert!(
        run(&dir, &["utf8-Mail"], "").1.contains("1 message in a Maildir") && has("utf8-Mail/cur/1.host:2,S")
    );
    assert_eq!(run(&dir, &["normalize", "Mail", "Other", "-o", "two"], "").0, Some(0));
    assert!(has("two/Mail/cur/1.host:2,S") && has("two/Other/cur/1.host:2,S"));
    fs::create_dir(dir.path().join("three")).unwrap();
    assert_eq!(run(&dir, &["normalize", "a.mbox", "-o", "three"], "").0, Some(0));
    assert!(has("three/a.mbox"));
}
