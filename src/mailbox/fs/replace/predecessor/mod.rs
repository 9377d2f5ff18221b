//! The old file of an mbox, after its replacement took its place, as long as another program may still write into it.
//!
//! A program that opened the mbox before the exchange, and waits for a lock or takes none, writes into the file that it
//! opened, whatever its name is now. Dovecot, procmail, mutt and others do not check the name again after they have the
//! lock. So:
//!
//! 1. The replacement gets a name in the directory `.NAME.old.mailutf`, which describes the old file: its inode number,
//!    the size and the fingerprint of what was read of it, and its number of messages. Then the two files are
//!    exchanged, so that the old file has this name. A run that finds a file of this name after a kill knows by the
//!    inode number which of the two files it is.
//! 2. The old file gets a second name there: Postfix counts the names after it has the lock, and tries again.
//! 3. The locks are released, and all descriptors of the old file closed. If another program has it open for reading
//!    only, the lock on it is taken again at once, before the dotlock is removed, and held for some seconds at most.
//!    The reason is mutt, which waits for that lock. If mutt got it, it would read the old file, take the size of the
//!    new file for the size that it has read, and write each message to its old offset. If it does not get the lock, it
//!    opens the mailbox for reading only.
//! 4. The system is asked, for some seconds at most, whether any program has the old file open for writing (by a
//!    [lease](mailutf_lease)). If none has, its content is final: no program can open it any more. If it did not change
//!    since the exchange, it is removed. Nearly every run ends here.
//! 5. If it changed, the mbox is locked again, and what was added is [appended](super::late_mail) to it, as the other
//!    program would have done a moment later. The old file is not converted and exchanged once more: a program that had
//!    opened the mbox in between would write into *its* old file, so that both would hold mail that the other one lacks. If
//!    the old file lacks something that had been read (a session changed flags), it is kept under a name that says so, and
//!    each run on the mbox fails in part until a person has compared the two and removed it.
//! 6. If it is still open when the time is over (an IMAP session may have it open for hours), or the system cannot
//!    tell, it is kept. Each later run on the mbox examines it in the same way before it reads anything. That also finishes
//!    the work of a run that was killed at any moment.
//!
//! Where it is not clear what was added (messages were removed in the meantime), both files are kept, which is an error.
//!
//! "Changed" first means another size, time of modification, or time of change (ctime, which no program can set). That
//! is reliable if the system can tell that no program has the file open for writing. A write sets the times before it
//! ends. And, both before the mbox is read and after the exchange, the locks are held until the clock of the file
//! system has moved on, so that the next change gets another time. Only if these differ is the old file read again and
//! its [fingerprint](super::fingerprint) compared. A later run has no times to compare, so it always compares
//! fingerprints.
//!
//! The waits of a run for all its mboxes together are bounded (`waits.rs`).
//!
//! Cost, if no other program has the mbox open: the fingerprint of what is read, a directory made and removed, two renames,
//! one lease; no wait beyond a tick of the clock.

mod earlier_runs;
mod old_file;
mod openers;
mod record;

pub(crate) use earlier_runs::lock_and_finish_earlier;
pub(crate) use old_file::{Predecessor, wait_for_the_clock};
pub(super) use record::{clear, place};
