//! Reads mail ahead on another thread.

use crate::fault::{Fault, caught};
use crate::origin::Origin;
use crate::parsed::Octets;
use crate::policy::Policy;
use crate::skipped::Skipped;
use crate::source::{ReadSeek, Source};
use mailutf::Error;
use mailutf::internal::MessageEnds;
use mailutf::mailbox::batch::Batch;
use mailutf::mailbox::mail::{self, MailFile, Opened, ReadOptions, SkipReason, Why};
use mailutf::mailbox::mbox;
use mailutf::message::OwnedMessage;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// An item that the reading thread sends to the receiver.
#[derive(Debug)]
pub(crate) enum Read {
    /// A message, parsed with the policy.
    Message(Box<OwnedMessage<Octets>>, Origin, Policy),
    Skipped(Skipped),
    /// The thread failed because of an error in the library itself, or could not start.
    Failed(Fault),
}

/// The purpose for which texts are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The texts are shown. A guess then loses nothing.
    Display,
    /// The texts are read as a conversion reads them, to learn from them for the conversion.
    Conversion,
}

/// The number of batches that are read ahead.
const AHEAD: usize = 2;

/// Reads everything in `source`, or a range of `source`, on another thread.
pub(crate) fn read_ahead(
    source: Source,
    policy: Policy,
    range: Option<mbox::Range>,
    purpose: Purpose,
) -> Receiver<Vec<Read>> {
    let (sender, batches) = sync_channel(AHEAD);
    let no_thread = sender.clone();
    let reading = Reader { sender, policy, purpose };
    let read = move || {
        if let Err(fault) = caught(|| reading.all(&source, range)) {
            let _ = reading.send(vec![Read::Failed(fault)]);
        }
    };
    if let Err(error) = thread::Builder::new().spawn(read) {
        let _ = no_thread.send(vec![Read::Failed(Fault::NoThread(error))]);
    }
    batches
}

struct Reader {
    sender: SyncSender<Vec<Read>>,
    policy: Policy,
    purpose: Purpose,
}

/// The error if the receiver no longer waits for items.
struct Abandoned;

/// Whether a file that contains no mail is left out without an entry in `skipped`. A file that could
/// not be read always gets an entry.
fn is_silent(why: &Why) -> bool {
    use SkipReason::{DanglingLink, Device, Fifo, Gone, Socket};
    match why {
        Why::File(DanglingLink | Device | Fifo | Gone | Socket) | Why::Padding(_) => false,
        why => !why.misses_mail(),
    }
}

impl From<mail::Skipped> for Skipped {
    fn from(mail::Skipped { origin, why, .. }: mail::Skipped) -> Self {
        let path = origin.file.path().to_path_buf();
        let reason = match &why {
            Why::Io(Error::Io { path: Some(failed), source, .. }) if *failed == path => source.to_string(),
            why => why.to_string(),
        };
        Self { path, offset: origin.offset, reason, code: code(&why).into() }
    }
}

/// Returns the reason as a word that never changes between versions.
fn code(why: &Why) -> &'static str {
    match why {
        Why::Io(_) => "unreadable",
        Why::TooLarge(_) => "too-large",
        Why::TextBeforeMessages(_) => "text-before-messages",
        Why::Unsupported(_) | Why::File(SkipReason::UnsupportedFormat | SkipReason::MailArchive) => {
            "unsupported"
        }
        Why::Padding(_) => "padding",
        Why::NoMail(_) => "no-mail",
        _ => "not-mail",
    }
}

impl Reader {
    fn all(&self, source: &Source, range: Option<mbox::Range>) -> Result<(), Abandoned> {
        let limit = self.policy.choices().limits.message;
        match (range, source.seekable()) {
            (Some(range), Some(mail)) => self.range(source, mail, &range, limit),
            _ => {
                let options = ReadOptions::default().with_limit(limit).with_range(range);
                source.files(&options).try_for_each(|opened| self.file(source, opened))
            }
        }
    }

    fn file(&self, source: &Source, opened: Result<Opened<'_>, mail::Skipped>) -> Result<(), Abandoned> {
        match opened {
            Ok(opened) => self.messages(source, &Arc::clone(opened.file()), opened),
            Err(skipped) => self.skip(skipped),
        }
    }

    /// Reads a range of mail that has no path, because it is in memory or in an open file.
    fn range(
        &self,
        source: &Source,
        mail: Box<dyn ReadSeek + '_>,
        range: &mbox::Range,
        limit: usize,
    ) -> Result<(), Abandoned> {
        let file = Arc::new(MailFile::named(source.name()));
        let skipped = |offset: u64, why: Why| {
            let mut skipped = mail::Skipped::new(Arc::clone(&file), why);
            skipped.origin.offset = offset;
            skipped
        };
        let failed =
            |error| skipped(range.start, Error::new("read a range of it", Some(file.path()), error).into());
        match mbox::Reader::range(mail, range) {
            Ok(reader) => {
                let batches = reader.limit(limit).map(|batch| {
                    let batch = batch.map_err(failed)?;
                    match (batch.too_large(), batch.text_before_messages()) {
                        (Some(large), _) => Err(skipped(large.offset, Why::TooLarge(large))),
                        (None, Some(octets)) => Err(skipped(0, Why::TextBeforeMessages(octets))),
                        (None, None) => Ok(batch),
                    }
                });
                self.messages(source, &file, batches)
            }
            Err(error) => self.skip(failed(error)),
        }
    }

    fn messages(
        &self,
        source: &Source,
        file: &MailFile,
        batches: impl Iterator<Item = Result<Batch, mail::Skipped>>,
    ) -> Result<(), Abandoned> {
        let path = source.path().is_some().then(|| file.path().to_path_buf());
        let policy = self.policy.at(file.inside());
        let choices = match self.purpose {
            Purpose::Display => policy.for_display(),
            Purpose::Conversion => policy.for_conversion(),
        };
        for batch in batches {
            let batch = match batch {
                Ok(batch) => batch,
                Err(skipped) => {
                    self.skip(skipped)?;
                    continue;
                }
            };
            let messages = batch.entries().map(|entry| {
                let text = entry.message();
                let ends = MessageEnds::of(&entry, &text);
                let message = OwnedMessage::of(Octets::Read(text.into_octets()), choices.clone());
                let origin = Origin {
                    path: path.clone(),
                    offset: entry.offset(),
                    ordinal: entry.ordinal,
                    from_line: entry.from_line_octets().into(),
                    flags: file.flags().into(),
                    ends: Some(ends),
                };
                Read::Message(Box::new(message), origin, policy.clone())
            });
            self.send(messages.collect())?;
        }
        Ok(())
    }

    fn skip(&self, skipped: mail::Skipped) -> Result<(), Abandoned> {
        if is_silent(&skipped.why) { Ok(()) } else { self.send(vec![Read::Skipped(skipped.into())]) }
    }

    fn send(&self, batch: Vec<Read>) -> Result<(), Abandoned> {
        self.sender.send(batch).map_err(|_| Abandoned)
    }
}
