//! A hash table that finds the octet of a character in a table of 256 characters.

/// The UTF-8 of a character, at most three octets, and the number of these octets. If this number is not 1, 2 or 3,
/// then the table has no character for the octet.
type Entry = [u8; 4];

/// The number of places in the hash table. At most half of the places are taken.
const PLACES: usize = 1 << BITS;
const BITS: u32 = 9;

/// The hash table. Its places contain octets. A search begins at the place of the character, and continues through
/// the next places until it finds the octet or an empty place. An empty place contains [`EMPTY`], which is 0. The
/// octet 0 (NUL) needs no place of its own: a search for NUL ends at an empty place, and so finds 0.
#[derive(Debug)]
pub(super) struct Index([u8; PLACES]);

const EMPTY: u8 = 0;

impl Index {
    /// Makes the index of the octets from `first` on. If several octets have the same character, the index finds
    /// the lowest of them.
    #[expect(clippy::indexing_slicing, reason = "octets are below 256, and places are taken modulo PLACES")]
    pub(super) fn new(entries: &[Entry; 256], first: usize) -> Self {
        debug_assert_eq!(entries[usize::from(EMPTY)], [0, 0, 0, 1], "the octet of NUL is 0");
        // Characters of two octets in UTF-8, most of which are letters, are added first. Therefore most of them are
        // found at their first place.
        let order = [2, 1, 3];
        let (mut pass, mut places) = (0, [EMPTY; PLACES]);
        while pass < order.len() {
            let mut octet = first;
            while octet < entries.len() {
                if entries[octet][3] == order[pass] {
                    let mut place = place(entries[octet]);
                    while places[place] != EMPTY {
                        place = (place + 1) % PLACES;
                    }
                    places[place] = octet as u8;
                }
                octet += 1;
            }
            pass += 1;
        }
        Self(places)
    }

    /// The octet that has this entry in the table; `None` if no octet has it.
    #[inline]
    pub(super) fn octet(&self, entries: &[Entry; 256], entry: Entry) -> Option<u8> {
        let mut at = place(entry);
        loop {
            let octet = self.0.get(at % PLACES).copied().unwrap_or(EMPTY);
            if entries.get(usize::from(octet)) == Some(&entry) {
                return Some(octet);
            }
            if octet == EMPTY {
                return None;
            }
            at += 1;
        }
    }
}

/// The place where the search for a character begins. With this factor, two letters of one charset seldom begin at
/// the same place. In the usual charsets of Latin, Greek, Cyrillic, Hebrew and Arabic, nearly all letters are found
/// at their first place.
#[inline]
const fn place(entry: Entry) -> usize {
    (u32::from_le_bytes(entry).wrapping_mul(0x101C_417F) >> (u32::BITS - BITS)) as usize
}
