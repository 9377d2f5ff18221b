//! Mail that a program delivers into an mbox while that is replaced is there once and whole, in whatever order the
//! program opens and locks: each appender here opened the mbox before the run, and writes when it has been replaced.
use crate::sample::{FROM_LINE, NEW, OLD};
use mailutf::Policy;
use mailutf::mailbox::Format;
use mailutf::mailbox::fs::replace::Rules;
use mailutf::mailbox::fs::undo::backups;
use mailutf::pipeline::{Destination, Pipeline};
use rustix::fs::{FlockOperation, fcntl_lock, flock};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

const LATE: &str = "From bob@example.org Tue Jan  2 03:04:06 2024\nSubject: late\n\nlate\n\n";

#[derive(Clone, Copy, Debug, PartialEq)]
enum Locks {
    None,
    Flock,
    Dotlock,
    Fcntl,
    FcntlThenDotlock,
    DotlockThenFcntl,
}

fn mbox(message: &str) -> String {
    format!("{FROM_LINE}Message-ID: <1@example.org>\n{message}\n")
}

fn inode(path: &Path) -> u64 {
    fs::metadata(path).unwrap().ino()
}

fn until(mut is_so: impl FnMut() -> bool) {
    while !is_so() {
        thread::sleep(Duration::from_millis(1));
    }
}

/// Delivers into the open `file`, once the mbox at `path` has been replaced and the locks are granted.
fn deliver(path: &Path, file: File, locks: Locks, rewrites: bool) {
    let before = file.metadata().unwrap().ino();
    let dotlock = path.with_extension("lock");
    let take_dotlock = || until(|| OpenOptions::new().write(true).create_new(true).open(&dotlock).is_ok());
    let take_fcntl = || until(|| fcntl_lock(&file, FlockOperation::NonBlockingLockExclusive).is_ok());
    until(|| inode(path) != before);
    match locks {
        Locks::None => {}
        Locks::Flock => until(|| flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok()),
        Locks::Dotlock => take_dotlock(),
        Locks::Fcntl => take_fcntl(),
        Locks::FcntlThenDotlock => {
            take_fcntl();
            take_dotlock();
        }
        Locks::DotlockThenFcntl => {
            take_dotlock();
            take_fcntl();
        }
    }
    let mut text = fs::read(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&file)))
        .unwrap_or_else(|_| mbox(OLD).into_bytes());
    if rewrites {
        // As Dovecot does, which writes its state into the first message beside appending.
        let state = b"X-IMAPbase: 1700000000 1\nX-UID: 1\n";
        text.splice(FROM_LINE.len()..FROM_LINE.len(), state.iter().copied());
    }
    text.extend_from_slice(LATE.as_bytes());
    file.write_all_at(&text, 0).unwrap();
    if matches!(locks, Locks::Dotlock | Locks::FcntlThenDotlock | Locks::DotlockThenFcntl) {
        fs::remove_file(&dotlock).unwrap();
    }
}

#[test]
fn mail_delivered_into_the_old_file_is_carried_over_whatever_its_locks() {
    let all = [
        Locks::None,
        Locks::Flock,
        Locks::Dotlock,
        Locks::Fcntl,
        Locks::FcntlThenDotlock,
        Locks::DotlockThenFcntl,
    ];
    for (locks, rewrites) in all.into_iter().flat_map(|locks| [(locks, false), (locks, true)]) {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("mbox");
        fs::write(&path, mbox(OLD)).unwrap();
        let open = OpenOptions::new().read(true).write(true).open(&path).unwrap();
        let totals = thread::scope(|scope| {
            scope.spawn(|| deliver(&path, open, locks, rewrites));
            let rules = Rules::default().with_patience(Duration::from_secs(60));
            let pipeline = Pipeline::new(Policy::default());
            pipeline.file(&path, Format::Any, Destination::InPlace(&rules), |_| {}).unwrap()
        });
        assert!(totals.left_over.is_empty(), "{locks:?}: {:?}", totals.left_over);
        assert_eq!(fs::read_to_string(&path).unwrap(), mbox(NEW) + LATE, "{locks:?}, rewrites: {rewrites}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "{locks:?}");
    }
}

#[test]
fn mail_delivered_into_the_old_file_is_carried_over_by_undo_as_well() {
    for locks in [Locks::None, Locks::Dotlock, Locks::FcntlThenDotlock] {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("mbox");
        fs::write(&path, mbox(OLD)).unwrap();
        let rules = Rules::default().with_backup(Some("~".into()));
        let pipeline = Pipeline::new(Policy::default());
        pipeline.file(&path, Format::Any, Destination::InPlace(&rules), |_| {}).unwrap();
        let open = OpenOptions::new().read(true).write(true).open(&path).unwrap();
        thread::scope(|scope| {
            scope.spawn(|| deliver(&path, open, locks, false));
            for backup in backups(&path, "~".as_ref()).unwrap() {
                let left = backup.restore().unwrap();
                assert!(left.is_none(), "{locks:?}: {left:?}");
            }
        });
        assert_eq!(fs::read_to_string(&path).unwrap(), mbox(OLD) + LATE, "{locks:?}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "{locks:?}");
    }
}

/// Dovecot sets the time of the mbox by its name when it has delivered, and waits until that of its open file is another one,
/// in seconds, so that its index notices.
#[test]
fn a_writer_that_waits_for_the_time_of_its_file_to_change_goes_on() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("mbox");
    fs::write(&path, mbox(OLD)).unwrap();
    let mut open = OpenOptions::new().append(true).open(&path).unwrap();
    let before = inode(&path);
    let (goes_on, totals) = thread::scope(|scope| {
        let writer = scope.spawn(|| {
            until(|| inode(&path) != before);
            open.write_all(LATE.as_bytes()).unwrap();
            let seconds = || open.metadata().unwrap().mtime();
            let then = seconds();
            let changed = (0..2_000).any(|_| {
                thread::sleep(Duration::from_millis(5));
                seconds() != then
            });
            drop(open);
            changed
        });
        let rules = Rules::default().with_patience(Duration::from_secs(60));
        let pipeline = Pipeline::new(Policy::default());
        let totals = pipeline.file(&path, Format::Any, Destination::InPlace(&rules), |_| {}).unwrap();
        (writer.join().unwrap(), totals)
    });
    assert!(goes_on && totals.left_over.is_empty(), "{goes_on}, {:?}", totals.left_over);
    assert_eq!(fs::read_to_string(&path).unwrap(), mbox(NEW) + LATE);
}

/// A file that stays open is kept, and the next run looks at it again.
#[test]
fn an_old_file_that_stays_open_is_kept_and_mail_in_it_carried_over_by_the_next_run() {
    for is_late in [false, true] {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("mbox");
        fs::write(&path, mbox(OLD)).unwrap();
        let mut open = OpenOptions::new().append(true).open(&path).unwrap();
        let rules = Rules::default().with_patience(Duration::from_millis(100));
        let run = || {
            let pipeline = Pipeline::new(Policy::default());
            pipeline.file(&path, Format::Any, Destination::InPlace(&rules), |_| {}).unwrap()
        };
        assert!(run().left_over.is_empty());
        assert_eq!(fs::read_dir(dir.path().join(".mbox.old.mailutf")).unwrap().count(), 2);
        if is_late {
            open.write_all(LATE.as_bytes()).unwrap();
        }
        drop(open);
        assert!(run().left_over.is_empty());
        let late = if is_late { LATE } else { "" };
        assert_eq!(fs::read_to_string(&path).unwrap(), mbox(NEW) + late);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}

#[test]
fn where_it_is_not_clear_what_was_added_both_files_are_kept() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("mbox");
    fs::write(&path, mbox(OLD)).unwrap();
    let open = OpenOptions::new().write(true).open(&path).unwrap();
    let rules = Rules::default().with_patience(Duration::from_millis(100));
    let run = || {
        let pipeline = Pipeline::new(Policy::default());
        pipeline.file(&path, Format::Any, Destination::InPlace(&rules), |_| {}).unwrap()
    };
    run();
    open.set_len(0).unwrap();
    open.write_all_at(LATE.as_bytes(), 0).unwrap();
    drop(open);
    let left = run().left_over;
    assert_eq!(left.len(), 1);
    assert!(left[0].to_string().contains("compare it with"), "{}", left[0]);
    assert_eq!(fs::read_to_string(&path).unwrap(), mbox(NEW));
    assert_eq!(fs::read_dir(dir.path().join(".mbox.old.mailutf")).unwrap().count(), 2);
}
