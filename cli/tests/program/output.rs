//! Tests of `-o FILE`. The file is always either unchanged or complete.

use super::program;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

const OLD: &str = "Content-Type: text/plain; charset=iso-8859-1\n\
                   Content-Transfer-Encoding: quoted-printable\n\ncaf=E9\n";
const NEW: &str = "Content-Type: text/plain; charset=utf-8\n\
                   Content-Transfer-Encoding: 8bit\n\ncaf\u{e9}\n";

fn normalize(output: &Path) -> Command {
    let mut command = program::command();
    command.arg("normalize").arg("-o").arg(output).stdin(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the command on `input`. Returns its exit status and its messages.
fn run(command: &mut Command, input: &str) -> (Option<i32>, String) {
    let mut child = command.spawn().unwrap();
    // An error of writing is ignored, because a run that ends early does not read all of its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

fn names(dir: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(dir.path()).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_new_file_gets_default_permissions_and_an_old_one_keeps_its_own() {
    let dir = TempDir::new().unwrap();
    let (new, other) = (dir.path().join("new.eml"), dir.path().join("other"));
    fs::write(&other, "").unwrap();
    assert_eq!(run(&mut normalize(&new), OLD), (Some(0), String::new()));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!((fs::read_to_string(&new).unwrap(), mode(&new)), (NEW.into(), mode(&other)));
    fs::set_permissions(&new, fs::Permissions::from_mode(0o640)).unwrap();
    fs::write(&new, "old").unwrap();
    assert_eq!(run(&mut normalize(&new), OLD), (Some(0), String::new()));
    assert_eq!((fs::read_to_string(&new).unwrap(), mode(&new) & 0o777), (NEW.into(), 0o640));
    assert_eq!(names(&dir), ["new.eml", "other"]);
}

#[test]
fn a_symbolic_link_is_kept() {
    let dir = TempDir::new().unwrap();
    let (file, link, nowhere) =
        (dir.path().join("file"), dir.path().join("link"), dir.path().join("nowhere"));
    fs::write(&file, "old").unwrap();
    symlink("file", &link).unwrap();
    symlink("missing", &nowhere).unwrap();
    assert_eq!(run(&mut normalize(&link), OLD), (Some(0), String::new()));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&file).unwrap(), NEW);
    let (status, said) = run(&mut normalize(&nowhere), OLD);
    assert!(status == Some(2) && said.contains("leads nowhere"), "{said}");
}

#[test]
fn devices_fifos_and_standard_output_are_written_directly() {
    let dir = TempDir::new().unwrap();
    assert_eq!(run(&mut normalize(Path::new("/dev/null")), OLD), (Some(0), String::new()));
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    // On Linux, `/dev/stdout` is a link to this path. A defective program would replace the file to which
    // standard output goes.
    let stdout = Path::new("/proc/self/fd/1");
    if !stdout.exists() {
        return;
    }
    let log = dir.path().join("log");
    fs::write(&log, "before\n").unwrap();
    let appended = fs::OpenOptions::new().append(true).open(&log).unwrap();
    let inode = fs::metadata(&log).unwrap().ino();
    assert_eq!(run(normalize(stdout).stdout(appended), OLD), (Some(0), String::new()));
    assert_eq!(fs::metadata(&log).unwrap().ino(), inode);
    assert_eq!(fs::read_to_string(&log).unwrap(), format!("before\n{NEW}"));
    let fifo = dir.path().join("fifo");
    if !Command::new("mkfifo").arg(&fifo).status().is_ok_and(|status| status.success()) {
        return;
    }
    let reader = thread::spawn({
        let fifo = fifo.clone();
        move || fs::read_to_string(fifo).unwrap()
    });
    assert_eq!(run(&mut normalize(&fifo), OLD), (Some(0), String::new()));
    assert_eq!(reader.join().unwrap(), NEW);
}

/// Although `/dev` holds devices, a file system below it can hold ordinary files.
#[cfg(target_os = "linux")]
#[test]
fn a_file_in_shared_memory_is_a_file() {
    let Ok(dir) = TempDir::new_in("/dev/shm") else {
        println!("skipped: no shared memory here");
        return;
    };
    let output = dir.path().join("out.eml");
    fs::write(&output, "old").unwrap();
    assert_eq!(run(normalize(&output).arg("missing.eml"), "").0, Some(2));
    assert_eq!(fs::read_to_string(&output).unwrap(), "old");
    assert_eq!(run(&mut normalize(&output), OLD), (Some(0), String::new()));
    assert_eq!(fs::read_to_string(&output).unwrap(), NEW);
}

#[test]
fn an_input_that_fails_in_the_middle_replaces_nothing() {
    let dir = TempDir::new().unwrap();
    let (input, whole, output) =
        (dir.path().join("in.gz"), dir.path().join("whole.gz"), dir.path().join("out"));
    let large = format!("{OLD}{}", "caf=E9\n".repeat(90_000));
    assert_eq!(run(&mut normalize(&whole), &large).0, Some(0));
    let whole_octets = fs::read(&whole).unwrap();
    fs::write(&input, &whole_octets[..whole_octets.len() / 2]).unwrap();
    fs::write(&output, "old").unwrap();
    let (status, said) = run(normalize(&output).arg(&input), "");
    assert!(status == Some(2) && said.contains("in.gz"), "{said}");
    assert_eq!(fs::read_to_string(&output).unwrap(), "old");
    assert_eq!(names(&dir), ["in.gz", "out", "whole.gz"]);
}

fn signal(child: &Child, signal: &str) {
    let sent = Command::new("kill").arg(signal).arg(child.id().to_string()).status().unwrap();
    assert!(sent.success());
}

#[test]
fn a_signal_leaves_the_old_file_and_no_other_even_while_input_is_awaited() {
    for (name, status) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        let dir = TempDir::new().unwrap();
        let output = dir.path().join("out.mbox");
        fs::write(&output, "old").unwrap();
        let mut child = normalize(&output).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"From alice@example.org Tue Jan  2 03:04:05 2024\nSubject: x\n").unwrap();
        while names(&dir).len() < 2 {
            assert!(child.try_wait().unwrap().is_none());
            thread::sleep(Duration::from_millis(2));
        }
        // Waits a little, so that the run is waiting for more input when the signal comes.
        thread::sleep(Duration::from_millis(100));
        signal(&child, name);
        assert_eq!(child.wait().unwrap().code(), Some(status));
        assert_eq!(
            (fs::read_to_string(&output).unwrap().as_str(), names(&dir)),
            ("old", vec!["out.mbox".into()])
        );
    }
}

#[test]
fn a_killed_run_leaves_the_old_file_and_the_next_one_cleans_up() {
    let dir = TempDir::new().unwrap();
    let output = dir.path().join("out.eml");
    fs::write(&output, "old").unwrap();
    let mut child = normalize(&output).spawn().unwrap();
    while names(&dir).len() < 2 {
        assert!(child.try_wait().unwrap().is_none());
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!((fs::read_to_string(&output).unwrap().as_str(), names(&dir).len()), ("old", 2));
    assert_eq!(run(&mut normalize(&output), OLD), (Some(0), String::new()));
    assert_eq!((fs::read_to_string(&output).unwrap().as_str(), names(&dir)), (NEW, vec!["out.eml".into()]));
}

/// In a directory in which no file can be created, the error names the file that the user asked for.
#[cfg(target_os = "linux")]
#[test]
fn if_no_file_can_be_created_the_requested_one_is_named() {
    let (status, said) = run(&mut normalize("/sys/mailutf.eml".as_ref()), OLD);
    assert_eq!(status, Some(2));
    assert!(said.starts_with("mailutf: /sys/mailutf.eml: cannot create: "), "{said}");
    let old = Path::new("/sys/kernel/uevent_seqnum");
    if old.exists() {
        let (status, said) = run(&mut normalize(old), OLD);
        assert_eq!(status, Some(2));
        let expected = "mailutf: /sys/kernel/uevent_seqnum: cannot create a temporary file in its directory (to overwrite the file directly, use";
        assert!(said.starts_with(expected), "{said}");
    }
}

/// The test uses a shell to close the standard streams, because `Command` cannot close them.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_standard_stream_is_an_error_for_who_needs_it() {
    let message = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/bodies/koi8-r-base64.eml");
    let dir = tempfile::tempdir().unwrap();
    let copy = dir.path().join("1.eml");
    std::fs::copy(message, &copy).unwrap();
    let status = |arguments: &str, redirection: &str| {
        let line = format!("\"$0\" {arguments} {redirection}");
        let program = env!("CARGO_BIN_EXE_mailutf");
        let output = std::process::Command::new("sh")
            .args(["-c", &line, program, message, copy.to_str().unwrap()])
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for command in ["normalize", "text", "inspect", "inspect --json", "check", "census", "detect", "to-utf7"]
    {
        let (code, said) = status(&format!("{command} \"$1\""), ">&-");
        assert!(code == Some(2) && said.contains("standard output is closed"), "{command}: {said}");
        assert!(status(&format!("{command} \"$1\""), ">/dev/null").0 < Some(2), "{command}");
    }
    for command in ["charsets", "explain label-mismatch", "man", "completions bash", "--help", "--version"] {
        let (code, said) = status(command, ">&-");
        assert!(code == Some(2) && said.contains("standard output is closed"), "{command}: {said}");
        assert_eq!(status(command, ">/dev/null").0, Some(0), "{command}");
    }
    for command in ["normalize", "text", "inspect", "decode --charset utf-7"] {
        let (code, said) = status(command, "<&-");
        assert!(code == Some(2) && said.contains("it is closed"), "{command}: {said}");
    }
    // This run needs neither standard input nor standard output.
    let (code, said) = status("normalize --in-place \"$2\"", "<&- >&-");
    assert!(code == Some(0), "{said}");
    assert!(std::fs::read_to_string(&copy).unwrap().contains("Привет"));
}
