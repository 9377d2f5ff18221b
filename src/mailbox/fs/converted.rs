//! Records, with the backup of a file, the content that a run wrote in the place of the file, so that `undo` can tell
//! by the content whether another program has changed it since.
//!
//! The record is an extended attribute of the backup, which is the original under a second name. It is set before the
//! original loses its first name. Where it cannot be set (the file system has no extended attributes, or the file may
//! not be written), and for a backup that was copied without it, `undo` decides by the times.

use super::replace::fingerprint::Fingerprint;
use std::ffi::OsStr;
use std::fs::File;
use xattr::FileExt;

/// The name of the attribute. Its value is about a single file, so it is never copied to another file.
const ATTRIBUTE: &str = "user.mailutf.converted";

/// Records with the backup `kept` the fingerprint of what was written in its place.
pub(super) fn record(kept: &File, written: Fingerprint) {
    let Fingerprint { octets, hash } = written;
    let record = format!("{octets}_{hash:032x}");
    if kept.set_xattr(ATTRIBUTE, record.as_bytes()).is_err() {
        // An older record would describe another file.
        forget(kept);
    }
}

/// The fingerprint that is recorded with the backup `kept`; `None` if none can be read.
pub(super) fn recorded(kept: &File) -> Option<Fingerprint> {
    let record = String::from_utf8(kept.get_xattr(ATTRIBUTE).ok()??).ok()?;
    let (octets, hash) = record.split_once('_')?;
    Some(Fingerprint { octets: octets.parse().ok()?, hash: u128::from_str_radix(hash, 16).ok()? })
}

/// Removes the record from a file that stays in its place.
pub(super) fn forget(kept: &File) {
    // Most files have none.
    let _ = kept.remove_xattr(ATTRIBUTE);
}

/// Whether an extended attribute is the record.
pub(super) fn is_record(attribute: &OsStr) -> bool {
    attribute == ATTRIBUTE
}
