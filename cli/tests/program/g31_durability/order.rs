//! Guarantee G31 (docs/guarantees.md): the order in which a file, its backup and their names reach the disk.

use super::{Mail, line, logged, message, name};

/// Checks that the log has these calls in this order. Each call is given by parts of its line in the log.
fn assert_order(log: &str, calls: &[&[&str]]) {
    let lines: Vec<_> = log.lines().collect();
    let mut rest = &lines[..];
    for call in calls {
        rest = &rest[line(rest, call) + 1..];
    }
}

#[test]
fn an_mbox_and_its_dotlock_are_on_the_disk_before_their_names_and_the_backup_before_the_mbox() {
    let Some((_dir, log)) = logged(Mail::Mbox) else { return };
    assert_order(
        &log,
        &[
            // The lock file gets its content before it gets its name. Otherwise a power cut could leave an empty
            // lock file, and nobody could know whether it may be removed.
            &["fsync(", "/.mail.lock.mailutf>"],
            &["linkat(", "\".mail.lock.mailutf\"", "\"mail.lock\""],
            &["linkat(", "\"mail\"", "\"mail~\""],
            &["fsync(", "/.mail.mailutf>"],
            &["fsync(", "/place>"],
            &["renameat(", "\".mail.mailutf\"", "/.mail.old.mailutf>"],
            &["renameat2(", "/.mail.old.mailutf>", "\"mail\"", "RENAME_EXCHANGE"],
            &["linkat(", "/.mail.old.mailutf>"],
            &["fsync(", "/place>"],
            &["unlinkat(", "\"mail.lock\""],
            &["unlinkat(", "/.mail.old.mailutf>"],
            &["unlinkat(", "\".mail.old.mailutf\"", "AT_REMOVEDIR"],
        ],
    );
}

#[test]
fn a_message_of_a_maildir_is_on_the_disk_before_its_name_and_its_backup_before_both() {
    let Some((_dir, log)) = logged(Mail::Maildir) else { return };
    let old = name(0, &message(0).0).replace("cur/", "\"") + "\"";
    let new = name(0, &message(0).1).replace("cur/", "\"") + "\"";
    assert_order(
        &log,
        &[
            &["mkdirat(", "\"cur~.mailutf\""],
            &["fchmod(", "/cur~.mailutf>"],
            &["fsync(", "/cur~.mailutf>"],
            &["renameat(", "\"cur~.mailutf\"", "\"cur~\""],
            &["fsync(", "/place/mail>"],
            &["linkat(", &old, "/cur~>"],
            // If syncfs is used, its call comes before this one.
            &["fsync(", "/mail/tmp/.0.M0.host"],
            &["renameat2(", &old, &new, "RENAME_NOREPLACE"],
            &["renameat2(", "/mail/tmp>", &new, "RENAME_EXCHANGE"],
            &["fsync(", "/mail/cur>"],
            &["unlinkat(", "/mail/tmp>"],
        ],
    );
}
