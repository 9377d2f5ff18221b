//! Detects directories without mail. A directory that holds only other files is probably the wrong one, and
//! is reported.

use mailutf::Error;
use mailutf::mailbox::fs::tree::SkipReason;
use std::io::{self, ErrorKind};
use std::path::Path;

/// What was found below a directory so far.
#[derive(Debug, Default)]
pub(crate) struct Looked {
    /// Whether there was mail, or a file that could not be read.
    mail: bool,
    /// Number of files that are not mail. Files that programs keep beside mail do not count, since empty
    /// mailboxes have them too.
    others: u64,
}

impl Looked {
    pub(crate) fn at_mail(&mut self) {
        self.mail = true;
    }

    pub(crate) fn at_skipped(&mut self, why: SkipReason) {
        self.mail |= why.holds_mail();
        self.others += u64::from(why == SkipReason::NotMail);
    }

    /// Ends the search below `root`.
    ///
    /// # Errors
    /// Fails if there are files, but no mail.
    pub(crate) fn end(self, root: &Path) -> Result<(), Error> {
        if self.mail || self.others == 0 {
            return Ok(());
        }
        let files = if self.others == 1 { "1 file".to_owned() } else { format!("{} files", self.others) };
        let why = format!(
            "{files}, but no Maildir, no mbox, and no name such as 1.eml, 1.emlx or 1 (MH); \
             a file that you name yourself is read whatever its name"
        );
        Err(Error::new("find mail in it", Some(root), io::Error::new(ErrorKind::NotFound, why)))
    }
}
