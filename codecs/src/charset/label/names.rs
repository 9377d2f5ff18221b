//! The table of labels, in a form without a pointer for each name. The loader must relocate every pointer whenever
//! a program starts. This would slow down mail filters, which are started for each message.

use super::alias::{Alias, Source};
use super::table::{Meaning, ROWS, Row};

/// The number of labels.
pub(super) const COUNT: usize = ROWS.len();

/// A label that has `length` octets and begins at `start` in [`OCTETS`].
#[derive(Clone, Copy)]
struct Name {
    start: u16,
    length: u8,
    meaning: Meaning,
    source: Source,
}

/// All labels, one after the other.
static OCTETS: [u8; length()] = octets();
static NAMES: [Name; COUNT] = names();

/// Label number `index`.
pub(super) fn alias(index: usize) -> Option<Alias> {
    let Name { start, length, meaning, source } = *NAMES.get(index)?;
    let octets = OCTETS.get(usize::from(start)..)?.get(..usize::from(length))?;
    Some(Alias::new(std::str::from_utf8(octets).ok()?, meaning.label()?, source))
}

#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const fn length() -> usize {
    let (mut length, mut at) = (0, 0);
    while at < COUNT {
        length += ROWS[at].1.len();
        at += 1;
    }
    assert!(length <= u16::MAX as usize);
    length
}

#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const fn octets() -> [u8; length()] {
    let (mut octets, mut end, mut at) = ([0; length()], 0, 0);
    while at < COUNT {
        let name = ROWS[at].1.as_bytes();
        let (_, room) = octets.split_at_mut(end);
        let (room, _) = room.split_at_mut(name.len());
        room.copy_from_slice(name);
        end += name.len();
        at += 1;
    }
    octets
}

#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const fn names() -> [Name; COUNT] {
    let mut names = [Name { start: 0, length: 0, meaning: ROWS[0].2, source: ROWS[0].3 }; COUNT];
    let (mut start, mut at) = (0, 0);
    while at < COUNT {
        let Row(_, name, meaning, source) = ROWS[at];
        assert!(name.len() <= u8::MAX as usize);
        names[at] = Name { start: start as u16, length: name.len() as u8, meaning, source };
        start += name.len();
        at += 1;
    }
    names
}
