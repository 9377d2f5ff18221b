//! The set of octets to search for, as tables that both implementations of the search use.

pub(super) const BLOCK: usize = 64;
/// The number of blocks that one call of the search examines.
pub(super) const BLOCKS: usize = 8;

/// Two tables that describe a set of octets. `LOW` has eight bits for each value of the lower half of an octet,
/// and `HIGH` has eight bits for each value of the upper half. An octet is in the set if its two halves have a bit
/// in common.
pub(super) const LOW: [u8; 16] = {
    let mut low = [CONTROL; 16];
    low[0x2] |= QUOTE | LATIN;
    low[0x8] |= ARABIC;
    low[0xC] |= BACKSLASH;
    low[0xF] |= DELETE | THREE;
    low[0x1] |= THREE;
    low[0x2] |= THREE;
    low[0x3] |= TAGS;
    low
};
pub(super) const HIGH: [u8; 16] = {
    let mut high = [0; 16];
    high[0x0] = CONTROL;
    high[0x1] = CONTROL;
    high[0x2] = QUOTE;
    high[0x5] = BACKSLASH;
    high[0x7] = DELETE;
    high[0xC] = LATIN;
    high[0xD] = ARABIC;
    high[0xE] = THREE;
    high[0xF] = TAGS;
    high
};

const CONTROL: u8 = 1;
const QUOTE: u8 = 2;
const BACKSLASH: u8 = 4;
const DELETE: u8 = 8;
/// The bit in both tables for the first octet of U+0080 to U+00BF.
const LATIN: u8 = 16;
/// The bit in both tables for the first octet of U+0600 to U+063F.
const ARABIC: u8 = 32;
/// The bit in both tables for the first octets of U+1000 to U+2FFF and of U+F000 to U+FFFF.
const THREE: u8 = 64;
/// The bit in both tables for the first octet of U+C0000 to U+FFFFF.
const TAGS: u8 = 128;
