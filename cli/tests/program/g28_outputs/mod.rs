//! Guarantee G28 (docs/guarantees.md): an output never replaces an input or another output. If some input was not
//! read to its end, nothing at all is replaced.

mod inputs;
mod mail;
mod names;
mod reports;

use super::program;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const FROM_LINE: &str = "From alice@example.org Tue Jan  2 03:04:05 2024\n";
const OLD: &str = "Message-ID: <1@example.org>\nSubject: =?iso-8859-1?Q?caf=E9?=\n\nbody\n\n";
const NEW: &str = "Message-ID: <1@example.org>\nSubject: café\n\nbody\n\n";

fn mbox(message: &str) -> String {
    format!("{FROM_LINE}{message}")
}

/// Runs the program in `dir`. Returns its exit status, standard output and standard error.
fn run(dir: &TempDir, arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = program::command();
    command.args(arguments).current_dir(dir);
    finished(command.stdout(Stdio::piped()), input)
}

fn finished(command: &mut Command, input: &str) -> (Option<i32>, String, String) {
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // An error of writing is ignored, because a run that ends early does not read all of its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |octets: Vec<u8>| String::from_utf8(octets).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Returns a directory with two mailboxes, a gzip file that is cut off near its start, a Maildir, and files to
/// which an output can be written.
fn place() -> TempDir {
    let dir = TempDir::new().unwrap();
    let write = |name: &str, octets: &str| fs::write(dir.path().join(name), octets).unwrap();
    write("a.mbox", &mbox(OLD));
    write("b.mbox", &mbox(OLD));
    write("good.mbox", "good\n");
    write("report.jsonl", "{}\n");
    for folder in ["cur", "new", "tmp"] {
        fs::create_dir_all(dir.path().join("Mail").join(folder)).unwrap();
    }
    write("Mail/cur/1.host:2,S", OLD);
    let input = mbox(&OLD.repeat(50));
    assert_eq!(run(&dir, &["normalize", "-o", "whole.gz"], &input), (Some(0), String::new(), String::new()));
    let whole = fs::read(dir.path().join("whole.gz")).unwrap();
    fs::write(dir.path().join("cut.gz"), &whole[..12]).unwrap();
    fs::write(dir.path().join("half.gz"), &whole[..whole.len() / 2]).unwrap();
    fs::write(dir.path().join("start.gz"), &whole[..2]).unwrap();
    write("empty.gz", "");
    fs::remove_file(dir.path().join("whole.gz")).unwrap();
    dir
}

fn names(dir: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(dir.path()).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Returns all names below the directory, with the content of each file.
fn snapshot(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut directories = vec![dir.to_path_buf()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let metadata = fs::symlink_metadata(&path).unwrap();
            let octets = if metadata.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
            files.push((path.to_str().unwrap().to_owned(), octets));
            if metadata.is_dir() {
                directories.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Checks that the run ends with status 2, prints all of `words`, and changes no file.
fn refused(dir: &TempDir, arguments: &[&str], words: &[&str]) {
    let before = snapshot(dir.path());
    let (status, _, said) = run(dir, arguments, "");
    assert_eq!(status, Some(2), "{arguments:?}: {said}");
    assert!(words.iter().all(|word| said.contains(word)), "{arguments:?}: {said}");
    assert!(snapshot(dir.path()) == before, "{arguments:?}: {said}\n{:?}", names(dir));
}
