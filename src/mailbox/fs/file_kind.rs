//! What files of mail trees are called: messages, and what programs keep beside them.

use super::skip_reason::SkipReason;
use crate::mailbox::compressed::Compression;
use std::ffi::OsStr;
use std::path::Path;

/// What a file of a tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A message of a Maildir.
    Maildir,
    /// A message by its name: `.eml`, or a number as in MH; behind it `.gz` and the like.
    Message,
    /// A message of Apple Mail: `.emlx`.
    Emlx,
    /// A message of Cyrus: a number and a dot. Its size stands in an index, too.
    Cyrus,
    /// An mbox.
    Mbox,
    /// Not worked on; why.
    Skipped(SkipReason),
}

/// What programs call the files that they keep beside mail: names, and how names start.
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

/// The same, by how names end.
const KEPT_BY_SUFFIX: &[(&str, SkipReason)] = &[
    (".lock", SkipReason::Lock),
    (".msf", SkipReason::ThunderbirdIndex),
    (".emlxpart", SkipReason::AppleAttachment),
    (".pst", SkipReason::UnsupportedFormat),
    (".ost", SkipReason::UnsupportedFormat),
    (".olm", SkipReason::UnsupportedFormat),
    (".msg", SkipReason::UnsupportedFormat),
    (".mbx", SkipReason::UnsupportedFormat),
];

/// What is called so wherever it stands, and is no mail.
pub(super) fn of_any_directory(name: &OsStr) -> Option<Kind> {
    if is_unfinished(name) {
        Some(Kind::Skipped(SkipReason::Unfinished))
    } else if name.as_encoded_bytes().ends_with(b"~") {
        Some(Kind::Skipped(SkipReason::Backup))
    } else {
        None
    }
}

/// The message that has this name, outside of a Maildir's `cur` and `new`.
pub(super) fn message(name: &OsStr) -> Option<Kind> {
    let plain = without_compression(name);
    if ends(plain, ".eml") || is_number(plain) {
        Some(Kind::Message)
    } else if ends(plain, ".emlx") {
        Some(Kind::Emlx)
    } else if plain.strip_suffix(b".").is_some_and(is_number) {
        Some(Kind::Cyrus)
    } else {
        None
    }
}

/// What a file of this name is that is neither a message nor an mbox, where that is known.
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

/// Whether that is the name of the new form of a file that is not in place yet.
pub(super) fn is_unfinished(name: &OsStr) -> bool {
    is_hidden(name) && Path::new(name).extension().is_some_and(|extension| extension == "mailutf")
}

/// Whether a file of that name stands but for a while: a lock, or the new form of a file.
pub(super) fn is_passing(name: &OsStr) -> bool {
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
    fn names_of_what_is_kept_beside_mail() {
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
            assert!(matches!(of_any_directory(name.as_ref()), Some(Kind::Skipped(_))), "{name}");
        }
    }
}
