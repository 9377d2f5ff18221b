//! The cells of GB 2312-80. Written by `tools/gb2312.py`, which names the source.

use std::ops::RangeInclusive;

/// Cells with a character, without a gap in each range.
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
