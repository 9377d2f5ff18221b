//! Part of an mbox, for `--range` and `split`.

use crate::args::Interval;
use crate::input::{self, STANDARD_INPUT};
use mailutf::Error;
use mailutf::mailbox::WholeFile;
use mailutf::mailbox::mail::{Batches, MailFile, ReadOptions};
use mailutf::mailbox::mbox::{Index, Variant};
use std::path::Path;

/// The mbox at `path`, to be cut into ranges.
pub(crate) fn index(path: &Path, variant: Option<Variant>, limit: usize) -> Result<Index<WholeFile>, Error> {
    let refused = |why| Err(Error::refused("read a range of it", path, why));
    if path == Path::new(STANDARD_INPUT) {
        return refused("standard input cannot be read from its middle; name a file");
    }
    if path.is_dir() {
        return refused("it is a directory; only an mbox has ranges");
    }
    let file = WholeFile::open(path).map_err(|error| Error::new("open", Some(path), error))?;
    if !input::is_regular(path) {
        return refused("it is not a regular file");
    }
    let index =
        Index::of(file, variant).map_err(|error| Error::new("read a range of it", Some(path), error))?;
    Ok(index.limit(limit))
}

/// The messages of `interval` of the mbox at `path`.
pub(crate) fn open(
    path: &Path,
    interval: Interval,
    variant: Option<Variant>,
    limit: usize,
) -> Result<Batches<'static>, Error> {
    // Also refuses files that cannot be read in ranges.
    let index = index(path, variant, limit)?;
    let range = match interval {
        Interval::Range(range) => range,
        Interval::Octets(start, end) => {
            index.range(start, end).map_err(|error| Error::new("read a range of it", Some(path), error))?
        }
    };
    let options = ReadOptions::default().with_limit(limit).with_range(Some(range));
    Ok(MailFile::named(path).open(&options)?.into_batches())
}
