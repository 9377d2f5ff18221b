//! Indexes that mail servers keep beside the messages of a Maildir.
//!
//! A message never changes in IMAP (RFC 3501 section 2.3.1.1), so that Dovecot and Courier keep what they know of one,
//! its size and structure among it, by its file name. A message that is rewritten under the same name does not fit what
//! they keep, and Dovecot reports a "Broken physical size" or a "Broken virtual size" instead of the message. By another
//! name it is another message to them, with a UID of its own.

use super::directory::Directory;
use crate::error::Error;

/// Files of a Maildir folder that a server has opened, and their server.
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

/// The server that keeps an index of the Maildir `folder`.
///
/// # Errors
/// Where that cannot be known.
pub(crate) fn server_of(folder: &Directory) -> Result<Option<&'static str>, Error> {
    for (name, server) in FILES {
        if folder.type_of(name)?.is_some() {
            return Ok(Some(server));
        }
    }
    Ok(None)
}
