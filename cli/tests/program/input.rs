//! Tests of the inputs of all commands that read mail: directories, lists of names, and errors.

use super::program;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::path::Path;

const READING: [&str; 5] = ["inspect", "detect", "text", "check", "census"];
const NORMAL: &str = "Subject: x\n\nbody\n";

fn run(args: &[&str], input: &[u8]) -> (i32, String, String) {
    let output = program::assert_command().args(args).write_stdin(input).output().unwrap();
    let text = |octets: &[u8]| String::from_utf8(octets.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

fn utf8(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn padding_behind_compressed_mail_is_a_note() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("old.eml.gz");
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    gz.write_all(NORMAL.as_bytes()).unwrap();
    fs::write(&path, [gz.finish().unwrap(), vec![0; 512]].concat()).unwrap();
    let said = "compressed-padding: 512 octets of NUL padding after the compressed data were ignored";
    for command in READING {
        let (status, _, errors) = run(&[command, utf8(&path)], b"");
        assert_eq!((status, errors), (0, format!("mailutf: {}: {said}\n", utf8(&path))), "{command}");
    }
    let said = said.replace("padding:", "padding at octet 0:");
    let (status, new, errors) = run(&["normalize", "--verbose", utf8(&path)], b"");
    assert_eq!((status, &*new), (0, NORMAL));
    assert!(errors.contains(&said), "{errors}");
    let (status, new, report) = run(&["normalize", "-v", "-i", "--report=-", utf8(&path)], b"");
    assert_eq!(status, 0, "{report}");
    assert!(new.contains("\"code\":\"compressed-padding\""), "{new}");
    assert_eq!(run(&["normalize", utf8(&path)], b""), (0, NORMAL.to_owned(), String::new()));
}

#[test]
fn names_in_a_list() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name);
    fs::write(file("a b"), "Subject: one\n\nfirst\n").unwrap();
    fs::write(file("c"), "Subject: two\n\nsecond\n").unwrap();
    fs::write(file("list"), format!("{}\n\n{}", utf8(&file("a b")), utf8(&file("c")))).unwrap();
    let (status, said, errors) = run(&["text", "--files-from", utf8(&file("list"))], b"");
    assert_eq!((status, said.as_str(), errors.as_str()), (0, "first\n\x0C\nsecond\n\x0C\n", ""));
    let names = format!("{}\0{}\0", utf8(&file("c")), utf8(&file("a b")));
    let (status, said, _) = run(&["text", "--files-from=-", "-0"], names.as_bytes());
    assert_eq!((status, said.as_str()), (0, "second\n\x0C\nfirst\n\x0C\n"));
    for command in READING {
        assert_eq!(run(&[command, "--files-from=-", "--null"], names.as_bytes()).0, 0, "{command}");
        // If the list of names is empty, standard input is not read as mail.
        let (status, said, errors) = run(&[command, "--files-from", "-", "-0"], b"");
        assert_eq!((status, errors.as_str()), (0, ""), "{command}");
        assert!(said.is_empty() || said == "0 messages\n", "{command}: {said}");
    }
    let (status, said, _) =
        run(&["normalize", "--dry-run", "--verbose", "--files-from=-", "-0"], names.as_bytes());
    assert_eq!((status, said.as_str()), (0, ""));
    let (status, said, _) = run(&["decode", "-c", "koi8-r", "--files-from=-", "-0"], names.as_bytes());
    assert_eq!((status, said.as_str()), (0, "Subject: two\n\nsecond\nSubject: one\n\nfirst\n"));
    let (status, _, errors) = run(&["text", "x", "--files-from=-"], b"");
    assert!(status == 2 && errors.contains("cannot be used with"), "{errors}");
    let (status, _, errors) = run(&["text", "--files-from", utf8(&file("none"))], b"");
    assert!(status == 2 && errors.contains("none: cannot read"), "{errors}");
}

#[cfg(unix)]
#[test]
fn files_of_a_list_are_replaced_in_place() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("1.eml");
    fs::write(&file, "Subject: =?iso-8859-1?Q?caf=E9?=\n\n").unwrap();
    let (status, _, errors) = run(&["normalize", "--in-place", "--files-from=-"], utf8(&file).as_bytes());
    assert_eq!((status, errors.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(&file).unwrap(), "Subject: café\n\n");
    let (status, _, errors) = run(&["normalize", "--in-place"], b"");
    assert!(status == 2 && errors.contains("--in-place") | errors.contains("required"), "{errors}");
}

#[cfg(unix)]
#[test]
fn names_that_are_not_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let dir = tempfile::tempdir().unwrap();
    let name = dir.path().join(OsStr::from_bytes(b"gr\xFC\xDFe\n\x1B.eml"));
    if fs::write(&name, "Subject: =?iso-8859-1?Q?caf=E9?=\n\nbody\n").is_err() {
        return; // A file system with other ideas of names.
    }
    let list = [name.as_os_str().as_bytes(), b"\0"].concat();
    for command in READING {
        let (_, said, errors) = run(&[command, "-0", "--files-from=-"], &list);
        assert!(
            errors.is_empty() && !said.is_empty() && !said.contains('\u{1b}'),
            "{command}: {said}{errors}"
        );
        let by_name = program::assert_command().arg(command).arg(&name).output().unwrap();
        assert_eq!(String::from_utf8(by_name.stdout).unwrap(), said, "{command}");
    }
    let (_, said, _) = run(&["check", "-0", "--files-from=-"], &list);
    assert!(said.contains("gr\\xFC\\xDFe\\n\\u{1b}.eml: would change"), "{said}");
}

#[test]
fn a_missing_file_is_named_and_the_rest_is_read() {
    let dir = tempfile::tempdir().unwrap();
    let (there, missing) = (dir.path().join("1.eml"), dir.path().join("0.eml"));
    fs::write(&there, NORMAL).unwrap();
    for command in READING {
        let (status, said, errors) = run(&[command, utf8(&missing), utf8(&there)], b"");
        let expected = format!("mailutf: {}: cannot open: No such file or directory\n", utf8(&missing));
        assert_eq!((status, errors), (2, expected), "{command}");
        assert_eq!(said.is_empty(), command == "check", "{command}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn an_unreadable_file_or_directory_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let closed = |name: &str| {
        let path = dir.path().join(name);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
        fs::File::open(&path).is_err() || fs::read_dir(&path).is_err()
    };
    fs::write(dir.path().join("1.eml"), NORMAL).unwrap();
    fs::write(dir.path().join("2.eml"), NORMAL).unwrap();
    fs::create_dir(dir.path().join("sub")).unwrap();
    // The superuser can read all files, so there is nothing to test for this user.
    if !closed("1.eml") || fs::File::open(dir.path().join("1.eml")).is_ok() {
        return;
    }
    closed("sub");
    for command in READING {
        let (status, _, errors) = run(&[command, utf8(dir.path())], b"");
        assert_eq!(status, 2, "{command}");
        assert!(
            errors.contains("1.eml: cannot open") && errors.contains("sub: cannot"),
            "{command}: {errors}"
        );
    }
    fs::set_permissions(dir.path().join("sub"), fs::Permissions::from_mode(0o700)).unwrap();
}

#[cfg(unix)]
#[test]
fn a_directory_without_mail_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    for command in READING {
        assert_eq!(run(&[command, utf8(dir.path())], b"").0, 0, "{command}");
    }
    fs::write(dir.path().join("notes.txt"), "no mail\n").unwrap();
    for command in READING {
        let (status, _, errors) = run(&[command, "--recursive", utf8(dir.path())], b"");
        assert_eq!(status, 2, "{command}");
        assert!(errors.contains("cannot find mail in it: 1 file, but no Maildir"), "{errors}");
    }
    let out = tempfile::tempdir().unwrap();
    for place in [&["--in-place"][..], &["--dry-run"], &["-o", utf8(out.path())]] {
        for command in ["normalize", "to-utf7"] {
            let (status, _, errors) = run(&[&[command, utf8(dir.path())], place].concat(), b"");
            assert!(status == 2 && errors.contains("cannot find mail in it: 1 file"), "{place:?}: {errors}");
        }
    }
    let maildir = tempfile::tempdir().unwrap();
    ["cur", "new", "tmp"].iter().for_each(|name| fs::create_dir(maildir.path().join(name)).unwrap());
    fs::write(maildir.path().join("dovecot-uidlist"), "3 V1 N1\n").unwrap();
    for command in [&["normalize", "--in-place"][..], &["check"]] {
        let (status, _, errors) = run(&[command, &[utf8(maildir.path())]].concat(), b"");
        assert_eq!((status, &*errors), (0, ""), "{command:?}");
    }
    for command in ["normalize", "to-utf7"] {
        let (status, _, errors) = run(&[command, "-r", utf8(dir.path())], b"");
        assert_eq!(status, 2, "{command}");
        assert!(errors.contains("it is a directory; use --in-place, -o DIRECTORY"), "{errors}");
    }
    let (status, _, errors) = run(&["decode", "-c", "koi8-r", utf8(dir.path())], b"");
    assert!(status == 2 && errors.contains("cannot read: is a directory"), "{errors}");
}

/// A message contains a patch from git. The patch begins with a `From ` line, like each message in a mailbox, but
/// it is not another message.
#[test]
fn a_patch_in_a_message_starts_no_other_message() {
    let message = |line: &str| {
        let start = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\
            Content-Type: text/x-patch; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n\n";
        [start.as_bytes(), line.as_bytes(), b"\nFrom: A <a@b>\nSubject: [PATCH] gr\xF6\xDFer\n\n--b--\n"]
            .concat()
    };
    let name = "0123456789abcdef0123456789abcdef01234567";
    let (status, written, said) =
        run(&["normalize"], &message(&format!("From {name} Mon Sep 17 00:00:00 2001")));
    assert!(status == 0 && written.contains("größer") && said.is_empty(), "{said}");
    for line in ["From a@b Mon Sep 17 00:00:00 2001", &format!("From {name} Mon Jan  1 00:00:00 2024")] {
        let (status, _, said) = run(&["normalize", "--dry-run"], &message(line));
        assert!(status == 1 && said.contains("structure-doubtful"), "{line} {said}");
    }
}

#[test]
fn a_variant_does_not_turn_a_message_into_an_mbox_or_hide_text_before_the_first_one() {
    let normalize = ["normalize", "--mbox-variant", "mboxo"];
    let old = "Content-Type: text/plain; charset=koi8-r\n\n";
    let old = [old.as_bytes(), b"\xF0\xD2\n"].concat();
    let new = run(&["normalize"], &old);
    assert!(new.0 == 0 && new.1.contains("\u{41f}\u{440}"));
    assert_eq!(run(&normalize, &old), new);
    let apple = |message: &[u8]| {
        [format!("{}\n", message.len()).as_bytes(), message, b"<?xml version=\"1.0\"?>\n<plist></plist>\n"]
            .concat()
    };
    assert_eq!(run(&normalize, &apple(&old)).1.into_bytes(), apple(new.1.as_bytes()));
    let line = "From a@b Mon Jan  1 00:00:00 2024\n";
    let mailbox = [b"junk\n\n", line.as_bytes(), &old].concat();
    let (status, written, said) = run(&normalize, &mailbox);
    assert_eq!((status, written), (1, format!("junk\n\n{line}{}", new.1)));
    assert!(said.contains("structure-doubtful") && said.contains("before its first message"), "{said}");
    for start in ["", "\n\n", "\u{feff}", "\u{feff}\n"] {
        let mailbox = [start.as_bytes(), line.as_bytes(), &old].concat();
        assert_eq!(run(&normalize, &mailbox), (0, format!("{start}{line}{}", new.1), String::new()));
    }
}

/// Text that belongs to no message has no line in a manifest. So `verify-manifest` names it again, as `normalize` did.
#[test]
fn text_before_the_first_message_is_named_by_each_command_with_a_variant() {
    let dir = tempfile::tempdir().unwrap();
    let [path, manifest, new] = ["mbox", "manifest", "new"].map(|name| dir.path().join(name));
    let line = "From a@b Mon Jan  1 00:00:00 2024\n";
    for (start, wanted) in [("junk\n\n", 1), ("\n\n", 0)] {
        fs::write(&path, format!("{start}{line}{NORMAL}")).unwrap();
        let variant = ["--mbox-variant", "mboxo"];
        let normalize =
            ["normalize", "--manifest", utf8(&manifest), utf8(&path), "-o", utf8(&new), "--force"];
        let (status, _, said) = run(&[&normalize[..], &variant].concat(), b"");
        assert_eq!(
            (status, said.matches("text before its first message").count()),
            (wanted, wanted as usize)
        );
        let verify = ["verify-manifest", utf8(&manifest), utf8(&new)];
        let (status, _, said) = run(&[&verify[..], &variant].concat(), b"");
        assert_eq!((status, said.matches("structure-doubtful").count()), (wanted, wanted as usize), "{said}");
    }
}

#[test]
fn empty_files_and_files_that_are_not_mail() {
    for command in READING {
        let (status, _, errors) = run(&[command], b"");
        assert_eq!((status, errors.as_str()), (0, ""), "{command}");
    }
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("empty.eml");
    fs::write(&file, "").unwrap();
    let (status, shown, said) = run(&["inspect", utf8(&file)], b"");
    assert_eq!((status, shown, said), (0, format!("{}: empty\n", file.display()), String::new()));
    let (status, _, said) = run(&["normalize", "-v", "-i", utf8(dir.path())], b"");
    assert!(status == 0 && said.contains(": 0 messages: 0 converted, 0 unchanged, 0 unresolved\n"), "{said}");
    let no_mail = b"\x89PNG\r\n\x1a\nand so on";
    assert_eq!(run(&["check"], no_mail).0, 1);
    let (status, said, errors) = run(&["text"], no_mail);
    assert_eq!((status, said.as_str()), (1, "\x0C\n"));
    assert!(errors.contains("standard input: perhaps not mail: it has no header field"), "{errors}");
    assert!(errors.contains("it is not text: starts like PNG"), "{errors}");
    let (_, said, _) = run(&["census"], no_mail);
    assert!(said.contains("it is not text: starts like PNG"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_a_failure() {
    let from_line = "From alice@example.org Tue Jan  2 03:04:05 2024\n";
    let mbox = format!("{from_line}Subject: =?iso-8859-1?Q?caf=E9?=\n\nbody\n\n").repeat(1000);
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("mbox");
    fs::write(&file, mbox).unwrap();
    for command in READING {
        let output = crate::closed_pipe(&[command, utf8(&file)]);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{command}");
        assert!(output.status.code().is_some_and(|status| status < 2), "{command}: {}", output.status);
    }
}

#[test]
fn misspelled_arguments_get_a_suggestion() {
    for (args, expected) in [
        (["cencus", ""], "census"),
        (["text", "--header"], "--headers"),
        (["text", "--fallback-charset=koi9-r"], "koi8-r"),
        (["census", "--by=yaer"], "year"),
        (["inspect", "--jsn"], "--json"),
        (["check", "--limit-dept=1"], "--limit-depth"),
    ] {
        let args: Vec<&str> = args.into_iter().filter(|arg| !arg.is_empty()).collect();
        let (status, _, errors) = run(&args, b"");
        assert_eq!(status, 2, "{args:?}");
        assert!(errors.contains(expected), "{args:?}: {errors}");
    }
}

/// When the program starts, it raises the soft limit on open files to the hard limit. Groups of files, and trees with
/// many directories, need more open files than the usual soft limit allows.
#[test]
#[cfg(target_os = "linux")]
fn the_limit_on_open_files_is_raised_at_the_start() {
    use std::process::{Command, Stdio};
    let mut run = Command::new("sh")
        .args(["-c", "ulimit -S -n 64; exec \"$0\" text -"])
        .arg(assert_cmd::cargo::cargo_bin("mailutf"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let limits = || {
        let limits = std::fs::read_to_string(format!("/proc/{}/limits", run.id())).unwrap();
        let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap();
        line.split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    // The limits can be read, because the program still waits for its input.
    let is_raised = (0..1_000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        let limits = limits();
        limits[0] != "64" && limits[0] == limits[1]
    });
    assert!(is_raised, "{:?}", limits());
    run.stdin.take().unwrap().write_all(b"Subject: x\n\ntext\n").unwrap();
    assert!(run.wait_with_output().unwrap().status.success());
}
