//! Names of files in trees of mail: the names of messages, and the names of files that programs keep next to
//! mail.

use crate::mailbox::compressed::Compression;
use crate::mailbox::mail::{Kind, SkipReason};
use std::ffi::OsStr;
use std::path::Path;

/// Prefixes of the names of files that programs keep next to mail.
const KEPT: &[(&str, SkipReason)] = &[
    ("dovecot.", SkipReason::DovecotIndex),
    ("dovecot-", SkipReason::DovecotIndex),
    (".dovecot", SkipReason::DovecotIndex),
    ("cyrus.", SkipReason::CyrusIndex),
    ("courierimap", SkipReason::CourierIndex),
    ("courierpop3d", SkipReason::CourierIndex),
    ("maildirfolder", SkipReason::FolderMark),
    ("maildirsize", SkipReason::Quota),
    ("subscriptions", SkipReason::Subscriptions),
    (".mh_", SkipReason::MhState),
    (".xmhcache", SkipReason::MhState),
];

/// Suffixes of the names of files that programs keep next to mail, and of mail files in unsupported formats.
const KEPT_BY_SUFFIX: &[(&str, SkipReason)] = &[
    (".lock", SkipReason::Lock),
    (".msf", SkipReason::ThunderbirdIndex),
    (".mozeml", SkipReason::ThunderbirdIndex),
    (".wdseml", SkipReason::ThunderbirdIndex),
    (".emlxpart", SkipReason::AppleAttachment),
    (".pst", SkipReason::UnsupportedFormat),
    (".ost", SkipReason::UnsupportedFormat),
    (".olm", SkipReason::UnsupportedFormat),
    (".msg", SkipReason::UnsupportedFormat),
    (".mbx", SkipReason::UnsupportedFormat),
];

/// Extensions of files that hold one message.
const MESSAGES: &[(&str, Kind)] = &[(".eml", Kind::Message), (".emlx", Kind::Emlx)];

/// Extensions of files that hold either one message or something else. For example, a `.msg` file of Zimbra is
/// a message, and a `.msg` file of Outlook is not.
const MAYBE_MESSAGES: &[&str] = &[".cnm", ".msg"];

/// The reason why a file of this name is not mail, whatever its directory; `None` if the name gives no reason.
pub(super) fn of_any_directory(name: &OsStr) -> Option<SkipReason> {
    if is_unfinished(name) {
        Some(SkipReason::Unfinished)
    } else if name.as_encoded_bytes().ends_with(b"~") {
        Some(SkipReason::Backup)
    } else {
        None
    }
}

/// Returns the kind of message in a file of this name, if the file is not in the `cur` or `new` of a Maildir.
/// Returns `None` if messages have no such file name.
pub(super) fn message(name: &OsStr) -> Option<Kind> {
    let plain = without_compression(name);
    if let Some((_, kind)) = MESSAGES.iter().find(|(extension, _)| ends(plain, extension)) {
        Some(*kind)
    } else if is_number(plain) {
        Some(Kind::Message)
    } else if plain.strip_suffix(b".").is_some_and(is_number) {
        Some(Kind::Cyrus)
    } else {
        None
    }
}

/// Whether a file of this name counts as a message if its content starts like a message.
pub(super) fn may_be_message(name: &OsStr) -> bool {
    MAYBE_MESSAGES.iter().any(|extension| ends(without_compression(name), extension))
}

/// Whether the name of `path` ends like the name of a mail file, compressed or not. Such a name is probably
/// not meant as the name of a new directory.
pub fn is_named_like_a_file(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    let plain = without_compression(name);
    Compression::of_name(path).is_some()
        || is_named_mbox(name)
        || MESSAGES.iter().any(|(extension, _)| ends(plain, extension))
}

/// Whether a file of this name, compressed or not, is meant as an mbox.
pub(super) fn is_named_mbox(name: &OsStr) -> bool {
    ends(without_compression(name), ".mbox")
}

/// The reason why a file that is not recognised as mail is skipped, if its name shows the reason.
pub(super) fn beside_mail(name: &OsStr) -> Option<SkipReason> {
    let plain = without_compression(name);
    if let [b',' | b'#', number @ ..] = plain
        && is_number(number)
    {
        return Some(SkipReason::MhDeleted);
    }
    let kept = KEPT.iter().find(|(start, _)| plain.starts_with(start.as_bytes()));
    kept.or_else(|| KEPT_BY_SUFFIX.iter().find(|(end, _)| ends(plain, end))).map(|&(_, what)| what)
}

fn without_compression(name: &OsStr) -> &[u8] {
    let path = Path::new(name);
    let plain = if Compression::of_name(path).is_some() { path.file_stem() } else { Some(name) };
    plain.unwrap_or(name).as_encoded_bytes()
}

fn ends(name: &[u8], end: &str) -> bool {
    let start = name.len().checked_sub(end.len());
    start.is_some_and(|start| name.split_at(start).1.eq_ignore_ascii_case(end.as_bytes()))
}

fn is_number(name: &[u8]) -> bool {
    !name.is_empty() && name.iter().all(u8::is_ascii_digit)
}

/// Whether `name` is the temporary name of a file that is still being written.
pub(super) fn is_unfinished(name: &OsStr) -> bool {
    is_hidden(name) && Path::new(name).extension().is_some_and(|extension| extension == "mailutf")
}

/// Whether files of this name exist only for a moment, such as locks and temporary files.
pub(super) fn is_temporary(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    ends(name, ".mailutf") || ends(name, ".lock")
}

pub(super) fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_messages() {
        let kind = |name: &str| message(name.as_ref());
        for name in ["1.eml", "Grüße.EML", "12", "12.gz", "1.eml.xz", ".eml"] {
            assert_eq!(kind(name), Some(Kind::Message), "{name}");
        }
        for name in ["1.emlx", "1.partial.emlx", "1.EMLX.bz2"] {
            assert_eq!(kind(name), Some(Kind::Emlx), "{name}");
        }
        assert_eq!(kind("1."), Some(Kind::Cyrus));
        for name in ["", ".", "1.x", "x1", "1.mbox", "2004-January.txt.gz", "Inbox", "eml"] {
            assert_eq!(kind(name), None, "{name}");
        }
    }

    #[test]
    fn names_of_files_beside_mail() {
        let names = [
            "dovecot.index.cache",
            "dovecot-uidlist",
            "cyrus.header",
            "maildirfolder",
            "subscriptions",
            ".mh_sequences",
            ",12",
            "Inbox.msf",
            "Inbox.lock",
            "archive.PST",
        ];
        for name in names {
            assert!(message(name.as_ref()).is_none() && beside_mail(name.as_ref()).is_some(), "{name}");
        }
        for name in [".1.eml.mailutf", "1.eml~"] {
            assert!(of_any_directory(name.as_ref()).is_some(), "{name}");
        }
    }
}
