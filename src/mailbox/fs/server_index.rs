//! Finds the indexes that mail servers keep of an mbox.
//!
//! A message with a UID never changes in IMAP (RFC 9051 section 2.3.1.1). So a server may keep the size of each
//! message in an index outside the mbox. Dovecot does this, and never checks the size again: it cuts off a
//! message that became longer, and reports no error. The index belongs to the server, so this module only looks
//! for the index and never changes it. An mbox with such an index is replaced only if the caller asks for it
//! ([`ReplaceOptions::beside_index`](super::replace::ReplaceOptions)).
//!
//! An index is not found if it is in a directory that the configuration of the server names (`INDEX=` of
//! Dovecot). In that case, [`has_uids`] tells whether there may be an index: it looks for fields that a server
//! writes into the mbox itself.
//!
//! Cost: some directories are examined, and the first octets of the mbox are read.

use super::directory::{Location, if_exists};
use super::replace::Original;
use crate::error::Error;
use crate::mailbox::mbox::Reader;
use crate::span::Span;
use crate::syntax::header_block::header_block;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// The names that a server gives to the files of its index of an mbox.
struct Layout {
    server: &'static str,
    /// The name of a directory next to an mbox. This directory contains an index directory for each mbox,
    /// with the name of the mbox.
    directory: &'static str,
    /// The files of an index.
    files: &'static [&'static str],
    /// The file of the index that contains the sizes of the messages.
    sizes: &'static str,
    /// The name of the index directory for the mailbox of new mail. That mailbox can be in another place, such
    /// as `/var/mail`.
    inbox: &'static str,
    /// The mail directories in the home directory of a user.
    homes: &'static [&'static str],
}

/// The servers that keep the sizes of messages outside an mbox. Other servers that read mboxes (UW IMAP, GNU
/// Mailutils and popa3d) do not keep such sizes. Courier and Cyrus do not read mboxes.
const LAYOUTS: &[Layout] = &[
    // Source: Dovecot 2.3, src/lib-storage/index/mbox/mbox-storage.c, `mbox_list_get_path` and
    // `mbox_storage_find_root_dir`.
    Layout {
        server: "Dovecot",
        directory: ".imap",
        files: &["dovecot.index", "dovecot.index.log", "dovecot.index.cache"],
        sizes: "dovecot.index.cache",
        inbox: "INBOX",
        homes: &["mail", "Mail"],
    },
];

/// The fields in which a server numbers the messages of an mbox. UW IMAP and Dovecot use these fields
/// (`mbox_hide_headers` in mbox-storage.c).
const NUMBERS: &[&str] = &["x-imap", "x-imapbase", "x-uid"];

/// The number of octets at the start of an mbox that are searched for [`NUMBERS`]. The first message
/// contains these fields.
const START: u64 = 64 << 10;

/// Fails if a server keeps an index of the mbox `original`.
///
/// # Errors
/// Fails with [`Error::ServerIndex`] if a server keeps an index. Also fails if the directories of an index
/// cannot be examined.
pub(crate) fn refuse(original: &Original) -> Result<(), Error> {
    let location = original.location();
    for layout in LAYOUTS {
        for directory in directories(layout, location, original.state().st_uid)? {
            for file in layout.files.iter().map(|name| directory.join(name)) {
                let found = if_exists(fs::symlink_metadata(&file));
                if found.map_err(Error::failed("examine", &file))?.is_some() {
                    let (path, sizes) = (location.path(), directory.join(layout.sizes));
                    return Err(Error::ServerIndex { path, server: layout.server, sizes });
                }
            }
        }
    }
    Ok(())
}

/// Whether a server has numbered the messages of the mbox `original`.
///
/// # Errors
/// Fails if the mbox cannot be read.
pub(crate) fn has_uids(original: &Original) -> io::Result<bool> {
    let Some(batch) = Reader::new(original.reader().take(START), None).next().transpose()? else {
        return Ok(false);
    };
    let is_numbered = batch.entries().any(|entry| {
        let message = entry.message();
        let octets = message.octets();
        let header = header_block(octets, Span::new(0, octets.len()));
        NUMBERS.iter().any(|name| header.field(octets, name).is_some())
    });
    Ok(is_numbered)
}

/// The directories that can contain the index of the mbox at `location`. `user` is the user ID of the owner
/// of the mbox.
fn directories(layout: &Layout, location: &Location, user: u32) -> Result<Vec<PathBuf>, Error> {
    let (here, name) = (location.directory(), location.name());
    let indexes = here.path().join(layout.directory);
    let mut all = vec![indexes.join(name)];
    if name.eq_ignore_ascii_case(layout.inbox) {
        all.push(indexes.join(layout.inbox));
    }
    // The index of an mbox can also be in the directory of the mbox. But if that directory is a Maildir, an
    // index in it is the index of the Maildir.
    if !here.has_directory("cur")? {
        all.push(here.path().to_path_buf());
    }
    // `/etc/passwd` is the only database of users that can be read without `unsafe`.
    let users = fs::read("/etc/passwd").unwrap_or_default();
    if let Some(home) = home_of(&users, user, name) {
        all.extend(layout.homes.iter().map(|mail| home.join(mail).join(layout.directory).join(layout.inbox)));
    }
    Ok(all)
}

/// The home directory of the user with the number `user`, if `name` is the name of that user. A mailbox in
/// `/var/mail` has the name of its user. `users` is the content of `/etc/passwd`.
fn home_of(users: &[u8], user: u32, name: &OsStr) -> Option<PathBuf> {
    users.split(|&octet| octet == b'\n').find_map(|line| {
        let fields: Vec<_> = line.split(|&octet| octet == b':').collect();
        let [login, _, number, _, _, home, ..] = fields.as_slice() else { return None };
        let is_user = *login == name.as_bytes() && *number == user.to_string().as_bytes();
        is_user.then(|| PathBuf::from(OsStr::from_bytes(home)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_mailbox_of_a_user_has_an_index_in_the_home_directory() {
        let users = b"root:x:0:0::/root:/bin/sh\nada:x:7:7:Ada,,,:/home/ada:/bin/sh\nbroken:x:8\n";
        assert_eq!(home_of(users, 7, OsStr::new("ada")), Some(PathBuf::from("/home/ada")));
        for (user, name) in [(7, "root"), (0, "ada"), (8, "broken"), (9, "nobody"), (7, "")] {
            assert_eq!(home_of(users, user, OsStr::new(name)), None, "{name}");
        }
    }
}
