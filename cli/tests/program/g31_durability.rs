//! Failing system calls, killed runs, and the order in which data reaches the disk (guarantees G19, G31).
//!
//! strace makes the n-th call of a kind fail, or kills the run there. Skipped if strace is missing or not
//! permitted.
use assert_cmd::cargo::cargo_bin;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, FileTimes, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant, UNIX_EPOCH};
use tempfile::TempDir;

const FROM_LINE: &str = "From alice@example.org Tue Jan  2 03:04:05 2024\n";
const TIME: Duration = Duration::from_secs(1_000_000_000);

/// Names, on any system, of the system calls that change something, and of those on which the decision to
/// change depends.
pub(super) const CALLS: &str = "write,fsync,syncfs,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,openat,fchmod,\
                     utimensat,flock,newfstatat,fstat,statx,getdents64,read,pread64";

/// A message of a Maildir or an mbox, before and after.
pub(super) fn message(n: usize) -> (String, String) {
    let form = |charset, encoding, text: &str| {
        format!(
            "Message-ID: <{n}@example.org>\nContent-Type: text/plain; charset={charset}\n\
             Content-Transfer-Encoding: {encoding}\n\n{text}\n"
        )
    };
    (form("iso-8859-1", "quoted-printable", "caf=E9"), form("utf-8", "8bit", "caf\u{e9}"))
}

/// The mail of a test, in a directory of its own.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mail {
    Mbox,
    Maildir,
}

impl Mail {
    pub(super) fn write(self, root: &Path) {
        match self {
            Self::Mbox => put(&root.join("mail"), &self.mbox(false)),
            Self::Maildir => {
                ["cur", "new", "tmp"]
                    .iter()
                    .for_each(|name| fs::create_dir_all(root.join("mail").join(name)).unwrap());
                (0..2).for_each(|n| put(&root.join("mail").join(name(n, &message(n).0)), &message(n).0));
            }
        }
    }

    pub(super) fn mbox(self, new: bool) -> String {
        (0..2)
            .map(message)
            .map(|(old, form)| format!("{FROM_LINE}{}\n", if new { form } else { old }))
            .collect()
    }

    /// Checks that each message exists once, in its old or its new version, with its properties; returns what is
    /// wrong.
    pub(super) fn problems(self, root: &Path) -> Vec<String> {
        let mut problems = Vec::new();
        let mut look = |path: &Path, octets: &str, forms: [&str; 2]| {
            let metadata = fs::metadata(path).unwrap();
            if !forms.contains(&octets) {
                problems.push("partial".to_owned());
            }
            if metadata.mode() & 0o7777 != 0o640 || metadata.modified().unwrap() != UNIX_EPOCH + TIME {
                problems.push("mode or time".to_owned());
            }
        };
        let mut seen = BTreeMap::new();
        match self {
            Self::Mbox => {
                let path = root.join("mail");
                look(&path, &fs::read_to_string(&path).unwrap(), [&self.mbox(false), &self.mbox(true)]);
            }
            Self::Maildir => {
                for path in ["cur", "new"].iter().flat_map(|name| paths(&root.join("mail").join(name))) {
                    let octets = fs::read_to_string(&path).unwrap();
                    let n = usize::from(octets.contains("<1@"));
                    *seen.entry(n).or_insert(0) += 1;
                    let (old, new) = message(n);
                    look(&path, &octets, [&old, &new]);
                }
                if seen != BTreeMap::from([(0, 1), (1, 1)]) {
                    problems.push(format!("messages: {seen:?}"));
                }
            }
        }
        problems
    }

    /// Whether all messages are converted and have their new names.
    pub(super) fn is_done(self, root: &Path) -> bool {
        let is = |path: &Path, octets: &str| fs::read_to_string(path).is_ok_and(|now| now == octets);
        match self {
            Self::Mbox => is(&root.join("mail"), &self.mbox(true)),
            Self::Maildir => {
                (0..2).all(|n| is(&root.join("mail").join(name(n, &message(n).1)), &message(n).1))
            }
        }
    }
}

/// The name of a message in `cur` or `new`, with its size.
pub(super) fn name(n: usize, octets: &str) -> String {
    let (size, wire) = (octets.len(), octets.len() + octets.lines().count());
    match n {
        0 => format!("cur/0.M0.host,S={size},W={wire}:2,FS"),
        _ => format!("new/{n}.M{n}.host,S={size},W={wire}"),
    }
}

fn put(path: &Path, octets: &str) {
    fs::write(path, octets).unwrap();
    let file = File::options().write(true).open(path).unwrap();
    file.set_permissions(Permissions::from_mode(0o640)).unwrap();
    file.set_times(FileTimes::new().set_modified(UNIX_EPOCH + TIME)).unwrap();
}

/// The files below `root`.
pub(super) fn paths(root: &Path) -> Vec<std::path::PathBuf> {
    let (mut files, mut directories) = (Vec::new(), vec![root.to_path_buf()]);
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() { directories.push(path) } else { files.push(path) }
        }
    }
    files
}

pub(super) fn normalize(root: &Path) -> Vec<String> {
    let mut command = vec![cargo_bin("mailutf").display().to_string()];
    let options = ["normalize", "--in-place", "--jobs", "1", "--backup", "--no-verify"];
    command.extend(options.iter().map(ToString::to_string));
    command.push(root.join("mail").display().to_string());
    command
}

/// Runs the program under strace with `options`; its exit status, `None` if it was killed, and the log of
/// strace.
fn traced(dir: &Path, root: &Path, options: &[String]) -> (Option<i32>, String) {
    let log = dir.join("log");
    let mut command = Command::new("strace");
    command.args(["-f", "-qq", "-y", "-o"]).arg(&log).args(options).args(normalize(root));
    let output = command.output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&fs::read(&log).unwrap()).into_owned())
}

pub(super) fn can_trace() -> bool {
    let can = Command::new("strace").args(["-qq", "-o", "/dev/null", "true"]).status();
    let can = can.is_ok_and(|status| status.success());
    if !can {
        println!("skipped: strace is not installed, or may not trace");
    }
    can
}

/// The n-th call of each kind in an undisturbed run.
fn points(dir: &Path, mail: Mail) -> Vec<(String, usize)> {
    let root = dir.join("counted");
    fs::create_dir(&root).unwrap();
    mail.write(&root);
    let (status, log) = traced(dir, &root, &[format!("-etrace={}", available(CALLS))]);
    assert_eq!(status, Some(0), "{log}");
    assert!(mail.is_done(&root) && mail.problems(&root).is_empty());
    calls(&log)
}

/// The calls in a log of strace, each with its number among those of its kind, without those of the loader before the
/// program starts.
pub(super) fn calls(log: &str) -> Vec<(String, usize)> {
    let begin = log.lines().position(|line| line.contains("mail\"")).unwrap_or(0);
    let mut calls: BTreeMap<String, usize> = BTreeMap::new();
    let mut points = Vec::new();
    for (at, line) in log.lines().enumerate() {
        let call = line.split_whitespace().nth(1).and_then(|call| call.split('(').next()).unwrap_or_default();
        let count = calls.entry(call.to_owned()).or_default();
        *count += 1;
        if at >= begin && !call.is_empty() && call.bytes().all(|octet| octet.is_ascii_alphanumeric()) {
            points.push((call.to_owned(), *count));
        }
    }
    points
}

/// Those of the calls that this system has.
pub(super) fn available(calls: &str) -> String {
    let has = |call: &&str| {
        let trace = format!("trace={call}");
        let known = Command::new("strace").args(["-qq", "-o", "/dev/null", "-e", &trace, "true"]).status();
        known.is_ok_and(|status| status.success())
    };
    calls.split(',').filter(has).collect::<Vec<_>>().join(",")
}

/// Makes each call fail in one way or another, within a limit of time: if there are too many, some are left
/// out.
fn sweep(mail: Mail) {
    const BOUND: Duration = Duration::from_secs(25);
    if !can_trace() {
        return;
    }
    let dir = TempDir::new().unwrap();
    let points = points(dir.path(), mail);
    assert!(points.len() > 40, "{points:?}");
    let modes = ["error=EIO", "signal=SIGKILL", "error=ENOSPC"];
    // Every call once before any is tried again, and neighbouring calls in different ways.
    let trials: Vec<_> = (0..modes.len())
        .flat_map(|round| {
            points.iter().enumerate().map(move |(at, point)| (modes[(at + round) % modes.len()], point))
        })
        .collect();
    let start = Instant::now();
    for (tried, &(mode, (call, n))) in trials.iter().enumerate() {
        if start.elapsed() > BOUND {
            println!("{mail:?}: {tried} of {} points were tried in time", trials.len());
            return;
        }
        let what = format!("{mail:?}: {call} {n}: {mode}");
        let root = dir.path().join("place");
        let _ = fs::remove_dir_all(&root);
        fs::create_dir(&root).unwrap();
        mail.write(&root);
        let (status, _) = traced(
            dir.path(),
            &root,
            &[format!("-etrace={call}"), format!("-einject={call}:{mode}:when={n}")],
        );
        assert_eq!(mail.problems(&root), [""; 0], "{what}");
        match status {
            None => assert!(mode.starts_with("signal"), "{what}"),
            Some(0) => {
                assert!(mail.is_done(&root), "{what}: exit 0, and not all is done");
                let left = |path: &std::path::PathBuf| {
                    path.to_string_lossy().ends_with(".mailutf") || path.ends_with("mail.lock")
                };
                assert_eq!(paths(&root).into_iter().find(left), None, "{what}: exit 0, and left over");
            }
            Some(status) => assert!(status == 1 || status == 2, "{what}: exit {status}"),
        }
        let [program, arguments @ ..] = &*normalize(&root) else { unreachable!() };
        let again = Command::new(program).args(arguments).output().unwrap();
        assert!(again.status.success(), "{what}: the next run: {again:?}");
        assert!(
            mail.is_done(&root) && mail.problems(&root).is_empty(),
            "{what}: the next run does not finish"
        );
    }
}

#[test]
fn an_mbox_survives_failures_and_kills_at_any_call() {
    sweep(Mail::Mbox);
}

#[test]
fn a_maildir_survives_failures_and_kills_at_any_call() {
    sweep(Mail::Maildir);
}

/// The first line that contains all of `parts`.
fn line(log: &[&str], parts: &[&str]) -> usize {
    let found = log.iter().position(|line| parts.iter().all(|part| line.contains(part)));
    found.unwrap_or_else(|| panic!("no call with {parts:?} in\n{}", log.join("\n")))
}

fn logged(mail: Mail) -> Option<(TempDir, String)> {
    if !can_trace() {
        return None;
    }
    let dir = TempDir::new().unwrap();
    let root = dir.path().join("place");
    fs::create_dir(&root).unwrap();
    mail.write(&root);
    let calls =
        available("fsync,syncfs,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,fchmod");
    let (status, log) = traced(dir.path(), &root, &[format!("-etrace={calls}")]);
    assert_eq!(status, Some(0));
    Some((dir, log))
}

/// Whether the calls come in this order; each is identified by parts of its line.
fn assert_order(log: &str, calls: &[&[&str]]) {
    let lines: Vec<_> = log.lines().collect();
    let mut rest = &lines[..];
    for call in calls {
        rest = &rest[line(rest, call) + 1..];
    }
}

#[test]
fn an_mbox_is_on_the_disk_before_its_name_and_its_backup_before_both() {
    let Some((_dir, log)) = logged(Mail::Mbox) else { return };
    assert_order(
        &log,
        &[
            &["linkat(", "\"mail\"", "\"mail~\""],
            &["fsync(", "/.mail.mailutf>"],
            &["fsync(", "/place>"],
            &["renameat2(", "\".mail.mailutf\"", "\"mail\"", "RENAME_EXCHANGE"],
            &["fsync(", "/place>"],
            &["unlinkat(", "\".mail.mailutf\""],
            &["unlinkat(", "\"mail.lock\""],
        ],
    );
}

/// The system calls whose order matters.
const ORDERED: &str = "write,fchmod,fchown,utimensat,fsync,syncfs,linkat,renameat,renameat2,unlinkat";

/// Files and directories of a run that are not on the disk yet, computed from the log of its system calls.
#[derive(Default)]
struct Unflushed {
    /// New forms.
    files: BTreeSet<String>,
    /// Directories in which a backup got its name.
    backups: BTreeSet<String>,
    /// Directories in which a replacement got its name.
    names: BTreeSet<String>,
    /// The temporary names of originals, and the directories of their replacements.
    old: BTreeMap<String, String>,
    /// How many replacements got their names.
    replaced: usize,
}

impl Unflushed {
    /// Fails if a call comes too early.
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

    /// Fails if something was renamed or removed too early, or not flushed in the end; returns how many replacements got
    /// their names.
    fn of(log: &str) -> usize {
        let mut unflushed = Self::default();
        log.lines().for_each(|line| unflushed.follow(line));
        assert!(unflushed.files.is_empty() && unflushed.names.is_empty(), "not flushed in the end:\n{log}");
        unflushed.replaced
    }
}

/// Messages in a Maildir, in one group.
const MANY: usize = 7;

fn many(root: &Path) {
    Mail::Maildir.write(root);
    (2..MANY).for_each(|n| put(&root.join("mail").join(name(n, &message(n).0)), &message(n).0));
}

/// The messages that have their new content and name; every other one must have its old ones.
fn converted(root: &Path) -> Vec<usize> {
    let is = |n: usize, form: &String| {
        fs::read_to_string(root.join("mail").join(name(n, form))).is_ok_and(|now| now == *form)
    };
    let converted: Vec<_> = (0..MANY).filter(|&n| is(n, &message(n).1)).collect();
    assert!((0..MANY).all(|n| converted.contains(&n) != is(n, &message(n).0)), "{:?}", paths(root));
    converted
}

/// Runs the program on many messages, with these injections, and checks the order of its calls; its exit status, its
/// log, and the directory.
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
        let mut command = Command::new("strace");
        command.args(["-f", "-qq", "-y", "-o", "log", "-e", &format!("trace={}", available(ORDERED))]);
        let status = command.arg(cargo_bin("mailutf")).args(arguments).current_dir(&dir).status();
        assert!(status.unwrap().success(), "{arguments:?}");
        let log = fs::read_to_string(dir.path().join("log")).unwrap();
        assert_eq!(Unflushed::of(&log), MANY, "{log}");
        let flushed = log.lines().filter(|line| line.contains("fsync(") && line.contains(",S=")).count();
        assert!(flushed <= 1 || !syncfs_reports_errors(dir.path()), "not as a group: {log}");
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
        // One flushes the cache of the disk.
        true => assert!(log.contains("syncfs(") && flushed(&log) == 1, "{log}"),
        false => println!("skipped: this file system or kernel does not report all errors to syncfs"),
    }
}

/// Whether the directory is on a file system of which the success of syncfs shows that all data is on the disk.
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
    let mut command = Command::new("strace");
    command.args([
        "-f",
        "-qq",
        "-o",
        "/dev/null",
        "-etrace=fsync",
        &format!("-einject=fsync:error=EIO:when={n}"),
    ]);
    let output = command.args(normalize(dir.path())).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), converted(dir.path()).len()), (Some(2), MANY), "{said}");
    assert!(said.contains("cannot flush the directory of") && said.contains("/cur/0.M0"), "{said}");
}

#[test]
fn a_message_of_a_maildir_is_on_the_disk_before_its_name_and_its_backup_before_both() {
    let Some((_dir, log)) = logged(Mail::Maildir) else { return };
    let old = name(0, &message(0).0).replace("cur/", "\"") + "\"";
    let new = name(0, &message(0).1).replace("cur/", "\"") + "\"";
    assert_order(
        &log,
        &[
            &["mkdirat(", "\"cur~.mailutf\""],
            &["fchmod(", "/cur~.mailutf>"],
            &["fsync(", "/cur~.mailutf>"],
            &["renameat(", "\"cur~.mailutf\"", "\"cur~\""],
            &["fsync(", "/place/mail>"],
            &["linkat(", &old, "/cur~>"],
            // syncfs comes before it, where that is used.
            &["fsync(", "/mail/tmp/.0.M0.host"],
            &["renameat2(", &old, &new, "RENAME_NOREPLACE"],
            &["renameat2(", "/mail/tmp>", &new, "RENAME_EXCHANGE"],
            &["fsync(", "/mail/cur>"],
            &["unlinkat(", "/mail/tmp>"],
        ],
    );
}

#[test]
fn leftovers_that_cannot_be_removed_are_named_and_counted() {
    if !can_trace() {
        return;
    }
    for name in [".mail.mailutf", "mail.lock"] {
        let Some((_dir, log)) = logged(Mail::Mbox) else { return };
        let removals: Vec<_> = log.lines().filter(|line| line.contains("unlinkat(")).collect();
        let n = line(&removals, &[&format!("\"{name}\"")]) + 1;
        let dir = TempDir::new().unwrap();
        Mail::Mbox.write(dir.path());
        let mut command = Command::new("strace");
        command.args(["-f", "-qq", "-o", "/dev/null", "-etrace=unlinkat"]);
        let output =
            command.arg(format!("-einject=unlinkat:error=EIO:when={n}")).args(normalize(dir.path())).output();
        let output = output.unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(&format!("/{name}: cannot remove the")), "{said}");
        assert!(Mail::Mbox.is_done(dir.path()) && dir.path().join(name).exists());
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

/// Runs the program on the mbox of a test while each `call` fails with `error`; whether all is done then.
fn with_failing(call: &str, error: &str, root: &Path) -> bool {
    let mut command = Command::new("strace");
    command.args(["-f", "-qq", "-o", "/dev/null", &format!("-etrace={call}")]);
    let output =
        command.arg(format!("-einject={call}:error={error}")).args(normalize(root)).output().unwrap();
    output.status.success()
        && fs::read_to_string(root.join("mail")).is_ok_and(|mbox| mbox == Mail::Mbox.mbox(true))
}

/// Members of the group that the replacement has instead must not read what only members of the old group could.
#[test]
fn a_group_that_cannot_be_kept_loses_its_permissions() {
    const GROUP: u32 = 54_321;
    if !can_trace() {
        return;
    }
    for (before, after) in [(0o640, 0o600), (0o664, 0o644), (0o660, 0o600)] {
        let dir = TempDir::new().unwrap();
        Mail::Mbox.write(dir.path());
        let path = dir.path().join("mail");
        if std::os::unix::fs::chown(&path, None, Some(GROUP)).is_err() {
            println!("skipped: this user may not give a file to another group");
            return;
        }
        fs::set_permissions(&path, Permissions::from_mode(before)).unwrap();
        assert!(with_failing("fchown", "EPERM", dir.path()));
        let metadata = fs::metadata(&path).unwrap();
        assert_ne!(metadata.gid(), GROUP);
        assert_eq!(metadata.mode() & 0o7777, after, "{before:o}");
    }
}

#[test]
fn where_files_cannot_be_exchanged_they_are_renamed() {
    if !can_trace() || available("renameat2").is_empty() {
        return;
    }
    let dir = TempDir::new().unwrap();
    Mail::Mbox.write(dir.path());
    assert!(with_failing("renameat2", "EINVAL", dir.path()));
    assert_eq!(Mail::Mbox.problems(dir.path()), [""; 0]);
}
