//! Tests of `--learn`.

use super::program;
use std::fs;
use std::path::Path;

/// Returns a mailbox with four messages of one sender: two name their charset, one has no label, and one has a
/// wrong label.
fn mbox() -> Vec<u8> {
    let from_line = b"From a@b.org Mon Jan  1 00:00:00 2024\n".as_slice();
    let header = b"From: Ivan <ivan@example.ru>\n".as_slice();
    let letter =
        b"Content-Type: text/plain; charset=windows-1251\n\n\xC4\xEE\xE1\xF0\xFB\xE9 \xE4\xE5\xED\xFC\n\n";
    let short = b"Subject: \xE4\xE0\n\nx\n\n".as_slice();
    let wrong = b"Subject: =?iso-8859-1?Q?=CF=F0=E8=E2=E5=F2?=\n\nx\n\n";
    let messages = [short, letter, wrong, letter].map(|rest| [from_line, header, rest].concat());
    // Between the four messages, there are enough other messages for several batches.
    let many = [from_line, b"\n", &*b"plain\n".repeat(200), b"\n"].concat().repeat(1_000);
    [&messages[..2].concat()[..], &many, &messages[2..].concat()].concat()
}

fn run(args: &[&str], folder: &Path) -> (Vec<u8>, String, i32) {
    let mut command = program::assert_command();
    let output = command.args(args).current_dir(folder).assert().get_output().clone();
    (output.stdout, String::from_utf8(output.stderr).unwrap(), output.status.code().unwrap())
}

#[test]
fn other_messages_of_the_sender_are_evidence() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mbox"), mbox()).unwrap();
    let (without, _, status) = run(&["normalize", "mbox"], folder.path());
    assert_eq!(status, 1);
    assert!(!without.windows(14).any(|octets| octets == "Subject: да\n".as_bytes()));
    let mut outputs = Vec::new();
    for jobs in ["1", "2", "7"] {
        let args = ["normalize", "--learn", "--jobs", jobs, "--report", "report", "mbox"];
        let (output, said, status) = run(&args, folder.path());
        assert_eq!(status, 0, "{said}");
        outputs.push((output, fs::read_to_string(folder.path().join("report")).unwrap()));
    }
    let (output, report) = &outputs[0];
    assert!(outputs.iter().all(|other| other == &outputs[0]));
    let text = std::str::from_utf8(output).unwrap();
    assert!(text.contains("\nSubject: да\n") && text.contains("\nSubject: Привет\n"));
    assert!(report.contains("read as windows-1251, as in 2 messages of the sender"), "{report}");
    let code = |code: &str| report.lines().filter(|line| line.contains(code)).count();
    assert_eq!((code("field-raw"), code("label-overruled")), (1, 1), "{report}");
    // A run on the converted mail learns less, but changes nothing.
    fs::write(folder.path().join("utf8"), output).unwrap();
    let (again, said, status) = run(&["normalize", "--learn", "utf8"], folder.path());
    assert_eq!((&again, status), (output, 0), "{said}");
}

#[test]
fn a_directory_and_each_command() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("mail")).unwrap();
    fs::write(folder.path().join("mail/mbox"), mbox()).unwrap();
    let said = |args: &[&str]| {
        let (output, said, _) = run(args, folder.path());
        format!("{}{said}", String::from_utf8_lossy(&output))
    };
    assert!(
        said(&["detect", "--learn", "mail"]).contains("read as windows-1251, as in 2 messages of the sender")
    );
    assert!(said(&["inspect", "--learn", "mail"]).contains("as in 2 messages of the sender"));
    assert!(said(&["text", "--learn", "--headers", "mail"]).contains("Subject: да\n"));
    assert!(said(&["census", "--learn", "mail"]).contains("no label → windows-1251"));
    assert!(!said(&["census", "mail"]).contains("no label → windows-1251"));
    assert!(!said(&["check", "--learn", "mail"]).contains("label-doubtful"));
    assert!(said(&["check", "mail"]).contains("label-doubtful"));
    assert!(said(&["to-utf7", "--learn", "mail/mbox"]).contains("?+BDQEMA-?="));
    assert_eq!(said(&["normalize", "--learn", "--in-place", "--quiet", "mail"]), "");
    assert!(fs::read_to_string(folder.path().join("mail/mbox")).unwrap().contains("\nSubject: да\n"));
}

/// With `--learn`, the mail is read twice, both times in the variant that `--mbox-variant` names. Without this
/// option, the mbox of this test is a single message whose body contains the other messages, because it begins
/// with a Content-Length.
#[test]
fn the_mbox_variant_holds_when_the_mail_is_read_first() {
    let folder = tempfile::tempdir().unwrap();
    let mbox = mbox();
    let from_line = b"From a@b.org Mon Jan  1 00:00:00 2024\n";
    let head = format!("Content-Length: {}\n\n", mbox.len() - 1);
    fs::write(folder.path().join("mbox"), [from_line, head.as_bytes(), &mbox].concat()).unwrap();
    for (args, is_learned) in [(&["mbox"][..], false), (&["--mbox-variant", "mboxrd", "mbox"], true)] {
        let (_, said, _) = run(&[&["normalize", "--learn"], args].concat(), folder.path());
        assert_eq!(said.contains("as in 2 messages of the sender"), is_learned, "{said}");
    }
}

#[test]
fn what_can_be_read_only_once_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mbox"), mbox()).unwrap();
    for (args, why) in [
        (&["normalize", "--learn"][..], "standard input: cannot read: it can be read only once"),
        (&["census", "--learn", "-"], "standard input: cannot read: it can be read only once"),
        (&["normalize", "--learn", "mbox", "--range", "0-10"], "cannot be used with"),
        (&["normalize", "--learn", "--filter"], "cannot be used with"),
        (&["header", "--learn", "x"], "a single value has no sender"),
        #[cfg(unix)]
        (&["text", "--learn", "/dev/null"], "/dev/null: cannot read: it can be read only once"),
    ] {
        let (_, said, status) = run(args, folder.path());
        assert!(said.contains(why), "{args:?}: {said}");
        assert_eq!(status, if args.contains(&"--filter") { 75 } else { 2 }, "{args:?}");
    }
    let (_, said, status) = run(&["normalize", "--learn", "missing"], folder.path());
    assert_eq!((status, said.matches("missing").count()), (2, 1), "{said}");
}
