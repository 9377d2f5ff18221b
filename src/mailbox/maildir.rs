//! Maildir and Maildir++: names of messages and of folders.
//!
//! A message is a file in `cur` or `new`; its name is a unique part, sizes such as `,S=` and `,W=`, and behind
//! `:2,` flags. Its time is the time of delivery. A folder of Maildir++ is a directory `.Name.Child`, in
//! modified UTF-7 (RFC 3501 section 5.1.3).
//!
//! Servers keep what they know of messages in indexes of their own. One that serves a Maildir that was rewritten
//! must be told to look again (Dovecot: `doveadm force-resync`), as messages are not supposed to change.

use super::directory::{Directory, Location};
use crate::charset::Charset;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

/// Sizes of a message, as names of Maildir files tell them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Octets: `,S=`.
    pub octets: u64,
    /// Octets with each line end as CRLF: `,W=`.
    pub wire: u64,
}

impl Sizes {
    /// The sizes of `message`. Linear time.
    ///
    /// ```
    /// use mailutf::mailbox::maildir::Sizes;
    /// assert_eq!(Sizes::of(b"one\ntwo\r\n"), Sizes { octets: 9, wire: 10 });
    /// ```
    pub fn of(message: &[u8]) -> Self {
        let bare = memchr::memchr_iter(b'\n', message)
            .filter(|&at| at == 0 || message.get(at - 1) != Some(&b'\r'))
            .count();
        Self { octets: message.len() as u64, wire: (message.len() + bare) as u64 }
    }
}

/// Whether `location` is where a message of a Maildir stands: in `cur` or `new`, beside a `tmp`.
pub fn is_message(location: &Location) -> bool {
    holds_messages(location.directory())
}

/// Whether `directory` is the `cur` or `new` of a Maildir.
pub(super) fn holds_messages(directory: &Directory) -> bool {
    let path = directory.path();
    (path.ends_with("cur") || path.ends_with("new"))
        && directory.parent().is_some_and(|folder| folder.has_directory("tmp"))
}

/// Whether `directory` is where the old forms of messages of a Maildir stay: beside its `cur` and `new`, called like
/// one of them with a suffix, which starts with no letter or digit, as folders may be called `news` or `current`.
pub(super) fn holds_backups(directory: &Directory) -> bool {
    let name = directory.path().file_name().unwrap_or_default().as_bytes();
    let suffix = name.strip_prefix(b"cur").or_else(|| name.strip_prefix(b"new")).and_then(<[u8]>::first);
    suffix.is_some_and(|octet| octet.is_ascii() && !octet.is_ascii_alphanumeric())
        && directory.parent().is_some_and(|folder| folder.has_directory("cur") && folder.has_directory("tmp"))
}

/// The name of a message that has these sizes now: `,S=` and `,W=` are set where the name has them, and
/// everything else stays, flags and unknown suffixes too.
///
/// ```
/// use mailutf::mailbox::maildir::{Sizes, with_sizes};
/// let sizes = Sizes { octets: 12, wire: 13 };
/// assert_eq!(with_sizes("1.M2P3.host,S=9,W=10:2,FS".as_ref(), sizes), "1.M2P3.host,S=12,W=13:2,FS");
/// assert_eq!(with_sizes("1.host:2,S=9".as_ref(), sizes), "1.host:2,S=9");
/// ```
pub fn with_sizes(name: &OsStr, sizes: Sizes) -> OsString {
    let name = name.as_bytes();
    let unique = memchr::memchr(b':', name).unwrap_or(name.len());
    let (unique, flags) = name.split_at(unique);
    let mut new = Vec::with_capacity(name.len() + 8);
    for (number, field) in unique.split(|&octet| octet == b',').enumerate() {
        if number > 0 {
            new.push(b',');
        }
        match field {
            [b'S', b'=', digits @ ..] if is_number(digits) => {
                new.extend(format!("S={}", sizes.octets).bytes())
            }
            [b'W', b'=', digits @ ..] if is_number(digits) => new.extend(format!("W={}", sizes.wire).bytes()),
            _ => new.extend_from_slice(field),
        }
    }
    new.extend_from_slice(flags);
    OsString::from_vec(new)
}

fn is_number(digits: &[u8]) -> bool {
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// The name of the folder that the message at `path` stands in, for people: decoded, with `/` between levels;
/// `None` where that is no Maildir++ folder or its name is not in modified UTF-7.
///
/// ```
/// use mailutf::mailbox::maildir::folder_name;
/// let path = "Maildir/.Lists.Entw&APw-rfe/cur/1.host:2,S".as_ref();
/// assert_eq!(folder_name(path).as_deref(), Some("Lists/Entwürfe"));
/// assert_eq!(folder_name("Maildir/cur/1.host:2,S".as_ref()), None);
/// ```
pub fn folder_name(path: &Path) -> Option<String> {
    let folder = path.parent()?.parent()?.file_name()?.as_bytes().strip_prefix(b".")?;
    let name = Charset::IMAP_UTF_7.decode_strict(folder).ok()?;
    Some(name.replace('.', "/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_but_the_sizes_stays() {
        let sizes = Sizes { octets: 5, wire: 6 };
        let renamed = |name: &[u8]| with_sizes(OsStr::from_bytes(name), sizes).into_vec();
        assert_eq!(renamed(b"1.\xFFhost,S=1,Q=2,W=9,x:2,Sab"), b"1.\xFFhost,S=5,Q=2,W=6,x:2,Sab");
        for name in [&b"1.host,S=x:2,"[..], b"1.host,S=", b"1.S=3", b"", b"1.host:2,S=1,W=2"] {
            assert_eq!(renamed(name), name);
        }
    }

    #[test]
    fn only_folders_have_names() {
        for path in ["Maildir/.Entw&APw/cur/1", "Maildir/cur/1", "cur/1", "1", ".&/cur/1"] {
            assert_eq!(folder_name(path.as_ref()), None, "{path}");
        }
    }
}
