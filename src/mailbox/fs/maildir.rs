//! Maildir and Maildir++: the names of messages and folders. When a message is converted, only the sizes in
//! its name change (guarantee G20 in docs/guarantees.md).
//!
//! A message is a file in `cur` or `new`. Its name consists of a unique part, sizes such as `,S=` and `,W=`,
//! and flags after `:2,`. The modification time of the file is the time of delivery. A folder in Maildir++ is a
//! directory `.Name.Child`, whose name is encoded in modified UTF-7 (RFC 3501 section 5.1.3).
//!
//! A message never changes in IMAP (RFC 3501 section 2.3.1.1), so Dovecot and Courier cache the size and the
//! structure of a message under its file name. If a message is rewritten under its old name, it does not
//! match the cache, and Dovecot reports a "Broken physical size" or a "Broken virtual size" instead of the
//! message. If a message is rewritten under another name, the servers treat it as a new message with a new
//! UID. So if a server keeps such a cache, a message is rewritten only if its name changes as well.

use super::directory::{Directory, Location};
use crate::charset::Charset;
use crate::error::Error;
use std::ffi::{OsStr, OsString};
use std::iter;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

/// The sizes of a message that can be in its Maildir file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sizes {
    /// The size in octets, written as `,S=`.
    pub octets: u64,
    /// The size in octets with CRLF line ends, written as `,W=`.
    pub wire: u64,
}

impl Sizes {
    /// Computes the sizes of `message`. Linear time.
    pub(crate) fn of(message: &[u8]) -> Self {
        Self::of_slices(iter::once(message))
    }

    /// Computes the sizes of a message that is stored in `slices`.
    pub(crate) fn of_slices<'m>(slices: impl Iterator<Item = &'m [u8]>) -> Self {
        let mut sizes = Self { octets: 0, wire: 0 };
        let mut last = None;
        for slice in slices {
            let before = |at: usize| at.checked_sub(1).map_or(last, |before| slice.get(before).copied());
            let bare = memchr::memchr_iter(b'\n', slice).filter(|&at| before(at) != Some(b'\r')).count();
            sizes.octets += slice.len() as u64;
            sizes.wire += (slice.len() + bare) as u64;
            last = slice.last().copied().or(last);
        }
        sizes
    }
}

/// Whether the file at `location` is a message of a Maildir. Such a file is in a directory `cur` or `new`. In
/// addition, a second directory of the Maildir (`cur`, `new` or `tmp`) exists next to that directory, or the
/// file name has a form that only the names of Maildir messages have.
///
/// # Errors
/// Fails if the directories cannot be examined.
pub(crate) fn is_message(location: &Location) -> Result<bool, Error> {
    holds_messages(location.directory(), &[location.name().to_owned()])
}

/// Whether `directory`, whose entries are `names`, is the `cur` or `new` of a Maildir. Git and some archivers
/// omit empty directories, so one of the other two directories suffices, or a name that only messages have.
pub(super) fn holds_messages(directory: &Directory, names: &[OsString]) -> Result<bool, Error> {
    let others = match directory.name().as_bytes() {
        b"cur" => ["new", "tmp"],
        b"new" => ["cur", "tmp"],
        _ => return Ok(false),
    };
    let Some(folder) = directory.parent() else { return Ok(false) };
    for other in others {
        if folder.has_directory(other)? {
            return Ok(true);
        }
    }
    Ok(names.iter().any(|name| is_name_of_message(name)))
}

/// Whether `directory`, whose entries are `names`, holds backups of the messages of a Maildir.
///
/// The name of such a directory is `cur` or `new` followed by a suffix (`cur~`, for example), and the directory
/// `cur` or `new` is next to it. The suffix starts with an ASCII character other than a letter or digit, because
/// a folder can be called `news` or `current`. In addition, `tmp` must exist next to the directory, or a file in
/// the directory must have a name that only messages have.
pub(super) fn holds_backups(directory: &Directory, names: &[OsString]) -> Result<bool, Error> {
    let name = directory.name().as_bytes();
    let suffix = name.strip_prefix(b"cur").or_else(|| name.strip_prefix(b"new")).and_then(<[u8]>::first);
    if !suffix.is_some_and(|octet| octet.is_ascii() && !octet.is_ascii_alphanumeric()) {
        return Ok(false);
    }
    let Some(folder) = directory.parent() else { return Ok(false) };
    let beside = if name.starts_with(b"cur") { "cur" } else { "new" };
    Ok(folder.has_directory(beside)?
        && (folder.has_directory("tmp")? || names.iter().any(|name| is_name_of_message(name))))
}

/// Whether `directory` is the `tmp` directory of a Maildir.
pub(super) fn holds_deliveries(directory: &Directory) -> Result<bool, Error> {
    let Some(folder) = directory.parent().filter(|_| directory.name() == "tmp") else { return Ok(false) };
    Ok(folder.has_directory("cur")? || folder.has_directory("new")?)
}

/// Whether `name` has a form that only the names of Maildir messages have: it contains flags, or has the form
/// TIME.DELIVERY.HOST.
fn is_name_of_message(name: &OsStr) -> bool {
    const DIGITS_OF_A_TIME: usize = 9;
    let (unique, info) = unique_and_info(name.as_bytes());
    if info.starts_with(b":2,") || matches!(info.first(), Some(b';' | b'!')) {
        return !unique.is_empty();
    }
    let mut fields = unique.splitn(3, |&octet| octet == b'.');
    fields.next().is_some_and(|time| time.len() >= DIGITS_OF_A_TIME && is_number(time))
        && fields.next().is_some_and(|delivery| !delivery.is_empty())
        && fields.next().is_some_and(|host| !host.is_empty())
}

/// Splits a name into two parts: the unique part with the sizes, and the flags with their separator. The
/// separator is `:`, or `;` or `!` on file systems that do not allow a colon in names.
pub(super) fn unique_and_info(name: &[u8]) -> (&[u8], &[u8]) {
    let is_info = |&at: &usize| {
        let info = name.get(at + 1..).and_then(|info| info.strip_prefix(b"2,"));
        info.is_some_and(|flags| flags.iter().all(u8::is_ascii_alphabetic))
    };
    let substitute = || memchr::memrchr2(b';', b'!', name).filter(is_info);
    let at = memchr::memchr(b':', name).or_else(substitute).unwrap_or(name.len());
    name.split_at(at)
}

/// The flags in the name of a message.
pub(crate) fn flags(name: &OsStr) -> &str {
    let (_, info) = unique_and_info(name.as_bytes());
    info.get(3..).and_then(|flags| str::from_utf8(flags).ok()).unwrap_or_default()
}

/// Returns the name of a message whose sizes have changed. The sizes `,S=` and `,W=` are updated if they are in
/// the name. The rest of the name is kept, including flags and unknown fields.
pub(crate) fn with_sizes(name: &OsStr, sizes: Sizes) -> OsString {
    renamed(name, sizes, false)
}

/// Does the same as [`with_sizes`], but also adds sizes that are missing.
pub(crate) fn with_all_sizes(name: &OsStr, sizes: Sizes) -> OsString {
    renamed(name, sizes, true)
}

fn renamed(name: &OsStr, sizes: Sizes, add: bool) -> OsString {
    let (unique, info) = unique_and_info(name.as_bytes());
    let mut new = Vec::with_capacity(name.len() + 8);
    let (mut octets, mut wire) = (false, false);
    for (number, field) in unique.split(|&octet| octet == b',').enumerate() {
        if number > 0 {
            new.push(b',');
        }
        match field {
            [b'S', b'=', digits @ ..] if number > 0 && is_number(digits) => {
                octets = true;
                new.extend(format!("S={}", sizes.octets).bytes());
            }
            [b'W', b'=', digits @ ..] if number > 0 && is_number(digits) => {
                wire = true;
                new.extend(format!("W={}", sizes.wire).bytes());
            }
            _ => new.extend_from_slice(field),
        }
    }
    if add && !octets {
        new.extend(format!(",S={}", sizes.octets).bytes());
    }
    if add && !wire {
        new.extend(format!(",W={}", sizes.wire).bytes());
    }
    new.extend_from_slice(info);
    OsString::from_vec(new)
}

fn is_number(digits: &[u8]) -> bool {
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// The folder of the message at `path`, decoded for display, with `/` between levels. `None` if the message is
/// not in a Maildir++ folder, or if the name of the folder is not valid modified UTF-7.
///
/// ```
/// use mailutf::internal::folder_name;
/// let path = "Maildir/.Lists.Entw&APw-rfe/cur/1.host:2,S".as_ref();
/// assert_eq!(folder_name(path).as_deref(), Some("Lists/Entwürfe"));
/// assert_eq!(folder_name("Maildir/cur/1.host:2,S".as_ref()), None);
/// ```
pub fn folder_name(path: &Path) -> Option<String> {
    let directory =
        path.parent().filter(|directory| directory.ends_with("cur") || directory.ends_with("new"))?;
    let folder = directory.parent()?.file_name()?.as_bytes().strip_prefix(b".")?;
    let name = Charset::IMAP_UTF_7.decode_strict(folder).ok()?;
    Some(name.replace('.', "/"))
}

/// The files that a server creates in a Maildir folder when it opens the folder.
const SERVER_FILES: &[(&str, &str)] = &[
    ("dovecot-uidlist", "Dovecot"),
    ("dovecot.index", "Dovecot"),
    ("dovecot.index.log", "Dovecot"),
    ("dovecot.index.cache", "Dovecot"),
    ("courierimapuiddb", "Courier"),
    ("courierimapkeywords", "Courier"),
    ("courierimapacl", "Courier"),
    ("courierimapsubscribed", "Courier"),
    ("courierpop3dsizelist", "Courier"),
];

/// The server that keeps an index of the Maildir `folder`; `None` if no server does.
///
/// # Errors
/// Fails if the entries of `folder` cannot be examined.
pub(crate) fn server_of(folder: &Directory) -> Result<Option<&'static str>, Error> {
    for (name, server) in SERVER_FILES {
        if folder.type_of(name)?.is_some() {
            return Ok(Some(server));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_are_missing() {
        let sizes = Sizes { octets: 12, wire: 13 };
        assert_eq!(with_all_sizes("1.M2P3.host:2,FS".as_ref(), sizes), "1.M2P3.host,S=12,W=13:2,FS");
        assert_eq!(with_all_sizes("1.M2P3.host,S=9".as_ref(), sizes), "1.M2P3.host,S=12,W=13");
    }

    #[test]
    fn sizes_that_are_in_a_name() {
        let sizes = Sizes { octets: 12, wire: 13 };
        assert_eq!(with_sizes("1.M2P3.host,S=9,W=10:2,FS".as_ref(), sizes), "1.M2P3.host,S=12,W=13:2,FS");
        assert_eq!(with_sizes("1.host:2,S=9".as_ref(), sizes), "1.host:2,S=9");
    }

    #[test]
    fn sizes_of_a_message() {
        assert_eq!(Sizes::of(b"one\ntwo\r\n"), Sizes { octets: 9, wire: 10 });
    }

    #[test]
    fn everything_but_the_sizes_stays() {
        let sizes = Sizes { octets: 5, wire: 6 };
        let renamed = |name: &[u8]| with_sizes(OsStr::from_bytes(name), sizes).into_vec();
        assert_eq!(renamed(b"1.\xFFhost,S=1,Q=2,W=9,x:2,Sab"), b"1.\xFFhost,S=5,Q=2,W=6,x:2,Sab");
        for name in [&b"1.host,S=x:2,"[..], b"1.host,S=", b"1.S=3", b"", b"1.host:2,S=1,W=2", b"S=3"] {
            assert_eq!(renamed(name), name);
        }
        // The separators `;` and `!` are used on file systems that do not allow a colon in names.
        assert_eq!(renamed(b"1.host,S=1;2,FS"), b"1.host,S=5;2,FS");
        assert_eq!(renamed(b"1.host,S=1,W=2!2,"), b"1.host,S=5,W=6!2,");
        assert_eq!(renamed(b"1.ho!st,S=1"), b"1.ho!st,S=5");
    }

    #[test]
    fn a_line_end_may_be_split_between_slices() {
        let message = b"a\r\nb\n\nc\r\n";
        for at in 0..message.len() {
            let (one, two) = message.split_at(at);
            assert_eq!(Sizes::of_slices([one, b"", two].into_iter()), Sizes { octets: 9, wire: 11 }, "{at}");
        }
    }

    #[test]
    fn names_that_only_messages_of_a_maildir_have() {
        for name in
            ["1.host:2,S", "x:2,", "a b;2,F", "a!2,FSa", "1700000000.M1P2.host", "1700000000.2_3.host,S=4"]
        {
            assert!(is_name_of_message(name.as_ref()), "{name}");
        }
        for name in
            ["1", "1.", "1.eml", "1700000000.eml", "12.x.y", ":2,S", "a;2,F.txt", "a:1,x", "notes.txt"]
        {
            assert!(!is_name_of_message(name.as_ref()), "{name}");
        }
    }

    #[test]
    fn only_folders_have_names() {
        for path in
            [".cache/mail/1.eml", "Maildir/.Entw&APw/cur/1", "Maildir/cur/1", "cur/1", "1", ".&/cur/1"]
        {
            assert_eq!(folder_name(path.as_ref()), None, "{path}");
        }
    }
}
