//! Reads or converts mailboxes whose octets arrive in pieces.

use crate::exchange::{Failure, Status, arguments, done, ended};
use crate::json::Object;
use crate::policy::policy;
use mailutf::mailbox::batch::Batch;
use mailutf::mailbox::{Format, Source};
use mailutf::pipeline::{Pipeline, Totals, Workers};
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, ErrorKind, Read};
use std::num::NonZeroUsize;
use std::rc::Rc;

/// The number of octets that must have arrived before the format of the mailbox is determined. Fewer octets suffice if the
/// mailbox has ended. No format needs more octets.
const START: usize = 2 << 20;

/// A mailbox that is being read.
#[derive(Debug)]
struct Mailbox {
    pieces: Pieces,
    pipeline: Pipeline,
    /// The source of the messages; `None` until there are enough octets to determine the format.
    source: Option<Source<Pieces>>,
    /// The batch whose messages are being returned, and the index of the next message in the batch.
    batch: (Batch, usize),
    totals: Totals,
}

thread_local! {
    static MAILBOXES: RefCell<BTreeMap<u32, Mailbox>> = const { RefCell::new(BTreeMap::new()) };
}

/// The octets that have arrived but were not read yet. JavaScript adds octets, and the reader takes them.
#[derive(Clone, Debug, Default)]
struct Pieces(Rc<RefCell<Waiting>>);

#[derive(Debug, Default)]
struct Waiting {
    octets: VecDeque<u8>,
    is_at_end: bool,
}

impl Pieces {
    fn len(&self) -> usize {
        self.0.borrow().octets.len()
    }

    fn is_at_end(&self) -> bool {
        self.0.borrow().is_at_end
    }
}

impl Read for Pieces {
    /// Fails with [`ErrorKind::WouldBlock`] if more octets must arrive first. In this case no octets are lost.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut waiting = self.0.borrow_mut();
        match waiting.octets.is_empty() && !waiting.is_at_end {
            true => Err(ErrorKind::WouldBlock.into()),
            false => waiting.octets.read(buffer),
        }
    }
}

impl Mailbox {
    /// Returns the next batch, or `None` at the end. Fails with [`ErrorKind::WouldBlock`] if more octets must arrive first.
    fn next(&mut self) -> io::Result<Option<Batch>> {
        let limit = self.pipeline.policy().limits.message;
        let source = match &mut self.source {
            Some(source) => source,
            None if self.pieces.len() < START && !self.pieces.is_at_end() => {
                return Err(ErrorKind::WouldBlock.into());
            }
            None => {
                let source = self.pipeline.source(self.pieces.clone(), Format::Any)?;
                self.source.insert(source)
            }
        };
        // Only an mbox can be read before all of its octets have arrived. A single message must be complete. But if the
        // message is larger than `limit`, its beginning suffices, because the message will be skipped.
        if !source.holds_several() && !self.pieces.is_at_end() && self.pieces.len() <= limit {
            return Err(ErrorKind::WouldBlock.into());
        }
        source.next().transpose()
    }
}

/// Opens a mailbox whose messages are read by a policy (the only argument), and keeps the mailbox under `number` until
/// [`mailbox_close`]. No other mailbox may have the same number.
#[unsafe(no_mangle)]
pub extern "C" fn mailbox_open(number: u32) -> Status {
    let [choices] = arguments();
    ended(policy(&choices).map(|policy| {
        let mailbox = Mailbox {
            pieces: Pieces::default(),
            pipeline: Pipeline::new(policy)
                .with_workers(Workers::default().with_jobs(Some(NonZeroUsize::MIN))),
            source: None,
            batch: (Batch::default(), 0),
            totals: Totals::default(),
        };
        MAILBOXES.with_borrow_mut(|all| all.insert(number, mailbox));
        []
    }))
}

/// Frees a mailbox.
#[unsafe(no_mangle)]
pub extern "C" fn mailbox_close(number: u32) {
    MAILBOXES.with_borrow_mut(|all| all.remove(&number));
}

/// Adds the next octets of the mailbox (the only argument).
#[unsafe(no_mangle)]
pub extern "C" fn mailbox_push(number: u32) -> Status {
    let [octets] = arguments();
    with(number, |mailbox| mailbox.pieces.0.borrow_mut().octets.extend(octets));
    done([])
}

/// Says that no more octets of the mailbox will follow.
#[unsafe(no_mangle)]
pub extern "C" fn mailbox_end(number: u32) -> Status {
    with(number, |mailbox| mailbox.pieces.0.borrow_mut().is_at_end = true);
    done([])
}

/// Reads the next message. The first result is its octets. The second result is JSON with its `offset` and `ordinal`, and
/// with the `reason` if the message was not read.
#[unsafe(no_mangle)]
pub extern "C" fn mailbox_next(number: u32) -> Status {
    with(number, |mailbox| {
        loop {
            let (batch, next) = &mut mailbox.batch;
            if let Some(entry) = batch.entry(*next) {
                *next += 1;
                return done([entry.message().into_octets(), place(entry.offset(), entry.ordinal, None)]);
            }
            let batch = match mailbox.next() {
                Ok(Some(batch)) => batch,
                Ok(None) => return Status::Nothing,
                Err(error) => return stopped(&error),
            };
            let skipped = skipped(&batch);
            mailbox.batch = (batch, 0);
            if let Some(place) = skipped {
                return done([Vec::new(), place]);
            }
        }
    })
}

/// Converts the next messages of the mailbox to UTF-8. The result is the octets of the new messages.
#[unsafe(no_mangle)]
pub extern "C" fn mailbox_normalize_next(number: u32) -> Status {
    with(number, |mailbox| {
        let batch = match mailbox.next() {
            Ok(Some(batch)) => batch,
            Ok(None) => return Status::Nothing,
            Err(error) => return stopped(&error),
        };
        let mut output = Vec::new();
        let totals = mailbox.pipeline.run([Ok(batch)], &mut output, |_| ());
        // Writing to memory cannot fail.
        if let Ok(totals) = totals {
            mailbox.totals += &totals;
        }
        done([output])
    })
}

/// Reports the totals of all calls of [`mailbox_normalize_next`] so far. The result is a JSON object.
#[unsafe(no_mangle)]
pub extern "C" fn mailbox_totals(number: u32) -> Status {
    with(number, |Mailbox { totals, .. }| {
        let findings = totals.findings.iter();
        let findings = findings.fold(Object::new(), |all, (code, times)| all.with(code.as_str(), *times));
        let object = Object::new()
            .with("messages", totals.messages)
            .with("changed", totals.changed)
            .with("unresolved", totals.unresolved)
            .with("octets", totals.octets)
            .with("findings", findings);
        done([object.end()])
    })
}

fn with<T>(number: u32, use_it: impl FnOnce(&mut Mailbox) -> T) -> T {
    MAILBOXES.with_borrow_mut(|all| match all.get_mut(&number) {
        Some(mailbox) => use_it(mailbox),
        None => panic!("there is no mailbox {number}"),
    })
}

fn stopped(error: &io::Error) -> Status {
    match error.kind() {
        ErrorKind::WouldBlock => Status::NeedsMore,
        _ => ended::<0>(Err(Failure::new("unreadable", error.to_string()))),
    }
}

fn place(offset: u64, ordinal: u64, reason: Option<String>) -> Vec<u8> {
    Object::new().with("offset", offset).with("ordinal", ordinal).with("reason", reason).end()
}

/// Describes what was skipped in a batch, and the reason, as JSON. A message can be skipped, or the whole file if it is
/// no mailbox. Returns `None` if nothing was skipped.
fn skipped(batch: &Batch) -> Option<Vec<u8>> {
    if let Some(large) = batch.too_large() {
        let reason = format!("the message is larger than {} octets", large.limit);
        return Some(place(large.offset, large.ordinal, Some(reason)));
    }
    Some(place(0, 0, Some(batch.unsupported()?.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    /// Reading a file in pieces of any size gives the same messages as reading the whole file.
    #[test]
    fn pieces_do_not_matter() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/mbox");
        for file in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let octets = fs::read(&file).unwrap();
            let whole: Vec<_> = Source::new(&octets[..], Format::Any).unwrap().map(Result::unwrap).collect();
            let messages = |batches: &[Batch]| -> Vec<Vec<u8>> {
                batches.iter().flat_map(Batch::entries).map(|entry| entry.message().into_octets()).collect()
            };
            for size in [1, 7, 100, octets.len().max(1)] {
                let mut mailbox = Mailbox {
                    pieces: Pieces::default(),
                    pipeline: Pipeline::new(mailutf::Policy::default()),
                    source: None,
                    batch: (Batch::default(), 0),
                    totals: Totals::default(),
                };
                // A file with fewer than `START` octets is read only in the second loop, because its format is not
                // determined before its end.
                let mut batches = Vec::new();
                for piece in octets.chunks(size) {
                    mailbox.pieces.0.borrow_mut().octets.extend(piece);
                    while let Ok(Some(batch)) = mailbox.next() {
                        batches.push(batch);
                    }
                }
                mailbox.pieces.0.borrow_mut().is_at_end = true;
                while let Some(batch) = mailbox.next().unwrap() {
                    batches.push(batch);
                }
                assert_eq!(messages(&batches), messages(&whole), "{} in pieces of {size}", file.display());
            }
        }
    }
}
