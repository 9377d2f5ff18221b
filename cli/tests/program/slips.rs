//! Checks that mistakes of a user change no mail. Examples are a wrong path, options in a wrong order, a pattern of
//! the shell in the place of one file, and a loop of the shell in which a command reads the list of the loop.

use super::program;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tempfile::TempDir;

/// What the user wanted to do, and the line that was typed instead, in a directory of mail. The program must end
/// with an error and say why.
const SLIPS: &[(&str, &str)] = &[
    // A pattern names the output, or both the output and the inputs.
    ("convert all messages", "mailutf normalize -o *.eml"),
    ("convert all mailboxes", "mailutf to-utf7 -o *.mbox"),
    ("convert messages into a mailbox that it names by a pattern", "mailutf normalize *.eml -o *.mbox"),
    ("decode all texts", "mailutf decode --charset koi8-r -o *.eml"),
    ("encode all texts", "mailutf encode --charset utf-7 -o *.eml"),
    ("a report about all", "mailutf normalize --dry-run --report *.eml"),
    ("a manifest of all", "mailutf normalize --in-place --manifest *.eml"),
    ("a page about all", "mailutf census --html *.eml"),
    ("a page about one", "mailutf census --html a.eml </dev/null"),
    ("decisions about all", "mailutf review --decisions *.eml"),
    ("the pages beside other files", "mailutf man --output Mail"),
    // The input and the output are exchanged, or the input is missing.
    ("convert b.eml", "mailutf normalize b.eml -o a.eml"),
    ("report on a.eml", "mailutf normalize -n a.eml --report b.eml"),
    ("convert what the pipe brings", ": | mailutf normalize -o a.eml"),
    ("convert what the pipe brings", ": | mailutf encode --charset utf-7 -o a.eml"),
    ("convert the text of a pipe into a new file", "echo Text | mailutf normalize -o a.eml"),
    ("convert the text of a pipe into a new file", "echo Text | mailutf decode --charset utf-8 -o a.eml"),
    ("convert it in place", "mailutf normalize -o a.mbox < a.mbox"),
    ("convert it in place", "mailutf normalize a.mbox -o a.mbox"),
    ("convert it in place", "mailutf normalize a.mbox -o ./Mail/../a.mbox --force"),
    ("convert it in place", "mailutf normalize a.mbox >> a.mbox"),
    ("convert it in place", "mailutf normalize --in-place < a.mbox"),
    ("convert its first message", "mailutf normalize --range 0-100:1:auto a.mbox -o b.mbox"),
    ("a new file", "mailutf normalize a.mbox -o linked.mbox"),
    // A command runs in a loop of the shell.
    ("convert each in its turn", "ls *.eml | while read -r name; do mailutf normalize -o \"$name\"; done"),
    ("decode each in its turn", "ls *.eml | while read -r n; do mailutf decode -c koi8-r -o \"$n\"; done"),
    ("add each to one mailbox", "for name in a.eml b.eml; do mailutf normalize -o b.mbox < $name; done"),
    ("add each to one mailbox", "ls *.eml | xargs -n 1 mailutf normalize -o b.mbox"),
    ("read the names from the list", "mailutf normalize --in-place --files-from a.mbox"),
    ("read the names from the list", "mailutf normalize --in-place --files-from a.eml b.eml"),
    // A path or a name is wrong.
    ("convert Mail", "mailutf normalize --in-place Male"),
    ("convert all messages", "mailutf normalize --in-place *.email"),
    ("convert Mail", "mailutf normalise --in-place Mail"),
    ("convert Mail", "mailutf --in-place Mail"),
    ("convert Mail", "mailutf Mail --in-place"),
    ("convert Mail", "mailutf normalize --in-plaice Mail"),
    ("convert Mail into a new directory", "mailutf normalize Mail -o Other"),
    ("convert Mail into a new directory", "mailutf normalize Mail -o ."),
    ("convert Mail in place", "mailutf normalize Mail -o Mail"),
    ("convert Mail in place", "mailutf normalize Mail -o Mail/cur"),
    ("convert Mail in place, and into a new directory", "mailutf normalize -i Mail -o New"),
    ("deliver a message", "mailutf normalize a.eml -o Mail"),
    ("deliver a message", "mailutf normalize a.eml -o Mail/new"),
    ("deliver a message", "mailutf normalize a.eml -o Mail/new/1.host"),
    ("refile a message", "mailutf normalize a.eml -o MH/1"),
    ("refile a message", "mailutf normalize a.eml -o MH/3"),
    ("save the attachments beside the mail", "mailutf attachments a.eml -o Mail"),
    ("save the attachments beside the mail", "mailutf attachments a.eml -o MH"),
    ("save the attachments in the file", "mailutf attachments a.eml -o b.eml"),
    ("a report beside the mail", "mailutf normalize -n Mail --report Mail/new/report"),
    ("a backup with this name", "mailutf normalize --in-place --backup= a.eml"),
    ("a backup in this directory", "mailutf normalize --in-place --backup=Other/ a.eml"),
    ("a backup as the next message", "mailutf normalize --in-place --backup=1 MH/1"),
    // The mail has not been converted with a backup.
    ("undo the last run", "mailutf undo Mail"),
    ("undo the last run", "mailutf undo ."),
    ("undo, with the suffix of the messages", "mailutf undo --suffix .eml ."),
    ("undo, with the suffix of the messages", "mailutf undo --suffix .eml a"),
    ("undo, naming the backup", "mailutf undo a.mbox~"),
    ("verify, with the mail for the manifest", "mailutf verify-manifest a.eml b.eml"),
    // The options are those of other programs.
    ("search, and write what is found", "mailutf grep -o b.eml a.eml --in-place"),
    ("the text, into a file", "mailutf text a.eml -o b.eml"),
    ("the charset, into a file", "mailutf detect -o a.eml b.eml"),
];

/// Returns a directory with messages, mailboxes, two Maildirs, an MH folder, a file of mail whose name does not
/// show that it is mail, and files that look like backups.
fn place() -> TempDir {
    const MESSAGE: &str = "From: a@example.org\nSubject: =?iso-8859-1?Q?caf=E9?=\nMIME-Version: 1.0\n\
                           Content-Type: text/plain; name=b.eml\nContent-Disposition: attachment\n\nbody\n\n";
    let dir = TempDir::new().unwrap();
    let write = |name: &str, octets: &str| {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, octets).unwrap();
    };
    for name in ["a.eml", "b.eml", "c.eml", "a", "Mail/cur/1.host:2,S", "Other/new/1.host", "MH/1", "MH/2"] {
        write(name, &format!("X-File: {name}\n{MESSAGE}"));
    }
    for name in ["a.mbox", "b.mbox", "a.mbox~"] {
        write(
            name,
            &format!("From a@example.org Tue Jan  2 03:04:05 2024\nX-File: {name}\n{MESSAGE}").repeat(2),
        );
    }
    for name in ["Mail/new", "Mail/tmp", "Other/cur", "Other/tmp"] {
        fs::create_dir_all(dir.path().join(name)).unwrap();
    }
    write("MH/.mh_sequences", "unseen: 1\n");
    symlink("b.mbox", dir.path().join("linked.mbox")).unwrap();
    dir
}

/// Returns all files with their octets. Directories and links are included without octets.
fn files(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let metadata = fs::symlink_metadata(&path).unwrap();
        if metadata.is_dir() {
            found.extend(files(&path));
        }
        let octets = if metadata.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
        found.insert(path, octets);
    }
    found
}

#[test]
fn no_slip_changes_an_octet_of_mail() {
    let program = PathBuf::from(program::command().get_program());
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let mut wrong = Vec::new();
    for (meant, typed) in SLIPS {
        let dir = place();
        let before = files(dir.path());
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", typed]).current_dir(&dir).env("PATH", &path).stdin(Stdio::null());
        let done = shell.output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        let after = files(dir.path());
        let changed: Vec<_> =
            before.iter().filter(|(path, octets)| after.get(*path) != Some(octets)).collect();
        let is_among_mail =
            |path: &Path| ["Mail", "Other", "MH"].iter().any(|name| path.starts_with(dir.path().join(name)));
        let added: Vec<_> =
            after.keys().filter(|path| !before.contains_key(*path) && is_among_mail(path)).collect();
        if !changed.is_empty() || !added.is_empty() {
            let names = changed.iter().map(|(path, _)| *path).chain(added);
            wrong.push(format!("{typed} ({meant}) changed {:?}: {said}", names.collect::<Vec<_>>()));
        }
        // The program must have refused the command, and said why.
        if done.status.success() || said.trim().is_empty() {
            wrong.push(format!("{typed} ({meant}) ended with {}: {said:?}", done.status));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
