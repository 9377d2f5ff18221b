//! Directory trees of mail: each file is converted, or it is skipped and reported. Nothing outside of a tree is
//! changed.
use crate::sample::{FROM_LINE, NEW, OLD, replace_options};
use mailutf::Policy;
use mailutf::mailbox::Format;
use mailutf::mailbox::compressed::{Compression, Compressor};
use mailutf::pipeline::{Destination, Event, Pipeline, Reports, Totals};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::num::NonZeroUsize;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

const PROPERTIES: &str =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><dict/></plist>\n";

fn mbox(message: &str) -> String {
    format!("{FROM_LINE}{message}\n")
}

fn emlx(message: &str) -> String {
    format!("{:<10}\n{message}{PROPERTIES}", message.len())
}

/// Returns a pipeline that has one worker and reports all messages, each before it reads the next file.
fn pipeline() -> Pipeline {
    let mut pipeline = Pipeline::new(Policy::default());
    pipeline.workers.jobs = Some(NonZeroUsize::MIN);
    pipeline.workers.octets = 1;
    pipeline.reports = Reports::All;
    pipeline
}

fn write(root: &Path, name: &str, octets: impl AsRef<[u8]>) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, octets).unwrap();
}

fn read(root: &Path, name: &str) -> String {
    String::from_utf8_lossy(&fs::read(root.join(name)).unwrap()).into_owned()
}

/// The files of a tree that were skipped, and the failures.
#[derive(Debug, Default)]
struct Reported {
    /// The skipped files, each with the reason.
    left: Vec<(String, String)>,
    failed: Vec<String>,
}

fn run(root: &Path, place: Destination<'_>, mut meanwhile: impl FnMut(&str)) -> (Totals, Reported) {
    let mut said = Reported::default();
    let inside = |path: &Path| path.strip_prefix(root).unwrap().display().to_string();
    let totals = pipeline().tree(root, Format::Any, place, |event| match event {
        Event::Report(path, _) => meanwhile(&inside(path)),
        Event::Skipped(path, why) => said.left.push((inside(path), why.to_string())),
        Event::Failed(error) => said.failed.push(error.to_string()),
        _ => {}
    });
    said.left.sort();
    (totals.unwrap(), said)
}

#[test]
fn every_kind_of_file_is_converted_or_skipped_and_reported() {
    let dir = TempDir::new().unwrap();
    let root = dir.path();
    let crlf = |text: &str| text.replace('\n', "\r\n");
    let thunderbird = |message: &str, line: &str| {
        format!(
            "From - Tue Jan  2 03:04:05 2024\nX-Mozilla-Status: 0001\nX-Mozilla-Status2: 00000000\n\
             {message}{line}\n"
        )
    };
    let mail = [
        ("Mail/12", OLD.into(), NEW.into()),
        ("Maildir/cur/1.host:2,FS", OLD.into(), NEW.into()),
        ("Maildir/.Entw&APw-rfe/new/2.host", OLD.into(), NEW.into()),
        ("Messages/1.emlx", emlx(OLD), emlx(NEW)),
        ("Messages/2.partial.emlx", emlx(OLD), emlx(NEW)),
        ("Profile/Inbox", thunderbird(OLD, ">From me\n"), thunderbird(NEW, ">From me\n")),
        ("Profile/Inbox.sbd/Alt", thunderbird(OLD, ""), thunderbird(NEW, "")),
        ("dos/old.MBX", crlf(&mbox(OLD)), crlf(&mbox(NEW))),
        ("mailman/list.mbox/list.mbox", mbox(OLD), mbox(NEW)),
        ("mailman/dovecot.mbox", mbox(OLD), mbox(NEW)),
        ("mail/joe", mbox(OLD), mbox(NEW)),
    ];
    mail.iter().for_each(|(name, old, _): &(&str, String, String)| write(root, name, old));
    let mut pipermail = Compressor::new(Vec::new(), Some(Compression::Gzip)).unwrap();
    pipermail.write_all(mbox(OLD).as_bytes()).unwrap();
    write(root, "pipermail/2004-January.txt.gz", pipermail.finish().unwrap());
    for name in ["cur", "new", "tmp"] {
        fs::create_dir_all(root.join("Maildir").join(name)).unwrap();
        fs::create_dir_all(root.join("Maildir/.Entw&APw-rfe").join(name)).unwrap();
    }
    let left = [
        ("Mail/,11", "deleted"),
        ("Mail/.mh_sequences", "MH"),
        ("Maildir/.Entw&APw-rfe/maildirfolder", "Maildir++"),
        ("Maildir/cur/.nfs01", "hidden"),
        ("Served/dovecot-uidlist", "Dovecot"),
        ("Served/dovecot.index.cache", "Dovecot"),
        ("Maildir/subscriptions", "subscriptions"),
        ("Maildir/tmp/3.host", "delivered"),
        ("Messages/.9.emlx.mailutf", "killed run"),
        ("Profile/Inbox.msf", "Thunderbird"),
        ("Profile/empty", "empty"),
        ("cyrus/cyrus.index", "Cyrus"),
        ("export/archive.pst", "docs/formats.md"),
        ("export/readme.txt", "not mail"),
        ("mail/joe.lock.old", "not mail"),
        ("pipermail/000012.html", "not mail"),
    ];
    for (name, _) in left {
        write(root, name, if name.ends_with("empty") { "" } else { OLD });
    }
    let _socket = UnixListener::bind(root.join("socket")).unwrap();
    let mut special = vec![("socket", "a socket")];
    for (command, name, what) in [("mkfifo fifo", "fifo", "a FIFO"), ("mknod null c 1 3", "null", "a device")]
    {
        let made = Command::new("sh").args(["-c", command]).current_dir(root).output();
        if made.is_ok_and(|made| made.status.success()) {
            special.push((name, what));
        }
    }
    for (target, name, what) in [
        ("/", "root", "a symbolic link"),
        ("nothing", "link", "leads nowhere"),
        ("loop", "loop", "leads nowhere"),
    ] {
        symlink(target, root.join(name)).unwrap();
        special.push((name, what));
    }

    let (totals, said) = run(root, Destination::InPlace(&replace_options()), |_| {});
    assert_eq!(said.failed, [""; 0]);
    assert_eq!((totals.messages, totals.changed), (mail.len() as u64 + 1, mail.len() as u64 + 1));
    assert_eq!(totals.skipped_mail, 1);
    for (name, _, new) in &mail {
        assert_eq!(read(root, name), *new, "{name}");
    }
    let mut expected = [&left[..], &special].concat();
    expected.sort();
    assert_eq!(
        said.left.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        expected.iter().map(|(name, _)| name).collect::<Vec<_>>()
    );
    for ((name, why), (_, expected)) in said.left.iter().zip(expected) {
        assert!(why.contains(expected), "{name}: {why}");
    }
    for (name, _) in left.iter().filter(|(name, _)| !name.ends_with("empty")) {
        assert_eq!(read(root, name), OLD, "{name}");
    }
    assert!(fs::read(root.join("pipermail/2004-January.txt.gz")).unwrap().starts_with(b"\x1F\x8B"));
}

#[test]
fn a_message_of_cyrus_can_be_converted_to_another_place() {
    let (dir, target) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    write(dir.path(), "user/joe/1.", OLD);
    let (totals, _) = run(dir.path(), Destination::To(target.path()), |_| {});
    assert_eq!(totals.changed, 1);
    assert_eq!(
        (read(target.path(), "user/joe/1."), read(dir.path(), "user/joe/1.")),
        (NEW.into(), OLD.into())
    );
}

#[test]
fn a_copy_never_overwrites_what_it_is_made_from_nor_a_device() {
    let dir = TempDir::new().unwrap();
    let root = dir.path();
    write(root, "in/below/1.eml", OLD);
    fs::hard_link(root.join("in/below/1.eml"), root.join("other.eml")).unwrap();
    symlink(root.join("in"), root.join("link")).unwrap();
    let _socket = UnixListener::bind(root.join("socket")).unwrap();
    let refused = |said: Result<Totals, mailutf::Error>, why: &str| {
        let said = said.unwrap_err().to_string();
        assert!(said.contains(why), "{said}");
    };
    for (target, why) in
        [("in", "also the input"), ("link", "also the input"), ("link/new", "inside"), ("", "contains")]
    {
        let place = Destination::To(&root.join(target));
        refused(pipeline().tree(&root.join("in"), Format::Any, place, |_| {}), why);
    }
    for (target, why) in [
        ("in/below/1.eml", "also the input"),
        ("link/../in/below/1.eml", "also the input"),
        ("other.eml", "also the input"),
        ("socket", "not a regular file"),
        (".new.mailutf", "reserved"),
    ] {
        let (path, target) = (root.join("in/below/1.eml"), root.join(target));
        refused(pipeline().file(&path, Format::Any, Destination::To(&target), |_| {}), why);
    }
    assert_eq!(read(root, "in/below/1.eml"), OLD);
    assert_eq!((fs::read_dir(root).unwrap().count(), fs::read_dir(root.join("in")).unwrap().count()), (4, 1));
}

#[test]
fn a_file_of_apple_mail_with_a_wrong_length_is_left_unchanged_with_an_error() {
    let dir = TempDir::new().unwrap();
    write(dir.path(), "1.emlx", format!("12\n{OLD}{PROPERTIES}"));
    write(dir.path(), "2.emlx", OLD);
    write(dir.path(), "3.emlx", emlx(OLD));
    let (totals, said) = run(dir.path(), Destination::InPlace(&replace_options()), |_| {});
    assert_eq!((totals.changed, said.failed.len()), (1, 2), "{said:?}");
    assert!(said.failed[0].contains("1.emlx") && said.failed[0].contains("length"), "{said:?}");
    assert_eq!((read(dir.path(), "2.emlx"), read(dir.path(), "3.emlx")), (OLD.into(), emlx(NEW)));
    let path = dir.path().join("1.emlx");
    assert!(pipeline().file(&path, Format::Any, Destination::InPlace(&replace_options()), |_| {}).is_err());
}

#[test]
fn files_that_vanish_or_grow_meanwhile_are_reported_and_the_rest_is_converted() {
    let dir = TempDir::new().unwrap();
    let root = dir.path();
    ["1.eml", "2.eml", "3.eml"].iter().for_each(|name| write(root, name, OLD));
    ["box", "next"].iter().for_each(|name| write(root, name, mbox(OLD)));
    // These are temporary files. If a temporary file disappears, that is not reported.
    let passing = ["next.lock", ".3.eml.mailutf"];
    passing.iter().for_each(|name| write(root, name, ""));
    let (totals, said) = run(root, Destination::InPlace(&replace_options()), |path| match path {
        "1.eml" => {
            ["2.eml"].iter().chain(&passing).for_each(|name| fs::remove_file(root.join(name)).unwrap());
        }
        "box" => {
            let mut grown = OpenOptions::new().append(true).open(root.join("box")).unwrap();
            grown.write_all(mbox("more").as_bytes()).unwrap();
        }
        _ => {}
    });
    assert_eq!((totals.changed, said.failed.len()), (3, 1), "{said:?}");
    assert!(said.failed[0].contains("changed while"), "{said:?}");
    assert!(said.left.iter().any(|(name, why)| name == "2.eml" && why.contains("removed")), "{said:?}");
    assert_eq!(read(root, "box"), mbox(OLD) + &mbox("more"));
    assert_eq!((read(root, "3.eml"), read(root, "next")), (NEW.into(), mbox(NEW)));
}

#[test]
fn a_link_to_mail_outside_the_tree_is_reported() {
    let (dir, outside) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (root, outside) = (dir.path(), outside.path());
    for name in ["1.eml", "folder/cur/x", "letter", "note.txt"] {
        let octets = if name == "note.txt" { "a note" } else { OLD };
        write(outside, name, octets);
        write(root, name, octets);
    }
    write(outside, "letter", format!("From: alice@example.org\nDate: x\n{OLD}"));
    write(outside, "box", mbox(OLD));
    fs::create_dir(outside.join("empty")).unwrap();
    ["new", "cur", "tmp"].iter().for_each(|sub| fs::create_dir_all(root.join("Maildir").join(sub)).unwrap());
    let link = |target: &Path, name: &str| symlink(target, root.join(name)).unwrap();
    let reported = [
        ("2.eml", "note.txt"),
        ("Maildir/cur/1.host", "note.txt"),
        ("elsewhere", "folder"),
        ("inbox", "box"),
        ("link", "letter"),
        ("name", "1.eml"),
    ];
    reported.iter().for_each(|(name, target)| link(&outside.join(target), name));
    link(&outside.join("note.txt"), "note");
    link(&outside.join("empty"), "nothing");
    link(&outside.join("missing"), "missing");
    link(&root.join("loop"), "loop");
    link(Path::new("/dev/null"), "3.eml");
    link(&root.join("1.eml"), "4.eml");
    link(Path::new("Maildir"), "folder/Maildir");
    link(&root.join("folder"), "again");
    link(Path::new(".."), "above");
    let (totals, said) = run(root, Destination::Nowhere, |_| {});
    assert_eq!(said.failed, [""; 0]);
    let named = said.left.iter().filter(|(_, why)| why.contains("give the path of the target itself"));
    assert_eq!(named.map(|(name, _)| &**name).collect::<Vec<_>>(), reported.map(|(name, _)| name));
    assert_eq!(totals.skipped_mail, reported.len() as u64);
}

#[test]
fn a_directory_replaced_by_a_link_is_not_followed() {
    let (dir, outside) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let root = dir.path();
    let files = ["a/1.eml", "a/2.eml", "b/3.eml", "c/cur/4.host", "c/cur/5.host,S=1", "d/box", "z/9.eml"];
    for name in files {
        let octets = if name.ends_with("box") { mbox(OLD) } else { OLD.into() };
        write(root, name, &octets);
        write(outside.path(), name, &octets);
    }
    ["c/tmp", "c/new"].iter().for_each(|name| {
        fs::create_dir(root.join(name)).unwrap();
        fs::create_dir(outside.path().join(name)).unwrap();
    });
    let swap = |name: &str| {
        let aside = format!("{name}.aside").replace('/', "-");
        fs::rename(root.join(name), root.join(aside)).unwrap();
        symlink(outside.path().join(name), root.join(name)).unwrap();
    };
    let (_, said) = run(root, Destination::InPlace(&replace_options()), |path| match path {
        "a/1.eml" => ["a", "b"].into_iter().for_each(swap),
        "c/cur/4.host" => ["c/cur", "c/tmp"].into_iter().for_each(swap),
        "z/9.eml" => swap("d"),
        _ => {}
    });
    for name in files {
        let octets = if name.ends_with("box") { mbox(OLD) } else { OLD.into() };
        assert_eq!(read(outside.path(), name), octets, "{name}");
    }
    for directory in ["a", "c/cur", "c/tmp", "d"] {
        let names = fs::read_dir(outside.path().join(directory)).unwrap().count();
        assert_eq!(names, files.iter().filter(|name| name.starts_with(&format!("{directory}/"))).count());
    }
    // Entries that were listed when the run began are reported, even if other files have replaced them.
    assert!(
        said.left.iter().any(|(name, why)| name == "b" && why.starts_with("a symbolic link")),
        "{said:?}"
    );
    assert!(said.failed.iter().any(|failed| failed.contains("d/box")), "{said:?}");
}

/// Ends the thread that swaps links, even if the test fails.
struct End<'e>(&'e AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

#[test]
fn links_swapped_in_at_any_moment_are_not_followed() {
    let (dir, outside) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let root = dir.path();
    let name = |n: usize| format!("{n}.host,S={}:2,S", OLD.len());
    for sub in ["cur", "new", "tmp"] {
        fs::create_dir_all(root.join(sub)).unwrap();
        fs::create_dir_all(outside.path().join(sub)).unwrap();
    }
    for n in 0..200 {
        write(root, &format!("cur/{}", name(n)), OLD);
        write(outside.path(), &format!("cur/{}", name(n)), OLD);
    }
    let ended = AtomicBool::new(false);
    let (current, aside) = (root.join("cur"), root.join("aside"));
    thread::scope(|scope| {
        let _end = End(&ended);
        scope.spawn(|| {
            while !ended.load(Relaxed) {
                fs::rename(&current, &aside).unwrap();
                symlink(outside.path().join("cur"), &current).unwrap();
                thread::yield_now();
                fs::remove_file(&current).unwrap();
                fs::rename(&aside, &current).unwrap();
                thread::sleep(Duration::from_micros(300));
            }
        });
        let mut pipeline = pipeline();
        pipeline.workers.jobs = NonZeroUsize::new(2);
        for _ in 0..20 {
            let _ = pipeline.tree(root, Format::Any, Destination::InPlace(&replace_options()), |_| {});
        }
    });
    for n in 0..200 {
        assert_eq!(read(outside.path(), &format!("cur/{}", name(n))), OLD);
    }
    assert_eq!(fs::read_dir(outside.path().join("tmp")).unwrap().count(), 0);
}

/// The run writes nothing, so only an error shows that messages are missing in the report.
#[test]
fn an_mbox_that_is_cut_while_it_is_only_read_is_an_error() {
    let options = replace_options();
    for place in [Destination::Nowhere, Destination::InPlace(&options)] {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("a.mbox");
        let octets =
            mbox(&format!("Subject: =?x-none?Q?=E9?=\n\n{}", "unresolved\n".repeat(600))).repeat(300);
        fs::write(&path, &octets).unwrap();
        let cut =
            |_| OpenOptions::new().write(true).open(&path).unwrap().set_len(octets.len() as u64 / 2).unwrap();
        let error = pipeline().file(&path, Format::Any, place, cut).unwrap_err().to_string();
        let why = format!("another program has cut it from {} octets to {}", octets.len(), octets.len() / 2);
        assert!(error.ends_with(&why), "{place:?}: {error}");
    }
}
