//! The treatment of the old file of an mbox. Another program may still write into the old file after the
//! replacement took its place.
//!
//! A program may have opened the mbox before the exchange, and then wait for a lock or write without a lock.
//! Such a program writes into the file that it opened, whatever the name of that file is now. Dovecot,
//! procmail, mutt and others do not check the name again after they have the lock. So these steps are done:
//!
//! 1. The replacement gets a name in the directory `.NAME.old.mailutf`. The name describes the old file: its
//!    inode number, its size and fingerprint when it was read, and its number of messages. Then the two files
//!    are exchanged, so that the old file has this name. After a kill, the next run can tell by the inode
//!    number whether a file of this name is the old file or the replacement.
//! 2. The old file gets a second name in that directory. This is for Postfix, which counts the names of the
//!    file after it has the lock, and tries again if there are several.
//! 3. The locks are released, and all descriptors of the old file are closed. If another program has the old
//!    file open only for reading, the lock on the old file is taken again at once, before the dotlock is
//!    removed, and held for at most some seconds. The reason is mutt, which waits for that lock. If mutt got
//!    the lock, it would read the old file, take the size of the new file for the size that it has read, and
//!    write each message to its old offset. If mutt does not get the lock, it opens the mailbox only for
//!    reading.
//! 4. For at most some seconds, the system is asked whether any program has the old file open for writing (by a
//!    [lease](mailutf_lease)). If no program has, the content of the old file is final, because no program can
//!    open it any more. If the old file did not change since the exchange, it is removed. Nearly every run ends
//!    here.
//! 5. If the old file changed, the mbox is locked again, and the added mail is [appended](super::late_mail) to
//!    the mbox, as the other program would have done a moment later. The old file is not converted and
//!    exchanged again: a program that had opened the mbox in between would write into the replacement, which
//!    would then be an old file, so that each of the two files would hold mail that the other file lacks. If
//!    the old file no longer holds everything that had been read (for example, because a session changed
//!    flags), the old file is kept under a name that says so. Each run on the mbox then reports an error, until
//!    a person has compared the two files and removed the old file.
//! 6. If the old file is still open after that time (an IMAP session may keep it open for hours), or if the
//!    system cannot tell, the old file is kept. Each later run on the mbox examines the old file in the same
//!    way before it reads anything. This also finishes the work of a run that was killed at any moment.
//!
//! If it is not clear what was added (because messages were removed in the meantime), both files are kept, and
//! this is an error.
//!
//! The run that replaced the mbox first compares the size, the modification time and the ctime of the old file.
//! (No program can set the ctime.) If the size and both times are the same, the file did not change. This
//! comparison is reliable if the system can tell that no program has the file open for writing, for two
//! reasons. A write sets the times before it ends. And the locks are held until the clock of the file system
//! has moved on, both before the mbox is read and after the exchange, so that the next change gets another
//! time. Only if the size or a time differs is the old file read again, and its
//! [fingerprint](super::fingerprint) compared. A later run has no times to compare, so it always compares
//! fingerprints.
//!
//! The total time for which a run waits, over all its mboxes, is bounded (`waits.rs`).
//!
//! Cost, if no other program has the mbox open: the fingerprint of the octets that are read, a directory that
//! is made and removed, two renames, and one lease. The run waits no longer than one tick of the clock.

mod earlier_runs;
mod old_file;
mod openers;
mod record;

pub(crate) use earlier_runs::lock_and_finish_earlier;
pub(crate) use old_file::{Predecessor, wait_for_the_clock};
pub(super) use record::{clear, place};
