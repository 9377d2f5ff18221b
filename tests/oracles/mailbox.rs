//! Other programs find the same messages in a mailbox before and after the conversion. These programs are Python's
//! `mailbox` and the iterator of `mail-parser`.
//!
//! The tests need python3 and `../shared/tools/make_mbox.py`, which is not part of this project. If either is
//! missing, the tests pass.
use mailutf::Policy;
use mailutf::mailbox::{Format, Source};
use mailutf::pipeline::Pipeline;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A script that prints the number of messages, and the Message-ID of each message.
const LIST: &str = "import mailbox, sys
box = mailbox.mbox(sys.argv[1], create=False)
print(len(box), *(message['message-id'] for message in box))";

fn python(arguments: &[&str]) -> Option<String> {
    let output = Command::new("python3").args(arguments).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

fn iterated(mbox: &[u8]) -> Vec<Vec<u8>> {
    let ids = |message: mail_parser::mailbox::mbox::Message| {
        let ids = mail_parser::MessageParser::default().parse_headers(message.contents());
        ids.and_then(|message| message.message_id().map(|id| id.as_bytes().to_vec())).unwrap_or_default()
    };
    mail_parser::mailbox::mbox::MessageIterator::new(mbox).map(|message| ids(message.unwrap())).collect()
}

#[test]
fn real_mail_has_the_same_messages_before_and_after() {
    let script = crate::real_mail::shared("tools/make_mbox.py");
    if !script.is_file() || python(&["-c", ""]).is_none() {
        println!("skipped: no python3, or no {}", script.display());
        return;
    }
    let dir = TempDir::new().unwrap();
    let (before, after) = (dir.path().join("before"), dir.path().join("after"));
    let number = 40;
    for mix in [&["--seed", "1"][..], &["--seed", "2", "--text-only"]] {
        let arguments = [script.to_str().unwrap(), before.to_str().unwrap(), "-n", &number.to_string()];
        python(&[&arguments[..], mix].concat()).unwrap();
        let old = fs::read(&before).unwrap();
        let mut new = Vec::new();
        let source = Source::new(&old[..], Format::Any).unwrap();
        let totals = Pipeline::new(Policy::default()).run(source, &mut new, |_| {}).unwrap();
        assert!(totals.messages == number && totals.changed > 5, "{totals:?}");
        fs::write(&after, &new).unwrap();
        let list = |path: &Path| python(&["-c", LIST, path.to_str().unwrap()]).unwrap();
        assert!(list(&before).starts_with(&format!("{number} <0.")));
        assert_eq!(list(&before), list(&after));
        assert_eq!(iterated(&old).len() as u64, number);
        assert_eq!(iterated(&old), iterated(&new));
    }
}
