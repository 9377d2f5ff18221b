//! Options for how an mbox is stored (`--mbox-variant`), and for reading only a part of it (`--range`).

use super::names::{Choice, OneOf};
use crate::input::{self, is_standard_input};
use mailutf::Error;
use mailutf::mailbox::compressed::Compression;
use mailutf::mailbox::mail::{Batches, MailFile, ReadOptions};
use mailutf::mailbox::mbox::{Index, NotARange, Range, Variant};
use mailutf::mailbox::{Format, WholeFile};
use std::fs::File;
use std::path::Path;
use std::str::FromStr;

const VARIANTS: &[Choice<Variant>] = &[
    ("mboxo", "`From ` is quoted as `>From `; the oldest variant, not reversible", Variant::Mboxo),
    ("mboxrd", "`From `, `>From `, `>>From ` and so on get one more `>`; reversible", Variant::Mboxrd),
    ("mboxcl", "Like mboxo, with Content-Length", Variant::Mboxcl),
    ("mboxcl2", "Nothing is quoted; Content-Length shows where a message ends", Variant::Mboxcl2),
];

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct VariantArgs {
    /// How mbox files quote `From ` lines [default: mboxrd, or mboxcl2 where Content-Length proves that variant].
    #[arg(long, value_parser = OneOf(VARIANTS), value_name = "VARIANT", help_heading = "Input")]
    pub(crate) mbox_variant: Option<Variant>,
}

impl VariantArgs {
    /// Returns the format in which files that may be mboxes are read.
    pub(crate) fn format(self) -> Format {
        self.mbox_variant.map_or(Format::Any, Format::Mbox)
    }
}

/// A part of an mbox.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Interval {
    /// A range in the form in which `mailutf split` prints it.
    Range(Range),
    /// A range from one offset to another. The messages before the range must be read first, to find out the number
    /// of the first message in the range and the variant of the mbox.
    Octets(u64, u64),
}

impl Interval {
    /// Returns the size of the interval in octets.
    pub(crate) fn octets(self) -> u64 {
        match self {
            Self::Range(range) => range.end.saturating_sub(range.start),
            Self::Octets(start, end) => end.saturating_sub(start),
        }
    }

    /// Opens the mbox at `path` and returns the messages in the interval.
    pub(crate) fn open(
        self,
        path: &Path,
        variant: Option<Variant>,
        limit: usize,
    ) -> Result<Batches<'static>, Error> {
        // `index()` also rejects files that cannot be read in ranges.
        let index = index(path, variant, limit)?;
        let range = match self {
            Self::Range(range) => range,
            Self::Octets(start, end) => index
                .range(start, end)
                .map_err(|error| Error::new("read a range of it", Some(path), error))?,
        };
        let options = ReadOptions::default().with_limit(limit).with_range(Some(range));
        Ok(MailFile::named(path).open(&options)?.into_batches())
    }
}

impl FromStr for Interval {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let octets = || {
            let (start, end) = text.split_once('-')?;
            let (start, end) = (start.parse().ok()?, end.parse().ok()?);
            (start < end).then_some(Self::Octets(start, end))
        };
        let range = || text.parse().map(Self::Range);
        let wanted =
            |_: NotARange| "expected START-END in octets, or a line that `mailutf split` prints".to_owned();
        octets().map_or_else(range, Ok).map_err(wanted)
    }
}

/// Opens the mbox at `path` so that it can be cut into ranges.
pub(crate) fn index(path: &Path, variant: Option<Variant>, limit: usize) -> Result<Index<WholeFile>, Error> {
    let refused = |why| Err(Error::refused("read a range of it", path, why));
    if is_standard_input(path) {
        return refused("standard input can only be read from its beginning; name a file");
    }
    if path.is_dir() {
        return refused("it is a directory; only an mbox has ranges");
    }
    let failed = |action| move |error| Error::new(action, Some(path), error);
    let file = File::open(path).map_err(failed("open"))?;
    let metadata = file.metadata().map_err(failed("open"))?;
    Compression::refuse_empty(path, &metadata).map_err(failed("read"))?;
    let file = WholeFile::of(file).map_err(failed("open"))?;
    if !input::is_regular(path) {
        return refused("it is not a regular file");
    }
    let index = Index::of(file, variant).map_err(failed("read a range of it"))?;
    Ok(index.limit(limit))
}
