//! Locks on mbox files: held as long as needed, and recognised as left over when their run was killed.
#![cfg(all(unix, feature = "files"))]

use mailutf::Error;
use mailutf::mailbox::directory::Location;
use mailutf::mailbox::lock::Lock;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
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
fn a_lock_is_had_once() {
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
fn what_a_killed_run_left_is_removed_even_if_its_number_lives_again() {
    let dir = TempDir::new().unwrap();
    let path = mbox(&dir);
    for pid in [std::process::id(), 1, 4_000_000] {
        fs::write(dir.path().join("mbox.lock"), format!("{pid} mailutf {}\n", machine())).unwrap();
        fs::write(dir.path().join(".mbox.lock.mailutf"), "").unwrap();
        lock(&path).unwrap();
        assert_eq!(names(&dir), ["mbox"]);
    }
}

#[test]
fn locks_of_others_are_not_judged() {
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
fn a_lock_is_never_seen_without_its_text() {
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
        let locked = (0..3_000).try_for_each(|_| lock(&path).map(drop));
        ended.store(true, Relaxed);
        locked.unwrap();
        watcher.join().unwrap()
    });
    assert!(seen.1 == 0, "{seen:?}");
}
