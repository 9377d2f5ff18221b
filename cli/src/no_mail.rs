//! A directory with files of which none is mail: most likely the wrong one, and never a reason to say nothing.

use mailutf::Error;
use mailutf::mailbox::fs::tree::SkipReason;
use std::io::{self, ErrorKind};
use std::path::Path;

/// What was found below a directory so far.
#[derive(Debug, Default)]
pub(crate) struct Looked {
    /// Whether there was mail, or a file that cannot be read.
    mail: bool,
    /// Files that are no mail. What programs keep beside mail does not count: it stands in empty mailboxes, too.
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

    /// All of `root` was looked at.
    ///
    /// # Errors
    /// Where there is no mail, but other files.
    pub(crate) fn end(self, root: &Path) -> Result<(), Error> {
        if self.mail || self.others == 0 {
            return Ok(());
        }
        let files = if self.others == 1 { "1 file".to_owned() } else { format!("{} files", self.others) };
        let why = format!(
            "{files}, none of them in a Maildir, an mbox, or called .eml, .emlx or by a number as in MH; \
             a file that is named is read whatever it is called"
        );
        Err(Error::new("find mail below", Some(root), io::Error::new(ErrorKind::NotFound, why)))
    }
}
