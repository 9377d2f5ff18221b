//! `mailutf verify-manifest`: tells whether mail still agrees with a manifest that `--manifest` wrote.
//!
//! The digests of the messages are compared as multisets, so that messages may have moved between files and
//! formats. The Message-ID, file and number of a message serve only to name the message if it differs.
//!
//! The command needs memory for the names of each message that differs, and up to 100 octets of memory for each
//! message in the manifest. The manifest is read twice, so that the names in it need not be held in memory.

use super::Run;
use crate::exit::{Exit, write_error};
use crate::input::{self, FileEntry, InputOptions, SelectedBatch, each};
use crate::options::{JobsArgs, LimitMessageArgs, PathArgs, VariantArgs};
use crate::report::manifest::{self, ManifestEntry};
use crate::terminal::{Escaped, Paint, counted, say, style};
use mailutf::mailbox::Digest;
use mailutf::structure::Structure;
use mailutf::{Error, Limits, Severity};
use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const EXAMPLES: &str = "\
Examples:
  mailutf normalize Mail -i --manifest mail.jsonl    Convert, and record each message before and after
  mailutf verify-manifest mail.jsonl Mail            Is every converted message still there, unchanged?
  mailutf verify-manifest --before mail.jsonl Mail.old
                                                     Is every original message in this copy?";

/// Compare mail with a manifest that `normalize --manifest` wrote.
///
/// Compares the SHA-256 of each message, and names the messages that are missing, changed, added, or not yet
/// converted. Messages may have moved to other files or formats. Copies of a message are counted.
///
/// Exit status: 0 every message agrees with the manifest; 1 some message does not agree, or was not compared; 2 wrong
/// use, or reading failed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct VerifyManifestArgs {
    /// The file that `normalize --manifest` wrote.
    #[arg(value_name = "MANIFEST")]
    manifest: PathBuf,

    #[command(flatten)]
    paths: PathArgs,

    /// Compare mail with the messages as they were before the conversion, to check a copy of the old archive.
    #[arg(long, help_heading = "Input")]
    before: bool,

    #[command(flatten)]
    variant: VariantArgs,

    #[command(flatten)]
    jobs: JobsArgs,

    /// Print nothing; only set the exit status.
    #[arg(short, long, help_heading = "Reports")]
    quiet: bool,

    #[command(flatten)]
    limit: LimitMessageArgs,
}

impl Run for VerifyManifestArgs {
    fn run(&self) -> Result<Exit, Error> {
        let paths = self.paths.paths()?;
        let mut expected = Expected::default();
        for recorded in manifest::read(&self.manifest)? {
            if let Some((digest, _)) = sides(self, &recorded?) {
                *expected.0.entry(digest).or_default().get_mut() += 1;
            }
        }
        let reading = InputOptions { mbox: self.variant.format(), ..InputOptions::of(self.limit.octets()) };
        let watched = !self.quiet && !io::stdout().is_terminal();
        let mut others = Others::default();
        let mut same = 0_u64;
        let work = |batch| expected.found(&batch);
        let read = each(paths, self.jobs.jobs, watched, &reading, work, |messages| {
            for Found { digest, other } in messages {
                match expected.take(digest) {
                    true => same += 1,
                    false => others.add(digest, other),
                }
            }
            Ok(())
        })?;
        let output: Box<dyn Write> =
            if self.quiet { Box::new(io::sink()) } else { Box::new(io::stdout().lock()) };
        let mut list = List { output: BufWriter::new(output), counts: BTreeMap::new() };
        match differences(self, &expected, others, &mut list)? {
            // This error means that the program that reads the output has closed it. There is a difference, because
            // only differences are printed.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(read.max(Exit::Unresolved)),
            listed => listed.map_err(write_error)?,
        }
        if !self.quiet {
            let others = list.counts.iter().map(|(what, count)| format!(", {count} {}", what.words().0));
            let same = counted(same, "message");
            say(&format!("{same} as recorded in the manifest{}", others.collect::<String>()));
        }
        Ok(if list.counts.is_empty() { read } else { read.max(Exit::Unresolved) })
    }
}

/// Returns two digests: first the digest that the message should have, then the digest of its other form. A message
/// has two forms: one before the conversion, and one after it.
fn sides(args: &VerifyManifestArgs, recorded: &ManifestEntry) -> Option<(Digest, Digest)> {
    recorded.digests.map(|(before, after)| if args.before { (before, after) } else { (after, before) })
}

/// Lists the differences between the mail and the manifest.
///
/// # Errors
/// Fails if the manifest cannot be read again. The inner result is an error if writing fails.
fn differences(
    args: &VerifyManifestArgs,
    expected: &Expected,
    mut others: Others,
    list: &mut List,
) -> Result<io::Result<()>, Error> {
    let other_form = if args.before { What::Converted } else { What::Unconverted };
    let mut gone = Vec::new();
    for recorded in manifest::read(&args.manifest)? {
        let recorded = recorded?;
        let listed = match sides(args, &recorded) {
            None => list.add(&recorded.place(), What::NotCompared, ""),
            Some((digest, _)) if !expected.take(digest) => Ok(()),
            Some((_, other)) => match others.of_digest(other) {
                Some(other) => list.add(&recorded.place(), other_form, &other.elsewhere(&recorded)),
                None => {
                    gone.push(recorded);
                    Ok(())
                }
            },
        };
        if listed.is_err() {
            return Ok(listed);
        }
    }
    for recorded in gone {
        let listed = match others.named_as(&recorded) {
            Some(other) => list.add(&recorded.place(), What::Changed, &other.elsewhere(&recorded)),
            None => list.add(&recorded.place(), What::Missing, ""),
        };
        if listed.is_err() {
            return Ok(listed);
        }
    }
    let mut added = others.messages.into_iter().flatten();
    let listed = added.try_for_each(|other| list.add(&other.place(), What::Added, ""));
    Ok(listed.and_then(|()| list.output.flush()))
}

/// How a message differs from the manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Missing,
    Changed,
    Unconverted,
    Converted,
    Added,
    NotCompared,
}

impl What {
    /// Returns the difference in a few words, and an explanation.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Missing => ("missing", ""),
            Self::Changed => ("changed", ""),
            Self::Unconverted => (
                "not converted",
                ": the message is still as it was before the conversion (to check a copy of the old mail, use \
                 --before)",
            ),
            Self::Converted => ("converted", ": the message is already in its converted form"),
            Self::Added => ("added", ": the message is not in the manifest"),
            Self::NotCompared => (
                "not compared",
                ": the message was larger than --limit-message, so the manifest has no digest of it",
            ),
        }
    }
}

/// Writes the differences to standard output, and counts them.
struct List {
    output: BufWriter<Box<dyn Write>>,
    counts: BTreeMap<What, u64>,
}

impl List {
    fn add(&mut self, place: &str, what: What, elsewhere: &str) -> io::Result<()> {
        *self.counts.entry(what).or_default() += 1;
        let (word, explained) = what.words();
        let word = Paint::output().paint(style::of(Severity::Unresolved), word);
        writeln!(self.output, "{place}: {word}{explained}{elsewhere}")
    }
}

/// The digests in the manifest. Each has the number of messages with this digest that have not been found yet.
#[derive(Default)]
struct Expected(HashMap<Digest, AtomicU64>);

impl Expected {
    /// Returns the messages of a batch. If the digest of a message is in the manifest, its Message-ID is not needed
    /// and is not read.
    fn found(&self, batch: &SelectedBatch) -> Vec<Found> {
        let found = |entry: FileEntry<'_>| {
            let text = entry.message();
            let digest = Digest::of(text.octets());
            let message_id = match self.0.contains_key(&digest) {
                true => Vec::new(),
                false => {
                    Structure::parse(text.octets(), &Limits::default()).message_id(text.octets()).to_vec()
                }
            };
            let message_id = String::from_utf8_lossy(&message_id).into_owned();
            let other = Other { path: Arc::clone(entry.path), message: entry.ordinal + 1, message_id };
            Found { digest, other }
        };
        batch.entries().map(found).collect()
    }

    /// Counts one of the messages with this digest as found. Returns false if all of them have been found already.
    fn take(&self, digest: Digest) -> bool {
        let left = self.0.get(&digest).is_some_and(|left| left.load(Relaxed) > 0);
        if left && let Some(count) = self.0.get(&digest) {
            count.fetch_sub(1, Relaxed);
        }
        left
    }
}

struct Found {
    digest: Digest,
    other: Other,
}

/// A message whose digest is not in the manifest, or an extra copy of a message that the manifest lists fewer times.
struct Other {
    path: Arc<Path>,
    message: u64,
    /// The Message-ID, or an empty string if the message has none.
    message_id: String,
}

impl Other {
    fn place(&self) -> String {
        place(&input::name(&self.path), self.message, &self.message_id)
    }

    /// Says where the message is now. If it is still in the place that the manifest names, returns an empty string.
    fn elsewhere(&self, recorded: &ManifestEntry) -> String {
        if self.path.to_string_lossy() == recorded.file && self.message == recorded.message {
            return String::new();
        }
        format!("; now {} message {}", input::name(&self.path), self.message)
    }
}

/// The messages that do not agree with the manifest, and indices to find them.
#[derive(Default)]
struct Others {
    /// The messages. A message that was removed from the list is replaced by `None`.
    messages: Vec<Option<Other>>,
    by_digest: HashMap<Digest, Vec<usize>>,
    by_id: HashMap<String, Vec<usize>>,
    by_place: HashMap<(String, u64), usize>,
}

impl Others {
    fn add(&mut self, digest: Digest, other: Other) {
        let at = self.messages.len();
        self.by_digest.entry(digest).or_default().push(at);
        if !other.message_id.is_empty() {
            self.by_id.entry(other.message_id.clone()).or_default().push(at);
        }
        self.by_place.insert((other.path.to_string_lossy().into_owned(), other.message), at);
        self.messages.push(Some(other));
    }

    /// Removes one message with this digest from the list, and returns it.
    fn of_digest(&mut self, digest: Digest) -> Option<Other> {
        self.first(|others| others.by_digest.get_mut(&digest)?.pop())
    }

    /// Finds the message that `recorded` probably describes, removes it from the list, and returns it. It is the first
    /// of these messages that exists:
    ///
    /// 1. the message in the place of `recorded`, if it has the same Message-ID,
    /// 2. a message elsewhere with the Message-ID of `recorded`,
    /// 3. the message in the place of `recorded`, if it or `recorded` has no Message-ID.
    fn named_as(&mut self, recorded: &ManifestEntry) -> Option<Other> {
        let id = recorded.message_id.as_deref().unwrap_or_default();
        let same = self.in_place_of(recorded, |other| other == id);
        let by_id = same.or_else(|| self.first(|others| others.by_id.get_mut(id)?.pop()));
        by_id.or_else(|| self.in_place_of(recorded, |other| other.is_empty() || id.is_empty()))
    }

    /// Removes the message in the place of `recorded` from the list and returns it, if `fits` returns true for its
    /// Message-ID.
    fn in_place_of(&mut self, recorded: &ManifestEntry, fits: impl Fn(&str) -> bool) -> Option<Other> {
        let at = self.by_place.get(&(recorded.file.clone(), recorded.message))?;
        self.messages.get_mut(*at)?.take_if(|other| fits(&other.message_id))
    }

    /// Removes a message from the list, and returns it. `next` returns the index of a message. If this message is no
    /// longer in the list, `next` is called again. Returns `None` if `next` has no more indices.
    fn first(&mut self, next: impl Fn(&mut Self) -> Option<usize>) -> Option<Other> {
        loop {
            let at = next(self)?;
            if let Some(found) = self.messages.get_mut(at).and_then(Option::take) {
                return Some(found);
            }
        }
    }
}

impl ManifestEntry {
    fn place(&self) -> String {
        let name = input::name(Path::new(&self.file));
        place(&name, self.message, self.message_id.as_deref().unwrap_or_default())
    }
}

fn place(name: &str, message: u64, message_id: &str) -> String {
    let id =
        if message_id.is_empty() { String::new() } else { format!(" {}", Escaped(message_id.as_bytes())) };
    format!("{name}: message {message}{id}")
}
