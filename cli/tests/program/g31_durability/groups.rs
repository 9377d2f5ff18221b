//! Guarantee G31 (docs/guarantees.md): many files are flushed to the disk as a group. Even then, no name ever
//! refers to data that is not on the disk.

use super::{Mail, available, can_trace, message, name, normalize, paths, put, strace, traced};
use assert_cmd::cargo::cargo_bin;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The system calls whose order is checked.
const ORDERED: &str = "write,fchmod,fchown,utimensat,fsync,syncfs,linkat,renameat,renameat2,unlinkat";

/// The files and directories that are not on the disk yet, as the log of the system calls of a run shows.
#[derive(Default)]
struct Unflushed {
    /// The new forms of files whose data is not on the disk.
    files: BTreeSet<String>,
    /// The directories in which a backup got its name, if that name is not on the disk.
    backups: BTreeSet<String>,
    /// The directories in which a new file got its name, if that name is not on the disk.
    names: BTreeSet<String>,
    /// The temporary names that the originals have after an exchange, each with the directory of the new file.
    old: BTreeMap<String, String>,
    /// The number of new files that got their names.
    replaced: usize,
}

impl Unflushed {
    /// Takes a line of the log. Fails if the call in the line comes too early.
    fn follow(&mut self, line: &str) {
        let call = line.split_whitespace().nth(1).and_then(|call| call.split('(').next()).unwrap_or_default();
        if line.contains(" = -1 ") {
            return;
        }
        let directories: Vec<&str> =
            line.split('<').skip(1).filter_map(|rest| Some(rest.split_once('>')?.0)).collect();
        let names: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        let path = |n: usize| format!("{}/{}", directories[n], names[n]);
        match call {
            "write" | "fchmod" | "fchown" | "utimensat" if directories[0].ends_with(".mailutf") => {
                self.files.insert(directories[0].to_owned());
            }
            "fsync" => {
                self.files.remove(directories[0]);
                self.backups.remove(directories[0]);
                self.names.remove(directories[0]);
            }
            "syncfs" => {
                self.files.clear();
                self.backups.clear();
                self.names.clear();
            }
            "linkat" => {
                self.backups.insert(directories[1].to_owned());
            }
            "renameat" | "renameat2" if names[0].starts_with('.') => {
                assert!(!self.files.contains(&path(0)), "the replacement is not on the disk: {line}");
                let backups = format!("{}~", directories[1]);
                assert!(!self.backups.contains(&backups), "the backup is not on the disk: {line}");
                self.names.insert(directories[1].to_owned());
                self.replaced += 1;
                if line.contains("RENAME_EXCHANGE") {
                    self.old.insert(path(0), directories[1].to_owned());
                }
            }
            "unlinkat" => {
                self.files.remove(&path(0));
                let new = self.old.get(&path(0));
                assert!(
                    !new.is_some_and(|new| self.names.contains(new)),
                    "the new name is not on the disk: {line}"
                );
            }
            _ => {}
        }
    }

    /// Takes a whole log. Fails if a file was renamed or removed too early, or was never flushed. Returns the
    /// number of new files that got their names.
    fn of(log: &str) -> usize {
        let mut unflushed = Self::default();
        log.lines().for_each(|line| unflushed.follow(line));
        assert!(unflushed.files.is_empty() && unflushed.names.is_empty(), "not flushed in the end:\n{log}");
        unflushed.replaced
    }
}

/// The number of messages in a Maildir. All of these messages are in one group.
const MANY: usize = 7;

fn many(root: &Path) {
    Mail::Maildir.write(root);
    (2..MANY).for_each(|n| put(&root.join("mail").join(name(n, &message(n).0)), &message(n).0));
}

/// Returns the numbers of the messages with their new content and name. Fails unless all other messages have their
/// old content and name.
fn converted(root: &Path) -> Vec<usize> {
    let is = |n: usize, form: &String| {
        fs::read_to_string(root.join("mail").join(name(n, form))).is_ok_and(|now| now == *form)
    };
    let converted: Vec<_> = (0..MANY).filter(|&n| is(n, &message(n).1)).collect();
    assert!((0..MANY).all(|n| converted.contains(&n) != is(n, &message(n).0)), "{:?}", paths(root));
    converted
}

/// Runs the program on many messages while strace injects errors, and checks the order of the system calls. Returns
/// the exit status, the log, and the directory.
fn run_on_many(injections: &[String]) -> (Option<i32>, String, TempDir) {
    let dir = TempDir::new().unwrap();
    let root = dir.path().join("place");
    fs::create_dir(&root).unwrap();
    many(&root);
    let mut options = vec![format!("-etrace={}", available(ORDERED))];
    options.extend(injections.iter().map(|injection| format!("-einject={injection}")));
    let (status, log) = traced(dir.path(), &root, &options);
    let replaced = Unflushed::of(&log);
    assert_eq!(converted(&root).len(), replaced, "{log}");
    (status, log, dir)
}

const NO_SYNCFS: &str = "syncfs:error=EIO";

#[test]
fn no_name_refers_to_data_that_is_not_on_the_disk() {
    if !can_trace() {
        return;
    }
    for injections in [vec![], vec![NO_SYNCFS.to_owned()], vec!["renameat2:error=EINVAL".to_owned()]] {
        let (status, log, dir) = run_on_many(&injections);
        assert_eq!((status, converted(&dir.path().join("place")).len()), (Some(0), MANY), "{log}");
        assert_eq!(paths(&dir.path().join("place")).len(), 2 * MANY, "each message and its backup");
    }
}

#[test]
fn copies_and_restored_files_are_on_the_disk_before_their_names() {
    if !can_trace() {
        return;
    }
    let (_, _, dir) = run_on_many(&[]);
    let commands: [&[&str]; 2] = [&["normalize", "place/mail", "-o", "copies/"], &["undo", "place/mail"]];
    for arguments in commands {
        let mut command = strace("log");
        command.args(["-y", "-e", &format!("trace={}", available(ORDERED))]);
        let status = command.arg(cargo_bin("mailutf")).args(arguments).current_dir(&dir).status();
        assert!(status.unwrap().success(), "{arguments:?}");
        let log = fs::read_to_string(dir.path().join("log")).unwrap();
        assert_eq!(Unflushed::of(&log), MANY, "{log}");
        let flushed = log.lines().filter(|line| line.contains("fsync(") && line.contains(",S=")).count();
        assert!(flushed <= 1 || !syncfs_reports_errors(dir.path()), "not as a group: {log}");
    }
}

#[test]
fn files_that_are_named_are_a_group() {
    if !can_trace() {
        return;
    }
    let dir = TempDir::new().unwrap();
    let root = dir.path().join("place");
    many(&root);
    let log = traced_in_place(dir.path(), ORDERED, &paths(&root));
    assert_eq!(Unflushed::of(&log), MANY, "{log}");
    assert_eq!(converted(&root).len(), MANY);
    let flushed = log.lines().filter(|line| line.contains("fsync(") && line.contains("/mail/tmp/.")).count();
    assert!(flushed <= 1 || !syncfs_reports_errors(dir.path()), "not as a group: {log}");
}

/// Returns the log of the system calls `calls` in a run on `files`.
fn traced_in_place(dir: &Path, calls: &str, files: &[PathBuf]) -> String {
    let mut command = strace(dir.join("log"));
    command.arg("-y").arg(format!("-etrace={}", available(calls)));
    command.arg(cargo_bin("mailutf")).args(["normalize", "--in-place", "--backup"]).args(files);
    assert!(command.status().unwrap().success());
    fs::read_to_string(dir.join("log")).unwrap()
}

#[test]
fn the_index_of_a_server_is_sought_once_for_the_messages_of_a_directory() {
    if !can_trace() {
        return;
    }
    let dir = TempDir::new().unwrap();
    let mail = dir.path().join("mail");
    ["cur", "new", "tmp"].iter().for_each(|name| fs::create_dir_all(mail.join(name)).unwrap());
    let write = || (0..MANY).for_each(|n| put(&mail.join(format!("cur/{n}.host:2,")), &message(n).0));
    let named = (0..MANY).map(|n| mail.join(format!("cur/{n}.host:2,"))).collect();
    for files in [vec![mail.clone()], named] {
        write();
        let log = traced_in_place(dir.path(), "newfstatat,statx", &files);
        let looks = log.lines().filter(|line| line.contains("dovecot-uidlist")).count();
        assert_eq!(looks, 1, "{log}");
        fs::remove_dir_all(mail.join("cur~")).unwrap();
    }
}

#[test]
fn many_files_are_flushed_at_once_and_each_by_itself_where_that_fails() {
    if !can_trace() {
        return;
    }
    let flushed = |log: &str| {
        log.lines().filter(|line| line.contains("fsync(") && line.contains("/mail/tmp/.")).count()
    };
    let (_, log, _dir) = run_on_many(&[NO_SYNCFS.to_owned()]);
    assert_eq!(flushed(&log), MANY, "{log}");
    let (_, log, dir) = run_on_many(&[]);
    match syncfs_reports_errors(dir.path()) {
        // One call of fsync is still needed, because it flushes the cache of the disk.
        true => assert!(log.contains("syncfs(") && flushed(&log) == 1, "{log}"),
        false => println!("skipped: this file system or kernel does not report all errors to syncfs"),
    }
}

/// Whether the directory is on a file system on which a successful syncfs proves that all data is on the disk.
fn syncfs_reports_errors(dir: &Path) -> bool {
    let said = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).arg(dir).output();
        output.map_or(String::new(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let mut version = release.split('.').map_while(|number| number.parse::<u32>().ok());
    ["ext2/ext3", "xfs", "btrfs", "f2fs"].contains(&&*said("stat", &["-f", "-c", "%T"]))
        && (version.next(), version.next()) >= (Some(5), Some(17))
}

#[test]
fn a_file_whose_data_or_backup_is_not_on_the_disk_is_kept_and_the_rest_is_done() {
    if !can_trace() {
        return;
    }
    let (_, log, _dir) = run_on_many(&[NO_SYNCFS.to_owned()]);
    let flushes: Vec<_> = log.lines().filter(|line| line.contains("fsync(")).collect();
    for (part, kept) in [("/tmp/.3.M3", 3..4), ("/cur~>", 0..1), ("/new~>", 1..MANY)] {
        let last = flushes.iter().rposition(|line| line.contains(part)).unwrap() + 1;
        let (status, log, dir) = run_on_many(&[NO_SYNCFS.to_owned(), format!("fsync:error=EIO:when={last}")]);
        let root = dir.path().join("place");
        let expected: Vec<_> = (0..MANY).filter(|n| !kept.contains(n)).collect();
        assert_eq!((status, converted(&root)), (Some(2), expected), "{part}: {log}");
        let left = paths(&root).into_iter().find(|path| path.to_string_lossy().contains("mailutf"));
        assert_eq!(left, None, "{part}");
        let kept_backups = paths(&root).len() - MANY;
        assert_eq!(kept_backups, MANY - kept.len(), "{part}: a backup of a message that was not replaced");
        let [program, arguments @ ..] = &*normalize(&root) else { unreachable!() };
        assert!(Command::new(program).args(arguments).status().unwrap().success());
        assert_eq!(converted(&root).len(), MANY, "{part}");
    }
}

#[test]
fn a_directory_that_cannot_be_flushed_is_named_and_counted() {
    if !can_trace() {
        return;
    }
    let (_, log, _dir) = run_on_many(&[]);
    let flushes: Vec<_> = log.lines().filter(|line| line.contains("fsync(")).collect();
    let n = flushes.iter().rposition(|line| line.contains("/mail/cur>")).unwrap() + 1;
    let dir = TempDir::new().unwrap();
    many(dir.path());
    let mut command = strace("/dev/null");
    command.args(["-etrace=fsync", &format!("-einject=fsync:error=EIO:when={n}")]);
    let output = command.args(normalize(dir.path())).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), converted(dir.path()).len()), (Some(2), MANY), "{said}");
    assert!(said.contains("cannot flush its directory") && said.contains("/cur/0.M0"), "{said}");
}
