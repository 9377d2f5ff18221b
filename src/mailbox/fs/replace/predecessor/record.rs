//! The record of the old file of an mbox: the properties that a later run needs to know. The record is kept
//! in the name of the old file, so that the later run needs no other data.

use crate::error::Error;
use crate::mailbox::fs::directory::Location;
use crate::mailbox::fs::replace::fingerprint::{AsRead, Fingerprint};
use crate::mailbox::fs::replace::original::Original;
use rustix::fs::Stat;
use std::ffi::{OsStr, OsString};
use std::io;

/// The suffix of the second name of an old file.
const SECOND: &str = ".2";

/// The properties of the old file of an mbox that are stored in the name of the old file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) inode: u64,
    /// The properties of the file when it was read. The messages that the file contained at that time are
    /// in the mbox.
    pub(super) read: AsRead,
    pub(super) state: State,
}

/// The state of an old file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The mbox contains the messages of the old file, converted.
    Replaced,
    /// The mbox also contains the messages that were added to the old file later.
    CarriedOver,
    /// The mbox contains the added messages as in `CarriedOver`, but other messages of the old file were
    /// changed.
    Changed,
}

impl State {
    const ALL: [Self; 3] = [Self::Replaced, Self::CarriedOver, Self::Changed];

    fn name(self) -> &'static str {
        match self {
            Self::Replaced => "replaced",
            Self::CarriedOver => "carried",
            Self::Changed => "changed",
        }
    }
}

impl Record {
    pub(super) fn name(&self) -> OsString {
        let Self { inode, read: AsRead { messages, fingerprint: Fingerprint { octets, hash } }, state } =
            self;
        format!("{inode}_{octets}_{hash:032x}_{messages}_{}", state.name()).into()
    }

    /// Parses the first or the second name of an old file. Returns `None` for a name that this
    /// program never gives.
    pub(super) fn parse(name: &OsStr) -> Option<Self> {
        let name = name.to_str()?;
        let mut fields = name.strip_suffix(SECOND).unwrap_or(name).split('_');
        let mut next = || fields.next();
        let inode = next()?.parse().ok()?;
        let octets = next()?.parse().ok()?;
        let hash = u128::from_str_radix(next()?, 16).ok()?;
        let messages = next()?.parse().ok()?;
        let state = next()?;
        let state = State::ALL.into_iter().find(|candidate| candidate.name() == state)?;
        let read = AsRead { messages, fingerprint: Fingerprint { octets, hash } };
        next().is_none().then_some(Self { inode, read, state })
    }
}

/// Makes the directory for the old file, and returns a location in this directory. The replacement of
/// `original` is moved to this location, and is then exchanged with `original`.
///
/// # Errors
/// Fails if the directory cannot be made.
pub(in crate::mailbox::fs::replace) fn place(original: &Original, read: AsRead) -> Result<Location, Error> {
    let mbox = original.location();
    let name = directory_of(mbox);
    let create = || {
        let directory = mbox.directory().make_private(&name, original.file())?;
        let record = Record { inode: inode(original.state()), read, state: State::Replaced };
        Ok(Location::new(directory, record.name()))
    };
    create().map_err(|error: io::Error| Error::new("create", Some(&mbox.sibling(name.clone()).path()), error))
}

/// Removes the directory that contains a [`place`], if the directory is empty.
pub(in crate::mailbox::fs::replace) fn clear(place: &Location) {
    if let Some(parent) = place.directory().parent() {
        // If the directory is not empty, the next run examines the files in it.
        let _ = parent.remove_directory(place.directory().name());
    }
}

/// The name of the directory for the old files of `mbox`.
pub(super) fn directory_of(mbox: &Location) -> OsString {
    let mut name = mbox.name().to_owned();
    name.push(".old");
    mbox.sibling(name).temporary().name().to_owned()
}

/// The location of the second name of the old file at `location`.
pub(super) fn second(location: &Location) -> Location {
    let mut name = location.name().to_owned();
    name.push(SECOND);
    location.sibling(name)
}

/// The location of the first name of the old file; `None` if `location` is not a second name.
pub(super) fn first(location: &Location) -> Option<Location> {
    let name = location.name().to_str()?.strip_suffix(SECOND)?;
    Some(location.sibling(name.into()))
}

#[allow(clippy::unnecessary_cast, reason = "the types differ between systems")]
pub(super) fn inode(stat: &Stat) -> u64 {
    stat.st_ino as u64
}
