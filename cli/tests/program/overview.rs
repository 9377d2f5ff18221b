//! Tests of files without a command, and of hints for commands and options that do not exist.

use super::program;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::path::Path;

fn said(args: &[&str], dir: &Path, status: i32) -> String {
    let mut command = program::assert_command();
    let assert = command.args(args).current_dir(dir).assert().code(status);
    let output = assert.get_output();
    String::from_utf8([output.stdout.clone(), output.stderr.clone()].concat()).unwrap()
}

const KOI8: &[u8] = b"From: Ada <ada@example.org>\nDate: Sat, 21 Nov 2026 10:00:00 +0000\nSubject: Test\n\
    Content-Type: text/plain; charset=koi8-r\n\n\xF0\xD2\xC9\xD7\xC5\xD4\n";

/// A message that has only a picture has no text that could be UTF-8. `text` prints nothing, so it says why.
#[test]
fn a_message_without_text_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let input = "Subject: x\nContent-Type: image/png\n\nx\n";
    fs::write(dir.path().join("x.eml"), input).unwrap();
    assert!(
        said(&["x.eml"], dir.path(), 0).starts_with("x.eml: a message, \u{201c}x\u{201d}; it has no text\n")
    );
    for args in [&["text", "x.eml"][..], &["text", "--plain", "x.eml"], &["text", "--headers", "x.eml"]] {
        let said = said(args, dir.path(), 0);
        assert!(said.contains("mailutf: x.eml: no text to print, only image/png; `mailutf attach"), "{said}");
    }
    fs::write(dir.path().join("x.eml"), "Subject: x\n\n").unwrap();
    assert!(!said(&["text", "x.eml"], dir.path(), 0).contains("no text"));
}

#[test]
fn a_file_is_described_with_the_commands_that_fit() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, octets: &[u8]| fs::write(dir.path().join(name), octets).unwrap();
    let mbox = b"From a@b.org Mon Jan  1 00:00:00 2024\nSubject: x\n\none\n\n".repeat(3);
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&mbox).unwrap();
    write("a letter.eml", KOI8);
    write("done.eml", b"Subject: x\n\nDone\n");
    write("all.mbox", &mbox);
    write("all.mbox.gz", &packed.finish().unwrap());
    write("notes.txt", b"just some notes, and no header\n");
    write(
        "old.txt",
        &[
            KOI8.split_at(KOI8.len() - 7).1,
            b"\xFC\xD4\xCF \xD4\xC5\xCB\xD3\xD4 \xC2\xC5\xDA \xDA\xC1\xC7\xCF\xCC\xCF\xD7\xCB\xC1\n",
        ]
        .concat(),
    );
    write("book.pdf", b"%PDF-1.7\n");
    write("empty", b"");
    for (file, status, expected) in [
        (
            "a letter.eml",
            0,
            "a letter.eml: a message from Ada of 2026-11-21, “Test”; not all its text is UTF-8 yet\n",
        ),
        ("done.eml", 0, "done.eml: a message, “x”; all its text is UTF-8\n"),
        ("all.mbox", 0, "all.mbox: an mbox of 3 messages; all text is UTF-8\n"),
        ("all.mbox.gz", 0, "all.mbox.gz: an mbox of 3 messages, compressed by gzip; all text is UTF-8\n"),
        ("notes.txt", 1, "notes.txt: not mail: it has no header field; its text is read as US-ASCII"),
        ("old.txt", 1, "old.txt: not mail: it has no header field; its text is read as KOI8-R"),
        ("book.pdf", 1, "book.pdf: a PDF document, a format that mailutf cannot read (format-unsupported)\n"),
        ("empty", 1, "empty: an empty file\n"),
    ] {
        let said = said(&[file], dir.path(), status);
        assert!(said.starts_with(expected), "{said}");
    }
    let both = said(&["done.eml", "empty"], dir.path(), 1);
    assert!(both.contains("print its header and its text\n\nempty: an empty file\n"), "{both}");
}

/// The overview names only the commands that are useful for the file: `review` for doubtful text, `explain` for
/// text that cannot be converted without loss, and `normalize` for text that is not UTF-8.
#[test]
fn the_commands_are_those_that_help_this_file() {
    let dir = tempfile::tempdir().unwrap();
    let message = |label: &str, text: &[u8]| {
        [b"From: a@b\nContent-Type: text/plain; charset=", label.as_bytes(), b"\n\n", text, b"\n"].concat()
    };
    let russian = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xFD\xF2\xEE \xEF\xE8\xF1\xFC\xEC\xEE \xED\xE0 \xF0\xF3\xF1\xF1\xEA\xEE\xEC";
    let doubtful = message("iso-8859-1", russian);
    let unreadable = message("utf-8", b"caf\xE9 \xC3\xA9\xC3\xA9\xC3\xA9\xFF");
    let (sound, other) = (message("utf-8", b"caf\xC3\xA9"), message("iso-8859-1", b"caf\xE9"));
    let mbox = |messages: &[&[u8]]| {
        let from_line = &b"From a@b.org Mon Jan  1 00:00:00 2024\n"[..];
        messages.iter().flat_map(|message| [from_line, message, b"\n"].concat()).collect::<Vec<u8>>()
    };
    for (file, octets, what, named, others) in [
        (
            "1.eml",
            doubtful.clone(),
            "doubtful",
            &["review", "normalize --doubtful evidence"][..],
            &["explain"][..],
        ),
        ("2.eml", unreadable.clone(), "without loss", &["explain text-unresolved"], &["review", "normalize"]),
        ("3.eml", sound.clone(), "all its text is UTF-8", &["inspect"], &["review", "explain", "normalize"]),
        ("4.eml", other.clone(), "not all", &["normalize"], &["review", "explain"]),
        (
            "5.mbox",
            mbox(&[&sound, &sound]),
            "2 messages; all text is UTF-8\n",
            &["census"],
            &["review", "explain", "normalize", "check"],
        ),
        (
            "6.mbox",
            mbox(&[&sound, &other, &doubtful, &unreadable]),
            "4 messages; 1 to convert, 1 with doubtful text, 1 with text that cannot be converted without loss\n",
            &["review", "explain text-unresolved", "normalize", "check"],
            &["--charset"],
        ),
    ] {
        fs::write(dir.path().join(file), octets).unwrap();
        let said = said(&[file], dir.path(), 0);
        assert!(said.contains(what), "{said}");
        for command in named {
            assert!(said.contains(&format!("\n  mailutf {command} ")), "{command}: {said}");
        }
        for command in others {
            assert!(!said.contains(command), "{command}: {said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_directory_is_described_by_what_it_holds() {
    let dir = tempfile::tempdir().unwrap();
    for folder in ["Mail/cur", "Mail/new", "Mail/tmp", "none"] {
        fs::create_dir_all(dir.path().join(folder)).unwrap();
    }
    fs::write(dir.path().join("Mail/cur/1.a:2,S"), KOI8).unwrap();
    let maildir = said(&["Mail"], dir.path(), 0);
    assert!(maildir.starts_with("Mail: a directory with 1 message in a Maildir\n"), "{maildir}");
    assert!(maildir.contains("\n  mailutf review Mail "), "{maildir}");
    assert!(said(&["none"], dir.path(), 1).starts_with("none: a directory without mail\n"));
}

/// The lines can be typed as they are printed, whatever the name of the file is, and no line overwrites a file.
#[cfg(unix)]
#[test]
fn each_line_shown_can_be_typed() {
    let program = Path::new(env!("CARGO_BIN_EXE_mailutf")).parent().unwrap().to_owned();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    for name in ["letter.eml", "it's $(touch x) ; `y`.eml", "-x.eml", "FILE", "NEW"] {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(name), KOI8).unwrap();
        fs::write(dir.path().join(format!("utf8-{name}")), "kept").unwrap();
        let shown = said(&["--", name], dir.path(), 0);
        let lines: Vec<&str> = shown.lines().filter_map(|line| line.strip_prefix("  mailutf ")).collect();
        assert_eq!(lines.len(), 4, "{shown}");
        for line in lines {
            let line = line.split("  ").next().unwrap();
            let mut shell = std::process::Command::new("sh");
            let shell =
                shell.args(["-c", &format!("mailutf {line}")]).current_dir(dir.path()).env("PATH", &path);
            let output = shell.output().unwrap();
            let status = output.status.code();
            assert_eq!(status, Some(0), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        }
        assert_eq!(fs::read(dir.path().join(format!("utf8-{name}"))).unwrap(), b"kept");
        let new = fs::read(dir.path().join(format!("utf8-2-{name}"))).unwrap();
        assert!(String::from_utf8(new).unwrap().ends_with("Привет\n"));
        assert!(!dir.path().join("x").exists());
    }
}

#[cfg(unix)]
#[test]
fn a_name_that_a_terminal_cannot_show_is_not_printed() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("\u{1b}[7m.eml"), "Subject: \u{1b}[7m\n\nx\n").unwrap();
    let said = said(&["\u{1b}[7m.eml"], dir.path(), 0);
    assert!(said.contains("  mailutf inspect FILE ") && !said.contains('\u{1b}'), "{said:?}");
}

#[test]
fn unknown_commands_and_options_get_the_right_hint_or_none() {
    let dir = tempfile::tempdir().unwrap();
    for (args, hint) in [
        ("convert letter.eml", "did you mean `normalize`?"),
        ("normalise letter.eml", "did you mean `normalize`?"),
        ("help convert", "did you mean `normalize`?"),
        ("letter.eml", "there is no such file"),
        ("check --threads 4", "`--jobs` does this"),
        (
            "check --verbose",
            "`check` always prints all findings; `mailutf normalize --dry-run --verbose` also prints each guess",
        ),
        ("normalize --inplace Mail", "`--in-place` does this"),
        ("normalize --hedders=utf8", "did you mean `--headers`?"),
        ("decode --encoding koi8-r", "`--charset` does this"),
        ("inspect --diff", "`--diff` is an option of `normalize`"),
    ] {
        let said = said(&args.split(' ').collect::<Vec<_>>(), dir.path(), 2);
        let tips: Vec<&str> =
            said.lines().filter_map(|line| line.trim_start().strip_prefix("tip: ")).collect();
        assert_eq!(tips, [hint], "{args}: {said}");
    }
    for args in ["frobnicate", "check --gigabytes", "check --quantum", "text --frobnicate"] {
        let said = said(&args.split(' ').collect::<Vec<_>>(), dir.path(), 2);
        assert!(!said.contains("tip:") && said.contains("Usage: mailutf"), "{args}: {said}");
    }
}

#[test]
fn options_before_a_command_is_named_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("letter.eml"), KOI8).unwrap();
    let said = said(&["letter.eml", "--in-place"], dir.path(), 2);
    assert!(
        said.contains("options follow the name of the command, as in `mailutf normalize FILE --in-place`"),
        "{said}"
    );
    assert_eq!(fs::read(dir.path().join("letter.eml")).unwrap(), KOI8);
}

#[test]
fn standard_input_is_described_if_it_is_a_file_or_a_pipe() {
    let described = |args: &[&str]| program::assert_command().args(args).write_stdin(KOI8).assert().code(0);
    let named = described(&["-"]).get_output().stdout.clone();
    let said = String::from_utf8_lossy(&named).into_owned();
    assert!(
        said.starts_with("standard input: a message from ") && said.contains("mailutf inspect -"),
        "{said}"
    );
    assert_eq!(described(&[]).get_output().stdout, named);
    // If standard input is a device, there is no file to describe.
    let help = program::command().stdin(std::process::Stdio::null()).output().unwrap();
    assert!(help.status.code() == Some(2) && help.stderr.starts_with(b"Convert mail"), "{help:?}");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8_are_refused_in_words() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    for args in [["--foo", "\u{fffd}"], ["\u{fffd}", "--foo"], ["check", "\u{fffd}"]] {
        let args =
            args.map(|arg| if arg == "\u{fffd}" { OsStr::from_bytes(b"\xFF") } else { OsStr::new(arg) });
        let assert = program::assert_command().args(args).assert().code(2);
        assert!(!String::from_utf8_lossy(&assert.get_output().stderr).contains("panicked"));
    }
}

#[test]
fn a_directory_without_a_name_is_copied_beside_itself() {
    let dir = tempfile::tempdir().unwrap();
    let mail = dir.path().join("Mail");
    fs::create_dir(&mail).unwrap();
    fs::write(mail.join("letter.eml"), KOI8).unwrap();
    let said = said(&["."], &mail, 0);
    let line = said.lines().find_map(|line| line.trim().strip_prefix("mailutf normalize . -o ")).unwrap();
    let copy = line.split(' ').next().unwrap();
    assert!(copy.ends_with("/utf8-Mail"), "{said}");
    program::assert_command().args(["normalize", ".", "-o", copy]).current_dir(&mail).assert().success();
}

/// If a file in a directory is damaged, the other files are described nevertheless, and the damaged file is named.
#[cfg(unix)]
#[test]
fn a_damaged_file_hides_no_directory() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("1.eml"), "From: a@b\nDate: x\n\n").unwrap();
    fs::write(dir.path().join("2.mbox.gz"), b"\x1F\x8B\x08\0\0\0\0\0\0\x03\xED\x9D").unwrap();
    let output = program::assert_command().arg(dir.path()).output().unwrap();
    let [said, errors] = [output.stdout, output.stderr].map(|octets| String::from_utf8(octets).unwrap());
    assert!(
        said.contains("1 message in a file of its own, 1 file with mail that mailutf does not read"),
        "{said}"
    );
    assert!(errors.contains("2.mbox.gz") && output.status.code() == Some(2), "{errors}");
}
