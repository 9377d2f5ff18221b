//! Guarantee G19 (docs/guarantees.md): tests of `mailutf normalize --in-place`, with ordinary use, killed runs and
//! full disks.

use super::program;
use assert_cmd::cargo::cargo_bin;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

const FROM_LINE: &str = "From alice@example.org Tue Jan  2 03:04:05 2024\n";

/// Returns a message before and after its conversion.
fn message(n: usize) -> (String, String) {
    let message = |charset, encoding, character: &str| {
        format!(
            "Message-ID: <{n}@example.org>\nContent-Type: text/plain; charset={charset}\n\
             Content-Transfer-Encoding: {encoding}\n\n{}",
            format!("caf{character} {n}\n").repeat(300),
        )
    };
    (message("iso-8859-1", "quoted-printable", "=E9"), message("utf-8", "8bit", "é"))
}

fn normalize(path: &Path) -> Command {
    let mut command = program::command();
    command.args(["normalize", "--in-place", "--jobs", "2"]).arg(path).stderr(Stdio::piped());
    command
}

fn run(command: &mut Command) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = command.output().unwrap();
    (status.code(), String::from_utf8(stderr).unwrap())
}

/// Starts several runs, one after the other. Kills each run a little later than the run before, and then calls `look`
/// to check the files.
fn kill_and_look(path: &Path, mut look: impl FnMut()) {
    for delay in (0..14).map(|n| Duration::from_millis(5 * n)) {
        let mut child = normalize(path).arg("--no-verify").spawn().unwrap();
        thread::sleep(delay);
        child.kill().unwrap();
        child.wait().unwrap();
        look();
    }
}

#[test]
fn named_files_are_converted_in_their_order_and_a_failure_stops_no_other() {
    let dir = TempDir::new().unwrap();
    let path = |name: &str| dir.path().join(name);
    let mbox = |form: &str| format!("{FROM_LINE}{form}\n");
    for (n, name) in ["a.eml", "b.eml", "c.eml", "d.eml"].into_iter().enumerate() {
        fs::write(path(name), message(n).0).unwrap();
    }
    fs::write(path("mbox"), mbox(&message(9).0)).unwrap();
    fs::write(path("broken.eml"), "Content-Type: text/plain; charset=x-none\n\n\u{e9}\u{ff}\n").unwrap();
    // One file is named twice in the same way, and another file is named twice by different paths.
    let other = path("mbox").with_file_name(".").join("b.eml");
    let mut command = program::command();
    command.args(["normalize", "--in-place", "--report", "-"]);
    for name in ["a.eml", "b.eml", "missing", "a.eml", "mbox", "broken.eml", "c.eml"] {
        command.arg(path(name));
    }
    let output = command.arg(other).arg(path("d.eml")).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("missing: cannot open") && !said.contains("another run"), "{said}");
    let reported = String::from_utf8(output.stdout).unwrap();
    let reported = reported.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let paths: Vec<_> = reported.map(|line| line["file"].as_str().unwrap().to_owned()).collect();
    let names: Vec<_> = paths.iter().map(|path| path.rsplit('/').next().unwrap()).collect();
    assert_eq!(names, ["a.eml", "b.eml", "mbox", "broken.eml", "c.eml", "d.eml"]);
    for (n, name) in ["a.eml", "b.eml", "c.eml", "d.eml"].into_iter().enumerate() {
        assert_eq!(fs::read_to_string(path(name)).unwrap(), message(n).1);
    }
    assert_eq!(fs::read_to_string(path("mbox")).unwrap(), mbox(&message(9).1));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 6);
}

#[test]
fn a_killed_run_leaves_an_mbox_old_or_new_and_the_next_one_finishes() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("mbox");
    let both = (0..400).map(message);
    let (old, new): (Vec<_>, Vec<_>) =
        both.map(|(old, new)| (format!("{FROM_LINE}{old}\n"), format!("{FROM_LINE}{new}\n"))).unzip();
    let (old, new) = (old.concat(), new.concat());
    fs::write(&path, &old).unwrap();
    kill_and_look(&path, || {
        let now = fs::read_to_string(&path).unwrap();
        assert!(now == old || now == new);
        if now == new {
            fs::write(&path, &old).unwrap();
        }
    });
    assert_eq!(run(&mut normalize(&path)), (Some(0), String::new()));
    assert!(fs::read_to_string(&path).unwrap() == new);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn a_killed_run_leaves_each_message_of_a_maildir_old_or_new_and_the_next_one_finishes() {
    let dir = TempDir::new().unwrap();
    for sub in ["cur", "new", "tmp"] {
        fs::create_dir(dir.path().join(sub)).unwrap();
    }
    let mut messages = BTreeMap::new();
    for (n, (old, new)) in (0..150).map(message).enumerate() {
        let name = format!("{n}.host,S={}:2,S", old.len());
        fs::write(dir.path().join("cur").join(name), &old).unwrap();
        messages.insert(n.to_string(), (old, new));
    }
    let look = |finished: bool| {
        let mut seen = 0;
        for entry in fs::read_dir(dir.path().join("cur")).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let (old, new) = &messages[name.split('.').next().unwrap()];
            let now = fs::read_to_string(entry.path()).unwrap();
            assert!(now == *new || (now == *old && !finished));
            assert!(!finished || name.contains(&format!("S={}:2,S", new.len())), "{name}");
            seen += 1;
        }
        assert_eq!(seen, messages.len());
    };
    kill_and_look(dir.path(), || look(false));
    assert_eq!(run(&mut normalize(dir.path())), (Some(0), String::new()));
    look(true);
    assert_eq!(fs::read_dir(dir.path().join("tmp")).unwrap().count(), 0);
}

#[test]
fn a_full_disk_loses_nothing() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("mbox");
    let old: String = (0..400).map(|n| format!("{FROM_LINE}{}\n", message(n).0)).collect();
    fs::write(&path, &old).unwrap();
    // A limit on the size of files has the same effect as a full disk: a write fails.
    let script =
        format!("trap '' XFSZ; ulimit -f 100; exec {} normalize -i \"$1\"", cargo_bin("mailutf").display());
    let (status, said) =
        run(Command::new("sh").arg("-c").arg(script).arg("sh").arg(&path).stderr(Stdio::piped()));
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("cannot write its replacement") && said.contains("mbox"), "{said}");
    assert!(fs::read_to_string(&path).unwrap() == old);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn failures_are_named_and_the_rest_is_done() {
    let dir = TempDir::new().unwrap();
    let (old, new) = message(1);
    for name in ["1.eml", "2.eml", "3.eml"] {
        fs::write(dir.path().join(name), &old).unwrap();
    }
    fs::hard_link(dir.path().join("2.eml"), dir.path().join("other")).unwrap();
    let (status, said) = run(&mut normalize(dir.path()));
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("2.eml") && said.contains("hard links"), "{said}");
    assert_eq!(fs::read_to_string(dir.path().join("1.eml")).unwrap(), new);
    assert_eq!(fs::read_to_string(dir.path().join("2.eml")).unwrap(), old);
    assert_eq!(fs::read_to_string(dir.path().join("3.eml")).unwrap(), new);
}

#[test]
fn mail_that_is_skipped_is_named_and_counts_in_the_exit_status() {
    let dir = TempDir::new().unwrap();
    let (old, new) = message(1);
    fs::create_dir(dir.path().join("cyrus")).unwrap();
    let files = [("1.eml", &old), ("archive.pst", &old), ("cyrus/7.", &old), ("readme.txt", &old)];
    for (name, octets) in files {
        fs::write(dir.path().join(name), octets).unwrap();
    }
    let (status, said) = run(&mut normalize(dir.path()));
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("archive.pst: skipped: an unsupported format"), "{said}");
    assert!(said.contains("cyrus/7.: server-index"), "{said}");
    assert!(said.contains("skipped these files: ") && said.contains("/readme.txt (not mail by"));
    assert_eq!(said.lines().count(), 3, "{said}");
    assert_eq!(fs::read_to_string(dir.path().join("1.eml")).unwrap(), new);
    assert_eq!(run(normalize(dir.path()).arg("--quiet")), (Some(1), String::new()));
    fs::remove_file(dir.path().join("1.eml")).unwrap();
    fs::remove_file(dir.path().join("cyrus/7.")).unwrap();
    for command in ["check", "census", "text", "inspect", "detect"] {
        let (status, said) = run(program::command().arg(command).arg(dir.path()).stderr(Stdio::piped()));
        assert_eq!(status, Some(1), "{command}: {said}");
        assert!(said.contains("archive.pst: skipped: an unsupported format"), "{command}: {said}");
    }
}

/// The link must be reported, because the copy of the directory lacks the mail to which the link refers.
#[test]
fn a_link_to_mail_elsewhere_is_reported() {
    let (dir, elsewhere) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (tree, copy) = (dir.path().join("tree"), dir.path().join("copy"));
    fs::create_dir(&tree).unwrap();
    for directory in [&*tree, elsewhere.path()] {
        fs::write(directory.join("1.eml"), "Subject: x\n\n").unwrap();
    }
    std::os::unix::fs::symlink(elsewhere.path(), tree.join("link")).unwrap();
    let arguments = [tree.as_os_str(), "-o".as_ref(), copy.as_os_str()];
    let (status, said) = run(program::command().arg("normalize").args(arguments).stderr(Stdio::piped()));
    assert_eq!(status, Some(1), "{said}");
    assert!(
        said.contains("link: skipped: a symbolic link")
            && said.contains("give the path of the target itself"),
        "{said}"
    );
    assert!(copy.join("tree/1.eml").exists() || copy.join("1.eml").exists());
}

#[test]
fn a_directory_that_cannot_be_written_is_an_error() {
    let dir = TempDir::new().unwrap();
    let inner = dir.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let path = inner.join("1.eml");
    fs::write(&path, message(1).0).unwrap();
    fs::set_permissions(&inner, fs::Permissions::from_mode(0o555)).unwrap();
    let can_write = fs::write(inner.join("probe"), "").is_ok();
    let (status, said) = run(&mut normalize(&path));
    fs::set_permissions(&inner, fs::Permissions::from_mode(0o755)).unwrap();
    if can_write {
        println!("skipped: permissions do not bind this user");
        return;
    }
    assert_eq!(status, Some(2), "{said}");
    assert_eq!(fs::read_to_string(&path).unwrap(), message(1).0);
}

#[test]
fn options_that_only_make_sense_in_place_need_it() {
    for option in ["--backup", "--add-sizes", "--break-hard-links"] {
        for (args, named) in [(&["missing"][..], "--in-place"), (&["missing", "-o", "new"], "--output")] {
            let mut command = program::command();
            let (status, said) = run(command.args(["normalize", option]).args(args).stderr(Stdio::piped()));
            assert!(status == Some(2) && said.contains(named) && !said.contains("cannot open"), "{said}");
        }
    }
}

#[test]
fn a_folder_is_named_in_decoded_form() {
    let dir = TempDir::new().unwrap();
    for sub in ["cur", "new", "tmp"] {
        fs::create_dir_all(dir.path().join(".Entw&APw-rfe").join(sub)).unwrap();
    }
    let path = dir.path().join(".Entw&APw-rfe/cur/1.host:2,");
    fs::write(&path, "Content-Transfer-Encoding: x-none-such\n\n???\n").unwrap();
    let (status, said) = run(&mut normalize(dir.path()));
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("(Entwürfe)"), "{said}");
}

#[test]
fn a_tree_is_converted_into_another_directory() {
    let dir = TempDir::new().unwrap();
    let (from, to) = (dir.path().join("mail"), dir.path().join("normal"));
    for sub in ["Maildir/cur", "Maildir/new", "Maildir/tmp", "mh"] {
        fs::create_dir_all(from.join(sub)).unwrap();
    }
    let (old, new) = message(1);
    let mbox = |message: &str| format!("{FROM_LINE}{message}\n");
    let files = [
        (
            "Maildir/cur/1.host,S=1:2,S",
            old.clone(),
            format!("Maildir/cur/1.host,S={}:2,S", new.len()),
            new.clone(),
        ),
        ("mh/7", new.clone(), "mh/7".into(), new.clone()),
        ("1998", mbox(&old), "1998".into(), mbox(&new)),
    ];
    for (name, old, ..) in &files {
        fs::write(from.join(name), old).unwrap();
    }
    fs::write(from.join("notes.txt"), "no mail").unwrap();
    let mut command = program::command();
    command.args(["normalize", "-n", "-v"]).arg(&from).stderr(Stdio::piped());
    let (status, said) = run(&mut command);
    assert!(status == Some(0) && said.contains("3 messages: 2 to convert, 1 unchanged"), "{said}");
    let time = fs::metadata(from.join("mh/7")).unwrap().modified().unwrap();
    let mut command = program::command();
    command.arg("normalize").arg(&from).arg("-o").arg(&to).stderr(Stdio::piped());
    let notes = from.join("notes.txt");
    let said = format!(
        "mailutf: skipped these files: {} (not mail by its name or its first lines)\n",
        notes.display()
    );
    assert_eq!(run(&mut command), (Some(0), said));
    for (old_name, old, name, new) in &files {
        assert_eq!(fs::read_to_string(to.join(name)).unwrap(), *new, "{name}");
        assert_eq!(fs::read_to_string(from.join(old_name)).unwrap(), *old, "{old_name}");
    }
    assert_eq!(fs::metadata(to.join("mh/7")).unwrap().modified().unwrap(), time);
    assert!(to.join("Maildir/tmp").is_dir() && !to.join("notes.txt").exists());
    let mut command = program::command();
    command.arg("normalize").arg(&from).arg("-o").arg(from.join("mh")).stderr(Stdio::piped());
    let (status, said) = run(&mut command);
    assert!(status == Some(2) && said.contains("another directory"), "{said}");
}

#[test]
fn an_interrupted_run_leaves_nothing_unfinished() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("mbox");
    let old: String = (0..2_000).map(|n| format!("{FROM_LINE}{}\n", message(n).0)).collect();
    fs::write(&path, &old).unwrap();
    let mut child = normalize(&path).spawn().unwrap();
    // Waits until the temporary file exists.
    while fs::read_dir(dir.path()).unwrap().count() < 3 && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    assert!(Command::new("kill").arg("-INT").arg(child.id().to_string()).status().unwrap().success());
    let status = child.wait().unwrap().code();
    let now = fs::read_to_string(&path).unwrap();
    assert!((status == Some(130) && now == old) || (status == Some(0) && now != old), "{status:?}");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn a_group_that_cannot_be_kept_gets_the_permissions_of_others() {
    const NOBODY: u32 = 65_534;
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("1.eml");
    fs::write(&path, message(1).0).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o664)).unwrap();
    // The program runs as another user, who owns the file but is not in its group. Only root can run this test.
    let given = chown(dir.path(), Some(NOBODY), None).and_then(|()| chown(&path, Some(NOBODY), Some(0)));
    let program = dir.path().join("mailutf");
    program::copy_program(&cargo_bin("mailutf"), &program);
    let as_nobody = |arguments: &[&OsStr]| {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(&program);
        command.arg("normalize").args(arguments).arg(&path).output()
    };
    // Both this file and another file, which has another owner, are converted into a new directory.
    let other = dir.path().join("2.eml");
    fs::copy(&path, &other).unwrap();
    let copies = dir.path().join("copies/");
    let copied = as_nobody(&[other.as_ref(), "-o".as_ref(), copies.as_ref()]);
    let (Ok(()), Ok(Output { status, .. })) = (given, copied) else {
        println!("skipped: this user cannot become another");
        return;
    };
    assert_eq!(status.code(), Some(0));
    for name in ["1.eml", "2.eml"] {
        let copy = fs::metadata(copies.join(name)).unwrap();
        assert_eq!((copy.gid(), copy.permissions().mode() & 0o777), (NOBODY, 0o644), "{name}");
    }
    let Output { status, stderr, .. } = as_nobody(&["--in-place".as_ref()]).unwrap();
    let after = fs::metadata(&path).unwrap();
    let said = String::from_utf8_lossy(&stderr);
    assert_eq!((status.code(), after.uid(), after.gid()), (Some(0), NOBODY, NOBODY), "{said}");
    assert_eq!(after.permissions().mode() & 0o777, 0o644);
    assert_eq!(fs::read_to_string(&path).unwrap(), message(1).1);
}

#[test]
fn few_files_may_be_open_at_the_same_time() {
    const MESSAGES: usize = 60;
    let dir = TempDir::new().unwrap();
    let path = |n: usize| dir.path().join(format!("{n}.eml"));
    (0..MESSAGES).for_each(|n| fs::write(path(n), message(n).0).unwrap());
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n 40; exec \"$@\"", "sh"]).arg(cargo_bin("mailutf"));
    command.args(["normalize", "--in-place", "--jobs", "2", "--no-verify", "--quiet", "."]).current_dir(&dir);
    assert_eq!(run(command.stderr(Stdio::piped())), (Some(0), String::new()));
    assert!((0..MESSAGES).all(|n| fs::read_to_string(path(n)).unwrap() == message(n).1));
}
