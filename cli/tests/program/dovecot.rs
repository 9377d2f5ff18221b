//! Tests with a Maildir that Dovecot serves. Rewritten messages must agree with Dovecot's index. The tests are
//! skipped if Dovecot is not installed.
use assert_cmd::cargo::cargo_bin;
use std::fs;
use std::io::Write;
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A message before its conversion. `NEW` is the same message after it.
const OLD: &str = "Content-Type: text/plain; charset=iso-8859-1\n\
                   Content-Transfer-Encoding: quoted-printable\n\ncaf=E9\n";
const NEW: &str = "Content-Type: text/plain; charset=utf-8\n\
                   Content-Transfer-Encoding: 8bit\n\ncaf\u{e9}\n";

/// The user as whom Dovecot runs, because Dovecot does not serve mail to root.
const NOBODY: u32 = 65_534;

/// The exit status of `timeout` if the command did not end in time.
const TIMED_OUT: i32 = 124;

/// Returns the path of the IMAP server of Dovecot. The server talks to a user who is already logged in, on standard
/// input and output.
fn server() -> Option<PathBuf> {
    let places = ["/usr/lib/dovecot/imap", "/usr/libexec/dovecot/imap"];
    places.iter().map(PathBuf::from).find(|path| path.exists())
}

/// Returns Dovecot's answer to a client that fetches the sizes and the octets of all messages in `folder`, or
/// `None` if Dovecot cannot be run.
fn session(server: &Path, dir: &Path, folder: &str) -> Option<String> {
    let config = dir.join("dovecot.conf");
    let (at, user) = (dir.display(), NOBODY);
    let text = format!(
        "mail_location = maildir:{at}/Maildir\nbase_dir = {at}/run\nstate_dir = {at}/state\nlog_path = {at}/log\n\
         ssl = no\nmail_uid = {user}\nmail_gid = {user}\nfirst_valid_uid = {user}\nfirst_valid_gid = {user}\n\
         namespace inbox {{\n  inbox = yes\n  separator = .\n}}\n"
    );
    fs::write(&config, text).unwrap();
    give(dir);
    let id = user.to_string();
    // `timeout` is needed because Dovecot waits for name servers, which do not answer on some machines.
    let mut child = Command::new("timeout")
        .args(["--kill-after=5", "15", "setpriv"])
        .args(["--reuid", &id, "--regid", &id, "--clear-groups"])
        .arg(server)
        .arg("-c")
        .arg(&config)
        .env("HOME", dir)
        .env("USER", "nobody")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let commands = format!(
        "a SELECT {folder}\r\nb FETCH 1:* (UID RFC822.SIZE)\r\nc FETCH 1:* (BODY.PEEK[])\r\nd FETCH 1:* (BODYSTRUCTURE)\r\ne LOGOUT\r\n"
    );
    // Writing fails if the server has already ended. In this case the output of the server says why.
    let _ = child.stdin.take()?.write_all(commands.as_bytes());
    let output = child.wait_with_output().ok()?;
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    let log = fs::read_to_string(dir.join("log")).unwrap_or_default();
    if !answer.contains("a OK") || output.status.code() == Some(TIMED_OUT) {
        println!(
            "skipped: Dovecot does not run here: {answer}{log}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        return None;
    }
    assert!(!log.contains("Error") && !log.contains("Warning"), "{log}\n{answer}");
    assert!(answer.contains("d OK"), "{answer}");
    Some(answer)
}

fn give(path: &Path) {
    let _ = chown(path, Some(NOBODY), Some(NOBODY));
    if path.is_dir() {
        fs::read_dir(path).unwrap().for_each(|entry| give(&entry.unwrap().path()));
    }
}

fn normalize(maildir: &Path, options: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(cargo_bin("mailutf"));
    let output = command.args(["normalize", "--in-place"]).args(options).arg(maildir).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Returns the part of an IMAP answer that gives the size of the message.
fn size(message: &str) -> String {
    format!("RFC822.SIZE {})", message.len() + message.lines().count())
}

#[test]
fn rewritten_messages_match_the_index_of_dovecot() {
    let Some(server) = server() else {
        println!("skipped: Dovecot is not installed");
        return;
    };
    for (folder, directory) in [("INBOX", ""), ("Sub", ".Sub/")] {
        let dir = TempDir::new().unwrap();
        let maildir = dir.path().join("Maildir");
        for sub in ["cur", "new", "tmp"] {
            fs::create_dir_all(maildir.join(sub)).unwrap();
            fs::create_dir_all(maildir.join(directory).join(sub)).unwrap();
        }
        let bare = maildir.join(directory).join("cur/1700000001.M1P1.host:2,S");
        let sized = maildir.join(directory).join(format!("cur/1700000002.M2P1.host,S={}:2,S", OLD.len()));
        [&bare, &sized].iter().for_each(|path| fs::write(path, OLD).unwrap());
        let Some(before) = session(&server, dir.path(), folder) else { return };
        assert_eq!(before.matches(&size(OLD)).count(), 2, "{before}");

        // One message has no size in its name. It is left unchanged, because Dovecot's index would keep the old size
        // of the message.
        let (status, said) = normalize(&maildir, &[]);
        assert_eq!((status, said.contains("server-index")), (Some(1), true), "{said}");
        assert_eq!(fs::read_to_string(&bare).unwrap(), OLD);
        let after = session(&server, dir.path(), folder).unwrap();
        assert!(after.contains(&format!("UID 1 {}", size(OLD))), "{after}");
        assert!(after.contains(&format!("UID 3 {}", size(NEW))), "{after}");

        // With --add-sizes, the message gets a new name with its sizes, and Dovecot takes it for a new message.
        assert_eq!(normalize(&maildir, &["--add-sizes"]), (Some(0), String::new()));
        let after = session(&server, dir.path(), folder).unwrap();
        assert_eq!(after.matches(&size(NEW)).count(), 2, "{after}");
        assert!(after.contains("UID 4 ") && !after.contains("UID 1 "), "{after}");
        assert!(after.contains("caf\u{e9}") && !after.contains("iso-8859-1"), "{after}");
    }
}
