//! Guarantees G19 and G31 (docs/guarantees.md): tests of failing system calls, of killed runs, and of the order in
//! which data reaches the disk.
//!
//! strace makes a certain call fail, or kills the run at the call. The tests are skipped if strace is missing or
//! not permitted.

mod failures;
mod groups;
mod order;

use assert_cmd::cargo::cargo_bin;
use std::collections::BTreeMap;
use std::fs::{self, File, FileTimes, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, UNIX_EPOCH};
use tempfile::TempDir;

const FROM_LINE: &str = "From alice@example.org Tue Jan  2 03:04:05 2024\n";

const TIME: Duration = Duration::from_secs(1_000_000_000);

/// The system calls that change something, and those whose result decides whether something is changed. The list
/// has their names on all systems.
pub(super) const CALLS: &str = "write,fsync,syncfs,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,openat,fchmod,\
                     utimensat,flock,newfstatat,fstat,statx,getdents64,read,pread64";

/// Returns a message of a Maildir or an mbox, before and after its conversion.
pub(super) fn message(n: usize) -> (String, String) {
    let form = |charset, encoding, text: &str| {
        format!(
            "Message-ID: <{n}@example.org>\nContent-Type: text/plain; charset={charset}\n\
             Content-Transfer-Encoding: {encoding}\n\n{text}\n"
        )
    };
    (form("iso-8859-1", "quoted-printable", "caf=E9"), form("utf-8", "8bit", "caf\u{e9}"))
}

/// The kind of mail that a test converts, in a directory of its own.
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

    /// Checks that each message exists exactly once, in its old or its new form, with its permissions and times.
    /// Returns what is wrong.
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

/// Returns the name of a message below the Maildir, with its size.
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

/// Returns the files below `root`.
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

/// Runs the program under strace with `options`. Returns its exit status (`None` if it was killed) and the log of
/// strace.
fn traced(dir: &Path, root: &Path, options: &[String]) -> (Option<i32>, String) {
    let log = dir.join("log");
    let output = strace(&log).arg("-y").args(options).args(normalize(root)).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&fs::read(&log).unwrap()).into_owned())
}

/// Returns a command that runs a program under strace and writes its system calls to `log`. The caller adds further
/// options and the program. The program stops only at the calls that are traced, so it takes a quarter of the time.
pub(super) fn strace(log: impl AsRef<Path>) -> Command {
    let mut command = Command::new("strace");
    command.args(["-f", "-qq", "--seccomp-bpf", "-o"]).arg(log.as_ref());
    command
}

pub(super) fn can_trace() -> bool {
    let can = strace("/dev/null").args(["-etrace=exit_group", "true"]).status();
    let can = can.is_ok_and(|status| status.success());
    if !can {
        println!("skipped: strace is not installed, or may not trace");
    }
    can
}

/// Returns the system calls in a log of strace, each with its number among the calls of its kind. The calls of the
/// loader, which come before those of the program, are left out, but counted.
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

/// Returns the system calls among `calls` that exist on this system.
pub(super) fn available(calls: &str) -> String {
    let has = |call: &&str| {
        let trace = format!("trace={call}");
        let known = strace("/dev/null").args(["-e", &trace, "true"]).status();
        known.is_ok_and(|status| status.success())
    };
    calls.split(',').filter(has).collect::<Vec<_>>().join(",")
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

/// Returns the number of the first line that contains all of `parts`.
fn line(log: &[&str], parts: &[&str]) -> usize {
    let found = log.iter().position(|line| parts.iter().all(|part| line.contains(part)));
    found.unwrap_or_else(|| panic!("no call with {parts:?} in\n{}", log.join("\n")))
}
