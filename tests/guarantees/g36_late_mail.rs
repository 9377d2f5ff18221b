//! Guarantee G36 (docs/guarantees.md): if a program delivers mail into an mbox while the mbox is replaced, the mail
//! is in the mbox afterwards, exactly once and whole. The order in which the program opens and locks the mbox does
//! not matter. Each program here has opened the mbox before the run, and writes after the run has replaced it.
use crate::sample::{FROM_LINE, NEW, OLD};
use mailutf::Policy;
use mailutf::mailbox::Format;
use mailutf::mailbox::undo::backups;
use mailutf::pipeline::ReplaceOptions;
use mailutf::pipeline::{Destination, Pipeline};
#[cfg(any(target_os = "linux", target_os = "android"))]
use nix::{
    fcntl::{FcntlArg, fcntl},
    libc,
};
use rustix::fs::{FlockOperation, fcntl_lock, flock};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};
use tempfile::TempDir;

const STATE: &str = "X-IMAPbase: 1700000000 1\nX-UID: 1\n";
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

/// Delivers mail into the open `file`, after the mbox at `path` was replaced and after the locks were granted.
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
        // Dovecot appends the message, and also writes its state into the first message.
        text.splice(FROM_LINE.len()..FROM_LINE.len(), STATE.bytes());
    }
    text.extend_from_slice(LATE.as_bytes());
    file.write_all_at(&text, 0).unwrap();
    if matches!(locks, Locks::Dotlock | Locks::FcntlThenDotlock | Locks::DotlockThenFcntl) {
        fs::remove_file(&dotlock).unwrap();
    }
}

const ALL: [Locks; 6] = [
    Locks::None,
    Locks::Flock,
    Locks::Dotlock,
    Locks::Fcntl,
    Locks::FcntlThenDotlock,
    Locks::DotlockThenFcntl,
];

/// Converts the mbox. Returns the errors about locks and originals that could not be removed.
fn convert(path: &Path, patience: Duration) -> Vec<String> {
    let options = ReplaceOptions::default().with_patience(patience);
    let pipeline = Pipeline::new(Policy::default());
    let totals = pipeline.file(path, Format::Any, Destination::InPlace(&options), |_| {}).unwrap();
    totals.left_over.iter().map(ToString::to_string).collect()
}

const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(100);

/// The old files (mboxes that were replaced) that a run has kept. A kept file also has a second name, which ends with
/// `.2` and is left out here.
fn kept(path: &Path) -> Vec<PathBuf> {
    let name = format!(".{}.old.mailutf", path.file_name().unwrap().to_str().unwrap());
    let Ok(listed) = fs::read_dir(path.with_file_name(name)) else { return Vec::new() };
    let paths = listed.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_none_or(|extension| extension != "2")).collect()
}

/// Checks that a single old file is kept, that `left` names it, and that it holds `octets`. Checks that the mbox
/// holds `mbox`, and that the next run reports the same. After the old file is removed, nothing must be left over.
fn assert_kept(path: &Path, left: &[String], octets: &str, mbox: &str) {
    let [old] = &kept(path)[..] else { panic!("{left:?}") };
    let names_it = |left: &[String]| {
        let [error] = left else { panic!("{left:?}") };
        assert!(error.contains(old.to_str().unwrap()) && error.contains("then remove "), "{error}");
    };
    names_it(left);
    assert_eq!(fs::read_to_string(old).unwrap(), octets);
    assert_eq!(fs::read_to_string(path).unwrap(), mbox);
    names_it(&convert(path, SHORT));
    assert_eq!(fs::read_to_string(old).unwrap(), octets);
    assert_eq!(fs::read_to_string(path).unwrap(), mbox);
    fs::remove_file(old).unwrap();
    assert_eq!(convert(path, SHORT), [""; 0]);
    assert_eq!(fs::read_to_string(path).unwrap(), mbox);
    assert!(!old.parent().unwrap().exists());
}

#[test]
fn mail_delivered_into_the_old_file_is_carried_over_whatever_its_locks() {
    for locks in ALL {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("mbox");
        fs::write(&path, mbox(OLD)).unwrap();
        let open = OpenOptions::new().read(true).write(true).open(&path).unwrap();
        let left = thread::scope(|scope| {
            scope.spawn(|| deliver(&path, open, locks, false));
            convert(&path, LONG)
        });
        assert_eq!(left, [""; 0], "{locks:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), mbox(NEW) + LATE, "{locks:?}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "{locks:?}");
    }
}

#[test]
fn what_an_agent_changes_in_the_old_file_is_kept_beside_the_mail_that_it_adds() {
    for locks in ALL {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("mbox");
        fs::write(&path, mbox(OLD)).unwrap();
        let open = OpenOptions::new().read(true).write(true).open(&path).unwrap();
        let left = thread::scope(|scope| {
            scope.spawn(|| deliver(&path, open, locks, true));
            convert(&path, LONG)
        });
        let changed = mbox(OLD).replacen(FROM_LINE, &format!("{FROM_LINE}{STATE}"), 1);
        assert_kept(&path, &left, &(changed + LATE), &(mbox(NEW) + LATE));
    }
}

/// Contents that another program can give to the old file, each with the late mail in it. Late mail is mail that was
/// delivered into the old file after the mbox was replaced.
fn changes() -> [(String, &'static str); 7] {
    let old = mbox(OLD);
    let flagged = old.replace("Message-ID", "Status: O\nMessage-ID");
    [
        (old.replace("bob", "rob").replace("<1@", "<2@"), ""),
        (old.replace(": 1\n", ": 2\n").replace("<1@", "<2@"), ""),
        (flagged.clone(), ""),
        (flagged + LATE, LATE),
        (old[..old.len() / 2].to_owned(), ""),
        (String::new(), ""),
        (old + "more\n", ""),
    ]
}

/// Replaces the contents of the open file by `octets`, like a program that has the file open.
fn rewrite(file: &File, octets: &str) {
    file.set_len(octets.len() as u64).unwrap();
    file.write_all_at(octets.as_bytes(), 0).unwrap();
}

#[test]
fn no_change_of_the_old_file_is_lost() {
    for (octets, late) in changes() {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("mbox");
        fs::write(&path, mbox(OLD)).unwrap();
        let open = OpenOptions::new().write(true).open(&path).unwrap();
        let before = inode(&path);
        let left = thread::scope(|scope| {
            scope.spawn(|| {
                until(|| inode(&path) != before);
                rewrite(&open, &octets);
                drop(open);
            });
            convert(&path, LONG)
        });
        assert_kept(&path, &left, &octets, &(mbox(NEW) + late));
    }
}

/// A program, such as an IMAP session that lasts for hours, keeps the old file open and changes it after the run. The
/// program also sets the time of the file back, as mutt does. The next run notices the change.
#[test]
fn no_change_of_the_old_file_after_the_run_is_lost() {
    for ((octets, late), is_open) in
        changes().into_iter().flat_map(|change| [(change.clone(), true), (change, false)])
    {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("mbox");
        fs::write(&path, mbox(OLD)).unwrap();
        let open = OpenOptions::new().write(true).open(&path).unwrap();
        let modified = open.metadata().unwrap().modified().unwrap();
        assert_eq!(convert(&path, SHORT), [""; 0]);
        rewrite(&open, &octets);
        open.set_modified(modified).unwrap();
        let open = is_open.then_some(open);
        let left = convert(&path, SHORT);
        drop(open);
        assert_kept(&path, &left, &octets, &(mbox(NEW) + late));
    }
}

/// A late message is added to the old file, and later another one. If the program also changed the earlier mail in
/// the old file, the file is kept. Each late message is carried over once in any case.
#[test]
fn late_mail_is_carried_over_once_whatever_became_of_the_mail_before_it() {
    let second = LATE.replace("late", "later");
    for state in ["", STATE] {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("mbox");
        fs::write(&path, mbox(OLD)).unwrap();
        let open = OpenOptions::new().read(true).write(true).open(&path).unwrap();
        assert_eq!(convert(&path, SHORT), [""; 0]);
        // The run that finds the late message also converts it.
        let late = format!("{FROM_LINE}Message-ID: <2@example.org>\n{OLD}\n");
        let first = mbox(OLD).replacen(FROM_LINE, &format!("{FROM_LINE}{state}"), 1) + &late;
        rewrite(&open, &first);
        let now = mbox(NEW) + &late.replace(OLD, NEW);
        for (octets, expected) in [(first.clone(), now.clone()), (first + &second, now + &second)] {
            rewrite(&open, &octets);
            for _ in 0..2 {
                assert_eq!(convert(&path, SHORT).len(), usize::from(!state.is_empty()));
                assert_eq!(fs::read_to_string(&path).unwrap(), expected);
            }
        }
        drop(open);
        assert_eq!(convert(&path, SHORT).len(), usize::from(!state.is_empty()));
        assert_eq!(kept(&path).len(), usize::from(!state.is_empty()));
    }
}

/// The program that changes the mbox takes no lock. In one of the cases, it also sets the time of the file back.
#[test]
fn an_mbox_that_changes_between_its_reading_and_the_exchange_is_not_replaced() {
    for sets_back in [false, true] {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("mbox");
        // The second message has a finding. The finding is reported after the message was read, and at that moment
        // the test changes the mbox.
        let unknown = format!("{FROM_LINE}Content-Type: text/plain; charset=unknown-8bit-x\n\n");
        let octets = [(mbox(OLD) + &unknown).as_bytes(), b"\xE9\xFF\n\n"].concat();
        fs::write(&path, &octets).unwrap();
        let mut changed = octets;
        changed[5] = b'X';
        let options = ReplaceOptions::default();
        let pipeline = Pipeline::new(Policy::default());
        let done = pipeline.file(&path, Format::Any, Destination::InPlace(&options), |_| {
            let open = OpenOptions::new().write(true).open(&path).unwrap();
            let modified = open.metadata().unwrap().modified().unwrap();
            open.write_all_at(&changed, 0).unwrap();
            if sets_back {
                open.set_modified(modified).unwrap();
            }
        });
        let refused = done.unwrap_err().to_string();
        assert!(refused.contains("it changed while it was read"), "{refused}");
        assert_eq!(fs::read(&path).unwrap(), changed);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}

#[test]
fn mail_delivered_into_the_old_file_is_carried_over_by_undo_as_well() {
    for locks in [Locks::None, Locks::Dotlock, Locks::FcntlThenDotlock] {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("mbox");
        fs::write(&path, mbox(OLD)).unwrap();
        let options = ReplaceOptions::default().with_backup(Some("~".into()));
        let pipeline = Pipeline::new(Policy::default());
        pipeline.file(&path, Format::Any, Destination::InPlace(&options), |_| {}).unwrap();
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

#[test]
fn no_change_of_the_converted_file_is_lost_by_undo() {
    let new = mbox(NEW);
    let flagged = new.replace("Message-ID", "Status: O\nMessage-ID");
    let changes =
        [(new.replace("<1@", "<2@"), ""), (flagged.clone(), ""), (flagged + LATE, LATE), (String::new(), "")];
    for (octets, late) in changes {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("mbox");
        fs::write(&path, mbox(OLD)).unwrap();
        let options = ReplaceOptions::default().with_backup(Some("~".into()));
        let pipeline = Pipeline::new(Policy::default());
        pipeline.file(&path, Format::Any, Destination::InPlace(&options), |_| {}).unwrap();
        let open = OpenOptions::new().write(true).open(&path).unwrap();
        let before = inode(&path);
        let left = thread::scope(|scope| {
            scope.spawn(|| {
                until(|| inode(&path) != before);
                rewrite(&open, &octets);
                drop(open);
            });
            let backup = backups(&path, "~".as_ref()).unwrap().pop().unwrap();
            backup.restore().unwrap().unwrap().to_string()
        });
        let [old] = &kept(&path)[..] else { panic!("{left}") };
        assert!(left.contains(old.to_str().unwrap()) && left.contains("then remove "), "{left}");
        assert_eq!(fs::read_to_string(old).unwrap(), octets);
        assert_eq!(fs::read_to_string(&path).unwrap(), mbox(OLD) + late);
    }
}

/// After Dovecot has delivered a message, it sets the time of the file that has the name of the mbox. Then it waits
/// until the time of its open file has changed by at least a second, so that the index of Dovecot notices the change.
/// If the run has replaced the mbox, these are two files, so the run must change the time of the old file.
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
        let options = ReplaceOptions::default().with_patience(Duration::from_secs(60));
        let pipeline = Pipeline::new(Policy::default());
        let totals = pipeline.file(&path, Format::Any, Destination::InPlace(&options), |_| {}).unwrap();
        (writer.join().unwrap(), totals)
    });
    assert!(goes_on && totals.left_over.is_empty(), "{goes_on}, {:?}", totals.left_over);
    assert_eq!(fs::read_to_string(&path).unwrap(), mbox(NEW) + LATE);
}

/// The run that replaced the mbox was killed, or did not wait long enough, so it did not change the time of the old
/// file. The next run does this.
#[test]
#[cfg(any(target_os = "linux", target_os = "android"))]
fn a_writer_that_waits_for_the_time_of_its_file_while_it_holds_the_locks_goes_on_in_the_next_run() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("mbox");
    fs::write(&path, mbox(OLD)).unwrap();
    let mut open = OpenOptions::new().append(true).open(&path).unwrap();
    assert!(convert(&path, Duration::ZERO).is_empty());
    let dotlock = path.with_extension("lock");
    fs::write(&dotlock, "").unwrap();
    open.write_all(LATE.as_bytes()).unwrap();
    open.set_modified(SystemTime::UNIX_EPOCH).unwrap();
    let (goes_on, left) = thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let goes_on = (0..2_000).any(|_| {
                thread::sleep(Duration::from_millis(5));
                open.metadata().unwrap().mtime() != 0
            });
            drop(open);
            fs::remove_file(&dotlock).unwrap();
            goes_on
        });
        let left = convert(&path, LONG);
        (writer.join().unwrap(), left)
    });
    assert!(goes_on && left.is_empty(), "{goes_on}, {left:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), mbox(NEW) + LATE);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

/// mutt opens the mbox, and tries five times, with a second between the tries, to lock it. Then it reads the file
/// that it has opened, but uses the size of the file that has the name of the mbox at that moment. So mutt must not
/// get the lock on the old file. Without the lock, mutt opens the file for reading only.
#[test]
#[cfg(any(target_os = "linux", target_os = "android"))]
fn a_reader_that_opened_the_mbox_before_is_not_given_the_lock_on_the_old_file() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("mbox");
    fs::write(&path, mbox(OLD)).unwrap();
    let open = File::open(&path).unwrap();
    let before = inode(&path);
    let (left, granted) = thread::scope(|scope| {
        let reader = scope.spawn(|| {
            until(|| inode(&path) != before);
            let granted = (0..5).any(|_| {
                let granted = fcntl_lock(&open, FlockOperation::NonBlockingLockShared).is_ok();
                thread::sleep(Duration::from_millis(300));
                granted
            });
            drop(open);
            granted
        });
        let left = convert(&path, LONG);
        (left, reader.join().unwrap())
    });
    assert!(!granted && left.is_empty(), "{granted}, {left:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), mbox(NEW));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

/// A reader may be granted the lock on the old file at the moment when the run releases it. Such a reader must not
/// get the dotlock. mutt tries to take the dotlock five times, too.
///
/// Other tests start programs at the same time. For a moment, each of these programs has copies of all descriptors
/// of this process, and looks like a program that writes to the file. Then the run rightly releases the lock. So
/// the test passes if one of several tries succeeds.
#[test]
#[cfg(any(target_os = "linux", target_os = "android"))]
fn a_reader_that_tries_all_the_time_does_not_get_both_locks() {
    assert!((0..4).any(|_| !reader_gets_both_locks()));
}

/// Tries to lock the open `file` as a reader does, with an fcntl lock. Returns whether the lock was granted.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn locks_for_reading(file: &File) -> bool {
    let whole = nix::libc::flock {
        l_type: nix::libc::F_RDLCK as _,
        l_whence: nix::libc::SEEK_SET as _,
        l_start: 0,
        l_len: 0,
        l_pid: 0,
    };
    nix::fcntl::fcntl(file, nix::fcntl::FcntlArg::F_OFD_SETLK(&whole)).is_ok()
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn reader_gets_both_locks() -> bool {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("mbox");
    let dotlock = path.with_extension("lock");
    fs::write(&path, mbox(OLD)).unwrap();
    let open = File::open(&path).unwrap();
    let before = inode(&path);
    let (left, granted) = thread::scope(|scope| {
        let reader = scope.spawn(|| {
            until(|| inode(&path) != before);
            let start = Instant::now();
            // A classic fcntl lock of this process would end as soon as the run closes any descriptor of the file.
            // So the reader takes a lock that belongs to its open file.
            while !locks_for_reading(&open) {
                if start.elapsed() > Duration::from_secs(2) {
                    drop(open);
                    return false;
                }
            }
            let granted = (0..5).any(|_| {
                let granted = OpenOptions::new().write(true).create_new(true).open(&dotlock).is_ok();
                thread::sleep(Duration::from_millis(300));
                granted
            });
            if granted {
                fs::remove_file(&dotlock).unwrap();
            }
            drop(open);
            granted
        });
        let left = convert(&path, LONG);
        (left, reader.join().unwrap())
    });
    assert!(left.is_empty(), "{left:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), mbox(NEW));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    granted
}

/// The run that held the lock on the old file was killed, which ended the lock. The next run takes the lock again.
#[test]
#[cfg(any(target_os = "linux", target_os = "android"))]
fn a_reader_of_an_old_file_that_was_left_is_not_given_the_lock_by_the_next_run() {
    const PATIENT: Duration = Duration::from_secs(20);
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("mbox");
    fs::write(&path, mbox(OLD)).unwrap();
    let open = File::open(&path).unwrap();
    let writer = OpenOptions::new().append(true).open(&path).unwrap();
    assert!(convert(&path, Duration::ZERO).is_empty());
    drop(writer);
    let is_held = || {
        let (l_type, l_whence) = (libc::F_RDLCK as libc::c_short, libc::SEEK_SET as libc::c_short);
        let mut whole = libc::flock { l_type, l_whence, l_start: 0, l_len: 0, l_pid: 0 };
        fcntl(&open, FcntlArg::F_GETLK(&mut whole)).unwrap();
        whole.l_type != libc::F_UNLCK as libc::c_short
    };
    let start = Instant::now();
    let (left, granted) = thread::scope(|scope| {
        let reader = scope.spawn(|| {
            until(|| is_held() || start.elapsed() > PATIENT);
            (0..5).any(|_| {
                let granted = fcntl_lock(&open, FlockOperation::NonBlockingLockShared).is_ok();
                thread::sleep(Duration::from_millis(300));
                granted
            })
        });
        let left = convert(&path, LONG);
        (left, reader.join().unwrap())
    });
    assert!(!granted && left.is_empty(), "{granted}, {left:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), mbox(NEW));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn a_run_that_no_other_program_is_beside_does_not_wait() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("mbox");
    fs::write(&path, mbox(OLD)).unwrap();
    let options = ReplaceOptions::default().with_backup(Some("~".into()));
    let pipeline = Pipeline::new(Policy::default());
    let start = Instant::now();
    pipeline.file(&path, Format::Any, Destination::InPlace(&options), |_| {}).unwrap();
    assert!(backups(&path, "~".as_ref()).unwrap().pop().unwrap().restore().unwrap().is_none());
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert_eq!(fs::read_to_string(&path).unwrap(), mbox(OLD));
}

/// If another program keeps the old file open for longer than a run waits, the old file is kept. The next run carries
/// mail in it over, and removes it.
#[test]
fn an_old_file_that_stays_open_is_kept_and_mail_in_it_carried_over_by_the_next_run() {
    for is_late in [false, true] {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("mbox");
        fs::write(&path, mbox(OLD)).unwrap();
        let mut open = OpenOptions::new().append(true).open(&path).unwrap();
        let options = ReplaceOptions::default().with_patience(Duration::from_millis(100));
        let run = || {
            let pipeline = Pipeline::new(Policy::default());
            pipeline.file(&path, Format::Any, Destination::InPlace(&options), |_| {}).unwrap()
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
    let options = ReplaceOptions::default().with_patience(Duration::from_millis(100));
    let run = || {
        let pipeline = Pipeline::new(Policy::default());
        pipeline.file(&path, Format::Any, Destination::InPlace(&options), |_| {}).unwrap()
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
