//! Guarantee G20 (docs/guarantees.md): a Maildir is recognised even if some of its directories are missing. A
//! message is left unchanged if a server's index would no longer agree with it.
use crate::sample::{FROM_LINE, NEW, OLD, replace_options};
use mailutf::mailbox::Format;
use mailutf::pipeline::ReplaceOptions;
use mailutf::pipeline::{Destination, Event, Pipeline, Totals};
use mailutf::{Code, Policy};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::Path;
use tempfile::TempDir;

fn write(root: &Path, name: &str, octets: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, octets).unwrap();
}

/// Returns all files below `root`, with their content.
fn files(root: &Path) -> Vec<(String, String)> {
    let (mut found, mut directories) = (Vec::new(), vec![root.to_path_buf()]);
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().display().to_string();
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

fn expect(root: &Path, expected: &[(&str, &str)]) {
    let expected: Vec<_> =
        expected.iter().map(|&(name, octets)| (name.to_owned(), octets.to_owned())).collect();
    assert_eq!(files(root), expected);
}

/// Converts the files below `root` in place. Returns the totals, the codes of the findings, and the errors.
fn in_place(root: &Path, options: &ReplaceOptions) -> (Totals, Vec<Code>, Vec<String>) {
    let (mut codes, mut failed) = (Vec::new(), Vec::new());
    let totals =
        Pipeline::new(Policy::default()).tree(root, Format::Any, Destination::InPlace(options), |event| {
            match event {
                Event::Report(_, report) => {
                    codes.extend(report.findings.iter().map(|(finding, _)| finding.code))
                }
                Event::Failed(error) => failed.push(error.to_string()),
                _ => {}
            }
        });
    (totals.unwrap(), codes, failed)
}

fn with_backup() -> ReplaceOptions {
    replace_options().with_backup(Some("~".into()))
}

#[test]
fn a_maildir_is_recognised_where_directories_are_missing() {
    for name in ["cur/1.host,S=103:2,S", "new/1700000000.M1P2.host,S=103", "new/x,S=103;2,S"] {
        let dir = TempDir::new().unwrap();
        write(dir.path(), name, OLD);
        let (totals, _, failed) = in_place(dir.path(), &with_backup());
        assert_eq!((totals.changed, failed), (1, vec![]), "{name}");
        let (directory, file) = name.split_once('/').unwrap();
        let new = name.replace("103", "79");
        let old = format!("{directory}~/{file}");
        let mut expected = [(new.as_str(), NEW), (old.as_str(), OLD)];
        expected.sort();
        expect(dir.path(), &expected);
        assert!(dir.path().join("tmp").is_dir());
        // A second run changes nothing.
        assert_eq!(in_place(dir.path(), &with_backup()).0.messages, 1, "{name}");
    }
    // The names of the two files do not show that the directory is a Maildir.
    let dir = TempDir::new().unwrap();
    ["cur/a", "new/b"].iter().for_each(|name| write(dir.path(), name, OLD));
    assert_eq!(in_place(dir.path(), &replace_options()).0.changed, 2);
}

#[test]
fn a_directory_called_cur_or_new_is_not_enough_for_a_maildir() {
    let dir = TempDir::new().unwrap();
    for name in ["a/cur/notes.txt", "b/new/12", "c/new/notes.txt", "d/cur/1.eml"] {
        write(dir.path(), name, OLD);
    }
    let mbox = |message: &str| format!("{FROM_LINE}{message}\n");
    write(dir.path(), "e/cur/box", &mbox(OLD));
    let (totals, ..) = in_place(dir.path(), &with_backup());
    assert_eq!(totals.messages, 3);
    expect(
        dir.path(),
        &[
            ("a/cur/notes.txt", OLD),
            ("b/new/12", NEW),
            ("b/new/12~", OLD),
            ("c/new/notes.txt", OLD),
            ("d/cur/1.eml", NEW),
            ("d/cur/1.eml~", OLD),
            ("e/cur/box", &mbox(NEW)),
            ("e/cur/box~", &mbox(OLD)),
        ],
    );
}

#[test]
fn a_maildir_message_is_recognised_by_any_path() {
    let program = assert_cmd::cargo::cargo_bin("mailutf");
    let cases = [("cur", "1.host,S=103:2,S"), ("cur", "."), ("tmp", "../cur"), (".", "link")];
    for (directory, path) in cases {
        let dir = TempDir::new().unwrap();
        let maildir = dir.path().join("Maildir");
        ["cur", "new", "tmp"].iter().for_each(|name| fs::create_dir_all(maildir.join(name)).unwrap());
        write(&maildir, "cur/1.host,S=103:2,S", OLD);
        symlink("cur", maildir.join("link")).unwrap();
        let mut command = std::process::Command::new(&program);
        command.args(["normalize", "--in-place", "--backup", path]).current_dir(maildir.join(directory));
        let output = command.output().unwrap();
        assert!(output.status.success(), "{path}: {output:?}");
        fs::remove_file(maildir.join("link")).unwrap();
        expect(&maildir, &[("cur/1.host,S=79:2,S", NEW), ("cur~/1.host,S=103:2,S", OLD)]);
    }
}

#[test]
fn a_message_in_the_index_of_a_server_is_kept_and_named() {
    for index in ["dovecot-uidlist", "dovecot.index.log", "courierimapuiddb", "courierpop3dsizelist"] {
        let dir = TempDir::new().unwrap();
        ["cur", "new", "tmp"].iter().for_each(|name| fs::create_dir(dir.path().join(name)).unwrap());
        write(dir.path(), index, "");
        write(dir.path(), "cur/1.host:2,S", OLD);
        write(dir.path(), "cur/2.host:2,S", NEW);
        write(dir.path(), "cur/3.host,S=103:2,S", OLD);
        write(dir.path(), "new/4.host", OLD);
        let (totals, codes, failed) = in_place(dir.path(), &replace_options());
        assert_eq!((totals.messages, totals.changed, totals.unresolved), (4, 1, 2), "{index}");
        assert_eq!((codes, failed), (vec![Code::ServerIndex; 2], vec![]), "{index}");
        let mut expected = vec![
            ("cur/1.host:2,S", OLD),
            ("cur/2.host:2,S", NEW),
            ("cur/3.host,S=79:2,S", NEW),
            (index, ""),
            ("new/4.host", OLD),
        ];
        expected.sort();
        expect(dir.path(), &expected);
        // A message without a size in its name is also left unchanged if the library is asked to convert
        // only this file.
        let path = dir.path().join("cur/1.host:2,S");
        let pipeline = Pipeline::new(Policy::default());
        let totals =
            pipeline.file(&path, Format::Any, Destination::InPlace(&replace_options()), |_| {}).unwrap();
        assert_eq!((totals.changed, totals.unresolved), (0, 1));

        let sizes = replace_options().with_add_sizes(true);
        let (totals, codes, failed) = in_place(dir.path(), &sizes);
        assert_eq!((totals.changed, codes, failed), (2, vec![], vec![]), "{index}");
        let mut expected = vec![
            ("cur/1.host,S=79,W=83:2,S", NEW),
            ("cur/2.host:2,S", NEW),
            ("cur/3.host,S=79:2,S", NEW),
            (index, ""),
            ("new/4.host,S=79,W=83", NEW),
        ];
        expected.sort();
        expect(dir.path(), &expected);
        assert_eq!(in_place(dir.path(), &sizes).0.changed, 0);
    }
}

#[test]
fn the_index_of_another_folder_does_not_count() {
    let dir = TempDir::new().unwrap();
    for folder in ["", ".Sub/"] {
        ["cur", "new", "tmp"].iter().for_each(|name| {
            fs::create_dir_all(dir.path().join(folder).join(name)).unwrap();
        });
        write(dir.path(), &format!("{folder}cur/1.host:2,S"), OLD);
    }
    write(dir.path(), ".Sub/dovecot-uidlist", "");
    let (totals, codes, _) = in_place(dir.path(), &replace_options());
    assert_eq!((totals.changed, codes), (1, vec![Code::ServerIndex]));
    expect(
        dir.path(),
        &[(".Sub/cur/1.host:2,S", OLD), (".Sub/dovecot-uidlist", ""), ("cur/1.host:2,S", NEW)],
    );
}

#[test]
fn a_message_whose_size_stays_the_same_is_kept_beside_an_index() {
    // The label `koi8-r` is one octet longer than `utf-8`, and the letter has one octet less in KOI8-R than in
    // UTF-8. The message therefore keeps its size.
    let old = b"Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: 8bit\n\n\xC1\n";
    let new = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n\u{430}\n";
    assert_eq!((mailutf::normalize(old).apply().as_ref(), old.len()), (new.as_bytes(), new.len()));
    let dir = TempDir::new().unwrap();
    ["cur", "new", "tmp"].iter().for_each(|name| fs::create_dir(dir.path().join(name)).unwrap());
    write(dir.path(), "dovecot-uidlist", "");
    let name = format!("cur/1.host,S={},W={}:2,S", old.len(), old.len() + 4);
    fs::write(dir.path().join(&name), old).unwrap();
    for options in [replace_options(), replace_options().with_add_sizes(true)] {
        assert_eq!(in_place(dir.path(), &options).1, [Code::ServerIndex]);
    }
    assert_eq!(fs::read(dir.path().join(&name)).unwrap(), old);
}

#[test]
fn a_run_killed_between_two_renames_is_completed_beside_an_index() {
    let dir = TempDir::new().unwrap();
    ["cur", "new", "tmp"].iter().for_each(|name| fs::create_dir(dir.path().join(name)).unwrap());
    write(dir.path(), "dovecot-uidlist", "");
    write(dir.path(), "cur/1.host,S=79,W=83:2,S", OLD);
    write(dir.path(), "tmp/.1.host,S=79,W=83:2,S.mailutf", NEW);
    let (totals, codes, _) = in_place(dir.path(), &replace_options());
    assert_eq!((totals.changed, codes), (1, vec![]));
    expect(dir.path(), &[("cur/1.host,S=79,W=83:2,S", NEW), ("dovecot-uidlist", "")]);
}

#[test]
fn a_cyrus_message_is_kept_in_place_and_named_if_it_would_change() {
    let dir = TempDir::new().unwrap();
    write(dir.path(), "user/joe/1.", OLD);
    write(dir.path(), "user/joe/2.", NEW);
    let (totals, codes, _) = in_place(dir.path(), &replace_options());
    assert_eq!((totals.messages, totals.changed, codes), (2, 0, vec![Code::ServerIndex]));
    expect(dir.path(), &[("user/joe/1.", OLD), ("user/joe/2.", NEW)]);
}

#[test]
fn new_directories_get_the_permissions_of_those_of_the_mail() {
    const NOBODY: u32 = 65_534;
    let (dir, target) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let maildir = dir.path().join("a/Maildir");
    write(&maildir, "cur/1.host:2,S", OLD);
    let modes = [("a", 0o755), ("a/Maildir", 0o2750), ("a/Maildir/cur", 0o700)];
    for (name, mode) in modes {
        fs::set_permissions(dir.path().join(name), Permissions::from_mode(mode)).unwrap();
    }
    let is_given = chown(maildir.join("cur"), Some(NOBODY), Some(NOBODY)).is_ok();
    let look = |root: &Path, name: &str| {
        let metadata = fs::metadata(root.join(name)).unwrap();
        (metadata.mode() & 0o7777, metadata.uid() == NOBODY)
    };
    let place = Destination::To(&target.path().join("copy"));
    Pipeline::new(Policy::default()).tree(dir.path(), Format::Any, place, |_| {}).unwrap();
    for (name, mode) in modes {
        let owned = is_given && name.ends_with("cur");
        assert_eq!(look(&target.path().join("copy"), name), (mode, owned), "{name}");
    }
    assert_eq!(look(target.path(), "copy").0, fs::metadata(dir.path()).unwrap().mode() & 0o7777);
    in_place(dir.path(), &with_backup());
    for name in ["cur~", "tmp"] {
        assert_eq!(look(&maildir, name), (0o700, is_given), "{name}");
    }
}
