//! Guarantee G19 (docs/guarantees.md): locks on mbox files are held as long as they are needed. If a run was
//! killed, the locks that it left are recognised as leftovers.
use crate::sample::{FROM_LINE, NEW, OLD, replace_options};
use mailutf::internal::Location;
use mailutf::internal::Lock;
use mailutf::mailbox::Format;
use mailutf::pipeline::{Destination, Pipeline};
use mailutf::{Error, Policy};
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

fn mbox(dir: &TempDir) -> PathBuf {
    let path = dir.path().join("mbox");
    fs::write(&path, "").unwrap();
    path
}

fn lock(path: &Path) -> Result<(Lock, File), Error> {
    let location = Location::of(path).unwrap();
    let file = location.open(true).unwrap();
    Ok((Lock::acquire(&location, &file, Duration::ZERO)?, file))
}

fn names(dir: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(dir.path()).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn machine() -> String {
    let output = Command::new("uname").arg("-n").output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn a_lock_is_exclusive() {
    let dir = TempDir::new().unwrap();
    let path = mbox(&dir);
    let held = lock(&path).unwrap();
    let text = fs::read_to_string(dir.path().join("mbox.lock")).unwrap();
    assert_eq!(text, format!("{} mailutf {}\n", std::process::id(), machine()));
    assert!(lock(&path).unwrap_err().to_string().contains("another program holds the lock"));
    drop(held);
    assert_eq!(names(&dir), ["mbox"]);
    lock(&path).unwrap();
}

#[test]
fn a_leftover_lock_is_removed_even_if_its_process_number_is_reused() {
    let dir = TempDir::new().unwrap();
    let path = mbox(&dir);
    for pid in [std::process::id(), 1, 4_000_000] {
        fs::write(dir.path().join("mbox.lock"), format!("{pid} mailutf {}\n", machine())).unwrap();
        fs::write(dir.path().join(".mbox.lock.mailutf"), "").unwrap();
        lock(&path).unwrap();
        assert_eq!(names(&dir), ["mbox"]);
    }
}

/// A delivery agent may hold the fcntl lock while it waits for the dotlock. So a leftover dotlock is removed even if
/// the fcntl lock cannot be taken.
#[test]
#[cfg(any(target_os = "linux", target_os = "android"))]
fn a_leftover_lock_is_removed_while_another_program_holds_the_other_locks() {
    use rustix::fs::{FlockOperation, fcntl_lock};
    let dir = TempDir::new().unwrap();
    let path = mbox(&dir);
    let agent = File::options().read(true).write(true).open(&path).unwrap();
    fcntl_lock(&agent, FlockOperation::NonBlockingLockExclusive).unwrap();
    fs::write(dir.path().join("mbox.lock"), format!("4000000 mailutf {}\n", machine())).unwrap();
    assert!(lock(&path).is_err());
    assert_eq!(names(&dir), ["mbox"]);
    fcntl_lock(&agent, FlockOperation::Unlock).unwrap();
    lock(&path).unwrap();
}

#[test]
fn locks_of_other_programs_are_never_removed() {
    let dir = TempDir::new().unwrap();
    let path = mbox(&dir);
    let host = machine();
    for text in ["", "4000000\n", "4000000 mailutf elsewhere\n", &format!("x mailutf {host}\n")] {
        fs::write(dir.path().join("mbox.lock"), text).unwrap();
        assert!(lock(&path).is_err(), "{text:?}");
        assert_eq!(fs::read_to_string(dir.path().join("mbox.lock")).unwrap(), text);
    }
}

#[test]
fn a_dotlock_is_complete_when_it_appears() {
    let dir = TempDir::new().unwrap();
    let path = mbox(&dir);
    let (ended, dotlock) = (AtomicBool::new(false), dir.path().join("mbox.lock"));
    let end = format!(" mailutf {}\n", machine());
    let seen = thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let (mut whole, mut cut) = (0, 0);
            while !ended.load(Relaxed) {
                match fs::read_to_string(&dotlock) {
                    Ok(text) if text.ends_with(&end) => whole += 1,
                    Ok(_) => cut += 1,
                    Err(_) => {}
                }
            }
            (whole, cut)
        });
        let locked = (0..1_000).try_for_each(|_| lock(&path).map(drop));
        ended.store(true, Relaxed);
        locked.unwrap();
        watcher.join().unwrap()
    });
    assert!(seen.1 == 0, "{seen:?}");
}

/// The environment variable that names an mbox to a process that this test starts. The process holds the fcntl lock
/// on that mbox until its input ends.
const HOLDS: &str = "MAILUTF_TEST_HOLDS";

#[test]
fn an_fcntl_lock_of_another_process_is_waited_for() {
    if let Some(path) = std::env::var_os(HOLDS) {
        let file = File::options().read(true).write(true).open(path).unwrap();
        rustix::fs::fcntl_lock(&file, rustix::fs::FlockOperation::LockExclusive).unwrap();
        println!("held");
        std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
        return;
    }
    let dir = TempDir::new().unwrap();
    let path = mbox(&dir);
    let mut holder = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--nocapture", "g19_locks::an_fcntl_lock_of_another_process_is_waited_for"])
        .env(HOLDS, &path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(holder.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("held")));
    let refused = lock(&path).unwrap_err().to_string();
    assert!(refused.contains("another program holds the lock"), "{refused}");
    assert_eq!(names(&dir), ["mbox"]);
    drop(holder.stdin.take());
    assert!(holder.wait().unwrap().success());
    lock(&path).unwrap();
}

#[test]
fn releasing_a_lock_keeps_the_dotlock_of_another_program() {
    let dir = TempDir::new().unwrap();
    let path = mbox(&dir);
    let dotlock = dir.path().join("mbox.lock");
    for releases in [true, false] {
        let held = lock(&path).unwrap();
        // Another program mistakes the dotlock for a leftover, removes it, and creates a dotlock of its own.
        fs::remove_file(&dotlock).unwrap();
        fs::write(&dotlock, "other").unwrap();
        if releases {
            held.0.release().unwrap()
        } else {
            drop(held)
        }
        assert_eq!(fs::read_to_string(&dotlock).unwrap(), "other");
        fs::remove_file(&dotlock).unwrap();
    }
}

#[test]
fn mail_that_arrives_while_waiting_for_a_lock_is_converted_too() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("mbox");
    let mbox = |message: &str| format!("{FROM_LINE}{message}\n");
    fs::write(&path, mbox(OLD)).unwrap();
    fs::write(dir.path().join("mbox.lock"), "").unwrap();
    let options = replace_options().with_patience(Duration::from_secs(20));
    let totals = thread::scope(|scope| {
        let run = scope.spawn(|| {
            let pipeline = Pipeline::new(Policy::default());
            pipeline
                .file(&path, Format::Any, Destination::InPlace(&options), |_| {})
                .map_err(|error| error.to_string())
        });
        thread::sleep(Duration::from_millis(300));
        let mut grown = OpenOptions::new().append(true).open(&path).unwrap();
        grown.write_all(mbox(OLD).as_bytes()).unwrap();
        drop(grown);
        fs::remove_file(dir.path().join("mbox.lock")).unwrap();
        run.join().unwrap().unwrap()
    });
    assert_eq!((totals.messages, totals.changed), (2, 2));
    assert_eq!(fs::read_to_string(&path).unwrap(), mbox(NEW).repeat(2));
    assert_eq!(names(&dir), ["mbox"]);
}

/// A run opens the mailbox a second time when it looks for the leftovers of a killed run. When the second
/// descriptor is closed, the lock must stay, although POSIX releases the locks of a process on a file when any
/// descriptor is closed.
#[test]
#[cfg(any(target_os = "linux", target_os = "android"))]
fn a_lock_does_not_end_when_another_descriptor_of_the_file_is_closed() {
    use rustix::fs::{FlockOperation, fcntl_lock};
    let dir = TempDir::new().unwrap();
    let path = mbox(&dir);
    let held = lock(&path).unwrap();
    drop(File::options().read(true).write(true).open(&path).unwrap());
    let other = File::options().read(true).write(true).open(&path).unwrap();
    assert!(fcntl_lock(&other, FlockOperation::NonBlockingLockExclusive).is_err());
    held.0.release().unwrap();
    fcntl_lock(&other, FlockOperation::NonBlockingLockExclusive).unwrap();
}

/// While the run waits for the dotlock, it must not hold the fcntl lock. Otherwise an agent that has the dotlock
/// would wait for the fcntl lock for ever.
#[test]
#[cfg(any(target_os = "linux", target_os = "android"))]
fn no_lock_is_held_while_another_one_is_waited_for() {
    use rustix::fs::{FlockOperation, fcntl_lock};
    let dir = TempDir::new().unwrap();
    let path = mbox(&dir);
    let dotlock = dir.path().join("mbox.lock");
    fs::write(&dotlock, "other").unwrap();
    thread::scope(|scope| {
        let run = scope.spawn(|| {
            let location = Location::of(&path).unwrap();
            let file = location.open(true).unwrap();
            Lock::acquire(&location, &file, Duration::from_secs(60))
                .map(drop)
                .map_err(|error| error.to_string())
        });
        let other = File::options().read(true).write(true).open(&path).unwrap();
        for _ in 0..3 {
            while fcntl_lock(&other, FlockOperation::NonBlockingLockExclusive).is_err() {
                assert!(!run.is_finished(), "the lock was held to the end");
                thread::sleep(Duration::from_millis(1));
            }
            fcntl_lock(&other, FlockOperation::Unlock).unwrap();
            thread::sleep(Duration::from_millis(70));
        }
        fs::remove_file(&dotlock).unwrap();
        run.join().unwrap().unwrap();
    });
}
