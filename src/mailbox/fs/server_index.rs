//! Indexes that mail servers keep beside the messages of a Maildir.
//!
//! A message never changes in IMAP (RFC 3501 section 2.3.1.1), so Dovecot and Courier cache its size and
//! structure under its file name. A message rewritten under the same name does not match the cache, and
//! Dovecot reports a "Broken physical size" or a "Broken virtual size" instead of the message. Under another
//! name it is a new message to them, with a new UID.

use super::directory::Directory;
use crate::error::Error;

/// Files that a server creates in a Maildir folder when it opens the folder.
const FILES: &[(&str, &str)] = &[
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

/// The server that keeps an index of the Maildir `folder`, if one does.
///
/// # Errors
/// Fails if that cannot be determined.
pub(crate) fn server_of(folder: &Directory) -> Result<Option<&'static str>, Error> {
    for (name, server) in FILES {
        if folder.type_of(name)?.is_some() {
            return Ok(Some(server));
        }
    }
    Ok(None)
}
