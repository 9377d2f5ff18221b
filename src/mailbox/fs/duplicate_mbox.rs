//! Copies of mbox files that stand beside them: backups of other programs, of people, and of runs of this one.
//! As mail of its own a copy would be worked on too, and what it was kept for lost.

use super::directory::Location;
use super::tree::start;
use crate::mailbox::source::BOM;
use crate::span::Span;
use crate::syntax::header_block::header_block;
use memchr::memchr;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// Whether the mbox at `location`, which starts with `octets`, is a copy: called like one beside it and something
/// more, and starting with the same message, normalized or not.
pub(super) fn is_copy(location: &Location, octets: &[u8]) -> bool {
    let name = location.name().as_bytes();
    let shorter = (1..name.len()).rev().filter_map(|length| name.get(..length));
    let beside = shorter.map(|name| location.sibling(OsStr::from_bytes(name).to_owned()));
    beside.filter_map(|beside| start(&beside).ok()).any(|other| is_same_message(octets, &other))
}

/// Whether two files start with the same `From ` line, and with the same Message-ID and Date as far as is seen. No
/// change that is made to a message changes these.
fn is_same_message(one: &[u8], other: &[u8]) -> bool {
    let (one, other) = (from_line_and_rest(one), from_line_and_rest(other));
    one.0 == other.0
        && ["message-id", "date"].iter().all(|name| {
            let field = |octets| {
                let header = header_block(octets, Span::new(0, octets.len()));
                header.field(octets, name).map(|field| field.body.slice(octets).to_vec())
            };
            field(one.1).zip(field(other.1)).is_none_or(|(one, other)| one == other)
        })
}

fn from_line_and_rest(octets: &[u8]) -> (&[u8], &[u8]) {
    let octets = octets.strip_prefix(BOM).unwrap_or(octets).trim_ascii_start();
    octets.split_at(memchr(b'\n', octets).map_or(octets.len(), |end| end + 1))
}
