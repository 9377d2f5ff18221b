//! Tests of the program on a terminal: widths, colors and keys.

use super::{program, pty};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Compares the output on terminals of two widths, and in a pipe, with the files in the directory `screens`.
///
/// With `UPDATE_GOLDEN=1`, the test writes the screens instead. Read the difference before you commit it.
#[test]
fn screens_match_the_golden_files() {
    let screens: &[(&str, &[&str])] = &[
        ("diff", &["normalize", "--diff", "corpus/raw/raw-by-body.eml", "corpus/structure/attachments.eml"]),
        ("explain", &["explain", "label-mismatch"]),
        ("detect", &["detect", "corpus/raw/raw-by-body.eml"]),
        ("inspect", &["inspect", "corpus/bodies/one-bad-octet.eml", "corpus/raw/raw-by-body.eml"]),
        (
            "census",
            &[
                "census",
                "corpus/raw/raw-by-body.eml",
                "corpus/bodies/one-bad-octet.eml",
                "corpus/mbox/mboxrd.mbox",
            ],
        ),
        ("check", &["check", "corpus/raw/raw-by-body.eml"]),
        ("normalize", &["normalize", "corpus/words/phrase-comma.eml"]),
        ("text", &["text", "--headers", "corpus/structure/attachments.eml"]),
        ("to-utf7", &["to-utf7", "corpus/raw/raw-by-body.eml"]),
        ("decode", &["decode", "--charset", "windows-1251", "corpus/raw/raw-by-body.eml"]),
        ("encode", &["encode", "--charset", "utf-7", "corpus/raw/raw-utf-8.eml"]),
        ("no-destination", &["normalize", "corpus"]),
        ("missing", &["normalize", "no-such-file.eml"]),
        ("unreadable", &["text", "README.md/letter.eml"]),
        ("wrong-use", &["normalize", "--hedders", "utf8"]),
        ("unknown-charset", &["decode", "--charset", "koi9-r"]),
    ];
    let project = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    for (name, args) in screens {
        let wide = pty::run(80, project, args, &[]);
        let narrow = pty::run(40, project, args, &[]);
        let output = program::assert_command().args(*args).current_dir(project).output().unwrap();
        let piped = (output.status.code(), [output.stdout, output.stderr].concat());
        let piped = (piped.0, String::from_utf8(piped.1).unwrap());
        let mut shown = format!("$ mailutf {}\n", args.join(" "));
        for (place, (status, text)) in [("80 columns", wide), ("40 columns", narrow), ("a pipe", piped)] {
            let status = status.unwrap();
            shown += &format!("== {place}, exit status {status}\n{}", text.replace('\x1b', "␛"));
        }
        let path = project.join(format!("cli/tests/program/screens/{name}.txt"));
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(path, shown).unwrap();
        } else {
            assert_eq!(shown, fs::read_to_string(&path).unwrap_or_default(), "{}", path.display());
        }
    }
}

#[test]
fn help_fits_the_terminal() {
    let here = Path::new(".");
    for columns in [40, 80] {
        let (_, help) = pty::run(columns, here, &["-h"], &[("NO_COLOR", "1")]);
        let lines = help.lines().skip_while(|line| *line != "Commands:").take_while(|line| !line.is_empty());
        let lines = lines.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
        let commands: Vec<&str> = lines.filter_map(|line| line.split_whitespace().next()).collect();
        assert!(commands.len() > 10, "{help}");
        for command in commands.into_iter().filter(|command| *command != "help") {
            let (status, help) = pty::run(columns, here, &[command, "-h"], &[("NO_COLOR", "1")]);
            assert_eq!(status, Some(0), "{help}");
            let lines = help.lines().take_while(|line| *line != "Examples:");
            let prose = lines.filter(|line| !line.starts_with("Usage: "));
            let long = prose.filter(|line| line.chars().count() > usize::from(columns));
            assert_eq!(long.collect::<Vec<_>>(), Vec::<&str>::new(), "{command}");
        }
    }
}

#[test]
fn explanations_fit_the_terminal() {
    for columns in [40, 80] {
        for args in [&["explain"][..], &["explain", "label-superset"]] {
            let (status, said) = pty::run(columns, Path::new("."), args, &[("NO_COLOR", "1")]);
            let widest = said.lines().map(|line| line.chars().count()).max();
            assert!(status == Some(0) && widest <= Some(usize::from(columns)), "{said}");
        }
    }
}

#[test]
fn what_is_not_text_goes_to_no_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let mail = |name: &str, body: &[u8]| {
        let header =
            b"Subject: =?utf-8?Q?=C3=A9?=\nContent-Type: image/x\nContent-Transfer-Encoding: binary\n\n";
        fs::write(dir.path().join(name), [header, body].concat()).unwrap();
    };
    mail("text", "Gr\u{fc}\u{df}e\t\n".as_bytes());
    mail("binary", b"\x1b[2J\0\xFF");
    for args in [&["normalize", "binary"][..], &["encode", "--charset", "iso-8859-1", "text"]] {
        let (status, said) = pty::run(200, dir.path(), args, &[]);
        let why = "standard output is a terminal, but the output is not text in UTF-8; write it to a file with -o FILE, or to a pipe";
        assert!(status == Some(2) && said.contains(why) && said.lines().count() == 1, "{said}");
        let (status, said) = pty::run(200, dir.path(), &[args, &["-o", "new"]].concat(), &[]);
        assert_eq!(status, Some(0), "{said}");
        fs::remove_file(dir.path().join("new")).unwrap();
    }
    let (status, said) = pty::run(80, dir.path(), &["normalize", "text"], &[]);
    assert!(status == Some(0) && said.contains("Gr\u{fc}\u{df}e\t\n"), "{said}");
}

#[test]
fn colors_follow_the_options() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("x.eml"), "Subject: =?utf-8?Q?=1B[31m=C3=A9?= \x1b[7m =?utf-8?Q?=C3=A9?=\n\n")
        .unwrap();
    let on_terminal = |more: &[&str], set: &[(&str, &str)]| {
        let args = [&["normalize", "--diff", "x.eml"][..], more].concat();
        pty::run(80, dir.path(), &args, set).1
    };
    let in_pipe = |more: &[&str], set: &[(&str, &str)]| {
        let mut command = program::assert_command();
        command.args(["normalize", "--diff", "x.eml"]).args(more).current_dir(&dir).envs(set.iter().copied());
        String::from_utf8(command.assert().code(0).get_output().stdout.clone()).unwrap()
    };
    let coloured = on_terminal(&[], &[]);
    assert!(coloured.contains("\x1b[32m+Subject: "), "{coloured:?}");
    assert!(coloured.contains(r"\u{1b}[7m") && !coloured.contains("\x1b[7m"), "{coloured:?}");
    for plain in [
        on_terminal(&["--color", "never"], &[]),
        on_terminal(&[], &[("NO_COLOR", "1")]),
        on_terminal(&[], &[("TERM", "dumb")]),
        in_pipe(&[], &[]),
        in_pipe(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]),
    ] {
        assert!(plain.contains("\n+Subject: ") && !plain.contains('\x1b'), "{plain:?}");
    }
    for coloured in [
        in_pipe(&["--color", "always"], &[]),
        in_pipe(&[], &[("CLICOLOR_FORCE", "1")]),
        on_terminal(&["--color", "always"], &[("NO_COLOR", "1")]),
    ] {
        assert!(coloured.contains("\x1b[32m+Subject: "), "{coloured:?}");
    }
}

#[test]
fn the_interrupt_key_leaves_the_mailbox_unchanged_and_no_other_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("mbox");
    let head =
        "From alice@example.org Tue Jan  2 03:04:05 2024\nContent-Type: text/plain; charset=iso-8859-1\n\n";
    let message = format!("{head}{}\n\n", "a line of text\n".repeat(200));
    let mbox = message.repeat(4000);
    fs::write(&path, &mbox).unwrap();
    let files = || fs::read_dir(dir.path()).unwrap().count();
    let mut run = pty::start(80, dir.path(), &["normalize", "--in-place", "--no-verify", "mbox"], &[]);
    let patience = Instant::now() + Duration::from_secs(60);
    while files() < 3 {
        assert!(Instant::now() < patience, "no replacement under way");
        std::thread::sleep(Duration::from_millis(1));
    }
    run.press(b"\x03");
    let (status, said) = run.end();
    assert_eq!(status, Some(130), "{said}");
    assert_eq!(files(), 1, "{said}");
    assert!(fs::read_to_string(&path).unwrap() == mbox);
}

#[test]
fn a_manual_page_is_shown_by_man_on_a_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let man = dir.path().join("man");
    let show = |script: &str| {
        program::write_script(&man, &format!("#!/bin/sh\n{script}\n"), "755");
        pty::run(
            80,
            dir.path(),
            &["man", "undo"],
            &[("PATH", &format!("{}:/usr/bin:/bin", dir.path().display()))],
        )
    };
    let (status, shown) = show(r#"echo "shown: $1 $(basename "$2") $(grep -c '^.SH' "$2")""#);
    assert!(status == Some(0) && shown.starts_with("shown: -l mailutf-undo.1 "), "{shown}");
    // This `man` does not know the option -l, so the page is printed without it.
    let (status, shown) = show("exit 1");
    assert!(status == Some(0) && shown.contains(".SH SYNOPSIS"), "{shown}");
}

#[test]
fn a_closed_pipe_is_silent() {
    use std::process::Stdio;
    let project = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let runs: &[&[&str]] = &[
        &["normalize", "--diff", "corpus"],
        &["normalize", "corpus/bodies/utf-7.eml"],
        &["inspect", "corpus/bodies/utf-7.eml"],
        &["text", "corpus/bodies/utf-7.eml"],
        &["detect", "corpus"],
        &["check", "corpus"],
        &["charsets"],
        &["explain"],
        &["completions", "zsh"],
        &["man"],
    ];
    for args in runs {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = program::command();
        command.args(*args).current_dir(project).stdin(Stdio::null()).stdout(writer);
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!said.contains("ipe") && !said.contains("panic"), "{args:?}: {said}");
        assert!(
            output.status.code().is_some_and(|status| status < 2),
            "{args:?}: {:?}: {said}",
            output.status
        );
    }
}
