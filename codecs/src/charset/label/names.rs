//! The table of labels, in a form without a pointer for each name. The loader must relocate every pointer whenever
//! a program starts. This would slow down mail filters, which are started for each message.

use super::alias::{Alias, Label, Source};
use super::table::ALIASES;

/// The number of labels.
pub(super) const COUNT: usize = ALIASES.len();

/// Where a label is in [`OCTETS`]. The folded form of the label begins at `start` and has `key` octets. The label
/// itself follows and has `name` octets.
#[derive(Clone, Copy)]
struct Name {
    start: u16,
    key: u8,
    name: u8,
    source: Source,
}

/// The folded form of each label, followed by the label itself.
static OCTETS: [u8; length()] = octets();
static NAMES: [Name; COUNT] = names();
static LABELS: [Label; COUNT] = labels();

/// The folded form of label number `index`.
pub(super) fn key(index: usize) -> Option<&'static [u8]> {
    let Name { start, key, .. } = NAMES.get(index)?;
    OCTETS.get(usize::from(*start)..)?.get(..usize::from(*key))
}

/// The meaning of label number `index`.
pub(super) fn label(index: usize) -> Option<Label> {
    LABELS.get(index).copied()
}

/// Label number `index`.
pub(super) fn alias(index: usize) -> Option<Alias> {
    let Name { start, key, name, source } = NAMES.get(index)?;
    let octets = OCTETS.get(usize::from(*start)..)?.get(..usize::from(*key) + usize::from(*name))?;
    let (key, name) = std::str::from_utf8(octets).ok()?.split_at_checked(usize::from(*key))?;
    Some(Alias::new(key, name, label(index)?, *source))
}

#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const fn length() -> usize {
    let (mut length, mut at) = (0, 0);
    while at < COUNT {
        length += ALIASES[at].key.len() + ALIASES[at].name.len();
        at += 1;
    }
    assert!(length <= u16::MAX as usize);
    length
}

#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const fn octets() -> [u8; length()] {
    let (mut octets, mut end, mut at) = ([0; length()], 0, 0);
    while at < COUNT {
        let pieces = [ALIASES[at].key.as_bytes(), ALIASES[at].name.as_bytes()];
        let mut piece = 0;
        while piece < pieces.len() {
            let (_, room) = octets.split_at_mut(end);
            let (room, _) = room.split_at_mut(pieces[piece].len());
            room.copy_from_slice(pieces[piece]);
            end += pieces[piece].len();
            piece += 1;
        }
        at += 1;
    }
    octets
}

#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const fn names() -> [Name; COUNT] {
    let mut names = [Name { start: 0, key: 0, name: 0, source: Source::Iana }; COUNT];
    let (mut start, mut at) = (0, 0);
    while at < COUNT {
        let (key, name) = (ALIASES[at].key.len(), ALIASES[at].name.len());
        assert!(key <= u8::MAX as usize && name <= u8::MAX as usize);
        names[at] =
            Name { start: start as u16, key: key as u8, name: name as u8, source: ALIASES[at].source };
        start += key + name;
        at += 1;
    }
    names
}

#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const fn labels() -> [Label; COUNT] {
    let (mut labels, mut at) = ([ALIASES[0].label; COUNT], 0);
    while at < COUNT {
        labels[at] = ALIASES[at].label;
        at += 1;
    }
    labels
}
