//! Tests of `--dry-run` and `--diff`, which can be added to any other options. Nothing is written, and what would
//! be done is printed.

use super::program;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const OLD: &str = "Subject: =?koi8-r?B?8NLJ18XU?=\n\nbody\n";
const FROM_LINE: &str = "From alice@example.org Tue Jan  2 03:04:05 2024\n";

/// Returns the files and directories below a directory, with the content of each file.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            files.insert(format!("{}/", entry.path().display()), Vec::new());
            files.extend(self::files(&entry.path()));
        } else {
            files.insert(entry.path().display().to_string(), fs::read(entry.path()).unwrap());
        }
    }
    files
}

#[test]
fn nothing_is_written_whatever_the_other_options_are() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("Mail")).unwrap();
    fs::write(dir.path().join("Mail/1.eml"), OLD).unwrap();
    fs::write(dir.path().join("a.mbox"), format!("{FROM_LINE}{OLD}\n")).unwrap();
    fs::write(dir.path().join("old"), "kept").unwrap();
    let before = files(dir.path());
    for (args, destination) in [
        ("a.mbox", "to standard output"),
        ("a.mbox -o new", "to new"),
        ("a.mbox -o old", "to old"),
        ("a.mbox --in-place", "in place"),
        ("a.mbox --in-place --backup=.orig", "in place, and keep the originals with the suffix .orig"),
        ("Mail -o tree", "to tree"),
        ("Mail --in-place", "in place"),
        ("Mail a.mbox -o both/", "to both/"),
    ] {
        for option in ["-n", "--diff"] {
            let mut command = program::assert_command();
            let command = command.arg("normalize").args(args.split(' ')).arg(option).current_dir(&dir);
            let assert = command.assert().code(0);
            let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
            let shown = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
            if option == "-n" {
                assert!(said.contains(" to convert, 0 unchanged, 0 unresolved"), "{args}: {said}");
                let end =
                    format!(" s; nothing written; without --dry-run, mailutf would write {destination}\n");
                assert!(said.ends_with(&end) && shown.is_empty(), "{args}: {said}");
            } else {
                assert!(shown.contains("+Subject: Привет") && said.is_empty(), "{args}: {shown}{said}");
            }
            assert_eq!(files(dir.path()), before, "{args} {option}");
        }
    }
}

#[test]
fn what_would_be_refused_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("1.eml"), OLD).unwrap();
    fs::write(dir.path().join("2.eml"), OLD).unwrap();
    for args in ["1.eml -o 1.eml", "1.eml 2.eml -o new", "--in-place -"] {
        for option in ["-n", "--diff"] {
            let mut command = program::assert_command();
            command.arg("normalize").args(args.split(' ')).arg(option).current_dir(&dir).assert().code(2);
        }
    }
}

#[test]
fn the_summary_counts_guesses_doubts_and_seals() {
    let doubtful = "Subject: x\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n\
        =CF=F0=E8=E2=E5=F2, =FD=F2=EE =EF=E8=F1=FC=EC=EE =ED=E0 =F0=F3=F1=F1=EA=EE=EC =FF=E7=FB=EA=E5.\n";
    let mut command = program::assert_command();
    let assert = command.args(["normalize", "-n"]).write_stdin(doubtful).assert().code(1);
    let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    let summary = "1 message: 0 to convert, 1 unchanged, 1 unresolved; 1 text with a doubtful label\n";
    assert!(said.contains(summary), "{said}");
    let mut command = program::assert_command();
    let assert =
        command.args(["normalize", "-n", "--doubtful", "evidence"]).write_stdin(doubtful).assert().code(0);
    let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(said.contains("\nmailutf: guesses: 1 label-overruled\n"), "{said}");
}
