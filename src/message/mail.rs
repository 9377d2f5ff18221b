//! Reads all messages of files and directories, one after the other, on one thread.

use super::owned::OwnedMessage;
use crate::error::Error;
use crate::mailbox::batch::Batch;
use crate::mailbox::mail::{Files, Opened, Origin, ReadOptions, Skipped};
use crate::policy::Policy;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The messages of a file or a directory, each with its [`Origin`]: an iterator over
/// `Result<(Origin, OwnedMessage), Skipped>` (feature `files`).
///
/// The iterator reads mbox files, Maildirs, MH folders, trees of `.eml` and `.emlx` files, and single messages,
/// compressed or not (feature `compression`), in any mixture. For a file or message that cannot be read, the iterator
/// yields a [`Skipped`] once, and goes on with the next message or file.
/// [`Why::misses_mail`](crate::mailbox::mail::Why::misses_mail) tells whether mail may be missing. After an error in
/// an mbox, the rest of that file is not read.
///
/// ```
/// use mailutf::message::Mail;
/// # let directory = tempfile::tempdir()?;
/// # let inbox = directory.path().join("inbox");
/// # std::fs::write(&inbox, "From a@b.org Mon Jan  1 00:00:00 2024\nSubject: =?koi8-r?Q?=EB=CF=C4?=\n\n1\n\n")?;
/// for found in Mail::at(&inbox)? {
///     match found {
///         Ok((origin, message)) => {
///             assert_eq!((origin.ordinal, origin.offset), (0, 0));
///             assert_eq!(message.message().subject().unwrap(), "Код");
///         }
///         Err(skipped) => eprintln!("{skipped}"),
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A mailbox can grow while it is read. The iterator stops when it reaches the end that the mailbox has at
/// that time. The iterator does not lock the mailbox, so another program may be writing its last message. To
/// go on later, read the [range](ReadOptions::range) after the messages that were read. To work on several
/// threads, use [`Files`] and [`Opened`].
///
/// The iterator needs memory for two copies of the largest message.
#[derive(Debug)]
pub struct Mail {
    files: Files,
    options: ReadOptions,
    policy: Arc<Policy>,
    /// The policy for the file that is being read.
    policy_here: Arc<Policy>,
    open: Option<Opened<'static>>,
    /// The messages that were read last, in one step.
    batch: Batch,
    /// The index of the next message to yield in `batch`.
    next: usize,
}

impl Mail {
    /// The messages at `path`.
    ///
    /// # Errors
    /// Fails if nothing exists at `path`, or if `path` is a directory and the system is not Unix.
    pub fn at(path: &Path) -> Result<Self, Error> {
        Files::at(path).map(Self::new)
    }

    /// The messages at `paths`, one path after the other.
    pub fn of(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        Self::new(Files::of(paths))
    }

    fn new(files: Files) -> Self {
        let policy = Arc::new(Policy::for_display());
        Self {
            files,
            options: ReadOptions::default(),
            policy_here: Arc::clone(&policy),
            policy,
            open: None,
            batch: Batch::default(),
            next: 0,
        }
    }

    /// The same mail, read with these options.
    #[must_use]
    pub fn with_options(self, options: ReadOptions) -> Self {
        Self { options, ..self }
    }

    /// The same mail, with texts decoded by `policy`. The default is [`Policy::for_display`].
    #[must_use]
    pub fn with_policy(self, policy: impl Into<Arc<Policy>>) -> Self {
        Self { policy: policy.into(), ..self }
    }
}

impl Iterator for Mail {
    type Item = Result<(Origin, OwnedMessage), Skipped>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(open) = &mut self.open {
                if let Some(entry) = self.batch.entry(self.next) {
                    self.next += 1;
                    let message =
                        OwnedMessage::parse_with(entry.message().octets(), Arc::clone(&self.policy_here));
                    return Some(Ok((open.origin(&entry), message)));
                }
                match open.next() {
                    Some(Ok(batch)) => (self.batch, self.next) = (batch, 0),
                    Some(Err(skipped)) => return Some(Err(skipped)),
                    None => self.open = None,
                }
                continue;
            }
            match self.files.next()?.and_then(|file| file.open(&self.options)) {
                Ok(opened) => {
                    self.policy_here = match self.policy.at(opened.file().inside()) {
                        Cow::Borrowed(_) => Arc::clone(&self.policy),
                        Cow::Owned(policy) => Arc::new(policy),
                    };
                    (self.open, self.batch) = (Some(opened), Batch::default());
                }
                Err(skipped) => return Some(Err(skipped)),
            }
        }
    }
}
