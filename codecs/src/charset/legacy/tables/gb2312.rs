//! The cells to which GB 2312-80 assigns characters. `tools/gb2312.py` writes this file and names the source.

use std::ops::RangeInclusive;

/// The ranges of cells that have characters. The number of a cell is 94 times its row plus its column, both counted from 0.
#[rustfmt::skip]
pub(in crate::charset::legacy) static CELLS: &[RangeInclusive<u16>] = &[
    0..=93,
    110..=159,
    162..=171,
    174..=185,
    188..=364,
    376..=461,
    470..=493,
    502..=525,
    564..=596,
    612..=644,
    658..=683,
    694..=730,
    755..=830,
    1410..=5164,
    5170..=8177,
];
