//! Records, in the backup of a file, a fingerprint of the content that a run wrote in place of the file. By
//! this fingerprint, `undo` can tell whether another program has changed the new file since then.
//!
//! The record is an extended attribute of the backup. The backup is the original file under a second name, and
//! the record is set before the original loses its first name. The record cannot be set if the file system has
//! no extended attributes, or if the file must not be written. In these cases, and if the backup was copied
//! without its attributes, `undo` decides by the times of the files.

use super::replace::fingerprint::Fingerprint;
use std::ffi::OsStr;
use std::fs::File;
use xattr::FileExt;

/// The name of the extended attribute that holds the fingerprint. The value concerns a single file, so it is
/// never copied to another file.
const ATTRIBUTE: &str = "user.mailutf.converted";

/// Records the fingerprint of the content that replaced a file. `kept` is the backup of that file.
pub(super) fn record(kept: &File, written: Fingerprint) {
    let Fingerprint { octets, hash } = written;
    let record = format!("{octets}_{hash:032x}");
    if kept.set_xattr(ATTRIBUTE, record.as_bytes()).is_err() {
        // An older record is removed, because it is the fingerprint of older content.
        forget(kept);
    }
}

/// The fingerprint that is recorded in the backup `kept`; `None` if no fingerprint can be read.
pub(super) fn recorded(kept: &File) -> Option<Fingerprint> {
    let record = String::from_utf8(kept.get_xattr(ATTRIBUTE).ok()??).ok()?;
    let (octets, hash) = record.split_once('_')?;
    Some(Fingerprint { octets: octets.parse().ok()?, hash: u128::from_str_radix(hash, 16).ok()? })
}

/// Removes the recorded fingerprint from a file that is not replaced after all.
pub(super) fn forget(kept: &File) {
    // Errors are ignored, because most files have no record.
    let _ = kept.remove_xattr(ATTRIBUTE);
}

/// Whether `attribute` is the name of the extended attribute that holds the fingerprint.
pub(super) fn is_record(attribute: &OsStr) -> bool {
    attribute == ATTRIBUTE
}
