//! Guarantee G19 (docs/guarantees.md): a file that is changed in place is complete at any moment, with all its
//! properties, or it is left unchanged.
use crate::sample::{FROM_LINE, NEW, OLD, replace_options};
use mailutf::internal::{Original, Replacement};
use mailutf::mailbox::Format;
use mailutf::mailbox::compressed::{Compression, Compressor, decompressed};
use mailutf::mailbox::mail::SkipReason;
use mailutf::pipeline::ReplaceOptions;
use mailutf::pipeline::{Destination, Event, Pipeline, Reports, Totals};
use mailutf::selection::{Predicate, Selection};
use mailutf::{Code, Error, Policy};
use std::collections::BTreeMap;
use std::fs::{self, File, FileTimes, OpenOptions, Permissions};
use std::io::{Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, UNIX_EPOCH};
use tempfile::TempDir;

fn in_place(path: &Path, options: &ReplaceOptions) -> Result<Totals, String> {
    let pipeline = Pipeline::new(Policy::default());
    pipeline.file(path, Format::Any, Destination::InPlace(options), |_| {}).map_err(|error| error.to_string())
}

fn file(dir: &TempDir, name: &str, octets: &str) -> PathBuf {
    let path = dir.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, octets).unwrap();
    path
}

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_message_keeps_its_times_permissions_and_attributes() {
    let dir = TempDir::new().unwrap();
    let path = file(&dir, "1.eml", OLD);
    fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
    let time = UNIX_EPOCH + Duration::new(978_307_200, 123_000_000);
    let times = FileTimes::new().set_modified(time).set_accessed(time);
    File::options().write(true).open(&path).unwrap().set_times(times).unwrap();
    let has_attributes = xattr::set(&path, "user.tag", b"kept").is_ok();
    let before = fs::metadata(&path).unwrap();
    assert_eq!(in_place(&path, &replace_options()).unwrap().changed, 1);
    let after = fs::metadata(&path).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), NEW);
    assert_eq!((after.mode(), after.uid(), after.gid()), (before.mode(), before.uid(), before.gid()));
    assert_eq!(after.modified().unwrap(), time);
    if has_attributes {
        assert_eq!(xattr::get(&path, "user.tag").unwrap().as_deref(), Some(&b"kept"[..]));
    }
    assert_eq!(names(dir.path()), ["1.eml"]);
}

/// A caller decides by the reports whether a file is replaced. In a small mbox, and in a message, the last report is
/// the only one.
#[test]
fn a_flag_that_is_set_in_the_last_report_prevents_the_replacement() {
    let backup = replace_options().with_backup(Some("~".into()));
    for name in ["1.eml", "mbox", "new/1.M1.host", "cur/1.M1.host:2,S"] {
        for options in [&replace_options(), &backup] {
            let dir = TempDir::new().unwrap();
            ["cur", "new", "tmp"].iter().for_each(|name| fs::create_dir(dir.path().join(name)).unwrap());
            let old = if name == "mbox" { format!("{FROM_LINE}{OLD}\n") } else { OLD.to_owned() };
            let path = file(&dir, name, &old);
            let before = names(path.parent().unwrap());
            let output = dir.path().join("output");
            for destination in [Destination::InPlace(options), Destination::To(&output)] {
                let pipeline = Pipeline::new(Policy::default()).with_reports(Reports::All);
                let flag = pipeline.monitor.stop_flag();
                let mut reports = 0;
                let done = pipeline.file(&path, Format::Any, destination, |_| {
                    reports += 1;
                    flag.store(true, Relaxed);
                });
                assert!(matches!(done, Err(Error::Stopped)), "{name} {done:?}");
                assert_eq!((reports, fs::read_to_string(&path).unwrap()), (1, old.clone()), "{name}");
                assert_eq!(names(path.parent().unwrap()), before);
                assert!(!output.exists() && names(&dir.path().join("tmp")).is_empty(), "{name}");
            }
            assert_eq!(in_place(&path, options).unwrap().changed, 1, "{name}");
        }
    }
}

/// The flag is set while the last message of a group is converted, when all its replacements are written.
#[test]
fn a_group_of_files_is_not_replaced_after_a_stop() {
    let options = replace_options().with_backup(Some("~".into()));
    for in_tree in [false, true] {
        let dir = TempDir::new().unwrap();
        let paths = ["1.eml", "2.eml", "3.eml"].map(|name| file(&dir, name, OLD));
        let pipeline = Pipeline::new(Policy::default());
        let (flag, seen) = (pipeline.monitor.stop_flag(), AtomicU64::new(0));
        let stops = Predicate::new(move |_| {
            flag.store(seen.fetch_add(1, Relaxed) == 2, Relaxed);
            true
        });
        let selection = Selection::default().with_predicate(Some(stops));
        let pipeline = pipeline.with_selection(selection);
        let totals = match in_tree {
            true => {
                let destination = Destination::InPlace(&options);
                pipeline.tree(dir.path(), Format::Any, destination, |_| {}).unwrap()
            }
            false => pipeline.files(&paths, Format::Any, &options, |event| panic!("{event:?}")),
        };
        assert_eq!((totals.messages, totals.changed), (0, 0));
        assert!(paths.iter().all(|path| fs::read_to_string(path).unwrap() == OLD));
        assert_eq!(names(dir.path()), ["1.eml", "2.eml", "3.eml"]);
    }
}

#[test]
fn a_file_in_which_nothing_changes_is_not_touched() {
    let dir = TempDir::new().unwrap();
    let path = file(&dir, "1.eml", NEW);
    let before = fs::metadata(&path).unwrap().ino();
    let options = replace_options().with_backup(Some("~".into()));
    assert_eq!(in_place(&path, &options).unwrap().changed, 0);
    assert_eq!(fs::metadata(&path).unwrap().ino(), before);
    assert_eq!(names(dir.path()), ["1.eml"]);
}

#[test]
fn an_mbox_of_which_only_the_last_message_changes() {
    let dir = TempDir::new().unwrap();
    let start = format!("{FROM_LINE}{NEW}\n").repeat(10_000);
    let path = file(&dir, "mbox", &format!("{start}{FROM_LINE}{OLD}\n"));
    let totals = in_place(&path, &replace_options()).unwrap();
    assert_eq!((totals.messages, totals.changed), (10_001, 1));
    assert!(fs::read_to_string(&path).unwrap() == format!("{start}{FROM_LINE}{NEW}\n"));
    assert_eq!(names(dir.path()), ["mbox"]);
}

#[test]
fn a_backup_keeps_the_old_form_and_is_never_overwritten() {
    let dir = TempDir::new().unwrap();
    let path = file(&dir, "1.eml", OLD);
    let options = replace_options().with_backup(Some(".old".into()));
    in_place(&path, &options).unwrap();
    assert_eq!(fs::read_to_string(dir.path().join("1.eml.old")).unwrap(), OLD);
    fs::write(&path, OLD).unwrap();
    assert!(in_place(&path, &options).unwrap_err().contains("older backup"));
    assert_eq!(fs::read_to_string(&path).unwrap(), OLD);
}

#[test]
fn a_backup_of_a_killed_run_is_reused() {
    let dir = TempDir::new().unwrap();
    let path = file(&dir, "1.eml", OLD);
    fs::hard_link(&path, dir.path().join("1.eml~")).unwrap();
    fs::write(dir.path().join(".1.eml.mailutf"), "unfinished").unwrap();
    in_place(&path, &replace_options().with_backup(Some("~".into()))).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), NEW);
    assert_eq!(names(dir.path()), ["1.eml", "1.eml~"]);
}

#[test]
fn links_are_refused() {
    let dir = TempDir::new().unwrap();
    let path = file(&dir, "1.eml", OLD);
    let link = dir.path().join("link.eml");
    symlink(&path, &link).unwrap();
    assert!(in_place(&link, &replace_options()).unwrap_err().contains("symbolic link"));
    let other = dir.path().join("other.eml");
    fs::hard_link(&path, &other).unwrap();
    assert!(in_place(&path, &replace_options()).unwrap_err().contains("hard links"));
    assert_eq!(fs::read_to_string(&path).unwrap(), OLD);
    in_place(&path, &replace_options().with_hard_links(true)).unwrap();
    assert_eq!(
        (fs::read_to_string(&path).unwrap(), fs::read_to_string(&other).unwrap()),
        (NEW.into(), OLD.into())
    );
}

#[test]
fn a_file_that_is_replaced_or_grows_meanwhile_is_kept() {
    let dir = TempDir::new().unwrap();
    let attempt = |path: &Path, meanwhile: &dyn Fn()| {
        let original = Original::open(path, false, &replace_options()).unwrap();
        let mut replacement = Replacement::beside(&original).unwrap();
        replacement.write_all(b"new").unwrap();
        meanwhile();
        let refused = replacement.commit(original, &replace_options()).unwrap_err().to_string();
        assert!(refused.contains("while it was read; run again"), "{refused}");
    };
    let precious = file(&dir, "precious", "precious");
    let path = file(&dir, "1.eml", OLD);
    attempt(&path, &|| {
        fs::remove_file(&path).unwrap();
        symlink(&precious, &path).unwrap();
    });
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
    let path = file(&dir, "2.eml", OLD);
    attempt(&path, &|| {
        OpenOptions::new().append(true).open(&path).unwrap().write_all(b"more").unwrap();
    });
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{OLD}more"));
    let path = file(&dir, "3.eml", OLD);
    attempt(&path, &|| fs::remove_file(&path).unwrap());
    assert_eq!(names(dir.path()), ["1.eml", "2.eml", "precious"]);
}

#[test]
fn leftovers_of_a_killed_run_are_removed_even_if_nothing_changes() {
    let dir = TempDir::new().unwrap();
    file(&dir, "1.eml", NEW);
    file(&dir, ".1.eml.mailutf", OLD);
    file(&dir, "cur/1.host,S=79:2,", NEW);
    file(&dir, "tmp/.1.host,S=79:2,.mailutf", OLD);
    for name in ["1.eml", "cur/1.host,S=79:2,"] {
        assert_eq!(in_place(&dir.path().join(name), &replace_options()).unwrap().changed, 0);
    }
    assert_eq!(names(dir.path()), ["1.eml", "cur", "tmp"]);
    assert_eq!(names(&dir.path().join("tmp")), [""; 0]);
    // Another run has put the converted file in place, but has not yet removed the file with the old content. The
    // other run holds a lock, so its file is not taken for a leftover.
    let (path, left) = (dir.path().join("1.eml"), file(&dir, ".1.eml.mailutf", OLD));
    let other = File::open(&path).unwrap();
    other.lock().unwrap();
    in_place(&path, &replace_options()).unwrap();
    assert_eq!(fs::read_to_string(&left).unwrap(), OLD);
}

#[test]
fn two_runs_do_not_work_on_one_file() {
    let dir = TempDir::new().unwrap();
    let path = file(&dir, "1.eml", OLD);
    let original = Original::open(&path, false, &replace_options()).unwrap();
    let _other = Replacement::beside(&original).unwrap();
    assert!(in_place(&path, &replace_options()).unwrap_err().contains("another run"));
    assert_eq!(fs::read_to_string(&path).unwrap(), OLD);
}

#[test]
fn an_mbox_locked_by_another_program_is_unchanged() {
    let dir = TempDir::new().unwrap();
    let mbox = format!("{FROM_LINE}{OLD}\n");
    let path = file(&dir, "mbox", &mbox);
    let lock = file(&dir, "mbox.lock", "");
    assert!(in_place(&path, &replace_options()).unwrap_err().contains("another program holds the lock"));
    assert_eq!(fs::read_to_string(&path).unwrap(), mbox);
    fs::remove_file(lock).unwrap();
    in_place(&path, &replace_options()).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{FROM_LINE}{NEW}\n"));
    assert_eq!(names(dir.path()), ["mbox"]);
}

#[test]
fn a_tree_with_all_kinds_of_files() {
    let dir = TempDir::new().unwrap();
    for folder in ["Maildir", "Maildir/.Entw&APw-rfe"] {
        for sub in ["cur", "new", "tmp"] {
            fs::create_dir_all(dir.path().join(folder).join(sub)).unwrap();
        }
    }
    let mail = [
        ("Maildir/cur/1.M1P1.host,S=103,W=107:2,FS", "Maildir/cur/1.M1P1.host,S=79,W=83:2,FS"),
        ("Maildir/new/2.M1P1.host", "Maildir/new/2.M1P1.host"),
        ("Maildir/.Entw&APw-rfe/cur/3.M1P1.host:2,", "Maildir/.Entw&APw-rfe/cur/3.M1P1.host:2,"),
        ("mh/inbox/12", "mh/inbox/12"),
        ("export/Grüße.EML", "export/Grüße.EML"),
    ];
    for (name, _) in mail {
        file(&dir, name, OLD);
    }
    let mbox = file(&dir, "archive/1998", &format!("{FROM_LINE}{OLD}\n"));
    let outside = TempDir::new().unwrap();
    let elsewhere = file(&outside, "1.eml", OLD);
    symlink(outside.path(), dir.path().join("mh/elsewhere")).unwrap();
    symlink(&elsewhere, dir.path().join("mh/13")).unwrap();
    for name in ["Maildir/tmp/9.M1P1.host", "mh/inbox/12~", "mh/.mh_sequences", "Maildir/subscriptions"] {
        file(&dir, name, OLD);
    }

    let pipeline = Pipeline::new(Policy::default());
    let mut left = Vec::new();
    let totals = pipeline
        .tree(dir.path(), Format::Any, Destination::InPlace(&replace_options()), |event| match event {
            Event::Skipped(path, _) => {
                left.push(path.strip_prefix(dir.path()).unwrap().display().to_string())
            }
            Event::Failed(error) => panic!("{error}"),
            _ => {}
        })
        .unwrap();
    assert_eq!((totals.messages, totals.changed), (6, 6));
    for (_, name) in mail {
        assert_eq!(fs::read_to_string(dir.path().join(name)).unwrap(), NEW, "{name}");
    }
    assert_eq!(fs::read_to_string(mbox).unwrap(), format!("{FROM_LINE}{NEW}\n"));
    assert_eq!(fs::read_to_string(elsewhere).unwrap(), OLD);
    left.sort();
    let expected = [
        "Maildir/subscriptions",
        "Maildir/tmp/9.M1P1.host",
        "mh/.mh_sequences",
        "mh/13",
        "mh/elsewhere",
        "mh/inbox/12~",
    ];
    assert_eq!(left, expected);
    assert_eq!(fs::read_to_string(dir.path().join("Maildir/tmp/9.M1P1.host")).unwrap(), OLD);
}

#[test]
fn backups_in_a_maildir_are_not_messages() {
    let dir = TempDir::new().unwrap();
    fs::create_dir(dir.path().join("tmp")).unwrap();
    let path = file(&dir, "cur/1.host,S=103:2,S", OLD);
    let pipeline = Pipeline::new(Policy::default());
    let options = replace_options().with_backup(Some("~".into()));
    pipeline.file(&path, Format::Any, Destination::InPlace(&options), |_| {}).unwrap();
    assert_eq!(names(&dir.path().join("cur")), ["1.host,S=79:2,S"]);
    assert_eq!(fs::read_to_string(dir.path().join("cur~/1.host,S=103:2,S")).unwrap(), OLD);
    assert_eq!(names(&dir.path().join("tmp")), [""; 0]);
}

#[test]
fn a_backup_of_a_run_killed_between_two_renames_in_a_maildir_is_reused() {
    for compression in [None, Some(Compression::Gzip)] {
        let dir = TempDir::new().unwrap();
        fs::create_dir(dir.path().join("tmp")).unwrap();
        let old = compression.map_or(OLD.into(), |compression| compressed(OLD, compression));
        let wire = OLD.len() + OLD.lines().count();
        let backup = file(&dir, &format!("cur~/1.host,S={},W={wire}:2,S", OLD.len()), "");
        fs::write(&backup, &old).unwrap();
        fs::create_dir(dir.path().join("cur")).unwrap();
        let path = dir.path().join("cur/1.host,S=79,W=83:2,S");
        fs::hard_link(&backup, &path).unwrap();
        in_place(&path, &replace_options().with_backup(Some("~".into()))).unwrap();
        assert_eq!(contents(&path), (NEW.into(), compression));
        assert_eq!(fs::read(&backup).unwrap(), old);
        assert_eq!(names(&dir.path().join("cur~")).len(), 1);
    }
}

#[test]
fn backups_in_a_tree_are_never_converted() {
    let old = format!("{FROM_LINE}{OLD}");
    for suffix in ["~", ".old", "-2024"] {
        let dir = TempDir::new().unwrap();
        let root = dir.path();
        ["cur", "new", "tmp"]
            .iter()
            .for_each(|name| fs::create_dir_all(root.join("Mail").join(name)).unwrap());
        // The files have the names that an old delivery agent gives them.
        ["Mail/cur/1.host:2,S", "Mail/new/2.host", "box"]
            .iter()
            .for_each(|name| drop(file(&dir, name, &old)));
        let options = replace_options().with_backup(Some(suffix.into()));
        let run = |options: &ReplaceOptions| {
            let tree = Destination::InPlace(options);
            Pipeline::new(Policy::default()).tree(root, Format::Any, tree, |_| {}).unwrap()
        };
        assert_eq!(run(&options).changed, 3);
        let again = run(&options);
        assert_eq!((again.messages, again.changed), (3, 0), "{suffix}");
        let again = run(&options.with_backup(None));
        assert_eq!((again.messages, again.changed), (3, 0), "{suffix}");
        for name in [
            format!("Mail/cur{suffix}/1.host:2,S"),
            format!("Mail/new{suffix}/2.host"),
            format!("box{suffix}"),
        ] {
            assert_eq!(fs::read_to_string(root.join(&name)).unwrap(), old, "{name}");
        }
    }
}

#[test]
fn a_copy_of_an_mbox_is_skipped_and_another_mbox_of_a_similar_name_is_converted() {
    let dir = TempDir::new().unwrap();
    let mbox = |id: &str, text: &str| {
        format!("{FROM_LINE}Message-ID: <{id}>\nSubject: caf{text}\n\n1\n\n{FROM_LINE}{OLD}\n")
    };
    let old = mbox("1@a", "=?iso-8859-1?Q?=E9?=");
    file(&dir, "box", &mbox("1@a", "\u{e9}"));
    let copies = ["box.bak", "box.old", "box copy", "box.orig.gz"].map(|name| file(&dir, name, &old));
    fs::write(&copies[3], compressed(&old, Compression::Gzip)).unwrap();
    // These mboxes are not copies of `box`: a program moved each of them to a similar name when it was full.
    let others = ["box.1", "box-2"].map(|name| file(&dir, name, &mbox(&format!("{name}@a"), "")));
    // The name says that this file is a copy of `gone`. But there is no such file, so this file is converted.
    let alone = file(&dir, "gone.bak", &old);
    let mut left = Vec::new();
    let tree = Destination::InPlace(&replace_options());
    Pipeline::new(Policy::default())
        .tree(dir.path(), Format::Any, tree, |event| match event {
            Event::Skipped(path, why) => {
                assert_eq!(why, SkipReason::CopyOfMbox);
                left.push(path.to_path_buf());
            }
            Event::Failed(error) => panic!("{error}"),
            _ => {}
        })
        .unwrap();
    left.sort();
    let mut expected = copies.to_vec();
    expected.sort();
    assert_eq!(left, expected);
    assert_eq!(fs::read_to_string(&copies[0]).unwrap(), old);
    for path in others.iter().chain([&alone, &dir.path().join("box")]) {
        assert!(fs::read_to_string(path).unwrap().contains(NEW), "{path:?}");
    }
}

#[test]
fn a_backup_of_a_message_is_no_missing_mail_and_another_message_of_a_similar_name_is() {
    let dir = TempDir::new().unwrap();
    let message = |id: &str, text: &str| {
        format!(
            "From: a@b\nDate: Sat, 21 Nov 2026 10:00:00 +0000\nMessage-ID: <{id}>\nSubject: {text}\n\n1\n"
        )
    };
    let old = message("1@a", "=?iso-8859-1?Q?=E9?=");
    file(&dir, "1.eml", &message("1@a", "\u{e9}"));
    file(&dir, "12", &message("1@a", "\u{e9}"));
    let backups = ["1.eml.bak", "1.eml.2027-01-01", "12.orig"];
    backups.iter().for_each(|name| drop(file(&dir, name, &old)));
    let others = ["1.eml.second", "2.eml.bak", "gone", "1.eml2", "1.eml.date"];
    others.iter().take(3).for_each(|name| drop(file(&dir, name, &message(name, "x"))));
    file(&dir, "1.eml2", &old);
    file(&dir, "1.eml.date", &old.replace("Message-ID", "X-ID"));
    let mut skipped = BTreeMap::new();
    Pipeline::new(Policy::default())
        .tree(dir.path(), Format::Any, Destination::InPlace(&replace_options()), |event| match event {
            Event::Skipped(path, why) => {
                skipped.insert(path.file_name().unwrap().to_str().unwrap().to_owned(), why);
            }
            Event::Failed(error) => panic!("{error}"),
            _ => {}
        })
        .unwrap();
    let expected = backups.map(|name| (name, SkipReason::Backup)).into_iter();
    let expected = expected.chain(others.map(|name| (name, SkipReason::UnnamedMessage)));
    assert_eq!(skipped, expected.map(|(name, why)| (name.to_owned(), why)).collect());
}

#[test]
fn folders_with_names_like_backups_are_mail() {
    let dir = TempDir::new().unwrap();
    for folder in ["", "new-mail/"] {
        ["cur", "new", "tmp"]
            .iter()
            .for_each(|name| fs::create_dir_all(dir.path().join(folder).join(name)).unwrap());
    }
    file(&dir, "new-mail/cur/1.host:2,S", OLD);
    file(&dir, "news/1.eml", OLD);
    let tree = Destination::InPlace(&replace_options());
    let totals = Pipeline::new(Policy::default()).tree(dir.path(), Format::Any, tree, |_| {}).unwrap();
    assert_eq!(totals.changed, 2);
}

fn compressed(octets: &str, compression: Compression) -> Vec<u8> {
    let mut compressor = Compressor::new(Vec::new(), Some(compression)).unwrap();
    compressor.write_all(octets.as_bytes()).unwrap();
    compressor.finish().unwrap()
}

fn contents(path: &Path) -> (String, Option<Compression>) {
    let (mut reader, compression) = decompressed(File::open(path).unwrap()).unwrap();
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    (text, compression)
}

#[test]
fn padding_behind_compressed_mail_is_reported_and_not_kept() {
    let dir = TempDir::new().unwrap();
    fs::create_dir_all(dir.path().join("Maildir/tmp")).unwrap();
    fs::create_dir_all(dir.path().join("Maildir/cur")).unwrap();
    let (mbox, new_mbox) = (format!("{FROM_LINE}{OLD}\n"), format!("{FROM_LINE}{NEW}\n"));
    let mail = [
        ("1998.mbox.gz", Compression::Gzip, &*mbox, &*new_mbox),
        ("1.eml.zst", Compression::Zstd, OLD, NEW),
        ("2.eml", Compression::Bzip2, OLD, NEW),
        ("Maildir/cur/1.host:2,", Compression::Gzip, OLD, NEW),
        ("done.mbox.gz", Compression::Gzip, &*new_mbox, &*new_mbox),
    ];
    let padded = |octets: &str, compression| [compressed(octets, compression), vec![0; 700]].concat();
    for (name, compression, old, _) in &mail {
        fs::write(dir.path().join(name), padded(old, *compression)).unwrap();
    }
    // If an octet other than NUL follows the compressed data, the file is not converted. The run reports an error
    // instead of dropping the octet.
    let damaged = [padded(&mbox, Compression::Gzip), b"x".to_vec()].concat();
    fs::write(dir.path().join("damaged.mbox.gz"), &damaged).unwrap();
    let (mut failed, mut found) = (Vec::new(), Vec::new());
    let pipeline = Pipeline::new(Policy::default()).with_reports(Reports::All);
    let in_place = Destination::InPlace(&replace_options());
    let totals = pipeline.tree(dir.path(), Format::Any, in_place, |event| match event {
        Event::Failed(error) => failed.push(error.to_string()),
        Event::Report(path, report) => found.extend(
            report.findings.iter().filter(|(finding, _)| finding.code == Code::CompressedPadding).map(
                |(finding, _)| {
                    (path.strip_prefix(dir.path()).unwrap().to_owned(), finding.detail.to_string())
                },
            ),
        ),
        _ => {}
    });
    let totals = totals.unwrap();
    assert_eq!((totals.changed, totals.unresolved, totals.skipped_mail), (4, 0, 0));
    assert_eq!(totals.findings.get(&Code::CompressedPadding), Some(&5));
    found.sort();
    let mut names: Vec<PathBuf> = mail.iter().map(|(name, ..)| PathBuf::from(name)).collect();
    names.sort();
    let said = "700 octets of NUL padding after the compressed data were ignored";
    assert_eq!(found, names.into_iter().map(|name| (name, said.to_owned())).collect::<Vec<_>>());
    for (name, compression, old, new) in &mail {
        assert!(contents(&dir.path().join(name)) == (String::from(*new), Some(*compression)), "{name}");
        let is_padded = fs::read(dir.path().join(name)).unwrap() == padded(old, *compression);
        assert_eq!(is_padded, old == new, "{name}");
    }
    assert!(failed.len() == 1 && failed[0].contains("follow the NUL padding"), "{failed:?}");
    assert_eq!(fs::read(dir.path().join("damaged.mbox.gz")).unwrap(), damaged);
}

#[test]
fn compressed_files_stay_compressed() {
    let dir = TempDir::new().unwrap();
    fs::create_dir_all(dir.path().join("Maildir/tmp")).unwrap();
    fs::create_dir_all(dir.path().join("Maildir/cur")).unwrap();
    let start = format!("{FROM_LINE}{NEW}\n").repeat(5_000);
    let mail = [
        (
            "1998.mbox.gz",
            Compression::Gzip,
            format!("{start}{FROM_LINE}{OLD}\n"),
            format!("{start}{FROM_LINE}{NEW}\n"),
        ),
        ("1999.xz", Compression::Xz, format!("{FROM_LINE}{OLD}\n"), format!("{FROM_LINE}{NEW}\n")),
        ("1.eml.zst", Compression::Zstd, OLD.into(), NEW.into()),
        ("2.eml", Compression::Bzip2, OLD.into(), NEW.into()),
        ("Maildir/cur/1.host,S=79:2,", Compression::Gzip, OLD.into(), NEW.into()),
    ];
    for (name, compression, old, _) in &mail {
        fs::write(dir.path().join(name), compressed(old, *compression)).unwrap();
    }
    let cut = compressed(OLD, Compression::Gzip);
    fs::write(dir.path().join("cut.eml.gz"), &cut[..cut.len() - 4]).unwrap();
    let mut failed = Vec::new();
    let pipeline = Pipeline::new(Policy::default());
    let totals = pipeline
        .tree(dir.path(), Format::Any, Destination::InPlace(&replace_options()), |event| {
            if let Event::Failed(error) = event {
                failed.push(error.to_string());
            }
        })
        .unwrap();
    assert_eq!(totals.changed, 5);
    for (name, compression, _, new) in &mail {
        assert!(contents(&dir.path().join(name)) == (new.clone(), Some(*compression)), "{name}");
    }
    assert!(failed.len() == 1 && failed[0].contains("cut.eml.gz"), "{failed:?}");
    assert_eq!(fs::read(dir.path().join("cut.eml.gz")).unwrap(), &cut[..cut.len() - 4]);
}
