//! Messages of a Maildir that a mail client moves, renames or deletes during a run.
use crate::sample::{FROM_LINE, NEW, OLD, replace_options};
use mailutf::Policy;
use mailutf::mailbox::Format;
use mailutf::mailbox::undo::{backups, restore_all};
use mailutf::pipeline::{Destination, Event, Pipeline, Reports};
use std::collections::BTreeSet;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

fn write(root: &Path, name: &str, octets: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, octets).unwrap();
}

fn maildir(root: &Path, messages: &[&str]) {
    ["cur", "new", "tmp"].iter().for_each(|name| fs::create_dir_all(root.join(name)).unwrap());
    messages.iter().for_each(|name| write(root, name, OLD));
}

fn names(root: &Path) -> BTreeSet<String> {
    ["cur", "new"].into_iter().flat_map(|directory| names_in(&root.join(directory), directory)).collect()
}

fn names_in(path: &Path, prefix: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(path) else { return Vec::new() };
    entries.map(|entry| format!("{prefix}/{}", entry.unwrap().file_name().to_str().unwrap())).collect()
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Runs on a tree, and calls `meanwhile` when the first message was reported. Returns the number of messages, the
/// skipped files, and the failures.
fn run(root: &Path, place: Destination<'_>, meanwhile: impl FnOnce()) -> (u64, Vec<String>, Vec<String>) {
    let mut pipeline = Pipeline::new(Policy::default());
    // Each message is reported before the next one is read.
    (pipeline.workers.jobs, pipeline.workers.octets) = (Some(NonZeroUsize::MIN), 1);
    pipeline.reports = Reports::All;
    let (mut meanwhile, mut skipped, mut failed) = (Some(meanwhile), Vec::new(), Vec::new());
    let totals = pipeline.tree(root, Format::Any, place, |event| match event {
        Event::Report(..) => {
            if let Some(meanwhile) = meanwhile.take() {
                meanwhile();
            }
        }
        Event::Skipped(path, why) => {
            skipped.push(format!("{}: {why}", path.strip_prefix(root).unwrap().display()))
        }
        Event::Failed(error) => failed.push(error.to_string()),
        _ => {}
    });
    (totals.unwrap().messages, skipped, failed)
}

const GONE: &str = "another program removed it or moved it away during the run";

#[test]
fn moved_messages_are_found_again_and_deleted_ones_are_counted() {
    let (plain, with_backup) = (replace_options(), replace_options().with_backup(Some("~".into())));
    for (place, copies, backups) in [
        (None, false, false),
        (None, true, false),
        (Some(&plain), false, false),
        (Some(&with_backup), false, true),
    ] {
        let (dir, out) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let (root, copy) = (dir.path(), out.path().join("copy"));
        maildir(root, &["cur/1.a:2,", "cur/2.a:2,", "cur/3.a:2,", "new/4.a", "new/5.a", "new/6.a"]);
        let to = if copies { Destination::To(&copy) } else { Destination::Nowhere };
        let (messages, skipped, failed) = run(root, place.map_or(to, Destination::InPlace), || {
            let rename = |old, new| fs::rename(root.join(old), root.join(new)).unwrap();
            rename("cur/2.a:2,", "cur/2.a:2,S");
            fs::remove_file(root.join("cur/3.a:2,")).unwrap();
            // The message moves from a directory that the run still has to list to a directory that was already
            // listed.
            rename("new/4.a", "cur/4.a:2,RS");
            fs::remove_file(root.join("new/6.a")).unwrap();
            // The run does not include a message that is delivered while it lasts.
            write(root, "new/7.a", OLD);
        });
        let gone = ["cur/3.a:2,", "new/6.a"].map(|name| format!("{name}: {GONE}"));
        assert_eq!((messages, skipped, failed), (4, gone.to_vec(), Vec::new()));
        let converted = ["cur/1.a:2,", "cur/2.a:2,S", "cur/4.a:2,RS", "new/5.a"];
        if copies {
            assert_eq!(names(&copy), set(&converted));
        }
        if copies || place.is_some() {
            let top = if copies { &copy } else { root };
            converted.iter().for_each(|name| assert_eq!(fs::read_to_string(top.join(name)).unwrap(), NEW));
        }
        let kept: Vec<_> =
            ["cur~", "new~"].iter().flat_map(|name| names_in(&root.join(name), name)).collect();
        assert_eq!(kept.len(), if backups { 4 } else { 0 }, "{kept:?}");
        assert_eq!(names_in(&root.join("tmp"), "tmp"), [""; 0]);
    }
}

/// Each message is renamed once, at an arbitrary moment: before the run reads it, between its reading and its
/// replacement, or later.
#[test]
fn messages_that_are_renamed_at_any_moment_are_converted_once() {
    const MESSAGES: usize = 300;
    let name = |n: usize| format!("new/{n}.M{n}.host,S={}", OLD.len());
    let seen = |n: usize, size: usize| format!("cur/{n}.M{n}.host,S={size}:2,S");
    for named in [false, true] {
        let dir = TempDir::new().unwrap();
        let root = dir.path();
        let all: Vec<_> = (0..MESSAGES).map(name).collect();
        maildir(root, &all.iter().map(String::as_str).collect::<Vec<_>>());
        let paths: Vec<PathBuf> = all.iter().map(|name| root.join(name)).collect();
        let (mut done, mut failed) = (0, Vec::new());
        thread::scope(|scope| {
            scope.spawn(|| {
                for (n, path) in paths.iter().enumerate() {
                    // If the message was already replaced, its name has changed and this call fails.
                    let _ = fs::rename(path, root.join(seen(n, OLD.len())));
                    thread::sleep(Duration::from_micros(300));
                }
            });
            let observe = |event: Event<'_>| match event {
                Event::Done(_) => done += 1,
                Event::Failed(error) => failed.push(error.to_string()),
                _ => {}
            };
            let (pipeline, options) = (Pipeline::new(Policy::default()), replace_options());
            if named {
                pipeline.files(&paths, Format::Any, &options, observe);
            } else {
                pipeline.tree(root, Format::Any, Destination::InPlace(&options), observe).unwrap();
            }
        });
        assert_eq!((done, failed), (MESSAGES, Vec::new()));
        assert_eq!(names(root).len(), MESSAGES);
        for name in names(root) {
            assert!(name.contains(&format!(",S={}", NEW.len())), "{name}");
            assert_eq!(fs::read_to_string(root.join(&name)).unwrap(), NEW, "{name}");
        }
    }
}

#[test]
fn a_message_that_leaves_the_tree_is_not_followed() {
    let dir = TempDir::new().unwrap();
    let root = dir.path();
    maildir(root, &["new/1.a", "new/2.a"]);
    let (messages, skipped, failed) =
        run(&root.join("new"), Destination::InPlace(&replace_options()), || {
            fs::rename(root.join("new/2.a"), root.join("cur/2.a:2,S")).unwrap();
        });
    assert_eq!((messages, skipped, failed), (1, vec![format!("2.a: {GONE}")], Vec::new()));
    assert_eq!(fs::read_to_string(root.join("cur/2.a:2,S")).unwrap(), OLD);
}

/// The names of two files can differ only in their flags. The run then reads neither file a second time in place of
/// the other.
#[test]
fn a_message_whose_name_others_share_is_not_guessed() {
    let dir = TempDir::new().unwrap();
    let root = dir.path();
    maildir(root, &["cur/1.a:2,", "cur/2.a:2,", "cur/2.a:2,F"]);
    let (messages, skipped, failed) = run(root, Destination::Nowhere, || {
        fs::rename(root.join("cur/2.a:2,"), root.join("cur/2.a:2,S")).unwrap();
    });
    assert_eq!((messages, skipped), (2, Vec::new()));
    assert!(failed.len() == 1 && failed[0].contains("several files have the name"), "{failed:?}");
}

#[test]
fn other_files_that_are_removed_meanwhile_are_counted() {
    let dir = TempDir::new().unwrap();
    let root = dir.path();
    ["1.eml", "2.eml", "folder/3.eml"].iter().for_each(|name| write(root, name, OLD));
    ["archive", "box"].iter().for_each(|name| write(root, name, &format!("{FROM_LINE}{OLD}\n")));
    let (messages, skipped, failed) = run(root, Destination::InPlace(&replace_options()), || {
        ["2.eml", "archive", "box"].iter().for_each(|name| fs::remove_file(root.join(name)).unwrap());
        fs::remove_dir_all(root.join("folder")).unwrap();
    });
    assert_eq!((messages, failed), (1, Vec::new()));
    let gone = ["2.eml", "archive", "box", "folder"].map(|name| format!("{name}: {GONE}"));
    assert_eq!(BTreeSet::from_iter(skipped), BTreeSet::from(gone));
}

#[test]
fn undo_finds_messages_that_were_moved_since_they_were_listed() {
    for group in [false, true] {
        let dir = TempDir::new().unwrap();
        let root = dir.path();
        let old = |n| format!("{n}.a,S={}", OLD.len());
        let new = |n| format!("{n}.a,S={}", NEW.len());
        let all: Vec<_> = (1..4).map(|n| format!("new/{}", old(n))).collect();
        maildir(root, &all.iter().map(String::as_str).collect::<Vec<_>>());
        let options = replace_options().with_backup(Some("~".into()));
        assert_eq!(run(root, Destination::InPlace(&options), || {}).0, 3);
        let found = backups(root, "~".as_ref()).unwrap();
        let see = |n| {
            let seen = format!("cur/{}:2,S", new(n));
            fs::rename(root.join("new").join(new(n)), root.join(seen)).unwrap()
        };
        if group {
            // At this moment, the old content of message 1 is already written, but not yet in place: it waits for the
            // other messages of its group.
            let moved = found.into_iter().enumerate().inspect(|(n, _)| {
                if *n == 1 {
                    see(1)
                }
            });
            restore_all(moved.map(|(_, backup)| backup), |done| assert!(done.unwrap().is_none()));
        } else {
            see(1);
            found.into_iter().for_each(|backup| assert!(backup.restore().unwrap().is_none()));
        }
        let expected = [format!("cur/{}:2,S", old(1)), format!("new/{}", old(2)), format!("new/{}", old(3))];
        assert_eq!(names(root), BTreeSet::from(expected));
        names(root).iter().for_each(|name| assert_eq!(fs::read_to_string(root.join(name)).unwrap(), OLD));
        assert!(!root.join("new~").exists() && names_in(&root.join("tmp"), "tmp").is_empty());
    }
}
