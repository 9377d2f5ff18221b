//! Tests of `mailutf undo`.

use super::program;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

const OLD: &str = "Subject: =?koi8-r?B?8NLJ18XU?=\n\nbody\n";
/// The extended attribute in which a run records what it has written.
const RECORD: &str = "user.mailutf.converted";
const FROM_LINE: &str = "From alice@example.org Tue Jan  2 03:04:05 2024\n";

fn run(dir: &Path, args: &str, status: i32) -> String {
    let mut command = program::assert_command();
    let assert = command.args(args.split(' ')).current_dir(dir).assert().code(status).stdout("");
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

/// Returns the files below a directory, with their content and their times.
fn files(dir: &Path) -> BTreeMap<String, (Vec<u8>, SystemTime)> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            let name = entry.file_name().into_string().unwrap();
            files.extend(
                self::files(&entry.path()).into_iter().map(|(path, file)| (format!("{name}/{path}"), file)),
            );
        } else {
            let content = fs::read(entry.path()).unwrap();
            let time = entry.metadata().unwrap().modified().unwrap();
            files.insert(entry.file_name().into_string().unwrap(), (content, time));
        }
    }
    files
}

/// Returns a directory with a Maildir, an MH folder and an mbox.
fn place() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &str| {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        let time = SystemTime::now() - Duration::from_secs(100_000);
        fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    };
    let size = OLD.len();
    write(&format!("Mail/cur/1700000000.M1.host,S={size}:2,S"), OLD);
    write(&format!("Mail/new/1700000000.M2.host,S={size}"), OLD);
    write("Mail/cur/1700000000.M3.host:2,", OLD);
    write("Mail/cur/1700000000.M4.host:2,", "Subject: x\n\nnothing to convert\n");
    fs::create_dir(dir.path().join("Mail/tmp")).unwrap();
    write("MH/1", OLD);
    write("all.mbox", &format!("{FROM_LINE}{OLD}\n"));
    dir
}

#[test]
fn everything_is_as_before() {
    for suffix in ["~", ".orig"] {
        let dir = place();
        let before = files(dir.path());
        run(dir.path(), &format!("normalize -i --backup={suffix} Mail MH all.mbox MH/1"), 0);
        assert_ne!(files(dir.path()), before);
        let converted = files(dir.path());
        let said = run(dir.path(), &format!("undo -n --suffix {suffix} Mail MH all.mbox"), 0);
        assert_eq!(said, "mailutf: 5 files to restore, 0 left unchanged\n");
        assert_eq!(files(dir.path()), converted);
        let said = run(dir.path(), &format!("undo --suffix {suffix} Mail MH all.mbox"), 0);
        assert_eq!(said, "mailutf: 5 files restored, 0 left unchanged\n");
        assert_eq!(files(dir.path()), before);
        assert!(!dir.path().join(format!("Mail/cur{suffix}")).exists());
        let again = run(dir.path(), &format!("undo --suffix {suffix} all.mbox"), 2);
        assert!(again.contains("there are no backups with the suffix"), "{again}");
    }
}

#[test]
fn a_file_that_changed_since_is_left() {
    let dir = place();
    run(dir.path(), "normalize -i --backup all.mbox MH/1", 0);
    let path = dir.path().join("all.mbox");
    let delivered = fs::read_to_string(&path).unwrap() + FROM_LINE + "Subject: new\n\nbody\n\n";
    fs::write(&path, &delivered).unwrap();
    for option in ["undo", "undo -n"] {
        let said = run(dir.path(), &format!("{option} all.mbox"), 1);
        assert!(said.contains("it changed since its conversion; its original is all.mbox~"), "{said}");
        assert!(said.ends_with(", 1 left unchanged\n"), "{said}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), delivered);
    assert!(dir.path().join("all.mbox~").exists());
    assert_eq!(run(dir.path(), "undo -q MH/1 all.mbox", 1).lines().count(), 1);
    assert_eq!(fs::read_to_string(dir.path().join("MH/1")).unwrap(), OLD);
}

/// Gives a file another content, but keeps its time, as mutt does.
fn rewrite(path: &Path, content: &str) {
    let time = fs::metadata(path).unwrap().modified().unwrap();
    fs::write(path, content).unwrap();
    fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

#[test]
fn a_file_that_changed_and_got_its_old_time_back_is_left() {
    let dir = place();
    run(dir.path(), "normalize -i --backup Mail MH/1 all.mbox", 0);
    let sized = fs::read_dir(dir.path().join("Mail/new")).unwrap().next().unwrap().unwrap();
    let renamed =
        dir.path().join("Mail/cur").join(format!("{}:2,S", sized.file_name().into_string().unwrap()));
    fs::rename(sized.path(), &renamed).unwrap();
    for path in [renamed, dir.path().join("MH/1"), dir.path().join("all.mbox")] {
        let converted = fs::read_to_string(&path).unwrap();
        let changed = converted.replace("body", "edited");
        rewrite(&path, &changed);
        let said = run(dir.path(), &format!("undo {}", path.display()), 1);
        assert!(said.contains("changed since its conversion"), "{said}");
        assert_eq!(fs::read_to_string(&path).unwrap(), changed);
    }
    // A change that keeps the size of the file is found, too.
    let (path, backup) = (dir.path().join("all.mbox"), dir.path().join("all.mbox~"));
    let converted = fs::read_to_string(&path).unwrap().replace("edited", "body");
    rewrite(&path, &converted.replace("body", "BODY"));
    assert!(run(dir.path(), "undo all.mbox", 1).contains("it changed since"));
    // A change is also found if the backup has no record of what was written.
    if let Ok(()) = xattr::remove(&backup, RECORD) {
        // Removing the record sets a time of the file. The clock of the file system advances in steps, so the test
        // waits until the next time is later.
        std::thread::sleep(Duration::from_millis(50));
        rewrite(&path, &converted.replace("body", "BODY"));
        assert!(run(dir.path(), "undo all.mbox", 1).contains("content or its permissions changed since"));
    }
    // If a file has the content of its backup, an earlier run of `undo` has restored the file, but was killed before
    // it removed the backup.
    rewrite(&path, &fs::read_to_string(&backup).unwrap());
    assert_eq!(run(dir.path(), "undo all.mbox", 0), "mailutf: 1 file restored, 0 left unchanged\n");
    assert!(!backup.exists());
}

/// Whether files in `dir` can have the extended attribute by which `undo` knows what was written.
fn has_records(dir: &Path) -> bool {
    let probe = dir.join("probe");
    fs::write(&probe, "").unwrap();
    let has = xattr::set(&probe, RECORD, b"x").is_ok();
    fs::remove_file(probe).unwrap();
    has
}

#[test]
fn a_file_with_the_content_that_was_written_is_restored_whatever_became_of_its_times_and_its_inode() {
    let changes = [
        "touch F",
        "chmod 640 F",
        "cp -a F x && mv x F",
        "mv F y && mv y F",
        "ln F z && rm F && mv z F",
        "cat F > w && cat w > F && rm w",
        "gzip -n F && gunzip F.gz",
    ];
    let paths = ["all.mbox", "MH/1", "Mail/cur/1700000000.M3.host:2,"];
    for change in changes {
        let dir = place();
        if !has_records(dir.path()) {
            eprintln!("skipped: the file system has no extended attributes");
            return;
        }
        let before = fs::read(dir.path().join("all.mbox")).unwrap();
        run(dir.path(), "normalize -i --backup Mail MH all.mbox", 0);
        for path in paths {
            let change = change.replace('F', &format!("'{path}'"));
            let done =
                std::process::Command::new("sh").args(["-c", &change]).current_dir(dir.path()).status();
            assert!(done.unwrap().success(), "{change}");
            let said = run(dir.path(), &format!("undo {path}"), 0);
            assert_eq!(said, "mailutf: 1 file restored, 0 left unchanged\n", "{change}");
        }
        assert_eq!(fs::read(dir.path().join("all.mbox")).unwrap(), before);
    }
}

#[test]
fn a_record_stays_with_its_backup() {
    let dir = place();
    if !has_records(dir.path()) {
        eprintln!("skipped: the file system has no extended attributes");
        return;
    }
    let record = |name: &str| xattr::get(dir.path().join(name), RECORD).unwrap();
    // The old record was left by a run that was killed.
    xattr::set(dir.path().join("all.mbox"), RECORD, b"1_0").unwrap();
    run(dir.path(), "normalize -i --backup all.mbox MH/1", 0);
    assert_eq!(["all.mbox", "MH/1"].map(record), [None, None]);
    let now = ["all.mbox~", "MH/1~"].map(record);
    assert!(now.iter().all(Option::is_some), "{now:?}");
    assert_ne!(now[0], now[1]);
    run(dir.path(), "undo all.mbox MH/1", 0);
    assert_eq!(["all.mbox", "MH/1"].map(record), [None, None]);
}

#[test]
fn undo_beside_a_run_says_so() {
    let dir = place();
    let held = |name: &str| {
        let file = fs::File::options().create(true).append(true).open(dir.path().join(name)).unwrap();
        file.lock().unwrap();
        file
    };
    // A run is reading the mbox, but has not replaced anything yet.
    let mbox = held("all.mbox");
    assert!(run(dir.path(), "undo all.mbox", 2).contains("another program is working on it"));
    mbox.unlock().unwrap();
    run(dir.path(), "normalize -i --backup all.mbox Mail", 0);
    // A run has begun to write the new form of a file.
    for (unfinished, place) in
        [(".all.mbox.mailutf", "all.mbox"), ("Mail/tmp/.1700000000.M4.host:2,.mailutf", "Mail")]
    {
        let file = held(unfinished);
        for command in ["undo -n", "undo"] {
            assert!(
                run(dir.path(), &format!("{command} {place}"), 2)
                    .contains("another program is working on it")
            );
        }
        file.unlock().unwrap();
        assert!(run(dir.path(), &format!("undo {place}"), 0).contains("restored, 0 left unchanged"));
    }
}

#[test]
fn a_message_keeps_the_directory_and_the_flags_that_it_has_now() {
    let dir = place();
    run(dir.path(), "normalize -i --backup Mail", 0);
    let new = fs::read_dir(dir.path().join("Mail/new")).unwrap().next().unwrap().unwrap();
    let name = new.file_name().into_string().unwrap();
    assert!(!name.contains(&format!("S={}", OLD.len())), "{name}");
    fs::rename(new.path(), dir.path().join(format!("Mail/cur/{name}:2,FS"))).unwrap();
    fs::remove_file(dir.path().join("Mail/cur/1700000000.M3.host:2,")).unwrap();
    let said = run(dir.path(), "undo Mail", 1);
    assert!(said.contains("its converted form was deleted or moved away"), "{said}");
    assert!(said.ends_with("mailutf: 2 files restored, 1 left unchanged\n"), "{said}");
    let restored = dir.path().join(format!("Mail/cur/1700000000.M2.host,S={}:2,FS", OLD.len()));
    assert_eq!(fs::read_to_string(restored).unwrap(), OLD);
    assert!(dir.path().join("Mail/cur~/1700000000.M3.host:2,").exists());
}

#[test]
fn one_message_of_a_maildir() {
    let dir = place();
    run(dir.path(), "normalize -i --backup Mail", 0);
    assert!(
        run(dir.path(), "undo Mail/cur/1700000000.M3.host:2,", 0)
            .contains("1 file restored, 0 left unchanged")
    );
    assert!(!dir.path().join("Mail/cur~/1700000000.M3.host:2,").exists());
    assert!(dir.path().join("Mail/cur~").exists());
}

#[test]
fn a_link_is_not_followed() {
    let dir = place();
    run(dir.path(), "normalize -i --backup MH/1", 0);
    fs::rename(dir.path().join("MH/1~"), dir.path().join("elsewhere")).unwrap();
    std::os::unix::fs::symlink(dir.path().join("elsewhere"), dir.path().join("MH/1~")).unwrap();
    let said = run(dir.path(), "undo MH/1", 1);
    assert!(said.contains("it is not a regular file"), "{said}");
    assert!(fs::read_to_string(dir.path().join("MH/1")).unwrap().contains("Привет"));
}

/// Runs the program with a limit on the number of open files.
fn run_with_few_files(dir: &Path, limit: u32, args: &str) {
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &format!("ulimit -n {limit} && exec \"$@\"",), "sh"]);
    let output = command.arg(assert_cmd::cargo::cargo_bin("mailutf")).args(args.split(' ')).current_dir(dir);
    let output = output.output().unwrap();
    assert!(output.status.success(), "{args}: {output:?}");
}

#[test]
fn a_tree_has_more_directories_than_files_may_be_open() {
    const LIMIT: u32 = 80;
    let dir = tempfile::tempdir().unwrap();
    for folder in 0..LIMIT / 2 {
        for (directory, flags) in [("cur", ":2,S"), ("new", ""), ("tmp", "")] {
            let path = dir.path().join(format!("Mail/.{folder}/{directory}"));
            fs::create_dir_all(&path).unwrap();
            if directory != "tmp" {
                fs::write(path.join(format!("1.{folder}.{directory},S={}{flags}", OLD.len())), OLD).unwrap();
            }
        }
    }
    // Other directories are nested more deeply than the number of files that may be open.
    let deep = dir.path().join("Mail").join(vec!["d"; 120].join("/"));
    fs::create_dir_all(&deep).unwrap();
    fs::write(deep.join("1.eml"), OLD).unwrap();
    let before = files(dir.path());
    for args in ["census Mail", "text Mail", "normalize --manifest m -o new Mail", "verify-manifest m new"] {
        run_with_few_files(dir.path(), LIMIT, args);
    }
    fs::remove_dir_all(dir.path().join("new")).unwrap();
    fs::remove_file(dir.path().join("m")).unwrap();
    run_with_few_files(dir.path(), LIMIT, "normalize -i --backup --jobs 4 Mail");
    assert_eq!(files(dir.path()).len(), 2 * before.len());
    run_with_few_files(dir.path(), LIMIT, "undo Mail");
    assert_eq!(files(dir.path()), before);
}

#[test]
fn directories_of_backups_that_a_killed_run_left_empty_are_removed() {
    let dir = tempfile::tempdir().unwrap();
    for name in [
        "Mail/cur",
        "Mail/new",
        "Mail/tmp",
        "Mail/cur~",
        "Mail/.Sent/cur",
        "Mail/.Sent/new~",
        "Mail/.Sent/tmp",
    ] {
        fs::create_dir_all(dir.path().join(name)).unwrap();
    }
    fs::write(dir.path().join("Mail/cur/1.host:2,S"), OLD).unwrap();
    let left = || ["Mail/cur~", "Mail/.Sent/new~"].map(|name| dir.path().join(name).exists());
    assert!(run(dir.path(), "undo -n Mail", 2).contains("there are no backups"));
    assert_eq!(left(), [true; 2]);
    assert_eq!(run(dir.path(), "undo Mail", 0), "");
    assert_eq!(left(), [false; 2]);
    assert!(run(dir.path(), "undo Mail", 2).contains("there are no backups"));
    // Empty directories of backups are also removed if another folder still has backups.
    run(dir.path(), "normalize -i --backup Mail", 0);
    fs::create_dir(dir.path().join("Mail/.Sent/new~")).unwrap();
    assert!(run(dir.path(), "undo Mail", 0).contains("1 file restored, 0 left unchanged"));
    assert_eq!(left(), [false; 2]);
}

/// A killed run may leave a backup and not replace its file. Such a backup is the file itself under another name.
#[test]
fn a_backup_that_is_still_its_file_needs_only_to_be_removed() {
    let sized = format!("S={}", OLD.len());
    let cases = [
        ("Mail/cur~/1.host:2,S".to_owned(), "Mail/cur/1.host:2,S".to_owned(), None),
        // The message has got other flags, or was moved, since the backup was made.
        ("Mail/cur~/1.host:2,S".into(), "Mail/cur/1.host:2,FS".into(), None),
        ("Mail/new~/1.host".into(), "Mail/cur/1.host:2,S".into(), None),
        // The message already has the new name, with the sizes of its converted form.
        (
            format!("Mail/new~/1.host,{sized}"),
            "Mail/new/1.host,S=79".into(),
            Some(format!("Mail/new/1.host,{sized}")),
        ),
        ("MH/1~".into(), "MH/1".into(), None),
        ("a/1.eml~".into(), "a/1.eml".into(), None),
        ("a/1.emlx~".into(), "a/1.emlx".into(), None),
        ("all.mbox~".into(), "all.mbox".into(), None),
        ("all.mbox.gz~".into(), "all.mbox.gz".into(), None),
    ];
    for (backup, now, then) in cases {
        let dir = tempfile::tempdir().unwrap();
        for name in ["Mail/cur", "Mail/new", "Mail/tmp", "Mail/cur~", "Mail/new~", "MH", "a"] {
            fs::create_dir_all(dir.path().join(name)).unwrap();
        }
        fs::write(dir.path().join(&now), OLD).unwrap();
        fs::hard_link(dir.path().join(&now), dir.path().join(&backup)).unwrap();
        // This is the new file that the killed run did not finish.
        let (above, name) = now.rsplit_once('/').unwrap_or((".", &now));
        let above = if above.starts_with("Mail") { "Mail/tmp" } else { above };
        fs::write(dir.path().join(format!("{above}/.{name}.mailutf")), "unfinished").unwrap();
        let expected = BTreeMap::from([(then.as_deref().unwrap_or(&now), OLD)]);
        let place = if above == "." { now.as_str() } else { "." };
        // If a run is still working on the file, its backup stays.
        let working = fs::File::open(dir.path().join(&now)).unwrap();
        working.lock().unwrap();
        assert!(run(dir.path(), &format!("undo {place}"), 2).contains("another run of mailutf is working"));
        // The lock is released here, because closing the file is not enough: a process that another test starts may
        // have the file open for a moment.
        working.unlock().unwrap();
        assert_eq!(
            run(dir.path(), &format!("undo -n {place}"), 0),
            "mailutf: 1 file to restore, 0 left unchanged\n"
        );
        assert_eq!(
            run(dir.path(), &format!("undo {place}"), 0),
            "mailutf: 1 file restored, 0 left unchanged\n"
        );
        let found = files(dir.path());
        let found: BTreeMap<_, _> = found
            .iter()
            .map(|(name, (content, _))| (name.as_str(), std::str::from_utf8(content).unwrap()))
            .collect();
        assert_eq!(found, expected, "{backup}");
    }
}

/// A mailbox has grown since its conversion. A second conversion refuses to replace the backup of the first one. Its
/// error message names a command that keeps both backups.
#[test]
fn a_mailbox_that_has_grown_gets_a_second_backup() {
    let place = place();
    let dir = place.path();
    let mbox = dir.join("all.mbox");
    let first = fs::read_to_string(&mbox).unwrap();
    run(dir, "normalize --in-place --backup .", 0);
    let converted = fs::read_to_string(&mbox).unwrap();
    // There is no new mail, so there is nothing to do.
    assert_eq!(run(dir, "normalize --in-place --backup .", 0), "");
    let grown = format!("{converted}{first}");
    fs::write(&mbox, &grown).unwrap();
    for name in ["Mail/cur/1800000000.M5.host:2,", "MH/2"] {
        fs::write(dir.join(name), OLD).unwrap();
    }
    let said = run(dir, "normalize --in-place --backup .", 2);
    assert!(
        said.contains("all.mbox~: cannot keep a backup under this name, because an older backup has it"),
        "{said}"
    );
    assert_eq!(
        (fs::read_to_string(&mbox).unwrap(), said.matches("older backup").count()),
        (grown.clone(), 1)
    );
    let typed = said.lines().find_map(|line| line.strip_prefix("mailutf:     mailutf ")).unwrap();
    let typed = typed.replace('\'', "");
    let suffix = typed.split(' ').find_map(|word| word.strip_prefix("--backup=")).unwrap();
    assert_eq!(run(dir, &typed, 0), "");
    let done = format!("{converted}{converted}");
    assert_eq!(fs::read_to_string(&mbox).unwrap(), done);
    assert_eq!(fs::read_to_string(dir.join("all.mbox~")).unwrap(), first);
    assert_eq!(fs::read_to_string(dir.join(format!("all.mbox{suffix}"))).unwrap(), grown);
    // Later runs do not take the backups for mail.
    assert_eq!(run(dir, "normalize --in-place --backup .", 0), "");
    for option in ["--suffix", "--backup"] {
        assert!(run(dir, &format!("undo -n {option} {suffix} all.mbox"), 0).contains("1 file to restore"));
    }
    assert!(run(dir, &format!("undo --suffix {suffix} ."), 0).contains("restored, 0 left unchanged"));
    assert_eq!(fs::read_to_string(&mbox).unwrap(), grown);
}
