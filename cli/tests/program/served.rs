//! Tests with mail that Dovecot serves. After a conversion, the mail is read through Dovecot, which must not cut
//! off any message. Tests that need Dovecot are skipped if it is not installed or does not run.

use super::program;
use assert_cmd::cargo::cargo_bin;
use mailutf::mailbox::Format;
use mailutf::mailbox::mbox::{Reader, Variant};
use mailutf::pipeline::ReplaceOptions;
use mailutf::pipeline::{Destination, Pipeline};
use mailutf::{Error, Policy};
use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The user as whom Dovecot runs, because Dovecot does not serve mail to root.
const NOBODY: u32 = 65_534;

/// The header fields that Dovecot does not show (`mbox_hide_headers` in mbox-storage.c).
const HIDDEN: [&str; 7] =
    ["content-length:", "status:", "x-imap:", "x-imapbase:", "x-keywords:", "x-status:", "x-uid:"];

/// Returns a message in KOI8-R that becomes longer when it is converted. Its last line shows that the message was
/// not cut off.
fn message(number: usize) -> Vec<u8> {
    let mut message = format!(
        "From: a@example.org\nSubject: {number}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=koi8-r\n\
         Content-Transfer-Encoding: 8bit\n\n"
    )
    .into_bytes();
    for line in 0..30 {
        // These octets are "Привет" in KOI8-R.
        message.extend_from_slice(b"\xf0\xd2\xc9\xd7\xc5\xd4");
        message.extend_from_slice(format!(" {line}\n").as_bytes());
    }
    message.extend_from_slice(b"\xeb\xcf\xce\xc5\xc3\n");
    message
}

/// The format in which Dovecot keeps the mail of a test.
#[derive(Clone, Copy, PartialEq)]
enum Kept {
    Mbox,
    Maildir,
}

/// A Dovecot server with a directory of its own.
struct Dovecot {
    directory: TempDir,
    port: u16,
}

impl Dovecot {
    /// Starts Dovecot. If Dovecot does not run on this machine, prints the reason and returns `None`.
    fn start(kept: Kept) -> Option<Self> {
        if !Path::new("/usr/sbin/dovecot").exists() {
            println!("skipped: Dovecot is not installed");
            return None;
        }
        let directory = TempDir::new().unwrap();
        fs::set_permissions(directory.path(), Permissions::from_mode(0o755)).unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let at = directory.path().display();
        let location = match kept {
            Kept::Mbox => format!("mbox:{at}/mail:INBOX={at}/mail/inbox"),
            Kept::Maildir => format!("maildir:{at}/mail"),
        };
        let configuration = format!(
            "base_dir = {at}/run\nstate_dir = {at}/run\nlog_path = /dev/null\nprotocols = imap\nlisten = 127.0.0.1\nssl = no\n\
             disable_plaintext_auth = no\nmail_location = {location}\nmail_uid = {NOBODY}\nmail_gid = {NOBODY}\n\
             first_valid_uid = 1\nfirst_valid_gid = 1\npassdb {{\n  driver = static\n  args = nopassword=y\n}}\n\
             userdb {{\n  driver = static\n  args = uid={NOBODY} gid={NOBODY} home={at}/home\n}}\n\
             namespace inbox {{\n  inbox = yes\n}}\n\
             service imap-login {{\n  inet_listener imap {{\n    port = {port}\n  }}\n  inet_listener imaps {{\n    port = 0\n  }}\n}}\n\
             protocol lda {{\n  postmaster_address = a@example.org\n}}\n"
        );
        fs::write(directory.path().join("dovecot.conf"), configuration).unwrap();
        for name in ["mail", "home"] {
            fs::create_dir(directory.path().join(name)).unwrap();
            let _ = chown(directory.path().join(name), Some(NOBODY), Some(NOBODY));
        }
        // The commands that the program prints name no configuration of Dovecot. The test therefore runs scripts that
        // add the configuration, in place of Dovecot's programs.
        let bin = directory.path().join("bin");
        fs::create_dir(&bin).unwrap();
        let mailutf = cargo_bin("mailutf");
        for (name, command) in [
            // The output is redirected, because Dovecot would otherwise keep the pipes of the test open.
            ("dovecot", format!("/usr/sbin/dovecot -c {at}/dovecot.conf > {at}/said 2>&1")),
            ("doveadm", format!("/usr/bin/doveadm -c {at}/dovecot.conf \"$@\"")),
            ("mailutf", format!("{} \"$@\"", mailutf.display())),
        ] {
            program::write_script(&bin.join(name), &format!("#!/bin/sh\nexec {command}\n"), "755");
        }
        let dovecot = Self { directory, port };
        let (started, said) = dovecot.shell("dovecot");
        let is_there = || TcpStream::connect(("127.0.0.1", port)).is_ok();
        if !started || !wait_for(is_there) {
            println!("skipped: Dovecot does not run here: {said}");
            return None;
        }
        Some(dovecot)
    }

    fn mail(&self) -> PathBuf {
        self.directory.path().join("mail")
    }

    /// Runs a command of the shell. Returns whether it succeeded, and what it printed to standard error.
    fn shell(&self, command: &str) -> (bool, String) {
        let path = format!("{}/bin:/usr/bin:/bin", self.directory.path().display());
        let output = Command::new("sh").args(["-c", command]).env("PATH", path).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// Delivers messages with Dovecot's delivery agent, as a mail server does.
    fn deliver(&self, count: usize) {
        for number in 0..count {
            let mut agent = Command::new("/usr/lib/dovecot/dovecot-lda");
            agent.arg("-c").arg(self.directory.path().join("dovecot.conf")).args(["-f", "a@example.org"]);
            agent
                .env("HOME", self.directory.path().join("home"))
                .env("USER", "nobody")
                .uid(NOBODY)
                .gid(NOBODY);
            let mut agent = agent.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
            agent.stdin.take().unwrap().write_all(&message(number)).unwrap();
            assert!(agent.wait().unwrap().success());
        }
    }

    fn session(&self) -> Session {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let mut session = Session { stream: BufReader::new(stream) };
        session.line();
        session.command("LOGIN nobody x");
        session.command("SELECT INBOX");
        session
    }

    /// Opens a new session and returns all messages that Dovecot serves to it.
    fn served(&self) -> Vec<Vec<u8>> {
        let mut session = self.session();
        let served = session.served();
        session.end();
        served
    }

    /// Returns all messages in Dovecot's files, in the form in which Dovecot sends messages.
    fn stored(&self, kept: Kept) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        match kept {
            Kept::Mbox => {
                let octets = fs::read(self.mail().join("inbox")).unwrap();
                // The mbox is read as mboxcl2, because Dovecot does not undo the quoting of `From ` lines.
                for batch in Reader::new(octets.as_slice(), Some(Variant::Mboxcl2)) {
                    all.extend(batch.unwrap().entries().map(|entry| entry.message().octets().to_vec()));
                }
            }
            Kept::Maildir => {
                for name in ["cur", "new"] {
                    for entry in fs::read_dir(self.mail().join(name)).unwrap() {
                        all.push(fs::read(entry.unwrap().path()).unwrap());
                    }
                }
            }
        }
        let mut sent: Vec<_> = all.iter().map(|message| as_sent(message)).collect();
        sent.sort();
        sent
    }
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        self.shell("doveadm stop");
    }
}

/// An IMAP session.
struct Session {
    stream: BufReader<TcpStream>,
}

impl Session {
    fn line(&mut self) -> String {
        let mut line = Vec::new();
        self.stream.read_until(b'\n', &mut line).unwrap();
        String::from_utf8_lossy(&line).into_owned()
    }

    /// Sends a command and returns the literals in the answer.
    fn command(&mut self, command: &str) -> Vec<Vec<u8>> {
        self.stream.get_mut().write_all(format!("t {command}\r\n").as_bytes()).unwrap();
        let mut literals = Vec::new();
        loop {
            let line = self.line();
            assert!(!line.is_empty(), "{command}: the server has closed the connection");
            if line.starts_with("t ") {
                assert!(line.starts_with("t OK"), "{command}: {line}");
                return literals;
            }
            let size = line.trim_end().strip_suffix('}').and_then(|line| line.rsplit('{').next());
            if let Some(size) = size.and_then(|size| size.parse().ok()) {
                let mut literal = vec![0; size];
                self.stream.read_exact(&mut literal).unwrap();
                literals.push(literal);
            }
        }
    }

    /// Ends the session. When Dovecot closes the connection, it has written all its files.
    fn end(mut self) {
        self.command("LOGOUT");
        let mut rest = Vec::new();
        self.stream.read_to_end(&mut rest).unwrap();
    }

    /// Returns all messages that the session serves now.
    fn served(&mut self) -> Vec<Vec<u8>> {
        self.command("NOOP");
        let mut all = self.command("FETCH 1:* BODY.PEEK[]");
        all.sort();
        all
    }
}

/// Returns a message without the fields that Dovecot does not show, and with the line ends of IMAP.
fn as_sent(message: &[u8]) -> Vec<u8> {
    let (mut sent, mut in_header) = (Vec::new(), true);
    for line in message.split_inclusive(|&octet| octet == b'\n') {
        in_header &= line != b"\n";
        let start = String::from_utf8_lossy(line).to_lowercase();
        if !(in_header && HIDDEN.iter().any(|field| start.starts_with(field))) {
            sent.extend_from_slice(line.strip_suffix(b"\n").unwrap_or(line));
            sent.extend_from_slice(b"\r\n");
        }
    }
    sent
}

/// Waits until the condition holds, for at most ten seconds. Returns whether it holds.
fn wait_for(mut condition: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while !condition() {
        if start.elapsed() > Duration::from_secs(10) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    true
}

fn mailutf(arguments: &[&str], path: &Path) -> (Option<i32>, String) {
    let output = Command::new(cargo_bin("mailutf")).args(arguments).arg(path).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Returns the commands that the program has printed, as one command.
fn commands(said: &str) -> String {
    let lines: Vec<_> = said.lines().filter_map(|line| line.strip_prefix("mailutf:     ")).collect();
    assert_eq!(lines.len(), 4, "{said}");
    lines.join(" && ")
}

/// Returns all files below a directory, with their content.
fn files(directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path));
        } else {
            all.push((path.clone(), fs::read(path).unwrap()));
        }
    }
    all.sort();
    all
}

#[test]
fn an_mbox_that_dovecot_serves_is_served_whole_after_the_printed_commands() {
    let kept = Kept::Mbox;
    for is_open in [false, true] {
        let Some(dovecot) = Dovecot::start(kept) else { return };
        dovecot.deliver(3);
        let mut open = is_open.then(|| dovecot.session());
        assert!(dovecot.served() == dovecot.stored(kept));
        if let Some(session) = open.as_mut() {
            assert!(session.served() == dovecot.stored(kept));
        }
        let (path, before) = (dovecot.mail().join("inbox"), files(&dovecot.mail()));

        let (status, said) = mailutf(&["normalize", "-i", "--backup"], &path);
        assert_eq!(status, Some(1), "{said}");
        assert!(files(&dovecot.mail()) == before);
        if let Some(session) = open.as_mut() {
            assert!(session.served() == dovecot.stored(kept));
        }

        let (succeeded, printed) = dovecot.shell(&commands(&said));
        assert!(succeeded, "{said}{printed}");
        let stored = dovecot.stored(kept);
        assert!(stored.iter().all(|message| message.ends_with("Конец\r\n".as_bytes())));
        assert!(dovecot.served() == stored);

        // Without the printed commands, Dovecot serves a message wrongly. The second to last of these commands,
        // which removes the file with the sizes, is therefore needed.
        dovecot.deliver(1);
        assert!(dovecot.served() == dovecot.stored(kept));
        let (status, said) = mailutf(&["normalize", "-i", "--beside-index"], &path);
        assert_eq!(status, Some(0), "{said}");
        assert!(dovecot.served() != dovecot.stored(kept), "Dovecot serves it whole without the commands");
    }
}

#[test]
fn a_maildir_that_dovecot_serves_is_served_whole() {
    let kept = Kept::Maildir;
    for is_open in [false, true] {
        let Some(dovecot) = Dovecot::start(kept) else { return };
        dovecot.deliver(3);
        let mut open = is_open.then(|| dovecot.session());
        assert!(dovecot.served() == dovecot.stored(kept));
        if let Some(session) = open.as_mut() {
            assert!(session.served() == dovecot.stored(kept));
        }
        for arguments in [&["normalize", "-i", "--backup"][..], &["undo", "--quiet"]] {
            let before = dovecot.stored(kept);
            assert_eq!(mailutf(arguments, &dovecot.mail()), (Some(0), String::new()));
            let stored = dovecot.stored(kept);
            assert!(stored != before);
            // If a directory changes twice within the same second, Dovecot sees the second change only a second
            // later.
            assert!(wait_for(|| dovecot.served() == stored), "{arguments:?}");
            if let Some(session) = open.as_mut() {
                let is_whole = wait_for(|| session.served() == stored);
                assert!(is_whole, "{arguments:?}, in the session that was open");
            }
        }
    }
}

/// Returns an mbox in which each Content-Length is right. Dovecot writes such files, and neither adds nor removes a
/// `>` at `From ` lines.
fn counted(bodies: &[&str]) -> Vec<u8> {
    let message = |body: &&str| {
        format!(
            "From a@example.org Sat Nov 21 10:00:00 2026\nFrom: a@example.org\nContent-Type: text/plain; charset=koi8-r\n\
             Content-Transfer-Encoding: quoted-printable\nContent-Length: {}\n\n{body}\n",
            body.len()
        )
    };
    bodies.iter().map(message).collect::<String>().into_bytes()
}

#[test]
fn where_each_content_length_is_right_no_line_gets_or_loses_an_arrow() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("inbox");
    fs::write(&path, counted(&["=F0\n>From there\n", "=F0\n>>From far\n"])).unwrap();
    assert_eq!(mailutf(&["normalize", "-i"], &path), (Some(0), String::new()));
    let converted = fs::read_to_string(&path).unwrap();
    assert!(converted.contains("\u{41f}\n>From there\n\n"), "{converted}");
    assert!(converted.contains("\u{41f}\n>>From far\n\n"), "{converted}");
    // A program that reads the mbox still finds two messages.
    let batches = Reader::new(converted.as_bytes(), None).map(|batch| batch.unwrap().entries().count());
    assert_eq!(batches.sum::<usize>(), 2);

    // If one of these lines were decoded, other programs would take it for the start of another message.
    for line in ["=46rom b@example.org Sat Nov 21 10:00:00 2026\nSubject: forged", "=46rom here"] {
        let forged = counted(&[&format!("=F0\n\n{line}\n\nx\n"), "=F0\n"]);
        fs::write(&path, &forged).unwrap();
        let (status, said) = mailutf(&["normalize", "-i"], &path);
        let is_named = said.contains("message 1 ") && said.contains("`From ` line");
        assert_eq!((status, is_named), (Some(1), true), "{said}");
        let converted = fs::read(&path).unwrap();
        assert!(converted.windows(6).any(|octets| octets == b"=46rom"));
        assert!(String::from_utf8(converted).unwrap().ends_with("\u{41f}\n\n"));
    }
}

/// Returns a directory with an mbox, and with an index as Dovecot makes it.
fn indexed() -> TempDir {
    let directory = TempDir::new().unwrap();
    let index = directory.path().join(".imap/box");
    fs::create_dir_all(&index).unwrap();
    fs::write(index.join("dovecot.index.log"), "").unwrap();
    let mbox = [b"From a@example.org Sat Nov 21 10:00:00 2026\n", message(0).as_slice(), b"\n"].concat();
    fs::write(directory.path().join("box"), &mbox).unwrap();
    directory
}

#[test]
fn an_mbox_beside_an_index_stays_whatever_replaces_it() {
    let directory = indexed();
    let before = files(directory.path());
    let mbox = directory.path().join("box");
    for arguments in [&["normalize", "-i"][..], &["normalize", "-i", "--quiet"], &["to-utf7", "-i"]] {
        for path in [&mbox, directory.path()] {
            let (status, said) = mailutf(arguments, path);
            assert_eq!(status, Some(1), "{said}");
            assert!(commands(&said).contains(&format!("{} --beside-index", arguments[0])), "{said}");
            assert_eq!(files(directory.path()), before);
        }
    }
    let pipeline = Pipeline::new(Policy::default());
    let options = ReplaceOptions::default();
    let refused = pipeline.file(&mbox, Format::Any, Destination::InPlace(&options), |_| {});
    assert!(matches!(refused, Err(Error::ServerIndex { server: "Dovecot", .. })), "{refused:?}");
    assert_eq!(files(directory.path()), before);

    assert_eq!(mailutf(&["normalize", "-i", "--backup", "--beside-index"], &mbox), (Some(0), String::new()));
    let converted = files(directory.path());
    for arguments in [&["undo"][..], &["undo", "--dry-run"]] {
        let (status, said) = mailutf(arguments, &mbox);
        assert_eq!((status, said.contains("box: cannot replace: Dovecot")), (Some(1), true), "{said}");
        assert_eq!(files(directory.path()), converted);
    }
    assert_eq!(mailutf(&["undo", "--quiet", "--beside-index"], &mbox), (Some(0), String::new()));
    assert_eq!(files(directory.path()), before);
}

#[test]
fn an_index_of_another_mailbox_does_not_matter() {
    let directory = indexed();
    let (mbox, other) = (directory.path().join("box"), directory.path().join("other"));
    fs::rename(mbox, &other).unwrap();
    assert_eq!(mailutf(&["normalize", "-i"], &other), (Some(0), String::new()));
    // An index next to the mbox also keeps the mbox from being converted, unless the mbox lies in a Maildir: then the
    // index belongs to the Maildir.
    let directory = indexed();
    fs::remove_dir_all(directory.path().join(".imap")).unwrap();
    fs::write(directory.path().join("dovecot.index.log"), "").unwrap();
    let mbox = directory.path().join("box");
    assert_eq!(mailutf(&["normalize", "-i"], &mbox).0, Some(1));
    fs::create_dir(directory.path().join("cur")).unwrap();
    assert_eq!(mailutf(&["normalize", "-i"], &mbox), (Some(0), String::new()));
}

#[test]
fn a_server_that_has_numbered_messages_brings_one_warning() {
    let directory = TempDir::new().unwrap();
    let text = String::from_utf8_lossy(b"Subject: =?koi8-r?B?8NLJ18XU?=\n\nx\n\n").into_owned();
    for (name, field) in [("a", "X-IMAPbase: 1 2\n"), ("b", "X-UID: 7\n"), ("c", "")] {
        let mbox = format!("From a@example.org Sat Nov 21 10:00:00 2026\n{field}{text}").repeat(2);
        fs::write(directory.path().join(name), mbox).unwrap();
    }
    let (status, said) = mailutf(&["normalize", "-i"], directory.path());
    assert_eq!((status, said.lines().count()), (Some(0), 1), "{said}");
    assert!(said.contains("2 converted mbox files") && said.contains("X-UID"), "{said}");
    // A second run replaces no file, so it prints no warning.
    assert_eq!(mailutf(&["normalize", "-i"], directory.path()), (Some(0), String::new()));
}
